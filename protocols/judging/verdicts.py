"""Round 4: how far a finding can be believed, by weight of evidence and never by majority.

A verdict is worked out from the graph and the finding alone, so it can be made anew whenever evidence or
status changes. An answer nobody could read gives no verdict: the finding is unjudged, with the reason.
"""

from functools import cache

from pathfinder.locales.catalogue import languages
from pathfinder.protocols.evidence.strength import authority_of, strength_for
from pathfinder.protocols.graph.judgement import CounterReview, Finding, Opinion, Side, Verdict
from pathfinder.protocols.graph.reasons import Reason, Told
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.classification import Ruling, current_ruling, review_in_force
from pathfinder.protocols.judging.disputes import dispute
from pathfinder.protocols.judging.sides import (
    BETTER,
    SideCase,
    SideLead,
    case,
    opinion,
    opposite,
    outweighing,
    rivals,
)
from pathfinder.protocols.judging.stances import lineages, open_requests
from pathfinder.protocols.judging.wording import worded

CONFIRMED_VOICES = 2
CONFIRMED_STRENGTH = 0.6
FEWEST_LINEAGES = 2


def verdict(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, *, challenged: bool) -> Verdict:
    """The verdict on a finding as things stand; `challenged` says whether round 3 ran for it."""
    ruling = _ruling(graph, hypothesis, finding)
    if ruling.finding_class == "AGREED" and ruling.side is not None:
        return _agreed(graph, hypothesis, finding, ruling.side, challenged=challenged)
    lead = None if _refuted(graph, hypothesis, finding, ruling) else outweighing(graph, hypothesis)
    if lead is None:
        return _uncertain(graph, hypothesis, finding, ruling)
    return Verdict(
        tag="Likely",
        side=lead.side,
        because=_heavier(lead),
        caveats=(ruling.because, *_limits(graph, hypothesis, finding)),
        minority=opinion(graph, hypothesis, finding, opposite(lead.side)),
    )


def judged(finding: Finding, given: Verdict) -> Finding:
    """The finding with its verdict; an earlier failure to judge it is over."""
    return finding.model_copy(update={"verdict": given, "unjudged": None})


def unjudged(finding: Finding, because: Told) -> Finding:
    """The finding without a verdict: the answer it hung on could not be read."""
    return finding.model_copy(update={"verdict": None, "unjudged": because})


def simple_report(graph: CogniGraph) -> bool:
    """Fewer than two investigators are known in all: nothing can be cross-checked, and the report says so."""
    known = frozenset[str]().union(*(lineages(finding) for finding in graph.findings.values()))
    return len(known) < FEWEST_LINEAGES


def _ruling(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding) -> Ruling:
    """The class as things stand, or as round 3 of this iteration left it open.

    Round 3 knows more than the evidence tells: that the opposition fell away, that the cross-check settled
    nothing, that the search it needed could not be made. The reader is told that.
    """
    now = current_ruling(graph, hypothesis, finding)
    last = finding.classes[-1] if finding.classes else None
    if now.finding_class != "NEEDS_MORE" or last is None or isinstance(last.because, str):
        return now
    fresh = (last.iteration, last.round, last.finding_class) == (graph.iteration, 3, "UNCERTAIN")
    return Ruling(last.finding_class, last.side, last.because) if fresh else now


def _agreed(
    graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, side: Side, *, challenged: bool
) -> Verdict:
    """Confirmed if nothing is missing, else Likely with what is."""
    ours = case(graph, hypothesis, finding, side)
    review = review_in_force(graph, hypothesis, finding, side)
    strength = strength_for(graph, hypothesis, side)
    missing = (
        *_thin(ours),
        *_weak(strength),
        *_only_opinions(graph, ours),
        *_self_described(graph, ours),
        *_doubted(review, challenged=challenged),
    )
    figures = {"heads": len(ours.holders), "voices": len(ours.terms), "trusted": ours.trusted}
    return Verdict(
        tag="Likely" if missing else "Confirmed",
        side=side,
        because=Reason(kind="side_agreed", side=side, figures={**figures, "strength": strength}),
        caveats=(*missing, *_limits(graph, hypothesis, finding)),
        minority=opinion(graph, hypothesis, finding, opposite(side)),
        unchallenged=review is None and not challenged,
    )


def _heavier(lead: SideLead) -> Reason:
    figures = {
        "ahead": (lead.units - lead.other_units) / 10_000,
        "heavier": lead.units / 10_000,
        "lighter": lead.other_units / 10_000,
        "voices": lead.voices,
        "better": BETTER,
    }
    return Reason(kind="outweighs", side=lead.side, figures=figures)


def _thin(ours: SideCase) -> tuple[Reason, ...]:
    figures = {"trusted": ours.trusted, "voices": len(ours.terms)}
    return (Reason(kind="few_trusted", figures=figures),) if ours.trusted < CONFIRMED_VOICES else ()


def _weak(strength: float) -> tuple[Reason, ...]:
    figures = {"strength": strength, "bar": CONFIRMED_STRENGTH}
    return (Reason(kind="side_weak", figures=figures),) if strength < CONFIRMED_STRENGTH else ()


def _only_opinions(graph: CogniGraph, ours: SideCase) -> tuple[Reason, ...]:
    """An opinion is never confirmed, however many share it; facts of older sessions do not say their kind."""
    kinds = {graph.observations[term.edge.observation].kind for term in ours.terms}
    return (Reason(kind="only_opinions"),) if kinds and kinds <= {"opinion", "promise"} else ()


def _self_described(graph: CogniGraph, ours: SideCase) -> tuple[Reason, ...]:
    """At least one trusted source must be trusted by more than its own description."""
    trusted = [graph.observations[term.edge.observation].page for term in ours.terms if term.trusted]
    known = [graph.sources[page] for page in trusted if page is not None]
    return (Reason(kind="self_described"),) if known and all(one.self_described for one in known) else ()


def _doubted(review: CounterReview | None, *, challenged: bool) -> tuple[Reason, ...]:
    if review is None:
        return (Reason(kind="silent_review"),) if challenged else ()
    if review.verdict != "WEAKENED":
        return ()
    words = f"{review.challenge} {review.impact}".strip()
    return (Reason(kind="challenge", words=words, cites=review.named),)


def _limits(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding) -> tuple[Reason, ...]:
    """Caveats of any verdict that take nothing from it: that sources disagree, and what qualifies it."""
    voices = dispute(graph, hypothesis)
    disputed = () if voices is None else (Reason(kind="disputed", figures=voices._asdict()),)
    return (*disputed, *_qualified(graph, finding))


def _qualified(graph: CogniGraph, finding: Finding) -> tuple[Reason, ...]:
    """What limits the claim without opposing it."""
    limits = tuple(name for name in finding.qualified_by if authority_of(graph, name) > 0)
    return tuple(Reason(kind="qualified", names=(name,), cites=(name,)) for name in limits)


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
        because=ruling.because,
        caveats=_limits(graph, hypothesis, finding),
        opinions=tuple(side for side in both if isinstance(side, Opinion)),
        follow_up=_follow_up(graph, hypothesis, finding, ruling),
    )


@cache
def _second_voice() -> frozenset[str]:
    """An investigator that asks for the same as the rule is not listed beside the rule."""
    return frozenset(worded(Reason(kind="second_voice"), language) for language in languages())


def _follow_up(
    graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, ruling: Ruling
) -> tuple[Reason, ...]:
    """What to look for: what investigators asked for, what would settle it, what is missing."""
    pro, con = (case(graph, hypothesis, finding, side) for side in ("for", "against"))
    asked_for = [stance.needs_further for stance in open_requests(finding) if stance.needs_further]
    asked_for = [scope for scope in asked_for if scope not in _second_voice()]
    look = [Reason(kind="asked_for", words=scope) for scope in dict.fromkeys(asked_for)]
    review = finding.review
    if review is not None and _refuted(graph, hypothesis, finding, ruling):
        look.append(Reason(kind="answer_to", words=review.challenge, cites=review.named))
    look += [Reason(kind="what_decides", names=(name,)) for name, _ in rivals(graph, hypothesis)]
    if pro.terms and con.terms:
        look.append(Reason(kind="why_disagree"))
    if pro.trusted + con.trusted == 0:
        look.append(Reason(kind="trusted_source"))
    if not look or max(len(pro.terms), len(con.terms)) < CONFIRMED_VOICES:
        look.append(Reason(kind="second_voice"))
    return tuple(look)
