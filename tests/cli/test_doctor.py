"""`doctor` says what works here and what answers; secrets stay secret."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pathfinder.adapters.models.prices import listed_prices
from pathfinder.cli import main
from pathfinder.cli.commands.doctor import checks
from tests.standin import Nature, Standin
from tests.standin.message import Flavour

RUN = CliRunner()


def test_a_sound_machine_has_no_fault_and_says_who_answers(tmp_path: Path) -> None:
    found = RUN.invoke(main.app, ["doctor"], env={"PATHFINDER_HOME": str(tmp_path), "ANTHROPIC_API_KEY": ""})
    assert found.exit_code == 0, found.output
    assert "FAULT" not in found.output
    assert "without one a run gives a reading list, no language model" in found.output
    assert list(tmp_path.iterdir()) == []


def looked_at(api: Standin, home: Path, *arguments: str, key: str | None = None, **variables: str) -> Result:
    env = {
        **variables,
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
    assert models[0] == (
        "claude-sonnet-5-5: lead, writer.check medium 24,000; lead.decompose, judge, judge.audit, "
        "judge.resolution medium 16,000; thinker high 32,000; writer, writer.answer, writer.edit medium "
        "32,000; active; schemas, effort, thinking, web search; 1,000,000 in, 128,000 out; "
        "$2 in, $10 out, $0.10 cached"
    )
    assert models[1].startswith(
        "claude-haiku-5-5: lead.brief, counter_reviewer medium 24,000; explorer, explorer.read"
    )
    assert models[1].endswith("$0.01 cached, over 100,000 $0.50 in, $2.50 out")
    assert ("limits", "1,000 requests a minute") in rows
    assert ("prices", f"dollars per million tokens, as of {listed_prices().dated}") in rows


def test_what_the_config_says_is_what_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(
        json.dumps(
            {
                "models": {
                    "lead": {"name": "claude-sonnet-4-5", "effort": "max", "max_tokens": 9_000},
                    "prices": {"claude-sonnet-4-5": {"input": 7, "output": 21}},
                }
            }
        ),
        encoding="utf-8",
    )
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "repair.md").write_text(
        "---\nversion: 9\ninputs: [problems]\noutput: same\n---\n=====\n$problems\n", encoding="utf-8"
    )
    with Standin() as api:
        words = str(tmp_path / "words")
        named = ("--config", str(tmp_path / "config.json"))
        variables = {"PATHFINDER_MODELS_WRITER_NAME": "mine", "PATHFINDER_PROMPTS": words}
        found = looked_at(api, tmp_path, *named, **variables)
        unnamed = looked_at(api, tmp_path, **variables)
        bad = looked_at(api, tmp_path, PATHFINDER_PROMPTS=str(tmp_path))
    assert found.exit_code == 0, found.output
    assert (
        "claude-sonnet-4-5: lead, lead.decompose, lead.brief max 9,000; deprecated until 2026-11-30"
        in found.output
    )
    assert "$7 in, $21 out" in found.output
    assert "not allowed yet: use the model claude-sonnet-4-5" in unnamed.output
    assert "$7 in, $21 out" not in unnamed.output
    assert "mine: writer, writer.answer, writer.edit medium 32,000" in found.output
    assert f"4 from {tmp_path / 'config.json'}, 2 from the environment" in found.output
    assert f"{words}: repair" in found.output
    assert bad.exit_code == 2
    assert "it holds no prompt" in bad.output


def test_a_config_that_cannot_be_used_is_told_and_the_rest_is_looked_at(tmp_path: Path) -> None:
    written = '{"models": {"lead": {"effort": "huge"}, "laed": {}}}'
    (tmp_path / "config.json").write_text(written, encoding="utf-8")
    with Standin() as api:
        found = looked_at(api, tmp_path)
    assert found.exit_code == 2
    assert "models.lead.effort" in found.output
    assert "endpoint" in found.output


def test_a_key_that_is_no_setting_is_named_and_ignored(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"models": {"laed": {}}}', encoding="utf-8")
    with Standin() as api:
        found = looked_at(api, tmp_path)
    assert found.exit_code == 0
    assert "no such setting: models.laed" in found.output


def test_who_chose_no_model_is_not_asked_about_a_server(tmp_path: Path) -> None:
    with Standin() as api:
        found = looked_at(api, tmp_path, "--model", "embedded")
    assert found.exit_code == 0, found.output
    assert "as the settings say: a run gives a reading list" in found.output
    assert "endpoint" not in found.output


def test_a_wrong_key_is_exit_5_and_one_sentence(tmp_path: Path) -> None:
    with Standin() as api:
        found = looked_at(api, tmp_path, key="sk-ant-wrong-0000")
    assert found.exit_code == 5
    assert "refused the key" in found.output
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
    assert "costs nothing" in found.output


@pytest.mark.parametrize("flavour", ["ignores_schema", "rejects_unknown"])
def test_a_local_server_is_told_as_what_it_is(tmp_path: Path, flavour: Flavour) -> None:
    with Standin(nature=Nature(flavour=flavour)) as api:
        found = looked_at(api, tmp_path, "--model", "llama-9", key="")
    assert found.exit_code == 0, found.output
    assert "asked for JSON in words" in found.output
    assert "costs nothing" in found.output
    assert ("llama-9, qwen-9" in found.output) == (flavour == "ignores_schema")


def test_a_home_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, not a folder", encoding="utf-8")
    environ = {"PATHFINDER_HOME": str(tmp_path / "home")}
    home = next(check for check in checks(environ) if check.name == "home")
    assert home.state == "fault"
    assert "cannot be written" in home.detail
