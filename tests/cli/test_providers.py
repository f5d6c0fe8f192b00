"""Whole sessions on models of other providers, chosen by one flag or seat by seat."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import Inside, Ran
from tests.keys import KEY
from tests.standin import Nature, Standin
from tests.standin.bill import LITTLE_THINKING

QUESTION = "Does tea lower blood pressure?"


@pytest.fixture
def shell(tmp_path: Path) -> Inside:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, number in (("tea", 21), ("trial", 84)):
        (folder / f"{name}.md").write_text(
            f"# Tea\n\nIn a trial of {number} people, drinking tea lowered blood pressure by 1.5 mmHg.\n",
            encoding="utf-8",
        )
    return Inside(tmp_path)


def research(shell: Inside, *more: str, **environ: str) -> Ran:
    shell.environ |= environ
    asked = ("research", QUESTION, "--docs", "docs", "--engine", "local", "--quick", "--no-input", "--new")
    return shell(*asked, "--iterations", "1", "--allow-remote", *more)


def spent(shell: Inside) -> float:
    told: float = json.loads(shell("status", "--json").stdout)["spent_usd"]
    return told


def billed(*apis: Standin) -> float:
    """What the calls of a session cost; the test of a new model is not part of it."""
    requests = (request for api in apis for request in api.requests)
    return sum(one.usd_micros for one in requests if not one.title.startswith("Trial")) / 1e6


def test_one_flag_runs_a_whole_session_on_another_provider(shell: Inside) -> None:
    with Standin(nature=Nature(thinking=LITTLE_THINKING)) as api:
        where = {"OPENAI_BASE_URL": f"{api.base_url}/v1", "OPENAI_API_KEY": api.key}
        ran = research(shell, "--model", "openai:gpt-6.1-sol", **where)
        assert ran.returncode == 0, ran.stderr
        assert {request.body["model"] for request in api.requests} == {"gpt-6.1-sol"}
        assert spent(shell) == pytest.approx(billed(api))
        # The test comes before the session, is told, and is made once.
        assert all(title.startswith("Trial") for title in api.titles()[:5])
        assert "openai:gpt-6.1-sol was never used here: it is tested with 5 small calls first" in ran.stderr
        assert "openai:gpt-6.1-sol passed 5 of 5 in" in ran.stderr
        asked = len(api.requests)
        again = shell("resume", "--iterations", "2")
        assert again.returncode == 0, again.stderr
        assert "never used here" not in again.stderr
        assert {request.body["model"] for request in api.requests[asked:]} == {"gpt-6.1-sol"}
        assert not any(title.startswith("Trial") for title in api.titles()[5:])
    assert shell("verify").returncode == 0
    assert KEY not in ran.stdout + ran.stderr


def test_a_local_model_needs_one_flag_and_costs_nothing(shell: Inside) -> None:
    with Standin(nature=Nature(models=("qwen3:8b", "other"), flavour="ignores_schema")) as api:
        ran = research(
            shell, "--model", "ollama:qwen3:8b", OLLAMA_BASE_URL=f"{api.base_url}/v1", OLLAMA_API_KEY=KEY
        )
        assert ran.returncode == 0, ran.stderr
        assert "Forecast: nothing" in ran.stdout
    assert spent(shell) == 0


def test_a_model_that_takes_little_is_shown_as_many_pages_as_it_can_take_and_still_answers(
    shell: Inside,
) -> None:
    filler = "\n\nEvery cup was weighed before it was served, and each morning was written down." * 50
    for number in range(12):
        (shell.folder / "docs" / f"trial{number}.md").write_text(
            f"# Trial\n\nIn a trial of {number + 30} people, tea lowered blood pressure by 2 mmHg.{filler}",
            encoding="utf-8",
        )
    nature = Nature(models=("m",), flavour="ignores_schema", context=16_384, thinking=LITTLE_THINKING)
    with Standin(nature=nature) as api:
        where = {"VLLM_BASE_URL": f"{api.base_url}/v1", "VLLM_API_KEY": api.key}
        ran = research(shell, "--model", "vllm:m", **where)
        assert ran.returncode == 0, ran.stderr
        written = [one for one in api.requests if one.title == "WrittenAnswer"]
        assert [one.status for one in written] == [200]
    [kept] = shell.folder.glob(".research/sessions/*/answer.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["answer"]


def test_seats_of_one_run_have_different_providers(shell: Inside) -> None:
    with Standin() as api, Standin() as other:
        environ = {
            "ANTHROPIC_API_KEY": api.key,
            "ANTHROPIC_BASE_URL": api.base_url,
            "OPENAI_BASE_URL": f"{other.base_url}/v1",
            "OPENAI_API_KEY": other.key,
            "PATHFINDER_MODELS_EXPLORER_READ_NAME": "openai:gpt-6-luna",
        }
        ran = research(shell, **environ)
        assert ran.returncode == 0, ran.stderr
        assert {title for title in other.titles() if not title.startswith("Trial")} == {"Reading"}
        assert "Reading" not in api.titles()
        assert "WrittenAnswer" in api.titles()
        assert spent(shell) == pytest.approx(billed(api, other))
    assert shell("verify").returncode == 0


def test_an_unknown_price_is_asked_for_in_one_sentence_and_nothing_is_sent(shell: Inside) -> None:
    with Standin(nature=Nature(models=("new",))) as api:
        environ = {"OPENROUTER_API_KEY": api.key, "OPENROUTER_BASE_URL": "http://openrouter.invalid/v1"}
        ran = research(shell, "--dry-run", "--model", "openrouter:new", **environ)
        assert api.requests == []
    assert ran.returncode == 2
    assert "give one with --price openrouter:new=INPUT,OUTPUT" in ran.stderr
    assert not (shell.folder / ".research" / "sessions").exists()


def test_a_missing_key_address_or_model_is_one_sentence(shell: Inside) -> None:
    ran = research(shell, "--model", "openai:gpt-6.1-sol")
    assert (ran.returncode, "No key for openai: set OPENAI_API_KEY." in ran.stderr) == (5, True)
    ran = research(shell, "--model", "custom:m")
    assert (ran.returncode, "Set CUSTOM_BASE_URL" in ran.stderr) == (2, True)
    with Standin(nature=Nature(models=("a", "b"), flavour="ignores_schema")) as api:
        environ = {"OLLAMA_BASE_URL": f"{api.base_url}/v1"}
        ran = research(shell, "--model", "ollama:c", **environ)
        assert (ran.returncode, "has no model c; it has a, b" in ran.stderr) == (2, True)
        ran = research(shell, "--model", "ollama:", **environ)
        assert (ran.returncode, "--model ollama:NAME" in ran.stderr) == (2, True)
        assert api.requests == []


def test_a_wrong_key_is_told_with_the_variable_it_came_from(shell: Inside) -> None:
    with Standin() as api:
        where = {"OPENAI_BASE_URL": f"{api.base_url}/v1", "OPENAI_API_KEY": "wrong"}
        ran = research(shell, "--model", "openai:gpt-6.1-sol", **where)
    assert ran.returncode == 5
    assert "set OPENAI_API_KEY, then resume" in ran.stderr


def test_another_provider_is_told_to_leave_the_machine(shell: Inside) -> None:
    shell.environ |= {"OPENAI_API_KEY": KEY}
    asked = ("research", QUESTION, "--docs", "docs", "--engine", "local", "--no-input", "--new")
    ran = shell(*asked, "--model", "openai:gpt-6.1-sol")
    assert ran.returncode == 2
    assert "a model on another machine" in ran.stderr
