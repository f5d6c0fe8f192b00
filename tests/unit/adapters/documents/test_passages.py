"""Passages lose nothing, overlap nowhere and keep to their size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.documents.passages import LARGEST, passages

PIECES = st.sampled_from(
    ["# 제목\n", "A sentence. ", "문장이다. ", "\n\n", "\n", "word " * 60, "한" * 300, "x" * 1_500]
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_only_white_space_lies_between_passages(text: str) -> None:
    found = passages(text)
    ends = [0, *(end for _, end in found)]
    starts = [*(start for start, _ in found), len(text)]
    assert all(
        text[end:start].strip() == "" and end <= start for end, start in zip(ends, starts, strict=True)
    )
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in found)
    assert all(end - start <= LARGEST for start, end in found)


@pytest.mark.parametrize("sentence", ["The tide gate held. ", "수문이 물을 막았다. "])
def test_a_long_paragraph_is_cut_between_sentences(sentence: str) -> None:
    text = sentence * 200
    found = passages(text)
    assert len(found) > 3
    assert all(text[start:end].endswith(".") for start, end in found)


def test_a_heading_opens_a_passage_and_stays_with_its_text() -> None:
    text = "# One\n\nFirst words.\n\n## Two\n\nSecond words."
    assert [text[start:end] for start, end in passages(text)] == [
        "# One\n\nFirst words.",
        "## Two\n\nSecond words.",
    ]
