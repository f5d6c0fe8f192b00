"""Manners towards a provider in trouble: few retries, and none while it is down.

Both are shared by everybody who calls it, so that fifty agents do not knock fifty times.
"""

from collections import deque
from dataclasses import dataclass, field

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import ProviderFailed

FAILURES, WINDOW_SECONDS = 5, 30.0
"""So many failures in this time with no success between them, and the provider counts as down. (Failures
alone would not do: at one fault in ten a busy run has five in any half minute.)"""
PROBE_SECONDS = 30.0
"""While it is down one call goes out as a probe each time this has passed."""
OUTAGE_SECONDS = 120.0
"""A provider that is down for longer pauses the run."""

REFUSALS = 3
"""So many calls in a row that the server refuses for good end the run; the very first does so alone."""

RETRIES, RETRY_SHARE, RETRY_SECONDS = 10.0, 0.2, 6.0
"""Retries saved up at most; earned by each call that is sent first; and by time, one in so many seconds."""


class Breaker:
    """Whether one host and model can be asked. Others wait behind it and burn no attempts."""

    def __init__(self) -> None:
        self._failures: deque[float] = deque(maxlen=FAILURES)
        self._open_since: float | None = None
        self._next_probe = 0.0
        self._over: tuple[float, str] | None = None
        """When the run learned that waiting is of no use, and why."""
        self._refused = 0
        self.met = False
        """Whether it has answered a call of this process."""

    @property
    def open(self) -> bool:
        """The provider is down, as far as anybody knows."""
        return self._open_since is not None

    def wait_seconds(self, now: float) -> float:
        """0 if the caller may go; the caller that may go while it is open is the probe.

        ProviderFailed if another caller has just found the outage too long: the run ends for all of them.
        A run that is resumed later begins with a probe.
        """
        if self._open_since is None:
            return 0.0
        if self._over is not None and now - self._over[0] < PROBE_SECONDS:
            raise ProviderFailed(self._over[1])
        if now >= self._next_probe:
            self._next_probe = now + PROBE_SECONDS
            return 0.0
        return self._next_probe - now

    def answered(self) -> None:
        """The model answered a call."""
        self.met, self._refused = True, 0
        self.succeeded()

    def refused(self) -> bool:
        """Note a call that was refused for good; whether no further one should be sent."""
        self._refused += 1
        return not self.met or self._refused >= REFUSALS

    def succeeded(self) -> None:
        """The provider answers, be it with a refusal."""
        self._failures.clear()
        self._open_since = self._over = None

    def failed(self, now: float, why: str) -> None:
        """Note a failure; ProviderFailed once the outage has lasted too long."""
        self._failures.append(now)
        if self._open_since is not None:
            if now - self._open_since >= OUTAGE_SECONDS:
                told = Message(
                    "provider-out-of-service", seconds=f"{now - self._open_since:,.0f}", reason=why
                )
                self._over = now, told
                raise ProviderFailed(told)
        elif len(self._failures) == FAILURES and now - self._failures[0] <= WINDOW_SECONDS:
            self._open_since = now
            self._next_probe = now + PROBE_SECONDS


class RetryBudget:
    """How many calls may be sent again. Who finds it empty waits, and is not given up."""

    def __init__(self) -> None:
        self._saved = RETRIES
        self._at: float | None = None

    def earn(self) -> None:
        """A call goes out for the first time."""
        self._saved = min(RETRIES, self._saved + RETRY_SHARE)

    def wait_seconds(self, now: float) -> float:
        """0 if a retry may go, and it is taken; otherwise when to ask again."""
        passed = now - self._at if self._at is not None else 0.0
        self._at = now
        self._saved = min(RETRIES, self._saved + passed / RETRY_SECONDS)
        # A clock's rounding must not cost another round of waiting.
        if self._saved >= 1.0 - 1e-6:
            self._saved -= 1.0
            return 0.0
        return (1.0 - self._saved) * RETRY_SECONDS


@dataclass
class Recovery:
    """What calls of a process, over all its iterations and sessions, know of the provider's health."""

    retries: RetryBudget = field(default_factory=RetryBudget)
    _breakers: dict[str, Breaker] = field(default_factory=dict)

    @property
    def met(self) -> bool:
        """Whether any model has answered a call of this process."""
        return any(breaker.met for breaker in self._breakers.values())

    def retry_seconds(self, breaker: Breaker, now: float) -> float:
        """0 if a call may be sent again. While the provider is down it is the breaker who says when."""
        return 0.0 if breaker.open else self.retries.wait_seconds(now)

    def breaker(self, lane: str) -> Breaker:
        """The one of this host and model."""
        return self._breakers.setdefault(lane, Breaker())
