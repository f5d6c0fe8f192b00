"""The provider's rate limits: requests, input and output tokens a minute, refilled continuously."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import ceil

KINDS = ("requests", "input-tokens", "output-tokens")


@dataclass
class Buckets:
    """One model's limits. Output counts when it is there: whoever comes while some is left is let in."""

    requests: float
    input_tokens: float
    output_tokens: float
    minute_seconds: float = 60.0
    levels: dict[str, float] = field(default_factory=dict)
    at: float = 0.0
    admitted: int = 0
    refused: int = 0

    @property
    def limits(self) -> dict[str, float]:
        """By their names in headers."""
        return dict(zip(KINDS, (self.requests, self.input_tokens, self.output_tokens), strict=True))

    def admit(self, now: float, input_tokens: int) -> float | None:
        """None if a request may come in; else how many seconds it should wait."""
        self._refill(now)
        need = dict(zip(KINDS, (1.0, float(input_tokens), 1.0), strict=True))
        waits = []
        for kind, limit in self.limits.items():
            missing = min(need[kind], limit) - self.levels[kind]
            if missing > 1e-6:
                waits.append(missing / limit * self.minute_seconds)
        if waits:
            self.refused += 1
            return max(waits)
        self.admitted += 1
        for kind in KINDS[:2]:
            self.levels[kind] -= need[kind]
        return None

    def ended(self, now: float, output_tokens: int) -> None:
        """Take what was answered, also where it is more than was left."""
        self._refill(now)
        self.levels["output-tokens"] -= output_tokens

    def headers(self, now: float) -> dict[str, str]:
        """What an answer says of them."""
        self._refill(now)
        told = {}
        for kind, limit in self.limits.items():
            missing = limit - self.levels[kind]
            full = datetime(2026, 11, 1, tzinfo=UTC) + timedelta(
                seconds=now + missing / limit * self.minute_seconds
            )
            told[f"anthropic-ratelimit-{kind}-limit"] = str(int(limit))
            told[f"anthropic-ratelimit-{kind}-remaining"] = str(max(0, int(self.levels[kind])))
            told[f"anthropic-ratelimit-{kind}-reset"] = full.isoformat()
        return told

    def _refill(self, now: float) -> None:
        if not self.levels:
            self.levels = dict(self.limits)
        for kind, limit in self.limits.items():
            gained = limit * (now - self.at) / self.minute_seconds
            self.levels[kind] = min(limit, self.levels[kind] + gained)
        self.at = now


def retry_after(seconds: float) -> str:
    """As the provider writes it: whole seconds, rounded up."""
    return str(ceil(seconds))
