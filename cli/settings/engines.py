"""Which engine a run uses: loaded when a run begins, never for a command that only looks."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import SecretStr

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.documents.listing import listing
from pathfinder.adapters.documents.workers import Limits as FolderLimits
from pathfinder.adapters.heap import give_back_what_is_freed
from pathfinder.adapters.models.anthropic.dialect import Dialect
from pathfinder.adapters.models.anthropic.servers import Catalogue, is_own
from pathfinder.adapters.models.attempt import ClaudeAttempt, ModelAttempt
from pathfinder.adapters.models.openai_compatible.attempt import ChatAttempt
from pathfinder.adapters.models.openai_compatible.registry import ANTHROPIC as MESSAGES
from pathfinder.adapters.models.openai_compatible.registry import listed_prices as registry_prices
from pathfinder.adapters.models.openai_compatible.registry import providers, reference
from pathfinder.adapters.models.prices import PriceTable, listed_prices
from pathfinder.adapters.models.seats import SeatedAttempt
from pathfinder.adapters.models.settings import ANTHROPIC, ClaudeSettings, Connection
from pathfinder.adapters.search.assembly import SearchSetup, usual
from pathfinder.adapters.search.settings import EngineName, Scope, engines_of
from pathfinder.adapters.system import system_reason
from pathfinder.cli.settings.config import MOST_PRICE_USD, Config
from pathfinder.cli.settings.environment import BASE_URL, credentials, is_reachable, key, provider_credentials
from pathfinder.cli.settings.page_sources import Ground, local_ground, web_ground
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Attempt, Clock
from pathfinder.protocols.calls.questions import WriteAnswer
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.evidence.sources import SourceTable, parse_table
from pathfinder.protocols.graph.types import SourceType
from pathfinder.wiring import Engine

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder
    from pathfinder.cli.screen.reading import ReadingScreen

EMBEDDED, READING_LIST = "embedded", "reading-list"
"""Names of no model at all: runs then give a reading list. The first is the older name."""

_PRICE = re.compile(r"(.+)=(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")

MOST_LEFT_OUT = 50
"""Unreadable files that are listed one by one."""


class Server(NamedTuple):
    """What was found out about a provider before the run."""

    context_tokens: int = 0
    """What its models take at most; 0: not known."""
    models: Catalogue | None = None
    """What it has, if it was asked."""
    tested: Mapping[str, Dialect] = {}
    """What tests have shown of its models."""


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
    quick: bool = False
    """Cheaper models, where nobody named others."""
    since: date | None = None
    until: date | None = None
    """Only pages from these days, where an engine can tell."""
    servers: Mapping[str, Server] = field(default_factory=dict)
    """By provider."""
    watch: "ReadingScreen | None" = None
    """Shows how far the index is and the first passages, where no model is asked."""

    @property
    def model(self) -> str | None:
        """One model for all roles."""
        return self.config.models.all

    @property
    def names(self) -> tuple[str, ...]:
        """The models of all seats."""
        seats = self.config.models.seats(quick=self.quick)
        return tuple(sorted({seat.model for seat in seats.values()}))

    @property
    def providers(self) -> tuple[str, ...]:
        """Whose models they are."""
        return tuple(sorted({reference(name).provider for name in self.names}))

    def server(self, provider: str) -> Server:
        """What is known of a provider."""
        return self.servers.get(provider, Server())


def engine_for(environ: Mapping[str, str], asked: Asked, clock: Clock, home: Path) -> Engine:
    """Who answers, over documents and the web: Claude where there is a key, else a reading list."""
    give_back_what_is_freed(environ)
    if without_model(environ, asked):
        return _reading_list(environ, asked, clock, home)
    return _asking(environ, asked, clock, home)


@dataclass(frozen=True)
class Speaker:
    """Who answers where nothing is searched: a thesis is written from what is known."""

    attempt: Attempt
    name: str
    close: Callable[[], Awaitable[None]]


def speaker_for(environ: Mapping[str, str], asked: Asked) -> Speaker:
    """Who writes: Claude where there is a key, else a reading list."""
    if without_model(environ, asked):
        from pathfinder.adapters.models.reading_list.attempt import ReadingListAttempt

        nobody = ReadingListAttempt()
        return Speaker(nobody, Message("engine-reading-list"), nobody.close)
    settings = settings_of(asked.config)
    attempt = _attempt(environ, asked, settings)
    return Speaker(attempt, settings.seat(WriteAnswer).model, attempt.close)


def without_model(environ: Mapping[str, str], asked: Asked) -> bool:
    """Whether no model is asked: it was said so, or none can be reached."""
    if asked.model is not None:
        return asked.model in (EMBEDDED, READING_LIST)
    return not is_reachable(environ) and asked.providers == (MESSAGES,)


def base_url_of(environ: Mapping[str, str], provider: str) -> str:
    """The address of a provider; of Anthropic only where the user has set another one."""
    known = providers().get(provider)
    if known is None:
        return environ.get(BASE_URL, "").strip()
    return environ.get(known.url_env, "").strip() or known.base_url


def connection_of(environ: Mapping[str, str], asked: Asked, provider: str = MESSAGES) -> Connection:
    """How a provider is reached; KeyRefused in one sentence if nothing says how."""
    other = providers().get(provider)
    known = credentials(environ) if other is None else provider_credentials(environ, other)
    models = asked.config.models
    return Connection(
        key=SecretStr(known.key),
        base_url=known.base_url or ANTHROPIC,
        provider="claude" if other is None else provider,
        connect_seconds=models.connect_seconds,
        timeout_seconds=models.silence_seconds,
        total_seconds=models.answer_seconds,
        calls_at_once=models.calls_at_once,
        context_tokens=asked.server(provider).context_tokens,
    )


def attempt_at(
    environ: Mapping[str, str], asked: Asked, provider: str, settings: ClaudeSettings | None = None
) -> ModelAttempt[Any]:
    """The adapter for a provider; KeyRefused in one sentence if nothing says how it is reached."""
    connection, server = connection_of(environ, asked, provider), asked.server(provider)
    settings, prices = settings or ClaudeSettings(), prices_of(environ, asked)
    if provider == MESSAGES:
        return ClaudeAttempt(connection, settings, prices, models=server.models, tested=server.tested)
    return ChatAttempt(
        providers()[provider], connection, settings, prices, models=server.models, tested=server.tested
    )


def _attempt(
    environ: Mapping[str, str], asked: Asked, settings: ClaudeSettings
) -> ModelAttempt[Any] | SeatedAttempt:
    """Who answers: one provider, or for each call that of its seat."""
    names = sorted({reference(seat.model).provider for seat in settings.seats.values()})
    known = {name: attempt_at(environ, asked, name, settings) for name in names}
    if len(known) == 1:
        return next(iter(known.values()))
    return SeatedAttempt(known, lambda ask: reference(settings.seat(ask).model).provider)


def _reading_list(environ: Mapping[str, str], asked: Asked, clock: Clock, home: Path) -> Engine:
    # Half of what there is to load, which nobody needs who asks a model.
    from pathfinder.adapters.models.reading_list.attempt import ReadingListAttempt

    attempt = ReadingListAttempt() if asked.watch is None else ReadingListAttempt(asked.watch.passages)
    ground = _ground(environ, asked, clock, home)
    return _over(ground, attempt, Message("engine-reading-list"), attempt.close, asked.watch)


def _asking(environ: Mapping[str, str], asked: Asked, clock: Clock, home: Path) -> Engine:
    settings = settings_of(asked.config, quick=asked.quick)
    attempt = _attempt(environ, asked, settings)
    ground = _ground(environ, asked, clock, home)
    return _over(ground, attempt, ", ".join(asked.names), attempt.close)


def documents_engine(asked: Asked, clock: Clock, home: Path, speaker: Speaker) -> Engine:
    """Documents alone, with a speaker of the caller's own."""
    if asked.docs is None:
        raise ValueError("an engine on documents needs a folder")
    ground = local_ground(_folder(asked, asked.docs, clock, home))
    return _over(ground, speaker.attempt, speaker.name, speaker.close)


def _over(
    ground: Ground,
    attempt: Attempt,
    name: str,
    close: Callable[[], Awaitable[None]],
    watch: "ReadingScreen | None" = None,
) -> Engine:
    """An engine on this ground, under the names of both."""

    async def close_all() -> None:
        await ground.close()
        await close()

    folder = ground.folder

    async def look() -> Sequence[str]:
        if folder is None:
            return ()
        await folder.refresh(None if watch is None else partial(watch.preview, folder))
        rest = len(folder.skipped) - MOST_LEFT_OUT
        more = (
            (
                Message(
                    "list-colon",
                    first=Message("documents-more", count=rest),
                    second=Message("documents-more-unread"),
                ),
            )
            if rest > 0
            else ()
        )
        notes = (Message("note-search-documents", note=note) for note in folder.notes)
        return (*notes, *folder.skipped[:MOST_LEFT_OUT], *more)

    return Engine(
        attempt=attempt,
        search=ground.search,
        fetch=ground.fetch,
        name=name if ground.local else Message("engine-line", name=name, engine=ground.search.engine),
        local=ground.local,
        papers=ground.papers,
        excerpt=ground.excerpt,
        around=ground.around,
        sayable=ground.sayable,
        look=look,
        close=close_all,
    )


def _ground(environ: Mapping[str, str], asked: Asked, clock: Clock, home: Path) -> Ground:
    """Where pages come from: documents, engines of the web, or both."""
    names = engines_wanted(environ, asked)
    folder = None if asked.docs is None else _folder(asked, asked.docs, clock, home)
    if names == ("local",):
        if folder is None:
            raise UserError(Message("local-needs-docs"))
        if asked.docs is not None and not listing(asked.docs, FolderLimits()).files:
            raise UserError(Message("docs-without-files", folder=asked.docs))
        return local_ground(folder)
    means = means_of(environ, asked)
    limits, trusted = asked.config.fetch.settings(), asked.trust_front_matter
    return web_ground(names, means, limits, _table(asked), clock, folder, trusted=trusted)


def engines_wanted(environ: Mapping[str, str], asked: Asked) -> tuple[EngineName, ...]:
    """The engines that were named; without any, the documents alone or what a key makes possible.

    Where the config switches papers on, they are searched for beside the web. Documents alone stay alone:
    whoever names nothing but documents expects that nothing leaves the machine.
    """
    written, academic = asked.config.search.engine, asked.config.academic
    papers: tuple[EngineName, ...] = ("academic",) if academic.enabled and academic.active else ()
    if written is not None:
        named = engines_of(written)
        return tuple(dict.fromkeys((*named, *papers))) if set(named) - {"local"} else named
    if asked.docs is not None:
        return ("local",)
    found = usual(means_of(environ, asked))
    if found is None and papers:
        return papers
    if found is None:
        raise UserError(Message("nothing-to-search"))
    return (found, *papers)


def means_of(environ: Mapping[str, str], asked: Asked) -> SearchSetup:
    """What engines of the web are made of. Web search is Claude's own: a server of one's own has none."""
    base_url = environ.get(BASE_URL, "").strip()
    named = "claude" in (asked.config.search.engine or "") or "hybrid" in (asked.config.search.engine or "")
    connection = connection_of(environ, asked) if key(environ) else None
    domains = asked.config.search.domains
    if asked.since and asked.until and asked.since > asked.until:
        raise UserError(Message("days-swapped"))

    def secret(variable: str) -> SecretStr | None:
        value = environ.get(variable, "").strip()
        return SecretStr(value) if value else None

    return SearchSetup(
        search=asked.config.search,
        academic=asked.config.academic,
        scope=Scope(since=asked.since, until=asked.until, allow=domains.allow, block=domains.block),
        claude=connection if named or not base_url else None,
        prices=prices_of(environ, asked),
        secret=secret,
    )


def _folder(asked: Asked, docs: Path, clock: Clock, home: Path) -> Folder:
    name = sha256(str(docs.resolve()).encode(errors="surrogateescape")).hexdigest()[:16]
    return Folder(
        docs,
        _table(asked),
        clock,
        index=home / "index" / name,
        encoder=_encoder,
        trust_front_matter=asked.trust_front_matter,
        source_type=asked.docs_as,
        progress=None if asked.watch is None else asked.watch.indexed,
    )


def _encoder() -> "Encoder":
    """Loaded, and numpy with it, when documents are looked at: beside the first calls."""
    from pathfinder.adapters.language.encoder import encoder

    return encoder()


def _table(asked: Asked) -> SourceTable:
    """The table that ships with Pathfinder, with the user's entries before it."""
    table, own = asked.config.source_table(), asked.sources
    if own is None:
        return table
    try:
        return table.extended(parse_table(own.read_text(encoding="utf-8")).entries)
    except OSError as error:
        raise UserError(Message("sources-unreadable", path=own, reason=system_reason(error))) from error
    except ValueError as error:
        raise UserError(Message("sources-not-a-table", path=own, reason=error)) from error


def settings_of(config: Config, *, quick: bool = False) -> ClaudeSettings:
    """Who answers which call, and in which words it is asked; UserError if the user's own cannot be used."""
    settings = ClaudeSettings(seats=config.models.seats(quick=quick))
    if not config.prompts:
        return settings
    try:
        return settings.worded_by(Path(config.prompts))
    except ValueError as error:
        raise UserError(Message("prompts-unusable", folder=config.prompts, reason=error)) from error


def prices_of(environ: Mapping[str, str], asked: Asked) -> PriceTable:
    """The listed prices with the user's over them. On a server of the user's own a model without a price
    costs nothing; one with a price does: what stands there may pass calls on to the provider.
    """
    table = listed_prices()
    table = table.model_copy(update={"model": (*table.model, *registry_prices())})
    for name in asked.names:
        if is_own(base_url_of(environ, reference(name).provider)):
            table = table.with_free(name)
    for name, own in asked.config.models.prices.items():
        table = table.with_price(name, own.input, own.output)
    for price in asked.prices:
        known = _PRICE.fullmatch(price)
        if known is None:
            raise UserError(Message("price-malformed", price=price))
        into, out = Decimal(known[2]), Decimal(known[3])
        if max(into, out) > MOST_PRICE_USD:
            raise UserError(Message("price-too-high", model=known[1], most=MOST_PRICE_USD))
        table = table.with_price(known[1], into, out)
    return table
