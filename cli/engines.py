"""Which engine a run uses: loaded when a run begins, never for a command that only looks."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

from pydantic import SecretStr

from pathfinder.adapters.claude.attempt import ClaudeAttempt
from pathfinder.adapters.claude.prices import PriceTable, listed_prices
from pathfinder.adapters.claude.settings import ANTHROPIC, ClaudeSettings, Connection
from pathfinder.adapters.embedded.attempt import EmbeddedAttempt
from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.local.folder import Folder
from pathfinder.cli.config import Config
from pathfinder.cli.settings import BASE_URL, KEY, credentials
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.graph import SourceType
from pathfinder.protocols.ports import Attempt, Clock
from pathfinder.protocols.questions import WriteThesis
from pathfinder.protocols.rules.sources import SourceTable, parse_table
from pathfinder.wiring import Engine

EMBEDDED = "embedded"
EMBEDDED_NAME = "embedded engine, no language model"
"""How every view calls it."""

_PRICE = re.compile(r"(.+)=(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")

MOST_LEFT_OUT = 50
"""Unreadable files that are listed one by one."""


@dataclass(frozen=True)
class Asked:
    """What the config and the command line say about the engine."""

    config: Config = field(default_factory=Config)
    docs: Path | None = None
    docs_as: SourceType | None = None
    """What kind of source the documents are; unknown otherwise, which is worth little."""
    trust_front_matter: bool = False
    sources: Path | None = None
    """A source table of the user's own, over the one in the config."""
    prices: tuple[str, ...] = ()
    """`MODEL=INPUT,OUTPUT` in dollars per million tokens, over those in the config."""

    @property
    def model(self) -> str | None:
        """One model for all roles."""
        return self.config.models.all


def engine_for(environ: Mapping[str, str], asked: Asked, clock: Clock, home: Path) -> Engine:
    """Who answers, over a folder of documents: Claude where there is a key, else the embedded engine."""
    if _wants_embedded(environ, asked):
        return _embedded(asked, clock, home)
    return _claude(environ, asked, clock, home)


@dataclass(frozen=True)
class Speaker:
    """Who answers where nothing is searched: a thesis is written from what is known."""

    attempt: Attempt
    name: str
    close: Callable[[], Awaitable[None]]


def speaker_for(environ: Mapping[str, str], asked: Asked) -> Speaker:
    """Who writes: Claude where there is a key, else the embedded engine."""
    if _wants_embedded(environ, asked):
        embedded = EmbeddedAttempt()
        return Speaker(embedded, EMBEDDED_NAME, embedded.close)
    known, settings = credentials(environ), ClaudeSettings(seats=asked.config.models.seats())
    connection = Connection(key=SecretStr(known.key), base_url=known.base_url or ANTHROPIC)
    attempt = ClaudeAttempt(connection, settings, _prices(asked))
    return Speaker(attempt, settings.seat(WriteThesis).model, attempt.close)


def _wants_embedded(environ: Mapping[str, str], asked: Asked) -> bool:
    reachable = any(environ.get(name, "").strip() for name in (KEY, BASE_URL))
    return asked.model == EMBEDDED or (asked.model is None and not reachable)


def _embedded(asked: Asked, clock: Clock, home: Path) -> Engine:
    folder, attempt = _folder(asked, clock, home), EmbeddedAttempt()

    async def close() -> None:
        folder.close()
        await attempt.close()

    engine = _over(folder, attempt, EMBEDDED_NAME, close)
    return replace(engine, similarity=encoder().similarity)


def _claude(environ: Mapping[str, str], asked: Asked, clock: Clock, home: Path) -> Engine:
    known, settings = credentials(environ), ClaudeSettings(seats=asked.config.models.seats())
    connection = Connection(key=SecretStr(known.key), base_url=known.base_url or ANTHROPIC)
    attempt = ClaudeAttempt(connection, settings, _prices(asked))
    folder = _folder(asked, clock, home)

    async def close() -> None:
        folder.close()
        await attempt.close()

    models = sorted({seat.model for seat in settings.seats.values()})
    return _over(folder, attempt, ", ".join(models), close)


def _over(folder: Folder, attempt: Attempt, name: str, close: Callable[[], Awaitable[None]]) -> Engine:
    async def look() -> Sequence[str]:
        await folder.refresh()
        rest = len(folder.skipped) - MOST_LEFT_OUT
        more = (f"{rest} more documents: they could not be read either",) if rest > 0 else ()
        notes = (f"search over the documents: {note}" for note in folder.notes)
        return (*notes, *folder.skipped[:MOST_LEFT_OUT], *more)

    return Engine(attempt=attempt, search=folder, fetch=folder, name=name, local=True, look=look, close=close)


def _folder(asked: Asked, clock: Clock, home: Path) -> Folder:
    docs = asked.docs
    if docs is None:
        raise UserError(
            "There is nothing to search: give --docs FOLDER with Markdown, HTML, text or PDF files. "
            "Web search comes with a later version."
        )
    name = sha256(str(docs.resolve()).encode(errors="surrogateescape")).hexdigest()[:16]
    return Folder(
        docs,
        _table(asked),
        clock,
        index=home / "index" / name,
        encoder=encoder,
        trust_front_matter=asked.trust_front_matter,
        source_type=asked.docs_as,
    )


def _table(asked: Asked) -> SourceTable:
    """The table that ships with Pathfinder, with the user's entries before it."""
    table, own = asked.config.source_table(), asked.sources
    if own is None:
        return table
    try:
        return table.extended(parse_table(own.read_text(encoding="utf-8")).entries)
    except OSError as error:
        raise UserError(f"--sources {own} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise UserError(f"--sources {own} is not a source table: {error}.") from error


def _prices(asked: Asked) -> PriceTable:
    table = listed_prices()
    for name, own in asked.config.models.prices.items():
        table = table.with_price(name, own.input, own.output)
    for price in asked.prices:
        known = _PRICE.fullmatch(price)
        if known is None:
            raise UserError(
                f"--price {price} is not a price; write MODEL=INPUT,OUTPUT in dollars per million tokens."
            )
        table = table.with_price(known[1], Decimal(known[2]), Decimal(known[3]))
    return table
