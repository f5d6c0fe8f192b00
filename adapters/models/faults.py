"""Every way an SDK can fail, as one of our errors. No sentence made here ever holds the key.

The SDKs of Anthropic and OpenAI have the same classes of errors; `Via` says where they differ.
"""

import json
import socket
import ssl
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from importlib import import_module
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from pathfinder.adapters.masking import Masking
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.errors import (
    AttemptFailed,
    CallRefused,
    KeyRefused,
    ProviderFailed,
    ServerAbsent,
    ServerSilent,
)
from pathfinder.protocols.text.sanitize import one_line

if TYPE_CHECKING:
    from anthropic import APIConnectionError, APIError, APIStatusError

WIDTH = 300
_MOST_SAID = 20_000
_TRANSIENT = frozenset({408, 409, 429})
# Not implemented, and no such version of HTTP.
_NEVER = frozenset({501, 505})
# The provider gave up waiting for itself, and may have worked until then.
_MAYBE_PAID = frozenset({408, 504})
_OUT_OF_MONEY = frozenset(
    {"enforced_spend_limit_reached", "organization_on_hold"}
    # OpenAI's.
    | {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"}
)
_OF_THE_CONTENT = frozenset({"content_policy_violation", "content_filter", "invalid_prompt"})
_NO_WAY: dict[type[OSError], str] = {
    socket.gaierror: "host-unknown",
    ConnectionRefusedError: "host-silent",
    ssl.SSLError: "host-not-secure",
}

# What a stream may say after its 200, as the status it would have been.
_STREAMED = {
    "overloaded_error": 529,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "api_error": 500,
    "invalid_request_error": 400,
    "request_too_large": 413,
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "billing_error": 402,
}
_TOO_LONG = (
    "prompt is too long",
    "input is too long",
    "exceed context limit",
    "exceeds the context",
    "exceeds the available context",  # llama.cpp
    "exceed_context_size",
    "context length",  # vLLM, LM Studio, OpenRouter
    "context window",
    "context_length_exceeded",  # OpenAI
    "exceeds the maximum number of tokens",  # Gemini
)


class Via(NamedTuple):
    """The SDK that a call goes through, and the variables that name the server and its key."""

    sdk: str = "anthropic"
    failure: str = "AnthropicError"
    key_name: str = "ANTHROPIC_API_KEY"
    url_name: str = "ANTHROPIC_BASE_URL"
    token_name: str = "ANTHROPIC_AUTH_TOKEN"
    """Another variable for the key; empty if there is none."""

    def load(self) -> Any:  # noqa: ANN401  (a module)
        """The SDK itself, which takes a second to load."""
        return import_module(self.sdk)


MESSAGES = Via()


class QuestionTooLong(AttemptFailed):
    """The question is larger than the server takes; it was not worked on and not paid for."""

    def __init__(self, why: str) -> None:
        super().__init__(why, retryable=False)


class NotUnderstood(CallRefused):
    """The server refused the form of the request."""


class AccessRefused(KeyRefused):
    """The key is known and may not use this model."""

    def __init__(self, reason: str, variable: str, models: str = "") -> None:
        """`models` are those of the server."""
        names = {"reason": reason, "variable": variable}
        super().__init__(
            Message("key-not-for-model-these", models=models, **names)
            if models
            else Message("key-not-for-model", **names)
        )
        self.reason, self.variable = reason, variable


def sdk_failures(via: Via = MESSAGES) -> tuple[type[Exception], ...]:
    """What a call of the SDK may raise that is not a bug of ours."""
    import httpx2

    return getattr(via.load(), via.failure), httpx2.HTTPError, json.JSONDecodeError


def told(error: Exception, key: str, via: Via = MESSAGES) -> AttemptFailed | ProviderFailed:
    """Our error for a failure of the SDK."""
    sdk = via.load()
    match error:
        case sdk.APIStatusError():
            return _status(error, key, via)
        case sdk.APITimeoutError() if _never_met(error):
            return ServerAbsent(Message("model-connection-silent", host=_host(error)))
        case sdk.APITimeoutError():
            return ServerSilent(maybe_paid=_was_sent(error))
        case sdk.APIConnectionError() if _never_met(error):
            return ServerAbsent(_no_connection(error, via))
        case sdk.APIConnectionError():
            return AttemptFailed(
                _no_connection(error, via),
                retryable=True,
                maybe_paid=_was_sent(error),
            )
        case sdk.APIError() if said := _said(error):
            return _broken_off(said, key)
        case sdk.APIError() | json.JSONDecodeError():
            return unreadable()
        case _ if isinstance(error, getattr(sdk, via.failure)):
            return KeyRefused(Message("key-unusable", variable=via.key_name))
        case _:
            return AttemptFailed(Message("model-connection-broke"), retryable=True, maybe_paid=True)


def told_in_a_batch(body: object, key: str, via: Via = MESSAGES, status: int | None = None) -> AttemptFailed:
    """Our error for one request of a batch that came to an error, which nobody pays for. Without a status it
    is the one that a single call would have had.
    """
    import httpx2

    kind = body.get("error", {}).get("type") if isinstance(body, dict) else None
    response = httpx2.Response(
        status or _STREAMED.get(str(kind), 500), request=httpx2.Request("POST", "http://batch")
    )
    failure = _status(via.load().APIStatusError("", response=response, body=body), key, via)
    match failure:
        case AttemptFailed():
            failure.maybe_paid = False
            return failure
        # The batch was taken in: what is wrong is wrong with this call, or is told to the next batch.
        case KeyRefused():
            return CallRefused(text_of(failure))
        case _:
            return AttemptFailed(text_of(failure), retryable=True)


def in_doubt(failure: AttemptFailed) -> AttemptFailed:
    """A failure to submit a batch. A server that broke down over it may have taken it in."""
    if failure.helps and failure.wait_seconds is None and not isinstance(failure, ServerAbsent):
        failure.maybe_paid = True
    return failure


def unreadable() -> AttemptFailed:
    """The answer was no answer of the Messages API: a page of a proxy, or half of something."""
    return AttemptFailed(Message("answer-cut-off"), retryable=True, maybe_paid=True)


def late() -> AttemptFailed:
    """It took longer than a call may."""
    return ServerSilent(maybe_paid=True)


def _broken_off(said: str, key: str) -> AttemptFailed:
    """An error in the middle of a stream of chat completions, which has no status of its own."""
    why = quoted(said, key, WIDTH)
    if _is_too_long(said):
        return QuestionTooLong(Message("question-too-long", reason=why))
    return AttemptFailed(Message("answer-broken-off", reason=why), retryable=True, maybe_paid=True)


def _status(error: "APIStatusError", key: str, via: Via) -> AttemptFailed | ProviderFailed:
    if error.response.is_redirect:
        return _redirected(error, key, via)
    streamed = error.status_code < 400
    status = _STREAMED.get(error.type or "", 500) if streamed else error.status_code
    if _out_of_money(error):
        return ProviderFailed(Message("provider-credit-used-up", status=status))
    said = _said(error)
    # Masked before it is cut: a key cut in two would be masked no more.
    told = f"HTTP {status} {error.type or ''}".rstrip() + (f": {said}" if said else "")
    why = quoted(told, key, WIDTH)
    if status == 403:
        return AccessRefused(why, via.key_name)
    if status == 401:
        if not via.token_name:
            return KeyRefused(Message("key-refused", reason=why, variable=via.key_name))
        names = {"variable": via.key_name, "token": via.token_name, "address": via.url_name}
        return KeyRefused(Message("key-refused-or-token", reason=why, **names))
    if status == 400 and {str(getattr(error, "code", None)), str(error.type)} & _OF_THE_CONTENT:
        return AttemptFailed(Message("model-refused", reason=why), retryable=False)
    asked = error.response.headers.get("x-should-retry")
    transient = status in _TRANSIENT or (status >= 500 and status not in _NEVER)
    retryable = asked == "true" or (transient and asked != "false")
    if not retryable and (status == 413 or (status == 400 and _is_too_long(told))):
        return QuestionTooLong(Message("question-too-long", reason=why))
    if not retryable:
        refused = NotUnderstood if status in (400, 422) and not streamed else CallRefused
        return refused(why, maybe_paid=streamed or status in _MAYBE_PAID)
    return AttemptFailed(
        why,
        retryable=retryable,
        wait_seconds=wait_seconds(error.response.headers),
        maybe_paid=streamed or status in _MAYBE_PAID,
    )


def _redirected(error: "APIStatusError", key: str, via: Via) -> ProviderFailed:
    """A redirect is not followed: the key and the question are for the host of the settings alone."""
    where = quoted(error.response.headers.get("location", ""), key, WIDTH)
    return ProviderFailed(
        Message(
            "provider-redirects",
            host=error.request.url.host,
            where=where or Message("another-address"),
            status=error.status_code,
            variable=via.url_name,
        )
    )


def _is_too_long(told: str) -> bool:
    return any(sign in told.lower() for sign in _TOO_LONG)


def _said(error: "APIError") -> str:
    """What the server gave as its reason, in whichever of the usual forms: the provider's, FastAPI's,
    Gemini's list, or a plain text. A page of HTML says nothing to a person.
    """
    if said := getattr(error, "api_message", None):
        return str(said)
    match error.body:
        case {"error": str(said)} | {"message": str(said)} | {"detail": str(said)}:
            return said
        case [{"error": {"message": str(said)}}, *_]:
            return said
        case str(said) if said.strip() and not said.lstrip().startswith("<"):
            return said.strip()
        case _:
            return ""


def _out_of_money(error: "APIStatusError") -> bool:
    # An empty account is an ordinary 400 whose only mark is its wording.
    empty = error.status_code == 400 and "credit balance" in _said(error).lower()
    code = getattr(error, "error_code", None) or getattr(error, "code", None)
    return (
        error.status_code == 402
        or error.type == "billing_error"
        or not _OUT_OF_MONEY.isdisjoint({str(code), str(error.type)})
        or empty
    )


def _no_connection(error: "APIConnectionError", via: Via) -> Message:
    """Whose connection, and why, where that is known: a slip in an address is mended in a minute."""
    cause: BaseException | None = error
    while cause is not None:
        for kind, why in _NO_WAY.items():
            if isinstance(cause, kind):
                reason = Message(why, variable=via.url_name)
                return Message("model-connection-failed-at", host=_host(error), reason=reason)
        cause = cause.__cause__ or cause.__context__
    return Message("model-connection-failed")


def _host(error: "APIConnectionError") -> str:
    url = error.request.url
    return f"{url.host}:{url.port}" if url.port else url.host


def _never_met(error: "APIConnectionError") -> bool:
    """Whether there was no connection at all."""
    import httpx2

    return isinstance(error.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout)


def _was_sent(error: Exception) -> bool:
    """Whether the request may have reached the provider."""
    import httpx2

    unsent = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.LocalProtocolError)
    return not isinstance(error.__cause__, unsent)


def wait_seconds(headers: Mapping[str, str]) -> float | None:
    """How long the provider asks to wait; a date counts from the provider's own clock."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if isfinite(seconds) and seconds >= 0:
            return seconds
    try:
        until, now = (parsedate_to_datetime(headers[name]) for name in ("retry-after", "date"))
        return max(0.0, (until - now).total_seconds())
    except (KeyError, ValueError, TypeError):
        return None


def quoted(text: str, key: str, width: int) -> str:
    """What a server said, on one line and cut to a width. A gateway may echo the key it was sent, so the key
    is taken out first: a part that a cut leaves would not be recognised.
    """
    return one_line(Masking([key], "[key]").of(one_line(text[:_MOST_SAID], _MOST_SAID)), width)
