"""The Batch API: a file of requests at half the price, answered within a day."""

from collections.abc import Awaitable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import Field, ValidationError
from pydantic_core import to_json

from pathfinder.adapters.metering.overnight import Candidate, Params
from pathfinder.adapters.models.faults import in_doubt, sdk_failures, told, told_in_a_batch, unreadable
from pathfinder.adapters.models.openai_compatible.bodies import chat_body
from pathfinder.adapters.models.openai_compatible.registry import Provider
from pathfinder.adapters.models.openai_compatible.streaming import whole
from pathfinder.adapters.models.received import Received, Wire
from pathfinder.adapters.models.settings import Connection
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import AttemptFailed, CameBack

if TYPE_CHECKING:
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from openai import AsyncOpenAI

T = TypeVar("T")

PATH = "/batches"
ENDPOINT = "/v1/chat/completions"
PAGE = 100
"""Batches that are listed at a time."""
MARK = "pathfinder"
_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})


class _Batch(Wire):
    id: str
    status: str
    created_at: int
    output_file_id: str = ""
    error_file_id: str = ""
    metadata: dict[str, str] = Field(default_factory=dict)


class _Page(Wire):
    data: tuple[_Batch, ...]
    has_more: bool = False


class _Response(Wire):
    status_code: int
    body: dict[str, Any]


class _Error(Wire):
    code: str = ""
    message: str = ""


class _Line(Wire):
    custom_id: str
    response: _Response | None = None
    error: _Error | None = None


class ChatBatches:
    """Implements `Batches` at a provider of the registry."""

    def __init__(self, client: "AsyncOpenAI", provider: Provider, connection: Connection) -> None:
        self._client = client
        self._registered = provider
        self._connection = connection
        self._key = connection.key.get_secret_value()
        self.provider = connection.provider

    async def submit(self, requests: Mapping[str, Params], mark: str) -> str:
        """See the port. A file that was uploaded for nothing costs nothing."""
        lines = b"\n".join(self._line(name, params) for name, params in requests.items())
        upload = self._client.files.create(file=("requests.jsonl", lines), purpose="batch")
        made = {
            "input_file_id": (await self._asked(upload)).id,
            "endpoint": ENDPOINT,
            "completion_window": "24h",
            "metadata": {MARK: mark},
        }
        try:
            return (await self._batch(self._client.post(PATH, cast_to=object, body=made))).id
        except AttemptFailed as failure:
            raise in_doubt(failure) from None

    async def ended(self, batch: str) -> bool:
        """See the port."""
        return (await self._found(batch)).status in _ENDED

    async def results(self, batch: str) -> Mapping[str, Received | AttemptFailed]:
        """See the port. What went well and what did not stand in two files."""
        found, results = await self._found(batch), dict[str, Received | AttemptFailed]()
        for file in filter(None, (found.output_file_id, found.error_file_id)):
            written = await self._asked(self._client.get(f"/files/{file}/content", cast_to=str))
            try:
                lines = [_Line.model_validate_json(line) for line in written.splitlines() if line.strip()]
            except ValidationError:
                raise unreadable() from None
            results |= {line.custom_id: self._came_to(line) for line in lines}
        return results

    async def cancel(self, batch: str) -> None:
        """See the port."""
        await self._batch(self._client.post(f"{PATH}/{batch}/cancel", cast_to=object))

    async def since(self, then: datetime, mark: str, size: int) -> Sequence[Candidate]:  # noqa: ARG002  (the mark is enough)
        """See the port; the newest are listed first."""
        after: dict[str, object] = {}
        while True:
            asked = self._client.get(PATH, cast_to=object, options={"params": {"limit": PAGE, **after}})
            try:
                page = _Page.model_validate(await self._asked(asked))
            except ValidationError:
                raise unreadable() from None
            young = [one for one in page.data if datetime.fromtimestamp(one.created_at, UTC) >= then]
            ours = [Candidate(one.id, True) for one in young if one.metadata.get(MARK) == mark]
            if ours or len(young) < len(page.data) or not page.has_more or not page.data:
                return ours
            after = {"after": page.data[-1].id}

    def _line(self, name: str, params: Params) -> bytes:
        asked = cast("MessageCreateParamsNonStreaming", params)
        body = dict(chat_body(asked, self._registered, self._connection.bare(str(asked["model"]))))
        for streamed in ("stream", "stream_options"):
            body.pop(streamed, None)
        return to_json({"custom_id": name, "method": "POST", "url": ENDPOINT, "body": body})

    def _came_to(self, line: _Line) -> Received | AttemptFailed:
        if line.response is None:
            why = "" if line.error is None else line.error.code
            return CameBack(Message("batch-ended-without-answer", reason=why or Message("no-reason")))
        if line.response.status_code == 200:
            try:
                return whole(line.response.body)
            except ValidationError:
                return unreadable()
        error = line.response.body.get("error")
        return told_in_a_batch(error, self._key, self._registered.via, line.response.status_code)

    async def _found(self, batch: str) -> _Batch:
        return await self._batch(self._client.get(f"{PATH}/{batch}", cast_to=object))

    async def _batch(self, asking: Awaitable[object]) -> _Batch:
        try:
            return _Batch.model_validate(await self._asked(asking))
        except ValidationError:
            raise unreadable() from None

    async def _asked(self, asking: Awaitable[T]) -> T:
        try:
            return await asking
        except sdk_failures(self._registered.via) as error:
            # The SDK's error holds the request and so the key: it must not travel along.
            raise told(error, self._key, self._registered.via) from None
