"""Message batches: taken in, worked off at once at half the price, and given back out of order."""

import json
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.standin import bill
from tests.standin.message import message

_DAY = "2026-11-16T00:00:00Z"


class Batches:
    """All batches of a stand-in."""

    def __init__(self) -> None:
        self._done: dict[str, list[dict[str, Any]]] = {}
        self.usd_micros = 0

    def serve(
        self, app: web.Application, right: Callable[[dict[str, Any]], Any], url: Callable[[], str]
    ) -> None:
        """Add the endpoints."""

        async def create(request: web.Request) -> web.StreamResponse:
            asked = (await request.json())["requests"]
            name = f"msgbatch_{len(self._done) + 1:04d}"
            self._done[name] = [self._worked(one, right) for one in reversed(asked)]
            return web.json_response(self._batch(name, url()))

        async def retrieve(request: web.Request) -> web.StreamResponse:
            return web.json_response(self._batch(request.match_info["name"], url()))

        async def results(request: web.Request) -> web.StreamResponse:
            lines = (json.dumps(line) for line in self._done[request.match_info["name"]])
            return web.Response(text="\n".join(lines), content_type="application/x-jsonl")

        app.router.add_post("/v1/messages/batches", create)
        app.router.add_get("/v1/messages/batches/{name}", retrieve)
        app.router.add_get("/v1/messages/batches/{name}/results", results)

    def _worked(self, asked: dict[str, Any], right: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        body = asked["params"]
        counted = bill.Counted(input=bill.prompt_tokens(body))
        whole = message(body, right(body), None, counted)
        whole["usage"]["service_tier"] = "batch"
        spent = counted._replace(output=whole["usage"]["output_tokens"])
        self.usd_micros += -(-bill.usd_micros(str(body["model"]), spent) // 2)
        return {"custom_id": asked["custom_id"], "result": {"type": "succeeded", "message": whole}}

    def _batch(self, name: str, base_url: str) -> dict[str, Any]:
        counts = {
            "processing": 0,
            "succeeded": len(self._done[name]),
            "errored": 0,
            "canceled": 0,
            "expired": 0,
        }
        return {
            "id": name,
            "type": "message_batch",
            "processing_status": "ended",
            "request_counts": counts,
            "created_at": _DAY,
            "ended_at": _DAY,
            "expires_at": "2026-11-17T00:00:00Z",
            "archived_at": None,
            "cancel_initiated_at": None,
            "results_url": f"{base_url}/v1/messages/batches/{name}/results",
        }
