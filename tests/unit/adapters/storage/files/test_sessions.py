"""Sessions are made whole, listed without being loaded, found by name, and never through a link."""

import errno
import json
import os
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.layout import SAFE_ID, Session
from pathfinder.adapters.storage.files.sessions import Sessions, slug
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.protocols.errors import SessionRefused, StorageFailed
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import graph_bytes
from tests.faults.scripted import NOW, QUESTION, a_session


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / ".research"


def test_a_new_session_is_current_private_and_whole(root: Path) -> None:
    sessions = Sessions(root, Disk())
    session = sessions.create(QUESTION, NOW)
    assert session.id == "20261116-021500-지열-난방은-대단지에서-경제적인가"
    assert sessions.resolve() == session
    assert (root / ".gitignore").read_bytes() == b"*\n"
    assert os.readlink(root / "current") == f"sessions/{session.id}"  # noqa: PTH115  (as it is written)
    assert {stat.S_IMODE(path.lstat().st_mode) for path in session.folder.rglob("*")} == {0o700, 0o600}
    assert verify(session, Disk()) == ()


def test_the_folders_above_the_sessions_are_made_where_they_are_missing(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path / "build" / "deeper" / "home", Disk())
    assert sessions.resolve(sessions.create(QUESTION, NOW).id).folder.is_dir()


def test_the_same_question_in_the_same_second_gets_a_name_of_its_own(root: Path) -> None:
    sessions = Sessions(root, Disk())
    ids = {sessions.create("Same?", NOW).id for _ in range(3)}
    assert ids == {f"20261116-021500-same{end}" for end in ("", "-2", "-3")}


def test_a_session_is_found_by_the_beginning_of_its_id(root: Path) -> None:
    sessions = Sessions(root, Disk())
    first = sessions.create("One?", NOW)
    second = sessions.create("Two?", NOW + timedelta(days=1))
    assert sessions.resolve("20261116") == first
    assert sessions.resolve(second.id) == second
    with pytest.raises(SessionRefused, match=r"any of 2 sessions \(20261116-021500, 20261117-021500\)"):
        sessions.resolve("2026")
    for unknown in ("2027", "", "..", "/", "../../x"):
        with pytest.raises(SessionRefused, match="There is no session"):
            sessions.resolve(unknown)


def test_an_id_that_is_the_beginning_of_another_is_found(root: Path) -> None:
    sessions = Sessions(root, Disk())
    first = sessions.create("Same?", NOW)
    sessions.create("Same?", NOW)
    assert sessions.resolve(first.id) == first


def test_switching_changes_the_current_session(root: Path) -> None:
    sessions = Sessions(root, Disk())
    first = sessions.create("One?", NOW)
    sessions.create("Two?", NOW)
    sessions.switch(first)
    assert sessions.resolve() == first
    assert [line.id for line in sessions.lines() if line.current] == [first.id]


def test_without_a_session_the_user_is_told(root: Path) -> None:
    with pytest.raises(SessionRefused, match="no current session"):
        Sessions(root, Disk()).resolve()
    assert Sessions(root, Disk()).lines() == ()


def test_the_list_shows_where_each_session_stands(root: Path) -> None:
    session = a_session(root)
    os.utime(session.graph, (0, datetime(2026, 11, 16, tzinfo=UTC).timestamp()))
    (line,) = Sessions(root, Disk()).lines()
    assert (line.id, line.question, line.iteration) == (session.id, QUESTION, 2)
    assert (line.status, line.reason, line.current) == ("paused", "user", True)
    assert line.updated == datetime(2026, 11, 16, tzinfo=UTC)


def test_the_list_reads_only_the_ends_of_a_large_graph(root: Path) -> None:
    class Reading(Syscalls):
        def read(self, file: int, size: int) -> bytes:
            data = super().read(file, size)
            read.append(len(data))
            return data

    read: list[int] = []
    session = a_session(root)
    graph = session.graph.read_bytes()
    padding = b" " * 4_000_000
    session.graph.write_bytes(graph.replace(b'"observations": {', b'"observations": {' + padding, 1))
    seen = glance(session, Disk(Reading()))
    assert (seen.question, seen.iteration, seen.run.status) == (QUESTION, 2, "paused")
    assert sum(read) < 200_000


@given(question=st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_a_glance_sees_what_a_careful_reading_sees(
    question: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session, graph = Session(tmp_path_factory.mktemp("r")), CogniGraph(question=question)
    session.graph.write_bytes(graph_bytes(graph))
    seen = glance(session, Disk())
    assert (seen.question, seen.iteration, seen.run) == (graph.question, graph.iteration, graph.run)


def test_a_session_that_cannot_be_read_is_listed_with_the_reason(root: Path) -> None:
    session = a_session(root)
    session.graph.write_bytes(b'{"question": ')
    (line,) = Sessions(root, Disk()).lines()
    assert line.status == "unreadable"
    assert "cut or damaged" in line.reason


@pytest.mark.parametrize(
    "question", ["???", "", "🙂", "가" * 500, "a/b/../c", "..", "UPPER Case_9", "e\u0301" * 99]
)
def test_a_slug_is_short_and_safe(question: str) -> None:
    made = slug(question)
    assert SAFE_ID.fullmatch(f"20261116-021500-{made}")
    assert 0 < len(made.encode()) <= 64


@given(st.text())
def test_every_question_makes_a_safe_slug(question: str) -> None:
    made = slug(question)
    assert SAFE_ID.fullmatch(f"20261116-021500-{made}")
    assert made == slug(question)
    assert 0 < len(made.encode()) <= 64


def test_a_current_that_leads_outside_is_not_followed(root: Path, tmp_path: Path) -> None:
    sessions = Sessions(root, Disk())
    session = sessions.create("One?", NOW)
    for target in (
        "/etc",
        f"../{session.id}",
        f"sessions/../sessions/{session.id}",
        "sessions",
        str(tmp_path),
    ):
        (root / "current").unlink()
        (root / "current").symlink_to(target)
        with pytest.raises(SessionRefused, match="no current session"):
            sessions.resolve()


def test_a_session_that_is_a_link_is_refused(root: Path, tmp_path: Path) -> None:
    sessions = Sessions(root, Disk())
    session = sessions.create("One?", NOW)
    elsewhere = tmp_path / "elsewhere"
    session.folder.rename(elsewhere)
    session.folder.symlink_to(elsewhere)
    with pytest.raises(SessionRefused, match="links are not followed"):
        sessions.resolve()
    assert sessions.lines()[0].status == "unreadable"


def test_a_research_folder_that_is_a_link_is_refused(root: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    root.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StorageFailed, match="symbolic link"):
        Sessions(root, Disk()).create("One?", NOW)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folder_that_others_may_write_to_is_refused(root: Path) -> None:
    sessions = Sessions(root, Disk())
    session = sessions.create("One?", NOW)
    session.folder.chmod(0o777)
    with pytest.raises(SessionRefused, match="Others may write to"):
        sessions.resolve()
    root.chmod(0o770)
    with pytest.raises(SessionRefused, match="Others may write to"):
        sessions.create("Two?", NOW)


def test_a_file_in_the_place_of_current_is_not_replaced(root: Path) -> None:
    sessions = Sessions(root, Disk())
    session = sessions.create("One?", NOW)
    (root / "current").unlink()
    (root / "current").write_bytes(b"mine")
    with pytest.raises(SessionRefused, match="is not a link"):
        sessions.switch(session)
    assert (root / "current").read_bytes() == b"mine"


def test_a_session_that_could_not_be_made_leaves_nothing(root: Path) -> None:
    class Full(Syscalls):
        def write(self, file: int, data: bytes) -> int:
            if data != b"*\n":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(file, data)

    with pytest.raises(StorageFailed, match="disk is full"):
        Sessions(root, Disk(Full())).create("One?", NOW)
    assert list((root / "sessions").iterdir()) == []


def test_a_question_that_is_not_unicode_is_refused(root: Path) -> None:
    with pytest.raises(SessionRefused, match="not Unicode text"):
        Sessions(root, Disk()).create("\ud800", NOW)


def test_the_only_session_is_taken_where_none_was_made_current_yet(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path / ".research", Disk())
    first = sessions.create("one?", NOW)
    (tmp_path / ".research" / "current").unlink()
    assert sessions.resolve().id == first.id
    sessions.create("two?", NOW)
    (tmp_path / ".research" / "current").unlink()
    with pytest.raises(SessionRefused, match="no current session"):
        sessions.resolve()


def uploaded(root: Path, session: Session, name: str = "0123456789abcdef") -> Path:
    """Documents that somebody uploaded, and a session that was started with them."""
    folder = root / "uploads" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.md").write_text("roofs", encoding="utf-8")
    session.asked.write_text(json.dumps({"docs": str(folder)}), encoding="utf-8")
    return folder


def test_uploaded_documents_go_with_their_session(root: Path) -> None:
    sessions = Sessions(root, Disk())
    session = sessions.create("One?", NOW)
    folder = uploaded(root, session)
    trashed = sessions.discard(session)
    assert not folder.exists()
    assert (trashed / "uploads" / "a.md").exists()
    trashed.rename(session.folder)
    assert sessions.resolve(session.id) == session
    assert (folder / "a.md").exists()
    sessions.remove(session)
    assert list((root / "uploads").iterdir()) == []


def test_documents_of_two_sessions_stay_while_one_of_them_is_in_the_trash(root: Path) -> None:
    sessions = Sessions(root, Disk())
    first, second = sessions.create("One?", NOW), sessions.create("Two?", NOW)
    folder = uploaded(root, first)
    uploaded(root, second)
    trashed = sessions.discard(first)
    sessions.remove(second)
    sessions.forget_uploads(folder.stat().st_mtime + 90_000)
    assert (folder / "a.md").exists()
    trashed.rename(first.folder)
    sessions.remove(sessions.resolve(first.id))
    assert not folder.exists()


def test_either_of_two_sessions_in_the_trash_can_come_back_to_its_documents(root: Path) -> None:
    sessions = Sessions(root, Disk())
    first, second = sessions.create("One?", NOW), sessions.create("Two?", NOW)
    folder = uploaded(root, first)
    uploaded(root, second)
    trashed = sessions.discard(first)
    sessions.discard(second)
    trashed.rename(first.folder)
    assert sessions.resolve(first.id) == first
    assert (folder / "a.md").exists()


def test_documents_belong_to_their_session_after_the_folder_of_the_project_is_renamed(
    tmp_path: Path,
) -> None:
    sessions = Sessions(tmp_path / "old" / ".research", Disk())
    session = sessions.create("One?", NOW)
    uploaded(tmp_path / "old" / ".research", session)
    (tmp_path / "old").rename(tmp_path / "new")
    root = tmp_path / "new" / ".research"
    folder, sessions = root / "uploads" / "0123456789abcdef", Sessions(root, Disk())
    sessions.forget_uploads(folder.stat().st_mtime + 90_000)
    assert (folder / "a.md").exists()
    sessions.remove(sessions.resolve(session.id))
    assert not folder.exists()


@pytest.mark.parametrize("asked", [b"", b'{"docs": "/up', b"\xff", b"[]"])
@pytest.mark.parametrize("trashed", [False, True])
def test_nothing_uploaded_is_removed_while_a_session_cannot_be_asked(
    root: Path, asked: bytes, trashed: bool
) -> None:
    sessions = Sessions(root, Disk())
    first, second = sessions.create("One?", NOW), sessions.create("Two?", NOW)
    folder = uploaded(root, first)
    uploaded(root, second)
    first.asked.write_bytes(asked)
    if trashed:
        sessions.discard(first)
    sessions.remove(second)
    sessions.forget_uploads(folder.stat().st_mtime + 90_000)
    assert (folder / "a.md").exists()


def test_an_upload_that_no_session_was_started_with_is_removed_after_a_day(root: Path) -> None:
    sessions = Sessions(root, Disk())
    kept = uploaded(root, sessions.create("One?", NOW))
    lost = root / "uploads" / ("f" * 16)
    lost.mkdir()
    (root / "uploads" / "of a person").mkdir()
    made = lost.stat().st_mtime
    sessions.forget_uploads(made + 86_000)
    assert lost.exists()
    sessions.forget_uploads(made + 90_000)
    assert sorted(one.name for one in (root / "uploads").iterdir()) == [kept.name, "of a person"]


@pytest.mark.parametrize(
    "docs",
    [
        "{root}/uploads/..",
        "{root}/uploads",
        "{root}",
        "{root}/uploads/../sessions",
        "/",
        "",
        "uploads/0123456789abcdef",
        "{root}/uploads/0123456789abcdef/inner",
    ],
)
def test_what_a_session_says_of_its_documents_removes_nothing_else(root: Path, docs: str) -> None:
    sessions = Sessions(root, Disk())
    session, other = sessions.create("One?", NOW), sessions.create("Two?", NOW)
    folder = uploaded(root, other)
    session.asked.write_text(json.dumps({"docs": docs.format(root=root)}), encoding="utf-8")
    sessions.remove(session)
    assert (folder / "a.md").exists()
    assert sessions.resolve(other.id) == other


def test_a_link_in_place_of_the_uploads_leads_to_nothing_that_is_removed(root: Path, tmp_path: Path) -> None:
    sessions = Sessions(root, Disk())
    session = sessions.create("One?", NOW)
    outside = uploaded(tmp_path / "outside", session)
    session.asked.write_text(json.dumps({"docs": str(root / "uploads" / outside.name)}), encoding="utf-8")
    (root / "uploads").symlink_to(tmp_path / "outside" / "uploads")
    sessions.remove(session)
    assert (outside / "a.md").exists()
