"""A question is worded once however often it is looked at, and never in the words of another."""

from pathfinder.adapters.models.requests import Worded, request
from pathfinder.adapters.models.settings import ClaudeSettings
from tests.asks import ASKS

SETTINGS = ClaudeSettings()


def test_the_same_question_is_worded_once() -> None:
    worded = Worded(SETTINGS)
    for ask in ASKS:
        assert worded.request(ask) == request(ask, SETTINGS)
        assert worded.request(ask) is worded.request(ask)


def test_questions_that_come_and_go_are_never_taken_for_each_other() -> None:
    # Objects that are gone leave their addresses to others.
    worded = Worded(SETTINGS)
    for turn in range(400):
        for ask in ASKS[:3]:
            copy = ask.model_copy(deep=True)
            assert worded.request(copy) == request(copy, SETTINGS), turn
