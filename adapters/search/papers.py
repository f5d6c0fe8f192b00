"""Papers as pages: the abstract a catalogue gave, or the full text where it is open and worth it."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from pathfinder.adapters.metering.single_flight import SingleFlight
from pathfinder.adapters.search.crossref import Crossref
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.locales.catalogue import Message, joined, text_of
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Clock, PaperPage
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed, SourceUnreachable
from pathfinder.protocols.evidence.records import source_record
from pathfinder.protocols.evidence.sources import SourceTable
from pathfinder.protocols.evidence.works import work_of
from pathfinder.protocols.graph.papers import Paper, PaperNote
from pathfinder.protocols.graph.types import Source

SHORTEST_TEXT = 200
"""Characters under which a text is no abstract, and a PDF has no text."""
SUMMARY_CHARACTERS = 300
MOST_AUTHORS = 20
MOST_COPIES = 3
"""Places where the full text of one paper is tried."""
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


class FetchedPdf(Protocol):
    """A PDF as a file to keep, and as text."""

    @property
    def content(self) -> bytes: ...

    @property
    def page(self) -> StoredPage: ...


class PdfFetch(Protocol):
    """The guarded way out, as far as papers need it. SourceUnreachable if it cannot be had."""

    async def page(self, url: str) -> StoredPage: ...

    async def pdf(self, url: str) -> FetchedPdf: ...


class _Text(NamedTuple):
    words: str
    whole: bool
    trouble: str
    read: Source | None = None
    """What was noted when a PDF was read."""


class WebPaperReader:
    """Implements `PaperReader`."""

    def __init__(
        self,
        fetch: PdfFetch,
        table: SourceTable,
        clock: Clock,
        *,
        crossref: Crossref | None = None,
        keep: Callable[[str, bytes], Awaitable[None]] | None = None,
    ) -> None:
        """`keep` stores a PDF under the name of its paper; without it no full text is fetched."""
        self._fetch = fetch
        self._table = table
        self._clock = clock
        self._crossref = crossref
        self._keep = keep
        self._flights: SingleFlight[StoredPage | SourceUnreachable] = SingleFlight()
        self._copies: dict[tuple[str, str], StoredPage | SourceUnreachable] = {}
        """Of PDFs that were had or could not be: catalogues say different things of one paper, and its copy
        is fetched once all the same."""

    async def read(self, url: str, title: str, paper: Paper) -> PaperPage:
        """The page of a paper; SourceUnreachable if neither abstract nor full text nor page can be had."""
        known = await self._text(url, title, paper)
        if not known.words:
            page = await self._fetch.page(url)
            note = _note(url, paper, whole=False)
            source = page.source.model_copy(update={"paper": note, "retracted": paper.retracted})
            return PaperPage(page=StoredPage(text=page.text, source=source), trouble=known.trouble)
        retracted, unsure = await self._retraction(paper)
        source = source_record(
            url,
            known.words,
            self._table,
            title=title,
            retrieved_at=self._clock.now(),
            author=", ".join(paper.authors[:MOST_AUTHORS]),
            date=paper.date,
            doi=paper.doi,
            retracted=retracted,
            # The catalogue lists it among papers; what its host is like does not matter.
            source_type="paper",
        )
        update = {"paper": _note(url, paper, whole=known.whole), "publisher": None}
        if known.read is not None:
            # Where its pages begin and what it hides is known from the reading of the PDF.
            of_the_file = ("hidden", "page_starts", "places", "notes")
            update |= {name: getattr(known.read, name) for name in of_the_file}
        noted = source.model_copy(update=update)
        troubles = [part for part in (known.trouble, unsure) if part]
        trouble = joined("list-then", troubles) if troubles else ""
        return PaperPage(page=StoredPage(text=known.words, source=noted), trouble=trouble)

    async def _text(self, url: str, title: str, paper: Paper) -> _Text:
        trouble = ""
        wanted = paper.whole or len(paper.abstract) < SHORTEST_TEXT
        for pdf in paper.pdfs[:MOST_COPIES] if wanted and self._keep is not None else ():
            copy = await self._copy(pdf, paper_name(url, paper))
            if isinstance(copy, StoredPage):
                return _Text(copy.text, whole=True, trouble="", read=copy.source)
            trouble = trouble or text_of(copy)
        if len(paper.abstract) < SHORTEST_TEXT:
            return _Text("", whole=False, trouble=trouble)
        return _Text(f"{title}\n\n{paper.abstract}", whole=False, trouble=trouble)

    async def _copy(self, pdf: str, name: str) -> StoredPage | SourceUnreachable:
        """A PDF as text, which is then kept under this name, or why there is none."""

        async def go() -> StoredPage | SourceUnreachable:
            if (pdf, name) not in self._copies:
                self._copies[pdf, name] = await self._fetched(pdf, name)
            return self._copies[pdf, name]

        return await self._flights.share(f"{pdf} {name}", go)

    async def _fetched(self, pdf: str, name: str) -> StoredPage | SourceUnreachable:
        try:
            had = await self._fetch.pdf(pdf)
        except SourceUnreachable as error:
            return error
        if len(had.page.text) < SHORTEST_TEXT or self._keep is None:
            return SourceUnreachable(Message("pdf-without-text"), "empty")
        await self._keep(name, had.content)
        return had.page

    async def _retraction(self, paper: Paper) -> tuple[str | None, str]:
        """Why the paper has no weight, and what is unsure about it."""
        if paper.retracted is not None or paper.doi is None or self._crossref is None:
            return paper.retracted, ""
        try:
            return await self._crossref.retraction(paper.doi), ""
        except (AttemptFailed, ProviderFailed) as error:
            return None, Message("retraction-not-asked", reason=error)


def paper_name(url: str, paper: Paper) -> str:
    """A name for the files of a paper: the same for the same work, and safe on every disk."""
    work = work_of(url, paper.doi)
    written = work.partition(":")[2] if work else f"{paper.catalogue}-{paper.name}"
    return _UNSAFE.sub("_", written).strip("._")[:100] or "paper"


def _note(url: str, paper: Paper, *, whole: bool) -> PaperNote:
    summary = paper.summary or paper.abstract
    cut = summary if len(summary) <= SUMMARY_CHARACTERS else summary[:SUMMARY_CHARACTERS].rstrip() + "…"
    return PaperNote(
        name=paper_name(url, paper),
        catalogue=paper.catalogue,
        venue=paper.venue,
        summary=cut,
        citations=paper.citations,
        whole=whole,
    )


def pdf_keeper(folder: Path, disk: Disk) -> Callable[[str, bytes], Awaitable[None]]:
    """Keeps PDFs as files of a folder that is made when the first one comes."""

    async def keep(name: str, content: bytes) -> None:
        disk.make_folder(folder)
        disk.write(folder / f"{name}.pdf", content)

    return keep
