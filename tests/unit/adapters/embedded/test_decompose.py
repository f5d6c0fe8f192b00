"""A question in parts: its own clauses first, then what its wording calls for, in its language."""

import pytest

from pathfinder.adapters.embedded import decompose
from pathfinder.adapters.embedded.page_topic import off_subject
from pathfinder.adapters.embedded.wording import with_josa
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.questions import Decompose, Decomposition
from pathfinder.protocols.rules.languages import language


def parts(question: str) -> Decomposition:
    answer = decompose.answer(Decompose(question=question, language=language(question)), encoder())
    assert isinstance(answer, Decomposition)
    return answer


def texts(question: str) -> list[str]:
    return [part.text for part in parts(question).sub_questions]


def test_clauses_that_are_questions_become_parts() -> None:
    asked = "Should the city introduce night trams, what do they cost, and who is disturbed by them?"

    assert texts(asked)[:3] == [
        "Should the city introduce night trams?",
        "On night trams: what do they cost?",
        "On night trams: who is disturbed by them?",
    ]


def test_korean_clauses_become_parts_that_can_stand_alone() -> None:
    asked = "야간 전차는 상점 매출을 늘리는지, 비용은 얼마인지 알고 싶다"

    assert texts(asked)[:2] == ["야간 전차는 상점 매출을 늘리는가?", "야간 전차: 비용은 얼마인가?"]


def test_things_asked_for_in_one_breath_become_parts() -> None:
    asked = "Do glass roofs keep houses cooler, and what are their costs, drawbacks and risks?"
    korean = "유리 지붕은 집을 시원하게 해 주며, 비용과 위험은 무엇인가?"

    assert texts(asked)[:4] == [
        "Do glass roofs keep houses cooler?",
        "What are the costs of glass roofs?",
        "What are the drawbacks of glass roofs?",
        "What are the risks of glass roofs?",
    ]
    assert texts(korean)[:3] == [
        "유리 지붕은 집을 시원하게 해 주는가?",
        "유리 지붕의 비용은 무엇인가?",
        "유리 지붕의 위험은 무엇인가?",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Does caffeine in the afternoon harm sleep?",
        "What are the effects of biochar on crop yields and soil water?",
        "Why do bees die in winter?",
        "microplastics drinking water",
        "오후에 마시는 카페인은 수면에 해로운가?",
        "전기차 배터리 수명",
        "A, what? B, why? C, how? D, when? E, who? F, where is the seventh tram?",
    ],
)
def test_there_are_three_to_five_different_parts_in_the_language_of_the_question(question: str) -> None:
    drafts = parts(question).sub_questions

    assert 3 <= len(drafts) <= 5
    assert len({draft.text for draft in drafts}) == len(drafts)
    assert all(language(draft.text) == language(question) for draft in drafts)
    assert drafts[0].priority == 1
    assert all(needed < place for place, draft in enumerate(drafts, 1) for needed in draft.depends_on)


def test_the_other_side_and_the_conditions_are_always_asked_for() -> None:
    told = texts("Does caffeine in the afternoon harm sleep?")

    assert "Under which conditions does caffeine in the afternoon harm sleep?" in told
    assert any(text.startswith("Who says otherwise") for text in told)


def test_what_the_wording_compares_is_asked_about() -> None:
    assert any(
        "alternatives" in text for text in texts("Is a heat pump better than gas heating in old houses?")
    )
    assert any("대신할 방법" in text for text in texts("열펌프가 가스 난방보다 더 나은가?"))


def test_a_language_without_sentences_is_declined() -> None:
    answer = decompose.answer(Decompose(question="睡眠に害はあるか", language="ja"), encoder())

    assert isinstance(answer, Unable)
    assert "Korean and English" in answer.reason


def test_a_question_without_a_word_is_declined() -> None:
    assert isinstance(decompose.answer(Decompose(question="???", language="en"), encoder()), Unable)


def test_particles_follow_the_sound_before_them() -> None:
    assert with_josa("논문", "은/는") == "논문은"
    assert with_josa("카페인", "과/와") == "카페인과"
    assert with_josa("커피", "이/가") == "커피가"
    assert with_josa("서울", "으로/로") == "서울로"
    assert with_josa("hyp_A1", "은/는") == "hyp_A1은"
    assert with_josa("hyp_A2", "은/는") == "hyp_A2는"
    assert with_josa("“논문”", "을/를") == "“논문”을"


def test_a_thing_keeps_the_article_that_the_question_gives_it() -> None:
    found = texts("Does the free river-bus reduce car traffic, and what are its costs and drawbacks?")
    assert "What are the costs of the free river-bus?" in found
    assert all("of free river-bus" not in part for part in found)


def test_a_korean_place_is_not_what_is_asked_about() -> None:
    asked = "노르다의 논에 바다풀 거름을 뿌리는 것은 수확에 도움이 되며, 그 비용과 위험은 무엇인가?"

    told = texts(asked)
    assert "바다풀 거름의 비용은 무엇인가?" in told
    assert not any(part.startswith("노르다의 비용") for part in told)
    assert not off_subject(asked, "바다풀 거름을 준 논에서 벼 수확이 늘었다.")
