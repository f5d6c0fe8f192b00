"""The top of the page: the answer, how far it can be believed, and what to do with it."""

from collections.abc import Iterator
from typing import assert_never

from pathfinder.protocols.answer.advice import Advice, AdviceKind
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.protocols.text.sanitize import inside
from pathfinder.reports.content.finding import ReportFinding, Said
from pathfinder.reports.html.markup import Child, Html, el, filled, joined
from pathfinder.reports.html.sections import GROUPS, Section, Telling, bullets, dollars, fold
from pathfinder.reports.html.written_answer import told_answer

MOST_FIRM = 6
MOST_ADVICE = 4


def answer(tell: Telling) -> Html:
    """The question, the answer, its verdict."""
    report, w = tell.report, tell.w
    leading = report.by_id.get(report.summary.hypothesis) if report.summary.hypothesis else None
    children: list[Child] = [
        el("p", w.question, class_="over"),
        el("h1", report.metadata.question, class_="text"),
    ]
    if not report.has_evidence:
        children.append(el("p", w.base.no_evidence, class_="alarm", role="note"))
    elif report.answer is not None:
        children += told_answer(report.answer, report.language)
    else:
        children += _answer(tell, leading)
    if report.simple and report.has_evidence:
        children.append(el("p", w.simple, class_="alarm", role="note"))
    children += [_counts(tell), _facts(tell)]
    return el("section", *children, id="answer", class_="answer", tabindex="-1", aria_label=w.summary)


def _answer(tell: Telling, leading: ReportFinding | None) -> Iterator[Html]:
    report, w = tell.report, tell.w
    told = report.summary
    if leading is None or not told.answer:
        yield el("p", w.base.no_conclusion, class_="conclusion")
        return
    if told.side == "against" and told.settled:
        yield el("p", w.not_so, " ", el("q", leading.claim.text, class_="text"), class_="conclusion")
        yield from (el("p", tell.said(one, leading), class_="beside") for one in told.answer)
    else:
        if not told.settled:
            yield el("p", w.not_settled, class_="over")
        first, rest = told.answer[0], told.answer[1:]
        yield el("p", tell.said(first, leading), class_="conclusion")
        if rest:
            yield el("p", w.beside.rstrip(":"), ": ", tell.said(rest[0]), class_="beside")
    yield el("p", *_standing(tell, leading), class_="standing")
    yield from (
        el("p", el("b", tell.u.condition), ": ", tell.said(one, leading), class_="note")
        for one in leading.conditions
    )
    firm = [
        one
        for one in report.findings
        if one.group == "confirmed" and one.id != leading.id and one.id not in told.depends
    ]
    if firm:
        shown = [_firm(tell, one) for one in firm[:MOST_FIRM]]
        more = w.and_more.format(count=len(firm) - MOST_FIRM) if len(firm) > MOST_FIRM else None
        yield el("div", el("h2", w.firm, class_="small"), bullets([*shown, more] if more else shown))


def _firm(tell: Telling, one: ReportFinding) -> Html:
    """A claim that is settled; one that is settled the other way says so."""
    against = one.verdict is not None and one.verdict.side == "against"
    return joined([f"{tell.w.not_so} " if against else None, tell.claim(one.id)])


def _standing(tell: Telling, one: ReportFinding) -> Iterator[Child]:
    yield tell.chip(one)
    yield " "
    yield tell.name(one.id)
    yield " "
    yield el("span", tell.u.strength, " ", el("b", hundredths(one.strength)), class_="number")
    if one.verdict is not None:
        yield " "
        yield el("span", one.verdict.because, class_="text")
    yield " "
    yield el("a", tell.u.why, href=f"#{one.id}")


def _counts(tell: Telling) -> Html:
    """How many claims there are of each kind; each leads to its group."""
    counts = tell.report.summary.counts.model_dump()
    return el(
        "ul",
        *(
            el(
                "li",
                el("a", *_counted(tell, tell.u.groups[name], counts[name]), href=f"#group-{name}"),
                class_=f"chip {name}",
            )
            for name in GROUPS
            if counts[name]
        ),
        class_="counts",
        aria_label=tell.w.counts,
    )


def _counted(tell: Telling, what: str, count: int) -> tuple[Child, ...]:
    """A number comes before its noun in English, after it in Korean."""
    number = el("b", str(count))
    return (what, " ", number) if tell.w.base.code == "ko" else (number, " ", what)


def _facts(tell: Telling) -> Html:
    report, w = tell.report, tell.w
    spent = report.cost.total_usd_micros
    rounds = w.rounds_line.format(
        investigators=report.summary.investigators,
        rounds=report.summary.rounds,
        iterations=report.metadata.iterations,
    )
    return el(
        "p",
        f"{w.investigators}: {rounds}",
        " · ",
        w.engine.format(engine=report.cost.engine or w.no_engine),
        " · ",
        dollars(spent) if spent else w.free,
        class_="facts",
    )


def recommendations(tell: Telling) -> Section:
    """Act on, look further, watch."""
    w = tell.w
    kinds: tuple[tuple[AdviceKind, str, str], ...] = (
        ("act", w.act, w.no_act),
        ("look", w.look, w.no_look),
        ("watch", w.watch, w.no_watch),
    )
    columns = []
    for kind, title, nothing in kinds:
        rows = list(_advice(tell, kind)) or [nothing]
        first, rest = rows[:MOST_ADVICE], rows[MOST_ADVICE:]
        more = fold(w.and_more.format(count=len(rest)), bullets(rest)) if rest else None
        columns.append(el("div", el("h3", title), bullets(first), more, class_=f"card {kind}"))
    title = w.recommendations if tell.report.answer is None else w.by_rule
    return Section("advice", title, el("div", *columns, class_="three"))


def _advice(tell: Telling, kind: AdviceKind) -> Iterator[Child]:
    """What is uncertain for one reason is said once, with all the claims."""
    known = [one for one in tell.report.recommendations if one.kind == kind]
    yield from (_one(tell, one) for one in known if one.reason != "uncertain")
    wanted: dict[str, list[HypothesisId]] = {}
    for one in known:
        if one.reason == "uncertain":
            finding = tell.report.by_id[one.hypotheses[0]]
            needs = [] if finding.verdict is None else [said.text for said in finding.verdict.follow_up]
            for need in needs or [""]:
                wanted.setdefault(need if need else tell.w.base.none, []).append(finding.id)
    for need, names in wanted.items():
        yield filled(
            tell.w.advice["uncertain"],
            why=el("span", inside(need.rstrip(".")), class_="text"),
            claims=tell.names(names),
        )


def _one(tell: Telling, one: Advice) -> Html:
    w = tell.w
    match one.reason:
        case "saturated":
            return filled(w.advice["saturated"])
        case "conflict" | "stalemate":
            first, second = one.hypotheses
            return filled(w.advice[one.reason], first=tell.claim(first), second=tell.claim(second))
        case "part":
            part = next((known.text for known in tell.report.metadata.parts if known.id == one.part), "")
            return filled(w.advice["part"], part=el("span", part, class_="text"))
        case "retracted":
            source = next(known for known in tell.report.sources if known.page == one.page)
            title = el("a", tell.source_name(source), href=f"#source-{source.number}", class_="text")
            return filled(
                w.advice["retracted"],
                title=title,
                reason=el("span", source.retracted or "", class_="text"),
                claims=tell.names(one.hypotheses),
            )
        case "uncertain" | "unjudged" | "unchallenged" | "confirmed" | "likely" | "withdrawn":
            return _on_claim(tell, one, tell.report.by_id[one.hypotheses[0]])
        case _:
            assert_never(one.reason)


def _caveat(tell: Telling, said: Said) -> Html:
    """What weakens a claim; where a page says so, in its words."""
    if said.words_of != "quote":
        return el("span", said.text, class_="text")
    return joined([f"{tell.u.limited}: ", el("q", said.text, class_="text")])


def _on_claim(tell: Telling, one: Advice, finding: ReportFinding) -> Html:
    w = tell.w
    sided = f"{one.reason} {one.side}"
    key = sided if sided in w.advice else one.reason
    why: Child = None
    if one.reason == "unjudged":
        why = el("span", finding.unjudged or "", class_="text")
    elif one.reason == "likely" and finding.verdict is not None:
        why = joined([_caveat(tell, said) for said in finding.verdict.caveats], " ")
    told = filled(w.advice[key], claim=tell.claim(finding.id), why=why)
    return joined([told, " ", w.advice["conditional"]]) if one.conditional else told
