"""Reasons in words: every kind in both languages, and in Korean nothing that only an English reader reads."""

import re
from typing import get_args

import pytest

from pathfinder.protocols.graph.judgement import Classified, Finding, Verdict
from pathfinder.protocols.graph.reasons import Reason, ReasonKind
from pathfinder.protocols.judging.wording import worded

NAMES = (
    "heads", "voices", "trusted", "visits", "needed", "strength", "bar", "lighter", "heavier", "ahead",
    "better", "pro", "con",
)  # fmt: skip
FIGURES = dict.fromkeys(NAMES, 2)


def a_reason(kind: ReasonKind) -> Reason:
    return Reason(
        kind=kind,
        side="against",
        figures=FIGURES,
        names=("hyp_A2", "hyp_A3"),
        words="모델의 말",
        then=Reason(kind="unheld"),
    )


@pytest.mark.parametrize("kind", get_args(ReasonKind))
def test_every_reason_can_be_told_in_both_languages(kind: ReasonKind) -> None:
    reason = a_reason(kind)
    english, korean = worded(reason), worded(reason, "ko")
    assert english
    assert re.findall("[A-Za-z]{2,}", korean.replace("hyp_A2", "").replace("hyp_A3", "")) == []
    if kind not in ("challenge", "asked_for"):
        assert re.search("[가-힣]", english.replace("모델의 말", "")) is None
        assert korean != english


def test_words_of_a_model_are_shown_as_the_reader_may_see_them() -> None:
    outer = Reason(kind="weakened", words="by 88%", then=Reason(kind="unheld"))
    assert worded(outer, heard=lambda reason: f"<{reason.words}>").endswith(
        "A challenge weakened it: <by 88%>"
    )


def test_a_reason_without_words_ends_where_they_would_begin() -> None:
    assert worded(Reason(kind="merged", names=("hyp_A1",))) == "merged into hyp_A1"


def test_braces_of_a_model_are_words() -> None:
    assert worded(Reason(kind="answer_to", words="{heads} {0}")) == "an answer to the challenge: {heads} {0}"


def test_the_plain_text_of_an_older_session_is_still_read() -> None:
    old = '{"classes": [{"iteration": 0, "round": 2, "class": "AGREED", "because": "2 lineages agree."}]}'
    finding = Finding.model_validate_json(old)
    assert finding.classes == (
        Classified.model_validate(
            {"iteration": 0, "round": 2, "class": "AGREED", "because": "2 lineages agree."}
        ),
    )
    assert worded(finding.classes[0].because, "ko") == "2 lineages agree."


def test_a_reason_comes_back_from_a_file_as_it_was() -> None:
    given = Verdict(tag="Likely", side="for", because=a_reason("opposed"), caveats=(a_reason("rival"), "old"))
    assert Verdict.model_validate_json(given.model_dump_json()) == given
