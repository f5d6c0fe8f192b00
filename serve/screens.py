"""The screens that do not move: library, new question, asking further, comparing, and the frame of all."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from pathfinder.locales.catalogue import said
from pathfinder.protocols.graph.judgement import ReaderTag
from pathfinder.reports.content.answer import ReportAnswer
from pathfinder.reports.html.document import LIBRARY, STYLE_ID
from pathfinder.reports.html.document import asset as report_asset
from pathfinder.reports.html.markup import Child, Html, el
from pathfinder.reports.html.sections import chip, table
from pathfinder.reports.html.written_answer import told_answer
from pathfinder.reports.locales.judge_words import judge_words
from pathfinder.reports.markdown.summary import READER, Tongue
from pathfinder.serve.shelf import Row
from pathfinder.serve.words import WORDS, Words

COLOURS: dict[ReaderTag, str] = {
    "Confirmed": "confirmed",
    "Likely": "likely",
    "Reported": "uncertain",
    "Disputed": "rejected",
    "Open": "unjudged",
}
_NAMES = re.compile(r"\b(obs_[0-9]+|hyp_[AB][0-9]+)\b")
ASSETS: dict[str, tuple[str, str]] = {
    "report.css": ("report.css", "text/css"),
    "report.js": ("report.js", "text/javascript"),
    "cytoscape.js": (LIBRARY, "text/javascript"),
    "app.css": ("", "text/css"),
    "app.js": ("", "text/javascript"),
    "icon.svg": ("", "image/svg+xml"),
}
"""By the name that pages use: the file of the report, or empty for one of ours; and its type."""


@cache
def asset(name: str) -> str:
    """A file that pages load."""
    place = ASSETS[name][0]
    if place:
        return report_asset(place)
    return files("pathfinder.serve").joinpath("static", name).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Page:
    """What all screens need: the language, the key of forms, and the session that is open."""

    lang: Tongue
    form: str
    session: str = ""
    here: str = ""
    said: str = ""
    """A sentence on what was just done."""

    @property
    def w(self) -> Words:
        """The words of the screens."""
        return WORDS[self.lang]

    def at(self, screen: str = "") -> str:
        """The address of a screen of the session."""
        return f"/sessions/{self.session}/{screen}"


def whole(page: Page, title: str, body: Iterable[Child], scripts: Sequence[str] = ()) -> str:
    """A whole page: the bar, then the body."""
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", f"{title} · Pathfinder" if title else "Pathfinder"),
        el("link", rel="stylesheet", href="/static/report.css", id=STYLE_ID),
        el("link", rel="stylesheet", href="/static/app.css"),
        el("link", rel="icon", href="/static/icon.svg"),
        *(el("script", src=f"/static/{name}", defer="") for name in (*scripts, "app.js")),
    )
    said = el("p", page.said, class_="said", role="status") if page.said else None
    inner = el("body", _bar(page), said, *body, class_="served")
    return f"<!doctype html>\n{el('html', head, inner, lang=page.lang).text}\n"


def _bar(page: Page) -> Html:
    w = page.w
    links = [("/", w.library, "library"), ("/new", w.new, "new")]
    if page.session:
        names = (
            ("live", w.live),
            ("answer", w.answer),
            ("graph", w.graph),
            ("ask", w.ask),
            ("compare", w.compare),
        )
        links += [(page.at(name), text, name) for name, text in names]
    return el(
        "header",
        el("a", "Pathfinder", href="/", class_="brand"),
        el(
            "nav",
            *(
                el("a", text, href=href, aria_current="page" if name == page.here else None)
                for href, text, name in links
                if page.form
            ),
            aria_label=w.screens,
        ),
        el("a", w.other_language, href=f"/lang/{'en' if page.lang == 'ko' else 'ko'}", class_="tongue"),
        class_="bar",
    )


def form(page: Page, action: str, *children: Child, **attributes: str | None) -> Html:
    """A form that changes something: it carries the key that only our pages have."""
    key = el("input", type="hidden", name="key", value=page.form)
    return el("form", key, *children, method="post", action=action, **attributes)


def button(text: str, **attributes: str | None) -> Html:
    """A button of a form."""
    return el("button", text, type="submit", **{"class_": "plain", **attributes})


def field(label: str, control: Html, hint: str = "") -> Html:
    """A labelled control."""
    return el(
        "label",
        el("span", label, class_="name"),
        control,
        el("span", hint, class_="hint") if hint else None,
        class_="field",
    )


def area(name: str, value: str = "", rows: int = 3, **attributes: str | None) -> Html:
    """A field of several lines."""
    # The first line break of a textarea is not part of its text.
    return el("textarea", f"\n{value}", name=name, rows=str(rows), **attributes)


def dollars(usd_micros: int) -> str:
    """An amount: cents, and more digits where there is less than a cent."""
    amount = usd_micros / 1_000_000
    return f"${amount:.2f}" if amount >= 0.01 or not amount else f"${amount:.4f}"


def counted(page: Page, count: int) -> str:
    """How many iterations."""
    return page.w.iteration if count == 1 else page.w.iterations.format(count=count)


def status_chip(page: Page, status: str, *, running: bool) -> Html:
    """Where a session stands, in a word."""
    if running:
        return chip("likely running", page.w.running)
    if status == "unreadable":
        return chip("rejected", page.w.unreadable)
    known = {str(name): text for name, text in judge_words(page.lang).run_statuses.items()}
    # What says that it runs and has no process was killed.
    shown = "paused" if status == "running" else status
    return chip("confirmed" if status == "completed" else "unjudged", known.get(shown, shown))


# ------------------------------------------------------------ the token


def login(page: Page, *, wrong: bool) -> str:
    """The form for the token; the script fills it in from the address."""
    w = page.w
    body = el(
        "main",
        el("h1", w.login),
        el("p", w.login_wrong, class_="alarm", role="alert") if wrong else el("p", w.login_why),
        el(
            "form",
            field(w.login, el("input", type="password", name="token", autocomplete="off", required="")),
            button(w.login_go, class_="plain main-action"),
            method="post",
            action="/login",
            id="login",
        ),
        class_="narrow",
    )
    return whole(page, w.login, [body])


def refused(page: Page, said: str) -> str:
    """A page that says what did not work."""
    w = page.w
    body = el("main", el("h1", w.refused), el("p", said, class_="alarm text", role="alert"), class_="narrow")
    return whole(page, w.refused, [body])


# ------------------------------------------------------------ library


def library(page: Page, rows: Sequence[Row], words: str, older: int) -> str:
    """All sessions, the latest first."""
    w = page.w
    find = el(
        "form",
        el("input", type="search", name="q", value=words, placeholder=w.search, aria_label=w.search),
        button(w.search_go),
        method="get",
        action="/",
        class_="find",
        role="search",
    )
    nothing = el("p", w.no_match if words else w.nothing, " ", el("a", w.new, href="/new"), class_="card")
    more = el("p", el("a", w.older.format(count=older), href=f"/?all=1&q={quote(words)}")) if older else None
    listed = el("ul", *(el("li", _card(page, row)) for row in rows), class_="library") if rows else nothing
    body = el("main", el("h1", w.library), find, listed, more, class_="wide")
    return whole(page, w.library, [body])


def _card(page: Page, row: Row) -> Html:
    w, line = page.w, row.line
    screen = "live" if row.running or not line.iteration else "answer"
    place = f"/sessions/{line.id}/"
    readable = line.status != "unreadable"
    title: Child = line.question or line.reason
    facts = [
        status_chip(page, line.status, running=row.running),
        *(
            chip(COLOURS[tag], f"{READER[page.lang][tag]} {count}")
            for tag, count in sorted(row.verdicts, key=lambda one: tuple(COLOURS).index(one[0]))
        ),
        el("span", counted(page, line.iteration)),
        el("span", dollars(row.spent_usd_micros)),
        el("time", f"{line.updated:%Y-%m-%d %H:%M} UTC", datetime=line.updated.isoformat(timespec="seconds")),
    ]
    actions: list[Child] = []
    if readable and not row.running:
        actions.append(form(page, f"{place}resume", button(w.resume)))
    if not row.running:
        actions.append(form(page, f"{place}delete", button(w.delete)))
    return el(
        "article",
        el("h2", el("a", title, href=f"{place}{screen}", class_="text") if readable else title),
        el("p", *(part for fact in facts for part in (fact, " ")), class_="facts"),
        el("div", *actions, class_="actions") if actions else None,
        class_="card session",
    )


# ------------------------------------------------------------ a new question


def new(page: Page, asked: dict[str, str], folders: Sequence[str]) -> str:
    """The question and how it is to be researched."""
    w = page.w
    body = el(
        "main",
        el("h1", w.new),
        form(
            page,
            "/new",
            field(
                w.question,
                area("question", asked.get("question", ""), required="", maxlength="4000", autofocus=""),
            ),
            *_documents(page, asked, folders),
            el(
                "div",
                field(w.preset, _choice("preset", asked.get("preset", ""), w.presets)),
                field(w.budget, _number("budget", asked.get("budget", ""), "0.01")),
                field(w.minutes, _number("minutes", asked.get("minutes", ""), "1")),
                class_="fields",
            ),
            button(w.to_forecast, class_="plain main-action"),
        ),
        class_="narrow",
    )
    return whole(page, w.new, [body])


def _documents(page: Page, asked: dict[str, str], folders: Sequence[str]) -> list[Html]:
    w = page.w
    if not folders:
        return []
    choices = [("", w.documents_none), *((str(place), name) for place, name in enumerate(folders))]
    inside = el("input", type="text", name="subfolder", value=asked.get("subfolder", ""), autocomplete="off")
    return [
        el(
            "div",
            field(w.documents, _choice("documents", asked.get("documents", "0"), choices), w.documents_hint),
            field(w.subfolder, inside),
            class_="fields",
        ),
        el(
            "label",
            el("input", type="checkbox", name="remote", checked="" if asked.get("remote") else None),
            el("span", w.remote),
            class_="check",
        ),
    ]


def _choice(name: str, chosen: str, choices: Iterable[tuple[str, str]]) -> Html:
    return el(
        "select",
        *(
            el("option", text, value=value, selected="" if value == chosen else None)
            for value, text in choices
        ),
        name=name,
    )


def _number(name: str, value: str, step: str) -> Html:
    return el("input", type="number", name=name, value=value, min="0", step=step, inputmode="decimal")


def review(page: Page, asked: dict[str, str], told: dict[str, Any], parts: Sequence[str] | None) -> str:
    """The forecast and the plan, to approve; `parts` is None until they were proposed."""
    w = page.w
    planned = parts is not None
    hidden = [el("input", type="hidden", name=name, value=value) for name, value in asked.items() if value]
    if planned:
        hidden.append(el("input", type="hidden", name="session", value=str(told["session"])))
    body = el(
        "main",
        el("h1", w.forecast),
        el("p", asked["question"], class_="asked text"),
        el("p", forecast_line(page, told), class_="card forecast"),
        el("p", w.plan_spent if planned else w.nothing_spent, class_="under"),
        form(
            page,
            "/start",
            *hidden,
            field(w.plan, area("plan", "\n".join(parts or ()), rows=6), w.plan_hint),
            el(
                "div",
                button(w.start, class_="plain main-action"),
                None if planned else button(w.propose, formaction="/plan"),
                class_="actions",
            ),
            el("p", w.propose_cost, class_="under") if not planned else None,
        ),
        el("p", el("a", w.back, href="/new")),
        class_="narrow",
    )
    return whole(page, w.forecast, [body])


def forecast_line(page: Page, told: dict[str, Any]) -> str:
    """What a run is expected to cost."""
    w, engine = page.w, said(str(told["engine"]), page.lang)
    if not told["usd"]:
        return w.forecast_free.format(engine=engine)
    return w.forecast_line.format(
        engine=engine,
        total=f"${told['usd']:.2f}",
        each=f"${told['usd_per_iteration']:.2f}",
        explorers=told["explorers"],
        budget=f"${told['budget_usd']:.2f}",
    )


# ------------------------------------------------------------ asking further


def ask(page: Page, question: str, asked: str = "", told: ReportAnswer | None = None) -> str:
    """A further question, and its answer."""
    w = page.w
    body = el(
        "main",
        el("p", el("a", question, href=page.at("answer"), class_="text"), class_="under"),
        el("h1", w.ask),
        form(
            page,
            page.at("ask"),
            field(w.question, area("question", asked, rows=2, required=""), w.ask_hint),
            button(w.ask_go, class_="plain main-action"),
        ),
        _told(page, told) if told is not None else None,
        class_="narrow",
    )
    return whole(page, w.ask, [body])


def _told(page: Page, told: ReportAnswer) -> Html:
    w = page.w
    quotes = [
        el(
            "li",
            el("a", cited.label, href=page.at(f"quote/{cited.observation}"), class_="cite")
            if cited.observation
            else el("span", cited.label, class_="label"),
            " ",
            el("q", cited.quote, class_="text"),
            " ",
            el("span", source.title or source.site or source.url, class_="under text"),
            id=f"quote-{cited.label}",
        )
        for source in told.sources
        for cited in source.quotes
    ]
    gaps = [
        form(
            page,
            page.at("research"),
            el("input", type="hidden", name="text", value=gap.query),
            el("span", gap.query, class_="text"),
            " ",
            button(w.research_this),
        )
        for gap in told.unknown
        if gap.query
    ]
    return el(
        "section",
        *told_answer(told, page.lang),
        *gaps,
        el("h2", w.quotes, class_="small"),
        el("ul", *quotes, class_="quotes"),
        class_="answer",
    )


# ------------------------------------------------------------ comparing


def compare(
    page: Page,
    question: str,
    closed: int,
    chosen: tuple[int, int],
    lines: Sequence[str],
    others: Sequence[tuple[str, str]],
) -> str:
    """What changed from one iteration to a later one, and the way to another session."""
    w = page.w
    first, second = chosen
    pick = el(
        "form",
        field(w.compare_from, _range("from", first, 0, closed - 1)),
        field(w.compare_to, _range("to", second, 1, closed)),
        button(w.compare_go),
        method="get",
        action=page.at("compare"),
        class_="fields",
    )
    beside = el(
        "form",
        field(w.other_session, _choice("with", "", others)),
        button(w.compare_go),
        method="get",
        action=page.at("compare"),
        class_="fields",
    )
    body = el(
        "main",
        el("p", el("a", question, href=page.at("answer"), class_="text"), class_="under"),
        el("h1", w.compare),
        pick if closed else el("p", w.compare_none),
        el("div", *(_change(page, text) for text in lines), class_="card difference") if lines else None,
        beside if others else None,
        class_="wide",
    )
    return whole(page, w.compare, [body])


def _change(page: Page, text: str) -> Html:
    """A line of the comparison, with ways to the quotes and claims that it names."""
    parts: list[Child] = []
    for piece in _NAMES.split(text.strip()):
        if piece.startswith("obs_") and piece[4:].isdigit():
            parts.append(el("a", piece, href=page.at(f"quote/{piece}"), class_="id"))
        elif _NAMES.fullmatch(piece):
            parts.append(el("a", piece, href=f"{page.at('answer')}#{piece}", class_="id"))
        else:
            parts.append(piece)
    return el("p", *parts, class_="text" if text[:1].isspace() else "text heading")


def _range(name: str, chosen: int, first: int, last: int) -> Html:
    return _choice(name, str(chosen), ((str(n), str(n)) for n in range(first, last + 1)))


def beside(page: Page, columns: Sequence[tuple[str, Row, str, Sequence[tuple[str, str, str]]]]) -> str:
    """Two sessions side by side: where each stands, its answer, its claims."""
    w = page.w
    made = [
        el(
            "section",
            el("h2", el("a", question, href=f"/sessions/{row.line.id}/answer", class_="text")),
            el(
                "p",
                status_chip(page, row.line.status, running=row.running),
                f" {counted(page, row.line.iteration)} · {dollars(row.spent_usd_micros)}",
            ),
            el("p", answer or w.no_answer, class_="text"),
            table(
                ("", w.claims),
                [(chip(colour, tag), el("span", text, class_="text")) for colour, tag, text in claims],
            )
            if claims
            else el("p", w.no_claims),
            class_="card",
        )
        for question, row, answer, claims in columns
    ]
    body = el("main", el("h1", w.compare), el("div", *made, class_="beside-each-other"), class_="wide")
    return whole(page, w.compare, [body])
