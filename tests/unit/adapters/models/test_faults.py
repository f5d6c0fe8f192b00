"""Every failure of the SDK has a name of ours, and waits are read without trusting them."""

import anthropic
import httpx2
import pytest
from anthropic._error_classes import ERROR_CLASSES

from pathfinder.adapters.models.faults import sdk_failures, told, wait_seconds
from pathfinder.protocols.errors import AttemptFailed, KeyRefused, ProviderFailed

REQUEST = httpx2.Request("POST", "http://127.0.0.1/v1/messages")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "7", "retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Mon, 16 Nov 2026 10:00:30 GMT"}, None),
        ({"retry-after": "Mon, 16 Nov 2026 10:00:30 GMT", "date": "Mon, 16 Nov 2026 10:00:00 GMT"}, 30.0),
        ({"retry-after": "Mon, 16 Nov 2026 09:00:00 GMT", "date": "Mon, 16 Nov 2026 10:00:00 GMT"}, 0.0),
    ],
)
def test_a_wait_is_a_finite_number_of_seconds_or_nothing(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert wait_seconds(httpx2.Headers(headers)) == seconds


@pytest.mark.parametrize("key", ERROR_CLASSES, ids=str)
def test_every_status_error_of_the_sdk_is_mapped(key: tuple[int, str | None]) -> None:
    status, code = key
    body = {"type": "error", "error": {"type": "api_error", "message": "m", "details": {"error_code": code}}}
    error = ERROR_CLASSES[key]("m", response=httpx2.Response(status, request=REQUEST, json=body), body=body)
    mapped = told(error, "k")
    if status in (401, 403):
        assert isinstance(mapped, KeyRefused)
    elif code in ("enforced_spend_limit_reached", "organization_on_hold"):
        assert type(mapped) is ProviderFailed
    else:
        assert isinstance(mapped, AttemptFailed)
        assert mapped.helps is (status in (408, 409, 429) or (status >= 500 and status != 501))


@pytest.mark.parametrize(
    ("cause", "paid"),
    [
        (httpx2.ConnectError("x"), False),
        (httpx2.ConnectTimeout("x"), False),
        (httpx2.PoolTimeout("x"), False),
        (httpx2.ReadError("x"), True),
        (httpx2.ReadTimeout("x"), True),
        (httpx2.RemoteProtocolError("x"), True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_only_what_left_the_machine_may_have_been_paid(cause: Exception, paid: bool) -> None:
    error = anthropic.APIConnectionError(request=REQUEST)
    error.__cause__ = cause
    mapped = told(error, "k")
    assert isinstance(mapped, AttemptFailed)
    assert (mapped.helps, mapped.maybe_paid) == (True, paid)


def test_what_the_sdk_lets_through_raw_is_mapped_too() -> None:
    raw = httpx2.RemoteProtocolError("peer closed")
    assert isinstance(raw, sdk_failures())
    mapped = told(raw, "k")
    assert isinstance(mapped, AttemptFailed)
    assert mapped.maybe_paid


def test_credentials_that_cannot_be_had_are_a_refused_key() -> None:
    assert isinstance(told(anthropic.AnthropicError("no profile"), "k"), KeyRefused)
