"""A copy that was cut is known by the words it is cited with; nobody else's words make one voice of two."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.text.signatures import (
    NEAR_DUPLICATE,
    Signature,
    long_runs,
    partly_copied,
    signature,
    similarity,
)
from tests.builders import a_source, page_hash

SAID = "Customers pay four pell a loaf for it, less than for the paper the loaf is wrapped in."


def words(seed: int, count: int = 160) -> str:
    rng = Random(seed)
    return " ".join(
        f"{rng.choice('bdfgklmnprst')}{rng.choice('aeiou')}{rng.randint(10, 99)}" for _ in range(count)
    )


def pages(*texts: str) -> dict[PageHash, Source]:
    return {
        page_hash(text): a_source(f"https://s{number}.example/", signature=signature(text))
        for number, text in enumerate(texts)
    }


def heard(sources: dict[PageHash, Source], *quotes: str) -> int:
    said = {page: (quote,) for page, quote in zip(sources, quotes, strict=True)}
    return len(set(voices(sources, said).values()))


PRESS = f"{words(1)} {SAID}"
CUT = f"{words(1, 90)} {SAID} {words(2, 60)}"
"""A good half of the press text, and as much again of its own."""


def test_a_copy_that_was_cut_is_one_voice_where_the_same_words_are_cited() -> None:
    one, other = (Signature(str(signature(text))) for text in (PRESS, CUT))
    assert similarity(one, other) < NEAR_DUPLICATE
    assert partly_copied(one, other)
    assert heard(pages(PRESS, CUT), SAID, f"“{SAID}”") == 1
    assert heard(pages(PRESS, CUT), SAID, "The mills have four more years of stock.") == 2


def test_a_text_of_its_own_that_quotes_a_sentence_is_a_voice_of_its_own() -> None:
    assert heard(pages(PRESS, f"{words(3)} {SAID}"), SAID, SAID) == 2


def test_a_page_that_takes_from_two_makes_no_one_voice_of_them() -> None:
    other = "Nine of the twelve mills on the northern shore closed within two years of the law."
    one, two = f"{words(4)} {SAID}", f"{words(5)} {other}"
    both = f"{words(4, 140)} {SAID} {words(5, 140)} {other}"
    sources = pages(one, two, both)
    said = dict(zip(sources, ((SAID,), (other,), (SAID, other)), strict=True))
    spoken = voices(sources, said)
    assert spoken[page_hash(one)] != spoken[page_hash(two)]


def test_short_phrases_are_anybody_s() -> None:
    assert not long_runs("Bread is dearer than it was.")
    assert long_runs(SAID) & long_runs(f"He said: {SAID}")
    assert long_runs("강화 밀가루를 먹는 가구의 여성 빈혈 유병률은 18%로 낮았다") & long_runs(
        "보고서에 따르면 강화 밀가루를 먹는 가구의 여성 빈혈 유병률은 18%로 낮았다"
    )


@given(st.permutations([PRESS, CUT, f"{words(3)} {SAID}", words(6)]))
def test_the_order_of_pages_changes_no_voice(texts: list[str]) -> None:
    sources = pages(*texts)
    said = {page_hash(text): (SAID if SAID in text else "",) for text in texts}
    spoken = voices(sources, said)
    assert spoken[page_hash(PRESS)] == spoken[page_hash(CUT)]
    assert len(set(spoken.values())) == 3


def published(*publishers: str) -> int:
    sources = {page_hash(name): a_source(f"https://{name}/page", publisher=name) for name in publishers}
    return len(set(voices(sources).values()))


def test_an_account_and_the_site_of_the_same_name_are_one_voice() -> None:
    assert published("github.com/astral-sh", "astral.sh") == 1
    assert published("github.com/duckdb", "duckdb.org", "simonwillison.net") == 2
    assert published("gitlab.com/Type-Sense", "typesense.org") == 1
    assert published("github.com/alice", "bob.org") == 2


def test_an_account_whose_name_several_sites_have_joins_none_of_them() -> None:
    assert published("github.com/redis", "redis.io", "redis.com") == 3


def test_a_thread_of_a_repository_does_not_speak_for_its_owner() -> None:
    assert published("github.com/duckdb", "duckdb.org") == 1
    thread = a_source(
        "https://github.com/duckdb/duckdb/issues/1", publisher="github.com/duckdb", work="thread:1"
    )
    site = a_source("https://duckdb.org/docs", publisher="duckdb.org")
    assert len(set(voices({page_hash("t"): thread, page_hash("s"): site}).values())) == 2
