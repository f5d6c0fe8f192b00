"""thesis, export and diff as a user types them."""

import csv
import json
import stat
from pathlib import Path

import pytest

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.protocols.graph.memory import Limits
from pathfinder.reports.export.formats import FORMATS
from tests.cli.shell import Inside, Ran
from tests.scenario.staged import on_disk
from tests.standin.server import Standin
from tests.worlds import respond, world

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one session of three iterations."""
    here = tmp_path_factory.mktemp("writing")
    on_disk(here / ".research", ScriptedModel(respond=respond), limits=Limits(max_iterations=3))
    return here


def pathfinder(folder: Path, *arguments: str, api: Standin | None = None) -> Ran:
    return Inside(folder, api)(*arguments)


def test_a_thesis_stands_in_the_session_and_is_private(folder: Path) -> None:
    ran = pathfinder(folder, "thesis", "--plain")
    assert (ran.returncode, ran.stderr) == (0, "")
    (written,) = (folder / ".research" / "sessions").glob("*/thesis.md")
    assert written.read_text(encoding="utf-8").startswith("# Thesis: ")
    assert stat.S_IMODE(written.stat().st_mode) == 0o600
    assert pathfinder(folder, "verify").returncode == 0


def test_a_thesis_goes_where_it_is_told_in_the_language_it_is_told(folder: Path, tmp_path: Path) -> None:
    out = pathfinder(folder, "thesis", "--plain", "--stdout", "--lang", "ko")
    assert out.stdout.startswith("# 정설: ")
    ran = pathfinder(folder, "thesis", "--plain", "--out", str(tmp_path / "deep" / "t.md"))
    assert ran.returncode == 0
    assert (tmp_path / "deep" / "t.md").read_text(encoding="utf-8").startswith("# Thesis: ")
    both = pathfinder(folder, "thesis", "--stdout", "--out", "x.md")
    assert (both.returncode, both.stderr.count("\n")) == (2, 1)


def test_a_thesis_on_stdout_leaves_the_session_as_it_is(folder: Path) -> None:
    def here() -> dict[Path, tuple[int, bytes]]:
        paths = (folder / ".research").rglob("*")
        return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in paths if path.is_file()}

    before = here()
    assert pathfinder(folder, "thesis", "--plain", "--stdout").stdout.startswith("# Thesis: ")
    assert here() == before


def test_every_format_is_written(folder: Path, tmp_path: Path) -> None:
    ran = pathfinder(folder, "export", "--out", str(tmp_path / "out"))
    assert ran.returncode == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {known.file for known in FORMATS.values()}
    with (tmp_path / "out" / "evidence.csv").open(encoding="utf-8-sig", newline="") as table:
        assert len(list(csv.DictReader(table))) > 10
    assert json.loads((tmp_path / "out" / "sources.csl.json").read_text(encoding="utf-8"))


def test_some_formats_may_be_named(folder: Path, tmp_path: Path) -> None:
    pathfinder(folder, "export", "sources.ris", "--format", "bibtex,csv", "--out", str(tmp_path / "o"))
    assert {path.name for path in (tmp_path / "o").iterdir()} == {
        "sources.ris",
        "sources.bib",
        "evidence.csv",
    }
    wrong = pathfinder(folder, "export", "sources.docx")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert "csv, csl, bibtex, ris, graphml" in wrong.stderr


def test_a_hypothesis_is_found_by_the_number_that_the_json_files_give_it(folder: Path) -> None:
    (state,) = (folder / ".research" / "sessions").glob("*/state.json")
    first = json.loads(state.read_text(encoding="utf-8"))["all_hypotheses"][0]
    assert first["id"] == "hyp_001"
    shown = pathfinder(folder, "show", "hyp_001").stdout
    assert shown.startswith("hyp_A1 (")
    assert first["statement"].rstrip(".") in shown
    assert json.loads(pathfinder(folder, "show", "hyp_001", "--json").stdout)["id"] == "hyp_A1"
    assert pathfinder(folder, "explain", "hyp_001").stdout.startswith("hyp_A1: ")
    assert pathfinder(folder, "show", "hyp_999").returncode == 2


def test_a_place_that_cannot_be_written_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    wrong = pathfinder(folder, "export", "csv", "--out", str(tmp_path / "file" / "x"))
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)


def test_a_difference_is_told_and_counted(folder: Path) -> None:
    told = pathfinder(folder, "diff", "0", "2")
    assert told.stdout.startswith("From iteration 0 to 2\n")
    assert "New hypotheses:\n  hyp_A1 " in told.stdout
    known = json.loads(pathfinder(folder, "diff", "1", "3", "--json").stdout)
    assert (known["start"], known["end"]) == (1, 3)
    assert known["observations"][0].startswith("obs_")


@pytest.mark.parametrize("numbers", [("3", "1"), ("2", "2"), ("1", "9"), ("--", "-2", "1")])
def test_iterations_that_are_not_there_are_one_sentence(folder: Path, numbers: tuple[str, ...]) -> None:
    ran = pathfinder(folder, "diff", *numbers)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert "iteration" in ran.stderr


def test_a_model_writes_under_the_budget_and_is_asked_once(tmp_path: Path) -> None:
    on_disk(tmp_path / ".research", ScriptedModel(respond=respond), limits=Limits(max_iterations=2))

    def spent() -> float:
        return float(json.loads(pathfinder(tmp_path, "status", "--json").stdout)["spent_usd"])

    with Standin() as api:
        first = pathfinder(tmp_path, "thesis", "--stdout", api=api)
        assert (first.returncode, first.stderr) == (0, "")
        assert "Written by claude-" in first.stdout
        paid = spent()
        assert paid > 0
        again = pathfinder(tmp_path, "thesis", "--stdout", api=api)
        told = json.loads(
            pathfinder(tmp_path, "report", "--judge", "--stdout", "--format", "json", api=api).stdout
        )
        # The kept answer needs no model at all.
        short = pathfinder(tmp_path, "report", "--stdout")
        before = (len(api.requests), len(api.asked_models))
        pathfinder(tmp_path, "thesis", "--stdout", api=api)
        assert (len(api.requests), len(api.asked_models)) == before, "not even which models it has"
    # The server is gone now, and the thesis is written all the same.
    assert pathfinder(tmp_path, "thesis", "--stdout", api=api).stdout == first.stdout
    label = told["answer"]["sources"][0]["quotes"][0]
    shown = pathfinder(tmp_path, "show", label["label"]).stdout
    assert label["quote"] in shown
    assert told["answer"]["sources"][0]["url"] in shown
    assert spent() == paid, "the report is written from the same call"
    answer = told["answer"]
    assert answer["written_by"].startswith("claude-")
    assert all(said["cites"] for said in (*answer["answer"], *answer["recommendations"]))
    assert answer["answer"][0]["text"] in short.stdout.replace("\\", "")
    assert again.stdout == first.stdout


def test_a_further_question_is_answered_with_sources_and_says_how_to_go_on(tmp_path: Path) -> None:
    on_disk(tmp_path / ".research", ScriptedModel(respond=respond), limits=Limits(max_iterations=1))
    with Standin() as api:
        asked = pathfinder(tmp_path, "ask", "Do deep wells freeze?", api=api)
        assert (asked.returncode, asked.stderr) == (0, "")
        assert asked.stdout.startswith("What the pages say\n")
        assert "\nSources:\n  [1] " in asked.stdout
        told = json.loads(pathfinder(tmp_path, "ask", "Do deep wells freeze?", "--json", api=api).stdout)
        assert told["question"] == "Do deep wells freeze?"
    nobody = pathfinder(tmp_path, "ask", "Do deep wells freeze?")
    assert (nobody.returncode, nobody.stderr.count("\n")) == (2, 1)
    assert "needs a language model" in nobody.stderr
    empty = pathfinder(tmp_path, "ask", " ", "--lang", "ko")
    assert (empty.returncode, empty.stderr.count("\n")) == (2, 1)


def test_without_a_key_code_writes(folder: Path) -> None:
    ran = pathfinder(folder, "thesis", "--stdout")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Sentences: put together by code from the quotes" in ran.stdout
    assert "no language model is there to write an answer" in ran.stdout


def test_a_run_ends_with_the_answer_and_the_report(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number, page in enumerate(world()[:4]):
        (docs / f"p{number}.md").write_text(page.text, encoding="utf-8")
    asked = ("--docs", "docs", "--allow-remote", "--iterations", "1", "--parallel", "2", "--no-input")
    with Standin() as api:
        shown = pathfinder(
            tmp_path, "research", "Do ground loops pay off?", *asked, "--length", "short", api=api
        )
        assert (shown.returncode, shown.stderr) == (0, "")
        said, _, path = shown.stdout.rstrip().rpartition("Report: ")
        assert "\nWhat the pages say\n\nA page says: " in said
        assert (tmp_path / path).read_text(encoding="utf-8").startswith("<!doctype html>")
        korean = ("How long do ground loops last?", *asked, "--lang", "ko", "--json")
        told = json.loads(pathfinder(tmp_path, "research", *korean, api=api).stdout)
        assert told["answer"]["answer"][0]["cites"]
        paid = len(api.requests)
        thesis = pathfinder(tmp_path, "thesis", "--stdout", api=api)
        assert len(api.requests) == paid, "the thesis is made of the answer of the run"
    assert thesis.stdout.startswith("# 정설: What the pages say\n")
    assert "작성: claude-" in thesis.stdout


def test_a_session_of_the_first_plan_is_shown_and_migrated(tmp_path: Path) -> None:
    current = tmp_path / ".research" / "current"
    current.mkdir(parents=True)
    seen = {"summary": "RAG cost less in 3 trials.", "authority": 0.9, "source_url": "https://a.example/p",
            "source_type": "paper", "created_at": 1}  # fmt: skip
    claim = {"type": "A", "summary": "RAG is cheaper than fine-tuning.", "strength": 0.6, "status": "tested",
             "visit_count": 1, "last_visited": 1, "created_at": 1}  # fmt: skip
    graph = {
        "question": "Is RAG cheaper?", "iteration": 2, "observations": {"obs_1": seen},
        "hypotheses": {"hyp_1": claim},
        "edges": [{"from": "obs_1", "to": "hyp_1", "type": "SUPPORTS", "weight": 0.8, "created_at": 1}],
        "lens_index": 0, "unexplored": [{"keyword": "latency", "from": "hyp_1", "used": False}],
        "health": {"last_check": 0, "issues": []},
    }  # fmt: skip
    (current / "cognigraph.json").write_text(json.dumps(graph), encoding="utf-8")
    before = pathfinder(tmp_path, "status")
    assert (before.returncode, before.stderr) == (0, "")
    assert before.stdout.startswith("Is RAG cheaper?\n")
    assert json.loads(pathfinder(tmp_path, "status", "--json").stdout)["hypotheses"] == 1
    moved = pathfinder(tmp_path, "migrate", ".")
    assert (moved.returncode, moved.stderr) == (0, "")
    assert "1 hypotheses, 1 observations" in moved.stdout
    after = pathfinder(tmp_path, "status")
    assert (after.returncode, after.stderr) == (0, "")
    assert "RAG is cheaper than fine-tuning." in pathfinder(tmp_path, "show", "hyp_001").stdout
    assert (current / "cognigraph.json").is_file(), "the old folder is left as it is"
