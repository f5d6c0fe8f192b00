"""Engines by their names, made of settings and keys; what is missing is said before a run begins."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pydantic import SecretStr

from pathfinder.adapters.metering.searches import EngineSet, OneSearch
from pathfinder.adapters.models.prices import PriceTable
from pathfinder.adapters.models.settings import Connection
from pathfinder.adapters.search.arxiv import Arxiv
from pathfinder.adapters.search.claude import ClaudeSearch
from pathfinder.adapters.search.crossref import Crossref
from pathfinder.adapters.search.exa import ExaSearch
from pathfinder.adapters.search.openalex import OpenAlex
from pathfinder.adapters.search.pubmed import Pubmed
from pathfinder.adapters.search.searxng import SearxngSearch
from pathfinder.adapters.search.semantic_scholar import SemanticScholar
from pathfinder.adapters.search.settings import (
    MCP,
    AcademicSettings,
    EngineName,
    PaperSource,
    Scope,
    SearchSettings,
)
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Search, SearchEngine
from pathfinder.protocols.errors import KeyRefused, UserError

if TYPE_CHECKING:
    from pathfinder.adapters.search.mcp import McpSearch

_WEB: tuple[EngineName, ...] = ("claude", "exa", "searxng")


class _Engine(SearchEngine, Protocol):
    async def close(self) -> None: ...


@dataclass(frozen=True)
class SearchSetup:
    """What engines are made of."""

    search: SearchSettings = field(default_factory=SearchSettings)
    academic: AcademicSettings = field(default_factory=AcademicSettings)
    scope: Scope = field(default_factory=Scope)
    claude: Connection | None = None
    """How Claude is reached; None without a key."""
    prices: PriceTable | None = None
    secret: Callable[[str], SecretStr | None] = lambda _: None
    """The key in an environment variable, if there is one."""
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Of it the program of an MCP server gets what it needs to start, and nothing else."""

    def lacks(self, name: EngineName) -> str:
        """What keeps an engine from being used, as the middle of a sentence; nothing if it can be."""
        match name:
            case "claude":
                if not self.search.claude.enabled:
                    return "is switched off (search.claude.enabled)"
                return "" if self.claude is not None else "needs a key: set ANTHROPIC_API_KEY"
            case "exa":
                if not self.search.exa.enabled:
                    return "is switched off (search.exa.enabled)"
                variable = self.search.exa.api_key_env
                return "" if self.secret(variable) is not None else f"needs a key: set {variable}"
            case "searxng":
                return "" if self.search.searxng.base_url else "needs search.searxng.base_url in the config"
            case "academic":
                return "" if self.academic.active else "has no source that is switched on (academic.sources)"
            case "hybrid":
                return self.lacks("claude") or self.lacks("exa")
            case _:
                return ""

    def lacks_key(self, name: EngineName) -> bool:
        """Whether it is a key that is missing, and nothing in the config."""
        match name:
            case "claude":
                return self.search.claude.enabled and self.claude is None
            case "exa":
                return self.search.exa.enabled and self.secret(self.search.exa.api_key_env) is None
            case "hybrid":
                return self.lacks_key("claude") or (not self.lacks("claude") and self.lacks_key("exa"))
            case _:
                return False


@dataclass(frozen=True)
class SearchEngines:
    """Engines, and what comes with them."""

    plan: EngineSet
    warnings: tuple[str, ...]
    close: Callable[[], Awaitable[None]]
    scholar: SemanticScholar | None
    """Knows what stands around a paper."""
    crossref: Crossref | None
    """Knows which works were retracted."""
    mcp: "tuple[McpSearch, ...]" = ()
    """MCP servers; each may give the text of what it finds."""


def usual(means: SearchSetup) -> EngineName | None:
    """The engine that is used when nobody named one: the first of the web that can be."""
    return next((name for name in _WEB if not means.lacks(name)), None)


def search_engines(names: tuple[EngineName, ...], means: SearchSetup, local: Search | None) -> SearchEngines:
    """The engines of these names; KeyRefused or UserError for the first that cannot be used."""
    for name in names:
        if lack := means.lacks(name):
            kind = KeyRefused if means.lacks_key(name) else UserError
            raise kind(
                f"The engine {name} {lack}; take another with --engine "
                "(academic needs no key), or give documents with --docs."
            )
    whole = tuple(dict.fromkeys(part for name in names for part in _parts(name)))
    papers = _catalogues(means) if "academic" in names else ()
    chosen: list[_Engine] = [_web_engine(name, means) for name in whole if name in _WEB]
    servers = _mcp_engines([name for name in whole if name.startswith(MCP)], means)
    chosen += (*papers, *servers)
    spare = [name for name in _WEB if name not in whole and not means.lacks(name)]
    on_the_web = any(name in _WEB for name in whole)
    stand_by = [_web_engine(name, means) for name in spare if means.search.fallback and on_the_web]
    own: tuple[SearchEngine, ...] = () if local is None else (OneSearch(local),)
    plan = EngineSet(
        "+".join(dict.fromkeys(("local", *names) if local is not None else names)),
        (*own, *chosen),
        tuple(stand_by),
        means.academic.max_papers_per_query,
    )
    return SearchEngines(
        plan,
        tuple(engine.warning for engine in chosen if isinstance(engine, ExaSearch) and engine.warning),
        _closing((*chosen, *stand_by)),
        next((engine for engine in papers if isinstance(engine, SemanticScholar)), None),
        next((engine for engine in papers if isinstance(engine, Crossref)), None),
        servers,
    )


def _parts(name: EngineName) -> tuple[EngineName, ...]:
    return ("claude", "exa") if name == "hybrid" else (name,)


def _web_engine(name: EngineName, means: SearchSetup) -> _Engine:
    search = means.search
    if name == "claude" and means.claude is not None:
        return ClaudeSearch(means.claude, search.claude, means.scope, prices=means.prices)
    if name == "exa":
        return ExaSearch(means.secret(search.exa.api_key_env) or SecretStr(""), search.exa, means.scope)
    return SearxngSearch(search.searxng, means.scope)


def _mcp_engines(names: list[str], means: SearchSetup) -> "tuple[McpSearch, ...]":
    servers = means.search.mcp
    unknown = next((name for name in names if name.removeprefix(MCP) not in servers), None)
    if unknown is not None:
        raise UserError(Message("mcp-source-unknown", name=unknown.removeprefix(MCP)))
    if not names:
        return ()
    try:
        from pathfinder.adapters.search.mcp import McpSearch
    except ImportError:
        raise UserError(Message("mcp-source-no-package")) from None
    return tuple(
        McpSearch(name.removeprefix(MCP), servers[name.removeprefix(MCP)], means.scope, means.environ)
        for name in names
    )


def _catalogues(means: SearchSetup) -> tuple[_Engine, ...]:
    settings, scope, most = means.academic, means.scope, means.academic.max_papers_per_query
    made: dict[PaperSource, Callable[[], _Engine]] = {
        "arxiv": lambda: Arxiv(settings.arxiv, scope, most),
        "semantic_scholar": lambda: SemanticScholar(
            settings.semantic_scholar, scope, most, key=means.secret(settings.semantic_scholar.api_key_env)
        ),
        "pubmed": lambda: Pubmed(settings.pubmed, scope, most, key=means.secret(settings.pubmed.api_key_env)),
        "openalex": lambda: OpenAlex(
            settings.openalex, scope, most, key=means.secret(settings.openalex.api_key_env)
        ),
        "crossref": lambda: Crossref(settings.crossref, scope, most),
    }
    return tuple(made[name]() for name in settings.active)


def _closing(engines: tuple[_Engine, ...]) -> Callable[[], Awaitable[None]]:
    async def close() -> None:
        for engine in engines:
            await engine.close()

    return close
