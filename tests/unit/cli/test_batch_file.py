"""Questions come out of lines, CSV and JSONL; what is wrong is told in one sentence with its line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.cli.settings.batch_file import questions_of
from pathfinder.protocols.calls.batch import Wanted
from pathfinder.protocols.errors import UserError


def test_lines_are_questions_and_comments_and_blanks_are_not() -> None:
    found = questions_of("q.txt", "# mine\n\n  Do loops  pay?  \r\n지열은 경제적인가?\n")
    assert found == (
        Wanted(number=1, question="Do loops pay?"),
        Wanted(number=2, question="지열은 경제적인가?"),
    )


def test_csv_says_what_holds_for_each_question() -> None:
    text = (
        "Label, question ,iterations,budget,parallel,quick,max_minutes\r\n"
        'a,"Do loops pay, and when?",3,$1.50,2,yes,10\r\n'
        ",\r\n"
        "b,Why?,,,,no,\r\n"
    )
    first, second = questions_of("q.csv", text)
    assert first == Wanted(
        number=1,
        question="Do loops pay, and when?",
        label="a",
        iterations=3,
        budget_usd_micros=1_500_000,
        parallel=2,
        quick=True,
        max_minutes=10,
    )
    assert second == Wanted(number=2, question="Why?", label="b", quick=False)


def test_jsonl_takes_objects_and_plain_strings() -> None:
    text = '{"question": "Why?\u2028Really?", "budget": 0.25, "quick": true, "label": null}\n\n"How?"\n'
    first, second = questions_of("q.jsonl", text)
    assert (first.question, first.budget_usd_micros, first.quick) == ("Why? Really?", 250_000, True)
    assert second == Wanted(number=2, question="How?")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("q.txt", "# nothing\n", "has no question"),
        ("q.csv", "title\nWhy?\n", "no column `question`"),
        ("q.csv", "question,colour\nWhy?,red\n", "line 2: 'colour' says nothing here"),
        ("q.csv", "question\nWhy?,7\n", "line 2: there are more values than columns"),
        ("q.csv", 'question\n"Why?\n', "this is not CSV"),
        ("q.csv", "question,iterations\nWhy?,many\n", "line 2: 'many' is not a whole number"),
        ("q.csv", "question,iterations\nWhy?,0\n", "line 2: iterations is out of bounds"),
        ("q.csv", "question,budget\nWhy?,cheap\n", "is not an amount in dollars"),
        ("q.csv", "question,budget\nWhy?,-1\n", "is not an amount in dollars"),
        ("q.csv", "question,quick\nWhy?,perhaps\n", "is neither yes nor no"),
        ("q.csv", "question,label\n,x\n", "line 2: the question is empty"),
        (
            "q.txt",
            f"Why?\nWhy {'so ' * 9_000}?\n",
            "q.txt, line 2: The question has 27,005 characters, and may have",
        ),
        ("q.jsonl", '{"question": "Why?"\n', "line 1: this is not a JSON object"),
        ("q.jsonl", "\n[1]\n", "line 2: this is not a JSON object"),
        ("q.jsonl", '{"question": 3}\n', "line 1: the question is not text"),
        ("q.jsonl", '{"question": "Why?", "label": ["a"]}\n', "line 1: the label is not text"),
        ("q.jsonl", '{"question": "Why?", "parallel": 99}\n', "parallel is out of bounds"),
        ("q.jsonl", '{"question": "Why?", "budget": NaN}\n', "is not an amount in dollars"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(name: str, text: str, said: str) -> None:
    with pytest.raises(UserError) as told:
        questions_of(name, text)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


@given(st.sampled_from(["q.txt", "q.csv", "q.jsonl"]), st.text())
def test_any_text_gives_questions_or_is_refused(name: str, text: str) -> None:
    try:
        found = questions_of(name, text)
    except UserError:
        return
    assert [one.number for one in found] == list(range(1, len(found) + 1))


@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=1))
def test_every_question_survives_jsonl(questions: list[str]) -> None:
    text = "\n".join(json.dumps({"question": question}) for question in questions)
    assert [one.question for one in questions_of("q.jsonl", text)] == [" ".join(q.split()) for q in questions]
