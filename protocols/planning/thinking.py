"""Which tool to think with: chosen from the graph, given to the lead as advice.

stuck            nothing new for five iterations, or three in vain    first principles
stalemate        a conflict that nobody settles                       TRIZ
contradiction    claims that exclude each other                       Bayesian update
overloaded       more than can be weighed                             Occam
new direction    all weak, or little new comes in                     SCAMPER
sure             a claim that looks settled                           falsification
"""

from itertools import takewhile
from typing import NamedTuple

from pathfinder.protocols.graph.memory import ThinkingTool
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.planning.drift import ChangeApproach, Go, consult, dry_spell
from pathfinder.protocols.planning.memory_words import ToolReason, say, tongue, tool_advice, tool_reason
from pathfinder.protocols.planning.reflexion import mostly_in_vain
from pathfinder.protocols.planning.switches import EVERYTHING, Switches
from pathfinder.protocols.text.sanitize import one_line

SURE = 0.8
MANY_ALIVE = 40
"""Living hypotheses beyond what anybody weighs."""
MOST_SHOWN, SHOWN_QUERY = 5, 80
"""Searches in vain that the lead is shown, and how much of each."""
VAIN = 3
"""Iterations in a row that failed."""

_TOOLS: dict[ToolReason, ThinkingTool] = {
    "stuck": "first_principles",
    "stalemate": "triz",
    "contradiction": "bayesian_update",
    "overloaded": "occam",
    "new_direction": "scamper",
    "sure": "falsification",
    "usual": "scientific",
}


class Thinking(NamedTuple):
    """A tool, and why this one."""

    tool: ThinkingTool
    reason: ToolReason
    said: str
    """The reason in the language of the question."""
    advice: str
    """How to use it, for the lead, in the same language."""


def thinking(graph: CogniGraph) -> Thinking:
    """The tool for where the research stands; the same graph always gives the same."""
    reason, speak = _situation(graph), tongue(graph.question)
    tool, said = _TOOLS[reason], tool_reason(reason, speak)
    # The usual way needs no word.
    return Thinking(tool, reason, said, "" if reason == "usual" else f"{tool_advice(tool, speak)} ({said})")


def advised(graph: CogniGraph, switches: Switches = EVERYTHING) -> tuple[str, ...]:
    """What has to change, shown to the lead before it plans: searches and iterations without results."""
    vain = _vain_searches(graph) if switches.reflexion else ()
    spell = dry_spell(graph)
    if not isinstance(spell, ChangeApproach) or not switches.drift:
        return vain
    rule = consult(graph.reflexion, "dry_spell") if switches.reflexion else None
    said = say(tongue(graph.question), "dry", iterations=spell.iterations)
    return (*vain, said) if rule is None else (*vain, said, rule.rule)


def _vain_searches(graph: CogniGraph) -> tuple[str, ...]:
    """That most searches of the last iteration found no new page, with a few of them."""
    last = list(takewhile(lambda one: one.iteration == graph.iteration - 1, reversed(graph.searches)))
    vain = [search.query for search in reversed(last) if search.new_sources == 0]
    if not mostly_in_vain(len(vain), len(last)):
        return ()
    shown = ", ".join(f"“{one_line(query, SHOWN_QUERY)}”" for query in list(dict.fromkeys(vain))[:MOST_SHOWN])
    figures: dict[str, str | int] = {"in_vain": len(vain), "searches": len(last), "queries": shown}
    return (say(tongue(graph.question), "vain_searches", **figures),)


def _situation(graph: CogniGraph) -> ToolReason:
    issues, last = graph.health.issues, graph.reflexion.iterations[-VAIN:]
    in_vain = len(last) == VAIN and all(lesson.outcome == "failure" for lesson in last)
    if in_vain or not isinstance(dry_spell(graph), Go):
        return "stuck"
    if "STALEMATE" in issues:
        return "stalemate"
    if graph.active_conflicts():
        return "contradiction"
    alive = graph.alive()
    if "DATA_EXPLOSION" in issues or len(alive) > MANY_ALIVE:
        return "overloaded"
    if "ALL_WEAK" in issues or "SATURATED" in issues:
        return "new_direction"
    return "sure" if any(known.strength >= SURE for known in alive.values()) else "usual"
