"""What an iteration teaches, and the rules that come of lessons which repeat themselves.

A lesson is computed from the edits of its iteration. A rule is learned when a strategy brought nothing three
times in a row, or brought most three times in a row; it is consulted when a drift rule fires, and gains or
loses by what the iteration that followed it brought. Which it is for is always the same: how to change.

The user's own documents are never a strategy to avoid: a session that has them as its only source has no
other place to search. Beside strategies a lesson counts the searches that found no new page; the lead is told
of these before it plans (`rules.thinking.advised`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, get_args

from pathfinder.protocols.graph.edits import (
    AddLesson,
    AddObservation,
    AddSearch,
    AddSource,
    GraphEdit,
    RecordActions,
    SetLearnedRules,
)
from pathfinder.protocols.graph.memory import LearnedRule, Lesson, Outcome, Situation, Turn, Yield
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import Strategy, investigator
from pathfinder.protocols.planning.memory_words import Tongue, say, strategy_name, tongue

DOCUMENTS: Strategy = "LOCAL"
"""Sent only where the user's own documents are all there is to search."""
STREAK = 3
"""Lessons in a row that make a rule."""
LOOKED_BACK = 10
FIRST_CONFIDENCE, STEP, MOST_CONFIDENCE = 0.6, 0.1, 0.95
LEAST_CONFIDENCE = 0.2
"""A rule that fell under this is forgotten."""
MOST_RULES = 20
SITUATIONS: tuple[Situation, ...] = get_args(Situation)
MOST_GOALS = 10
FEWEST_SEARCHES = 4
"""Searches of an iteration from which their yield says something."""


class _IterationCounts(NamedTuple):
    """An iteration in figures."""

    yields: tuple[Yield, ...]
    explorers: int
    idle: int
    observations: int
    pages: int
    searches: int
    in_vain: int
    """Searches that found no new page."""

    @property
    def nothing_new(self) -> bool:
        return mostly_in_vain(self.in_vain, self.searches)


def reflect_on(graph: CogniGraph, edits: Iterable[GraphEdit], goals: Sequence[str]) -> tuple[GraphEdit, ...]:
    """The lesson of the iteration these edits made, and the rules learned so far with their counts.

    `graph` is the graph before the iteration is closed; `goals` are the codes of its targets.
    """
    happened = _counts_of(edits)
    lesson = _lesson(graph, happened, goals)
    turns = graph.thoughts[-1].turns if _thought_now(graph) else ()
    rules = learned((*graph.reflexion.iterations, lesson), graph.reflexion.learned_rules, turns, graph)
    changed = rules != graph.reflexion.learned_rules
    return (AddLesson(lesson=lesson), *((SetLearnedRules(rules=rules),) if changed else ()))


def _thought_now(graph: CogniGraph) -> bool:
    return bool(graph.thoughts) and graph.thoughts[-1].iteration == graph.iteration


def _counts_of(edits: Iterable[GraphEdit]) -> _IterationCounts:
    sent: list[Strategy] = []
    brought: dict[Strategy, int] = {}
    finders: set[str] = set()
    counts = {"observations": 0, "pages": 0, "searches": 0, "in_vain": 0}
    for edit in edits:
        match edit:
            case RecordActions():
                sent += (action.strategy for action in edit.actions)
            case AddObservation():
                counts["observations"] += 1
                found_by = edit.observation.found_by
                # Who goes out again in round 3 was chosen by the Judge: that says nothing of the plan.
                if found_by is not None and (finder := investigator(found_by)).place.round == 1:
                    # By where it was sent to search, which a drift rule may have changed.
                    by = sent[finder.place.slot - 1]
                    brought[by] = brought.get(by, 0) + 1
                    finders.add(found_by)
            case AddSource():
                counts["pages"] += 1
            case AddSearch():
                counts["searches"] += 1
                counts["in_vain"] += edit.search.new_sources == 0
            case _:
                pass
    yields = tuple(
        Yield(strategy=one, sent=sent.count(one), observations=brought.get(one, 0))
        for one in sorted(set(sent))
    )
    return _IterationCounts(yields, len(sent), max(0, len(sent) - len(finders)), **counts)


def _lesson(graph: CogniGraph, happened: _IterationCounts, goals: Sequence[str]) -> Lesson:
    speak, outcome = tongue(graph.question), _outcome(happened)
    strategies = ", ".join(f"{made.sent} {made.strategy}" for made in happened.yields)
    figures = happened._asdict()
    reasons = [say(speak, "found" if happened.observations else "nothing", **figures)]
    reasons += [say(speak, "idle", **figures)] if happened.idle else []
    reasons += [say(speak, "in_vain", **figures)] if happened.nothing_new else []
    taught, adjustment = _taught(speak, happened, outcome)
    return Lesson(
        iteration=graph.iteration,
        action=say(speak, "action", strategies=strategies, **figures),
        goal=", ".join(goals[:MOST_GOALS]),
        outcome=outcome,
        reason="; ".join(reasons),
        lesson=taught,
        adjustment=adjustment,
        yields=happened.yields,
    )


def _outcome(happened: _IterationCounts) -> Outcome:
    if not happened.observations:
        return "failure"
    return "partial" if 2 * happened.idle > happened.explorers else "success"


def _taught(speak: Tongue, happened: _IterationCounts, outcome: Outcome) -> tuple[str, str]:
    """What to remember and what to do about it: the best strategy and those that brought nothing."""
    if outcome == "failure":
        return say(speak, "all_idle"), say(speak, "other_words")
    best, empty = _best(happened.yields), [made for made in happened.yields if not made.observations]
    said = [say(speak, "worst", strategy=strategy_name(made.strategy, speak)) for made in empty]
    if best is not None:
        said.insert(0, say(speak, "best", strategy=strategy_name(best, speak)))
    adjustment = say(speak, "other_words" if empty or happened.nothing_new else "go_on")
    if not said:
        said.append(say(speak, "same"))
    if happened.nothing_new:
        said.append(say(speak, "known_pages"))
    return " ".join(said), adjustment


def mostly_in_vain(in_vain: int, searches: int) -> bool:
    """Most of several searches found no new page."""
    return searches >= FEWEST_SEARCHES and 2 * in_vain > searches


def _best(yields: Sequence[Yield]) -> Strategy | None:
    """The strategy that brought more per Explorer than any other; None if there is no such one."""
    ranked = sorted(yields, key=_each, reverse=True)
    if len(ranked) < 2 or _each(ranked[0]) == _each(ranked[1]):
        return None
    return ranked[0].strategy


def _each(made: Yield) -> float:
    return made.observations / made.sent if made.sent else 0.0


def learned(
    lessons: Sequence[Lesson], known: Sequence[LearnedRule], turns: Sequence[Turn], graph: CogniGraph
) -> tuple[LearnedRule, ...]:
    """The rules after the last lesson: those that were applied are judged by it, new ones are learned."""
    applied = {turn.rule for turn in turns if turn.rule}
    rules = {
        rule.rule: _tried(rule, lessons[-1]) if rule.rule in applied else rule
        for rule in known
        if rule.avoid != DOCUMENTS
    }
    for made in _made(lessons, tongue(graph.question)):
        # What is learned now overrules what was learned the other way round.
        rules = {text: rule for text, rule in rules.items() if not _opposed(rule, made)}
        before = rules.get(made.rule)
        rules[made.rule] = made if before is None else _moved(before, STEP / 2)
    kept = [rule for rule in rules.values() if rule.confidence >= LEAST_CONFIDENCE]
    return tuple(sorted(kept, key=lambda rule: -rule.confidence)[:MOST_RULES])


def _tried(rule: LearnedRule, lesson: Lesson) -> LearnedRule:
    """A rule that was followed: did what it prefers bring anything, or, if it prefers nothing, anybody?"""
    worked = any(
        made.observations for made in lesson.yields if rule.prefer is None or made.strategy == rule.prefer
    )
    counted = rule.model_copy(
        update={
            "applied_count": rule.applied_count + 1,
            "success_count": rule.success_count + worked,
        }
    )
    return _moved(counted, STEP if worked else -STEP)


def _moved(rule: LearnedRule, by: float) -> LearnedRule:
    return rule.model_copy(
        update={"confidence": round(min(MOST_CONFIDENCE, max(0.0, rule.confidence + by)), 3)}
    )


def _opposed(rule: LearnedRule, made: LearnedRule) -> bool:
    return (made.avoid is not None and rule.prefer == made.avoid) or (
        made.prefer is not None and rule.avoid == made.prefer
    )


def _made(lessons: Sequence[Lesson], speak: Tongue) -> Iterator[LearnedRule]:
    last = lessons[-1]
    for made in last.yields:
        if made.strategy != DOCUMENTS and not made.observations and _empty_in_a_row(lessons, made.strategy):
            prefer = _most_of_late(lessons, made.strategy)
            names = {
                "avoid": strategy_name(made.strategy, speak),
                "prefer": strategy_name(prefer, speak) if prefer else "",
            }
            text = (
                say(speak, "avoid", strategy=strategy_name(made.strategy, speak))
                if prefer is None
                else say(speak, "instead", **names)
            )
            yield _rule(text, last.iteration, prefer, made.strategy)
    window = lessons[-STREAK:]
    best = {_best(lesson.yields) for lesson in window}
    if len(window) == STREAK and len(best) == 1 and (prefer := best.pop()) is not None:
        yield _rule(say(speak, "prefer", strategy=strategy_name(prefer, speak)), last.iteration, prefer, None)


def _rule(text: str, iteration: int, prefer: Strategy | None, avoid: Strategy | None) -> LearnedRule:
    return LearnedRule(
        rule=text,
        situations=SITUATIONS,
        confidence=FIRST_CONFIDENCE,
        learned_iteration=iteration,
        prefer=prefer,
        avoid=avoid,
    )


def _empty_in_a_row(lessons: Sequence[Lesson], strategy: Strategy) -> bool:
    used = [made for lesson in lessons[-LOOKED_BACK:] for made in lesson.yields if made.strategy == strategy]
    last = used[-STREAK:]
    return len(last) == STREAK and not any(made.observations for made in last)


def _most_of_late(lessons: Sequence[Lesson], but: Strategy) -> Strategy | None:
    """The recent strategy that brought most per Explorer, and one that brought nothing; None if none did."""
    sent: dict[Strategy, int] = {}
    brought: dict[Strategy, int] = {}
    for lesson in lessons[-LOOKED_BACK:]:
        for made in lesson.yields:
            sent[made.strategy] = sent.get(made.strategy, 0) + made.sent
            brought[made.strategy] = brought.get(made.strategy, 0) + made.observations
    paid = [one for one in sorted(sent) if one != but and brought[one]]
    return max(paid, key=lambda one: brought[one] / sent[one], default=None)
