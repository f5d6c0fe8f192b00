"""What an editor says of a draft becomes instructions to the Writer; corrections change it in place."""

from pathfinder.protocols.answer.editing import corrected, headings, instructions, numbered
from pathfinder.protocols.calls.questions import Correction, Edit, MissingPoint, WrittenAnswer
from pathfinder.protocols.ids import ObservationId

TABLE = "**Costs**\n\n| what | cost |\n|---|---|\n| one | 5 [[obs_2]] |\n| two | 6 |"
DRAFT = WrittenAnswer.model_validate(
    {
        "title": "It pays",
        "answer": "It pays [[obs_1]].",
        "cases": "| If | Then |\n|---|---|\n| dry | dig |",
        "recommendations": "1. Dig.\n2. **Line it.** With clay [[obs_4]]. With stone [[obs_5]].",
        "sections": [{"title": "Wells", "sure": "", "body": f"Deep. [[obs_3]] Cold. [[obs_3]]\n\n{TABLE}"}],
        "caution": "- Old page.\n- New page.",
    }
)


def change(sentence: str, text: str) -> Correction:
    return Correction(sentence=sentence, problem="more than it cites", text=text)


def test_statements_and_rows_are_numbered_in_the_order_of_reading() -> None:
    assert [(one.id, one.statement.said) for one in numbered(DRAFT)] == [
        ("s1", "It pays."),
        ("s2", "dry | dig"),
        ("s3", "Deep."),
        ("s4", "Cold."),
        ("s5", "one | 5"),
        ("s6", "two | 6"),
        ("s7", "Dig."),
        ("s8", "Line it. With clay."),
        ("s9", "With stone."),
        ("s10", "Old page."),
        ("s11", "New page."),
    ]
    assert headings(DRAFT) == (("t1", "It pays"), ("t2", "Wells"))
    assert [one.place for one in numbered(DRAFT)][2:6:2] == [
        "section “Wells”",
        "section “Wells”, table “Costs” (what | cost)",
    ]
    assert [one.written for one in numbered(DRAFT)][7:9] == [
        "**Line it.** With clay [[obs_4]].",
        "With stone [[obs_5]].",
    ]


def test_a_correction_rewords_a_statement_or_row_with_citations_of_its_own() -> None:
    mended = corrected(
        DRAFT,
        [
            change("s1", "It may pay [[obs_1, obs_9]]."),
            change("s2", "wet | wait"),
            change("s4", "Cool."),
            change("s5", "one | about 5 [[obs_2]]"),
            change("s9", "With brick [[obs_6]]."),
            change("t1", "It may pay"),
            change("t2", ""),
        ],
    )
    assert mended.answer == "It may pay [[obs_1, obs_9]]."
    assert mended.title == "It may pay"
    assert mended.sections[0].title == "Wells"
    assert mended.cases.endswith("| wet | wait |")
    assert mended.recommendations == "1. Dig.\n2. **Line it.** With clay [[obs_4]]. With brick [[obs_6]]."
    assert mended.sections[0].body == "Deep. [[obs_3]] Cool. [[obs_3]]\n\n" + TABLE.replace(
        "| 5 ", "| about 5 "
    )


def test_an_empty_correction_takes_the_statement_away_but_never_the_whole_answer() -> None:
    mended = corrected(DRAFT, [change(name, "") for name in ("s1", "s4", "s6", "s7", "s9", "s10")])
    assert mended.answer == DRAFT.answer
    assert mended.recommendations == "2. **Line it.** With clay [[obs_4]]."
    assert mended.sections[0].body.startswith("Deep. [[obs_3]]\n\n**Costs**")
    assert [one.statement.said for one in numbered(mended)][-2:] == [
        "Line it. With clay.",
        "New page.",
    ]


def test_a_correction_that_fits_nothing_changes_nothing() -> None:
    assert corrected(DRAFT, [change("s99", "x"), change("s5", "three | cells | here")]) == DRAFT


def test_the_writer_is_told_what_is_missing_then_remarks() -> None:
    edit = Edit(
        missing=(
            MissingPoint(text="The cost.", facts=(ObservationId("obs_9"),)),
            MissingPoint(text="The risk."),
        ),
        remarks=("Too long: s3, and s77.", "s3은 길다."),
    )
    assert instructions(DRAFT, edit) == (
        "missing: The cost. (obs_9)",
        "missing: The risk.",
        "the editor remarks: Too long: “Deep.”, and s77.",
        "the editor remarks: “Deep.”은 길다.",
    )
