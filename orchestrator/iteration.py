"""One iteration, phase by phase. Every phase returns edits; nothing else changes the graph."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pathfinder.agents.explorer import explore, failed
from pathfinder.agents.fanout import fan_out
from pathfinder.agents.judge import batches, pair_labels, resolution, resolution_question
from pathfinder.agents.lead import Setting, plan, slot_views, sub_questions
from pathfinder.agents.thinker import chosen_idea
from pathfinder.orchestrator.judging import judge
from pathfinder.orchestrator.telling import told
from pathfinder.protocols.briefs import Brief
from pathfinder.protocols.calls import Answered, Unable
from pathfinder.protocols.edits import AddFailure, GraphEdit, SetSubQuestions
from pathfinder.protocols.errors import ResearchError
from pathfinder.protocols.events import ExplorerReturned, ExplorerSent, Phase, PhaseEntered
from pathfinder.protocols.graph import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judgement import Stance
from pathfinder.protocols.memory import Failure, FailureKind
from pathfinder.protocols.ports import EventSink, Model, Sources
from pathfinder.protocols.questions import Decompose, FacetLabels, Ideate, LabelPairs, WriteBriefs
from pathfinder.protocols.reducer import apply
from pathfinder.protocols.reports import ExplorerReport, Pages, PairLabel, ProposedResolution, StoredPage
from pathfinder.protocols.rules.candidates import CandidatePair, Similarity, candidate_pairs
from pathfinder.protocols.rules.closing import Outcome, close
from pathfinder.protocols.rules.conflicts import Unsettled, settle
from pathfinder.protocols.rules.context import context
from pathfinder.protocols.rules.drift import Go, dry_spell, query_advice
from pathfinder.protocols.rules.health import examine
from pathfinder.protocols.rules.ideas import adopt_idea, ideas_due
from pathfinder.protocols.rules.identity import surviving
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.merge import Merged, in_place, merge
from pathfinder.protocols.rules.priority import ranked
from pathfinder.protocols.rules.selection import SelectionOutcome, select
from pathfinder.protocols.rules.status import restrengthen
from pathfinder.protocols.steps import Step

CONTEXT_TOKENS = 20_000
"""What the lead and the Thinker are shown of the graph, at most."""


@dataclass(frozen=True)
class Desk:
    """What an iteration works with."""

    model: Model
    sources: Sources
    similarity: Similarity
    events: EventSink
    parallel: int = 5
    local: bool = False
    """The sources are the user's own documents."""
    notes: tuple[str, ...] = ()
    """Hints the user gave since the last iteration."""


@dataclass(frozen=True)
class Iterated:
    """A closed iteration: the graph after it, and the edits that led there."""

    graph: CogniGraph
    edits: tuple[GraphEdit, ...]


async def iterate(graph: CogniGraph, desk: Desk) -> Iterated:
    """SELECT, EXPLORE, MERGE, JUDGE, VERDICT, IDEATE, FINALIZE, CHECK; saving is the run's business."""
    course = _Course(graph, desk)
    await course.decompose()
    briefs = await course.brief()
    reports = await course.send(briefs)
    merged = await course.merge(reports)
    settled = await course.settle(reports, merged)
    changed = course.judge(merged, settled)
    await course.ideate()
    course.finalize(reports, merged, changed)
    course.check()
    return Iterated(course.graph, tuple(course.edits))


@dataclass
class _Course:
    """The iteration under way: the graph so far and the edits that made it."""

    graph: CogniGraph
    desk: Desk
    edits: list[GraphEdit] = field(default_factory=list)

    @property
    def number(self) -> int:
        """The iteration as people count it."""
        return self.graph.iteration + 1

    def do(self, edits: Sequence[GraphEdit]) -> None:
        """Apply edits, keep them for the archive, and tell what they mean."""
        for event in told(self.graph, edits):
            self.desk.events.emit(event)
        self.graph = apply(self.graph, edits)
        self.edits += edits

    def enter(self, phase: Phase) -> None:
        self.desk.events.emit(PhaseEntered(iteration=self.number, phase=phase))

    async def decompose(self) -> None:
        """The question in parts, once per session."""
        self.enter("SELECT")
        if self.graph.sub_questions:
            return
        ask = Decompose(question=self.graph.question, language=language(self.graph.question))
        answer = await self.desk.model.answer(ask, self._step("SELECT", ask.name))
        if isinstance(answer, Unable):
            self._fail("unreadable", ask.name, answer.reason)
            parts = sub_questions(None, self.graph.question)
        else:
            parts = sub_questions(answer.value, self.graph.question)
        self.do([SetSubQuestions(sub_questions=parts)])

    async def brief(self) -> tuple[Brief, ...]:
        """REFLECT and SELECT: which targets, and how each Explorer goes about its own."""
        chosen = select(self.graph, self.desk.parallel)
        ask = self._briefing(chosen)
        answer = await self.desk.model.answer(ask, self._step("SELECT", ask.name))
        if isinstance(answer, Unable):
            self._fail("unreadable", ask.name, answer.reason)
        setting = Setting(
            self.desk.sources.engine, self.desk.local, ask.context.active + ask.context.hypotheses
        )
        written = None if isinstance(answer, Unable) else answer.value
        planned = plan(self.graph, chosen.targets, written, setting)
        self.do((*chosen.edits, *planned.edits))
        return planned.briefs

    def _briefing(self, chosen: SelectionOutcome) -> WriteBriefs:
        spell = dry_spell(self.graph)
        return WriteBriefs(
            context=context(self.graph, ranked(self.graph), CONTEXT_TOKENS),
            slots=slot_views(self.graph, chosen.targets),
            mode=chosen.mode,
            issues=self.graph.health.issues,
            advice=() if isinstance(spell, Go) else (spell.reason,),
            notes=self.desk.notes,
            language=language(self.graph.question),
        )

    async def send(self, briefs: Sequence[Brief]) -> list[ExplorerReport]:
        """EXPLORE: all Explorers at once; one that fails costs its own report."""
        self.enter("EXPLORE")
        return await fan_out(briefs, self._explorer, max(1, len(briefs)))

    async def _explorer(self, brief: Brief) -> ExplorerReport:
        self.desk.events.emit(ExplorerSent(iid=brief.iid, target=brief.target, reason=brief.reason))
        try:
            report = await explore(brief, self.number, self.desk.model, self.desk.sources, self._is_new)
        except ResearchError as error:
            report = failed(brief, error)
        self.desk.events.emit(
            ExplorerReturned(
                iid=report.iid,
                status=report.status,
                observations=len(report.observations),
                claims=len(report.claims),
                reason=report.reason,
            )
        )
        return report

    def _is_new(self, query: str) -> bool:
        """Whether nobody has searched for this; the graph does not change while Explorers are out."""
        return isinstance(query_advice(query, self.graph.searches, self.graph.drift.turned_away), Go)

    async def merge(self, reports: Sequence[ExplorerReport]) -> Merged:
        """Quotes checked, claims joined or set against each other, strengths worked out."""
        self.enter("MERGE")
        pages: Pages = {}
        for report in in_place(reports):
            for read in report.pages:
                # Of two addresses with one text the first in place is cited, not the first that came back.
                if read.page not in pages:
                    stored = await self.desk.sources.stored(read.page)
                    pages[read.page] = StoredPage(text=stored.text, source=read.source)
        labels = await self._labels(candidate_pairs(self.graph, reports, self.desk.similarity))
        merged = merge(self.graph, reports, pages, labels)
        self.do(merged.edits)
        return merged

    async def _labels(self, pairs: Sequence[CandidatePair]) -> tuple[PairLabel, ...]:
        async def one(numbered: tuple[int, LabelPairs]) -> Answered[FacetLabels] | Unable:
            number, ask = numbered
            return await self.desk.model.answer(ask, self._step("MERGE", ask.name, f"batch{number}"))

        asked = [LabelPairs(pairs=batch) for batch in batches(pairs)]
        answers = await fan_out(list(enumerate(asked, start=1)), one, self.desk.parallel)
        labels: list[PairLabel] = []
        for ask, answer in zip(asked, answers, strict=True):
            if isinstance(answer, Unable):
                self._fail("unreadable", ask.name, answer.reason)
            else:
                labels += pair_labels(ask.pairs, answer.value)
        return tuple(labels)

    async def settle(self, reports: Sequence[ExplorerReport], merged: Merged) -> set[HypothesisId]:
        """What Explorers propose on conflicts is put to the Judge; the rules decide what is applied.

        Gives the hypotheses whose conflicts were settled: they are judged anew.
        """
        self.enter("JUDGE")
        asked = {}
        for report in in_place(reports):
            quotes = {key: name for (iid, key), name in merged.observed.items() if iid == report.iid}
            for number, proposal in enumerate(report.resolutions, start=1):
                asked[f"{report.iid}.{number}"] = (proposal, quotes)
        settled: set[HypothesisId] = set()
        for item, (proposal, quotes) in asked.items():
            settled |= await self._rule(item, proposal, quotes)
        return settled

    async def _rule(
        self, item: str, proposal: ProposedResolution, quotes: dict[str, ObservationId]
    ) -> set[HypothesisId]:
        ask = resolution_question(self.graph, proposal, quotes)
        if ask is None:
            what = f"resolution of {proposal.first} and {proposal.second}"
            self._fail("refused", what, "there is no such conflict to settle, or no quote that says so")
            return set()
        answer = await self.desk.model.answer(ask, self._step("JUDGE", ask.name, item))
        if isinstance(answer, Unable):
            self._fail("unreadable", f"{ask.name} {item}", answer.reason)
            return set()
        ruled = resolution(ask, answer.value)
        settled = (
            Unsettled(reason="the Judge does not call it settled")
            if ruled is None
            else settle(self.graph, ruled)
        )
        if isinstance(settled, Unsettled):
            self._fail("refused", f"resolution of {ask.first.id} and {ask.second.id}", settled.reason)
            return set()
        self.do(settled)
        both = {ask.first.id, ask.second.id}
        self.do(restrengthen(self.graph, both, "JUDGE"))
        return both

    def judge(self, merged: Merged, settled: set[HypothesisId]) -> set[HypothesisId]:
        """Classes and verdicts of all findings; the hypotheses whose evidence changed."""
        changed = {
            edge.hypothesis
            for edge in self.graph.edges
            if isinstance(edge, EvidenceEdge) and edge.created_at == self.graph.iteration
        }
        stances: dict[HypothesisId, tuple[Stance, ...]] = {}
        for name, held in merged.stances.items():
            # A claim that was merged away since is judged as what it was merged into.
            meant = surviving(self.graph, name) or name
            stances[meant] = (*stances.get(meant, ()), *held)
        changed |= {surviving(self.graph, name) or name for name in settled}
        self.do(judge(self.graph, changed | stances.keys(), stances))
        return changed

    async def ideate(self) -> None:
        """Every third iteration the Thinker is asked for a hypothesis of our own."""
        if not ideas_due(self.graph):
            return
        self.enter("IDEATE")
        ask = Ideate(
            context=context(self.graph, ranked(self.graph), CONTEXT_TOKENS),
            issues=self.graph.health.issues,
            language=language(self.graph.question),
        )
        answer = await self.desk.model.answer(ask, self._step("IDEATE", ask.name))
        if isinstance(answer, Unable):
            self._fail("unreadable", ask.name, answer.reason)
        else:
            self.do(adopt_idea(self.graph, chosen_idea(answer.value)))

    def finalize(self, reports: Sequence[ExplorerReport], merged: Merged, changed: set[HypothesisId]) -> None:
        """Visits, rests, statuses, and the iteration is over. To bring is to quote what nobody had."""
        self.enter("FINALIZE")
        brought = {
            iid
            for (iid, _), name in merged.observed.items()
            if self.graph.observations[name].created_at == self.graph.iteration
        }
        outcomes = [
            Outcome(target=report.target, ran=report.status != "failure", brought=report.iid in brought)
            for report in in_place(reports)
        ]
        self.do(close(self.graph, outcomes, changed))

    def check(self) -> None:
        """Every fifth iteration the graph's health is looked at."""
        self.do(examine(self.graph))

    def _fail(self, kind: FailureKind, what: str, reason: str) -> None:
        failure = Failure(iteration=self.graph.iteration, kind=kind, what=what, reason=reason)
        self.do([AddFailure(failure=failure)])

    def _step(self, phase: Phase, call: str, item: str = "-") -> Step:
        return Step(iteration=self.number, phase=phase, call=call, item=item)
