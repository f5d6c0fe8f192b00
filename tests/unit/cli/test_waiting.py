"""A call that waits is counted down on the live screen, and gone when its time is over."""

import pytest

from pathfinder.cli.panels import Prompt, Wait, picture
from pathfinder.reports.summary import Tongue
from tests.cli.recorded import HOSTILE, RUNS, scene


@pytest.mark.parametrize(
    ("speak", "told"), [("en", "waiting 42 s: HTTP 529"), ("ko", "42초 기다림: HTTP 529")]
)
def test_a_wait_is_counted_down(speak: Tongue, told: str) -> None:
    prompt = Prompt(waiting=Wait(until_s=100.0, reason=f"HTTP 529 {HOSTILE}"))

    def lines(elapsed_s: float) -> list[str]:
        return [line.plain for line in picture(scene(RUNS[speak]), prompt, 100, 40, elapsed_s)]

    [shown] = [line for line in lines(58.4) if told in line]
    assert "\x1b" not in shown
    assert not any("HTTP 529" in line for line in lines(100.0))
