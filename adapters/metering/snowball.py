"""What stands around strong papers, looked up once between two iterations and recorded like all else."""

import json
from typing import Protocol

from pathfinder.adapters.metering.outcomes import plain
from pathfinder.adapters.metering.recording import record
from pathfinder.adapters.metering.step_digest import step_digest
from pathfinder.locales.catalogue import Message, packed, text_of, unpacked
from pathfinder.protocols.calls.ports import Entry, Journal
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed
from pathfinder.protocols.graph.edits import AddFailure, AddKeyword
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.ids import StepKey
from pathfinder.protocols.planning.citation_chasing import directions, strong_papers


class RelatedPapers(Protocol):
    """Knows what a paper cites and who cites it. AttemptFailed if nobody answers."""

    async def titles(self, paper: Source) -> tuple[str, ...]: ...


async def snowballed(
    graph: CogniGraph, journal: Journal, around: RelatedPapers | None
) -> tuple[AddKeyword | AddFailure, ...]:
    """New directions from the strong papers of the last iteration; a catalogue that fails is recorded."""
    edits: list[AddKeyword | AddFailure] = []
    for paper in strong_papers(graph) if around is not None else ():
        step = StepKey(f"{graph.iteration + 1}/snowball/{paper.work or paper.url}")
        known = journal.done(step, step_digest(step))
        if known is None and around is not None:
            known = await _looked_up(journal, step, around, paper)
        said = json.loads(known.outcome) if known is not None else {}
        if "failed" in said:
            failure = Failure(
                iteration=graph.iteration,
                kind="unreachable",
                what=Message("failed-papers-around", paper=paper.work or paper.url),
                reason=unpacked(said["failed"]),
            )
            edits.append(AddFailure(failure=failure))
        # Two papers may stand beside the same third: the second sees what the first brought.
        new = tuple(directions(graph, paper, said.get("titles", ())))
        graph = apply(graph, new)
        edits += new
    return tuple(edits)


async def _looked_up(journal: Journal, step: StepKey, around: RelatedPapers, paper: Source) -> Entry:
    try:
        said: dict[str, object] = {"titles": [plain(title) for title in await around.titles(paper)]}
    except (AttemptFailed, ProviderFailed) as error:
        said = {"failed": packed(plain(text_of(error)))}
    outcome = json.dumps(said, ensure_ascii=False)
    entry = Entry(kind="done", step=step, digest=step_digest(step), outcome=outcome)
    await record(journal, entry)
    return entry
