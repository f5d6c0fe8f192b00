"""`python -m tools.mcp_transcript`: a whole research over stdio, without a key; writes it into docs/mcp.md.

The SDK's own client starts the server on the documents of the demo, ends it in the middle of the run, and
reads the result through a second server.
"""

import asyncio
import json
import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import StdioServerParameters
from mcp.types import ElicitRequestParams, ElicitResult, TextContent

from tools.farm import ROOT

PAGE = ROOT / "docs" / "mcp.md"
BEGIN, END = "<!-- transcript -->\n", "<!-- end of transcript -->\n"
QUESTION = "Do tidal-glass panels keep bedrooms cooler at night?"
LONGEST = 900


class Transcript:
    """What client and server say to each other."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def approve(
        self,
        context: ClientRequestContext,  # noqa: ARG002  (the SDK passes it)
        params: ElicitRequestParams,
    ) -> ElicitResult:
        """The user, who agrees."""
        self.lines += ["SERVER ASKS THE USER", params.message, "", "USER accepts: start = true", ""]
        return ElicitResult(action="accept", content={"start": True})

    async def progress(
        self,
        progress: float,
        total: float | None,  # noqa: ARG002  (the SDK passes it)
        message: str | None,
    ) -> None:
        """A notification."""
        self.lines.append(f"PROGRESS {progress:.0f}: {message}")

    async def call(self, client: Client, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Call a tool; its facts."""
        self.lines += [f"CLIENT calls {name} {json.dumps(arguments)}", ""]
        result = await client.call_tool(name, arguments, progress_callback=self.progress)
        texts = [part.text for part in result.content if isinstance(part, TextContent)]
        self.lines += ["SERVER", *map(_short, texts), ""]
        return result.structured_content or {}


def _short(text: str) -> str:
    """A long text without its middle."""
    left_out = len(text) - LONGEST
    if left_out <= 0:
        return text
    return f"{text[: LONGEST - 150]}\n[{left_out:,} characters left out here]\n{text[-150:]}"


async def recorded(folder: Path) -> str:
    """The transcript of a research in a folder."""
    said = Transcript()
    words = ("mcp", "--docs", "docs", "--", "--model", "reading-list", "--engine", "local")
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "pathfinder", *words],
        cwd=folder,
        env={**os.environ, "XDG_CONFIG_HOME": str(folder / "config")},  # noqa: TID251  (a child needs its PATH)
    )
    said.lines += [f"$ pathfinder {' '.join(words)}", ""]
    async with Client(server, elicitation_callback=said.approve) as client:
        question = {"question": QUESTION, "documents": "."}
        session = (await said.call(client, "research_start", question))["session"]
    said.lines += ["CLIENT disconnects, and its server ends; the research goes on.", ""]
    said.lines += [f"$ pathfinder {' '.join(words)}", ""]
    async with Client(server) as client:
        while (await said.call(client, "research_status", {"session": session, "wait_seconds": 45}))[
            "running"
        ]:
            pass
        await said.call(client, "research_result", {"session": session, "section": "answer"})
        await said.call(client, "research_result", {"session": session, "section": "sources"})
        await said.call(client, "recall", {"session": session, "words": "sticky"})
        uri = f"pathfinder://{session}/claims/obs_1"
        read = await client.read_resource(uri)
        said.lines += [f"CLIENT reads {uri}", "", "SERVER", _short(read.contents[0].model_dump()["text"]), ""]
    return "\n".join(line.rstrip() for line in "\n".join(said.lines).splitlines())


def main() -> None:
    """Write the transcript between its marks in docs/mcp.md."""
    with TemporaryDirectory(prefix="pathfinder-transcript-") as folder:
        shutil.copytree(ROOT / "demo" / "corpus", Path(folder) / "docs")
        transcript = asyncio.run(recorded(Path(folder)))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}````text\n{transcript}\n````\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
