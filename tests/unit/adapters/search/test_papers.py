"""Papers as pages: abstracts, open copies, what was taken back, and what cannot be had."""

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest

from pathfinder.adapters.search.crossref import Crossref
from pathfinder.adapters.search.papers import WebPaperReader, paper_name, pdf_keeper
from pathfinder.adapters.search.settings import CrossrefSettings
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import PaperPage
from pathfinder.protocols.errors import SourceUnreachable
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.papers import Paper
from tests.builders import a_page
from tests.fakes.fixed_clock import FixedClock
from tests.standin.engines.server import Engines, Trouble

URL = "https://arxiv.org/abs/2601.00001"
ABSTRACT = "Ground loops cut the bill in forty houses. " * 8
PAPER = Paper(
    catalogue="arxiv",
    name="2601.00001",
    authors=("Ada Brack", "Jun Seo"),
    date="2025-05-01",
    abstract=ABSTRACT,
    pdfs=("https://first.example/a.pdf", "https://second.example/a.pdf"),
    whole=True,
)


class Pdf(NamedTuple):
    content: bytes
    page: StoredPage


class Web:
    """Pages and PDFs by address; what it has not cannot be reached."""

    def __init__(self, **pdfs: str) -> None:
        self.pdfs = {f"https://{name}.example/a.pdf": text for name, text in pdfs.items()}
        self.asked: list[str] = []

    async def page(self, url: str) -> StoredPage:
        self.asked.append(url)
        return a_page("A landing page with words on it.", url, title="Landing")

    async def pdf(self, url: str) -> Pdf:
        self.asked.append(url)
        if url not in self.pdfs:
            raise SourceUnreachable(f"{url} forbids it.", "blocked")
        return Pdf(b"%PDF-1.7", a_page(self.pdfs[url], url))


def read(web: Web, paper: Paper, folder: Path | None, crossref: Crossref | None = None) -> PaperPage:
    async def run() -> PaperPage:
        keep = None if folder is None else pdf_keeper(folder, Disk())
        desk = WebPaperReader(web, default_table(), FixedClock(), crossref=crossref, keep=keep)
        try:
            return await desk.read(URL, "Loops", paper)
        finally:
            if crossref is not None:
                await crossref.close()

    return asyncio.run(run())


def test_the_second_open_copy_is_read_where_the_first_is_closed(tmp_path: Path) -> None:
    whole = "The whole paper says much more than its abstract. " * 10
    web = Web(second=whole)
    had = read(web, PAPER, tmp_path / "papers")
    assert had.page.text == whole
    assert had.trouble == ""
    assert had.page.source.url == URL
    assert had.page.source.paper is not None
    assert had.page.source.paper.whole
    assert (had.page.source.type, had.page.source.work) == ("paper", "arxiv:2601.00001")
    assert (tmp_path / "papers" / "2601.00001.pdf").read_bytes() == b"%PDF-1.7"


@pytest.mark.parametrize("web", [Web(), Web(first="scanned")], ids=["closed", "no-text"])
def test_without_a_copy_that_can_be_read_the_abstract_is_and_that_is_said(tmp_path: Path, web: Web) -> None:
    had = read(web, PAPER, tmp_path / "papers")
    assert had.page.text == f"Loops\n\n{ABSTRACT}"
    assert had.trouble
    assert not (tmp_path / "papers").exists()
    assert had.page.source.author == "Ada Brack, Jun Seo"


def test_a_paper_not_worth_it_is_not_downloaded(tmp_path: Path) -> None:
    web = Web(first="words " * 100)
    read(web, PAPER.model_copy(update={"whole": False}), tmp_path)
    read(web, PAPER, None)
    assert web.asked == []


def test_a_copy_is_fetched_once_whatever_catalogues_say_of_the_paper(tmp_path: Path) -> None:
    web = Web(second="words " * 100)

    async def run() -> set[str]:
        desk = WebPaperReader(web, default_table(), FixedClock(), keep=pdf_keeper(tmp_path, Disk()))
        async with asyncio.TaskGroup() as group:
            papers = [PAPER.model_copy(update={"citations": known}) for known in (None, 3, 120)]
            tasks = [group.create_task(desk.read(URL, "Loops", paper)) for paper in papers]
        return {task.result().page.text for task in tasks}

    assert len(asyncio.run(run())) == 1
    assert web.asked == ["https://first.example/a.pdf", "https://second.example/a.pdf"]


def test_a_paper_without_an_abstract_is_read_at_its_address() -> None:
    web = Web()
    had = read(web, PAPER.model_copy(update={"abstract": "", "pdfs": (), "retracted": "notice"}), None)
    assert had.page.text.startswith("A landing page")
    assert had.page.source.retracted == "notice"
    assert had.page.source.paper is not None


def test_crossref_is_asked_and_its_silence_is_told() -> None:
    with Engines() as api:
        settings = CrossrefSettings(base_url=api.base("crossref"), rate=500)
        known = PAPER.model_copy(update={"doi": "10.5555/velm.3", "whole": False})
        had = read(Web(), known, None, Crossref(settings))
        assert had.page.source.retracted == "retraction, notice 10.5555/velm.3.r, Crossref"
        assert had.page.source.weight == 0
        api.fail("crossref", Trouble("status", status=500))
        mute = read(Web(), known, None, Crossref(settings))
        assert mute.page.source.retracted is None
        assert "could not be asked" in mute.trouble


def test_names_of_files_are_safe_and_one_for_a_work() -> None:
    assert paper_name(URL, PAPER) == "2601.00001"
    hostile = Paper(catalogue="x", name="../../etc/passwd")
    assert "/" not in paper_name("https://a.example/", hostile)
    assert not paper_name("https://a.example/", hostile).startswith(".")
    other = Paper(catalogue="openalex", name="W1", doi="10.5555/A b")
    assert paper_name("https://doi.org/10.5555/velm.1", other) == "10.5555_velm.1"
