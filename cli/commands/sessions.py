"""`sessions`: list, show, switch, remove."""

import sys
from typing import Annotated

import typer

from pathfinder.adapters.storage.files.sessions import SessionLine, short_ids
from pathfinder.cli.commands.inspect import JsonOption, sessions_here, status
from pathfinder.cli.screen.language import say, speak_of_session
from pathfinder.cli.screen.output import as_json, hung, line, lines
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError

NamedSession = Annotated[str, typer.Argument(help="Id of a session, or how it begins.")]
app = typer.Typer(name="sessions", help="The sessions of this folder.", invoke_without_command=True)


@app.callback()
def sessions(context: typer.Context, json_: JsonOption = False) -> None:
    """The sessions of this folder, the latest first."""
    if context.invoked_subcommand is None:
        listed(json_)


@app.command(name="list")
def listed(json_: JsonOption = False) -> None:
    """All of them, the latest first: the question, and the id as short as a command takes it."""
    known = sessions_here().lines()
    if json_:
        as_json({"sessions": [_row(session) for session in known]})
        return
    if not known:
        line(say(Message("no-sessions")))
    short = short_ids(session.id for session in known)
    for session in known:
        mark = "*" if session.current else " "
        told = say(
            Message(
                "session-state",
                status=Message(f"session-state-{session.status}"),
                iteration=session.iteration,
            )
        )
        hung(f"{mark} ", session.question or session.reason)
        lines([f"  {short[session.id]}  {told}"])


def _row(session: SessionLine) -> dict[str, object]:
    return {
        "id": session.id,
        "question": session.question,
        "iteration": session.iteration,
        "status": session.status,
        "current": session.current,
        "updated": session.updated.isoformat(timespec="seconds"),
    }


@app.command()
def show(
    session: Annotated[
        str | None, typer.Argument(help="Id of a session, or how it begins; the current one if left out.")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Where one session stands."""
    status(session, json_)


@app.command()
def switch(session: NamedSession) -> None:
    """Make a session the current one."""
    known = sessions_here()
    found = known.resolve(session)
    known.switch(found)
    speak_of_session(found)
    line(say(Message("current-session", session=found.id)))


@app.command()
def remove(
    session: NamedSession,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    trash: Annotated[bool, typer.Option("--trash", help="Move it to the folder `trash` instead.")] = False,
) -> None:
    """Delete a session with all it holds; not one that is running."""
    known = sessions_here()
    found = known.resolve(session)
    about = next((row for row in known.lines() if row.id == found.id), None)
    speak_of_session(found)
    if trash:
        line(say(Message("moved-to-trash", path=known.discard(found))))
        return
    told = f"{found.id} ({about.question})" if about else found.id
    if not yes:
        if not sys.stdin.isatty():
            raise UserError(Message("delete-needs-yes", session=found.id))
        if not typer.confirm(say(Message("delete-really", session=told)), default=False):
            line(say(Message("nothing-deleted")))
            return
    known.remove(found)
    line(say(Message("deleted", session=told)))
