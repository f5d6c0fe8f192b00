"""The answer of a session: a draft by the Writer, edited, revised, fact-checked, and kept as answer.json.

Its calls are like any other: journaled in the open iteration, held and settled under the session's budget,
and never paid twice for the same evidence. The file is a view: the journal gives the same answer again.
"""

import hashlib
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.outcomes import digest
from pathfinder.adapters.metering.pipeline import CLOSING_PHASE, MeteredModel
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.agents.editor import check_questions, edit_question
from pathfinder.agents.fanout import fan_out
from pathfinder.agents.writer import Wanted, answer_question, with_less
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.answer.checks import Checked, check
from pathfinder.protocols.answer.coverage import AnswerBasis, length_of
from pathfinder.protocols.answer.editing import corrected, headings, instructions
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.calls.asks import Answered, Ask, Unable
from pathfinder.protocols.calls.ports import Attempt, PageStore
from pathfinder.protocols.calls.questions import (
    CheckSentences,
    Correction,
    Corrections,
    WriteAnswer,
    WrittenAnswer,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import BudgetExceeded, Interrupted, ProviderFailed, StorageFailed
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.edits import SetRun
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import PageHash

A = TypeVar("A", bound=Frozen)
FILE = "answer.json"
MOST_PROBLEMS = 80
"""Problems that a revision is shown; the first are the gravest."""
DRAFT_SHARE = 0.85
"""Of the words of an answer, what its draft may have."""
NOTHING_FOUND = "no-quote-for-answer"
"""A message: why there is no answer."""


async def _nothing() -> None:
    """There is nothing to close."""


@dataclass(frozen=True)
class Writer:
    """A model that writes or answers, under the name that people know it by."""

    attempt: Attempt
    name: str
    close: Callable[[], Awaitable[None]] = _nothing
    """Closes its connections."""


@dataclass(frozen=True)
class Written:
    """The answer of a session, and the graph with what it cost."""

    graph: CogniGraph
    answer: KeptAnswer | None = None
    unwritten: str = ""
    """Why a Writer that was asked wrote nothing."""


async def answer_basis(graph: CogniGraph, pages: PageStore, wanted: Wanted) -> AnswerBasis | None:
    """What the Writer is asked about a graph; None if there is nothing to write from."""
    texts = await _texts(pages, {seen.page for seen in graph.observations.values() if seen.page is not None})
    return answer_question(graph, texts.get, replace(wanted, today=wanted.today or _today(graph)))


def evidence_of(basis: AnswerBasis) -> str:
    """Names what an answer was written from: another graph, page, length or language gives another name."""
    told = basis.ask.model_dump(mode="json", exclude={"task", "found"})
    asked = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()


async def compose(
    model: MeteredModel, writer: Writer, basis: AnswerBasis, *, revise: bool = True
) -> KeptAnswer | Unable:
    """The answer as far as it stands: points, draft, editor, revision, fact check. Code checks each version.

    Two readers list what the answer should tell: the first only that, the second before it writes.
    A follow-up is short: it has no editor, and is revised only if code found a problem. A Writer that takes
    too little for all of the pages is shown half of them, and half again.
    """
    await model.charge_in_flight()
    follow_up = bool(basis.ask.research)
    edited = revise and not follow_up
    if edited:
        basis = await _with_points(model, writer.attempt, basis)
    draft = await _asked(model, writer.attempt, basis, _draft_of(basis.ask) if edited else basis.ask)
    while isinstance(draft, Unable):
        less = with_less(basis) if draft.too_long else None
        if less is None:
            return draft
        basis = less
        draft = await _asked(model, writer.attempt, basis, _draft_of(basis.ask) if edited else basis.ask)
    checked = check(basis, draft.value)
    if revise and (checked.problems or edited):
        checked = await _revised(model, writer.attempt, basis, draft.value, checked, edited=edited)
    if not checked.kept.answer:
        return Unable(reason=Message("no-sentence-stands"))
    update = {"written_by": writer.name, "evidence": evidence_of(basis), "page_tokens": basis.page_tokens}
    return checked.kept.model_copy(update=update)


async def _with_points(model: MeteredModel, attempt: Attempt, basis: AnswerBasis) -> AnswerBasis:
    """The question with the points of a first reader, if the money is there for them and for the answer."""
    ask = basis.ask.model_copy(update={"task": "points"})
    if not await model.can_ask(ask, _step(basis, ask, _item(basis, ask, attempt)), keeping=1):
        return basis
    read = await _asked(model, attempt, basis, ask)
    if not isinstance(read, Answered):
        return basis
    return replace(basis, ask=basis.ask.model_copy(update={"found": read.value.points}))


def _draft_of(ask: WriteAnswer) -> WriteAnswer:
    """The question for a draft: it leaves room for what the editor will find missing."""
    fewest, most = ask.words
    return ask.model_copy(update={"words": (round(fewest * DRAFT_SHARE), round(most * DRAFT_SHARE))})


async def _revised(
    model: MeteredModel,
    attempt: Attempt,
    basis: AnswerBasis,
    draft: WrittenAnswer,
    checked: Checked,
    *,
    edited: bool,
) -> Checked:
    """The draft after editor, revision and fact check, as far as each of them could be had."""
    problems = checked.problems[:MOST_PROBLEMS]
    if edited:
        length = length_of(draft)
        edit = await _asked(model, attempt, basis, edit_question(basis, draft, length))
        if isinstance(edit, Answered):
            problems = (*instructions(draft, edit.value), *problems)[:MOST_PROBLEMS]
        problems = (f"the draft has {length:,} words.", *problems)
    again = basis.ask.model_copy(update={"draft": draft, "problems": problems})
    basis = replace(basis, ask=again)
    revision = await _asked(model, attempt, basis, again)
    written, better = draft, checked
    if isinstance(revision, Answered):
        revised = check(basis, revision.value)
        # A revision that lost the answer itself is worth less than the draft it was made of.
        if revised.kept.answer:
            written, better = revision.value, revised
    if not edited:
        return better
    corrections = await _fact_checked(model, attempt, basis, written, better)
    if not corrections:
        return better
    proofread = check(basis, corrected(written, corrections))
    return proofread if proofread.kept.answer else better


async def _fact_checked(
    model: MeteredModel, attempt: Attempt, basis: AnswerBasis, written: WrittenAnswer, checked: Checked
) -> tuple[Correction, ...]:
    """What the fact checkers correct, as far as they could be had: each only what it was shown."""

    async def asked(ask: CheckSentences) -> Answered[Corrections] | Unable:
        return await _asked(model, attempt, basis, ask)

    asks = check_questions(basis, written, checked.kept.dropped)
    answers = await fan_out(asks, asked, limit=max(1, len(asks)))
    found: dict[str, Correction] = {}
    for ask, answer in zip(asks, answers, strict=True):
        if isinstance(answer, Answered):
            shown = {one.id for one in ask.sentences} | {one.id for one in headings(written)}
            for one in answer.value.corrections:
                if one.sentence in shown:
                    found.setdefault(one.sentence, one)
    return tuple(found.values())


async def _asked(
    model: MeteredModel, attempt: Attempt, basis: AnswerBasis, ask: Ask[A]
) -> Answered[A] | Unable:
    """One call, made once more where no answer could be read: without it the whole run ends without a text.

    The step names question and engine, so that the same evidence is paid for once.
    """
    name = _item(basis, ask, attempt)
    try:
        answer = await model.answer(ask, _step(basis, ask, name))
        if isinstance(answer, Unable) and not answer.too_long:
            answer = await model.answer(ask, _step(basis, ask, f"{name}-again"))
    except (BudgetExceeded, ProviderFailed, Interrupted) as stop:
        return Unable(reason=text_of(stop))
    return answer


def _item(basis: AnswerBasis, ask: Ask[A], attempt: Attempt) -> str:
    return f"{basis.ask.language}-{digest(ask, attempt)[:16]}"


def _step(basis: AnswerBasis, ask: Ask[A], item: str) -> Step:
    return Step(iteration=basis.graph.iteration + 1, phase=CLOSING_PHASE, call=ask.name, item=item)


def stored_answer(folder: Path, disk: Disk) -> KeptAnswer | None:
    """The answer that a session keeps; None if there is none, or it cannot be read."""
    try:
        return KeptAnswer.model_validate_json(disk.read(folder / FILE))
    except (FileNotFoundError, StorageFailed, ValidationError):
        return None


def store_answer(folder: Path, disk: Disk, answer: KeptAnswer) -> None:
    """Keep an answer in the session's folder, whole or not at all."""
    written = answer.model_dump_json(indent=1).encode(errors="replace") + b"\n"
    disk.write(folder / FILE, written, durable=False)


def with_spend(graph: CogniGraph, ledger: CapLedger) -> CogniGraph:
    """The open iteration costs what the ledger says beyond the closed ones."""
    still_open = ledger.spent_usd_micros - graph.run.spend.total_usd_micros
    return apply(graph, [SetRun(run=graph.run.model_copy(update={"open_usd_micros": still_open}))])


async def _texts(pages: PageStore, names: Iterable[PageHash]) -> Mapping[PageHash, str]:
    """The texts that can be read; a page that cannot is told as the facts that are known of it."""
    found: dict[PageHash, str] = {}
    for name in sorted(names):
        try:
            found[name] = (await pages.get(name)).text
        except (StorageFailed, FileNotFoundError):
            continue
    return found


def _today(graph: CogniGraph) -> str:
    """The day the last iteration closed: an answer to the same evidence is asked for once, not once a day."""
    closed = graph.run.closed_at.get(graph.iteration)
    return "" if closed is None else closed.date().isoformat()
