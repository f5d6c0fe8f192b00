"""What a session remembers beside its evidence: searches, lessons, concepts, failures, the run itself."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.frozen import Frozen, Worded, Words, is_empty
from pathfinder.protocols.ids import HypothesisKey, PageKey, Strategy

Count = Annotated[int, Field(ge=0)]
Unit = Annotated[float, Field(ge=0, le=1)]


class SearchRecord(Frozen):
    """A search that was run."""

    iteration: Count
    query: str
    normalized: str
    strategy: Literal["web", "academic", "verification"]
    engine: str
    result_count: Count
    new_sources: Count
    timestamp: AwareDatetime | None = None


Outcome = Literal["success", "partial", "failure"]
Situation = Literal["repeated_query", "same_pattern", "dry_spell", "no_new_search"]
"""What learned rules are looked up by; a rule names the situations it is for."""
ThinkingTool = Literal[
    "scientific", "first_principles", "occam", "falsification", "scamper", "bayesian_update", "triz"
]


class Yield(Frozen):
    """What the Explorers of one strategy brought in an iteration."""

    strategy: Strategy
    sent: Count
    observations: Count
    """New ones."""


class Lesson(Frozen):
    """What an iteration tried and what it taught."""

    iteration: Count
    action: str
    goal: str = ""
    outcome: Outcome
    reason: str = ""
    lesson: str = ""
    adjustment: str = ""
    yields: tuple[Yield, ...] = Field(default=(), exclude_if=is_empty)
    """By strategy; what rules are learned from."""


class LearnedRule(Frozen):
    """A lesson that proved itself, with how often it did."""

    rule: str
    situations: tuple[str, ...] = ()
    confidence: Unit
    applied_count: Count = 0
    success_count: Count = 0
    learned_iteration: Count = 0
    prefer: Strategy | None = Field(default=None, exclude_if=is_empty)
    avoid: Strategy | None = Field(default=None, exclude_if=is_empty)
    """What the rule comes to: which strategy to change to, and which not."""


class Reflexion(Frozen):
    """The memory that is consulted when research goes in circles."""

    iterations: tuple[Lesson, ...] = ()
    learned_rules: tuple[LearnedRule, ...] = ()


class Turn(Frozen):
    """Research went in circles, and this was done instead."""

    situation: Situation
    reason: str
    change: str
    rule: str = ""
    """The learned rule that said how."""


class LeadingClaim(Frozen):
    """A claim that carried the answer when the lead looked back, and the mark it had then."""

    hypothesis: HypothesisKey
    mark: str
    """One of `rules.tags.Mark`."""


class Thought(Frozen):
    """How an iteration set out: where it stood, what it thought with, what the drift rules changed."""

    iteration: Count
    reflection: str = ""
    tool: ThinkingTool = "scientific"
    because: str = ""
    """The situation that asks for this tool."""
    leading: tuple[LeadingClaim, ...] = Field(default=(), exclude_if=is_empty)
    unsure: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    overlooked: str = Field(default="", exclude_if=is_empty)
    turns: tuple[Turn, ...] = ()


class Action(Frozen):
    """What one Explorer was sent to do: a class of targets, by a strategy, on an engine."""

    target_class: Literal[1, 2, 3, 4, 5, 6, 7]
    strategy: Strategy
    """Where its queries leaned; a drift rule may have changed that, and not who was sent."""
    engine: str


class Drift(Frozen):
    """What has to be remembered to notice that research goes in circles."""

    turned_away: dict[str, Count] = Field(default_factory=dict)
    """How often a query was proposed and not run, as it was written."""
    actions: tuple[tuple[Action, ...], ...] = ()
    """What the last three iterations did, newest last."""


class Concept(Frozen):
    """A thing that observations speak of."""

    label: str
    type: Literal["concept", "technology", "person", "organization", "event", "publication"]
    confidence: Unit
    sources: tuple[str, ...] = ()
    added_iteration: Count = 0


class Relation(Frozen):
    """How one concept bears on another."""

    origin: str = Field(alias="from")
    to: str
    relation: Literal[
        "based_on", "enables", "part_of", "developed_by", "published_by", "contradicts", "supports"
    ]
    confidence: Unit
    sources: tuple[str, ...] = ()
    added_iteration: Count = 0


class Concepts(Frozen):
    """The knowledge graph of typed concepts, by id."""

    nodes: dict[Annotated[str, Field(pattern="^[a-z0-9_]+_[0-9]{3,}$")], Concept] = Field(
        default_factory=dict
    )
    relations: tuple[Relation, ...] = ()


class Failure(Worded):
    """Something that did not work, listed in the status and in the report."""

    iteration: Count
    kind: FailureKind
    what: Words
    reason: Words
    page: PageKey | None = None
    at: AwareDatetime | None = None


class Limits(Frozen):
    """When a run ends by itself."""

    max_iterations: int = Field(default=100, ge=1)
    budget_usd_micros: Count = 10_000_000
    max_minutes: int | None = Field(default=None, ge=1)


class Spend(Frozen):
    """What was paid, in millionths of a dollar."""

    total_usd_micros: Count = 0
    by_role: dict[str, Count] = Field(default_factory=dict)
    by_engine: dict[str, Count] = Field(default_factory=dict)


RunStatus = Literal["initialized", "running", "paused", "completed", "stopped_by_user", "budget_exceeded"]


ReportLanguage = Literal["", "ko", "en"]
"""What people asked to read; empty: the language of the question."""


class Run(Worded):
    """Where the run stands."""

    status: RunStatus = "initialized"
    reason: Words = ""
    engine: Words = ""
    """Who answered last, in words: views say when it was no language model."""
    language: ReportLanguage = Field(default="", exclude_if=is_empty)
    """Of views and reports."""
    papers: str = Field(default="", exclude_if=is_empty)
    """The folder that PDF files of papers are kept in; empty: papers/ of the session."""
    limits: Limits = Field(default_factory=Limits)
    spend: Spend = Field(default_factory=Spend)
    """What the closed iterations cost."""
    started_at: AwareDatetime | None = Field(default=None, exclude_if=is_empty)
    """When the first run began."""
    closed_at: dict[Count, AwareDatetime] = Field(default_factory=dict, exclude_if=is_empty)
    """When each iteration was closed, as people count."""
    open_usd_micros: Count = 0
    """What the open iteration has cost so far; its journal says on what."""
    metrics: dict[str, Count] = Field(default_factory=dict)
