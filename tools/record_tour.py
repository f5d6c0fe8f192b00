"""Records the answers of `pathfinder tour`: `python -m tools.record_tour --model NAME`.

It runs the session of the tour against the provider, or against the Messages API server at
ANTHROPIC_BASE_URL, and writes demo/tour.json. Each answer is stored beside it as soon as it arrives, so an
interrupted recording goes on when the command is run again; `--anew` starts over.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.recorded.attempt import Recorder
from pathfinder.adapters.models.recorded.recording import RecordedCall, Recording, save
from pathfinder.adapters.system import SystemClock
from pathfinder.answering import Writer
from pathfinder.assembly import assemble
from pathfinder.cli.commands.tour import EXPLORERS, ITERATIONS, QUESTIONS, shipped, tour_config
from pathfinder.cli.settings.contact import contacted
from pathfinder.cli.settings.environment import environment
from pathfinder.config import ModelsSection
from pathfinder.model_access import connection_of, prices_of, seat_settings
from pathfinder.protocols.errors import PathfinderError
from pathfinder.running import research


class Kept:
    """The calls of a recording under way, on disk from the moment they are answered."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.before = tuple(RecordedCall.model_validate_json(line) for line in lines)
        self.calls: dict[str, RecordedCall] = {}

    def keep(self, call: RecordedCall) -> None:
        """Add a call; one that was read from the file is not written again."""
        if call not in self.before:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(call.model_dump_json() + "\n")
        self.calls[call.step] = call
        sys.stderr.write(f"{len(self.calls)} calls recorded: {call.step}\n")


def record(arguments: Sequence[str]) -> None:
    """Run the session and write its recording."""
    wanted = _arguments(arguments)
    under_way = wanted.out.with_suffix(".partial.jsonl")
    if wanted.anew:
        under_way.unlink(missing_ok=True)
    kept = Kept(under_way)
    # Answers may be written by hand, which takes its time.
    models = ModelsSection(all=wanted.model, silence_seconds=86_400, answer_seconds=86_400)
    tour = tour_config(wanted.explorers, wanted.iterations, wanted.lang)
    config = contacted(replace(tour, models=models, environ=environment()))
    settings, clock = seat_settings(config), SystemClock()
    model = ClaudeAttempt(connection_of(config), settings, prices_of(config))
    names = ", ".join(sorted({seat.model for seat in settings.seats.values()}))
    with TemporaryDirectory() as home:
        recorder = Writer(Recorder(model, kept.keep, kept.before), wanted.name or names, model.close)
        deps = assemble(replace(config, home=Path(home)), clock, model=recorder)
        end = asyncio.run(research(QUESTIONS[wanted.lang], deps, config, home=Path(home) / "sessions"))
    if end.error is not None:
        raise end.error
    save(
        Recording(
            recorded_on=clock.now().date(),
            model=wanted.name or names,
            question=QUESTIONS[wanted.lang],
            language=wanted.lang,
            explorers=wanted.explorers,
            iterations=wanted.iterations,
            calls=tuple(kept.calls.values()),
        ),
        wanted.out,
    )
    under_way.unlink(missing_ok=True)
    sys.stderr.write(f"{len(kept.calls)} calls, {wanted.out.stat().st_size:,} bytes in {wanted.out}\n")


def _arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.record_tour", description=__doc__)
    parser.add_argument("--model", help="the model that is asked, for all roles")
    parser.add_argument("--name", default="", help="what the label calls the model; its own name otherwise")
    parser.add_argument("--explorers", type=int, default=EXPLORERS)
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--lang", choices=("en", "ko"), default="en")
    parser.add_argument("--out", type=Path, default=shipped())
    parser.add_argument("--anew", action="store_true", help="forget what an interrupted recording has")
    return parser.parse_args(given)


if __name__ == "__main__":
    try:
        record(sys.argv[1:])
    except PathfinderError as error:
        sys.exit(f"record_tour: {error}")
