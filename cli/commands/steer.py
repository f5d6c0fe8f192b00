"""Commands to a session, running elsewhere or not: pause, stop, note, budget, and rebuild of its views."""

from collections.abc import Sequence
from math import isfinite
from typing import Annotated, Literal

import typer

from pathfinder.adapters.storage.files.control import send
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.lock import SessionLock, owner
from pathfinder.adapters.storage.files.views import FileViews
from pathfinder.cli.commands.inspect import SessionOption, loaded, sessions_here
from pathfinder.cli.screen.language import say, speak_of_session
from pathfinder.cli.screen.output import line, money
from pathfinder.cli.settings.saved_flags import load_flags, save_flags
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Command
from pathfinder.protocols.errors import UserError
from pathfinder.reading import session_files


def pause(session: SessionOption = None) -> None:
    """Ask the running session to pause: calls in flight come home, then it ends and can be resumed."""
    _ask(session, "pause")


def stop(
    session: SessionOption = None,
    done: Annotated[bool, typer.Option("--done", help="The research is complete.")] = False,
) -> None:
    """Ask the running session to stop."""
    _ask(session, "done" if done else "stop")


def _ask(name: str | None, kind: Literal["pause", "stop", "done"]) -> None:
    session = sessions_here().resolve(name)
    speak_of_session(session)
    pid = owner(session, Disk())
    if pid is None:
        raise UserError(Message("session-not-running", session=session.id))
    send(session, Command(kind=kind), Disk())
    asked = "end" if kind == "done" else kind
    line(say(Message(f"asked-to-{asked}", pid=str(pid))))


NoteArgument = Annotated[str | None, typer.Argument(help="A hint for the lead.")]
KeywordOption = Annotated[
    list[str] | None, typer.Option("--keyword", help="A direction to search; may be repeated.")
]
HypothesisOption = Annotated[
    list[str] | None, typer.Option("--hypothesis", help="A claim of your own to test; may be repeated.")
]


def note(
    text: NoteArgument = None,
    keyword: KeywordOption = None,
    hypothesis: HypothesisOption = None,
    session: SessionOption = None,
) -> None:
    """Leave the session a hint, a keyword or a hypothesis; they count from the next iteration on."""
    commands = noted(text, keyword, hypothesis)
    found = sessions_here().resolve(session)
    for command in commands:
        send(found, command, Disk())
    speak_of_session(found)
    heard = "noted" if owner(found, Disk()) is not None else "noted-for-later"
    line(say(Message(heard, session=found.id, kinds=kinds_of(commands))))


def noted(text: str | None, keyword: list[str] | None, hypothesis: list[str] | None) -> list[Command]:
    """What a note says, as commands to a session; UserError if it says nothing."""
    said: tuple[tuple[Literal["note", "keyword", "hypothesis"], list[str]], ...] = (
        ("note", [] if text is None else [text]),
        ("keyword", keyword or []),
        ("hypothesis", hypothesis or []),
    )
    commands = [
        Command(kind=kind, text=" ".join(one.split())[:1_000]) for kind, texts in said for one in texts
    ]
    if not commands or not all(command.text for command in commands):
        raise UserError(Message("note-empty"))
    return commands


def kinds_of(commands: Sequence[Command]) -> str:
    """Which kinds of commands these are, for people."""
    return ", ".join(say(Message(f"note-kind-{command.kind}")) for command in commands)


def budget(
    dollars: Annotated[float, typer.Argument(min=0, max=1_000_000, help="Dollars, at most.")],
    session: SessionOption = None,
) -> None:
    """Give the running session another budget; it counts from the next call on."""
    if not isfinite(dollars):
        raise UserError(Message("budget-is-no-amount"))
    found = sessions_here().resolve(session)
    speak_of_session(found)
    pid = owner(found, Disk())
    if pid is None:
        raise UserError(Message("budget-session-not-running", session=found.id))
    run, wanted = glance(found, Disk()).run, round(dollars * 1_000_000)
    spent = run.spend.total_usd_micros + run.open_usd_micros
    if wanted < spent:
        raise UserError(Message("budget-below-spent", session=found.id, spent=money(spent)))
    # Remembered first: a run that is killed before its iteration closes resumes with it.
    save_flags(found.folder, load_flags(found.folder).with_budget(dollars, run.limits))
    send(found, Command(kind="budget", usd_micros=wanted), Disk())
    line(say(Message("budget-given", process=str(pid), budget=money(wanted))))


def rebuild(session: SessionOption = None) -> None:
    """Write all views of a session anew from its record."""
    found, graph = loaded(session)
    with SessionLock.take(found, Disk()):
        changed = FileViews(found, Disk(), session_files).write_all(graph)
    line(say(Message("views-written", session=found.id, count=len(changed))))
