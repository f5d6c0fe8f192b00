"""What an answer has to tell, and what it leaves out."""

from pathfinder.protocols.answer.checks import Checked, check
from pathfinder.protocols.answer.coverage import cites_in_order, length_of, words_of
from pathfinder.protocols.calls.questions import AnswerGap, WrittenAnswer
from tests.answers import a_ground, a_sentence, a_table, an_answer


def missing(known: Checked) -> list[str]:
    return [problem.partition(":")[0] for problem in known.problems]


def test_what_is_not_told_is_listed_and_parts_and_audit_points_go_back_to_the_writer() -> None:
    known = check(a_ground(), an_answer(a_sentence("Enough.", "obs_4"), sections=()))
    assert missing(known) == [
        "part 1 of the question has no section; answer it, or name it under `unknown`.",
        "part 2 of the question has no section; answer it, or name it under `unknown`.",
        "audit point a1 is not told",
    ]
    left = known.kept.left_out
    assert (left.parts, left.claims) == (("sq_1", "sq_2"), ("hyp_A1", "hyp_A2"))
    assert (left.facts, left.audit) == (("obs_1", "obs_2"), (0,))


def test_what_is_left_out_on_purpose_is_no_problem_and_still_listed() -> None:
    gaps = (AnswerGap(text="Nobody knows.", parts=(1, 2), query=""),)
    on_purpose = ("hyp_A1", "hyp_A2", "obs_1", "obs_2", "a1")
    written = an_answer(a_sentence("Enough.", "obs_4"), sections=(), unknown=gaps, left_out=on_purpose)
    known = check(a_ground(), written)
    assert known.problems == ()
    assert known.kept.left_out.claims == ("hyp_A1", "hyp_A2")
    assert known.kept.left_out.parts == ()


def test_a_follow_up_covers_nothing_but_itself() -> None:
    ground = a_ground(follow_up="What about version 9.5?")
    known = check(ground, an_answer(a_sentence("SKIP LOCKED came with 9.5.", "obs_4"), sections=()))
    assert known.problems == ()
    assert known.kept.question == "What about version 9.5?"


def test_an_answer_that_is_far_too_long_goes_back() -> None:
    long = a_sentence("w " * 400, "obs_1")
    known = check(a_ground(length="short"), an_answer(*[long] * 3))
    assert missing(known)[-1].startswith("the answer has 1231 words and should have at most 800")


def test_everything_cited_is_told_in_the_order_it_is_read() -> None:
    table = a_table((("b",), "obs_4"), columns=("a",), title="t")
    kept = check(
        a_ground(),
        an_answer(
            tables=(table,), recommendations=(a_sentence("x", "obs_6"),), caution=(a_sentence("y", "obs_3"),)
        ),
    ).kept
    assert cites_in_order(kept) == ("obs_1", "obs_2", "obs_4", "obs_5", "obs_6", "obs_3")
    assert words_of(kept) == 38


def test_a_draft_is_as_long_as_its_words_without_citations_and_rules_of_tables() -> None:
    draft = WrittenAnswer.model_validate(
        {
            "title": "It pays",
            "answer": "It pays off [[obs_1, obs_2]].",
            "cases": "| If | Then |\n|---|---|\n| dry | dig [[p1: very deep wells]] |",
            "sections": [{"title": "Wells", "sure": "not counted", "body": "- **Deep.** They are cold."}],
            "unknown": [{"text": "How deep?", "query": "not counted"}],
        }
    )
    assert length_of(draft) == 2 + 3 + 4 + 1 + 4 + 2
