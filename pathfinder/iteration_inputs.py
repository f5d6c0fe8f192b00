"""The inputs of an iteration are journaled with it, so that a resume sees what the start saw."""

from pathfinder.adapters.metering.searches import EngineSet
from pathfinder.orchestrator.control import Stopper
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.protocols.calls.ports import Clock, Entry, Journal
from pathfinder.protocols.ids import StepKey
from pathfinder.run_config import RunConfig
from pathfinder.session_storage import RunLog

MOST_EXPLORERS = 10


def explorers(config: RunConfig) -> int:
    """How many Explorers an iteration sends out."""
    return max(1, min(config.parallel, MOST_EXPLORERS))


def inputs_step(number: int | str) -> StepKey:
    """Under which the inputs of an iteration are journaled; "%" for a pattern of all of them."""
    return StepKey(f"{number}/LOAD/0/1.0/0/inputs/-")


async def journaled_inputs(
    journal: Journal,
    number: int,
    config: RunConfig,
    searches: EngineSet,
    clock: Clock,
    stopper: Stopper,
    log: RunLog,
) -> IterationInputs:
    """The inputs that an iteration was begun with; where it begins now, those of the config, journaled."""
    step = inputs_step(number)
    known = journal.done(step, "inputs")
    if known is not None:
        begun = IterationInputs.model_validate_json(known.outcome)
        begun.must_fit(searches.engine, searches.asks, number)
        # Killed right after it was written, the last run may not have noted what it had heard.
        stopper.journaled_to(begun.heard)
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
    stopper.journaled_to(inputs.heard)
    for steer in inputs.steers:
        log.note("steered", {"iteration": number, "as": steer.kind, "text": steer.text})
    return inputs
