"""One iteration, phase by phase. Every phase returns edits; nothing else changes the graph."""

from dataclasses import dataclass

from pathfinder.agents.auditor import audit_points, audit_question
from pathfinder.agents.facts import Labels
from pathfinder.agents.lead import Setting, plan, slot_views
from pathfinder.agents.thinker import chosen_idea, left_out
from pathfinder.locales.catalogue import Message
from pathfinder.orchestrator.course import CONTEXT_TOKENS, Course, Desk
from pathfinder.orchestrator.exploring import merge_reports, send
from pathfinder.orchestrator.judging import Judged, judge
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
from pathfinder.protocols.planning.knowledge import woven
from pathfinder.protocols.planning.priority import ranked
from pathfinder.protocols.planning.reflexion import reflect_on
from pathfinder.protocols.planning.selection import SelectionOutcome, select
from pathfinder.protocols.planning.steering import hints, steered
from pathfinder.protocols.planning.thinking import Thinking, advised, thinking
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.sanitize import one_line

__all__ = ["Desk", "Iterated", "iterate"]

MOST_REFLECTION = 1_200
"""Characters of a reflection that are kept; the journal has all of it."""
MOST_UNSURE = 300
"""Characters of each point of its lists."""


@dataclass(frozen=True)
class Iterated:
    """A closed iteration: the graph after it, and the edits that led there."""

    graph: CogniGraph
    edits: tuple[GraphEdit, ...]


async def iterate(graph: CogniGraph, desk: Desk) -> Iterated:
    """SELECT, EXPLORE, MERGE, AUDIT, JUDGE, VERDICT, IDEATE, FINALIZE, CHECK; the run saves."""
    course = Course(graph, desk)
    course.do(steered(course.graph, desk.steers))
    await _decompose(course)
    briefs = await _brief(course)
    if desk.ready is not None:
        await desk.ready()
    course.enter("EXPLORE")
    reports = await send(course, briefs)
    merged = await merge_reports(course, reports)
    await _audit(course)
    judged = await judge(course, reports, merged)
    await _ideate(course)
    _finalize(course, judged)
    course.do(examine(course.graph))
    return Iterated(course.graph, tuple(course.edits))


async def _decompose(course: Course) -> None:
    """The question in parts, once per session: as the user approved them, or as the lead sees them."""
    course.enter("SELECT")
    if course.graph.sub_questions:
        return
    parts, trouble = course.desk.plan or {}, ""
    if not parts:
        parts, trouble = await taken_apart(course.graph, course.desk.model)
    if trouble:
        course.fail("unreadable", Decompose.name, trouble)
    course.do([SetSubQuestions(sub_questions=parts)])


async def _brief(course: Course) -> tuple[Brief, ...]:
    """REFLECT and SELECT: which targets, and how each Explorer goes about its own."""
    desk, chosen = course.desk, select(course.graph, course.desk.parallel, course.desk.switches)
    thought = thinking(course.graph)
    ask = _briefing(course, chosen, thought)
    answer = await desk.model.answer(ask, course.step("SELECT", ask.name))
    if isinstance(answer, Unable):
        course.fail("unreadable", ask.name, answer.reason)
    shown = ask.context.active + ask.context.hypotheses
    setting = Setting(desk.sources.engine, desk.local, shown, desk.similarity, desk.switches)
    written = None if isinstance(answer, Unable) else answer.value
    planned = plan(course.graph, chosen.targets, written, setting)
    kept = _kept_thought(course.graph, thought, written or Briefs(briefs=()), planned.turns)
    course.do((*chosen.edits, *planned.edits, AddThought(thought=kept)))
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


def _briefing(course: Course, chosen: SelectionOutcome, thought: Thinking) -> WriteBriefs:
    graph = course.graph
    return WriteBriefs(
        context=context(graph, ranked(graph), CONTEXT_TOKENS),
        slots=slot_views(graph, chosen.targets),
        mode=chosen.mode,
        issues=graph.health.issues,
        thinking=" ".join((*course.desk.advice, thought.advice)).strip(),
        advice=advised(graph, course.desk.switches),
        notes=hints(course.desk.steers),
        language=language(graph.question),
    )


async def _audit(course: Course) -> None:
    """All facts side by side: contradictions become conflicts at once; the reviewer checks the rest."""
    graph, labels = course.graph, Labels()
    ask = audit_question(graph, labels, course.desk.today)
    if ask is None:
        return
    course.enter("AUDIT")
    answer = await course.desk.model.answer(ask, course.step("AUDIT", ask.name))
    if isinstance(answer, Unable):
        course.fail("unreadable", ask.name, answer.reason)
        return
    points = audit_points(graph, answer.value, labels)
    course.do(conflicts_of(graph, points))
    course.do([SetAudit(points=merged_points(graph.audit, points))])


async def _ideate(course: Course) -> None:
    """Every third iteration the Thinker is asked for a hypothesis of our own."""
    graph = course.graph
    if not ideas_due(graph):
        return
    course.enter("IDEATE")
    shown = context(graph, ranked(graph), CONTEXT_TOKENS)
    ask = Ideate(
        context=shown,
        evidence=evidence_lines(graph, shown),
        issues=graph.health.issues,
        language=language(graph.question),
    )
    answer = await course.desk.model.answer(ask, course.step("IDEATE", ask.name))
    if isinstance(answer, Unable):
        course.fail("unreadable", ask.name, answer.reason)
        return
    ideas = await _with_all_tools(course, ask, answer.value)
    course.do(adopt_idea(graph, chosen_idea(ideas)))


async def _with_all_tools(course: Course, ask: Ideate, first: Ideas) -> Ideas:
    """Ideas by all six thinking tools: an answer that leaves one out is asked for once more.

    What is still missing then is a failure on record, and the better of the two answers is used.
    """
    missing = left_out(first)
    if not missing:
        return first
    again = ask.model_copy(update={"missing": missing})
    answer = await course.desk.model.answer(again, course.step("IDEATE", ask.name, "missing-tools"))
    if isinstance(answer, Unable):
        ideas, reason = first, answer.reason
    else:
        better = len(left_out(answer.value)) < len(missing)
        ideas, reason = (answer.value if better else first), Message("ideas-left-out")
    if still := left_out(ideas):
        course.fail("refused", Message("failed-ideas", tools=", ".join(still)), reason)
    return ideas


def _finalize(course: Course, judged: Judged) -> None:
    """Visits, rests, statuses, and the iteration is over."""
    course.enter("FINALIZE")
    course.do(woven(course.graph, course.edits))
    if course.desk.switches.reflexion:
        goals = [code(outcome.target) for outcome in judged.outcomes]
        course.do(reflect_on(course.graph, course.edits, goals))
    course.do(close(course.graph, judged.outcomes, judged.changed, judged.looked_at))
