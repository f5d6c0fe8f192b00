"""Terms: forms of one word meet, and other words do not."""

import unicodedata

import pytest

from pathfinder.adapters.language.terms import terms


@pytest.mark.parametrize(
    "forms",
    [
        "inhibits inhibited inhibiting inhibition",
        "increase increases increased increasing",
        "city cities",
        "study's study studies",
        "stop stopped stopping",
        "생산성 생산성을 생산성은 생산성이 생산성의 생산성에서는 생산성까지도",
        "증가 증가했다 증가하는 증가시켰다 증가한다고 증가하지",
        "고양이 고양이는 고양이가 고양이를",
        "물은 물을 물에서 물에는",
        "실행 실행됩니다 실행되나요 실행되는가",
        "대안 대안입니다 대안인가요",
        "verify verification",
    ],
)
def test_forms_of_one_word_are_one_term(forms: str) -> None:
    assert len({terms(form) for form in forms.split()}) == 1
    assert all(len(terms(form)) == 1 for form in forms.split())


@pytest.mark.parametrize(
    "words",
    ["universe number", "가을 마을 겨울", "나이 종이", "바다 반도", "care car", "rate rat"],
)
def test_other_words_stay_apart(words: str) -> None:
    assert len(set(terms(words))) == len(words.split())


def test_stop_words_numbers_counters_and_lone_particles_are_left_out() -> None:
    assert terms("It is not the case that 13.5% of them had been there in 2024") == ("case",)
    assert terms("AI는 2024년에는 그 수가 30도 이상이었다") == ("ai",)
    assert terms("이 약은 효과가 있다") == ("약", "효과")


def test_names_with_digits_stay_whole_and_decomposed_hangul_is_the_same_word() -> None:
    assert terms("IL-6, PM2.5 and heat-induced CO2") == ("il-6", "pm2.5", "heat", "induc", "co2")
    assert terms(unicodedata.normalize("NFD", "생산성을")) == ("생산성",)


def test_a_name_in_capitals_is_no_stop_word_and_a_name_in_humps_is_its_words_too() -> None:
    assert terms("Is the body of a GET request parsed?") == ("bod", "get", "request", "pars")
    assert set(terms("timeout of a handler")) < set(terms("handlerTimeout"))
