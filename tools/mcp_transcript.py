"""`python -m tools.mcp_transcript`: whole researches over both transports, without a key; writes docs/mcp.md.

The SDK's own client starts a research on the documents of the demo and disconnects in the middle of the run;
another client follows it to its end and reads the result.
"""

import asyncio
import json
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp.types import ElicitRequestParams, ElicitResult, TextContent

from tests.mcp_server.served import KEYLESS, Served, User, over_http
from tools.farm import ROOT

PAGE = ROOT / "docs" / "mcp.md"
BEGIN, END = "<!-- transcript {} -->\n", "<!-- end of transcript {} -->\n"
QUESTION = "Do tidal-glass panels keep bedrooms cooler at night?"
LONGEST = 900


class Transcript(User):
    """What client and server say to each other; the user agrees to everything."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    async def __call__(self, context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        """The server asks the user."""
        self.lines += ["SERVER ASKS THE USER", params.message, "", "USER accepts: start = true", ""]
        return await super().__call__(context, params)

    async def progress(
        self,
        progress: float,
        total: float | None,  # noqa: ARG002  (the SDK passes it)
        message: str | None,
    ) -> None:
        """A notification."""
        self.lines.append(f"PROGRESS {progress:.0f}: {message}")

    async def call(self, client: Client, name: str, **arguments: str | int) -> dict[str, Any]:
        """Call a tool; its facts."""
        self.lines += [f"CLIENT calls {name} {json.dumps(arguments)}", ""]
        result = await client.call_tool(name, arguments, progress_callback=self.progress)
        texts = [part.text for part in result.content if isinstance(part, TextContent)]
        self.lines += ["SERVER", *map(_short, texts), ""]
        return result.structured_content or {}

    async def start(self, client: Client) -> str:
        """Start the research; its session."""
        session: str = (await self.call(client, "research_start", question=QUESTION, documents="."))[
            "session"
        ]
        return session

    async def wait(self, client: Client, session: str) -> None:
        """Follow it to its end."""
        while (await self.call(client, "research_status", session=session, wait_seconds=45))["running"]:
            pass

    async def read(self, client: Client, uri: str) -> None:
        """Read a resource."""
        found = await client.read_resource(uri)
        self.lines += [
            f"CLIENT reads {uri}",
            "",
            "SERVER",
            _short(found.contents[0].model_dump()["text"]),
            "",
        ]

    def text(self) -> str:
        """All of it."""
        return "\n".join(line.rstrip() for line in "\n".join(self.lines).splitlines())


class OnTheDemo(Served):
    """`pathfinder mcp` with no settings of the user."""

    @property
    def environ(self) -> dict[str, str]:
        return super().environ | {"XDG_CONFIG_HOME": str(self.folder / "config")}


def _short(text: str) -> str:
    """A long text without its middle."""
    left_out = len(text) - LONGEST
    if left_out <= 0:
        return text
    return f"{text[: LONGEST - 150]}\n[{left_out:,} characters left out here]\n{text[-150:]}"


async def over_stdio(served: Served) -> str:
    """Each client starts a server of its own."""
    said = Transcript()
    command = f"$ pathfinder mcp {' '.join(served.words)}"
    said.lines += [command, ""]
    async with served.stdio(said) as client:
        session = await said.start(client)
    said.lines += ["CLIENT disconnects, and its server ends; the research goes on.", "", command, ""]
    async with served.stdio() as client:
        await said.wait(client, session)
        await said.call(client, "research_result", session=session, section="answer")
        await said.call(client, "research_result", session=session, section="sources")
        await said.call(client, "recall", session=session, words="sticky")
        await said.read(client, f"pathfinder://{session}/claims/obs_1")
    return said.text()


async def over_streamable_http(served: Served) -> str:
    """Both clients use one server."""
    said = Transcript()
    said.lines += [f"$ pathfinder mcp --http 8765 {' '.join(served.words)}", ""]
    with served.http() as (url, _):
        async with over_http(url, said) as client:
            session = await said.start(client)
        said.lines += ["CLIENT disconnects; the server and the research go on. Another one connects.", ""]
        async with over_http(url) as client:
            await said.call(client, "research_note", session=session, text="Look for measurements.")
            await said.wait(client, session)
            await said.call(client, "research_result", session=session, section="claims")
            await said.read(client, f"pathfinder://{session}/report")
    return said.text()


def main() -> None:
    """Write each transcript between its marks in docs/mcp.md."""
    ways: dict[str, Callable[[Served], Coroutine[None, None, str]]] = {
        "stdio": over_stdio,
        "http": over_streamable_http,
    }
    page = PAGE.read_text(encoding="utf-8")
    for name, way in ways.items():
        with TemporaryDirectory(prefix="pathfinder-transcript-") as folder:
            shutil.copytree(ROOT / "demo" / "corpus", Path(folder) / "docs")
            transcript = asyncio.run(way(OnTheDemo(Path(folder), ("--docs", "docs", *KEYLESS))))
        before, begin, rest = page.partition(BEGIN.format(name))
        _, end, after = rest.partition(END.format(name))
        page = f"{before}{begin}````text\n{transcript}\n````\n{end}{after}"
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
