"""Pairs that hold under different conditions meet, whatever they are about; other pairs do not."""

import pytest

from pathfinder.adapters.embedded.contrast import contrasted, exclusive
from pathfinder.adapters.embedded.facets import facets
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.rules.facets import relation

RIVALS = [
    (
        "On weekdays the toll cuts delays on the ring road.",
        "At weekends it makes delays on the ring road longer.",
    ),
    (
        "For trips under two kilometres the scooter is faster than the bus.",
        "For trips over five kilometres the scooter is slower than the bus.",
    ),
    ("In children the vaccine reduced fever by half.", "In adults the vaccine did not reduce fever at all."),
    (
        "When the soil is dry, mulch raises the yield of beans.",
        "When the soil is wet, mulch lowers the yield of beans.",
    ),
    (
        "In patients with diabetes the diet led to weight loss.",
        "In patients without diabetes the diet led to weight gain.",
    ),
    (
        "Beginners make fewer errors with the assistant.",
        "Experienced typists make more errors with the assistant.",
    ),
    (
        "From May to July the ferry is quicker than the train.",
        "In December the ferry is slower than the train.",
    ),
    ("평일에는 통행료가 정체를 줄였다.", "주말에는 통행료가 정체를 오히려 늘렸다."),
    ("용량이 20mg 이하일 때 혈압이 낮아졌다.", "용량이 60mg 이상일 때 혈압이 높아졌다."),
    ("운동을 하는 사람은 체중이 줄었다.", "운동을 하지 않는 사람은 체중이 늘었다."),
    ("도시에서는 소음이 감소했다.", "농촌에서는 소음이 증가했다."),
    ("In smokers the tea shortens sleep.", "비흡연자의 경우 그 차는 잠을 늘린다."),
    (
        "Seedlings planted on north-facing slopes grew a third faster when they were mulched with heather.",
        "On south-facing slopes the heather mulch held them back, and they stood shorter by autumn.",
    ),
    (
        "Boats with a crew of three or fewer saved fuel with the kite sail.",
        "On boats with more than eight hands the kite sail cost them fuel.",
    ),
    (
        "Readers with dyslexia read the new typeface twelve words a minute faster.",
        "Readers without dyslexia were slowed by the new typeface by five words a minute.",
    ),
    (
        "On clay the drill sped up sowing by a day per field.",
        "On sand the drill slowed sowing down, since the tubes clogged.",
    ),
    (
        "Shops in the old town have earned more since the cars were banned.",
        "Shops along the ring road have earned less since the ban.",
    ),
    (
        "In hard water the soap left clothes cleaner than powder.",
        "In soft water it was the other way round, and powder won.",
    ),
    (
        "In goats the drench cut the worm count by 70 per cent.",
        "In sheep the same drench left the worm count where it was.",
    ),
    (
        "Given as a single dose, the serum cleared the rash in most patients.",
        "Given in three small doses, the serum did not clear the rash.",
    ),
    (
        "경력 10년이 넘은 기사는 새 운행판을 쓴 뒤 사고가 줄었다.",
        "입사한 지 1년이 안 된 기사는 새 운행판을 쓴 뒤 사고가 늘었다.",
    ),
    ("소금물에 담근 종자는 싹이 사흘 빨리 텄다.", "맹물에 담근 종자는 싹이 이틀 늦게 텄다."),
]
NO_RIVALS = [
    ("Ground loops do not cut the heating bill in clay soil.", "Clay soil holds less heat than sandy soil."),
    ("진흙땅에서는 땅속 관이 난방비를 줄이지 못한다.", "진흙땅은 모래땅보다 열을 덜 품는다."),
    ("In winter heating bills rose by a tenth.", "In summer ice cream sales fell by a tenth."),
    ("In rural areas broadband prices rose by a tenth.", "In cities house prices fell by a tenth."),
    ("In winter the feed boosts milk yield.", "In summer the feed boosts milk yield too."),
    (
        "When the soil is dry, mulch raises the yield of beans.",
        "When the soil is wet, slugs eat fewer beans.",
    ),
    ("평일에는 통행료가 정체를 줄였다.", "주말에는 관광객이 늘었다."),
    ("Remote work raises the productivity of staff.", "Remote work lowers the office rent of companies."),
    ("오후의 카페인은 수면 시간을 줄인다.", "오후의 카페인은 혈압을 높인다."),
    ("도시에서는 소음이 감소했다.", "농촌에서는 소음이 감소했다."),
]


@pytest.mark.parametrize(("one", "other"), RIVALS)
def test_opposite_findings_under_conditions_that_exclude_each_other_are_opposed(one: str, other: str) -> None:
    assert relation(facets(one, other, encoder())) == "opposing"
    assert relation(facets(other, one, encoder())) == "opposing"


@pytest.mark.parametrize(("one", "other"), NO_RIVALS)
def test_other_subjects_and_like_findings_are_neither_opposed_nor_joined(one: str, other: str) -> None:
    assert relation(facets(one, other, encoder())) in ("separate", "related")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("from November to May", "between June and October"),
        ("11월부터 4월까지는", "in July"),
        ("in never-smokers", "among the 40 smokers"),
        ("participants who did not smoke", "heavy smokers"),
        ("담배를 피우지 않는 사람은", "흡연자"),
        ("비흡연자에게는", "smokers"),
        ("at 45% humidity", "at 85% humidity"),
        ("in the low-water months", "once the river ran above the four-metre mark"),
    ],
)
def test_conditions_that_cannot_hold_together(one: str, other: str) -> None:
    assert exclusive(one, other, encoder())
    assert exclusive(other, one, encoder())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("from November to May", "in March"),
        ("in smokers", "in heavy smokers"),
        ("in adults", "in women"),
        ("when the soil is dry", "in the dry season"),
        ("담배를 피우지 않는 사람은", "비흡연자는"),
        ("people who do not smoke", "coffee drinkers"),
    ],
)
def test_conditions_that_may_hold_together(one: str, other: str) -> None:
    assert not exclusive(one, other, encoder())
    assert not exclusive(other, one, encoder())


def test_the_contrast_is_told_in_the_words_of_the_sentences() -> None:
    told = contrasted("In frost the lock fails.", "In hot weather the lock works.", encoder())

    assert told == ("In frost", "In hot weather")
