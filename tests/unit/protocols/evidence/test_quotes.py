"""A quote is on the page word for word, or it is not there."""

import unicodedata
from dataclasses import dataclass

import pytest

from pathfinder.protocols.evidence.quotes import PageText, Span, find, find_all


@dataclass(frozen=True)
class Case:
    """A quote, a page, and the slice of the page it is found as."""

    id: str
    quote: str
    page: str
    slice: str = ""


def each(*cases: Case) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in cases])


def slice_of(quote: str, page: str) -> str | None:
    span = find(quote, PageText.of(page))
    return None if span is None else page[span.start : span.end]


NFD = unicodedata.normalize("NFD", "연구 결과가 있다")

FOUND = (
    Case("plain", "the drug works", "We say the drug works.", "the drug works"),
    Case("case", "The Drug works", "We say the drug works.", "the drug works"),
    Case("a letter whose lower case is longer", "abc İstanbul", "abc İstanbul", "abc İstanbul"),
    Case("white space", "a big house", "a \t\r\n\u00a0big\u3000house", "a \t\r\n\u00a0big\u3000house"),
    Case("blank around the quote", "  big house\n", "a big house", "big house"),
    Case("curly marks", 'he said "no" to it', "he said “no” to it", "he said “no” to it"),
    Case("guillemets", '"no" he said', "« no », 「no」 he said", "no」 he said"),
    Case("corner brackets", "it is 'so'", "it is 「so」", "it is 「so"),
    Case("marks around the quote are left out", "“big house”", "a big house", "big house"),
    Case("apostrophes", "it doesn't work", "it doesn’t work", "it doesn’t work"),
    Case("en dash", "5-10 mg daily", "give 5–10 mg daily", "5–10 mg daily"),
    Case("minus", "at -5 degrees", "at −5 degrees", "at −5 degrees"),
    Case("spaced dashes", "it works - but rarely", "it works — but rarely", "it works — but rarely"),
    Case("double hyphen", "works—but rarely", "it works--but rarely", "works--but rarely"),
    Case("stop at an em dash", "it works", "it works—but rarely", "it works"),
    Case("ligatures", "efficient office", "eﬃcient oﬃce", "eﬃcient oﬃce"),
    Case("soft hyphen", "an example", "an ex\u00adam\u00adple", "an ex\u00adam\u00adple"),
    Case("zero width", "an example", "\ufeffan ex\u200bample\u200b here", "an ex\u200bample"),
    Case("leading mark", "an example", "\u200b\u0301 an example", "an example"),
    Case("NFD page", "연구 결과가 있다", f"이번 {NFD}.", NFD),
    Case("NFD quote", NFD, "이번 연구 결과가 있다.", "연구 결과가 있다"),
    Case("accent after a zero width", "a café there", "a cafe\u200b\u0301 there", "a cafe\u200b\u0301 there"),
    Case("before a word like a scale", "기준 2020", "기준 2020 조사 결과", "기준 2020"),
    Case("accents", "a café there", "a cafe\u0301 there", "a cafe\u0301 there"),
    Case("full width", "ABC 123 test", "ＡＢＣ　１２３ test", "ＡＢＣ　１２３ test"),
    Case("square units", "5 m² wide", "5 ㎡ wide", "5 ㎡ wide"),
    Case("subscript of a letter", "CO2 level", "the CO₂ level", "CO₂ level"),
    Case("superscript", "10² times", "about 10² times", "10² times"),
    Case("middle dots", "산·강의 물", "산ㆍ강의 물", "산ㆍ강의 물"),
    Case("hyphen at a line end, none", "an example", "an exam-\n ple", "an exam-\n ple"),
    Case("hyphen at a line end, kept", "cost-effective", "a cost-\neffective way", "cost-\neffective"),
    Case("soft hyphen at a line end", "an example", "an exam\u00ad\nple", "an exam\u00ad\nple"),
    Case("hyphen and blank, from a line end", "an exam- ple", "an exam-\nple", "an exam-\nple"),
    Case("hyphen and blank", "pre- and post-war", "the pre- and post-war years", "pre- and post-war"),
    Case("name at a line end", "COVID-19 cases", "COVID-\n19 cases", "COVID-\n19 cases"),
    Case("line break in a Hangul word", "연구결과가 있다", "연구결\n과가 있다", "연구결\n과가 있다"),
    Case("line break for a Hangul blank", "연구 결과가 있다", "연구\n결과가 있다", "연구\n결과가 있다"),
    Case("line break before Hangul", "AI는 좋다", "AI\n는 좋다", "AI\n는 좋다"),
    Case("Han without blanks", "中文資料很多", "中文 資料\n\n很多。", "中文 資料\n\n很多"),
    Case("Hangul in quotation marks", "아주 좋다", "그는 “아주 좋다”고 했다", "아주 좋다"),
    Case("eojeol with its comma", "효과가 있고", "효과가 있고, 싸다", "효과가 있고"),
    Case("dots are dots", "well... maybe so", "well… maybe so", "well… maybe so"),
    Case("Hindi", "हिन्दी भाषा", "यह हिन्दी भाषा है", "हिन्दी भाषा"),
    Case("after a sentence that says no", "The drug works", "Oh no. The drug works", "The drug works"),
    Case("negation inside", "is not effective here", "it is not effective here", "is not effective here"),
    Case("list item", "5 people came", "- 5 people came", "5 people came"),
    Case("the second place is whole", "cat food", "concat food, cat food", "cat food"),
    Case("the second place has its gap", "no table", "notable or: no table", "no table"),
)  # fmt: skip

REFUSED = (
    Case("empty", "", "a page"),
    Case("marks only", "“”", "“”"),
    Case("too short", "ab", "ab ab"),
    Case("not there", "the drug fails", "the drug works"),
    Case("glued words", "notable", "there is no table"),
    Case("split word", "no table", "it is notable"),
    Case("glued Korean", "연구결과", "연구 결과"),
    Case("split Korean", "연구 결과", "연구결과"),
    Case("not inserted", "is not effective", "is effective"),
    Case("not dropped", "is effective", "is not effective"),
    Case("않는 inserted", "효과가 있지 않다", "효과가 있다"),
    Case("ellipsis", "the drug … works", "the drug often works"),
    Case("ellipsis dots", "the drug [...] works", "the drug often works"),
    Case("inside a word", "cat food", "concat food"),
    Case("inside a word at the end", "the cat", "the category"),
    Case("negative prefix", "effective here", "ineffective here"),
    Case("hyphenated prefix", "effective here", "non-effective here"),
    Case("hyphenated prefix at a line end", "effective here", "non-\neffective here"),
    Case("hyphenated suffix", "the smoke", "the smoke-free room"),
    Case("bracketed prefix", "likely here", "(un)likely here"),
    Case("contraction", "I can", "I can't swim"),
    Case("second half of a contraction", "t swim at all", "I can't swim at all"),
    Case("hyphen is a letter", "to resign now", "to re-sign now"),
    Case("hyphen added", "to re-sign now", "to resign now"),
    Case("hyphen for a dash", "works-but rarely", "works—but rarely"),
    Case("hyphen for a blank", "smoke-free room", "smoke free room"),
    Case("superscript as digits", "102 times", "10² times"),
    Case("base without exponent", "about 10", "about 10² times"),
    Case("unit without exponent", "is 5 m", "is 5 m² wide"),
    Case("subscript of a digit", "102 times", "10₂ times"),
    Case("subscript before a digit", "log28 times", "log₂8 times"),
    Case("vulgar fraction", "21/2 times", "2½ times"),
    Case("circled digit", "1 test here", "① test here"),
    Case("listed digit", "1.5 test", "⒈5 test"),
    Case("minus cut off", "5 degrees", "at -5 degrees"),
    Case("minus dropped", "at 5 degrees", "at -5 degrees"),
    Case("range cut", "10 mg daily", "5–10 mg daily"),
    Case("range cut at its end", "give 5", "give 5–10 mg"),
    Case("name cut", "COVID", "COVID-19"),
    Case("less than cut off", "0.05 was seen", "<0.05 was seen"),
    Case("currency cut off", "5 million", "$5 million"),
    Case("inside a number", "rose by 1", "rose by 1.25"),
    Case("inside a number with its point", "rose by 1.", "rose by 1.25"),
    Case("inside decimals", "rose by 1.2", "rose by 1.25"),
    Case("tail of a number", "2.5 per day", "12.5 per day"),
    Case("decimals alone", "25 per day", "1.25 per day"),
    Case("thousands", "234 people", "1,234 people"),
    Case("thousands with a blank", "rose to 1", "rose to 1 234 people"),
    Case("tail of thousands with a blank", "234 people", "to 1 234 people"),
    Case("per cent cut off", "rose by 5", "rose by 5% there"),
    Case("spaced per cent cut off", "rose by 5", "rose by 5 percent there"),
    Case("million cut off", "rose by 5", "rose by 5 million"),
    Case("spaced 만 cut off", "인구는 5", "인구는 5 만 명"),
    Case("spaced 프로 cut off", "비율은 5", "비율은 5 프로다"),
    Case("만 cut off", "인구는 5", "인구는 5만"),
    Case("percentage point cut", "rose by 5%", "rose by 5%p there"),
    Case("percentage points cut", "rose by 5%", "rose by 5% points"),
    Case("after not", "effective in adults", "not effective in adults"),
    Case("after n't", "work in adults", "doesn't work in adults"),
    Case("after 안", "먹는다고 했다", "안 먹는다고 했다"),
    Case("before 않다", "효과가 있지", "효과가 있지 않다"),
    Case("before 없다", "막을 수", "막을 수 없다"),
    Case("inside an eojeol", "효과가 있", "효과가 있지 않다"),
    Case("before a particle", "연구 결과", "연구 결과가 있다"),
    Case("inside Han", "有效的藥", "無有效的藥"),
    Case("before a Hindi vowel sign", "यह हिन्द", "यह हिन्दी"),
    Case("inside an identifier", "obs to keep", "my_obs to keep"),
)


@each(*FOUND)
def test_quote_is_found_as_the_page_has_it(case: Case) -> None:
    assert slice_of(case.quote, case.page) == case.slice


@each(*REFUSED)
def test_what_the_page_does_not_say_is_not_found(case: Case) -> None:
    assert slice_of(case.quote, case.page) is None


TABLE = """
| requests | per second | average |
|----------|------------|---------|
| 10       | 2,730      | 3.67ms  |
| 16       | 633        | 26.4ms  |
"""


@pytest.mark.parametrize("row", ["| 10 | 2,730 | 3.67ms |", "16 | 633 | 26.4ms", "16 | 633"])
def test_a_row_of_figures_is_found_whatever_its_padding(row: str) -> None:
    """The bars of a table were once taken for the place of a cut: "16 | 633" looked like 16 633."""
    assert find(row, PageText.of(TABLE)) is not None
    assert find("0 | 2,730", PageText.of(TABLE)) is None


def test_find_all_gives_each_whole_place_in_order() -> None:
    page = PageText.of("red car, redcar, RED\ncar and red car")

    assert list(find_all("red car", page)) == [Span(0, 7), Span(17, 24), Span(29, 36)]


def test_span_covers_a_ligature_whole() -> None:
    page = "x ﬁ… end of it"

    assert slice_of("x fi.. end", page) is None
    assert slice_of("x fi..", page) == "x ﬁ…"
    assert slice_of("x fi... end", page) == "x ﬁ… end"


def test_a_span_never_ends_with_an_invisible_character() -> None:
    assert slice_of("the end", "at the end\u200b\u2060") == "the end"
    assert slice_of("an exam", "an exam\u00ad \n\nis") is None
