"""The plugin for coding agents follows the published rules of marketplaces, plugins, skills and commands."""

import asyncio
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from pathfinder.cli.lazily import loaded
from pathfinder.cli.main import Pathfinder
from pathfinder.mcp_server.runs import Permissions
from pathfinder.mcp_server.server import mcp_server
from tools.farm import ROOT

PLUGIN = ROOT / "plugin"
KEBAB = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SKILL_KEYS = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
COMMAND_KEYS = {"description", "argument-hint", "allowed-tools", "model", "disable-model-invocation"}
COMMANDS = {"research", "status", "thesis", "deep-research"}


def read_json(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def parts_of(path: Path) -> tuple[dict[str, str], str]:
    """The keys at the head of a Markdown file, one a line, and its body."""
    _, head, body = path.read_text(encoding="utf-8").split("---\n", 2)
    return dict(line.split(": ", 1) for line in head.splitlines()), body


def test_the_marketplace_names_its_owner_and_the_folder_of_its_plugin() -> None:
    market = read_json(ROOT / ".claude-plugin" / "marketplace.json")
    assert KEBAB.fullmatch(market["name"])
    assert market["owner"]["name"]
    (listed,) = market["plugins"]
    assert listed["source"].startswith("./")
    assert ".." not in listed["source"]
    manifest = read_json(ROOT / listed["source"] / ".claude-plugin" / "plugin.json")
    assert listed["name"] == manifest["name"]
    assert listed["description"] == manifest["description"]


def test_the_manifest_has_a_name_and_the_version_of_the_package() -> None:
    manifest = read_json(PLUGIN / ".claude-plugin" / "plugin.json")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert KEBAB.fullmatch(manifest["name"])
    assert manifest["version"] == project["version"]
    assert manifest["license"] == project["license"]
    assert manifest["author"]["name"]
    assert [path.name for path in (PLUGIN / ".claude-plugin").iterdir()] == ["plugin.json"]


def test_the_server_is_started_by_a_command_that_this_version_takes() -> None:
    ((name, server),) = read_json(PLUGIN / ".mcp.json")["mcpServers"].items()
    assert KEBAB.fullmatch(name)
    assert server["command"] == "uvx"
    flag, package, program, command, *words = server["args"]
    assert (flag, package) == ("--from", "pathfinder-research[mcp]")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert program in project["scripts"]
    assert "mcp" in project["optional-dependencies"]
    loaded(command, Pathfinder.later[command]).make_context(command, list(words))


@pytest.mark.parametrize(
    "path", sorted((PLUGIN / "skills").glob("*/SKILL.md")), ids=lambda path: path.parent.name
)
def test_a_skill_has_a_head_that_clients_accept_and_a_short_body(path: Path) -> None:
    head, body = parts_of(path)
    assert head.keys() <= SKILL_KEYS
    assert KEBAB.fullmatch(head["name"])
    assert head["name"] == path.parent.name
    assert len(head["name"]) <= 64
    assert 0 < len(head["description"]) < 1_024
    assert not re.search("[<>]", head["description"])
    assert ": " not in head["description"], "it would have to be quoted in YAML"
    assert len(body.splitlines()) < 200


def test_the_commands_of_the_founding_documents_are_there() -> None:
    paths = {path.stem: path for path in (PLUGIN / "commands").glob("*.md")}
    assert paths.keys() == COMMANDS
    for path in paths.values():
        head, body = parts_of(path)
        assert head.keys() <= COMMAND_KEYS
        assert head["description"]
        assert "$ARGUMENTS" in body


def test_skill_and_commands_name_only_tools_and_arguments_that_the_server_has(tmp_path: Path) -> None:
    async def known() -> dict[str, set[str]]:
        async with Client(mcp_server(tmp_path, {}, Permissions(1, 1))) as client:
            tools = (await client.list_tools()).tools
            return {tool.name: set(tool.input_schema["properties"]) for tool in tools}

    tools = asyncio.run(known())
    text = "".join(path.read_text(encoding="utf-8") for path in PLUGIN.rglob("*.md"))
    assert set(re.findall(r"`(research_\w+)`", text)) <= tools.keys()
    arguments = set(re.findall(r"`(\w+): \w+`", text))
    assert arguments <= set().union(*tools.values())
