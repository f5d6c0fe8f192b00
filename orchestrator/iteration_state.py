"""The state of a running iteration: its dependencies, the graph so far, and the edits that made it.

`Iteration.do` is the only way its graph changes.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from pathfinder.orchestrator.edit_events import events_for
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.protocols.calls.events import Phase, PhaseEntered
from pathfinder.protocols.calls.ports import EventSink, Model, Patience, Sources
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.evidence.nearest import Similarity
from pathfinder.protocols.graph.edits import AddFailure, GraphEdit
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph

CONTEXT_TOKENS = 20_000
"""What the lead and the Thinker are shown of the graph, at most."""


@dataclass(frozen=True)
class IterationDeps:
    """The ports and settings that an iteration needs."""

    model: Model
    sources: Sources
    similarity: Similarity
    events: EventSink
    inputs: IterationInputs = field(default_factory=IterationInputs)
    local: bool = False
    """The sources are the user's own documents."""
    patience: Patience | None = None
    """None: an Explorer takes the time it needs."""
    ready: Callable[[], Awaitable[object]] | None = None
    """Returns when the sources can be asked; until then the lead may think. None: they can be at once."""
    ledger_edits: Callable[[], Awaitable[tuple[GraphEdit, ...]]] | None = None
    """Further entries of the failure ledger: calls that were in flight when an earlier process died, and
    files that could not be read."""


@dataclass
class Iteration:
    """A running iteration. Only `do` changes its graph."""

    graph: CogniGraph
    deps: IterationDeps
    edits: list[GraphEdit] = field(default_factory=list)

    @property
    def number(self) -> int:
        """The iteration as people count it."""
        return self.graph.iteration + 1

    def do(self, edits: Sequence[GraphEdit], after: CogniGraph | None = None) -> None:
        """Apply edits, keep them for the archive, and emit their events.

        `after` is the graph with these edits, where a rule has applied them already.
        """
        for event in events_for(self.graph, edits):
            self.deps.events.emit(event)
        self.graph = apply(self.graph, edits) if after is None else after
        self.edits += edits

    def enter(self, phase: Phase) -> None:
        """Say that the iteration moved on."""
        self.deps.events.emit(PhaseEntered(iteration=self.number, phase=phase))

    def fail(self, kind: FailureKind, what: str, reason: str) -> None:
        """Put a failure into the ledger."""
        failure = Failure(iteration=self.graph.iteration, kind=kind, what=what, reason=reason)
        self.do([AddFailure(failure=failure)])

    def step(self, phase: Phase, call: str, item: str = "-", *, round_: int = 1, pass_: int = 0) -> Step:
        """The key of a call that belongs to no Explorer."""
        return Step(iteration=self.number, phase=phase, round=round_, pass_=pass_, call=call, item=item)
