"""Every message that a report asks for exists."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from pathfinder.locales.catalogue import catalogue
from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.evidence.citing import FaultKind
from pathfinder.protocols.graph.judgement import READER_TAGS, ReviewVerdict, Tag
from pathfinder.protocols.graph.memory import RunStatus
from pathfinder.protocols.graph.places import PlaceUnit
from pathfinder.protocols.graph.types import HistoryAction, ReasoningTool, ResolutionType, SourceType, Status
from pathfinder.protocols.planning.memory_words import Phrase, ToolReason

ROOT = Path(__file__).resolve().parents[3]
ASKED = re.compile(r"""\bt\(\s*f?["']([a-z][\w-]*?)["'],?""")
FAMILIES: dict[str, tuple[Any, ...]] = {
    "status": get_args(Status),
    "tag": get_args(Tag),
    "reader": READER_TAGS,
    "legend": READER_TAGS,
    "place": get_args(PlaceUnit),
    "memory": get_args(Phrase),
    "thinking-because": get_args(ToolReason),
    "thesis-types": get_args(SourceType),
    "file-types": get_args(SourceType),
    "files-kinds": get_args(SourceType),
    "list-types": get_args(SourceType),
    "thesis-tools": get_args(ReasoningTool),
    "file-tools": get_args(ReasoningTool),
    "file-actions": get_args(HistoryAction),
    "thesis-resolutions": get_args(ResolutionType),
    "summary-resolution": get_args(ResolutionType),
    "thesis-faults": get_args(FaultKind),
    "thesis-failure-kinds": get_args(FailureKind),
    "judge-run-statuses": get_args(RunStatus),
    "judge-reviews-said": get_args(ReviewVerdict),
}
"""Ids that are put together: how they begin, and what they end with."""


def asked() -> dict[str, set[str]]:
    """The ids that stand in the code and the templates of reports, and where."""
    found: dict[str, set[str]] = {}
    for folder in ("reports", "protocols", "serve"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md", ".html") and path.is_file():
                for id in ASKED.findall(path.read_text(encoding="utf-8")):
                    found.setdefault(id, set()).add(path.name)
    return found


def test_every_id_in_code_and_templates_is_in_the_catalogue() -> None:
    known = catalogue("en")
    assert len(asked()) > 300
    assert not {id: where for id, where in asked().items() if id not in known and not id.endswith("-")}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_value_of_a_kind_has_a_message(family: str) -> None:
    known = catalogue("en")
    assert [value for value in FAMILIES[family] if f"{family}-{value}" not in known] == []
