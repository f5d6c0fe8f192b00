"""What could be explored now: the targets of each class, the most promising first.

Inside a class a target is worth

    4s(1 - s) * importance / 3 + sqrt(ln(1 + all visits) / (1 + its visits)) + age / 10

that is, how open the matter is and whether it matters for the question, how little it was looked at, and how
long it waits. Only the last term
grows without limit, and that is what makes sure that nothing waits for ever (docs/adr/0003).

Every living hypothesis is in a class: 2 and 3 until its first visit, then 4, or 7 if it is settled: verified,
or judged to be false. One that is settled and has not been seen for OVERDUE iterations is in 4 as well. That
takes the bound out of reach of a status that changes back and forth and would otherwise be in the one class
whenever the other has its turn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby, islice
from math import log, sqrt
from typing import NamedTuple, assert_never

from pathfinder.protocols.calls.targets import (
    HypothesisTarget,
    KeywordTarget,
    PartTarget,
    Target,
    conflict_target,
)
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, Hypothesis, Keyword, Status
from pathfinder.protocols.ids import HypothesisId, SubQuestionId, number, order
from pathfinder.protocols.planning.lenses import lens_targets
from pathfinder.protocols.planning.priority import priority
from pathfinder.protocols.planning.round_robin import CLASSES, TargetClass
from pathfinder.protocols.planning.sub_questions import open_parts

LONGEST_REST = 16
UNCERTAIN = (0.35, 0.65)
UNCERTAIN_BONUS = 1.0
"""In class 4 the uncertain come first: as if they had waited ten iterations longer, and no more than that."""
OVERDUE = 40
"""Iterations without a visit after which a verified hypothesis is one to test again."""
MOST_IMPORTANT = 3
ITERATIONS_PER_POINT = 10
"""Waiting so long is worth as much as being as uncertain as can be."""


class ScoredTarget(NamedTuple):
    """A target of a class, with its score."""

    make: Callable[[], Target]
    """The target itself: of hundreds that wait, a few go."""
    score: float
    age: int
    """Iterations since it was last visited or tried, or since it is there."""
    about: tuple[HypothesisId, ...]
    """The hypotheses it matters for."""
    place: tuple[tuple[str, int], ...]
    """Its ids, for the order of equals."""


class Queue:
    """Targets in the order in which they would be taken, worked out as far as somebody looks."""

    def __init__(self, ahead: Iterator[Target]) -> None:
        self._ahead = ahead
        self._seen: list[Target] = []

    def __iter__(self) -> Iterator[Target]:
        place = 0
        while place < len(self._seen) or self._another():
            yield self._seen[place]
            place += 1

    def _another(self) -> bool:
        known = len(self._seen)
        self._seen += islice(self._ahead, 1)
        return len(self._seen) > known


def candidates(graph: CogniGraph) -> Mapping[TargetClass, Iterable[Target]]:
    """The targets of each class that do not rest, in the order in which they would be taken."""
    visits = log(1 + sum(known.visit_count for known in graph.hypotheses.values()))
    found: dict[TargetClass, list[ScoredTarget]] = {class_: [] for class_ in CLASSES}
    found[1] += [_pair(graph, edge, visits) for edge in graph.active_conflicts() if _ready(graph, edge)]
    found[1] += [
        _part(graph, name, visits) for name in open_parts(graph) if graph.sub_questions[name].searched
    ]
    for name, known in graph.alive().items():
        if _ready(graph, known):
            for class_ in classes_of(known, graph.iteration):
                found[class_].append(_hypothesis(graph, name, visits))
    for place, keyword in enumerate(graph.unexplored, start=1):
        if not keyword.used and _ready(graph, keyword):
            found[5].append(_keyword(graph, place, visits))
    queues = {class_: Queue(_in_order(graph, class_, waiting_here)) for class_, waiting_here in found.items()}
    return {**queues, 6: lens_targets(graph)}


def classes_of(hypothesis: Hypothesis, now: int) -> tuple[TargetClass, ...]:
    """The classes in which a hypothesis waits by itself; conflicts are a matter of pairs."""
    match hypothesis.status:
        case "unvisited":
            return (2,) if hypothesis.type == "B" else (3,)
        case "tested" if not settled_false(hypothesis):
            return (4,)
        case "tested" | "verified":
            return (4, 7) if waiting(hypothesis, now) >= OVERDUE else (7,)
        case "rejected":
            return ()
        case _:
            assert_never(hypothesis.status)


def settled_false(hypothesis: Hypothesis) -> bool:
    """It was visited and the Judge confirmed that it does not hold: there is nothing left to verify."""
    verdict = hypothesis.verdict
    told = verdict is not None and (verdict.tag, verdict.side) == ("Confirmed", "against")
    return hypothesis.status == "tested" and told


def waiting(hypothesis: Hypothesis, now: int) -> int:
    """Iterations since its last visit, or since it is there."""
    seen = hypothesis.created_at if hypothesis.last_visited is None else hypothesis.last_visited
    return max(0, now - seen)


def resting(target: Hypothesis | ConflictEdge | Keyword, now: int) -> bool:
    """Whether it is left alone for having failed or brought nothing: 2, 4, 8, then 16 iterations."""
    if target.attempts == 0 or target.last_attempt is None:
        return False
    # The exponent is limited first: a count from a file can be any number.
    return now - target.last_attempt <= min(LONGEST_REST, 1 << min(target.attempts, LONGEST_REST))


def most_head_start(status: Status, all_visits: int) -> int:
    """So many iterations later than another of its class a target must have been seen to stay behind it.

    Beside age, what was never visited differs by openness alone, and what was visited also by the bonus and
    by how little it was looked at; none of these is ever negative.
    """
    most = 1.0 if status == "unvisited" else 1.0 + UNCERTAIN_BONUS + _unseen(0, log(1 + all_visits))
    return int(ITERATIONS_PER_POINT * most) + 1


def _ready(graph: CogniGraph, target: Hypothesis | ConflictEdge | Keyword) -> bool:
    return not resting(target, graph.iteration)


def _in_order(graph: CogniGraph, class_: TargetClass, found: Iterable[ScoredTarget]) -> Iterator[Target]:
    """By score, then priority, then id; among the verified the one that was not seen for longest."""

    def rank(candidate: ScoredTarget) -> tuple[int, float]:
        return -candidate.age if class_ == 7 else 0, -candidate.score

    for _, group in groupby(sorted(found, key=rank), key=rank):
        equals = list(group)
        # Priority asks for the voices of a hypothesis, so it is worked out only where it decides.
        if len(equals) > 1:
            equals.sort(key=lambda candidate: (-_priority(graph, candidate), candidate.place))
        yield from (candidate.make() for candidate in equals)


def _priority(graph: CogniGraph, candidate: ScoredTarget) -> float:
    return max((priority(graph, name) for name in candidate.about), default=0.0)


def _hypothesis(graph: CogniGraph, name: HypothesisId, all_visits: float) -> ScoredTarget:
    known = graph.hypotheses[name]
    low, high = UNCERTAIN
    bonus = UNCERTAIN_BONUS if known.status == "tested" and low <= known.strength <= high else 0.0
    age = waiting(known, graph.iteration)
    score = _score(_openness(known) + bonus + _unseen(known.visit_count, all_visits), age)
    return ScoredTarget(partial(HypothesisTarget, hypothesis=name), score, age, (name,), (order(name),))


def _pair(graph: CogniGraph, edge: ConflictEdge, all_visits: float) -> ScoredTarget:
    """A pair is as open as its sides on average, and visited when somebody tried to settle it."""
    target = conflict_target(edge.first, edge.second)
    names = (target.first, target.second)
    age = _untried(edge, graph.iteration)
    openness = sum(_openness(graph.hypotheses[name]) for name in names) / 2
    score = _score(openness + _unseen(edge.attempts, all_visits), age)
    return ScoredTarget(lambda: target, score, age, names, tuple(order(name) for name in names))


def _part(graph: CogniGraph, name: SubQuestionId, all_visits: float) -> ScoredTarget:
    """An open part is as open as can be; the longer nobody looked, the more it is worth."""
    part = graph.sub_questions[name]
    age = max(0, graph.iteration - (part.last_searched or 0))
    score = _score(1.0 + _unseen(part.searched, all_visits), age)
    return ScoredTarget(partial(PartTarget, part=name), score, age, (), (("sq", number(name)),))


def _keyword(graph: CogniGraph, place: int, all_visits: float) -> ScoredTarget:
    """Nothing is known of a keyword, so it is as open as can be; it matters as much as where it came from."""
    known = graph.unexplored[place - 1]
    age = _untried(known, graph.iteration)
    score = _score(1.0 + _unseen(known.attempts, all_visits), age)
    origin = HypothesisId(known.origin or "")
    about = (origin,) if origin in graph.hypotheses else ()
    make = partial(KeywordTarget, number=place, keyword=known.keyword)
    return ScoredTarget(make, score, age, about, (("", place),))


def _untried(target: ConflictEdge | Keyword, now: int) -> int:
    """Iterations since somebody last tried it, or since it is there."""
    return max(0, now - (target.created_at if target.last_attempt is None else target.last_attempt))


def _openness(hypothesis: Hypothesis) -> float:
    """How open it is, as far as it matters; of an importance that nobody gave the best is assumed."""
    matters = (hypothesis.importance or MOST_IMPORTANT) / MOST_IMPORTANT
    return 4 * hypothesis.strength * (1 - hypothesis.strength) * matters


def _unseen(visits: int, all_visits: float) -> float:
    """How little was seen of it, against the logarithm of all visits."""
    return sqrt(all_visits / (1 + visits))


def _score(worth: float, age: int) -> float:
    """Nine places: logarithms differ in the last digits from one platform to the next."""
    return round(worth + age / ITERATIONS_PER_POINT, 9)
