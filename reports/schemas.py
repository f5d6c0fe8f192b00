"""The schemas of everything that is written: of the views as the source documents give them, and our own."""

import json
from collections.abc import Callable, Mapping
from importlib.resources import files

from pathfinder.protocols.graph.edits import ARCHIVE
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.content.judge_schema import report_schema

VIEWS = ("state", "working_memory", "search_history", "reflexion", "knowledge_graph")


def _view(name: str) -> str:
    return files("pathfinder.reports").joinpath("schema", f"{name}.schema.json").read_text(encoding="utf-8")


def _written(schema: object) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


SCHEMAS: Mapping[str, Callable[[], str]] = {
    **{name: (lambda name=name: _view(name)) for name in VIEWS},  # type: ignore[misc]  # the default binds it now
    "cognigraph": lambda: _written(CogniGraph.model_json_schema()),
    "archive_edits": lambda: _written(ARCHIVE.json_schema()),
    "report": report_schema,
}
"""By name; each is made when it is asked for."""
