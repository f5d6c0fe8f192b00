"""Settings that came with data count only after the user has allowed them.

A `.research/config.json` may come with a cloned folder, and a session's `asked.json` with a backup. What they
say about addresses, programs, key variables, folders, models, prices, the budget and what may leave the
machine is asked for once. The answer is kept in the user's own configuration, outside every session.
"""

import json
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import typer

from pathfinder.adapters.models.settings import DEFAULT_SEATS
from pathfinder.cli.settings.own_lines import add_own_lines, own_lines
from pathfinder.locales.catalogue import Message, joined
from pathfinder.protocols.errors import StorageFailed, UserError
from pathfinder.protocols.text.urls import read

NAME = "allowed.jsonl"
"""One JSON string a line: what was allowed, in English."""
NO_MODEL = ("embedded", "reading-list")

Values = Mapping[str, Any]
"""Settings by their path, as JSON has them."""


class PermissionRequest(NamedTuple):
    """Something that needs the user's permission."""

    by: str
    """Who asks for it: `This session`, or a config file."""
    what: str
    """What it would do, in English, as it goes on after `wants to`. It is also how a permission is kept."""


class GuardedSettings(NamedTuple):
    """Settings that are allowed or refused together."""

    paths: tuple[str, ...]
    wishes: Callable[[Values, Values], tuple[str, ...]]
    """What these values would do that the user's own would not."""


def allowed(environ: Mapping[str, str]) -> frozenset[str]:
    """Everything that the user has allowed so far. A line that cannot be read allows nothing."""
    known = set()
    for row in own_lines(environ, NAME):
        with suppress(ValueError, RecursionError):
            known.add(json.loads(row))
    return frozenset(one for one in known if isinstance(one, str))


def allow(environ: Mapping[str, str], wishes: Iterable[str]) -> None:
    """Keep permissions. Where that fails the run goes on, and the next one asks again."""
    from pathfinder.cli.screen.language import say

    new = sorted(set(wishes) - allowed(environ))
    if not new:
        return
    try:
        add_own_lines(environ, NAME, map(json.dumps, new))
    except StorageFailed as error:
        typer.echo(f"pathfinder: {say(Message('permission-not-kept', reason=error))}", err=True)


def ask_for(
    environ: Mapping[str, str], wishes: Collection[PermissionRequest], *, at_once: bool, ask: bool
) -> None:
    """Get and keep the user's permission; UserError without it.

    `at_once`: it was given on the command line. `ask`: somebody is there who can be asked.
    """
    from pathfinder.cli.screen.language import say

    if not wishes:
        return
    if not at_once and not ask:
        raise UserError(refusal(wishes))
    for wish in () if at_once else wishes:
        if not typer.confirm(say(Message("permission-wanted", by=wish.by, what=wish.what)), default=False):
            raise UserError(Message("permission-denied"))
    allow(environ, (wish.what for wish in wishes))


def left_out(wishes: Collection[PermissionRequest]) -> None:
    """Say what does not count, for a command that works without it."""
    from pathfinder.cli.screen.language import say

    for wish in wishes:
        told = say(Message("permission-left-out", by=wish.by, what=wish.what))
        typer.echo(f"pathfinder: {told}", err=True)


def refusal(wishes: Collection[PermissionRequest]) -> str:
    """All wishes in one sentence, with the flag that allows them."""
    by = joined("list-and", dict.fromkeys(wish.by for wish in wishes))
    what = joined("list-and-to", (wish.what for wish in wishes))
    return Message("permission-needed", by=by, what=what)


def escaped(value: object) -> str:
    """A value as it can be shown: nothing in it moves the cursor or turns the reading order."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return "".join(
        mark if mark.isprintable() else mark.encode("unicode_escape", "replace").decode() for mark in text
    )


def at_place(path: str) -> str:
    """A folder or file of this machine, where it really is."""
    return escaped(str(Path(path).resolve()))


def _origin(base_url: str) -> str:
    """Scheme, host and port."""
    address = read(base_url)
    if address is None:
        return escaped(base_url)
    port = f":{address.port}" if address.port is not None else ""
    return f"{address.scheme}://{address.host}{port}"


def _engine(section: str) -> GuardedSettings:
    url, variable = f"{section}.base_url", f"{section}.api_key_env"

    def wishes(values: Values, _own: Values) -> tuple[str, ...]:
        if values[url] is None:
            return ()
        where = _origin(values[url])
        if variable in values:
            return (Message("wish-key", variable=escaped(values[variable]), address=where),)
        return (Message("wish-queries", address=where),)

    return GuardedSettings((url, variable), wishes)


def _one(path: str, id: str, shown: Callable[[Any], str] = escaped, without: str = "") -> GuardedSettings:
    """The message `without` says what it means that data takes the user's own value away."""

    def wishes(values: Values, _own: Values) -> tuple[str, ...]:
        if values[path]:
            return (Message(id, value=shown(values[path])),)
        return (Message(without),) if without else ()

    return GuardedSettings((path,), wishes)


def _model(path: str) -> GuardedSettings:
    def wishes(values: Values, _own: Values) -> tuple[str, ...]:
        name = values[path]
        if name in NO_MODEL:  # Costs nothing and sends nothing.
            return ()
        return (Message("wish-models") if name is None else Message("wish-model", model=escaped(name)),)

    return GuardedSettings((path,), wishes)


def _prices(values: Values, own: Values) -> tuple[str, ...]:
    given = values["models.prices"]
    counted = (
        Message(
            "wish-price", model=escaped(name), input=escaped(price["input"]), output=escaped(price["output"])
        )
        for name, price in given.items()
    )
    listed = (
        Message("wish-listed-price", model=escaped(name)) for name in own["models.prices"].keys() - given
    )
    return (*counted, *sorted(listed))


def _budget(values: Values, own: Values) -> tuple[str, ...]:
    return (Message("wish-spend", amount=f"{values[BUDGET]:,.2f}"),) if values[BUDGET] > own[BUDGET] else ()


def _mcp(values: Values, own: Values) -> tuple[str, ...]:
    """Programs that would be run and addresses that would be asked, each with the tools that are called."""
    given, known = values[MCP_SERVERS], own[MCP_SERVERS]
    return tuple(_mcp_wish(server) for name, server in sorted(given.items()) if server != known.get(name))


def _mcp_wish(server: Values) -> str:
    fetch = server.get("fetch_tool")
    names = (server.get("search_tool", "search"), "fetch" if fetch is None else fetch)
    tools = " and ".join(escaped(name) for name in names if name)
    if server.get("command"):
        program = escaped(shlex.join(server["command"]))
        return Message("wish-mcp-program", program=program, tools=tools)
    return Message("wish-mcp-server", address=escaped(server["url"]), tools=tools)


BUDGET = "research.budget_usd"
MCP_SERVERS = "search.mcp"
_PAPERS = ("arxiv", "semantic_scholar", "pubmed", "openalex", "crossref")
_SEATS = tuple(name.replace(".", "_") for name in DEFAULT_SEATS)
GUARDS: tuple[GuardedSettings, ...] = (
    _engine("search.exa"),
    _engine("search.searxng"),
    GuardedSettings((MCP_SERVERS,), _mcp),
    *(_engine(f"academic.{name}") for name in _PAPERS),
    _model("models.all"),
    *(_model(f"models.{seat}.name") for seat in _SEATS),
    _one("models.preset", "wish-preset", without="wish-preset-usual"),
    GuardedSettings(("models.prices",), _prices),
    GuardedSettings((BUDGET,), _budget),
    _one("prompts", "wish-prompts", at_place),
    _one("academic.pdf_storage_path", "wish-pdf", at_place),
    _one("fetch.proxy", "wish-proxy", without="wish-proxy-none"),
    _one("fetch.ca_file", "wish-certificates", at_place, "wish-certificates-built-in"),
    _one(
        "fetch.allow_private",
        "wish-private",
        lambda places: ", ".join(map(escaped, places)),
    ),
    _one("trace.endpoint", "wish-traces", _origin),
    _one("trace.content", "wish-trace-content"),
)
"""Every setting that data must not decide on its own."""


def guarded(
    values: Values, own: Values, from_data: Set[str]
) -> Iterator[tuple[GuardedSettings, tuple[str, ...]]]:
    """What the values that came with data would do, where the user's own settings would not."""
    for guard in GUARDS:
        paths = [path for path in guard.paths if path in values]
        if not from_data.isdisjoint(paths) and any(values[path] != own[path] for path in paths):
            yield guard, guard.wishes(values, own)
