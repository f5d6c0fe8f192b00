"""One claim through one session of the product, and what came of it."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from bench.live.rows import Row
from bench.scifact import Label
from pathfinder.adapters.storage.files.control import send
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.system import SystemClock
from pathfinder.assembly import assemble
from pathfinder.config import Config
from pathfinder.credentials import secrets
from pathfinder.protocols.calls.ports import Command
from pathfinder.protocols.errors import BudgetExceeded
from pathfinder.protocols.evidence.strength import side_units, terms
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Hypothesis
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.planning.depth import Depth
from pathfinder.protocols.text.queries import normalize
from pathfinder.run_config import RunConfig
from pathfinder.running import resume, start

ITERATIONS, EXPLORERS = 1, 2
DEPTH: Depth = "shallow"
_DOCUMENT = re.compile(r"(\d+)\.txt")
_SIDES: dict[str, Label] = {"for": "SUPPORTS", "against": "CONTRADICTS"}


class Cited(NamedTuple):
    """A quote that the session put on a side of the claim, by what the data set says of its abstract."""

    abstract: str
    side: Label
    quote: str
    right: bool
    """The abstract takes this side."""
    rationale: bool
    """... and the quote is of its evidence sentences, or holds one."""


@dataclass(frozen=True)
class Answer:
    """What a session said of a claim."""

    claim: str
    gold: Label
    said: Label
    """The side of a verdict that is Confirmed or Likely; NONE: it leaves it open."""
    leans: Label
    """The side that weighs more, whatever the verdict: one abstract alone makes no verdict."""
    tag: str
    cited: tuple[Cited, ...]
    usd_micros: int
    ended: Literal["done", "budget"] = "done"


def answer(
    row: Row, documents: Path, home: Path, budget_usd_micros: int, environ: Mapping[str, str]
) -> Answer:
    """Ask; errors of the provider are raised as they are."""
    clock, disk = SystemClock(), Disk()
    options = RunConfig(
        limits=Limits(max_iterations=ITERATIONS, budget_usd_micros=budget_usd_micros),
        parallel=EXPLORERS,
        depth=DEPTH,
        docs=documents,
        docs_as="paper",
        home=home,
        environ=environ,
        secrets=secrets(environ, Config()),
    )
    engine = assemble(options, clock)
    session = start(row.question, clock, home=home, disk=disk)
    send(session, Command(kind="hypothesis", text=row.claim), disk)
    end = asyncio.run(resume(session, engine, options, disk=disk))
    if end.error is not None and not isinstance(end.error, BudgetExceeded):
        raise end.error
    return _read(row, end.graph, "budget" if end.error else "done")


def _read(row: Row, graph: CogniGraph, ended: Literal["done", "budget"]) -> Answer:
    spent = graph.run.spend.total_usd_micros + graph.run.open_usd_micros
    known = _claim(graph, row.claim)
    if known is None:
        return Answer(row.claim, row.gold, "NONE", "NONE", "", (), spent, ended)
    name, hypothesis = known
    verdict = hypothesis.verdict
    decided = verdict is not None and verdict.tag in ("Confirmed", "Likely")
    said = _SIDES.get(str(verdict.side), "NONE") if decided and verdict is not None else "NONE"
    tag = verdict.tag if verdict is not None else ""
    return Answer(row.claim, row.gold, said, _leans(graph, name), tag, _cited(row, graph, name), spent, ended)


def _leans(graph: CogniGraph, name: HypothesisId) -> Label:
    ours, theirs = (side_units(terms(graph, name, side)) for side in ("SUPPORTS", "CONTRADICTS"))
    return "NONE" if ours == theirs else "SUPPORTS" if ours > theirs else "CONTRADICTS"


def _claim(graph: CogniGraph, claim: str) -> tuple[HypothesisId, Hypothesis] | None:
    """The hypothesis that was planted, or the one it was merged into."""
    for name, known in graph.hypotheses.items():
        if normalize(known.summary) == normalize(claim):
            into = known.merged_into
            return (name, known) if into is None else (into, graph.hypotheses[into])
    return None


def _cited(row: Row, graph: CogniGraph, name: HypothesisId) -> tuple[Cited, ...]:
    found = []
    for edge in graph.edges:
        if not isinstance(edge, EvidenceEdge) or edge.hypothesis != name:
            continue
        if edge.type not in ("SUPPORTS", "CONTRADICTS"):
            continue
        observation = graph.observations[edge.observation]
        numbered = _DOCUMENT.search(observation.source_url)
        abstract, quote = numbered[1] if numbered else "", observation.quote or ""
        right = row.stances.get(abstract) == edge.type
        exact = right and any(
            normalize(quote) in normalize(one) or normalize(one) in normalize(quote)
            for one in row.rationale[abstract]
        )
        side: Label = "SUPPORTS" if edge.type == "SUPPORTS" else "CONTRADICTS"
        found.append(Cited(abstract, side, quote, right, exact))
    return tuple(found)
