"""What an agent is shown of the graph: the most important first, and never more than a token limit.

The view is structured: text from outside stands in fields of its own, on one line each, and is turned into
a prompt only inside the adapters. Its size is that of its JSON; an adapter may write it shorter, not longer.

What is shown is always the beginning of one fixed list, so a larger limit never shows less: question,
sub-questions, the active five, conflicts, other live hypotheses, findings, observations of the last ten
iterations, masked older ones.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from pathfinder.protocols.calls.context_view import (
    ConflictLine,
    ContextView,
    EvidenceLine,
    FindingLine,
    HypothesisLine,
    Line,
    MaskedLine,
    ObservationLine,
    Omitted,
    SectionName,
    SubQuestionLine,
)
from pathfinder.protocols.evidence.masking import masked, unmasked
from pathfinder.protocols.evidence.strength import authority_of
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.planning.priority import ACTIVE
from pathfinder.protocols.planning.sub_questions import answers
from pathfinder.protocols.text.sanitize import one_line
from pathfinder.protocols.text.tokens import CountTokens, estimate

MOST_CONFLICTS = 15
MOST_HYPOTHESES = 25
"""Beside the active five. Without these two bounds a large graph would leave no room for any evidence."""
MOST_FINDINGS = 30

QUESTION_WIDTH = 4_000
CLAIM_WIDTH = 300
QUOTE_WIDTH = 600
URL_WIDTH = 200
MASKED_WIDTH = 80
MOST_CONDITIONS = 3
MOST_ANSWERS = 10
"""Of one part; that it is answered is what counts."""
_ITERATION = attrgetter("iteration")


class _Section(NamedTuple):
    """Lines of one kind, made only when there is room for them."""

    name: SectionName
    total: int
    lines: Iterator[Line]


def context(
    graph: CogniGraph,
    ranked: Sequence[HypothesisId],
    limit_tokens: int,
    count_tokens: CountTokens = estimate,
) -> ContextView:
    """The view that fits the limit; what did not fit is counted in `omitted`.

    `ranked` is the hypotheses by priority, worked out once for all agents of an iteration; those it does not
    name follow by id. A question that does not fit is cut, which leaves no room for anything else; a limit
    under the bare frame gives the bare frame.
    """
    sections = _sections(graph, ranked)
    frame = _view(ContextView(question="", iteration=graph.iteration), sections, [])
    view = _with_question(frame, one_line(graph.question, QUESTION_WIDTH), limit_tokens, count_tokens)
    taken = _taken(sections, limit_tokens - size(view, count_tokens), count_tokens)
    filled = _view(view, sections, taken)
    # Never needed for `estimate`; a real tokenizer may make more of the joined text than of its parts.
    while taken and size(filled, count_tokens) > limit_tokens:
        taken.pop()
        filled = _view(view, sections, taken)
    return filled


def evidence_lines(graph: CogniGraph, view: ContextView) -> tuple[EvidenceLine, ...]:
    """The SUPPORTS and CONTRADICTS edges between the claims and the observations that a view shows."""
    shown = {line.id for line in view.observations} | {line.id for line in view.masked}
    lines = []
    for claim in (*view.active, *view.hypotheses):
        edges = [edge for edge in graph.evidence(HypothesisId(claim.id)) if edge.observation in shown]
        sides = {
            type_: tuple(sorted({edge.observation for edge in edges if edge.type == type_}, key=order))
            for type_ in ("SUPPORTS", "CONTRADICTS")
        }
        if edges:
            lines.append(
                EvidenceLine(
                    hypothesis=claim.id,
                    supported_by=sides["SUPPORTS"],
                    contradicted_by=sides["CONTRADICTS"],
                )
            )
    return tuple(lines)


def size(view: ContextView, count_tokens: CountTokens = estimate) -> int:
    """The tokens of a view, written as JSON."""
    return count_tokens(view.model_dump_json())


def _with_question(frame: ContextView, asked: str, limit: int, count_tokens: CountTokens) -> ContextView:
    """The frame with as much of the question as fits."""

    def asking(width: int) -> ContextView:
        return frame.model_copy(update={"question": one_line(asked, width)})

    fits, over = 0, len(asked) + 1
    while over - fits > 1:
        width = (fits + over) // 2
        if size(asking(width), count_tokens) <= limit:
            fits = width
        else:
            over = width
    return asking(fits)


def _taken(
    sections: Sequence[_Section], room: int, count_tokens: CountTokens
) -> list[tuple[SectionName, Line]]:
    """The lines in order of importance, up to the first that does not fit.

    It is not skipped: a larger limit would show it in place of several others, that is, less.
    """
    taken: list[tuple[SectionName, Line]] = []
    for section in sections:
        for line in section.lines:
            room -= count_tokens(line.model_dump_json() + ",")
            if room < 0:
                return taken
            taken.append((section.name, line))
    return taken


def _view(
    frame: ContextView, sections: Sequence[_Section], taken: Sequence[tuple[SectionName, Line]]
) -> ContextView:
    shown: dict[str, tuple[Line, ...]] = {
        section.name: tuple(line for name, line in taken if name == section.name) for section in sections
    }
    omitted = Omitted.model_validate(
        {section.name: section.total - len(shown[section.name]) for section in sections}
    )
    return frame.model_copy(update={**shown, "omitted": omitted})


def _sections(graph: CogniGraph, ranked: Sequence[HypothesisId]) -> tuple[_Section, ...]:
    """Everything that could be shown, most important first."""
    alive = _by_priority(graph, ranked)
    active, others = alive[:ACTIVE], alive[ACTIVE:]
    conflicts = graph.active_conflicts()
    findings = [name for name in graph.findings if graph.hypotheses[name].merged_into is None]
    whole = unmasked(graph)
    return (
        _Section("sub_questions", len(graph.sub_questions), _sub_questions(graph)),
        _Section("active", len(active), (hypothesis_line(graph, name) for name in active)),
        _Section("conflicts", len(conflicts), islice(_conflicts(graph), MOST_CONFLICTS)),
        _Section(
            "hypotheses", len(others), (hypothesis_line(graph, name) for name in others[:MOST_HYPOTHESES])
        ),
        _Section("findings", len(findings), islice(_findings(graph, findings), MOST_FINDINGS)),
        _Section("observations", len(whole), (_observation(graph, name) for name in whole)),
        _Section("masked", len(graph.observations) - len(whole), _masked(graph)),
    )


def _by_priority(graph: CogniGraph, ranked: Sequence[HypothesisId]) -> list[HypothesisId]:
    alive = graph.alive()
    rest = sorted(alive.keys() - set(ranked), key=order)
    return [*dict.fromkeys(name for name in ranked if name in alive), *rest]


def _sub_questions(graph: CogniGraph) -> Iterator[Line]:
    for name, known in sorted(graph.sub_questions.items()):
        yield SubQuestionLine(
            id=name,
            text=one_line(known.text, CLAIM_WIDTH),
            priority=known.priority,
            answered_by=answers(graph, name)[:MOST_ANSWERS],
        )


def _conflicts(graph: CogniGraph) -> Iterator[Line]:
    """Oldest first."""
    for edge in sorted(graph.active_conflicts(), key=lambda edge: (edge.created_at, edge.key)):
        yield ConflictLine(
            first=edge.first, second=edge.second, since=edge.created_at, attempts=edge.attempts
        )


def hypothesis_line(graph: CogniGraph, name: HypothesisId) -> HypothesisLine:
    """A claim as agents are shown it."""
    known = graph.hypotheses[name]
    return HypothesisLine(
        id=name,
        type=known.type,
        status=known.status,
        strength=round(known.strength, 3),
        tag=None if known.verdict is None else known.verdict.tag,
        summary=one_line(known.summary, CLAIM_WIDTH),
        conditions=tuple(one_line(text, MASKED_WIDTH) for text in known.conditions[-MOST_CONDITIONS:]),
    )


def _findings(graph: CogniGraph, names: Sequence[HypothesisId]) -> Iterator[Line]:
    """Latest judged first."""
    for name in sorted(names, key=lambda name: (-_judged_at(graph, name), order(name))):
        finding = graph.findings[name]
        last = finding.classes[-1] if finding.classes else None
        yield FindingLine(
            hypothesis=name,
            finding_class=None if last is None else last.finding_class,
            iteration=None if last is None else last.iteration,
            side=None if finding.verdict is None else finding.verdict.side,
            tag=None if finding.verdict is None else finding.verdict.tag,
            summary=one_line(graph.hypotheses[name].summary, CLAIM_WIDTH),
        )


def _judged_at(graph: CogniGraph, name: HypothesisId) -> int:
    return max(map(_ITERATION, graph.findings[name].classes), default=-1)


def _observation(graph: CogniGraph, name: ObservationId) -> Line:
    known = graph.observations[name]
    return ObservationLine(
        id=name,
        summary=one_line(known.summary, CLAIM_WIDTH),
        quote=None if known.quote is None else one_line(known.quote, QUOTE_WIDTH),
        source_url=one_line(known.source_url, URL_WIDTH),
        source_type=known.source_type,
        authority=authority_of(graph, name),
        iteration=known.created_at,
    )


def _masked(graph: CogniGraph) -> Iterator[Line]:
    """They are the many: nobody looks at them unless there is room for the first."""
    for name in masked(graph):
        yield MaskedLine(id=name, summary=one_line(graph.observations[name].summary, MASKED_WIDTH))
