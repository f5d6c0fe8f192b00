"""What each iteration did, as the report tells it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pathfinder.protocols.calls.events import ConflictSettled, Event, StatusMoved, VerdictGiven
from pathfinder.protocols.graph.types import ConflictEdge
from pathfinder.protocols.ids import (
    HypothesisId,
    investigator,
)
from pathfinder.protocols.ids import order as by_id
from pathfinder.reports.content.judge_finding import in_order
from pathfinder.reports.content.judge_record import iids
from pathfinder.reports.content.model_words import Saying
from pathfinder.reports.content.record import Happening, ReportIteration


class Timeline:
    """What each iteration did, from the graph and from what the archives tell."""

    def __init__(self, say: Saying, events: Mapping[int, Sequence[Event]]) -> None:
        self.say, self.graph = say, say.graph
        self.events = events
        graph = say.graph
        self._observations = Counter(known.created_at for known in graph.observations.values())
        self._searches = Counter(search.iteration for search in graph.searches)
        self._investigators = [(name, investigator(name).iteration) for name in in_order(iids(graph))]

    def iteration(self, number: int) -> ReportIteration:
        return ReportIteration(
            iteration=number,
            observations=self._observations[number - 1],
            searches=self._searches[number - 1],
            investigators=tuple(name for name, iteration in self._investigators if iteration == number),
            happenings=tuple(self._happenings(number)),
        )

    def _happenings(self, number: int) -> Iterator[Happening]:
        graph, at = self.graph, number - 1
        for name in sorted(graph.hypotheses, key=by_id):
            known = graph.hypotheses[name]
            if known.created_at == at:
                tool = known.reasoning_tool
                yield Happening(
                    kind="raised" if tool is None else "invented", hypotheses=(name,), detail=tool or ""
                )
        for edge in graph.edges:
            if isinstance(edge, ConflictEdge) and edge.created_at == at:
                yield Happening(kind="conflict", hypotheses=(edge.first, edge.second))
        yield from self._moves(at)
        for name in sorted(graph.findings, key=by_id):
            yield from self._judging(name, at)
        yield from self._archived(number)
        for name in sorted(graph.hypotheses, key=by_id):
            known = graph.hypotheses[name]
            if known.rejected_at == at and not known.alive:
                merged = known.merged_into
                yield Happening(
                    kind="rejected" if merged is None else "merged",
                    hypotheses=(name,) if merged is None else (name, merged),
                    detail=self.say.because(known.rejected_because or "", name),
                )
        for kind, count in sorted(Counter(one.kind for one in graph.failures if one.iteration == at).items()):
            yield Happening(kind="failed", detail=kind, after=str(count))

    def _moves(self, at: int) -> Iterator[Happening]:
        for name in sorted(self.graph.hypotheses, key=by_id):
            lines = [
                line for line in self.graph.hypotheses[name].history if line.iteration == at and line.change
            ]
            parts = [line.result.partition(" to ") for line in lines]
            if parts:
                yield Happening(kind="moved", hypotheses=(name,), before=parts[0][0], after=parts[-1][2])

    def _judging(self, name: HypothesisId, at: int) -> Iterator[Happening]:
        finding = self.graph.findings[name]
        classes = [one for one in finding.classes if one.iteration == at]
        if classes:
            before = [one for one in finding.classes if one.iteration < at]
            was = before[-1].finding_class if before else ""
            if classes[-1].finding_class != was:
                yield Happening(
                    kind="classified", hypotheses=(name,), before=was, after=classes[-1].finding_class
                )
        if finding.review is not None and finding.review.iteration == at:
            yield Happening(kind="reviewed", hypotheses=(name,), after=finding.review.verdict)

    def _archived(self, number: int) -> Iterator[Happening]:
        tags: dict[HypothesisId, str] = {}
        for event in self.events.get(number, ()):
            match event:
                case StatusMoved(after="verified"):
                    yield Happening(kind="verified", hypotheses=(event.hypothesis,))
                case StatusMoved(before="verified", after="tested"):
                    yield Happening(kind="demoted", hypotheses=(event.hypothesis,))
                case StatusMoved(before="rejected"):
                    yield Happening(kind="revived", hypotheses=(event.hypothesis,))
                case ConflictSettled():
                    yield Happening(kind="settled", hypotheses=(event.first, event.second), detail=event.type)
                case VerdictGiven():
                    tags[event.hypothesis] = f"{event.verdict.tag} {event.verdict.side or ''}".strip()
                case _:
                    pass
        for name in sorted(tags, key=by_id):
            before = self._tag_before(name, number)
            if before != tags[name]:
                yield Happening(kind="judged", hypotheses=(name,), before=before, after=tags[name])

    def _tag_before(self, name: HypothesisId, number: int) -> str:
        for earlier in range(number - 1, 0, -1):
            for event in reversed(self.events.get(earlier, ())):
                if isinstance(event, VerdictGiven) and event.hypothesis == name:
                    return f"{event.verdict.tag} {event.verdict.side or ''}".strip()
        return ""
