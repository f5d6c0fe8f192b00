"""`--engine mcp:NAME`: a whole research over a server of the config, which no cloned folder can choose."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from tests.cli.shell import Inside, Shell
from tests.golden import graph_of

pytestmark = pytest.mark.slow

QUESTION = "Does sandy soil store more heat than clay soil in Velm?"
PROGRAM = str(Path(__file__).parents[1] / "standin" / "mcp_source.py")
BRIEFLY = ("--iterations", "1", "--parallel", "1", "--quick", "-q", "--model", "reading-list", "--lang", "en")


def config_of(trace: Path, mode: str = "plain", **more: Any) -> str:
    wiki = {"command": [sys.executable, PROGRAM, mode, str(trace)], "seconds": 10, **more}
    return json.dumps({"search": {"mcp": {"wiki": wiki}}})


def test_a_whole_research_reads_the_pages_of_a_server(tmp_path: Path) -> None:
    trace, config = tmp_path / "trace", tmp_path / "own.json"
    config.write_text(config_of(trace), encoding="utf-8")
    shell = Inside(tmp_path)
    told = shell("research", QUESTION, *BRIEFLY, "--engine", "mcp:wiki", "--config", str(config))
    assert told.returncode == 0, told
    session = Sessions(tmp_path / ".research", Disk()).resolve()
    graph = graph_of(session)
    assert {source.url for source in graph.sources.values()} == {f"mcp://wiki/heat-{n}" for n in (1, 2, 3)}
    assert {source.publisher for source in graph.sources.values()} == {"mcp:wiki"}
    assert graph.observations
    assert verify(session, Disk()) == ()
    assert trace.read_text(encoding="utf-8").count("started") == 1
    before = trace.read_text(encoding="utf-8")
    assert shell("report").returncode == 0
    assert trace.read_text(encoding="utf-8") == before, "a report asks nobody"
    shell.environ |= {"PATHFINDER_SEARCH_MCP": json.dumps(json.loads(config_of(trace))["search"]["mcp"])}
    shell.environ |= {"PATHFINDER_ACADEMIC_CROSSREF_ENABLED": "false"}
    again = shell("recheck")
    assert (again.returncode, "same" in again.stdout) == (0, True), again
    assert trace.read_text(encoding="utf-8").count("started") == 2


@pytest.mark.parametrize("mode", ["changes", "dies", "silent", "huge", "orders-fetched"])
def test_a_hostile_server_ends_a_run_in_order(tmp_path: Path, mode: str) -> None:
    config = tmp_path / "own.json"
    config.write_text(config_of(tmp_path / "trace", mode, seconds=1.0), encoding="utf-8")
    shell = Inside(tmp_path)
    told = shell("research", QUESTION, *BRIEFLY, "--engine", "mcp:wiki", "--config", str(config))
    assert told.returncode in (0, 1, 3, 5), told
    assert "Traceback" not in told.stdout + told.stderr
    assert told.stderr.count("\n") <= 4
    if mode == "orders-fetched":
        graph = graph_of(Sessions(tmp_path / ".research", Disk()).resolve())
        assert all(source.url.startswith("mcp://wiki/") for source in graph.sources.values())


def test_a_cloned_config_starts_no_program(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    (tmp_path / ".research").mkdir(mode=0o700)
    written = tmp_path / ".research" / "config.json"
    written.write_text(config_of(trace), encoding="utf-8")
    shell = Inside(tmp_path)
    command = ("research", QUESTION, *BRIEFLY, "--engine", "mcp:wiki")
    told = shell(*command)
    assert told.returncode == 2
    assert f"wants to run the program {sys.executable} {PROGRAM} plain" in told.stderr
    assert "call its tools search and fetch" in told.stderr
    assert not trace.exists()
    assert shell(*command, "--allow-settings").returncode == 0
    assert trace.exists()
    # Another tool of the same program is another wish.
    trace.unlink()
    written.write_text(config_of(trace, search_tool="delete_everything"), encoding="utf-8")
    assert shell(*command, "--new").returncode == 2
    assert not trace.exists()


def test_documents_stay_here_unless_the_user_agrees(tmp_path: Path) -> None:
    trace, config, docs = tmp_path / "trace", tmp_path / "own.json", tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# Soil\n\nSandy soil stores more heat than clay soil.\n", encoding="utf-8")
    config.write_text(config_of(trace), encoding="utf-8")
    shell = Inside(tmp_path)
    told = shell(
        "research", QUESTION, *BRIEFLY, "--docs", str(docs), "--engine", "mcp:wiki", "--config", str(config)
    )
    assert told.returncode == 2
    assert "--allow-remote" in told.stderr
    assert shell("research", QUESTION, *BRIEFLY, "--docs", str(docs), "--config", str(config)).returncode == 0
    assert not trace.exists()


@pytest.mark.parametrize(("lang", "words"), [("en", "is not in the config"), ("ko", "설정에 없습니다")])
def test_a_server_that_is_not_in_the_config_is_one_sentence(tmp_path: Path, lang: str, words: str) -> None:
    shell = Shell(tmp_path, None)
    told = shell("research", QUESTION, *BRIEFLY[:-1], lang, "--engine", "mcp:nobody")
    assert told.returncode == 2
    assert words in told.stderr
    assert told.stderr.count("\n") == 1
