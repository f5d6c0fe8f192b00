"""What a session, or a vote over what it read, decided on each claim of a world, and if that is right."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bench.truth_worlds.world import Matter, World
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.judgement import Side, Tag
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, PageHash, VoiceId


class Decided(NamedTuple):
    """What is asserted of a claim: that it holds, that it does not, or (a contradiction in itself) both."""

    confirmed: frozenset[bool]
    likely: frozenset[bool]
    """Likely or Confirmed."""


Decisions = Mapping[int, Decided]
"""By matter; what nobody decided is not there."""


class Given(NamedTuple):
    """A verdict on one hypothesis."""

    tag: Tag
    side: Side


Rule = Callable[[CogniGraph, HypothesisId], Given | None]
"""What is said of a hypothesis; None where nothing is."""


def stored(graph: CogniGraph, name: HypothesisId) -> Given | None:
    """The verdict the session gave."""
    given = graph.hypotheses[name].verdict
    return None if given is None or given.side is None else Given(given.tag, given.side)


def verdicts(world: World, graph: CogniGraph, rule: Rule = stored) -> dict[int, Decided]:
    """What the verdicts of a graph come to, over all hypotheses that state or deny a claim."""
    tagged: dict[int, set[tuple[Tag, bool]]] = defaultdict(set)
    for name, known in graph.hypotheses.items():
        meant = world.meaning.get(known.summary)
        given = rule(graph, name) if meant is not None and known.merged_into is None else None
        if meant is not None and given is not None:
            matter, says = meant
            tagged[matter].add((given.tag, says == (given.side == "for")))
    return {
        matter: Decided(
            frozenset(holds for tag, holds in said if tag == "Confirmed"),
            frozenset(holds for tag, holds in said if tag != "Uncertain"),
        )
        for matter, said in tagged.items()
    }


class Votes(NamedTuple):
    """Pages, or voices, that say of a claim that it holds, and that it does not."""

    pro: int
    con: int

    @property
    def most(self) -> int:
        return max(self.pro, self.con)

    @property
    def share(self) -> float:
        return self.most / (self.pro + self.con)

    @property
    def margin(self) -> int:
        return abs(self.pro - self.con)


def votes(world: World, graph: CogniGraph, *, by_voice: bool) -> dict[int, Votes]:
    """How the pages a session has read vote on each claim, as its reader read them.

    A page has one vote; with `by_voice`, pages of one voice have one together, for what most of them say.
    """
    said: dict[int, dict[PageHash, bool]] = defaultdict(dict)
    for name, known in graph.hypotheses.items():
        meant = world.meaning.get(known.summary)
        for edge in graph.evidence(name) if meant is not None and known.merged_into is None else ():
            matter, says = meant or (0, True)
            page = graph.observations[edge.observation].page
            if page is not None and _speaks_of(world, graph, page, matter):
                said[matter][page] = says == (edge.type == "SUPPORTS")
    return {
        matter: _counted(_by_voice(graph, pages) if by_voice else list(pages.values()))
        for matter, pages in said.items()
    }


def _speaks_of(world: World, graph: CogniGraph, page: PageHash, matter: int) -> bool:
    """Whether a page is about a matter itself; what was read into its twin's page is no vote."""
    text = world.texts[world.by_title[graph.sources[page].title]]
    return any(said.matter == matter for said in text.said)


def _by_voice(graph: CogniGraph, pages: Mapping[PageHash, bool]) -> list[bool]:
    speakers = voices({page: graph.sources[page] for page in pages})
    said: dict[VoiceId, list[bool]] = defaultdict(list)
    for page, holds in pages.items():
        said[speakers[page]].append(holds)
    return [2 * sum(heard) > len(heard) for heard in said.values() if 2 * sum(heard) != len(heard)]


def _counted(heard: Iterable[bool]) -> Votes:
    said = list(heard)
    return Votes(sum(said), len(said) - sum(said))


def majority(counted: Mapping[int, Votes], confirmed: Callable[[Votes], bool]) -> dict[int, Decided]:
    """The side with more votes; which majorities are called Confirmed is said by the caller."""
    decided = {}
    for matter, vote in counted.items():
        if vote.margin:
            asserted = frozenset({vote.pro > vote.con})
            decided[matter] = Decided(asserted if confirmed(vote) else frozenset(), asserted)
    return decided


def matched(counted: Mapping[int, Votes], sure: int, decided: int | None = None) -> dict[int, Decided]:
    """The majority, Confirmed for the so many claims with the largest margins, Likely for so many in all."""
    ranked = sorted(counted, key=lambda matter: (-counted[matter].margin, -counted[matter].share, matter))
    plain, best = majority(counted, lambda _: True), set(ranked[:sure])
    return {
        matter: plain[matter] if matter in best else Decided(frozenset(), plain[matter].likely)
        for matter in ranked[:decided]
        if matter in plain
    }


@dataclass(frozen=True)
class Tally:
    """How one world came out."""

    claims: int
    confirmed_right: int
    confirmed_wrong: int
    likely_right: int
    """Likely and not Confirmed."""
    likely_wrong: int
    found: int
    """Decided right, as Confirmed or Likely."""
    true_found: int
    true_claims: int
    outcomes: tuple[tuple[str, bool], ...]
    """For calibration, by claim: what is said of it, and whether it holds."""
    calls: int


def tally(world: World, decided: Decisions, calls: int) -> Tally:
    """Compare with the truth."""
    nothing = Decided(frozenset(), frozenset())
    ranks = [(matter, _rank(matter, decided.get(matter.number, nothing))) for matter in world.matters]
    right = [matter for matter, rank in ranks if rank in ("Confirmed right", "Likely right")]

    def many(rank: str) -> int:
        return sum(known == rank for _, known in ranks)

    return Tally(
        claims=len(ranks),
        confirmed_right=many("Confirmed right"),
        confirmed_wrong=many("Confirmed wrong"),
        likely_right=many("Likely right"),
        likely_wrong=many("Likely wrong"),
        found=len(right),
        true_found=sum(matter.holds for matter in right),
        true_claims=sum(matter.holds for matter in world.matters),
        outcomes=tuple(
            (_said(decided.get(matter.number, nothing)), matter.holds) for matter in world.matters
        ),
        calls=calls,
    )


def _rank(matter: Matter, decided: Decided) -> str:
    """The contrary of what holds spoils what holds, if both are asserted."""
    for tag, asserted in (("Confirmed", decided.confirmed), ("Likely", decided.likely)):
        if (not matter.holds) in asserted:
            return f"{tag} wrong"
        if asserted and tag == "Confirmed" and (not matter.holds) in decided.likely:
            return "Likely wrong"
        if asserted:
            return f"{tag} right"
    return "undecided"


def _said(decided: Decided) -> str:
    """The word for the reader: the surer of two tags, nothing if they contradict each other."""
    for tag, asserted in (("Confirmed", decided.confirmed), ("Likely", decided.likely)):
        if len(asserted) == 1:
            return f"{tag} {'for' if True in asserted else 'against'}"
    return "undecided"
