"""The world's pages behind an MCP server, as a run of `--engine mcp:wiki` has it."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from pathfinder.adapters.search.settings import McpSettings, SearchSettings
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.run_config import RunConfig

_PROGRAM = Path(__file__).with_name("mcp_world.py")


def written_pages(path: Path, pages: Sequence[StoredPage]) -> None:
    """The pages as the server reads them; their ids are numbers."""
    rows = [
        {"id": f"p{number}", "title": page.source.title, "text": page.text}
        for number, page in enumerate(pages)
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")


def over_mcp(pages: Path, trace: Path) -> RunConfig:
    """What a config says that has the server as its engine."""
    command = (sys.executable, str(_PROGRAM), str(pages), str(trace))
    wiki = McpSettings.model_validate({"command": command, "seconds": 30.0, "rate": 600.0})
    return RunConfig(search=SearchSettings(engine="mcp:wiki", mcp={"wiki": wiki}))
