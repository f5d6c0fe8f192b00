"""The record behind the report: iterations, gaps, sources, failures, cost, and what was left out."""

from collections.abc import Iterator, Sequence

from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.answer import AnswerCite
from pathfinder.reports.content.record import Happening, IterationTold, ReportSource, Spent
from pathfinder.reports.html.markup import Child, Html, el, filled, joined
from pathfinder.reports.html.sections import Section, Telling, bullets, dollars, fold, note, table
from pathfinder.reports.locales.answer_words import answer_words

SMALL = frozenset({"raised", "moved", "classified"})
"""What happens to many claims in every iteration."""
ALONE = frozenset({"moved", "rejected", "revived"})
"""What is told of each claim by itself."""
MOST_DIRECTIONS = 40


def timeline(tell: Telling) -> Section:
    """What each iteration did."""
    rows = [el("li", *_iteration(tell, one)) for one in tell.report.timeline]
    return Section("timeline", tell.u.timeline, el("ol", *rows, class_="timeline"))


def _iteration(tell: Telling, one: IterationTold) -> Iterator[Html]:
    u = tell.u
    told = u.iteration_line.format(
        observations=one.observations, searches=one.searches, investigators=len(one.investigators)
    )
    yield el("h3", u.iteration.format(number=one.iteration), " ", el("span", told, class_="under"))
    large = [known for known in one.happenings if known.kind not in SMALL]
    small = [known for known in one.happenings if known.kind in SMALL]
    yield bullets(_told(tell, large)) if large else el("p", u.nothing_new, class_="under")
    if small:
        yield fold(u.small.format(count=len(small)), bullets(_told(tell, small)))


def _told(tell: Telling, known: Sequence[Happening]) -> Iterator[Html]:
    """One line for all claims that the same happened to."""
    alike: dict[tuple[str, str, str], list[Happening]] = {}
    for place, one in enumerate(known):
        lonely = len(one.hypotheses) != 1 or one.kind in ALONE
        key = (str(place), "", "") if lonely else (one.kind, one.after, one.detail)
        alike.setdefault(key, []).append(one)
    for same in alike.values():
        yield _happening(tell, same[0], [name for one in same for name in one.hypotheses])


def _happening(tell: Telling, one: Happening, names: Sequence[HypothesisId]) -> Html:
    w, u = tell.w, tell.u
    tables = (u.classes, w.reviews_said, w.base.resolutions, w.base.tools, w.base.failure_kinds)
    known = {str(name): text for table in tables for name, text in table.items()}
    return filled(
        u.happened[one.kind],
        names=tell.names(names),
        before=el("span", one.before, class_="text"),
        after=el("span", known.get(one.after) or _verdict(tell, one.after), class_="text"),
        detail=el("span", known.get(one.detail) or one.detail, class_="text"),
    )


def _verdict(tell: Telling, told: str) -> str:
    """`Likely against` as the chips say it; anything else stays."""
    tag, _, side = told.partition(" ")
    name = {str(known): text for known, text in tell.w.base.tags.items()}.get(tag)
    if name is None:
        return told
    return tell.u.against_chip.format(tag=name) if side == "against" else name


def unknown(tell: Telling) -> Section:
    """Parts nobody answered, claims nobody decided, directions nobody followed."""
    w, left = tell.w, tell.report.unknown
    parts = {part.id: part.text for part in tell.report.metadata.parts}
    rows: list[Child] = []
    if left.parts_noted:
        rows += [filled(w.part, part=el("span", parts.get(name, ""), class_="text")) for name in left.parts]
    elif left.parts:
        rows.append(w.parts_not_noted)
    for template, names in (
        (w.undecided, left.undecided),
        (w.waiting, left.waiting),
        (w.not_visited, left.unvisited),
    ):
        if names:
            rows.append(filled(template, claims=tell.names(names)))
    body = [bullets(rows) if rows or left.directions else el("p", w.no_unknown)]
    if left.directions:
        shown = [el("span", text, class_="text") for text in left.directions[:MOST_DIRECTIONS]]
        more = len(left.directions) - MOST_DIRECTIONS
        rest = el("p", w.and_more.format(count=more)) if more > 0 else None
        title = w.directions.format(directions="").rstrip(": ")
        body.append(fold(f"{title} ({len(left.directions)})", bullets(shown, class_="tags"), rest))
    return Section("unknown", w.unknown if tell.report.answer is None else w.open_claims, joined(body))


def sources(tell: Telling) -> Section:
    """Every page that was quoted, the weightiest first, with its quotes and the claims they bear on."""
    rows = [el("li", _source(tell, one), value=str(one.number)) for one in tell.report.sources]
    body = el("ol", *rows, class_="sources") if rows else el("p", tell.w.base.none)
    return Section("sources", tell.w.sources, joined([body, *_loose(tell)]))


def _source(tell: Telling, one: ReportSource) -> Html:
    u = tell.u
    row = el(
        "span",
        tell.kind(one),
        el("span", u.retracted, class_="chip rejected") if one.retracted is not None else None,
        el("span", tell.source_name(one), class_="claim text"),
        el("span", u.authority, " ", el("b", hundredths(one.authority)), class_="under"),
        el("span", one.url, class_="only-print address"),
        class_="row source-row",
    )
    about = " · ".join(part for part in (one.site, one.author, one.date, one.retrieved_at or "") if part)
    rows: list[Child] = [
        el("p", tell.address(one)),
        el("p", el("span", about, class_="text"), class_="under"),
        el("p", tell.w.tables, " ", el("span", one.rules_version, class_="text"), class_="under"),
    ]
    if one.retracted is not None:
        rows.append(note(f"{u.retracted}:", el("span", one.retracted, class_="text"), class_="note warn"))
    own = [
        _own_quote(tell, quote)
        for source in (tell.report.answer.sources if tell.report.answer is not None else ())
        for quote in source.quotes
        if source.page == one.page and quote.observation is None
    ]
    rows.append(el("ul", *own, *(_quote(tell, name) for name in one.observations), class_="quotes"))
    return fold(row, *rows, class_="fold source", id_=f"source-{one.number}")


def _own_quote(tell: Telling, cite: AnswerCite) -> Html:
    """A quote that only the answer cites."""
    only = answer_words(tell.report.language).own_quote
    shown = el("span", cite.label, class_="label", id=f"quote-{cite.label}")
    about = el("span", *((cite.place, " · ") if cite.place else ()), only, class_="under")
    return el("li", shown, " ", el("q", cite.quote, class_="text"), " ", about)


def _quote(tell: Telling, name: ObservationId) -> Html:
    """A quote, and the findings it bears on."""
    links = [
        el("a", one.id, href=f"#{one.id}.{name}", class_="id")
        for one in tell.report.findings
        if any(seen.observation == name for seen in one.evidence)
    ]
    label = tell.labels.get(name)
    return el(
        "li",
        None if label is None else el("span", label, class_="label", id=f"quote-{label}"),
        None if label is None else " ",
        el("span", name, class_="id"),
        " ",
        el("q", tell.report.quotes[name].quote, class_="text"),
        " ",
        *((el("span", place, class_="under text"), " ") if (place := tell.report.quotes[name].place) else ()),
        joined(links, ", "),
        id=name,
    )


def _loose(tell: Telling) -> Iterator[Html]:
    """Observations with no page in the list: they count for nothing, and links to them must not hang."""
    listed = {name for one in tell.report.sources for name in one.observations}
    loose = [one for one in tell.report.observations if one.id not in listed]
    if loose:
        yield fold(tell.u.no_quote, el("ul", *(_quote(tell, one.id) for one in loose), class_="quotes"))


def failures(tell: Telling) -> Section:
    """The ledger by kind, and the latest."""
    w, ledger = tell.w, tell.report.failures
    if not ledger.total:
        return Section("failures", w.failures, el("p", w.no_failures))
    kinds = ", ".join(f"{w.base.failure_kinds[one.kind]} {one.count}" for one in ledger.kinds)
    rows = [
        (
            str(one.iteration),
            w.base.failure_kinds[one.kind],
            el("span", one.what, class_="text"),
            el("span", one.reason, class_="text"),
        )
        for one in ledger.latest
    ]
    total = el("p", w.failures_total.format(total=ledger.total, kinds=kinds))
    return Section("failures", w.failures, joined([total, table(w.failure_head, rows)]))


def cost(tell: Telling) -> Section:
    """What was paid, to whom, for which role."""
    w, known = tell.w, tell.report.cost
    engine = el("span", known.engine or w.no_engine, class_="text")
    rows: list[Child] = [el("p", filled(w.engine, engine=engine))]
    if not known.total_usd_micros:
        rows.append(el("p", w.free))
    else:
        paid = dollars(known.total_usd_micros).lstrip("$"), dollars(known.budget_usd_micros).lstrip("$")
        rows.append(el("p", w.total.format(spent=paid[0], budget=paid[1])))
    for template, spent in ((w.by_role, known.by_role), (w.by_engine, known.by_engine)):
        if spent:
            rows += [el("h3", template.format(rows="").rstrip(": ")), _bars(spent)]
    return Section("cost", w.cost, joined(rows))


def _bars(spent: tuple[Spent, ...]) -> Html:
    most = max((one.usd_micros for one in spent), default=1) or 1
    return el(
        "ul",
        *(
            el(
                "li",
                el("span", one.name, class_="text"),
                el(
                    "svg",
                    _bar(one.usd_micros / most),
                    viewBox="0 0 100 6",
                    preserveAspectRatio="none",
                    class_="meter",
                    aria_hidden="true",
                ),
                el("b", dollars(one.usd_micros)),
            )
            for one in spent
        ),
        class_="bars",
    )


def _bar(share: float) -> Html:
    return el("rect", width=f"{100 * share:.1f}", height="6", rx="3")


def metadata(tell: Telling) -> Section:
    """How the report came about."""
    w, known = tell.w, tell.report.metadata
    rounds = ", ".join(f"{one.round} (×{one.iterations})" for one in known.rounds if one.iterations)
    status = w.run_statuses[known.status]
    counted = w.evidence_counts.format(
        observations=known.observations,
        quoted=known.quoted,
        sources=known.sources,
        searches=known.searches,
    )
    parts = [
        joined([el("span", part.text, class_="text"), " ", tell.names(part.answered_by)])
        for part in known.parts
    ]
    rows: list[tuple[str, Child]] = [
        (w.session, known.session or w.base.none),
        (w.status, joined([status, f" ({known.reason})" if known.reason else None])),
        (w.parts, bullets(parts) if parts else w.base.none),
        (w.rounds, rounds or w.base.none),
        (w.quick, w.yes if known.quick else w.no),
        (w.base.evidence, counted),
        (w.tables, ", ".join(known.source_tables) or w.table_unknown),
        (w.iids, fold(str(len(known.investigators)), el("p", ", ".join(known.investigators)))),
    ]
    listed = [part for name, value in rows for part in (el("dt", name), el("dd", value, class_="text"))]
    return Section("metadata", w.metadata, el("dl", *listed))


def dropped(tell: Telling) -> Section | None:
    """Words that were written and do not stand on their quotes."""
    w = tell.w
    if not tell.report.dropped:
        return None
    rows = [
        filled(
            w.dropped_line,
            text=el("q", one.text, class_="text"),
            reason=filled(w.base.faults[one.fault], what=el("span", one.what, class_="text")),
        )
        for one in tell.report.dropped
    ]
    return Section("dropped", w.dropped, joined([el("p", w.dropped_intro), bullets(rows)]))
