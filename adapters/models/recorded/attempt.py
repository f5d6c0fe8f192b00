"""Answers from a recording, and the recorder that makes one."""

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from pathfinder.adapters.metering.outcomes import outcome_of, written
from pathfinder.adapters.models.recorded.recording import CallId, RecordedCall, Recording
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable
from pathfinder.protocols.calls.ports import Attempt, Clock
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import ReplayDiverged, RunError
from pathfinder.protocols.frozen import Frozen

A = TypeVar("A", bound=Frozen)


class RecordingDiffers(RunError):
    """The program asks something that the recording has no answer to."""

    def __init__(self, step: Step) -> None:
        super().__init__(Message("recording-differs", step=step.key))


class RecordedAttempt:
    """The `Attempt` port on a recording. Nothing is sent, and nothing is paid."""

    def __init__(self, recording: Recording, clock: Clock, pace_seconds: float = 0.0) -> None:
        """`pace_seconds` is how long an answer takes, so that people can follow the screen."""
        self._recording = recording
        self._calls = {call.id: call for call in recording.calls}
        self._clock = clock
        self._pace = pace_seconds

    @property
    def identity(self) -> str:
        """The model, and that it answered earlier."""
        return self._recording.label

    def fingerprint(self, ask: Ask[A]) -> str:
        """No prompt is sent: the call and the recording determine the answer."""
        return f"{ask.name} {self.identity}"

    def worst_usd_micros(self, ask: Ask[A]) -> int:  # noqa: ARG002  (no question costs anything)
        """Nothing."""
        return 0

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        """The recorded answer of this call; RecordingDiffers if there is none to this question."""
        known = self._calls.get(CallId.of(ask, step))
        if known is None:
            raise RecordingDiffers(step)
        if self._pace:
            await self._clock.sleep(self._pace)
        try:
            return Reply(outcome=outcome_of(ask, known.outcome, known.step))
        except ReplayDiverged:
            raise RecordingDiffers(step) from None

    async def close(self) -> None:
        """There is nothing to let go."""


class Recorder:
    """The `Attempt` port around a model, which keeps every outcome.

    A call that `known` has an outcome for is not sent again: a recording that was interrupted goes on.
    """

    def __init__(
        self, model: Attempt, keep: Callable[[RecordedCall], None], known: Iterable[RecordedCall] = ()
    ) -> None:
        self._model = model
        self._keep = keep
        self._known = {call.id: call for call in known}

    @property
    def identity(self) -> str:
        """That of the model."""
        return self._model.identity

    def fingerprint(self, ask: Ask[A]) -> str:
        """That of the model."""
        return self._model.fingerprint(ask)

    def worst_usd_micros(self, ask: Ask[A]) -> int:
        """That of the model."""
        return self._model.worst_usd_micros(ask)

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        """The model's reply, or the one that is known."""
        wanted = CallId.of(ask, step)
        known = self._known.get(wanted)
        if known is not None:
            self._keep(known)
            return Reply(outcome=outcome_of(ask, known.outcome, known.step), usage=known.usage)
        reply = await self._model.reply(ask, step)
        # The type parameter is known at run time only.
        outcome = written(cast("Answered[Frozen] | Unable", reply.outcome)).json
        self._keep(RecordedCall(step=step.key, question=wanted.question, outcome=outcome, usage=reply.usage))
        return reply
