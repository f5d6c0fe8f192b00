"""Which search engines a run asks, and what they are made of, as a `RunConfig` says."""

from pydantic import SecretStr

from pathfinder.adapters.search.engines import SearchSetup, usual
from pathfinder.adapters.search.settings import ENGINES, EngineName, Scope, engines_of
from pathfinder.adapters.system import system_reason
from pathfinder.credentials import BASE_URL, key
from pathfinder.locales.catalogue import Message
from pathfinder.model_access import connection_of, prices_of
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.evidence.sources import SourceTable, default_table, parse_table
from pathfinder.run_config import RunConfig


def engines_wanted(config: RunConfig) -> tuple[EngineName, ...]:
    """The engines that were named; without any, the documents alone or what a key makes possible.

    Where the config switches papers on, they are searched for beside the web. Documents alone stay alone:
    whoever names nothing but documents expects that nothing leaves the machine.
    """
    written, academic = config.search.engine, config.academic
    papers: tuple[EngineName, ...] = ("academic",) if academic.enabled and academic.active else ()
    if written is not None:
        named = engines_of(written)
        return tuple(dict.fromkeys((*named, *papers))) if set(named) - {"local"} else named
    if config.docs is not None:
        return ("local",)
    found = usual(search_setup(config))
    if found is None and papers:
        return papers
    if found is None:
        raise UserError(Message("nothing-to-search"))
    return (found, *papers)


def usable_engines(config: RunConfig) -> tuple[EngineName, ...]:
    """The engines beside the documents that can be used here, each by itself."""
    setup = search_setup(config)
    return tuple(name for name in ENGINES if name not in ("hybrid", "local") and not setup.lacks(name))


def search_setup(config: RunConfig) -> SearchSetup:
    """What engines of the web are made of. Web search is Claude's own: a server of one's own has none."""
    base_url = config.environ.get(BASE_URL, "").strip()
    named = "claude" in (config.search.engine or "") or "hybrid" in (config.search.engine or "")
    connection = connection_of(config) if key(config.environ) else None
    domains = config.search.domains
    if config.since and config.until and config.since > config.until:
        raise UserError(Message("days-swapped"))

    def secret(variable: str) -> SecretStr | None:
        value = config.environ.get(variable, "").strip()
        return SecretStr(value) if value else None

    return SearchSetup(
        search=config.search,
        academic=config.academic,
        scope=Scope(since=config.since, until=config.until, allow=domains.allow, block=domains.block),
        claude=connection if named or not base_url else None,
        prices=prices_of(config),
        secret=secret,
        environ=config.environ,
    )


def source_table(config: RunConfig) -> SourceTable:
    """The table that ships with Pathfinder, with the user's entries before it."""
    table, own = default_table().extended(config.source_entries), config.source_table
    if own is None:
        return table
    try:
        return table.extended(parse_table(own.read_text(encoding="utf-8")).entries)
    except OSError as error:
        raise UserError(Message("sources-unreadable", path=own, reason=system_reason(error))) from error
    except ValueError as error:
        raise UserError(Message("sources-not-a-table", path=own, reason=error)) from error
