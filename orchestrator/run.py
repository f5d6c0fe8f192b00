"""The run: iteration after iteration until a limit, the budget or the user ends it; each end has a name."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass

from pathfinder.locales.catalogue import Message, text_of
from pathfinder.orchestrator.iteration import IterationDeps, iterate
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.calls.events import IterationClosed, PhaseEntered, RunEnded, RunStarted
from pathfinder.protocols.calls.ports import Clock, EventSink, Store, Views
from pathfinder.protocols.errors import (
    BudgetExceeded,
    Interrupted,
    KeyRefused,
    ProviderFailed,
    RunError,
    StorageFailed,
)
from pathfinder.protocols.graph.edits import SetRun
from pathfinder.protocols.graph.memory import Limits, ReportLanguage, RunStatus, Spend
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.planning.answered import StopWhen, ended
from pathfinder.protocols.planning.standing import standing

OpenIteration = Callable[[CogniGraph], AbstractAsyncContextManager[IterationDeps]]
"""Opens the journal of the iteration after a graph, and everything that writes to it."""


@dataclass(frozen=True)
class RunDeps:
    """What a run needs around its iterations."""

    store: Store
    views: Views
    events: EventSink
    clock: Clock
    open_iteration: OpenIteration
    gate: Callable[[], None]
    """Raises Interrupted once the user asked to end."""
    limits: Callable[[], Limits]
    """When the run ends by itself; the user may change the budget while it goes on."""
    spend: Callable[[], Spend]
    """What the session has cost, the open iteration included."""
    engine: str = ""
    """Who answers, in words."""
    language: ReportLanguage = ""
    """Of what people read; empty: that of the question."""
    stop_when: StopWhen = "limit"
    """What ends the run by itself, beside its limits."""
    attended: bool = True
    """Somebody watches it at a terminal and can end it; otherwise it also ends when it is dry."""
    closing: Callable[[CogniGraph], Awaitable[CogniGraph]] | None = None
    """What is done when no further iteration begins, and nobody asked to pause: the answer is written."""


FACTS_WRITTEN_EACH_TIME = 2_000
"""In a session of fewer facts, files for people are written after every iteration."""


@dataclass(frozen=True)
class RunEnd:
    """How a run ended."""

    graph: CogniGraph
    error: RunError | None = None
    answer: KeptAnswer | None = None
    """The answer that was written when it ended."""
    unwritten: str = ""
    """Why no answer was written, if one was asked for."""


async def run(graph: CogniGraph, deps: RunDeps) -> RunEnd:
    """Iterate until something ends it; the status is saved whichever way that is.

    An error of the disk is raised as it is: the record stands as it was saved last.
    """
    started, begun = deps.clock.monotonic(), graph.iteration
    graph = await _status(graph, deps, "running", "")
    deps.events.emit(
        RunStarted(
            question=graph.question,
            iteration=graph.iteration,
            engine=deps.engine,
            limits=deps.limits(),
            language=deps.language,
            spent_usd_micros=deps.spend().total_usd_micros,
            observations=len(graph.observations),
        )
    )
    if graph.iteration:
        deps.events.emit(standing(graph))
    error: RunError | None = None
    status: RunStatus
    try:
        while (reason := _over(graph, deps, started, begun)) is None:
            deps.gate()
            graph = await _one(graph, deps)
            # Where the run is over they are written once, at the end.
            if _over(graph, deps, started, begun) is None and views_due(graph):
                await deps.views.write(graph)
        status = "completed"
    except BudgetExceeded as stop:
        status, reason, error = "budget_exceeded", text_of(stop), stop
    except Interrupted as stop:
        ends: dict[str, RunStatus] = {"pause": "paused", "stop": "stopped_by_user", "done": "completed"}
        status, reason = ends[stop.kind], text_of(stop)
        error = None if stop.kind == "done" else stop
    except ProviderFailed as stop:
        paused = "run-paused-key" if isinstance(stop, KeyRefused) else "run-paused-provider"
        status, reason, error = "paused", Message(paused, reason=stop), stop
    except StorageFailed:
        raise
    except RunError as stop:
        status, reason, error = "paused", text_of(stop), stop
    except asyncio.CancelledError:
        # Ended in the middle of a save, the newer graph stands already and this one is not written.
        with suppress(StorageFailed):
            await _status(graph, deps, "paused", Message("ended-by-user-at-once"))
        raise
    if deps.closing is not None and status != "paused":
        # Before the status is saved: who dies over the answer is not done.
        deps.events.emit(PhaseEntered(iteration=graph.iteration, phase="OUTPUT"))
        try:
            graph = await deps.closing(graph)
        except Interrupted as stop:
            status, reason, error = "paused", text_of(stop), stop
        except RunError:
            await _status(graph, deps, status, reason)
            raise
    graph = await _status(graph, deps, status, reason)
    await deps.views.write(graph)
    deps.events.emit(RunEnded(status=status, reason=reason))
    return RunEnd(graph, error)


def views_due(graph: CogniGraph) -> bool:
    """Whether what people read is written after this iteration: the longer that takes, the less often.

    Every iteration up to so many facts, every second up to twice as many, and so on; and when the run ends.
    """
    return graph.iteration % (1 + len(graph.observations) // FACTS_WRITTEN_EACH_TIME) == 0


def _over(graph: CogniGraph, deps: RunDeps, started: float, begun: int) -> str | None:
    """Why no further iteration begins; None if one does."""
    limits = deps.limits()
    if graph.iteration >= limits.max_iterations:
        return Message("ended-iterations", count=limits.max_iterations)
    minutes = (deps.clock.monotonic() - started) / 60
    if limits.max_minutes is not None and minutes >= limits.max_minutes:
        return Message("ended-minutes", count=limits.max_minutes)
    if deps.stop_when == "dry" and graph.iteration == begun:
        return None  # Documents may have changed since: a run that is resumed looks once more.
    return ended(graph, deps.stop_when, attended=deps.attended)


async def _one(graph: CogniGraph, deps: RunDeps) -> CogniGraph:
    """One iteration, from its journal to its archive."""
    async with deps.open_iteration(graph) as iteration_deps:
        iterated = await iterate(graph, iteration_deps)
        closed = {**graph.run.closed_at, iterated.graph.iteration: deps.clock.now()}
        update = {
            "spend": deps.spend(),
            "limits": deps.limits(),
            "open_usd_micros": 0,
            "metrics": _metrics(iterated.graph),
            "closed_at": closed,
        }
        spent = SetRun(run=iterated.graph.run.model_copy(update=update))
        ledger = () if iteration_deps.ledger_edits is None else await iteration_deps.ledger_edits()
        beside = (*ledger, spent)
        edits = (*iterated.edits, *beside)
        deps.events.emit(PhaseEntered(iteration=graph.iteration + 1, phase="SAVE"))
        after = apply(iterated.graph, beside)
        await deps.store.save(after, edits)
    deps.events.emit(
        IterationClosed(
            iteration=after.iteration,
            observations=len(after.observations),
            hypotheses=len(after.hypotheses),
            spent_usd_micros=after.run.spend.total_usd_micros,
        )
    )
    deps.events.emit(standing(after, iteration_deps.inputs.parallel))
    return after


def _metrics(graph: CogniGraph) -> dict[str, int]:
    verified = sum(known.verified for known in graph.observations.values())
    return {
        **graph.run.metrics,
        "queries_executed": len(graph.searches),
        "sources_found": len(graph.sources),
        "verified_facts": verified,
        "contradictions_found": len(graph.index.conflict_places),
        "rules_learned": len(graph.reflexion.learned_rules),
        "drift_turns": sum(len(thought.turns) for thought in graph.thoughts),
    }


async def _status(graph: CogniGraph, deps: RunDeps, status: RunStatus, reason: str) -> CogniGraph:
    """Say where the run stands, on disk too."""
    still_open = deps.spend().total_usd_micros - graph.run.spend.total_usd_micros
    update = {
        "status": status,
        "reason": reason,
        "engine": deps.engine,
        "limits": deps.limits(),
        "language": deps.language,
        "started_at": graph.run.started_at or deps.clock.now(),
        "open_usd_micros": still_open,
    }
    graph = apply(graph, [SetRun(run=graph.run.model_copy(update=update))])
    await deps.store.save_run(graph)
    return graph
