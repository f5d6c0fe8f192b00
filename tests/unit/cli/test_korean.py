"""Somebody who reads only Korean can use status and explain."""

import re

from pathfinder.cli.commands.explain import explained
from pathfinder.cli.screen.status import status_rows
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.verdicts import judged, verdict
from tests.builders import a_conflict
from tests.judging import A1, A2, FOR, SKEPTIC, a_finding, a_review, against, voices, world

ENGLISH = re.compile(r"[A-Za-z]{3,}")


def a_korean_graph() -> CogniGraph:
    """A claim with both sides, a rival and a challenge, in a session whose question is Korean."""
    edits = [
        *voices("paper", "paper"),
        *against("news"),
        *voices("blog", to=A2, first=20),
        a_conflict(A1, A2),
    ]
    graph = world(*edits)
    said = a_finding(*FOR, SKEPTIC, review=a_review(challenge="표본이 작다.", impact="덜 확실하다."))
    told = judged(said, verdict(graph, A1, said, challenged=True))
    return graph.model_copy(update={"question": "짚이 땅을 식히는가?", "findings": {A1: told}})


def ours(text: str) -> list[str]:
    """English words that are neither names of ours, nor addresses, nor what a page or a claim says."""
    named = re.sub(r"hyp_\w+|obs_\d+|https?://\S+|\b[A-Z]+-[A-Z0-9-]+\S*|\([A-Z]+\)", "", text)
    return ENGLISH.findall(named)


def test_explain_speaks_korean() -> None:
    first, *rest = explained(a_korean_graph(), A1)
    assert first == f"{A1}: A holds."
    assert [line for line in rest if ours(line)] == []
    assert any("판정 [" in line for line in rest)
    assert list(explained(a_korean_graph(), HypothesisId(A2)))[-1] == "아직 판정하지 않았습니다"


def test_status_speaks_korean() -> None:
    rows = dict(status_rows(a_korean_graph(), "20260101", None))
    assert rows["실행"] == "실행 중이 아님"
    assert [name for name in rows if ours(name)] == []
    assert [value for name, value in rows.items() if not name.startswith("hyp") and ours(value)] == []
