"""The two that answer: Pathfinder through its library, and a plain agent that reads the same text."""

import re
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from time import monotonic
from urllib.parse import unquote

from bench.eval.calls import Calls
from bench.eval.cases import Case
from bench.eval.questions import AskPlain, PlainTurn
from pathfinder import research
from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.system import SystemClock
from pathfinder.answering import stored_answer
from pathfinder.batch_state import load
from pathfinder.library import Result
from pathfinder.locales.catalogue import translator
from pathfinder.protocols.errors import BudgetExceeded, SourceUnreachable
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import ReaderTag
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.reader_tags import reader_tag, standing_for_readers
from pathfinder.reports.markdown.answer_lines import answer_content, answer_lines

TURN_CHARACTERS = 500_000
"""Of files that the plain agent is shown in one turn; about 125,000 tokens."""
_LABEL = re.compile(r"\[(\d+)[a-z]+\]")


class Answer(Frozen):
    """A report as the graders see it: whoever wrote it, it cites files by numbers in brackets."""

    text: str
    sources: tuple[str, ...]
    """Names of files: [1] is the first."""
    usd_micros: int
    seconds: float
    ended: str = ""
    """Why there is no whole answer."""


class ToldClaim(Frozen):
    """A claim of a session, and how sure its readers are told it is."""

    text: str
    tag: ReaderTag
    sources: tuple[str, ...]
    """Names of the files that it rests on, those that speak against it too."""


async def texts(case: Case) -> Mapping[str, str]:
    """The text of every document by its name, as the product reads it."""
    folder = Folder(case.documents, default_table(), SystemClock())
    found = {}
    try:
        await folder.refresh()
        for path in sorted(case.documents.rglob("*")):
            name = str(path.relative_to(case.documents))
            try:
                found[name] = (await folder.page(f"file:{name}")).text
            except SourceUnreachable:
                continue
    finally:
        folder.close()
    return found


async def pathfinder(
    case: Case, home: Path, model: str | None, iterations: int, budget_usd: float, environ: Mapping[str, str]
) -> Answer:
    """A session of its own, gone on with where it was killed. Only the end of the budget is no error."""
    begun = monotonic()
    known = Sessions(home, Disk()).lines()
    result = await research(
        case.question,
        docs=case.documents,
        model=model,
        budget=budget_usd,
        iterations=iterations,
        allow_remote=True,
        home=home,
        environ=environ,
        session=Sessions(home, Disk()).resolve() if known else None,
    )
    if result.error is not None and not isinstance(result.error, BudgetExceeded):
        raise result.error
    ended = "" if result.error is None else str(result.error)
    text, sources = _report(result)
    usd_micros = round(result.cost * 1e6)
    return Answer(text=text, sources=sources, usd_micros=usd_micros, seconds=monotonic() - begun, ended=ended)


def _report(result: Result) -> tuple[str, tuple[str, ...]]:
    kept = stored_answer(result.session.folder, Disk())
    if kept is None:
        return "", ()
    told = answer_content(result.graph, kept)
    heading = f"{translator(kept.language)('answer-cites')}:"
    lines = takewhile(lambda line: line != heading, answer_lines(told, kept.language, whole=True))
    names = {one.number: unquote(one.url.removeprefix("file:")) for one in told.sources}
    text = _LABEL.sub(r"[\1]", "\n".join(lines))
    return text, tuple(names.get(number, "") for number in range(1, max(names, default=0) + 1))


def claims_of(home: Path) -> tuple[ToldClaim, ...]:
    """The claims of the session in a folder; one that does not hold is put as its denial."""
    if not Sessions(home, Disk()).lines():
        return ()
    graph = load(Sessions(home, Disk()).resolve(), Disk())
    return tuple(_told(graph, name) for name in graph.hypotheses if _is_graded(graph, name))


def _is_graded(graph: CogniGraph, name: HypothesisId) -> bool:
    return graph.hypotheses[name].merged_into is None and any(graph.evidence(name))


def _told(graph: CogniGraph, name: HypothesisId) -> ToldClaim:
    pages = dict.fromkeys(graph.observations[edge.observation].page for edge in graph.evidence(name))
    text = graph.hypotheses[name].summary
    refused = standing_for_readers(graph, name) != reader_tag(graph, name)
    return ToldClaim(
        text=f"It is not so that: {text}" if refused else text,
        tag=reader_tag(graph, name),
        sources=tuple(unquote(graph.sources[page].url.removeprefix("file:")) for page in pages if page),
    )


async def plain_agent(case: Case, documents: Mapping[str, str], calls: Calls) -> Answer:
    """One model that reads all files, in one turn if they fit, and writes its report."""
    begun, spent = monotonic(), 0
    said = PlainTurn(notes="", report="")
    turns = _turns(documents)
    for number, files in enumerate(turns, start=1):
        ask = AskPlain(
            question=case.question, files=files, notes=said.notes, to_come=str(len(turns) - number)
        )
        got = await calls.answer(ask, PlainTurn)
        spent += got.usd_micros
        if got.value is None:
            return Answer(
                text="", sources=(), usd_micros=spent, seconds=0.0, ended="the model gave no answer"
            )
        said = got.value
    return Answer(text=said.report, sources=tuple(documents), usd_micros=spent, seconds=monotonic() - begun)


def _turns(documents: Mapping[str, str]) -> list[str]:
    """The files with their numbers, as many in each turn as there is room for."""
    turns = [""]
    for number, (name, text) in enumerate(documents.items(), start=1):
        file = f"=== File {number}: {name}\n{text[:TURN_CHARACTERS]}\n\n"
        if turns[-1] and len(turns[-1]) + len(file) > TURN_CHARACTERS:
            turns.append("")
        turns[-1] += file
    return turns
