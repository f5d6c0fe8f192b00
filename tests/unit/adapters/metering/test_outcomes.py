"""An outcome comes back from the journal as exactly what it was."""

import pytest

from pathfinder.adapters.metering.outcomes import digest, plain, read, written
from pathfinder.protocols.calls.asks import Answered, Unable
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.calls.questions import ChoosePages, PageChoice
from pathfinder.protocols.errors import ReplayDiverged
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import StepKey
from tests.fakes.scripted_attempt import ScriptedAttempt

ASK = ChoosePages(question="q", objective="o", about="a", results=(), most=3)


def kept(text: str) -> Entry:
    return Entry(kind="done", step=StepKey("1/x"), outcome=text)


@pytest.mark.parametrize(
    "outcome",
    [
        Answered(value=PageChoice(numbers=(2, 1))),
        Answered[PageChoice](value=PageChoice(numbers=())),
        Unable(reason="declined: 안 됩니다"),
    ],
)
def test_an_outcome_survives_the_journal(outcome: Answered[PageChoice] | Unable) -> None:
    told, text = written(outcome)
    assert told == outcome
    assert read(ASK, kept(text)) == outcome


@pytest.mark.parametrize("text", ["", "{}", '{"kind":"answered","value":{"pages":[1]}}', '{"kind":"maybe"}'])
def test_a_record_that_no_longer_fits_its_type_stops_the_run(text: str) -> None:
    with pytest.raises(ReplayDiverged, match="1/x"):
        read(ASK, kept(text))


def test_an_answer_that_no_file_can_hold_is_no_answer() -> None:
    class Free(Frozen):
        text: str

    half = "a\ud800b"
    assert written(Answered(value=Free(text=half))).outcome == Unable(reason="the answer is not Unicode text")
    assert plain(half) == "a?b"


def test_the_digest_names_everything_that_shapes_the_answer() -> None:
    attempt = ScriptedAttempt()
    seen = {digest(ASK, attempt)}
    assert digest(ASK.model_copy(), ScriptedAttempt()) in seen
    seen.add(digest(ASK.model_copy(update={"most": 4}), attempt))
    attempt.prompt = "p2"
    seen.add(digest(ASK, attempt))
    attempt.identity = "scripted/two"
    seen.add(digest(ASK, attempt))
    assert len(seen) == 4
