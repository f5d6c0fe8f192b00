"""Which passages belong to which part, and what two of them are compared by."""

import pytest

from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.reading_list.differences import compared, differing
from pathfinder.adapters.reading_list.figures import figures
from pathfinder.adapters.reading_list.nearness import Candidate, filing, parts_of, scores
from pathfinder.adapters.reading_list.reading import answer
from pathfinder.protocols.questions import PageView, PartLine, Passage, ReadPage

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
    named, other = scores(
        part, [Candidate(text, "CORS. Origin", "Origin"), Candidate(text, "CORS. Steps", "Steps")], encoder()
    )
    assert named > other


def test_neighbouring_sentences_are_one_passage() -> None:
    text = (
        "Reed roofs attract lightning on high ground. They attract lightning less often in valleys.\n\n"
        "Bakers sell bread in the village every morning.\n\n"
        "A rod keeps lightning away from reed roofs."
    )
    page = PageView(title="Reed roofs", site="", passages=(Passage(number=1, text=text),))
    part = PartLine(number=1, text=PARTS[2])
    found = answer(ReadPage(question=PARTS[2], parts=(part,), page=page), encoder())
    quotes = [fact.quote for fact in found.facts]
    assert quotes[0] == text.partition("\n")[0]
    assert any("A rod keeps" in quote for quote in quotes[1:])


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
