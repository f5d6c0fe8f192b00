"""Which engine a run uses: loaded when a run begins, never for a command that only looks."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

from pydantic import SecretStr

from pathfinder.adapters.claude.attempt import ClaudeAttempt
from pathfinder.adapters.claude.prices import PriceTable, listed_prices
from pathfinder.adapters.claude.settings import ANTHROPIC, DEFAULT_SEATS, ClaudeSettings, Connection
from pathfinder.adapters.embedded.attempt import EmbeddedAttempt
from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.local.folder import Folder
from pathfinder.cli.settings import BASE_URL, KEY, credentials, own_prompts
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.graph import SourceType
from pathfinder.protocols.ports import Attempt, Clock
from pathfinder.protocols.questions import WriteThesis
from pathfinder.protocols.rules.sources import SourceTable, default_table, parse_table
from pathfinder.wiring import Engine

EMBEDDED = "embedded"
EMBEDDED_NAME = "embedded engine, no language model"
"""How every view calls it."""

_PRICE = re.compile(r"(.+)=(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")

MOST_LEFT_OUT = 50
"""Unreadable files that are listed one by one."""


@dataclass(frozen=True)
class Asked:
    """What the command line says about the engine."""

    docs: Path | None = None
    docs_as: SourceType | None = None
    """What kind of source the documents are; unknown otherwise, which is worth little."""
    trust_front_matter: bool = False
    sources: Path | None = None
    """A source table of the user's own."""
    model: str | None = None
    """One model for all roles, in place of the defaults."""
    prices: tuple[str, ...] = ()
    """`MODEL=INPUT,OUTPUT` in dollars per million tokens."""
    prompts: Path | None = None
    """A folder of prompts of the user's own."""


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
    known, settings = credentials(environ), _settings(asked, environ)
    connection = Connection(key=SecretStr(known.key), base_url=known.base_url or ANTHROPIC)
    attempt = ClaudeAttempt(connection, settings, _prices(asked.prices))
    return Speaker(attempt, settings.seat(WriteThesis).model, attempt.close)


def _wants_embedded(environ: Mapping[str, str], asked: Asked) -> bool:
    reachable = any(environ.get(name, "").strip() for name in (KEY, BASE_URL))
    return asked.model == EMBEDDED or (asked.model is None and not reachable)


def _embedded(asked: Asked, clock: Clock, home: Path) -> Engine:
    if asked.prompts is not None:
        raise UserError(
            "The embedded engine reads no prompts: leave --prompts out, or set ANTHROPIC_API_KEY for a model."
        )
    folder, attempt = _folder(asked, clock, home), EmbeddedAttempt()

    async def close() -> None:
        folder.close()
        await attempt.close()

    engine = _over(folder, attempt, EMBEDDED_NAME, close)
    return replace(engine, similarity=encoder().similarity)


def _claude(environ: Mapping[str, str], asked: Asked, clock: Clock, home: Path) -> Engine:
    known, settings = credentials(environ), _settings(asked, environ)
    connection = Connection(key=SecretStr(known.key), base_url=known.base_url or ANTHROPIC)
    attempt = ClaudeAttempt(connection, settings, _prices(asked.prices))
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
        _table(asked.sources),
        clock,
        index=home / "index" / name,
        encoder=encoder,
        trust_front_matter=asked.trust_front_matter,
        source_type=asked.docs_as,
    )


def _table(own: Path | None) -> SourceTable:
    """The table that ships with Pathfinder, with the user's entries before it."""
    if own is None:
        return default_table()
    try:
        return default_table().extended(parse_table(own.read_text(encoding="utf-8")).entries)
    except OSError as error:
        raise UserError(f"--sources {own} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise UserError(f"--sources {own} is not a source table: {error}.") from error


def _settings(asked: Asked, environ: Mapping[str, str]) -> ClaudeSettings:
    seats = dict(DEFAULT_SEATS)
    if asked.model is not None:
        seats = {name: seat.model_copy(update={"model": asked.model}) for name, seat in seats.items()}
    settings, folder = ClaudeSettings(seats=seats), asked.prompts or own_prompts(environ)
    if folder is None:
        return settings
    try:
        return settings.worded_by(folder)
    except ValueError as error:
        raise UserError(f"The prompts in {folder} cannot be used: {error}.") from error


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
