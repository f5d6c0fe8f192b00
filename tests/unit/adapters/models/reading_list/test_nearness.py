"""Which passages belong to which part, and what two of them are compared by."""

import pytest

from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.models.reading_list.differences import compared, differing
from pathfinder.adapters.models.reading_list.figures import figures
from pathfinder.adapters.models.reading_list.nearness import (
    Candidate,
    best_sentences,
    filing,
    parts_of,
    scores,
    words,
)
from pathfinder.adapters.models.reading_list.reading import answer
from pathfinder.protocols.calls.questions import PageView, PartLine, Passage, ReadPage

PARTS = (
    "How much cooler are houses under reed roofs?",
    "What does a reed roof cost?",
    "Do reed roofs attract lightning?",
)
QUESTION = " ".join(PARTS)


def test_a_passage_goes_to_the_part_whose_own_words_it_has() -> None:
    said = [
        Candidate("Rooms under the reed roofs were 3 °C cooler than those of other houses."),
        Candidate("A reed roof costs 40 crowns a square metre."),
        Candidate("Houses under reed roofs were struck by lightning 12 times in ten years."),
    ]
    belonging = filing(parts_of(PARTS, QUESTION), said, encoder())
    best = [max(range(len(PARTS)), key=lambda part: belonging[part][place]) for place in range(len(said))]
    assert best == [0, 1, 2]
    assert filing(parts_of(PARTS, QUESTION), [], encoder()) == [[], [], []]


def test_a_section_named_like_the_part_comes_first() -> None:
    (part,) = parts_of(["What is the origin in CORS?"], "What is the origin in CORS?")
    text = "It is made of protocol, domain and port."
    named, other = scores(part, [Candidate(text, "CORS. Origin"), Candidate(text, "CORS. Steps")], encoder())
    assert named > other


def test_a_passage_counts_by_its_best_sentence_and_by_what_stands_around_it() -> None:
    (part,) = parts_of([PARTS[1]], PARTS[1])
    said = "A reed roof costs 40 crowns a square metre."
    more = f"{said} Bakers sell bread in the village. The road was mended in the spring of that year."
    other = "Bakers sell bread in the village."
    known = [Candidate(said), Candidate(more), Candidate(other)]
    (alone, _), (among, nearest), (without, _) = best_sentences(part, known, encoder())
    assert (alone > among > without, nearest) == (True, said)


def test_a_statement_in_the_language_of_the_question_is_not_behind_for_the_words_it_has() -> None:
    (part,) = parts_of(["갈대 지붕의 값은 얼마인가요?"], "갈대 지붕의 값은 얼마인가요?")
    korean, english = "갈대 지붕의 값은 한 칸에 마흔 냥이다.", "It stood by the river for years."
    known = [Candidate(korean), Candidate(english), Candidate("강가에 오래 서 있었다.")]
    own, foreign, _ = scores(part, known, encoder())
    assert own > foreign


def test_what_stands_in_brackets_leads_nowhere() -> None:
    (part,) = parts_of(["What is an origin made of?"], "What is an origin made of?")
    said = "An origin is made of a protocol{}, a domain{} and a port{}."
    plain = Candidate(said.format("", "", ""))
    shown = Candidate(said.format(" (http, https)", " (myapp.example, localhost)", " (80, 443, 8080)"))
    one, other = scores(part, [plain, shown], encoder())
    assert other == pytest.approx(one)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("작업은 언제 실행되나요?", "응답을 보낸 뒤 작업이 실행됩니다."),
        ("지붕은 얼마나 시원한가?", "한낮에는 지붕 아래가 시원했다."),
        ("값이 얼마인가요?", "값은 마흔 냥이다."),
        ("불꽃을 끌어당기는가?", "높은 지붕은 불꽃을 끌어당긴다."),
        ("State를 언제 버리나요?", "그 State를 버립니다."),
        ("앱이 커지면 느려지나요?", "앱이 커져도 느리지 않다."),
    ],
)
def test_a_korean_question_meets_the_words_of_its_answer(asked: str, said: str) -> None:
    assert words(asked) <= words(said)


def test_neighbours_of_one_section_are_one_passage_and_items_follow_what_leads_them_in() -> None:
    first = (
        "Reed roofs attract lightning on high ground.\n\n"
        "The fire brigade gives two reasons for which reed roofs attract lightning:\n\n"
        "1. They stand higher than any other roof in the village.\n"
        "2. They are wet for most of the winter."
    )
    text = f"# Danger\n\n{first}\n\n# Rods\n\nA rod keeps lightning away from reed roofs."
    page = PageView(title="Reed roofs", site="", passages=(Passage(number=1, text=text),))
    part = PartLine(number=1, text=PARTS[2])
    found = answer(ReadPage(question=PARTS[2], parts=(part,), page=page), encoder())
    assert [fact.quote for fact in found.facts] == [first, "A rod keeps lightning away from reed roofs."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It came to 408 marels against 161 for tile.", [("408", "marels"), ("161", "marels")]),
        ("I write 395 to 430 marels a metre.", [("395", "marels"), ("430", "marels")]),
        ("Rooms were five degrees Celsius cooler.", [("5", "°C")]),
        ("It averaged 3.9 °C (95% interval 3.4 to 4.4).", [("3.9", "°C"), ("95", "%")]),
        ("Vite 6는 빌드 단계에서 4배 빠릅니다.", [("4", "배")]),
        ("It was compared with Oracle 10g on 3 machines.", [("3", "machines")]),
        ("The grant covers one third of it since 2019.", []),
        ("지붕 값은 408마렐로 2만 3천 명이 냈다.", [("408", "마렐"), ("2만 3천", "명")]),
    ],
)
def test_a_figure_has_a_unit_that_is_one(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(figure.value, figure.shown) for figure in figures(text)] == expected


def test_figures_on_different_things_do_not_differ() -> None:
    one = "Laid and finished, reed came to a median of 408 marels per square metre of roof in the survey."
    same = (
        "In another survey reed came to a median of 300 marels per square metre of roof, laid and finished."
    )
    whole = "Her bill for the whole house with its barn and its shed came to 15,900 marels in that spring."
    assert [(pair.first, pair.second) for pair in differing([compared(one), compared(same)], encoder())] == [
        (0, 1)
    ]
    assert differing([compared(one), compared(whole)], encoder()) == []
