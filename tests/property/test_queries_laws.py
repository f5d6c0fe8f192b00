"""Queries of any script: a normal form that is its own, a symmetric likeness, and nothing unseen goes out."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.queries import (
    LONGEST_QUERY,
    REPEAT_ABOVE,
    clean,
    is_repeat,
    normalize,
    repeat_keys,
    similarity,
    with_low_quality_hint,
)

pieces = st.sampled_from(
    [
        "site:",
        "-",
        '"',
        "intitle:",
        " ",
        "quantum",
        "computing",
        "2023",
        "-40",
        "한국",
        "연구",
        "हिन्दी",
        "ไทย",
        "(",
        ":",
        "\u0301",
        "ͅ",
        "ΐ",
        "ᄀ",
        "ᅡ",
    ]
)
queries = st.one_of(
    st.text(), st.lists(pieces, max_size=12).map("".join), st.lists(pieces, max_size=12).map(" ".join)
)


@given(queries)
def test_a_normal_form_is_its_own_normal_form_of_letters_and_digits_only(query: str) -> None:
    normal = normalize(query)
    assert normalize(normal) == normal
    assert all(unicodedata.category(letter)[0] in "LNM" for letter in normal)


@given(st.text(st.characters(categories=["Lo"]), min_size=1))
def test_letters_of_scripts_without_case_do_not_vanish(text: str) -> None:
    shapeless = "\u115f\u1160\u3164\uffa0"
    assert normalize(text) or not text.strip(shapeless)


@given(queries, queries)
def test_similarity_is_symmetric_between_0_and_1_and_1_for_equal_normal_forms(a: str, b: str) -> None:
    assert 0 <= similarity(a, b) == similarity(b, a) <= 1
    assert similarity(a, a) == 1
    if normalize(a) == normalize(b):
        assert similarity(a, b) == 1


words = st.lists(
    st.sampled_from(["study", "studies", "study2", "coffee", "연구", "연구들", "2023"]), max_size=4
)


@given(st.one_of(queries, words.map(" ".join)), st.one_of(queries, words.map(" ".join)))
def test_the_glance_at_first_letters_never_hides_a_repeat(a: str, b: str) -> None:
    if similarity(a, b) > REPEAT_ABOVE:
        assert repeat_keys(a) & repeat_keys(b)


@given(queries, st.lists(queries, max_size=5))
def test_a_repeat_is_the_most_similar_past_query_and_over_the_limit(query: str, past: list[str]) -> None:
    found = is_repeat(query, past)
    best = max((similarity(query, old) for old in past), default=0.0)
    assert (found is not None) == (best > REPEAT_ABOVE)
    if found is not None:
        assert found.query in past
        assert found.similarity == best
        assert found.exact == (normalize(query) == normalize(found.query))


@given(st.one_of(queries, st.text(min_size=150, max_size=400)))
def test_a_clean_query_is_short_visible_and_clean_already(query: str) -> None:
    cleaned = clean(query)
    if cleaned is not None:
        assert 0 < len(cleaned) <= LONGEST_QUERY
        assert all(unicodedata.category(letter)[0] != "C" for letter in cleaned)
        assert clean(cleaned) == cleaned
        assert normalize(cleaned)


@given(st.text(), st.text(), st.text("0123456789abcdefABCDEF+/=", min_size=41, max_size=60))
def test_no_long_encoded_run_goes_out_wherever_it_stands(before: str, after: str, run: str) -> None:
    assert clean(before + run + after) is None


@given(queries, st.sampled_from(["ko", "en", "ja", "de", "xx"]))
def test_a_hint_is_given_once_and_keeps_the_limit(query: str, told: str) -> None:
    hinted = with_low_quality_hint(query, told)
    assert hinted.startswith(query)
    assert hinted == query or len(hinted) <= LONGEST_QUERY
    assert with_low_quality_hint(hinted, told) == hinted


@given(st.text())
def test_every_text_has_a_language(text: str) -> None:
    assert len(language(text)) == 2
