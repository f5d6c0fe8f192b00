"""`recall`: an iteration of long ago, or every place where words stand."""

from pathlib import Path
from typing import Annotated

import typer

from pathfinder.adapters.storage.files.archive import read_archive
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.cli.commands.inspect import JsonOption, SessionOption, sessions_here
from pathfinder.cli.screen.language import say, speak_of_session, speaking
from pathfinder.cli.screen.output import as_json, line, lines
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.reports.markdown.recalled import recalled_lines

KINDS = ("search", "keyword", "failure")
"""What was found in an archive that has no name of its own."""


def recall(
    what: Annotated[str, typer.Argument(help="The number of an iteration, or words to look for.")],
    session: SessionOption = None,
    json_: JsonOption = False,
) -> None:
    """The archive of an iteration, or where words stand in the archives and the stored pages."""
    found, disk = sessions_here().resolve(session), Disk()
    speak_of_session(found)
    if what.strip().isascii() and what.strip().isdigit():
        _iteration(found.archive(int(what)), int(what), found.id, json_=json_)
        return
    from pathfinder.adapters.storage.files.recall import recall as search

    places = search(found, what, disk)
    if json_:
        as_json({"session": found.id, "words": what, "found": [place._asdict() for place in places]})
        return
    for place in places:
        where = say(Message("page-number", hash=place.where[:12]) if place.is_page else place.where)
        what = say(Message(f"recall-kind-{place.what}")) if place.what in KINDS else place.what
        lines([f"{where}, {what}", f"    {place.text}"], width=500)
    if not places:
        line(say(Message("recall-nothing")))


def _iteration(path: Path, number: int, session: str, *, json_: bool) -> None:
    if Disk().stat(path) is None:
        raise UserError(Message("no-such-iteration", session=session, number=number))
    archive = read_archive(Disk().read(path), str(path))
    if json_:
        as_json(archive.model_dump(mode="json"))
        return
    lines(recalled_lines(number, archive.edits, speaking()), width=400)
