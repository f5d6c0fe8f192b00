"""Pairs of claims labelled by hand: what the facets of two claims should come to.

`TUNED` was looked at while the thresholds were set. `UNSEEN`, on other topics, was only counted, but two
thresholds were changed after its first count. `FRESH` was written last; of its 13 joins 11 were right, and
then the rule for a single exchanged word was added.
"""

from typing import Literal, NamedTuple

Label = Literal["same", "opposes", "separate"]


class Pair(NamedTuple):
    """Two claims as sources word them, and what they are to each other."""

    one: str
    other: str
    label: Label


TUNED: tuple[Pair, ...] = (
    # English, the same in other words
    Pair(
        "Caffeine in the afternoon shortens sleep.",
        "Drinking coffee after lunch cuts the time people sleep at night.",
        "same",
    ),
    Pair(
        "Protected bike lanes increase sales in nearby shops.",
        "Shops along streets with separated cycle tracks saw their sales rise.",
        "same",
    ),
    Pair(
        "Employees who work from home get more done.",
        "Remote work raises the productivity of employees.",
        "same",
    ),
    Pair(
        "Street trees lower summer temperatures in cities.",
        "Planting trees along streets cools cities in summer.",
        "same",
    ),
    Pair(
        "Neonicotinoids reduce the number of wild bees.",
        "Wild bee numbers fall where neonicotinoid insecticides are used.",
        "same",
    ),
    Pair(
        "Later school start times improve the attendance of teenagers.",
        "When schools start later, teenagers miss fewer lessons.",
        "same",
    ),
    Pair(
        "Fast charging wears out lithium batteries sooner.",
        "Batteries of electric cars age faster when they are charged at high power.",
        "same",
    ),
    Pair(
        "Biochar raises the water-holding capacity of sandy soils.",
        "Sandy soil amended with biochar holds more water.",
        "same",
    ),
    # English, the opposite
    Pair(
        "Caffeine in the afternoon shortens sleep.",
        "Afternoon caffeine does not shorten sleep.",
        "opposes",
    ),
    Pair(
        "Remote work raises the productivity of employees.",
        "Productivity of employees fell after the move to remote work.",
        "opposes",
    ),
    Pair(
        "Protected bike lanes increase sales in nearby shops.",
        "Bike lanes reduce the sales of nearby shops.",
        "opposes",
    ),
    Pair(
        "Street trees lower summer temperatures in cities.",
        "Street trees have no measurable effect on summer temperatures in cities.",
        "opposes",
    ),
    Pair(
        "Biochar raises crop yields in acid tropical soils.",
        "In temperate soils biochar lowers crop yields.",
        "opposes",
    ),
    Pair(
        "The new pesticide is safe for honey bees.",
        "The new pesticide is not safe for honey bees.",
        "opposes",
    ),
    Pair(
        "Later school start times improve grades.",
        "There is no evidence that later school start times improve grades.",
        "opposes",
    ),
    # English, near but apart
    Pair(
        "Caffeine in the afternoon shortens sleep.",
        "Caffeine in the afternoon raises blood pressure.",
        "separate",
    ),
    Pair(
        "Caffeine in the afternoon shortens sleep.",
        "Alcohol in the evening shortens sleep.",
        "separate",
    ),
    Pair(
        "Remote work raises the productivity of employees.",
        "Remote work lowers the office rent of companies.",
        "separate",
    ),
    Pair(
        "Remote work raises the productivity of employees.",
        "Remote work reduces the promotion chances of employees.",
        "separate",
    ),
    Pair(
        "Street trees lower summer temperatures in cities.",
        "Street trees raise the price of houses in cities.",
        "separate",
    ),
    Pair(
        "Street trees lower summer temperatures in cities.",
        "Green roofs lower summer temperatures in cities.",
        "separate",
    ),
    Pair(
        "The trial found that sleep was cut by 41 minutes.",
        "The trial found that sleep was cut by 12 minutes.",
        "separate",
    ),
    Pair(
        "Biochar raises the yield of maize by 10% in acid soils.",
        "Biochar raises the yield of maize by 25% in acid soils.",
        "separate",
    ),
    Pair(
        "Neonicotinoids reduce the number of wild bees.",
        "Varroa mites reduce the number of honey bee colonies.",
        "separate",
    ),
    Pair(
        "Fast charging wears out lithium batteries sooner.",
        "Lithium batteries lose capacity in cold weather.",
        "separate",
    ),
    Pair(
        "Later school start times improve the attendance of teenagers.",
        "Later school start times make bus schedules more expensive.",
        "separate",
    ),
    Pair(
        "The city counted 4,200 cyclists a day on the new lane.",
        "The city built 12 km of new cycle lanes last year.",
        "separate",
    ),
    Pair(
        "Heat pumps save energy in mild winters.",
        "Heat pumps save energy in buildings with good insulation.",
        "separate",
    ),
    # Korean
    Pair("오후의 카페인은 수면 시간을 줄인다.", "점심 이후에 커피를 마시면 잠자는 시간이 짧아진다.", "same"),
    Pair("재택근무는 직원의 생산성을 높인다.", "집에서 일하는 직원들의 생산성이 더 높았다.", "same"),
    Pair("가로수는 여름철 도시의 기온을 낮춘다.", "거리에 나무를 심으면 여름에 도시가 시원해진다.", "same"),
    Pair(
        "자전거 도로가 생기면 주변 상점의 매출이 늘어난다.",
        "자전거 도로 주변 상점들의 매출이 증가했다.",
        "same",
    ),
    Pair(
        "바이오차는 모래땅의 수분 보유력을 높인다.", "바이오차를 섞은 모래땅은 물을 더 오래 머금는다.", "same"
    ),
    Pair("오후의 카페인은 수면 시간을 줄인다.", "오후의 카페인은 수면 시간을 줄이지 않는다.", "opposes"),
    Pair("재택근무는 직원의 생산성을 높인다.", "재택근무를 시작한 뒤 직원의 생산성이 떨어졌다.", "opposes"),
    Pair(
        "가로수는 여름철 도시의 기온을 낮춘다.",
        "가로수가 여름철 도시 기온에 미치는 효과는 없었다.",
        "opposes",
    ),
    Pair(
        "자전거 도로가 생기면 주변 상점의 매출이 늘어난다.",
        "자전거 도로는 주변 상점의 매출을 감소시킨다.",
        "opposes",
    ),
    Pair("이 살충제는 꿀벌에게 안전하다.", "이 살충제는 꿀벌에게 안전하지 않다.", "opposes"),
    Pair("오후의 카페인은 수면 시간을 줄인다.", "오후의 카페인은 혈압을 높인다.", "separate"),
    Pair("재택근무는 직원의 생산성을 높인다.", "재택근무는 회사의 임대료를 낮춘다.", "separate"),
    Pair("가로수는 여름철 도시의 기온을 낮춘다.", "옥상 정원은 여름철 도시의 기온을 낮춘다.", "separate"),
    Pair("가로수는 여름철 도시의 기온을 낮춘다.", "가로수는 주변 집값을 높인다.", "separate"),
    Pair("바이오차는 옥수수 수확량을 10% 늘린다.", "바이오차는 옥수수 수확량을 25% 늘린다.", "separate"),
    Pair("네오니코티노이드는 야생벌의 수를 줄인다.", "응애는 꿀벌 군집의 수를 줄인다.", "separate"),
    # Korean and English
    Pair("Caffeine in the afternoon shortens sleep.", "오후의 카페인은 수면 시간을 줄인다.", "same"),
    Pair("Remote work raises the productivity of employees.", "재택근무는 직원의 생산성을 높인다.", "same"),
    Pair(
        "Street trees lower summer temperatures in cities.", "가로수는 여름철 도시의 기온을 낮춘다.", "same"
    ),
    Pair(
        "Protected bike lanes increase sales in nearby shops.",
        "자전거 도로 주변 상점들의 매출이 증가했다.",
        "same",
    ),
    Pair(
        "Later school start times improve the attendance of teenagers.",
        "등교 시간을 늦추면 청소년의 출석률이 좋아진다.",
        "same",
    ),
    Pair(
        "Remote work raises the productivity of employees.",
        "재택근무를 시작한 뒤 직원의 생산성이 떨어졌다.",
        "opposes",
    ),
    Pair(
        "Caffeine in the afternoon shortens sleep.", "오후의 카페인은 수면 시간을 줄이지 않는다.", "opposes"
    ),
    Pair(
        "Street trees lower summer temperatures in cities.",
        "가로수가 여름철 도시 기온에 미치는 효과는 없었다.",
        "opposes",
    ),
    Pair(
        "Bike lanes reduce the sales of nearby shops.",
        "자전거 도로가 생기면 주변 상점의 매출이 늘어난다.",
        "opposes",
    ),
    Pair("Caffeine in the afternoon shortens sleep.", "오후의 카페인은 혈압을 높인다.", "separate"),
    Pair(
        "Remote work raises the productivity of employees.", "재택근무는 회사의 임대료를 낮춘다.", "separate"
    ),
    Pair("Street trees lower summer temperatures in cities.", "가로수는 주변 집값을 높인다.", "separate"),
    Pair("Neonicotinoids reduce the number of wild bees.", "응애는 꿀벌 군집의 수를 줄인다.", "separate"),
)

UNSEEN: tuple[Pair, ...] = (
    Pair(
        "Screens before bed delay the moment children fall asleep.",
        "Children who use tablets in the hour before bedtime fall asleep later.",
        "same",
    ),
    Pair(
        "Tilted solar panels shed snow on their own.",
        "Snow slides off solar panels mounted at a steep angle without help.",
        "same",
    ),
    Pair(
        "Modern wood stoves emit more fine dust than gas heating.",
        "Fine particle emissions of new wood-burning stoves exceed those of gas boilers.",
        "same",
    ),
    Pair(
        "Intermittent fasting leads to weight loss in adults with obesity.",
        "Adults with obesity lost weight on an intermittent fasting plan.",
        "same",
    ),
    Pair(
        "Lower speed limits reduce the number of road deaths in towns.",
        "Fewer people die on town roads once the speed limit is lowered.",
        "same",
    ),
    Pair(
        "Brine from desalination plants harms seagrass near the outlet.",
        "Seagrass close to the outlet of desalination plants is damaged by brine.",
        "same",
    ),
    Pair(
        "Cover crops reduce the loss of nitrogen from fields in winter.",
        "Fields under cover crops lose less nitrogen over the winter.",
        "same",
    ),
    Pair(
        "Lower speed limits reduce the number of road deaths in towns.",
        "Lower speed limits do not reduce the number of road deaths in towns.",
        "opposes",
    ),
    Pair(
        "Intermittent fasting leads to weight loss in adults with obesity.",
        "Intermittent fasting did not lead to weight loss compared with a normal diet.",
        "opposes",
    ),
    Pair(
        "Tilted solar panels shed snow on their own.",
        "Steep solar panels do not shed snow on their own below minus ten degrees.",
        "opposes",
    ),
    Pair(
        "Cover crops increase the yield of the following maize.",
        "Yields of maize decrease after cover crops.",
        "opposes",
    ),
    Pair(
        "Sourdough bread lowers the rise of blood sugar.",
        "Sourdough bread had no significant effect on blood sugar.",
        "opposes",
    ),
    Pair(
        "Modern wood stoves emit more fine dust than gas heating.",
        "Modern wood stoves cost more than gas heating.",
        "separate",
    ),
    Pair(
        "Screens before bed delay the moment children fall asleep.",
        "Screens before bed make children short-sighted.",
        "separate",
    ),
    Pair(
        "Lower speed limits reduce the number of road deaths in towns.",
        "Lower speed limits reduce traffic noise in towns.",
        "separate",
    ),
    Pair(
        "Cover crops reduce the loss of nitrogen from fields in winter.",
        "Cover crops reduce soil erosion on slopes.",
        "separate",
    ),
    Pair(
        "Intermittent fasting leads to weight loss in adults with obesity.",
        "A low-carbohydrate diet leads to weight loss in adults with obesity.",
        "separate",
    ),
    Pair(
        "The plant supplies 30,000 households with drinking water.",
        "The plant supplies 90,000 households with drinking water.",
        "separate",
    ),
    Pair(
        "Brine from desalination plants harms seagrass near the outlet.",
        "Desalination plants need 3 kWh for a cubic metre of water.",
        "separate",
    ),
    Pair(
        "자기 전 화면을 보면 아이들이 늦게 잠든다.",
        "잠자리에 들기 전에 태블릿을 쓰는 아이들은 잠드는 시간이 늦어졌다.",
        "same",
    ),
    Pair(
        "제한 속도를 낮추면 도심 교통사고 사망자가 줄어든다.",
        "도심 제한 속도 하향 이후 교통사고 사망자 수가 감소했다.",
        "same",
    ),
    Pair(
        "간헐적 단식은 비만 성인의 체중을 줄인다.", "간헐적 단식을 한 비만 성인들은 체중이 감소했다.", "same"
    ),
    Pair(
        "피복 작물은 겨울철 밭의 질소 손실을 줄인다.",
        "겨울에 피복 작물을 심은 밭에서는 질소 손실이 적었다.",
        "same",
    ),
    Pair(
        "제한 속도를 낮추면 도심 교통사고 사망자가 줄어든다.",
        "제한 속도를 낮춰도 교통사고 사망자는 줄지 않았다.",
        "opposes",
    ),
    Pair("간헐적 단식은 비만 성인의 체중을 줄인다.", "간헐적 단식은 체중 감량에 효과가 없었다.", "opposes"),
    Pair(
        "피복 작물은 다음 해 옥수수 수확량을 늘린다.",
        "피복 작물을 심은 뒤 옥수수 수확량이 감소했다.",
        "opposes",
    ),
    Pair(
        "제한 속도를 낮추면 도심 교통사고 사망자가 줄어든다.",
        "제한 속도를 낮추면 도심 소음이 줄어든다.",
        "separate",
    ),
    Pair(
        "간헐적 단식은 비만 성인의 체중을 줄인다.", "저탄수화물 식단은 비만 성인의 체중을 줄인다.", "separate"
    ),
    Pair(
        "피복 작물은 겨울철 밭의 질소 손실을 줄인다.", "피복 작물은 비탈밭의 토양 침식을 막는다.", "separate"
    ),
    Pair("이 시설은 3만 가구에 물을 공급한다.", "이 시설은 9만 가구에 물을 공급한다.", "separate"),
    Pair(
        "Lower speed limits reduce the number of road deaths in towns.",
        "제한 속도를 낮추면 도심 교통사고 사망자가 줄어든다.",
        "same",
    ),
    Pair(
        "Intermittent fasting leads to weight loss in adults with obesity.",
        "간헐적 단식은 비만 성인의 체중을 줄인다.",
        "same",
    ),
    Pair(
        "Screens before bed delay the moment children fall asleep.",
        "자기 전 화면을 보면 아이들이 늦게 잠든다.",
        "same",
    ),
    Pair(
        "Cover crops reduce the loss of nitrogen from fields in winter.",
        "피복 작물은 겨울철 밭의 질소 손실을 줄인다.",
        "same",
    ),
    Pair(
        "Lower speed limits reduce the number of road deaths in towns.",
        "제한 속도를 낮춰도 교통사고 사망자는 줄지 않았다.",
        "opposes",
    ),
    Pair(
        "Cover crops increase the yield of the following maize.",
        "피복 작물을 심은 뒤 옥수수 수확량이 감소했다.",
        "opposes",
    ),
    Pair(
        "Intermittent fasting leads to weight loss in adults with obesity.",
        "간헐적 단식은 체중 감량에 효과가 없었다.",
        "opposes",
    ),
    Pair(
        "Lower speed limits reduce the number of road deaths in towns.",
        "제한 속도를 낮추면 도심 소음이 줄어든다.",
        "separate",
    ),
    Pair(
        "Cover crops reduce the loss of nitrogen from fields in winter.",
        "피복 작물은 비탈밭의 토양 침식을 막는다.",
        "separate",
    ),
    Pair(
        "Intermittent fasting leads to weight loss in adults with obesity.",
        "저탄수화물 식단은 비만 성인의 체중을 줄인다.",
        "separate",
    ),
)

FRESH: tuple[Pair, ...] = (
    Pair(
        "School gardens make children eat more vegetables.",
        "Children at schools with a garden eat more vegetables than others.",
        "same",
    ),
    Pair(
        "Double glazing cuts street noise in bedrooms by 30 decibels.",
        "With double glazing 30 decibels less street noise reach the bedroom.",
        "same",
    ),
    Pair(
        "Night shifts raise the risk of diabetes in nurses.",
        "Nurses who work nights have a higher risk of diabetes.",
        "same",
    ),
    Pair(
        "Grazing goats reduce the spread of wildfires on dry slopes.",
        "Wildfires spread less on dry slopes that are grazed by goats.",
        "same",
    ),
    Pair(
        "Paying farmers for hedges increased the number of songbirds.",
        "Songbird numbers rose where farmers were paid for hedges.",
        "same",
    ),
    Pair(
        "School gardens make children eat more vegetables.",
        "School gardens did not change how many vegetables children eat.",
        "opposes",
    ),
    Pair(
        "Night shifts raise the risk of diabetes in nurses.",
        "Night shifts had no effect on the risk of diabetes in nurses.",
        "opposes",
    ),
    Pair(
        "Salt on roads increases the corrosion of bridges.",
        "Corrosion of bridges decreases when roads are salted.",
        "opposes",
    ),
    Pair(
        "School gardens make children eat more vegetables.",
        "School kitchens make children eat more vegetables.",
        "separate",
    ),
    Pair(
        "Double glazing cuts street noise in bedrooms by 30 decibels.",
        "Double glazing cuts heating costs in bedrooms by 20%.",
        "separate",
    ),
    Pair(
        "Night shifts raise the risk of diabetes in nurses.",
        "Night shifts raise the risk of car accidents in nurses.",
        "separate",
    ),
    Pair(
        "Grazing goats reduce the spread of wildfires on dry slopes.",
        "Grazing goats reduce the number of tree seedlings on dry slopes.",
        "separate",
    ),
    Pair(
        "Salt on roads increases the corrosion of bridges.",
        "Salt on roads increases the chloride in wells.",
        "separate",
    ),
    Pair(
        "학교 텃밭은 아이들이 채소를 더 많이 먹게 한다.",
        "텃밭이 있는 학교 아이들은 채소를 더 많이 먹는다.",
        "same",
    ),
    Pair(
        "야간 근무는 간호사의 당뇨병 위험을 높인다.", "야간에 근무하는 간호사는 당뇨병 위험이 높았다.", "same"
    ),
    Pair("도로의 소금은 다리의 부식을 늘린다.", "도로에 소금을 뿌리면 다리 부식이 증가한다.", "same"),
    Pair(
        "야간 근무는 간호사의 당뇨병 위험을 높인다.",
        "야간 근무는 간호사의 당뇨병 위험과 관련이 없었다.",
        "opposes",
    ),
    Pair("도로의 소금은 다리의 부식을 늘린다.", "도로의 소금은 다리의 부식을 줄인다.", "opposes"),
    Pair(
        "야간 근무는 간호사의 당뇨병 위험을 높인다.",
        "야간 근무는 간호사의 교통사고 위험을 높인다.",
        "separate",
    ),
    Pair(
        "학교 텃밭은 아이들이 채소를 더 많이 먹게 한다.",
        "학교 급식실은 아이들이 채소를 더 많이 먹게 한다.",
        "separate",
    ),
    Pair("도로의 소금은 다리의 부식을 늘린다.", "도로의 소금은 우물의 염분을 늘린다.", "separate"),
    Pair(
        "Night shifts raise the risk of diabetes in nurses.",
        "야간 근무는 간호사의 당뇨병 위험을 높인다.",
        "same",
    ),
    Pair(
        "School gardens make children eat more vegetables.",
        "학교 텃밭은 아이들이 채소를 더 많이 먹게 한다.",
        "same",
    ),
    Pair("Salt on roads increases the corrosion of bridges.", "도로의 소금은 다리의 부식을 늘린다.", "same"),
    Pair(
        "Salt on roads increases the corrosion of bridges.", "도로의 소금은 다리의 부식을 줄인다.", "opposes"
    ),
    Pair(
        "Night shifts raise the risk of diabetes in nurses.",
        "야간 근무는 간호사의 당뇨병 위험과 관련이 없었다.",
        "opposes",
    ),
    Pair(
        "Night shifts raise the risk of diabetes in nurses.",
        "야간 근무는 간호사의 교통사고 위험을 높인다.",
        "separate",
    ),
    Pair(
        "Salt on roads increases the corrosion of bridges.", "도로의 소금은 우물의 염분을 늘린다.", "separate"
    ),
    Pair(
        "Grazing goats reduce the spread of wildfires on dry slopes.",
        "염소는 어린 나무를 먹어 숲을 줄인다.",
        "separate",
    ),
)
