"""Names of earlier versions: `Engine` is `Deps` now; `Options` held values and ports together."""

import warnings
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields, replace
from random import Random
from typing import TYPE_CHECKING, Any

from pathfinder.adapters.metering.overnight import Overnight
from pathfinder.adapters.metering.recovery import Recovery
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.ports import Attempt, Clock, Fetch, Ledger, Limiter, Search
from pathfinder.protocols.evidence.likeness import BY_WORDS
from pathfinder.protocols.evidence.nearest import Similarity
from pathfinder.run_config import RunConfig

if TYPE_CHECKING:
    from pathfinder.adapters.metering.searches import EngineSet
    from pathfinder.adapters.tracing import Tracing


def Engine(
    attempt: Attempt,
    search: "Search | EngineSet",
    fetch: Fetch,
    name: str = "",
    *,
    similarity: Similarity = BY_WORDS,
    close: Callable[[], Awaitable[None]] | None = None,
    **sources: Any,  # noqa: ANN401  (fields of `PageSources`)
) -> Deps:
    """Deprecated: use `Deps` and `PageSources`."""
    warnings.warn("Engine is now Deps(attempt, PageSources(search, fetch))", DeprecationWarning, stacklevel=2)
    return Deps(attempt, PageSources(search, fetch, **sources), name, similarity=similarity, close=close)


@dataclass(frozen=True)
class Options(RunConfig):
    """Deprecated: use `RunConfig` for values and `Deps` for ports."""

    clock: Clock | None = None
    rng: Random | None = None
    limiter: Limiter | None = None
    searches: Limiter | None = None
    recovery: Recovery | None = None
    pool: Ledger | None = None
    overnight: Overnight | None = None
    tracing: "Tracing | None" = None

    def __post_init__(self) -> None:
        warnings.warn("Options is now RunConfig; ports belong to Deps", DeprecationWarning, stacklevel=3)


def with_ports(deps: Deps, config: RunConfig | None) -> tuple[Deps, RunConfig]:
    """The ports and values of a run, wherever the ports were given."""
    if not isinstance(config, Options):
        return deps, config or RunConfig()
    given = {
        one.name: value
        for one in fields(Options)
        if one.name not in {known.name for known in fields(RunConfig)}
        and (value := getattr(config, one.name)) is not None
    }
    if "searches" in given:
        given["search_limiter"] = given.pop("searches")
    values = {one.name: getattr(config, one.name) for one in fields(RunConfig)}
    return replace(deps, **given), RunConfig(**values)
