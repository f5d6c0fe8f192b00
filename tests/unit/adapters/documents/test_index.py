"""What the index forgets it forgets wholly, and a write that fails leaves nothing behind."""

import sqlite3
from collections.abc import Iterator

import pytest

from pathfinder.adapters.documents.index import Document, Index


@pytest.fixture
def index() -> Iterator[Index]:
    made = Index(None, "test")
    yield made
    made.close()


def document(name: str, text: str) -> Document:
    return Document(name, "1 1", hash=text.encode(), kind="text", title="Tides", text=text)


def test_words_of_an_older_text_do_not_crowd_out_the_new_one(index: Index) -> None:
    for number in range(150):
        index.store([document("a.md", f"조수가 {number} 미터 높다. The tide was high.")])
    assert len(index.lexical('"tide"', 100)) == 1
    assert len(index.lexical('"조수"', 100)) == 1
    index.drop(["a.md"])
    assert index.lexical('"tide"', 100) == []
    assert (index.count("documents"), index.count("passages")) == (0, 0)


def test_a_batch_is_stored_whole_or_not_at_all(index: Index) -> None:
    def documents() -> Iterator[Document]:
        yield document("a.md", "tide")
        raise sqlite3.OperationalError("disk full")

    with pytest.raises(sqlite3.OperationalError):
        index.store(documents())
    assert (index.known(), index.lexical('"tide"', 10)) == ({}, [])


def test_a_text_that_two_files_share_is_embedded_once(index: Index) -> None:
    index.store([document("a.md", "tide"), document("b.md", "tide")])
    lacking = index.without_vectors(files=10)
    assert [text for _, text in lacking] == ["Tides\ntide"]
    index.add_vectors([(lacking[0][0], b"\0\0")])
    assert (index.without_vectors(files=10), len(index.vectors())) == ([], 2)
    index.drop(["a.md"])
    index.drop_unused_vectors()
    assert len(index.vectors()) == 1
    index.drop(["b.md"])
    index.drop_unused_vectors()
    assert index.count("vectors") == 0
