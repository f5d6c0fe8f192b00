"""`ask`: a further question, answered from what a session has read. SDKs are loaded when it is asked."""

import asyncio
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pathfinder.adapters.storage.files.layout import Session
from pathfinder.cli.commands.inspect import JsonOption, SessionOption, loaded
from pathfinder.cli.commands.write import answering, speaker_of
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import as_json, line, place
from pathfinder.cli.settings.options import LengthOption
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import ProviderFailed, UserError
from pathfinder.protocols.text.languages import language

if TYPE_CHECKING:
    from pathfinder.agents.writer import Wanted
    from pathfinder.cli.settings.engines import Speaker
    from pathfinder.wiring import Options
    from pathfinder.writing import Written


def ask(
    question: Annotated[str, typer.Argument(help="What else to find out from what was read.")],
    session: SessionOption = None,
    lang: Annotated[
        Literal["ko", "en"] | None, typer.Option("--lang", help="Language of the text (the question's).")
    ] = None,
    length: LengthOption = None,
    json_: JsonOption = False,
    model: Annotated[str | None, typer.Option("--model", help="The model that writes.")] = None,
    price: Annotated[
        list[str] | None, typer.Option("--price", help="MODEL=INPUT,OUTPUT, dollars per million tokens.")
    ] = None,
) -> None:
    """Answer a further question from a session's pages, every sentence on its quotes."""
    from pathfinder.agents.writer import Wanted
    from pathfinder.protocols.answer.reading_list import ENGINE
    from pathfinder.reports.markdown.answer_lines import answer_lines, told_of

    asked = " ".join(question.split())
    if not asked:
        raise UserError(Message("ask-question-empty"))
    found, graph = loaded(session)
    speaker = speaker_of(found, graph, model, tuple(price or ()))
    if speaker.name == ENGINE:
        raise UserError(Message("ask-needs-model"))
    options = answering(found, length)
    wanted = Wanted(
        lang or language(asked),
        length=length or "short",
        page_tokens=options.answer.page_tokens if options.answer is not None else 0,
    )
    written = asyncio.run(_written(found, speaker, asked, wanted, options))
    if written.answer is None:
        raise ProviderFailed(Message("no-answer-written", reason=written.unwritten))
    told = told_of(written.graph, written.answer)
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
    session: Session, speaker: "Speaker", asked: str, wanted: "Wanted", options: "Options"
) -> "Written":
    from pathfinder.writing import Writer, ask_further

    try:
        writer = Writer(speaker.attempt, speaker.name)
        return await ask_further(session, writer, asked, wanted, options)
    finally:
        await speaker.close()


def _quoted(text: str) -> str:
    """A text as one argument of a POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"
