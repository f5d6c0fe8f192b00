"""Round 4: how far a finding can be believed, by weight of evidence and never by majority.

A verdict is worked out from the graph and the finding alone, so it can be made anew whenever evidence or
status changes. An answer nobody could read gives no verdict: the finding is unjudged, with the reason.
"""

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judgement import CounterReview, Finding, Opinion, Side, Verdict
from pathfinder.protocols.rules.classification import Ruling, review_in_force, standing
from pathfinder.protocols.rules.sides import Case, Lead, case, opinion, opposite, outweighing, rival_units
from pathfinder.protocols.rules.stances import lineages, wishes
from pathfinder.protocols.rules.strength import strength_for

CONFIRMED_VOICES = 2
CONFIRMED_STRENGTH = 0.6
FEWEST_LINEAGES = 2


def verdict(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, *, challenged: bool) -> Verdict:
    """The verdict on a finding as things stand; `challenged` says whether round 3 ran for it."""
    ruling = standing(graph, hypothesis, finding)
    if ruling.finding_class == "AGREED" and ruling.side is not None:
        return _agreed(graph, hypothesis, finding, ruling.side, challenged=challenged)
    lead = None if _refuted(graph, hypothesis, finding, ruling) else outweighing(graph, hypothesis)
    if lead is None:
        return _uncertain(graph, hypothesis, finding, ruling)
    return Verdict(
        tag="Likely",
        side=lead.side,
        because=_heavier(lead),
        caveats=(f"{ruling.finding_class}: {ruling.because}",),
        minority=opinion(graph, hypothesis, finding, opposite(lead.side)),
    )


def judged(finding: Finding, given: Verdict) -> Finding:
    """The finding with its verdict; an earlier failure to judge it is over."""
    return finding.model_copy(update={"verdict": given, "unjudged": None})


def unjudged(finding: Finding, because: str) -> Finding:
    """The finding without a verdict: the answer it hung on could not be read."""
    return finding.model_copy(update={"verdict": None, "unjudged": because})


def simple_report(graph: CogniGraph) -> bool:
    """Fewer than two investigators are known in all: nothing can be cross-checked, and the report says so."""
    known = frozenset[str]().union(*(lineages(finding) for finding in graph.findings.values()))
    return len(known) < FEWEST_LINEAGES


def _agreed(
    graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, side: Side, *, challenged: bool
) -> Verdict:
    """Confirmed if nothing is missing, else Likely with what is."""
    ours = case(graph, hypothesis, finding, side)
    review = review_in_force(graph, hypothesis, finding, side)
    caveats = (
        *_thin(ours),
        *_weak(strength_for(graph, hypothesis, side)),
        *_doubted(review, challenged=challenged),
    )
    held = f"{len(ours.holders)} lineages agree {side} it on {len(ours.terms)} voices, {ours.trusted} trusted"
    return Verdict(
        tag="Likely" if caveats else "Confirmed",
        side=side,
        because=f"{held}; strength of that side {strength_for(graph, hypothesis, side):.4f}.",
        caveats=caveats,
        minority=opinion(graph, hypothesis, finding, opposite(side)),
        unchallenged=review is None and not challenged,
    )


def _heavier(lead: Lead) -> str:
    return (
        f"The evidence {lead.side} it outweighs the other side by "
        f"{(lead.units - lead.other_units) / 10_000:.2f} ({lead.units / 10_000:.2f} against "
        f"{lead.other_units / 10_000:.2f}, voices: {lead.voices}), and the better sources alone do not say "
        "otherwise."
    )


def _thin(ours: Case) -> tuple[str, ...]:
    few = ours.trusted < CONFIRMED_VOICES
    return (f"Only {ours.trusted} of its {len(ours.terms)} voices are trusted.",) if few else ()


def _weak(strength: float) -> tuple[str, ...]:
    under = strength < CONFIRMED_STRENGTH
    return (f"The strength of that side, {strength:.4f}, is under {CONFIRMED_STRENGTH}.",) if under else ()


def _doubted(review: CounterReview | None, *, challenged: bool) -> tuple[str, ...]:
    if review is None:
        return ("No challenge to it could be read.",) if challenged else ()
    return (f"{review.challenge} {review.impact}".strip(),) if review.verdict == "WEAKENED" else ()


def _refuted(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, ruling: Ruling) -> bool:
    """The refutation of its leading side stands.

    The weight of the refuted side is then no argument: it is what the challenge was about.
    """
    review = review_in_force(graph, hypothesis, finding, ruling.side)
    return review is not None and review.verdict == "REFUTED"


def _uncertain(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, ruling: Ruling) -> Verdict:
    both = (opinion(graph, hypothesis, finding, "for"), opinion(graph, hypothesis, finding, "against"))
    return Verdict(
        tag="Uncertain",
        because=f"{ruling.finding_class}: {ruling.because}",
        opinions=tuple(side for side in both if isinstance(side, Opinion)),
        follow_up=_follow_up(graph, hypothesis, finding, ruling),
    )


def _follow_up(
    graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, ruling: Ruling
) -> tuple[str, ...]:
    """What to look for: what investigators asked for, what would settle it, what is missing."""
    pro, con = (case(graph, hypothesis, finding, side) for side in ("for", "against"))
    look = [stance.needs_further for stance in wishes(finding) if stance.needs_further]
    if finding.review is not None and _refuted(graph, hypothesis, finding, ruling):
        look.append(f"An answer to the challenge: {finding.review.challenge}")
    look += [f"What decides between it and {name}." for name, _ in rival_units(graph, hypothesis)]
    if pro.terms and con.terms:
        look.append("When or why the sources disagree: a condition, a definition, a retraction.")
    if pro.trusted + con.trusted == 0:
        look.append("A trusted source on either side.")
    if not look or max(len(pro.terms), len(con.terms)) < CONFIRMED_VOICES:
        look.append("A second, independent voice.")
    return tuple(dict.fromkeys(look))
