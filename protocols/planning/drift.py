"""Going in circles: when a query, a pattern of work or a whole approach has to change.

Each rule answers with advice; `consult` asks the reflexion memory how. The rules remember
by `graph.searches` (what was run) and `graph.drift` (what was turned away, what the last iterations did).
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Action, Count, LearnedRule, Reflexion, SearchRecord, Situation
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import Strategy
from pathfinder.protocols.planning.query_history import SearchHistory

SAME_PATTERN = 3
"""Iterations in a row with one (class, strategy, engine), after which it changes."""
DRY_SPELL = 5
"""Iterations in a row without a new observation, after which the approach changes."""
GIVEN_UP_AFTER = 3
"""Times a learned rule may fail before it is no longer advised, if it never helped."""


class Go(Frozen):
    """The query may run."""

    kind: Literal["go"] = "go"


class Vary(Frozen):
    """Do not run this query; ask the same in other words."""

    kind: Literal["vary"] = "vary"
    situation: Literal["repeated_query"] = "repeated_query"


class ChangeStrategy(Frozen):
    """Other words are not enough: another strategy, engine or angle."""

    kind: Literal["change_strategy"] = "change_strategy"
    situation: Literal["repeated_query", "same_pattern"]


class ChangeApproach(Frozen):
    """No recent strategy has brought anything: approach the question from elsewhere."""

    kind: Literal["change_approach"] = "change_approach"
    situation: Literal["dry_spell"] = "dry_spell"
    iterations: Count
    """How long nothing has come in; each further one asks for another approach again."""


Advice = Annotated[Go | Vary | ChangeStrategy | ChangeApproach, Field(discriminator="kind")]


def query_advice(query: str, past: SearchHistory) -> Go | Vary | ChangeStrategy:
    """Whether a proposed query may run: the second proposal is varied, the third changes the strategy."""
    earlier = past.proposals(query)
    if earlier == 0:
        return Go()
    if earlier == 1:
        return Vary()
    return ChangeStrategy(situation="repeated_query")


def pattern_advice(planned: Action, recent: Sequence[Sequence[Action]]) -> Go | ChangeStrategy:
    """Whether to do once more what each of the last three iterations did; `recent` is newest last."""
    window = recent[-SAME_PATTERN:]
    if len(window) < SAME_PATTERN or any(planned not in actions for actions in window):
        return Go()
    return ChangeStrategy(situation="same_pattern")


def other_strategy(
    planned: Action,
    recent: Sequence[Sequence[Action]],
    available: Sequence[Strategy],
    rule: LearnedRule | None = None,
) -> Strategy | None:
    """The strategy to change to, as a learned rule says or the next in turn; None if there is no other.

    One that each of the last three iterations used on this class as well is no change.
    """
    at = available.index(planned.strategy) + 1 if planned.strategy in available else 0
    in_turn = [*available[at:], *available[:at]]
    if rule is not None:
        in_turn = [one for one in in_turn if one != rule.avoid]
        in_turn.sort(key=lambda one: one != rule.prefer)
    for strategy in in_turn:
        changed = planned.model_copy(update={"strategy": strategy})
        if strategy != planned.strategy and isinstance(pattern_advice(changed, recent), Go):
            return strategy
    return None


def other_engine(searches: Sequence[SearchRecord], since: int, turn: int) -> str | None:
    """One of the engines that found something recently, each in its turn; None where there is no choice.

    Asked together, they show what the most of them rank high; alone, each shows what only it knows.
    """
    late = takewhile(lambda one: one.iteration >= since, reversed(searches))
    answering = sorted({one.engine for one in late if one.result_count})
    return answering[turn % len(answering)] if len(answering) > 1 else None


def dry_spell(graph: CogniGraph) -> Go | ChangeApproach:
    """Five closed iterations without a new observation ask for another approach."""
    dry = max(0, graph.iteration - 1 - max(graph.index.observed_in, default=-1))
    if dry < DRY_SPELL:
        return Go()
    return ChangeApproach(iterations=dry)


def consult(reflexion: Reflexion, situation: Situation) -> LearnedRule | None:
    """The learned rule that promises most in a situation: confidence x success, the older one of equals.

    A rule for this very situation goes before one that names none; a rule that only failed is not advised.
    """
    fitting = [rule for rule in reflexion.learned_rules if _fits(rule, situation) and not _given_up(rule)]
    return min(fitting, key=_rank, default=None)


def _fits(rule: LearnedRule, situation: Situation) -> bool:
    return not rule.situations or situation in rule.situations


def _given_up(rule: LearnedRule) -> bool:
    return rule.applied_count >= GIVEN_UP_AFTER and rule.success_count == 0


def _rank(rule: LearnedRule) -> tuple[bool, float, int, str]:
    return not rule.situations, -rule.confidence * _success(rule), rule.learned_iteration, rule.rule


def _success(rule: LearnedRule) -> float:
    """The share of successes, starting from a half: a rule never tried deserves a try."""
    return (min(rule.success_count, rule.applied_count) + 1) / (rule.applied_count + 2)
