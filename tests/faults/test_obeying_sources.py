"""The twelve invariants once more, with orders in what an MCP server says and in office files.

Here the parts between are the product's own: the MCP client with a server process, and the folder of
documents with its readers in processes of their own.
"""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path

import pytest
from docx.document import Document as WordDocument
from docx.shared import RGBColor
from openpyxl import Workbook
from pptx.presentation import Presentation as Deck

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.language.encoder import encoder
from pathfinder.assembly import page_sources
from pathfinder.deps import PageSources
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Fetch, SearchResult
from pathfinder.protocols.evidence.sources import default_table
from tests.fakes.fixed_clock import FixedClock
from tests.faults.breaches import INVARIANTS
from tests.faults.obeying import Obeying, orders, poisoned
from tests.faults.test_obeying import World, a_run
from tests.office import a_deck, a_mail, a_word_file, a_workbook, an_epub
from tests.standin.mcp_sources import over_mcp, written_pages

pytestmark = pytest.mark.slow
RUNS = 3
HIDDEN = "[[hidden]]"
"""In what no reader of a document sees."""


class Fetched:
    """What was fetched, and what it was."""

    def __init__(self, inner: Fetch) -> None:
        self._inner = inner
        self.fetched: list[str] = []
        self.pages: list[StoredPage] = []

    async def page(self, url: str) -> StoredPage:
        self.fetched.append(url)
        page = await self._inner.page(url)
        self.pages.append(page)
        return page


class Served(Fetched):
    """The poisoned pages behind an MCP server."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._trace = folder / "trace"
        written_pages(folder / "pages.json", poisoned(seed))
        self._whole = page_sources(over_mcp(folder / "pages.json", self._trace), FixedClock())
        super().__init__(self._whole.fetch)

    @property
    def sources(self) -> PageSources:
        return replace(self._whole, fetch=self)

    @property
    def queries(self) -> Sequence[str]:
        return [row["search"] for row in self._rows() if "search" in row]

    @property
    def offered(self) -> Set[str]:
        return {f"mcp://wiki/{name}" for row in self._rows() for name in row.get("offered", ())}

    def _rows(self) -> list[dict[str, str]]:
        return [json.loads(line) for line in self._trace.read_text(encoding="utf-8").splitlines()]


class Documents(Fetched):
    """The poisoned pages as files of the kinds that people have, some with a hidden order besides."""

    engine = "local"

    def __init__(self, folder: Path, seed: int) -> None:
        docs = folder / "docs"
        docs.mkdir()
        for name, content in _files(poisoned(seed), seed).items():
            (docs / name).write_bytes(content)
        self._folder = Folder(docs, default_table(), FixedClock(), encoder=encoder)
        self.queries: list[str] = []
        self.offered: set[str] = set()
        super().__init__(self._folder)

    @property
    def sources(self) -> PageSources:
        async def close() -> None:
            self._folder.close()

        return PageSources(self, self, local=True, look=self._look, close=close)

    async def _look(self) -> Sequence[str]:
        await self._folder.refresh()
        assert self._folder.skipped == ()
        return ()

    async def results(self, query: str) -> Sequence[SearchResult]:
        self.queries.append(query)
        found = await self._folder.results(query)
        self.offered |= {one.url for one in found}
        return found


def _files(pages: Sequence[StoredPage], seed: int) -> Mapping[str, bytes]:
    """One file a page, of each kind in turn."""
    files: dict[str, bytes] = {}
    for number, page in enumerate(pages):
        order = f"{HIDDEN} {orders()[(seed + number) % len(orders())]}"
        suffix, made = _KINDS[number % len(_KINDS)]
        files[f"page-{number}.{suffix}"] = made(page.source.title, _printable(page.text), _printable(order))
    return files


def _printable(text: str) -> str:
    """Office formats hold no control characters."""
    return "".join(char for char in text if char.isprintable() or char == "\n")


def _word(title: str, text: str, order: str) -> bytes:
    def fill(document: WordDocument) -> None:
        document.add_heading(title)
        for line in text.splitlines():
            document.add_paragraph(line)
        document.add_paragraph().add_run(order).font.color.rgb = RGBColor(255, 255, 255)

    return a_word_file(fill)


def _deck(title: str, text: str, order: str) -> bytes:
    def fill(deck: Deck) -> None:
        deck.slides[0].notes_slide.notes_text_frame.text = order

    return a_deck((title, text), fill=fill)


def _sheet(title: str, text: str, order: str) -> bytes:
    rows = [("Title", "Text"), *((title, line) for line in text.splitlines()), (title, order)]

    def fill(book: Workbook) -> None:
        book.worksheets[0].row_dimensions[len(rows)].hidden = True

    return a_workbook({"Pages": rows}, fill)


def _book(title: str, text: str, order: str) -> bytes:
    return an_epub((title, f'<p>{_escaped(text)}</p><p hidden="hidden">{_escaped(order)}</p>'))


_KINDS: Sequence[tuple[str, Callable[[str, str, str], bytes]]] = (
    ("docx", _word),
    ("pptx", _deck),
    ("xlsx", _sheet),
    ("eml", lambda title, text, order: a_mail(title, text)),  # noqa: ARG005  (a mail hides nothing here)
    ("epub", _book),
    ("jsonl", lambda title, text, order: json.dumps({"user": title, "text": text}).encode()),  # noqa: ARG005  (nor does a chat)
)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


@pytest.mark.soak
@pytest.mark.parametrize("world_of", [Served, Documents], ids=["mcp", "office"])
def test_the_invariants_hold_over_other_sources(
    world_of: Callable[[Path, int], World],
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    soaking: int | None = request.config.getoption("--soak")
    first = 0 if soaking is None else request.config.getoption("--seed") * 100_000
    told: list[str] = []
    heard = spoiled = observations = 0
    for seed in range(first, first + (RUNS if soaking is None else soaking)):
        folder = tmp_path_factory.mktemp("obeyed")
        model = Obeying(seed)
        run = a_run(folder / "home", seed, model, world_of(folder, seed))
        told += [f"seed {seed}: {one}" for invariant in INVARIANTS for one in invariant(run)]
        told += [f"seed {seed}: {ask.name} saw what is hidden" for ask in run.asks if HIDDEN in str(ask)]
        heard, spoiled = heard + len(model.heard), spoiled + model.spoiled
        observations += len(run.graph.observations)
        shutil.rmtree(folder)
    assert told == [], "\n".join(told[:12])
    count = RUNS if soaking is None else soaking
    print(f"{count} runs, {heard} orders heard, {spoiled} answers spoiled, {observations} facts")  # noqa: T201  (what a soak is run for)
    # Nothing is shown by a model that was told nothing, or by runs that did nothing.
    assert heard > 3 * count
    assert spoiled > 10 * count
    assert observations > 3 * count
