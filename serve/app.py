"""The web application: addresses of screens, and the stream that keeps the live screen up to date."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.folded import chapters
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.config import MOST_USD
from pathfinder.locales.catalogue import Message, said, text_of
from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.errors import PathfinderError, SessionLocked, SessionRefused, UserError
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.reports.content.answer import ReportAnswer
from pathfinder.reports.markdown.diff import difference, difference_lines
from pathfinder.reports.markdown.summary import Tongue, claim_verdict
from pathfinder.serve import fleet_screen, reading, screens, watching
from pathfinder.serve.actions import Actions, Budget, Note, Question, Resume, Start, Wish
from pathfinder.serve.api import api_routes
from pathfinder.serve.guard import API, Guard, Keys, refusal
from pathfinder.serve.screens import ASSETS, COLOURS, Column, Page, asset
from pathfinder.serve.uploads import files_of, received, store

MOST_ROWS = 50
MOST_BYTES = 64_000
TICK_S = 0.5
IDLE_S = 2.0
BEAT_S = 15.0
LANGUAGE = "pathfinder_language"
SAID = {
    "noted": "serve-noted",
    "asked": "serve-asked-to",
    "budget": "serve-budget-set",
    "trash": "serve-deleted",
    "started": "serve-started",
}
"""Messages on what was just done, by the word for it in an address."""
Answer = Callable[[Request], Awaitable[Response]]


class Stale(PathfinderError):
    """A form that does not carry the key of this server."""


@dataclass
class _Latest:
    """What those who watch one session share."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    at: float = 0.0
    key: object = None
    moment: watching.Moment | None = None
    pieces: dict[Tongue, dict[str, str]] = field(default_factory=dict)


class _Shown(NamedTuple):
    """The pieces of a screen that moves."""

    position: str
    pieces: dict[str, str]
    again_seconds: float
    """When to look again."""


class Screens:
    """Answers requests for pages."""

    def __init__(self, actions: Actions, keys: Keys, cookie: str, users: Sequence[Keys]) -> None:
        self._do, self._shelf, self._keys, self._cookie = actions, actions.shelf, keys, cookie
        self._users = users
        """The keys of all who may come in: any of them may use the form for the token."""
        self._latest: dict[str, _Latest] = {}

    def routes(self) -> list[Route]:
        """Every address of a page."""
        inside = "/sessions/{session}/"
        shown: Mapping[str, Answer] = {
            "/": self.library,
            "/new": self.new,
            "/fleet": self.fleet,
            "/fleet/events": self.fleet_events,
            "/login": self.login,
            "/lang/{code}": self.language,
            "/static/{name}": self.static,
            f"{inside}live": self.live,
            f"{inside}events": self.events,
            f"{inside}answer": self.answer,
            f"{inside}graph": self.graph,
            f"{inside}ask": self.ask,
            f"{inside}compare": self.compare,
            f"{inside}quote/{{name}}": self.quote,
            f"{inside}page/{{name}}": self.page,
        }
        changing: Mapping[str, Answer] = {
            "/login": self.enter,
            "/new": self.review,
            "/plan": self.plan,
            "/start": self.start,
            f"{inside}resume": self.resume,
            f"{inside}budget": self.budget,
            f"{inside}delete": self.delete,
            f"{inside}note": self.note,
            f"{inside}pause": self.pause,
            f"{inside}stop": self.stop,
            f"{inside}ask": self.asked,
            f"{inside}research": self.research,
        }
        return [
            *(Route(path, self._safely(answer), methods=["GET"]) for path, answer in shown.items()),
            *(Route(path, self._safely(answer), methods=["POST"]) for path, answer in changing.items()),
        ]

    def _safely(self, answer: Answer) -> Answer:
        """An error that we know becomes a page with its sentence."""

        async def answered(request: Request) -> Response:
            page = self._page(request)
            try:
                return await answer(request)
            except Stale:
                return HTMLResponse(screens.refused(page, page.say("serve-form-old")), 403)
            except SessionRefused as error:
                return HTMLResponse(screens.refused(page, said(text_of(error), page.lang)), 404)
            except SessionLocked:
                return HTMLResponse(screens.refused(page, page.say("serve-is-running")), 409)
            except PathfinderError as error:
                return HTMLResponse(screens.refused(page, said(text_of(error), page.lang)), 400)
            except ValidationError:
                return HTMLResponse(screens.refused(page, page.say("serve-too-long")), 400)

        return answered

    def not_there(self, request: Request, error: Exception) -> Response:
        """No such address, or not with this method."""
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and not request.url.path.startswith(API):
            page = self._page(request)
            return HTMLResponse(screens.refused(page, page.say("serve-not-found")), 404)
        return refusal(request.url.path, error.detail, error.status_code, error.headers)

    # The pieces of a request.

    def _page(self, request: Request, here: str = "", session: Session | None = None) -> Page:
        chosen = request.cookies.get(LANGUAGE) or request.headers.get("accept-language", "")
        lang: Tongue = "ko" if chosen.lower().startswith("ko") else "en"
        said = SAID.get(request.query_params.get("said", ""))
        form = "" if request.url.path == "/login" else self._keys.form
        told = Message(said).to(lang) if said else ""
        name = session.id if session else ""
        return Page(lang, form, name, here, told, fleet=self._do.fleet is not None)

    def _session(self, request: Request) -> Session:
        return self._shelf.session(request.path_params["session"])

    async def _form(self, request: Request, *, keyed: bool = True) -> dict[str, str]:
        """What a form sends; Stale if it is not one of ours."""
        data = b""
        async for some in request.stream():
            data += some
            if len(data) > MOST_BYTES:
                raise HTTPException(413)
        found = dict(parse_qsl(data.decode(errors="replace"), keep_blank_values=True, max_num_fields=40))
        if keyed:
            self._check_key(found)
        return found

    async def _uploaded(self, request: Request) -> dict[str, str]:
        """What a form with files sends; the files are stored, and `upload` names their folder."""
        if not request.headers.get("content-type", "").startswith("multipart/"):
            return await self._form(request)
        form = await received(request)
        try:
            found = {name: value for name, value in form.items() if isinstance(value, str)}
            self._check_key(found)
            if files := files_of(form):
                found["upload"] = (await store(self._shelf.home, files)).name
            return found
        finally:
            await form.close()

    def _check_key(self, found: dict[str, str]) -> None:
        """Take the key out of a form; Stale if it is not ours."""
        if found.pop("key", "") != self._keys.form:
            raise Stale(Message("serve-form-stale"))

    # The token, the language, the files.

    async def login(self, request: Request) -> Response:
        return HTMLResponse(screens.login(self._page(request), wrong=False))

    async def enter(self, request: Request) -> Response:
        given = await self._form(request, keyed=False)
        token = given.get("token", "").strip()
        keys = next((known for known in self._users if known.fits(token)), None)
        if keys is None:
            return HTMLResponse(screens.login(self._page(request), wrong=True), 403)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self._cookie, keys.cookie, httponly=True, samesite="strict", path="/")
        return answer

    async def language(self, request: Request) -> Response:
        answer = RedirectResponse("/", 303)
        code = "ko" if request.path_params["code"] == "ko" else "en"
        answer.set_cookie(LANGUAGE, code, httponly=True, samesite="strict", path="/")
        return answer

    async def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ASSETS:
            raise HTTPException(404)
        return Response(asset(name), media_type=ASSETS[name][1], headers={"cache-control": "no-cache"})

    # The library and new questions.

    async def library(self, request: Request) -> Response:
        words = request.query_params.get("q", "")[:200]
        most = None if request.query_params.get("all") else MOST_ROWS
        rows, older = await asyncio.to_thread(self._shelf.rows, words, most)
        return HTMLResponse(screens.library(self._page(request, "library"), rows, words, older))

    async def new(self, request: Request) -> Response:
        return HTMLResponse(self._new(self._page(request, "new"), {}))

    async def review(self, request: Request) -> Response:
        """The forecast, or the form again with what was asked for, to be changed."""
        page, asked = self._page(request, "new"), await self._uploaded(request)
        if "change" in asked:
            return HTMLResponse(self._new(page, asked))
        told = await self._do.forecast(self._wish(asked, page))
        return HTMLResponse(screens.review(page, asked, told, None))

    async def plan(self, request: Request) -> Response:
        page, asked = self._page(request, "new"), await self._form(request)
        asked.pop("plan", None)
        told = await self._do.plan(self._wish(asked, page))
        return HTMLResponse(screens.review(page, asked, told, told["plan"]))

    async def start(self, request: Request) -> Response:
        page, asked = self._page(request, "new"), await self._form(request)
        plan = [line for line in asked.get("plan", "").splitlines() if line.strip()]
        wish = self._wish(asked, page)
        session = await self._do.start(
            Start(**wish.model_dump(), plan=tuple(plan), session=asked.get("session") or None)
        )
        return RedirectResponse(f"/sessions/{session.id}/live?said=started", 303)

    def _new(self, page: Page, asked: Mapping[str, str]) -> str:
        folders = [folder.name or str(folder) for folder in self._do.folders]
        return screens.new(page, folders, self._do.engines, asked)

    def _wish(self, asked: Mapping[str, str], page: Page) -> Wish:
        if not asked.get("question", "").strip():
            raise UserError(page.say("serve-empty"))
        documents = asked.get("upload") or None
        if documents is None and (chosen := asked.get("documents", "")).isdigit():
            if int(chosen) >= len(self._do.folders):
                raise UserError(page.say("serve-no-documents"))
            documents = str(self._do.folders[int(chosen)] / asked.get("subfolder", ""))
        return Wish.model_validate(
            {
                "question": asked["question"],
                "documents": documents,
                "engines": [name for name in self._do.engines if asked.get(f"engine-{name}") == "on"],
                "allow_remote": asked.get("remote") == "on",
                "preset": asked.get("preset") or None,
                "budget_usd": _amount(asked.get("budget", ""), page.say("serve-no-budget")),
                "max_minutes": _whole(asked.get("minutes", ""), page.say("serve-no-minutes")),
            }
        )

    # Changes of one session.

    async def resume(self, request: Request) -> Response:
        page, session, asked = self._page(request), self._session(request), await self._form(request)
        budget = _amount(asked.get("budget", ""), page.say("serve-no-budget"))
        await self._do.resume(session, Resume(budget_usd=budget))
        return _to(session, "live", "started")

    async def delete(self, request: Request) -> Response:
        session, _ = self._session(request), await self._form(request)
        await asyncio.to_thread(self._do.discard, session)
        return RedirectResponse("/?said=trash", 303)

    async def note(self, request: Request) -> Response:
        session, asked = self._session(request), await self._form(request)
        self._do.note(session, Note.model_validate(asked))
        return _to(session, "live", "noted")

    async def pause(self, request: Request) -> Response:
        session, _ = self._session(request), await self._form(request)
        self._do.ask_to(session, "pause")
        return _to(session, "live", "asked")

    async def stop(self, request: Request) -> Response:
        session, _ = self._session(request), await self._form(request)
        self._do.ask_to(session, "stop")
        return _to(session, "live", "asked")

    async def budget(self, request: Request) -> Response:
        page, session, asked = self._page(request), self._session(request), await self._form(request)
        wanted = _amount(asked.get("budget", ""), page.say("serve-no-budget"))
        if wanted is None or not 0 <= wanted <= MOST_USD:
            raise UserError(page.say("serve-no-budget"))
        await self._do.change_budget(session, Budget(budget_usd=wanted))
        return _to(session, "live", "budget")

    async def research(self, request: Request) -> Response:
        """What an answer left open becomes a keyword, and the session goes on."""
        session, asked = self._session(request), await self._form(request)
        self._do.note(session, Note(kind="keyword", text=asked.get("text", "")))
        if self._shelf.running(session) is None:
            await self._do.resume(session, Resume())
        return _to(session, "live", "started")

    # The live screen.

    async def live(self, request: Request) -> Response:
        session = self._session(request)
        page = self._page(request, "live", session)
        now = await asyncio.to_thread(self._moment, session)
        return HTMLResponse(watching.live(page, now))

    def _moment(self, session: Session) -> watching.Moment:
        follower = self._shelf.follower(session)
        position = follower.update()
        row = self._shelf.row(session)
        errors = "" if row.running else self._shelf.errors(session)
        graph = self._shelf.graph(session)
        return watching.Moment(position, row, graph, follower.seen, follower.facts, errors)

    async def events(self, request: Request) -> Response:
        """The pieces of the live screen as they change; an event's id is the position in the journals."""
        session = self._session(request)
        page = self._page(request, "live", session)

        async def now() -> _Shown:
            moment, pieces = await self._now(session, page)
            return _Shown(str(moment.position), pieces, TICK_S if moment.row.running else IDLE_S)

        return self._streamed(now)

    def _streamed(self, now: Callable[[], Awaitable[_Shown]]) -> Response:
        headers = {"x-accel-buffering": "no"}
        return StreamingResponse(self._stream(now), media_type="text/event-stream", headers=headers)

    async def _stream(self, now: Callable[[], Awaitable[_Shown]]) -> AsyncIterator[str]:
        sent: dict[str, str] = {}
        yield "retry: 1000\n\n"
        spoke = monotonic()
        while not self._do.ending():
            try:
                shown = await now()
            except PathfinderError:
                return
            changed = {name: text for name, text in shown.pieces.items() if sent.get(name) != text}
            if changed:
                sent = dict(shown.pieces)
                yield f"id: {shown.position}\nevent: pieces\ndata: {json.dumps(changed)}\n\n"
                spoke = monotonic()
            elif monotonic() - spoke > BEAT_S:
                yield ": still here\n\n"
                spoke = monotonic()
            await asyncio.sleep(shown.again_seconds)

    async def _now(self, session: Session, page: Page) -> tuple[watching.Moment, dict[str, str]]:
        """The moment, folded once for all who watch."""
        latest = self._latest.setdefault(session.id, _Latest())
        async with latest.lock:
            if latest.moment is None or monotonic() - latest.at >= TICK_S / 2:
                now = await asyncio.to_thread(self._moment, session)
                key = (now.position, now.row, now.errors)
                if key != latest.key:
                    latest.key, latest.moment = key, now
                    latest.pieces.clear()
                latest.at = monotonic()
            assert latest.moment is not None
            if page.lang not in latest.pieces:
                made = await asyncio.to_thread(watching.pieces, page, latest.moment)
                latest.pieces[page.lang] = made
            return latest.moment, latest.pieces[page.lang]

    # The fleet.

    async def fleet(self, request: Request) -> Response:
        page = self._page(request, "fleet")
        return HTMLResponse(fleet_screen.screen(page, *await self._fleet().batches()))

    async def fleet_events(self, request: Request) -> Response:
        """The table of the fleet as it changes."""
        page, known = self._page(request, "fleet"), self._fleet()

        async def now() -> _Shown:
            return _Shown("", fleet_screen.pieces(page, *await known.batches()), fleet_screen.LOOK_S)

        return self._streamed(now)

    def _fleet(self) -> fleet_screen.Fleet:
        if self._do.fleet is None:
            raise SessionRefused(Message("serve-no-fleet"))
        return self._do.fleet

    # Reading.

    async def answer(self, request: Request) -> Response:
        session = self._session(request)
        page = self._page(request, "answer", session)
        chosen = reading.Chosen._make(request.query_params.get(name, "") for name in reading.Chosen._fields)
        return HTMLResponse(await asyncio.to_thread(self._answer, session, page, chosen))

    def _answer(self, session: Session, page: Page, chosen: reading.Chosen) -> str:
        graph = self._shelf.graph(session)
        if is_reading_list(graph):
            return reading.reading_list(page, self._shelf.reading_list(session))
        if not graph.iteration:
            return reading.not_yet(page, graph.question)
        goes_on = self._shelf.running(session) is not None
        report = self._shelf.report(session, whole=bool(chosen.all))
        return reading.answer(page, report, chosen, goes_on=goes_on)

    async def graph(self, request: Request) -> Response:
        session = self._session(request)
        page = self._page(request, "graph", session)
        graph = await asyncio.to_thread(self._shelf.graph, session)
        return HTMLResponse(await asyncio.to_thread(reading.graph_page, page, graph))

    async def quote(self, request: Request) -> Response:
        session = self._session(request)
        page = self._page(request, "answer", session)
        graph = self._shelf.graph(session)
        cited = await asyncio.to_thread(self._shelf.cited, session, request.path_params["name"])
        if cited is None:
            return HTMLResponse(screens.refused(page, page.say("serve-not-found")), 404)
        if request.query_params.get("piece"):
            return HTMLResponse(reading.quote(page, graph, cited))
        return HTMLResponse(reading.quote_page(page, graph, cited))

    async def page(self, request: Request) -> Response:
        session = self._session(request)
        page = self._page(request, "answer", session)
        graph = self._shelf.graph(session)
        cited = await asyncio.to_thread(self._shelf.page, session, request.path_params["name"])
        if cited is None:
            return HTMLResponse(screens.refused(page, page.say("serve-not-found")), 404)
        return HTMLResponse(reading.quote_page(page, graph, cited))

    # Asking further, and comparing.

    async def ask(self, request: Request) -> Response:
        session = self._session(request)
        page = self._page(request, "ask", session)
        question = self._shelf.graph(session).question
        return HTMLResponse(screens.ask(page, question, request.query_params.get("question", "")[:4_000]))

    async def asked(self, request: Request) -> Response:
        session = self._session(request)
        page, asked = self._page(request, "ask", session), await self._form(request)
        wish = Question(question=asked.get("question", ""))
        told = await self._do.ask(session, wish)
        told.pop("session", None)
        answer = ReportAnswer.model_validate(told)
        return HTMLResponse(screens.ask(page, self._shelf.graph(session).question, wish.question, answer))

    async def compare(self, request: Request) -> Response:
        session = self._session(request)
        page = self._page(request, "compare", session)
        if other := request.query_params.get("with"):
            both = (session, self._shelf.session(other))
            columns = await asyncio.to_thread(lambda: [self._column(one) for one in both])
            return HTMLResponse(screens.beside(page, columns))
        graph = self._shelf.graph(session)
        first = _number(request.query_params.get("from"), max(0, graph.iteration - 1))
        second = _number(request.query_params.get("to"), graph.iteration)
        lines: list[str] = []
        if 0 <= first < second <= graph.iteration:
            lines = await asyncio.to_thread(self._difference, session, first, second, page.lang)
        rows, _ = await asyncio.to_thread(self._shelf.rows, "", MOST_ROWS)
        others = [
            (row.line.id, row.line.question)
            for row in rows
            if row.line.id != session.id and row.line.question
        ]
        return HTMLResponse(
            screens.compare(page, graph.question, graph.iteration, (first, second), lines, others)
        )

    def _difference(self, session: Session, first: int, second: int, lang: Tongue) -> list[str]:
        kept = {
            chapter.number: chapter.after
            for chapter in chapters(session, second, Disk())
            if chapter.number in (first, second)
        }
        if first not in kept or second not in kept:
            raise UserError(Message("record-too-short", session=session.id, iteration=first))
        return list(difference_lines(difference(kept[first], kept[second]), lang))

    def _column(self, session: Session) -> Column:
        graph, kept = self._shelf.graph(session), self._shelf.answer(session)
        claims = [
            (COLOURS[reader_tag(graph, name)], claim_verdict(graph, name) or "", claim_text(graph, name))
            for name, one in graph.alive().items()
            if one.verdict is not None
        ]
        told = "" if kept is None else " ".join(one.text for one in kept.answer)
        return Column(graph.question, self._shelf.row(session), told, claims)


def _to(session: Session, screen: str, said: str) -> Response:
    return RedirectResponse(f"/sessions/{session.id}/{screen}?said={said}", 303)


def _amount(text: str, wrong: str) -> float | None:
    try:
        return float(text) if text.strip() else None
    except ValueError:
        raise UserError(wrong) from None


def _whole(text: str, wrong: str) -> int | None:
    try:
        return int(text) if text.strip() else None
    except ValueError:
        raise UserError(wrong) from None


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else otherwise


def application(
    actions: Actions, keys: Keys, hosts: frozenset[str], cookie: str, users: Sequence[Keys] = ()
) -> Guard:
    """Pages and API of one user behind the guard; `users` are the keys of all, with several."""
    screens_ = Screens(actions, keys, cookie, users or (keys,))
    routes: list[Any] = [*screens_.routes(), *api_routes(actions)]
    handlers = {HTTPException: screens_.not_there}
    return Guard(Starlette(routes=routes, exception_handlers=handlers), keys, hosts, cookie)
