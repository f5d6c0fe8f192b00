"""Conditions as they stand in a sentence, and statements that point in opposite directions."""

import pytest

from pathfinder.adapters.embedded.conditions import conditions, opposed


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (
            "Yields fall above 30 °C, and rise in winter when the soil is dry.",
            ("above 30 °C", "in winter", "when the soil is dry"),
        ),
        ("Among children aged under five, the effect was larger.", ("Among children aged under five",)),
        ("The drug works in patients over 65 years.", ("in patients over 65 years",)),
        ("Under dry conditions the fibre shrinks.", ("Under dry conditions",)),
        ("The paint dries unless it rains.", ("unless it rains",)),
        ("겨울철에는 수확이 늘고, 기온이 30도를 넘으면 줄어든다.", ("겨울철에는", "기온이 30도를 넘으면")),
        ("연구에 따르면 습한 환경에서는 효과가 없다.", ("습한 환경에서는",)),
        ("수심 20m 이하에서는 성장이 느리다.", ("수심 20m 이하에서는",)),
        ("땅이 마를 때는 뿌리가 깊어진다.", ("땅이 마를 때는",)),
        ("고령자의 경우 효과가 컸다.", ("고령자의 경우",)),
        ("Persons who do not smoke can expect a longer night.", ("Persons who do not smoke",)),
        ("In never-smokers the night grew.", ("In never-smokers",)),
        ("Heavy smokers slept less.", ("Heavy smokers",)),
        (
            "From November to May, with the river low, the boat won.",
            ("From November to May", "with the river low"),
        ),
        ("At weekends the gap closed.", ("At weekends",)),
        ("Above the four-metre mark they stop.", ("Above the four-metre mark",)),
        ("물이 낮은 갈수기(11월~5월)에는 빠르다.", ("물이 낮은 갈수기(11월~5월)에는",)),
        ("담배를 피우지 않는 사람은 더 잤다.", ("담배를 피우지 않는 사람은",)),
        ("주말에는 그대로였다.", ("주말에는",)),
    ],
)
def test_conditions_stand_in_the_sentence(sentence: str, found: tuple[str, ...]) -> None:
    assert conditions(sentence) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "Productivity rose by 12% in 2019.",
        "The effect was seen in both groups.",
        "이 결과는 표면 온도와 관련이 있다.",
        "연구에 따르면 효과가 없다.",
        "반면 비용은 늘었다.",
        "그 때문에 비용이 늘었다.",
        "Lime lowers acidity.",
        "Scientists agree on it.",
        "They moved to the hill, where the count was low.",
        "We asked him once or twice.",
        "작년에 비하면 비용이 늘었다.",
    ],
)
def test_what_only_looks_like_a_condition_is_none(sentence: str) -> None:
    assert conditions(sentence) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Yields rise in winter", "Yields fall in summer"),
        ("The drug is safe", "The drug is harmful"),
        ("The method works in dry soil", "The method does not work in wet soil"),
        ("이 방법은 효과가 있다", "이 방법은 효과가 없었다"),
        ("겨울에는 소음이 줄어든다", "여름에는 소음이 증가한다"),
        ("Noise falls in winter", "여름에는 소음이 증가한다"),
    ],
)
def test_opposite_statements_are_opposed_either_way(one: str, other: str) -> None:
    assert opposed(one, other)
    assert opposed(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Yields rise in winter", "Yields rose in summer"),
        ("소음이 줄어든다", "소음이 감소했다"),
        ("Noise falls in winter", "겨울에는 소음이 감소한다"),
        ("Bees prefer blue", "Bees prefer white"),
        ("Prices rise", "Rainfall drops"),
    ],
)
def test_statements_that_agree_or_speak_of_other_things_are_not_opposed(one: str, other: str) -> None:
    assert not opposed(one, other)
    assert not opposed(other, one)
