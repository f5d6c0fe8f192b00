"""Which results are read: those on the matter, from varied sites, never more than asked for."""

from pathfinder.adapters.embedded import choose
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.questions import ChoosePages, NumberedResult, PageChoice

OBJECTIVE = "Find trials of straw mulch and soil temperature."


def result(number: int, title: str, site: str = "", snippet: str = "") -> NumberedResult:
    return NumberedResult(number=number, title=title, site=site or f"s{number}.example", snippet=snippet)


def chosen(*results: NumberedResult, objective: str = OBJECTIVE, most: int = 5) -> tuple[int, ...]:
    ask = ChoosePages(
        question="Does mulch help?", objective=objective, about="straw mulch", results=results, most=most
    )
    answer = choose.answer(ask, encoder())
    assert isinstance(answer, PageChoice)
    return answer.numbers


def test_what_is_on_another_matter_is_not_read() -> None:
    assert chosen(
        result(1, "Winter timetable of the island ferries"),
        result(2, "Straw mulch and the temperature of garden soil: a trial"),
        result(3, "The chess final goes to a tie-break"),
    ) == (2,)


def test_the_best_comes_first_and_the_limit_holds() -> None:
    results = [result(n, f"Soil temperature under straw mulch, plot {n}") for n in range(1, 9)]
    assert len(chosen(*results, most=3)) == 3
    assert chosen(*results, most=0) == ()
    assert chosen(result(1, "Garden soil"), result(2, "Straw mulch lowers soil temperature"), most=1) == (2,)


def test_another_site_is_preferred_to_a_second_page_of_the_same() -> None:
    assert chosen(
        result(1, "Straw mulch and soil temperature", "one.example"),
        result(2, "Straw mulch and soil temperature again", "one.example"),
        result(3, "Straw mulch and soil temperature once more", "two.example"),
        most=2,
    ) == (1, 3)


def test_a_korean_objective_finds_english_pages_and_the_other_way_round() -> None:
    korean = "짚 덮기가 땅 온도를 낮추는지에 대한 시험을 찾는다."
    english = (result(1, "The chess final"), result(2, "Does straw on the beds lower the soil temperature?"))
    assert chosen(*english, objective=korean) == (2,)
    assert chosen(result(1, "섬 여객선 시간표"), result(2, "짚 덮기와 땅 온도 시험")) == (2,)


def test_results_without_words_are_not_chosen() -> None:
    assert chosen(result(1, ""), result(2, "  ")) == ()


def test_what_is_left_to_others_does_not_draw_pages() -> None:
    objective = f"{OBJECTIVE} Leave to others: ferry timetables of the islands"
    assert chosen(result(1, "Winter timetable of the island ferries"), objective=objective) == ()
