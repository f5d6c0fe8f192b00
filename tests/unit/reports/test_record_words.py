"""What the record says of itself, in the reader's language."""

import pytest

from pathfinder.orchestrator.control import SENTENCES
from pathfinder.reports.record_words import retold


@pytest.mark.parametrize(
    "reason",
    [
        "max_iterations: 2 iterations are done",
        "max_minutes: 5 minutes are over",
        "auto_stop: nothing new comes in any more",
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
