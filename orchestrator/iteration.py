"""One iteration, phase by phase. Every phase returns edits; nothing else changes the graph."""

from dataclasses import dataclass

from pathfinder.agents.lead import Setting, plan, slot_views
from pathfinder.agents.thinker import chosen_idea
from pathfinder.orchestrator.course import CONTEXT_TOKENS, Course, Desk
from pathfinder.orchestrator.exploring import merge_reports, send
from pathfinder.orchestrator.judging import Judged, judge
from pathfinder.orchestrator.planning import taken_apart
from pathfinder.protocols.briefs import Brief
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.edits import GraphEdit, SetSubQuestions
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.questions import Decompose, Ideate, WriteBriefs
from pathfinder.protocols.rules.closing import close
from pathfinder.protocols.rules.context import context
from pathfinder.protocols.rules.drift import Go, dry_spell
from pathfinder.protocols.rules.health import examine
from pathfinder.protocols.rules.ideas import adopt_idea, ideas_due
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.priority import ranked
from pathfinder.protocols.rules.selection import SelectionOutcome, select
from pathfinder.protocols.rules.steering import hints, steered

__all__ = ["Desk", "Iterated", "iterate"]


@dataclass(frozen=True)
class Iterated:
    """A closed iteration: the graph after it, and the edits that led there."""

    graph: CogniGraph
    edits: tuple[GraphEdit, ...]


async def iterate(graph: CogniGraph, desk: Desk) -> Iterated:
    """SELECT, EXPLORE, MERGE, JUDGE, VERDICT, IDEATE, FINALIZE, CHECK; saving is the run's business."""
    course = Course(graph, desk)
    course.do(steered(course.graph, desk.steers))
    await _decompose(course)
    briefs = await _brief(course)
    course.enter("EXPLORE")
    reports = await send(course, briefs)
    merged = await merge_reports(course, reports)
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
    desk, chosen = course.desk, select(course.graph, course.desk.parallel)
    ask = _briefing(course, chosen)
    answer = await desk.model.answer(ask, course.step("SELECT", ask.name))
    if isinstance(answer, Unable):
        course.fail("unreadable", ask.name, answer.reason)
    setting = Setting(desk.sources.engine, desk.local, ask.context.active + ask.context.hypotheses)
    written = None if isinstance(answer, Unable) else answer.value
    planned = plan(course.graph, chosen.targets, written, setting)
    course.do((*chosen.edits, *planned.edits))
    return planned.briefs


def _briefing(course: Course, chosen: SelectionOutcome) -> WriteBriefs:
    graph = course.graph
    spell = dry_spell(graph)
    return WriteBriefs(
        context=context(graph, ranked(graph), CONTEXT_TOKENS),
        slots=slot_views(graph, chosen.targets),
        mode=chosen.mode,
        issues=graph.health.issues,
        advice=(*course.desk.advice, *(() if isinstance(spell, Go) else (spell.reason,))),
        notes=hints(course.desk.steers),
        language=language(graph.question),
    )


async def _ideate(course: Course) -> None:
    """Every third iteration the Thinker is asked for a hypothesis of our own."""
    graph = course.graph
    if not ideas_due(graph):
        return
    course.enter("IDEATE")
    ask = Ideate(
        context=context(graph, ranked(graph), CONTEXT_TOKENS),
        issues=graph.health.issues,
        language=language(graph.question),
    )
    answer = await course.desk.model.answer(ask, course.step("IDEATE", ask.name))
    if isinstance(answer, Unable):
        course.fail("unreadable", ask.name, answer.reason)
    else:
        course.do(adopt_idea(graph, chosen_idea(answer.value)))


def _finalize(course: Course, judged: Judged) -> None:
    """Visits, rests, statuses, and the iteration is over."""
    course.enter("FINALIZE")
    course.do(close(course.graph, judged.outcomes, judged.changed))
