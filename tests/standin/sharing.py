"""How much of what requests have in common the cache has read for them."""

from collections.abc import Sequence
from typing import NamedTuple

from tests.standin import bill
from tests.standin.caching import LEAST, LEAST_ELSEWHERE
from tests.standin.server import Recorded


class Shared(NamedTuple):
    """Tokens over all requests."""

    shared: int
    """In common with the beginning of an earlier finished request to the same model, where that is long
    enough to be kept at all."""
    read: int
    prompt: int


def shared(requests: Sequence[Recorded]) -> Shared:
    """Counted byte by byte, wherever the marks are."""
    texts = [b"\0".join(block.text.encode() for block in bill.blocks(one.body)) for one in requests]
    total, read, prompt = 0, 0, 0
    for place, one in enumerate(requests):
        if one.status != 200:
            continue
        prompt += one.counted.prompt
        read += one.counted.read
        least = LEAST.get(one.body["model"], LEAST_ELSEWHERE)
        common = max(
            (
                _common(texts[place], texts[earlier])
                for earlier, other in enumerate(requests[:place])
                if other.status == 200 and other.body["model"] == one.body["model"] and other.done <= one.at
            ),
            default=0,
        )
        total += common if common >= least else 0
    return Shared(total, read, prompt)


def _common(one: bytes, other: bytes) -> int:
    """Tokens of the common beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low // 3


def without_caching_usd_micros(requests: Sequence[Recorded]) -> int:
    """What the same requests would have cost without any mark."""
    return sum(
        bill.usd_micros(
            str(one.body.get("model")), bill.Counted(input=one.counted.prompt, output=one.counted.output)
        )
        for one in requests
    )


def answers_usd_micros(requests: Sequence[Recorded]) -> int:
    """What thinking and answers cost, which no cache makes cheaper."""
    return sum(
        bill.usd_micros(str(one.body.get("model")), bill.Counted(output=one.counted.output))
        for one in requests
    )
