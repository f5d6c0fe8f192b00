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
from pathfinder.protocols.errors import StorageFailed, UserError
from pathfinder.protocols.text.urls import read

NAME = "allowed.jsonl"
"""One JSON string a line: what was allowed, in English."""
NO_MODEL = ("embedded", "reading-list")

Values = Mapping[str, Any]
"""Settings by their path, as JSON has them."""


class Wish(NamedTuple):
    """Something that needs the user's permission."""

    by: str
    """Who asks for it: `This session`, or a config file."""
    what: str
    """What it would do, in English, as it goes on after `wants to`. It is also how a permission is kept."""


class Guard(NamedTuple):
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
        typer.echo(f"pathfinder: {say(f'What you allowed could not be kept: {error}')}", err=True)


def ask_for(environ: Mapping[str, str], wishes: Collection[Wish], *, at_once: bool, ask: bool) -> None:
    """Get and keep the user's permission; UserError without it.

    `at_once`: it was given on the command line. `ask`: somebody is there who can be asked.
    """
    from pathfinder.cli.screen.language import say

    if not wishes:
        return
    if not at_once and not ask:
        raise UserError(refusal(wishes))
    for wish in () if at_once else wishes:
        if not typer.confirm(say(f"{wish.by} wants to {wish.what}. Allow it?"), default=False):
            raise UserError("It was not allowed, and nothing was sent.")
    allow(environ, (wish.what for wish in wishes))


def left_out(wishes: Collection[Wish]) -> None:
    """Say what does not count, for a command that works without it."""
    from pathfinder.cli.screen.language import say

    for wish in wishes:
        told = say(f"{wish.by} wants to {wish.what}. That was left out: it is not allowed yet.")
        typer.echo(f"pathfinder: {told}", err=True)


def refusal(wishes: Collection[Wish]) -> str:
    """All wishes in one sentence, with the flag that allows them."""
    by = " and ".join(dict.fromkeys(wish.by for wish in wishes))
    what = ", and to ".join(wish.what for wish in wishes)
    return f"{by} wants to {what}. If you want that, say so once with --allow-settings."


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


def _engine(section: str) -> Guard:
    url, variable = f"{section}.base_url", f"{section}.api_key_env"

    def wishes(values: Values, _own: Values) -> tuple[str, ...]:
        if values[url] is None:
            return ()
        where = _origin(values[url])
        if variable in values:
            return (f"send the key in {escaped(values[variable])} to {where}",)
        return (f"send queries to {where}",)

    return Guard((url, variable), wishes)


def _one(path: str, words: str, shown: Callable[[Any], str] = escaped, without: str = "") -> Guard:
    """`without` says what it means that data takes the user's own value away."""

    def wishes(values: Values, _own: Values) -> tuple[str, ...]:
        told = words.format(shown(values[path])) if values[path] else without
        return (told,) if told else ()

    return Guard((path,), wishes)


def _model(path: str) -> Guard:
    def wishes(values: Values, _own: Values) -> tuple[str, ...]:
        name = values[path]
        if name in NO_MODEL:  # Costs nothing and sends nothing.
            return ()
        return ("use a model of its own for each role" if name is None else f"use the model {escaped(name)}",)

    return Guard((path,), wishes)


def _prices(values: Values, own: Values) -> tuple[str, ...]:
    given = values["models.prices"]
    counted = (
        f"count the model {escaped(name)} at ${escaped(price['input'])} and ${escaped(price['output'])} "
        "for a million tokens"
        for name, price in given.items()
    )
    listed = (
        f"count the model {escaped(name)} at its listed price" for name in own["models.prices"].keys() - given
    )
    return (*counted, *sorted(listed))


def _budget(values: Values, own: Values) -> tuple[str, ...]:
    return (f"spend up to ${values[BUDGET]:,.2f}",) if values[BUDGET] > own[BUDGET] else ()


def _mcp(values: Values, own: Values) -> tuple[str, ...]:
    """Programs that would be run and addresses that would be asked, each with the tools that are called."""
    given, known = values[MCP_SERVERS], own[MCP_SERVERS]
    return tuple(_mcp_wish(server) for name, server in sorted(given.items()) if server != known.get(name))


def _mcp_wish(server: Values) -> str:
    fetch = server.get("fetch_tool")
    names = (server.get("search_tool", "search"), "fetch" if fetch is None else fetch)
    tools = " and ".join(escaped(name) for name in names if name)
    if server.get("command"):
        return f"run the program {escaped(shlex.join(server['command']))} and call its tools {tools}"
    return f"send queries to {escaped(server['url'])} by its tools {tools}"


BUDGET = "research.budget_usd"
MCP_SERVERS = "search.mcp"
_PAPERS = ("arxiv", "semantic_scholar", "pubmed", "openalex", "crossref")
_SEATS = tuple(name.replace(".", "_") for name in DEFAULT_SEATS)
GUARDS: tuple[Guard, ...] = (
    _engine("search.exa"),
    _engine("search.searxng"),
    Guard((MCP_SERVERS,), _mcp),
    *(_engine(f"academic.{name}") for name in _PAPERS),
    _model("models.all"),
    *(_model(f"models.{seat}.name") for seat in _SEATS),
    _one("models.preset", "use the models of the preset {}", without="use the models of the usual preset"),
    Guard(("models.prices",), _prices),
    Guard((BUDGET,), _budget),
    _one("prompts", "read prompts from {}", at_place),
    _one("academic.pdf_storage_path", "write PDF files to {}", at_place),
    _one("fetch.proxy", "fetch pages through the proxy {}", without="fetch pages without your proxy"),
    _one("fetch.ca_file", "trust the certificates in {}", at_place, "trust the built-in certificates"),
    _one(
        "fetch.allow_private",
        "fetch pages from private places ({})",
        lambda places: ", ".join(map(escaped, places)),
    ),
    _one("trace.endpoint", "send traces to {}", _origin),
    _one("trace.content", "name the question and page addresses in traces"),
)
"""Every setting that data must not decide on its own."""


def guarded(values: Values, own: Values, from_data: Set[str]) -> Iterator[tuple[Guard, tuple[str, ...]]]:
    """What the values that came with data would do, where the user's own settings would not."""
    for guard in GUARDS:
        paths = [path for path in guard.paths if path in values]
        if not from_data.isdisjoint(paths) and any(values[path] != own[path] for path in paths):
            yield guard, guard.wishes(values, own)
