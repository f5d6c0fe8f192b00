"""Briefs: enough queries, no two Explorers with one query, somebody always looks for the other side."""

from itertools import combinations
from typing import Any

from pathfinder.adapters.embedded import brief
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.ids import HypothesisId, ObservationId, SubQuestionId
from pathfinder.protocols.questions import BriefDraft, Briefs, SlotView, WriteBriefs
from pathfinder.protocols.rules.context_view import (
    ContextView,
    HypothesisLine,
    ObservationLine,
    SubQuestionLine,
)
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.queries import normalize
from tests.asks import CONTEXT, HARMLESS, SHORTENS

CLAIM = SlotView(slot=1, target="HYPA1", about=SHORTENS.summary, reason="a claim nobody has tested")
RIVAL = SlotView(slot=2, target="HYPA2", about=HARMLESS.summary, reason="not verified")
LENS = SlotView(slot=3, target="LENS5", about="limitations: Does caffeine harm sleep?", reason="a wider look")
KEYWORD = SlotView(slot=4, target="KW1", about="caffeine half-life", reason="a direction nobody has followed")
PAIR = SlotView(
    slot=5,
    target="HYPA1xHYPA2",
    about=f"{SHORTENS.summary} / {HARMLESS.summary}",
    reason="they exclude each other",
)


def briefed(*slots: SlotView, **fields: Any) -> Briefs:
    defaults: dict[str, Any] = {"context": CONTEXT, "slots": slots, "mode": "deep", "language": "en"}
    answer = brief.answer(WriteBriefs.model_validate(defaults | fields), encoder())
    assert isinstance(answer, Briefs)
    return answer


def chosen(draft: BriefDraft) -> list[str]:
    return [query.query for query in draft.queries]


def test_every_slot_has_three_to_five_queries_and_looks_for_counter_evidence() -> None:
    for draft in briefed(CLAIM, RIVAL, LENS, KEYWORD, PAIR).briefs:
        assert 3 <= len({query.query for query in draft.queries}) <= 5
        assert "verification" in {query.strategy for query in draft.queries}


def test_queries_are_a_few_words_of_the_claim_and_one_angle() -> None:
    told = (
        "Councillor Ada Brill said that caffeine after lunch shortened deep sleep by 23 minutes on average."
    )
    slot = SlotView(slot=2, target="HYPA9", about=told, reason="not verified")

    queries = [query for query in chosen(briefed(slot).briefs[0]) if query != told.rstrip(".")]

    assert queries
    assert all(2 <= len(query.split()) <= 9 for query in queries)
    assert any("caffeine" in query and "sleep" in query for query in queries)
    assert not any("Brill" in query or "23" in query for query in queries)


def test_a_korean_claim_is_searched_with_korean_angles_whatever_the_question_is_asked_in() -> None:
    slot = SlotView(slot=2, target="HYPA9", about="카페인은 깊은 수면 시간을 줄인다.", reason="not verified")

    for draft in briefed(slot).briefs[0].queries:
        assert not any("가" <= letter <= "힣" for letter in draft.query) or language(draft.query) == "ko"


def test_the_parts_of_the_question_are_searched_in_turn() -> None:
    parts = tuple(
        SubQuestionLine(id=SubQuestionId(f"sq_{at}"), text=text, priority=1, answered_by=())
        for at, text in enumerate(
            ("What does caffeine cost?", "Is caffeine dangerous for children?"), start=1
        )
    )
    asked = [
        " ".join(
            chosen(
                briefed(
                    CLAIM, context=CONTEXT.model_copy(update={"sub_questions": parts, "iteration": at})
                ).briefs[0]
            )
        )
        for at in (2, 3)
    ]

    assert "cost" in asked[0]
    assert "children" in asked[1]


def test_no_two_slots_share_a_query() -> None:
    briefs = briefed(CLAIM, RIVAL, LENS, KEYWORD, PAIR).briefs

    for one, other in combinations(briefs, 2):
        ours, theirs = ({normalize(query.query) for query in draft.queries} for draft in (one, other))
        assert not ours & theirs


def test_a_target_is_searched_in_other_words_the_next_time() -> None:
    first = set(chosen(briefed(KEYWORD).briefs[0]))
    later = CONTEXT.model_copy(update={"iteration": CONTEXT.iteration + 1})
    second = set(chosen(briefed(KEYWORD, context=later).briefs[0]))

    assert second - first


def test_what_looks_settled_gets_a_skeptic() -> None:
    strong = SHORTENS.model_copy(update={"status": "verified", "strength": 0.72})
    context = CONTEXT.model_copy(update={"active": (strong, HARMLESS)})

    draft = briefed(CLAIM, context=context).briefs[0]

    assert draft.strategy == "SKEPTIC"
    assert [query.strategy for query in draft.queries].count("verification") >= 2
    assert briefed(RIVAL, context=context).briefs[0].strategy != "SKEPTIC"


def test_siblings_are_named_in_the_boundaries() -> None:
    first, second = briefed(CLAIM, KEYWORD).briefs

    assert KEYWORD.about in first.boundaries
    assert SHORTENS.summary in second.boundaries
    assert briefed(CLAIM).briefs[0].boundaries == ""


def test_a_hint_of_the_user_is_searched_for() -> None:
    answer = briefed(CLAIM, notes=("trials in older people",))

    assert any("older people" in query for query in chosen(answer.briefs[0]))
    assert "trials in older people" in answer.reflection


def test_the_reflection_says_where_things_stand() -> None:
    told = briefed(CLAIM, advice=("5 iterations in a row brought no new observation.",)).reflection

    assert "hyp_A1 (0.58)" in told
    assert "hyp_A2 (0.41)" in told
    assert "5 iterations in a row brought no new observation" in told


def test_a_korean_question_over_english_evidence_is_searched_in_both_languages() -> None:
    claim = HypothesisLine(
        id=HypothesisId("hyp_A1"),
        type="A",
        status="tested",
        strength=0.5,
        tag=None,
        summary="오후의 카페인은 수면 시간을 줄인다.",
    )
    english = ObservationLine(
        id=ObservationId("obs_1"),
        summary="Caffeine in the afternoon shortens sleep.",
        quote="Caffeine in the afternoon shortens sleep.",
        source_url="https://journal.example/a",
        source_type="paper",
        authority=0.9,
        iteration=1,
    )
    context = ContextView(
        question="오후의 카페인은 수면에 해로운가?", iteration=1, active=(claim,), observations=(english,)
    )
    slot = SlotView(slot=1, target="HYPA1", about=claim.summary, reason="not verified")

    answer = briefed(slot, context=context, language="ko")

    assert {language(query) for query in chosen(answer.briefs[0])} == {"ko", "en"}
    assert language(answer.reflection) == "ko"
    assert language(answer.briefs[0].objective) == "ko"


def test_nothing_known_is_said_as_such() -> None:
    empty = ContextView(question="Does caffeine harm sleep?", iteration=0)

    assert briefed(LENS, context=empty, mode="broad").reflection.startswith(
        "Where we stand: Nothing is known yet"
    )


def test_a_language_without_sentences_is_declined() -> None:
    ask = WriteBriefs(context=CONTEXT, slots=(CLAIM,), mode="deep", language="ja")

    assert isinstance(brief.answer(ask, encoder()), Unable)
