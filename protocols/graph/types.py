"""The CogniGraph: what is known, from which words, and how far it can be believed.

Key names are those of `cognigraph.json`. A graph is never changed in place: `reducer.apply` makes
the next one. Strength, status, class and verdict are written here by rules, never by a model.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, WithJsonSchema, model_validator

from pathfinder.protocols.frozen import Frozen, Worded, Words, is_empty
from pathfinder.protocols.graph.caches import GraphCaches
from pathfinder.protocols.graph.index import GraphIndex, index_of
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.memory import Concepts, Drift, Failure, Reflexion, Run, SearchRecord, Thought
from pathfinder.protocols.graph.papers import PaperNote
from pathfinder.protocols.graph.places import Place, PlaceRun, place_at
from pathfinder.protocols.graph.reasons import Told
from pathfinder.protocols.ids import (
    HypothesisId,
    HypothesisKey,
    IidKey,
    LineageKey,
    ObservationKey,
    PageHash,
    PageKey,
    SubQuestionKey,
)

FORMAT = 1
"""The number that stands first in a graph file; a newer one is refused, not rewritten.

A key that came later is left out of the file where it says nothing (`says_nothing`).
"""

WEIGHTS = (0.8, 0.5, 0.3)
"""Direct evidence; related but indirect; a leap of logic in between."""


def _is_none(value: object) -> bool:
    return value is None


def _known_weight(weight: float) -> float:
    if weight not in WEIGHTS:
        raise ValueError("a weight is 0.8, 0.5 or 0.3")
    return weight


def _source_type(written: object) -> object:
    """Hand-written files say `official_doc` where the graph says `official`."""
    return "official" if written == "official_doc" else written


Weight = Annotated[
    float, AfterValidator(_known_weight), WithJsonSchema({"type": "number", "enum": list(WEIGHTS)})
]
Unit = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]
SourceType = Literal["paper", "official", "news", "blog", "forum", "unknown"]
Status = Literal["unvisited", "tested", "verified", "rejected"]
FactKind = Literal["measured", "documented", "reported", "asserted", "opinion", "promise", "secondhand"]
"""How a page comes to say a fact: `asserted` is a statement without method or witness."""
Importance = Annotated[int, Field(ge=0, le=3)]
"""3 changes the decision, 2 is useful, 1 is a detail; 0: nobody has said."""
PartKind = Literal["yes_no", "how_much", "which", "why", "when", "how", "risks", "list", ""]
"""The kind of answer that a part of the question asks for."""
ReasoningTool = Literal[
    "pattern", "analogy", "first_principles", "causal_chain", "scamper", "inversion", "user"
]
ResolutionType = Literal[
    "condition_difference", "definition_mismatch", "scope_mismatch", "one_rejected", "merged"
]


class Observation(Frozen):
    """A fact with the words it stands in. Frozen once stored."""

    summary: str
    quote: str | None = None
    """The words as they stand in the stored page, character for character."""
    source_url: str
    source_type: Annotated[SourceType, BeforeValidator(_source_type)]
    authority: Unit
    page: PageKey | None = None
    offset: Count | None = None
    found_by: IidKey | None = None
    concepts: tuple[str, ...] = ()
    created_at: Count
    header: str = Field(default="", exclude_if=is_empty)
    """The heading of a table or list that the quote needs, also verbatim."""
    kind: FactKind | None = Field(default=None, exclude_if=is_empty)
    as_of: str = Field(default="", exclude_if=is_empty)
    """The date or version that the fact belongs to, if the page says so."""
    parts: tuple[SubQuestionKey, ...] = Field(default=(), exclude_if=is_empty)
    """The parts of the question it bears on."""
    worth: Importance = Field(default=0, exclude_if=is_empty)
    discounted: str = Field(default="", exclude_if=is_empty)
    """Why it carries no weight although it stands on its page."""

    @property
    def verified(self) -> bool:
        """Code has found its quote in a stored page; what is not verified moves no strength."""
        return self.quote is not None and self.page is not None and self.offset is not None


class Source(Worded):
    """One stored page: where it came from and what its words can be worth."""

    url: str
    title: str = ""
    author: str = ""
    date: str = ""
    site: str = ""
    type: SourceType
    authority: Unit
    doi: str | None = None
    canonical: str | None = None
    language: str | None = None
    retrieved_at: AwareDatetime | None = None
    rules_version: str = ""
    retracted: Words | None = None
    """Why it is retracted; a retracted page has no weight."""
    work: str | None = None
    publisher: str | None = None
    """Who speaks here, as far as the address tells; None for a local file or a host of works."""
    signature: str | None = None
    paper: PaperNote | None = Field(default=None, exclude_if=is_empty)
    """What catalogues say of it, if it is a paper that one of them found."""
    hidden: Count = Field(default=0, exclude_if=is_empty)
    """Pieces of text that the page hides from its readers; they were taken out before anybody read it."""
    page_starts: tuple[Count, ...] = Field(default=(), exclude_if=is_empty)
    """Where each page, slide, row or other place of the document begins in the text."""
    places: tuple[PlaceRun, ...] = Field(default=(), exclude_if=is_empty)
    """What these places are called, where they are not the pages of a PDF."""
    notes: tuple[Words, ...] = Field(default=(), exclude_if=is_empty)
    """What a person should know about how the page was read."""
    self_described: bool = Field(default=False, exclude_if=is_empty)
    """Its trust rests on its own description alone, or on an account that anybody can open."""

    def place_at(self, offset: int) -> Place | None:
        """The page, slide, row or the like that an offset in the text is on; None where there are none."""
        return place_at(offset, self.page_starts, self.places)

    @property
    def weight(self) -> float:
        """The authority that counts today."""
        return 0.0 if self.retracted is not None else self.authority


HistoryAction = Literal["EXPLORE", "IDEATE", "JUDGE", "CHECK", "MERGE", "IMPORT", "USER"]
"""The phase, or the person, that changed a hypothesis."""


class HistoryEntry(Worded):
    """One line of a hypothesis's life."""

    iteration: Count
    action: HistoryAction
    result: Words
    change: float = 0.0


class Hypothesis(Frozen):
    """A claim: taken from others (A) or invented here (B)."""

    type: Literal["A", "B"]
    summary: str
    strength: Unit
    status: Status = "unvisited"
    visit_count: Count = 0
    last_visited: Count | None = None
    attempts: Count = 0
    """Explorers in a row that failed on it or brought nothing; sets how long it rests."""
    last_attempt: Count | None = None
    created_at: Count
    found_by: IidKey | None = None
    reasoning_tool: ReasoningTool | None = None
    derived_from: tuple[ObservationKey | HypothesisKey, ...] = ()
    verify_keywords: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    """When it holds, written by resolved conflicts."""
    unbound: tuple[str, ...] = ()
    """Numbers of the summary that stand in none of the quotes it came with."""
    importance: Importance = Field(default=0, exclude_if=is_empty)
    as_of: str = Field(default="", exclude_if=is_empty)
    """The date or version that the claim belongs to."""
    wider: tuple[HypothesisKey, ...] = Field(default=(), exclude_if=is_empty)
    """Claims that say the same more generally. Their own evidence alone counts for them."""
    merged_into: HypothesisKey | None = None
    related: tuple[HypothesisKey, ...] = Field(default=(), exclude_if=is_empty)
    """Claims that say the same of another subject: shown beside it, neither joined to it nor opposed."""
    rejected_because: Told | None = None
    rejected_at: Count | None = None
    revived: bool = False
    """It came back from rejection; it does so once."""
    history: tuple[HistoryEntry, ...] = ()
    verdict: Verdict | None = None

    @property
    def alive(self) -> bool:
        """Still in the race: neither rejected nor merged into another."""
        return self.status != "rejected"


class Answer(Frozen):
    """Why a contradiction no longer stands against its hypothesis."""

    by: Literal["quote", "condition", "retraction"]
    reason: str


EvidenceKey = tuple[ObservationKey, HypothesisKey, Literal["SUPPORTS", "CONTRADICTS"]]


class EvidenceEdge(Frozen):
    """An observation that speaks for or against a hypothesis."""

    observation: ObservationKey = Field(alias="from")
    hypothesis: HypothesisKey = Field(alias="to")
    type: Literal["SUPPORTS", "CONTRADICTS"]
    weight: Weight
    created_at: Count
    basis: str = ""
    found_by: IidKey | None = None
    answered: Answer | None = None
    struck: str = Field(default="", exclude_if=is_empty)
    """Why the counter-review found that the observation does not bear on the hypothesis."""

    @model_validator(mode="before")
    @classmethod
    def _without_conflict_keys(cls, written: Any) -> Any:  # noqa: ANN401  (raw JSON)
        """The source document writes `resolved: false` on every edge; on these it says nothing."""
        if not isinstance(written, dict):
            return written
        empty = {"resolved": False, "resolution": None}
        return {key: value for key, value in written.items() if key not in empty or value != empty[key]}

    @property
    def key(self) -> EvidenceKey:
        """What makes it the same edge."""
        return self.observation, self.hypothesis, self.type


class ConflictEdge(Frozen):
    """Two hypotheses that cannot both hold as they are written. Stored once for the pair."""

    first: HypothesisKey = Field(alias="from")
    second: HypothesisKey = Field(alias="to")
    type: Literal["CONFLICTS"] = "CONFLICTS"
    weight: Unit = 1.0
    created_at: Count
    found_by: IidKey | None = None
    attempts: Count = 0
    """Explorers sent to settle it that did not."""
    last_attempt: Count | None = None
    resolved: bool = False
    resolution_type: ResolutionType | None = None
    resolution: str | None = None
    open: bool = False
    """Given up for now: out of selection, in the report, back on new evidence."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same edge, whichever end is named first."""
        low, high = sorted((self.first, self.second))
        return low, high, self.type


Edge = Annotated[EvidenceEdge | ConflictEdge, Field(discriminator="type")]


class SubQuestion(Frozen):
    """A part of the question; answered by hypotheses."""

    text: str
    priority: Annotated[int, Field(ge=1, le=5)] = 3
    depends_on: tuple[SubQuestionKey, ...] = ()
    answered_by: tuple[HypothesisKey, ...] = ()
    kind: PartKind = Field(default="", exclude_if=is_empty)
    """The kind of answer it asks for."""
    done_when: str = Field(default="", exclude_if=is_empty)
    """What has to be known for it to count as answered."""
    searched: Count = Field(default=0, exclude_if=is_empty)
    """Iterations in which an Explorer was sent for it."""
    last_searched: Count | None = Field(default=None, exclude_if=_is_none)
    exhausted: bool = Field(default=False, exclude_if=is_empty)
    """The last Explorer sent for it found that further search would bring nothing new."""
    not_found: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """What was looked for and not found, as the last Explorer put it."""


class PageReading(Frozen):
    """A page that was read for the whole question; it is not read again."""

    url: str
    title: str = ""
    iteration: Count
    facts: Count = 0
    """How many facts it gave."""
    note: str = Field(default="", exclude_if=is_empty)
    """What the reader noted on the page: its age, its method, whose copy it is."""


AuditKind = Literal["contradiction", "outdated", "wrong", "method", "copy", "weak"]


class AuditPoint(Frozen):
    """Something that only a look at all facts side by side shows."""

    kind: AuditKind
    text: str
    observations: tuple[ObservationKey, ...] = ()
    """The facts that mislead or cannot all hold."""
    shown_by: tuple[ObservationKey, ...] = ()
    hypotheses: tuple[HypothesisKey, ...] = ()
    rank: Annotated[int, Field(ge=1, le=3)] = 2
    """3 would change a decision."""
    iteration: Count = 0
    upheld: bool | None = None
    """What the counter-review said of it; None: it was not asked."""
    objection: str = Field(default="", exclude_if=is_empty)


class Keyword(Frozen):
    """A direction to search that nobody has followed yet; its number is its place in the list."""

    keyword: str
    origin: str | None = Field(default=None, alias="from")
    used: bool = False
    attempts: Count = 0
    last_attempt: Count | None = None
    created_at: Count = 0


class Health(Frozen):
    """What the last check found."""

    last_check: Count = 0
    issues: tuple[Literal["LOW_QUALITY", "ALL_WEAK", "STALEMATE", "DATA_EXPLOSION", "SATURATED"], ...] = ()


class Selection(Frozen):
    """Credits of the weighted round-robin over the classes of targets."""

    credits: dict[Annotated[int, Field(ge=1, le=7)], int] = Field(default_factory=dict)
    carried: tuple[HypothesisKey, ...] = ()
    """Findings that round 3 had no Explorer left for; they compete for the next slots like any other."""


class CogniGraph(Frozen):
    """The whole record of closed iterations. Its mappings are read-only by contract."""

    format: int = FORMAT
    question: str
    iteration: Count = 0
    """How many iterations are closed; people see one more."""
    sub_questions: dict[SubQuestionKey, SubQuestion] = Field(default_factory=dict)
    observations: dict[ObservationKey, Observation] = Field(default_factory=dict)
    sources: dict[PageKey, Source] = Field(default_factory=dict)
    hypotheses: dict[HypothesisKey, Hypothesis] = Field(default_factory=dict)
    edges: tuple[Edge, ...] = ()
    findings: dict[HypothesisKey, Finding] = Field(default_factory=dict)
    lens_index: Count = 0
    unexplored: tuple[Keyword, ...] = ()
    health: Health = Field(default_factory=Health)
    selection: Selection = Field(default_factory=Selection)
    respawns: dict[LineageKey, Count] = Field(default_factory=dict)
    """How often each investigator was sent out again in its life."""
    searches: tuple[SearchRecord, ...] = ()
    reflexion: Reflexion = Field(default_factory=Reflexion)
    drift: Drift = Field(default_factory=Drift)
    thoughts: tuple[Thought, ...] = Field(default=(), exclude_if=is_empty)
    """How each iteration set out."""
    pages_read: dict[PageKey, PageReading] = Field(default_factory=dict, exclude_if=is_empty)
    audit: tuple[AuditPoint, ...] = Field(default=(), exclude_if=is_empty)
    concepts: Concepts = Field(default_factory=Concepts)
    failures: tuple[Failure, ...] = ()
    run: Run = Field(default_factory=Run)

    def __repr__(self) -> str:
        """In a few words: asyncio writes out what a task returned, and a graph may be large."""
        return f"CogniGraph(question={self.question!r}, iteration={self.iteration})"

    @cached_property
    def caches(self) -> GraphCaches:
        """What is computed from the graph and kept with it."""
        return GraphCaches()

    def __copy__(self) -> "CogniGraph":
        copy = super().__copy__()
        copy.__dict__["caches"] = self.caches.copy()
        return copy

    @property
    def index(self) -> GraphIndex:
        """Where things are. Built once; the reducer hands a grown copy to the next graph."""
        caches = self.caches
        if caches.index is None:
            caches.index = index_of(
                self.observations, self.hypotheses, self.edges, self.unexplored, self.sources
            )
        return caches.index

    def derived_cache(self, hypothesis: HypothesisId) -> dict[object, Any]:
        """What rules computed from the evidence on a hypothesis; forgotten when any of that is replaced.

        Copies of a graph share it: an edit elsewhere costs nothing here.
        """
        return self.caches.derived(hypothesis, self._parts, self._basis)

    def with_derived_caches(self, before: "CogniGraph", but: AbstractSet[HypothesisId]) -> "CogniGraph":
        """For the reducer: this graph, made of another by edits that changed the evidence on these only."""
        self.caches.keep(before.caches, before._parts, self._parts, but)
        return self

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.observations, self.sources, self.edges

    def _basis(self, hypothesis: HypothesisId) -> tuple[object, ...]:
        """The very objects the evidence on a hypothesis is made of."""
        found: list[object] = []
        for edge in self.evidence(hypothesis):
            seen = self.observations[edge.observation]
            found += (edge, seen, self.sources.get(seen.page) if seen.page is not None else None)
        return tuple(found)

    def evidence(self, hypothesis: HypothesisId) -> tuple[EvidenceEdge, ...]:
        """The edges that speak for or against a hypothesis, in the order they came; struck ones do not."""
        at = (self.edges[place] for place in self.index.edges_at.get(hypothesis, ()))
        return tuple(edge for edge in at if isinstance(edge, EvidenceEdge) and not edge.struck)

    def conflicts(self, hypothesis: HypothesisId) -> tuple[ConflictEdge, ...]:
        """The conflicts a hypothesis is part of, resolved ones too."""
        at = (self.edges[place] for place in self.index.edges_at.get(hypothesis, ()))
        return tuple(edge for edge in at if isinstance(edge, ConflictEdge))

    def active_conflicts(self) -> tuple[ConflictEdge, ...]:
        """Conflicts still to settle: unresolved, not given up, both sides alive."""
        return tuple(
            edge
            for edge in (self.edges[place] for place in self.index.conflict_places)
            if isinstance(edge, ConflictEdge) and self.is_active(edge)
        )

    def is_active(self, edge: ConflictEdge) -> bool:
        """Unresolved, not given up, and both sides alive."""
        both_alive = self.hypotheses[edge.first].alive and self.hypotheses[edge.second].alive
        return both_alive and not edge.resolved and not edge.open

    def note_on(self, page: PageHash) -> str:
        """What the reader noted on a page; empty if nothing, or if it was read by an older version."""
        known = self.pages_read.get(page)
        return "" if known is None else known.note

    def alive(self) -> Mapping[HypothesisId, Hypothesis]:
        """The hypotheses still in the race."""
        return self.caches.alive(self.hypotheses, lambda one: one.status != "rejected")

    def evidence_of(self, iteration: int) -> tuple[EvidenceEdge, ...]:
        """The edges that an iteration brought, in the order they came."""
        at = (self.edges[place] for place in self.index.edges_in.get(iteration, ()))
        return tuple(edge for edge in at if isinstance(edge, EvidenceEdge) and not edge.struck)
