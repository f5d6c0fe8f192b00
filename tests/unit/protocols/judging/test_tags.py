"""The mark beside a finding, and its confidence."""

import pytest

from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.judging.tags import source_tag
from tests.judging import A1, ANSWERED, against, voices, world


@pytest.mark.parametrize(
    ("edits", "mark", "confidence"),
    [
        ([], "?", 0.0),
        (voices("paper"), "✓", 0.6),
        (voices("paper", "blog"), "✓✓", 0.8),
        (voices("paper", "blog", "news"), "✓✓", 0.95),
        (voices(*["paper"] * 4), "✓✓", 0.95),
        (voices("forum"), "~", 0.6),
        (voices(*["unknown"] * 5), "~", 0.6),
        (voices("paper", "forum"), "✓", 0.6),
        ([*voices("paper"), *against("paper")], "⚠", 0.6),
        ([*voices("paper", "paper"), *against("forum")], "✓✓", 0.8),
        ([*voices("paper"), *against("paper", answered=ANSWERED)], "✓", 0.6),
        (against("forum"), "⚠", 0.0),
    ],
    ids=[
        "no source",
        "one",
        "two",
        "three",
        "four",
        "untrusted",
        "five untrusted",
        "trusted and untrusted",
        "contradicted",
        "lightly contradicted",
        "answered",
        "only contradicted",
    ],
)
def test_each_mark(edits: list[GraphEdit], mark: str, confidence: float) -> None:
    tag = source_tag(world(*edits), A1)
    assert (tag.mark, tag.confidence) == (mark, confidence)


def test_an_invented_claim_is_inferred_until_a_trusted_voice_says_it() -> None:
    assert source_tag(world(type_="B"), A1).mark == "~"
    assert source_tag(world(*voices("paper"), type_="B"), A1).mark == "✓"


def test_a_page_without_a_found_quote_is_no_source() -> None:
    assert source_tag(world(*voices("unknown", weight=0.3), type_="A"), A1).mark == "~"
    untraceable = [edit for edit in voices("paper") if edit.kind == "add_source"]
    assert source_tag(world(*untraceable), A1).mark == "?"
