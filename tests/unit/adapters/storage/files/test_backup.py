"""A session as one archive: it comes back byte for byte, or not at all; what is shared tells no secrets."""

import gzip
import io
import json
import tarfile
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.storage.files.backup import MANIFEST, Manifest, members, pack
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.sharing import Moved, Redaction, shared, without
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.protocols.errors import SessionRefused, UserError
from pathfinder.protocols.ids import PageHash
from pathfinder.reports.session_files import session_files
from tests.golden import golden, graph_of

AT = datetime(2026, 1, 1, tzinfo=UTC)


def about(session: Session, **fields: bool) -> Manifest:
    graph = graph_of(session)
    return Manifest(
        session=session.id,
        question=graph.question,
        iteration=graph.iteration,
        created_at=AT,
        files={},
        **fields,
    )


def backed_up(tmp_path: Path) -> tuple[Session, Path]:
    session, path = golden(tmp_path / "first"), tmp_path / "kept.tar.gz"
    pack(path, about(session), members(session, Disk()), Disk())
    return session, path


def test_a_session_comes_back_elsewhere_byte_for_byte(tmp_path: Path) -> None:
    session, path = backed_up(tmp_path)
    again, manifest = Sessions(tmp_path / "second", Disk()).restore(path, AT)
    assert {one.name: one.read() for one in members(again, Disk())} == {
        one.name: one.read() for one in members(session, Disk())
    }
    assert verify(again, Disk()) == ()
    assert Sessions(tmp_path / "second", Disk()).resolve().id == session.id
    assert len(manifest.files) > 20
    assert path.stat().st_mode & 0o777 == 0o600


def test_names_that_people_give_files_come_back_too(tmp_path: Path) -> None:
    session = golden(tmp_path / "first")
    for name in ("논문 (1), 최종.pdf", ".hidden", "a:b?.md"):
        Disk().write(session.folder / name, name.encode())
    path = tmp_path / "kept.tar.gz"
    pack(path, about(session), members(session, Disk()), Disk())
    again, _ = Sessions(tmp_path / "second", Disk()).restore(path, AT)
    assert (again.folder / "논문 (1), 최종.pdf").read_text(encoding="utf-8") == "논문 (1), 최종.pdf"
    assert verify(again, Disk()) == ()
    Disk().write(session.folder / "bad\udcff.md", b"x")
    with pytest.raises(UserError, match="rename"):
        pack(tmp_path / "other.tar.gz", about(session), members(session, Disk()), Disk())
    assert not (tmp_path / "other.tar.gz").exists()


def test_a_backup_is_never_written_over_and_a_session_neither(tmp_path: Path) -> None:
    session, path = backed_up(tmp_path)
    with pytest.raises(UserError, match="left as it is"):
        pack(path, about(session), members(session, Disk()), Disk())
    with pytest.raises(SessionRefused, match="already"):
        Sessions(tmp_path / "first", Disk()).restore(path, AT)


Spoil = Callable[[list[tuple[tarfile.TarInfo, bytes]]], None]


def _altered(files: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    info, data = files[3]
    files[3] = info, data[:-1] + b"X"


def _missing(files: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    del files[5]


def _more(files: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    info = tarfile.TarInfo("extra.md")
    info.size = 2
    files.append((info, b"hi"))


def _link(files: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    info, data = files[3]
    info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
    files[3] = info, data


def _climbing(files: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    info, data = files[0]
    changed = data.replace(b'"cognigraph.json"', b'"../cognigraph.json"')
    info.size = len(changed)
    files[0] = info, changed


def _headless(files: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    del files[0]


def _newer(files: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    info, data = files[0]
    changed = data.replace(b'"format": 1', b'"format": 9', 1)
    files[0] = info, changed


@pytest.mark.parametrize("spoil", [_altered, _missing, _more, _link, _climbing, _headless, _newer])
def test_an_archive_that_was_tampered_with_is_refused_whole(tmp_path: Path, spoil: Spoil) -> None:
    _, path = backed_up(tmp_path)
    with tarfile.open(path) as archive:
        files = [(info, archive.extractfile(info).read()) for info in archive]  # type: ignore[union-attr]  # all plain
    spoil(files)
    with tarfile.open(path, "w:gz") as archive:
        for info, data in files:
            archive.addfile(info, io.BytesIO(data))
    with pytest.raises(SessionRefused):
        Sessions(tmp_path / "second", Disk()).restore(path, AT)
    assert list((tmp_path / "second" / "sessions").iterdir()) == []


def _archive(path: Path, *rows: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for info, data in rows:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def _manifest_of(session: str, files: dict[str, bytes]) -> tuple[tarfile.TarInfo, bytes]:
    packed = {name: {"sha256": sha256(data).hexdigest(), "bytes": len(data)} for name, data in files.items()}
    told = {
        "session": session,
        "question": "?",
        "iteration": 0,
        "created_at": AT.isoformat(),
        "files": packed,
    }
    return tarfile.TarInfo(MANIFEST), json.dumps(told).encode()


@pytest.mark.parametrize("kind", ["zeros", "header", "deep", "sparse"])
def test_a_bomb_is_refused_before_it_takes_memory_or_disk(tmp_path: Path, kind: str) -> None:
    path, id_ = tmp_path / "bomb.tar.gz", "20260101-000000-bomb"
    if kind == "zeros":
        zeros = bytes(300_000_000)
        _archive(path, _manifest_of(id_, {"a": zeros}), (tarfile.TarInfo("a"), zeros))
    elif kind == "deep":
        name = "/".join(["a"] * 1_500)
        _archive(path, _manifest_of(id_, {name: b"x"}), (tarfile.TarInfo(name), b"x"))
    elif kind == "sparse":
        info = tarfile.TarInfo("a")
        info.pax_headers = {"GNU.sparse.map": "1,x", "GNU.sparse.size": "nothing", "GNU.sparse.major": "1"}
        _archive(path, _manifest_of(id_, {"a": b"x"}), (info, b"x"))
    else:
        # A header that says it is 300 MB long.
        header = tarfile.TarInfo("././@PaxHeader")
        header.type, header.size = tarfile.XHDTYPE, 300_000_000
        with gzip.open(path, "wb") as file:
            file.write(header.tobuf())
            file.write(bytes(300_000_000))
    del kind
    tracemalloc.start()
    try:
        with pytest.raises(SessionRefused) as told:
            Sessions(tmp_path / "second", Disk()).restore(path, AT)
        assert tracemalloc.get_traced_memory()[1] < 250_000_000
    finally:
        tracemalloc.stop()
    assert "\n" not in str(told.value)
    assert list((tmp_path / "second" / "sessions").iterdir()) == []


@pytest.mark.parametrize("cut", [0.01, 0.5, 0.99])
def test_half_an_archive_is_refused(tmp_path: Path, cut: float) -> None:
    _, path = backed_up(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * cut)])
    with pytest.raises(SessionRefused):
        Sessions(tmp_path / "second", Disk()).restore(path, AT)
    assert list((tmp_path / "second" / "sessions").iterdir()) == []


def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for name, data in {"text": b"hello", "gzip": gzip.compress(b"x" * 2_000)}.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(SessionRefused, match="no backup"):
            Sessions(tmp_path / "second", Disk()).restore(path, AT)


def test_what_is_shared_has_no_logs_paths_or_keys_and_still_verifies(tmp_path: Path) -> None:
    session = golden(tmp_path / "home-of-kim")
    secret, where = "sk-ant-api03-0123456789abcdef", str(tmp_path / "home-of-kim")
    for name in ("log.jsonl", "control", "asked.json", "thesis.md"):
        Disk().write(session.folder / name, f"{secret} {where} other-key".encode())
    graph = session.graph.read_text(encoding="utf-8")
    session.graph.write_text(graph.replace("max_iterations:", f"{where}:", 1), encoding="utf-8")
    redaction = Redaction([where], ["other-key"])
    path = tmp_path / "shared.tar.gz"
    packed = shared(session, Disk(), redaction, session_files, texts=True).members
    names = {one.name for one in packed}
    assert not names & {"log.jsonl", "control", "asked.json"}
    assert not any(name.startswith("journal/") for name in names)
    assert "thesis.md" in names
    for one in packed:
        for word in (secret, where, "other-key"):
            assert word.encode() not in one.read(), one.name
    pack(path, about(session, shared=True), packed, Disk())
    again, _ = Sessions(tmp_path / "second", Disk()).restore(path, AT)
    assert verify(again, Disk()) == ()

    bare = shared(session, Disk(), redaction, session_files, texts=False)
    without = {one.name for one in bare.members}
    assert not any(name.startswith("pages/") and name.endswith(".txt") for name in without)
    assert MANIFEST not in without


WORDS = (
    "/srv/kim/notes/plan.txt",
    "/srv/kim",
    "~/x.txt",
    "/home/lee/a",
    "sk-abcdefghijklmnop",
    "straw",
    "°C",
    ".",
)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), st.data())
def test_a_quote_moves_with_its_page(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    redaction = Redaction(["/srv/kim"], [])
    cuts = redaction.cuts(text)
    shown = without(text, 0, cuts)
    quote = without(text[start:end], start, cuts)
    offset = Moved(PageHash(""), tuple(cuts)).moved(start)
    assert shown[offset : offset + len(quote)] == quote
    assert not any(private in shown for private in ("/srv/kim", "~/x", "/home/lee", "sk-abc"))
    assert redaction.of(shown) == shown


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "https://example.org/home/news and https://x.org{home}/a",
            "https://example.org/home/news and https://x.org{home}/a",
        ),
        ("in {home}/.ssh/id, or /rooted", "in [path 1], or /rooted"),
        ("see file:///home/kim/a%20b.md.", "see [path 1]."),
        ("C:\\Users\\Lee\\x.txt; ~/y", "[path 1]; [path 2]"),
        ("/srv/kims/private and /srv/kim", "[path 1] and [path 2]"),
        ("mulch and a test", "mulch and a test"),
    ],
)
def test_paths_are_told_from_addresses(text: str, left: str) -> None:
    home = "/root"
    redaction = Redaction([home, "/srv/kim"], ["a", "test"])
    assert redaction.of(text.replace("{home}", home)) == left.replace("{home}", home)
