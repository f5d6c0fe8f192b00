"""Which way an Explorer goes: the lead's, unless research goes in circles or tries a settled claim again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pathfinder.agents.query_plan import Queries
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import Strategy
from pathfinder.protocols.memory import Action, LearnedRule, Situation, Turn
from pathfinder.protocols.rules.angles import falsifying, other_lens
from pathfinder.protocols.rules.drift import (
    SAME_PATTERN,
    ChangeApproach,
    Go,
    dry_spell,
    other_strategy,
    pattern_advice,
)
from pathfinder.protocols.rules.memory_words import LENSES_SAID, STRATEGIES, say
from pathfinder.protocols.rules.selection import Selected
from pathfinder.protocols.switches import Switches
from pathfinder.protocols.targets import HypothesisTarget, Lens, LensTarget, code

FALSIFYING = 7
"""The class of what is verified, visited to be broken."""


class Way(NamedTuple):
    """A strategy, and a light in which to look."""

    strategy: Strategy
    lens: Lens | None = None
    changed: bool = False
    """It is not the lead's: the queries lean on it too."""


@dataclass
class Ways:
    """The ways of one iteration; what a drift rule changes is told to `queries`."""

    graph: CogniGraph
    engine: str
    available: Sequence[Strategy]
    switches: Switches
    queries: Queries

    def of(self, picked: Selected, slot: int, planned: Strategy) -> Way:
        """The way of one slot."""
        way = Way(planned)
        if picked.class_ == FALSIFYING and isinstance(picked.target, HypothesisTarget):
            strategy, lens = falsifying(self.graph, picked.target.hypothesis, self.available)
            way = Way(strategy, lens, strategy != planned)
        if not self.switches.drift:
            return way
        spell = dry_spell(self.graph)
        if isinstance(spell, ChangeApproach):
            return self._from_elsewhere(picked, slot, way, spell.iterations)
        action = Action(target_class=picked.class_, strategy=way.strategy, engine=self.engine)
        return way if isinstance(self._pattern(action), Go) else self._otherwise(picked, slot, way, action)

    def _evenhanded(self) -> list[Strategy]:
        """A skeptic sees one side only: good for what is settled, not for getting out of a circle.

        Measured on truth worlds: with skeptics for a change, 57 of 100 claims came out right instead of 69.
        """
        return [strategy for strategy in self.available if strategy != "SKEPTIC"]

    def _pattern(self, action: Action) -> object:
        return pattern_advice(action, self.graph.drift.actions)

    def _from_elsewhere(self, picked: Selected, slot: int, way: Way, dry: int) -> Way:
        """Nothing has come in for long: another strategy, and another light."""
        speak, rule = self.queries.speak, self.queries.rule("dry_spell")
        action = Action(target_class=picked.class_, strategy=way.strategy, engine=self.engine)
        strategy = other_strategy(action, (), self._evenhanded(), rule) or way.strategy
        lens = other_lens(self.graph.iteration + slot, _own_lens(picked))
        change = say(speak, "lens", target=code(picked.target), lens=LENSES_SAID[speak][lens])
        to = say(speak, "to_strategy", target=code(picked.target), strategy=STRATEGIES[speak][strategy])
        self._tell("dry_spell", say(speak, "dry", iterations=dry), f"{change}; {to}", rule)
        return Way(strategy, lens, True)

    def _otherwise(self, picked: Selected, slot: int, way: Way, action: Action) -> Way:
        """The same work three times: another strategy, or another light where there is no other."""
        speak, rule = self.queries.speak, self.queries.rule("same_pattern")
        target, words = code(picked.target), STRATEGIES[speak]
        reason = say(speak, "pattern", number=picked.class_, strategy=words[way.strategy])
        strategy = other_strategy(action, self.graph.drift.actions, self._evenhanded(), rule)
        if strategy is not None:
            change = say(speak, "to_strategy", target=target, strategy=words[strategy])
            self._tell("same_pattern", reason, change, rule)
            return Way(strategy, way.lens, True)
        if self._lately():
            return way
        lens = way.lens or other_lens(self.graph.iteration + slot, _own_lens(picked))
        change = say(speak, "lens", target=target, lens=LENSES_SAID[speak][lens])
        self._tell("same_pattern", reason, change, None)
        return Way(way.strategy, lens, way.changed)

    def _lately(self) -> bool:
        """The light was changed in the last two iterations; as the work stays the same, it would go on."""
        last = (turn for thought in self.graph.thoughts[1 - SAME_PATTERN :] for turn in thought.turns)
        return any(turn.situation == "same_pattern" for turn in last)

    def _tell(self, situation: Situation, reason: str, change: str, rule: LearnedRule | None) -> None:
        text = rule.rule if rule is not None else ""
        self.queries.tell(Turn(situation=situation, reason=reason, change=change, rule=text))


def _own_lens(picked: Selected) -> Lens | None:
    return picked.target.lens if isinstance(picked.target, LensTarget) else None
