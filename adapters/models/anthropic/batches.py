"""Message batches: many requests at once for half the price, answered within a day."""

from collections.abc import Awaitable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import Field, ValidationError
from pydantic_core import to_json

from pathfinder.adapters.metering.overnight import Candidate, Params
from pathfinder.adapters.models.faults import in_doubt, sdk_failures, told, told_in_a_batch, unreadable
from pathfinder.adapters.models.received import Received, Wire
from pathfinder.adapters.models.settings import Connection
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import AttemptFailed, CameBack

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

T = TypeVar("T")

PATH = "/v1/messages/batches"
PAGE = 100
"""Batches that are listed at a time."""


class _Batch(Wire):
    id: str
    created_at: datetime
    processing_status: str
    request_counts: dict[str, int] = Field(default_factory=dict)


class _Page(Wire):
    data: tuple[_Batch, ...]
    has_more: bool = False


class _Result(Wire):
    type: str
    message: dict[str, Any] = Field(default_factory=dict)
    error: dict[str, Any] = Field(default_factory=dict)


class _Line(Wire):
    custom_id: str
    result: _Result


class MessageBatches:
    """Implements `Batches` at a server that speaks the Messages API."""

    def __init__(self, client: "AsyncAnthropic", connection: Connection) -> None:
        self._client = client
        self._key = connection.key.get_secret_value()
        self.provider = connection.provider

    async def submit(self, requests: Mapping[str, Params], mark: str) -> str:  # noqa: ARG002  (there is no place for a mark)
        """See the port."""
        asked = [{"custom_id": name, "params": params} for name, params in requests.items()]
        body = to_json({"requests": asked})
        try:
            return (await self._batch(self._client.post(PATH, cast_to=object, content=body))).id
        except AttemptFailed as failure:
            raise in_doubt(failure) from None

    async def ended(self, batch: str) -> bool:
        """See the port."""
        found = await self._batch(self._client.get(f"{PATH}/{batch}", cast_to=object))
        return found.processing_status == "ended"

    async def results(self, batch: str) -> Mapping[str, Received | AttemptFailed]:
        """See the port. By the path and not by the address in the batch: the key is for this host alone."""
        written = await self._asked(self._client.get(f"{PATH}/{batch}/results", cast_to=str))
        try:
            lines = [_Line.model_validate_json(line) for line in written.splitlines() if line.strip()]
        except ValidationError:
            raise unreadable() from None
        return {line.custom_id: self._came_to(line.result) for line in lines}

    async def cancel(self, batch: str) -> None:
        """See the port."""
        await self._batch(self._client.post(f"{PATH}/{batch}/cancel", cast_to=object))

    async def since(self, then: datetime, mark: str, size: int) -> Sequence[Candidate]:  # noqa: ARG002  (there is no place for a mark)
        """See the port; the newest are listed first."""
        found: list[Candidate] = []
        after: dict[str, object] = {}
        while True:
            asked = self._client.get(PATH, cast_to=object, options={"params": {"limit": PAGE, **after}})
            try:
                page = _Page.model_validate(await self._asked(asked))
            except ValidationError:
                raise unreadable() from None
            young = [one for one in page.data if one.created_at >= then]
            found += [Candidate(one.id, False) for one in young if sum(one.request_counts.values()) == size]
            if len(young) < len(page.data) or not page.has_more or not page.data:
                return found
            after = {"after_id": page.data[-1].id}

    def _came_to(self, result: _Result) -> Received | AttemptFailed:
        match result.type:
            case "succeeded":
                said = result.message.get("content")
                try:
                    return Received.model_validate(result.message | {"said": said})
                except ValidationError:
                    return unreadable()
            case "errored":
                return told_in_a_batch(result.error, self._key)
            case other:
                return CameBack(Message("batch-ended-without-answer", reason=other))

    async def _batch(self, asking: Awaitable[object]) -> _Batch:
        try:
            return _Batch.model_validate(await self._asked(asking))
        except ValidationError:
            raise unreadable() from None

    async def _asked(self, asking: Awaitable[T]) -> T:
        try:
            return await asking
        except sdk_failures() as error:
            # The SDK's error holds the request and so the key: it must not travel along.
            raise told(error, self._key) from None
