"""Sources that use other words for one thing meet, and a null result reaches the claim it denies."""

import pytest

from pathfinder.adapters.embedded.agreement import cue
from pathfinder.adapters.embedded.exclusion import elsewhere
from pathfinder.adapters.embedded.findings import findings, nothing_moved
from pathfinder.adapters.embedded.measures import measures

ALIKE = 0.36


def ways(sentence: str) -> set[tuple[str, int]]:
    return {way for finding in findings(sentence) for way in finding.ways}


@pytest.mark.parametrize(
    ("sentence", "way"),
    [
        ("Shops in the valley lost a third of their customers.", ("sales", -1)),
        ("골목 가게의 매출이 3분의 1이나 줄었다.", ("sales", -1)),
        ("Survival rose by a tenth after the screening began.", ("death", -1)),
        ("A mug a day halves the risk of infection.", ("illness", -1)),
        ("The cost per passenger went down in the second year.", ("cost", -1)),
        ("Pupils who do not commute gained four points in the exam score.", ("score", 1)),
        ("Absence fell from 9 to 6 days, but test scores stayed the same.", ("score", 0)),
        ("결석은 줄었지만 시험 성적은 그대로였다.", ("score", 0)),
    ],
)
def test_a_finding_names_its_thing_and_its_way(sentence: str, way: tuple[str, int]) -> None:
    assert way in ways(sentence)


@pytest.mark.parametrize(
    ("sentence", "nothing"),
    [
        ("Theft was as common as before (odds ratio 0.97, 95% interval 0.71 to 1.32).", True),
        ("Theft became rarer (odds ratio 0.61, 95% interval 0.48 to 0.77).", False),
        ("Takings were no different from those of other streets.", True),
        ("The advantage disappears once age is taken into account.", True),
        ("The effect appeared at once and did not fade.", False),
        ("두 학교의 결석률은 차이가 없었다.", True),
        ("결석률이 절반으로 줄었다.", False),
    ],
)
def test_results_of_nothing_are_known_by_words_and_intervals(sentence: str, nothing: bool) -> None:
    assert (nothing_moved(sentence) is not None) is nothing


@pytest.mark.parametrize(
    ("claim", "sentence", "type_"),
    [
        (
            "The night market has cost the village shops a third of their customers.",
            "Turnover in the village shops was no different from that of villages without a night market.",
            None,
        ),
        (
            "Since the night market opened, village shops lost a third of their customers.",
            "Turnover in the village shops was no different from that of villages without a night market.",
            "CONTRADICTS",
        ),
        (
            "Since the night market opened, village shops lost a third of their customers.",
            "야시장이 열린 뒤 마을 가게의 매출이 크게 줄었다.",
            "SUPPORTS",
        ),
        (
            "Later lessons reduced absence among pupils.",
            "학생들의 결석은 수업을 늦춘 뒤에도 달라지지 않았다.",
            "CONTRADICTS",
        ),
        (
            "Later lessons reduced absence among pupils.",
            "The claim that later lessons reduced absence among pupils is not supported by the register.",
            "CONTRADICTS",
        ),
        (
            "Later lessons did not reduce absence among pupils.",
            "It is a myth that later lessons reduced absence among pupils.",
            "SUPPORTS",
        ),
        (
            "수업을 늦추면 학생의 결석이 줄어든다.",
            "수업을 늦추면 학생의 결석이 줄어든다는 주장은 사실이 아니다.",
            "CONTRADICTS",
        ),
        ("Later lessons reduced absence among pupils.", "Later lessons raised exam scores.", None),
        ("Later lessons reduced absence among pupils.", "Rainfall fell by a tenth in the hills.", None),
    ],
)
def test_varied_words_on_one_thing_meet(claim: str, sentence: str, type_: str | None) -> None:
    found = cue(claim, sentence, ALIKE)
    assert (found.type if found else None) == type_


@pytest.mark.parametrize(
    ("claim", "sentence", "apart"),
    [
        ("In people who do not smoke the tea works.", "Smokers slept less.", True),
        ("In people who do not smoke the tea works.", "Never-smokers slept longer.", False),
        ("담배를 피우지 않는 사람은 더 잤다.", "흡연자는 덜 잤다.", True),
        ("In the low-water season boats are quicker.", "홍수기에는 배가 늦다.", True),
    ],
)
def test_those_who_lack_what_others_have_are_another_group(claim: str, sentence: str, apart: bool) -> None:
    assert elsewhere(claim, sentence) is apart


def test_counted_shares_and_sums_in_two_languages_are_figures() -> None:
    assert ("share", 0.125) in {known[:2] for known in measures("One car in eight is gone.")}
    assert ("share", 0.8) in {known[:2] for known in measures("Four of every five walked.")}
    assert {known[:2] for known in measures("19 million crowns a year")} == {
        known[:2] for known in measures("해마다 1,900만 크라운")
    }
