"""Laws of numbers: every spelling has one value, no number rests on another, nothing breaks the reader."""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from pathfinder.protocols.text.numbers import Quantity, numbers, unbound

BELOW_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
ONES = BELOW_TWENTY.split()
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SINO = ("", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구")
NATIVE_ONES = ("", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉")
NATIVE_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")


def in_english(number: int) -> str:
    for scale, word in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if number >= scale:
            rest = f" {in_english(number % scale)}" if number % scale else ""
            return f"{in_english(number // scale)} {word}{rest}"
    if number >= 100:
        return f"{ONES[number // 100]} hundred" + (f" and {in_english(number % 100)}" if number % 100 else "")
    if number < 20:
        return ONES[number]
    return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")


def in_sino(number: int) -> str:
    """As a Korean would say it: 일만 and 일억 but 십, 백, 천."""
    for scale, word in ((10**12, "조"), (10**8, "억"), (10**4, "만")):
        if number >= scale:
            return in_sino(number // scale) + word + in_sino(number % scale)
    digits = f"{number:04d}"
    return "".join(
        ("" if digit == "1" and place else SINO[int(digit)]) + place
        for digit, place in zip(digits, ("천", "백", "십", ""), strict=True)
        if digit != "0"
    )


def in_native(number: int) -> str:
    return "스무" if number == 20 else NATIVE_TENS[number // 10] + NATIVE_ONES[number % 10]


def in_groups(number: int) -> str:
    """Digits with Korean scales: 3조 5000억 120만 34."""
    parts = [
        (number // scale % 10**4, word) for scale, word in ((10**12, "조"), (10**8, "억"), (10**4, "만"))
    ]
    written = " ".join(f"{part}{word}" for part, word in parts if part)
    rest = number % 10**4
    return f"{written}{' ' if written.endswith('만') and rest else ''}{rest or ''}"


SPELLINGS: tuple[Callable[[int], str], ...] = (
    "{} people".format,
    "{:,} people".format,
    lambda number: f"{number:,} people".replace(",", "\u202f"),
    lambda number: f"{number:,} people".replace(",", "'"),
    lambda number: f"{number:,}.0 people",
    lambda number: f"{in_english(number)} people",
    lambda number: f"{in_sino(number)} 원",
    lambda number: f"{in_groups(number)}명",
)
# From 11 on each spelling stands by itself: "one" and "일" alone are words.
counts = st.one_of(
    st.integers(11, 10**4), st.integers(11, 10**15 - 1), st.integers(2, 99).map(lambda n: n * 10**4)
)


def readable(number: int) -> bool:
    """Bare digits after 억 or 조 are not joined to them, since they may be a year ("3조 2023년")."""
    return not (number >= 10**8 and number % 10**8 < 10**4 and number % 10**4)


@given(counts, st.sampled_from(SPELLINGS))
def test_every_spelling_of_a_count_has_its_value(number: int, spell: Callable[[int], str]) -> None:
    assume(readable(number))

    assert [found.value for found in numbers(spell(number)) if isinstance(found, Quantity)] == [number]


@given(st.integers(1, 99))
def test_native_korean_numbers_have_their_value(number: int) -> None:
    (found,) = numbers(f"그는 {in_native(number)} 살이다")

    assert isinstance(found, Quantity)
    assert (found.value, found.unit) == (Fraction(number), "year")


@given(counts, counts, st.sampled_from(SPELLINGS), st.sampled_from(SPELLINGS))
def test_a_number_rests_on_its_equal_in_any_spelling_and_on_no_other(
    number: int, other: int, said: Callable[[int], str], quoted: Callable[[int], str]
) -> None:
    assume(number != other and readable(number) and readable(other))

    assert unbound(said(number), [quoted(other), quoted(number)]) == ()
    assert len(unbound(said(number), [quoted(other)])) == 1


@given(st.decimals(-(10**9), 10**9, places=3), st.sampled_from(("%", " percent", "퍼센트", " per cent")))
def test_decimals_are_exact_and_per_cent_is_per_cent(number: Fraction, unit: str) -> None:
    (found,) = numbers(f"it is {number:f}{unit}")

    assert isinstance(found, Quantity)
    assert (found.value, found.unit) == (Fraction(number), "percent")
    assert (
        len(unbound(f"it is {number:f}{unit}", [f"it is {number:f} percentage points, {number:f} in all"]))
        == 1
    )


@given(st.integers(1, 99), st.integers(1, 99))
def test_a_ratio_rests_on_its_per_cent(above: int, below: int) -> None:
    percent = Fraction(100 * above, below)
    assume(percent.denominator == 1)

    assert unbound(f"{below}분의 {above}", [f"{percent}%"]) == ()
    assert unbound(f"{percent} percent", [f"{above}/{below}"]) == ()
    assert len(unbound(f"{percent + 1}%", [f"{above}/{below}"])) == 1


@given(
    st.sampled_from(("GPT-{}", "B{}", "v{}.1", "Section {}", "코로나{}", "{}G", "10:{}")), st.integers(10, 59)
)
def test_a_name_rests_only_on_itself(name: str, number: int) -> None:
    said, other = name.format(number), name.format(number + 1)

    assert unbound(said, [f"we see {said}, too"]) == ()
    assert [found.raw for found in unbound(said, [f"we see {other}, {number} of them"])] == [said]


ODD = st.text(
    st.sampled_from(
        "0123456789.,-–+×eE^/%()$€ '⁻²½:~①٣일이삼십백천만억조열두스분의월년퍼센트명원"
        "onehalfthirdİtwk한 \n\u200b"
        "doublquarshXLIVMⅫ㊷④⑴⁴₂四十百〇반배수여갑절할몇서너[]"
    )
)


@given(st.one_of(st.text(), ODD), st.one_of(st.text(), ODD))
def test_any_text_is_read_without_error_and_spans_lie_in_it(text: str, quote: str) -> None:
    found = numbers(text)
    at = 0
    for number in found:
        assert at <= number.span.start < number.span.end <= len(text)
        assert number.raw == text[number.span.start : number.span.end]
        at = number.span.end

    assert set(unbound(text, [quote])) <= set(unbound(text, []))


FIGURES = [
    "halved",
    "doubled",
    "a quarter",
    "hundreds",
    "several million",
    "twelvefold",
    "XLII",
    "per cent",
    "%",
    "fortytwo",
    "nineties",
    "m²",
    "R²",
    "$",
    "-",
    "tens of thousands",
    "double digits",
    "①",
    "②",
    "㊷",
    "⁴²",
    "四十二",
    "two studies",
    "obs_1",
    "[42]",
    "반으로",
    "수백",
    "두 배",
    "갑절",
    "서너 명",
    "삼할",
    "evil.example",
]
WORDS = st.lists(st.sampled_from(FIGURES), max_size=8).map(" ".join)


@given(WORDS)
def test_a_sentence_of_figures_in_words_rests_on_itself(text: str) -> None:
    assert unbound(text, [text]) == ()
    at = 0
    for number in numbers(text):
        assert at <= number.span.start < number.span.end <= len(text)
        at = number.span.end


@given(ODD)
def test_a_sentence_rests_on_itself(text: str) -> None:
    assert unbound(text, [text]) == ()
