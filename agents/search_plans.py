"""How each Explorer searches: as the lead planned, unless research goes in circles or a claim is settled.

A lineage is a strategy and a target, and AGREED asks for two lineages. So a rule that wants another search
changes `SearchPlan.query_bias`, never `SearchPlan.strategy`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from pathfinder.agents.query_plan import Queries
from pathfinder.protocols.calls.targets import HypothesisTarget, Lens, LensTarget, Target, code
from pathfinder.protocols.evidence.masking import WINDOW
from pathfinder.protocols.graph.memory import Action, LearnedRule, Situation, Turn
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import Strategy
from pathfinder.protocols.planning.angles import falsifying, other_lens
from pathfinder.protocols.planning.drift import (
    SAME_PATTERN,
    ChangeApproach,
    Go,
    dry_spell,
    other_engine,
    other_strategy,
    pattern_advice,
)
from pathfinder.protocols.planning.memory_words import lens_name, say, strategy_name
from pathfinder.protocols.planning.selection import Selected
from pathfinder.protocols.planning.switches import Switches
from pathfinder.protocols.planning.target_scores import settled_false

FALSIFYING = 7
"""The class of what is settled: what holds is visited to be broken."""


class SearchPlan(NamedTuple):
    """The strategy, lens and engine of one Explorer, and the kind of source its queries favour."""

    strategy: Strategy
    """Who goes. With the target it names the lineage, so no drift rule changes it: or going in circles would
    make a second lineage of the same look, and two lineages are what agreement asks for."""
    lens: Lens | None = None
    query_bias: Strategy | None = None
    """The kind of source that the queries favour, where a rule and not the lead decided it."""
    engine: str = ""
    """A rule sends the queries to this engine alone."""

    @property
    def searched(self) -> Strategy:
        """The strategy that its queries follow: what the drift rules remember."""
        return self.query_bias or self.strategy


def _to_be_falsified(target: Target, graph: CogniGraph) -> TypeGuard[HypothesisTarget]:
    """A claim that holds; of one that is settled as false a skeptic would only find what is known."""
    return isinstance(target, HypothesisTarget) and not settled_false(graph.hypotheses[target.hypothesis])


@dataclass
class SearchPlans:
    """The search plans of one iteration; what a drift rule changes is noted in `queries`."""

    graph: CogniGraph
    engine: str
    available: Sequence[Strategy]
    switches: Switches
    queries: Queries

    def of(self, picked: Selected, slot: int, planned: Strategy) -> SearchPlan:
        """The plan of one slot."""
        plan = SearchPlan(planned)
        target = picked.target
        if picked.class_ == FALSIFYING and _to_be_falsified(target, self.graph):
            strategy, lens = falsifying(self.graph, target.hypothesis, self.available)
            plan = SearchPlan(strategy, lens, strategy if strategy != planned else None)
        if not self.switches.drift:
            return plan
        spell = dry_spell(self.graph)
        if isinstance(spell, ChangeApproach):
            return self._from_elsewhere(picked, slot, plan, spell.iterations)
        work = pattern_advice(self.action(picked, plan), self.graph.drift.actions)
        return plan if isinstance(work, Go) else self._otherwise(picked, slot, plan)

    def action(self, picked: Selected, plan: SearchPlan) -> Action:
        """What the slot does, as the drift rules remember it."""
        engine = plan.engine or self.engine
        return Action(target_class=picked.class_, strategy=plan.searched, engine=engine)

    def _elsewhere(
        self, picked: Selected, plan: SearchPlan, recent: Sequence[Sequence[Action]], rule: LearnedRule | None
    ) -> Strategy | None:
        """Where else to search; None if there is no other place. A skeptic goes on looking for refutation.

        Nor does anybody become one: it sees one side only, good for what is settled, not for getting out of
        a circle. On truth worlds, with skeptics for a change, 57 of 100 claims came out right instead of 69.
        """
        if plan.strategy == "SKEPTIC":
            return None
        others = [strategy for strategy in self.available if strategy != "SKEPTIC"]
        return other_strategy(self.action(picked, plan), recent, others, rule)

    def _from_elsewhere(self, picked: Selected, slot: int, plan: SearchPlan, dry: int) -> SearchPlan:
        """Nothing has come in for long: another light, and another place and engine if there is one."""
        speak, rule = self.queries.speak, self.queries.rule("dry_spell")
        query_bias, target = self._elsewhere(picked, plan, (), rule), code(picked.target)
        lens = other_lens(self.graph.iteration + slot, _own_lens(picked))
        change = say(speak, "lens", target=target, lens=lens_name(lens, speak))
        if query_bias is not None:
            change += (
                f"; {say(speak, 'to_strategy', target=target, strategy=strategy_name(query_bias, speak))}"
            )
        engine = self._other_engine(slot)
        if engine:
            change += f"; {say(speak, 'to_engine', target=target, engine=engine)}"
        self._tell(
            "dry_spell", say(speak, "dry", iterations=dry), change, rule if query_bias is not None else None
        )
        return SearchPlan(plan.strategy, lens, query_bias or plan.query_bias, engine)

    def _other_engine(self, slot: int) -> str:
        """One of several engines, another for each slot and each iteration."""
        graph = self.graph
        return other_engine(graph.searches, graph.iteration - WINDOW, graph.iteration + slot) or ""

    def _otherwise(self, picked: Selected, slot: int, plan: SearchPlan) -> SearchPlan:
        """The same work three times: another place to search, else another engine, else another light."""
        speak, rule = self.queries.speak, self.queries.rule("same_pattern")
        target = code(picked.target)
        reason = say(speak, "pattern", number=picked.class_, strategy=strategy_name(plan.searched, speak))
        query_bias = self._elsewhere(picked, plan, self.graph.drift.actions, rule)
        if query_bias is not None:
            change = say(speak, "to_strategy", target=target, strategy=strategy_name(query_bias, speak))
            self._tell("same_pattern", reason, change, rule)
            return SearchPlan(plan.strategy, plan.lens, query_bias)
        if engine := self._other_engine(slot):
            self._tell("same_pattern", reason, say(speak, "to_engine", target=target, engine=engine), None)
            return SearchPlan(plan.strategy, plan.lens, plan.query_bias, engine)
        if self._lately():
            return plan
        lens = plan.lens or other_lens(self.graph.iteration + slot, _own_lens(picked))
        change = say(speak, "lens", target=target, lens=lens_name(lens, speak))
        self._tell("same_pattern", reason, change, None)
        return SearchPlan(plan.strategy, lens, plan.query_bias)

    def _lately(self) -> bool:
        """The light was changed in the last two iterations; as the work stays the same, it would go on."""
        last = (turn for thought in self.graph.thoughts[1 - SAME_PATTERN :] for turn in thought.turns)
        return any(turn.situation == "same_pattern" for turn in last)

    def _tell(self, situation: Situation, reason: str, change: str, rule: LearnedRule | None) -> None:
        text = rule.rule if rule is not None else ""
        self.queries.tell(Turn(situation=situation, reason=reason, change=change, rule=text))


def _own_lens(picked: Selected) -> Lens | None:
    return picked.target.lens if isinstance(picked.target, LensTarget) else None
