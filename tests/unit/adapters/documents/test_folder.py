"""A folder of the user's own files: found by words and meaning, read as they are, and nothing outside it."""

import asyncio
import os
import sqlite3
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from zlib import crc32

import numpy as np
import pytest

from pathfinder.adapters.documents.folder import MOST_LISTED, Folder
from pathfinder.adapters.documents.look import Changes
from pathfinder.adapters.documents.meaning import Encoder
from pathfinder.adapters.documents.vectors import Matrix
from pathfinder.adapters.documents.workers import Limits
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.calls.ports import EVERYTHING
from pathfinder.protocols.errors import SourceUnreachable, StorageFailed, UserError
from pathfinder.protocols.evidence.sources import SourceEntry, default_table
from pathfinder.protocols.graph.types import SourceType

OPENED: list[Folder] = []
LIMITS = Limits(text_bytes=20_000, characters=10_000, depth=3)


class Subjects:
    """An encoder that knows two subjects in two languages, and counts what it is asked."""

    identity = "subjects 1"

    def __init__(self, identity: str = identity) -> None:
        self.identity = identity
        self.asked: list[str] = []

    def vectors(self, texts: Sequence[str]) -> Matrix:
        self.asked += texts
        matrix = np.zeros((len(texts), 1_000), dtype=np.float32)
        for row, text in enumerate(texts):
            matrix[row, self._subject(text)] = 1
        return matrix

    @staticmethod
    def _subject(text: str) -> int:
        """One place for each subject, and one of its own for every text on anything else."""
        for place, words in enumerate((("cat", "고양이"), ("tide", "조수"))):
            if any(word in text.casefold() for word in words):
                return place
        return 2 + crc32(text.encode()) % 998


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    """Every folder that a test opened is closed after it."""
    yield
    while OPENED:
        OPENED.pop().close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("ground loops outside", encoding="utf-8")
    docs = tmp_path / "docs"
    (docs / "깊은").mkdir(parents=True)
    (docs / "loops.md").write_text("# Ground loops\n\nThe bill fell by 41 per cent.", encoding="utf-8")
    (docs / "깊은" / "지열.txt").write_text("지열난방은 대단지에서 효율이 높다.", encoding="utf-8")
    (docs / "binary.txt").write_bytes(b"\x00\x01loops")
    (docs / "latin.txt").write_bytes("caf\xe9 loops".encode("latin-1"))
    (docs / "huge.txt").write_text("loops " * 4_000, encoding="utf-8")
    (docs / "long.txt").write_text("loops at first " + "and on " * 2_000, encoding="utf-8")
    (docs / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0loops")
    (docs / "image2").write_bytes(b"\x89PNG\r\n\x1a\n\0\0loops")
    (docs / "table.dat").write_text("loops,1", encoding="utf-8")
    (docs / "link.md").symlink_to(tmp_path / "secret.txt")
    (docs / "same.md").symlink_to("loops.md")
    (docs / ".research").mkdir()
    (docs / ".research" / "hyp_B1.md").write_text("loops of our own invention", encoding="utf-8")
    (docs / ".notes.md").write_text("loops of mine", encoding="utf-8")
    (docs / os.fsdecode(b"caf\xe9.txt")).write_text("loops", encoding="utf-8")
    return docs


def folder(
    root: Path, *, index: Path | None = None, encoder: Encoder | None = None, trust: bool = False
) -> Folder:
    made = Folder(
        root,
        default_table().extended([SourceEntry(place="bay.example", type="news")]),
        SystemClock(),
        index=index,
        encoder=None if encoder is None else lambda: encoder,
        trust_front_matter=trust,
        limits=LIMITS,
    )
    OPENED.append(made)
    return made


def found(folder: Folder, query: str) -> list[str]:
    return [result.url for result in asyncio.run(folder.results(query))]


def refreshed(folder: Folder) -> Changes:
    return asyncio.run(folder.refresh())


def test_files_are_found_by_their_words(root: Path) -> None:
    known = folder(root)
    assert found(known, "how much did the bill fall") == ["file:loops.md"]
    assert found(known, "unheard of") == []
    assert found(known, "!!!") == []


def test_korean_is_found_inside_longer_words_and_in_either_composition(root: Path) -> None:
    known = folder(root)
    assert found(known, "지열 난방") == ["file:깊은/지열.txt"]
    assert found(known, "난방") == ["file:깊은/지열.txt"]
    assert found(known, unicodedata.normalize("NFD", "난방")) == ["file:깊은/지열.txt"]


def test_everything_that_is_not_read_is_told_and_the_rest_is_found(root: Path) -> None:
    known = folder(root)
    assert sorted(found(known, "loops")) == ["file:long.txt", "file:loops.md"]
    assert dict(line.split(": ", 1) for line in known.skipped) == {
        "binary.txt": "it is not text: its bytes are those of binary files (.txt)",
        "caf?.txt": "its name is not UTF-8; give it another",
        "huge.txt": "it is larger than the 20,000 bytes that are read of such a file",
        "latin.txt": "its encoding is neither UTF-8 nor UTF-16 nor Korean CP949",
        "link.md": "it is a link that leads out of the folder",
        "long.txt": "only its first 10,000 characters are read",
        "same.md": "it is a link to another place in this folder, and is read there",
        "PNG images": "2 left alone",
        "files of other kinds (.dat)": "1 left alone",
        "hidden files and folders": "1 left alone",
    }


def test_a_page_is_the_file_with_its_title(root: Path) -> None:
    page = asyncio.run(folder(root).page("file:loops.md"))
    assert page.text == "# Ground loops\n\nThe bill fell by 41 per cent."
    assert (page.source.title, page.source.type, page.source.publisher) == ("Ground loops", "unknown", None)


@pytest.mark.parametrize(
    "url",
    [
        "file:../secret.txt",
        "file:/etc/passwd",
        "file:link.md",
        "https://x.example/",
        "file:none.md",
        "file:.research/hyp_B1.md",
        "file:binary.txt",
        "file:image.png",
    ],
)
def test_nothing_outside_the_folder_is_read(root: Path, url: str) -> None:
    with pytest.raises(SourceUnreachable):
        asyncio.run(folder(root).page(url))


def test_a_file_that_becomes_a_link_out_of_the_folder_is_not_followed(root: Path) -> None:
    known = folder(root)
    refreshed(known)
    (root / "loops.md").unlink()
    (root / "loops.md").symlink_to(root.parent / "secret.txt")
    with pytest.raises(SourceUnreachable):
        asyncio.run(known.page("file:loops.md"))


def test_a_folder_that_is_not_there_is_refused_and_one_that_goes_stops_the_run(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not a folder"):
        folder(tmp_path / "none")
    (tmp_path / "docs").mkdir()
    known = folder(tmp_path / "docs")
    (tmp_path / "docs").rmdir()
    with pytest.raises(StorageFailed, match="no longer there"):
        refreshed(known)


def test_a_question_in_one_language_finds_a_document_in_the_other(tmp_path: Path) -> None:
    (tmp_path / "cats.txt").write_text("A cat sleeps for sixteen hours.", encoding="utf-8")
    (tmp_path / "tides.txt").write_text("The tide rose.", encoding="utf-8")
    with_meaning, by_words = folder(tmp_path, encoder=Subjects()), folder(tmp_path)
    assert found(with_meaning, "고양이는 얼마나 자는가") == ["file:cats.txt"]
    assert with_meaning.notes == ()
    assert found(by_words, "고양이는 얼마나 자는가") == []
    assert "words alone" in by_words.notes[0]


def test_an_encoder_that_cannot_be_loaded_leaves_the_words(root: Path) -> None:
    def broken() -> Encoder:
        raise ImportError("no weights")

    known = Folder(root, default_table(), SystemClock(), encoder=broken)
    OPENED.append(known)
    assert found(known, "bill")[0] == "file:loops.md"
    assert "no weights" in known.notes[0]


def test_the_snippet_is_the_passage_that_answers(tmp_path: Path) -> None:
    other = "\n\n".join(f"Paragraph {number} speaks of weather and wind. " * 12 for number in range(6))
    (tmp_path / "long.md").write_text(f"# Harbour\n\n{other}\n\nThe gate closed at noon.", encoding="utf-8")
    (result,) = asyncio.run(folder(tmp_path).results("when did the gate close"))
    assert result.snippet.endswith("The gate closed at noon.")
    assert len(result.snippet) < 1_000


def test_a_second_start_reads_only_what_changed(root: Path, tmp_path: Path) -> None:
    first = folder(root, index=tmp_path / "index", encoder=Subjects())
    assert refreshed(first).added == (
        *("binary.txt", "huge.txt", "image.png", "image2", "latin.txt", "long.txt", "loops.md"),
        *("table.dat", "깊은/지열.txt"),
    )
    told = first.skipped
    first.close()

    encoder = Subjects()
    second = folder(root, index=tmp_path / "index", encoder=encoder)
    changes = refreshed(second)
    assert (changes.added, changes.changed, changes.removed) == ((), (), ())
    assert (second.counts.opened, second.counts.parsed, second.counts.embedded) == (0, 0, 0)
    assert second.skipped == told == changes.unreadable
    assert encoder.asked == []
    (root / "loops.md").write_text("# Ground loops\n\nThe bill rose.", encoding="utf-8")
    (root / "new.pdf").write_bytes(b"%PDF-1.4 broken")
    (root / "깊은" / "지열.txt").unlink()
    changes = refreshed(second)
    assert (changes.added, changes.changed) == (("new.pdf",), ("loops.md",))
    assert (changes.removed, changes.unreadable) == (("깊은/지열.txt",), ("new.pdf: it is a damaged PDF",))
    assert (second.counts.parsed, len(encoder.asked)) == (2, 1)
    assert (found(second, "rise"), found(second, "fall 41"), found(second, "지열")) == ([], [], [])
    assert found(second, "rose") == ["file:loops.md"]
    second.close()


def test_a_copy_or_a_touched_file_is_not_parsed_again(root: Path, tmp_path: Path) -> None:
    encoder = Subjects()
    known = folder(root, index=tmp_path / "index", encoder=encoder)
    refreshed(known)
    asked = len(encoder.asked)
    (root / "copy.md").write_bytes((root / "loops.md").read_bytes())
    os.utime(root / "loops.md", ns=(1, 1))
    refreshed(known)
    assert (known.counts.opened, known.counts.parsed, len(encoder.asked)) == (2, 0, asked)
    assert sorted(found(known, "bill")) == ["file:copy.md", "file:loops.md"]
    known.close()


def test_a_page_that_changed_since_the_last_look_is_read_anew(root: Path) -> None:
    known = folder(root)
    refreshed(known)
    (root / "loops.md").write_text("# Loops\n\nIt was never measured.", encoding="utf-8")
    assert "never measured" in asyncio.run(known.page("file:loops.md")).text
    (root / "loops.md").unlink()
    with pytest.raises(SourceUnreachable, match="could not be read"):
        asyncio.run(known.page("file:loops.md"))


def test_a_damaged_index_is_made_anew_and_that_is_said(root: Path, tmp_path: Path) -> None:
    index = tmp_path / "index"
    first = folder(root, index=index)
    refreshed(first)
    first.close()
    (file,) = index.rglob("documents.sqlite3")
    file.write_bytes(file.read_bytes()[:4_096] + b"\xff" * 40_000)
    second = folder(root, index=index)
    refreshed(second)
    assert "was damaged" in second.notes[0]
    assert found(second, "bill") == ["file:loops.md"]
    second.close()


def test_an_index_of_another_version_is_made_anew(root: Path, tmp_path: Path) -> None:
    first = folder(root, index=tmp_path / "index")
    refreshed(first)
    first.close()
    (file,) = (tmp_path / "index").rglob("documents.sqlite3")
    with sqlite3.connect(file) as old:
        old.execute("UPDATE about SET value = 'older' WHERE key = 'marks'")
    old.close()
    second = folder(root, index=tmp_path / "index")
    assert (refreshed(second).added, second.counts.parsed > 0) == (first_names(root), True)
    assert "another version" in second.notes[0]
    second.close()


def first_names(root: Path) -> tuple[str, ...]:
    known = folder(root)
    return refreshed(known).added


def test_vectors_of_another_encoder_are_not_used(root: Path, tmp_path: Path) -> None:
    first = folder(root, index=tmp_path / "index", encoder=Subjects())
    refreshed(first)
    first.close()
    other = Subjects("subjects 2")
    second = folder(root, index=tmp_path / "index", encoder=other)
    refreshed(second)
    assert (second.counts.parsed, second.counts.embedded) == (0, first.counts.embedded)
    second.close()


def test_the_index_is_for_its_owner_alone(root: Path, tmp_path: Path) -> None:
    known = folder(root, index=tmp_path / "index")
    refreshed(known)
    modes = {path.name: path.stat().st_mode & 0o077 for path in (tmp_path / "index").rglob("*")}
    assert set(modes.values()) == {0}, modes
    known.close()


FRONT = (
    "---\nurl: https://www.bay.example/news/gate\ntitle: 'The gate holds'\nauthor: Han Seo-yun\n"
    "date: 2031-04-05\ndoi: 10.5555/gate.1\ncanonical: https://harbour.example/release\nretracted: true\n"
    "keywords: [water]\n---\n\n"
)


@pytest.mark.parametrize("name", ["gate.md", "gate.html", "gate.pdf"])
def test_front_matter_counts_only_when_it_is_trusted(tmp_path: Path, name: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    _write_gate(docs / name)
    plain = asyncio.run(folder(docs).page(f"file:{name}"))
    trusted = asyncio.run(folder(docs, trust=True).page(f"file:{name}"))
    assert plain.text == trusted.text
    assert "Han Seo-yun" not in plain.text
    assert "bay.example" not in plain.text
    assert (plain.source.url, plain.source.type, plain.source.retracted) == (f"file:{name}", "unknown", None)
    assert (plain.source.title, plain.source.author, plain.source.date) == ("Gates", "", "")
    source = trusted.source
    assert (source.url, source.type) == ("https://www.bay.example/news/gate", "news")
    assert (source.title, source.author, source.date) == ("The gate holds", "Han Seo-yun", "2031-04-05")
    assert (source.doi, source.work) == ("10.5555/gate.1", "doi:10.5555/gate.1")
    assert source.canonical == "https://harbour.example/release"
    assert (source.retracted, source.weight) == ("its front matter says so", 0.0)


def _write_gate(path: Path) -> None:
    if path.suffix == ".md":
        path.write_text(f"{FRONT}# Gates\n\nThe gate held.", encoding="utf-8")
    elif path.suffix == ".html":
        pairs = (line.split(": ", 1) for line in FRONT.splitlines() if ": " in line)
        metas = "".join(
            f'<meta name="pathfinder:{key}" content="{value.strip(chr(39))}">' for key, value in pairs
        )
        path.write_text(
            f"<html><head><title>Gates</title>{metas}</head><body><nav>Home</nav><article><h1>Gates</h1>"
            "<p>The gate held through the night, said the harbour master.</p></article></body></html>",
            encoding="utf-8",
        )
    else:
        path.write_bytes(pdf_of("Gates", "The gate held."))
        path.with_name(path.name + ".meta").write_text(FRONT, encoding="utf-8")


def pdf_of(*lines: str) -> bytes:
    from io import BytesIO

    from reportlab.pdfgen.canvas import Canvas

    written = BytesIO()
    canvas = Canvas(written)
    for number, line in enumerate(lines):
        canvas.drawString(72, 720 - 20 * number, line)
    canvas.save()
    return written.getvalue()


def test_front_matter_beside_a_pdf_that_changes_is_read_again(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    _write_gate(docs / "gate.pdf")
    known = folder(docs, trust=True)
    refreshed(known)
    (docs / "gate.pdf.meta").write_text("url: https://bay.example/other", encoding="utf-8")
    assert refreshed(known).changed == ("gate.pdf",)
    assert known.counts.parsed == 0
    assert asyncio.run(known.page("file:gate.pdf")).source.url == "https://bay.example/other"


def test_what_the_user_says_of_the_folder_counts_where_no_address_is_trusted(tmp_path: Path) -> None:
    _write_gate(tmp_path / "gate.md")
    for trust, expected in ((False, "paper"), (True, "news")):
        known = Folder(
            tmp_path,
            default_table().extended([SourceEntry(place="bay.example", type="news")]),
            SystemClock(),
            trust_front_matter=trust,
            source_type="paper",
        )
        OPENED.append(known)
        assert asyncio.run(known.page("file:gate.md")).source.type == expected


def typed(docs: Path, *, trust: bool, as_: SourceType | None = None) -> dict[str, tuple[str, float, bool]]:
    known = Folder(docs, default_table(), SystemClock(), trust_front_matter=trust, source_type=as_)
    OPENED.append(known)
    refreshed(known)
    sources = {
        path.name: asyncio.run(known.page(f"file:{path.name}")).source
        for path in sorted(docs.iterdir())
        if path.suffix != ".meta"
    }
    return {name: (known.type, known.authority, known.self_described) for name, known in sources.items()}


def test_front_matter_tells_the_type_of_a_document_only_when_it_is_trusted(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ntype: Official\n---\n\nThe gate held.", encoding="utf-8")
    (tmp_path / "b.md").write_text(
        "---\nurl: https://docs.python.org/3/\ntype: news\n---\n\nIt held.", encoding="utf-8"
    )
    (tmp_path / "c.md").write_text("---\ntype: masterpiece\n---\n\nHeld.", encoding="utf-8")
    (tmp_path / "d.html").write_text(
        '<html><head><meta name="pathfinder:type" content="paper"></head><body><p>Held.</p></body></html>',
        encoding="utf-8",
    )
    (tmp_path / "e.pdf").write_bytes(pdf_of("Gates", "The gate held."))
    (tmp_path / "e.pdf.meta").write_text("type: forum", encoding="utf-8")
    assert set(typed(tmp_path, trust=False).values()) == {("unknown", 0.2, False)}
    assert set(typed(tmp_path, trust=False, as_="blog").values()) == {("blog", 0.5, False)}
    assert typed(tmp_path, trust=True, as_="blog") == {
        "a.md": ("official", 0.85, False),
        "b.md": ("news", 0.6, False),
        "c.md": ("blog", 0.5, False),
        "d.html": ("paper", 0.9, False),
        "e.pdf": ("forum", 0.3, False),
    }


def test_a_saved_page_with_a_trusted_address_is_weighed_by_what_it_says_of_itself(tmp_path: Path) -> None:
    address = '<meta name="pathfinder:url" content="https://www.bay.example/gate">'
    news = '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2031"}</script>'
    body = "<body><article><p>The gate held through the night, said the harbour master.</p></article></body>"
    (tmp_path / "news.html").write_text(f"<html><head>{address}{news}</head>{body}</html>", encoding="utf-8")
    (tmp_path / "same.html").write_text(f"<html><head>{address}{news}</head>{body}</html>", encoding="utf-8")
    (tmp_path / "page.html").write_text(f"<html><head>{address}</head>{body}</html>", encoding="utf-8")
    (tmp_path / "post.md").write_text(
        "---\nurl: https://www.bay.example/gate\nauthor: Han Seo-yun\n---\n\nThe gate held.", encoding="utf-8"
    )
    assert typed(tmp_path, trust=True) == {
        "news.html": ("news", 0.5, True),
        "page.html": ("unknown", 0.2, False),
        "post.md": ("blog", 0.5, True),
        "same.html": ("news", 0.5, True),
    }
    assert set(typed(tmp_path, trust=False).values()) == {("unknown", 0.2, False)}


def test_a_name_in_another_composition_is_the_same_file(tmp_path: Path) -> None:
    name = unicodedata.normalize("NFD", "한글 이름.md")
    (tmp_path / name).write_text("조수가 높다", encoding="utf-8")
    known = folder(tmp_path)
    assert found(known, "조수") == [f"file:{name}"]
    assert asyncio.run(known.page("file:" + unicodedata.normalize("NFC", name))).text == "조수가 높다"


def test_two_folders_share_one_index(root: Path, tmp_path: Path) -> None:
    """Both are open at once; what one reads, the other has, and neither disturbs the other's search."""
    one, other = folder(root, index=tmp_path / "index"), folder(root, index=tmp_path / "index")

    async def both() -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(one.refresh())
            tasks.create_task(other.refresh())

    asyncio.run(both())
    assert one.counts.parsed + other.counts.parsed == 4
    (root / "loops.md").write_text("tides", encoding="utf-8")
    refreshed(one)
    assert found(one, "tides") == found(other, "tides") == ["file:loops.md"]
    one.close()
    other.close()


def test_sessions_in_the_folder_are_never_documents(root: Path) -> None:
    """A home under any name, a copied session, and one that was copied only in part."""
    started = datetime(2026, 11, 17, tzinfo=UTC)
    session = Sessions(root / "my research", Disk()).create("Do loops pay?", started)
    (session.folder / "findings.md").write_text("- hyp_A1: loops pay off", encoding="utf-8")
    (root / "my research" / "paper.md").write_text("loops in a paper", encoding="utf-8")
    batch = root / "my research" / "batches" / "1"
    batch.mkdir(parents=True)
    (batch / "report.md").write_text("loops in a batch", encoding="utf-8")
    copytree(session.folder, root / "깊은" / "old")
    views = root / "깊은" / "views"
    (views / "observations").mkdir(parents=True)
    (views / "hypotheses").mkdir()
    (views / "findings.md").write_text("loops again", encoding="utf-8")
    (root / "sessions").mkdir()
    (root / "sessions" / "monday.md").write_text("loops were discussed", encoding="utf-8")

    known = folder(root)

    assert sorted(found(known, "loops")) == [
        "file:long.txt", "file:loops.md", "file:my research/paper.md", "file:sessions/monday.md",
    ]  # fmt: skip
    told = dict(line.split(": ", 1) for line in known.skipped)
    assert told["깊은/old"] == told["깊은/views"] == "it is a session of Pathfinder, not a document"
    assert "my research/sessions" in told
    assert "my research/batches" in told


def test_a_folder_inside_a_session_is_refused(tmp_path: Path) -> None:
    session = Sessions(tmp_path / "home", Disk()).create("Why?", datetime(2026, 11, 17, tzinfo=UTC))

    with pytest.raises(UserError, match="part of a session"):
        folder(session.pages)


def test_the_folders_of_a_maildir_are_read_although_their_names_begin_with_a_dot(tmp_path: Path) -> None:
    mail = b"Subject: Loops\nFrom: ada@bay.example\n\nGround loops pay off.\n"
    for inside in ("", ".Sent/"):
        for part in ("cur", "new", "tmp"):
            (tmp_path / f"{inside}{part}").mkdir(parents=True)
        (tmp_path / f"{inside}cur" / "1.host:2,S").write_bytes(mail)
    (tmp_path / ".cache").mkdir()
    known = folder(tmp_path)
    assert sorted(found(known, "loops")) == ["file:.Sent/cur/1.host:2,S", "file:cur/1.host:2,S"]
    assert known.skipped == ("hidden files and folders: 1 left alone",)


def test_a_small_folder_can_be_listed_and_a_large_one_cannot(tmp_path: Path) -> None:
    root = tmp_path / "docs"
    root.mkdir()
    for n in range(MOST_LISTED):
        (root / f"{n:03}.md").write_text(f"# Note {n}\n\nThe pump of house {n} is quiet.\n", encoding="utf-8")
    known = folder(root)
    listed = asyncio.run(known.results(EVERYTHING))
    assert [one.url for one in listed] == [f"file:{n:03}.md" for n in range(MOST_LISTED)]
    assert listed[0].title == "Note 0"
    (root / "more.md").write_text("# One more\n\nIt is loud.\n", encoding="utf-8")
    asyncio.run(known.refresh())
    assert asyncio.run(known.results(EVERYTHING)) == []
    known.close()
