"""`make eval` as a user runs it, on a small SciFact, with the stand-in for the live model."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.live.__main__ import expected_usd_micros
from tests.standin import Standin

ROOT = Path(__file__).resolve().parents[3]
ABSTRACTS = {
    1: ("Cold water and zinc clips", ["Zinc clips corrode in cold sea water.", "We tested 40 of them."]),
    2: ("Bronze clips", ["Bronze clips do not corrode in sea water.", "They were watched for ten years."]),
    3: ("Sleep in gulls", ["Gulls sleep with one eye open."]),
    4: ("Tea and warmth", ["Tea warms the hands of sailors."]),
}
CLAIMS: tuple[tuple[str, dict[str, Any], list[int]], ...] = (
    ("Tea warms the hands.", {"4": [{"sentences": [0], "label": "SUPPORT"}]}, [4]),
    ("Bronze clips corrode in sea water.", {"2": [{"sentences": [0], "label": "CONTRADICT"}]}, [2]),
    ("Gulls dream of herring.", {}, [3]),
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("data")
    folder = root / "scifact"
    folder.mkdir()
    abstracts = [
        {"doc_id": number, "title": title, "abstract": sentences, "structured": False}
        for number, (title, sentences) in ABSTRACTS.items()
    ]
    claims = [
        {"id": number, "claim": text, "evidence": evidence, "cited_doc_ids": cited}
        for number, (text, evidence, cited) in enumerate(CLAIMS)
    ]
    for name, rows in (
        ("corpus.jsonl", abstracts),
        ("claims_train.jsonl", claims),
        ("claims_dev.jsonl", claims),
    ):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / name).write_text(lines, encoding="utf-8")
    return root


@pytest.fixture
def api() -> Iterator[Standin]:
    with Standin() as api:
        yield api


def evaluated(
    out: Path, data: Path, api: Standin | None, *arguments: str, stdin: int = subprocess.DEVNULL
) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ANTHROPIC")}  # noqa: TID251  (a child needs its PATH)
    environ |= {"PATHFINDER_DATA": str(data)}
    if api is not None:
        environ |= {"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.base_url}
    return subprocess.run(
        [sys.executable, "-m", "bench.live", "--claims", "3", "--others", "1", "--out", str(out), *arguments],
        cwd=ROOT,
        env=environ,
        stdin=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_key_it_says_so_in_one_sentence_and_writes_nothing(tmp_path: Path, data: Path) -> None:
    ended = evaluated(tmp_path / "out", data, None, "--yes")
    assert ended.returncode == 5
    assert ended.stderr.startswith("eval: No key")
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_without_the_data_it_says_how_to_get_them(tmp_path: Path, api: Standin) -> None:
    ended = evaluated(tmp_path / "out", tmp_path, api, "--yes")
    assert ended.returncode == 1
    assert "scifact is not here" in ended.stderr
    assert api.requests == []


def test_it_says_what_it_will_cost_and_begins_only_when_somebody_agrees(
    tmp_path: Path, data: Path, api: Standin
) -> None:
    nobody = evaluated(tmp_path / "out", data, api)
    assert nobody.returncode == 2
    assert "--yes" in nobody.stderr
    ours, theirs = os.openpty()
    try:
        os.write(ours, b"n\n")
        refused = evaluated(tmp_path / "out", data, api, stdin=theirs)
    finally:
        os.close(ours)
        os.close(theirs)
    assert refused.returncode == 3
    assert f"Expected: about {expected_usd_micros(3) / 1e6:.2f} USD" in refused.stdout
    assert "never more than 10.00 USD" in refused.stdout
    assert api.requests == []


def test_every_claim_is_asked_and_the_table_is_written(tmp_path: Path, data: Path, api: Standin) -> None:
    ended = evaluated(tmp_path / "out", data, api, "--yes")
    assert (ended.returncode, ended.stderr) == (0, "")
    told: dict[str, Any] = json.loads((tmp_path / "out" / "eval.json").read_text(encoding="utf-8"))
    assert sorted(one["gold"] for one in told["answers"]) == ["CONTRADICTS", "NONE", "SUPPORTS"]
    assert told["spent_usd_micros"] == api.usd_micros > 0
    names = {figure["name"] for figure in told["figures"]}
    assert {
        "verdicts: precision where it takes a side",
        "weight of evidence: recall of claims with evidence",
    } <= names
    assert any(one["cited"] for one in told["answers"])
    assert {one["claim"]: one["leans"] for one in told["answers"]}["Tea warms the hands."] == "SUPPORTS"
    assert "cost of a claim" in (tmp_path / "out" / "eval.md").read_text(encoding="utf-8")
    assert api.key not in ended.stdout + (tmp_path / "out" / "eval.json").read_text(encoding="utf-8")


def test_the_cap_holds_and_what_was_not_asked_is_told(tmp_path: Path, data: Path, api: Standin) -> None:
    ended = evaluated(tmp_path / "out", data, api, "--yes", "--budget", "0.1")
    assert ended.returncode == 0
    told = json.loads((tmp_path / "out" / "eval.json").read_text(encoding="utf-8"))
    assert api.usd_micros <= told["spent_usd_micros"] <= 100_000
    assert [one["ended"] for one in told["answers"]][-1] == "budget"
    # A claim that was not asked to its end is no answer, right or wrong.
    asked = next(one for one in told["figures"] if one["name"] == "claims asked")
    assert asked["value"] == len(told["answers"]) - 1 < 3
    assert "The budget ended at claim" in ended.stdout
