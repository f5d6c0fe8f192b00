"""Signatures: of every text or none, symmetric, and grouped by bands without a miss."""

from hypothesis import example, given
from hypothesis import strategies as st

from pathfinder.protocols.text.signatures import (
    BINS,
    NEAR_DUPLICATE,
    Signature,
    bands,
    near_duplicate,
    signature,
    similarity,
)

words = st.sampled_from([f"w{n}" for n in range(80)] + [f"단어{n}개" for n in range(40)])
texts = st.lists(words, min_size=40, max_size=200).map(" ".join)
bins = st.integers(0, 255).map(lambda value: f"{value:02x}")


@st.composite
def related(draw: st.DrawFn) -> tuple[Signature, Signature]:
    """Two signatures that share as many bins as is drawn, at drawn places."""
    one = draw(st.lists(bins, min_size=BINS, max_size=BINS))
    same = draw(st.sets(st.integers(0, BINS - 1), min_size=draw(st.integers(0, BINS))))
    other = [
        value if place in same else f"{(int(value, 16) + 1) % 256:02x}" for place, value in enumerate(one)
    ]
    return Signature("".join(one)), Signature("".join(other))


@given(st.text())
def test_every_text_has_a_signature_or_is_too_short(text: str) -> None:
    made = signature(text)
    assert made is None or len(made) == 2 * BINS


@given(texts, texts)
def test_similarity_is_symmetric_between_0_and_1_and_1_for_the_same_text(a: str, b: str) -> None:
    first, second = signature(a), signature(b)
    if first is not None and second is not None:
        assert 0 <= similarity(first, second) == similarity(second, first) <= 1
        assert similarity(first, first) == 1
        assert near_duplicate(first, first)


@given(texts)
def test_saying_a_text_twice_adds_at_most_what_stands_at_the_seam(text: str) -> None:
    once, twice = signature(text), signature(f"{text} {text}")
    if once is not None and twice is not None:
        assert near_duplicate(once, twice)


@given(related())
@example((Signature("00" * BINS), Signature("0001" * (BINS // 2))))
@example((Signature("00" * BINS), Signature("0001" * 61 + "00" * 6)))
def test_near_duplicates_always_share_a_band(pair: tuple[Signature, Signature]) -> None:
    a, b = pair
    if similarity(a, b) >= NEAR_DUPLICATE:
        assert set(bands(a)) & set(bands(b))


@given(related())
def test_a_shared_band_is_a_shared_pair_of_bins_at_one_place(pair: tuple[Signature, Signature]) -> None:
    a, b = pair
    places = range(0, 2 * BINS, 4)
    assert bool(set(bands(a)) & set(bands(b))) == any(
        a[place : place + 4] == b[place : place + 4] for place in places
    )
