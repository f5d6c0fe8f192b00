"""The bill of a run that was answered by hand: tokens, thinking and what the cache would have had."""

import json
from pathlib import Path

from bench.bill import bill, page

SYSTEM = "You read one page. " * 200


def a_call(folder: Path, number: int, text: str) -> None:
    body = {
        "model": "claude-haiku-5-5",
        "system": [{"type": "text", "text": SYSTEM, "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": text}],
        "output_config": {"format": {"schema": {"title": "Reading"}}},
    }
    (folder / "log" / f"{number:04}.req.json").write_text(json.dumps(body), encoding="utf-8")
    (folder / "log" / f"{number:04}.ans.json").write_text('{"facts": []}', encoding="utf-8")


def test_a_beginning_that_was_sent_before_is_read_from_the_cache(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    a_call(tmp_path, 1, "one page")
    first = bill(tmp_path)["explorer.read"]
    a_call(tmp_path, 2, "one page")
    both = bill(tmp_path)["explorer.read"]
    assert (first.calls, first.cached, both.calls) == (1, 0, 2)
    assert both.cached == first.written > 0
    assert both.thinking == 2 * first.thinking > 0
    assert both.usd < 2 * first.usd


def test_an_unanswered_call_costs_nothing_and_the_page_says_what_pages_cost(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    a_call(tmp_path, 1, "one page")
    a_call(tmp_path, 2, "another page")
    (tmp_path / "log" / "0002.ans.json").unlink()
    text = page(bill(tmp_path), 50_000)
    assert "1 calls, 0 besides readings" in text
    assert "Per 100,000 of the 50,000 tokens of pages" in text
