"""What an editor says of a draft becomes instructions to the Writer, or changes sentences in place."""

from pathfinder.protocols.ids import ObservationId
from pathfinder.protocols.questions import Correction, Edit, MissingPoint, WrittenAnswer
from pathfinder.protocols.rules.editing import corrected, instructions, line_of, numbered

DRAFT = WrittenAnswer.model_validate(
    {
        "title": "It pays",
        "answer": [{"text": "It pays.", "facts": ["obs_1"]}],
        "tables": [
            {
                "title": "Costs",
                "columns": ["what", "cost"],
                "rows": [{"cells": ["one", "5"], "facts": ["obs_2"]}, {"cells": ["two", "6"]}],
            }
        ],
        "sections": [{"title": "Wells", "sure": "", "sentences": [{"text": "Deep."}, {"text": "Cold."}]}],
        "recommendations": [{"text": "Dig."}],
        "caution": [{"text": "Old page."}],
    }
)


def change(sentence: str, text: str) -> Correction:
    return Correction(sentence=sentence, problem="more than it cites", text=text)


def test_sentences_and_rows_are_numbered_in_the_order_of_reading() -> None:
    told = [(name, line_of(one)) for name, _, one in numbered(DRAFT)]
    assert told == [
        ("s1", "It pays."),
        ("s2", "one | 5"),
        ("s3", "two | 6"),
        ("s4", "Deep."),
        ("s5", "Cold."),
        ("s6", "Dig."),
        ("s7", "Old page."),
    ]
    assert [place for _, place, _ in numbered(DRAFT)][1:4:2] == [
        "table “Costs” (what | cost)",
        "section “Wells”",
    ]


def test_a_correction_rewords_a_sentence_or_row_and_keeps_what_it_cites() -> None:
    mended = corrected(DRAFT, [change("s1", "It may pay."), change("s2", "one | about 5")])
    assert (mended.answer[0].text, mended.answer[0].facts) == ("It may pay.", ("obs_1",))
    assert (mended.tables[0].rows[0].cells, mended.tables[0].rows[0].facts) == (
        ("one", "about 5"),
        ("obs_2",),
    )
    assert mended.sections == DRAFT.sections


def test_an_empty_correction_takes_the_sentence_away_but_never_the_whole_answer() -> None:
    mended = corrected(DRAFT, [change("s1", ""), change("s3", ""), change("s5", " "), change("s6", "")])
    assert mended.answer == DRAFT.answer
    assert len(mended.tables[0].rows) == 1
    assert [one.text for one in mended.sections[0].sentences] == ["Deep."]
    assert mended.recommendations == ()


def test_a_correction_that_fits_nothing_changes_nothing() -> None:
    assert corrected(DRAFT, [change("s99", "x"), change("s2", "three | cells | here")]) == DRAFT


def test_the_writer_is_told_corrections_first_then_what_is_missing_then_remarks() -> None:
    edit = Edit(
        missing=(
            MissingPoint(text="The cost.", facts=(ObservationId("obs_9"),)),
            MissingPoint(text="The risk."),
        ),
        corrections=(change("s4", "Deep, says one."), change("s5", ""), change("s99", "x")),
        remarks=("Too long.",),
    )
    assert instructions(DRAFT, edit) == (
        "section “Wells” (“Deep.”): more than it cites Better: Deep, says one.",
        "section “Wells” (“Cold.”): more than it cites Leave it out.",
        "missing: The cost. (obs_9)",
        "missing: The risk.",
        "the editor remarks: Too long.",
    )
