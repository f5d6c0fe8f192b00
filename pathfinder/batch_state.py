"""Where the questions of a batch stand on disk, and the config of each of them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pathfinder.adapters.storage.files.batches import session_name
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.protocols.calls.batch import (
    FAILED,
    UNFINISHED,
    Batch,
    State,
    Terms,
    Twin,
    Wanted,
    state_of,
)
from pathfinder.protocols.errors import PathfinderError
from pathfinder.protocols.graph.memory import Run
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.run_config import RunConfig


@dataclass(frozen=True)
class QuestionState:
    """The state of one question on disk."""

    wanted: Wanted
    session: Session
    state: State
    run: Run | None
    iteration: int


def standings(batch: Batch, home: Path, disk: Disk, twins: Sequence[Twin] = ()) -> tuple[QuestionState, ...]:
    """Where every question stands, by its session; nothing is changed."""
    same = {twin.number for twin in twins if twin.same}
    return tuple(_standing(batch, wanted, home, disk, wanted.number in same) for wanted in batch.questions)


def _standing(batch: Batch, wanted: Wanted, home: Path, disk: Disk, same: bool) -> QuestionState:
    session = Session(home / "sessions" / session_name(batch, wanted))
    if same:
        return QuestionState(wanted, session, "same", None, 0)
    if disk.stat(session.graph) is None:
        return QuestionState(wanted, session, "waiting", None, 0)
    try:
        seen = glance(session, disk)
    except PathfinderError:
        return QuestionState(wanted, session, "failed", None, 0)
    return QuestionState(wanted, session, state_of(seen.run), seen.run, seen.iteration)


def to_do(known: Sequence[QuestionState], *, failed_only: bool = False) -> tuple[Wanted, ...]:
    """The questions a run of the batch takes up."""
    wanted = FAILED if failed_only else UNFINISHED
    return tuple(one.wanted for one in known if one.state in wanted)


def config_of(wanted: Wanted, terms: Terms, config: RunConfig) -> RunConfig:
    """The config of a batch for one of its questions: what its own line says counts."""
    return replace(
        config,
        limits=wanted.limits(terms.limits),
        parallel=wanted.parallel or terms.parallel,
        quick=terms.quick if wanted.quick is None else wanted.quick,
    )


def load(session: Session, disk: Disk) -> CogniGraph:
    """The graph of a session, for those who only look."""

    async def read() -> CogniGraph:
        store = FileStore(session, disk)
        try:
            return await store.load()
        finally:
            store.close()

    return asyncio.run(read())
