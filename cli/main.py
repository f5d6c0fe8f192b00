"""The `pathfinder` command: registers the commands and turns our errors into exit codes.

A command is a line in `COMMANDS`, which repeats the first line of its docstring, and a Korean help text in
`locales/ko/help.ftl` (`tests/unit/cli/test_lazily.py`, `tests/cli/test_only_korean.py`).

No thread may compute before the first call of a model is answered: it would hold up the loading of the SDK.
"""

import errno
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from traceback import format_exception
from typing import Annotated, ClassVar

import typer

from pathfinder.cli.lazily import CommandPlace, listed
from pathfinder.cli.screen.help import HELP_OPTIONS, Speaking

COMMANDS: dict[str, tuple[str, str]] = {
    "research": ("research", "Research a question until it is stopped, or a limit is reached."),
    "resume": ("research", "Go on with a session where it stands; no finished call is repeated."),
    "demo": ("demo", "List passages from a fictional world's documents, without a key or a network."),
    "tour": ("tour", "Replay a recorded session with a model's answers on the documents of the demo."),
    "batch": ("batch", "Research many questions at once, --budget for all together; run it again to go on."),
    "worker": (
        "worker",
        "Work for the fleet until told to stop (Ctrl-C, SIGTERM); a supervisor should start it again.",
    ),
    "pause": (
        "steer",
        "Ask the running session to pause: calls in flight come home, then it ends and can be resumed.",
    ),
    "stop": ("steer", "Ask the running session to stop."),
    "note": (
        "steer",
        "Leave the session a hint, a keyword or a hypothesis; they count from the next iteration on.",
    ),
    "budget": ("steer", "Give the running session another budget; it counts from the next call on."),
    "status": ("inspect", "Where a session stands: iterations, evidence, verdicts, cost, failures."),
    "cost": ("cost", "What a session has cost, by role, engine and iteration, and how far the budget goes."),
    "switch": ("sessions", "Make a session the current one."),
    "show": ("inspect", "One observation, hypothesis or page, with its words."),
    "explain": ("inspect", "Why a hypothesis is as strong as it is: each term, each step of its verdict."),
    "thesis": (
        "write",
        "Write what is known as a thesis, every sentence with the observations it rests on.",
    ),
    "ask": (
        "ask",
        "Answer a further question from a session's pages, every sentence on its quotes.",
    ),
    "report": ("report", "Report what is known, how far it can be believed, and what stands against it."),
    "export": ("write", "Write a session's evidence and sources as files for other programs."),
    "diff": ("write", "What changed from one closed iteration to a later one."),
    "logs": ("inspect", "The log of a session, one JSON object a line."),
    "verify": ("inspect", "Does the session on disk hold together? Reads everything, changes nothing."),
    "recheck": (
        "recheck",
        "Fetch the cited pages again: same, changed, dead or retracted, and do the quotes still stand?",
    ),
    "rejudge": (
        "rejudge",
        "Judge a session's evidence again with another model, and compare. The session is not changed.",
    ),
    "rebuild": ("steer", "Write all views of a session anew from its record."),
    "recall": (
        "recall",
        "The archive of an iteration, or where words stand in the archives and the stored pages.",
    ),
    "backup": ("backup", "Write a session as one archive, with the hash of every file in it."),
    "restore": ("backup", "Bring a session back from its archive, here, and check that it holds together."),
    "migrate": (
        "backup",
        "Make a session of an older one; the old folder is left as it is, and all of it is kept in the new.",
    ),
    "schema": ("schema", "Print the schema of a file, or the names of all."),
    "doctor": (
        "doctor",
        "Look at this machine: what works here, and what answers.",
    ),
    "sessions": ("sessions", "The sessions of this folder."),
    "serve": ("serve", "Serve a page to start, watch, steer and read research, and an HTTP API."),
    "config": ("config", "The settings: what holds, where it comes from, a file to start from."),
    "mcp": (
        "mcp",
        "Serve research to MCP clients such as coding agents, over stdin and stdout or HTTP.",
    ),
    "fleet": ("fleet", "Many questions on many machines, over one PostgreSQL."),
}
"""The module of each, and the first line of its own help."""
_NO_OUTPUT = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EPIPE})
"""Why standard output may fail; files of ours have errors of their own."""
GROUPS = ("sessions", "config", "fleet")
"""Those that have commands of their own."""


PANELS = {
    "Research": ("research", "resume", "demo", "tour", "batch", "serve"),
    "A running session": ("pause", "stop", "note", "budget"),
    "Read": ("status", "show", "explain", "ask", "report", "thesis", "diff", "recall", "cost"),
    "Sessions and files": (
        "sessions", "switch", "export", "backup", "restore", "migrate", "verify", "rebuild", "logs", "schema",
    ),
    "Check again": ("recheck", "rejudge"),
    "This machine and others": ("doctor", "config", "mcp", "fleet", "worker"),
}  # fmt: skip
"""How help groups the commands."""


class Pathfinder(Speaking):
    """The commands of `pathfinder`."""

    later: ClassVar[Mapping[str, CommandPlace]] = {
        name: CommandPlace(
            f"pathfinder.cli.commands.{COMMANDS[name][0]}",
            "app" if name in GROUPS else name,
            COMMANDS[name][1],
            panel,
        )
        for panel, names in PANELS.items()
        for name in names
    }


app = typer.Typer(
    name="pathfinder",
    cls=Pathfinder,
    help="Deep research whose every claim rests on words found on a stored page.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": list(HELP_OPTIONS)},
)


@app.callback(invoke_without_command=True)
def pathfinder(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if show_version:
        from importlib.metadata import version

        typer.echo(f"pathfinder {version('pathfinder-research')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        return
    from pathfinder.cli.screen.language import speak

    speak(None)


listed(app, Pathfinder.later)


def run(*first: str) -> None:
    """The entry point of the installed script; it always ends the process."""
    _without_closed_streams()
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


def _without_closed_streams() -> None:
    """Somebody who closes the output wants to read nothing; the command works all the same."""
    nowhere = Path(os.devnull)
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")


def exit_code_of(command: Callable[[], object]) -> int | str | None:
    """Run the command; an error becomes one line on stderr and its exit code, never a traceback."""
    try:
        try:
            command()
        except SystemExit as end:
            sys.stdout.flush()
            return end.code
        sys.stdout.flush()
    except KeyboardInterrupt:
        from pathfinder.cli.screen.language import say
        from pathfinder.locales.catalogue import Message

        told = say(Message("ended-at-once"))
        typer.echo(f"pathfinder: {told}", err=True)
        return 3
    except Exception as error:  # noqa: BLE001  (the outermost edge: a bug is told in a sentence, its trace kept)
        with suppress(OSError):  # Where nothing can be written, the exit code has to do.
            return _report_error(error)
        return 6
    return 0


def _report_error(error: Exception) -> int:
    """Say what went wrong; the exit code."""
    from pathfinder.cli.screen.language import say
    from pathfinder.locales.catalogue import Message, text_of
    from pathfinder.protocols.errors import PathfinderError

    if isinstance(error, PathfinderError):
        typer.echo(f"pathfinder: {_one_line(say(text_of(error)))}", err=True)
        return error.exit_code
    if isinstance(error, OSError) and error.filename is None and error.errno in _NO_OUTPUT:
        # Python would try to write the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        from pathfinder.adapters.system import system_reason

        told = say(Message("output-not-writable", reason=system_reason(error)))
        typer.echo(f"pathfinder: {told}", err=True)
        return 6
    typer.echo(f"pathfinder: {_one_line(_bug_report(error))}", err=True)
    return 1


def _bug_report(bug: Exception) -> str:
    """A sentence on a bug. Its trace, without the values of variables, goes to a file."""
    from pathfinder.cli.screen.language import say
    from pathfinder.locales.catalogue import Message

    fault = Message("our-fault", kind=type(bug).__name__, detail=bug)
    try:
        with NamedTemporaryFile(
            "w", prefix="pathfinder-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            file.writelines(format_exception(bug))
    except OSError:
        return say(Message("report-our-fault", fault=fault))
    return say(Message("report-our-fault-with", fault=fault, path=file.name))


def _one_line(text: str) -> str:
    # An error may quote what came from outside; it must not move the cursor or colour the terminal.
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
