"""As fast as the provider's limits allow, and no faster; sessions by turns, in the order calls came.

Limits are per class of models: requests, input tokens and output tokens a minute, told in
`anthropic-ratelimit-*` headers with every answer. The headers do not name the class: most models are one of
their own, and those that draw on one limit together stand in `_TOGETHER`. The provider refills limits
continuously; so do the buckets here. Output counts as it is produced, there: `max_tokens` counts toward no
limit. Here a call takes what an answer has had on average when it is let in, and is corrected when its usage
is known. What is read from the cache does not count as input.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pathfinder.adapters.metering.fair_line import FairLine
from pathfinder.adapters.metering.retry import LONGEST_PAUSE_SECONDS
from pathfinder.adapters.models.received import WireUsage
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Clock
from pathfinder.protocols.errors import ProviderFailed

Kind = Literal["requests", "input-tokens", "output-tokens"]
KINDS: tuple[Kind, ...] = ("requests", "input-tokens", "output-tokens")

SHARE = 0.97
"""Of a limit this much is used: clocks and counts differ a little."""
FIRST_AT_ONCE, MOST_AT_ONCE = 8, 64
"""Calls in flight before anything is known of a host, and ever."""
PROBE_SECONDS = 5.0
"""Where a host has shown how many calls it takes at once, more are tried each time this has passed: one, and
twice as many again as long as they are all taken."""
SLOWER, LEAST_PACE, FASTER = 0.7, 0.2, 0.02
"""After a 429: the pace is cut by so much, not below this, and grows back by this with each answer."""
FIRST_ANSWER_TOKENS = 2_000.0
"""What an answer is taken to have, thinking included, before any was counted."""
LOOK_SECONDS = 1.0
"""Who waits looks this often whether the user asked to stop; in the line for a free place, more often."""
PLACE_SECONDS = 0.01

_OPENAI_NAMES: dict[Kind, str] = {"requests": "requests", "input-tokens": "tokens"}
_TOGETHER = re.compile(r"claude-(?:(?:opus|sonnet)-4|fable-5)(?=-|$)")
"""As the provider's table of limits has it (October 2026): all Opus 4.x, all Sonnet 4.x, all Fable 5.x."""


class Need(NamedTuple):
    """What a call takes from each bucket."""

    input_tokens: float
    output_tokens: float = 0.0
    """Nobody knows it beforehand: the governor fills in what answers have had so far."""

    def of(self, kind: Kind) -> float:
        """From one of them."""
        return {"requests": 1.0, "input-tokens": self.input_tokens, "output-tokens": self.output_tokens}[kind]


@dataclass
class _Bucket:
    limit: float
    level: float

    def refill(self, seconds: float, pace: float, minute: float) -> None:
        self.level = min(self.limit * SHARE, self.level + self.limit * SHARE * pace * seconds / minute)

    def wait_seconds(self, need: float, pace: float, minute: float) -> float:
        # What is larger than the bucket goes when the bucket is full.
        missing = min(need, self.limit * SHARE) - self.level
        return missing / (self.limit * SHARE * pace) * minute if missing > 1e-9 else 0.0


@dataclass
class _Lane:
    """One class of models of one host."""

    line: FairLine = field(default_factory=FairLine)
    buckets: dict[Kind, _Bucket] = field(default_factory=dict)
    at: float = 0.0
    pace: float = 1.0
    not_before: float = 0.0
    per_bound: float = 0.5
    """Input tokens counted by the provider, per token of our upper bound; learned."""
    per_answer: float = FIRST_ANSWER_TOKENS
    """Output tokens of an answer; learned."""


class Governor:
    """Lets calls in to one host, class by class of its models; how many are in flight at once is the host's
    matter.
    """

    def __init__(self, clock: Clock, minute_seconds: float = 60.0, most_at_once: int | None = None) -> None:
        self._clock = clock
        self._minute = minute_seconds
        self._lanes: dict[str, _Lane] = {}
        self._in_flight = 0
        self._most = most_at_once or MOST_AT_ONCE
        self._at_once = min(FIRST_AT_ONCE, self._most)
        self._ceiling = self._most
        """As many as the host takes at once, as far as it has shown."""
        self._probed = 0.0
        self._more = 1
        """How many more are tried next."""

    async def enter(self, model: str, most: Need, gate: Callable[[], None] = lambda: None) -> None:
        """Returns when this call may go: sessions by turns, within one first come first served.

        `most` has an upper bound of the prompt. ProviderFailed while the provider asks for a longer rest than
        a call waits.
        """
        lane = self._lane(model)
        async with lane.line:
            while (seconds := self._wait_seconds(lane, most)) > 0:
                gate()
                if lane.not_before - lane.at > LONGEST_PAUSE_SECONDS:
                    # The call that was told so ends the run, and the run ends when those in line do.
                    raise ProviderFailed(
                        Message(
                            "provider-asks-to-wait",
                            seconds=f"{lane.not_before - lane.at:,.0f}",
                            most=f"{LONGEST_PAUSE_SECONDS:.0f}",
                        )
                    )
                await self._clock.sleep(min(seconds, LOOK_SECONDS))
            self._take(lane, most)
            self._in_flight += 1

    def leave(self) -> None:
        """A call that entered is over."""
        self._in_flight -= 1

    def again(self, model: str, most: Need) -> None:
        """A call that is in takes another turn: it does not wait, and counts."""
        lane = self._lane(model)
        self._refill(lane)
        self._take(lane, most)

    def heard(self, model: str, headers: Mapping[str, str]) -> None:
        """Take the limits from an answer's headers, whatever its status."""
        lane = self._lane(model)
        self._refill(lane)
        for kind in KINDS:
            limit = _told(headers, kind, "limit")
            if limit is None or limit <= 0:
                continue
            remaining = _told(headers, kind, "remaining")
            bucket = lane.buckets.setdefault(kind, _Bucket(limit, limit * SHARE))
            bucket.limit = limit
            # What is in flight is taken off here before the provider hears of it, so ours is the lower one
            # unless somebody else uses the same key.
            if remaining is not None:
                bucket.level = min(bucket.level, remaining)

    def answered(self, model: str, most: Need, usage: WireUsage) -> None:
        """Correct what was taken by what was used, and go faster again."""
        lane = self._lane(model)
        counted = usage.input_tokens + usage.cache_creation_input_tokens
        guessed = most.input_tokens * lane.per_bound
        given_back = {
            "input-tokens": guessed - counted,
            "output-tokens": lane.per_answer - usage.output_tokens,
        }
        for kind in KINDS[1:]:
            if kind in lane.buckets:
                lane.buckets[kind].level += given_back[kind]
        if most.input_tokens > 0:
            lane.per_bound += 0.2 * (min(1.0, usage.prompt_tokens / most.input_tokens) - lane.per_bound)
        lane.per_answer += 0.05 * (usage.output_tokens - lane.per_answer)
        lane.pace = min(1.0, lane.pace + FASTER)
        if self._at_once < self._ceiling:
            self._at_once += 1
        elif self._may_try_more():
            self._ceiling = self._at_once = min(self._most, self._ceiling + self._more)
            self._more *= 2
            self._probed = self._clock.monotonic()

    def turned_away(self, model: str, most: Need, wait_seconds: float | None) -> None:
        """The host says that it is too much.

        If a limit that it has told is used up, or it wants a long rest: slower, and nobody before its time.
        Otherwise it takes no more at once than were in flight beside this call; from a call that was alone
        nothing follows for how many.
        """
        lane = self._lane(model)
        need, wait = self._guessed(lane, most), wait_seconds or 0.0
        used_up = any(bucket.level < need.of(kind) for kind, bucket in lane.buckets.items())
        if used_up or wait > LONGEST_PAUSE_SECONDS:
            lane.pace = max(LEAST_PACE, lane.pace * SLOWER)
            lane.not_before = max(lane.not_before, self._clock.monotonic() + wait)
            return
        beside = self._in_flight - 1
        if beside > 0:
            self._ceiling = self._at_once = min(self._at_once, beside)
            self._probed, self._more = self._clock.monotonic(), 1

    def _may_try_more(self) -> bool:
        """Only when as many as are known to be taken are in flight: a place nobody needed shows nothing."""
        waited = self._clock.monotonic() - self._probed >= PROBE_SECONDS
        return self._ceiling < self._most and waited and self._in_flight >= self._at_once

    def overloaded(self) -> None:
        """The host is in trouble, whoever asks: half as many for now."""
        self._at_once = max(1, min(self._at_once, self._in_flight) // 2)

    def told(self, model: str) -> dict[str, int]:
        """The limits as last told, for people who ask."""
        return {kind: int(bucket.limit) for kind, bucket in self._lane(model).buckets.items()}

    def _lane(self, model: str) -> _Lane:
        together = _TOGETHER.match(model)
        name = together[0] if together else model
        if name not in self._lanes:
            self._lanes[name] = _Lane(at=self._clock.monotonic())
        return self._lanes[name]

    def _wait_seconds(self, lane: _Lane, most: Need) -> float:
        self._refill(lane)
        waits = [lane.not_before - lane.at]
        if self._in_flight >= self._at_once:
            waits.append(PLACE_SECONDS * self._minute / 60.0)
        need = self._guessed(lane, most)
        waits += [
            bucket.wait_seconds(need.of(kind), lane.pace, self._minute)
            for kind, bucket in lane.buckets.items()
        ]
        return max(0.0, *waits)

    def _take(self, lane: _Lane, most: Need) -> None:
        need = self._guessed(lane, most)
        for kind, bucket in lane.buckets.items():
            bucket.level -= need.of(kind)

    def _guessed(self, lane: _Lane, most: Need) -> Need:
        return Need(most.input_tokens * lane.per_bound, lane.per_answer)

    def _refill(self, lane: _Lane) -> None:
        now = self._clock.monotonic()
        for bucket in lane.buckets.values():
            bucket.refill(now - lane.at, lane.pace, self._minute)
        lane.at = now


def _told(headers: Mapping[str, str], kind: Kind, what: str) -> float | None:
    """Anthropic's header, or else OpenAI's, which has one limit for all tokens."""
    own = headers.get(f"anthropic-ratelimit-{kind}-{what}")
    other = _OPENAI_NAMES.get(kind)
    return _number(own if own is not None or other is None else headers.get(f"x-ratelimit-{what}-{other}"))


def _number(written: str | None) -> float | None:
    try:
        return float(written) if written is not None else None
    except ValueError:
        return None
