"""OpenAI's Batch API: a file of requests at half the price, answered within a day."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pydantic import Field, ValidationError
from pydantic_core import to_json

from pathfinder.adapters.metering.overnight import Candidate, Params
from pathfinder.adapters.models.batches import ListedBatch, ResultLine, ServerBatches
from pathfinder.adapters.models.faults import told_in_a_batch, unreadable
from pathfinder.adapters.models.openai_compatible.bodies import chat_body
from pathfinder.adapters.models.openai_compatible.registry import Provider
from pathfinder.adapters.models.openai_compatible.streaming import whole
from pathfinder.adapters.models.received import Received, Wire
from pathfinder.adapters.models.settings import Connection
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import AttemptFailed, CallNotProcessed

if TYPE_CHECKING:
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from openai import AsyncOpenAI

ENDPOINT = "/v1/chat/completions"
MARK = "pathfinder"
_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})


class _Batch(ListedBatch):
    status: str
    output_file_id: str = ""
    error_file_id: str = ""
    metadata: dict[str, str] = Field(default_factory=dict)


class _Response(Wire):
    status_code: int
    body: dict[str, Any]


class _Error(Wire):
    code: str = ""
    message: str = ""


class _Line(ResultLine):
    response: _Response | None = None
    error: _Error | None = None


class ChatBatches(ServerBatches[_Batch, _Line]):
    """At a provider of the registry."""

    path = "/batches"
    after = "after"
    batch = _Batch
    line = _Line

    def __init__(self, client: "AsyncOpenAI", provider: Provider, connection: Connection) -> None:
        super().__init__(client, connection, provider.via)
        self._uploads = client.files
        self._registered = provider
        self._connection = connection

    async def _body(self, requests: Mapping[str, Params], mark: str) -> Mapping[str, Any]:
        """A file that was uploaded for nothing costs nothing."""
        lines = b"\n".join(self._line(name, params) for name, params in requests.items())
        upload = self._uploads.create(file=("requests.jsonl", lines), purpose="batch")
        return {
            "input_file_id": (await self._asked(upload)).id,
            "endpoint": ENDPOINT,
            "completion_window": "24h",
            "metadata": {MARK: mark},
        }

    def _is_over(self, batch: _Batch) -> bool:
        return batch.status in _ENDED

    def _candidate(self, batch: _Batch, mark: str, size: int) -> Candidate | None:  # noqa: ARG002  (the mark is enough)
        return Candidate(batch.id, True) if batch.metadata.get(MARK) == mark else None

    async def _files(self, batch: str) -> Sequence[str]:
        """What went well and what did not stand in two files."""
        found = await self._found(batch)
        return [f"/files/{file}/content" for file in (found.output_file_id, found.error_file_id) if file]

    def _line(self, name: str, params: Params) -> bytes:
        asked = cast("MessageCreateParamsNonStreaming", params)
        body = dict(chat_body(asked, self._registered, self._connection.bare(str(asked["model"]))))
        for streamed in ("stream", "stream_options"):
            body.pop(streamed, None)
        return to_json({"custom_id": name, "method": "POST", "url": ENDPOINT, "body": body})

    def _came_to(self, line: _Line) -> Received | AttemptFailed:
        if line.response is None:
            why = "" if line.error is None else line.error.code
            return CallNotProcessed(Message("batch-ended-without-answer", reason=why or Message("no-reason")))
        if line.response.status_code == 200:
            try:
                return whole(line.response.body)
            except ValidationError:
                return unreadable()
        error = line.response.body.get("error")
        return told_in_a_batch(error, self._key, self._via, line.response.status_code)
