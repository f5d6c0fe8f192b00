"""A batch on the screen: what fits in 80 columns, what is forecast, and what is said once it stops."""

from io import StringIO

import pytest
from rich.console import Console

from pathfinder.cli.screen.batch import LiveTable, Progress, Tongue, ended_line, totals_line
from pathfinder.cli.screen.words import speaker
from pathfinder.protocols.calls.batch import Batch, State, Terms, Wanted
from pathfinder.protocols.calls.events import CallPaid, PhaseEntered
from pathfinder.reports.export.batch import Result

LONG = "Do ground loops pay off in clay soil, and who pays for them in the end, street by street?"
KOREAN = "지열은 난방비를 줄이는가, 그리고 그 비용은 결국 누가 어떻게 나누어 내는가?"


def _progress(*states: State, budget: int | None = None) -> Progress:
    questions = tuple(Wanted(number=n, question=KOREAN if n % 2 else LONG) for n in range(1, len(states) + 1))
    batch = Batch(id="b", terms=Terms(budget_usd_micros=budget), questions=questions)
    return Progress(batch, dict(enumerate(states, start=1)), spent_before=0)


def _drawn(now: Progress, speak: Tongue) -> list[str]:
    table = LiveTable(now, speak, now.batch.questions, lambda: 60.0)
    written = StringIO()
    Console(file=written, width=80).print(table.table())
    return written.getvalue().splitlines()


@pytest.mark.parametrize("speak", ["en", "ko"])
def test_the_table_has_a_row_for_what_runs_and_fits(speak: Tongue) -> None:
    waiting: State = "waiting"
    now = _progress(*[waiting] * 30, budget=3_000_000)
    for number in range(1, 21):
        now.update(number, PhaseEntered(iteration=2, phase="EXPLORE"))
        now.update(number, CallPaid(usd_micros=50_000))
    rows = _drawn(now, speak)
    assert sum(speaker(speak)("phase-EXPLORE") in row for row in rows) == 16
    assert any("4" in row and "..." in row for row in rows)  # and four more
    assert any("$1.0000" in row and "$3.0000" in row for row in rows)
    assert rows[-1].startswith("Ctrl-C")


def test_what_is_left_is_forecast_by_what_came_to_an_end() -> None:
    now = _progress("waiting", "waiting", "waiting", "done")
    assert now.forecast(60) is None
    now.update(1, CallPaid(usd_micros=1_000))
    now.end(1, "stopped")
    assert now.forecast(60) is None  # it says nothing of how long the others take
    now.end(2, "done")
    assert now.forecast(90) == (3, 2_000)


def test_once_it_stops_it_says_so_and_forecasts_nothing() -> None:
    now = _progress("waiting", "waiting")
    now.end(1, "done")
    now.stopping = lambda: True
    said = " ".join(_drawn(now, "en"))
    assert "Ctrl-C again ends at once" in said
    assert "to go" not in said


def test_the_line_of_a_question_gives_the_answer_or_the_reason() -> None:
    row = Result(number=3, question="Why?", state="failed", reason="The provider is down.")
    assert ended_line(row, 9, "en") == "[3/9] failed: Why? ($0.0000): The provider is down."
    stopped = row.model_copy(update={"state": "stopped", "reason": "Paused by the user."})
    assert ended_line(stopped, 9, "ko") == "[3/9] 멈춤: Why? ($0.0000)"
    done = row.model_copy(update={"state": "done", "verdict": "Likely", "answer": "It does."})
    assert ended_line(done, 9, "en") == "[3/9] done: Why? ($0.0000): Likely: It does."


def test_the_totals_count_what_asks_the_same_as_done() -> None:
    now = _progress("done", "same", "budget", "failed", "waiting")
    assert totals_line(now, speaker("en")) == "2 of 5 done, 0 running, 2 failed · $0.0000"
