"""What changed between two moments of a session: claims, verdicts, conflicts, evidence."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from pathfinder.locales.catalogue import said, translator
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import ReaderTag, Side
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, Hypothesis, ResolutionType, Status
from pathfinder.protocols.ids import HypothesisId, HypothesisKey, ObservationKey, PageKey, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.text.rounding import hundredths, percent
from pathfinder.reports.markdown.summary import Tongue, tongue_of, verdict_words

MOST_LISTED = 10
"""Observations and sources that are named one by one for a person."""


class ClaimState(Frozen):
    """How a claim stood."""

    strength: float
    status: Status
    verdict: str | None
    """Tag and side, as `Likely for`."""
    tag: ReaderTag | None = Field(default=None, exclude=True)
    """The verdict in the words that readers get."""
    side: Side | None = Field(default=None, exclude=True)


class Move(Frozen):
    """A claim that is new or stands otherwise than before."""

    hypothesis: HypothesisKey
    summary: str
    before: ClaimState | None
    """None: it was not there."""
    after: ClaimState
    merged_into: HypothesisKey | None = None
    because: str = ""
    """Why it was rejected, if it was in between."""
    conditions: tuple[str, ...] = ()
    """Those it got in between."""


class ConflictChange(Frozen):
    """Two claims and what became of their conflict."""

    first: HypothesisKey
    second: HypothesisKey
    type: ResolutionType | None = None
    resolution: str = ""


class Added(Frozen):
    """A page that was read for the first time."""

    page: PageKey
    url: str
    title: str


class RetractedPage(Frozen):
    """A page that was retracted in between."""

    page: PageKey
    url: str
    because: str


class Difference(Frozen):
    """From one closed iteration to a later one."""

    start: int
    end: int
    new: tuple[Move, ...]
    changed: tuple[Move, ...]
    opened: tuple[ConflictChange, ...]
    settled: tuple[ConflictChange, ...]
    given_up: tuple[ConflictChange, ...]
    observations: tuple[ObservationKey, ...]
    sources: tuple[Added, ...]
    retracted: tuple[RetractedPage, ...]
    searches: int
    failures: int
    spent_usd_micros: int


def difference(before: CogniGraph, after: CogniGraph) -> Difference:
    """What the iterations between two graphs of one session changed."""
    moves = tuple(_moves(before, after))
    first, last = _conflicts(before), _conflicts(after)
    return Difference(
        start=before.iteration,
        end=after.iteration,
        new=tuple(move for move in moves if move.before is None),
        changed=tuple(move for move in moves if move.before is not None),
        opened=tuple(_pair(edge) for key, edge in last.items() if key not in first),
        settled=tuple(
            _pair(edge)
            for key, edge in last.items()
            if edge.resolved and not (key in first and first[key].resolved)
        ),
        given_up=tuple(
            _pair(edge)
            for key, edge in last.items()
            if edge.open and not edge.resolved and not (key in first and first[key].open)
        ),
        observations=tuple(sorted(after.observations.keys() - before.observations.keys(), key=order)),
        sources=tuple(
            Added(page=page, url=source.url, title=source.title)
            for page, source in sorted(after.sources.items(), key=lambda item: (item[1].url, item[0]))
            if page not in before.sources
        ),
        retracted=tuple(
            RetractedPage(page=page, url=source.url, because=source.retracted)
            for page, source in sorted(after.sources.items(), key=lambda item: (item[1].url, item[0]))
            if source.retracted is not None
            and not (page in before.sources and before.sources[page].retracted is not None)
        ),
        searches=len(after.searches) - len(before.searches),
        failures=len(after.failures) - len(before.failures),
        spent_usd_micros=after.run.spend.total_usd_micros - before.run.spend.total_usd_micros,
    )


def _moves(before: CogniGraph, after: CogniGraph) -> Iterator[Move]:
    for name in sorted(after.hypotheses, key=order):
        now, then = after.hypotheses[name], before.hypotheses.get(name)
        earlier = None if then is None else _standing(before, name)
        later = _standing(after, name)
        conditions = now.conditions[len(then.conditions) if then else 0 :]
        if earlier == later and not conditions and then and then.merged_into == now.merged_into:
            continue
        yield Move(
            hypothesis=name,
            summary=claim_text(after, name),
            before=earlier,
            after=later,
            merged_into=now.merged_into,
            because=_because(then, now, tongue_of(after)),
            conditions=conditions,
        )


def _because(then: Hypothesis | None, now: Hypothesis, speak: Tongue) -> str:
    fell = not now.alive and (then is None or then.alive)
    return worded(now.rejected_because or "", speak) if fell else ""


def _standing(graph: CogniGraph, name: HypothesisId) -> ClaimState:
    known, verdict = graph.hypotheses[name], graph.hypotheses[name].verdict
    if verdict is None:
        return ClaimState(strength=known.strength, status=known.status, verdict=None)
    return ClaimState(
        strength=known.strength,
        status=known.status,
        verdict=f"{verdict.tag} {verdict.side or ''}".strip(),
        tag=reader_tag(graph, name),
        side=verdict.side,
    )


def _conflicts(graph: CogniGraph) -> dict[tuple[HypothesisId, HypothesisId], ConflictEdge]:
    """By pair, in the order of their ids."""
    found = {}
    for edge in graph.edges:
        if isinstance(edge, ConflictEdge):
            low, high = sorted((edge.first, edge.second), key=order)
            found[low, high] = edge
    return dict(sorted(found.items(), key=lambda item: [order(end) for end in item[0]]))


def _pair(edge: ConflictEdge) -> ConflictChange:
    first, second = sorted((edge.first, edge.second), key=order)
    settled = edge.resolved
    return ConflictChange(
        first=first,
        second=second,
        type=edge.resolution_type if settled else None,
        resolution=(edge.resolution or "") if settled else "",
    )


def difference_json(known: Difference) -> dict[str, Any]:
    """The same for a program, which gets no claim of which only the word that readers get has changed."""
    told = known.model_dump(mode="json")
    moved = [move for move in told["changed"] if move["before"] != move["after"] or move["conditions"]]
    return {**told, "changed": moved}


def difference_lines(known: Difference, speak: Tongue = "en") -> Iterator[str]:
    """The same for a person, a line each."""
    return _DifferenceLines(speak).lines(known)


class _DifferenceLines:
    """A difference in words."""

    def __init__(self, speak: Tongue) -> None:
        self.t, self.speak = translator(speak), speak

    def lines(self, known: Difference) -> Iterator[str]:
        t = self.t
        yield t("diff-span", start=known.start, end=known.end)
        yield "  " + t(
            "diff-counts",
            observations=len(known.observations),
            sources=len(known.sources),
            searches=known.searches,
            failures=known.failures,
            cost=f"${known.spent_usd_micros / 1_000_000:.4f}",
        )
        yield from _section(t("diff-new"), [self._new(move) for move in known.new])
        yield from _section(t("diff-changed"), [self._changed(move) for move in known.changed])
        yield from _section(t("diff-opened"), [self._pair(pair) for pair in known.opened])
        yield from _section(t("diff-settled"), [self._settled(pair) for pair in known.settled])
        yield from _section(t("diff-given-up"), [self._pair(pair) for pair in known.given_up])
        withdrawn = [f"{page.url}: {said(page.because, self.speak)}" for page in known.retracted]
        yield from _section(t("diff-retracted"), withdrawn)
        named = ", ".join(self._some(list(known.observations)))
        yield from _section(t("diff-observations"), [named] if named else [])
        titles = [f"{page.title or page.url} ({page.url})" for page in known.sources]
        yield from _section(t("diff-sources"), self._some(titles))
        if not (known.new or known.changed or known.opened or known.settled or known.observations):
            yield f"  {t('diff-nothing')}"

    def _pair(self, pair: ConflictChange) -> str:
        return self.t("diff-pair", first=pair.first, second=pair.second)

    def _settled(self, pair: ConflictChange) -> str:
        type_ = "" if pair.type is None else f"{self.t(f'summary-resolution-{pair.type}')}: "
        return f"{self._pair(pair)}: {type_}{pair.resolution}"

    def _some(self, rows: list[str]) -> list[str]:
        rest = len(rows) - MOST_LISTED
        return rows if rest <= 0 else [*rows[:MOST_LISTED], self.t("diff-more", count=rest)]

    def _new(self, move: Move) -> str:
        now = move.after
        verdict = f", {self._verdict(now)}" if now.verdict else ""
        fate = f", {self._merged(move)}" if move.merged_into else _fell(move)
        standing = f"{hundredths(now.strength)} {self.t(f'status-{now.status}')}"
        return f"{move.hypothesis} {standing}{verdict}{fate}: {move.summary}"

    def _changed(self, move: Move) -> str:
        t, then, now = self.t, move.before or move.after, move.after
        parts = []
        if then.strength != now.strength:
            change = f"{(percent(now.strength) - percent(then.strength)) / 100:+.2f}"
            before, after = hundredths(then.strength), hundredths(now.strength)
            parts.append(t("diff-moved", before=before, after=after, change=change))
        if move.merged_into:
            parts.append(self._merged(move))
        elif then.status != now.status:
            before, after = (t(f"status-{one.status}") for one in (then, now))
            parts.append(t("diff-status", before=before, after=after) + _fell(move))
        if (then.tag, then.side) != (now.tag, now.side):
            parts.append(t("diff-verdict", before=self._verdict(then), after=self._verdict(now)))
        parts += [t("diff-condition", condition=condition) for condition in move.conditions]
        return f"{move.hypothesis} {'; '.join(parts)}: {move.summary}"

    def _merged(self, move: Move) -> str:
        return self.t("diff-merged", into=move.merged_into or "")

    def _verdict(self, standing: ClaimState) -> str:
        if standing.tag is None:
            return self.t("diff-none")
        return verdict_words(standing.tag, standing.side, self.speak)


def _section(name: str, rows: list[str]) -> Iterator[str]:
    if rows:
        yield f"{name}:"
        yield from (f"  {row}" for row in rows)


def _fell(move: Move) -> str:
    return f" ({move.because})" if move.because else ""
