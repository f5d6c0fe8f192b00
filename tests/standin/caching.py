"""The provider's prompt cache: beginnings up to a mark, per model, for five minutes after their last use."""

from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import Any

from tests.standin.bill import Counted, blocks, tokens

KEPT_SECONDS = 300.0
MOST_MARKS = 4
LEAST = {"claude-haiku-5-5": 512, "claude-opus-5-5": 512, "claude-sonnet-5-5": 512}
LEAST_ELSEWHERE = 1_024


class PromptCache:
    """What is kept. A beginning can be read once the answer of the call that wrote it has begun."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._kept: dict[str, float] = {}

    def look(self, body: dict[str, Any]) -> tuple[Counted, Callable[[], None]]:
        """What of a prompt is read, written and neither; and what to call when the answer begins."""
        model, said, total = str(body.get("model")), sha256(str(body.get("model")).encode()), 0
        boundaries: list[tuple[str, int, bool]] = []
        for block in blocks(body):
            said.update(block.text.encode() + b"\0")
            total += tokens(block.text)
            boundaries.append((said.hexdigest(), total, block.marked))
        marks = [count for _, count, marked in boundaries if marked]
        least = LEAST.get(model, LEAST_ELSEWHERE)
        last = max((count for count in marks if count >= least), default=0)
        read = max((count for name, count, _ in boundaries if count <= last and self._alive(name)), default=0)
        names = [name for name, count, marked in boundaries if marked and least <= count]

        def begun() -> None:
            self._kept |= dict.fromkeys(names, self._now())

        return Counted(input=total - max(last, read), written=max(0, last - read), read=read), begun

    def _alive(self, name: str) -> bool:
        used = self._kept.get(name)
        return used is not None and self._now() - used < KEPT_SECONDS


def marks(body: dict[str, Any]) -> int:
    """How many places of a request are marked for the cache."""
    return sum(block.marked for block in blocks(body))
