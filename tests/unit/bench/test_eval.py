"""`make eval` as a user runs it, with the stand-in for the live model."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.eval.__main__ import main
from bench.eval.agreement import STATEMENTS
from bench.eval.cases import claims, drbench
from bench.eval.grading import cited_statements
from bench.eval.table import Row, wilson
from pathfinder.protocols.graph.judgement import READER_TAGS
from tests.keys import KEY
from tests.standin import Standin
from tests.standin.answers import answer
from tests.standin.material import material
from tests.standin.server import Nature

ROOT = Path(__file__).resolve().parents[3]
QUESTION = "Do ground loops in Velm cut the heating bill?"
PAGES = {
    "trial": "# Trial\n\nIn a trial in Velm, ground loops cut the heating bill by 41 per cent.\n",
    "survey": "# Survey\n\nA survey of 300 owners in Velm found that loops reduced the heating bill.\n",
    "canteen": "# Canteen\n\nThe canteen of the town hall in Velm served 9,000 soups last winter.\n",
}
INSIGHT, OTHER = "Ground loops cut the bill by 41 per cent.", "Loops need no permit."
DISTRACTOR = "The canteen served 9,000 soups."
REPORT = "Ground loops pay off: the bill fell by 41 per cent [3]. The canteen served 9,000 soups [1]."


def answering(body: dict[str, Any]) -> Any:
    """The plain agent writes one report; the graders look for words of the fact."""
    asked = material(body)
    match asked.title:
        case "PlainTurn":
            return {"notes": "", "report": REPORT}
        case "FactMarks":
            return {
                "marks": [_mark(line, asked.blocks["report"]) for line in json.loads(asked.blocks["facts"])]
            }
        case "StatementMarks":
            count = len(json.loads(asked.blocks["statements"]))
            verdicts = [
                {"number": n, "why": "It says so.", "verdict": "faithful"} for n in range(1, count + 1)
            ]
            return {"marks": verdicts}
        case "ClaimMarks":
            count = len(json.loads(asked.blocks["claims"]))
            return {
                "marks": [{"number": n, "why": "So it is.", "verdict": "right"} for n in range(1, count + 1)]
            }
        case "SideTaken":
            return {"words": "", "side": "SUPPORTED"}
        case _:
            return answer(asked)


def _mark(line: str, report: str) -> dict[str, Any]:
    number, _, fact = line.partition(". ")
    words = {INSIGHT: "41 per cent", DISTRACTOR: "9,000 soups", OTHER: "words that nobody wrote"}[fact]
    stated = "full" if words in report or fact == OTHER else "no"
    return {"number": int(number), "words": words, "stated": stated}


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    with Standin(nature=Nature(answering=answering)) as api:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        yield api


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "velm"
    (folder / "documents").mkdir(parents=True)
    for name, text in PAGES.items():
        (folder / "documents" / f"{name}.md").write_text(text, encoding="utf-8")
    key = {"question": QUESTION, "insights": [INSIGHT, OTHER], "distractors": [DISTRACTOR]}
    (folder / "key.json").write_text(json.dumps(key), encoding="utf-8")
    return folder


def evaluated(folder: Path, *more: str) -> int:
    out = str(folder.parent / "out")
    return main(["--folder", str(folder), "--out", out, "--iterations", "1", "--yes", *more])


def rows(folder: Path) -> list[Row]:
    lines = (folder.parent / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return [Row.model_validate_json(line) for line in lines]


def test_both_answers_are_graded_against_the_key_and_a_table_is_written(api: Standin, folder: Path) -> None:
    assert evaluated(folder) == 0
    (row,) = rows(folder)
    plain = row.grades["plain agent"]
    marks = {one.fact: one.stated for one in plain.facts}
    # A mark whose words are not in the report does not count, whatever the grader says.
    assert marks == {INSIGHT: "full", OTHER: "no", DISTRACTOR: "full"}
    assert [one.sources for one in plain.statements] == [("trial.md",), ("canteen.md",)]
    ours = row.answers["Pathfinder"]
    assert ours.text
    assert set(ours.sources) <= {f"{name}.md" for name in PAGES}
    assert "file:" not in ours.text
    assert row.grades["Pathfinder"].statements
    claims = row.grades["Pathfinder"].claims
    assert {one.verdict for one in claims} == {"right"}
    assert not plain.claims
    written = (folder.parent / "out" / "results.md").read_text(encoding="utf-8")
    assert "| own | insights stated in full | " in written
    assert "| 1 of 2 = 50 % [" in written
    assert f"| {claims[0].tag} | first | " in written
    bill = sum(one.usd_micros for one in row.answers.values())
    bill += sum(one.usd_micros for one in row.grades.values())
    assert bill == api.usd_micros > 0


def test_the_graders_see_neither_who_wrote_nor_what_is_an_insight(api: Standin, folder: Path) -> None:
    evaluated(folder)
    asked = [material(one.body).blocks["claims"] for one in api.requests if one.title == "ClaimMarks"]
    assert asked
    assert not [tag for tag in READER_TAGS for claims in asked if tag in claims]
    graded = [one for one in api.requests if one.title in ("FactMarks", "StatementMarks")]
    assert len(graded) >= 4
    for one in graded:
        said = json.dumps(one.body).casefold()
        assert "pathfinder" not in said
        assert "plain agent" not in said
        assert "distractor" not in said
    facts = [material(one.body).blocks["facts"] for one in graded if one.title == "FactMarks"]
    assert len(set(facts)) == 1


def test_the_same_command_again_pays_for_nothing(api: Standin, folder: Path) -> None:
    evaluated(folder)
    before = len(api.requests)
    assert evaluated(folder, "--budget", "0.000001") == 0
    assert len(api.requests) == before
    # Another document makes it another question.
    (folder / "documents" / "more.md").write_text("Ground loops in Velm rust.\n", encoding="utf-8")
    evaluated(folder)
    assert len(api.requests) > before


def test_an_agent_that_gave_no_answer_is_asked_again_by_the_next_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = True

    def at_first_silent(body: dict[str, Any]) -> Any:
        return {} if silent and material(body).title == "PlainTurn" else answering(body)

    with Standin(nature=Nature(answering=at_first_silent)) as api:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        evaluated(folder)
        assert rows(folder)[0].answers["plain agent"].ended
        silent, readings = False, api.titles().count("Reading")
        evaluated(folder)
        assert rows(folder)[0].answers["plain agent"].text == REPORT
        assert api.titles().count("Reading") == readings


def test_after_a_kill_no_page_is_read_twice(api: Standin, folder: Path) -> None:
    out = folder.parent / "out"
    command = [sys.executable, "-m", "bench.eval", "--folder", str(folder), "--out", str(out), "--yes"]
    child = subprocess.Popen([*command, "--iterations", "1"], cwd=ROOT, stdout=subprocess.DEVNULL)
    while "Conclusion" not in api.titles():
        assert child.poll() is None
        time.sleep(0.01)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    readings = api.titles().count("Reading")
    assert evaluated(folder) == 0
    assert "WrittenAnswer" in api.titles()
    assert api.titles().count("Reading") == readings
    assert len(list((out / "sessions").glob("*/sessions/*/"))) == 1


def test_the_budget_of_a_run_holds(api: Standin, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluated(folder, "--budget", "0.02") == 4
    assert "raise --budget" in capsys.readouterr().err
    assert api.usd_micros <= 20_000


def test_it_says_what_it_will_cost_and_begins_only_when_somebody_agrees(
    api: Standin, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--folder", str(folder), "--out", str(folder.parent / "out")]
    assert main(asked) == 2
    told = capsys.readouterr()
    assert "Expected: about " in told.out
    assert "--yes" in told.err
    assert api.requests == []


def test_without_a_model_or_a_key_file_it_says_so_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert main(["--out", str(tmp_path / "out"), "--yes"]) == 5
    assert capsys.readouterr().err.startswith("eval: No model can be reached")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    assert main(["--folder", str(tmp_path), "--out", str(tmp_path / "out"), "--yes"]) == 2
    assert "key.json" in capsys.readouterr().err
    assert main(["--data", str(tmp_path), "--out", str(tmp_path / "out"), "--yes"]) == 1
    assert "drbench is not here" in capsys.readouterr().err


def test_hand_labels_are_asked_for_and_compared(
    api: Standin, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = folder.parent / "labels.jsonl"
    evaluated(folder, "--labels", str(labels))
    lines = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()]
    assert 2 < len(lines) <= STATEMENTS
    assert all(set(line) == {"statement", "documents", "sources", "label"} for line in lines)
    said = ["faithful"] * (len(lines) - 1) + ["partly"]
    filled = (json.dumps(line | {"label": label}) for line, label in zip(lines, said, strict=True))
    labels.write_text("\n".join(filled), encoding="utf-8")
    capsys.readouterr()
    evaluated(folder, "--labels", str(labels))
    assert f"agree on {len(lines) - 1} of {len(lines)} statements" in capsys.readouterr().out
    assert api.requests


def test_a_task_of_drbench_gives_each_document_once_under_a_name_that_tells_nothing(tmp_path: Path) -> None:
    files = tmp_path / "data" / "drbench" / "DR0005" / "files"
    files.mkdir(parents=True)
    for name in (
        "IN001_pdf__plan.pdf",
        "IN001_pdf__plan.md",
        "DI002__chat.txt",
        "qa_17__plan.docx",
        "qa_17__plan.md",
    ):
        (files / name).write_text(name, encoding="utf-8")
    gold = [
        {"type": "enterprise_fact", "qa_type": "insight", "answer": "Half of them."},
        {"type": "enterprise_fact", "qa_type": "distractor", "answer": "9,000 soups."},
        {"type": "external_fact", "qa_type": "insight", "answer": "On the web."},
    ]
    task = {"question": "What now?", "gold": gold}
    (files.parent / "task.json").write_text(json.dumps(task), encoding="utf-8")
    (case,) = drbench(["DR0005"], tmp_path / "data", tmp_path / "place")
    assert sorted(path.name for path in case.documents.iterdir()) == ["chat.txt", "plan-2.docx", "plan.pdf"]
    assert [(one.text, one.insight) for one in case.facts] == [
        ("Half of them.", True),
        ("9,000 soups.", False),
    ]


def test_claims_are_drawn_evenly_with_their_evidence_and_disputes_are_a_side(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "climate-fever"
    folder.mkdir(parents=True)
    labels = {"a": ["SUPPORTS"], "b": ["SUPPORTS", "REFUTES"], "c": ["NOT_ENOUGH_INFO"], "d": ["SUPPORTS"]}
    lines = [
        {
            "claim": f"Claim {name}.",
            "evidences": [{"evidence": f"{name}{n}", "evidence_label": one} for n, one in enumerate(some)],
        }
        for name, some in labels.items()
    ]
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    drawn = list(claims("climate-fever", 3, tmp_path / "data", tmp_path / "place"))
    assert sorted(str(one.side) for one in drawn) == ["DISPUTED", "OPEN", "SUPPORTED"]
    assert len(list(drawn[0].documents.iterdir())) == 4
    assert drawn == list(claims("climate-fever", 3, tmp_path / "data", tmp_path / "place"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rose [1]. It fell. [2, 3] Nobody knows.", [("It rose .", (1,)), ("It fell.", (2, 3))]),
        ("- **Cost** 9.5 euros [4] [1] in 2025.", [("Cost** 9.5 euros   in 2025.", (4, 1))]),
        ("| a | 5 [2] |", [("a | 5", (2,))]),
        ("요금이 41% 줄었다 [1]. 나머지는 모른다.", [("요금이 41% 줄었다 .", (1,))]),
        ("No citation here.", []),
    ],
)
def test_statements_are_found_with_what_they_cite(
    text: str, expected: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert list(cited_statements(text)) == expected


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert [round(one, 3) for one in wilson(8, 10)] == [0.490, 0.943]
    assert wilson(0, 0) == (0.0, 1.0)
