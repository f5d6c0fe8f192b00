"""`--until` takes what a run goes on until, or the last day of pages; the default depends on who watches."""

from datetime import date

import pytest

from pathfinder.cli.choices import Choices
from pathfinder.protocols.errors import UserError

QUESTION = "Do ground loops pay off in Velm?"


@pytest.mark.parametrize("state", ["answered", "saturated", "limit"])
def test_a_state_ends_the_run_and_is_no_day(state: str) -> None:
    choices = Choices(until=state)
    assert choices.settings() == {"research.stop_when": state}
    assert choices.until_day() is None


def test_a_day_is_the_last_of_pages_and_ends_nothing() -> None:
    choices = Choices(until="2026-11-18")
    assert (choices.until_day(), choices.settings()) == (date(2026, 11, 18), {})
    both = Choices(until="2026-11-18", stop_when="answered")
    assert (both.until_day(), both.settings()) == (date(2026, 11, 18), {"research.stop_when": "answered"})


def test_anything_else_is_refused_with_what_it_takes() -> None:
    with pytest.raises(UserError, match="answered, saturated or limit, or a day"):
        Choices(until="tomorrow").until_day()
