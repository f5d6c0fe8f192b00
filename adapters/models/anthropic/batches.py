"""Anthropic's message batches."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field, ValidationError

from pathfinder.adapters.metering.overnight import Candidate, Params
from pathfinder.adapters.models.batches import ListedBatch, ResultLine, ServerBatches
from pathfinder.adapters.models.faults import told_in_a_batch, unreadable
from pathfinder.adapters.models.received import Received, Wire
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import AttemptFailed, CallNotProcessed


class _MessageBatch(ListedBatch):
    processing_status: str
    request_counts: dict[str, int] = Field(default_factory=dict)


class _Result(Wire):
    type: str
    message: dict[str, Any] = Field(default_factory=dict)
    error: dict[str, Any] = Field(default_factory=dict)


class _Line(ResultLine):
    result: _Result


class MessageBatches(ServerBatches[_MessageBatch, _Line]):
    """At a server that speaks the Messages API. A batch has no place for a mark."""

    path = "/v1/messages/batches"
    after = "after_id"
    batch = _MessageBatch
    line = _Line

    async def _body(self, requests: Mapping[str, Params], mark: str) -> Mapping[str, Any]:  # noqa: ARG002  (see above)
        return {"requests": [{"custom_id": name, "params": params} for name, params in requests.items()]}

    def _is_over(self, batch: _MessageBatch) -> bool:
        return batch.processing_status == "ended"

    def _candidate(self, batch: _MessageBatch, mark: str, size: int) -> Candidate | None:  # noqa: ARG002  (see above)
        return Candidate(batch.id, False) if sum(batch.request_counts.values()) == size else None

    async def _files(self, batch: str) -> Sequence[str]:
        return (f"{self.path}/{batch}/results",)

    def _came_to(self, line: _Line) -> Received | AttemptFailed:
        result = line.result
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
                return CallNotProcessed(Message("batch-ended-without-answer", reason=other))
