"""`tour`: a session with a model's answers that were recorded earlier; everything but the answers runs live.

The settings of a tour are fixed, whatever the config says: with others the program would ask other questions
than those that were recorded.

The recording (`demo/tour.json`) is found by step and question: after a change of what is asked on the
documents of the demo it is made again by `python -m tools.record_tour` (`tests/cli/test_tour.py`).
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.adapters.storage.files.layout import Session
from pathfinder.cli.commands.demo import QUESTIONS, world
from pathfinder.cli.commands.inspect import sessions_here
from pathfinder.cli.commands.research import begin
from pathfinder.cli.screen.language import say, speak
from pathfinder.cli.screen.output import line, lines, place, program
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.saved_flags import SavedFlags, save_flags
from pathfinder.locales.catalogue import Message
from pathfinder.reports.markdown.summary import Tongue

if TYPE_CHECKING:
    from pathfinder.adapters.models.recorded.recording import Recording
    from pathfinder.cli.settings.run_setup import PreparedRun
    from pathfinder.run_config import RunConfig

EXPLORERS, ITERATIONS = 3, 1
"""Of a recording: about 60 calls."""
PACE_SECONDS = 0.15
"""How long a recorded answer takes, so that the screen can be followed."""


def tour(
    recording: Annotated[
        Path | None, typer.Option("--recording", help="Replay this recording instead of the one we ship.")
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", min=0, max=10, help="Seconds that each recorded answer takes.")
    ] = PACE_SECONDS,
) -> None:
    """Replay a recorded session with a model's answers on the documents of the demo."""
    from pathfinder.adapters.models.recorded.recording import load
    from pathfinder.adapters.system import SystemClock
    from pathfinder.running import start

    known = load(recording or shipped())
    speak(known.language)
    line(say(Message("tour-is-recorded")))
    run = _prepared(known, pace)
    session = start(known.question, SystemClock(), home=home(environment()))
    save_flags(session.folder, run.saved)
    begin(run, session, known.question)
    _say_what_next(session.folder, known)


def shipped() -> Path:
    """The recording in the installed package."""
    return world() / "tour.json"


def tour_config(explorers: int, iterations: int, language: Tongue) -> "RunConfig":
    """How a tour runs, and how it was recorded: on the documents of the demo, without the user's settings.

    The time of an Explorer has no limit that is felt.
    """
    from pathfinder.protocols.graph.memory import Limits
    from pathfinder.run_config import Answering, RunConfig

    return RunConfig(
        limits=Limits(max_iterations=iterations),
        parallel=explorers,
        language=language,
        answer=Answering(),
        explorer_seconds=86_400,
        docs=world() / "corpus",
        source_table=world() / "sources.toml",
        trust_front_matter=True,
        home=home(environment()),
    )


def _prepared(known: "Recording", pace: float) -> "PreparedRun":
    from pathfinder.adapters.models.recorded.attempt import RecordedAttempt
    from pathfinder.adapters.system import SystemClock
    from pathfinder.answering import Writer
    from pathfinder.assembly import assemble
    from pathfinder.cli.settings.forecast import Forecast
    from pathfinder.cli.settings.run_setup import PreparedRun

    config, clock = tour_config(known.explorers, known.iterations, known.language), SystemClock()
    attempt = RecordedAttempt(known, clock, pace)
    return PreparedRun(
        config=config,
        deps=assemble(config, clock, model=Writer(attempt, known.label, attempt.close)),
        saved=SavedFlags(docs=str(config.docs), sources=str(config.source_table), trust_front_matter=True),
        shown="normal",
        forecast=Forecast(basis="free", iteration_usd_micros=0, limits=config.limits),
        wanted=known.explorers,
        replayed=True,
    )


def _say_what_next(folder: Path, known: "Recording") -> None:
    """Where the session is, commands that look into it, and what the recording took."""
    sent, written = known.tokens
    line()
    line(
        say(
            Message(
                "tour-recording",
                day=known.recorded_on,
                model=known.model,
                calls=len(known.calls),
                sent=sent,
                written=written,
            )
        )
    )
    place(say(Message("tour-session", folder=folder.resolve())))
    line(say(Message("next-steps")))
    short = sessions_here().short(Session(folder))
    for what, command in (
        (say(Message("step-report-as-page")), "report --format html"),
        (say(Message("step-status")), "status"),
        (say(Message("step-own-documents")), 'research "YOUR QUESTION" --docs FOLDER'),
        (say(Message("step-delete-tour")), f"sessions remove {short} --yes"),
    ):
        lines([f"  {what}: {program()} {command}"], width=10_000)


__all__ = ["EXPLORERS", "ITERATIONS", "QUESTIONS", "shipped", "tour", "tour_config"]
