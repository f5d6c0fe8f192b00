"""How well a session on a fictional world came out, against the world's own truth."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pathfinder.protocols.answer.thesis import is_core
from pathfinder.protocols.evidence.strength import voices_of
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId

Kind = Literal["true", "falsehood", "condition", "retracted", "weak"]
_ADDRESS = re.compile(
    r"""(?:^url:\s*|name="pathfinder:url"\s+content=")["']?(https?://[^\s"'<]+)""", re.MULTILINE
)


class Claim(Frozen):
    """Something the documents of the world state or deny."""

    id: str
    kind: Kind
    text: str
    rival: str | None = None


class Said(Frozen):
    """A sentence of a document, and what it says of a claim."""

    document: str
    text: str
    claim: str
    stance: Literal["for", "against", "qualifies"]


class Copies(Frozen):
    """Documents that carry one text."""

    documents: tuple[str, ...]


class Truth(Frozen):
    """The whole of `truth.toml`."""

    question: str
    question_ko: str
    claims: tuple[Claim, ...]
    sentences: tuple[Said, ...]
    copies: tuple[Copies, ...] = ()


def truth_of(world: Path) -> Truth:
    """The truth of a world."""
    return Truth.model_validate(tomllib.loads((world / "truth.toml").read_text(encoding="utf-8")))


def addresses(world: Path) -> dict[str, str]:
    """The address each document gives itself, by its name."""
    found = {}
    for path in sorted((world / "corpus").rglob("*")):
        if path.is_file() and path.suffix != ".pdf":
            match = _ADDRESS.search(path.read_text(encoding="utf-8")[:4_000])
            if match:
                found[path.name.removesuffix(".meta")] = match[1]
    return found


@dataclass(frozen=True)
class Stated:
    """What a hypothesis or a quote says of a claim: it holds, or it does not."""

    claim: str
    holds: bool


class Marker:
    """Knows labelled sentences when it sees them."""

    def __init__(self, truth: Truth) -> None:
        self._known = [(_form(said.text), said) for said in truth.sentences if said.stance != "qualifies"]

    def stated(self, text: str) -> Stated | None:
        """What a text says, if it holds a labelled sentence or is the greater part of one."""
        form = _form(text)
        for known, said in self._known:
            if known in form or (form in known and len(form) >= len(known) / 2):
                return Stated(said.claim, said.stance == "for")
        return None


@dataclass(frozen=True)
class Score:
    """What came of a world. Counts are of what could have been right."""

    true_claims: int
    true_found: int
    """True claims with a hypothesis in the thesis that says so."""
    true_confirmed: int
    """... with the verdict Confirmed or Likely for it."""
    true_denied: int
    """True claims that the thesis denies."""
    falsehood_confirmed: bool
    falsehood_in_thesis: bool
    """Some hypothesis that says the falsehood stands among the findings."""
    falsehood_denied: bool
    """The thesis says that it is not so."""
    copies_counted_twice: int
    pairs: int
    pairs_opened: int
    pairs_settled: int
    """Conflicts between the two conditional claims settled as condition_difference."""
    retracted_weight: float
    weak_confirmed: int
    edges: int
    edges_right: int
    edges_opposite: int
    """Labelled quote on labelled hypothesis: the sign is right; it is the wrong way round."""
    edges_elsewhere: int
    """... the quote is about another claim."""
    hypotheses: int
    observations: int


def score(graph: CogniGraph, world: Path) -> Score:
    """Compare a session with the truth."""
    truth, at = truth_of(world), addresses(world)
    kinds = {claim.id: claim.kind for claim in truth.claims}
    marker = Marker(truth)
    said = {
        name: stated
        for name, known in graph.hypotheses.items()
        if known.merged_into is None and (stated := marker.stated(known.summary)) is not None
    }
    core = [(name, said[name]) for name in said if is_core(graph.hypotheses[name])]
    against = [(name, said[name]) for name in said if _judged(graph, name, "against")]
    holds = {stated.claim for _, stated in core if stated.holds} | {
        s.claim for _, s in against if not s.holds
    }
    denies = {stated.claim for _, stated in core if not stated.holds} | {
        stated.claim for _, stated in against if stated.holds
    }
    confirmed = {s.claim for name, s in said.items() if s.holds and _judged(graph, name, "for")}
    sure = {s.claim for name, s in said.items() if s.holds and _tagged(graph, name, "Confirmed", "for")}
    true = {claim.id for claim in truth.claims if claim.kind in ("true", "condition")}
    false = {claim.id for claim in truth.claims if claim.kind == "falsehood"}
    edges = Counter(_edges(graph, said, marker))
    opened, settled = _pairs(graph, truth, said)
    return Score(
        true_claims=len(true),
        true_found=len(true & holds),
        true_confirmed=len(true & confirmed),
        true_denied=len(true & denies),
        falsehood_confirmed=bool(false & sure),
        falsehood_in_thesis=bool(false & holds),
        falsehood_denied=bool(false & denies),
        copies_counted_twice=_copies(graph, truth, at),
        pairs=sum(claim.kind == "condition" for claim in truth.claims) // 2,
        pairs_opened=opened,
        pairs_settled=settled,
        retracted_weight=max(
            (source.weight for source in graph.sources.values() if source.retracted is not None), default=0.0
        ),
        weak_confirmed=sum(kinds[claim] in ("weak", "retracted") for claim in sure),
        edges=edges.total(),
        edges_right=edges["right"],
        edges_opposite=edges["opposite"],
        edges_elsewhere=edges["elsewhere"],
        hypotheses=len(graph.hypotheses),
        observations=len(graph.observations),
    )


def _judged(graph: CogniGraph, name: HypothesisId, side: str) -> bool:
    return _tagged(graph, name, "Confirmed", side) or _tagged(graph, name, "Likely", side)


def _tagged(graph: CogniGraph, name: HypothesisId, tag: str, side: str) -> bool:
    verdict = graph.hypotheses[name].verdict
    return verdict is not None and verdict.tag == tag and verdict.side == side


def _edges(graph: CogniGraph, said: dict[HypothesisId, Stated], marker: Marker) -> Iterator[str]:
    """How each edge between a labelled quote and a labelled hypothesis came out."""
    quotes = {name: marker.stated(known.quote or "") for name, known in graph.observations.items()}
    for edge in graph.edges:
        if isinstance(edge, EvidenceEdge) and edge.hypothesis in said:
            quoted, claimed = quotes[edge.observation], said[edge.hypothesis]
            if quoted is None or _is_own(graph, edge.observation, edge.hypothesis):
                continue
            if quoted.claim != claimed.claim:
                yield "elsewhere"
            else:
                agrees = quoted.holds == claimed.holds
                yield "right" if agrees == (edge.type == "SUPPORTS") else "opposite"


def _is_own(graph: CogniGraph, observation: ObservationId, hypothesis: HypothesisId) -> bool:
    """The quote is the hypothesis: that it supports itself is no feat."""
    return _form(graph.observations[observation].quote or "") == _form(graph.hypotheses[hypothesis].summary)


def _pairs(graph: CogniGraph, truth: Truth, said: dict[HypothesisId, Stated]) -> tuple[int, int]:
    """How many conditional pairs met in a conflict, and how many were settled by their conditions."""
    rivals = {frozenset((claim.id, claim.rival)) for claim in truth.claims if claim.rival is not None}
    opened, settled = set(), set()
    for edge in graph.edges:
        if isinstance(edge, ConflictEdge) and edge.first in said and edge.second in said:
            pair = frozenset((said[edge.first].claim, said[edge.second].claim))
            if pair in rivals:
                opened.add(pair)
                if edge.resolved and edge.resolution_type == "condition_difference":
                    settled.add(pair)
    return len(opened), len(settled)


def _copies(graph: CogniGraph, truth: Truth, at: dict[str, str]) -> int:
    """Hypotheses on which one copied text speaks with more than one voice."""
    groups = [{at[name] for name in group.documents if name in at} for group in truth.copies]
    twice = 0
    for name in graph.hypotheses:
        voices = voices_of(graph, name)
        for group in groups:
            heard = {voice for page, voice in voices.items() if graph.sources[page].url in group}
            twice += len(heard) > 1
    return twice


def _form(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()


def lines(score: Score) -> Iterable[str]:
    """The score in words."""
    for name, value in vars(score).items():
        yield f"{name.replace('_', ' ')}: {value}"
