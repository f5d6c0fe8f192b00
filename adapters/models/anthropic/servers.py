"""Which models a server has, and how long a prompt each of them takes: asked of the server, at no cost.

Lists come in two forms, Anthropic's and OpenAI's, and in forms of their own; a server may have none. How many
tokens a model takes stands in the list (Anthropic, vLLM, OpenRouter, llama.cpp), or under an address of the
server's own kind (older llama.cpp, LM Studio, Ollama). Nothing here raises: who cannot be asked says so.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from pathfinder.adapters.models.faults import MESSAGES, Via, sdk_failures, told
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed
from pathfinder.protocols.text.sanitize import one_line

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from openai import AsyncOpenAI

    Client = AsyncAnthropic | AsyncOpenAI

LIST = "/v1/models"
ASK_SECONDS = 4.0
"""How long an answer is waited for once the connection is made."""
SHOWN = 12
"""Models named in a sentence; of more, those whose names are most like the one that was asked for."""
OLLAMA_DEFAULT = 4_096
"""What Ollama gives a model that is not loaded yet and that says nothing of it, on most machines."""
_MOST_MODELS, _NAME_WIDTH = 2_000, 200
_CONTEXT_KEYS = ("max_model_len", "loaded_context_length", "context_length", "context_window")
"""vLLM; LM Studio; OpenRouter and others. A limit of the prompt alone counts as well (`max_input_tokens`)."""
_APIS = {True: "the Messages API", False: "the Chat Completions API"}
_OWN_NAMES = (".localhost", ".local", ".internal", ".lan", ".home.arpa")
_NUM_CTX = re.compile(r"^num_ctx\s+(\d+)", re.MULTILINE)


class Served(NamedTuple):
    """One model of a server."""

    name: str
    context: int = 0
    """How many tokens question and answer may have together; 0: the server does not say."""


class Catalogue(NamedTuple):
    """What a server said about its models."""

    models: tuple[Served, ...] = ()
    problem: AttemptFailed | ProviderFailed | None = None
    """Why it said nothing."""

    def get(self, name: str) -> Served | None:
        """The model of this name; Ollama leaves `:latest` out."""
        return next((model for model in self.models if model.name in (name, f"{name}:latest")), None)

    def named(self, near: str = "") -> str:
        """The models in words, as many as a sentence takes."""
        names = [model.name for model in self.models]
        if len(names) > SHOWN:
            names = sorted(names, key=lambda name: -SequenceMatcher(None, near, name).ratio())[:SHOWN]
        rest = len(self.models) - len(names)
        shown = ", ".join(names)
        return Message("list-more", names=shown, count=rest) if rest else shown

    def advice(self, model: str, base_url: str, url_name: str = MESSAGES.url_name) -> str:
        """What to do after a call was refused, as the end of a sentence."""
        base_url = shown(base_url)
        if self.get(model) is not None:
            return Message("model-refuses-request", server=base_url, model=model)
        if self.models:
            return Message("no-such-model", server=base_url, model=model, models=self.named(model))
        if url_name == MESSAGES.url_name and urlsplit(base_url).path.rstrip("/").endswith("/v1"):
            return Message("base-url-without-v1", address=base_url.rstrip("/")[:-3])
        api = _APIS[url_name == MESSAGES.url_name]
        return Message("server-without-list", server=base_url, variable=url_name, api=api)


def shown(base_url: str) -> str:
    """An address without the user and password that it may hold."""
    parts = urlsplit(base_url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def is_own(base_url: str) -> bool:
    """Whether a server is the user's own: on this machine or in a private network. Names are not looked up;
    one without a dot is a neighbour's.
    """
    host = urlsplit(base_url).hostname or ""
    try:
        address = ip_address(host)
    except ValueError:
        return bool(host) and ("." not in host or host.endswith(_OWN_NAMES))
    return address.is_loopback or address.is_private or address.is_link_local


async def catalogue(
    client: "Client", key: str, via: Via = MESSAGES, seconds: float = ASK_SECONDS
) -> Catalogue:
    """The models of a server."""
    path = f"{LIST}?limit=1000" if via.sdk == MESSAGES.sdk else "/models"
    found = await _got(client, key, path, via=via, seconds=seconds)
    if isinstance(found, AttemptFailed | ProviderFailed):
        return Catalogue(problem=found)
    entries = list(_entries(found))
    return Catalogue(tuple(Served(_name(entry), _context(entry)) for entry in entries))


async def with_context(client: "Client", key: str, model: Served, via: Via = MESSAGES) -> Served:
    """The same model with its context, asked where servers of one's own tell it."""
    for asked in (_of_llama_cpp, _of_lm_studio, _of_ollama):
        context = await asked(_Root(client, key, via), model.name)
        if context:
            return model._replace(context=context)
    return model


class _Root(NamedTuple):
    """A server at its own address: the address of the Chat Completions API lies below it."""

    client: "Client"
    key: str
    via: Via

    async def got(self, path: str, body: Mapping[str, str] | None = None) -> Any:  # noqa: ANN401  (JSON of a stranger)
        """What stands there, or why it could not be had."""
        url = self.client.base_url
        return await _got(self.client, self.key, str(url.copy_with(raw_path=path.encode())), body, self.via)


async def _of_llama_cpp(root: _Root, name: str) -> int:  # noqa: ARG001  (it serves one)
    match await root.got("/props"):
        case {"default_generation_settings": {"n_ctx": int(context)}}:
            return context
        case _:
            return 0


async def _of_lm_studio(root: _Root, name: str) -> int:
    """What it was loaded with; a model that is not loaded yet may get any part of what it could take."""
    found = await root.got("/api/v0/models")
    return next((_context(entry) for entry in _entries(found) if _name(entry) == name), 0)


async def _of_ollama(root: _Root, name: str) -> int:
    running = await root.got("/api/ps")
    if not isinstance(running, dict):
        return 0
    for entry in _entries(running):
        if _name(entry) in (name, f"{name}:latest") and _context(entry):
            return _context(entry)
    match await root.got("/api/show", {"model": name}):
        case {"parameters": str(parameters)} if found := _NUM_CTX.search(parameters):
            return int(found[1])
        case {"model_info": dict()}:
            return OLLAMA_DEFAULT
        case _:
            return 0


async def _got(
    client: "Client",
    key: str,
    path: str,
    body: Mapping[str, str] | None = None,
    via: Via = MESSAGES,
    seconds: float = ASK_SECONDS,
) -> Any:  # noqa: ANN401  (JSON of a stranger)
    """What stands there, or why it could not be had."""
    from httpx2 import Response, Timeout

    usual = client.timeout
    connect = usual.connect if isinstance(usual, Timeout) else seconds
    brief = client.with_options(timeout=Timeout(seconds, connect=connect))
    try:
        if body is None:
            return (await brief.get(path, cast_to=Response)).json()
        return (await brief.post(path, cast_to=Response, body=dict(body))).json()
    except sdk_failures(via) as error:
        return told(error, key, via)
    except ValueError:
        return AttemptFailed(Message("answer-not-json"), retryable=False)


def _entries(found: object) -> Iterator[Mapping[str, Any]]:
    """The models in a list of any form."""
    listed: object = found
    if isinstance(found, dict):
        listed = found.get("data") or found.get("models")
    for entry in listed[:_MOST_MODELS] if isinstance(listed, list) else ():
        if isinstance(entry, dict) and _name(entry):
            yield entry


def _name(entry: Mapping[str, Any]) -> str:
    """llama.cpp names a model by the path of its file, which is nobody's business, and takes any name."""
    name = next((entry[key] for key in ("id", "name", "model", "key") if isinstance(entry.get(key), str)), "")
    name = name.strip()
    return one_line(re.split(r"[/\\]", name)[-1] if name.endswith(".gguf") else name, _NAME_WIDTH)


def _context(entry: Mapping[str, Any]) -> int:
    meta = entry.get("meta")
    inner = meta.get("n_ctx") if isinstance(meta, dict) else None
    return _first((*(entry.get(key) for key in _CONTEXT_KEYS), inner, entry.get("max_input_tokens")))


def _first(values: Iterable[object]) -> int:
    return next((value for value in values if isinstance(value, int) and value > 0), 0)
