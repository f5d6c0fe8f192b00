"""The findings: one row each, which opens to its evidence, its life and its arithmetic."""

import re
from collections.abc import Iterator

from pathfinder.protocols.evidence.status import REJECTED_STRENGTH, VERIFIED_STRENGTH
from pathfinder.protocols.graph.judgement import Side
from pathfinder.protocols.ids import ObservationId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.finding import ReportEvidence, ReportFinding, ReportVerdict
from pathfinder.reports.content.record import ReportObservation
from pathfinder.reports.html.chart import sparkline, strength_chart
from pathfinder.reports.html.explain import explained
from pathfinder.reports.html.markup import Child, Html, el, filled, joined
from pathfinder.reports.html.sections import GROUPS, Section, Telling, fold, note
from pathfinder.reports.locales.reader_words import legend

MOST_NAMED = 6
_EMPTY_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def findings(tell: Telling) -> Section:
    """All of them, by verdict, with what finds one among them."""
    known = {
        name: [one for one in tell.report.findings if one.group == name]
        for name in GROUPS
        if any(one.group == name for one in tell.report.findings)
    }
    groups = [
        el(
            "div",
            el("h3", tell.u.groups[name], " ", el("span", str(len(rows)), class_="count")),
            el("ol", *(el("li", finding(tell, one)) for one in rows)),
            id=f"group-{name}",
            class_="group",
            data_group=name,
        )
        for name, rows in known.items()
    ]
    nothing = el("p", tell.w.base.no_findings) if not groups else None
    used = {one.reader for one in tell.report.findings if one.reader is not None}
    explained_tags = el("p", legend(used, tell.report.language), class_="under") if used else None
    body = [_finder(tell, list(known)), explained_tags, nothing, *groups]
    return Section("findings", tell.w.findings, joined(body))


def _finder(tell: Telling, groups: list[str]) -> Html:
    """Search, choice of verdicts, open all; of use only with a script, which shows it."""
    u = tell.u
    choices = [("", u.everything), *((name, u.groups[name]) for name in groups)]
    return el(
        "div",
        el("label", u.search, for_="find", class_="unseen"),
        el("input", type="search", id="find", placeholder=u.search_hint, autocomplete="off", title=u.keys),
        el(
            "div",
            *(
                el(
                    "button",
                    text,
                    type="button",
                    class_=f"chip {name or 'all'}",
                    data_show=name,
                    aria_pressed="true" if not name else "false",
                )
                for name, text in choices
            ),
            class_="choices",
            role="group",
            aria_label=u.show,
        ),
        el("button", u.open_all, type="button", id="open-all", class_="plain"),
        el("p", u.keys, class_="hint"),
        el("p", id="found", class_="hint", role="status"),
        class_="finder",
        id="finder",
        hidden="",
    )


def finding(tell: Telling, one: ReportFinding) -> Html:
    """A row, and all that is behind it."""
    last = tell.report.metadata.iterations
    pro, con = one.sides
    row = el(
        "span",
        tell.chip(one),
        el(
            "span",
            el("span", one.claim.text, class_="claim text"),
            el(
                "span",
                el("span", one.id, class_="id"),
                " · ",
                tell.u.voices_row.format(pro=pro.voices, con=con.voices),
                f" · {tell.u.the_answer}" if one.leading else None,
                f" · {tell.w.idea}" if one.type == "B" else None,
                class_="under",
            ),
            class_="main",
        ),
        sparkline(one.history, last),
        el("span", el("b", hundredths(one.strength)), el("span", tell.u.strength), class_="score"),
        class_="row",
    )
    return fold(
        row,
        el("div", *_verdict_notes(tell, one), class_="notes"),
        _evidence(tell, one),
        _life(tell, one, last),
        *explained(tell, one),
        _origin(tell, one),
        class_=f"finding {one.group}",
        id_=one.id,
    )


# What the verdict says.


def _verdict_notes(tell: Telling, one: ReportFinding) -> Iterator[Html]:
    u, w = tell.u, tell.w
    if one.verdict is not None:
        yield note(f"{w.verdict}:", tell.chip(one), " ", el("span", one.verdict.because, class_="text"))
    if one.unjudged is not None:
        yield note(f"{u.unjudged}:", el("span", one.unjudged, class_="text"))
    if one.rejected_because is not None:
        yield note(f"{u.rejected}:", el("span", one.rejected_because, class_="text"))
    for condition in one.conditions:
        yield note(f"{u.condition}:", tell.said(condition, one), class_="note condition")
    if one.related:
        yield note(f"{u.related}:", tell.names(one.related))
    gone = [
        seen.observation
        for seen in one.evidence
        if seen.side == "for"
        and (source := tell.report.source_of(seen.observation)) is not None
        and source.retracted is not None
    ]
    if gone:
        yield note(u.withdrawn, tell.cites(gone, one), class_="note warn")
    if one.verdict is not None:
        yield from _cares(tell, one, one.verdict)


def _cares(tell: Telling, one: ReportFinding, verdict: ReportVerdict) -> Iterator[Html]:
    u, w = tell.u, tell.w
    for caveat in verdict.caveats:
        rule = caveat.words_of == "rule"
        told = el("span", caveat.text, class_="text") if rule else tell.said(caveat, one)
        title = u.limited if caveat.words_of == "quote" else u.caveats
        yield note(f"{title}:", told, class_="note warn")
    if verdict.unchallenged:
        yield note(f"{u.caveats}:", w.unchallenged, class_="note warn")
    minority = verdict.minority
    if minority is not None and minority.observations:
        title = u.minority.format(weight=hundredths(minority.weight))
        yield note(f"{title}:", *_first_quote(tell, one, minority.observations[0]))
    for need in verdict.follow_up:
        yield note(f"{u.follow_up}:", el("span", need.text, class_="text"))


def _first_quote(tell: Telling, one: ReportFinding, name: ObservationId) -> tuple[Html, Html]:
    return el("q", tell.report.quotes[name].quote, class_="text"), tell.cites((name,), one)


# The evidence.


def _evidence(tell: Telling, one: ReportFinding) -> Html:
    if not one.evidence:
        return el("p", tell.u.no_evidence)
    sides: tuple[Side, ...] = ("for", "against")
    columns = [column for side in sides if (column := _side(tell, one, side)) is not None]
    return el("div", *columns, class_="sides" if len(columns) > 1 else "sides one")


def _side(tell: Telling, one: ReportFinding, side: Side) -> Html | None:
    known = [seen for seen in one.evidence if seen.side == side]
    if not known:
        return None
    opinion = one.sides[0 if side == "for" else 1]
    told = tell.w.weighed.format(
        voices=opinion.voices, trusted=opinion.trusted, weight=hundredths(opinion.weight)
    )
    title = tell.w.side_for if side == "for" else tell.w.side_against
    return el(
        "div",
        el("h4", title, " ", el("span", told, class_="under")),
        *(_card(tell, one, seen) for seen in known),
        class_=f"side {side}",
    )


def _card(tell: Telling, one: ReportFinding, seen: ReportEvidence) -> Html:
    """A quote in its passage, and all that its weight is made of."""
    u, w = tell.u, tell.w
    known = tell.report.quotes[seen.observation]
    source = tell.report.source_of(seen.observation)
    facts: list[Child] = [
        el("span", w.base.types["unknown"], class_="kind unknown") if source is None else tell.kind(source),
        el("span", u.authority, " ", el("b", hundredths(seen.authority))),
        el("span", u.weight, " ", el("b", str(seen.weight)), " ", u.weights.get(seen.weight)),
        el("span", u.voice, " ", el("b", seen.voice or w.base.none, class_="text")),
        el("span", _counting(tell, one, seen), class_="counts-how"),
    ]
    if source is not None and source.retracted is not None:
        facts.insert(1, el("span", u.retracted, class_="chip rejected"))
    rows: list[Child] = [
        _cited(tell, known),
        passage(tell, known),
        el("p", *facts, class_="facts"),
        note(f"{u.basis}:", el("span", seen.basis, class_="text"), class_="basis"),
    ]
    if seen.answered is not None:
        told = el("span", seen.answered, class_="text")
        rows.append(el("p", filled(w.answered, reason=told), class_="note answered"))
    rows.append(
        el(
            "p",
            el("a", seen.observation, href=f"#{seen.observation}", class_="id"),
            " · ",
            u.found_in.format(iteration=seen.iteration, who=seen.found_by or w.base.none),
            class_="under",
        )
    )
    quiet = "" if seen.counts and seen.answered is None else " quiet"
    return el("article", *rows, class_=f"card evidence{quiet}", id=f"{one.id}.{seen.observation}")


def _cited(tell: Telling, known: ReportObservation) -> Html:
    """Which page it is."""
    if known.source is None:
        return el("p", el("span", known.url, class_="text"), class_="from")
    source = tell.report.sources[known.source - 1]
    return el(
        "p",
        el("a", tell.source_name(source), href=f"#source-{source.number}", class_="text"),
        " ",
        el("span", source.site, class_="under text"),
        " ",
        el("span", source.date, class_="under when text"),
        *((" ", el("span", known.place, class_="under text")) if known.place else ()),
        class_="from",
    )


def _counting(tell: Telling, one: ReportFinding, seen: ReportEvidence) -> Child:
    """Whether it counts, and if not, why."""
    u = tell.u
    if seen.counts:
        return u.counted
    if not seen.product:
        return u.no_weight
    ours = [
        other.observation
        for other in one.evidence
        if other.counts and other.side == seen.side and other.voice == seen.voice
    ]
    if not ours:
        return u.not_counted
    other = el("a", ours[0], href=f"#{one.id}.{ours[0]}", class_="cite")
    return filled(u.same_voice, other=other)


def passage(tell: Telling, known: ReportObservation) -> Html:
    """The quote, marked, in the text it stands in."""
    if not known.verified:
        return el("p", tell.u.no_quote, class_="note warn")
    return el(
        "blockquote",
        "… " if known.cut_before else None,
        el("span", _tight(known.before)),
        el("mark", _tight(known.quote)),
        el("span", _tight(known.after)),
        " …" if known.cut_after else None,
        class_="passage text",
    )


def _tight(text: str) -> str:
    """The text without its empty lines."""
    return _EMPTY_LINES.sub("\n", text)


# Its life.


def _life(tell: Telling, one: ReportFinding, last: int) -> Html:
    u = tell.u
    points = ", ".join(
        u.chart_data.format(strength=hundredths(point.strength), iteration=point.iteration)
        for point in one.history
    )
    bars = u.chart_bars.format(verified=VERIFIED_STRENGTH, rejected=REJECTED_STRENGTH)
    return el(
        "figure",
        strength_chart(one.history, last, u.chart_title.format(points=points), u.chart_axis),
        el("figcaption", el("b", u.chart), ". ", bars, " ", el("span", points, class_="under")),
    )


def _origin(tell: Telling, one: ReportFinding) -> Html:
    """Who looked, what it answers, what it came from."""
    u, w = tell.u, tell.w
    who = ", ".join(one.investigators[:MOST_NAMED])
    more = len(one.investigators) - MOST_NAMED
    rows: list[Child] = [
        note(f"{u.found_by}:", who or w.base.none, f", {w.and_more.format(count=more)}" if more > 0 else None)
    ]
    parts = [part.text for part in tell.report.metadata.parts if part.id in one.answers]
    rows += [note(f"{u.answers_part}:", el("span", part, class_="text")) for part in parts]
    if one.reasoning_tool is not None:
        origins = joined([el("a", name, href=f"#{name}", class_="id") for name in one.derived_from], ", ")
        rows.append(note(f"{u.derived}:", origins, f" ({w.base.tools[one.reasoning_tool]})"))
    if one.rivals:
        rows.append(
            note(f"{u.rivals}:", joined([tell.name(name) for name in one.rivals], ", "), class_="note warn")
        )
    return el("div", *rows, class_="origin")
