"""`backup`, `restore` and `migrate`: a session as one archive, and one of an older program as ours."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from pathfinder.adapters.storage.files.backup import SUFFIX, Manifest, members, pack
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.problems import Problem
from pathfinder.adapters.storage.files.sessions import Sessions, slug
from pathfinder.adapters.storage.files.sharing import Redaction, shared
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.adapters.storage.files.views import FileViews
from pathfinder.adapters.system import SystemClock
from pathfinder.cli.commands.inspect import SessionOption, loaded, sessions_here
from pathfinder.cli.screen.language import say, speak_of, speak_of_session
from pathfinder.cli.screen.output import line, lines
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.layers import resolve
from pathfinder.cli.settings.saved_flags import load_flags
from pathfinder.credentials import secrets
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.errors import EditRefused, GraphFileRefused, SessionRefused, UserError
from pathfinder.reading import session_files

_STAMP = len("20260101-000000")
"""How the name of every session begins."""


def backup(
    session: SessionOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="The file to write.")] = None,
    share: Annotated[
        bool, typer.Option("--share", help="For others: no logs, notes, paths of this machine, keys.")
    ] = False,
    with_texts: Annotated[
        bool, typer.Option("--with-texts", help="With --share: the texts of the pages as well.")
    ] = False,
) -> None:
    """Write a session as one archive, with the hash of every file in it."""
    if with_texts and not share:
        raise UserError(Message("with-texts-needs-share"))
    found, graph = loaded(session)
    path, disk = out or Path(f"{found.id}{'.shared' if share else ''}{SUFFIX}"), Disk()
    about = Manifest(
        session=found.id,
        question=graph.question,
        iteration=graph.iteration,
        created_at=SystemClock().now(),
        shared=share,
        texts=with_texts or not share,
        files={},
    )
    with SessionLock.take(found, disk):
        made = _shared(found, path, about, disk) if share else pack(path, about, members(found, disk), disk)
    size = sum(file.bytes for file in made.files.values())
    lines(
        [
            say(
                Message(
                    "shared-written" if share else "backup-written",
                    path=path,
                    count=len(made.files),
                    bytes=size,
                )
            )
        ],
        width=1_000,
    )
    if share and not with_texts:
        line(say(Message("shared-without-texts")))


def _shared(found: Session, path: Path, about: Manifest, disk: Disk) -> Manifest:
    """The bundle for others, once it has come back and been verified like any other."""
    had = {one.kind for one in verify(found, disk)}
    try:
        bundle = shared(found, disk, _redaction(found), session_files, texts=about.texts)
    except (GraphFileRefused, EditRefused) as error:
        if had:  # Then it is the session itself that is broken.
            raise
        raise _not_shared(found, text_of(error)) from error
    name = about.session
    if bundle.question != about.question:  # The name has words of the question in it.
        name = f"{name[:_STAMP]}-{slug(bundle.question)}"
    about = about.model_copy(update={"question": bundle.question, "session": name})
    made = pack(path, about, bundle.members, disk)
    with TemporaryDirectory(prefix="pathfinder-") as folder:
        again, _ = Sessions(Path(folder) / "home", disk).restore(path, about.created_at)
        problems = [one for one in verify(again, disk) if one.kind not in had and not _expected(one, about)]
    if problems:
        path.unlink()
        raise _not_shared(found, problems[0].where)
    return made


def _not_shared(found: Session, why: str) -> SessionRefused:
    return SessionRefused(Message("session-not-shareable", session=found.id, reason=why))


def _redaction(found: Session) -> Redaction:
    environ = environment()
    config = resolve(home(environ), environ).config
    return Redaction(list(_paths(found)), secrets(environ, config))


def _paths(found: Session) -> Iterator[str]:
    """Where things are on this machine, each as it may have got into a text."""
    known = load_flags(found.folder)
    yield from (place for place in (known.docs, known.sources) if place)
    for path in (found.folder.parent.parent, Path.cwd(), Path.home()):
        yield str(path)
        yield str(path.resolve())


def restore(path: Annotated[Path, typer.Argument(help="What `backup` wrote.")]) -> None:
    """Bring a session back from its archive, here, and check that it holds together."""
    session, manifest = sessions_here().restore(path, SystemClock().now())
    speak_of_session(session)
    problems = [problem for problem in verify(session, Disk()) if not _expected(problem, manifest)]
    lines(
        [f"{say(Message(f'problem-kind-{one.kind}'))}: {one.where}: {say(one.sentence)}" for one in problems],
        width=400,
    )
    line(
        say(Message("restored", session=session.id, iteration=manifest.iteration, question=manifest.question))
    )
    if not manifest.texts:
        line(say(Message("restored-without-texts")))
    if problems:
        line(say(Message("restored-with-problems", count=len(problems))))
        raise typer.Exit(6)
    line(say(Message("restored-whole")))


def _expected(problem: Problem, manifest: Manifest) -> bool:
    return not manifest.texts and problem.kind == "page_missing"


def migrate(
    folder: Annotated[
        Path, typer.Argument(help="A session of an older program: v1, or the deep-research skill.")
    ],
    question: Annotated[
        str | None, typer.Option("--question", help="What it researched, where that is not written there.")
    ] = None,
) -> None:
    """Make a session of an older one; the old folder is left as it is, and all of it is kept in the new."""
    from pathfinder.adapters.storage.files.migration import KEPT
    from pathfinder.adapters.storage.files.migration import migrate as run

    made = run(folder, question, sessions_here(), SystemClock().now())
    graph = made.graph
    with SessionLock.take(made.session, Disk()):
        FileViews(made.session, Disk(), session_files).write_all(graph)
    speak_of(graph)
    line(
        say(Message("migrated", version=made.older.version, session=made.session.id, question=graph.question))
    )
    counts = Message(
        "migrated-counts",
        hypotheses=len(graph.hypotheses),
        observations=len(graph.observations),
        keywords=len(graph.unexplored),
        searches=len(graph.searches),
    )
    line(say(counts))
    lines([say(Message("migrated-unknown", row=row)) for row in made.older.unread[:20]], width=400)
    kept = made.session.folder / KEPT
    line(say(Message("migrated-files", files=made.files, kept=kept)))
