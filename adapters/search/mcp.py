"""MCP servers as engines: a search tool, and perhaps a tool that gives the text of what was found.

What a server says is data, like a page. An address that it gives is read by the guarded fetch. A text that it
gives itself is stored under the server's own address (`mcp://NAME/...`), never under the one that it claims:
otherwise any server could speak as any site. All texts of a server are one publisher's.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from urllib.parse import quote, unquote

from mcp.types import CallToolResult, EmbeddedResource, ResourceLink, TextContent, TextResourceContents, Tool

from pathfinder.adapters.documents.workers import Text
from pathfinder.adapters.fetch.guarded import TextReader
from pathfinder.adapters.search.mcp_connection import McpConnection
from pathfinder.adapters.search.reading import LONGEST_SNIPPET, LONGEST_TITLE, fields, objects, text, web
from pathfinder.adapters.search.scoping import Scoped, scoped
from pathfinder.adapters.search.settings import MCP, McpSettings, Scope
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Clock, SearchAnswer, SearchResult
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed, SourceUnreachable
from pathfinder.protocols.evidence.records import source_record
from pathfinder.protocols.evidence.sources import SourceTable
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.text.sanitize import one_line

MOST_RESULTS = 20
_MOST_READ = 200
"""Results that are looked at; some of them may not be kept."""
_MOST_SCANNED = 200_000
"""Characters of a plain text in which addresses are looked for."""
_LONGEST_KEY = 1_000
_DEPTH = 3
"""How deep the list of results may be in an answer, where nobody said."""
_ADDRESS = re.compile(r"https?://[^\s<>\"'`)\]}|]{1,2000}")
_FETCH = "fetch"


class McpSearch:
    """A `SearchEngine` on one MCP server."""

    remote = True

    def __init__(
        self,
        name: str,
        settings: McpSettings,
        scope: Scope | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self.engine = f"{MCP}{name}"
        self.pages = f"mcp://{name}/"
        """How the addresses of its own texts begin."""
        self._name = name
        self._settings = settings
        self._scope = scope or Scope()
        self._server = McpConnection(name, settings, environ or {})

    def worst_usd_micros(self, query: str) -> int:  # noqa: ARG002  (whatever is asked)
        """Nothing that we pay: it is the user's own."""
        return 0

    async def find(self, query: str) -> SearchAnswer:
        """One call of the search tool."""
        asked = scoped(query, self._scope)
        settings, tools = self._settings, await self._server.tools()
        tool = self._tool(tools, settings.search_tool)
        argument = self._argument(tool, settings.query_argument, "query", "query_argument")
        key = self._key(tools)
        answer = await self._server.call(tool.name, {argument: asked.words})
        found = (self._result(one, key, asked) for one in islice(_items(answer, settings), _MOST_READ))
        kept = {result.url: result for result in found if result is not None}
        return SearchAnswer(results=tuple(kept.values())[:MOST_RESULTS])

    def fetch(self, reader: TextReader, table: SourceTable, clock: Clock) -> "McpPages":
        """The way to the texts that the server gives itself."""
        return McpPages(self, reader, table, clock)

    async def text(self, key: str) -> tuple[str, str, str | None]:
        """The text of a result, its title, and the address that the server says it has."""
        tools = await self._server.tools()
        tool = self._fetch_tool(tools)
        if tool is None:
            raise ProviderFailed(Message("mcp-source-no-tool", name=self._name, tool=_FETCH))
        answer = await self._server.call(tool.name, {self._fetch_argument(tool): key})
        settings = self._settings
        values = [answer.structured_content, *map(_parsed, _texts(answer))]
        for value in values:
            known = fields(value)
            known = fields(known.get("result")) or known
            if isinstance(said := _at(known, settings.text_at), str) and said.strip():
                return (
                    said,
                    text(_at(known, settings.title_at), LONGEST_TITLE),
                    web(_at(known, settings.url_at)),
                )
        return "\n\n".join(_texts(answer)), "", None

    async def close(self) -> None:
        """End the program, or leave the server."""
        await self._server.close()

    # ------------------------------------------------------------ tools

    def _tool(self, tools: Mapping[str, Tool], name: str) -> Tool:
        if name not in tools:
            raise ProviderFailed(Message("mcp-source-no-tool", name=self._name, tool=name))
        return tools[name]

    def _fetch_tool(self, tools: Mapping[str, Tool]) -> Tool | None:
        wanted = self._settings.fetch_tool
        if wanted is None:
            return tools.get(_FETCH)
        return self._tool(tools, wanted) if wanted else None

    def _key(self, tools: Mapping[str, Tool]) -> str | None:
        """The argument by which the server gives the text of a result; None if it does not."""
        tool = self._fetch_tool(tools)
        return None if tool is None else self._fetch_argument(tool)

    def _fetch_argument(self, tool: Tool) -> str:
        return self._argument(tool, self._settings.fetch_argument, "id", "fetch_argument")

    def _argument(self, tool: Tool, named: str, usual: str, setting: str) -> str:
        """The argument that was named, the usual one, or the only one that is required."""
        if named:
            return named
        known, required = fields(tool.input_schema.get("properties")), tool.input_schema.get("required")
        if usual in known:
            return usual
        only = required if isinstance(required, list) and len(required) == 1 else list(known)
        if len(only) == 1 and isinstance(only[0], str):
            return only[0]
        raise ProviderFailed(
            Message("mcp-source-no-argument", name=self._name, tool=text(tool.name, 60), setting=setting)
        )

    # ------------------------------------------------------------ results

    def _result(self, one: Mapping[str, Any], key: str | None, asked: Scoped) -> SearchResult | None:
        """A result inside the user's lists. An address that is none leaves the whole result out."""
        settings = self._settings
        claimed = _at(one, settings.url_at)
        address = web(claimed)
        if address is None and (claimed or asked.allow):
            return None
        if address is not None and not Scope(allow=asked.allow, block=asked.block).admits(address):
            return None
        url = address
        if key is not None:
            given = one.get(key, address)
            number = isinstance(given, int) and given.bit_length() < 64
            shown = str(given) if number or isinstance(given, str) else ""
            kept = quote(shown, safe="", errors="replace")
            url = f"{self.pages}{kept}" if 0 < len(shown) <= _LONGEST_KEY else None
        if url is None:
            return None
        title = _shown(_at(one, settings.title_at), LONGEST_TITLE) or address or url
        return SearchResult(url=url, title=title, snippet=_shown(_at(one, settings.text_at), LONGEST_SNIPPET))


class McpPages:
    """Implements `Fetch` for the texts that one server gives itself."""

    def __init__(self, server: McpSearch, reader: TextReader, table: SourceTable, clock: Clock) -> None:
        self._server, self._reader, self._table, self._clock = server, reader, table, clock

    async def page(self, url: str) -> StoredPage:
        """The text, read like a page; SourceUnreachable if there is none."""
        name = self._server.engine.removeprefix(MCP)
        try:
            said, title, claimed = await self._server.text(unquote(url.removeprefix(self._server.pages)))
        except (AttemptFailed, ProviderFailed) as error:
            raise SourceUnreachable(str(error)) from error
        if not said.strip():
            raise SourceUnreachable(Message("mcp-source-no-text", name=name), "empty")
        read = await self._reader(said.encode("utf-8", "replace"))
        return StoredPage(text=read.text, source=self._source(url, name, title, claimed, read))

    def _source(self, url: str, name: str, title: str, claimed: str | None, read: Text) -> Source:
        notes = [
            Message("note-mcp-claimed", name=name, claimed=claimed)
            if claimed
            else Message("note-mcp", name=name)
        ]
        if read.cut:
            notes.append(Message("note-cut"))
        source = source_record(
            url,
            read.text,
            self._table,
            title=title or read.title,
            retrieved_at=self._clock.now(),
            said=read.said,
        )
        return read.described(source.model_copy(update={"publisher": self._server.engine}), *notes)


def _items(answer: CallToolResult, settings: McpSettings) -> Iterator[Mapping[str, Any]]:
    """The results in an answer: of its structured content, or else of its texts and links."""
    structured = list(_listed(answer.structured_content, settings))
    if structured:
        yield from structured
        return
    for block in answer.content:
        if isinstance(block, ResourceLink):
            link = {"title": block.title or block.name, "url": str(block.uri), "text": block.description}
            yield {path[0]: link[name] for name, path in _paths(settings).items()}
    for said in _texts(answer):
        yield from _listed(_parsed(said), settings)


def _paths(settings: McpSettings) -> Mapping[str, Sequence[str]]:
    return {"title": settings.title_at, "url": settings.url_at, "text": settings.text_at}


def _listed(value: object, settings: McpSettings, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """The objects of the list where the settings say it is, or of the first one there is."""
    if depth == 0 and settings.results_at and isinstance(value, dict):
        value = _step(value, settings.results_at)
    if isinstance(value, str):
        parsed = _parsed(value)
        if isinstance(parsed, str):
            yield from _addresses(parsed, settings)
        elif depth < _DEPTH:
            yield from _listed(parsed, settings, depth + 1)
    elif isinstance(value, list):
        yield from objects(value)
        for one in value:
            if isinstance(one, str):
                yield from _addresses(one, settings)
    elif isinstance(value, dict) and _at(value, settings.url_at) is not None:
        yield value
    elif isinstance(value, dict) and depth < _DEPTH:
        inner = (
            list(_listed(one, settings, depth + 1))
            for one in value.values()
            if isinstance(one, (dict, list, str))
        )
        yield from next((known for known in inner if known), [])


def _addresses(said: str, settings: McpSettings) -> Iterator[Mapping[str, Any]]:
    """The addresses in a plain text, each with the line that it stands in or after, and what follows it."""
    said = said[:_MOST_SCANNED]
    found = list(_ADDRESS.finditer(said))
    for place, one in enumerate(found):
        before = said[found[place - 1].end() if place else 0 : one.start()]
        after = said[one.end() : found[place + 1].start() if place + 1 < len(found) else len(said)]
        lines = [line for part in before.splitlines()[-2:] if (line := part.strip(" \t#*-[(:"))]
        values = {
            "title": lines[-1] if lines else "",
            "url": one[0].rstrip(".,;:"),
            "text": after.strip(" )]\n"),
        }
        yield {path[0]: values[name] for name, path in _paths(settings).items()}


def _shown(value: object, most: int) -> str:
    """Words for people to read, with nothing in them that moves the cursor or turns the reading order."""
    return one_line(text(value, most), most)


def _texts(answer: CallToolResult) -> list[str]:
    known: list[str] = []
    for block in answer.content:
        if isinstance(block, TextContent):
            known.append(block.text)
        elif isinstance(block, EmbeddedResource) and isinstance(block.resource, TextResourceContents):
            known.append(block.resource.text)
    return known


def _parsed(said: str) -> object:
    """A text as JSON, if it is an object or a list; otherwise as it is."""
    if not said.lstrip().startswith(("{", "[")):
        return said
    try:
        return json.loads(said)
    except (ValueError, RecursionError):
        return said


def _at(value: Mapping[str, Any], paths: Sequence[str]) -> object:
    """What stands at the first of these paths that leads to something."""
    return next((known for path in paths if (known := _step(value, path)) is not None), None)


def _step(value: object, path: str) -> object:
    for name in path.split("."):
        value = fields(value).get(name)
    return value
