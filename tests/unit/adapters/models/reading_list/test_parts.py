"""The parts of a question are the questions it asks, as they are written; in doubt it stays whole."""

import pytest

from pathfinder.adapters.models.reading_list.attempt import respond
from pathfinder.adapters.models.reading_list.parts import parts
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.questions import Decompose, Decomposition


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Is uv faster than pip?", ["Is uv faster than pip?"]),
        (
            "How do I clear the cache, and where is it stored?",
            ["How do I clear the cache?", "Where is it stored?"],
        ),
        ("Is tea healthy? What does it cost?", ["Is tea healthy?", "What does it cost?"]),
        ("We have 20 servers. Is WAL safe over NFS?", ["We have 20 servers. Is WAL safe over NFS?"]),
        ("How and why do cats purr?", ["How and why do cats purr?"]),
        ("Which is faster and which uses less memory, uv or pip?", None),
        ("the safety of uv pip install", None),
        (
            "(1) What is WAL? (2) Does WAL work over NFS shares?",
            ["What is WAL?", "Does WAL work over NFS shares?"],
        ),
        ("uv는 pip보다 빠른가? 캐시는 어디에 있는가?", ["uv는 pip보다 빠른가?", "캐시는 어디에 있는가?"]),
        ("지붕은 집을 시원하게 해 주며, 비용과 위험은 무엇인가?", None),
    ],
)
def test_a_question_falls_into_the_questions_it_asks(question: str, found: list[str] | None) -> None:
    assert parts(question) == (found or [question])


def test_a_question_without_a_word_cannot_be_searched_for() -> None:
    assert isinstance(respond(Decompose(question="?!", language="en")), Unable)


def test_a_very_long_question_is_cut_between_words() -> None:
    asked = Decompose(question=f"Is {'quite ' * 90}slow?", language="en")
    answer = respond(asked)
    assert isinstance(answer, Decomposition)
    (part,) = answer.sub_questions
    assert len(part.text) <= 300
    assert part.text.endswith("quite…")
