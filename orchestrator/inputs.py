"""The inputs of an iteration: what the user decides about it."""

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import EnginesChanged
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import SubQuestion
from pathfinder.protocols.planning.depth import REACH, Depth, Reach
from pathfinder.protocols.planning.frameworks import Framework, framework_hint
from pathfinder.protocols.planning.steering import Steer
from pathfinder.protocols.planning.switches import EVERYTHING, Switches


class IterationInputs(Frozen):
    """What the user decides about an iteration, as its journal keeps it.

    An iteration that an older version began lacks what came later.
    """

    notes: tuple[str, ...] = ()
    """Hints, in a journal of an older version."""
    steers: tuple[Steer, ...] = ()
    heard: int = 0
    """The offset in the control file up to which commands are in `steers`."""
    parallel: int = 5
    """Explorers at the same time."""
    year: int | None = None
    today: str = ""
    """The date on which the iteration began, shown to the model; empty: it is not shown."""
    engine: str = ""
    asks: tuple[str, ...] = ()
    quick: bool = False
    """No round 3: nothing is challenged, and nobody is sent out again."""
    depth: Depth = "medium"
    framework: Framework = "scientific"
    plan: tuple[SubQuestion, ...] = ()
    """The question in parts, as the user approved them; only the first iteration looks."""
    switches: Switches = EVERYTHING
    """What is left out, for measurements."""

    def must_fit(self, engine: str, asks: tuple[str, ...], number: int) -> None:
        """EnginesChanged if an iteration that is half done would be finished with other engines."""
        if not self.asks or self.asks == asks:
            return
        if self.engine != engine:
            then, now = f"--engine {self.engine}", f"--engine {engine}"
        else:
            then, now = ", ".join(self.asks), ", ".join(asks)
        raise EnginesChanged(
            Message("engines-changed", iteration=number, then=then, now=now, engine=self.engine)
        )

    @property
    def said(self) -> tuple[Steer, ...]:
        """What the user added, in the format of any version."""
        return (*(Steer(kind="note", text=note) for note in self.notes), *self.steers)

    @property
    def reach(self) -> Reach:
        """How far an Explorer goes."""
        return REACH[self.depth]

    @property
    def advice(self) -> tuple[str, ...]:
        """How the user wants the lead to think."""
        return framework_hint(self.framework)
