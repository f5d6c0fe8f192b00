"""A strength, taken apart, is the strength."""

import pytest

from pathfinder.protocols.evidence.reckoning import strength_terms
from pathfinder.protocols.evidence.strength import strength
from tests.judging import A1, against, voices, world


@pytest.mark.parametrize("type_", ["A", "B"])
def test_the_terms_add_up(type_: str) -> None:
    graph = world(*voices("paper", "news", "forum"), *against("official", weight=0.5), type_=type_)
    known = strength_terms(graph, A1)
    assert known.base == (0.5 if type_ == "A" else 0.4)
    assert known.trusted == 2
    assert known.bonus == 0.06
    assert [share.side for share in known.shares] == ["SUPPORTS"] * 3 + ["CONTRADICTS"]
    assert known.shares[-1].change == pytest.approx(-0.15 * 0.85 * 0.5)
    assert known.base + sum(share.change for share in known.shares) + known.bonus == pytest.approx(
        known.total
    )
    assert known.total == strength(graph, A1)
