"""Every question the roles ask, with the type of its answer.

Answers are closed: a model picks pages by number, speaks of hypotheses by id and quotes words; it never
writes a URL that is fetched, an id that is given, an authority, a strength or a verdict.
"""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.calls import Ask
from pathfinder.protocols.frozen import Frozen, says_nothing
from pathfinder.protocols.graph import ReasoningTool, ResolutionType, SourceType, Weight
from pathfinder.protocols.ids import HypothesisKey, ObservationKey, Strategy
from pathfinder.protocols.judgement import Confidence, EvidenceStrength, ReviewVerdict, Side
from pathfinder.protocols.reports import About, LocalKey, ProposedResolution
from pathfinder.protocols.rules.candidates import CandidatePair
from pathfinder.protocols.rules.context_view import ContextView, HypothesisLine
from pathfinder.protocols.rules.facets import Facets
from pathfinder.protocols.rules.languages import Language

Text = Annotated[str, Field(max_length=1_000)]
Query = Annotated[str, Field(max_length=200)]
QueryStrategy = Literal["web", "academic", "verification"]


class SubQuestionDraft(Frozen):
    """One part of the question."""

    text: Text
    priority: int = Field(ge=1, le=5)
    depends_on: tuple[int, ...] = ()
    """Numbers of the parts it needs first, counted from 1."""


class Decomposition(Frozen):
    """The question in 3 to 5 parts."""

    sub_questions: tuple[SubQuestionDraft, ...] = Field(min_length=1, max_length=5)


class Decompose(Ask[Decomposition]):
    """Which parts does this question have?"""

    role = "lead"
    name = "lead.decompose"
    answer = Decomposition

    question: str
    language: Language


class SlotView(Frozen):
    """One slot of the iteration as the lead sees it."""

    slot: int
    target: str
    """The target's code: HYPA3, HYPA1xHYPA3, KW17, LENS2."""
    about: str
    """What it is in words: the claim, the two claims, the keyword, the lens and its sub-question."""
    reason: str
    keywords: tuple[str, ...] = ()


class QueryDraft(Frozen):
    """A candidate query and what kind of search it is."""

    query: Query
    strategy: QueryStrategy


class BriefDraft(Frozen):
    """What one Explorer is to do, as the lead wrote it."""

    slot: int
    objective: Text
    boundaries: Text = ""
    strategy: Strategy
    reason: Text = ""
    candidates: tuple[QueryDraft, ...]
    chosen: tuple[int, ...]
    """Places of the 3 to 5 chosen candidates, counted from 1."""


class Briefs(Frozen):
    """A short reflection, and a brief for each slot."""

    reflection: Annotated[str, Field(max_length=4_000)] = ""
    briefs: tuple[BriefDraft, ...]


class WriteBriefs(Ask[Briefs]):
    """Where do we stand, and how should each Explorer go about its target?"""

    role = "lead"
    name = "lead.brief"
    answer = Briefs

    context: ContextView
    slots: tuple[SlotView, ...]
    mode: Literal["broad", "deep"]
    issues: tuple[str, ...] = ()
    thinking: str = ""
    """The tool to think with in this situation."""
    advice: tuple[str, ...] = ()
    """What the drift rules say has to change."""
    notes: tuple[str, ...] = ()
    """Hints the user gave since the last iteration."""
    language: Language


class NumberedResult(Frozen):
    """A search result; it is chosen by its number."""

    number: int
    title: str
    site: str
    snippet: str = ""


class PageChoice(Frozen):
    """The numbers of the results worth reading, best first."""

    numbers: tuple[int, ...] = Field(max_length=10)


class ChoosePages(Ask[PageChoice]):
    """Which of these pages are worth reading for this objective?"""

    role = "explorer"
    name = "explorer.choose"
    answer = PageChoice

    objective: str
    about: str
    results: tuple[NumberedResult, ...]
    most: int


class Passage(Frozen):
    """A piece of a page, untrusted."""

    number: int
    text: str


class PageView(Frozen):
    """A page as an Explorer reads it."""

    title: str
    site: str
    language: str | None
    passages: tuple[Passage, ...]


class ReadObservation(Frozen):
    """A fact, in words that stand on the page."""

    key: LocalKey
    quote: Annotated[str, Field(max_length=1_000)]
    summary: Text
    concepts: tuple[Annotated[str, Field(max_length=80)], ...] = Field(default=(), max_length=8)


class ReadClaim(Frozen):
    """A claim the page makes that none of the known hypotheses says."""

    key: LocalKey
    summary: Text
    verify_keywords: tuple[Query, ...] = Field(default=(), max_length=5)


class ReadStance(Frozen):
    """How an observation bears on a hypothesis or on a claim of this page."""

    observation: LocalKey
    about: About
    type: Literal["SUPPORTS", "CONTRADICTS", "QUALIFIES"]
    weight: Weight
    basis: Annotated[str, Field(max_length=300)] = ""


class Reading(Frozen):
    """What one page says, as far as it bears on the objective."""

    observations: tuple[ReadObservation, ...] = Field(default=(), max_length=20)
    claims: tuple[ReadClaim, ...] = Field(default=(), max_length=10)
    stances: tuple[ReadStance, ...] = Field(default=(), max_length=60)


class ReadPage(Ask[Reading]):
    """What does this page say, in its own words?"""

    role = "explorer"
    name = "explorer.read"
    answer = Reading

    question: str = ""
    """What the whole research is about: a page or a claim that has nothing to do with it is left alone."""
    objective: str
    about: str
    hypotheses: tuple[HypothesisLine, ...]
    page: PageView


class FoundLine(Frozen):
    """Something the Explorer has found so far, with its quote checked."""

    observation: LocalKey
    about: str
    """A hypothesis id or the key of a claim."""
    type: Literal["SUPPORTS", "CONTRADICTS", "QUALIFIES"]
    weight: Weight
    quote: str
    site: str


class ClaimLine(Frozen):
    """A claim the Explorer met."""

    key: LocalKey
    summary: str


class DraftAssessment(Frozen):
    """What the Explorer makes of its evidence on one claim."""

    about: About
    evidence: EvidenceStrength
    confidence: Confidence
    needs_further: Text | None = None


class Conclusion(Frozen):
    """Enough, or what to search next; and what the evidence comes to."""

    enough: bool
    follow_ups: tuple[Query, ...] = Field(default=(), max_length=5)
    retry_keywords: tuple[Query, ...] = Field(default=(), max_length=3)
    assessments: tuple[DraftAssessment, ...] = Field(default=(), max_length=20)
    resolutions: tuple[ProposedResolution, ...] = Field(default=(), max_length=3)
    keywords: tuple[Query, ...] = Field(default=(), max_length=5)


class Conclude(Ask[Conclusion]):
    """Is this enough for the objective, and what does it come to?"""

    role = "explorer"
    name = "explorer.conclude"
    answer = Conclusion

    objective: str
    about: str
    target: str
    turn: int
    turns_left: int
    queries: tuple[str, ...]
    found: tuple[FoundLine, ...]
    claims: tuple[ClaimLine, ...]
    language: Language
    """That of the research: an objective may quote a claim in another one."""


class FacetLabel(Frozen):
    """The three facets of one pair."""

    pair: int
    facets: Facets


class FacetLabels(Frozen):
    """A label for each pair asked."""

    labels: tuple[FacetLabel, ...]


class LabelPairs(Ask[FacetLabels]):
    """How do these pairs of claims compare in subject, cause and direction?"""

    role = "judge"
    name = "judge.facets"
    answer = FacetLabels

    pairs: tuple[CandidatePair, ...]
    question: str = Field(default="", exclude_if=says_nothing)
    """Of the whole research: what it names is in every claim. A model is not shown it."""


class QuotedLine(Frozen):
    """An observation of the graph with its words."""

    observation: ObservationKey
    quote: str
    site: str


class ResolutionRuling(Frozen):
    """Whether the quotes settle the conflict, and how."""

    settled: bool
    type: ResolutionType | None = None
    description: Text = ""
    loser: HypothesisKey | None = None
    observations: tuple[ObservationKey, ...] = Field(default=(), max_length=10)


class RuleOnResolution(Ask[ResolutionRuling]):
    """An Explorer says these two claims are settled so. Do its quotes bear that out?"""

    role = "judge"
    name = "judge.resolution"
    answer = ResolutionRuling

    first: HypothesisLine
    second: HypothesisLine
    proposed: ResolutionType
    description: str
    quotes: tuple[QuotedLine, ...]


class IdeaDraft(Frozen):
    """A hypothesis of our own, made with one thinking tool."""

    tool: ReasoningTool
    summary: Text
    derived_from: tuple[ObservationKey | HypothesisKey, ...] = Field(default=(), max_length=10)
    verify_keywords: tuple[Query, ...] = Field(default=(), max_length=5)


class Ideas(Frozen):
    """One candidate per tool, and the place of the chosen one, counted from 1."""

    candidates: tuple[IdeaDraft, ...] = Field(min_length=1, max_length=6)
    chosen: int = Field(ge=1, le=6)


class Ideate(Ask[Ideas]):
    """What could be true that nobody has said yet?"""

    role = "thinker"
    name = "thinker.ideate"
    answer = Ideas

    context: ContextView
    issues: tuple[str, ...] = ()
    language: Language


class ReviewDraft(Frozen):
    """The strongest honest challenge to an agreed finding, and what it does to it."""

    challenge: Text
    evidence: tuple[ObservationKey, ...] = Field(default=(), max_length=10)
    """The quotes the challenge rests on; none if it rests on what is missing."""
    verdict: ReviewVerdict
    impact: Text


class Challenge(Ask[ReviewDraft]):
    """Several investigators agree on this. What is the best that can be said against it?"""

    role = "counter_reviewer"
    name = "counter_reviewer.challenge"
    answer = ReviewDraft

    claim: HypothesisLine
    side: Side
    """The side that is agreed on and to be challenged."""
    supporting: tuple[QuotedLine, ...]
    opposing: tuple[QuotedLine, ...]
    language: Language


class WitnessLine(Frozen):
    """An observation a thesis may cite."""

    id: ObservationKey
    type: Literal["SUPPORTS", "CONTRADICTS"]
    quote: str
    site: str
    source_type: SourceType
    voice: str
    """Quotes of one voice are one witness."""


class ThesisLine(Frozen):
    """A claim the thesis speaks of, with its witnesses, the weightiest first."""

    claim: HypothesisLine
    section: Literal["finding", "insight", "refused"]
    side: Side | None
    caveats: tuple[str, ...] = ()
    witnesses: tuple[WitnessLine, ...]


class WrittenSentence(Frozen):
    """A sentence and the observations it rests on; code drops it if a number in it stands in none of them."""

    text: Text
    cites: tuple[ObservationKey, ...] = Field(min_length=1, max_length=10)


class WrittenFinding(Frozen):
    """What is said of one claim."""

    hypothesis: HypothesisKey
    title: Annotated[str, Field(max_length=150)]
    sentences: tuple[WrittenSentence, ...] = Field(max_length=6)


class WrittenThesis(Frozen):
    """The prose of a thesis and of a report: the answer first, each claim, what limits it, what to do."""

    answer: tuple[WrittenSentence, ...] = Field(max_length=4)
    findings: tuple[WrittenFinding, ...] = Field(default=(), max_length=30)
    limits: tuple[WrittenSentence, ...] = Field(default=(), max_length=10)
    recommendations: tuple[WrittenSentence, ...] = Field(default=(), max_length=6)


class WriteThesis(Ask[WrittenThesis]):
    """What is the answer, said only from these quotes?"""

    role = "writer"
    name = "writer.thesis"
    answer = WrittenThesis

    question: str
    claims: tuple[ThesisLine, ...]
    settled: tuple[str, ...] = ()
    """Conflicts that were settled, one sentence each."""
    unknown: tuple[str, ...] = ()
    """What nobody answered."""
    language: Language


QUESTIONS: tuple[type[Ask[Frozen]], ...] = (  # type: ignore[assignment]  # Ask is invariant in its answer
    Decompose,
    WriteBriefs,
    ChoosePages,
    ReadPage,
    Conclude,
    LabelPairs,
    RuleOnResolution,
    Ideate,
    Challenge,
    WriteThesis,
)
"""One prompt each."""
