"""What an Explorer brings back, before code has checked any of it."""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.calls.targets import HypothesisTarget, Target
from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.frozen import GROUNDS, Frozen, Worded, Words
from pathfinder.protocols.graph.judgement import Confidence, EvidenceStrength
from pathfinder.protocols.graph.types import Count, FactKind, Importance, ResolutionType, Source, Weight
from pathfinder.protocols.ids import (
    HypothesisKey,
    IidKey,
    ObservationId,
    ObservationKey,
    PageHash,
    PageKey,
    SubQuestionKey,
)

LOCAL_NAME = "^[a-z][a-z0-9_]{0,31}$"
LocalKey = Annotated[str, Field(pattern=LOCAL_NAME)]
"""Names a thing inside one report: `o1`, `c2`."""


class StoredPage(Frozen):
    """A page as it was stored: its text is what quotes are looked up in."""

    text: str
    source: Source


Pages = dict[PageHash, StoredPage]


class Fact(Frozen):
    """A fact and the words of a page that say it, from their reading to the report of an Explorer."""

    page: PageKey
    quote: str
    offset: Count | None = None
    """Where the quote was found; None: nobody has looked it up."""
    summary: str
    concepts: tuple[str, ...] = ()
    header: str = ""
    kind: FactKind | None = None
    as_of: str = ""
    parts: tuple[SubQuestionKey, ...] = ()
    worth: Importance = 0
    observation: ObservationKey | None = None
    """Its id, if it is in the graph."""
    key: str = Field(default="", pattern=f"{LOCAL_NAME}|^$")
    """Its name in a report."""

    @property
    def span(self) -> tuple[PageHash, int | None, int]:
        """Two facts with one span are the same words of the same page."""
        return self.page, self.offset, len(self.quote)


class ReportedClaim(Frozen):
    """A claim of others that the Explorer met and found in no hypothesis it was shown."""

    key: LocalKey
    summary: str
    verify_keywords: tuple[str, ...] = ()
    condition: str = ""
    as_of: str = ""
    importance: Importance = 0
    parts: tuple[SubQuestionKey, ...] = ()
    """The parts of the question it answers."""


class NewClaim(Frozen):
    """Points at a claim of the same report."""

    kind: Literal["claim"] = "claim"
    key: LocalKey


About = Annotated[NewClaim | HypothesisTarget, Field(discriminator="kind")]


class ReportedStance(Frozen):
    """How an observation bears on a claim. QUALIFIES is a caveat, never opposition."""

    observation: LocalKey
    about: About
    type: Literal["SUPPORTS", "CONTRADICTS", "QUALIFIES"]
    weight: Weight
    basis: str = ""


class Assessment(Frozen):
    """What the Explorer makes of its evidence on one claim."""

    about: About
    evidence: EvidenceStrength
    confidence: Confidence
    needs_further: str | None = None


class Resolution(Frozen):
    """How a conflict is settled: an Explorer proposes it, the Judge rules on it, and rules decide."""

    first: HypothesisKey
    second: HypothesisKey
    type: ResolutionType
    description: Annotated[str, Field(max_length=1_000)] = Field(json_schema_extra=GROUNDS)
    loser: HypothesisKey | None = None
    """With one_rejected: the side that is wrong."""
    observations: tuple[LocalKey, ...] = Field(default=(), json_schema_extra=GROUNDS)
    """What bears it out: names in a report in a proposal, ids of the graph in a ruling."""

    @property
    def cites(self) -> tuple[ObservationId, ...]:
        """The observations that a ruling names."""
        return tuple(ObservationId(name) for name in self.observations)


class SearchDone(Frozen):
    """A search an Explorer made, or shared with others who asked the same."""

    query: str
    strategy: Literal["web", "academic", "verification"]
    engine: str
    urls: tuple[str, ...]


class Trouble(Worded):
    """Something that did not work for an Explorer."""

    kind: FailureKind
    what: Words
    reason: Words


class PageRead(Frozen):
    """A page as this Explorer found it: one text may stand at several addresses."""

    page: PageKey
    source: Source
    note: str = ""
    """What the reader noted on it."""


class PartOutcome(Frozen):
    """How far an Explorer sent for a part of the question got with it."""

    part: SubQuestionKey
    exhausted: bool = False
    not_found: tuple[str, ...] = ()


class ExplorerReport(Worded):
    """The whole of one Explorer's work. One that failed has a reason and nothing else."""

    iid: IidKey
    target: Target
    status: Literal["success", "partial", "failure"]
    observations: tuple[Fact, ...] = ()
    claims: tuple[ReportedClaim, ...] = ()
    stances: tuple[ReportedStance, ...] = ()
    assessments: tuple[Assessment, ...] = ()
    resolutions: tuple[Resolution, ...] = ()
    keywords: tuple[str, ...] = ()
    pages: tuple[PageRead, ...] = ()
    searches: tuple[SearchDone, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    reason: Words = ""
    outcome: PartOutcome | None = None
    """If it was sent for a part of the question."""


class ClaimRef(Frozen):
    """A claim of one report, named from outside it."""

    iid: IidKey
    key: LocalKey


class PairLabel(Frozen):
    """The Judge's word on a new claim and another claim that similarity put beside it."""

    claim: ClaimRef
    other: ClaimRef | HypothesisKey
    label: Literal["same", "opposes", "related", "separate", "narrower", "wider"]
    """`narrower`: the claim is a case of the other."""
