"""The file of a recorded session: who answered, when, and each answer under the id of its call.

A call is identified by its step and the digest of its question. An answer refers to the numbered results,
facts and passages of its question, so it fits no other one. The item of a step is not part of the id: for the
Writer's calls it is a digest of prompt, model and day.
"""

import hashlib
import json
from datetime import date
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from pydantic import ValidationError

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.answer.recorded import recorded_label
from pathfinder.protocols.calls.asks import Ask, Usage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.frozen import Frozen

MOST_BYTES = 2_000_000
"""The recording is part of the wheel."""
_DAY = "today"
"""The day of the run. Every question that has one says it; it does not make it another question."""


class RecordedCall(Frozen):
    """One call: where it was made, what it asked, and what came back."""

    step: str
    question: str
    """The digest of the question."""
    outcome: str
    """The answer, or why there was none, as the journal has it."""
    usage: Usage = Usage()

    @property
    def id(self) -> "CallId":
        """What it is found by."""
        return CallId(self.step.rpartition("/")[0], self.question)


class CallId(NamedTuple):
    """Identifies a call of a session from one run to the next."""

    place: str
    """The step without its item."""
    question: str

    @classmethod
    def of(cls, ask: Ask[Any], step: Step) -> Self:
        """That of a call that is about to be made."""
        return cls(step.key.rpartition("/")[0], question_digest(ask))


class Recording(Frozen):
    """A session's calls, and the settings they were made with."""

    format: Literal[1] = 1
    recorded_on: date
    model: str
    question: str
    """What was researched."""
    language: Literal["en", "ko"] = "en"
    explorers: int
    iterations: int
    calls: tuple[RecordedCall, ...]

    @property
    def label(self) -> str:
        """Who answers, for every screen and report."""
        return recorded_label(self.recorded_on, self.model)

    @property
    def tokens(self) -> tuple[int, int]:
        """The tokens read and written when it was recorded."""
        used = [call.usage for call in self.calls]
        sent = sum(one.input_tokens + one.cache_write_tokens + one.cache_read_tokens for one in used)
        return sent, sum(one.output_tokens for one in used)


def question_digest(ask: Ask[Any]) -> str:
    """Identifies a question, whatever day it is asked on."""
    fields = ask.model_dump(mode="json")
    fields.pop(_DAY, None)
    whole = json.dumps([ask.name, fields], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(whole.encode()).hexdigest()


def load(path: Path) -> Recording:
    """The recording in a file; UserError in one sentence if there is none that can be used."""
    try:
        return Recording.model_validate_json(path.read_text(encoding="utf-8"))
    except OSError:
        raise UserError(Message("recording-missing")) from None
    except (ValidationError, ValueError):
        raise UserError(Message("recording-unreadable", path=path)) from None


def save(recording: Recording, path: Path) -> None:
    """Write it, one call a line, in the order of the steps: two recordings can be compared."""
    ordered = recording.model_copy(
        update={"calls": tuple(sorted(recording.calls, key=lambda call: call.step))}
    )
    head = ordered.model_dump(mode="json", exclude={"calls"})
    calls = ",\n".join(call.model_dump_json(exclude_defaults=True) for call in ordered.calls)
    opening = json.dumps(head, ensure_ascii=False)[:-1]
    text = f'{opening},\n"calls":[\n{calls}\n]}}\n'
    if len(text.encode()) > MOST_BYTES:
        raise UserError(Message("recording-too-large", bytes=len(text.encode()), most=MOST_BYTES))
    path.write_text(text, encoding="utf-8")
