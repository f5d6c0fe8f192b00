"""Pages are kept once, by the hash of their text, and a changed one is noticed."""

import asyncio
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.protocols.calls.ports import PageStore
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.ids import PageHash
from tests.builders import a_page, page_hash
from tests.faults.scripted import PAGES


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "pages").mkdir(0o700)
    return Session(tmp_path)


def test_a_page_comes_back_character_for_character(session: Session) -> None:
    async def run() -> None:
        pages: PageStore = FilePages(session, Disk())
        for page in (*PAGES, a_page("a\r\nb\rc\u2028\x00\ufeff끝")):
            name = await pages.keep(page)
            assert name == page_hash(page.text)
            assert await pages.get(name) == page

    asyncio.run(run())


def test_of_two_pages_with_one_text_the_first_stays(session: Session) -> None:
    async def run() -> None:
        pages = FilePages(session, Disk())
        first, second = a_page("same", "https://one.example/"), a_page("same", "https://two.example/")
        name = await pages.keep(first)
        assert await pages.keep(second) == name
        assert await pages.get(name) == first

    asyncio.run(run())


def test_a_page_kept_by_many_at_once_is_one_page(session: Session) -> None:
    async def run() -> None:
        pages = FilePages(session, Disk())
        async with asyncio.TaskGroup() as together:
            for _ in range(20):
                together.create_task(pages.keep(PAGES[0]))
        assert await pages.get(page_hash(PAGES[0].text)) == PAGES[0]

    asyncio.run(run())
    assert len(list(session.pages.iterdir())) == 2


@pytest.mark.parametrize("lost", ["txt", "json"])
def test_a_page_of_which_one_half_is_missing_is_kept_again(lost: str, session: Session) -> None:
    pages, name = FilePages(session, Disk()), page_hash(PAGES[0].text)
    asyncio.run(pages.keep(PAGES[0]))
    (session.pages / f"{name}.{lost}").unlink()
    asyncio.run(pages.keep(PAGES[0]))
    assert asyncio.run(pages.get(name)) == PAGES[0]


def test_a_changed_page_is_refused(session: Session) -> None:
    pages = FilePages(session, Disk())
    name = asyncio.run(pages.keep(PAGES[0]))
    (session.pages / f"{name}.txt").write_text("Ground loops did not cut the bill.", encoding="utf-8")
    with pytest.raises(StorageFailed, match="is not the page it was"):
        asyncio.run(pages.get(name))


def test_a_damaged_source_is_refused(session: Session) -> None:
    pages = FilePages(session, Disk())
    name = asyncio.run(pages.keep(PAGES[0]))
    (session.pages / f"{name}.json").write_bytes(b'{"url": ')
    with pytest.raises(StorageFailed, match="cut or damaged"):
        asyncio.run(pages.get(name))


def test_a_page_that_is_not_there_is_told(session: Session) -> None:
    with pytest.raises(StorageFailed, match="it is not there"):
        asyncio.run(FilePages(session, Disk()).get(page_hash("never seen")))


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "A" * 64, "0" * 63, "0" * 64 + "\n"])
def test_a_name_that_is_no_hash_never_becomes_a_path(name: str, session: Session) -> None:
    with pytest.raises(StorageFailed, match="not the hash of a page"):
        asyncio.run(FilePages(session, Disk()).get(PageHash(name)))


def test_a_text_that_is_not_unicode_is_refused_in_a_sentence(session: Session) -> None:
    with pytest.raises(StorageFailed, match="not Unicode text"):
        asyncio.run(FilePages(session, Disk()).keep(a_page("\ud800")))
