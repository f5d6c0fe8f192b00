"""One iteration, phase by phase. Every phase returns edits; nothing else changes the graph.

What the user decides about an iteration (Explorers, notes, engines) is journaled with it: a resume that saw
other input would stop with ReplayDiverged.
"""

from dataclasses import dataclass

from pathfinder.agents.auditor import audit_points, audit_question
from pathfinder.agents.facts import Labels
from pathfinder.agents.lead import BriefContext, plan, slot_views
from pathfinder.agents.thinker import chosen_idea, left_out
from pathfinder.locales.catalogue import Message
from pathfinder.orchestrator.exploring import send
from pathfinder.orchestrator.iteration_state import CONTEXT_TOKENS, Iteration, IterationDeps
from pathfinder.orchestrator.judging import JudgingResult, judge
from pathfinder.orchestrator.merging import merge_reports
from pathfinder.orchestrator.planning import taken_apart
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.briefs import Brief
from pathfinder.protocols.calls.questions import Briefs, Decompose, Ideas, Ideate, WriteBriefs
from pathfinder.protocols.calls.targets import code
from pathfinder.protocols.graph.edits import AddThought, GraphEdit, SetAudit, SetSubQuestions
from pathfinder.protocols.graph.memory import LeadingClaim, Thought, Turn
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.auditing import conflicts_of, merged_points
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.planning.closing import close
from pathfinder.protocols.planning.context import context, evidence_lines
from pathfinder.protocols.planning.health import examine
from pathfinder.protocols.planning.ideas import adopt_idea, ideas_due
from pathfinder.protocols.planning.knowledge import concept_edits
from pathfinder.protocols.planning.priority import ranked
from pathfinder.protocols.planning.reflexion import reflect_on
from pathfinder.protocols.planning.selection import SelectionOutcome, select
from pathfinder.protocols.planning.steering import numbered, steer_hints, steered
from pathfinder.protocols.planning.thinking import Thinking, advised, thinking
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.sanitize import one_line

__all__ = ["ClosedIteration", "IterationDeps", "iterate"]

MOST_REFLECTION = 1_200
"""Characters of a reflection that are kept; the journal has all of it."""
MOST_UNSURE = 300
"""Characters of each point of its lists."""


@dataclass(frozen=True)
class ClosedIteration:
    """A closed iteration: the graph after it, and the edits that led there."""

    graph: CogniGraph
    edits: tuple[GraphEdit, ...]


async def iterate(graph: CogniGraph, deps: IterationDeps) -> ClosedIteration:
    """SELECT, EXPLORE, MERGE, AUDIT, JUDGE, VERDICT, IDEATE, FINALIZE, CHECK; the run saves."""
    iteration = Iteration(graph, deps)
    iteration.do(steered(iteration.graph, deps.inputs.said))
    await _decompose(iteration)
    briefs = await _brief(iteration)
    if deps.ready is not None:
        await deps.ready()
    iteration.enter("EXPLORE")
    reports = await send(iteration, briefs)
    merged = await merge_reports(iteration, reports)
    await _audit(iteration)
    judged = await judge(iteration, reports, merged)
    await _ideate(iteration)
    _finalize(iteration, judged)
    iteration.do(examine(iteration.graph))
    return ClosedIteration(iteration.graph, tuple(iteration.edits))


async def _decompose(iteration: Iteration) -> None:
    """The question in parts, once per session: as the user approved them, or as the lead sees them."""
    iteration.enter("SELECT")
    if iteration.graph.sub_questions:
        return
    parts, trouble = numbered(iteration.deps.inputs.plan), ""
    if not parts:
        parts, trouble = await taken_apart(iteration.graph, iteration.deps.model)
    if trouble:
        iteration.fail("unreadable", Decompose.name, trouble)
    iteration.do([SetSubQuestions(sub_questions=parts)])


async def _brief(iteration: Iteration) -> tuple[Brief, ...]:
    """REFLECT and SELECT: which targets, and how each Explorer goes about its own."""
    deps, chosen = (
        iteration.deps,
        select(iteration.graph, iteration.deps.inputs.parallel, iteration.deps.inputs.switches),
    )
    thought = thinking(iteration.graph)
    ask = _briefing(iteration, chosen, thought)
    answer = await deps.model.answer(ask, iteration.step("SELECT", ask.name))
    if isinstance(answer, Unable):
        iteration.fail("unreadable", ask.name, answer.reason)
    shown = ask.context.active + ask.context.hypotheses
    brief_context = BriefContext(
        deps.sources.engine, deps.local, shown, deps.similarity, deps.inputs.switches
    )
    written = None if isinstance(answer, Unable) else answer.value
    planned = plan(iteration.graph, chosen.targets, written, brief_context)
    kept = _kept_thought(iteration.graph, thought, written or Briefs(briefs=()), planned.turns)
    iteration.do((*chosen.edits, *planned.edits, AddThought(thought=kept)))
    return planned.briefs


def _kept_thought(graph: CogniGraph, chosen: Thinking, answer: Briefs, turns: tuple[Turn, ...]) -> Thought:
    """What REFLECT came to, as the memory keeps it; claims that do not exist are left out."""
    named = dict.fromkeys(HypothesisId(name) for name in answer.leading if name in graph.hypotheses)
    return Thought(
        iteration=graph.iteration,
        reflection=one_line(answer.reflection, MOST_REFLECTION),
        tool=chosen.tool,
        because=chosen.said,
        leading=tuple(LeadingClaim(hypothesis=name, mark=source_tag(graph, name).mark) for name in named),
        unsure=tuple(one_line(text, MOST_UNSURE) for text in answer.unsure),
        overlooked=one_line(answer.overlooked, MOST_UNSURE),
        turns=turns,
    )


def _briefing(iteration: Iteration, chosen: SelectionOutcome, thought: Thinking) -> WriteBriefs:
    graph = iteration.graph
    return WriteBriefs(
        context=context(graph, ranked(graph), CONTEXT_TOKENS),
        slots=slot_views(graph, chosen.targets),
        mode=chosen.mode,
        issues=graph.health.issues,
        thinking=" ".join((*iteration.deps.inputs.advice, thought.advice)).strip(),
        advice=advised(graph, iteration.deps.inputs.switches),
        notes=steer_hints(iteration.deps.inputs.said),
        language=language(graph.question),
    )


async def _audit(iteration: Iteration) -> None:
    """All facts side by side: contradictions become conflicts at once; the reviewer checks the rest."""
    graph, labels = iteration.graph, Labels()
    ask = audit_question(graph, labels, iteration.deps.inputs.today)
    if ask is None:
        return
    iteration.enter("AUDIT")
    answer = await iteration.deps.model.answer(ask, iteration.step("AUDIT", ask.name))
    if isinstance(answer, Unable):
        iteration.fail("unreadable", ask.name, answer.reason)
        return
    points = audit_points(graph, answer.value, labels)
    iteration.do(conflicts_of(graph, points))
    iteration.do([SetAudit(points=merged_points(graph.audit, points))])


async def _ideate(iteration: Iteration) -> None:
    """Every third iteration the Thinker is asked for a hypothesis of our own."""
    graph = iteration.graph
    if not ideas_due(graph):
        return
    iteration.enter("IDEATE")
    shown = context(graph, ranked(graph), CONTEXT_TOKENS)
    ask = Ideate(
        context=shown,
        evidence=evidence_lines(graph, shown),
        issues=graph.health.issues,
        language=language(graph.question),
    )
    answer = await iteration.deps.model.answer(ask, iteration.step("IDEATE", ask.name))
    if isinstance(answer, Unable):
        iteration.fail("unreadable", ask.name, answer.reason)
        return
    ideas = await _with_all_tools(iteration, ask, answer.value)
    iteration.do(adopt_idea(graph, chosen_idea(ideas)))


async def _with_all_tools(iteration: Iteration, ask: Ideate, first: Ideas) -> Ideas:
    """Ideas by all six thinking tools: an answer that leaves one out is asked for once more.

    What is still missing then is a failure on record, and the better of the two answers is used.
    """
    missing = left_out(first)
    if not missing:
        return first
    again = ask.model_copy(update={"missing": missing})
    answer = await iteration.deps.model.answer(again, iteration.step("IDEATE", ask.name, "missing-tools"))
    if isinstance(answer, Unable):
        ideas, reason = first, answer.reason
    else:
        better = len(left_out(answer.value)) < len(missing)
        ideas, reason = (answer.value if better else first), Message("ideas-left-out")
    if still := left_out(ideas):
        iteration.fail("refused", Message("failed-ideas", tools=", ".join(still)), reason)
    return ideas


def _finalize(iteration: Iteration, judged: JudgingResult) -> None:
    """Visits, rests, statuses, and the iteration is over."""
    iteration.enter("FINALIZE")
    iteration.do(concept_edits(iteration.graph, iteration.edits))
    if iteration.deps.inputs.switches.reflexion:
        goals = [code(outcome.target) for outcome in judged.outcomes]
        iteration.do(reflect_on(iteration.graph, iteration.edits, goals))
    iteration.do(close(iteration.graph, judged.outcomes, judged.changed, judged.looked_at))
