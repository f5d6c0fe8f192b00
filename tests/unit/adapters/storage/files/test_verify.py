"""Whatever is planted in a session's folder, verify finds it, names it, and changes nothing."""

import asyncio
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from pathfinder.adapters.storage.files.archive import archive_bytes
from pathfinder.adapters.storage.files.chain import coverage_note
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.frames import HEADER, frame
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.problems import HARMLESS, Kind
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.protocols.graph.edits import CloseIteration, GraphEdit
from pathfinder.protocols.graph.memory import Run
from pathfinder.protocols.graph.reducer import apply
from tests.builders import page_hash
from tests.faults.scripted import ITERATIONS, NOW, PAGES, a_session, an_entry, claimed, linked, observed

ONE, TWO = (page_hash(page.text) for page in PAGES[:2])


def edited(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a JSON file by hand, in the way the program writes it."""
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def swapped(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def left(path: Path, content: bytes = b"") -> None:
    """A private file that nobody asked for."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.touch(0o600)
    path.write_bytes(content)


def linked_elsewhere(path: Path) -> None:
    target = path.with_name("elsewhere")
    path.rename(target)
    path.symlink_to(target)


def flipped(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(bytes(data))


def record(number: int, durable: int, **fields: Any) -> bytes:
    return frame(an_entry(number, **fields).model_dump_json().encode(), durable)


def unsaved(session: Session) -> None:
    """As after a kill between the chain and the graph of the last save."""
    run = Run(status="running")
    with SessionLock.take(session, Disk()) as lock:
        before = session.graph.read_bytes()
        store = FileStore(session, Disk(), lock)
        asyncio.run(_saved(store, run))
        session.graph.write_bytes(before)


def saved_again(session: Session) -> None:
    with SessionLock.take(session, Disk()) as lock:
        asyncio.run(_saved(FileStore(session, Disk(), lock), Run(status="paused")))


async def _saved(store: FileStore, run: Run) -> None:
    graph = await store.load()
    await store.save_run(graph.model_copy(update={"run": run}))
    store.close()


def without(content: dict[str, Any], *path: str) -> None:
    *parents, last = path
    for key in parents:
        content = content[key]
    del content[last]


def setting(value: Any, *path: Any) -> Callable[[dict[str, Any]], object]:
    def change(content: Any) -> None:
        for key in path[:-1]:
            content = content[key]
        content[path[-1]] = value

    return change


@dataclass(frozen=True)
class Damage:
    id: str
    kind: Kind
    where: str
    """A pattern for the place that has to be named."""
    plant: Callable[[Session], object]


GRAPH = r"cognigraph\.json"
DAMAGES = (
    Damage("no-graph", "graph_missing", GRAPH, lambda s: s.graph.unlink()),
    Damage("cut-graph", "graph_unreadable", rf"{GRAPH} line \d+, column \d+", lambda s: cut(s.graph)),
    Damage(
        "empty-graph", "graph_unreadable", f"{GRAPH} line 1, column 1", lambda s: s.graph.write_bytes(b"")
    ),
    Damage(
        "not-utf8", "graph_unreadable", rf"{GRAPH} byte \d+", lambda s: s.graph.write_bytes(b'{"q": "\xff"}')
    ),
    Damage(
        "unknown-key",
        "graph_unreadable",
        rf"{GRAPH} colour",
        lambda s: edited(s.graph, setting("red", "colour")),
    ),
    Damage(
        "id-twice",
        "graph_unreadable",
        rf"{GRAPH} obs_1",
        lambda s: swapped(s.graph, '"obs_2": {', '"obs_1": {'),
    ),
    Damage("linked-graph", "graph_unreadable", GRAPH, lambda s: linked_elsewhere(s.graph)),
    Damage("newer-graph", "graph_newer", f"{GRAPH} format", lambda s: edited(s.graph, setting(99, "format"))),
    Damage(
        "dangling-edge",
        "graph_breach",
        rf"{GRAPH} edges\[0\]",
        lambda s: edited(s.graph, setting("obs_9", "edges", 0, "from")),
    ),
    Damage(
        "observation-without-source",
        "graph_breach",
        f"{GRAPH} observations.obs_2",
        lambda s: edited(s.graph, lambda graph: without(graph, "sources", TWO)),
    ),
    Damage(
        "changed-summary",
        "graph_differs",
        f"{GRAPH} observations.obs_1.summary",
        lambda s: edited(s.graph, setting("Other words.", "observations", "obs_1", "summary")),
    ),
    Damage(
        "changed-question",
        "graph_differs",
        f"{GRAPH} question",
        lambda s: edited(s.graph, setting("?", "question")),
    ),
    Damage(
        "raised-authority",
        "graph_differs",
        f"{GRAPH} sources.{ONE}.authority",
        lambda s: edited(s.graph, setting(1.0, "sources", ONE, "authority")),
    ),
    Damage(
        "lost-edge",
        "graph_differs",
        f"{GRAPH} edges",
        lambda s: edited(s.graph, lambda graph: graph["edges"].pop()),
    ),
    Damage(
        "graph-put-back",
        "graph_behind",
        r"archival/iteration_001\.json",
        lambda s: s.graph.write_bytes(s.start.read_bytes()),
    ),
    Damage("no-start", "start_missing", r"archival/start\.json", lambda s: s.start.unlink()),
    Damage("cut-start", "start_unreadable", r"archival/start\.json line.*", lambda s: cut(s.start)),
    Damage("no-archive", "archive_missing", r"archival/iteration_001\.json", lambda s: s.archive(1).unlink()),
    Damage("cut-archive", "archive_unreadable", r"archival/iteration_002\.json", lambda s: cut(s.archive(2))),
    Damage(
        "unknown-edit",
        "archive_unreadable",
        r"archival/iteration_001\.json edits.0",
        lambda s: edited(s.archive(1), setting("paint", "edits", 0, "kind")),
    ),
    Damage(
        "newer-archive",
        "archive_newer",
        r"archival/iteration_002\.json format",
        lambda s: edited(s.archive(2), setting(2, "format")),
    ),
    Damage(
        "archives-swapped",
        "archive_misnumbered",
        r"archival/iteration_001\.json",
        lambda s: s.archive(1).write_bytes(s.archive(2).read_bytes()),
    ),
    Damage(
        "edit-that-does-not-fit",
        "archive_refused",
        r"archival/iteration_001\.json",
        lambda s: edited(s.archive(1), lambda archive: archive["edits"].pop(0)),
    ),
    Damage(
        "changed-edit",
        "archive_digest",
        r"archival/iteration_001\.json",
        lambda s: swapped(s.archive(1), "It pays.", "It pays!"),
    ),
    Damage(
        "archive-without-graph",
        "archive_ahead",
        r"archival/iteration_003\.json",
        lambda s: left(s.archive(3)),
    ),
    Damage("no-page", "page_missing", rf"pages/{ONE}\.txt", lambda s: (s.pages / f"{ONE}.txt").unlink()),
    Damage(
        "changed-page",
        "page_altered",
        rf"pages/{ONE}\.txt",
        lambda s: swapped(s.pages / f"{ONE}.txt", "312", "412"),
    ),
    Damage(
        "no-source", "source_missing", rf"pages/{ONE}\.json", lambda s: (s.pages / f"{ONE}.json").unlink()
    ),
    Damage("cut-source", "source_unreadable", rf"pages/{TWO}\.json", lambda s: cut(s.pages / f"{TWO}.json")),
    Damage(
        "changed-source",
        "source_differs",
        rf"pages/{TWO}\.json",
        lambda s: edited(s.pages / f"{TWO}.json", setting(0.1, "authority")),
    ),
    Damage(
        "moved-quote",
        "quote_differs",
        f"{GRAPH} observations.obs_1",
        lambda s: edited(s.graph, setting(3, "observations", "obs_1", "offset")),
    ),
    Damage(
        "raised-strength",
        "strength_differs",
        f"{GRAPH} hypotheses.hyp_A1.strength",
        lambda s: edited(s.graph, setting(0.99, "hypotheses", "hyp_A1", "strength")),
    ),
    Damage(
        "renamed-id",
        "ids_gap",
        f"{GRAPH} obs_3",
        lambda s: s.graph.write_text(
            s.graph.read_text(encoding="utf-8").replace("obs_3", "obs_4"), encoding="utf-8"
        ),
    ),
    Damage(
        "journal-damaged-in-the-middle",
        "journal_unreadable",
        "journal/001/log",
        lambda s: flipped(s.journal(1), len(HEADER) + 40),
    ),
    Damage(
        "newer-journal",
        "journal_unreadable",
        "journal/002/log",
        lambda s: s.journal(2).write_bytes(b"pathfinder journal 7\n" + b"x" * 30),
    ),
    Damage(
        "torn-journal",
        "journal_torn",
        "journal/003/log",
        lambda s: left(s.journal(3), HEADER + record(1, 0)[:-40]),
    ),
    Damage("closed-journal-cut", "saved_differs", "journal/002/log", lambda s: cut(s.journal(2))),
    Damage("closed-journal-gone", "saved_differs", "journal/001/log", lambda s: s.journal(1).unlink()),
    Damage(
        "closed-journal-emptied",
        "saved_differs",
        "journal/001/log",
        lambda s: s.journal(1).write_bytes(HEADER),
    ),
    Damage(
        "closed-journal-rewritten",
        "saved_differs",
        "journal/001/log",
        lambda s: s.journal(1).write_bytes(HEADER + record(1, 0, outcome="other")),
    ),
    Damage(
        "record-added-to-a-closed-journal",
        "saved_differs",
        "journal/001/log",
        lambda s: s.journal(1).write_bytes(s.journal(1).read_bytes() + record(9, 0)),
    ),
    Damage(
        "changed-spend",
        "saved_differs",
        GRAPH,
        lambda s: edited(s.graph, setting(1, "run", "open_usd_micros")),
    ),
    Damage(
        "changed-address",
        "saved_differs",
        rf"pages/{TWO}\.json",
        lambda s: edited(s.pages / f"{TWO}.json", setting("https://other.example/", "url")),
    ),
    Damage(
        "changed-failure-in-an-archive",
        "saved_differs",
        r"archival/iteration_001\.json",
        lambda s: swapped(s.archive(1), '"status": "running"', '"status": "done"'),
    ),
    Damage("no-chain", "chain_missing", "archival/chain", lambda s: s.chain.unlink()),
    Damage("cut-chain", "chain_broken", "archival/chain", lambda s: cut(s.chain)),
    Damage("changed-chain", "chain_broken", "archival/chain", lambda s: flipped(s.chain, 40)),
    Damage("empty-chain", "chain_broken", "archival/chain", lambda s: s.chain.write_bytes(b"")),
    Damage("linked-chain", "chain_broken", "archival/chain", lambda s: linked_elsewhere(s.chain)),
    Damage("killed-before-the-graph", "save_unfinished", GRAPH, lambda s: unsaved(s)),
    Damage(
        "step-finished-twice",
        "journal_diverged",
        "journal/003/log 1/EXPLORE.*",
        lambda s: left(s.journal(3), HEADER + record(1, 0) + record(1, 1, digest="other")),
    ),
    Damage("journal-of-the-future", "journal_misplaced", "journal/009", lambda s: left(s.journal(9), HEADER)),
    Damage(
        "line-that-is-no-command",
        "control_unreadable",
        "control",
        lambda s: left(s.control, b'{"kind": "x"}\n'),
    ),
    Damage("open-graph", "loose_permissions", GRAPH, lambda s: s.graph.chmod(0o644)),
    Damage("open-folder", "loose_permissions", "pages", lambda s: s.pages.chmod(0o755)),
    Damage("open-session", "loose_permissions", r"\.", lambda s: s.folder.chmod(0o750)),
    Damage(
        "linked-page", "not_a_file", rf"pages/{ONE}\.txt", lambda s: linked_elsewhere(s.pages / f"{ONE}.txt")
    ),
    Damage("pipe", "not_a_file", "control", lambda s: os.mkfifo(s.control, 0o600)),
    Damage("linked-lock", "not_a_file", "lock", lambda s: linked_elsewhere(s.lock)),
    Damage(
        "left-over",
        "leftover",
        r"\.cognigraph\.json\.1-1\.tmp",
        lambda s: left(s.folder / ".cognigraph.json.1-1.tmp"),
    ),
    Damage("owner-that-died", "lock_stale", "lock", lambda s: s.lock.write_bytes(b"4194305\n")),
)


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Names, permissions and bytes of a whole folder."""
    paths = sorted(path for path in folder.rglob("*") if not path.is_fifo() and not path.is_dir())
    return {str(path): (path.lstat().st_mode, path.read_bytes()) for path in paths}


def test_a_healthy_session_has_no_problem(tmp_path: Path) -> None:
    assert verify(a_session(tmp_path / ".research"), Disk()) == ()


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.id)
def test_planted_damage_is_found_and_named(damage: Damage, tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    damage.plant(session)
    before = everything(session.folder)
    problems = verify(session, Disk())
    places = [problem.where for problem in problems if problem.kind == damage.kind]
    assert any(re.fullmatch(damage.where, place) for place in places), problems
    assert everything(session.folder) == before
    for problem in problems:
        assert problem.sentence.endswith(".")
        assert "\n" not in problem.sentence
    if damage.kind in HARMLESS:
        assert {problem.kind for problem in problems} == {damage.kind}


def test_every_kind_of_problem_has_been_planted() -> None:
    assert {damage.kind for damage in DAMAGES} == set(get_args(Kind))


def saved_wrongly(root: Path, *edits: GraphEdit) -> list[tuple[str, str]]:
    """What verify says when graph and archives agree on something that is wrong."""
    session = a_session(root, iterations=((*edits,), *ITERATIONS[2:]))
    return [(problem.kind, problem.where) for problem in verify(session, Disk())]


def test_a_quote_that_never_stood_on_its_page_is_found_though_all_files_agree(tmp_path: Path) -> None:
    edits = (
        *observed(1, quote="did not cut the bill"),
        claimed("hyp_A1", "x"),
        linked(1, "hyp_A1", "SUPPORTS"),
    )
    found = saved_wrongly(tmp_path / ".research", *edits)
    assert found == [("quote_differs", "cognigraph.json observations.obs_1")]


def test_a_gap_in_the_ids_is_found_though_all_files_agree(tmp_path: Path) -> None:
    found = saved_wrongly(tmp_path / ".research", claimed("hyp_A2", "x"))
    assert found == [("ids_gap", "cognigraph.json hyp_A1")]


def test_what_a_running_session_is_writing_is_no_fault(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    with SessionLock.take(session, Disk()):
        left(session.folder / ".cognigraph.json.1-1.tmp")
        left(session.archive(3), b"half")
        left(session.journal(3), HEADER + record(1, 0)[:-40])
        assert verify(session, Disk()) == ()


def test_more_differences_than_anyone_reads_are_counted(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")

    def change(graph: dict[str, Any]) -> None:
        graph["respawns"] = {f"WEB-KW{number}": 1 for number in range(1, 60)}

    edited(session.graph, change)
    problems = verify(session, Disk())
    differing = [problem for problem in problems if problem.kind == "graph_differs"]
    assert len(differing) == 21
    assert "39 more places" in differing[-1].sentence


def test_a_session_saved_without_a_chain_is_whole_with_a_note(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    session.chain.unlink()
    for number in (1, 2):
        edited(session.archive(number), lambda archive: without(archive, "chained"))

    assert verify(session, Disk()) == ()
    assert "no chain of hashes" in (coverage_note(session, Disk()) or "")


def test_a_session_of_an_earlier_version_is_covered_from_its_next_save_on(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    session.chain.unlink()
    for number in (1, 2):
        edited(session.archive(number), lambda archive: without(archive, "chained"))
    saved_again(session)

    assert verify(session, Disk()) == ()
    assert "began after iteration 2" in (coverage_note(session, Disk()) or "")
    edited(session.graph, setting(7, "run", "open_usd_micros"))
    assert [problem.kind for problem in verify(session, Disk())] == ["saved_differs"]


def test_a_change_made_between_two_runs_stays_visible(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    edited(session.graph, setting(7, "run", "open_usd_micros"))
    saved_again(session)

    (problem,) = verify(session, Disk())
    assert problem.kind == "saved_differs"
    assert "changed by something else" in problem.sentence


def test_a_journal_that_goes_on_after_an_unfinished_save_is_no_fault(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    unsaved(session)
    before = session.journal(2).read_bytes()
    assert [problem.kind for problem in verify(session, Disk())] == ["save_unfinished"]
    saved_again(session)

    assert verify(session, Disk()) == ()
    assert session.journal(2).read_bytes() == before
    assert coverage_note(session, Disk()) is None


def test_a_first_save_cut_short_before_its_link_is_harmless(tmp_path: Path) -> None:
    session = Sessions(tmp_path / ".research", Disk()).create("Killed?", NOW)
    graph = asyncio.run(FileStore(session, Disk()).load())
    Disk().write(session.archive(1), archive_bytes(apply(graph, [CloseIteration()]), [], chained=True))
    problems = verify(session, Disk())
    assert {problem.kind for problem in problems if not problem.harmless} == set()
