"""What a run that was answered by hand would have cost: `python -m bench.bill FOLDER`.

FOLDER is the folder of `byhand.py`, whose log has every request and answer. Tokens are estimated from the
texts, thinking is taken from `adapters/models/expected.toml`, prices from `prices.toml`. A marked beginning
that an earlier call of the same model has sent is counted as read from the cache, a new one as written to it.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from pathfinder.adapters.models.expected import shipped
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.settings import DEFAULT_SEATS
from pathfinder.protocols.calls.questions import QUESTIONS
from pathfinder.protocols.text.tokens import estimate

CALLS = {ask.answer.__name__: ask.name for ask in QUESTIONS}


@dataclass
class Line:
    """All calls of one kind."""

    model: str = ""
    calls: int = 0
    prompt: int = 0
    cached: int = 0
    written: int = 0
    answer: int = 0
    thinking: int = 0
    usd: Decimal = Decimal(0)


def bill(folder: Path) -> Mapping[str, Line]:
    """The bill by kind of call."""
    lines: dict[str, Line] = defaultdict(Line)
    kept: set[str] = set()
    for request in sorted((folder / "log").glob("*.req.json")):
        answer = request.with_name(request.name.replace(".req.", ".ans."))
        body = json.loads(request.read_text(encoding="utf-8"))
        # `make eval` asks through the same server; its plain agent and graders are no part of the run.
        if answer.exists() and body["output_config"]["format"]["schema"]["title"] in CALLS:
            _add(lines, body, answer.read_text(encoding="utf-8"), kept)
    return lines


def _add(lines: dict[str, Line], body: dict[str, Any], answer: str, kept: set[str]) -> None:
    call = CALLS[body["output_config"]["format"]["schema"]["title"]]
    seat = DEFAULT_SEATS.get(call) or DEFAULT_SEATS[call.partition(".")[0]]
    line = lines[call]
    whole, cached, marked = "", 0, 0
    for text, mark in _blocks(body):
        whole += text
        if mark:
            marked = estimate(whole)
            name = f"{seat.model}\n{whole}"
            if name in kept:
                cached = marked
            kept.add(name)
    prompt = estimate(whole)
    said, thinking = estimate(answer), shipped(call).thinking
    price = listed_prices().price(seat.model, prompt)
    line.model = seat.model
    line.calls += 1
    line.prompt += prompt
    line.cached += cached
    line.written += marked - cached
    line.answer += said
    line.thinking += thinking
    micros = (
        (prompt - marked) * price.input
        + (marked - cached) * price.cache_write
        + cached * price.cache_read
        + (said + thinking) * price.output
    )
    line.usd += micros / 1_000_000


def _blocks(body: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """The texts of a request in order, each with whether the prompt up to its end is to be kept."""
    for part in (body.get("system") or (), *(turn["content"] for turn in body["messages"])):
        for block in [{"text": part}] if isinstance(part, str) else part:
            yield block.get("text", ""), "cache_control" in block


def page(lines: Mapping[str, Line], page_tokens: int) -> str:
    """The bill as a table."""
    rows = [
        f"| {name} | {one.model} | {one.calls} | {one.prompt:,} | {one.cached:,} | {one.answer:,} | "
        f"{one.thinking:,} | {one.usd:.3f} |"
        for name, one in sorted(lines.items(), key=lambda known: -known[1].usd)
    ]
    total = sum((one.usd for one in lines.values()), Decimal(0))
    besides = sum(one.calls for name, one in lines.items() if name != "explorer.read")
    head = "| call | model | calls | prompt | of it cached | answer | thinking | USD |"
    foot = [
        f"\nAll: {sum(one.calls for one in lines.values())} calls, {besides} besides readings, ${total:.2f}."
    ]
    if page_tokens:
        foot.append(
            f"Per 100,000 of the {page_tokens:,} tokens of pages: ${total * 100_000 / page_tokens:.2f}."
        )
    return "\n".join((head, "|---|---|---|---|---|---|---|---|", *rows, *foot)) + "\n"


def main() -> None:
    """Print the bill of a folder; with --pages also by the size of the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=Path, help="the folder of documents")
    asked = parser.parse_args()
    files = asked.pages.iterdir() if asked.pages else ()
    tokens = sum(estimate(file.read_text(encoding="utf-8")) for file in files)
    sys.stdout.write(page(bill(asked.folder), tokens))


if __name__ == "__main__":
    main()
