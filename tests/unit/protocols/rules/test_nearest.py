"""The nearest claims are found without a look at each."""

from hashlib import sha256

import pytest

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.rules.likeness import ByWords
from pathfinder.protocols.rules.nearest import claims_of
from tests.builders import a_graph, a_hypothesis


class Counting(ByWords):
    """Counts the comparisons."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, one: str, other: str) -> float:
        self.made += 1
        return super().__call__(one, other)


def said(number: int) -> str:
    digits = sha256(str(number).encode()).hexdigest()
    letters = "".join("abcdefghijklmnop"[int(digit, 16)] for digit in digits)
    return f"The {letters[:7]} of {letters[7:14]} feeds on {letters[14:21]}."


def a_world(claims: int) -> CogniGraph:
    return a_graph([(f"hyp_A{n}", a_hypothesis(said(n))) for n in range(1, claims + 1)])


@pytest.mark.parametrize("claims", [100, 1_000])
def test_a_new_claim_is_compared_with_a_few_of_the_claims(claims: int) -> None:
    graph, measure, asked = a_world(claims), Counting(), 20
    for number in range(5_000, 5_000 + asked):
        assert len(claims_of(graph, measure).nearest(graph, said(number), 0.3, 5)) == 5
    assert measure.made <= asked * (10 + claims // 20)


def test_another_measure_keeps_claims_of_its_own() -> None:
    graph, one = a_world(3), Counting()
    kept = claims_of(graph, one)
    assert claims_of(graph, one) is kept
    assert claims_of(graph, Counting()) is not kept
