"""What can go wrong on purpose, and when."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Literal

Kind = Literal[
    "status", "malformed", "wrong_type", "empty", "cut", "thinks_on", "refusal", "stop_reason",
    "refused_schema", "no_stop_reason", "slow", "drop", "broken_body", "not_json", "pause", "huge", "drip",
    "sse_error", "sse_cut", "sse_drop", "sse_malformed", "expired",
]  # fmt: skip
STREAM_FAULTS = ("sse_error", "sse_cut", "sse_drop", "sse_malformed")
"""A request that is not streamed meets them as 529, or as a connection that breaks."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault: for how many requests (None: for ever), after how many, for which answer type."""

    kind: Kind
    times: int | None = 1
    skip: int = 0
    only: str | None = None
    """The title of the schema asked for, such as `Reading`; None: any."""
    share: float = 1.0
    """Of the requests it applies to, drawn by what is asked: the same whoever comes first."""
    status: int = 200
    error: str = "api_error"
    code: str | None = None
    message: str = "planted"
    headers: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0
    detail: str = ""


def status(number: int, error: str = "api_error", times: int | None = 1, code: str | None = None) -> Fault:
    """An error status: 401, 500, 529, ..."""
    return Fault("status", times, status=number, error=error, code=code)


def too_many(retry_after: float, times: int | None = 1) -> Fault:
    """429 with a `retry-after`."""
    return Fault(
        "status", times, status=429, error="rate_limit_error", headers=(("retry-after", f"{retry_after:g}"),)
    )


def malformed(times: int | None = 1, only: str | None = None) -> Fault:
    """An answer that is no JSON."""
    return Fault("malformed", times, only=only)


def wrong_type(times: int | None = 1, only: str | None = None) -> Fault:
    """JSON, but of no type that was asked for."""
    return Fault("wrong_type", times, only=only)


def empty(times: int | None = 1) -> Fault:
    """Thinking, and nothing said."""
    return Fault("empty", times)


def cut(times: int | None = 1, only: str | None = None) -> Fault:
    """`max_tokens` reached in the middle of the answer."""
    return Fault("cut", times, only=only)


def thinks_on(times: int | None = 1, only: str | None = None) -> Fault:
    """Thinking takes all the room, and nothing is said."""
    return Fault("thinks_on", times, only=only)


def refused_schema(times: int | None = 1, only: str | None = None) -> Fault:
    """400 for a request with a schema; one without is answered."""
    return Fault(
        "refused_schema",
        times,
        only=only,
        status=400,
        error="invalid_request_error",
        message="output_config.format.schema: Schema is too complex for compilation.",
    )


def refusal(category: str = "general_harms", times: int | None = 1) -> Fault:
    """A refusal with its category."""
    return Fault("refusal", times, detail=category)


def stop_reason(reason: str, times: int | None = 1) -> Fault:
    """A complete answer with another stop reason."""
    return Fault("stop_reason", times, detail=reason)


def no_stop_reason(times: int | None = 1) -> Fault:
    """An answer without a stop reason."""
    return Fault("no_stop_reason", times)


def pause(times: int | None = 1) -> Fault:
    """Half of the answer, and `pause_turn`."""
    return Fault("pause", times)


def sse(kind: Literal["error", "cut", "drop", "malformed"], times: int | None = 1) -> Fault:
    """A stream that breaks off: with an error event, cleanly, with the connection, or in a broken event."""
    kinds: dict[str, Kind] = {
        "error": "sse_error",
        "cut": "sse_cut",
        "drop": "sse_drop",
        "malformed": "sse_malformed",
    }
    return Fault(kinds[kind], times, error="overloaded_error")


def huge(times: int | None = 1) -> Fault:
    """The right answer, and four million spaces."""
    return Fault("huge", times)


def drip(times: int | None = 1) -> Fault:
    """A byte now and then."""
    return Fault("drip", times)


def slow(seconds: float, times: int | None = 1) -> Fault:
    """The right answer, late."""
    return Fault("slow", times, seconds=seconds)


def expired(times: int | None = 1) -> Fault:
    """A request of a batch that was not done in time."""
    return Fault("expired", times)


def drop(times: int | None = 1) -> Fault:
    """The work is done and billed, and the connection closed without a word."""
    return Fault("drop", times)


def broken_body(times: int | None = 1) -> Fault:
    """The connection ends in the middle of the body."""
    return Fault("broken_body", times)


def not_json(times: int | None = 1) -> Fault:
    """A page of some proxy with status 200."""
    return Fault("not_json", times)


@dataclass
class _Planned:
    fault: Fault
    skip: int
    left: int | None


@dataclass
class Script:
    """The faults still to come; a request meets the first that applies to it."""

    _planned: list[_Planned] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)
    seed: int = 1
    _asked: Counter[str] = field(default_factory=Counter)

    def add(self, *faults: Fault) -> None:
        """Plan faults, in this order."""
        with self._lock:
            self._planned += [_Planned(fault, fault.skip, fault.times) for fault in faults]

    def next(self, title: str, asked: str) -> Fault | None:
        """The fault of this request, if one is due; `asked` names it."""
        with self._lock:
            self._asked[asked] += 1
            chance = Random(f"fault {self.seed} {asked} {self._asked[asked]}")
            for planned in self._planned:
                if planned.left == 0 or planned.fault.only not in (None, title):
                    continue
                if planned.skip:
                    planned.skip -= 1
                    continue
                if planned.fault.share < 1.0 and chance.random() >= planned.fault.share:
                    continue
                if planned.left is not None:
                    planned.left -= 1
                return planned.fault
        return None
