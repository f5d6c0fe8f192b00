"""`from pathfinder import research`: with a model over the wire, and what it refuses."""

import asyncio
from pathlib import Path

import pytest

from pathfinder import Result, research, stream
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.system import SystemClock
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.calls.events import RunEnded
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from pathfinder.running import start
from tests.keys import KEY
from tests.standin.server import Standin
from tests.worlds import respond, world

QUESTION = "Does tea lower blood pressure?"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    text = "# Tea\n\nTea lowered systolic blood pressure by 1.5 mmHg in a trial of 300 people.\n"
    (folder / "tea.md").write_text(text, encoding="utf-8")
    return folder


def test_a_model_judges_and_the_result_says_what_it_found(notes: Path, tmp_path: Path) -> None:
    async def go() -> tuple[list[str], Result, int]:
        kinds: list[str] = []
        with Standin() as api:
            environ = {"ANTHROPIC_BASE_URL": api.base_url, "ANTHROPIC_API_KEY": KEY}
            async for one in stream(
                QUESTION, docs=notes, iterations=1, budget=2.0, home=tmp_path / "home", environ=environ
            ):
                if isinstance(one, Result):
                    return kinds, one, api.usd_micros
                kinds.append(one.kind)
        raise AssertionError

    kinds, result, bill = asyncio.run(go())
    assert RunEnded.model_fields["kind"].default in kinds
    assert result.error is None
    assert 0 < result.cost <= 2.0
    assert result.answer
    assert round(result.cost * 1e6) == bill
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


def test_an_empty_or_endless_question_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="The question is empty"):
        asyncio.run(research(" ", docs=tmp_path, environ={}))
    with pytest.raises(UserError, match="may have 20,000"):
        asyncio.run(research("why? " * 24_000, docs=tmp_path, home=tmp_path / "home", environ={}))
    assert not (tmp_path / "home").exists()


def test_a_session_that_ended_early_is_gone_on_with_and_pays_nothing_twice(
    notes: Path, tmp_path: Path
) -> None:
    async def go(api: Standin, budget: float, earlier: Result | None = None) -> Result:
        environ = {"ANTHROPIC_BASE_URL": api.base_url, "ANTHROPIC_API_KEY": KEY}
        return await research(
            QUESTION,
            docs=notes,
            iterations=1,
            budget=budget,
            home=tmp_path / "home",
            environ=environ,
            session=None if earlier is None else earlier.session,
        )

    with Standin() as api:
        early = asyncio.run(go(api, 0.05))
        assert early.answer == ""
        whole = asyncio.run(go(api, 2.0, early))
        assert (whole.error, whole.session) == (None, early.session)
        assert whole.answer
        assert round(whole.cost * 1e6) == api.usd_micros
        assert api.titles().count("Decomposition") == 1


def test_a_session_is_gone_on_with_on_its_own_question_only(notes: Path, tmp_path: Path) -> None:
    def go(question: str, session: Session | None = None) -> Result:
        home = tmp_path / "home"
        return asyncio.run(
            research(
                question,
                docs=notes,
                iterations=1,
                home=home,
                environ={},
                model="reading-list",
                session=session,
            )
        )

    first = go(QUESTION)
    assert go(f" {QUESTION}\n", first.session).session == first.session
    with pytest.raises(UserError, match="is on another question"):
        go("Does coffee lower blood pressure?", first.session)


def test_a_session_is_gone_on_with_over_ports_of_ones_own(tmp_path: Path) -> None:
    async def go(question: str, session: Session | None) -> RunEnd:
        pages = world()
        model = ScriptedModel(respond=respond)
        deps = Deps(model, PageSources(ScriptedSearch(pages), ScriptedFetch(pages)), name="scripted")
        config = RunConfig(limits=Limits(max_iterations=1))
        return await research(question, deps, config, home=tmp_path, session=session)

    session = start(QUESTION, SystemClock(), home=tmp_path)
    assert asyncio.run(go(QUESTION, session)).graph.iteration == 1
    assert [one.id for one in Sessions(tmp_path, Disk()).lines()] == [session.id]
    with pytest.raises(UserError, match="is on another question"):
        asyncio.run(go("Does coffee lower blood pressure?", session))
