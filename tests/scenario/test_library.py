"""`from pathfinder import research`: with a model over the wire, and what it refuses."""

import asyncio
from pathlib import Path

import pytest

from pathfinder import Result, research, stream
from pathfinder.protocols.calls.events import RunEnded
from pathfinder.protocols.errors import UserError
from tests.keys import KEY
from tests.standin.server import Standin

QUESTION = "Does tea lower blood pressure?"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    text = "# Tea\n\nTea lowered systolic blood pressure by 1.5 mmHg in a trial of 300 people.\n"
    (folder / "tea.md").write_text(text, encoding="utf-8")
    return folder


def test_a_model_judges_and_the_result_says_what_it_found(notes: Path, tmp_path: Path) -> None:
    async def go() -> tuple[list[str], Result]:
        kinds: list[str] = []
        with Standin() as api:
            environ = {"ANTHROPIC_BASE_URL": api.base_url, "ANTHROPIC_API_KEY": KEY}
            async for one in stream(
                QUESTION, docs=notes, iterations=1, budget=2.0, home=tmp_path / "home", environ=environ
            ):
                if isinstance(one, Result):
                    return kinds, one
                kinds.append(one.kind)
        raise AssertionError

    kinds, result = asyncio.run(go())
    assert RunEnded.model_fields["kind"].default in kinds
    assert result.error is None
    assert 0 < result.cost <= 2.0
    assert result.parts
    assert result.claims
    assert all(claim.text for claim in result.claims)
    assert [source.title for source in result.sources] == ["Tea"]
    assert result.to_markdown().startswith("# ")


def test_documents_are_sent_to_another_machine_only_with_leave(notes: Path, tmp_path: Path) -> None:
    environ = {"ANTHROPIC_API_KEY": "not a key"}
    with pytest.raises(UserError, match="allow_remote=True"):
        asyncio.run(research(QUESTION, docs=notes, home=tmp_path / "home", environ=environ))
    assert not (tmp_path / "home").exists()


def test_an_empty_question_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="The question is empty"):
        asyncio.run(research(" ", docs=tmp_path, environ={}))
