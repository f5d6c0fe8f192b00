"""Batches of a provider: many requests at once for half the price, answered within a day.

What all providers have in common; their forms are `anthropic/batches.py` and `openai_compatible/batches.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import to_json

from pathfinder.adapters.metering.overnight import Candidate, Params
from pathfinder.adapters.models.faults import MESSAGES, Via, in_doubt, sdk_failures, told, unreadable
from pathfinder.adapters.models.received import Received, Wire
from pathfinder.adapters.models.settings import Connection
from pathfinder.protocols.errors import AttemptFailed

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from openai import AsyncOpenAI

T = TypeVar("T")

PAGE = 100
"""Batches that are listed at a time."""


class ListedBatch(Wire):
    """A batch as its provider describes it."""

    id: str
    created_at: datetime


class ResultLine(Wire):
    """A line of a file of results."""

    custom_id: str


B = TypeVar("B", bound=ListedBatch)
L = TypeVar("L", bound=ResultLine)


class _Page(Wire):
    data: tuple[dict[str, Any], ...]
    has_more: bool = False


class ServerBatches(ABC, Generic[B, L]):
    """Implements `Batches` but for the form in which a provider takes and describes them."""

    path: ClassVar[str]
    after: ClassVar[str]
    """The parameter that asks for the batches listed after one."""
    batch: type[B]
    line: type[L]

    def __init__(
        self, client: "AsyncAnthropic | AsyncOpenAI", connection: Connection, via: Via = MESSAGES
    ) -> None:
        self._client = client
        self._via = via
        self._key = connection.key.get_secret_value()
        self.provider = connection.provider

    @abstractmethod
    async def _body(self, requests: Mapping[str, Params], mark: str) -> Mapping[str, Any]:
        """What is posted to make a batch."""

    @abstractmethod
    def _is_over(self, batch: B) -> bool: ...

    @abstractmethod
    def _candidate(self, batch: B, mark: str, size: int) -> Candidate | None:
        """The batch if it may be the one that was submitted with this mark."""

    @abstractmethod
    async def _files(self, batch: str) -> Sequence[str]:
        """The paths of its results."""

    @abstractmethod
    def _came_to(self, line: L) -> Received | AttemptFailed: ...

    async def submit(self, requests: Mapping[str, Params], mark: str) -> str:
        """See the port."""
        body = to_json(await self._body(requests, mark))
        try:
            return (await self._batch(self._client.post(self.path, cast_to=object, content=body))).id
        except AttemptFailed as failure:
            raise in_doubt(failure) from None

    async def ended(self, batch: str) -> bool:
        """See the port."""
        return self._is_over(await self._found(batch))

    async def results(self, batch: str) -> Mapping[str, Received | AttemptFailed]:
        """See the port. By paths and not by addresses in the batch: the key is for this host alone."""
        results: dict[str, Received | AttemptFailed] = {}
        for path in await self._files(batch):
            written = await self._asked(self._client.get(path, cast_to=str))
            try:
                lines = [self.line.model_validate_json(line) for line in written.splitlines() if line.strip()]
            except ValidationError:
                raise unreadable() from None
            results |= {line.custom_id: self._came_to(line) for line in lines}
        return results

    async def cancel(self, batch: str) -> None:
        """See the port."""
        await self._batch(self._client.post(f"{self.path}/{batch}/cancel", cast_to=object))

    async def made_since(self, then: datetime, mark: str, size: int) -> Sequence[Candidate]:
        """See the port; the newest are listed first."""
        found: list[Candidate] = []
        params: dict[str, object] = {"limit": PAGE}
        while True:
            asked = self._client.get(self.path, cast_to=object, options={"params": params})
            try:
                page = _Page.model_validate(await self._asked(asked))
                batches = [self.batch.model_validate(one) for one in page.data]
            except ValidationError:
                raise unreadable() from None
            young = [one for one in batches if one.created_at >= then]
            found += [one for batch in young if (one := self._candidate(batch, mark, size)) is not None]
            known = any(one.certain for one in found)
            if known or len(young) < len(batches) or not page.has_more or not batches:
                return found
            params[self.after] = batches[-1].id

    async def _found(self, batch: str) -> B:
        return await self._batch(self._client.get(f"{self.path}/{batch}", cast_to=object))

    async def _batch(self, asking: Awaitable[object]) -> B:
        try:
            return self.batch.model_validate(await self._asked(asking))
        except ValidationError:
            raise unreadable() from None

    async def _asked(self, asking: Awaitable[T]) -> T:
        try:
            return await asking
        except sdk_failures(self._via) as error:
            # The SDK's error holds the request and so the key: it must not travel along.
            raise told(error, self._key, self._via) from None
