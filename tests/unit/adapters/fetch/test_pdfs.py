"""PDFs over the web: pages are kept, scans say so, and no damage harms more than the one file."""

import asyncio
from collections.abc import Iterator

import pytest

from pathfinder.adapters.documents.workers import Limits, NoText, Text, Workers, command
from pathfinder.adapters.fetch.guarded import GuardedFetch
from pathfinder.protocols.errors import SourceUnreachable
from pathfinder.protocols.graph.places import Place
from tests.pdfs import a_hiding_pdf, a_pdf, a_scan, damaged
from tests.unit.adapters.fetch.test_guarded import Site, on
from tests.web import answer, article

FIRST = ["The gates held in the winter of 2031.", "The board met on Monday."]
SECOND = ["A second gate is planned for the bay."]
URL = "http://site.example/paper"
LIMITS = Limits(seconds=10.0, cpu_seconds=8, workers=1)


def pdf(content: bytes) -> Site:
    return Site(("/paper", answer(body=content, content_type="application/pdf")))


def why_no_pdf(site: Site) -> SourceUnreachable:
    async def use(fetch: GuardedFetch) -> SourceUnreachable:
        with pytest.raises(SourceUnreachable) as why:
            await fetch.pdf(URL)
        return why.value

    return on(site, use)


def test_a_paper_is_had_as_a_file_and_as_text_that_knows_its_pages() -> None:
    content = a_pdf(FIRST, [], SECOND, compressed=True)
    paper = on(pdf(content), lambda fetch: fetch.pdf(URL))
    page = paper.page
    assert paper.content == content
    assert page.source.title == "Tide gates"
    assert page.source.place_at(page.text.index("The gates held")) == Place(number=1)
    # The second page is empty; what is on the third is still on the third.
    assert page.source.place_at(page.text.index("A second gate")) == Place(number=3)


def test_a_page_without_pages_has_no_page_numbers() -> None:
    site = Site(("/paper", answer(body=article("<p>The gates held in the winter of 2031.</p>"))))
    assert on(site, lambda fetch: fetch.page(URL)).source.place_at(5) is None


def test_a_scan_says_that_it_is_one() -> None:
    error = why_no_pdf(pdf(a_scan(2)))
    assert (error.kind, "a scan?" in str(error), "2 pages" in str(error)) == ("empty", True, True)


def test_a_web_page_is_no_paper() -> None:
    error = why_no_pdf(Site(("/paper", answer(body=article("<p>Buy the paper here, for a price.</p>")))))
    assert "not to a PDF" in str(error)


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers(LIMITS, command(LIMITS)) as some:
        yield some


@pytest.mark.soak
def test_no_damage_to_a_pdf_harms_more_than_the_file(workers: Workers, pytestconfig: pytest.Config) -> None:
    soak, seed = pytestconfig.getoption("--soak"), pytestconfig.getoption("--seed")
    count, first = (max(soak, 5_000), seed * 1_000_000) if soak else (200, 0)
    whole = (
        a_pdf(FIRST, SECOND),
        a_pdf(FIRST, SECOND, compressed=True),
        a_scan(1),
        a_pdf(*[FIRST] * 30),
        a_hiding_pdf(),
    )
    read = 0
    for number in range(first, first + count):
        found = workers.read("pdf", damaged(whole[number % len(whole)], number))
        assert isinstance(found, Text | NoText)
        read += isinstance(found, Text)
    assert 0 < read < count
    # Whoever comes next is read as if nothing had happened.
    after = workers.read("pdf", whole[0])
    assert isinstance(after, Text)
    assert "The gates held" in after.text


def test_a_parser_that_calls_out_or_starts_something_fails(workers: Workers) -> None:
    script = """
import socket, subprocess, sys
from pathfinder.adapters.documents import worker
sys.addaudithook(worker._refuse_the_outside)
for call in (lambda: socket.create_connection(("127.0.0.1", 9)), lambda: subprocess.run(["true"])):
    try:
        call()
    except OSError as error:
        print("may not use" in str(error))
"""

    async def go() -> bytes:
        process = await asyncio.create_subprocess_exec(
            workers.command[0], "-c", script, stdout=asyncio.subprocess.PIPE
        )
        return (await process.communicate())[0]

    assert asyncio.run(go()).split() == [b"True", b"True"]
