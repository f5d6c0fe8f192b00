"""Everyday things by concept, in English and Korean: "motorists", "traffic" and "차량" name one thing.

A small thesaurus of the matters that research asks about most (health, money, work, transport, crops,
schools, weather, safety). Two words for the two ends of one thing share a concept with opposite signs: more
survivors are fewer deaths. A word that is not here is its own concept, so nothing is lost by what is missing.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.language import korean
from pathfinder.adapters.language.terms import terms

Polarity = Literal[1, -1]


class Concept(NamedTuple):
    """A thing, and whether more of the word means more of it or less."""

    name: str
    polarity: Polarity


# Name, then words of which more means more of it; after "//" words of which more means less of it.
_TABLE: Final = """
sleep: sleep asleep slumber nap doze insomniac bedtime 수면 잠 취침 숙면 낮잠
awakening: wake awake awakening insomnia wakefulness 불면 불면증 깨어 깨는
illness: illness ill sick sickness disease infection infected flu influenza virus germ epidemic fever symptom
 ailment cold outbreak contagion 질병 질환 감기 독감 감염 발병 증상 병 열병 유행병 // healthy health
 wellness 건강
pain: pain ache hurt sore soreness headache backache arthritis discomfort painkiller stiffness 통증 아픔
 두통 관절염 요통 진통 아프 아픈
death: death die died dying dead
 mortality fatality fatal deceased casualty 사망 사망률 죽음 숨지 숨질 숨진 죽 // survive
 survival survivor 생존 생존율 살아남
injury: injury injure wound casualty hurt fracture trauma 부상 상해 다친 다치 골절
accident: accident crash collision mishap incident 사고 충돌 추돌 // safety safe 안전
bleeding: bleed bleeding haemorrhage hemorrhage clot clotting 출혈 피멍
heart: heart cardiac infarction cardiovascular coronary 심장 심근 심혈관
liver: liver hepatic enzyme transaminase 간 간수치
blood_pressure: hypertension systolic diastolic 혈압 고혈압
weight: weight obesity obese overweight bmi 체중 몸무게 비만
brain: memory cognition cognitive dementia recall forgetful 기억 기억력 인지 치매
mood: depression anxiety stress sadness worry distress burnout 우울 불안 스트레스 번아웃 // happiness happy
 mood
 wellbeing cheerful 행복 기분
satisfaction: satisfaction satisfied content approval contentment pleased 만족 만족도 호평 // complaint
 dissatisfied
 dissatisfaction grievance grumble 불만 민원 항의
fatigue: fatigue tired tiredness exhaustion exhausted weary 피로 피곤 지침 // energy vigour 활력
allergy: allergy allergic asthma rash wheeze 알레르기 천식 두드러기
breathing: breathing breath lung respiratory cough 호흡 호흡기 폐 기침
hospital: hospital admission admit ward clinic emergency hospitalisation hospitalization inpatient 병원 입원
 응급
 응급실 이송
medicine: drug medicine medication dose pill prescription painkiller 약물 복용 처방 약 진통제
skin: skin sunburn acne 피부
eye: eye eyesight vision myopia 시력 근시 눈
tooth: tooth dental caries cavity 충치 치아
digestion: digestion gut bowel stomach nausea 소화 위장 장 설사
pregnancy: birth pregnancy fertility newborn miscarriage 출산 임신 출생
eating: appetite calorie meal diet hunger eat 식욕 열량 식사 식단
smoking: smoke smoker tobacco cigarette nicotine 흡연 흡연자 담배
alcohol: alcohol alcoholic drunk liquor 음주 술
exercise: exercise fitness workout walking steps 운동 걷기 체력
vehicle: car vehicle traffic motorist driver drive motor automobile congestion 자동차 차량 승용차 교통량
 통행 차 운전
 운전자 교통 혼잡 정체
transit: bus tram train ferry metro subway rider passenger boarding ridership commuter 버스 전차 열차 기차
 지하철
 승객 탑승 이용객
cycling: bicycle bike cyclist cycling 자전거
pedestrian: pedestrian walk foot footfall 보행 보행자 유동인구
journey: journey commute trip travel 통근 출퇴근 이동 통행시간 여정
parking: parking 주차 주차장
delay: delay late lateness behind overdue wait waiting queue latency backlog tardy 지연 지각 대기 연착 늦 //
 punctual
 punctuality 정시 정시성
speed: speed pace velocity 속도 속력
noise: noise noisy loud loudness decibel db din sound hum 소음 시끄러 데시벨 // quiet quietness silence hush
 조용
 정숙
pollution: pollution pollutant smog soot particulate exhaust contamination 오염 미세먼지 매연 배출가스 //
 clean
 cleanliness purity 청정
emission: emission carbon co2 greenhouse methane 배출 탄소 온실가스
waste: waste rubbish litter trash garbage landfill 쓰레기 폐기물
recycling: recycling recycle reuse 재활용 재사용
water: water groundwater river runoff 물 수위 지하수 강물
drought: drought dryness aridity dry 가뭄 건조 // moisture humidity humid damp wet 습도 수분 습기
flood: flood flooding inundation 홍수 침수 범람
rain: rain rainfall precipitation 비 강수 강수량 강우
temperature: temperature heat warmth warm hot degree 온도 기온 더위 열기 더운 // cool cooling chill 냉각 추위
 시원 서늘 차가
frost: frost freeze freezing ice 서리 동파 얼음
wind: wind gust storm 바람 강풍 폭풍
lightning: lightning thunder thunderstorm 벼락 낙뢰 번개
fire: fire blaze wildfire burn 화재 불 산불
corrosion: corrosion rust corrode rot decay 부식 녹 삭아
durability: durability lifespan lifetime longevity last lasting durable 내구성 수명 // failure fail break
 breakage
 breakdown crack fault defect 고장 파손 균열 결함 불량
strength: strength sturdy tough toughness 강도 튼튼
energy: electricity energy power fuel gas heating kilowatt 전기 에너지 전력 연료 난방 가스
crop: crop yield harvest grain wheat rice maize corn bushel tonne 수확 수확량 작물 소출 곡물 밀 쌀 벼 옥수수
fruit: fruit apple berry orchard vegetable tomato 과일 열매 과수 사과 채소
plant: plant seedling growth leaf root shoot germination tree 식물 묘목 생장 발아 잎 나무 뿌리
soil: soil erosion topsoil earth compost 토양 흙 침식 퇴비
weed: weed weeds herbicide 잡초 제초
pest: pest insect aphid beetle mite slug parasite fungus mildew blight mould mold 해충 벌레 진딧물 기생충
 곰팡이 병해
pollinator: bee pollinator hive honey honeybee colony 벌 꿀벌 벌집 벌통 꿀
animal: animal cattle cow livestock sheep pig hen milk 가축 소 젖소 우유 양 돼지 닭
fish: fish fishery catch trout salmon 물고기 어획 어업 어획량
bird: bird songbird nest 새 조류 둥지
wildlife: species biodiversity wildlife habitat 종 생물다양성 야생동물 서식
cost: cost price expense expensive outlay fee fare subsidy spending expenditure budget bill charge tariff
 subsidise
 burden levy cost-of-living 비용 가격 값 요금 지출 지원금 예산 경비 부담 보조금 // cheap saving discount
 affordable
 절약 저렴
income: income wage salary pay earnings earning 소득 임금 월급 급여 수입
profit: profit margin surplus 이익 이윤 흑자 // deficit loss bankruptcy insolvency 적자 손실 파산
sales: sale takings turnover revenue customer business shop shopper retail trade trader store till shopkeeper
 merchant closure 매출 매상 손님 고객 상권 점포 가게 상점 상인 영업 장사 판매
closure: closure shutter vacancy vacant 폐업 공실 폐점
housing: rent let lease tenant landlord rental 임대료 집세 월세 전세 임대
property: property house-price home-price valuation 집값 부동산 시세
tax: tax taxation taxpayer 세금 조세 납세
debt: debt loan mortgage arrears 부채 빚 대출
poverty: poverty poor hardship 빈곤 가난
inequality: inequality gap disparity 불평등 격차
employment: job employment employ hire hiring vacancy 일자리 고용 취업 채용 // unemployment jobless layoff
 redundancy
 실업 실직 해고
productivity: productivity output efficiency efficient productive performance 생산성 산출 효율 성과
workload: workload overtime 업무량 야근 근무시간 노동시간
turnover_staff: resignation resign quit attrition leaver 이직 퇴사 사직 이탈 // retention retain stay 근속
 재직
absence: absence absenteeism truancy sick-leave absentee 결근 결석 병가 // attendance attend 출석 출근
school: school pupil student class classroom teacher lesson 학교 학생 교실 수업 교사
score: score grade mark test exam result attainment achievement literacy numeracy reading 점수 성적 시험
 학력 학업
 독해 문해
dropout: dropout 중퇴 중도탈락 // graduation graduate 졸업
attention: attention focus concentration concentrate 집중 집중력 주의력 // distraction distract 산만 방해
error: error mistake slip inaccuracy flaw bug 오류 실수 잘못 오타 // accuracy accurate correct precision
 정확 정확도
crime: crime theft burglary robbery assault offence vandalism stolen 범죄 절도 도난 강도 폭행
violence: violence aggression aggressive fight bullying 폭력 공격 싸움 괴롭힘
trust: trust confidence faith 신뢰 신임 // distrust suspicion 불신
vote: vote voter turnout election ballot 투표 투표율 선거
visitor: tourist tourism guest 방문객 관광객 관광 방문자
membership: member membership subscriber volunteer 회원 가입자 자원봉사
population: population inhabitant resident 인구 주민 거주자
migration: migration migrant emigrate 이주 이민
usage: usage uptake adoption use user 사용량 이용률 이용 보급
screen: screen smartphone phone internet online 화면 스마트폰 인터넷
loneliness: loneliness lonely isolation 외로움 고립 고독 // friendship companionship 교류 친구
creativity: creativity creative idea 창의 창의력
light: brightness glare daylight lighting 조도 조명 밝기
smell: smell odour odor stench 냄새 악취
taste: taste flavour flavor 맛 풍미
size: size height length width area 크기 길이 높이 면적
risk: risk hazard danger threat likelihood chance chances odds probability 위험 위험도 확률 가능성
lifespan: lifespan longevity life-expectancy lifetime 수명 장수
recovery: recovery recover recuperation healing heal cure 회복 치유 완치
shortage: shortage scarcity lack 부족 품귀 // supply abundance 공급
demand: demand order booking reservation 수요 주문 예약
"""


def _rows() -> Iterator[tuple[str, Concept]]:
    for row in _TABLE.replace("\n ", " ").strip().splitlines():
        name, _, words = row.partition(":")
        more, _, less = words.partition("//")
        sides: tuple[tuple[str, Polarity], ...] = ((more, 1), (less, -1))
        for side, polarity in sides:
            for word in side.split():
                yield word, Concept(name, polarity)


def _index() -> dict[str, tuple[Concept, ...]]:
    found: dict[str, list[Concept]] = {}
    for word, concept in _rows():
        folded = terms(word) if not korean.is_hangul(word) else (word,)
        key = folded[0] if len(folded) == 1 else word
        if concept not in found.setdefault(key, []):
            found[key].append(concept)
    return {key: tuple(concepts) for key, concepts in found.items()}


_INDEX: Final = _index()
_SHORTEST_PREFIX: Final = 2


@lru_cache(maxsize=16_384)
def of_term(term: str) -> tuple[Concept, ...]:
    """The concepts of one folded word; a Korean compound has those of its longest known beginning or end."""
    known = _INDEX.get(term)
    if known is not None or not korean.is_hangul(term):
        return known or ()
    for length in range(len(term) - 1, _SHORTEST_PREFIX - 1, -1):
        for part in (term[:length], term[-length:]):
            if part in _INDEX:
                return _INDEX[part]
    return ()


@lru_cache(maxsize=16_384)
def concepts(text: str) -> frozenset[Concept]:
    """The concepts a text names."""
    return frozenset(concept for term in terms(text) for concept in of_term(term))


def names(text: str) -> frozenset[str]:
    """The names of the concepts of a text, and its words that belong to none."""
    return frozenset(concept.name for concept in concepts(text)) | frozenset(
        term for term in terms(text) if not of_term(term)
    )


_NAMES: Final = frozenset(concept.name for _, concept in _rows()) | {"pace"}


def is_concept(name: str) -> bool:
    """Whether a name stands for a concept of the table, and not for a word."""
    return name in _NAMES
