"""What the record says of itself, in the reader's language."""

from typing import get_args

import pytest

from pathfinder.agents.lead import why_again
from pathfinder.orchestrator.control import SENTENCES
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.respawn import Reason
from pathfinder.reports.locales.record_words import retold


@pytest.mark.parametrize(
    "reason",
    [
        "max_iterations: 2 iterations are done",
        "max_minutes: 5 minutes are over",
        "saturated: nothing new comes in any more",
        "user: ended at once",
        *SENTENCES.values(),
    ],
)
def test_every_ordinary_end_has_a_korean_form(reason: str) -> None:
    told = retold(reason, "ko")
    assert any("가" <= letter <= "힣" for letter in told)
    assert ("`pathfinder resume`" in told) == ("`pathfinder resume`" in reason)
    assert retold(reason, "en") == reason


def test_what_is_not_known_stands_as_it_is() -> None:
    assert retold("The disk is full.", "ko") == "The disk is full."


@pytest.mark.parametrize(
    ("sentence", "korean"),
    [
        ("embedded engine, no language model; search: exa", "내장 엔진, 언어 모델 없음; 검색: exa"),
        ("definition: 짚은 무엇인가?", "정의: 짚은 무엇인가?"),
        (
            "conflicts are stuck; they exclude each other, at 0.60 and 0.58",
            "충돌이 풀리지 않고 있다; 서로 양립하지 않는다 (강도 0.60, 0.58)",
        ),
        (
            "hyp_A2: too few say so; check it independently",
            "hyp_A2: 말하는 쪽이 너무 적다. 독립적으로 확인한다",
        ),
        (
            "hyp_A2 is not weak enough to be rejected (0.60 against 0.62)",
            "hyp_A2는 기각할 만큼 약하지 않습니다 (0.60 대 0.62)",
        ),
        (
            "hyp_A3 is not weak enough to be rejected (0.60 against 0.62)",
            "hyp_A3은 기각할 만큼 약하지 않습니다 (0.60 대 0.62)",
        ),
        ("same direction", "같은 방향"),
        ("nothing new", "새로운 것 없음"),
        ("obs_1 SUPPORTS, obs_2 CONTRADICTS, obs_3 SUPPORTS", "obs_1 지지, obs_2 반박, obs_3 지지"),
    ],
)
def test_what_stood_in_a_sentence_stands_in_it_again_with_its_particle(sentence: str, korean: str) -> None:
    assert retold(sentence, "ko") == korean


@pytest.mark.parametrize("mission", get_args(Reason))
def test_why_an_explorer_goes_out_again_has_a_korean_form(mission: Reason) -> None:
    why = why_again(HypothesisId("hyp_A1"), mission)
    assert retold(why, "ko") != why


def test_a_nest_of_sentences_ends() -> None:
    retold("not verified: " * 500 + "x", "ko")
