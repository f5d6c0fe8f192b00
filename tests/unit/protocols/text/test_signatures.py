"""Copies are found, and what only shares a topic or a quotation is not: measured on generated texts."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from random import Random

import pytest

from pathfinder.protocols.text.signatures import (
    BINS,
    FEWEST_SHINGLES,
    NEAR_DUPLICATE,
    Signature,
    bands,
    near_duplicate,
    signature,
    similarity,
)

ENGLISH_GLUE = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "a",
    "is",
    "that",
    "for",
    "it",
    "as",
    "was",
    "with",
    "be",
    "by",
]
KOREAN_GLUE = [
    "그리고",
    "그러나",
    "또한",
    "이러한",
    "있는",
    "대한",
    "위해",
    "통해",
    "때문에",
    "따라",
    "것으로",
    "나타났다",
]
KOREAN_ENDINGS = ["은", "는", "이", "가", "을", "를", "에", "에서", "의", "으로", "와", "도"]
SYLLABLES = (
    "가나다라마바사아자차카타파하거너더러머버서어저처고노도로모보소오조구누두루무부수우주기니리미비시이지"
)


@dataclass(frozen=True)
class Writer:
    """Makes texts of one topic: its own terms, and the glue words that every text has."""

    glue: list[str]
    terms: list[str]
    endings: list[str]

    def text(self, rng: Random, words: int) -> str:
        return " ".join(self.word(rng) for _ in range(words))

    def word(self, rng: Random) -> str:
        if rng.random() < 0.4:
            return rng.choice(self.glue)
        return rng.choice(self.terms) + rng.choice(self.endings)


def english(rng: Random) -> Writer:
    letters = "bcdfglmnprst"
    terms = [
        "".join(rng.choice(letters) + rng.choice("aeiou") for _ in range(rng.randint(2, 4)))
        for _ in range(400)
    ]
    return Writer(ENGLISH_GLUE, terms, ["", "", "s", "ed", "ing"])


def korean(rng: Random) -> Writer:
    terms = ["".join(rng.choice(SYLLABLES) for _ in range(rng.randint(2, 3))) for _ in range(400)]
    return Writer(KOREAN_GLUE, terms, KOREAN_ENDINGS)


WRITERS = pytest.mark.parametrize("writer_of", [english, korean])
WriterOf = Callable[[Random], Writer]


def signed(text: str) -> Signature:
    made = signature(text)
    assert made is not None
    return made


def edited(text: str, share: float, writer: Writer, rng: Random) -> str:
    words = text.split()
    for place in rng.sample(range(len(words)), round(share * len(words))):
        words[place] = "new" + writer.word(rng)
    return " ".join(words)


def found(pairs: list[tuple[str, str]]) -> float:
    return sum(near_duplicate(signed(a), signed(b)) for a, b in pairs) / len(pairs)


@WRITERS
@pytest.mark.parametrize("words", [120, 600])
def test_copies_with_8_per_cent_of_the_words_changed_are_found(writer_of: WriterOf, words: int) -> None:
    rng = Random(1)
    writer = writer_of(rng)
    texts = [writer.text(rng, words) for _ in range(200)]
    assert found([(text, edited(text, 0.08, writer, rng)) for text in texts]) >= 0.99


@WRITERS
def test_syndicated_copies_with_a_byline_and_a_paragraph_more_are_found(writer_of: WriterOf) -> None:
    rng = Random(2)
    writer = writer_of(rng)
    boilerplate = writer.text(rng, 60)
    texts = [writer.text(rng, 300) for _ in range(200)]
    copies = [f"{writer.text(rng, 4)} {edited(text, 0.06, writer, rng)} {boilerplate}" for text in texts]
    assert found(list(zip(texts, copies, strict=True))) >= 0.99


@WRITERS
def test_texts_of_one_topic_are_not_copies(writer_of: WriterOf) -> None:
    rng = Random(3)
    writer = writer_of(rng)
    texts = [signed(writer.text(rng, 300)) for _ in range(60)]
    assert max(similarity(a, b) for a, b in combinations(texts, 2)) < NEAR_DUPLICATE - 0.15


@WRITERS
def test_a_text_that_quotes_half_of_another_is_not_its_copy(writer_of: WriterOf) -> None:
    rng = Random(4)
    writer = writer_of(rng)
    texts = [writer.text(rng, 300) for _ in range(200)]
    quoting = [" ".join(text.split()[:150]) + " " + writer.text(rng, 150) for text in texts]
    assert found(list(zip(texts, quoting, strict=True))) <= 0.01


def test_spacing_of_korean_case_and_width_do_not_matter() -> None:
    rng = Random(5)
    text = korean(rng).text(rng, 100)
    assert signed(text) == signed(text.replace(" ", ""))
    text = english(rng).text(rng, 100)
    assert signed(text) == signed(text.upper().replace(" ", " \n "))
    assert signed(text) == signed("".join(chr(ord(c) + 0xFEE0) if c.isalpha() else c for c in text))


def test_a_mixed_text_is_judged_by_both_its_scripts() -> None:
    rng = Random(6)
    one, other = english(rng).text(rng, 100), korean(rng).text(rng, 60)
    assert not near_duplicate(signed(one + other), signed(one))
    assert near_duplicate(signed(one + " " + other), signed(other + " " + one))


def test_a_text_too_short_for_a_judgement_has_no_signature() -> None:
    words = [f"w{n}" for n in range(FEWEST_SHINGLES + 1)]
    assert signature(" ".join(words)) is not None
    assert signature(" ".join(words[:-1])) is None
    assert signature("word " * 500) is None
    assert signature("") is None
    assert signature("?! \ud800 ...") is None


def test_a_signature_is_a_fixed_string_that_fits_into_json() -> None:
    made = signed(" ".join(f"w{n}" for n in range(40)))
    assert len(made) == 2 * BINS == 256
    assert set(made) <= set("0123456789abcdef")


def test_the_signature_of_a_text_is_the_same_in_another_process() -> None:
    code = (
        "from pathfinder.protocols.text.signatures import signature\n"
        "print(signature(' '.join(f'word{n} 단어{n}' for n in range(99))))"
    )
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    )
    assert other.stdout.strip() == signature(" ".join(f"word{n} 단어{n}" for n in range(99)))


def test_stored_signatures_stay_comparable() -> None:
    """Sessions on disk hold signatures: a change of the method has to be a change of the graph format."""
    assert signed(" ".join(f"w{n}" for n in range(200))).startswith("1a0fdf3c483e665961d7c358b90b035b")
    syllables = "".join(SYLLABLES[(n * n + n // 7) % 50] for n in range(99))
    assert signed(syllables).startswith("5169f512341d7ffaa4fd26188b72258c")


def test_bands_group_copies_without_comparing_all_pairs() -> None:
    rng = Random(7)
    writer = english(rng)
    texts = [writer.text(rng, 300) for _ in range(60)]
    keys = [frozenset(bands(signed(text))) for text in texts]
    assert all(len(key) == BINS // 2 for key in keys)
    pairs = list(combinations(keys, 2))
    assert sum(bool(a & b) for a, b in pairs) / len(pairs) < 0.3
    for text in texts:
        assert frozenset(bands(signed(text))) & frozenset(bands(signed(edited(text, 0.08, writer, rng))))
