"""Every id that code names is a message, and every message is named by code."""

import ast
import re
from collections.abc import Iterator
from typing import get_args

import pytest

from pathfinder.adapters.storage.files.problems import Kind
from pathfinder.locales.catalogue import catalogue
from pathfinder.protocols.calls.batch import State
from pathfinder.protocols.calls.events import Doing, Phase
from pathfinder.protocols.calls.targets import Lens
from pathfinder.protocols.evidence.rechecking import Standing
from pathfinder.protocols.graph.judgement import ReviewVerdict, Side, Tag
from pathfinder.protocols.graph.memory import RunStatus
from pathfinder.protocols.graph.reasons import ReasonKind
from pathfinder.rejudging import Label
from tools.farm import ROOT

PRODUCT = (
    *("adapters", "agents", "cli", "mcp_server", "orchestrator", "pathfinder"),
    *("protocols", "reports", "serve"),
)
SAYING = {"Message", "joined", "say"}
"""Whose first argument is an id."""
NOT_NAMED = ("help-", "pages", "thesis-refused-head-", "thesis-history-head-")
"""Found by the name of a command (tests/unit/cli/test_help.py); the example of the catalogue's tests; the
headings of tables, by their number."""


GROUPS = ("answer", "file", "judge", "thesis")
"""Messages that are also read as attributes (reports/locales/words.py)."""
IN_TEMPLATE = re.compile(r"""["']([a-zA-Z][\w-]*)["']""")


def templates() -> Iterator[str]:
    for folder in PRODUCT:
        for path in sorted((ROOT / folder).rglob("templates/*")):
            yield path.read_text(encoding="utf-8")


def trees() -> Iterator[tuple[str, ast.AST]]:
    for folder in PRODUCT:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def test_every_id_in_code_is_a_message() -> None:
    known = catalogue("en")
    unknown = [
        f"{path}:{node.lineno}: {node.args[0].value}"
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in SAYING
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
        and node.args[0].value not in known
    ]
    assert unknown == []


def test_what_people_read_is_in_the_catalogue() -> None:
    data = {
        "cli/commands/demo.py": "the question of the demo",
        "cli/commands/doctor.py": "sentences that the encoder compares",
        "reports/export/references.py": "the marks of a Korean date",
    }
    korean = {
        path
        for path, tree in trees()
        if path.startswith(("cli/", "mcp_server/", "orchestrator/", "pathfinder/", "reports/", "serve/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and re.search("[가-힣]", str(node.value))
    }
    assert korean - data.keys() == set()


def test_every_message_is_named_in_code() -> None:
    named: set[str] = set()
    beginnings: set[str] = set()
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named.add(node.value)
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                beginnings.add(str(node.values[0].value))
            elif isinstance(node, ast.Attribute):
                # `answer_words(language).not_told` is the message `answer-not-told`.
                named.update(f"{group}-{node.attr.replace('_', '-')}" for group in GROUPS)
    for template in templates():
        named.update(IN_TEMPLATE.findall(template))
    beginnings.update(id for id in named if id.endswith("-"))
    begun = tuple(begin for begin in beginnings if begin.endswith("-") and len(begin) > 3)
    unused = [
        id
        for id in catalogue("en")
        if id not in named and not id.startswith((*NOT_NAMED, *begun)) and not id.endswith("-paid")
    ]
    assert unused == []


@pytest.mark.parametrize(
    ("begin", "values"),
    [
        ("problem-kind-", get_args(Kind)),
        ("batch-state-", get_args(State)),
        ("session-state-", (*get_args(RunStatus), "unreadable")),
        ("run-status-", get_args(RunStatus)),
        ("recheck-", get_args(Standing)),
        ("lens-", get_args(Lens)),
        ("phase-", get_args(Phase)),
        ("doing-", get_args(Doing)),
        ("because-", get_args(ReasonKind)),
        ("review-", get_args(ReviewVerdict)),
        ("pair-", get_args(Label)),
        (
            "verdict-",
            (
                *get_args(Tag),
                *(f"{tag}-{side}" for tag in ("Confirmed", "Likely") for side in get_args(Side)),
            ),
        ),
    ],
)
def test_every_value_that_ends_an_id_has_its_message(begin: str, values: tuple[str, ...]) -> None:
    assert [value for value in values if f"{begin}{value}" not in catalogue("en")] == []
