"""The `pathfinder` command: registers the commands and turns our errors into exit codes."""

import signal
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from tempfile import NamedTemporaryFile
from traceback import format_exception
from typing import Annotated

import typer

from pathfinder.cli.batch import batch
from pathfinder.cli.configuring import app as config
from pathfinder.cli.costs import cost
from pathfinder.cli.doctor import doctor
from pathfinder.cli.fleet import app as fleet
from pathfinder.cli.fleet import worker
from pathfinder.cli.helping import Speaking
from pathfinder.cli.keeping import backup, migrate, restore
from pathfinder.cli.looking import explain, logs, show, status, verify
from pathfinder.cli.recalling import recall
from pathfinder.cli.recheck import recheck
from pathfinder.cli.rejudging import rejudge
from pathfinder.cli.reporting import report
from pathfinder.cli.running import research, resume
from pathfinder.cli.schemas import schema
from pathfinder.cli.sessions import app as sessions
from pathfinder.cli.sessions import switch
from pathfinder.cli.speaking import say, speak
from pathfinder.cli.steering import note, pause, rebuild, stop
from pathfinder.cli.writing import diff, export, thesis
from pathfinder.protocols.errors import PathfinderError

app = typer.Typer(
    name="pathfinder",
    help="Deep research whose every claim rests on words found on a stored page.",
    pretty_exceptions_enable=False,
    cls=Speaking,
)


@app.callback(invoke_without_command=True)
def pathfinder(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    speak(None)
    if show_version:
        typer.echo(f"pathfinder {version('pathfinder-research')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for command in (
    research,
    resume,
    batch,
    worker,
    pause,
    stop,
    note,
    status,
    cost,
    switch,
    show,
    explain,
    thesis,
    report,
    export,
    diff,
    logs,
    verify,
    recheck,
    rejudge,
    rebuild,
    recall,
    backup,
    restore,
    migrate,
    schema,
    doctor,
):
    app.command()(command)
app.add_typer(sessions)
app.add_typer(config)
app.add_typer(fleet)


def run(*first: str) -> None:
    """The entry point of the installed script; it always ends the process."""
    code = exit_code_of(partial(app, [*first, *sys.argv[1:]], prog_name="pathfinder"))
    # All is said and saved: an impatient Ctrl-C must not turn the exit code into a signal.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


def run_research() -> None:
    """`pathfinder-research QUESTION` is `pathfinder research QUESTION`."""
    run("research")


def run_status() -> None:
    """`pathfinder-status` is `pathfinder status`."""
    run("status")


def run_thesis() -> None:
    """`pathfinder-thesis` is `pathfinder thesis`."""
    run("thesis")


def exit_code_of(command: Callable[[], object]) -> int:
    """Run the command; an error becomes one line on stderr and its exit code, never a traceback."""
    try:
        command()
    except PathfinderError as error:
        typer.echo(f"pathfinder: {_one_line(say(str(error)))}", err=True)
        return error.exit_code
    except KeyboardInterrupt:
        told = say("Ended at once; `pathfinder resume` goes on where it was.")
        typer.echo(f"pathfinder: {told}", err=True)
        return 3
    except Exception as bug:  # noqa: BLE001  (the outermost edge: a bug is told in a sentence, its trace kept)
        typer.echo(f"pathfinder: {_one_line(_kept(bug))}", err=True)
        return 1
    return 0


def _kept(bug: Exception) -> str:
    """A sentence on a bug. Its trace, without the values of variables, goes to a file."""
    what = f"This is a fault of Pathfinder ({type(bug).__name__}: {bug})"
    try:
        with NamedTemporaryFile(
            "w", prefix="pathfinder-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            file.writelines(format_exception(bug))
    except OSError:
        return f"{what}; please report it."
    return f"{what}; please report it with {file.name}."


def _one_line(text: str) -> str:
    # An error may quote what came from outside; it must not move the cursor or colour the terminal.
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
