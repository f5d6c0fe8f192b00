"""From flags to a run: resolves the settings, makes the `RunConfig` and its ports, and forecasts the cost."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from typer._click.globals import get_current_context  # typer has no other name for it

from pathfinder.cli.screen.language import say
from pathfinder.cli.settings.allowed import PermissionRequest, allow, allowed, ask_for
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.layers import Resolved, resolve
from pathfinder.cli.settings.options import Flags
from pathfinder.cli.settings.saved_flags import SavedFlags
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.graph.memory import Limits

if TYPE_CHECKING:
    from pathfinder.cli.screen.lines import Shown
    from pathfinder.cli.screen.reading_list import ReadingScreen
    from pathfinder.cli.settings.forecast import Forecast
    from pathfinder.config import ResearchSection
    from pathfinder.deps import Deps
    from pathfinder.protocols.planning.answered import StopWhen
    from pathfinder.reports.markdown.summary import Tongue
    from pathfinder.run_config import RunConfig


@dataclass(frozen=True)
class PreparedRun:
    """A run that can begin."""

    config: "RunConfig"
    deps: "Deps"
    saved: SavedFlags
    """What the session keeps of the flags, with the user's consent to what leaves the machine."""
    shown: "Shown"
    forecast: "Forecast"
    wanted: int
    """Explorers, before the budget was looked at."""
    reading: "ReadingScreen | None" = None
    """The screen of a run without a model."""
    replayed: bool = False
    """The answers come from a recording: nothing is paid, and nothing can be resumed."""


def resolved_for(
    flags: Flags,
    before: SavedFlags | None = None,
    limits: Limits | None = None,
    *,
    ask: bool = False,
    asks: bool = True,
) -> Resolved:
    """The settings, with what was said now over what the session was started with.

    What session and config want needs permission: the user is asked if `ask`, and UserError is raised
    without it. A command that only looks has `asks` off, and goes by the user's own settings.
    """
    environ = environment()
    session = None if before is None else before.layer(limits)

    def resolved(permitted: Collection[str]) -> Resolved:
        return resolve(
            home(environ),
            environ,
            flags.settings(),
            file=flags.config,
            session=session,
            permitted=permitted,
        )

    known = allowed(environ)
    found = resolved(known)
    own = () if before is None else before.wishes(flags)
    wishes = (
        *found.wishes,
        *(PermissionRequest(Message("this-session"), what) for what in own if what not in known),
    )
    if wishes and asks:
        ask_for(environ, wishes, at_once=flags.allow_settings, ask=ask)
        found = resolved({*known, *(wish.what for wish in wishes)})
    for warning in found.warnings:
        typer.echo(f"pathfinder: {say(warning)}", err=True)
    return found


def stop_when(wanted: "ResearchSection", *, unwatched: bool) -> "StopWhen":
    """What ends a run by itself; where nobody sees that the question is answered, that does by default."""
    if wanted.stop_when is not None:
        return wanted.stop_when
    if wanted.auto_stop:
        return "saturated"
    return "answered" if unwatched else "limit"


def run_config(resolved: Resolved, flags: Flags, saved: SavedFlags, *, watched: bool = True) -> "RunConfig":
    """The config of a run: this is the only place where the command line makes one."""
    from pathfinder.cli.settings.confirmation import at_terminal
    from pathfinder.run_config import RunConfig

    environ, wanted = environment(), resolved.config.research
    config = RunConfig.from_settings(
        resolved.config,
        environ=environ,
        home=home(environ),
        stop_when=stop_when(wanted, unwatched=flags.json_ or not watched),
        # Who asks for the limit means the limit.
        attended=at_terminal() or wanted.stop_when is not None,
        quick=saved.quick,
        docs=Path(saved.docs) if saved.docs else None,
        docs_as=saved.docs_as,
        trust_front_matter=saved.trust_front_matter,
        source_table=Path(saved.sources) if saved.sources else None,
        since=saved.since,
        until=saved.until,
        prices=tuple(flags.price or ()),
        rate=flags.rate,
    )
    if config.without_model:
        # The first iteration without a new passage is the last: there is nobody to think of other searches.
        return replace(config, answer=None, stop_when="dry")
    return config


def prepare(
    saved: SavedFlags,
    resolved: Resolved,
    flags: Flags,
    *,
    sends: bool = True,
    watched: bool = True,
    speak: "Tongue | None" = None,
) -> PreparedRun:
    """Everything a run needs, made before a session is touched: bad input leaves nothing behind.

    What only forecasts sends nothing, and needs no leave. `watched` is off for
    many sessions at once. `speak` is how somebody is asked for it; None:
    nobody can be.
    """
    from pathfinder.assembly import assemble, with_tracing
    from pathfinder.cli.screen.reading_list import ReadingScreen
    from pathfinder.cli.settings.consent import consented
    from pathfinder.cli.settings.contact import contacted
    from pathfinder.cli.settings.trials import with_trials

    config, shown, reading = run_config(resolved, flags, saved, watched=watched), flags.shown(), None
    if config.without_model and sends and watched and shown in ("normal", "all"):
        reading = ReadingScreen(speak or "en", every_failure=shown == "all")
    if flags.prompts is not None and config.without_model:
        raise UserError(Message("prompts-need-model"))
    if sends:
        config = contacted(config)
        if config.models.all != resolved.config.models.all:
            saved = saved.model_copy(update={"model": config.models.all})
    deps = assemble(config, watch=reading)
    if sends:
        # A missing key is told first: who cannot send anything need not agree to it.
        saved = consented(config, saved, speak)
        _allow_again(config, saved, flags)
        if (tested := with_trials(config, config.limits.budget_usd_micros)) != config:
            config, deps = tested, assemble(tested, watch=reading)
    wanted = config.parallel
    by_default = resolved.origins["research.parallel_count"] == "default"
    config, known = affordable_run(config, deps, fewer=by_default)
    if sends:
        deps = with_tracing(deps, config)
        _close_traces(deps, config)
    return PreparedRun(config, deps, saved, shown, known, wanted, reading)


def affordable_run(config: "RunConfig", deps: "Deps", *, fewer: bool) -> "tuple[RunConfig, Forecast]":
    """What the run will cost. With `fewer` it gets fewer Explorers, if the budget would end too early."""
    from pathfinder.adapters.metering.searches import engine_set
    from pathfinder.adapters.storage.files.disk import Disk
    from pathfinder.adapters.storage.files.sessions import Sessions
    from pathfinder.cli.settings.forecast import (
        Prices,
        SearchPrice,
        affordable,
        forecast,
        material_of,
        paid_per_iteration,
        search_usd_micros,
    )
    from pathfinder.model_access import prices_of

    prices = Prices(None if config.without_model else prices_of(config), config.seats)
    search = SearchPrice(search_usd_micros(engine_set(deps.sources.search)))
    material = material_of(config.docs)
    if fewer:
        config = affordable(config, prices, search, material)
    paid = paid_per_iteration(Sessions(config.home, Disk()), deps.name)
    return config, forecast(config, paid, prices, search, material)


def _allow_again(config: "RunConfig", saved: SavedFlags, flags: Flags) -> None:
    """What was chosen here needs no permission when the session is taken up again."""
    again = resolve(config.home, config.environ, file=flags.config, session=saved.layer(), permitted=())
    allow(config.environ, (*(wish.what for wish in again.wishes), *saved.wishes()))


def _close_traces(deps: "Deps", config: "RunConfig") -> None:
    """Deliver the traces before the command ends."""
    tracing = deps.tracing
    if tracing is None:
        return

    def close() -> None:
        if not tracing.close():
            told = say(Message("traces-not-delivered", address=config.trace.endpoint))
            typer.echo(f"pathfinder: {told}", err=True)

    get_current_context().call_on_close(close)
