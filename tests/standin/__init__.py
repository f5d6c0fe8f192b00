"""A stand-in Messages API over real HTTP on loopback: strict as the real one, with a bill of its own.

    with Standin() as api:
        api.fail(too_many(retry_after=1))
        attempt = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url))

`python -m tests.standin` runs it for other processes.
"""

from tests.standin.faults import (
    Fault,
    broken_body,
    cut,
    drip,
    drop,
    empty,
    expired,
    huge,
    malformed,
    no_stop_reason,
    not_json,
    pause,
    refusal,
    refused_schema,
    slow,
    sse,
    status,
    stop_reason,
    thinks_on,
    too_many,
    wrong_type,
)
from tests.standin.server import Nature, Recorded, Standin

__all__ = [
    "Fault",
    "Nature",
    "Recorded",
    "Standin",
    "broken_body",
    "cut",
    "drip",
    "drop",
    "empty",
    "expired",
    "huge",
    "malformed",
    "no_stop_reason",
    "not_json",
    "pause",
    "refusal",
    "refused_schema",
    "slow",
    "sse",
    "status",
    "stop_reason",
    "thinks_on",
    "too_many",
    "wrong_type",
]
