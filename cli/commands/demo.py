"""`demo`: the reading list of a question on a fictional world, whose documents are part of the package."""

from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

import typer

from pathfinder.adapters.storage.files.layout import Session
from pathfinder.cli.commands.inspect import sessions_here
from pathfinder.cli.commands.research import begin
from pathfinder.cli.screen.language import say, speak, speaking
from pathfinder.cli.screen.output import line, lines, place, program
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.options import Flags
from pathfinder.cli.settings.run_setup import prepare, resolved_for
from pathfinder.cli.settings.saved_flags import SavedFlags, save_flags
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.reports.markdown.summary import Tongue

QUESTIONS: dict[Tongue, str] = {
    "en": (
        "How much cooler are houses under tidal-glass roofs? What does a tidal-glass roof cost? "
        "Do tidal-glass roofs attract lightning? Do tidal-glass roofs prevent heat illness?"
    ),
    "ko": (
        "조석유리 지붕은 한낮의 방 온도를 얼마나 낮추나요? 조석유리 지붕의 값은 기와의 몇 배인가요? "
        "조석유리 지붕은 벼락을 끌어당기나요? 조석유리 지붕은 노인의 온열질환 입원을 줄이나요?"
    ),
}


def demo(
    lang: Annotated[
        Literal["ko", "en"] | None, typer.Option("--lang", help="Language of the question.")
    ] = None,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="End after so many.")] = 8,
) -> None:
    """List passages from a fictional world's documents, without a key or a network."""
    from pathfinder.adapters.system import SystemClock
    from pathfinder.running import start

    language = lang or speaking()
    speak(language)
    folder = world()
    flags = Flags(
        docs=folder / "corpus",
        sources=folder / "sources.toml",
        trust_front_matter=True,
        engine="local",
        model="reading-list",
        parallel=5,
        iterations=iterations,
    )
    run = prepare(SavedFlags().over(flags), resolved_for(flags), flags)
    documents = sum(path.suffix != ".meta" for path in (folder / "corpus").iterdir())
    place(say(Message("demo-documents", count=documents, folder=folder / "corpus")))
    session = start(QUESTIONS[language], SystemClock(), home=home(environment()))
    save_flags(session.folder, run.saved)
    begin(run, session, QUESTIONS[language])
    _say_what_next(session.folder)


def world() -> Path:
    """The folder of the fictional world in the installed package."""
    folder = Path(str(files("pathfinder.demo")))
    if not folder.is_dir():
        raise UserError(Message("demo-needs-files"))
    return folder


def _say_what_next(folder: Path) -> None:
    """How to use documents of one's own, and how to delete the session."""
    line(say(Message("next-steps")))
    short = sessions_here().short(Session(folder))
    for what, command in (
        (say(Message("step-own-documents")), 'research "YOUR QUESTION" --docs FOLDER'),
        (say(Message("step-delete-demo")), f"sessions remove {short} --yes"),
    ):
        lines([f"  {what}: {program()} {command}"], width=10_000)
