"""Small rules of wording: a sentence inside another, and what a thinking tool is called."""

from typing import get_args

import pytest

from pathfinder.protocols.graph.memory import ThinkingTool
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.planning.memory_words import tool_name
from pathfinder.protocols.text.sanitize import inside


@pytest.mark.parametrize(
    ("sentence", "written"),
    [
        ("A second, independent source", "a second, independent source"),
        ("When the sources disagree", "when the sources disagree"),
        ("Anker's paper of 2019", "Anker's paper of 2019"),
        ("EU figures", "EU figures"),
        ("A", "A"),
        ("", ""),
        ("독립된 두 번째 출처", "독립된 두 번째 출처"),
    ],
)
def test_a_sentence_inside_another_begins_small_unless_it_begins_with_a_name(
    sentence: str, written: str
) -> None:
    assert inside(sentence) == written


@pytest.mark.parametrize("tool", get_args(ThinkingTool))
def test_every_thinking_tool_has_a_short_name_in_both_languages(tool: ThinkingTool) -> None:
    for name in (tool_name(tool, "en"), tool_name(tool, "ko")):
        assert 2 <= len(name) < 30
        assert ":" not in name


def test_a_reason_rounds_as_every_view_does() -> None:
    """0.505 is 0.51 and 0.725 is 0.73, whatever their binary forms."""
    assert worded(Reason(kind="weak", figures={"strength": 0.725})) == "strength 0.73"
    assert worded(Reason(kind="weak", figures={"strength": 0.505})) == "strength 0.51"
    under = Reason(kind="under_bar", figures={"strength": 0.6475, "bar": 0.65})
    assert worded(under) == "strength 0.6475 is under 0.65", "what is shown under a bar is less than the bar"


@pytest.mark.parametrize("trusted", [0, 1])
def test_too_few_trusted_voices_are_told_in_one_sentence_for_every_count(trusted: int) -> None:
    told = Reason(kind="few_trusted", figures={"trusted": trusted, "voices": 4})
    assert worded(told) == f"Trusted independent sources: {trusted} of 4, too few to confirm it."
