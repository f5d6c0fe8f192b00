"""An answer stands sentence by sentence: on facts that exist, quotes that are found and bound figures."""

from dataclasses import replace
from typing import Any

import pytest

from pathfinder.protocols.answer.checks import Checked, check
from pathfinder.protocols.answer.coverage import AnswerBasis
from pathfinder.protocols.answer.figures import Support, is_version, loose
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.calls.questions import AnswerGap
from pathfinder.protocols.graph.types import Observation
from pathfinder.protocols.ids import ObservationId
from tests.answers import (
    BENCH,
    GONE,
    VENDOR,
    a_ground,
    a_researched_graph,
    a_sentence,
    a_table,
    an_answer,
    page_number,
)


def checked(*answer: str, **fields: Any) -> Checked:
    return check(a_ground(), an_answer(*answer, **fields))


def faults(known: KeptAnswer) -> list[tuple[str, str]]:
    return [(one.fault.kind, one.fault.what) for one in known.dropped]


def test_an_answer_that_rests_on_its_facts_stands_whole() -> None:
    kept, problems = checked(a_sentence("It took 5,200 jobs per second with empty jobs.", "obs_1"))
    assert problems == ()
    assert kept.title == "One database is enough"
    assert kept.answer[0].cites == ("obs_1",)
    assert [section.parts for section in kept.sections] == [("sq_1",), ("sq_2",)]
    assert (kept.dropped, kept.revised, kept.iteration) == ((), False, 2)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        (a_sentence("One server is enough.", "obs_99"), "no_such_id"),
        (a_sentence("As obs_77 says, one server is enough.", "obs_1"), "no_such_id"),
        (a_sentence("It took 6,000 jobs per second.", "obs_1"), "number"),
        (a_sentence("It took 1,300 jobs per second.", "obs_1"), "number"),
        (a_sentence("It took 90,000 jobs per second.", "obs_7"), "without_weight"),
        (a_sentence("Workers block each other.", "obs_8"), "refused"),
        (a_sentence("It is 650 a second.", "obs_3", derived=("40000000/86400=650",)), "sum"),
        (a_sentence("It is 600 a second.", "obs_3", derived=("51840000/86400=600",)), "sum"),
        (a_sentence("It is 60.", "obs_3", derived=("3600/60=60",)), "sum"),
        (a_sentence("x", quotes=((1, "words that stand nowhere"),)), "quote"),
        (a_sentence("x", quotes=((0, "It took 5,200 jobs"),)), "quote"),
        (a_sentence("x", quotes=((99, "It took 5,200 jobs"),)), "quote"),
    ],
)
def test_a_sentence_that_does_not_stand_is_dropped_and_told(sentence: str, kind: str) -> None:
    kept, problems = checked(a_sentence(), sentence)
    assert [one.text for one in kept.answer] == ["One server is enough."]
    assert [one.fault.kind for one in kept.dropped] == [kind]
    assert problems[0].startswith("answer, statement 2")


def test_a_quote_of_the_page_becomes_a_fact_of_the_answer() -> None:
    ground = a_ground()
    quotes = (
        (page_number(ground, BENCH), "The run lasted\n2 minutes."),
        (page_number(ground, VENDOR), "[obs_3] Our customers run 40 million jobs a day"),
    )
    kept, problems = check(ground, an_answer(a_sentence("The run lasted 2 minutes.", quotes=quotes)))
    assert problems == ("audit point a1 is not told: 5,200 was measured with empty jobs.",)
    assert kept.answer[0].cites == ("q1", "q2")
    assert [one.quote for one in kept.quotes] == [
        "The run lasted 2 minutes.",
        "Our customers run 40 million jobs a day",
    ]
    assert BENCH[kept.quotes[0].offset :].startswith("The run lasted")


def test_a_quote_that_is_a_fact_already_is_that_fact_and_one_quote_is_kept_once() -> None:
    ground = a_ground()
    number = page_number(ground, BENCH)
    same = (number, "It took 5,200 jobs per second with empty jobs.")
    new = (number, "We ran a queue on one database server")
    kept, _ = check(ground, an_answer(a_sentence("x", quotes=(same, new)), a_sentence("y", quotes=(new,))))
    assert [one.cites for one in kept.answer] == [("obs_1", "q1"), ("q1",)]
    assert len(kept.quotes) == 1


def test_a_figure_may_be_calculated_from_what_is_cited_and_the_reader_sees_how() -> None:
    said = a_sentence("That is 463 jobs a second.", "obs_3", derived=("40M/86,400=463", "1+1=2"))
    kept, _ = checked(
        said, a_sentence("It took 25% of that, 1,300.", "obs_1", "obs_2", derived=("1300/5200=25%",))
    )
    assert [one.derived for one in kept.answer] == [("40M/86,400=463",), ("1300/5200=25%",)]


def test_a_figure_may_stand_in_title_date_question_and_today() -> None:
    kept, _ = checked(
        a_sentence("For 500 jobs per second, as of 2026, a page of 2025 at bench.example is enough.")
    )
    assert len(kept.answer) == 1


def test_number_words_may_count_what_is_cited() -> None:
    kept, _ = checked(
        a_sentence("Two sources agree.", "obs_1", "obs_3"), a_sentence("Five sources agree.", "obs_1")
    )
    assert [one.text for one in kept.answer] == ["Two sources agree."]


def test_a_version_may_be_told_by_its_number_alone() -> None:
    kept, _ = checked(a_sentence("It came with 9.5.", "obs_4"), a_sentence("It came with 9.6.", "obs_4"))
    assert [one.text for one in kept.answer] == ["It came with 9.5."]


@pytest.mark.parametrize(
    ("said", "text", "stands"),
    [
        ("0.5.0", "Version 0.5.0 failed", True),
        ("0.5", "fixed in v0.5.2", True),
        ("0.5.2", "fixed in version 0.5.2", True),
        ("0.5.1", "fixed in v0.5.2", False),
        ("0.5", "0.5 of them", False),
        ("0.5", "10.5.2 has it", False),
        ("95", "version 95", False),
    ],
)
def test_a_version_rests_on_the_same_version_or_one_of_its_series(said: str, text: str, stands: bool) -> None:
    assert is_version(said, (text,)) is stands


def test_a_version_that_is_named_in_full_rests_on_its_number() -> None:
    kept, _ = checked(a_sentence("Since Version 9.5.", "obs_4"), a_sentence("Since Version 9.5.1.", "obs_4"))
    assert [one.text for one in kept.answer] == ["Since Version 9.5."]


def test_a_percentile_names_a_measure_and_is_no_figure() -> None:
    said = a_sentence("With empty jobs it took 5,200 jobs per second at p99.", "obs_1")
    kept, _ = checked(said, a_sentence("It took 5,200 jobs per second at p42.", "obs_1"))
    assert [one.text for one in kept.answer] == ["With empty jobs it took 5,200 jobs per second at p99."]


@pytest.mark.parametrize(
    ("text", "stands"), [("That is 460 a second.", True), ("That is 470 a second.", False)]
)
def test_a_result_may_be_rounded_and_what_it_was_made_of_may_be_told(text: str, stands: bool) -> None:
    said = a_sentence(f"A day has 86,400 seconds. {text}", "obs_3", derived=("40M/86400=463",))
    kept, _ = checked(said)
    assert (faults(kept) == []) is stands
    if stands:
        assert kept.answer[0].derived == ("40M/86400=463",)


@pytest.mark.parametrize(
    ("text", "derived", "stands"),
    [
        ("It takes 9 hours.", "40M/4_469_274=8.95", True),
        ("It takes 9 hours.", "40M/4_624_277=8.65", False),
        ("It takes 0.4 of it.", "40M/98M=0.41", False),
    ],
)
def test_a_result_may_be_one_digit_if_that_changes_it_little(text: str, derived: str, stands: bool) -> None:
    derived = derived.replace("_", "")
    ground = a_ground()
    asked = ground.ask.model_copy(update={"question": "Why 4469274, 4624277 or 98M?"})
    kept, _ = check(replace(ground, ask=asked), an_answer(a_sentence(text, "obs_3", derived=(derived,))))
    assert (faults(kept) == []) is stands


def test_a_calculation_from_figures_of_the_question_needs_no_citation() -> None:
    ground = a_ground()
    asked = ground.ask.model_copy(update={"question": "Is it enough for 3000000 vectors of 6152 bytes?"})
    said = "That is 18.5 GB. [[= 3000000*6152/1000000000 = 18.456]]"
    other = "That is 19.7 GB. [[= 3200000*6152/1000000000 = 19.6864]]"
    section = an_answer().sections[0].model_copy(update={"body": f"{a_sentence()}\n\n{said}\n\n{other}"})
    kept, _ = check(replace(ground, ask=asked), an_answer(sections=(section,)))
    told = kept.sections[0].sentences[1:]
    assert [(one.text, one.cites, one.derived) for one in told] == [
        ("That is 18.5 GB.", (), ("3000000*6152/1000000000 = 18.456",))
    ]
    assert [kind for kind, _ in faults(kept)] == ["sum"]


def test_a_calculation_lends_no_support_to_what_is_not_its_result() -> None:
    ground = a_ground()
    asked = ground.ask.model_copy(update={"question": "Is it enough for 3000000 vectors of 6152 bytes?"})
    sum_ = "[[= 3000000*6152/1000000000 = 18.456]]"
    body = "\n\n".join(
        (a_sentence(), f"Servers always fail. {sum_}", f"Servers always fail. That is 18.5 GB. {sum_}")
    )
    section = an_answer().sections[0].model_copy(update={"body": body})
    kept, _ = check(replace(ground, ask=asked), an_answer(sections=(section,)))
    assert [one.text for one in kept.sections[0].sentences[1:]] == ["That is 18.5 GB."]
    assert faults(kept) == [("uncited", "")]


def test_a_calculation_may_leave_out_the_scale_that_its_figures_share() -> None:
    kept, _ = checked(
        a_sentence("It is 0.4 of that.", "obs_3", derived=("40/100=0.4",)),
        a_sentence("It is 0.41 of it.", "obs_3", derived=("41/100=0.41",)),
    )
    assert [one.derived for one in kept.answer] == [("40/100=0.4",)]


def test_ids_in_brackets_are_taken_out_of_the_text_and_cited() -> None:
    kept, _ = checked(a_sentence("It is enough [obs_2], on hyp_A1.", "obs_1"))
    assert (kept.answer[0].text, kept.answer[0].cites) == ("It is enough, on hyp_A1.", ("obs_2", "obs_1"))


def in_section(*blocks: str, ground: AnswerBasis | None = None) -> KeptAnswer:
    """What stands of a section with these blocks after an opening one."""
    section = an_answer().sections[0].model_copy(update={"body": "\n\n".join((a_sentence(), *blocks))})
    return check(ground or a_ground(), an_answer(sections=(section,))).kept


def test_an_estimate_of_the_writers_own_needs_no_source_and_is_named_as_one() -> None:
    kept = in_section(
        "Plan 40 to 60 days. [[own]]",
        "A server does 5,200 jobs per second, so two are 10,400 with some room [[obs_1]] [[own]].",
        "Plan 70 days.",
        "Start small. [[own]]",
    )
    assert [one.text for one in kept.sections[0].sentences[1:]] == [
        "Plan 40 to 60 days (our estimate).",
        "A server does 5,200 jobs per second, so two are 10,400 with some room. (our estimate)",
        "Start small.",
    ]
    assert faults(kept) == [("uncited", "")]


def test_a_row_or_a_whole_table_may_be_the_writers_own_estimate() -> None:
    row = "| way | days |\n|---|---|\n| one | 30 [[own]] |\n| two | 70 |"
    inside = "**Weeks [[own]]**\n\n| way | weeks |\n|---|---|\n| one | 3 |"
    table = "**Days** [[own]]\n\n| way | of 12 people |\n|---|---|\n| one | 90 |\n| two | 70 [[obs_1]] |"
    first, second, third = in_section(row, table, inside).sections[0].tables
    assert [one.cells for one in first.rows] == [("one", "30 (our estimate)")]
    assert second.title == "Days (our estimate)"
    assert second.columns == ("way", "of 12 people")
    assert [one.cells for one in second.rows] == [("one", "90")]
    assert (third.title, [one.cells for one in third.rows]) == ("Weeks (our estimate)", [("one", "3")])


def test_a_row_of_estimates_may_name_what_they_start_from() -> None:
    row = "| way | days |\n|---|---|\n| one | 30 [[obs_1]] [[own]] |\n| two | 30 [[obs_99]] [[own]] |"
    (table,) = in_section(row).sections[0].tables
    assert [(one.cells, one.cites) for one in table.rows] == [(("one", "30 (our estimate)"), ("obs_1",))]


def test_advice_is_the_writers_own_without_a_word_that_says_so() -> None:
    kept, _ = checked(a_sentence(), recommendations=("Stop after 30 days. [[own]]",))
    assert [one.text for one in kept.recommendations] == ["Stop after 30 days."]


def test_an_estimate_in_korean_is_named_in_korean() -> None:
    kept = in_section("40일을 잡는다. [[own]]", ground=a_ground(language="ko"))
    assert kept.sections[0].sentences[-1].text == "40일을 잡는다 (자체 추정)."


def test_a_caution_may_tell_of_what_has_no_weight() -> None:
    warned = a_sentence("The 90,000 of a laboratory is retracted.", "obs_7")
    kept, _ = checked(caution=(warned,))
    assert [one.cites for one in kept.caution] == [("obs_7",)]
    ground = a_ground()
    own = (page_number(ground, GONE), "in our laboratory")
    kept, _ = check(ground, an_answer(a_sentence(), a_sentence("x", quotes=(own,))))
    assert faults(kept) == [("without_weight", "q1")]


def test_what_only_supports_a_refused_claim_is_no_answer_but_may_be_told_beside_what_refutes_it() -> None:
    claim = "Workers block each other [[obs_8]]."
    kept, _ = checked(a_sentence(), claim)
    assert faults(kept) == [("refused", "obs_8")]
    kept, _ = checked(a_sentence(), f"{claim} That is outdated [[obs_5]].")
    assert faults(kept) == []


def test_what_the_audit_discounts_may_be_told() -> None:
    graph = a_researched_graph()
    copy = graph.observations[ObservationId("obs_1")].model_copy(update={"discounted": "a copy"})
    known = graph.model_copy(update={"observations": {**graph.observations, "obs_1": copy}})
    kept, _ = check(a_ground(known), an_answer(a_sentence("It took 5,200 jobs per second.", "obs_1")))
    assert faults(kept) == []


def test_an_observation_whose_quote_was_never_found_carries_nothing() -> None:
    graph = a_researched_graph()
    loose = Observation(
        summary="x", source_url="https://x.example", source_type="blog", authority=0.5, created_at=0
    )
    more = graph.model_copy(update={"observations": {**graph.observations, "obs_9": loose}})
    kept, _ = check(a_ground(more), an_answer(a_sentence(), a_sentence("x", "obs_9")))
    assert faults(kept) == [("unverified", "obs_9")]


def test_a_table_keeps_the_rows_that_stand_in_the_form_of_its_columns() -> None:
    table = a_table(
        (("empty [obs_1]", "5,200"), "obs_1"),
        (("20 ms",), "obs_2"),
        (("20 ms", "1,300", "more"), "obs_2"),
        (("other", "7,777"), "obs_1"),
    )
    kept, problems = checked(tables=(table,))
    assert [row.cells for row in kept.sections[0].tables[0].rows] == [
        ("empty", "5,200"),
        ("20 ms", ""),
        ("20 ms", "1,300"),
    ]
    assert problems[0].startswith("section 1, table 1, row 4")


def test_a_table_or_section_without_a_row_that_stands_is_gone() -> None:
    body = f"{a_sentence('x', 'obs_99')}\n\n{a_table((('x', '1'), 'obs_99'))}"
    section = an_answer().sections[0].model_copy(update={"body": body})
    kept, _ = checked(sections=(section,))
    assert kept.sections == ()


def test_headings_say_no_figure_or_id_that_nothing_under_them_says() -> None:
    table = a_table((("empty", "5,200"), "obs_1"), title="", columns=("obs_1", "7,654"))
    section = an_answer(tables=(table,)).sections[0]
    section = section.model_copy(update={"title": "It takes 9,999", "sure": "7,777 say so"})
    kept, _ = checked(title="It takes 8,888", sections=(section,))
    assert (kept.title, kept.sections[0].title, kept.sections[0].sure) == ("", "", "")
    assert kept.sections[0].tables[0].columns == ("", "")
    assert sorted(one.fault.kind for one in kept.dropped) == ["no_such_id", *["number"] * 4]


def test_a_gap_says_only_figures_of_the_question_and_names_its_parts() -> None:
    gaps = (
        AnswerGap(text="What 500 jobs cost is not known.", parts=(2, 7), query="What do 500 jobs cost?"),
        AnswerGap(text="What 700 jobs cost is not known.", query="x"),
        AnswerGap(text="A price is not known.", query="What do 700 jobs cost?"),
    )
    kept, _ = checked(unknown=gaps)
    assert [(gap.text, gap.parts, gap.query) for gap in kept.unknown] == [
        ("What 500 jobs cost is not known.", ("sq_2",), "What do 500 jobs cost?"),
        ("A price is not known.", (), ""),
    ]


def test_the_same_fault_is_listed_once() -> None:
    kept, problems = checked(a_sentence(), a_sentence("x", "obs_99"), a_sentence("x", "obs_99"))
    assert len(kept.dropped) == 1
    assert sum("obs_99" in problem for problem in problems) == 2


def test_a_table_stands_where_it_was_written_whatever_was_dropped_before_it() -> None:
    ground = a_ground()
    cores = f"[[p{page_number(ground, BENCH)}: one database server with 16 cores]]"
    table = a_table((("empty", "5,200"), "obs_1"), title=f"Measured on 16 cores {cores}")
    lines = (a_sentence("x", "obs_99"), a_sentence("Enough.", "obs_1"), table, a_sentence("More.", "obs_4"))
    section = an_answer().sections[0].model_copy(update={"body": "\n\n".join(lines)})
    kept, _ = check(ground, an_answer(sections=(section,)))
    (found,) = kept.sections[0].tables
    assert (found.title, found.after) == ("Measured on 16 cores", 1)
    assert [one.text for one in kept.sections[0].sentences] == ["Enough.", "More."]


@pytest.mark.parametrize(
    ("text", "stands"),
    [("It took 1 year.", True), ("It is 10 years old.", True), ("It took 1 month.", False)],
)
def test_a_year_is_one_year_and_a_decade_ten(text: str, stands: bool) -> None:
    graph = a_researched_graph()
    seen = graph.observations[ObservationId("obs_5")]
    said = seen.model_copy(update={"quote": "It took almost a whole year, after a decade."})
    known = graph.model_copy(update={"observations": {**graph.observations, "obs_5": said}})
    kept, _ = check(a_ground(known), an_answer(a_sentence(), a_sentence(text, "obs_5")))
    assert (len(kept.answer) == 2) is stands


@pytest.mark.parametrize(
    ("text", "written", "stands"),
    [
        ("It ran all 22 queries.", "22/22 queries", True),
        ("Of 20 writers 5 succeeded.", "5/20 writers", True),
        ("It ran 21 queries.", "22/22 queries", False),
        ("It took 3 teams.", "1/3 of the time", False),
        ("It took 32 minutes.", "took 32m", True),
        ("It took 32 hours.", "took 32m", False),
        ("색인은 384차원이다.", "384d index", True),
        ("It took 384 hours.", "384d index", False),
    ],
)
def test_a_figure_may_stand_in_a_share_in_minutes_or_in_dimensions(
    text: str, written: str, stands: bool
) -> None:
    assert (loose(text, Support(texts=(written,)), ()) == []) is stands


def test_a_gap_may_say_figures_that_the_answer_cites() -> None:
    gap = AnswerGap(text="Nobody measured SKIP LOCKED of 9.5 at 5,200 jobs.", query="x")
    kept, _ = checked(a_sentence(), a_sentence("It came with 9.5.", "obs_4"), unknown=(gap,))
    assert len(kept.unknown) == 1


def test_a_block_whose_first_statement_is_dropped_keeps_its_lead() -> None:
    body = f"1. **Measure.** {a_sentence('It took 7,777.', 'obs_1')} {a_sentence('It is enough.', 'obs_1')}"
    section = an_answer().sections[0].model_copy(update={"body": body})
    kept, _ = checked(sections=(section,))
    assert [(one.opens, one.lead, one.text) for one in kept.sections[0].sentences] == [
        ("number", "Measure.", "It is enough.")
    ]


def test_a_name_may_stand_anywhere_on_a_cited_page_and_a_figure_may_not() -> None:
    kept, _ = checked(
        a_sentence(),
        a_sentence("It ran on 16 cores.", "obs_1"),
        a_sentence("See made-up.example.", "obs_1"),
        a_sentence("Version 9.5 has it.", "obs_4"),
    )
    assert [one.text for one in kept.answer] == ["One server is enough.", "Version 9.5 has it."]
    graph = a_researched_graph()
    texts = {page: f"{text} We used Queue.dev." for page, text in a_ground(graph).texts.items()}
    ground = replace(a_ground(graph), texts=texts)
    kept, _ = check(ground, an_answer(a_sentence("Queue.dev took 5,200 jobs per second.", "obs_1")))
    assert len(kept.answer) == 1


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Node.js 24 made it fast", True),
        ("since v24.1", True),
        ("20.x and 24.x", True),
        ("24 % of it", False),
    ],
)
def test_a_whole_number_is_a_version_where_a_text_calls_it_one(text: str, stands: bool) -> None:
    assert is_version("version 24", (text,)) is stands


def test_several_sentences_before_a_citation_go_back_and_stand() -> None:
    known = checked(a_sentence("One server will do. It is well known. It is enough.", "obs_1"))
    assert len(known.kept.answer) == 1
    assert "several sentences stand before its first citation" in known.problems[0]


def test_only_what_opens_a_text_and_recommendations_may_go_without_a_citation() -> None:
    body = "One server is enough.\n\nIt is well known.\n\n- So they say."
    section = an_answer().sections[0].model_copy(update={"body": body})
    advice = (
        "Wait 3 weeks. It took 5,200 jobs per second [[obs_1]].",
        "Wait 4 weeks. It took 7,777 [[obs_1]].",
    )
    cases = "| If | Then |\n|---|---|\n| over 50 users | wait |\n| busy | it takes 7,778 jobs [[obs_1]] |"
    kept, _ = checked(
        "Do it now.", cases=cases, recommendations=advice, caution=("Beware.",), sections=(section,)
    )
    assert [row.cells for row in kept.cases[0].rows] == [("over 50 users", "wait")]
    assert [one.text for one in kept.answer] == ["Do it now."]
    assert [one.text for one in kept.recommendations] == [
        "Wait 3 weeks. It took 5,200 jobs per second.",
        "Wait 4 weeks.",
    ]
    assert [one.text for one in kept.sections[0].sentences] == ["One server is enough."]
    assert faults(kept) == [
        ("number", "7,778"),
        ("uncited", ""),
        ("uncited", ""),
        ("number", "7,777"),
        ("uncited", ""),
    ]


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("It took 5,200 jobs.", True),
        ("It took 5,250 jobs.", True),
        ("It took 5,300 jobs.", False),
        ("It took 5,000 jobs.", False),
        ("It took 5,246.9 jobs.", True),
        ("It took 5,246.8 jobs.", False),
        ("It took 5,246.91234 jobs.", False),
    ],
)
def test_a_figure_may_be_rounded_to_two_digits_or_more(text: str, stands: bool) -> None:
    graph = a_researched_graph()
    seen = graph.observations[ObservationId("obs_1")].model_copy(update={"quote": "It took 5,246.91 jobs."})
    known = graph.model_copy(update={"observations": {**graph.observations, "obs_1": seen}})
    kept, _ = check(a_ground(known), an_answer(a_sentence("It is so.", "obs_4"), a_sentence(text, "obs_1")))
    assert (len(kept.answer) == 2) is stands


def test_of_several_sentences_only_those_with_loose_figures_are_dropped() -> None:
    said = "**Takes 9,999.** It is 7,777 now. It took 5,200 jobs per second [[obs_1]]. "
    said += "It is 8,888 [[obs_4]]. So."
    kept, _ = checked(a_sentence(), said)
    assert [(one.lead, one.text, one.cites, one.at) for one in kept.answer[1:]] == [
        ("", "It took 5,200 jobs per second.", ("obs_1",), (29,)),
        ("", "So.", (), ()),
    ]
    assert [what for _, what in faults(kept)] == ["9,999, 7,777", "8,888"]
    section = an_answer().sections[0].model_copy(update={"body": "It is so.\n\nWell. It is 7,777 [[obs_1]]."})
    assert [one.text for one in checked(sections=(section,)).kept.sections[0].sentences] == ["It is so."]


def test_words_of_a_title_are_no_quote_and_no_fault() -> None:
    ground = a_ground()
    title = (page_number(ground, BENCH), "Queues at bench.example")
    both = a_sentence("It took 5,200 jobs per second.", "obs_1", quotes=(title,))
    section = (
        an_answer().sections[0].model_copy(update={"body": f"So.\n\n{a_sentence('So.', quotes=(title,))}"})
    )
    kept, _ = check(ground, an_answer(both, sections=(section,)))
    assert [one.cites for one in kept.answer] == [("obs_1",)]
    assert faults(kept) == [("uncited", "")]


def test_a_figure_that_markdown_escapes_is_the_same_figure() -> None:
    ground = a_ground()
    seen = ground.graph.observations[ObservationId("obs_1")].model_copy(
        update={"quote": r"It fits 5\.6, 5\.7, or 8\.0 alike"}
    )
    known = {**ground.graph.observations, ObservationId("obs_1"): seen}
    changed = replace(ground, graph=ground.graph.model_copy(update={"observations": known}))
    kept, _ = check(changed, an_answer(a_sentence("It fits 5.6, 5.7 and 8.0.", "obs_1")))
    assert [one.text for one in kept.answer] == ["It fits 5.6, 5.7 and 8.0."]
