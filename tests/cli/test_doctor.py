"""`doctor` says what works here, what answers, and how good it was measured to be; secrets stay secret."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pathfinder.cli import main
from pathfinder.cli.doctor import checks
from tests.standin import Nature, Standin
from tests.standin.message import Flavour

RUN = CliRunner()


def test_a_sound_machine_has_no_fault_and_says_who_answers(tmp_path: Path) -> None:
    found = RUN.invoke(main.app, ["doctor"], env={"PATHFINDER_HOME": str(tmp_path), "ANTHROPIC_API_KEY": ""})
    assert found.exit_code == 0, found.output
    assert "FAULT" not in found.output
    assert "the embedded engine answers, no language model" in found.output
    assert "stance by cue" in found.output
    assert "retrieval by" in found.output
    assert list(tmp_path.iterdir()) == []


def looked_at(api: Standin, home: Path, *arguments: str, key: str | None = None) -> Result:
    env = {
        "PATHFINDER_HOME": str(home),
        "ANTHROPIC_API_KEY": api.key if key is None else key,
        "ANTHROPIC_BASE_URL": api.base_url,
    }
    return RUN.invoke(main.app, ["doctor", *arguments], env=env)


def test_models_are_told_with_what_they_can_and_cost_and_the_key_is_never_shown(tmp_path: Path) -> None:
    with Standin() as api:
        found = looked_at(api, tmp_path, "--json")
        assert found.exit_code == 0, found.output
        assert api.key not in found.output
        assert api.requests == []  # nothing is paid for a look
    rows = [(check["name"], check["detail"]) for check in json.loads(found.output)["checks"]]
    assert ("key", "ANTHROPIC_API_KEY is set") in rows
    models = [detail for name, detail in rows if name == "model"]
    assert [detail.split()[0] for detail in models] == [
        "claude-opus-5-5",
        "claude-sonnet-5-5",
        "claude-haiku-5-5",
    ]
    assert (
        "active; schemas, effort, thinking, web search; 1,000,000 in, 128,000 out; $4 in, $20 out"
        in models[0]
    )
    assert ("limits", "1,000 requests a minute") in rows


def test_a_wrong_key_is_exit_5_and_one_sentence(tmp_path: Path) -> None:
    with Standin() as api:
        found = looked_at(api, tmp_path, key="sk-ant-wrong-0000")
    assert found.exit_code == 5
    assert "refused the API key" in found.output
    assert "sk-ant-wrong" not in found.output
    assert "Traceback" not in found.output


def test_a_server_that_is_not_there_is_exit_5(tmp_path: Path) -> None:
    with Standin() as gone:
        pass
    found = looked_at(gone, tmp_path)
    assert found.exit_code == 5
    assert "the connection to the model failed" in found.output


@pytest.mark.parametrize(
    ("model", "said", "code"),
    [("claude-sonnet-4-5", "deprecated until 2026-11-30", 0), ("claude-opus-4-0", "retired", 1)],
)
def test_a_model_that_goes_is_named_with_its_day(tmp_path: Path, model: str, said: str, code: int) -> None:
    with Standin() as api:
        found = looked_at(api, tmp_path, "--model", model)
    assert found.exit_code == code
    assert said in found.output
    assert f"--price {model}=" in found.output


@pytest.mark.parametrize("flavour", ["ignores_schema", "rejects_unknown"])
def test_a_local_server_is_told_as_what_it_is(tmp_path: Path, flavour: Flavour) -> None:
    with Standin(nature=Nature(flavour=flavour)) as api:
        found = looked_at(api, tmp_path, "--model", "llama-9", key="")
    assert found.exit_code == 0, found.output
    assert "asked for JSON in words" in found.output


def test_a_home_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, not a folder", encoding="utf-8")
    environ = {"PATHFINDER_HOME": str(tmp_path / "home")}
    home = next(check for check in checks(environ) if check.name == "home")
    assert home.state == "fault"
    assert "cannot be written" in home.detail
