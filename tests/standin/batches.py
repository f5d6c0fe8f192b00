"""Batches of both APIs: taken in, worked off at half the price, and given back out of order."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Any

from aiohttp import web

from pathfinder.adapters.system import SystemClock
from tests.standin import bill, chat
from tests.standin.checks import Refused, refused, unknown_key
from tests.standin.faults import Fault, Script
from tests.standin.material import schema_title
from tests.standin.message import digest, message

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ENDS = {"succeeded": "completed", "errored": "completed", "canceled": "cancelled", "expired": "expired"}


@dataclass
class _Batch:
    id: str
    asked: list[dict[str, Any]]
    """`custom_id` and `params` each; params are those of the API it came by."""
    chat: bool
    began: float
    made: datetime
    metadata: dict[str, str] = field(default_factory=dict)
    cancelled: bool = False
    done: list[tuple[str, str, dict[str, Any]]] | None = None
    """Name, how it ended, and the answer or error of the Messages API; in the reverse order."""

    def count(self, end: str) -> int:
        return sum(how == end for _, how, _ in self.done or ())


class Batches:
    """All batches of a stand-in."""

    def __init__(self, key: str, script: Script, right: Callable[[dict[str, Any]], Any]) -> None:
        self._key = key
        self._script = script
        self._right = right
        self._known: dict[str, _Batch] = {}
        self._files: dict[str, str] = {}
        self.submitted: Counter[str] = Counter()
        """How often each name came in."""
        self.usd_micros = 0
        self.seconds = 0.0
        """How long a batch takes."""
        self.thinking = bill.REAL_THINKING
        self.has_batches = True
        self.book: Path | None = None
        """Where another process reads what came in, and what it cost: a line for each."""
        self.fail_next: list[str] = []
        """What happens to the next submissions: `lost` answers 500, `taken` takes it in and answers 500."""

    @property
    def ids(self) -> tuple[str, ...]:
        """All that were taken in."""
        return tuple(self._known)

    def serve(self, app: web.Application, url: Callable[[], str]) -> None:
        """Add the endpoints of both APIs."""
        messages, add = "/v1/messages/batches", app.router

        def guarded(work: Callable[[web.Request], Any]) -> Callable[[web.Request], Any]:
            async def handler(request: web.Request) -> web.StreamResponse:
                if unknown_key(request.headers, self._key):
                    return _error(Refused(401, "authentication_error", "invalid bearer token"))
                if not self.has_batches:
                    return _error(Refused(404, "not_found_error", "no such path"))
                if "name" in request.match_info and request.match_info["name"] not in self._known:
                    return _error(Refused(404, "not_found_error", "no such batch"))
                made: web.StreamResponse = await work(request)
                return made

            return handler

        def found(request: web.Request) -> _Batch:
            return self._looked(self._known[request.match_info["name"]])

        async def create(request: web.Request) -> web.StreamResponse:
            asked = (await request.json())["requests"]
            return self._taken(asked, lambda batch: _message_batch(batch, url()), {}, as_chat=False)

        async def listed(request: web.Request) -> web.StreamResponse:
            return web.json_response(
                self._page(request, "after_id", lambda batch: _message_batch(batch, url()), as_chat=False)
            )

        async def retrieve(request: web.Request) -> web.StreamResponse:
            return web.json_response(_message_batch(found(request), url()))

        async def cancel(request: web.Request) -> web.StreamResponse:
            batch = found(request)
            batch.cancelled = True
            shown = _chat_batch(batch) if batch.chat else _message_batch(batch, url())
            return web.json_response(shown)

        async def results(request: web.Request) -> web.StreamResponse:
            batch = found(request)
            if batch.done is None:
                return _error(Refused(404, "not_found_error", "the batch has not ended"))
            lines = (json.dumps(_message_line(*one)) for one in batch.done)
            return web.Response(text="\n".join(lines), content_type="application/x-jsonl")

        add.add_post(messages, guarded(create))
        add.add_get(messages, guarded(listed))
        add.add_get(f"{messages}/{{name}}", guarded(retrieve))
        add.add_get(f"{messages}/{{name}}/results", guarded(results))
        add.add_post(f"{messages}/{{name}}/cancel", guarded(cancel))

        async def upload(request: web.Request) -> web.StreamResponse:
            form = await request.post()
            sent = form["file"]
            assert isinstance(sent, web.FileField)
            assert form["purpose"] == "batch"
            name = f"file-{len(self._files) + 1:04d}"
            self._files[name] = sent.file.read().decode()
            shown = {
                "id": name,
                "object": "file",
                "bytes": len(self._files[name]),
                "filename": "requests.jsonl",
            }
            return web.json_response(shown | {"created_at": 1, "purpose": "batch", "status": "processed"})

        async def create_chat(request: web.Request) -> web.StreamResponse:
            body = await request.json()
            assert body["endpoint"] == "/v1/chat/completions"
            assert body["completion_window"] == "24h"
            lines = [json.loads(line) for line in self._files[body["input_file_id"]].splitlines()]
            assert all((line["method"], line["url"]) == ("POST", body["endpoint"]) for line in lines)
            asked = [{"custom_id": line["custom_id"], "params": line["body"]} for line in lines]
            return self._taken(asked, _chat_batch, body.get("metadata") or {}, as_chat=True)

        async def listed_chat(request: web.Request) -> web.StreamResponse:
            return web.json_response(
                {"object": "list", **self._page(request, "after", _chat_batch, as_chat=True)}
            )

        async def retrieve_chat(request: web.Request) -> web.StreamResponse:
            return web.json_response(_chat_batch(found(request)))

        async def content(request: web.Request) -> web.StreamResponse:
            kind, name = request.match_info["file"].split("-", 1)
            good = kind == "output"
            done = self._known[name].done or []
            lines = (json.dumps(_chat_line(*one)) for one in done if (one[1] == "succeeded") == good)
            return web.Response(text="\n".join(lines), content_type="application/octet-stream")

        add.add_post("/v1/files", guarded(upload))
        add.add_get("/v1/files/{file}/content", guarded(content))
        add.add_post("/v1/batches", guarded(create_chat))
        add.add_get("/v1/batches", guarded(listed_chat))
        add.add_get("/v1/batches/{name}", guarded(retrieve_chat))
        add.add_post("/v1/batches/{name}/cancel", guarded(cancel))

    def _page(
        self, request: web.Request, after: str, shown: Callable[[_Batch], dict[str, Any]], *, as_chat: bool
    ) -> dict[str, Any]:
        """A page of the list, the newest first."""
        rows = [self._looked(batch) for batch in reversed(self._known.values()) if batch.chat == as_chat]
        if after in request.query:
            rows = rows[[row.id for row in rows].index(request.query[after]) + 1 :]
        size = int(request.query.get("limit", "20"))
        page = [shown(batch) for batch in rows[:size]]
        ends = {"first_id": page[0]["id"] if page else None, "last_id": page[-1]["id"] if page else None}
        return {"data": page, "has_more": len(rows) > size, **ends}

    def _taken(
        self,
        asked: list[dict[str, Any]],
        shown: Callable[[_Batch], dict[str, Any]],
        metadata: dict[str, str],
        *,
        as_chat: bool,
    ) -> web.StreamResponse:
        names = [one["custom_id"] for one in asked]
        if len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)) or not names:
            return _error(Refused(400, "invalid_request_error", "custom_id: unique, 1 to 64 characters"))
        fault = self.fail_next.pop(0) if self.fail_next else ""
        if fault == "lost":
            return _error(Refused(500, "api_error", "planted"))
        name = f"{'batch' if as_chat else 'msgbatch'}_{len(self._known) + 1:04d}"
        batch = _Batch(name, asked, as_chat, monotonic(), SystemClock().now(), metadata)
        self._known[name] = batch
        self.submitted.update(names)
        self._note(*names)
        return _error(Refused(500, "api_error", "planted")) if fault else web.json_response(shown(batch))

    def _looked(self, batch: _Batch) -> _Batch:
        """Worked off when its time is over; what is called back before is not."""
        over = monotonic() - batch.began >= self.seconds
        if batch.done is None and (over or batch.cancelled):
            whole = [self._worked(one, batch, undone=not over) for one in reversed(batch.asked)]
            batch.done = whole
        return batch

    def _worked(
        self, asked: dict[str, Any], batch: _Batch, *, undone: bool
    ) -> tuple[str, str, dict[str, Any]]:
        name, sent = asked["custom_id"], asked["params"]
        if undone:
            return name, "canceled", {}
        body = {**chat.as_messages(sent), "stream": False} if batch.chat else sent
        fault = self._script.next(schema_title(body), digest(body))
        if fault is not None and fault.kind == "refused_schema" and "format" not in body["output_config"]:
            fault = None
        if fault is not None and fault.kind == "expired":
            return name, "expired", {}
        wrong = self._refused(sent, batch, fault)
        if wrong is not None:
            return name, "errored", {"status": wrong.status, "type": wrong.error, "message": wrong.message}
        counted = bill.Counted(input=bill.prompt_tokens(body))
        whole = message(body, self._right(body), fault, counted, thinking=self.thinking)
        whole["usage"]["service_tier"] = "batch"
        spent = counted._replace(output=whole["usage"]["output_tokens"])
        cost = -(-bill.usd_micros(str(body["model"]), spent) // 2)
        self.usd_micros += cost
        self._note(str(cost))
        return name, "succeeded", whole

    def _refused(self, sent: dict[str, Any], batch: _Batch, fault: Fault | None) -> Refused | None:
        if fault is not None and fault.kind in ("status", "refused_schema"):
            return Refused(fault.status, fault.error, fault.message)
        if batch.chat:
            # The same as a stream, which a request of a batch is not.
            streamed = sent | {"stream": True, "stream_options": {"include_usage": True}}
            headers = {"authorization": f"Bearer {self._key}"}
            return chat.refused(headers, streamed, self._key, "json_schema", chat.MODELS)
        headers = {"authorization": f"Bearer {self._key}", "anthropic-version": "2026-10-21"}
        return refused(headers, sent, self._key)

    def _note(self, *lines: str) -> None:
        if self.book is not None:
            with self.book.open("a", encoding="utf-8") as book:
                book.writelines(f"{line}\n" for line in lines)


def _error(why: Refused) -> web.StreamResponse:
    error = {"type": why.error, "message": why.message}
    return web.json_response({"type": "error", "error": error}, status=why.status)


def _message_line(name: str, how: str, got: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {"type": how}
    if how == "succeeded":
        result["message"] = got
    elif how == "errored":
        error = {"type": got["type"], "message": got["message"]}
        result["error"] = {"type": "error", "error": error, "request_id": None}
    return {"custom_id": name, "result": result}


def _chat_line(name: str, how: str, got: dict[str, Any]) -> dict[str, Any]:
    line: dict[str, Any] = {"id": f"batch_req_{name}", "custom_id": name, "response": None, "error": None}
    match how:
        case "succeeded":
            line["response"] = {"status_code": 200, "request_id": "r", "body": chat.completion(got)}
        case "errored":
            error = {"message": got["message"], "type": got["type"], "param": None, "code": None}
            line["response"] = {"status_code": got["status"], "request_id": "r", "body": {"error": error}}
        case _:
            line["error"] = {"code": f"batch_{_ENDS[how]}", "message": "not done in time"}
    return line


def _message_batch(batch: _Batch, base_url: str) -> dict[str, Any]:
    ended = batch.done is not None
    counts = {end: batch.count(end) for end in ("succeeded", "errored", "canceled", "expired")}
    made = batch.made.isoformat()
    return {
        "id": batch.id,
        "type": "message_batch",
        "processing_status": "ended" if ended else "canceling" if batch.cancelled else "in_progress",
        "request_counts": counts | {"processing": 0 if ended else len(batch.asked)},
        "created_at": made,
        "ended_at": made if ended else None,
        "expires_at": (batch.made + timedelta(days=1)).isoformat(),
        "archived_at": None,
        "cancel_initiated_at": made if batch.cancelled else None,
        "results_url": f"{base_url}/v1/messages/batches/{batch.id}/results" if ended else None,
    }


def _chat_batch(batch: _Batch) -> dict[str, Any]:
    ended = batch.done is not None
    good, bad = batch.count("succeeded"), len(batch.done or ()) - batch.count("succeeded")
    status = "cancelled" if batch.cancelled else "expired" if batch.count("expired") else "completed"
    return {
        "id": batch.id,
        "object": "batch",
        "endpoint": "/v1/chat/completions",
        "input_file_id": "file-0001",
        "completion_window": "24h",
        "status": status if ended else "in_progress",
        "created_at": int(batch.made.timestamp()),
        "output_file_id": f"output-{batch.id}" if good else None,
        "error_file_id": f"error-{batch.id}" if bad else None,
        "request_counts": {"total": len(batch.asked), "completed": good, "failed": bad},
        "metadata": batch.metadata or None,
    }
