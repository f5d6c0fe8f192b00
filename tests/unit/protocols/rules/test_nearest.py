"""The nearest claims: found without looking at all, and as quickly among many as among few."""

import pytest

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.rules.likeness import ByWords
from pathfinder.protocols.rules.nearest import claims_of
from tests.builders import a_graph, a_hypothesis

SOUNDS = ("ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu")


class Counting(ByWords):
    """Counts the comparisons."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, one: str, other: str) -> float:
        self.made += 1
        return super().__call__(one, other)


def word(number: int) -> str:
    return "".join(SOUNDS[number // 15**place % 15] for place in range(3))


def said(number: int) -> str:
    return f"The {word(7 * number)} of {word(11 * number + 1)} feeds on {word(13 * number + 2)}."


def a_world(claims: int) -> CogniGraph:
    return a_graph([(f"hyp_A{n}", a_hypothesis(said(n))) for n in range(1, claims + 1)])


@pytest.mark.parametrize("claims", [100, 1_000])
def test_a_new_claim_is_compared_with_few_however_many_there_are(claims: int) -> None:
    graph, measure, asked = a_world(claims), Counting(), 20
    for number in range(5_000, 5_000 + asked):
        assert len(claims_of(graph, measure).nearest(graph, said(number), 0.3, 5)) == 5
    assert measure.made <= 25 * asked


def test_another_measure_keeps_claims_of_its_own() -> None:
    graph, one = a_world(3), Counting()
    kept = claims_of(graph, one)
    assert claims_of(graph, one) is kept
    assert claims_of(graph, Counting()) is not kept
