"""Folders as they are found in the wild: each trouble is told by name, and the rest is found all the same."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unicodedata
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from docx.document import Document as WordDocument
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.documents.listing import listing
from pathfinder.adapters.documents.reading import Reader, RefusedFile
from pathfinder.adapters.documents.workers import Limits, Workers, command
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.evidence.sources import default_table
from tests.office import a_deck, a_word_file, a_workbook, with_part
from tools.farm import ROOT

OPENED: list[Folder] = []
WORDS = "The lantern fish rises at dusk."


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    """Every folder that a test opened is closed after it."""
    yield
    while OPENED:
        OPENED.pop().close()


def folder(
    root: Path, index: Path | None = None, limits: Limits | None = None, worker: tuple[str, ...] | None = None
) -> Folder:
    made = Folder(root, default_table(), SystemClock(), index=index, limits=limits, worker=worker)
    OPENED.append(made)
    return made


def told(folder: Folder) -> dict[str, str]:
    asyncio.run(folder.refresh())
    return dict(line.split(": ", 1) for line in folder.skipped)


def found(folder: Folder, query: str) -> list[str]:
    return sorted(result.url for result in asyncio.run(folder.results(query)))


def pdf(draw: Callable[[Canvas], None], encrypt: StandardEncryption | None = None) -> bytes:
    written = BytesIO()
    canvas = Canvas(written, encrypt=encrypt)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return written.getvalue()


def words(canvas: Canvas) -> None:
    canvas.drawString(72, 720, WORDS)


def picture(canvas: Canvas) -> None:
    canvas.rect(50, 50, 300, 300, fill=1)


def bomb(operators: int) -> bytes:
    """A small PDF whose one page unpacks to far more than it should."""
    stream = zlib.compress(
        b"BT /F1 12 Tf " + b"(aaaaaaaaaaaaaaaaaaaaaaaa) Tj 0 0 Td " * operators + b" ET", 9
    )
    font = b"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources " + font + b" >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(stream) + stream + b"\nendstream",
    )
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, obj) for number, obj in enumerate(objects, start=1))
    return b"%PDF-1.4\n" + body + b"trailer << /Root 1 0 R /Size 5 >>\n%%EOF"


def test_every_broken_file_is_told_by_name_and_the_rest_is_found(tmp_path: Path) -> None:
    composed, decomposed = "한글 문서.md", unicodedata.normalize("NFD", "다른 문서.md")
    for name in ("good.md", composed, decomposed):
        (tmp_path / name).write_text(f"{WORDS} 등불 물고기는 해 질 녘에 떠오른다.", encoding="utf-8")
    (tmp_path / "good.pdf").write_bytes(pdf(words))
    (tmp_path / "named-wrong.txt").write_bytes(pdf(words))
    (tmp_path / "broken.pdf").write_bytes(pdf(words)[:200])
    (tmp_path / "locked.pdf").write_bytes(pdf(words, StandardEncryption("secret", ownerPassword="owner")))
    (tmp_path / "scan.pdf").write_bytes(pdf(picture))
    (tmp_path / "not.pdf").write_text(WORDS, encoding="utf-8")
    (tmp_path / "program.bin").write_bytes(b"\x7fELF\x02\x01\x01\0" + bytes(200))
    (tmp_path / "data.bin").write_bytes(bytes(range(256)))
    (tmp_path / "noise.md").write_bytes(b"\0\x01\x02" * 100)
    (tmp_path / "empty.txt").touch()
    (tmp_path / "deep.html").write_bytes(b"<html><body>" + b"<div>" * 200_000 + WORDS.encode())
    with (tmp_path / "sparse.txt").open("wb") as sparse:
        sparse.write(WORDS.encode() * 200)
        sparse.truncate(200_000_000)
    with (tmp_path / "sparse.pdf").open("wb") as sparse:
        sparse.write(b"%PDF-1.4\n")
        sparse.truncate(200_000_000)
    (tmp_path / "round").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "out.md").symlink_to("/etc/hostname")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c" / "far.md").write_text(WORDS, encoding="utf-8")
    known = folder(tmp_path, limits=Limits(depth=2))
    assert told(known) == {
        "a/b/c": "it lies deeper than 2 folders",
        "broken.pdf": "it is a damaged PDF",
        "deep.html": "no text could be found in its markup (too deep, broken, or only scripts)",
        "empty.txt": "it holds no text",
        "locked.pdf": "it is encrypted and needs a password",
        "noise.md": "it is not text: its bytes are those of binary files (.md)",
        "not.pdf": "its name says PDF, but it is not one",
        "out.md": "it is a link that leads out of the folder",
        "pipe.md": "it is a pipe, not a file",
        "round": "it is a link that leads in a circle",
        "scan.pdf": "it is a PDF without text (a scan?): its page holds only pictures",
        "self": "it is a link that leads nowhere or in a circle",
        "sparse.pdf": "it is larger than the 50,000,000 bytes that are read of such a file",
        "sparse.txt": "it is larger than the 5,000,000 bytes that are read of such a file",
        "binary files (.bin)": "1 left alone",
        "programs": "1 left alone",
    }
    assert found(known, "lantern fish") == sorted(
        f"file:{name}" for name in ("good.md", "good.pdf", "named-wrong.txt", composed, decomposed)
    )
    assert found(known, "물고기") == sorted(f"file:{name}" for name in ("good.md", composed, decomposed))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file, so none is unreadable")
def test_a_file_that_may_not_be_read_is_told_until_it_may(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    (docs / "shut").mkdir(parents=True)
    (docs / "mine.md").write_text(WORDS, encoding="utf-8")
    (docs / "theirs.md").write_text(WORDS, encoding="utf-8")
    (docs / "theirs.md").chmod(0)
    (docs / "shut").chmod(0)
    known = folder(docs, index=tmp_path / "index")
    try:
        assert told(known) == {
            "shut": "the folder cannot be listed (this user may not read it)",
            "theirs.md": "this user may not read it",
        }
        (docs / "theirs.md").chmod(0o600)
        assert "theirs.md" not in told(known)
        assert found(known, "lantern") == ["file:mine.md", "file:theirs.md"]
    finally:
        (docs / "shut").chmod(0o700)
        known.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can put on another user's hat")
def test_what_another_user_may_not_read_is_barred_and_not_remembered() -> None:
    """The same for a machine where tests run as root: the look itself is done as nobody."""
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        root.chmod(0o755)
        (root / "theirs.md").write_text(WORDS, encoding="utf-8")
        (root / "theirs.md").chmod(0)
        (root / "shut").mkdir(mode=0o700)
        limits = Limits()
        with Workers(limits, command(limits)) as workers:
            reader = Reader(root, limits, workers, lambda _hash, _kind: None, trust=False)
            os.seteuid(65534)
            try:
                known = listing(root, limits)
                read = [reader.read(file) for file in known.files]
            finally:
                os.seteuid(0)
    assert known.skipped == ["shut: the folder cannot be listed (this user may not read it)"]
    assert read == [RefusedFile("theirs.md", "this user may not read it")]


def test_ten_thousand_tiny_files_are_read_and_what_is_beyond_the_limit_is_told(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    for number in range(10_000):
        place = docs / f"{number % 10}"
        if number < 10:
            place.mkdir(parents=True)
        (place / f"{number}.txt").write_text(f"note {number}", encoding="utf-8")
    known = folder(docs, index=tmp_path / "index")
    assert told(known) == {}
    assert known.counts.documents == 10_000
    assert found(known, "4711") == ["file:1/4711.txt"]
    known.close()
    few = folder(docs, limits=Limits(files=500))
    lines = told(few)
    assert lines["500 more files in 0"] == "only the first 500 files are read"
    assert sum(int(line.split()[0].replace(",", "")) for line in lines) == 9_500
    assert few.counts.documents == 500


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(memory_bytes=250_000_000), "reading it made the reader fail"),
        (Limits(cpu_seconds=0), "reading it used up its processor time"),
        (Limits(seconds=0.7), "reading it took longer than 0.7 seconds"),
    ],
    ids=["memory", "processor", "time"],
)
def test_a_file_that_eats_the_machine_costs_one_worker(tmp_path: Path, limits: Limits, reason: str) -> None:
    (tmp_path / "bomb.pdf").write_bytes(bomb(2_000_000))
    for number in range(3):
        (tmp_path / f"good{number}.md").write_text(f"{WORDS} {number}", encoding="utf-8")
    known = folder(tmp_path, limits=limits)
    assert told(known) == {"bomb.pdf": reason}
    assert len(found(known, "lantern")) == 3
    asyncio.run(known.refresh())
    assert known.counts.parsed == 0, "what failed for want of time is tried once per run, not in every look"


STAND_IN = """
import json, sys, time
from pathfinder.adapters.documents.worker_frames import LENGTH, LENGTHS
read, write = sys.stdin.buffer.read, sys.stdout.buffer.write
while lengths := read(LENGTHS.size):
    header, length = LENGTHS.unpack(lengths)
    read(header)
    text = read(length).decode()
    if "hang" in text:
        time.sleep(600)
    if "babble" in text:
        write(b"what is this? " * 1000)
        sys.stdout.buffer.flush()
    if "die" in text:
        sys.exit(1)
    time.sleep(0.005)
    reply = json.dumps({"text": text, "title": "t", "date": "", "front": {}, "cut": False}).encode()
    write(LENGTH.pack(len(reply)) + reply)
    sys.stdout.buffer.flush()
"""


def test_a_parser_that_hangs_dies_or_babbles_is_replaced(tmp_path: Path) -> None:
    docs, index = tmp_path / "docs", tmp_path / "index"
    docs.mkdir()
    for name in ("hang", "die", "babble", "good", "well"):
        (docs / f"{name}.md").write_text(f"{WORDS} {name}", encoding="utf-8")
    worker = (sys.executable, "-P", "-c", STAND_IN)
    known = folder(docs, index, limits=Limits(seconds=1.0), worker=worker)
    assert told(known) == {
        "babble.md": "reading it made the reader fail",
        "die.md": "reading it made the reader fail",
        "hang.md": "reading it took longer than 1 seconds",
    }
    assert found(known, "lantern") == ["file:good.md", "file:well.md"]
    next_day = folder(docs, index)
    assert told(next_day) == {}, "what failed for want of time is tried again at the next start"
    assert next_day.counts.parsed == 3


def test_a_look_that_is_cancelled_does_not_wait_for_a_file_that_hangs(tmp_path: Path) -> None:
    (tmp_path / "hang.md").write_text("hang", encoding="utf-8")
    known = folder(tmp_path, limits=Limits(seconds=300), worker=(sys.executable, "-P", "-c", STAND_IN))

    async def impatient() -> None:
        async with asyncio.timeout(0.5):
            await known.refresh()

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    known.close()


LOOK = """
import asyncio, sys
from pathlib import Path
from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.evidence.sources import default_table
docs, index, *worker = sys.argv[1:]
folder = Folder(Path(docs), default_table(), SystemClock(), index=Path(index), worker=worker)
asyncio.run(folder.refresh())
"""


def test_an_index_whose_maker_was_killed_is_whole_at_the_next_start(tmp_path: Path) -> None:
    docs, index = tmp_path / "docs", tmp_path / "index"
    docs.mkdir()
    for number in range(600):
        (docs / f"{number}.md").write_text(f"{WORDS} Count {number}.", encoding="utf-8")
    standin = (sys.executable, "-P", "-c", STAND_IN)
    maker = subprocess.Popen([sys.executable, "-c", LOOK, docs, index, *standin], cwd=ROOT)
    try:
        while _kept(index) < 64:
            assert maker.poll() is None, "it was done before it could be killed"
            time.sleep(0.01)
    finally:
        maker.send_signal(signal.SIGKILL)
        maker.wait()
    half = _kept(index)
    assert 64 <= half < 600
    known = folder(docs, index=index, worker=standin)
    asyncio.run(known.refresh())
    assert not any("damaged" in note for note in known.notes)
    assert (known.counts.documents, known.counts.parsed) == (600, 600 - half)
    assert [found(known, str(number)) for number in (0, 300, 599)] == [
        ["file:0.md"],
        ["file:300.md"],
        ["file:599.md"],
    ]
    known.close()


def _kept(index: Path) -> int:
    """How many files are committed, as another process sees it."""
    for file in index.rglob("documents.sqlite3"):
        reader = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            return int(reader.execute("SELECT count(*) FROM files").fetchone()[0])
        except sqlite3.OperationalError:
            return 0
        finally:
            reader.close()
    return 0


def test_two_processes_make_one_index(tmp_path: Path) -> None:
    docs, index = tmp_path / "docs", tmp_path / "index"
    docs.mkdir()
    for number in range(100):
        (docs / f"{number}.md").write_text(f"{WORDS} Count {number}.", encoding="utf-8")
    standin = (sys.executable, "-P", "-c", STAND_IN)
    makers = [
        subprocess.Popen([sys.executable, "-c", LOOK, docs, index, *standin], cwd=ROOT) for _ in range(3)
    ]
    assert [maker.wait(timeout=60) for maker in makers] == [0, 0, 0]
    known = folder(docs, index=index)
    asyncio.run(known.refresh())
    assert (known.counts.documents, known.counts.passages, known.counts.opened) == (100, 100, 0)
    known.close()


LAUGHS = (("ha", "a"), ("&a;", "b"), ("&b;", "c"), ("&c;", "d"), ("&d;", "e"), ("&e;", "f"), ("&f;", "g"))
"""Entities that each stand for ten of the one before."""


def _says(document: WordDocument) -> None:
    document.add_paragraph(WORDS)


def zipped(members: dict[str, bytes]) -> bytes:
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as package:
        for name, content in members.items():
            package.writestr(name, content)
    return written.getvalue()


def lying(package: bytes, size: int) -> bytes:
    """A package whose largest member claims to be small, in both places where a ZIP says so."""
    return package.replace(size.to_bytes(4, "little"), (1_000).to_bytes(4, "little"))


def endless_rows(rows: int) -> bytes:
    """A workbook of a few hundred kilobytes whose one sheet has this many rows."""
    row = b'<row><c t="inlineStr"><is><t>lantern fish</t></is></c><c><v>5</v></c></row>'
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        + row * rows
        + b"</sheetData></worksheet>"
    )
    return with_part(a_workbook({"A": [("x",)]}), "xl/worksheets/sheet1.xml", lambda _: sheet)


@pytest.mark.slow
def test_hostile_office_files_are_told_by_name_and_the_rest_is_found(tmp_path: Path) -> None:
    good = a_word_file(_says)
    bomb_, laughs = bytes(201_000_000), "".join(f'<!ENTITY {at} "{before * 10}">' for before, at in LAUGHS)
    declared = f"<!DOCTYPE w [{laughs}]>".encode()
    files = {
        "good.docx": good,
        "named-wrong.pdf": good,
        "bomb.docx": with_part(good, "word/media/image1.png", lambda _: bomb_),
        "lying.docx": lying(with_part(good, "word/document.xml", lambda _: bomb_), len(bomb_)),
        "laughs.docx": with_part(
            good, "word/document.xml", lambda part: part.replace(b"<w:", declared + b"<w:", 1)
        ),
        "cut.docx": good[:-100],
        "half.pptx": a_deck(("Dusk", WORDS))[:5_000],
        "archive.xlsx": zipped({"notes.txt": WORDS.encode()}),
        "empty.xlsx": a_workbook({"A": []}),
        "words.xlsx": WORDS.encode(),
        "endless.xlsx": endless_rows(600_000),
        "endless.csv": b"Fish,Depth\n" + b"lantern,5\n" * 40_000,
        "many.docx": with_part(good, "[Content_Types].xml", lambda _: b"<Types/>"),
        "bomb.epub": zipped({"mimetype": b"application/epub+zip", "OPS/a.xhtml": bomb_}),
        "empty.epub": zipped({"mimetype": b"application/epub+zip"}),
        "deep.eml": deep_mail(5_000),
        "no-mail.eml": WORDS.encode(),
        "broken.jsonl": b"{broken\n" * 10,
        "deep.jsonl": b"[" * 100_000 + b"\n" + b'{"text": "lantern fish"}\n',
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    known = folder(tmp_path)
    unpacks = "it unpacks to more than 200,000,000 bytes or 20,000 files"
    assert told(known) == {
        "bomb.docx": unpacks,
        "lying.docx": "it is a damaged ZIP package",
        "laughs.docx": "its XML declares entities, which an office file must not",
        "cut.docx": "it is a damaged ZIP package",
        "half.pptx": "it is a damaged ZIP package",
        "archive.xlsx": "it is a ZIP archive, not an office file",
        "empty.xlsx": "it holds no text",
        "words.xlsx": "its name says office file, but it is not one",
        "endless.xlsx": "only its first 20,000 rows are read",
        "endless.csv": "only its first 20,000 rows are read",
        "many.docx": "it is an office file of a kind that is not read",
        "bomb.epub": unpacks,
        "empty.epub": "it is a damaged ZIP package",
        "deep.eml": "it cannot be parsed (RecursionError)",
        "no-mail.eml": "its name says mail, but it has no headers",
        "broken.jsonl": "none of its lines is JSON",
        "deep.jsonl": "lines that are not JSON: 1",
    }
    assert found(known, "lantern fish rises at dusk")[-2:] == ["file:good.docx", "file:named-wrong.pdf"]


def deep_mail(depth: int) -> bytes:
    """Parts inside parts inside parts."""
    heads = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (at, at) for at in range(depth)
    )
    return b"Subject: deep\nFrom: a@b.example\n" + heads + b"\n" + WORDS.encode()


def test_without_the_packages_for_office_files_that_is_told_and_the_files_are_tried_again(
    tmp_path: Path,
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "good.docx").write_bytes(a_word_file(_says))
    limits = Limits()
    *_, given = command(limits)
    without = (
        "import sys; sys.modules['docx'] = None; "
        "from pathfinder.adapters.documents.worker import main; main()"
    )
    bare = folder(docs, tmp_path / "index", limits, (sys.executable, "-P", "-B", "-c", without, given))
    assert told(bare) == {
        "good.docx": "Word, PowerPoint and Excel files need more packages: "
        "pip install 'pathfinder-research[office]'"
    }
    bare.close()
    again = folder(docs, tmp_path / "index")
    assert told(again) == {}
    assert found(again, "lantern") == ["file:good.docx"]
