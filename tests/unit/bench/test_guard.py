"""A guarded figure that got worse is a failure, unless the newest part of the changelog names it."""

from pathlib import Path

import pytest

from bench import guard
from bench.figures import Better, Figure, Size
from bench.guard import Kept, falls
from bench.results import Machine, Outcome
from bench.verdict import verdict

MACHINE = Machine(2, "Linux", "3.11", {}, "")


def a_figure(
    value: float,
    name: str = "F1",
    better: Better = "higher",
    guarded: bool = True,
    limit: float | None = None,
) -> Figure:
    return Figure(name, value, "", limit, better=better, group="evidence", guarded=guarded)


def an_outcome(*figures: Figure, failed: str = "", left_out: str = "") -> Outcome:
    return Outcome("made", Size.FULL, "2026-11-16", MACHINE, 1.0, 0.1, figures, failed, left_out)


@pytest.mark.parametrize(
    ("better", "value", "fell"),
    [
        ("higher", 0.79, False),
        ("higher", 0.77, True),
        ("higher", 0.95, False),
        ("lower", 0.81, False),
        ("lower", 0.83, True),
        ("lower", 0.10, False),
    ],
)
def test_worse_by_more_than_the_tolerance_is_a_fall(better: Better, value: float, fell: bool) -> None:
    found = falls([a_figure(value, better=better)], {"F1": Kept(0.8, 0.02)}, "")
    assert bool(found) == fell


def test_only_the_newest_part_of_the_changelog_excuses() -> None:
    kept = {"F1": Kept(0.8, 0.0)}
    old = "# Changelog\n\n## [Unreleased]\n- Quicker.\n\n## [0.1]\n- F1 fell, as it was too good.\n"
    new = "# Changelog\n\n## [Unreleased]\n- F1 fell: fewer guesses.\n\n## [0.1]\n"
    assert [fall.told for fall in falls([a_figure(0.5)], kept, old)] == [False]
    assert [fall.told for fall in falls([a_figure(0.5)], kept, new)] == [True]


def test_a_run_with_a_fall_fails_and_says_both_values() -> None:
    kept = {"F1": Kept(0.8, 0.0)}
    found = verdict([an_outcome(a_figure(0.5))], kept, "", whole=True)
    assert found.wrong == ["FELL: F1 was 0.8 and is 0.5, and no line of the changelog names it."]
    told = verdict([an_outcome(a_figure(0.5))], kept, "F1", whole=True)
    assert told.wrong == []
    assert told.remarks == ["FELL: F1 was 0.8 and is 0.5, which the changelog tells."]


def test_a_broken_limit_a_failed_benchmark_and_a_name_told_twice_fail_the_run() -> None:
    broken = a_figure(3, "slow", "lower", guarded=False, limit=2)
    twice = a_figure(1, "same", guarded=False)
    outcomes = [an_outcome(broken, twice, twice), an_outcome(failed="exit 1: KeyError")]
    assert verdict(outcomes, {}, "", whole=True).wrong == [
        "FAILED: made: exit 1: KeyError; see build/bench/made.log",
        "LIMIT BROKEN: slow: 3, limit 2",
        "TOLD TWICE: same is the name of two figures",
    ]


def test_a_limit_of_a_figure_that_should_be_high_is_a_least() -> None:
    assert a_figure(0.9, limit=0.8).within
    assert not a_figure(0.7, limit=0.8).within


def test_a_guarded_figure_that_is_gone_fails_unless_data_are_absent() -> None:
    kept = {"F1": Kept(0.8, 0.0)}
    gone = "NOT MEASURED: F1 is guarded"
    assert verdict([an_outcome()], kept, "", whole=True).wrong == [gone]
    absent = verdict([an_outcome(left_out="no data")], kept, "", whole=True)
    assert (absent.wrong, absent.remarks) == ([], ["LEFT OUT: made: no data", gone])
    assert verdict([an_outcome()], kept, "", whole=False) == ([], [])


def test_what_was_never_kept_is_said() -> None:
    found = verdict([an_outcome(a_figure(0.5))], {}, "", whole=True)
    assert (len(found.wrong), len(found.remarks)) == (0, 1)
    assert found.remarks[0].startswith("NOT KEPT YET: F1")


def test_keeping_leaves_other_sizes_and_tolerances_set_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "guarded.json"
    guard.keep([a_figure(0.5, "old"), a_figure(2, "free", guarded=False)], Size.QUICK, path)
    guard.keep([a_figure(0.8)], Size.FULL, path)
    text = path.read_text(encoding="utf-8").replace("0.016", "0.1")
    path.write_text(text, encoding="utf-8")
    guard.keep([a_figure(0.9)], Size.FULL, path)
    assert guard.read(path) == {
        Size.FULL: {"F1": Kept(0.9, 0.1)},
        Size.QUICK: {"old": Kept(0.5, 0.01)},
    }


def test_the_file_in_the_repository_can_be_read() -> None:
    assert set(guard.read()) <= set(Size)
