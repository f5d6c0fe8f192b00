"""A thesis on a session: its call is paid once, kept in the graph, and nothing is in the way of a resume."""

import asyncio
from pathlib import Path
from typing import Any, Literal

import pytest

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.agents.writer import Wanted
from pathfinder.answering import FILE, NOTHING_FOUND, store_answer
from pathfinder.deps import Deps, PageSources
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.questions import (
    CheckSentences,
    Correction,
    Corrections,
    Edit,
    EditAnswer,
    MissingPoint,
    WriteAnswer,
    WrittenAnswer,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import evidence_bytes
from pathfinder.run_config import Answering, RunConfig
from pathfinder.running import research, resume
from pathfinder.writing import (
    Writer,
    ask_further,
    ask_writer,
    current_answer,
    kept_answer,
    plain_thesis,
    write_thesis,
)
from tests.answers import a_sentence
from tests.scenario.staged import PAGES, Stage, on_disk
from tests.worlds import respond

PRICE = 1_000


def a_session(home: Path, *, budget_usd_micros: int = 10_000_000) -> Session:
    limits = Limits(max_iterations=3, budget_usd_micros=budget_usd_micros)
    on_disk(home, ScriptedModel(respond=respond), limits=limits)
    return Sessions(home, Disk()).resolve()


def a_writer() -> Writer:
    return Writer(ScriptedModel(respond=respond, price_usd_micros=PRICE), "a scripted model")


def stored(session: Session) -> CogniGraph:
    store = FileStore(session, Disk())
    try:
        return asyncio.run(store.load())
    finally:
        store.close()


def sent(writer: Writer) -> list[str]:
    assert isinstance(writer.attempt, ScriptedModel)
    return writer.attempt.sent


def test_the_writer_is_paid_once_for_the_same_evidence(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r"), a_writer()
    first = asyncio.run(write_thesis(session, writer))
    assert first.answer is not None
    assert r"As arxiv\.org has it:" in first.text
    other = a_writer()
    assert asyncio.run(write_thesis(session, other)).text == first.text
    points, draft, edit, revision, fact_check = sent(writer)
    assert points.startswith("4/CLOSING/0/1.0/0/writer.answer/en-")
    assert draft.startswith("4/CLOSING/0/1.0/0/writer.answer/en-")
    assert edit.startswith("4/CLOSING/0/1.0/0/writer.edit/en-")
    assert revision.startswith("4/CLOSING/0/1.0/0/writer.answer/en-")
    assert fact_check.startswith("4/CLOSING/0/1.0/0/writer.check/en-")
    assert len({points, draft, edit, revision, fact_check}) == 5
    assert sent(other) == []
    assert stored(session).run.open_usd_micros == 5 * PRICE
    korean = asyncio.run(write_thesis(session, writer, "ko"))
    assert "## 핵심 결론" in korean.text
    assert stored(session).run.open_usd_micros == 10 * PRICE


def test_the_file_is_a_view_that_the_journal_gives_again(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r"), a_writer()
    asyncio.run(ask_writer(session, writer))
    kept = (session.folder / FILE).read_bytes()
    (session.folder / FILE).unlink()
    assert asyncio.run(kept_answer(session)).answer is None
    again = a_writer()
    asyncio.run(ask_writer(session, again))
    assert (session.folder / FILE).read_bytes() == kept
    assert sent(again) == []
    assert asyncio.run(kept_answer(session)).answer is not None


def test_an_answer_can_be_read_until_another_iteration_is_closed(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    made = asyncio.run(ask_writer(session, a_writer())).answer
    assert made is not None

    def read(lang: Literal["ko", "en"] | None = None, **changed: object) -> KeptAnswer | None:
        store_answer(session.folder, Disk(), made.model_copy(update=changed))
        return asyncio.run(kept_answer(session, lang)).answer

    # An earlier version showed its Writer something else; its words and their quotes stand.
    assert read(evidence="other") is not None
    assert asyncio.run(current_answer(session)) is None, "whoever has it written anew gets another one"
    assert read(iteration=made.iteration - 1) is None
    assert read("ko") is None
    foreign = made.answer[0].model_copy(update={"cites": ("obs_99999",), "at": ()})
    assert read(answer=(foreign,)) is None
    (session.folder / FILE).write_text("{", encoding="utf-8")
    assert asyncio.run(kept_answer(session)).answer is None


def an_editor(*answers: WrittenAnswer) -> tuple[Writer, list[WriteAnswer]]:
    """A Writer that gives these answers in turn, and what it was asked."""
    asked: list[WriteAnswer] = []

    def written(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        if not isinstance(ask, WriteAnswer) or ask.task == "points":
            return respond(ask, step)
        asked.append(ask)
        return answers[min(len(asked), len(answers)) - 1]

    return Writer(ScriptedModel(respond=written, price_usd_micros=PRICE), "an editor"), asked


def answering(text: str, *facts: str, **fields: Any) -> WrittenAnswer:
    return WrittenAnswer(title="It pays off", answer=a_sentence(text, *facts, **fields))


def a_fact(session: Session) -> tuple[str, str]:
    """A fact of the session that speaks for a claim that holds, and its words."""
    graph = stored(session)
    name = next(
        name for name, claim in graph.hypotheses.items() if claim.verdict and claim.verdict.side == "for"
    )
    seen = next(edge.observation for edge in graph.evidence(name) if edge.type == "SUPPORTS")
    return seen, graph.observations[seen].quote or ""


def test_what_code_finds_wrong_goes_back_once_with_the_draft(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    fact, quote = a_fact(session)
    writer, asked = an_editor(answering(f"{quote}, by 77 per cent.", fact), answering(f"{quote}.", fact))
    made = asyncio.run(ask_writer(session, writer))
    first, second = asked
    assert (first.draft, first.problems) == (None, ())
    assert second.draft is not None
    assert second.pages == first.pages
    assert any(
        "77 per cent" in problem and "stand in nothing it cites" in problem for problem in second.problems
    )
    assert any("part 1 of the question has no section" in problem for problem in second.problems)
    assert made.answer is not None
    assert [one.text for one in made.answer.answer] == [f"{quote}."]
    assert (made.answer.revised, made.answer.dropped) == (True, ())


def test_what_fails_twice_is_dropped_and_listed(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    fact, quote = a_fact(session)
    good = a_sentence(f"{quote}.", fact)
    invented = a_sentence("It is on no page.", quotes=((1, "words that are on no page"),))
    wrong = a_sentence("It is 41.", fact, derived=("82/2=41",))
    written = WrittenAnswer(title="It pays off", answer="\n\n".join((good, invented, wrong)))
    made = asyncio.run(write_thesis(session, an_editor(written)[0]))
    assert made.answer is not None
    assert [one.text for one in made.answer.answer] == [f"{quote}."]
    assert [one.fault.kind for one in made.answer.dropped] == ["quote", "sum"]
    told, _, dropped = made.text.partition("## Dropped sentences")
    assert "It is on no page" in dropped
    assert "It is on no page" not in told


@pytest.mark.parametrize(("sum_", "kept"), [("41/100*60=24.6", ("41/100*60=24.6",)), ("41/100*60=26", None)])
def test_a_figure_that_is_calculated_from_a_quote_stands(
    tmp_path: Path, sum_: str, kept: tuple[str, ...] | None
) -> None:
    session = a_session(tmp_path / "r")
    good, quote = a_fact(session)
    seen = stored(session).observations
    fact = next(name for name, known in seen.items() if "41 per cent" in (known.quote or ""))
    derived = a_sentence(f"Of an hour it is {sum_.partition('=')[2]} minutes.", fact, derived=(sum_,))
    answer = WrittenAnswer(title="It pays", answer=a_sentence(f"{quote}.", good), caution=f"- {derived}")
    made = asyncio.run(ask_writer(session, an_editor(answer)[0]))
    assert made.answer is not None
    assert [one.derived for one in made.answer.caution] == ([] if kept is None else [kept])


def test_a_revision_that_lost_the_answer_leaves_the_draft(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    fact, quote = a_fact(session)
    writer, asked = an_editor(answering(f"{quote}.", fact), answering("It is 7,777.", fact))
    made = asyncio.run(ask_writer(session, writer))
    assert len(asked) == 2
    assert made.answer is not None
    assert ([one.text for one in made.answer.answer], made.answer.revised) == ([f"{quote}."], False)


def test_an_answer_of_which_nothing_stands_gives_a_thesis_by_code(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    made = asyncio.run(write_thesis(session, an_editor(answering("It is 7,777.", "obs_1"))[0]))
    assert made.answer is None
    assert "none of its sentences stands on what it cites" in made.text


def test_quick_is_one_call(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r"), a_writer()
    made = asyncio.run(ask_writer(session, writer, config=RunConfig(quick=True)))
    assert made.answer is not None
    assert (len(sent(writer)), made.answer.revised) == (1, False)


def test_the_draft_is_written_with_the_points_of_a_first_reader_if_both_can_be_paid(tmp_path: Path) -> None:
    asked: list[WriteAnswer] = []

    def answered(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        if not isinstance(ask, WriteAnswer):
            return respond(ask, step)
        asked.append(ask)
        if ask.task == "points":
            return WrittenAnswer(points=("Loops save a third (p1).",), title="-", answer="-")
        return respond(ask, step)

    def written(home: Path, calls: int) -> None:
        session = a_session(home, budget_usd_micros=calls * PRICE)
        writer = Writer(ScriptedModel(respond=answered, price_usd_micros=PRICE), "a scripted model")
        assert asyncio.run(ask_writer(session, writer)).answer is not None

    written(tmp_path / "both", 2)
    assert [(one.task, one.found) for one in asked] == [
        ("points", ()),
        ("report", ("Loops save a third (p1).",)),
    ]
    asked.clear()
    written(tmp_path / "one", 1)
    assert [(one.task, one.found) for one in asked] == [("report", ())]


def test_a_budget_that_ends_after_the_draft_keeps_the_draft(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r", budget_usd_micros=2 * PRICE - 1), a_writer()
    made = asyncio.run(write_thesis(session, writer))
    assert made.answer is not None
    assert (len(sent(writer)), made.answer.revised) == (1, False)
    assert "This is a draft that was not revised." in made.text
    assert stored(session).run.open_usd_micros == PRICE


def test_the_editor_tells_the_writer_what_is_missing_and_a_fact_checker_corrects(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    fact, quote = a_fact(session)
    asked: list[Ask[Any]] = []

    def answered(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        asked.append(ask)
        if isinstance(ask, WriteAnswer):
            return answering(f"{quote}, always.", fact)
        if isinstance(ask, CheckSentences):
            return Corrections(
                corrections=(
                    Correction(sentence="s1", problem="says always", text=f"{quote}."),
                    Correction(sentence="t1", problem="too sure", text="It may pay off"),
                    Correction(sentence="s99", problem="?", text="Nothing."),
                )
            )
        if not isinstance(ask, EditAnswer):
            return respond(ask, step)
        unused = ask.facts[0].facts[0]
        return Edit(missing=(MissingPoint(text="Deep wells.", facts=(unused.id,)),), remarks=("Shorter.",))

    writer = Writer(ScriptedModel(respond=answered, price_usd_micros=PRICE), "an editor")
    made = asyncio.run(ask_writer(session, writer))
    assert made.answer is not None
    edit, revision, fact_check = asked[2:]
    assert isinstance(edit, EditAnswer)
    assert isinstance(revision, WriteAnswer)
    assert isinstance(fact_check, CheckSentences)
    # The editor sees what the draft does not use and how long it is, which the Writer is told as well.
    assert fact not in {known.id for page in edit.facts for known in page.facts}
    assert edit.length > 0
    assert revision.problems[:2][0] == f"the draft has {edit.length} words."
    assert revision.problems[1].startswith("missing: Deep wells. (obs_")
    assert "the editor remarks: Shorter." in revision.problems
    # A fact checker sees the words that are cited with what stands around them.
    (around,) = fact_check.pages
    assert f"[{fact}] {quote}" in around.text
    assert len(around.text) > len(f"[{fact}] {quote} [/99]")
    assert made.answer.answer[0].text == f"{quote}."
    assert made.answer.title == "It may pay off"


def test_a_fact_checker_can_save_what_code_would_leave_out(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    fact, quote = a_fact(session)
    good, loose = a_sentence(f"{quote}.", fact), a_sentence("It saves 7,777.", fact)
    faults: list[str] = []

    def answered(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        if isinstance(ask, WriteAnswer):
            return WrittenAnswer(title="It pays off", answer=f"{good}\n\n{loose}")
        if not isinstance(ask, CheckSentences):
            return respond(ask, step)
        faults.extend(one.fault for one in ask.sentences)
        saved = Correction(sentence="s2", problem="loose figure", text="It saves money.")
        return Corrections(corrections=(saved,))

    writer = Writer(ScriptedModel(respond=answered, price_usd_micros=PRICE), "an editor")
    made = asyncio.run(ask_writer(session, writer))
    assert made.answer is not None
    assert faults[0] == ""
    assert "stand in nothing it cites: 7,777" in faults[1]
    assert [one.text for one in made.answer.answer] == [f"{quote}.", "It saves money."]
    assert made.answer.dropped == ()


def test_fact_checkers_share_a_long_revision_and_one_that_fails_loses_only_its_share(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    fact, quote = a_fact(session)
    said = [a_sentence(f"Time {'and ' * (n % 9)}again, always: {quote}.", fact) for n in range(70)]
    asked: list[CheckSentences] = []

    def answered(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        if isinstance(ask, WriteAnswer):
            own = "Dig first, then line the wells."
            return WrittenAnswer(
                title="It pays off", answer=said[0], recommendations=f"1. {own}", caution="\n".join(said[1:])
            )
        if not isinstance(ask, CheckSentences):
            return respond(ask, step)
        asked.append(ask)
        if ask.sentences[0].id == "s1":
            return Unable(reason="busy")
        (first, *_) = ask.sentences
        return Corrections(corrections=(Correction(sentence=first.id, problem="always", text=f"{quote}."),))

    writer = Writer(ScriptedModel(respond=answered, price_usd_micros=PRICE), "a writer")
    made = asyncio.run(ask_writer(session, writer))
    assert made.answer is not None
    shares = {tuple(one.id for one in ask.sentences) for ask in asked}
    # Each statement with a citation is checked by one of them; a step that cites nothing by none.
    names = sorted((name for share in shares for name in share), key=lambda name: int(name[1:]))
    assert names == ["s1", *(f"s{n}" for n in range(3, 72))]
    assert {len(share) for share in shares} <= {34, 35, 36}
    told = [one.text for one in (*made.answer.answer, *made.answer.caution)]
    assert told.count(f"{quote}.") == len(shares) - 1
    assert len(told) == 70


class Killed(BaseException):
    """The process dies here."""


def test_killed_between_draft_and_revision_the_draft_is_not_paid_again(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")

    def dying(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        if isinstance(ask, WriteAnswer) and ask.draft is not None:
            raise Killed
        return respond(ask, step)

    first = Writer(ScriptedModel(respond=dying, price_usd_micros=PRICE), "a scripted model")
    with pytest.raises(Killed):
        asyncio.run(ask_writer(session, first))
    again = a_writer()
    made = asyncio.run(ask_writer(session, again))
    assert made.answer is not None
    assert made.answer.revised
    revision, fact_check = sent(again)
    assert revision.startswith("4/CLOSING/0/1.0/0/writer.answer/en-")
    assert fact_check.startswith("4/CLOSING/0/1.0/0/writer.check/en-")
    # Points, draft, edit, revision, fact check, and the revision that was in flight when the process died.
    assert stored(session).run.open_usd_micros == 6 * PRICE


def test_a_run_ends_with_its_answer_or_says_why_there_is_none(tmp_path: Path) -> None:
    engine = Deps(
        ScriptedModel(respond=respond),
        PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)),
        name="a model",
    )
    options = RunConfig(limits=Limits(max_iterations=1), parallel=2, answer=Answering(length="short"))
    end = asyncio.run(research("Do ground loops pay off in Velm?", engine, options, home=tmp_path))
    assert end.answer is not None
    assert (end.answer.length, end.answer.written_by, end.answer.revised) == ("short", "a model", True)
    session = Sessions(tmp_path, Disk()).resolve()
    kept = asyncio.run(kept_answer(session))
    assert kept.answer == end.answer
    nothing = Deps(
        ScriptedModel(respond=respond), PageSources(ScriptedSearch(()), ScriptedFetch(())), name="a model"
    )
    empty = asyncio.run(research("What is not known in Velm?", nothing, options, home=tmp_path / "other"))
    assert (empty.answer, empty.unwritten) == (None, Message(NOTHING_FOUND))


def test_a_follow_up_is_answered_from_the_session_and_changes_nothing_but_the_bill(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r"), a_writer()
    asyncio.run(ask_writer(session, writer))
    kept, before = (session.folder / FILE).read_bytes(), stored(session)
    wanted = Wanted(length="short")
    made = asyncio.run(ask_further(session, writer, "Do deep wells freeze?", wanted))
    assert made.answer is not None
    assert (made.answer.question, made.answer.length) == ("Do deep wells freeze?", "short")
    assert made.answer.unknown[0].query == "How deep are the wells of Velm?"
    assert (session.folder / FILE).read_bytes() == kept
    assert evidence_bytes(stored(session)) == evidence_bytes(before)
    paid = stored(session).run.open_usd_micros
    asyncio.run(ask_further(session, a_writer(), "Do deep wells freeze?", wanted))
    assert stored(session).run.open_usd_micros == paid


def test_a_run_goes_on_after_a_thesis_and_keeps_what_it_cost(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    asyncio.run(write_thesis(session, a_writer()))
    engine = Deps(ScriptedModel(respond=respond), PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)))
    options = RunConfig(limits=Limits(max_iterations=4), parallel=3)
    end = asyncio.run(resume(session, engine, options))
    assert end.graph.iteration == 4
    assert (end.graph.run.spend.total_usd_micros, end.graph.run.open_usd_micros) == (5 * PRICE, 0)
    assert end.graph.run.spend.by_role == {"writer": 5 * PRICE}
    assert evidence_bytes(end.graph) == evidence_bytes(Stage(parallel=3).run(4))
    assert verify(session, Disk()) == ()


def test_a_budget_that_is_used_up_gives_a_thesis_by_code(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r", budget_usd_micros=PRICE - 1), a_writer()
    made = asyncio.run(write_thesis(session, writer))
    assert (made.answer, sent(writer)) == (None, [])
    assert "of the budget of" in made.unwritten
    assert made.unwritten.split("(")[0].strip() in made.text
    assert stored(session).run.open_usd_micros == 0


def test_the_last_of_the_budget_is_kept_for_the_thesis(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r", budget_usd_micros=PRICE), a_writer()
    assert asyncio.run(write_thesis(session, writer)).answer is not None


def test_a_session_that_runs_elsewhere_is_not_disturbed(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r"), a_writer()
    with SessionLock.take(session, Disk()):
        made = asyncio.run(write_thesis(session, writer))
    assert (made.answer, sent(writer)) == (None, [])
    assert "is in use by" in made.text


def test_a_writer_that_is_unable_is_told_in_the_thesis(tmp_path: Path) -> None:
    unable = Writer(ScriptedModel({"writer.answer": Unable(reason="it declined")}), "a model")
    made = asyncio.run(write_thesis(a_session(tmp_path / "r"), unable))
    assert made.answer is None
    assert "No sentences of a model: it declined" in made.text


def test_without_a_writer_nothing_is_touched(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    before = session.graph.read_bytes()
    made = asyncio.run(write_thesis(session, None))
    assert (made.answer, made.unwritten) == (None, "")
    assert session.graph.read_bytes() == before
    assert not session.journal(4).exists()


def test_a_damaged_archive_costs_the_history_and_not_the_thesis(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    session.archive(2).write_text("{", encoding="utf-8")
    made = asyncio.run(write_thesis(session, None))
    assert "The history is told from the graph alone" in made.text
    assert plain_thesis(made.graph).partition("## Core")[2] == made.text.partition("## Core")[2]


def test_nothing_found_is_nothing_asked(tmp_path: Path) -> None:
    on_disk(tmp_path / "r", ScriptedModel(respond=respond), pages=(), limits=Limits(max_iterations=1))
    session, writer = Sessions(tmp_path / "r", Disk()).resolve(), a_writer()
    made = asyncio.run(write_thesis(session, writer))
    assert sent(writer) == []
    assert made.text.startswith("**No evidence was found")
