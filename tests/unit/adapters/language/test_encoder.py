"""Vectors: across languages, the same however they are asked for, and bounded."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from pathfinder.adapters.language.encoder import DIMENSIONS, Encoder, Matrix, encoder

KOREAN, ENGLISH, OTHER = (
    "커피는 당뇨병 위험을 낮춘다",
    "Coffee lowers the risk of diabetes",
    "The ferry leaves at nine",
)


def test_a_korean_sentence_is_near_its_english_translation_and_far_from_another() -> None:
    assert encoder().similarity(KOREAN, ENGLISH) > 0.6
    assert encoder().similarity(KOREAN, OTHER) < 0.3


def test_rows_come_in_the_order_of_the_texts_and_have_unit_length() -> None:
    rows = encoder().vectors([ENGLISH, OTHER, ENGLISH, ""])
    assert rows.shape == (4, DIMENSIONS)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert np.array_equal(rows[0], rows[2])
    assert not np.array_equal(rows[0], rows[1])
    assert encoder().vectors([]).shape == (0, DIMENSIONS)


def test_a_vector_does_not_depend_on_the_texts_it_is_asked_for_with() -> None:
    alone = Encoder(encoder()._model, "fresh").vectors([ENGLISH])[0]
    among = Encoder(encoder()._model, "fresh").vectors([OTHER, KOREAN, ENGLISH])[2]
    assert np.array_equal(alone, among)


def test_the_encoder_says_which_one_it_is() -> None:
    name, version = encoder().identity.split()
    assert name == "use-m3"
    assert version[0].isdigit()


class Counting:
    """A model that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Matrix:
        self.asked += texts
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for at, text in enumerate(texts):
            rows[at, len(text) % DIMENSIONS] = 2.0
        return rows


def test_a_text_is_worked_out_once_though_memory_has_room_for_few() -> None:
    model = Counting()
    two = Encoder(model, "counting", most_kept=2)
    first = two.vectors(["a", "bb", "a", "ccc", "a"])
    assert np.array_equal(two.vectors(["bb", "ccc", "a"]), first[[1, 3, 0]])
    assert model.asked == ["a", "bb", "ccc"]
    assert len(two._kept) == 2


def test_what_was_laid_aside_comes_back_bit_by_bit() -> None:
    one = Encoder(encoder()._model, "fresh", most_kept=1)
    made = one.vectors([KOREAN, ENGLISH, OTHER])
    assert np.array_equal(one.vectors([KOREAN, ENGLISH, OTHER]), made)


def test_threads_that_share_an_encoder_get_the_rows_of_their_own_texts() -> None:
    shared = Encoder(Counting(), "counting", most_kept=3)
    texts = ["x" * length for length in range(1, 40)]

    def row_of(text: str) -> int:
        return int(shared.vectors([text])[0].argmax())

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(row_of, texts * 5)) == [len(text) for text in texts] * 5


@pytest.mark.parametrize("pair", [(ENGLISH, ENGLISH), (ENGLISH, OTHER), ("고양이", "회계 연도")])
def test_similarity_stays_between_nothing_and_one(pair: tuple[str, str]) -> None:
    assert 0.0 <= encoder().similarity(*pair) <= 1.0
