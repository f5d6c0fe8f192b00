"""Numbers of a sentence, however they are written, and the quotes they rest on."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from pathfinder.protocols.text.numbers import Name, Quantity, Wording, numbers, unbound

Reading = tuple[Fraction | str, str | None]


def read(text: str) -> list[Reading]:
    """Value and unit of each quantity, raw text of each name and each figure in words."""
    return [(one.value, one.unit) if isinstance(one, Quantity) else _raw(one) for one in numbers(text)]


def _raw(one: Name | Wording) -> Reading:
    return one.raw, "name" if isinstance(one, Name) else "wording"


def q(value: int | str, unit: str | None = None) -> Reading:
    return Fraction(value), unit


def name(raw: str) -> Reading:
    return raw, "name"


def words(raw: str) -> Reading:
    return raw, "wording"


QUANTITIES: dict[str, list[Reading]] = {
    # digits
    "1,234,567 people": [q(1234567)],
    "1 234 567 people": [q(1234567)],
    "1'234'567 people": [q(1234567)],
    "1\u202f234,5 people": [q("1234.5")],
    "1.234.567,5 people": [q("1234567.5")],
    "1.234,5 people": [q("1234.5")],
    "1.234 people": [q("1.234")],
    "3,5 people": [q("3.5")],
    "0,123 people": [q("0.123")],
    ".5 people": [q("0.5")],
    "２５ people": [q(25)],
    "1\u200b0 people": [q(10)],
    "1,2,3": [name("1,2,3")],
    "1,23,456": [name("1,23,456")],
    "1" * 41: [name("1" * 41)],
    # signs
    "it was -5 or −7": [q(-5), q(-7)],
    "minus 5, 마이너스 3, 영하5도, 영하 2도": [q(-5), q(-3), q(-5), q(-2)],
    "+5 and ±3": [q(5), q(3)],
    "-$5 and $-6": [q(-5, "USD"), q(-6, "USD")],
    # powers
    "1.2e-5 1E3": [q("0.000012"), q(1000)],
    "3×10⁻⁵, 3 x 10^4, 2·10^(-3)": [q("0.00003"), q(30000), q("0.002")],
    "10⁶ and 10^6": [q(1000000), q(1000000)],
    "2³ and 2^3": [name("2³"), name("2^3")],
    # per cent
    "12.5% 3 percent 4 per cent 5 pct 6퍼센트를 7 프로": [
        q(number, "percent") for number in ("12.5", 3, 4, 5, 6, 7)
    ],
    "1%p 2 percentage points 3퍼센트포인트 4%포인트 5 % points 6 pp": [
        q(number, "percentage point") for number in range(1, 7)
    ],
    "50%and 5‰": [q(50, "percent"), q(5, "per mille")],
    "5 프로그램": [q(5)],
    # fractions
    "½ and 2½ hours": [q("1/2", "ratio"), q("5/2", "hour")],
    "1/2, 3분의 2": [q("1/2", "ratio"), q("2/3", "ratio")],
    "5/0 and 0분의 2": [q(5), q(0), q(0, "minute"), q(2)],
    "half, one half, two halves": [q("1/2", "ratio"), q("1/2", "ratio"), q(1, "ratio")],
    "two thirds, three-quarters, a third of, a fifth as": [
        q("2/3", "ratio"), q("3/4", "ratio"), q("1/3", "ratio"), q("1/5", "ratio"),
    ],
    "절반이 삼분의 이가 십분의 일이": [q("1/2", "ratio"), q("2/3", "ratio"), q("1/10", "ratio")],
    "the first half, half-life, half time, two third": [q(2), q(3, "ordinal")],
    "half a million, half of a dozen": [q(500000), q(6)],
    # English words
    "twenty-five, ninety nine, nineteen": [q(25), q(99), q(19)],
    "a hundred and twenty": [q(120)],
    "two hundred and three hundred": [q(200), q(300)],
    "two hundred fifty, twelve hundred": [q(250), q(1200)],
    "three million two hundred thousand and five": [q(3200005)],
    "between two million and three million": [q(2000000), q(3000000)],
    "two million and three thousand": [q(2000000), q(3000)],
    "twenty tenth": [q(20), q(10, "ordinal")],
    "two thousand and three hundred": [q(2000), q(300)],
    "two thousand million": [q(2000), words("million")],
    "two thousand three million": [q(2000), q(3000000)],
    "two point five million, two point": [q(2500000), q(2)],
    "one and a half, two and a half million": [q("3/2"), q(2500000)],
    "two dozen, a dozen, dozens": [q(24), q(12), words("dozens")],
    "twice, thrice, tenfold, three-fold": [q(2), q(3), q(10, "fold"), q(3, "fold")],
    "one of the, no one, someone, an hour": [],
    "a few thousand, several hundred, millions": [
        words("few thousand"), words("several hundred"), words("millions"),
    ],
    "one percent, one hundred": [q(1, "percent"), q(100)],
    "zero cases, zero-shot, zero-percent": [q(0), q(0, "percent")],
    # ranks
    "2nd, 21st, 3rd, 11th": [q(2, "ordinal"), q(21, "ordinal"), q(3, "ordinal"), q(11, "ordinal")],
    "twenty-first, fourth place, third largest": [q(21, "ordinal"), q(4, "ordinal"), q(3, "ordinal")],
    "at first, second, Third, and second-largest": [q(2, "ordinal")],
    "3위, 두 번째, 제3차, 제3조": [q(3, "ordinal"), q(2, "ordinal"), q(3, "ordinal"), q(3, "ordinal")],
    # scales and money
    "1.5 million, 2.3bn, 4 mn, 7B, 3K": [q(1500000), q(2300000000), q(4000000), q(7000000000), q(3000)],
    "$1.5M, US$3 billion, €5m, £2 m, A$7, ¥8, KRW 5": [
        q(1500000, "USD"), q(3000000000, "USD"), q(5000000, "EUR"), q(2000000, "GBP"), q(7, "AUD"), q(8),
        q(5, "KRW"),
    ],
    "USD100 and 100 dollars and 0 million": [q(100, "USD"), q(100, "USD"), q(0)],
    # units
    "5 kg 5kg 5 kilograms": [q(5, "kg")] * 3,
    "5 mètres": [q(5)],
    "5 MW, 5 mW, 5 m², 10 mg/kg, 100 km/h": [
        q(5, "MW"), q(5, "mW"), q(5, "m²"), q(10, "mg/kg"), q(100, "km/h"),
    ],
    "5 °C, 5℃, 5-year, five-year-old, 3x, 3 × 4": [
        q(5, "°C"), q(5, "°C"), q(5, "year"), q(5, "year"), q(3, "fold"), q(3), q(4),
    ],
    "25배, 3개월, 5년간, 20세, 3분기, 5원칙": [
        q(25, "fold"), q(3, "month"), q(5, "year"), q(20, "year"), q(3, "quarter of the year"), q(5),
    ],
    # ranges
    "5–10% or 5 to 10 percent": [q(5, "percent"), q(10, "percent")] * 2,
    "$2-3 million, 3~5만 명, 5%에서 10%": [
        q(2000000, "USD"), q(3000000, "USD"), q(30000), q(50000), q(5, "percent"), q(10, "percent"),
    ],
    "between 5 and 10 kg, 5 and 10 kg": [q(5, "kg"), q(10, "kg"), q(5), q(10, "kg")],
    "rose in 2020 to 5%, 500 to 2 million": [q(2020), q(5, "percent"), q(500), q(2000000)],
    # dates
    "2023년 3월 14일, 3월": [
        q(2023), q(3, "month of the year"), q(14, "day of the month"), q(3, "month of the year"),
    ],
    "March 14, 2023": [q(3, "month of the year"), q(14, "day of the month"), q(2023)],
    "14th of Sept. 2023": [q(14, "day of the month"), q(9, "month of the year"), q(2023)],
    "May 2020, in May, it may, in August": [
        q(5, "month of the year"), q(2020), q(5, "month of the year"), q(8, "month of the year"),
    ],
    "2023-03-14": [q(2023), q(3, "month of the year"), q(14, "day of the month")],
    "2023-13-14, 2023.03.45": [name("2023-13-14"), name("2023.03.45")],
    "1990s, 1990년대, '90s, in their 20s": [q(1990, "decade"), q(1990, "decade"), q(1990, "decade"), q(20)],
    # Korean
    "이십오 명, 삼천오백만 원, 백만 명, 만 명": [q(25), q(35000000, "KRW"), q(1000000), q(10000)],
    "삼조 오천억 원, 구조 원, 십만 이상": [q(3500000000000, "KRW"), q(9 * 10**12, "KRW"), q(100000)],
    "1만 2천 명, 3조 5000억 원, 2만 5000명, 3천5백만": [
        q(12000), q(35 * 10**11, "KRW"), q(25000), q(35000000),
    ],
    "3천 5천, 1만 2023년, 1억 1억": [q(3000), q(5000), q(10000), q(2023, "year"), q(10**8), q(10**8)],
    "3만 2,000명, 2.5만, 3백신, 2만 50000명": [q(32000), q(25000), q(3), q(20000), q(50000)],
    "이십오를, 백이십, 이백, 백만이 넘는다, 이십일일": [q(25), q(120), q(200), q(1000000), q(21)],
    "열두 명, 스물다섯 살, 스무 개, 다섯 가지, 서른이": [q(12), q(25, "year"), q(20), q(5), q(30)],
    "세 배, 두배, 네명, 석 달, 오 퍼센트, 이 퍼센트, 삼 개월": [
        q(3, "fold"), q(2, "fold"), q(4), q(3, "month"), q(5, "percent"), q(2, "percent"), q(3, "month"),
    ],
    "한 시간, 한 명, 한 번, 하나의": [q(1, "hour")],
    "약25%, 만65세, 상위10개, 기준2023년 3월": [
        q(25, "percent"), q(65, "year"), q(10), q(2023), q(3, "month of the year"),
    ],
    "총3 그리고 전체25명": [q(3), q(25)],
    # names
    "COVID-19, GPT-4o, H1N1, PM2.5, B12, v2.3.1": [
        name("COVID-19"), name("GPT-4o"), name("H1N1"), name("PM2.5"), name("B12"), name("v2.3.1"),
    ],
    "SARS-CoV-2, Llama-3.1-8B, GPT-4-based, CO₂, obs_12": [
        name("SARS-CoV-2"), name("Llama-3.1-8B"), name("GPT-4"), name("CO₂"), name("obs_12"),
    ],
    "Section 3, Table 2.1, Fig. 4, no. 5, type 2%": [
        name("Section 3"), name("Table 2.1"), name("Fig. 4"), name("no. 5"), q(2, "percent"),
    ],
    "see https://a.b/c1). doi:10.1/x2, a1@b.de, www.one.de, x@y": [
        name("https://a.b/c1"), name("doi:10.1/x2"), name("a1@b.de"), name("www.one.de"), name("x@y"),
    ],
    "5G, 3D, 16S, 5-HT, 10:30, 3:1, 010-1234-5678": [
        name("5G"), name("3D"), name("16S"), name("5-HT"), name("10:30"), name("3:1"), name("010-1234-5678"),
    ],
    "코로나19는, 코로나-19, 사건16S": [name("코로나19"), name("코로나-19"), name("16S")],
    "mid-2020, top-10": [q(2020), q(10)],
    "fİve thİrds, twıce, 5 mİles, one thİrd": [q(5)],
}  # fmt: skip

WORDS_ONLY = (
    "사람 일부 이것 오늘 만약 조사 천천히 구성 영향 백신 사회 조건 구분",
    "만점 열차 세대 세계 두부 한편 한국 일정 이상 이하 사건 공원 이번 오히려",
    "구조대 만일 조사하였다 천만에 이천시 사천 오만이 극에 이 점 이 단계",
    "이 달러 열세 석방 네트 스스로 마음 여러 일조량 구조 대 만일 명",
    "천 시 조 원 이분의 것 삼분의 이야기 일이분의 일 사천이 여기 아이 하늘",
    "다시 절반쪽",
)


@pytest.mark.parametrize("text", QUANTITIES)
def test_numbers_are_read(text: str) -> None:
    assert read(text) == QUANTITIES[text]


@pytest.mark.parametrize("text", WORDS_ONLY)
def test_korean_words_of_numeral_syllables_are_not_numbers(text: str) -> None:
    assert read(text) == []


def test_a_number_knows_its_place_in_the_text_as_given() -> None:
    (found,) = numbers("about ２\u200b５％ of them")

    assert found == Quantity(Fraction(25), "percent", "２\u200b５％", found.span)
    assert found.span == (6, 10)


@dataclass(frozen=True)
class Case:
    """A sentence, what it rests on, and what of it rests on nothing."""

    id: str
    sentence: str
    quotes: tuple[str, ...]
    left: tuple[str, ...] = ()


CASES = (
    Case("nothing said", "It works.", ()),
    Case("no quote", "It grew by 5%.", (), ("5%",)),
    Case("same", "It grew by 5%.", ("a growth of 5 percent",)),
    Case("in the second quote", "From 5% to 7%.", ("5 percent", "it was 7%")),
    Case("rounded", "It grew by 5%.", ("a growth of 5.1%",), ("5%",)),
    Case("sign", "It was -5.", ("it was 5",), ("-5",)),
    Case("percent is not points", "It grew by 5%.", ("by 5 percentage points",), ("5%",)),
    Case("percent is not plain", "It grew by 5%.", ("by 5",), ("5%",)),
    Case("plain is not percent", "There were 5.", ("5%",), ("5",)),
    Case("half is 50%", "Half of them.", ("50% of them",)),
    Case("50% is 절반", "50% of them.", ("절반이다",)),
    Case("half is not 0.5%", "Half of them.", ("0.5% of them",), ("Half",)),
    Case("half is 0.5", "Half of them.", ("0.5 of them",)),
    Case("50% is not 0.5", "50% of them.", ("0.5 of them",), ("50%",)),
    Case("units agree across languages", "25달러였다", ("it cost $25",)),
    Case("units contradict", "It weighs 5 kg.", ("it weighs 5 g",), ("5 kg",)),
    Case("a silent unit does not", "It weighs 5 kg.", ("weight in kg: 5",)),
    Case("counters are silent", "25명이 왔다", ("twenty-five people",)),
    Case("rank is not count", "3 trials.", ("the 3rd trial",), ("3",)),
    Case("rank of a day", "On the 14th.", ("March 14, 2023",)),
    Case("dates across languages", "2023년 3월 14일에", ("On March 14, 2023,",)),
    Case("year with its word", "2023년에", ("in 2023",)),
    Case("scales across languages", "인구는 120만 명", ("1.2 million people",)),
    Case("times across languages", "10배 자원, 2배 느림", ("10x more resources", "2X slower")),
    Case("other times", "3배", ("2x slower",), ("3배",)),
    Case("quarters of a year", "2014년 2분기, Q4", ("from Q2 2014 to 4분기",)),
    Case("another quarter", "3분기와 Q1", ("Q2 2014",), ("3분기", "Q1")),
    Case("percentiles", "p95, p99", ("p(95)=85ms", "the 99th percentile")),
    Case("another percentile", "p99", ("p(95)=85ms",), ("p99",)),
    Case("opposite is no half", "같은 시험의 반대 결과", ()),
    Case("half is half", "그의 반이 넘었다", (), ("반",)),
    Case("megabytes", "10 MB", ("10mb",)),
    Case("name", "GPT-4 is used.", ("They use gpt 4.",)),
    Case("other name", "GPT-5 is used.", ("They use GPT-4.",), ("GPT-5",)),
    Case("name inside a longer one", "GPT-4 is used.", ("GPT-4o, GPT-4.5, GPT-4-32k, XGPT-4",), ("GPT-4",)),
    Case("digits of a name bind no number", "19 cases.", ("COVID-19",), ("19",)),
    Case("one disease", "코로나19 환자", ("COVID-19 patients",)),
    Case("one disease the other way", "COVID-19 patients", ("코로나 19 환자",)),
    Case("ids that are known are not said", "It works (obs_12, hyp_A3).", ()),
    Case("an id of nothing", "It works (obs_13).", (), ("obs_13",)),
    Case("a number in brackets is no citation", "It works [3], [1, 2].", (), ("3", "1", "2")),
    Case("a number beside a citation", "It grew by 5 [obs_12].", ("it grew",), ("5",)),
    Case("citation marks count in a quote", "Between 3 and 5.", ("CI [3, 5]",)),
)  # fmt: skip


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES])
def test_numbers_without_a_quote_are_told(case: Case) -> None:
    found = unbound(case.sentence, case.quotes, known={"obs_12", "hyp_A3"})

    assert tuple(number.raw for number in found) == case.left


@pytest.mark.parametrize(
    "sentence",
    ["제3자 요약에 따르면 그렇다.", "제3의 기관이 쟀다.", "A third-party page and third parties say so."],
)
def test_a_third_party_is_no_figure(sentence: str) -> None:
    assert unbound(sentence, []) == ()
    assert unbound("세 번째 자료와 third place", []) != ()
