"""The report of a session as Markdown, JSON, HTML, Word or PDF, all from one content.

Its first page is the answer that the session keeps. Only `--judge` asks a model where there is none yet: the
Writer, on the session's journal and budget.
"""

import asyncio
import json
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, assert_never

import typer

from pathfinder.adapters.printing import pdf_of
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.cli.commands.inspect import SessionOption, loaded
from pathfinder.cli.commands.write import answering, writer_of
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import line, lines
from pathfinder.cli.settings.options import PriceOption, TextLangOption, WriterModelOption
from pathfinder.locales.catalogue import Message, said, text_of
from pathfinder.protocols.answer.reading_list import ReadingList, is_reading_list
from pathfinder.protocols.errors import ProviderFailed, UserError
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.content.answer import ReportAnswer
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.content.judge_schema import report_json, report_schema
from pathfinder.reports.export.word import word_file
from pathfinder.reports.html import html_report
from pathfinder.reports.html.document import brief_page, printed
from pathfinder.reports.html.reading_list_page import list_html
from pathfinder.reports.markdown.brief import brief as brief_answer
from pathfinder.reports.markdown.brief import brief_markdown
from pathfinder.reports.markdown.reading_list import list_markdown, passages_of
from pathfinder.reports.markdown.report import judge_markdown, short_markdown
from pathfinder.reports.markdown.summary import Tongue, tongue_of

if TYPE_CHECKING:
    from pathfinder.writing import Writer, Written

Format = Literal["md", "html", "json", "docx", "pdf"]
FORMATS: tuple[Format, ...] = ("json", "docx", "pdf", "md", "html")
"""In this order, so that the one to open comes last: html, or else md."""


def report(
    judge: Annotated[
        bool, typer.Option("--judge", help="The whole investigation: challenges, disagreements, costs.")
    ] = False,
    format_: Annotated[
        str | None,
        typer.Option("--format", help="md (the default), html, json, docx, pdf, or several with commas."),
    ] = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="One page: answer, cases, steps, their sources.")
    ] = False,
    appendix: Annotated[
        bool, typer.Option("--appendix", help="In the PDF, verdicts and record after the answer.")
    ] = False,
    open_: Annotated[bool, typer.Option("--open", help="Open what was written.")] = False,
    lang: TextLangOption = None,
    session: SessionOption = None,
    stdout: Annotated[bool, typer.Option("--stdout", help="Write to standard output only.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the schema of report.json.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No model: code makes every sentence.")] = False,
    model: WriterModelOption = None,
    price: PriceOption = None,
) -> None:
    """Report what is known, how far it can be believed, and what stands against it."""
    if schema:
        typer.echo(report_schema(), nl=False)
        return
    wanted = _formats(format_ if format_ is not None else "md,html" if open_ else "md")
    if stdout and (len(wanted) > 1 or open_):
        raise UserError(Message("stdout-one-format"))
    if brief and "json" in wanted:
        raise UserError(Message("brief-without-json"))
    if appendix and (brief or "pdf" not in wanted):
        raise UserError(Message("appendix-needs-pdf"))
    found, graph = loaded(session)
    if is_reading_list(graph):
        if brief or not _LISTS.keys() >= set(wanted):
            raise UserError(Message("not-judged-formats"))
        _report_list(found, graph, wanted, lang, stdout=stdout, open_=open_)
        return
    from pathfinder.writing import report_of

    asked = None if plain or not judge else _WriterChoice(model, tuple(price or ()))
    written = _written(found, graph, lang, asked, plain=plain)
    made, unread = report_of(found, written, lang)
    form = _ReportForm(judge, brief, appendix, plain)
    contents = {name: _rendered(made, name, form) for name in wanted}
    if stdout:
        typer.echo(contents[wanted[0]], nl=False)
    else:
        paths = [_write(found, form.file(name), content) for name, content in contents.items()]
        for path in paths:
            lines([say(Message("report-written", path=path))], width=1_000)
        if unread:
            line(say(Message("report-pages-unread", count=unread)))
        if open_ and not webbrowser.open(paths[-1].resolve().as_uri()):
            line(say(Message("report-cannot-open", path=paths[-1])))
    if not made.has_evidence:
        typer.echo(f"pathfinder: {say(Message('no-evidence'))}", err=True)
        raise typer.Exit(1)


def _report_list(
    found: Session,
    graph: CogniGraph,
    wanted: tuple[Format, ...],
    lang: Literal["ko", "en"] | None,
    *,
    stdout: bool,
    open_: bool,
) -> None:
    """The reading list of a session that no model has judged."""
    from pathfinder.reading import list_of

    known, speak = list_of(graph), lang or tongue_of(graph)
    if stdout:
        typer.echo(_LISTS[wanted[0]](known, speak), nl=False)
    else:
        paths = write_list(found, known, speak, wanted)
        for path in paths:
            lines([say(Message("reading-list-written", path=path))], width=1_000)
        if open_ and not webbrowser.open(paths[-1].resolve().as_uri()):
            line(say(Message("report-cannot-open", path=paths[-1])))
    if not passages_of(known):
        typer.echo(f"pathfinder: {say(Message('no-evidence'))}", err=True)
        raise typer.Exit(1)


def write_list(
    found: Session, known: ReadingList, speak: Tongue, wanted: Sequence[Format]
) -> tuple[Path, ...]:
    """The reading list as files in the session's folder."""
    return tuple(_write(found, f"report.{name}", _encoded(_LISTS[name](known, speak))) for name in wanted)


def _list_json(known: ReadingList, speak: Tongue) -> str:
    told = known.model_copy(update={"engine": said(known.engine, speak)})
    return json.dumps(told.model_dump(mode="json"), indent=1) + "\n"


_LISTS: Mapping[Format, Callable[[ReadingList, Tongue], str]] = {
    "md": list_markdown,
    "html": list_html,
    "json": _list_json,
}


def _formats(written: str) -> tuple[Format, ...]:
    """The formats asked for, in our order."""
    asked = [part.strip() for part in written.split(",") if part.strip()]
    unknown = [name for name in asked if name not in FORMATS]
    if unknown or not asked:
        raise UserError(Message("report-format-unknown", names=ascii(", ".join(unknown) or written)))
    return tuple(name for name in FORMATS if name in asked)


class _WriterChoice(NamedTuple):
    """Who is to write, as the user has it."""

    model: str | None
    prices: tuple[str, ...]


def _written(
    found: Session,
    graph: CogniGraph,
    lang: Literal["ko", "en"] | None,
    asked: _WriterChoice | None,
    *,
    plain: bool,
) -> "Written":
    """The answer; whatever stands in the Writer's way, code writes and the report says why."""
    from pathfinder.writing import Written, kept_answer

    if plain:
        return Written(graph)
    kept = asyncio.run(kept_answer(found, lang))
    if asked is None or kept.answer is not None:
        return kept
    try:
        # Before the loop that asks: it may ask the server what it has in a loop of its own.
        writer = writer_of(found, graph, asked.model, asked.prices)
    except ProviderFailed as error:
        return Written(graph, unwritten=text_of(error))
    return asyncio.run(_asked(found, writer, lang))


async def _asked(found: Session, writer: "Writer", lang: Literal["ko", "en"] | None) -> "Written":
    from pathfinder.writing import ask_writer

    try:
        return await ask_writer(found, writer, lang, answering(found, None))
    finally:
        await writer.close()


def write_reports(found: Session, written: "Written", lang: Literal["ko", "en"] | None) -> tuple[Path, ...]:
    """The whole report as Markdown and as a page, at the end of a run."""
    from pathfinder.writing import report_of

    made, _ = report_of(found, written, lang)
    wanted: tuple[Format, ...] = ("md", "html")
    form = _ReportForm(judge=True)
    return tuple(_write(found, f"report.{name}", _rendered(made, name, form)) for name in wanted)


class _ReportForm(NamedTuple):
    """How much a report says."""

    judge: bool = False
    brief: bool = False
    appendix: bool = False
    plain: bool = False

    def file(self, name: Format) -> str:
        """A name of its own for each form, so that none replaces another."""
        short = name == "md" and not self.judge
        stem = "brief" if self.brief else "report-short" if short else "report"
        return f"{stem}{'-plain' if self.plain else ''}.{name}"


def _rendered(report: JudgeReport, name: Format, form: _ReportForm) -> bytes:
    """The file; JSON and HTML hold the whole content in any case."""
    if form.brief:
        return _brief(report, name)
    match name:
        case "md":
            return _encoded(judge_markdown(report) if form.judge else short_markdown(report))
        case "json":
            return _encoded(report_json(report))
        case "html":
            return _encoded(html_report(report))
        case "docx":
            return word_file(report, _answer_of(report))
        case "pdf":
            return pdf_of(printed(report, appendix=form.appendix))
        case _:
            assert_never(name)


def _brief(report: JudgeReport, name: Format) -> bytes:
    told = brief_answer(_answer_of(report), report.language)
    if name == "docx":
        return word_file(report, told)
    if name == "md":
        return _encoded(brief_markdown(report, told))
    page = brief_page(report, told)
    return pdf_of(page) if name == "pdf" else _encoded(page)


def _answer_of(report: JudgeReport) -> ReportAnswer:
    if report.answer is None:
        raise UserError(Message("no-written-answer"))
    return report.answer


def _encoded(text: str) -> bytes:
    return text.encode(errors="replace")


def _write(found: Session, name: str, content: bytes) -> Path:
    """A private file in the session's folder, whole or not at all."""
    path = found.folder / name
    Disk().write(path, content, durable=False)
    return path
