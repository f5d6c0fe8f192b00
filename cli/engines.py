"""Which engine a run uses: loaded when a run begins, never for a command that only looks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from pydantic import SecretStr

from pathfinder.adapters.claude.attempt import ClaudeAttempt
from pathfinder.adapters.claude.prices import PriceTable, listed_prices
from pathfinder.adapters.claude.settings import ANTHROPIC, DEFAULT_SEATS, ClaudeSettings, Connection
from pathfinder.adapters.local.folder import Folder
from pathfinder.cli.settings import credentials
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.ports import Clock
from pathfinder.protocols.rules.sources import default_table
from pathfinder.wiring import Engine

_PRICE = re.compile(r"(.+)=(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")


MOST_LEFT_OUT = 50
"""Unreadable files that are listed one by one."""


@dataclass(frozen=True)
class Asked:
    """What the command line says about the engine."""

    docs: Path | None = None
    model: str | None = None
    """One model for all roles, in place of the defaults."""
    prices: tuple[str, ...] = ()
    """`MODEL=INPUT,OUTPUT` in dollars per million tokens."""
    calls_per_minute: int = 1_000


def engine_for(environ: Mapping[str, str], asked: Asked, clock: Clock) -> Engine:
    """Claude, or a server that speaks its Messages API, over a folder of documents."""
    known, docs = credentials(environ), asked.docs
    if docs is None:
        raise UserError(
            "There is nothing to search: give --docs FOLDER with text or Markdown files. "
            "Web search comes with a later version."
        )
    folder = Folder(docs, default_table(), clock)
    connection = Connection(key=SecretStr(known.key), base_url=known.base_url or ANTHROPIC)
    attempt = ClaudeAttempt(connection, _settings(asked.model), _prices(asked.prices))

    async def close() -> None:
        folder.close()
        await attempt.close()

    return Engine(
        attempt=attempt,
        search=folder,
        fetch=folder,
        local=True,
        left_out=tuple(folder.skipped[:MOST_LEFT_OUT]),
        close=close,
    )


def _settings(model: str | None) -> ClaudeSettings:
    if model is None:
        return ClaudeSettings()
    return ClaudeSettings(
        seats={name: seat.model_copy(update={"model": model}) for name, seat in DEFAULT_SEATS.items()}
    )


def _prices(written: tuple[str, ...]) -> PriceTable:
    table = listed_prices()
    for price in written:
        known = _PRICE.fullmatch(price)
        if known is None:
            raise UserError(
                f"--price {price} is not a price; write MODEL=INPUT,OUTPUT in dollars per million tokens."
            )
        table = table.with_price(known[1], Decimal(known[2]), Decimal(known[3]))
    return table
