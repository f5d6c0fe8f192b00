"""The lead: takes the question apart, and tells each Explorer what to do so that no two do the same."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, assert_never

from pathfinder.agents.query_plan import KIND_OF, Queries, QueryTopic
from pathfinder.agents.search_plans import SearchPlan, SearchPlans
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.briefs import Brief, PlannedQuery
from pathfinder.protocols.calls.context_view import HypothesisLine
from pathfinder.protocols.calls.questions import BriefDraft, Briefs, Decomposition, SlotView
from pathfinder.protocols.calls.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    PartTarget,
    Target,
    code,
    hypotheses_of,
)
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.evidence.nearest import Similarity
from pathfinder.protocols.graph.edits import GraphEdit, RecordActions
from pathfinder.protocols.graph.memory import Turn
from pathfinder.protocols.graph.types import CogniGraph, SubQuestion
from pathfinder.protocols.ids import HypothesisId, ObservationId, SlotPlace, Strategy, SubQuestionId, iid
from pathfinder.protocols.planning.answered import DECIDES
from pathfinder.protocols.planning.context import hypothesis_line
from pathfinder.protocols.planning.memory_words import lens_name, say, tongue
from pathfinder.protocols.planning.selection import Selected
from pathfinder.protocols.planning.switches import EVERYTHING, Switches
from pathfinder.protocols.text.queries import similarity
from pathfinder.protocols.text.sanitize import one_line

MOST_SHOWN = 4

SHOWN_WIDTH = 300
"""Quotes of the other side that a re-spawned Explorer is given as material."""


def sub_questions(drafts: Decomposition | None, question: str) -> dict[SubQuestionId, SubQuestion]:
    """The parts of a question; the question itself where it could not be taken apart."""
    if drafts is None:
        return {SubQuestionId("sq_1"): SubQuestion(text=question, priority=1)}
    parts = {}
    for number, draft in enumerate(drafts.sub_questions, start=1):
        needed = sorted({part for part in draft.depends_on if 1 <= part < number})
        parts[SubQuestionId(f"sq_{number}")] = SubQuestion(
            text=draft.text,
            priority=draft.priority,
            kind=draft.kind,
            done_when=draft.done_when,
            depends_on=tuple(SubQuestionId(f"sq_{part}") for part in needed),
        )
    return parts


def slot_views(graph: CogniGraph, chosen: Sequence[Selected]) -> tuple[SlotView, ...]:
    """The targets as the lead is shown them, numbered by slot."""
    return tuple(
        SlotView(
            slot=slot,
            target=code(picked.target),
            about=target_text(graph, picked.target),
            reason=picked.reason,
            keywords=keywords(graph, picked.target),
        )
        for slot, picked in enumerate(chosen, start=1)
    )


def target_text(graph: CogniGraph, target: Target, *, marked: bool = False) -> str:
    """A target in words; for people, figures that no quote says are marked."""

    def claim(name: HypothesisId) -> str:
        return claim_text(graph, name) if marked else graph.hypotheses[name].summary

    match target:
        case HypothesisTarget():
            return claim(target.hypothesis)
        case ConflictTarget():
            return f"{claim(target.first)} / {claim(target.second)}"
        case KeywordTarget():
            return target.keyword
        case PartTarget():
            return graph.sub_questions[target.part].text
        case LensTarget():
            part = graph.sub_questions.get(target.sub_question) if target.sub_question else None
            lens, text = Message(f"lens-{target.lens}"), part.text if part else graph.question
            return Message("list-colon", first=lens, second=text)
        case _:
            assert_never(target)


def keywords(graph: CogniGraph, target: Target) -> tuple[str, ...]:
    """What was noted to search for on a target; its own words if nothing was."""
    match target:
        case HypothesisTarget():
            known = graph.hypotheses[target.hypothesis]
            return (*known.verify_keywords, known.summary)
        case ConflictTarget():
            first, second = graph.hypotheses[target.first], graph.hypotheses[target.second]
            return (*first.verify_keywords, *second.verify_keywords, first.summary, second.summary)
        case KeywordTarget():
            return (target.keyword,)
        case PartTarget():
            return (graph.sub_questions[target.part].text,)
        case LensTarget():
            part = graph.sub_questions.get(target.sub_question) if target.sub_question else None
            words = part.text if part else graph.question
            return (f"{words} {target.lens}", words)
        case _:
            assert_never(target)


class Planned(NamedTuple):
    """What the lead's answer comes to, after the drift rules."""

    briefs: tuple[Brief, ...]
    edits: tuple[GraphEdit, ...]
    turns: tuple[Turn, ...] = ()
    """What the drift rules changed."""


class BriefContext(NamedTuple):
    """What the briefs of one iteration share."""

    engine: str
    local: bool
    """The engine searches the user's own documents."""
    hypotheses: tuple[HypothesisLine, ...]
    similarity: Similarity = similarity
    switches: Switches = EVERYTHING


def plan(
    graph: CogniGraph, chosen: Sequence[Selected], answer: Briefs | None, context: BriefContext
) -> Planned:
    """A brief for every slot that is used: the lead's, or one made from the target's keywords.

    A slot for which the lead wrote no brief is left out if its target can wait (`_staffed`).
    """
    drafts = {draft.slot: draft for draft in reversed(answer.briefs)} if answer is not None else {}
    staffed = _staffed(graph, chosen, drafts)
    papers = "LOW_QUALITY" in graph.health.issues and not context.local
    queries = Queries(graph, papers, context.similarity, context.switches, local=context.local)
    search_plans = SearchPlans(
        graph, context.engine, available(local=context.local), context.switches, queries
    )
    briefs, actions = [], []
    # Numbered anew: an Explorer is known by its slot, and the lessons count Explorers by it.
    for slot, (asked, picked) in enumerate(staffed, start=1):
        draft = drafts.get(asked)
        search_plan = search_plans.of(picked, slot, _strategy(draft, context))
        wanted = QueryTopic(
            code=code(picked.target),
            about=target_text(graph, picked.target),
            noted=keywords(graph, picked.target),
            draft=draft,
            rivals=_deadlocked(graph, picked.target),
            lens=search_plan.lens,
            lean=KIND_OF[search_plan.query_bias] if search_plan.query_bias is not None else None,
            only_counter=search_plan.strategy == "SKEPTIC",
        )
        briefs.append(_brief(graph, slot, picked, wanted, search_plan, queries.of(wanted), context))
        actions.append(search_plans.action(picked, search_plan))
    edits: tuple[GraphEdit, ...] = (*queries.turned_away, RecordActions(actions=tuple(actions)))
    return Planned(tuple(briefs), edits, tuple(queries.turns))


def _deadlocked(graph: CogniGraph, target: Target) -> tuple[str, str] | None:
    """The two claims of a conflict, if the health check found that conflicts are not being settled."""
    if "STALEMATE" not in graph.health.issues or not isinstance(target, ConflictTarget):
        return None
    return graph.hypotheses[target.first].summary, graph.hypotheses[target.second].summary


def _staffed(
    graph: CogniGraph, chosen: Sequence[Selected], drafts: Mapping[int, BriefDraft]
) -> list[tuple[int, Selected]]:
    """The slots that get an Explorer, by the numbers under which the lead was shown them.

    The lead may ask for fewer Explorers by writing fewer briefs. It cannot leave out what must not wait, and
    an answer without a brief for any slot asks for nothing.
    """
    slots = list(enumerate(chosen, start=1))
    if not any(slot in drafts for slot, _ in slots):
        return slots
    return [(slot, picked) for slot, picked in slots if slot in drafts or not _can_wait(graph, picked)]


def _can_wait(graph: CogniGraph, picked: Selected) -> bool:
    """Parts, conflicts, slots claimed by the user or a rule, and what decides the answer are always sent."""
    target = picked.target
    if picked.forced_by is not None or isinstance(target, PartTarget | ConflictTarget):
        return False
    return all(graph.hypotheses[name].importance < DECIDES for name in hypotheses_of(target))


def available(*, local: bool) -> tuple[Strategy, ...]:
    """Who can be sent, in the order in which they take turns."""
    return ("LOCAL", "SKEPTIC") if local else ("WEB", "ACADEMIC", "SKEPTIC")


def shown_observation(graph: CogniGraph, seen: ObservationId) -> str:
    known = graph.observations[seen]
    return one_line(known.quote or known.summary, SHOWN_WIDTH)


def finding_first(
    graph: CogniGraph, finding: HypothesisId, others: Iterable[HypothesisLine]
) -> tuple[HypothesisLine, ...]:
    rest = (line for line in others if line.id != finding)
    return (hypothesis_line(graph, finding), *rest)


def _strategy(draft: BriefDraft | None, context: BriefContext) -> Strategy:
    """Local documents are searched as such, whatever the lead calls it; a skeptic stays one."""
    if draft is not None and draft.strategy == "SKEPTIC":
        return "SKEPTIC"
    if context.local:
        return "LOCAL"
    return "WEB" if draft is None or draft.strategy == "LOCAL" else draft.strategy


def _brief(
    graph: CogniGraph,
    slot: int,
    picked: Selected,
    wanted: QueryTopic,
    search_plan: SearchPlan,
    queries: tuple[PlannedQuery, ...],
    context: BriefContext,
) -> Brief:
    draft = wanted.draft
    objective = draft.objective if draft is not None else wanted.about
    if search_plan.lens is not None:
        speak = tongue(graph.question)
        objective = f"{objective} {say(speak, 'objective', lens=lens_name(search_plan.lens, speak))}"
    return Brief(
        iid=iid(search_plan.strategy, code(picked.target), graph.iteration + 1, SlotPlace(1, 0, slot)),
        slot=slot,
        target=picked.target,
        strategy=search_plan.strategy,
        question=graph.question,
        about=wanted.about,
        objective=objective,
        boundaries=draft.boundaries if draft is not None else "",
        reason=draft.reason if draft is not None and draft.reason else picked.reason,
        queries=queries,
        engine=search_plan.engine,
        hypotheses=context.hypotheses,
    )
