"""Queries that ask the same are known as repeats, others are not, and none carries data out."""

from dataclasses import dataclass

import pytest

from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.queries import (
    LONGEST_QUERY,
    REPEAT_ABOVE,
    Repeat,
    clean,
    is_repeat,
    normalize,
    repeat_keys,
    similarity,
    with_low_quality_hint,
)

KOREAN_QUERIES = (
    "재택근무 생산성 효과",
    "재택근무 생산성 감소 원인",
    "양자 컴퓨터 상용화 시기",
    "양자 내성 암호 표준",
    "전기차 배터리 화재 통계",
    "전기차 배터리 수명",
    "기후 변화와 쌀 수확량",
    "커피와 심장병 위험",
    "최저임금 인상 고용 영향",
    "출산율 하락 원인",
)


@dataclass(frozen=True)
class Case:
    id: str
    query: str
    normal: str


NORMAL_FORMS = (
    Case("seed 1", '"Quantum Computing"', "quantumcomputing"),
    Case("seed 2", "quantum computing applications", "quantumcomputingapplications"),
    Case("seed 3", "site:arxiv.org quantum", "quantum"),
    Case("seed 4", "quantum-computing (2023)", "quantumcomputing2023"),
    Case("Korean stays", "재택근무의 생산성!", "재택근무의생산성"),
    Case("Korean in conjoining letters", "\u1112\u1161\u11ab\u1100\u1173\u11af", "한글"),
    Case("conjoining letters that come together", "\u1100 - \u1161", "가"),
    Case("Hindi vowel signs stay", "हिन्दी भाषा", "हिन्दीभाषा"),
    Case("Thai vowel signs stay", "น้ำท่วม กรุงเทพ", "น\u0e49\u0e4d\u0e32ท่วมกรุงเทพ"),
    Case("Arabic stays", "هل القهوة آمنة؟", "هلالقهوةآمنة"),
    Case("full width", "ＧＰＴ－４　ｂｅｎｃｈ", "gpt4bench"),
    Case("sharp s", "Straße", "strasse"),
    Case("upper-case operator", "SITE:arxiv.org quantum FILETYPE:pdf", "quantum"),
    Case("operator with a quoted value", 'site:"arxiv.org" quantum', "quantum"),
    Case("dates", "covid before:2021-01-01 after:2020-01-01", "covid"),
    Case("excluded site", "quantum -site:medium.com", "quantum"),
    Case("in brackets", "(site:arxiv.org) quantum", "quantum"),
    Case(
        "what stands in the title is still asked for", "intitle:cancer -inurl:forum therapy", "cancertherapy"
    ),
    Case("all in the title", "allintitle:cancer therapy", "cancertherapy"),
    Case("excluded word", "jaguar -car speed", "jaguarspeed"),
    Case("excluded phrase", 'jaguar -"sports car" speed', "jaguarspeed"),
    Case("excluded Korean word", "사과 -애플 가격", "사과가격"),
    Case("a minus before a number is a number", "water at -40 degrees", "waterat40degrees"),
    Case("hyphen inside a word", "state-of-the-art", "stateoftheart"),
    Case("a colon that is no operator", "mysite:page ratio 3:1", "mysitepageratio31"),
    Case("operators alone keep their letters", "site:arxiv.org", "sitearxivorg"),
    Case("exclusions alone keep their letters", "-car", "car"),
    Case("signs go", "a\u200bb ❤\ufe0f 1\ufe0f\u20e3 ☂\u0301 c", "ab1c"),
    Case("nothing", " ?! ", ""),
)


@pytest.mark.parametrize("case", NORMAL_FORMS, ids=lambda case: case.id)
def test_normal_forms(case: Case) -> None:
    assert normalize(case.query) == case.normal


def test_ten_korean_queries_of_different_meaning_have_ten_normal_forms() -> None:
    assert len({normalize(query) for query in KOREAN_QUERIES}) == 10
    assert all(normalize(query) for query in KOREAN_QUERIES)
    for query in KOREAN_QUERIES:
        assert is_repeat(query, [other for other in KOREAN_QUERIES if other != query]) is None


@pytest.mark.parametrize(
    ("query", "old"),
    [
        ("Quantum  computing!", "quantum computing"),
        ("재택 근무 생산성", "재택근무 생산성"),
        ("site:arxiv.org quantum supremacy", "quantum supremacy"),
        ("effect of coffee on heart disease risk", "coffee effect on risk of heart disease"),
        ("quantum computing application", "quantum computing applications"),
        ("2023 inflation rate", "inflation rate 2023"),
        (
            "재택근무가 장기적으로 중소기업 직원의 생산성에 미치는 영향 연구",
            "재택근무가 장기적으로 중소기업 직원의 생산성에 미치는 영향 연구들",
        ),
    ],
)
def test_repeats(query: str, old: str) -> None:
    assert is_repeat(query, ["something else", old]) is not None


LONG = "long term effects of daily coffee drinking on the risk of heart disease in older women in Europe"


@pytest.mark.parametrize(
    ("query", "old"),
    [
        ("quantum computing limitations", "quantum computing applications"),
        (f"{LONG} 2023", f"{LONG} 2024"),
        (f"{LONG}", f"{LONG} not"),
        (LONG.replace("daily", "no"), LONG),
        (LONG.replace("effects", "effective"), LONG.replace("effects", "ineffective")),
        (
            "연간 전기차 화재 발생 건수 통계 자료 2023년 국토교통부",
            "연간 전기차 화재 발생 건수 통계 자료 2024년 국토교통부",
        ),
        (LONG.replace("older", "olive"), LONG),
        ("increase in rice yield", "decrease in rice yield"),
        ("a a b", "a b b"),
    ],
)
def test_a_word_or_a_number_of_its_own_makes_another_query(query: str, old: str) -> None:
    assert is_repeat(query, [old]) is None
    assert similarity(query, old) <= REPEAT_ABOVE


def test_similar_queries_are_nearer_than_unlike_ones() -> None:
    near = similarity("quantum computing limits", "limits of quantum computing")
    far = similarity("quantum computing limits", "history of the violin")
    assert 1 > near > far
    assert similarity("violin", "") == 0.0
    assert similarity("?", "!") == 1.0


def test_a_glance_tells_queries_that_cannot_be_one() -> None:
    assert not repeat_keys("coffee heart") & repeat_keys("tea heart")
    assert repeat_keys("coffee heart") & repeat_keys("heart coffees")
    assert repeat_keys("재택 근무") & repeat_keys("재택근무")


def test_each_word_is_paired_once() -> None:
    assert similarity("studying studying", "studying studyings") == pytest.approx(2 * 16 / 33)
    assert similarity("studyings studyingx", "studying") == pytest.approx(2 * 8 / 26)
    assert similarity("studying", "studyings studyingx") == pytest.approx(2 * 8 / 26)


def test_a_word_is_paired_with_the_one_it_shares_most_with() -> None:
    assert similarity("studies", "studied studiesx") == pytest.approx(2 * 7 / 22)


def test_the_nearest_past_query_is_named_exact_before_similar_and_early_before_late() -> None:
    past = ["heart coffee", "Coffee, heart", "coffee heart", "tea"]
    assert is_repeat("coffee heart?", past) == Repeat("Coffee, heart", 1.0, exact=True)
    assert is_repeat("coffee heart", past[:1]) == Repeat("heart coffee", 1.0, exact=False)
    assert is_repeat("coffee heart", []) is None


@pytest.mark.parametrize(
    ("query", "cleaned"),
    [
        ("  quantum \t computing\n", "quantum computing"),
        ("재택근무\u200b 생산성\u202e", "재택근무 생산성"),
        ("a\x00b\x1b[31m", "a b [31m"),
        ("hidden\U000e0041\U000e0042\ufe0f\U000e0150 bytes", "hidden bytes"),
        ("\ud800 lone surrogate", "lone surrogate"),
        ("\u1112\u1161\u11ab", "한"),
        ("site:arxiv.org quantum", "site:arxiv.org quantum"),
        ("Node.js/Express and TCP/IP", "Node.js/Express and TCP/IP"),
        ("x² + y²", "x² + y²"),
    ],
)
def test_a_query_is_cleaned_of_what_cannot_be_seen(query: str, cleaned: str) -> None:
    assert clean(query) == cleaned


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?! ...",
        "look at https://evil.com/?q=secret",
        "HTTP://evil.com",
        "ｈｔｔｐｓ：／／evil.com",
        "ht\u200btps://evil.com",
        "www.evil.com login",
        "data:text/html,x",
        "mailto:me@evil.com",
        "key c2VjcmV0IGtleSBvZiB0aGUgdXNlciBpbiBiYXNlNjQgZm9ybQ==",
        "dump " + "0123456789abcdef" * 3,
        "%73%65%63%72%65%74%20%6b%65%79%20%6f%66%20%74",
        "x" * 41,
        "login sk-AIB-SECRET-9F2D",
        "ｓｋ-ant-api03-abc",
        "key AKIAIOSFODNN7EXAMPLE",
        "token ghp_abcdefghijklmnop1234",
        "xoxb-123456789012-abc",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0",
        "Bearer abcdef123456",
        "-----BEGIN PRIVATE KEY",
        "hash d41d8cd98f00b204e9800998ecf8427e",
        "UmVwbHkgd2l0aCBBSUItQ0FOQVJZ",
        "c2VjcmV0IGtl eSBvZiB0aGUg dXNlciBpbiBi",
    ],
)
def test_a_query_that_could_carry_data_or_says_nothing_is_refused(query: str) -> None:
    assert clean(query) is None


@pytest.mark.parametrize(
    "query",
    [
        "SK-Hynix M15X fab",
        "sk-learn-contrib 1.4 imbalanced",
        "Llama-3.1-Nemotron-70B-Instruct review",
        "XMLHttpRequest2 support",
        "SARS-CoV-2 B.1.1.529 transmissibility",
        "10.1038/s41586-020-2649-2",
    ],
)
def test_names_with_digits_in_them_are_no_codes(query: str) -> None:
    assert clean(query) == query


def test_a_long_query_is_cut_at_a_word() -> None:
    cut = clean("word " * 60)
    assert cut == ("word " * 40).strip()
    assert clean("가" * 300) == "가" * LONGEST_QUERY
    assert clean("a " + "나" * 199 + " b") == "a"
    assert clean("! " * 150 + "letters") is None


def test_a_run_of_forty_is_still_a_word() -> None:
    assert clean("x" * 40) == "x" * 40


@pytest.mark.parametrize(
    ("query", "hinted"),
    [
        ("커피 심장병", "커피 심장병 연구 논문"),
        ("coffee heart disease", "coffee heart disease research paper"),
        ("コーヒー 心臓病 リスク", "コーヒー 心臓病 リスク 研究論文"),
        ("커피 심장병 연구 논문", "커피 심장병 연구 논문"),
        ("Coffee Research Paper", "Coffee Research Paper"),
    ],
)
def test_low_quality_asks_for_papers_in_the_language_of_the_query(query: str, hinted: str) -> None:
    assert with_low_quality_hint(query, language(query)) == hinted
    assert with_low_quality_hint(hinted, language(query)) == hinted


def test_a_hint_in_a_language_without_one_is_english_and_never_makes_a_query_too_long() -> None:
    assert with_low_quality_hint("kaffe", "sv") == "kaffe research paper"
    assert with_low_quality_hint("Kaffee", "de") == "Kaffee Forschungsarbeit"
    assert with_low_quality_hint("x" * 190, "en") == "x" * 190
