"""One try at one question with a model behind the Chat Completions API."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from pydantic_core import to_json

from pathfinder.adapters.metering.overnight import Batches
from pathfinder.adapters.models.anthropic.dialect import Dialect
from pathfinder.adapters.models.anthropic.sending import Wire, usable_key
from pathfinder.adapters.models.anthropic.servers import Catalogue
from pathfinder.adapters.models.attempt import ModelAttempt
from pathfinder.adapters.models.governor import Governor, Need
from pathfinder.adapters.models.openai_compatible.batches import ChatBatches
from pathfinder.adapters.models.openai_compatible.bodies import chat_body
from pathfinder.adapters.models.openai_compatible.dialect import ChatDialects
from pathfinder.adapters.models.openai_compatible.registry import Provider
from pathfinder.adapters.models.openai_compatible.streaming import gathered
from pathfinder.adapters.models.prices import PriceTable
from pathfinder.adapters.models.received import Received
from pathfinder.adapters.models.settings import ClaudeSettings, Connection
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.calls.ports import Clock

if TYPE_CHECKING:
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from openai import AsyncOpenAI

PATH = "/chat/completions"


def connect(provider: Provider, connection: Connection) -> "AsyncOpenAI":
    """A client that tries once, follows no redirect, and takes key, address and account from nowhere else."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

    client = AsyncOpenAI(
        api_key=usable_key(connection, provider.via),
        base_url=connection.base_url,
        timeout=Timeout(
            connection.timeout_seconds, connect=min(connection.connect_seconds, connection.timeout_seconds)
        ),
        max_retries=0,
        http_client=DefaultAsyncHttpxClient(follow_redirects=False),
    )
    # The SDK takes these from the environment, and would send them to any server.
    client.organization = client.project = client.admin_api_key = None
    return client


class ChatWire(Wire["AsyncOpenAI"]):
    """To a server that speaks the Chat Completions API."""

    def __init__(
        self,
        provider: Provider,
        connection: Connection,
        connecting: "Callable[[Connection], AsyncOpenAI]",
        governor: Governor,
    ) -> None:
        super().__init__(connection, connecting, governor, provider.via)
        self._provider = provider
        self.has_batches = provider.batches

    @property
    def batches(self) -> Batches | None:
        """Where calls wait."""
        if not self.has_batches:
            return None
        return ChatBatches(self.client, self._provider, self._connection)

    async def _streamed(
        self, params: "MessageCreateParamsNonStreaming", need: Need, started: Callable[[], None]
    ) -> Received:
        from openai import AsyncStream

        model = str(params["model"])
        body = chat_body(params, self._provider, self._connection.bare(model))
        stream = await self.client.post(
            PATH, cast_to=object, content=to_json(body), stream=True, stream_cls=AsyncStream[object]
        )
        self._governor.heard(model, stream.response.headers)
        received = await gathered(stream, started, need.input_tokens)
        self._governor.answered(model, need, received.usage)
        return received


class ChatAttempt(ModelAttempt["AsyncOpenAI"]):
    """The `Attempt` port on a provider of the registry. `tested`: what a test has shown of its models."""

    def __init__(
        self,
        provider: Provider,
        connection: Connection,
        settings: ClaudeSettings,
        prices: PriceTable,
        connecting: "Callable[[Connection], AsyncOpenAI] | None" = None,
        clock: Clock | None = None,
        models: Catalogue | None = None,
        tested: Mapping[str, Dialect] | None = None,
    ) -> None:
        time = clock or SystemClock()
        governor = Governor(time, connection.minute_seconds, connection.calls_at_once)
        super().__init__(
            ChatWire(provider, connection, connecting or partial(connect, provider), governor),
            ChatDialects(provider.dialect(), tested or {}),
            governor,
            connection,
            settings,
            prices,
            time,
            models,
        )
