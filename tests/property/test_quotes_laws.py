"""Laws of quotes: typing never hides a quote, and words never appear, vanish, join or split."""

import unicodedata
from collections.abc import Callable, Sequence
from random import Random

from hypothesis import assume, example, given
from hypothesis import strategies as st

from pathfinder.protocols.evidence.quotes import PageText, find, find_all
from pathfinder.protocols.text.folding import fold, fold_char

WORDS = (
    "the office finds", "no", "don't", "cost-effective", "café", "naïve", "CO2", "2.5", "40%", '"quoted"',
    "(see", "below)", "well,", "AIDS", "state-of-the-art", "5-10", "COVID-19", "fluffy", "data", "effective.",
    "연구", "결과가", "효과는", "있다.", '"중요"하다고', "GDP는", "기존의",
)  # fmt: skip
# Few and alike, so that a random quote is often on the page, or nearly.
ALIKE = ("now", "here", "nowhere", "not", "able", "table", "notable", "연구", "연구결과", "결과")
NEGATION = "not"

Disturb = Callable[[str, Random], str]


def each(text: str, change: Callable[[str, str, str], str]) -> str:
    """The text with each character changed in view of its neighbours."""
    return "".join(
        change(one, two, three) for one, two, three in zip(" " + text, text, text[1:] + " ", strict=False)
    )


def other_blanks(text: str, random: Random) -> str:
    blanks = (" ", "   ", "\n", "\t", "\u00a0", "\u3000", " \r\n\n ", "\u2009")
    return each(text, lambda _, char, __: random.choice(blanks) if char == " " else char)


def other_marks(text: str, random: Random) -> str:
    return each(text, lambda _, char, __: random.choice("'\"‘’“”„«»「」『』`") if char in "'\"" else char)


def other_hyphens(text: str, random: Random) -> str:
    return each(text, lambda _, char, __: random.choice("-‐‑‒–−－") if char == "-" else char)


def invisible(text: str, random: Random) -> str:
    def after(_: str, char: str, following: str) -> str:
        inside = not char.isspace() and not following.isspace()
        return char + random.choice(("", "", "\u200b", "\u00ad", "\ufeff", "\u2060", "\u200d\ufe0f")) * inside

    return each(text, after)


def other_form(text: str, random: Random) -> str:
    return unicodedata.normalize(random.choice(("NFC", "NFD")), text)


def full_width(text: str, random: Random) -> str:
    def wide(_: str, char: str, __: str) -> str:
        return chr(ord(char) + 0xFEE0) if "!" < char <= "~" and random.random() < 0.3 else char

    return each(text, wide)


def ligatures(text: str, random: Random) -> str:
    for plain, ligature in random.sample((("ffi", "ﬃ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ")), 3):
        text = text.replace(plain, ligature)
    return text


def other_case(text: str, random: Random) -> str:
    return each(text, lambda _, char, __: random.choice((char.upper(), char.lower())))


def broken_lines(text: str, random: Random) -> str:
    def broken(before: str, char: str, following: str) -> str:
        if "가" <= char <= "힣" and "가" <= following <= "힣":
            return char + random.choice(("", "", "\n", " \n"))
        if (
            before.isalpha()
            and char.isascii()
            and char.isalpha()
            and following.isascii()
            and following.isalpha()
        ):
            return char + random.choice(("", "", "-\n", "-\r\n  "))
        return char

    return each(text, broken)


DISTURBANCES: tuple[Disturb, ...] = (
    other_blanks,
    broken_lines,
    ligatures,
    other_case,
    other_marks,
    other_hyphens,
    full_width,
    other_form,
    invisible,
)


@st.composite
def spans(draw: st.DrawFn) -> tuple[list[str], int, int]:
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=30))
    start = draw(st.integers(0, len(words) - 1))
    return words, start, draw(st.integers(start + 1, len(words)))


def cuttable(words: Sequence[str], start: int) -> bool:
    return start == 0 or words[start - 1] not in ("no", "don't")


@given(spans(), st.lists(st.sampled_from(DISTURBANCES), unique=True), st.randoms(use_true_random=False))
def test_no_way_of_typing_hides_a_quote(
    span: tuple[list[str], int, int], chosen: list[Disturb], random: Random
) -> None:
    words, start, end = span
    quote = " ".join(words[start:end])
    assume(cuttable(words, start) and sum(map(str.isalnum, quote)) >= 3)
    page = " ".join(words)
    for disturb in [one for one in DISTURBANCES if one in chosen]:
        page = disturb(page, random)

    found = find(quote, PageText.of(page))

    assert found is not None
    kept = page[found.start : found.end]
    assert PageText.of(kept).key == PageText.of(quote).key.strip("'")
    assert kept == kept.strip()
    assert find(kept, PageText.of(quote)) is not None


@given(
    st.lists(st.sampled_from(ALIKE), max_size=12), st.lists(st.sampled_from(ALIKE), min_size=1, max_size=4)
)
def test_found_exactly_when_the_words_stand_there_in_this_order(page: list[str], quote: list[str]) -> None:
    stands = any(
        page[at : at + len(quote)] == quote and (at == 0 or page[at - 1] != NEGATION)
        for at in range(len(page) - len(quote) + 1)
    )
    assume(sum(map(len, quote)) >= 3)

    assert (find(" ".join(quote), PageText.of(" ".join(page))) is not None) == stands


@given(spans(), st.data())
def test_a_word_put_in_or_left_out_is_never_found(
    span: tuple[list[str], int, int], data: st.DataObject
) -> None:
    words, start, end = span
    assume(end - start >= 3)
    quote = words[start:end]
    at = data.draw(st.integers(1, len(quote) - 1))
    put_in = [*quote[:at], data.draw(st.sampled_from(("never", "hardly", "않는", "못"))), *quote[at:]]
    assert find(" ".join(put_in), PageText.of(" ".join(words))) is None

    page = " ".join([*words[: start + at], "zebra", *words[start + at :]])
    assume(" ".join(quote) not in page)
    assert find(" ".join(quote), PageText.of(page)) is None


@given(st.text(), st.text(max_size=20))
@example("'0", "00'")
def test_any_text_is_searched_without_error_and_spans_lie_in_it(page: str, quote: str) -> None:
    text = PageText.of(page)
    places = list(find_all(quote, text))

    assert places == sorted(places)
    assert find(quote, text) == (places[0] if places else None)
    for start, end in places:
        assert 0 <= start < end <= len(page)


@given(st.text(min_size=3))
def test_every_text_says_itself(text: str) -> None:
    page = PageText.of(text)
    assume(sum(map(str.isalnum, page.key)) >= 3)

    assert find(text, page) is not None


@given(st.text(), st.text(max_size=5), st.text())
def test_a_span_keeps_what_the_quote_says(before: str, quote: str, after: str) -> None:
    page = f"{before} . {quote} . {after}"
    for start, end in find_all(quote, PageText.of(page)):
        assert PageText.of(page[start:end]).key.strip("'") == PageText.of(quote).key.strip("'")


@given(st.text())
def test_folding_is_done_in_one_go_and_knows_no_unicode_form(text: str) -> None:
    once = fold(text).text

    assert fold(once).text == once
    assert fold(unicodedata.normalize("NFC", text)).text == fold(unicodedata.normalize("NFD", text)).text


@given(st.characters())
def test_folding_a_character_brings_in_no_digit(char: str) -> None:
    digits = [part for part in fold_char(char) if part.isdecimal()]

    assert len(digits) == (1 if char.isdecimal() else 0)


@given(st.text())
def test_each_character_of_a_folded_text_has_its_own_place(text: str) -> None:
    folded = fold(text)
    places = [folded.span(at, at + 1) for at in range(len(folded.text))]

    assert all(0 <= start < end <= len(text) for start, end in places)
    assert places == sorted(places)
