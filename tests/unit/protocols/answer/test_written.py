"""What the Writer wrote is read as statements: each with its citations, where they stand, and its block."""

import pytest

from pathfinder.protocols.answer.written import Cite, passage, uncited_sentences


def said(markdown: str) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (one.said, tuple(cite.fact or f"p{cite.page}: {cite.words}" for cite in one.cites))
        for one in passage(markdown).statements
    ]


@pytest.mark.parametrize(
    ("markdown", "statements"),
    [
        ("It pays [[obs_1]].", [("It pays.", ("obs_1",))]),
        ("It pays. [[obs_1]] It lasts. [[obs_2]]", [("It pays.", ("obs_1",)), ("It lasts.", ("obs_2",))]),
        (
            "It pays [[obs_1, obs_2]], but slowly [[obs_3; obs_4]]. It lasts [[obs_5]].",
            [("It pays, but slowly.", ("obs_1", "obs_2", "obs_3", "obs_4")), ("It lasts.", ("obs_5",))],
        ),
        ("It pays. It lasts [[obs_1]].", [("It pays. It lasts.", ("obs_1",))]),
        ("It pays [[obs_1]]. So dig.", [("It pays. So dig.", ("obs_1",))]),
        ("So dig.", [("So dig.", ())]),
        ("It pays [obs_1] and [[obs_2]] lasts.", [("It pays and lasts.", ("obs_1", "obs_2"))]),
        ("It took e.g. 5 s [[p7: took\n- 5 s]].", [("It took e.g. 5 s.", ("p7: took - 5 s",))]),
        ('A [[p7: "the **words**"]].', [("A.", ("p7: the **words**",))]),
        ("A [[obs_3, p7: words]].", [("A.", ("obs_3", "p7: words"))]),
        ("A [[obs_3, p7: some, words; p12: more]].", [("A.", ("obs_3", "p7: some, words", "p12: more"))]),
        ("A [[nonsense]].", [("A.", ("nonsense",))]),
        (
            "효과가 있다 [[obs_1]]. 다만 느리다 [[obs_2]].",
            [("효과가 있다.", ("obs_1",)), ("다만 느리다.", ("obs_2",))],
        ),
        ("Use `npm ci` and *not* **npm i** [[obs_1]].", [("Use npm ci and not npm i.", ("obs_1",))]),
        ("Avoid `Bun.*` and process.* *now* [[obs_1]].", [("Avoid Bun.* and process.* now.", ("obs_1",))]),
        ("It pays[[obs_1]] well[[obs_2]].", [("It pays well.", ("obs_1", "obs_2"))]),
        ("snake_case_name stays [[obs_1]].", [("snake_case_name stays.", ("obs_1",))]),
        ("## A heading\nText [[obs_1]].\n---", [("Text.", ("obs_1",))]),
    ],
)
def test_a_text_is_read_as_statements_with_their_citations(
    markdown: str, statements: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert said(markdown) == statements


def test_a_citation_keeps_its_place_in_the_text() -> None:
    one = passage("It pays [[obs_1]], but slowly [[p2: slow]] [[= 4/2 = 2]].").statements[0]
    assert one.cites == (Cite(7, fact="obs_1"), Cite(19, page=2, words="slow"))
    assert (one.text, one.derived) == ("It pays, but slowly.", ("4/2 = 2",))


def test_paragraphs_bullets_and_numbers_are_blocks_and_bold_words_lead() -> None:
    known = passage(
        "First [[obs_1]]. More [[obs_2]].\nstill the same [[obs_3]].\n\n"
        "- **Backups.** Copy [[obs_4]].\n  goes on [[obs_5]]\n* **Only bold**\n1. One [[obs_6]].\n2) Two."
    )
    assert [(one.opens, one.lead, one.text) for one in known.statements] == [
        ("paragraph", "", "First."),
        ("", "", "More."),
        ("", "", "still the same."),
        ("bullet", "Backups.", "Copy."),
        ("", "", "goes on"),
        ("bullet", "Only bold", ""),
        ("number", "", "One."),
        ("number", "", "Two."),
    ]


def test_tables_have_a_title_columns_and_rows_with_citations() -> None:
    known = passage(
        "Text [[obs_1]].\n\n**Loads**\n\n"
        "| what | how much |\n|---|:--:|\n| a [[p3: x | y]] | 5 [[obs_2]] |\n| b |\n\n"
        "Costs:\n| c |\n|---|\n| 1 | 2 |\n\n| d |\n| 3 |"
    )
    assert [one.said for one in known.statements] == ["Text."]
    assert [(one.caption.said, one.columns, [row.cells for row in one.rows]) for one in known.tables] == [
        ("Loads", ("what", "how much"), [("a", "5"), ("b", "")]),
        ("Costs:", ("c",), [("1",)]),
        ("", ("d",), [("3",)]),
    ]
    assert known.tables[0].rows[0].cites == (Cite(0, page=3, words="x | y"), Cite(0, fact="obs_2"))


def test_nothing_is_read_from_nothing() -> None:
    assert (passage("").statements, passage(" \n\n ").tables) == ((), ())


def test_several_sentences_before_a_citation_are_noticed() -> None:
    many = passage("It pays well. It lasts long. It is cheap [[obs_1]].").statements[0]
    two = passage("It pays well. It lasts long, e.g. ten years [[obs_1]].").statements[0]
    assert (uncited_sentences(many), uncited_sentences(two)) == (True, False)


def test_a_caption_in_bold_keeps_its_citations() -> None:
    (table,) = passage("**Loads, 16 cores [[obs_3]] [[p2: x]]**\n\n| a |\n|---|\n| 1 [[obs_1]] |").tables
    assert (table.caption.said, [cite.fact or cite.words for cite in table.caption.cites]) == (
        "Loads, 16 cores",
        ["obs_3", "x"],
    )


def test_a_bullet_is_no_caption() -> None:
    known = passage("- **Loads**\n\n| a |\n|---|\n| 1 [[obs_1]] |")
    assert ([one.said for one in known.statements], known.tables[0].caption.said) == (["Loads"], "")


def test_a_column_of_citations_only_is_no_column() -> None:
    (table,) = passage("| a | Source |\n|---|---|\n| 1 | [[obs_1]] |\n| 2 | [[obs_2]] |").tables
    assert (table.columns, [row.cells for row in table.rows]) == (("a",), [("1",), ("2",)])
