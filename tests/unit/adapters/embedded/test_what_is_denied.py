"""A denial counts for the thing it is said of, and a claim that takes a statement back is read as one."""

import pytest

from pathfinder.adapters.embedded.agreement import cue, denial
from pathfinder.adapters.embedded.claims import claim, reports_belief
from pathfinder.adapters.embedded.findings import findings
from pathfinder.adapters.embedded.marks import marks

QUESTION = "What do moss pads do for leg ulcers, and what are their costs, drawbacks and risks?"
FEWER = "Food from a char cupboard has 80% fewer vitamins than food kept in a bowl."


@pytest.mark.parametrize(
    "sentence",
    [
        "In none of the four foods was the content of vitamins lower after a week in a char cupboard.",
        "Neither of the two foods had lower vitamins after a week in a char cupboard.",
    ],
)
def test_what_none_of_them_did_is_denied(sentence: str) -> None:
    guess = cue(FEWER, sentence, 0.6)
    assert guess is None or guess.type == "CONTRADICTS"
    assert all(mark.negated for mark in marks(sentence) if mark.axis == "amount")


def test_korean_nothing_of_the_kind_is_denied() -> None:
    (mark,) = (
        mark for mark in marks("숯찬장에 두었다고 비타민이 줄어든 식품은 하나도 없었다.") if mark.sign < 0
    )
    assert mark.negated
    (mark,) = (mark for mark in marks("숯찬장에 둔 식품은 비타민이 줄었다.") if mark.sign < 0)
    assert not mark.negated


def test_a_statement_taken_back_says_nothing_of_other_things() -> None:
    taken_back = "The finding that moss pads lower the number of amputations is withdrawn."
    of_cost = cue("Moss pads raise the cost of a dressing by 12%.", taken_back, 0.5, "", QUESTION)
    of_it = cue("Moss pads lower the number of amputations by 61%.", taken_back, 0.5, "", QUESTION)
    assert of_cost is None
    assert of_it is not None
    assert of_it.type == "CONTRADICTS"


def test_a_claim_that_takes_a_statement_back_is_borne_out_by_what_denies_it() -> None:
    held = "Statements that moss pads lower infections are unfounded."
    null = "Infections were not lower under moss pads than under gauze."
    for_it = cue(held, null, 0.6, "", QUESTION)
    against = cue(held, "Moss pads lower infections by half.", 0.6, "", QUESTION)
    assert for_it is None or for_it.type == "SUPPORTS"
    assert against is not None
    assert against.type == "CONTRADICTS"


def test_a_denial_on_the_page_names_what_it_denies() -> None:
    healed = "Ulcers under moss pads heal a month earlier than ulcers under gauze."
    title = "Healing of leg ulcers under moss pads and gauze: a trial"
    assert denial(healed, "Recurrence over the following year did not differ.", title, 0.6, QUESTION) is None


def test_things_are_no_directions() -> None:
    text = "Blocks with mats drew 29% less water than blocks without."
    assert [mark.word for mark in marks(text)] == ["less"]
    assert [
        sorted(finding.things) for finding in findings("The trunks in the matted rows were thicker.")
    ] == [["trunk"]]


@pytest.mark.parametrize(
    "text",
    [
        "Three times as many, same lanes, and the only thing that changed was the bin.",
        "About sixty less than before, both years.",
        "There is no less of it at all, people just burn it in the stove at night.",
    ],
)
def test_what_names_nothing_is_no_claim(text: str) -> None:
    assert claim(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "기포막이 생긴 뒤로 청어 어획이 절반 넘게 줄었다고 한다.",
        "숯찬장에 두면 비타민이 반토막 난대요.",
        "The curtains have driven the herring away, as every fisherman knows.",
        "Ask anyone who hauls nets: the bubbles cleared the coast of herring.",
    ],
)
def test_what_somebody_has_from_somebody_is_hearsay(text: str) -> None:
    assert reports_belief(text)
