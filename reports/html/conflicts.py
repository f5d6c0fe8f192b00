"""What stands against each other: side by side, with what was tried; and what is settled, with how."""

from collections.abc import Iterator

from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.conflict_attempts import tried
from pathfinder.reports.content.finding import ReportOpinion, ReportReview
from pathfinder.reports.content.judge_report import Disagreement, Refutation, SettledConflict
from pathfinder.reports.html.markup import Child, Html, el, filled, joined
from pathfinder.reports.html.sections import Section, Telling, chip, fold, note
from pathfinder.reports.locales.reader_words import reader_word

MOST_QUOTES = 3
MOST_NAMED = 6


def conflicts(tell: Telling) -> Section:
    """Those that remain, then those that are settled."""
    report, w = tell.report, tell.w
    open_ = [_disagreement(tell, one) for one in report.disagreements] or [el("p", w.no_disagreements)]
    settled = [_settled(tell, one) for one in report.settled] or [el("p", w.no_settled)]
    return Section(
        "conflicts",
        tell.u.conflicts,
        joined([el("h3", w.disagreements), *open_, el("h3", w.settled), *settled]),
    )


def _disagreement(tell: Telling, one: Disagreement) -> Html:
    w = tell.w
    if one.kind == "sides":
        subject = filled(w.two_sides, claim=tell.claim(one.hypotheses[0]))
        titles: tuple[Child, Child] = (w.side_for, w.side_against)
    else:
        first, second = one.hypotheses
        subject = filled(w.rivals, first=tell.name(first), second=tell.name(second))
        titles = (tell.claim(first), tell.claim(second))
    styles = ("for", "against")
    return el(
        "article",
        el("p", subject, class_="subject"),
        el(
            "div",
            *(
                _case(tell, title, case, style)
                for title, case, style in zip(titles, one.cases, styles, strict=True)
            ),
            class_="sides",
        ),
        el("p", tried(tell.w, one, MOST_NAMED), class_="under"),
        class_="card conflict",
    )


def _case(tell: Telling, title: Child, case: ReportOpinion, style: str) -> Html:
    w = tell.w
    told = w.weighed.format(voices=case.voices, trusted=case.trusted, weight=hundredths(case.weight))
    who = ", ".join(case.lineages[:MOST_NAMED])
    more = len(case.lineages) - MOST_NAMED
    return el(
        "div",
        el("h4", title, " ", el("span", told, class_="under")),
        *(_quote(tell, name) for name in case.observations[:MOST_QUOTES]),
        el("p", tell.cites(case.observations[MOST_QUOTES:])) if case.observations[MOST_QUOTES:] else None,
        el(
            "p",
            f"{w.investigators}: {who or w.base.none}",
            f", {w.and_more.format(count=more)}" if more > 0 else None,
            class_="under",
        ),
        class_=f"side {style}",
    )


def _quote(tell: Telling, name: ObservationId) -> Html:
    known, source = tell.report.quotes[name], tell.report.source_of(name)
    where: list[Child] = [el("a", name, href=f"#{name}", class_="id")]
    if source is not None:
        where += [
            " ",
            tell.kind(source),
            " ",
            el("span", source.site, class_="text"),
            f" {hundredths(source.authority)}",
        ]
    quote = el("blockquote", el("mark", known.quote), class_="passage text")
    return el("div", quote, el("p", *where, class_="under"), class_="quote")


def _settled(tell: Telling, one: SettledConflict) -> Html:
    """Both claims beside each other, each with its own condition, and how it was settled."""
    w = tell.w
    how = w.base.resolutions[one.type]
    heading: list[Child] = [chip("likely", how)]
    if one.type in ("condition_difference", "definition_mismatch", "scope_mismatch"):
        heading += [" ", tell.u.both_hold]
    if one.rejected is not None:
        heading += [" ", tell.name(one.rejected), " ", chip("rejected", tell.u.groups["rejected"])]
    resolution = tell.said(one.resolution) if one.resolution.text else tell.cites(one.resolution.cites)
    return el(
        "article",
        el("p", *heading, class_="subject"),
        el("div", *(_settled_claim(tell, one, name) for name in (one.first, one.second)), class_="sides"),
        note(f"{w.settled_head[2]}:", resolution),
        class_="card conflict",
    )


def _settled_claim(tell: Telling, one: SettledConflict, name: HypothesisId) -> Html:
    known = tell.report.by_id.get(name)
    if known is None:
        told = None if one.absorbed is None else el("p", tell.said(one.absorbed))
        return el("div", el("p", el("span", name, class_="id")), told, class_="side")
    return el(
        "div",
        el("p", tell.chip(known), " ", tell.name(known.id)),
        el("p", tell.said(known.claim)),
        *(
            note(f"{tell.u.condition}:", tell.said(said), class_="note condition")
            for said in known.conditions
            if said.text != one.resolution.text
        ),
        class_="side",
    )


def reviews(tell: Telling) -> Section:
    """What was challenged, with what, and whether it held."""
    rows = [_review(tell, one) for one in tell.report.reviews]
    body = el("div", *rows, class_="stacked") if rows else el("p", tell.w.no_reviews)
    return Section("reviews", tell.w.reviews, body)


def _review(tell: Telling, one: ReportReview) -> Html:
    w = tell.w
    style = {"UPHELD": "confirmed", "WEAKENED": "uncertain", "REFUTED": "rejected"}[one.verdict]
    finding = tell.report.by_id.get(one.hypothesis)
    date = None if one.in_force else el("span", w.out_of_date, class_="under")
    row = el(
        "span",
        chip(style, w.reviews_said[one.verdict]),
        el(
            "span",
            el("span", finding.claim.text if finding else "", class_="claim text"),
            el(
                "span",
                el("span", one.hypothesis, class_="id"),
                f" · {tell.tag(finding)}" if finding else None,
                " ",
                date,
                class_="under",
            ),
            class_="main",
        ),
        class_="row",
    )
    _, challenge, _, _, impact = w.review_head
    return fold(
        row,
        note(f"{challenge}:", tell.said(one.challenge, finding)),
        note(f"{impact}:", tell.said(one.impact, finding)),
        el("p", tell.name(one.hypothesis)),
        class_="finding review",
    )


def refuted(tell: Telling) -> Section:
    """What does not hold, why, and the words against it."""
    rows = [_refuted(tell, one) for one in tell.report.refuted]
    return Section("refuted", tell.w.refuted, joined(rows) if rows else el("p", tell.w.no_refuted))


def _refuted(tell: Telling, one: Refutation) -> Html:
    w = tell.w
    finding = tell.report.by_id.get(one.hypothesis)
    tag = reader_word(finding.reader, tell.report.language) if finding and finding.reader else w.base.unjudged
    because = el("span", one.because, class_="text")
    fate = filled(w.fates[one.kind], because=because, tag=tag)
    return el("article", *_refuted_rows(tell, one, fate), class_="card conflict")


def _refuted_rows(tell: Telling, one: Refutation, fate: Html) -> Iterator[Html]:
    yield el("p", tell.claim(one.hypothesis), class_="subject")
    yield el("p", fate)
    if not one.against:
        yield el("p", tell.w.base.no_evidence_against, class_="under")
        return
    yield el("div", *(_quote(tell, name) for name in one.against[:MOST_QUOTES]), class_="side against")
    if one.against[MOST_QUOTES:]:
        yield el("p", tell.cites(one.against[MOST_QUOTES:]))
