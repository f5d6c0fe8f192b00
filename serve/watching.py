"""The live screen, in pieces that are replaced as the run goes on; without a script it is a page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.planning.sub_questions import part_state
from pathfinder.protocols.text.rounding import percent
from pathfinder.reports.content.scene import ExplorerSeen
from pathfinder.reports.html.markup import Child, Html, el
from pathfinder.reports.html.sections import chip
from pathfinder.reports.locales.judge_words import judge_words
from pathfinder.reports.markdown.summary import READER, claim_verdict, target_words, verdict_words
from pathfinder.serve.live import Fact as LiveFact
from pathfinder.serve.live import Position, Seen
from pathfinder.serve.screens import COLOURS, Page, button, counted, dollars, form, status_chip, whole
from pathfinder.serve.shelf import Row

MOST_FACTS = 40
MOST_CLAIMS = 60


@dataclass(frozen=True)
class Moment:
    """All that the live screen shows, as it is now."""

    position: Position
    row: Row
    graph: CogniGraph
    seen: Seen
    facts: tuple[LiveFact, ...]
    errors: str = ""


def live(page: Page, now: Moment) -> str:
    """The whole screen."""
    w = page.w
    made = pieces(page, now)
    body = el(
        "main",
        el("p", w.question, class_="over"),
        el("h1", now.graph.question, class_="text"),
        el("p", w.connection, class_="alarm", id="lost", hidden="", role="alert"),
        _piece("meters", made),
        _steering(page),
        el(
            "div",
            el("div", _piece("parts", made), _piece("explorers", made), _piece("failures", made)),
            el("div", _piece("claims", made), _piece("facts", made)),
            class_="two",
        ),
        class_="wide",
        id="live",
        data_events=page.at("events"),
        data_position=str(now.position),
    )
    return whole(page, now.graph.question, [body])


def _piece(name: str, made: Mapping[str, Html]) -> Html:
    return el("section", made[name], id=f"piece-{name}", class_="piece")


def pieces(page: Page, now: Moment) -> dict[str, Html]:
    """The parts of the screen by name."""
    w = page.w
    claims = None if is_reading_list(now.graph) else el("div", el("h2", w.claims), *_claims(page, now))
    return {
        "meters": el("div", *_meters(page, now)),
        "parts": el("div", el("h2", w.parts), *_parts(page, now)),
        "explorers": el("div", el("h2", w.explorers), *_explorers(page, now)),
        "claims": claims or Html(""),
        "facts": el("div", el("h2", w.facts), *_facts(page, now)),
        "failures": el("div", el("h2", w.failures), *_failures(page, now.seen)),
    }


def _meters(page: Page, now: Moment) -> Iterator[Html]:
    w, row, seen = page.w, now.row, now.seen
    limits = seen.scene.limits if row.running else row.limits
    spent = max(seen.scene.spent_usd_micros, row.spent_usd_micros)
    number = max(1, now.position.iteration if row.running else row.line.iteration)
    phase = f" · {dict(w.phases)[seen.scene.phase]}" if row.running and seen.scene.phase else ""
    yield el(
        "p",
        status_chip(page, row.line.status, running=row.running),
        " ",
        el(
            "span",
            w.of_iterations.format(number=number, most=limits.max_iterations) + phase
            if row.running
            else counted(page, row.line.iteration),
        ),
        class_="facts",
    )
    if seen.scene.engine:
        yield el("p", said(seen.scene.engine, page.lang), class_="under text")
    yield _meter(
        w.money.format(spent=dollars(spent), budget=dollars(limits.budget_usd_micros)),
        spent,
        limits.budget_usd_micros,
    )
    if seen.started is not None and seen.latest is not None and row.running:
        minutes = int((seen.latest - seen.started).total_seconds() // 60)
        if limits.max_minutes:
            yield _meter(
                w.time_of.format(minutes=minutes, most=limits.max_minutes), minutes, limits.max_minutes
            )
        else:
            yield el("p", w.time.format(minutes=minutes), class_="under")
    if not row.running:
        yield from _ended(page, now)
    else:
        yield el(
            "div",
            form(page, page.at("pause"), button(w.pause)),
            form(page, page.at("stop"), button(w.stop)),
            class_="actions",
        )


def _ended(page: Page, now: Moment) -> Iterator[Html]:
    w, row = page.w, now.row
    reason = row.line.reason or (now.seen.ended.reason if now.seen.ended else "")
    if reason:
        yield el("p", f"{w.ended}: ", el("span", said(reason, page.lang), class_="text"))
    if now.errors and now.errors != reason:
        yield el("p", f"{w.went_wrong}: ", el("span", now.errors, class_="text"), class_="alarm")
    budget = f"{row.limits.budget_usd_micros / 1_000_000:.2f}"
    amount = el("input", type="number", name="budget", value=budget, min="0", step="0.01", class_="short")
    resume = form(page, page.at("resume"), el("label", w.budget, amount), button(w.resume))
    yield el("div", resume, class_="actions")


def _meter(text: str, value: int, most: int) -> Html:
    """A bar with its words."""
    share = min(value, most) if most else 0
    bar = el("progress", value=str(share), max=str(most or 1), aria_label=text)
    return el("p", bar, " ", el("span", text), class_="meter")


def _steering(page: Page) -> Html:
    w = page.w
    kinds = (("note", w.note), ("keyword", w.keyword), ("hypothesis", w.hypothesis))
    options = (el("option", text, value=name) for name, text in kinds)
    text = el(
        "input",
        type="text",
        name="text",
        required="",
        maxlength="1000",
        autocomplete="off",
        placeholder=w.note_hint,
        aria_label=w.steer,
    )
    kind = el("select", *options, name="kind", aria_label=w.steer)
    return form(page, page.at("note"), kind, text, button(w.add), class_="steer", id="steer")


def _parts(page: Page, now: Moment) -> Iterator[Html]:
    words, graph = dict(page.w.part_states), now.graph
    colours = {"answered": "confirmed", "exhausted": "uncertain", "open": "unjudged"}
    if graph.sub_questions:
        told = [(part.text, part_state(graph, name)) for name, part in graph.sub_questions.items()]
    else:
        told = [(text, "open") for text in now.seen.parts]
    if told:
        yield el(
            "ol",
            *(
                el("li", el("span", text, class_="text"), " ", chip(colours[state], words[state]))
                for text, state in told
            ),
            class_="numbered",
        )
    else:
        yield el("p", page.w.documents_none, class_="under")


def _explorers(page: Page, now: Moment) -> Iterator[Html]:
    out = now.seen.scene.latest_round if now.seen.scene.explorers else ()
    if not out or not now.row.running:
        yield el("p", page.w.nobody, class_="under")
        return
    yield el("ul", *(el("li", *_explorer(page, one)) for one in out), class_="rows")


def _explorer(page: Page, one: ExplorerSeen) -> Iterator[Child]:
    w = page.w
    yield el("span", one.about or target_words(one.target, page.lang), class_="text")
    if one.back is not None:
        told = w.returned.format(facts=one.back.observations, claims=one.back.claims)
    elif one.doing is None:
        told = w.sent
    else:
        told = f"{dict(w.doing)[one.doing]}{f': {one.what}' if one.what else ''}"
    yield el("span", told, class_="under text block")


def _claims(page: Page, now: Moment) -> Iterator[Html]:
    rows = list(_claim_rows(page, now))
    if rows:
        yield el("ul", *rows[:MOST_CLAIMS], class_="claims")
    else:
        yield el("p", page.w.no_claims, class_="under")


def _claim_rows(page: Page, now: Moment) -> Iterator[Html]:
    """Claims of the open iteration first, as they stand now, then those of the record."""
    graph, scene = now.graph, now.seen.scene
    told = {name: one for name, one in scene.hypotheses.items() if one.now.summary}
    fresh = [
        name for name, one in told.items() if name not in graph.hypotheses and one.now.status != "rejected"
    ]
    known = sorted(graph.alive(), key=lambda name: -graph.hypotheses[name].strength)
    for name in (*fresh, *known):
        seen = told.get(name)
        strength = seen.now.strength if seen is not None else graph.hypotheses[name].strength
        text = claim_text(graph, name) if name in graph.hypotheses else told[name].now.summary
        yield el(
            "li",
            _verdict(page, now, name),
            el("span", text, class_="text"),
            el("span", f"{percent(strength)}%", class_="under"),
        )


def _verdict(page: Page, now: Moment, name: HypothesisId) -> Html:
    """The verdict of the record, or the one that was just given."""
    graph = now.graph
    known = graph.hypotheses[name].verdict if name in graph.hypotheses else None
    if known is not None:
        tag = reader_tag(graph, name)
        words = claim_verdict(graph, name) or READER[page.lang][tag]
        return chip("against" if known.side == "against" else COLOURS[tag], words)
    given = now.seen.verdicts.get(name)
    if given is None:
        return chip("unjudged", "…")
    verdict = given.verdict
    colour = {"Confirmed": "confirmed", "Likely": "likely", "Uncertain": "uncertain"}[verdict.tag]
    words = verdict_words(verdict.tag, verdict.side, page.lang)
    return chip("against" if verdict.side == "against" else colour, words)


def _facts(page: Page, now: Moment) -> Iterator[Html]:
    """The latest first: what the open iteration read, then what the record holds."""
    rows = [
        _fact(page, one.quote, one.summary, one.source.title or one.source.url, f"page/{one.page}")
        for one in reversed(now.facts)
    ]
    graph = now.graph
    for name, known in reversed(graph.observations.items()):
        if len(rows) >= MOST_FACTS:
            break
        if known.quote and known.page is not None:
            source = graph.sources[known.page]
            rows.append(_fact(page, known.quote, known.summary, source.title or source.url, f"quote/{name}"))
    count = len(now.facts) + len(graph.observations)
    if not rows:
        yield el("p", page.w.no_facts, class_="under")
        return
    if count > MOST_FACTS:
        yield el("p", page.w.facts_more.format(shown=MOST_FACTS, count=count), class_="under")
    yield el("ul", *rows[:MOST_FACTS], class_="fact-list")


def _fact(page: Page, quote: str, summary: str, source: str, place: str) -> Html:
    return el(
        "li",
        el("span", summary, class_="text block") if summary and summary != quote else None,
        el("q", quote, class_="text"),
        " ",
        el("a", source, href=page.at(place), class_="under text quoted"),
    )


def _failures(page: Page, seen: Seen) -> Iterator[Html]:
    if not seen.failures:
        yield el("p", page.w.no_failures, class_="under")
        return
    kinds = judge_words(page.lang).base.failure_kinds
    if seen.failed > len(seen.failures):
        yield el(
            "p", page.w.failures_more.format(shown=len(seen.failures), count=seen.failed), class_="under"
        )
    yield el(
        "ul",
        *(
            el(
                "li",
                el("b", kinds[one.kind]),
                ": ",
                el("span", one.what, class_="text"),
                " ",
                el("span", said(one.reason, page.lang), class_="under text"),
            )
            for one in seen.failures
        ),
        class_="rows",
    )
