"""The provider's side of the money: what it counts and what it charges, from figures of its own."""

import json
from decimal import ROUND_CEILING, Decimal
from typing import Any

THINKING_TOKENS = 40
_BYTES_PER_TOKEN = 3

# Input and output, USD per million tokens. Not read from the product's table: two hands keep the books.
_RATES = {
    "claude-opus-5-5": ("4", "20"),
    "claude-sonnet-5-5": ("2", "10"),
    "claude-haiku-5-5": ("0.10", "0.50"),
}


def tokens(text: str) -> int:
    """What a text counts."""
    return -(-len(text.encode()) // _BYTES_PER_TOKEN)


def prompt_tokens(body: dict[str, Any]) -> int:
    """What a request counts: all that a model is shown of it."""
    shown = {name: body.get(name) for name in ("system", "messages", "output_config")}
    return tokens(json.dumps(shown, ensure_ascii=False))


def usd_micros(model: str, prompt: int, answer: int) -> int:
    """What it costs; a model of the user's own costs nothing."""
    rate_in, rate_out = _RATES.get(model, ("0", "0"))
    return int((prompt * Decimal(rate_in) + answer * Decimal(rate_out)).to_integral_value(ROUND_CEILING))
