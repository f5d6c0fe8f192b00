"""Intervals that hang on the rows alone, and pairs that are drawn together."""

import numpy as np
import pytest

from bench.bootstrap import compared, f1, mean, of_rows


def test_the_interval_of_a_share_is_that_of_the_textbook() -> None:
    figure = compared("share", mean([1.0] * 80 + [0.0] * 320), {})
    assert figure.value == pytest.approx(0.2)
    low, high = figure.interval or (0, 0)
    # 1.96 standard errors of a share of 0.2 in 400 rows are 0.0392.
    assert low == pytest.approx(0.1608, abs=0.006)
    assert high == pytest.approx(0.2392, abs=0.006)


def test_the_same_rows_give_the_same_interval_and_another_seed_another() -> None:
    values = [float(at % 7) for at in range(50)]
    one, again = compared("a", mean(values), {}), compared("a", mean(values), {})
    assert one == again
    assert compared("a", mean(values), {}, seed=2).interval != one.interval


def test_a_pair_is_drawn_together() -> None:
    noisy = [float(value) for value in np.random.default_rng(3).normal(0, 10, 200)]
    ahead = compared("ours", mean([value + 0.1 for value in noisy]), {"theirs": mean(noisy)})
    (beside,) = ahead.baselines
    # Each of the two is uncertain by far more than 0.1; their difference is not uncertain at all.
    assert ahead.interval is not None
    assert ahead.interval[1] - ahead.interval[0] > 1
    assert beside.ahead == pytest.approx((0.1, 0.1))


def test_rows_that_are_not_the_same_are_not_compared() -> None:
    with pytest.raises(ValueError, match="theirs has 2 rows, ours has 3"):
        compared("ours", mean([1, 2, 3]), {"theirs": mean([1, 2])})


def test_f1_of_one_class_and_the_mean_of_two() -> None:
    rows = [(1, 1, 1), (0, 1, 0), (0, 0, 1), (1, 1, 1)]
    assert of_rows(rows, f1).value == pytest.approx(2 * 2 / (3 + 3))
    both = [(*row, 0, 0, 1) for row in rows]
    assert of_rows(both, f1).value == pytest.approx(1 / 3)


def test_nothing_said_and_nothing_true_is_no_division() -> None:
    figure = compared("none", of_rows([(0, 0, 0)] * 4, f1), {"empty": mean([0.0] * 4)})
    assert (figure.value, figure.interval) == (0.0, (0.0, 0.0))
