"""Everything that can happen to a graph. The archive of an iteration is a list of these.

An edit says what became true, with every value worked out by the rules beforehand, so that folding an
old archive gives the same graph whatever the rules have become since. `reducer.apply` carries them out.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from pathfinder.protocols.frozen import Frozen, Worded, Words
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.memory import (
    Action,
    Concept,
    Failure,
    LearnedRule,
    Lesson,
    Relation,
    Run,
    SearchRecord,
    Thought,
)
from pathfinder.protocols.graph.reasons import Reason, Told
from pathfinder.protocols.graph.types import (
    Answer,
    AuditPoint,
    ConflictEdge,
    Count,
    Edge,
    EvidenceKey,
    Health,
    HistoryEntry,
    Hypothesis,
    Keyword,
    Observation,
    PageReading,
    Selection,
    Source,
    SubQuestion,
    Unit,
)
from pathfinder.protocols.ids import HypothesisKey, LineageKey, ObservationKey, PageKey, SubQuestionKey


class AddSource(Frozen):
    """A page is stored and cited from now on."""

    kind: Literal["add_source"] = "add_source"
    page: PageKey
    source: Source


class RetractSource(Worded):
    """A page lost its weight."""

    kind: Literal["retract_source"] = "retract_source"
    page: PageKey
    because: Words


class AddObservation(Frozen):
    """A quoted fact enters."""

    kind: Literal["add_observation"] = "add_observation"
    name: ObservationKey
    observation: Observation


class AddHypothesis(Frozen):
    """A claim enters."""

    kind: Literal["add_hypothesis"] = "add_hypothesis"
    name: HypothesisKey
    hypothesis: Hypothesis


class AddEdge(Frozen):
    """Two nodes are linked; the same link twice is refused."""

    kind: Literal["add_edge"] = "add_edge"
    edge: Edge


class AnswerContradiction(Frozen):
    """A contradiction no longer stands; it keeps its place in strength."""

    kind: Literal["answer_contradiction"] = "answer_contradiction"
    observation: ObservationKey
    hypothesis: HypothesisKey
    answer: Answer


class StrikeEvidence(Frozen):
    """The counter-review found that an observation does not bear on a hypothesis."""

    kind: Literal["strike_evidence"] = "strike_evidence"
    key: EvidenceKey
    because: str


class DiscountObservation(Frozen):
    """An observation loses its weight: outdated, a copy, refuted; code has checked the ground."""

    kind: Literal["discount_observation"] = "discount_observation"
    observation: ObservationKey
    because: str


class RewordHypothesis(Frozen):
    """The counter-review's amended wording replaces a claim's text; the old one stays in its history."""

    kind: Literal["reword_hypothesis"] = "reword_hypothesis"
    hypothesis: HypothesisKey
    summary: str
    unbound: tuple[str, ...] = ()
    conditions: tuple[str, ...] | None = None
    """When it holds, in place of what stood there; None: as before."""
    entry: HistoryEntry


class WidenHypothesis(Frozen):
    """A claim is a case of a more general one."""

    kind: Literal["widen_hypothesis"] = "widen_hypothesis"
    hypothesis: HypothesisKey
    wider: HypothesisKey


class SetStrength(Frozen):
    """A hypothesis is as strong as its evidence now makes it."""

    kind: Literal["set_strength"] = "set_strength"
    hypothesis: HypothesisKey
    strength: Unit
    entry: HistoryEntry | None = None


class SetStatus(Frozen):
    """A hypothesis moves between tested and verified."""

    kind: Literal["set_status"] = "set_status"
    hypothesis: HypothesisKey
    status: Literal["tested", "verified"]


class Reject(Frozen):
    """A hypothesis is out of the race; it stays in the record."""

    kind: Literal["reject"] = "reject"
    hypothesis: HypothesisKey
    at: Count
    because: Told


class Revive(Frozen):
    """New voices brought a rejected hypothesis back, once."""

    kind: Literal["revive"] = "revive"
    hypothesis: HypothesisKey


class RecordVisit(Frozen):
    """An Explorer looked at a hypothesis in this iteration."""

    kind: Literal["record_visit"] = "record_visit"
    hypothesis: HypothesisKey
    at: Count
    entry: HistoryEntry | None = None


class AddHistory(Frozen):
    """A line in a hypothesis's life that changes nothing else."""

    kind: Literal["add_history"] = "add_history"
    hypothesis: HypothesisKey
    entry: HistoryEntry


class RestHypothesis(Frozen):
    """An Explorer failed on it or brought nothing (attempts grow), or brought something (back to 0)."""

    kind: Literal["rest_hypothesis"] = "rest_hypothesis"
    hypothesis: HypothesisKey
    attempts: Count
    at: Count


class RestKeyword(Frozen):
    """The same for a keyword."""

    kind: Literal["rest_keyword"] = "rest_keyword"
    number: int = Field(ge=1)
    attempts: Count
    at: Count


class UpdateConflict(Frozen):
    """A conflict was tried, resolved, given up or taken up again; the edge as it is afterwards."""

    kind: Literal["update_conflict"] = "update_conflict"
    edge: ConflictEdge


class AddCondition(Frozen):
    """A hypothesis holds only when this is so."""

    kind: Literal["add_condition"] = "add_condition"
    hypothesis: HypothesisKey
    condition: str


class MergeHypotheses(Frozen):
    """Two hypotheses say one thing: the survivor takes the edges of the other."""

    kind: Literal["merge_hypotheses"] = "merge_hypotheses"
    survivor: HypothesisKey
    absorbed: HypothesisKey
    at: Count
    because: Reason | None = None
    """Why, where a conflict between the two was settled so."""
    dropped: tuple[EvidenceKey, ...] = ()
    """Evidence that would stand on both sides of the survivor; it stays on the other side."""


class RelateHypotheses(Frozen):
    """Two hypotheses say the same of different subjects: each is shown beside the other."""

    kind: Literal["relate_hypotheses"] = "relate_hypotheses"
    first: HypothesisKey
    second: HypothesisKey


class SetFinding(Frozen):
    """What the Judge now holds of a finding; its verdict is the hypothesis's verdict."""

    kind: Literal["set_finding"] = "set_finding"
    hypothesis: HypothesisKey
    finding: Finding


class CountRespawn(Frozen):
    """An investigator is sent out again."""

    kind: Literal["count_respawn"] = "count_respawn"
    lineage: LineageKey


class AddKeyword(Frozen):
    """A direction to follow later."""

    kind: Literal["add_keyword"] = "add_keyword"
    keyword: Keyword


class UseKeyword(Frozen):
    """A direction was followed."""

    kind: Literal["use_keyword"] = "use_keyword"
    number: int = Field(ge=1)


class AdvanceLens(Frozen):
    """Lenses were used."""

    kind: Literal["advance_lens"] = "advance_lens"
    by: int = Field(ge=1)


class SetSelection(Frozen):
    """The credits after a selection."""

    kind: Literal["set_selection"] = "set_selection"
    selection: Selection


class SetHealth(Frozen):
    """What a check found."""

    kind: Literal["set_health"] = "set_health"
    health: Health


class SetSubQuestions(Frozen):
    """The question in parts."""

    kind: Literal["set_sub_questions"] = "set_sub_questions"
    sub_questions: dict[SubQuestionKey, SubQuestion]


class AddReading(Frozen):
    """A page was read for the whole question."""

    kind: Literal["add_reading"] = "add_reading"
    page: PageKey
    reading: PageReading


class SetAudit(Frozen):
    """What the audit over all facts shows now."""

    kind: Literal["set_audit"] = "set_audit"
    points: tuple[AuditPoint, ...]


class AddSearch(Frozen):
    """A search was run."""

    kind: Literal["add_search"] = "add_search"
    search: SearchRecord


class AddFailure(Frozen):
    """Something did not work."""

    kind: Literal["add_failure"] = "add_failure"
    failure: Failure


class AddLesson(Frozen):
    """What an iteration taught."""

    kind: Literal["add_lesson"] = "add_lesson"
    lesson: Lesson


class SetLearnedRules(Frozen):
    """The rules learned so far, with their counts."""

    kind: Literal["set_learned_rules"] = "set_learned_rules"
    rules: tuple[LearnedRule, ...]


class TurnAwayQuery(Frozen):
    """A query was proposed again and not run."""

    kind: Literal["turn_away_query"] = "turn_away_query"
    query: str


class RecordActions(Frozen):
    """What the Explorers of this iteration were sent to do, by slot; three iterations are remembered."""

    kind: Literal["record_actions"] = "record_actions"
    actions: tuple[Action, ...]


class AddThought(Frozen):
    """How an iteration sets out."""

    kind: Literal["add_thought"] = "add_thought"
    thought: Thought


class AddConcept(Frozen):
    """A concept is known."""

    kind: Literal["add_concept"] = "add_concept"
    name: Annotated[str, Field(pattern="^[a-z0-9_]+_[0-9]{3,}$")]
    concept: Concept


class AddRelation(Frozen):
    """Two concepts are related."""

    kind: Literal["add_relation"] = "add_relation"
    relation: Relation


class SetRun(Frozen):
    """Where the run stands."""

    kind: Literal["set_run"] = "set_run"
    run: Run


class CloseIteration(Frozen):
    """The iteration is over; the next one has the next number."""

    kind: Literal["close_iteration"] = "close_iteration"


GraphEdit = Annotated[
    AddSource
    | RetractSource
    | AddObservation
    | AddHypothesis
    | AddEdge
    | AnswerContradiction
    | StrikeEvidence
    | DiscountObservation
    | RewordHypothesis
    | WidenHypothesis
    | SetStrength
    | SetStatus
    | Reject
    | Revive
    | RecordVisit
    | AddHistory
    | RestHypothesis
    | RestKeyword
    | UpdateConflict
    | AddCondition
    | MergeHypotheses
    | RelateHypotheses
    | SetFinding
    | CountRespawn
    | AddKeyword
    | UseKeyword
    | AdvanceLens
    | SetSelection
    | SetHealth
    | SetSubQuestions
    | AddReading
    | SetAudit
    | AddSearch
    | AddFailure
    | AddLesson
    | SetLearnedRules
    | TurnAwayQuery
    | RecordActions
    | AddThought
    | AddConcept
    | AddRelation
    | SetRun
    | CloseIteration,
    Field(discriminator="kind"),
]

ARCHIVE: TypeAdapter[tuple[GraphEdit, ...]] = TypeAdapter(tuple[GraphEdit, ...])
"""Reads and writes the list of edits of one iteration."""
