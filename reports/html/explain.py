"""Where the numbers come from: each term of a strength, each step of a verdict."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pathfinder.protocols.graph.judgement import Side
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.finding import (
    ReportClass,
    ReportFinding,
    ReportOpinion,
    ReportStance,
    ReportTerm,
)
from pathfinder.reports.html.markup import Child, Html, el, filled, joined
from pathfinder.reports.html.sections import Telling, bullets, fold, note, table

FACTORS: dict[Side, float] = {"for": 0.1, "against": 0.15}
"""What a voice's authority x weight is multiplied with; a test holds them against the rules' own sums."""


def explained(tell: Telling, one: ReportFinding) -> Iterator[Html]:
    """Two folds: the arithmetic, and the steps."""
    yield fold(
        tell.u.explain_strength.format(total=f"{one.reckoning.total:.4f}"),
        *_strength(tell, one),
        id_=f"{one.id}.strength",
    )
    yield fold(tell.u.explain_verdict, *_verdict(tell, one), id_=f"{one.id}.verdict")


# The arithmetic.


def _strength(tell: Telling, one: ReportFinding) -> Iterator[Html]:
    u, known = tell.u, one.reckoning
    yield el("p", u.formula)
    rows: list[tuple[Child, ...]] = [(u.begin, None, u.begins[one.type], f"{known.base:+.4f}")]
    rows += [_term(tell, one, term) for term in known.terms]
    rows.append((u.bonus.format(trusted=known.trusted_voices), None, None, f"{known.bonus:+.4f}"))
    summed = known.base + sum(term.change for term in known.terms) + known.bonus
    held = None if abs(summed - known.total) < 1e-6 else u.held
    rows.append((el("b", u.sum), None, held, el("b", f"{known.total:.4f}")))
    yield table(u.term_head, rows, class_="sum")
    yield el("h5", u.other_numbers)
    yield bullets(_others(tell, one))


def _term(tell: Telling, one: ReportFinding, term: ReportTerm) -> tuple[Child, ...]:
    product = f"{hundredths(term.authority)} × {term.weight} × {FACTORS[term.side]}"
    name = joined([tell.w.sides[term.side], tell.cites((term.observation,), one)])
    return name, el("span", term.voice, class_="text"), product, f"{term.change:+.4f}"


def _others(tell: Telling, one: ReportFinding) -> Iterator[Child]:
    u, w = tell.u, tell.w
    yield u.confidence.format(confidence=one.confidence, mark=one.mark)
    for side in one.sides:
        told = u.weight_of_side.format(side=w.sides[side.side], weight=hundredths(side.weight))
        summed = _side_sum(tell, one, side)
        yield joined([told, " ", summed]) if summed else told
    status = f"{u.status}: {w.base.statuses[one.status]}, {u.visits.format(visits=one.visits)}."
    if one.not_verified_because:
        because = "; ".join(one.not_verified_because)
        yield joined([status, " ", u.not_verified, " ", el("span", because, class_="text")])
    else:
        yield status


def _side_sum(tell: Telling, one: ReportFinding, side: ReportOpinion) -> str | None:
    """The sum itself, where the evidence shown gives it."""
    terms = [
        seen for seen in one.evidence if seen.side == side.side and seen.counts and seen.answered is None
    ]
    if len(terms) < 2 or abs(sum(seen.product for seen in terms) - side.weight) > 1e-6:
        return None
    shown = " + ".join(f"{hundredths(seen.authority)} × {seen.weight}" for seen in terms)
    return tell.u.side_sum.format(weight=f"{side.weight:.3f}", terms=shown)


# The steps.


def _verdict(tell: Telling, one: ReportFinding) -> Iterator[Html]:
    u, w = tell.u, tell.w
    yield el("h5", u.step_stances)
    yield bullets([_stance(tell, held) for held in one.stances]) if one.stances else el("p", u.no_stances)
    yield el("h5", u.step_classes)
    yield bullets(_classes(tell, one.classes)) if one.classes else el("p", w.not_yet)
    yield el("h5", u.step_review)
    yield from _review(tell, one)
    yield el("h5", u.step_verdict)
    if one.verdict is not None:
        yield el("p", tell.chip(one), " ", el("span", one.verdict.because, class_="text"))
    elif one.unjudged is not None:
        yield el("p", el("span", one.unjudged, class_="text"))
    else:
        yield el("p", w.not_yet)


def _stance(tell: Telling, held: ReportStance) -> Html:
    u, w = tell.u, tell.w
    told = u.stance.format(
        who=held.iid,
        side=u.no_side if held.side is None else w.sides[held.side],
        grade=w.grades[held.evidence],
        confidence=held.confidence,
    )
    if held.asked_for is None:
        return joined([told])
    return joined([told, "; ", filled(u.asked_for, wish=tell.said(held.asked_for))])


def _classes(tell: Telling, known: Sequence[ReportClass]) -> Iterator[Child]:
    """One line for as long as nothing changed, with the reason given last."""
    u = tell.u
    for _, group in groupby(known, key=lambda one: (one.finding_class, one.side)):
        same = list(group)
        first, last = _place(tell, same[0]), _place(tell, same[-1])
        when = first if len(same) == 1 else u.class_span.format(first=first, last=last)
        side = f" ({tell.w.sides[same[-1].side]})" if same[-1].side else ""
        yield joined(
            [
                f"{when}: ",
                el("b", u.classes[same[-1].finding_class], side),
                ". ",
                el("span", same[-1].because, class_="text"),
            ]
        )


def _place(tell: Telling, one: ReportClass) -> str:
    round_ = f"{one.round}.{one.pass_}" if one.pass_ else str(one.round)
    return tell.u.class_at.format(iteration=one.iteration, round=round_)


def _review(tell: Telling, one: ReportFinding) -> Iterator[Html]:
    u, w, known = tell.u, tell.w, one.review
    if known is None:
        yield el("p", u.no_review)
        return
    verdict = w.reviews_said[known.verdict] + ("" if known.in_force else f" ({w.out_of_date})")
    yield el("p", u.review_line.format(iteration=known.iteration, verdict=verdict))
    head = w.review_head
    yield note(f"{head[1]}:", tell.said(known.challenge, one))
    yield note(f"{head[4]}:", tell.said(known.impact, one))
