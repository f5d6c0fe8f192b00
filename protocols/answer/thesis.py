"""What a thesis is made of: what holds, what does not, and what is still open. Data only; writers write.

Every hypothesis that was not merged into another stands in exactly one list.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Literal

from pydantic import Field

from pathfinder.protocols.evidence.strength import authority_of, voices_of
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import Tag, Verdict
from pathfinder.protocols.graph.reasons import Reason, Told
from pathfinder.protocols.graph.types import (
    CogniGraph,
    ConflictEdge,
    Hypothesis,
    ResolutionType,
    Status,
    Unit,
    Weight,
)
from pathfinder.protocols.ids import (
    HypothesisId,
    HypothesisKey,
    ObservationId,
    ObservationKey,
    SubQuestionKey,
    VoiceId,
    order,
)
from pathfinder.protocols.planning.sub_questions import in_order, unanswered
from pathfinder.protocols.text.languages import Language, language
from pathfinder.protocols.text.numbers import numbers
from pathfinder.protocols.text.queries import similarity

FOR_FIRST_PART = 0.5
"""What it counts that a claim was found for the first part of the question alone."""
MEASURED = 0.1
"""What it counts that a claim gives a figure."""
CORE_STRENGTH = 0.55
"""A tested hypothesis this strong belongs in the thesis, though it is not verified."""
_SETTLED: tuple[Tag, ...] = ("Confirmed", "Likely")


class Cited(Frozen):
    """An observation that bears on a hypothesis, with what its page is worth today."""

    observation: ObservationKey
    authority: Unit
    weight: Weight
    voice: VoiceId
    """Citations of one voice are one witness, however many there are."""


class CoreFinding(Frozen):
    """A hypothesis that holds as far as is known; verdict and status are shown together."""

    hypothesis: HypothesisKey
    type: Literal["A", "B"]
    strength: Unit
    status: Status
    verdict: Verdict | None
    supported_by: tuple[Cited, ...]
    contradicted_by: tuple[Cited, ...]


class Refused(Frozen):
    """A hypothesis that does not hold: rejected, or judged to be contradicted while still in the race."""

    hypothesis: HypothesisKey
    kind: Literal["rejected", "contradicted"]
    strength: Unit
    because: Told
    verdict: Verdict | None
    contradicted_by: tuple[Cited, ...]


class Settled(Frozen):
    """A conflict that is over, both sides alive: each holds under its own condition, meaning or scope."""

    first: HypothesisKey
    second: HypothesisKey
    type: ResolutionType
    resolution: str


class OpenConflict(Frozen):
    """Two living hypotheses that exclude each other."""

    first: HypothesisKey
    second: HypothesisKey
    given_up: bool
    """Tried often enough; it comes back on new evidence."""


class Unresolved(Frozen):
    """What the research did not get to, or could not settle."""

    unvisited: tuple[HypothesisKey, ...]
    undecided: tuple[HypothesisKey, ...]
    """Tested, and neither strong enough for the thesis nor refused."""
    keywords: tuple[int, ...] = Field(description="numbers of the directions nobody followed")
    conflicts: tuple[OpenConflict, ...]
    sub_questions: tuple[SubQuestionKey, ...]


class ThesisContent(Frozen):
    """What the writers of thesis and report may speak of."""

    findings: tuple[CoreFinding, ...]
    """Claims taken from others (type A), the strongest first."""
    insights: tuple[CoreFinding, ...]
    """Ideas of the agent (type B) that hold; shown apart."""
    refused: tuple[Refused, ...]
    unresolved: Unresolved


def thesis(graph: CogniGraph) -> ThesisContent:
    """The content of a thesis on the graph as it is."""
    names = [name for name, known in graph.hypotheses.items() if known.merged_into is None]
    core = [_core(graph, name) for name in _strongest_first(graph, names) if is_core(graph.hypotheses[name])]
    return ThesisContent(
        findings=tuple(finding for finding in core if finding.type == "A"),
        insights=tuple(finding for finding in core if finding.type == "B"),
        refused=tuple(
            _refused(graph, name)
            for name in sorted(names, key=order)
            if not graph.hypotheses[name].alive or judged_against(graph.hypotheses[name])
        ),
        unresolved=_unresolved(graph, names),
    )


def is_core(hypothesis: Hypothesis) -> bool:
    """Verified, or tested and strong; never what the Judge found contradicted, nor what is unvisited."""
    strong = hypothesis.status == "tested" and hypothesis.strength >= CORE_STRENGTH
    return (hypothesis.status == "verified" or strong) and not judged_against(hypothesis)


def unsettled(finding: CoreFinding) -> bool:
    """Strong, and yet the Judge does not hold that it is so: one voice, or two sides of like weight."""
    return finding.verdict is not None and _rank(finding.verdict) == len(_SETTLED)


def retracted_support(graph: CogniGraph, hypothesis: HypothesisId) -> tuple[ObservationKey, ...]:
    """The quotes for a claim that stand on retracted pages: they are told of, and weigh nothing."""
    found = [edge.observation for edge in graph.evidence(hypothesis) if edge.type == "SUPPORTS"]
    return tuple(one for one in found if _retracted(graph, one))


def tainted(graph: CogniGraph, finding: CoreFinding) -> bool:
    """A retracted page says it, too, and it is not Confirmed: others may only repeat what was withdrawn."""
    confirmed = finding.verdict is not None and finding.verdict.tag == "Confirmed"
    return not confirmed and bool(retracted_support(graph, finding.hypothesis))


def _retracted(graph: CogniGraph, observation: ObservationId) -> bool:
    page = graph.observations[observation].page
    return page is not None and graph.sources[page].retracted is not None


def leading_first(
    graph: CogniGraph, findings: Sequence[CoreFinding], reader: Language | None = None
) -> tuple[CoreFinding, ...]:
    """The one that answers, then Confirmed before Likely before the rest, each as strong as it is.

    No finding stands before one with a better verdict. Among those with the same one comes first what
    somebody says in the reader's language; and of these the one leads that is strong, was measured, speaks of
    what the question speaks of, and was found for its first part more than for the others: the strongest
    claim of all may be a side issue.
    """
    tongue = reader or graph.run.language or language(graph.question)

    def standing(one: CoreFinding) -> tuple[int, bool]:
        return _rank(one.verdict), untold_in(graph, one, tongue)

    ordered = sorted(findings, key=lambda one: (*standing(one), -one.strength, order(one.hypothesis)))

    def answers(one: CoreFinding) -> tuple[int, bool, float]:
        summary = graph.hypotheses[one.hypothesis].summary
        measured = MEASURED if numbers(summary) else 0.0
        near = similarity(graph.question, summary) + FOR_FIRST_PART * _share(graph, one)
        return *standing(one), -round(one.strength + near + measured, 6)

    first = [min(ordered, key=answers)] if ordered else []
    return (*first, *(one for one in ordered if one not in first))


def untold_in(graph: CogniGraph, finding: CoreFinding, reader: Language) -> bool:
    """Neither the claim nor a quote for it is in the reader's language."""
    spoken = language(graph.hypotheses[finding.hypothesis].summary) == reader
    return not spoken and said_in(graph, finding.hypothesis, reader) is None


def said_in(graph: CogniGraph, name: HypothesisId, reader: Language) -> ObservationKey | None:
    """The weightiest quote for a claim that is in the reader's language and says no other claim's words.

    A quote that another claim is made of bears on this one too, and still it says that other one.
    """
    for witness in cited(graph, name, "SUPPORTS"):
        quote = graph.observations[witness.observation].quote or ""
        if language(quote) == reader and not _says_another(graph, name, _letters(quote)):
            return witness.observation
    return None


def _says_another(graph: CogniGraph, name: HypothesisId, said: str) -> bool:
    alive = graph.alive()
    return any(_letters(alive[other].summary) in said for other in alive if other != name)


@lru_cache(maxsize=4_096)
def _letters(text: str) -> str:
    return "".join(mark for mark in text.casefold() if mark.isalnum())


def band(content: ThesisContent, cites: Collection[ObservationId], *, refusals: bool = True) -> int:
    """The best verdict among what a sentence rests on: 0 Confirmed, 1 Likely, 2 what is not settled.

    That a claim does not hold is as good an answer, where `refusals` count.
    """
    spoken = [
        _rank(one.verdict)
        for one in (*content.findings, *content.insights)
        if _cited_among(one.supported_by, cites)
    ]
    against = [
        _SETTLED.index(one.verdict.tag)
        for one in content.refused
        if refusals
        and one.verdict is not None
        and one.verdict.tag in _SETTLED
        and _cited_among(one.contradicted_by, cites)
    ]
    return min((*spoken, *against), default=len(_SETTLED))


def _cited_among(witnesses: Iterable[Cited], cites: Collection[ObservationId]) -> bool:
    return any(witness.observation in cites for witness in witnesses)


def verdict_rank(finding: CoreFinding) -> int:
    """0 Confirmed, 1 Likely, 2 what is not settled."""
    return _rank(finding.verdict)


def _share(graph: CogniGraph, one: CoreFinding) -> float:
    """How much of what a claim was found for is the first part of the question."""
    parts = [name for name in in_order(graph) if one.hypothesis in graph.sub_questions[name].answered_by]
    first = in_order(graph)[:1]
    return len(set(first).intersection(parts)) / len(parts) if parts else 0.0


def _rank(verdict: Verdict | None) -> int:
    if verdict is None or verdict.side != "for" or verdict.tag not in _SETTLED:
        return len(_SETTLED)
    return _SETTLED.index(verdict.tag)


def judged_against(hypothesis: Hypothesis) -> bool:
    """The Judge holds that it is not so, Confirmed or Likely."""
    verdict = hypothesis.verdict
    return verdict is not None and verdict.side == "against" and verdict.tag in _SETTLED


def cited(
    graph: CogniGraph, hypothesis: HypothesisId, side: Literal["SUPPORTS", "CONTRADICTS"]
) -> tuple[Cited, ...]:
    """The observations of a side by authority x weight; unverified and retracted ones are left out."""
    speakers = voices_of(graph, hypothesis)
    found: list[Cited] = []
    for edge in graph.evidence(hypothesis):
        page, authority = graph.observations[edge.observation].page, authority_of(graph, edge.observation)
        if edge.type == side and page is not None and authority > 0:
            witness = Cited(
                observation=edge.observation, authority=authority, weight=edge.weight, voice=speakers[page]
            )
            found.append(witness)
    return tuple(
        sorted(found, key=lambda one: (-round(one.authority * one.weight, 9), order(one.observation)))
    )


def settled(graph: CogniGraph) -> tuple[Settled, ...]:
    """The conflicts that ended with both sides alive, in the order of their ids."""
    found = [
        Settled(first=first, second=second, type=edge.resolution_type, resolution=edge.resolution or "")
        for edge in graph.edges
        if isinstance(edge, ConflictEdge) and edge.resolved and edge.resolution_type is not None
        for first, second in (sorted((edge.first, edge.second), key=order),)
        if graph.hypotheses[first].alive and graph.hypotheses[second].alive
    ]
    return tuple(sorted(found, key=lambda one: (order(one.first), order(one.second))))


def shared_voices(witnesses: Iterable[Cited]) -> tuple[tuple[ObservationKey, ...], ...]:
    """The witnesses that are one voice with another, group by group: each group counts once."""
    groups: dict[VoiceId, list[ObservationKey]] = {}
    for witness in witnesses:
        groups.setdefault(witness.voice, []).append(witness.observation)
    return tuple(tuple(sorted(group, key=order)) for group in groups.values() if len(group) > 1)


def one_per_voice(witnesses: Iterable[Cited]) -> tuple[Cited, ...]:
    """The weightiest witness of each voice, weightiest first."""
    first: dict[VoiceId, Cited] = {}
    for witness in witnesses:
        first.setdefault(witness.voice, witness)
    return tuple(first.values())


def _strongest_first(graph: CogniGraph, names: Iterable[HypothesisId]) -> list[HypothesisId]:
    return sorted(names, key=lambda name: (-graph.hypotheses[name].strength, order(name)))


def _core(graph: CogniGraph, name: HypothesisId) -> CoreFinding:
    known = graph.hypotheses[name]
    return CoreFinding(
        hypothesis=name,
        type=known.type,
        strength=known.strength,
        status=known.status,
        verdict=known.verdict,
        supported_by=cited(graph, name, "SUPPORTS"),
        contradicted_by=cited(graph, name, "CONTRADICTS"),
    )


def _refused(graph: CogniGraph, name: HypothesisId) -> Refused:
    known = graph.hypotheses[name]
    verdict = "" if known.verdict is None else known.verdict.because
    weak = Reason(kind="weak", figures={"strength": known.strength})
    return Refused(
        hypothesis=name,
        kind="contradicted" if known.alive else "rejected",
        strength=known.strength,
        because=verdict if known.alive else known.rejected_because or weak,
        verdict=known.verdict,
        contradicted_by=cited(graph, name, "CONTRADICTS"),
    )


def _unresolved(graph: CogniGraph, names: Iterable[HypothesisId]) -> Unresolved:
    left = [
        name
        for name in sorted(names, key=order)
        if graph.hypotheses[name].alive
        and not is_core(graph.hypotheses[name])
        and not judged_against(graph.hypotheses[name])
    ]
    return Unresolved(
        unvisited=tuple(name for name in left if graph.hypotheses[name].status == "unvisited"),
        undecided=tuple(name for name in left if graph.hypotheses[name].status == "tested"),
        keywords=tuple(number for number, known in enumerate(graph.unexplored, start=1) if not known.used),
        conflicts=_open_conflicts(graph),
        sub_questions=unanswered(graph),
    )


def _open_conflicts(graph: CogniGraph) -> tuple[OpenConflict, ...]:
    """Conflicts nobody settled between two that are alive, in the order of their ids."""
    edges = [
        edge
        for edge in graph.edges
        if isinstance(edge, ConflictEdge)
        and not edge.resolved
        and graph.hypotheses[edge.first].alive
        and graph.hypotheses[edge.second].alive
    ]
    pairs = {tuple(sorted((edge.first, edge.second), key=order)): edge.open for edge in edges}
    return tuple(
        OpenConflict(first=first, second=second, given_up=given_up)
        for (first, second), given_up in sorted(
            pairs.items(), key=lambda pair: [order(end) for end in pair[0]]
        )
    )
