"""The page says what was measured, where, on how many rows, and what stood beside it."""

from pathlib import Path

import pytest

from bench.bootstrap import SEED, compared, mean
from bench.data import VARIABLE, LeftOut, data_folder
from bench.figures import Baseline, Figure, Size, table
from bench.page import main, page
from bench.results import Machine, Outcome, keep, read
from bench.running import Bench

MACHINE = Machine(2, "Linux x86_64", "3.11.7", {"numpy": "2.3"}, "abc1234")


def outcomes() -> list[Outcome]:
    figure = compared("F1 | open", mean([1.0, 0.0, 1.0, 1.0]), {"always": mean([1.0, 0.0, 0.0, 0.0])})
    late = Figure("wall", 3.0, "s", 2.0, "busy", group="speed")
    return [
        Outcome(
            "made",
            Size.FULL,
            "2026-11-16T10:00",
            MACHINE,
            4.2,
            0.5,
            (Figure(**vars(figure) | {"group": "evidence"}), late),
        ),
        Outcome("absent", Size.FULL, "2026-11-16T10:05", MACHINE, 0.1, 0.5, (), left_out="No data here."),
    ]


def test_the_page_has_date_machine_seed_rows_intervals_and_baselines() -> None:
    text = page(outcomes())
    for part in ("2026-11-16T10:00 to 2026-11-16T10:05", "2 cores", "Python 3.11.7", "numpy 2.3", "abc1234"):
        assert part in text
    assert f"seed {SEED}" in text
    rows = [line for line in text.split("\n") if line.startswith("| ")]
    assert any(row.startswith("| F1 \\| open | 0.75 | [") and "| 4 |" in row for row in rows)
    assert any("beside it: always | 0.25 | [" in row for row in rows)
    assert any(row.startswith("| wall | 3 s |") and "**broken: ≤ 2**" in row for row in rows)
    assert "left out: No data here." in text
    assert "1 limits broken" in text
    assert text.index("## Evidence") < text.index("## Speed") < text.index("## What ran")


def test_the_page_is_written_from_kept_results_and_asks_for_them_where_there_are_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, written = tmp_path / "bench.json", tmp_path / "page.md"
    assert main([str(results), str(written)]) == 1
    assert "make bench" in capsys.readouterr().out
    keep(outcomes(), results)
    assert main([str(results), str(written)]) == 0
    assert written.read_text(encoding="utf-8") == page(read(results))


def test_results_of_one_benchmark_replace_its_own_and_leave_the_others(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    keep(outcomes(), path)
    first = outcomes()[0]
    again = Outcome(**vars(first) | {"seconds": 9.0})
    assert keep([again], path) == (outcomes()[1], again)


def test_the_table_on_the_screen_has_the_baselines_below_their_figure() -> None:
    lines = table(outcomes()[0].figures).split("\n")
    assert lines[1].startswith("F1 | open")
    assert "n=4" in lines[1]
    assert lines[2].startswith("  beside it: always")
    assert "ahead [" in lines[2]
    assert lines[3].startswith("wall")
    assert "BROKEN" in lines[3]


def test_a_benchmark_that_breaks_or_hangs_keeps_its_figures_and_costs_no_other_its_own() -> None:
    bench = Bench(Size.QUICK, "now", "tests.unit.bench.made", most_seconds=10)
    absent, breaks, fine, hangs = sorted(bench.run(bench.names), key=lambda one: one.bench)
    assert (absent.left_out, absent.failed, absent.figures) == ("The moon is not here.", "", ())
    assert [figure.value for figure in breaks.figures] == [1]
    assert breaks.failed == "exit 1: ValueError: it broke"
    assert [(figure.name, figure.value, figure.group) for figure in fine.figures] == [
        ("rows", 10, "cost"),
        ("other", 3, "growth"),
    ]
    assert fine.figures[0].baselines == (Baseline("floor", 2.0, (1.0, 3.0), None),)
    assert [figure.value for figure in hangs.figures] == [7]
    assert hangs.failed == "it was stopped after 10 s"


def test_absent_data_say_what_to_get_and_where_to_name_it(tmp_path: Path) -> None:
    with pytest.raises(LeftOut, match=rf"ramdocs is not here: get .* {VARIABLE}"):
        data_folder("ramdocs", ("questions.jsonl",), tmp_path)
    (tmp_path / "ramdocs").mkdir()
    (tmp_path / "ramdocs" / "questions.jsonl").touch()
    assert data_folder("ramdocs", ("questions.jsonl",), tmp_path) == tmp_path / "ramdocs"
