"""A dispute is told where each side has two voices; one that seems to say otherwise may be misread."""

import pytest

from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.judging.disputes import Dispute, dispute
from pathfinder.protocols.judging.verdicts import verdict
from pathfinder.protocols.judging.wording import worded
from tests.judging import A1, ANSWERED, FOR, SKEPTIC, a_finding, against, voices, world

PAPERS = voices("paper", "paper", "paper")


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        pytest.param([], None, id="nothing was said"),
        pytest.param(PAPERS, None, id="all of one mind"),
        pytest.param([*PAPERS, *against("paper")], None, id="a lone voice dissents"),
        pytest.param([*PAPERS, *against("paper", "news")], Dispute(3, 2), id="two voices dissent"),
        pytest.param([*voices("blog"), *against("paper", "paper")], None, id="a lone voice affirms"),
        pytest.param([*PAPERS, *against("unknown", "unknown", "forum")], None, id="pages that cost nothing"),
        pytest.param(
            [*voices("unknown", "unknown"), *against("unknown", "unknown")],
            Dispute(2, 2),
            id="nobody is trusted",
        ),
        pytest.param(
            [*voices("unknown", "unknown"), *against("paper", "paper")], None, id="only one side is"
        ),
    ],
)
def test_each_side_needs_two_voices_that_count(edits: list[GraphEdit], expected: Dispute | None) -> None:
    assert dispute(world(*edits), A1) == expected


def test_an_answered_contradiction_disputes_nothing() -> None:
    assert dispute(world(*PAPERS, *against("paper", "paper", answered=ANSWERED)), A1) is None


def test_the_reader_is_told_in_both_languages_whatever_the_verdict() -> None:
    graph = world(*PAPERS, *against("paper", "news"))
    given = verdict(graph, A1, a_finding(*FOR, SKEPTIC), challenged=True)
    (told,) = [one for one in given.caveats if not isinstance(one, str) and one.kind == "disputed"]
    assert worded(told) == "Disputed: independent sources for it: 3; against it: 2."
    assert worded(told, "ko") == "엇갈림: 독립된 출처가 찬성 3곳, 반대 2곳입니다."
