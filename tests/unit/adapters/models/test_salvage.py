"""What is kept of an answer that does not fit its type, and what is said of the rest."""

import json
from typing import Any

import pytest

from pathfinder.adapters.models.received import Malformed, Partly, Received, read, whole_entries
from pathfinder.adapters.models.salvage import singly
from pathfinder.protocols.calls.asks import Answered
from pathfinder.protocols.calls.questions import AuditPoints, Conclusion, Ideas, Reading, WrittenAnswer


def fact(number: int = 1, **changes: Any) -> dict[str, Any]:
    return {"quote": f"q{number}", "summary": "s", "kind": "measured", "worth": 2} | changes


def said(text: str) -> Received:
    content = [{"type": "text", "text": text}]
    usage = {"input_tokens": 1, "output_tokens": 1}
    return Received.model_validate({"content": content, "stop_reason": "end_turn", "usage": usage})


def reading(*facts: dict[str, Any]) -> Any:
    return read(said(json.dumps({"facts": facts})), Reading)


def test_an_entry_that_cannot_be_read_is_left_out_and_told() -> None:
    got = reading(fact(1), fact(2, worth=9), fact(3))
    assert isinstance(got, Partly)
    assert [one.quote for one in got.answered.value.facts] == ["q1", "q3"]
    [lost] = got.lost
    assert lost.startswith("1 of 3 facts could not be read and were left out (facts.1.worth: ")


def test_an_unknown_label_counts_as_the_one_that_says_least() -> None:
    got = reading(fact(1, kind="banana"))
    assert isinstance(got, Partly)
    assert got.answered.value.facts[0].kind == "asserted"
    assert got.lost == ("the kind of 1 of 1 facts could not be read and counts as asserted",)


def test_an_answer_that_is_wrong_in_more_than_half_is_asked_for_again() -> None:
    assert isinstance(reading(fact(1, worth=9), fact(2, worth=0), fact(3)), Malformed)
    assert isinstance(reading(fact(1, worth=9)), Malformed)


def test_what_is_wrong_elsewhere_is_asked_for_again() -> None:
    assert isinstance(read(said('{"claims": [], "state": "banana"}'), Conclusion), Malformed)
    # Which idea was chosen is told by its place, so none may be left out.
    assert not singly(Ideas)
    # Half an answer is no answer.
    assert not singly(WrittenAnswer)


def test_a_whole_answer_loses_nothing() -> None:
    assert isinstance(reading(fact(1), fact(2)), Answered)


def test_an_answer_that_broke_off_has_its_whole_entries() -> None:
    text = json.dumps({"facts": [fact(1, header='a "]}" in it'), fact(2, concepts=["x"]), fact(3)]})
    broken = said(f"Here you are: {text[: text.index('q3') + 4]}")
    assert isinstance(read(broken, Reading), Malformed)
    got = whole_entries(broken, Reading)
    assert got is not None
    assert [one.quote for one in got.answered.value.facts] == ["q1", "q2"]
    assert got.lost == ("the answer broke off after 2 facts, which were kept",)


def test_the_fault_of_an_answer_that_broke_off_is_that_and_not_what_is_inside_it() -> None:
    text = json.dumps({"facts": [fact(1), fact(2)], "page_note": ""})
    got = read(said(f"Here is the answer: {text[: len(text) // 2]}"), Reading)
    assert isinstance(got, Malformed)
    [problem] = got.problems
    assert problem.startswith("answer: Invalid JSON: EOF while parsing")
    # An object before it, such as an example, does not take its place.
    got = read(said(f'As in {{"facts": 1}}: {text[: len(text) // 2]}'), Reading)
    assert isinstance(got, Malformed)
    assert got.problems == (problem,)


def test_line_breaks_inside_a_string_are_read() -> None:
    text = json.dumps({"facts": [fact(1, quote="one\nline"), fact(2, kind="banana")]}).replace("\\n", "\n")
    got = read(said(f"Here you are: {text}"), Reading)
    assert isinstance(got, Partly)
    assert [one.quote for one in got.answered.value.facts] == ["one\nline", "q2"]
    first = whole_entries(said(text[: text.index("q2")]), Reading)
    assert first is not None
    assert [one.quote for one in first.answered.value.facts] == ["one\nline"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no object at all",
        '{"facts": [{"quote": "q1',
        '{"facts": [',
        '{"facts": [{"quote": "q"}], "page_note": "bro',
        '{"points": [{"kind": "x"}',
        '{"facts": ]',
    ],
)
def test_without_a_whole_entry_nothing_is_kept(text: str) -> None:
    assert whole_entries(said(text), Reading) is None


def claim(text: str) -> dict[str, Any]:
    link = {"fact": "f1", "type": "SUPPORTS", "weight": 0.5}
    judged = {"evidence": "moderate", "confidence": 0.5, "importance": 2}
    return {"links": [link], "text": text} | judged


def test_a_conclusion_without_a_readable_decision_leaves_its_target_open() -> None:
    for text in (
        json.dumps({"claims": [claim("one")], "state": "banana"}),
        json.dumps({"claims": [claim("one")]}),
    ):
        got = read(said(text), Conclusion)
        assert isinstance(got, Partly), got
        assert got.answered.value.state == "open"
        assert got.lost == ("the state could not be read and counts as open",)
    # What says nothing at all is asked for again.
    assert isinstance(read(said("{}"), Conclusion), Malformed)


def test_a_conclusion_that_broke_off_keeps_its_whole_claims() -> None:
    text = json.dumps({"claims": [claim("one"), claim("two")], "not_found": ["x"], "state": "answered"})
    inside, behind = text[: text.index("two")], text[: text.index("answered")]
    got = whole_entries(said(inside), Conclusion)
    assert got is not None
    assert [one.text for one in got.answered.value.claims] == ["one"]
    assert got.answered.value.state == "open"
    got = whole_entries(said(behind), Conclusion)
    assert got is not None
    assert [one.text for one in got.answered.value.claims] == ["one", "two"]
    assert got.answered.value.not_found == ("x",)
    assert got.lost[0] == "the answer broke off after 2 claims, which were kept"


def test_what_broke_off_after_its_list_is_kept() -> None:
    text = json.dumps({"facts": [fact(1), fact(2)], "page_note": "a note"})
    got = whole_entries(said(text[: text.index("note", text.index("a note"))]), Reading)
    assert got is not None
    assert [one.quote for one in got.answered.value.facts] == ["q1", "q2"]


def test_an_answer_that_broke_off_before_a_valid_entry_is_none() -> None:
    assert whole_entries(said('{"claims": [{"text": "t"}, {"te'), Conclusion) is None
    assert whole_entries(said('{"points": [{"kind": "nonsense"}, {"ki'), AuditPoints) is None
