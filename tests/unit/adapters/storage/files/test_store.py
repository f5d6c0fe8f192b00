"""A save is all or nothing; what an interrupted one leaves is cleared away by the owner alone."""

import asyncio
import threading
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.archive import read_archive
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.protocols.calls.ports import Store
from pathfinder.protocols.errors import GraphFileRefused, SessionRefused, StorageFailed
from pathfinder.protocols.graph.memory import Run
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import graph_bytes
from tests.builders import a_graph, a_hypothesis
from tests.faults.scripted import NOW, a_session, closed


def loaded(session: Session, *, owner: bool = False) -> CogniGraph:
    """What a fresh store finds."""
    if not owner:
        return asyncio.run(FileStore(session, Disk()).load())
    with SessionLock.take(session, Disk()) as lock:
        return asyncio.run(FileStore(session, Disk(), lock).load())


def test_a_saved_graph_comes_back_with_its_archives(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    graph = loaded(session)
    assert (graph.iteration, graph.run.status, len(graph.observations)) == (2, "paused", 3)
    archives = [read_archive(session.archive(number).read_bytes(), "a") for number in (1, 2)]
    folded = CogniGraph(question=graph.question)
    for archive in archives:
        folded = apply(folded, archive.edits)
    assert graph_bytes(folded.model_copy(update={"run": graph.run})) == session.graph.read_bytes()


def test_a_reader_leaves_everything_as_it_is(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    left = [session.archive(3), session.folder / ".cognigraph.json.1-1.tmp"]
    for path in left:
        path.write_bytes(b"half")
    loaded(session)
    assert all(path.exists() for path in left)


def test_the_owner_clears_away_what_an_interrupted_save_left(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    left = [session.archive(3), session.folder / ".cognigraph.json.1-1.tmp", session.pages / ".x.txt.9-1.tmp"]
    for path in left:
        path.write_bytes(b"half")
    assert loaded(session, owner=True).iteration == 2
    assert not any(path.exists() for path in left)
    assert verify(session, Disk()) == ()


def test_a_graph_that_went_back_in_time_is_refused_and_its_archives_stay(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    session.graph.write_bytes(session.start.read_bytes())
    with pytest.raises(GraphFileRefused, match=r"2 iterations ahead of cognigraph\.json"):
        loaded(session, owner=True)
    assert session.archive(2).exists()


def test_a_save_out_of_turn_is_refused(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")

    async def run(lock: SessionLock) -> None:
        store: Store = FileStore(session, Disk(), lock)
        graph = await store.load()
        with pytest.raises(StorageFailed, match=r"Iteration 2 .* the last one saved is 2"):
            await store.save(graph, ())
        with pytest.raises(StorageFailed, match="with iteration 3: the last one saved is 2"):
            await store.save_run(graph.model_copy(update={"iteration": 3}))
        fresh = FileStore(session, Disk(), lock)
        with pytest.raises(StorageFailed, match=r"Iteration 1 .* the last one saved is 2"):
            await fresh.save(graph.model_copy(update={"iteration": 1}), ())

    with SessionLock.take(session, Disk()) as lock:
        asyncio.run(run(lock))
    assert verify(session, Disk()) == ()


def test_without_the_lock_nothing_is_saved(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")

    async def run() -> None:
        store = FileStore(session, Disk())
        with pytest.raises(SessionRefused, match="reading only"):
            await store.save_run(await store.load())

    asyncio.run(run())


def test_a_cancelled_save_ends_before_the_next_begins(tmp_path: Path) -> None:
    class Held(Syscalls):
        def replace(self, old: Path, new: Path) -> None:
            begun.set()
            assert go_on.wait(10)
            log.append(new.name)
            super().replace(old, new)

    log: list[str] = []
    begun, go_on = threading.Event(), threading.Event()
    session = Sessions(tmp_path / ".research", Disk()).create("?", NOW)

    async def run(lock: SessionLock) -> None:
        store = FileStore(session, Disk(Held()), lock)
        graph = await store.load()
        edits = closed(graph, ())
        after = apply(graph, edits)
        saving = asyncio.create_task(store.save(after, edits))
        await asyncio.to_thread(begun.wait, 10)
        saving.cancel()
        paused = after.model_copy(update={"run": Run(status="paused", reason="user")})
        pausing = asyncio.create_task(store.save_run(paused))
        await asyncio.sleep(0)
        go_on.set()
        await pausing
        assert saving.cancelled()
        store.close()

    with SessionLock.take(session, Disk()) as lock:
        asyncio.run(run(lock))
    assert log == ["iteration_001.json", "chain", "cognigraph.json", "chain", "cognigraph.json"]
    assert loaded(session).run.status == "paused"
    assert verify(session, Disk()) == ()


def test_a_graph_put_there_by_hand_becomes_the_start(tmp_path: Path) -> None:
    session = Sessions(tmp_path / ".research", Disk()).create("?", NOW)
    session.start.unlink()
    by_hand = a_graph([("hyp_A7", a_hypothesis("It pays."))]).model_copy(update={"iteration": 4})
    session.graph.write_bytes(graph_bytes(by_hand))

    async def run(lock: SessionLock) -> None:
        store = FileStore(session, Disk(), lock)
        graph = await store.load()
        edits = closed(graph, ())
        await store.save(apply(graph, edits), edits)

    with SessionLock.take(session, Disk()) as lock:
        asyncio.run(run(lock))
    assert session.archive(5).exists()
    assert verify(session, Disk()) == ()


def test_a_damaged_graph_is_refused_and_left_alone(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    half = session.graph.read_bytes()[:-100]
    session.graph.write_bytes(half)
    with pytest.raises(GraphFileRefused, match="cut or damaged"):
        loaded(session, owner=True)
    assert session.graph.read_bytes() == half


def test_a_graph_that_is_not_unicode_is_refused_in_a_sentence(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")

    async def run(lock: SessionLock) -> None:
        store = FileStore(session, Disk(), lock)
        graph = await store.load()
        with pytest.raises(StorageFailed, match="not Unicode text"):
            await store.save_run(graph.model_copy(update={"question": "\ud800"}))

    with SessionLock.take(session, Disk()) as lock:
        asyncio.run(run(lock))
