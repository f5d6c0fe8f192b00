"""What the user decides about an iteration: journaled with it, so that a resume sees what the start saw."""

from pathfinder.adapters.metering.searches import EngineSet
from pathfinder.orchestrator.control import Stopper
from pathfinder.protocols.calls.ports import Clock, Entry, Journal
from pathfinder.protocols.errors import EnginesChanged
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import SubQuestion
from pathfinder.protocols.ids import StepKey
from pathfinder.protocols.planning.depth import Depth
from pathfinder.protocols.planning.frameworks import Framework
from pathfinder.protocols.planning.steering import Steer
from pathfinder.protocols.planning.switches import EVERYTHING, Switches
from pathfinder.run_config import RunConfig
from pathfinder.session_storage import Log

MOST_EXPLORERS = 10


class IterationInputs(Frozen):
    """As the journal has it; an iteration that an older version began lacks what came later."""

    notes: tuple[str, ...] = ()
    """Hints, in a journal of an older version."""
    steers: tuple[Steer, ...] = ()
    heard: int = 0
    """The place up to which the user was heard: what was said before it is not taken again."""
    parallel: int
    year: int | None = None
    today: str = ""
    engine: str = ""
    asks: tuple[str, ...] = ()
    quick: bool = False
    depth: Depth = "medium"
    framework: Framework = "scientific"
    plan: tuple[SubQuestion, ...] = ()
    switches: Switches = EVERYTHING

    def must_fit(self, searches: EngineSet, number: int) -> None:
        """EnginesChanged if an iteration that is half done would be finished with other engines."""
        if not self.asks or self.asks == searches.asks:
            return
        if self.engine != searches.engine:
            then, now = f"--engine {self.engine}", f"--engine {searches.engine}"
        else:
            then, now = ", ".join(self.asks), ", ".join(searches.asks)
        raise EnginesChanged(
            f"Iteration {number} is half done and was begun with {then}, not with {now}: finish it first "
            f"(`pathfinder resume --engine {self.engine} --iterations {number}`), then change."
        )

    @property
    def said(self) -> tuple[Steer, ...]:
        """What the user added, whichever version wrote it down."""
        return (*(Steer(kind="note", text=note) for note in self.notes), *self.steers)


def explorers(config: RunConfig) -> int:
    """How many Explorers an iteration sends out."""
    return max(1, min(config.parallel, MOST_EXPLORERS))


async def journaled_inputs(
    journal: Journal,
    number: int,
    config: RunConfig,
    searches: EngineSet,
    clock: Clock,
    stopper: Stopper,
    log: Log,
) -> IterationInputs:
    """The inputs that an iteration was begun with; where it begins now, those of the config, journaled."""
    step = StepKey(f"{number}/LOAD/0/1.0/0/inputs/-")
    known = journal.done(step, "inputs")
    if known is not None:
        begun = IterationInputs.model_validate_json(known.outcome)
        begun.must_fit(searches, number)
        # Killed right after it was written, the last run may not have noted what it had heard.
        stopper.kept(begun.heard)
        return begun
    steers, heard = stopper.steers()
    inputs = IterationInputs(
        steers=steers,
        heard=heard,
        parallel=explorers(config),
        year=clock.now().year,
        today=clock.now().date().isoformat(),
        engine=searches.engine,
        asks=searches.asks,
        quick=config.quick,
        depth=config.depth,
        framework=config.framework,
        plan=config.plan,
        switches=config.switches,
    )
    outcome = inputs.model_dump_json()
    await journal.write(Entry(kind="done", step=step, digest="inputs", outcome=outcome))
    stopper.kept(inputs.heard)
    for steer in inputs.steers:
        log.note("steered", {"iteration": number, "as": steer.kind, "text": steer.text})
    return inputs
