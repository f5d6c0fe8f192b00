"""`tour`: a session with a model's answers that were recorded earlier; everything but the answers runs live.

The settings of a tour are fixed, whatever the config says: with others the program would ask other questions
than those that were recorded.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.commands.demo import QUESTIONS, world
from pathfinder.cli.screen.language import say, speak
from pathfinder.cli.screen.output import line, lines, place, program
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.remembered import Remembered, remember
from pathfinder.locales.catalogue import Message
from pathfinder.reports.markdown.summary import Tongue

if TYPE_CHECKING:
    from pathfinder.adapters.models.recorded.recording import Recording
    from pathfinder.cli.commands.research import Ready
    from pathfinder.cli.settings.engines import Asked
    from pathfinder.wiring import Options

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
    ready = _ready(known, pace)
    session = start(known.question, SystemClock(), home=home(environment()))
    remember(session.folder, ready.chosen)
    ready.begin(session, known.question)
    _say_what_next(session.folder, known)


def shipped() -> Path:
    """The recording in the installed package."""
    return world() / "tour.json"


def tour_asked() -> "Asked":
    """The documents of the demo, and nothing of the user's own settings."""
    from pathfinder.cli.settings.engines import Asked

    return Asked(docs=world() / "corpus", sources=world() / "sources.toml", trust_front_matter=True)


def tour_options(explorers: int, iterations: int, language: Tongue) -> "Options":
    """How a tour runs, and how it was recorded. The time of an Explorer has no limit that is felt."""
    from pathfinder.protocols.graph.memory import Limits
    from pathfinder.wiring import Answering, Options

    return Options(
        limits=Limits(max_iterations=iterations),
        parallel=explorers,
        language=language,
        answer=Answering(),
        explorer_seconds=86_400,
    )


def _ready(known: "Recording", pace: float) -> "Ready":
    from pathfinder.adapters.models.recorded.attempt import RecordedAttempt
    from pathfinder.cli.commands.research import Ready
    from pathfinder.cli.settings.engines import Speaker, documents_engine
    from pathfinder.cli.settings.forecast import Forecast

    asked, options = tour_asked(), tour_options(known.explorers, known.iterations, known.language)
    attempt = RecordedAttempt(known, options.clock, pace)
    speaker = Speaker(attempt, known.label, attempt.close)
    engine = documents_engine(asked, options.clock, home(environment()), speaker)
    return Ready(
        chosen=Remembered(docs=str(asked.docs), sources=str(asked.sources), trust_front_matter=True),
        engine=engine,
        new_engine=lambda: engine,
        options=options,
        shown="normal",
        forecast=Forecast(basis="free", iteration_usd_micros=0, limits=options.limits),
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
    for what, command in (
        (say(Message("step-report-as-page")), "report --format html"),
        (say(Message("step-status")), "status"),
        (say(Message("step-own-documents")), 'research "YOUR QUESTION" --docs FOLDER'),
        (say(Message("step-delete-tour")), f"sessions remove {folder.name} --yes"),
    ):
        lines([f"  {what}: {program()} {command}"], width=10_000)


__all__ = ["EXPLORERS", "ITERATIONS", "QUESTIONS", "shipped", "tour", "tour_asked", "tour_options"]
