"""Which session a question means."""

from datetime import UTC, datetime

import pytest

from pathfinder.adapters.storage.files.sessions import SessionLine
from pathfinder.cli.settings import similar_sessions as module
from pathfinder.cli.settings.similar_sessions import alike
from pathfinder.protocols.text.queries import similarity


def line(question: str, day: int, status: str = "paused") -> SessionLine:
    name = f"202601{day:02}-000000-x"
    return SessionLine(name, question, 3, status, "", datetime(2026, 1, day, tzinfo=UTC), current=False)  # type: ignore[arg-type]  # any status of a run


SESSIONS = [
    line("Do ground loops pay off in cold climates?", 1),
    line("Do ground loops pay off in cold climates?", 2),
    line("Is intermittent fasting good for the heart?", 3),
    line("", 4, "unreadable"),
]


def test_the_same_question_is_the_latest_session_on_it_whatever_its_case_and_signs() -> None:
    [found] = alike("do GROUND loops pay off in cold climates", SESSIONS)
    assert (found.exact, found.session.id) == (True, "20260102-000000-x")


def test_a_similar_question_is_found_by_its_meaning_in_another_language_too() -> None:
    found = alike("Are ground loops worth the money where winters are cold?", SESSIONS)
    assert [one.session.id for one in found] == ["20260101-000000-x", "20260102-000000-x"]
    assert not found[0].exact
    assert alike("간헐적 단식은 심장에 좋은가?", SESSIONS)[0].session.id == "20260103-000000-x"
    assert alike("Which bird sings at night?", SESSIONS) == ()


def test_three_at_most_and_by_words_where_there_is_no_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_measure", lambda: (similarity, module.LEAST_BY_WORDS))
    many = [line(f"Do ground loops pay off in climate {number}?", number) for number in range(1, 6)]
    assert len(alike("Do ground loops pay off in any climate?", many)) == 3
    assert alike("Which bird sings at night?", many) == ()
