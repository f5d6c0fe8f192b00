"""A thesis on a session: its call is paid once, kept in the graph, and nothing is in the way of a resume."""

import asyncio
from pathlib import Path

from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.layout import Session
from pathfinder.adapters.files.lock import SessionLock
from pathfinder.adapters.files.sessions import Sessions
from pathfinder.adapters.files.store import FileStore
from pathfinder.adapters.files.verify import verify
from pathfinder.adapters.scripted.model import ScriptedModel
from pathfinder.adapters.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.graph_file import evidence_bytes
from pathfinder.protocols.memory import Limits
from pathfinder.running import resume
from pathfinder.wiring import Engine, Options
from pathfinder.writing import Writer, plain_thesis, write_thesis
from tests.scenario.staged import PAGES, Stage, on_disk
from tests.worlds import respond

PRICE = 1_000


def a_session(home: Path, *, budget_usd_micros: int = 10_000_000) -> Session:
    limits = Limits(max_iterations=3, budget_usd_micros=budget_usd_micros)
    on_disk(home, ScriptedModel(respond=respond), limits=limits)
    return Sessions(home, Disk()).resolve()


def a_writer() -> Writer:
    return Writer(ScriptedModel(respond=respond, price_usd_micros=PRICE), "a scripted model")


def stored(session: Session) -> CogniGraph:
    store = FileStore(session, Disk())
    try:
        return asyncio.run(store.load())
    finally:
        store.close()


def sent(writer: Writer) -> list[str]:
    assert isinstance(writer.attempt, ScriptedModel)
    return writer.attempt.sent


def test_the_writer_is_paid_once_for_the_same_evidence(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r"), a_writer()
    first = asyncio.run(write_thesis(session, writer))
    assert first.prose is not None
    assert r"As arxiv\.org has it:" in first.text
    other = a_writer()
    assert asyncio.run(write_thesis(session, other)).text == first.text
    (step,) = sent(writer)
    assert step.startswith("4/CLOSING/0/1.0/0/writer.thesis/en-")
    assert sent(other) == []
    assert stored(session).run.open_usd_micros == PRICE
    korean = asyncio.run(write_thesis(session, writer, "ko"))
    assert "## 핵심 결론" in korean.text
    assert stored(session).run.open_usd_micros == 2 * PRICE
    assert verify(session, Disk()) == ()


def test_a_run_goes_on_after_a_thesis_and_keeps_what_it_cost(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    asyncio.run(write_thesis(session, a_writer()))
    engine = Engine(ScriptedModel(respond=respond), ScriptedSearch(PAGES), ScriptedFetch(PAGES))
    options = Options(limits=Limits(max_iterations=4), parallel=3)
    end = asyncio.run(resume(session, engine, options))
    assert end.graph.iteration == 4
    assert (end.graph.run.spend.total_usd_micros, end.graph.run.open_usd_micros) == (PRICE, 0)
    assert end.graph.run.spend.by_role == {"writer": PRICE}
    assert evidence_bytes(end.graph) == evidence_bytes(Stage(parallel=3).run(4))
    assert verify(session, Disk()) == ()


def test_a_budget_that_is_used_up_gives_a_thesis_by_code(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r", budget_usd_micros=PRICE - 1), a_writer()
    made = asyncio.run(write_thesis(session, writer))
    assert (made.prose, sent(writer)) == (None, [])
    assert "of the budget of" in made.unwritten
    assert made.unwritten.split("(")[0].strip() in made.text
    assert stored(session).run.open_usd_micros == 0


def test_the_last_of_the_budget_is_kept_for_the_thesis(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r", budget_usd_micros=PRICE), a_writer()
    assert asyncio.run(write_thesis(session, writer)).prose is not None


def test_a_session_that_runs_elsewhere_is_not_disturbed(tmp_path: Path) -> None:
    session, writer = a_session(tmp_path / "r"), a_writer()
    with SessionLock.take(session, Disk()):
        made = asyncio.run(write_thesis(session, writer))
    assert (made.prose, sent(writer)) == (None, [])
    assert "is in use by" in made.text


def test_a_writer_that_is_unable_is_told_in_the_thesis(tmp_path: Path) -> None:
    unable = Writer(ScriptedModel({"writer.thesis": Unable(reason="it declined")}), "a model")
    made = asyncio.run(write_thesis(a_session(tmp_path / "r"), unable))
    assert made.prose is None
    assert "No sentences of a model: it declined" in made.text


def test_without_a_writer_nothing_is_touched(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    before = session.graph.read_bytes()
    made = asyncio.run(write_thesis(session, None))
    assert (made.prose, made.unwritten) == (None, "")
    assert session.graph.read_bytes() == before
    assert not session.journal(4).exists()


def test_a_damaged_archive_costs_the_history_and_not_the_thesis(tmp_path: Path) -> None:
    session = a_session(tmp_path / "r")
    session.archive(2).write_text("{", encoding="utf-8")
    made = asyncio.run(write_thesis(session, None))
    assert "The history is told from the graph alone" in made.text
    assert plain_thesis(made.graph).partition("## Core")[2] == made.text.partition("## Core")[2]


def test_nothing_found_is_nothing_asked(tmp_path: Path) -> None:
    on_disk(tmp_path / "r", ScriptedModel(respond=respond), pages=(), limits=Limits(max_iterations=1))
    session, writer = Sessions(tmp_path / "r", Disk()).resolve(), a_writer()
    made = asyncio.run(write_thesis(session, writer))
    assert sent(writer) == []
    assert made.text.startswith("**No evidence was found")
