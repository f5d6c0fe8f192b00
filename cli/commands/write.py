"""Commands that write from what is known: thesis, export, diff. SDKs are loaded only for a Writer."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.folded import chapters
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.system import system_reason
from pathfinder.cli.commands.inspect import JsonOption, SessionOption, loaded
from pathfinder.cli.screen.language import say, speaking
from pathfinder.cli.screen.output import as_json, line, lines, place
from pathfinder.cli.settings.allowed import left_out
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.layers import resolve
from pathfinder.cli.settings.options import LengthOption, PriceOption, TextLangOption, WriterModelOption
from pathfinder.cli.settings.saved_flags import load_flags
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.content.judge_record import NO_MODEL
from pathfinder.reports.export.formats import FORMATS, format_named
from pathfinder.reports.markdown.diff import difference, difference_json, difference_lines
from pathfinder.reports.markdown.interim import has_evidence
from pathfinder.reports.markdown.reading_list import list_markdown, passages_of
from pathfinder.reports.markdown.summary import tongue_of

if TYPE_CHECKING:
    from pathfinder.run_config import RunConfig
    from pathfinder.writing import Thesis, Writer

THESIS = "thesis.md"
READING_LIST = "reading-list.md"
EXPORTS = "exports"


def thesis(
    session: SessionOption = None,
    lang: TextLangOption = None,
    stdout: Annotated[bool, typer.Option("--stdout", help="Write to standard output only.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file instead.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No model: sentences are quotes.")] = False,
    length: LengthOption = None,
    model: WriterModelOption = None,
    price: PriceOption = None,
) -> None:
    """Write what is known as a thesis, every sentence with the observations it rests on."""
    if stdout and out is not None:
        raise UserError(Message("stdout-or-out"))
    found, graph = loaded(session)
    if is_reading_list(graph):
        _write_list(found, graph, lang, out=out, stdout=stdout)
        return
    wanted = answering(found, length)
    made = None if plain else _current(found, lang, wanted)
    if made is None:
        writer = None if plain else writer_of(found, graph, model, tuple(price or ()))
        made = asyncio.run(made_thesis(found, writer, lang, wanted))
    if stdout:
        typer.echo(made.text, nl=False)
    else:
        path = out or found.folder / THESIS
        _write(path, made.text, ours=out is None)
        place(say(Message("thesis-written", path=path)))
        _say_how(made)
    if not has_evidence(made.graph):
        typer.echo(f"pathfinder: {say(Message('no-evidence'))}", err=True)
        raise typer.Exit(1)


def _current(found: Session, lang: Literal["ko", "en"] | None, wanted: "RunConfig") -> "Thesis | None":
    """The thesis with the answer that is kept, if it is current: then no server is contacted."""
    from pathfinder.writing import current_answer, thesis_of

    written = asyncio.run(current_answer(found, lang, wanted))
    return None if written is None else thesis_of(found, written, lang)


def _write_list(
    found: Session, graph: CogniGraph, lang: Literal["ko", "en"] | None, *, out: Path | None, stdout: bool
) -> None:
    """The reading list instead of a thesis: nothing was judged, so nothing is concluded."""
    from pathfinder.reading import list_of

    known = list_of(graph)
    text = list_markdown(known, lang or tongue_of(graph))
    if stdout:
        typer.echo(text, nl=False)
    else:
        path = out or found.folder / READING_LIST
        _write(path, text, ours=out is None)
        place(say(Message("reading-list-written", path=path)))
    if not passages_of(known):
        typer.echo(f"pathfinder: {say(Message('no-evidence'))}", err=True)
        raise typer.Exit(1)


def _say_how(made: "Thesis") -> None:
    if made.unwritten:
        line(say(Message("thesis-by-code", reason=made.unwritten)))
    elif made.answer is not None and made.answer.dropped:
        line(say(Message("thesis-sentences-dropped", count=len(made.answer.dropped))))


async def made_thesis(
    session: Session,
    writer: "Writer | None",
    lang: Literal["ko", "en"] | None,
    config: "RunConfig | None" = None,
) -> "Thesis":
    """The thesis of a session, written by the writer, or by code alone if there is none."""
    from pathfinder.writing import write_thesis

    if writer is None:
        return await write_thesis(session, None, lang)
    try:
        return await write_thesis(session, writer, lang, config)
    finally:
        await writer.close()


def answering(found: Session, length: Literal["short", "normal", "full"] | None) -> "RunConfig":
    """How an answer is to be written: as the user says now, or as the session and the config have it."""
    from pathfinder.run_config import Answering, RunConfig

    saved = load_flags(found.folder)
    wanted = resolve(home(environment()), environment(), session=saved.layer()).config.research
    asked = Answering(length or wanted.answer_length, wanted.answer_page_tokens, as_kept=length is None)
    return RunConfig(answer=asked, quick=saved.quick)


def writer_of(found: Session, graph: CogniGraph, model: str | None, prices: tuple[str, ...]) -> "Writer":
    """Who writes: whoever is named, or who researched; what was free stays free, key or no key."""
    from pathfinder.assembly import assemble_writer
    from pathfinder.cli.settings.contact import contacted
    from pathfinder.run_config import EMBEDDED, RunConfig

    if model is None and NO_MODEL in graph.run.engine:
        model = EMBEDDED
    flags = {} if model is None else {"models.all": model}
    saved = load_flags(found.folder)
    known = resolve(home(environment()), environment(), flags, session=saved.layer())
    left_out(known.wishes)
    config = RunConfig.from_settings(known.config, environ=environment(), prices=prices)
    return assemble_writer(contacted(config))


def export(
    names: Annotated[
        list[str] | None, typer.Argument(help="evidence.csv, sources.csl.json, .bib, .ris, graph.graphml.")
    ] = None,
    format_: Annotated[
        str | None, typer.Option("--format", help="csv,csl,bibtex,ris,graphml; all, if nothing is named.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Folder to write to.")] = None,
    session: SessionOption = None,
) -> None:
    """Write a session's evidence and sources as files for other programs."""
    asked = [*(names or ()), *(part.strip() for part in (format_ or "").split(",") if part.strip())]
    saved = dict.fromkeys(_format(name) for name in asked) or dict.fromkeys(FORMATS)
    found, graph = loaded(session)
    folder = out or found.folder / EXPORTS
    for name in saved:
        known = FORMATS[name]
        _write(folder / known.file, known.render(graph), ours=out is None)
        place(f"{folder / known.file}: {say(Message(known.what))}")


def _format(name: str) -> str:
    known = format_named(name)
    if known is None:
        raise UserError(Message("format-unknown", name=ascii(name), names=", ".join(FORMATS)))
    return known


def diff(
    first: Annotated[int, typer.Argument(metavar="I", help="An iteration; 0 is before the first.")],
    second: Annotated[int, typer.Argument(metavar="J", help="A later one.")],
    session: SessionOption = None,
    json_: JsonOption = False,
) -> None:
    """What changed from one closed iteration to a later one."""
    found, graph = loaded(session)
    before, after = _graphs(found, graph, first, second)
    known = difference(before, after)
    if json_:
        as_json({"session": found.id, **difference_json(known)})
    else:
        lines(difference_lines(known, speaking()), width=400)


def _graphs(session: Session, graph: CogniGraph, first: int, second: int) -> tuple[CogniGraph, CogniGraph]:
    """The graphs after two iterations, folded from the archives."""
    if second > graph.iteration or first >= second:
        raise UserError(Message("diff-iterations-wrong", session=session.id, iteration=graph.iteration))
    kept = {
        chapter.number: chapter.after
        for chapter in chapters(session, second, Disk())
        if chapter.number in (first, second)
    }
    if first not in kept:
        raise UserError(Message("record-too-short", session=session.id, iteration=first))
    return kept[first], kept[second]


def _write(path: Path, text: str, *, ours: bool) -> None:
    """In our folder a private file, whole or not at all; elsewhere as the user's system has it.

    Half characters, which no file can hold, become question marks.
    """
    data = text.encode(errors="replace")
    if ours:
        Disk().make_folder(path.parent)
        Disk().write(path, data, durable=False)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise UserError(Message("cannot-write", path=path, reason=system_reason(error))) from error
