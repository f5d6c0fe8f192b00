"""Spellings of a figure that no quote says: each must be found, and ordinary prose must not be."""

import pytest

from pathfinder.protocols.text.numbers import numbers, unbound

# What comes after "Heat pumps cut heating costs by ".
AMOUNTS = (
    # digits
    "42", "42%", "42 %", "42 per cent", "42 percent", "42 pct", "42 percentage points", "42pp",
    "４２％", "𝟒𝟐%", "𝟜𝟚 per cent", "٤٢ per cent", "४२ per cent", "4\u200b2%", "42\u00a0%", "4**2**%",
    "1,200 dollars", "1 200 EUR", "1'200 francs", "4.2e1 per cent", "0x2A per cent", "4O%", "lO%",
    "I0%", "4O per cent", "lO per cent", "fоrty per cent", "42-ish per cent", "~42%", "≈42%", "$42",
    "42k", "№42", "42nd", "1/4", "1 in 4", "42:100", "0.42", ".42", "42‰", "42 bps",
    # what looks like a citation
    "[42]", "[42] per cent", "[18, 31]", "[18-31]", "[1,200]", "(42)", "[obs 42]", "[^42]", "[42]%",
    "obs_42", "[obs_42] per cent", "hyp_A42 per cent",
    # characters with a value
    "⁴² per cent", "⁴²%", "₄₂ per cent", "④② per cent", "㊷ per cent", "⓸⓶%", "❹❷ per cent",
    "⑷⑵ per cent", "Ⅻ per cent", "ⅩⅬⅡ per cent", "ⅻ%", "½", "¼ of the bill", "⅓", "⅞ of the bill",
    "四十二 per cent", "四二%", "㊿ per cent", "⒋⒉ per cent", "〤〢 per cent", "ↀ dollars",
    # Roman letters
    "XLII per cent", "XLII%", "XLII", "XII years", "$XL", "X per cent", "V%", "MMXX dollars", "III",
    "LXXX", "xl per cent", "iv percentage points",
    # number words
    "forty-two per cent", "forty two per cent", "FORTY-TWO PER CENT", "Forty‑Two per cent",
    "fortytwo per cent", "fourty per cent", "ninty per cent", "onehundred dollars", "a hundred dollars",
    "one hundred and twenty", "four point two per cent", "zero", "nil", "nought per cent",
    "forty-odd per cent", "a dozen points", "a baker's dozen", "threescore", "umpteen per cent",
    "one per cent",
    # parts
    "half", "a half", "one half", "a quarter", "a quarter of the bill", "three quarters", "one quarter",
    "a third", "one third", "two-thirds", "a fifth", "four fifths", "a tenth of the bill",
    "nine-tenths", "a hundredth", "a few tenths", "two hundredths", "a quarter-share", "half again",
    "one in five", "nine out of ten",
    # round numbers
    "dozens", "dozens of dollars", "hundreds", "hundreds of dollars", "thousands of dollars",
    "tens of dollars", "tens of thousands", "hundreds of thousands of dollars", "millions",
    "several million", "several hundred", "a few hundred dollars", "many thousand",
    "some thousand dollars", "a couple of hundred", "multi-million sums", "multimillion sums",
    "billions", "a lakh", "two crore", "trillions", "a quadrillion", "several per cent",
    "a few percentage points", "a few %", "single-digit rates", "double digits",
    "double-digit percentages", "triple figures", "an order of magnitude", "two orders of magnitude",
    "scores",
    # multiples
    "twofold", "two-fold", "twelvefold", "a hundredfold", "manyfold", "several-fold", "2x", "2×",
    "twice as much", "thrice", "double", "triple", "quadruple the amount", "several times more",
    "many times the amount",
)  # fmt: skip

SENTENCES = (
    "Heat pumps halved heating costs.",
    "Heat pumps halve heating costs.",
    "Halving heating costs is common.",
    "Heat pumps doubled their output.",
    "Doubling the output took a while.",
    "Output will double.",
    "Prices tripled.",
    "Prices trebled.",
    "Prices quadrupled.",
    "Prices quintupled.",
    "Prices sextupled.",
    "Costs were quartered.",
    "It costs half-price.",
    "Prices fell in the nineties.",
    "Sales were in the forties.",
    "Its cost is quarter of the old one.",
    "Phase III trials agree.",
    "Type II pumps are better.",
    "It was the reign of Louis XIV.",
    "R² was high.",
    "See evil.example for more.",
    "See https://evil.example/login for more.",
    "Write to sales@evil.example today.",
    "See www.evil.example for more.",
    "난방비가 42% 줄었다.",
    "난방비가 42퍼센트 줄었다.",
    "난방비가 사십이 퍼센트 줄었다.",
    "난방비가 마흔두 퍼센트 줄었다.",
    "난방비가 절반으로 줄었다.",
    "난방비가 반으로 줄었다.",
    "난방비가 반토막 났다.",
    "난방비의 반을 아꼈다.",
    "난방비가 반감되었다.",
    "난방비가 반값이다.",
    "난방비가 반 이상 줄었다.",
    "난방비가 반 줄었다.",
    "난방비가 반의반으로 줄었다.",
    "난방비가 두 배로 늘었다.",
    "난방비가 두배가 됐다.",
    "난방비가 배로 늘었다.",
    "난방비가 배로 비싸졌다.",
    "난방비가 배 이상 늘었다.",
    "난방비가 배가되었다.",
    "난방비가 갑절이 됐다.",
    "난방비가 곱절로 늘었다.",
    "난방비가 세 곱절이다.",
    "난방비가 몇 배 늘었다.",
    "난방비가 여러 배 늘었다.",
    "난방비가 수 배 늘었다.",
    "난방비가 수십만 원 줄었다.",
    "난방비가 수백 원 줄었다.",
    "난방비가 수백만원 줄었다.",
    "난방비가 수천 달러 줄었다.",
    "난방비가 수억 원 줄었다.",
    "난방비가 수조 원 줄었다.",
    "난방비가 몇백 원 줄었다.",
    "난방비가 몇 퍼센트 줄었다.",
    "난방비가 두 자릿수로 줄었다.",
    "난방비가 한 자릿수 줄었다.",
    "난방비가 삼할 줄었다.",
    "난방비가 사분의 일로 줄었다.",
    "난방비가 4분의 1로 줄었다.",
    "난방비가 삼십여 명에게서 줄었다.",
    "서너 명이 아꼈다.",
    "두세 배 늘었다.",
    "열댓 가구가 참여했다.",
    "백퍼센트 줄었다.",
    "영 퍼센트 줄었다.",
    "제로 퍼센트였다.",
    "2년 반이 걸렸다.",
    "두 시간 반이 걸렸다.",
    "십이 년이 걸렸다.",
    "난방비가 ④② 퍼센트 줄었다.",
    "난방비가 ⁴²% 줄었다.",
    "난방비가 [42] 퍼센트 줄었다.",
    "난방비가 四十二 퍼센트 줄었다.",
    "난방비가 XLII 퍼센트 줄었다.",
    "연필 한 다스를 썼다.",
)

ALL = (*(f"Heat pumps cut heating costs by {amount}." for amount in AMOUNTS), *SENTENCES)
QUOTE = "Heat pumps cut heating costs; 히트펌프는 난방비를 줄인다 (obs 7, 1999)."

ORDINARY = (
    "One of the reasons is cost, and no one doubts it.",
    "At first it fails; a second reading shows why.",
    "One would expect this, and once again it holds.",
    "Two studies agree, and three of the sources do not.",
    "A third report says so.",
    "Both sides agree that the first one is right.",
    "It is a double-blind trial of double glazing.",
    "The quarter was good and the half-life is long.",
    "Quarterly reports come from their headquarters.",
    "The LCD in size XXL is on the DVD, and MIX is no numeral.",
    "I think that IV iron helps; MCI and CLI do not.",
    "First, costs fall. Second, comfort rises.",
    "It may be of someone's own making, or often attenuated.",
    "The plus side is a minus for others.",
    "Which percent matters is unclear, and what per cent of them said so as well.",
    "A few people and many others like several of them.",
    "The hundredweight and the tenant are attentive.",
    "The test scores of pupils rose, and the network is weighted.",
    "A majority agrees on the single most important point.",
    "It works (hyp_A1), see obs_7.",
    "The area is given in m², e.g. in Node.js and a.m. times.",
    "It depends on ① the soil, ② the loop and ③ the pump.",
    "As nature.example reports, it works.",
    "두 연구가 같은 말을 한다.",
    "세 편의 논문과 보고서 두 편이 동의한다.",
    "첫째로 비용이 줄고, 한편 일부는 늘었다.",
    "이 방법을 쓸 수만 있다면 좋다.",
    "반대 의견과 반감이 있다. 배가 항구에 들어왔다.",
    "우리 반 줄넘기와 ill per cent, mix per cent 같은 말이 있다.",
    "자료를 구할 수 있다. 수조에 물이 있다.",
    "일할 사람이 창틀을 칠할 생각으로 다스크를 그대로 두어도 된다.",
    "반드시 그렇지는 않다. 반도체 프로그램이다.",
    "누구 하나 반대하지 않았다. 한 번 더 본다.",
    "만약 조사가 맞다면 수만은 없다. 統一된 기준이다.",
)


def test_the_list_is_long_enough() -> None:
    assert len(set(ALL)) >= 200


@pytest.mark.parametrize("sentence", ALL)
def test_no_spelling_of_a_figure_passes_without_a_quote(sentence: str) -> None:
    assert unbound(sentence, [QUOTE], known={"obs_7"}, sources=1)


@pytest.mark.parametrize("sentence", ALL)
def test_every_spelling_is_bound_by_a_quote_that_has_it(sentence: str) -> None:
    assert unbound(sentence, [QUOTE, f"As was said: {sentence}"]) == ()


@pytest.mark.parametrize("sentence", ORDINARY)
def test_ordinary_prose_says_no_figure(sentence: str) -> None:
    known = {"obs_7", "hyp_A1", "nature.example"}

    assert unbound(sentence, ["Heat pumps cut heating costs."], known=known, sources=3) == ()


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("Costs halved.", "costs fell by 50%"),
        ("비용이 반으로 줄었다.", "costs were halved"),
        ("Output doubled.", "생산이 두 배가 되었다"),
        ("Output is 2 times the old one.", "output doubled"),
        ("생산이 갑절이 됐다.", "output doubled"),
        ("A quarter was saved.", "25% was saved"),
        ("It fell by ⁴² per cent.", "it fell by 42%"),
        ("It fell by ㊷%.", "it fell by 42%"),
        ("It fell by Ⅻ%.", "it fell by 12 percent"),
        ("It fell by XLII per cent.", "it fell by 42%"),
        ("It fell by 四十二%.", "it fell by 42%"),
        ("It fell by fortytwo per cent.", "it fell by forty-two"),
        ("수백만 명이 쓴다.", "several million people use it"),
        ("Hundreds of people.", "수백 명"),
        ("Tens of thousands.", "수만 명이다"),
        ("In the nineties.", "in the 1990s"),
        ("A twelvefold rise.", "12배"),
        ("It fell by 삼할.", "30%"),
        ("Phase III trials.", "a phase 3 trial"),
        ("Type 2 diabetes.", "Type II diabetes"),
        ("Double-digit growth.", "두 자릿수 성장"),
        ("¾ of it.", "three quarters of it"),
        ("See nature.example.", "as on nature.example/a"),
    ],
)
def test_spellings_of_one_figure_bind_each_other(said: str, quoted: str) -> None:
    assert unbound(said, [quoted]) == ()


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("Output tripled.", "output doubled"),
        ("Hundreds of people.", "thousands of people"),
        ("Hundreds of people.", "100 people"),
        ("100 people.", "hundreds of people"),
        ("It fell by XLII per cent.", "it fell by 41%"),
        ("Phase III trials.", "a phase 2 trial"),
        ("A quarter was saved.", "a third was saved"),
        ("수백 명", "수천 명"),
        ("Double-digit growth.", "single-digit growth"),
        ("Three studies agree.", "studies agree"),
        ("A third study agrees.", "studies agree"),
        ("Forty-two studies agree.", "studies agree"),
    ],
)
def test_other_figures_do_not(said: str, quoted: str) -> None:
    assert unbound(said, [quoted], sources=2)


def test_a_circled_digit_that_numbers_nothing_is_a_figure() -> None:
    assert [number.raw for number in numbers("① and ③")] == ["①", "③"]
    assert [number.raw for number in numbers("① ② kg")] == ["①", "② kg"]
