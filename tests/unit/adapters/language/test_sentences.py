"""Sentences of pages: units a reader would see, with offsets that cut the very text."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.language.sentences import sentences


@dataclass(frozen=True)
class Case:
    id: str
    text: str
    units: tuple[str, ...]


CASES = (
    Case(
        "abbreviations and figures",
        "Dr. Smith et al. (Fig. 3) found 13.5% in the U.S. However, it fell.",
        ("Dr. Smith et al. (Fig. 3) found 13.5% in the U.S.", "However, it fell."),
    ),
    Case(
        "a quotation that the Korean sentence goes on after",
        '그는 "성능이 떨어졌다."라고 말했다. 그러나 연구진은 이를 부인했다.',
        ('그는 "성능이 떨어졌다."라고 말했다.', "그러나 연구진은 이를 부인했다."),
    ),
    Case(
        "two sentences inside a quotation with a particle",
        "“생산성이 올랐다. 모두 기뻐했다.”라는 소문이 있다. 근거는 없다.",
        ("“생산성이 올랐다. 모두 기뻐했다.”라는 소문이 있다.", "근거는 없다."),
    ),
    Case(
        "Korean sentences without a space between them, and noun endings",
        "이를 부인했다.다음 실험은 성공했다. 효과가 없음. 비용이 증가함. 좋아요. 네.",
        ("이를 부인했다.", "다음 실험은 성공했다.", "효과가 없음.", "비용이 증가함.", "좋아요.", "네."),
    ),
    Case(
        "front matter, heading, list and table",
        "---\ntitle: A page\ndate: 2024\n---\n# The heading\nOne sentence. Another one.\n"
        "- first item\n- second item\n1. third\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        (
            "title: A page",
            "date: 2024",
            "# The heading",
            "One sentence.",
            "Another one.",
            "- first item",
            "- second item",
            "1. third",
            "| a | b |",
            "| 1 | 2 |",
        ),
    ),
    Case(
        "a wrapped paragraph is one",
        "The lamps were lit in the evening and burned\nuntil the morning tide came in.\n\nThe end.",
        ("The lamps were lit in the evening and burned\nuntil the morning tide came in.", "The end."),
    ),
    Case("nothing but a rule", "----------\n\n***\n", ()),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_units_of_a_text(case: Case) -> None:
    assert tuple(unit.text for unit in sentences(case.text)) == case.units


PIECES = st.sampled_from(
    [
        "The lamp fell. ",
        "값이 올랐다.",
        '"좋다."라고 ',
        "- item\n",
        "\n\n",
        "# h\n",
        "e.g. ",
        "| a | b |\n",
        "다. ",
        "“",
        "”",
        "\t",
        "x",
    ]
)


@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=20).map("".join)))
def test_no_letter_is_lost_and_offsets_are_those_of_the_text(text: str) -> None:
    found = sentences(text)
    at = 0
    for unit in found:
        assert unit.text == text[unit.start : unit.end] == unit.text.strip()
        assert not any(char.isalnum() for char in text[at : unit.start])
        at = unit.end
    assert not any(char.isalnum() for char in text[at:])
