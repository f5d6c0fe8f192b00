"""What the question names joins no claims; one thing that went opposite ways in two cases is told apart."""

import pytest

from pathfinder.adapters.embedded.agreement import cue
from pathfinder.adapters.embedded.asked import meet_beyond, without_asked
from pathfinder.adapters.embedded.cases import cases, other_cases
from pathfinder.adapters.embedded.claims import signals
from pathfinder.adapters.embedded.facets import facets
from pathfinder.adapters.embedded.marks import marks
from pathfinder.adapters.embedded.rivals import rivals, told_apart
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.rules.facets import relation

FERRY = "Has the night ferry been good for the islands of Orlen, and what are its costs?"
FERRY_KO = "오를렌 섬의 야간 여객선은 섬 살림에 도움이 되며 그 비용은 무엇인가?"
APART = [
    (
        "Bookings from guest houses and small hotels were up by 12 per cent in the year after the start.",
        "Bookings from camp sites were down by 20 per cent over the same months.",
        FERRY,
    ),
    (
        "비탈진 붉은 밭에서는 새 거름을 뿌린 이랑의 감자 수량이 평균 14% 많았다.",
        "반면 물가의 모래 밭에서는 같은 거름을 뿌린 이랑이 8% 적게 거두었다.",
        "오를렌 섬의 새 거름은 농사에 도움이 되는가?",
    ),
]


@pytest.mark.parametrize(("one", "other", "question"), APART)
def test_one_thing_that_went_opposite_ways_in_two_cases_is_a_pair_whose_cases_are_told(
    one: str, other: str, question: str
) -> None:
    assert relation(facets(one, other, encoder(), question)) == "opposing"
    assert told_apart(one, other, encoder()) is not None


@pytest.mark.parametrize(
    ("one", "other", "question"),
    [
        (
            "Bookings from guest houses and small hotels were up by 12 per cent in the year after the start.",
            "Thefts from parked vans were down by 20 per cent over the same months.",
            FERRY,
        ),
        (
            "Bookings from guest houses were up by 12 per cent in the year after the start.",
            "Bookings from camp sites were up by 20 per cent over the same months.",
            FERRY,
        ),
        (
            "북쪽 포구의 작은 가게에서는 저녁 손님이 평균 14% 많았다.",
            "남쪽 언덕의 큰 시장에서는 쓰레기가 평균 9% 적었다.",
            FERRY_KO,
        ),
    ],
)
def test_another_thing_or_the_same_way_is_no_pair(one: str, other: str, question: str) -> None:
    assert relation(facets(one, other, encoder(), question)) != "opposing"


def test_cases_are_read_wherever_they_stand() -> None:
    assert cases("Slips on the general wards have gone down by a fifth.") == ("on the general wards",)
    assert cases("Reports from medical, surgical and geriatric wards were down.") == (
        "from medical, surgical and geriatric wards",
    )
    assert cases("석회암 위의 알칼리성 밭에서는 8% 적게 거두었다.") == ("석회암 위의 알칼리성 밭에서는",)
    assert cases("In the year after, on average, it fell.") == ()


def test_a_case_that_the_question_names_tells_nothing_apart() -> None:
    one, other = "On farms the yield rose by 5%.", "In greenhouses the yield fell by 5%."

    assert other_cases(one, other) == ("On farms", "In greenhouses")
    assert other_cases(one, other, "Does it pay on farms and in greenhouses?") is None


def test_words_of_the_question_do_not_join_two_claims() -> None:
    """Alike only in "nurses" and "six-hour shifts": joined they could never be parted again."""
    question = "Has the six-hour nursing shift been good for hospitals, nurses and patients?"
    one = "Of the nurses on the six-hour shift in the hospitals, a fifth studied for a further degree."
    other = "Of the nurses on the six-hour shift in the hospitals, a fifth looked after a parent."

    assert relation(facets(one, other, encoder())) == "same"
    assert relation(facets(one, other, encoder(), question)) != "same"


def test_what_is_left_of_a_claim_without_the_question() -> None:
    question = "Does the six-hour shift help nurses?"

    assert without_asked("Nurses on the six-hour shift sleep longer.", question) == "on the sleep longer."
    assert without_asked("The nurses' shift.", question) == "The nurses' shift."
    assert meet_beyond("Nurses slept longer.", "The sleep of nurses changed.", question)
    assert not meet_beyond("Nurses slept longer.", "Nurses were paid.", question)


def test_a_null_result_that_shares_only_the_question_says_nothing_of_a_claim() -> None:
    question = "Has the six-hour shift been good for public hospitals?"
    claimed = "Public hospitals with the six-hour shift report fewer resignations."
    sentence = "In public hospitals the six-hour shift had no effect on parking."

    assert cue(claimed, sentence, 0.6) is not None
    assert cue(claimed, sentence, 0.6, question=question) is None
    assert cue(claimed, sentence.replace("parking", "resignations"), 0.6, question=question) is not None


def test_what_was_compared_and_when_is_no_result() -> None:
    assert not signals("The Office compared nurses at 19 hospitals with nurses at the others.").checkable
    assert not signals("They wore a recorder for four weeks and again a year later.").checkable
    assert signals("Bills were small compared with those of others.").checkable
    assert signals("The boats arrive later than the trains.").checkable


def test_without_a_question_nothing_tells_that_the_cause_is_one() -> None:
    for one, other, _ in APART:
        assert not rivals(one, other, encoder())


def test_what_was_done_is_not_what_came_of_it() -> None:
    assert [mark.word for mark in marks("When shifts were cut to six hours, fewer patients fell ill.")] == [
        "fewer"
    ]
    assert [mark.word for mark in marks("Errors rose after the shifts were cut.")] == ["rose"]
    assert [mark.word for mark in marks("근무 시간을 줄인 뒤 투약 오류가 늘었다.")] == ["늘었"]
    assert [mark.word for mark in marks("After a year the costs were lowered.")] == ["lowered"]
