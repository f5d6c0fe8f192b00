"""The provider's side of the money: what it counts and what it charges, from figures of its own."""

import json
from collections.abc import Iterator
from decimal import ROUND_CEILING, Decimal
from hashlib import sha256
from typing import Any, NamedTuple

LITTLE_THINKING, REAL_THINKING = (40, 40), (200, 8_000)
"""Fewest and most tokens that the model thinks before it answers: hardly any, or as many as real ones do."""
_BYTES_PER_TOKEN = 3

# Input, output, cache write and cache read, USD per million tokens. Not read from the product's table: two
# hands keep the books.
_RATES = {
    "claude-opus-5-5": ("4", "20", "5", "0.20"),
    "claude-sonnet-5-5": ("2", "10", "2.50", "0.10"),
    "claude-haiku-5-5": ("0.10", "0.50", "0.125", "0.01"),
    "gpt-6.1-sol": ("2", "10", "2.50", "0.10"),
    "gpt-6.1-terra": ("1", "5", "1.25", "0.05"),
    "gpt-6-luna": ("0.10", "0.50", "0.125", "0.01"),
}
_LONG = {"claude-haiku-5-5": (100_000, ("0.50", "2.50", "0.625", "0.05"))}


class Counted(NamedTuple):
    """What a request used."""

    input: int = 0
    output: int = 0
    written: int = 0
    read: int = 0

    @property
    def prompt(self) -> int:
        """All of the prompt."""
        return self.input + self.written + self.read


class Block(NamedTuple):
    """A piece of a prompt, in the order a model is shown it."""

    text: str
    marked: bool


def tokens(text: str) -> int:
    """What a text counts."""
    return -(-len(text.encode()) // _BYTES_PER_TOKEN)


def blocks(body: dict[str, Any]) -> Iterator[Block]:
    """All that a model is shown of a request: the schema, the system, the turns."""
    schema = body.get("output_config", {}).get("format")
    if schema:
        yield Block(json.dumps(schema, ensure_ascii=False), marked=False)
    yield from _blocks(body.get("system", ""))
    for turn in body.get("messages", ()):
        yield from _blocks(turn["content"])


def _blocks(content: Any) -> Iterator[Block]:
    if isinstance(content, str):
        yield Block(content, marked=False)
        return
    for part in content:
        text = part["text"] if part.get("type") == "text" else json.dumps(part, ensure_ascii=False)
        yield Block(text, marked="cache_control" in part)


def thinking_tokens(body: dict[str, Any], fewest_and_most: tuple[int, int]) -> int:
    """How long the model thinks about a request: drawn by its words, short thoughts as likely as long ones
    of twice the length, and so on (log-uniform). The room it is given does not change it.
    """
    fewest, most = fewest_and_most
    words = json.dumps([body.get("model"), body.get("system"), body.get("messages")], sort_keys=True)
    drawn = int.from_bytes(sha256(words.encode()).digest()[:8], "big") / 2**64
    return round(fewest * float((most / fewest) ** drawn))


def prompt_tokens(body: dict[str, Any]) -> int:
    """What a request counts, cached or not."""
    return sum(tokens(block.text) for block in blocks(body))


def usd_micros(model: str, counted: Counted) -> int:
    """What it costs; a model of the user's own costs nothing."""
    rates = _RATES.get(model, ("0",) * 4)
    if model in _LONG and counted.prompt > _LONG[model][0]:
        rates = _LONG[model][1]
    kinds = (counted.input, counted.output, counted.written, counted.read)
    total = sum((count * Decimal(rate) for count, rate in zip(kinds, rates, strict=True)), Decimal(0))
    return int(total.to_integral_value(ROUND_CEILING))
