"""A recording is found by the call, and refused in one sentence where it does not fit."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from pathfinder.adapters.models.recorded import recording as recordings
from pathfinder.adapters.models.recorded.attempt import RecordedAttempt, Recorder, RecordingDiffers
from pathfinder.adapters.models.recorded.recording import RecordedCall, Recording, load, question_digest, save
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.calls.asks import Answered, Unable, Usage
from pathfinder.protocols.calls.questions import Decompose, PageView, Passage, Reading, ReadPage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import UserError

STEP = Step(iteration=1, phase="EXPLORE", call="explorer.read", item="page-1")
PAGE = PageView(title="Roofs", site="", passages=(Passage(number=1, text="Glass roofs are cool."),))
ASK = ReadPage(question="Are roofs cool?", parts=(), today="2026-11-18", page=PAGE)
CALL = RecordedCall(
    step=STEP.key,
    question=question_digest(ASK),
    outcome='{"kind":"answered","value":{"facts":[]}}',
    usage=Usage(input_tokens=10, cache_read_tokens=5, output_tokens=3),
)


def a_recording(*calls: RecordedCall) -> Recording:
    return Recording(
        recorded_on=date(2026, 11, 18),
        model="some-model",
        question="Are roofs cool?",
        explorers=3,
        iterations=1,
        calls=calls,
    )


def test_the_recorded_answer_is_given_on_any_day_and_for_any_item() -> None:
    attempt = RecordedAttempt(a_recording(CALL), SystemClock())
    later, elsewhere = ASK.model_copy(update={"today": "2027-01-01"}), STEP.model_copy(update={"item": "x"})
    reply = asyncio.run(attempt.reply(later, elsewhere))
    assert reply.outcome == Answered(value=Reading())
    assert (reply.spent_usd_micros, attempt.worst_usd_micros(later)) == (0, 0)


def test_another_question_or_another_step_has_no_answer() -> None:
    attempt = RecordedAttempt(a_recording(CALL), SystemClock())
    other = ASK.model_copy(update={"question": "Are roofs dear?"})
    for ask, step in ((other, STEP), (ASK, STEP.model_copy(update={"iteration": 2}))):
        with pytest.raises(RecordingDiffers, match=r"do not fit this version.+records them anew"):
            asyncio.run(attempt.reply(ask, step))


def test_an_answer_of_another_form_does_not_fit() -> None:
    old = CALL.model_copy(update={"outcome": '{"kind":"answered","value":{"stances":[]}}'})
    with pytest.raises(RecordingDiffers):
        asyncio.run(RecordedAttempt(a_recording(old), SystemClock()).reply(ASK, STEP))


def test_a_recorder_keeps_what_the_model_said_and_does_not_ask_twice() -> None:
    kept: list[RecordedCall] = []
    model = ScriptedModel({"explorer.read": Reading(), "lead.decompose": Unable(reason="no")})
    first = asyncio.run(Recorder(model, kept.append).reply(ASK, STEP))
    again = asyncio.run(Recorder(model, kept.append, kept[:]).reply(ASK, STEP))
    assert (again.outcome, model.sent) == (first.outcome, [STEP.key])
    decompose = Step(iteration=1, phase="DECOMPOSE", call="lead.decompose")
    asyncio.run(
        Recorder(model, kept.append).reply(Decompose(question="Are roofs cool?", language="en"), decompose)
    )
    assert '"unable"' in kept[-1].outcome


def test_a_recording_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    path, other = tmp_path / "tour.json", CALL.model_copy(update={"step": "1/A/0/1.0/0/lead.brief/-"})
    save(a_recording(CALL, other), path)
    assert load(path) == a_recording(other, CALL)
    assert load(path).tokens == (30, 6)


def test_a_file_that_is_missing_broken_or_too_large_is_told_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tour.json"
    with pytest.raises(UserError, match="no recorded answers for the tour"):
        load(path)
    path.write_text('{"format": 0}', encoding="utf-8")
    with pytest.raises(UserError, match="no recording that this version can read"):
        load(path)
    monkeypatch.setattr(recordings, "MOST_BYTES", 100)
    with pytest.raises(UserError, match="record fewer iterations"):
        save(a_recording(CALL), path)
