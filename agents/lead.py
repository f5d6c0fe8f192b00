"""The lead: takes the question apart, and tells each Explorer what to do so that no two do the same."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from pathfinder.protocols.briefs import Brief, PlannedQuery
from pathfinder.protocols.edits import GraphEdit, RecordActions, TurnAwayQuery
from pathfinder.protocols.graph import CogniGraph, SubQuestion
from pathfinder.protocols.ids import HypothesisId, ObservationId, Place, Strategy, SubQuestionId, iid
from pathfinder.protocols.memory import Action
from pathfinder.protocols.questions import BriefDraft, Briefs, Decomposition, QueryDraft, SlotView
from pathfinder.protocols.rules.context import hypothesis_line
from pathfinder.protocols.rules.context_view import HypothesisLine
from pathfinder.protocols.rules.drift import Go, query_advice
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.lines import one_line
from pathfinder.protocols.rules.queries import clean, normalize, with_low_quality_hint
from pathfinder.protocols.rules.respawn import Respawn
from pathfinder.protocols.rules.selection import Selected
from pathfinder.protocols.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    Target,
    code,
)

FEWEST_QUERIES, MOST_QUERIES = 3, 5

ANGLES = {
    "ko": ("근거", "사례", "비용", "비교", "원인", "조건", "최신", "통계", "역사", "전망", "정책", "실험"),
    "en": (
        "evidence",
        "case study",
        "cost",
        "comparison",
        "cause",
        "conditions",
        "recent",
        "statistics",
        "history",
        "outlook",
        "policy",
        "experiment",
    ),
}
"""Other sides of a target, for when everything planned has been searched."""

DOUBTS = {
    "ko": ("반박", "사실이 아니다", "효과 없음", "한계", "재현 실패", "오류"),
    "en": ("refuted", "no effect", "criticism", "failed to replicate", "limitations", "not true"),
}
"""What a skeptic adds to a claim to find what speaks against it."""

MOST_SHOWN = 4
SHOWN_WIDTH = 300
"""Quotes of the other side in a mission's objective."""

COUNTER = {"ko": "반박 한계", "en": "criticism limitations"}
"""Words that turn a search towards counter-evidence, where the lead planned none."""


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
            depends_on=tuple(SubQuestionId(f"sq_{part}") for part in needed),
        )
    return parts


def slot_views(graph: CogniGraph, chosen: Sequence[Selected]) -> tuple[SlotView, ...]:
    """The targets as the lead is shown them, numbered by slot."""
    return tuple(
        SlotView(
            slot=slot,
            target=code(picked.target),
            about=about(graph, picked.target),
            reason=picked.reason,
            keywords=keywords(graph, picked.target),
        )
        for slot, picked in enumerate(chosen, start=1)
    )


def about(graph: CogniGraph, target: Target) -> str:
    """A target in words."""
    match target:
        case HypothesisTarget():
            return graph.hypotheses[target.hypothesis].summary
        case ConflictTarget():
            first, second = graph.hypotheses[target.first], graph.hypotheses[target.second]
            return f"{first.summary} / {second.summary}"
        case KeywordTarget():
            return target.keyword
        case LensTarget():
            part = graph.sub_questions.get(target.sub_question) if target.sub_question else None
            return f"{target.lens}: {part.text if part else graph.question}"
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


class Setting(NamedTuple):
    """What the briefs of one iteration share."""

    engine: str
    local: bool
    """The engine searches the user's own documents."""
    hypotheses: tuple[HypothesisLine, ...]


def plan(graph: CogniGraph, chosen: Sequence[Selected], answer: Briefs | None, setting: Setting) -> Planned:
    """A brief for every slot: the lead's where it wrote one, else made from the target's keywords."""
    drafts = {draft.slot: draft for draft in reversed(answer.briefs)} if answer is not None else {}
    queries = _Queries(graph, papers="LOW_QUALITY" in graph.health.issues and not setting.local)
    briefs = []
    for slot, picked in enumerate(chosen, start=1):
        draft = drafts.get(slot)
        skeptic = draft is not None and draft.strategy == "SKEPTIC"
        planned = queries.of(picked.target, draft, only_counter=skeptic)
        briefs.append(_brief(graph, slot, picked, draft, planned, setting))
    actions = tuple(
        Action(target_class=picked.class_, strategy=brief.strategy, engine=setting.engine)
        for picked, brief in zip(chosen, briefs, strict=True)
    )
    return Planned(tuple(briefs), (*queries.turned_away, RecordActions(actions=actions)))


def mission_views(graph: CogniGraph, missions: Sequence[Respawn]) -> tuple[SlotView, ...]:
    """The missions of round 3 as the lead is shown them, numbered by slot."""
    return tuple(
        SlotView(
            slot=slot,
            target=code(mission.target),
            about=graph.hypotheses[mission.finding].summary,
            reason=_why_again(mission),
            keywords=keywords(graph, HypothesisTarget(hypothesis=mission.finding)),
        )
        for slot, mission in enumerate(missions, start=1)
    )


def send_again(
    graph: CogniGraph, missions: Sequence[Respawn], answer: Briefs | None, setting: Setting, pass_: int
) -> Planned:
    """A brief for every mission: who goes and what for is decided, the lead may say how."""
    drafts = {draft.slot: draft for draft in reversed(answer.briefs)} if answer is not None else {}
    queries = _Queries(graph, papers=False)
    briefs = []
    for slot, mission in enumerate(missions, start=1):
        draft, target = drafts.get(slot), HypothesisTarget(hypothesis=mission.finding)
        planned = queries.of(target, draft, only_counter=mission.strategy == "SKEPTIC")
        if mission.scope is not None:
            scope = PlannedQuery(query=mission.scope[:200], strategy="web")
            planned = (*queries.new([scope], 1), *planned)[:MOST_QUERIES]
        briefs.append(
            Brief(
                iid=iid(mission.strategy, code(mission.target), graph.iteration + 1, Place(3, pass_, slot)),
                slot=slot,
                round=3,
                pass_=pass_,
                target=mission.target,
                strategy=mission.strategy,
                question=graph.question,
                about=graph.hypotheses[mission.finding].summary,
                objective=_objective(graph, mission, draft),
                boundaries=draft.boundaries if draft is not None else "",
                reason=_why_again(mission),
                queries=planned,
                hypotheses=_first_of_all(graph, mission.finding, setting.hypotheses),
            )
        )
    return Planned(tuple(briefs), tuple(queries.turned_away))


def _why_again(mission: Respawn) -> str:
    match mission.reason:
        case "disagreed":
            return f"{mission.finding}: investigators disagree on it, and you face the other side"
        case "uncertain":
            return f"{mission.finding}: too few say so; check it independently"
        case "needs_more":
            return f"{mission.finding}: a further search was asked for"
        case _:
            assert_never(mission.reason)


def _objective(graph: CogniGraph, mission: Respawn, draft: BriefDraft | None) -> str:
    """What is to be found, with the other side's words to deal with."""
    claim = graph.hypotheses[mission.finding].summary
    parts = [draft.objective if draft is not None else claim]
    if mission.strategy == "SKEPTIC":
        parts.append(f"Look only for what refutes this: {claim}")
    if mission.scope is not None:
        parts.append(f"Search where it was asked for: {mission.scope}")
    if mission.shown:
        quotes = "; ".join(_shown(graph, seen) for seen in mission.shown[:MOST_SHOWN])
        parts.append(f"The other side says: {quotes}. Does that hold, and under which conditions?")
    return " ".join(parts)


def _shown(graph: CogniGraph, seen: ObservationId) -> str:
    known = graph.observations[seen]
    return one_line(known.quote or known.summary, SHOWN_WIDTH)


def _first_of_all(
    graph: CogniGraph, finding: HypothesisId, others: Iterable[HypothesisLine]
) -> tuple[HypothesisLine, ...]:
    rest = (line for line in others if line.id != finding)
    return (hypothesis_line(graph, finding), *rest)


@dataclass
class _Queries:
    """The queries of one iteration: no two Explorers ask the same, and nobody asks what was asked before."""

    graph: CogniGraph
    papers: bool
    """Sources are poor: web searches ask for papers."""
    asked: set[str] = field(default_factory=set)
    turned_away: dict[TurnAwayQuery, None] = field(default_factory=dict)

    def of(
        self, target: Target, draft: BriefDraft | None, *, only_counter: bool = False
    ) -> tuple[PlannedQuery, ...]:
        """What the lead chose, its other candidates, what is noted on the target; one seeks counter-evidence.

        Where all of that was searched before, the target is looked at from another angle.
        """
        if only_counter:
            return self._against(target, draft)
        words, noted = language(self.graph.question), keywords(self.graph, target)
        taken: list[PlannedQuery] = []
        if draft is not None:
            taken += self.new(map(_planned, _chosen(draft)), MOST_QUERIES, remember=True)
            taken += self.new(map(_planned, draft.candidates), FEWEST_QUERIES - len(taken))
        texts = (PlannedQuery(query=text[:200], strategy="web") for text in noted)
        taken += self.new(texts, FEWEST_QUERIES - 1 - len(taken))
        if all(planned.strategy != "verification" for planned in taken):
            text = f"{noted[-1][:150]} {COUNTER.get(words, COUNTER['en'])}"
            counter = self.new([PlannedQuery(query=text, strategy="verification")], 1)
            taken = [*taken[: MOST_QUERIES - len(counter)], *counter]
        if not taken:
            seen, angles = about(self.graph, target)[:120], ANGLES.get(words, ANGLES["en"])
            taken = self.new((PlannedQuery(query=f"{seen} {angle}", strategy="web") for angle in angles), 1)
        return tuple(taken)

    def _against(self, target: Target, draft: BriefDraft | None) -> tuple[PlannedQuery, ...]:
        """A skeptic's queries: every one of them looks for what refutes the target."""
        words, noted = language(self.graph.question), keywords(self.graph, target)
        chosen = (
            [] if draft is None else [known for known in _chosen(draft) if known.strategy == "verification"]
        )
        doubts = DOUBTS.get(words, DOUBTS["en"])
        # The claim with every doubt first, then its keywords: a skeptic never runs out before the claim does.
        texts = [f"{text[:150]} {doubt}" for text in reversed(noted) for doubt in doubts]
        proposed = [*(known.query for known in chosen), *texts]
        return tuple(
            self.new((PlannedQuery(query=text, strategy="verification") for text in proposed), FEWEST_QUERIES)
        )

    def new(
        self, proposed: Iterable[PlannedQuery], most: int, *, remember: bool = False
    ) -> list[PlannedQuery]:
        """The first few that may run; a repeat that the lead chose is remembered as turned away."""
        taken: list[PlannedQuery] = []
        for planned in self._cleaned(proposed):
            if len(taken) >= most:
                break
            form = normalize(planned.query)
            if form in self.asked:
                continue
            if isinstance(query_advice(planned.query, self.graph.searches, self.graph.drift.turned_away), Go):
                self.asked.add(form)
                taken.append(planned)
            elif remember:
                self.turned_away[TurnAwayQuery(query=planned.query)] = None
        return taken

    def _cleaned(self, proposed: Iterable[PlannedQuery]) -> Iterator[PlannedQuery]:
        """Queries fit to leave the machine."""
        for planned in proposed:
            query = clean(planned.query)
            if query is not None:
                if self.papers and planned.strategy == "web":
                    query = with_low_quality_hint(query, language(query))
                yield planned.model_copy(update={"query": query})


def _planned(draft: QueryDraft) -> PlannedQuery:
    return PlannedQuery(query=draft.query, strategy=draft.strategy)


def _strategy(draft: BriefDraft | None, setting: Setting) -> Strategy:
    """Local documents are searched as such, whatever the lead calls it; a skeptic stays one."""
    if draft is not None and draft.strategy == "SKEPTIC":
        return "SKEPTIC"
    if setting.local:
        return "LOCAL"
    return "WEB" if draft is None or draft.strategy == "LOCAL" else draft.strategy


def _chosen(draft: BriefDraft) -> list[QueryDraft]:
    return [draft.candidates[place - 1] for place in draft.chosen if 1 <= place <= len(draft.candidates)]


def _brief(
    graph: CogniGraph,
    slot: int,
    picked: Selected,
    draft: BriefDraft | None,
    queries: tuple[PlannedQuery, ...],
    setting: Setting,
) -> Brief:
    words, strategy = about(graph, picked.target), _strategy(draft, setting)
    return Brief(
        iid=iid(strategy, code(picked.target), graph.iteration + 1, Place(1, 0, slot)),
        slot=slot,
        target=picked.target,
        strategy=strategy,
        question=graph.question,
        about=words,
        objective=draft.objective if draft is not None else words,
        boundaries=draft.boundaries if draft is not None else "",
        reason=draft.reason if draft is not None and draft.reason else picked.reason,
        queries=queries,
        hypotheses=setting.hypotheses,
    )
