"""`pathfinder batch` from the command line: files in, results out, and the same command goes on."""

import json
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pathfinder.adapters.metering import overnight
from pathfinder.adapters.metering.overnight import BatchPace
from pathfinder.cli import main
from pathfinder.cli.settings.batch_setup import time_of
from pathfinder.protocols.errors import UserError
from tests.standin import Standin

RUN = CliRunner()
PAGES = {
    "loops.md": "# Ground loops\n\nGround loops cut the heating bill by 41 per cent in Velm.\n",
    "clay.md": "# Clay\n\nGround loops do not cut the heating bill in clay soil, the Velm office says.\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in PAGES.items():
        (docs / name).write_text(text, encoding="utf-8")
    return tmp_path


def _batch(folder: Path, *words: str, input_: str | None = None, key: str = "", base_url: str = "") -> Result:
    env = {"PATHFINDER_HOME": str(folder / "home"), "ANTHROPIC_API_KEY": key, "ANTHROPIC_BASE_URL": base_url}
    return RUN.invoke(main.app, ["batch", *words], env=env, input=input_, catch_exceptions=True)


def _said(result: Result) -> str:
    return str(result.exception) if result.exception is not None else result.output


def test_a_batch_runs_goes_on_and_gives_one_row_for_each_question(folder: Path) -> None:
    asked = folder / "asked.csv"
    asked.write_text(
        "question,label\nDo ground loops cut the heating bill?,a\n지열은 난방비를 줄이는가?,b\n"
        "do ground loops cut the heating bill,c\n",
        encoding="utf-8-sig",
    )
    words = (str(asked), "--docs", str(folder / "docs"), "--iterations", "1", "--quick", "--json")
    ran = _batch(folder, *words)
    assert ran.exit_code == 0, _said(ran)
    told = json.loads(ran.stdout)
    states = [(row["label"], row["state"], row["same_as"]) for row in told["results"]]
    assert states == [("a", "done", None), ("b", "done", None), ("c", "same", 1)]
    again = json.loads(_batch(folder, *words).stdout)
    assert again == told
    place = folder / "home" / "batches" / told["batch"]
    assert {path.name for path in place.iterdir()} >= {"results.jsonl", "results.csv", "index.html"}
    session = folder / "home" / "sessions" / told["results"][0]["session"]
    assert json.loads((session / "asked.json").read_text("utf-8"))["quick"] is True
    assert _batch(folder, "--json").exit_code == 0  # without a word about --quick
    assert json.loads((place / "batch.json").read_text("utf-8"))["terms"]["quick"] is True
    assert "No question has failed" in _batch(folder, "--failed").output
    status = json.loads(_batch(folder, "--status", "--json").stdout)
    assert [one["state"] for one in status["questions"]] == ["done", "done", "same"]


def test_a_limit_changed_in_the_file_changes_it_and_begins_nothing_anew(folder: Path) -> None:
    asked = folder / "asked.jsonl"
    words = (str(asked), "--docs", str(folder / "docs"), "--quick", "--json")
    asked.write_text('{"question": "Do ground loops cut the bill?", "iterations": 1}\n', encoding="utf-8")
    first = json.loads(_batch(folder, *words).stdout)
    own = folder / "home" / "sessions" / first["results"][0]["session"] / "asked.json"
    assert json.loads(own.read_text("utf-8"))["settings"]["research.max_iterations"] == 1
    asked.write_text('{"question": "Do ground loops cut the bill?", "budget": 2}\n', encoding="utf-8")
    assert json.loads(_batch(folder, *words).stdout) == first
    place = folder / "home" / "batches" / first["batch"]
    [kept] = json.loads((place / "batch.json").read_text("utf-8"))["questions"]
    assert (kept["iterations"], kept["budget_usd_micros"]) == (None, 2_000_000)


def test_a_dry_run_says_what_it_may_cost_and_writes_nothing(folder: Path) -> None:
    words = ("-", "--docs", str(folder / "docs"), "--dry-run", "--each", "2", "--budget", "5")
    said = _batch(folder, *words, input_="Why?\nHow?\nwhy\nWho?\n")
    assert said.exit_code == 0, _said(said)
    assert "at most $5.0000 in all" in said.output
    assert "Question 3 asks the same as question 1" in said.output
    assert not (folder / "home").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "There is no batch yet; give a file of questions."),
        (("--new",), "--new needs the file of questions."),
        (("--stop",), "No batch is running here"),
        (("missing.txt",), "missing.txt cannot be read: No such file or directory."),
        (("--batch", "2026"), "There is no batch 2026"),
        (("-", "--docs", "docs", "--by", "07:00"), "--by says until when calls wait"),
        (("-", "--docs", "docs", "--overnight", "--by", "soon"), "--by soon is no time"),
        (("-", "--docs", "docs", "--overnight"), "--overnight needs a provider with batches"),
    ],
)
def test_what_is_asked_wrongly_is_said_in_one_sentence(
    folder: Path, words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert said in _said(_batch(folder, *words, input_="Do ground loops cut the bill?\n"))


def test_a_batch_without_anything_to_search_makes_nothing(folder: Path) -> None:
    said = _batch(folder, "-", input_="Why?\n")
    assert said.exception is not None
    assert not (folder / "home" / "batches").exists()


def test_overnight_the_calls_go_in_batches_and_the_batch_remembers_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_module("pathfinder.batching")  # It names the type, which is exchanged below.
    quickly = BatchPace(quiet=0.05, longest=1.0, poll=0.02, look=0.02, arrival=0.1)
    monkeypatch.setattr(overnight, "BatchPace", lambda: quickly)
    asked = folder / "asked.txt"
    asked.write_text("Do ground loops cut the bill?\nDo ground loops work in clay?\n", encoding="utf-8")
    words = (str(asked), "--docs", str(folder / "docs"), "--quick", "--iterations", "1", "--allow-remote")
    with Standin() as api:
        server = {"key": api.key, "base_url": api.base_url}
        told = _batch(folder, *words, "--overnight", "--dry-run", **server)
        assert "a call that waits for one costs half" in told.output
        ran = _batch(folder, *words, "--overnight", "--by", "2126-11-18T07:00", **server)
        assert ran.exit_code == 0, _said(ran)
        assert "Model calls wait for the provider's batches, at half the price." in ran.output
        assert "From 2126-11-18 07:00 on none waits." in ran.output
        assert "2 questions, 50 at a time" in ran.output
        assert api.requests == []
        assert api.batches.usd_micros
    [kept] = (folder / "home" / "batches").glob("*/batch.json")
    assert json.loads(kept.read_text("utf-8"))["terms"]["overnight"] is True


def test_a_time_of_day_is_the_next_one() -> None:
    now = datetime(2026, 11, 18, 22, 30, tzinfo=UTC).astimezone()
    early, late = time_of("07:00", now), time_of(f"{now:%H}:59", now)
    assert (early.hour, early.minute) == (7, 0)
    assert 0 < (early - now).total_seconds() <= 24 * 3_600
    assert (late - now).total_seconds() == 29 * 60
    assert time_of("2026-12-01T07:00", now).day == 1
    with pytest.raises(UserError, match="is over"):
        time_of("2026-11-01T07:00", now)
