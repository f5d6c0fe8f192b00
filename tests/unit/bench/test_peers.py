"""The provider that other tools are measured on does what its troubles say, and its log is read rightly."""

import httpx
import pytest

from bench.peers.filling import filled, tool_calls
from bench.peers.measure import most_at_once, rounds
from bench.peers.provider import Call, Provider, Trouble

ASKED = {"model": "m", "messages": [{"role": "user", "content": "Why?"}]}


def test_trouble_begins_at_its_call_and_ends_after_its_times() -> None:
    with Provider(0.0, Trouble("429", after=1, times=2, retry_after=7)) as provider:
        answers = [httpx.post(f"{provider.url}/v1/chat/completions", json=ASKED) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 429, 429, 200]
    assert answers[1].headers["retry-after"] == "7"
    assert [call.status for call in provider.calls] == [200, 429, 429, 200]
    assert len(provider.good) == 2


def test_an_answer_that_is_cut_off_cannot_be_read() -> None:
    with Provider(0.0, Trouble("cut", times=1)) as provider:
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.post(f"{provider.url}/v1/chat/completions", json=ASKED)
        assert httpx.post(f"{provider.url}/v1/chat/completions", json=ASKED).is_success
    assert [call.status for call in provider.calls] == [0, 200]


def test_searches_find_pages_that_exist_unless_they_are_to_find_nothing() -> None:
    with Provider(0.0) as provider:
        found = httpx.get(f"{provider.url}/search?q=roofs&format=json").json()["results"]
        assert httpx.get(found[0]["url"]).text.count("tidal-glass") > 5
    with Provider(0.0, Trouble("no results")) as provider:
        assert httpx.get(f"{provider.url}/search?q=roofs").json()["results"] == []
        assert httpx.post(f"{provider.url}/search", json={"query": "roofs"}).json()["results"] == []


def test_a_schema_is_filled_in() -> None:
    schema = {
        "type": "object",
        "properties": {
            "queries": {"type": "array", "items": {"$ref": "#/$defs/Query"}},
            "ok": {"type": "boolean"},
        },
        "$defs": {"Query": {"type": "object", "properties": {"text": {"type": "string"}}}},
    }
    value = filled(schema)
    assert len(value["queries"]) == 3
    assert isinstance(value["queries"][0]["text"], str)
    assert value["ok"] is False


def test_an_agent_works_for_two_rounds_and_then_ends() -> None:
    def tool(name: str) -> dict[str, object]:
        parameters = {"type": "object", "properties": {"q": {"type": "string"}}}
        return {"type": "function", "function": {"name": name, "parameters": parameters}}

    def called(turns: int) -> list[str]:
        turn = {"role": "assistant", "tool_calls": [{}]}
        body = {"tools": [tool("search"), tool("think"), tool("final_answer")], "messages": [turn] * turns}
        return [call["function"]["name"] for call in tool_calls(body)]

    assert [called(turns) for turns in range(3)] == [["search"], ["search"], ["final_answer"]]


def test_calls_in_a_row_and_side_by_side_are_told_apart() -> None:
    beside = [Call(0.0, 1.0), Call(0.1, 1.1), Call(0.2, 1.2)]
    assert (rounds(beside), most_at_once(beside)) == (1, 3)
    row = [Call(0.0, 1.0), Call(1.0, 2.0), Call(2.5, 3.0)]
    assert (rounds(row), most_at_once(row)) == (3, 1)
