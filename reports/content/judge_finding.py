"""One claim as the report tells it: verdict, both sides, evidence, arithmetic and life."""

from collections.abc import Iterable
from typing import Literal

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.thesis import cited
from pathfinder.protocols.evidence.identity import surviving
from pathfinder.protocols.evidence.reckoning import strength_terms
from pathfinder.protocols.evidence.status import lacking
from pathfinder.protocols.evidence.strength import TRUSTED, authority_of, terms, voices_of
from pathfinder.protocols.graph.judgement import Finding, Opinion, Side, Tag, Verdict
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, Iid, ObservationId, investigator, order
from pathfinder.protocols.judging.classification import review_in_force
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.sides import case, rivals
from pathfinder.protocols.judging.stances import latest
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.judging.wording import worded
from pathfinder.reports.content.finding import (
    ReportClass,
    ReportEvidence,
    ReportFinding,
    ReportOpinion,
    ReportReckoning,
    ReportReview,
    ReportStance,
    ReportTerm,
    ReportVerdict,
    Said,
    StrengthPoint,
)
from pathfinder.reports.content.model_words import Saying

Group = Literal["confirmed", "likely", "uncertain", "unjudged", "rejected", "unvisited"]
EDGES: tuple[Literal["SUPPORTS", "CONTRADICTS"], ...] = ("SUPPORTS", "CONTRADICTS")
_SIDE: dict[str, Side] = {"SUPPORTS": "for", "CONTRADICTS": "against"}
_BY_TAG: dict[Tag, Group] = {"Confirmed": "confirmed", "Likely": "likely", "Uncertain": "uncertain"}


def report_finding(say: Saying, name: HypothesisId, *, leading: bool) -> ReportFinding:
    """Everything that is known of a claim."""
    graph = say.graph
    known, finding = graph.hypotheses[name], graph.findings.get(name, Finding())
    tag, evidence = source_tag(graph, name), report_evidence(say, name)
    return ReportFinding.model_validate(
        {
            "id": name,
            "type": known.type,
            "claim": say.claim(name),
            "group": group(graph, name),
            "leading": leading,
            "status": known.status,
            "strength": known.strength,
            "mark": tag.mark,
            "confidence": tag.confidence,
            "verdict": None if known.verdict is None else _verdict(say, name, known.verdict),
            "reader": None if known.verdict is None else reader_tag(graph, name),
            "unjudged": None if finding.unjudged is None else say.because(finding.unjudged, name),
            "rejected_because": None
            if known.rejected_because is None
            else say.because(known.rejected_because, name),
            "conditions": _conditions(say, name),
            "sides": (side_case(graph, name, "for"), side_case(graph, name, "against")),
            "evidence": evidence,
            "reckoning": _reckoning(graph, name, evidence),
            "history": strength_history(graph, name),
            "classes": tuple(
                ReportClass(
                    iteration=one.iteration + 1,
                    round=one.round,
                    pass_=one.pass_,
                    finding_class=one.finding_class,
                    side=one.side,
                    because=say.because(one.because, name),
                )
                for one in finding.classes
            ),
            "stances": tuple(
                ReportStance(
                    lineage=one.lineage,
                    iid=one.iid,
                    side=one.side,
                    evidence=one.evidence,
                    confidence=one.confidence,
                    asked_for=say.bounded_words(one.needs_further, name) if one.needs_further else None,
                )
                for one in latest(finding.stances)
            ),
            "review": report_review(say, name, finding),
            "not_verified_because": tuple(worded(reason, say.language) for reason in lacking(graph, name))
            if known.alive and known.status != "verified"
            else (),
            "rivals": _rivals(graph, name),
            "related": _related(graph, name),
            "answers": tuple(
                part for part, asked in graph.sub_questions.items() if name in asked.answered_by
            ),
            "reasoning_tool": known.reasoning_tool,
            "derived_from": known.derived_from,
            "found_by": known.found_by,
            "investigators": investigators(graph, name),
            "created": known.created_at + 1,
            "visits": known.visit_count,
        }
    )


def group(graph: CogniGraph, name: HypothesisId) -> Group:
    """Which part of the report a claim stands in."""
    known = graph.hypotheses[name]
    if not known.alive:
        return "rejected"
    if known.verdict is not None:
        return _BY_TAG[known.verdict.tag]
    return "unvisited" if known.status == "unvisited" and name not in graph.findings else "unjudged"


def side_case(graph: CogniGraph, name: HypothesisId, side: Side) -> ReportOpinion:
    """What one side of a claim rests on now, one observation of each voice, the weightiest first."""
    ours = case(graph, name, graph.findings.get(name, Finding()), side)
    heaviest = sorted(ours.terms, key=lambda term: (-term.units, order(term.edge.observation)))
    return ReportOpinion(
        side=side,
        observations=tuple(term.edge.observation for term in heaviest),
        lineages=tuple(stance.lineage for stance in ours.holders),
        weight=ours.units / 10_000,
        voices=len(ours.terms),
        trusted=ours.trusted,
    )


def report_review(say: Saying, name: HypothesisId, finding: Finding) -> ReportReview | None:
    """The last challenge to a claim, and whether it still speaks of all that is known."""
    review = finding.review
    if review is None:
        return None
    challenge, impact = say.challenge(name, review)
    return ReportReview(
        hypothesis=name,
        challenge=challenge,
        impact=impact,
        verdict=review.verdict,
        side=review.side,
        iteration=review.iteration + 1,
        in_force=review_in_force(say.graph, name, finding, review.side) is not None,
    )


def investigators(graph: CogniGraph, name: HypothesisId) -> tuple[Iid, ...]:
    """Who brought evidence on a claim, raised it, or took a stance."""
    known = graph.hypotheses[name]
    found = {stance.iid for stance in graph.findings.get(name, Finding()).stances}
    found |= {edge.found_by for edge in graph.evidence(name) if edge.found_by is not None}
    if known.found_by is not None:
        found.add(known.found_by)
    return in_order(found)


def in_order(names: Iterable[Iid]) -> tuple[Iid, ...]:
    """Investigators in the order they went out."""
    return tuple(
        sorted(set(names), key=lambda name: (investigator(name).iteration, investigator(name).place))
    )


def strength_history(graph: CogniGraph, name: HypothesisId) -> tuple[StrengthPoint, ...]:
    """How strong a claim was to begin with and after each iteration that moved it."""
    known = graph.hypotheses[name]
    moves: dict[int, float] = {}
    for entry in known.history:
        if entry.change:
            moves[entry.iteration + 1] = moves.get(entry.iteration + 1, 0.0) + entry.change
    now = _unit(known.strength - sum(moves.values()))
    points = [StrengthPoint(iteration=known.created_at, strength=now, change=0.0)]
    for iteration in sorted(moves):
        now = _unit(now + moves[iteration])
        points.append(StrengthPoint(iteration=iteration, strength=now, change=round(moves[iteration], 6)))
    return tuple(points)


def report_evidence(say: Saying, name: HypothesisId) -> tuple[ReportEvidence, ...]:
    """What speaks for a claim and then what speaks against it, the weightiest first."""
    graph = say.graph
    counting = {(term.edge.observation, side) for side in EDGES for term in terms(graph, name, side)}
    speakers, labels = voices_of(graph, name), dict[str, str]()
    heaviest = sorted(
        graph.evidence(name),
        key=lambda edge: (edge.type != "SUPPORTS", -_product(graph, edge), *_place(edge)),
    )
    found = []
    for edge in heaviest:
        page, authority = graph.observations[edge.observation].page, authority_of(graph, edge.observation)
        voice = "" if page is None else labels.setdefault(speakers[page], f"v{len(labels) + 1}")
        found.append(
            ReportEvidence(
                observation=edge.observation,
                side=_SIDE[edge.type],
                weight=edge.weight,
                basis=say.bounded_words(said(edge.basis, say.language), name, (edge.observation,)).text,
                authority=authority,
                product=_product(graph, edge),
                voice=voice,
                counts=(edge.observation, edge.type) in counting,
                trusted=authority >= TRUSTED,
                answered=None
                if edge.answered is None
                else say.bounded_words(edge.answered.reason, name).text,
                answered_by=None if edge.answered is None else edge.answered.by,
                found_by=edge.found_by,
                iteration=edge.created_at + 1,
            )
        )
    return tuple(found)


def _product(graph: CogniGraph, edge: EvidenceEdge) -> float:
    return round(authority_of(graph, edge.observation) * edge.weight, 6)


def _place(edge: EvidenceEdge) -> tuple[str, int]:
    return order(edge.observation)


def _unit(strength: float) -> float:
    return round(min(1.0, max(0.0, strength)), 6)


def _reckoning(
    graph: CogniGraph, name: HypothesisId, evidence: tuple[ReportEvidence, ...]
) -> ReportReckoning:
    known = strength_terms(graph, name)
    voices = {(one.observation, one.side): one.voice for one in evidence}
    return ReportReckoning(
        base=known.base,
        terms=tuple(
            ReportTerm(
                observation=share.term.edge.observation,
                side=_SIDE[share.side],
                voice=voices[share.term.edge.observation, _SIDE[share.side]],
                authority=share.term.authority,
                weight=share.term.edge.weight,
                change=share.change,
                trusted=share.term.trusted,
            )
            for share in sorted(known.shares, key=lambda one: (one.side == "CONTRADICTS", -abs(one.change)))
        ),
        bonus=known.bonus,
        trusted_voices=known.trusted,
        total=known.total,
    )


def _verdict(say: Saying, name: HypothesisId, verdict: Verdict) -> ReportVerdict:
    return ReportVerdict(
        tag=verdict.tag,
        side=verdict.side,
        because=say.because(verdict.because, name),
        caveats=tuple(say.reason(caveat, name) for caveat in verdict.caveats),
        minority=None if verdict.minority is None else _opinion(say.graph, name, verdict.minority),
        opinions=tuple(_opinion(say.graph, name, one) for one in verdict.opinions),
        follow_up=tuple(say.reason(need, name) for need in verdict.follow_up),
        unchallenged=verdict.unchallenged,
    )


def _opinion(graph: CogniGraph, name: HypothesisId, told: Opinion) -> ReportOpinion:
    """An opinion as the verdict keeps it, with what it weighs; against a claim, its heaviest rival may."""
    now = side_case(graph, name, told.side)
    if told.side == "against":
        against = [side_case(graph, rival, "for") for rival, _ in rivals(graph, name)]
        now = max((now, *against), key=lambda one: one.weight).model_copy(update={"side": "against"})
    return now.model_copy(
        update={"observations": _heaviest_first(graph, told.observations), "lineages": told.lineages}
    )


def _heaviest_first(graph: CogniGraph, names: Iterable[ObservationId]) -> tuple[ObservationId, ...]:
    return tuple(sorted(names, key=lambda name: (-authority_of(graph, name), order(name))))


def _conditions(say: Saying, name: HypothesisId) -> tuple[Said, ...]:
    """The conditions that stand on the evidence of both sides; others are on the list of what was dropped."""
    graph = say.graph
    found = []
    for condition in graph.hypotheses[name].conditions:
        partners = {
            end
            for edge in graph.conflicts(name)
            if edge.resolution == condition
            for end in (edge.first, edge.second)
        } | {name}
        cites = [
            witness.observation
            for claim in sorted(partners, key=order)
            for witness in cited(graph, claim, "SUPPORTS")[:2]
        ]
        said = say.checked(condition, tuple(dict.fromkeys(cites)), partners)
        if said is not None:
            found.append(said)
    return tuple(found)


def _rivals(graph: CogniGraph, name: HypothesisId) -> tuple[HypothesisId, ...]:
    ends = {end for edge in graph.conflicts(name) if not edge.resolved for end in (edge.first, edge.second)}
    return tuple(sorted((end for end in ends - {name} if graph.hypotheses[end].alive), key=order))


def _related(graph: CogniGraph, name: HypothesisId) -> tuple[HypothesisId, ...]:
    """Claims that say the same of another subject, as they are called today."""
    today = {surviving(graph, other) for other in graph.hypotheses[name].related}
    return tuple(sorted((other for other in today if other is not None and other != name), key=order))
