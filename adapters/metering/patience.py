"""How long an Explorer may be out. What is decided is journaled, or a resume would decide otherwise."""

from pathfinder.protocols.calls.ports import Clock, Entry, Journal
from pathfinder.protocols.calls.steps import Step

_DIGEST = "time"


class JournaledPatience:
    """Wall time from an Explorer's first question on; of an outcome only "it is over" need be remembered.

    A replay is faster than what it replays, so what was not over then is not over now.
    """

    def __init__(self, journal: Journal, clock: Clock, seconds: float) -> None:
        self._journal = journal
        self._clock = clock
        self._began: dict[tuple[int, int, int, int], float] = {}
        self.seconds = seconds

    async def over(self, step: Step) -> bool:
        """Whether the time of the Explorer at this step is up; it begins with the first question."""
        who = (step.iteration, step.round, step.pass_, step.slot)
        began = self._began.setdefault(who, self._clock.monotonic())
        if self._journal.done(step.key, _DIGEST) is not None:
            return True
        if self._clock.monotonic() - began < self.seconds:
            return False
        await self._journal.write(Entry(kind="done", step=step.key, digest=_DIGEST, outcome="over"))
        return True
