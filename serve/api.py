"""The HTTP API under /api/v1: the same functions as the screens, as JSON, and its OpenAPI description."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from pathfinder.adapters.storage.files.layout import Session
from pathfinder.fleet_status import status_row
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.errors import PathfinderError, SessionLocked, SessionRefused
from pathfinder.protocols.evidence.marked_text import claim_text, observation_text
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.text.folding import Span
from pathfinder.reports.content.answer import report_answer
from pathfinder.reports.content.model_words import Saying
from pathfinder.reports.markdown.summary import claim_verdict
from pathfinder.serve.actions import Actions, Budget, Note, Question, Resume, Start, Wish
from pathfinder.serve.live import Told
from pathfinder.serve.shelf import Cited, Row
from pathfinder.serve.uploads import BadUpload, files_of, received, store

ROOT = "/api/v1"
MOST_BYTES = 64_000
TICK_S = 0.5
BEAT_S = 15.0
M = TypeVar("M", bound=BaseModel)
Answer = Callable[[Request], Awaitable[Response]]


class NotThere(PathfinderError):
    """What was asked for does not exist in the session."""


@dataclass(frozen=True)
class Operation:
    """One line of the API, and its description."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    says: str
    answer: Answer
    body: type[BaseModel] | None = None
    query: Mapping[str, str] | None = None
    stream: bool = False
    upload: bool = False
    """It takes a form with files."""


class Api:
    """Answers requests of programs."""

    def __init__(self, actions: Actions) -> None:
        self._do, self._shelf = actions, actions.shelf

    def operations(self) -> tuple[Operation, ...]:
        """All of it, in the order of the description."""
        one = "/sessions/{session}"
        return (
            Operation("GET", "/sessions", "All sessions, the latest first.", self.sessions,
                      query={"q": "Words that stand in the question or the answer."}),
            Operation("POST", "/documents", "Upload documents to research in.", self.documents, upload=True),
            Operation("GET", "/engines", "The search engines that can be used.", self.engines),
            Operation("POST", "/forecast", "What it would cost; nothing is sent.", self.forecast, Wish),
            Operation("POST", "/plan", "A new session with proposed parts; one model call.", self.plan, Wish),
            Operation("POST", "/sessions", "Start a research, with a plan or without.", self.start, Start),
            Operation("GET", one, "Where a session stands.", self.status),
            Operation("DELETE", one, "Move a session to the trash.", self.discard),
            Operation("GET", f"{one}/events", "What happens, as server-sent events.", self.events,
                      query={"from": "The id of an event; only what came after it is sent."}, stream=True),
            Operation("POST", f"{one}/note", "Leave a note, a keyword or a hypothesis.", self.note, Note),
            Operation("POST", f"{one}/pause", "Ask the running session to pause.", self.pause),
            Operation("POST", f"{one}/stop", "Ask the running session to stop.", self.stop),
            Operation("POST", f"{one}/budget", "Give the running session a budget.", self.budget, Budget),
            Operation("POST", f"{one}/resume", "Go on, with a new budget if given.", self.resume, Resume),
            Operation("GET", f"{one}/answer", "The answer, or the reading list.", self.answer),
            Operation("GET", f"{one}/claims", "All claims with their evidence.", self.claims),
            Operation("GET", f"{one}/quotes/{{name}}", "A quote in its page: obs_3, or 1a.", self.quote),
            Operation("GET", f"{one}/pages/{{name}}", "A stored page by its hash.", self.page),
            Operation("POST", f"{one}/ask", "Answer a further question; one model call.", self.ask, Question),
            Operation("GET", "/fleet", "Where every question of the fleet stands.", self.fleet),
            Operation("GET", "/openapi.json", "This description.", self.openapi),
        )  # fmt: skip

    # Questions.

    async def documents(self, request: Request) -> Response:
        form = await received(request)
        try:
            folder = await store(self._shelf.home, files_of(form))
        finally:
            await form.close()
        names = sorted(one.name for one in folder.iterdir())
        return JSONResponse({"documents": folder.name, "files": names}, 201)

    async def engines(self, request: Request) -> Response:  # noqa: ARG002  (all answers take the request)
        return JSONResponse({"engines": list(self._do.engines)})

    async def fleet(self, request: Request) -> Response:  # noqa: ARG002  (all answers take the request)
        if self._do.fleet is None:
            raise NotThere(Message("serve-no-fleet"))
        batches, trouble = await self._do.fleet.batches()
        rows = [
            {
                "batch": one.batch,
                "questions": [{"question": text, **status_row(line)} for text, line in one.questions],
            }
            for one in batches
        ]
        return JSONResponse({"batches": rows, "trouble": trouble})

    async def forecast(self, request: Request) -> Response:
        return JSONResponse(await self._do.forecast(await _body(request, Wish)))

    async def plan(self, request: Request) -> Response:
        return JSONResponse(await self._do.plan(await _body(request, Wish)))

    async def start(self, request: Request) -> Response:
        session = await self._do.start(await _body(request, Start))
        errors = "" if self._shelf.running(session) is not None else self._shelf.errors(session)
        return JSONResponse({"session": session.id, "errors": errors}, 201)

    # Sessions.

    async def sessions(self, request: Request) -> Response:
        words = request.query_params.get("q", "")[:200]
        rows, _ = await asyncio.to_thread(self._shelf.rows, words)
        return JSONResponse({"sessions": [_row(row) for row in rows]})

    async def status(self, request: Request) -> Response:
        session = self._session(request)
        row = await asyncio.to_thread(self._shelf.row, session)
        graph, follower = self._shelf.graph(session), self._shelf.follower(session)
        position = await asyncio.to_thread(follower.update)
        scene = follower.seen.scene
        limits = scene.limits if row.running else row.limits
        return JSONResponse(
            {
                **_row(row),
                "position": str(position),
                "phase": scene.phase if row.running else None,
                "parts": [part.text for part in graph.sub_questions.values()] or list(follower.seen.parts),
                "observations": len(graph.observations),
                "budget_usd": limits.budget_usd_micros / 1_000_000,
                "failures": follower.seen.failed,
                "errors": "" if row.running else self._shelf.errors(session),
            }
        )

    async def discard(self, request: Request) -> Response:
        await asyncio.to_thread(self._do.discard, self._session(request))
        return JSONResponse({"trash": True})

    async def note(self, request: Request) -> Response:
        self._do.note(self._session(request), await _body(request, Note))
        return JSONResponse({"noted": True}, 202)

    async def pause(self, request: Request) -> Response:
        self._do.ask_to(self._session(request), "pause")
        return JSONResponse({"asked": "pause"}, 202)

    async def stop(self, request: Request) -> Response:
        self._do.ask_to(self._session(request), "stop")
        return JSONResponse({"asked": "stop"}, 202)

    async def budget(self, request: Request) -> Response:
        session, wanted = self._session(request), await _body(request, Budget)
        await self._do.change_budget(session, wanted)
        return JSONResponse({"budget_usd": wanted.budget_usd}, 202)

    async def resume(self, request: Request) -> Response:
        session, wish = self._session(request), await _body(request, Resume)
        await self._do.resume(session, wish)
        return JSONResponse({"session": session.id}, 202)

    async def ask(self, request: Request) -> Response:
        return JSONResponse(await self._do.ask(self._session(request), await _body(request, Question)))

    async def events(self, request: Request) -> Response:
        session = self._session(request)
        given = request.headers.get("last-event-id") or request.query_params.get("from", "")
        place = int(given) if given.isascii() and given.isdigit() and len(given) < 16 else 0
        return StreamingResponse(self._stream(session, place), media_type="text/event-stream")

    async def _stream(self, session: Session, place: int) -> AsyncIterator[str]:
        """Everything behind a place, then what comes; it ends when nobody works on the session."""
        follower, spoke = self._shelf.follower(session), monotonic()
        while not self._do.ending():
            running = self._shelf.running(session) is not None
            told = await asyncio.to_thread(follower.since, place)
            if told:
                place, spoke = told[-1].place, monotonic()
                # In one piece: each write to a client that is gone fails, and asyncio tells of every one.
                yield "".join(map(_event, told))
            if not running:
                return
            if monotonic() - spoke > BEAT_S:
                spoke = monotonic()
                yield ": still here\n\n"
            await asyncio.sleep(TICK_S)

    # What was found.

    async def answer(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self._answer, self._session(request)))

    def _answer(self, session: Session) -> dict[str, Any]:
        graph = self._shelf.graph(session)
        if is_reading_list(graph):
            listed = self._shelf.reading_list(session).model_dump(mode="json")
            return {"judged": False, "answer": None, "reading_list": listed}
        kept = self._shelf.answer(session)
        told = None if kept is None else report_answer(Saying(graph), kept).model_dump(mode="json")
        current = kept is not None and kept.iteration == graph.iteration
        return {"judged": True, "answer": told, "current": current}

    async def claims(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self._claims, self._session(request)))

    def _claims(self, session: Session) -> dict[str, Any]:
        graph = self._shelf.graph(session)

        def told(name: HypothesisId) -> dict[str, Any]:
            known = graph.hypotheses[name]
            return {
                "id": name,
                "text": claim_text(graph, name),
                "status": known.status,
                "strength": known.strength,
                "verdict": claim_verdict(graph, name),
                "conditions": list(known.conditions),
                "evidence": [
                    {
                        "observation": edge.observation,
                        "type": edge.type,
                        "weight": edge.weight,
                        "quote": graph.observations[edge.observation].quote,
                        "summary": observation_text(graph, edge.observation),
                        "page": graph.observations[edge.observation].page,
                    }
                    for edge in graph.evidence(name)
                ],
            }

        return {"claims": [told(name) for name in graph.hypotheses]}

    async def quote(self, request: Request) -> Response:
        found = await asyncio.to_thread(
            self._shelf.cited, self._session(request), request.path_params["name"]
        )
        return _cited(found)

    async def page(self, request: Request) -> Response:
        found = await asyncio.to_thread(self._shelf.page, self._session(request), request.path_params["name"])
        return _cited(found)

    # The description.

    async def openapi(self, request: Request) -> Response:  # noqa: ARG002  (all answers take the request)
        return JSONResponse(self.description())

    def description(self) -> dict[str, Any]:
        """OpenAPI 3.1."""
        paths: dict[str, dict[str, Any]] = {}
        schemas: dict[str, Any] = {
            "Error": {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
        }
        for known in self.operations():
            paths.setdefault(ROOT + known.path, {})[known.method.lower()] = _described(known)
            if known.body is not None:
                schemas[known.body.__name__] = known.body.model_json_schema()
        return {
            "openapi": "3.1.0",
            "info": {"title": "Pathfinder", "version": "1"},
            "security": [{"token": []}],
            "paths": paths,
            "components": {
                "schemas": schemas,
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }

    def _session(self, request: Request) -> Session:
        return self._shelf.session(request.path_params["session"])


def _described(known: Operation) -> dict[str, Any]:
    names = [part[1:-1] for part in known.path.split("/") if part.startswith("{")]
    places = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    queries = [
        {"name": name, "in": "query", "description": says, "schema": {"type": "string"}}
        for name, says in (known.query or {}).items()
    ]
    kind = "text/event-stream" if known.stream else "application/json"
    refused = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
    told: dict[str, Any] = {
        "summary": known.says,
        "parameters": [*places, *queries],
        "responses": {
            "2XX": {"description": "Done.", "content": {kind: {}}},
            "4XX": {"description": "Refused, with the reason.", **refused},
        },
    }
    if known.body is not None:
        schema = {"$ref": f"#/components/schemas/{known.body.__name__}"}
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if known.upload:
        file = {"type": "string", "format": "binary"}
        sent = {"type": "object", "properties": {"files": {"type": "array", "items": file}}}
        told["requestBody"] = {"required": True, "content": {"multipart/form-data": {"schema": sent}}}
    return told


def _event(one: Told) -> str:
    data = json.dumps(one.data, ensure_ascii=False)
    return f"id: {one.place}\nevent: {one.name}\ndata: {data}\n\n"


def _row(row: Row) -> dict[str, Any]:
    line = row.line
    return {
        "session": line.id,
        "question": line.question,
        "iteration": line.iteration,
        "status": line.status,
        "reason": line.reason,
        "running": row.running,
        "updated": line.updated.isoformat(timespec="seconds"),
        "spent_usd": row.spent_usd_micros / 1_000_000,
        "verdicts": dict(row.verdicts),
    }


def _cited(found: Cited | None) -> Response:
    if found is None:
        raise NotThere(Message("serve-no-such-quote"))
    return JSONResponse(
        {
            "page": found.page,
            "observation": found.observation,
            "quote": _words(found, found.quote),
            "header": _words(found, found.header),
            "source": found.source.model_dump(mode="json"),
            "text": found.text,
        }
    )


def _words(found: Cited, place: Span | None) -> str | None:
    return None if place is None else found.text[place.start : place.end]


async def _body(request: Request, kind: type[M]) -> M:
    data = b""
    async for some in request.stream():
        data += some
        if len(data) > MOST_BYTES:
            raise NotThere(Message("serve-request-too-long"))
    return kind.model_validate_json(data or b"{}")


def _safely(answer: Answer) -> Answer:
    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except (SessionRefused, NotThere) as error:
            return JSONResponse({"error": str(error)}, 404)
        except SessionLocked as error:
            return JSONResponse({"error": str(error)}, 409)
        except BadUpload as error:
            return JSONResponse({"error": str(error)}, 422)
        except PathfinderError as error:
            return JSONResponse({"error": str(error)}, 400)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or "body"
            return JSONResponse({"error": f"{where}: {first['msg']}"}, 422)

    return answered


def api_routes(actions: Actions) -> list[Route]:
    """The addresses of the API."""
    return [
        Route(ROOT + known.path, _safely(known.answer), methods=[known.method])
        for known in Api(actions).operations()
    ]
