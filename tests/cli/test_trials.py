"""`doctor --model` tests a model with five small calls; the result is kept and decides how it is asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Inside, Ran
from tests.standin import Nature, Standin, faults
from tests.standin.answers import answer
from tests.standin.bill import LITTLE_THINKING
from tests.standin.chat import Takes
from tests.standin.material import material
from tests.standin.message import Flavour


@pytest.fixture
def shell(tmp_path: Path) -> Inside:
    return Inside(tmp_path)


def doctor(shell: Inside, api: Standin, model: str = "openai:gpt-6.1-sol", *more: str) -> Ran:
    shell.environ |= {
        "OPENAI_BASE_URL": f"{api.base_url}/v1",
        "OPENAI_API_KEY": api.key,
        "CUSTOM_BASE_URL": f"{api.base_url}/v1",
        "CUSTOM_API_KEY": api.key,
    }
    return shell("doctor", "--model", model, *more)


def rows(ran: Ran) -> list[tuple[str, str]]:
    return [(check["name"], check["detail"]) for check in json.loads(ran.stdout)["checks"]]


def test_a_good_model_passes_all_five_and_its_speed_and_cost_are_told(shell: Inside) -> None:
    with Standin(nature=Nature(thinking=LITTLE_THINKING)) as api:
        ran = doctor(shell, api, "openai:gpt-6.1-sol", "--json")
        assert ran.returncode == 0, ran.stderr
        assert len(api.requests) == 5
        assert api.key not in ran.stdout
    told = rows(ran)
    passed = ["schema", "enum", "nested list", "long answer", "Korean"]
    assert [detail for name, detail in told if name == "test"] == [f"{check}: passed" for check in passed]
    [dialect] = [detail for name, detail in told if name == "dialect"]
    assert dialect.startswith("answers are asked for with a schema; kept, dated ")
    [cost] = [detail for name, detail in told if name == "cost"]
    assert "this test $0." in cost
    assert "a question about $" in cost
    assert any(name == "speed" and "tokens a second" in detail for name, detail in told)
    again = doctor(shell, api, "openai:gpt-6.1-sol", "--json")
    assert "tested on" in str(rows(again))


def test_a_model_that_thinks_past_the_room_of_a_test_keeps_its_schema(shell: Inside) -> None:
    with Standin(nature=Nature(thinking=(4_000, 8_000))) as api:
        ran = doctor(shell, api)
        assert ran.returncode == 0, ran.stderr
        assert len(api.requests) == 5
    assert ran.stdout.count("not known; thinking and answer did not fit into 3,000 tokens") == 5
    assert "answers are asked for with a schema, and the prompt repeats the schema" in ran.stdout


@pytest.mark.parametrize(
    ("takes", "flavour", "form"),
    [
        ("json_object", "claude", "in JSON mode"),
        ("nothing", "claude", "in words"),
        ("json_schema", "ignores_schema", "in words"),
    ],
)
def test_what_a_server_refuses_or_ignores_is_not_sent_in_a_run(
    shell: Inside, takes: Takes, flavour: Flavour, form: str
) -> None:
    nature = Nature(takes=takes, flavour=flavour, models=("m",), thinking=LITTLE_THINKING)
    with Standin(nature=nature) as api:
        ran = doctor(shell, api, "custom:m")
        assert ran.returncode == 0, ran.stdout
        assert f"answers are asked for {form}" in ran.stdout
        assert ran.stdout.count(": passed") == 5
        tested = len(api.requests)
        (shell.folder / "docs").mkdir()
        (shell.folder / "docs" / "tea.md").write_text("Tea lowered blood pressure in 21 people.", "utf-8")
        asked = ("research", "Does tea lower blood pressure?", "--docs", "docs", "--engine", "local")
        run = shell(*asked, "--quick", "--no-input", "--new", "--iterations", "1", "--model", "custom:m")
        assert run.returncode == 0, run.stderr
        assert "never used here" not in run.stderr
        sent = [json.loads(request.raw) for request in api.requests[tested:]]
        assert {body.get("response_format", {}).get("type") for body in sent} == {
            "json_object" if form == "in JSON mode" else None
        }
        assert all(request.status == 200 for request in api.requests[tested:])


def test_what_a_weak_model_fails_is_told_and_the_prompt_repeats_the_schema(shell: Inside) -> None:
    with Standin(nature=Nature(thinking=LITTLE_THINKING)) as api:
        api.fail(faults.wrong_type(only="TrialEnum"), faults.cut(only="TrialLong"))
        ran = doctor(shell, api)
    assert ran.returncode == 0
    assert "enum: failed" in ran.stdout
    assert "long answer: not known; thinking and answer did not fit" in ran.stdout
    assert "with a schema, and the prompt repeats the schema" in ran.stdout


def test_a_wrong_answer_in_the_right_form_does_not_cost_the_schema(shell: Inside) -> None:
    def answering(body: dict[str, Any]) -> Any:
        asked = material(body)
        wheels = {"wheels_of_a_bicycle": 7} if asked.title == "TrialSchema" else {}
        return answer(asked) | wheels

    with Standin(nature=Nature(thinking=LITTLE_THINKING, answering=answering)) as api:
        ran = doctor(shell, api)
        assert len(api.requests) == 5
    assert "schema: failed" in ran.stdout
    assert "answers are asked for with a schema" in ran.stdout


def test_one_connection_may_break_in_the_test(shell: Inside) -> None:
    with Standin(nature=Nature(thinking=LITTLE_THINKING)) as api:
        api.fail(faults.drop())
        ran = doctor(shell, api)
        assert ran.returncode == 0, ran.stdout
        assert ran.stdout.count(": passed") == 5
        api.fail(faults.drop(times=2))
        assert doctor(shell, api).returncode == 5


def test_a_claude_model_is_tested_like_any_other(shell: Inside) -> None:
    with Standin(nature=Nature(thinking=LITTLE_THINKING)) as api:
        shell.environ |= {"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.base_url}
        ran = shell("doctor", "--model", "claude-haiku-5-5")
        assert ran.returncode == 0, ran.stdout
        assert ran.stdout.count(": passed") == 5
        assert len(api.requests) == 5


def test_a_server_that_fails_in_the_test_is_exit_5_and_nothing_is_kept(shell: Inside) -> None:
    with Standin() as api:
        api.fail(faults.status(404, "not_found_error"))
        ran = doctor(shell, api)
        assert ran.returncode == 5
        assert "HTTP 404" in ran.stdout
        assert "not tested yet" in doctor(shell, api, "openai:gpt-6.1-terra").stdout


def test_a_run_that_could_not_pay_for_the_test_goes_without(shell: Inside) -> None:
    (shell.folder / "docs").mkdir()
    (shell.folder / "docs" / "tea.md").write_text("Tea lowered blood pressure in 21 people.", "utf-8")
    with Standin() as api:
        shell.environ |= {"OPENAI_BASE_URL": f"{api.base_url}/v1", "OPENAI_API_KEY": api.key}
        asked = ("research", "Does tea lower blood pressure?", "--docs", "docs", "--engine", "local")
        shell(*asked, "--quick", "--no-input", "--new", "--budget", "0.1", "--model", "openai:gpt-6.1-sol")
        assert not any(title.startswith("Trial") for title in api.titles())
