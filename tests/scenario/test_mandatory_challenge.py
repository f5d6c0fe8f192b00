"""Every agreement is challenged: an approval that tested nothing confirms nothing."""

from dataclasses import dataclass
from typing import Any

import pytest

from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.questions import ClaimReviews
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from tests.scenario.played import Play, finding_of, quotes, reader

AGREED = {"I1 S1": quotes("paper1 for A"), "I1 S2": quotes("official1 for A")}


@dataclass
class Reviewer(Play):
    """A play whose reviewer answers with these fields."""

    says: Any = None

    def answer(self, ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        given = super().answer(ask, step)
        if not isinstance(given, ClaimReviews):
            return given
        reviews = tuple(review.model_copy(update=self.says) for review in given.reviews)
        return given.model_copy(update={"reviews": reviews})


@pytest.mark.parametrize(
    ("says", "tag"),
    [
        ({}, "Confirmed"),
        ({"evidence": (), "impact": "It may not hold in clay."}, "Confirmed"),
        ({"challenge": "Nothing can be held against it.", "evidence": (), "impact": " "}, "Likely"),
        ({"evidence": ("f99",)}, "Likely"),
        ({"challenge": " "}, "Likely"),
    ],
)
def test_an_approval_that_names_neither_a_fact_nor_an_effect_is_no_review(
    says: dict[str, Any], tag: str
) -> None:
    graph = Reviewer(AGREED, says=says).run()
    _, finding = finding_of(graph)
    assert finding.verdict is not None
    assert finding.verdict.tag == tag
    assert (finding.review is None) == (tag == "Likely")
    if tag == "Likely":
        assert "The challenge to it could not be read, or tested nothing." in reader(graph)
