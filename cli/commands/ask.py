"""`ask`: a further question, answered from what a session has read. SDKs are loaded when it is asked."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.adapters.storage.files.layout import Session
from pathfinder.cli.commands.inspect import JsonOption, SessionOption, loaded
from pathfinder.cli.commands.write import answering, writer_of
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import as_json, line, place
from pathfinder.cli.settings.options import LengthOption, PriceOption, TextLangOption, WriterModelOption
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import ProviderFailed, UserError
from pathfinder.protocols.text.languages import language

if TYPE_CHECKING:
    from pathfinder.agents.writer import Wanted
    from pathfinder.run_config import RunConfig
    from pathfinder.writing import Writer, Written


def ask(
    question: Annotated[str, typer.Argument(help="What else to find out from what was read.")],
    session: SessionOption = None,
    lang: TextLangOption = None,
    length: LengthOption = None,
    json_: JsonOption = False,
    model: WriterModelOption = None,
    price: PriceOption = None,
) -> None:
    """Answer a further question from a session's pages, every sentence on its quotes."""
    from pathfinder.agents.writer import Wanted
    from pathfinder.protocols.answer.reading_list import ENGINE
    from pathfinder.reports.markdown.answer_lines import answer_content, answer_lines

    asked = " ".join(question.split())
    if not asked:
        raise UserError(Message("ask-question-empty"))
    found, graph = loaded(session)
    writer = writer_of(found, graph, model, tuple(price or ()))
    if writer.name == ENGINE:
        raise UserError(Message("ask-needs-model"))
    config = answering(found, length)
    wanted = Wanted(
        lang or language(asked),
        length=length or "short",
        page_tokens=config.answer.page_tokens if config.answer is not None else 0,
    )
    written = asyncio.run(_written(found, writer, asked, wanted, config))
    if written.answer is None:
        raise ProviderFailed(Message("no-answer-written", reason=written.unwritten))
    told = answer_content(written.graph, written.answer)
    if json_:
        as_json({"session": found.id, **told.model_dump(mode="json")})
        return
    for text in answer_lines(told, written.answer.language, whole=True):
        line(text)
    queries = [gap.query for gap in told.unknown if gap.query]
    if queries:
        line()
        line(say(Message("ask-further")))
        for query in queries:
            place(f"  pathfinder note --keyword {_quoted(query)} --session {found.id}")


async def _written(
    session: Session, writer: "Writer", asked: str, wanted: "Wanted", config: "RunConfig"
) -> "Written":
    from pathfinder.writing import ask_further

    try:
        return await ask_further(session, writer, asked, wanted, config)
    finally:
        await writer.close()


def _quoted(text: str) -> str:
    """A text as one argument of a POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"
