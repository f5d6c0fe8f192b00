"""Starting the command stays cheap: help imports no SDK, importing the library does no work."""

import subprocess
import sys
from pathlib import Path

import pytest

SDKS = {
    "aiohttp",
    "anthropic",
    "exa_py",
    "httpx",
    "httpx2",
    "jinja2",
    "mcp",
    "numpy",
    "openai",
    "opentelemetry",
    "procrastinate",
    "psycopg",
    "requests",
    "starlette",
    "uvicorn",
}


HELPERS = ("main", "lazily", "screen", "screen.help")


def modules_of(source: str, folder: Path) -> set[str]:
    """The modules that are loaded once the source has run in a process of its own."""
    report = f"import sys\n{source}\nsys.stderr.write(' '.join(sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", report], cwd=folder, capture_output=True, text=True, check=True
    )
    return set(result.stderr.split())


def loaded_by(source: str, folder: Path) -> set[str]:
    """The top-level ones of them."""
    return {name.partition(".")[0] for name in modules_of(source, folder)}


def test_help_imports_no_sdk(tmp_path: Path) -> None:
    source = "from pathfinder.cli.main import app\napp(['--help'], standalone_mode=False)"
    loaded = loaded_by(source, tmp_path)
    assert "typer" in loaded
    assert not loaded & SDKS


@pytest.mark.parametrize("words", [["--help"], ["--version"], []], ids=["help", "version", "nothing"])
def test_help_loads_no_command_and_builds_no_type(tmp_path: Path, words: list[str]) -> None:
    source = f"from pathfinder.cli.main import app\napp({words!r}, standalone_mode=False)"
    ours = {name for name in modules_of(source, tmp_path) if name.partition(".")[0] == "pathfinder"}
    assert ours == {"pathfinder", "pathfinder.cli", *(f"pathfinder.cli.{name}" for name in HELPERS)}


@pytest.mark.parametrize(
    "command",
    ["sessions", "status", "verify", "rebuild", "show obs_1", "explain hyp_A1", "pause", "note x", "logs"],
)
def test_a_command_that_needs_no_model_imports_no_sdk(tmp_path: Path, command: str) -> None:
    source = (
        "from pathfinder.cli.main import app\n"
        "from pathfinder.protocols.errors import PathfinderError\n"
        f"try:\n    app({command.split()!r}, standalone_mode=False)\n"
        "except PathfinderError:\n    pass"
    )
    assert not loaded_by(source, tmp_path) & SDKS


def test_importing_the_library_loads_nothing_else(tmp_path: Path) -> None:
    assert loaded_by("import pathfinder", tmp_path) - loaded_by("", tmp_path) == {"pathfinder"}


def test_what_shows_the_first_passages_loads_no_vectors(tmp_path: Path) -> None:
    source = "import pathfinder.cli.screen.reading_list, pathfinder.adapters.models.reading_list.attempt"
    assert not loaded_by(source, tmp_path) & SDKS


def test_what_a_run_without_traces_needs_loads_no_opentelemetry(tmp_path: Path) -> None:
    assert "opentelemetry" not in loaded_by(
        "import pathfinder.cli.commands.research, pathfinder.running", tmp_path
    )
