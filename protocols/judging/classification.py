"""Rounds 2 and 3: the class of a finding, who is challenged, and what a challenge or new evidence changes.

Heads alone agree on nothing: lineages must hold a side and independent voices must carry it. Every function
here gives the same answer in whatever order Explorers finished.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, assert_never

from pathfinder.protocols.evidence.strength import terms, voices_of
from pathfinder.protocols.graph.judgement import Classified, CounterReview, Finding, FindingClass, Side
from pathfinder.protocols.graph.reasons import Reason, ReasonKind
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, VoiceId, order
from pathfinder.protocols.judging.sides import SideCase, case, rivals, stands
from pathfinder.protocols.judging.stances import open_requests

AGREEING_LINEAGES = 1
"""Explorers share what was read, so agreement is counted in independent sources (ADR 35)."""
AGREEING_VOICES = 2


@dataclass(frozen=True, slots=True)
class Ruling:
    """A class, the side that leads (None where neither does), and why."""

    finding_class: FindingClass
    side: Side | None
    because: Reason


def classify(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding) -> Ruling:
    """Round 2: the class of a finding by its latest stances and the evidence that stands. First match."""
    lead, other, side = _ordered(*(case(graph, hypothesis, finding, side) for side in ("for", "against")))
    if lead.units == 0:
        return Ruling("NEEDS_MORE", None, Reason(kind="no_evidence"))
    opposed = stands(other.units, lead.units)
    if opposed and other.holders:
        return Ruling("DISAGREED", side, _disagreement(lead, other))
    if side == "for" and (against := _standing_rivals(graph, hypothesis, lead)):
        return Ruling("DISAGREED", side, Reason(kind="rival", names=against))
    if not opposed and _agreed(lead):
        minority = _counted("minority", other) if other.units else None
        return Ruling("AGREED", side, _counted("agreed", lead, then=minority))
    if asking := open_requests(finding):
        return Ruling("NEEDS_MORE", side, Reason(kind="wish", names=(asking[0].lineage,)))
    if not lead.holders:
        return Ruling("NEEDS_MORE", side, Reason(kind="unheld"))
    if all(stance.evidence == "WEAK" for stance in lead.holders):
        return Ruling("NEEDS_MORE", side, _counted("weak_evidence", lead))
    if opposed:
        return Ruling("UNCERTAIN", side, Reason(kind="unargued", side=other.side))
    return Ruling("UNCERTAIN", side, _counted("alone", lead))


def current(finding: Finding) -> FindingClass | None:
    """The class last recorded; None before round 2."""
    return finding.classes[-1].finding_class if finding.classes else None


def record(
    finding: Finding, ruling: Ruling, *, iteration: int, round_: Literal[2, 3, 4], pass_: Literal[0, 1, 2] = 0
) -> Finding:
    """The finding with its class of this round; recorded twice, the later one counts."""
    classified = Classified(
        iteration=iteration,
        round=round_,
        pass_=pass_,
        finding_class=ruling.finding_class,
        side=ruling.side,
        because=ruling.because,
    )
    place = (iteration, round_, pass_)
    earlier = (known for known in finding.classes if (known.iteration, known.round, known.pass_) != place)
    return finding.model_copy(update={"classes": (*earlier, classified)})


def needs_round_three(findings: Iterable[Finding], *, quick: bool) -> bool:
    """Round 3 runs unless nothing is under judgement or the run is quick: every agreement is challenged."""
    return not quick and any(True for _ in findings)


def to_challenge(graph: CogniGraph, findings: Mapping[HypothesisId, Finding]) -> tuple[HypothesisId, ...]:
    """Track A: the AGREED findings that no review in force speaks of, in the order of their ids."""
    return tuple(
        name
        for name in sorted(findings, key=order)
        if current(findings[name]) == "AGREED" and _unreviewed(graph, name, findings[name])
    )


def _unreviewed(graph: CogniGraph, name: HypothesisId, finding: Finding) -> bool:
    """No review speaks of it, or its wording was amended in an earlier iteration and nobody looked since."""
    review = review_in_force(graph, name, finding, finding.classes[-1].side)
    return review is None or (bool(review.amended) and review.iteration < graph.iteration)


def reviewed_voices(graph: CogniGraph, hypothesis: HypothesisId) -> tuple[VoiceId, ...]:
    """The voices a counter-review sees, on both sides; a new one ends the review."""
    return tuple(sorted(_voices(graph, hypothesis)))


def review_in_force(
    graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, side: Side | None
) -> CounterReview | None:
    """The counter-review of this side, while no voice has come that it did not hear."""
    review = finding.review
    if review is None or (review.side is not None and review.side != side):
        return None
    # A voice is named after one of its pages and renamed when an earlier page joins it: look up where the
    # pages it was named after belong now, or a mere copy would count as a new voice.
    speakers = voices_of(graph, hypothesis)
    heard = {voice for page, voice in speakers.items() if VoiceId(page) in review.voices}
    return review if _voices(graph, hypothesis) <= heard else None


def current_ruling(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding) -> Ruling:
    """The class as the evidence and the review in force make it now; round 2 records this one.

    A refuted finding comes back as DISAGREED, not as AGREED, in every iteration until a new voice is heard.
    """
    ruling = classify(graph, hypothesis, finding)
    if ruling.finding_class != "AGREED":
        return ruling
    review = review_in_force(graph, hypothesis, finding, ruling.side)
    return ruling if review is None else _reviewed(ruling, review)


def reclassify(
    graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, *, unable: bool = False
) -> Ruling:
    """Round 3: the class after the challenge and the new evidence are in, by the table of the protocol.

    `unable` says that the search it needed failed or may not be repeated. What is DISAGREED or UNCERTAIN
    does not fall back to NEEDS_MORE: its second look has been had, and the report must say what it is.
    """
    now = current_ruling(graph, hypothesis, finding)
    if now.finding_class != "NEEDS_MORE":
        return now
    before = current(finding)
    match before:
        case "DISAGREED":
            return _left_open(now, "opposition_over")
        case "UNCERTAIN":
            return _left_open(now, "not_settled")
        case "NEEDS_MORE" if unable:
            return _left_open(now, "not_searched")
        case "NEEDS_MORE" | "AGREED" | None:
            return now
        case _:
            assert_never(before)


def _ordered(pro: SideCase, con: SideCase) -> tuple[SideCase, SideCase, Side | None]:
    """The heavier side first; of equal weights the one with more lineages; no side leads a full tie."""
    weight, counter = (pro.units, len(pro.holders)), (con.units, len(con.holders))
    if weight == counter:
        return pro, con, None
    return (pro, con, "for") if weight > counter else (con, pro, "against")


def _agreed(lead: SideCase) -> bool:
    return len(lead.holders) >= AGREEING_LINEAGES and len(lead.terms) >= AGREEING_VOICES


def _standing_rivals(graph: CogniGraph, hypothesis: HypothesisId, lead: SideCase) -> tuple[HypothesisId, ...]:
    """The claim itself is its rival's opposition: whoever brought it need not name this one."""
    return tuple(name for name, units in rivals(graph, hypothesis) if stands(units, lead.units))


def _voices(graph: CogniGraph, hypothesis: HypothesisId) -> set[VoiceId]:
    both = (*terms(graph, hypothesis, "SUPPORTS"), *terms(graph, hypothesis, "CONTRADICTS"))
    return {term.voice for term in both}


def _reviewed(ruling: Ruling, review: CounterReview) -> Ruling:
    cites = review.named
    match review.verdict:
        case "UPHELD":
            return Ruling("AGREED", ruling.side, Reason(kind="upheld", then=ruling.because))
        case "WEAKENED":
            because = Reason(kind="weakened", words=review.impact, cites=cites, then=ruling.because)
            return Ruling("AGREED", ruling.side, because)
        case "REFUTED":
            because = Reason(kind="refuted", words=review.challenge, cites=cites)
            return Ruling("DISAGREED", ruling.side, because)
        case _:
            assert_never(review.verdict)


def _left_open(now: Ruling, kind: ReasonKind) -> Ruling:
    return Ruling("UNCERTAIN", now.side, Reason(kind=kind, then=now.because))


def _disagreement(lead: SideCase, other: SideCase) -> Reason:
    weights = {"lighter": other.units / 10_000, "heavier": lead.units / 10_000}
    counted = _counted("opposed", other)
    return counted.model_copy(update={"figures": {**counted.figures, **weights}})


def _counted(kind: ReasonKind, side: SideCase, then: Reason | None = None) -> Reason:
    """A reason with how many investigators and voices a side has."""
    figures = {"heads": len(side.holders), "voices": len(side.terms)}
    return Reason(kind=kind, side=side.side, figures=figures, then=then)
