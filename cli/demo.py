"""`demo`: research a fictional world whose documents are part of the package."""

import asyncio
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

import typer

from pathfinder.cli.choices import Choices
from pathfinder.cli.looking import loaded
from pathfinder.cli.remembered import Remembered, remember
from pathfinder.cli.running import ready_for, resolved_for
from pathfinder.cli.settings import environment, home
from pathfinder.cli.shown import as_typed, line, lines, place, program
from pathfinder.cli.speaking import say, speak, speaking
from pathfinder.cli.writing import made_thesis, speaker_of
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.graph import CogniGraph
from pathfinder.reports.summary import Tongue

QUESTIONS: dict[Tongue, str] = {
    "en": "Do tidal-glass roofs keep Veyran houses cooler, and what are their costs, drawbacks and risks?",
    "ko": "조석유리 지붕은 베이라의 집을 정말 시원하게 해 주며, 비용과 단점과 위험은 무엇인가?",
}


def demo(
    lang: Annotated[
        Literal["ko", "en"] | None, typer.Option("--lang", help="Language of the question.")
    ] = None,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="End after so many.")] = 8,
) -> None:
    """Research a fictional world without a key or a network, and print its thesis."""
    from pathfinder.adapters.system import SystemClock
    from pathfinder.running import start

    language = lang or speaking()
    speak(language)
    world = _world()
    choices = Choices(
        docs=world / "corpus",
        sources=world / "sources.toml",
        trust_front_matter=True,
        engine="local",
        model="embedded",
        parallel=5,
        iterations=iterations,
    )
    ready = ready_for(Remembered().over(choices), resolved_for(choices), choices)
    documents = sum(path.suffix != ".meta" for path in (world / "corpus").iterdir())
    place(say(f"The {documents} documents of a fictional world are in {world / 'corpus'}"))
    session = start(QUESTIONS[language], SystemClock(), home=home(environment()))
    remember(session.folder, ready.chosen)
    ready.begin(session, QUESTIONS[language])

    found, graph = loaded(session.id)
    made = asyncio.run(made_thesis(found, speaker_of(found, graph, None, ()), None))
    typer.echo(as_typed(f"\n{made.text}"))
    _say_what_next(found.folder, graph)


def _world() -> Path:
    """The folder of the fictional world in the installed package."""
    folder = Path(str(files("pathfinder.demo")))
    if not folder.is_dir():
        raise UserError("The demo reads its documents from files; install Pathfinder with pip, pipx or uv.")
    return folder


def _say_what_next(folder: Path, graph: CogniGraph) -> None:
    """Where the session is, and commands that look into it."""
    claim, quote = next(iter(graph.findings or graph.hypotheses)), next(iter(graph.observations))
    place(say(f"The session of this demo is in {folder.resolve()}"))
    line(say("Commands that look into it:"))
    for what, command in (
        (say("The words behind an observation"), f"show {quote}"),
        (say("How a verdict was reached"), f"explain {claim}"),
        (say("The whole investigation as a web page"), "report --judge --format html"),
        (say("Delete the session of this demo"), f"sessions remove {folder.name} --yes"),
    ):
        lines([f"  {what}: {program()} {command}"], width=10_000)
