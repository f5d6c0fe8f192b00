"""Schemas in which no field can be skipped and reasons come before decisions; answers made to fit."""

import json
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from pydantic import Field

from pathfinder.adapters.models.received import Malformed, Received, read
from pathfinder.adapters.models.schemas import decides, fitted, wire_schema
from pathfinder.protocols.calls.asks import Answered
from pathfinder.protocols.calls.questions import QUESTIONS, Conclusion, FacetLabels, PageChoice
from pathfinder.protocols.frozen import GROUNDS, Frozen
from tests.asks import ASKS
from tests.standin.checks import schema_problems


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every type of object in a schema."""
    yield from (part for part in (schema, *schema.get("$defs", {}).values()) if "properties" in part)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_every_field_is_required_and_grounds_come_before_decisions(question: Any) -> None:
    schema, declared = wire_schema(question.answer), question.answer.model_json_schema()
    known = declared.get("$defs", {})
    for part in objects(schema):
        names = list(part["properties"])
        assert part["required"] == names, part["title"]
        as_declared = known.get(part["title"], declared)["properties"]
        assert sorted(as_declared) == sorted(names)
        decisions = [place for place, name in enumerate(names) if decides(as_declared[name], known)]
        grounds = [place for place, name in enumerate(names) if as_declared[name].get("grounds")]
        if decisions and grounds:
            assert max(grounds) < min(decisions), part["title"]
    assert list(schema_problems(dict(schema), "schema")) == []
    assert not any(word in json.dumps(dict(schema)) for word in ("default:", "grounds", "discriminator"))


def test_who_judges_says_first_what_the_judgement_rests_on() -> None:
    order = {part["title"]: part["required"] for q in QUESTIONS for part in objects(wire_schema(q.answer))}
    assert order["ReadFact"][:3] == ["quote", "header", "summary"]
    assert order["ClaimDraft"][0] == "links"
    assert order["ClaimReview"][1:5] == ["challenge", "evidence", "impact", "verdict"]
    assert order["AuditCheck"] == ["point", "objection", "upheld"]
    assert order["ResolutionRuling"][-3:] == ["settled", "type", "loser"]
    assert order["Conclusion"][-1] == "state"
    assert order["BriefDraft"][3:5] == ["reason", "strategy"]


class Inner(Frozen):
    verdict: Literal["YES", "NO"]


class Outer(Frozen):
    number: int
    inner: Inner | None = None
    sure: float = Field(default=0.5, ge=0, le=1)
    name: str = ""
    why: str = Field(default="", json_schema_extra=GROUNDS)


def test_any_type_is_ordered_by_what_its_fields_are() -> None:
    assert wire_schema(Outer)["required"] == ["number", "why", "inner", "sure", "name"]


def test_nothing_was_declared_that_the_schema_does_not_say() -> None:
    for ask in ASKS:
        for part in objects(wire_schema(ask.answer)):
            assert part["additionalProperties"] is False


def answered(value: object, answer: type[Frozen]) -> object:
    said = Received.model_validate(
        {
            "content": [{"type": "text", "text": json.dumps(value)}],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
    )
    return read(said, answer)


def _concluded(evidence: str) -> dict[str, Any]:
    """A conclusion with one claim, whose labels are written carelessly."""
    link = {"fact": "f1", "type": "Supports", "weight": 0.8, "basis": "SUPPORTS it"}
    claim = {
        "links": [link],
        "known": None,
        "text": "It rained.",
        "condition": "",
        "as_of": "",
        "parts": [],
        "evidence": evidence,
        "confidence": 0.7,
        "importance": 2,
        "needs_further": "",
    }
    return {
        "claims": [claim],
        "not_found": [],
        "resolutions": [],
        "missing": [],
        "state": " Answered",
    }


def test_labels_are_read_whatever_their_case_and_nothing_else_is_touched() -> None:
    got = answered(_concluded("strong"), Conclusion)
    assert isinstance(got, Answered)
    assert isinstance(got.value, Conclusion)
    [claim] = got.value.claims
    [link] = claim.links
    assert (claim.evidence, link.type, link.basis) == ("STRONG", "SUPPORTS", "SUPPORTS it")
    assert got.value.state == "answered"
    labels = {
        "labels": [{"pair": 1, "facets": {"subject": "SAME", "cause": " Other", "direction": "opposite"}}]
    }
    assert isinstance(answered(labels, FacetLabels), Answered)
    assert isinstance(answered(_concluded("overwhelming"), Conclusion), Malformed)


def test_a_list_that_is_too_long_keeps_its_first_entries() -> None:
    got = answered({"numbers": list(range(1, 20))}, PageChoice)
    assert got == Answered(value=PageChoice(numbers=tuple(range(1, 16))))


@pytest.mark.parametrize("odd", [None, 7, "text", [], [[]], {"numbers": {"a": 1}}, {"other": "same"}])
def test_what_is_no_answer_stays_none(odd: object) -> None:
    assert fitted(odd, PageChoice) == odd
    assert isinstance(answered(odd, PageChoice), Malformed)


def test_an_answer_nested_beyond_reason_is_malformed() -> None:
    text = "[" * 100_000
    said = Received.model_validate(
        {
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
    )
    assert isinstance(read(said, PageChoice), Malformed)
