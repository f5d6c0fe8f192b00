"""A plan is paid for once, and a resumed session sees the plan that its user approved."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.system import SystemClock
from pathfinder.assembly import assemble
from pathfinder.deps import Deps
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.planning.steering import parts_of
from pathfinder.run_config import RunConfig
from pathfinder.running import propose, resume, start
from tests.standin.server import Standin
from tests.worlds import QUESTION, world

pytestmark = pytest.mark.slow


@pytest.fixture
def api() -> Iterator[Standin]:
    with Standin() as standin:
        yield standin


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return start(QUESTION, SystemClock(), home=tmp_path / "home")


def engine(tmp_path: Path, api: Standin) -> Deps:
    docs = tmp_path / "docs"
    docs.mkdir(exist_ok=True)
    for number, page in enumerate(world()[:3]):
        (docs / f"{number}.md").write_text(f"# {page.source.title}\n\n{page.text}\n", encoding="utf-8")
    environ = {"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.base_url}
    return assemble(RunConfig(environ=environ, docs=docs, home=tmp_path / "home"))


def asked_for_parts(api: Standin) -> int:
    return sum(request.title == "Decomposition" and b"max_tokens" in request.raw for request in api.requests)


def test_what_was_asked_for_the_plan_is_not_asked_again(
    tmp_path: Path, api: Standin, session: Session
) -> None:
    options = RunConfig(limits=Limits(max_iterations=1), parallel=1)
    proposed = asyncio.run(propose(session, engine(tmp_path, api), options))
    assert len(proposed.parts) > 1
    assert proposed.targets
    paid, asked = api.usd_micros, asked_for_parts(api)
    assert (paid > 0, asked) == (True, 1)
    end = asyncio.run(resume(session, engine(tmp_path, api), options))
    assert asked_for_parts(api) == 1
    assert end.graph.sub_questions.keys() == proposed.parts.keys()
    assert end.graph.run.spend.total_usd_micros == api.usd_micros


def test_a_resumed_session_keeps_the_plan_that_was_approved(
    tmp_path: Path, api: Standin, session: Session
) -> None:
    plan = parts_of(["Do they pay off?", "Where not?"], {})
    poor = RunConfig(limits=Limits(max_iterations=1, budget_usd_micros=1_000), parallel=1, plan=plan)
    first = asyncio.run(resume(session, engine(tmp_path, api), poor))
    assert first.graph.run.status == "budget_exceeded"
    rich = RunConfig(limits=Limits(max_iterations=1), parallel=1)
    end = asyncio.run(resume(session, engine(tmp_path, api), rich))
    assert [part.text for part in end.graph.sub_questions.values()] == ["Do they pay off?", "Where not?"]
    assert asked_for_parts(api) == 0
