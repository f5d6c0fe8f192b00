"""Every question the roles ask, with the type of its answer.

Answers are closed: a model picks pages by number, speaks of hypotheses by id and quotes words; it never
writes a URL that is fetched, an id that is given, an authority, a strength or a verdict.

The limits of lists and texts are declared here and nowhere else: schemas and prompts take their numbers from
these types (`{Reading.facts}` in a prompt). What is marked as GROUNDS is asked for before the decisions of
its type; elsewhere fields are asked for in the order in which they are declared. Of a list marked as SINGLY
an entry that cannot be read is left out, and the others stay; a label that is marked with another counts as
that one where it cannot be read (`otherwise`).
"""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.comparison import CandidatePair, Facets
from pathfinder.protocols.calls.context_view import ContextView, EvidenceLine, HypothesisLine
from pathfinder.protocols.frozen import GROUNDS, SINGLY, Frozen, is_empty
from pathfinder.protocols.graph.judgement import Confidence, EvidenceStrength, ReviewVerdict, Side
from pathfinder.protocols.graph.types import (
    AuditKind,
    FactKind,
    PartKind,
    ReasoningTool,
    ResolutionType,
    SourceType,
    Weight,
)
from pathfinder.protocols.ids import HypothesisKey, ObservationKey, Strategy
from pathfinder.protocols.text.languages import Language

Text = Annotated[str, Field(max_length=1_000)]
Query = Annotated[str, Field(max_length=200)]
QueryStrategy = Literal["web", "academic", "verification"]
Site = Literal[
    "arxiv.org",
    "semanticscholar.org",
    "pubmed.ncbi.nlm.nih.gov",
    "acm.org",
    "ieee.org",
    "nature.com",
    "github.com",
    "stackoverflow.com",
    "wikipedia.org",
    "who.int",
    "europa.eu",
]
"""Sites that a query may be aimed at; closed, so that no page can have a query aimed at itself (ADR 38)."""


class SubQuestionDraft(Frozen):
    """One part of the question: a heading of the answer."""

    text: Annotated[str, Field(max_length=300)]
    kind: PartKind
    done_when: Annotated[str, Field(max_length=300)]
    """What has to be known for it to count as answered."""
    priority: int = Field(ge=1, le=5)
    depends_on: tuple[int, ...] = ()
    """Numbers of the parts it needs first, counted from 1."""


class Decomposition(Frozen):
    """The question in 3 to 6 parts."""

    sub_questions: tuple[SubQuestionDraft, ...] = Field(min_length=1, max_length=6)


class Decompose(Ask[Decomposition]):
    """Which parts does this question have?"""

    role = "lead"
    name = "lead.decompose"
    answer = Decomposition

    question: str
    language: Language


class PartLine(Frozen):
    """A part of the question, by its number."""

    number: int
    text: str


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
    site: Site | None = None
    """Only pages of this site are wanted; None: of any."""


class BriefDraft(Frozen):
    """What one Explorer is to do, as the lead wrote it."""

    slot: int
    objective: Text
    boundaries: Text = ""
    strategy: Strategy
    reason: Text = Field(default="", json_schema_extra=GROUNDS)
    queries: tuple[QueryDraft, ...] = Field(max_length=5)
    """3 to 5, at least one of them for evidence to the contrary."""


class Briefs(Frozen):
    """A short reflection with its lists, and a brief for each slot."""

    reflection: Annotated[str, Field(max_length=4_000)] = ""
    leading: tuple[HypothesisKey, ...] = Field(default=(), max_length=3)
    """The claims that carry the answer so far; how sure they are is computed."""
    unsure: tuple[Annotated[str, Field(max_length=250)], ...] = Field(default=(), max_length=3)
    """What is most uncertain, each with the evidence that would settle it."""
    overlooked: Annotated[str, Field(max_length=300)] = ""
    """What this look back may have missed."""
    briefs: tuple[BriefDraft, ...]
    """One per slot; a slot without one is left out if the question is simple."""


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
    date: str = ""
    snippet: str = ""
    read: bool = False
    """It was read before: its facts are at hand, and choosing it brings them back for nothing."""


class PageChoice(Frozen):
    """The numbers of the results worth reading, best first."""

    numbers: tuple[int, ...] = Field(max_length=15)


class ChoosePages(Ask[PageChoice]):
    """Which of these pages are worth reading for this objective?"""

    role = "explorer"
    name = "explorer.choose"
    answer = PageChoice

    question: str
    objective: str
    about: str
    results: tuple[NumberedResult, ...]
    most: int


class Passage(Frozen):
    """A piece of a page, untrusted."""

    number: int
    text: str


class PageView(Frozen):
    """A page, or a stretch of a long one, as it is read."""

    title: str
    site: str
    date: str = ""
    type: SourceType = "unknown"
    language: str | None = None
    passages: tuple[Passage, ...]
    stretch: str = ""
    """Which stretch of a long page this is ("2 of 3"); empty: all of it."""


class ReadFact(Frozen):
    """A fact that bears on the question, in words that stand on the page."""

    quote: Annotated[str, Field(max_length=1_000)]
    header: Annotated[str, Field(max_length=400)] = ""
    """The heading that a table row or list item needs, verbatim too."""
    summary: Annotated[str, Field(max_length=600)]
    kind: FactKind = Field(json_schema_extra={"otherwise": "asserted"})
    as_of: Annotated[str, Field(max_length=80)] = ""
    parts: tuple[int, ...] = Field(default=(), max_length=6)
    """Numbers of the parts of the question it bears on."""
    worth: int = Field(ge=1, le=3)
    concepts: tuple[Annotated[str, Field(max_length=80)], ...] = Field(default=(), max_length=4)


class Reading(Frozen):
    """What one page holds on the whole question."""

    facts: tuple[ReadFact, ...] = Field(default=(), max_length=18, json_schema_extra=SINGLY)
    page_note: Annotated[str, Field(max_length=400)] = ""


class ReadPage(Ask[Reading]):
    """What does this page say on the question, in its own words? Asked once per page and session."""

    role = "explorer"
    name = "explorer.read"
    answer = Reading
    turns = 3  # Without it the search for the page and its fetching were in vain.

    question: str
    parts: tuple[PartLine, ...]
    today: str = ""
    page: PageView


FactKey = Annotated[str, Field(pattern="^f[1-9][0-9]{0,4}$")]
"""Names a fact inside one call."""


class FactLine(Frozen):
    """A fact as it is shown: its quote was found on its page."""

    id: FactKey
    kind: FactKind | None = None
    as_of: str = ""
    worth: int = 0
    parts: tuple[int, ...] = ()
    summary: str
    quote: str = ""
    """Empty where the summary is enough."""
    header: str = ""


class PageFacts(Frozen):
    """The facts of one page; pages of one voice repeat each other and count once."""

    title: str
    site: str
    type: SourceType
    date: str = ""
    voice: str = ""
    note: str = ""
    facts: tuple[FactLine, ...]


class ClaimView(Frozen):
    """A claim of the graph and how it stands."""

    id: HypothesisKey
    text: str
    standing: str = ""
    """Its verdict and side in words, or its status."""
    condition: str = ""
    as_of: str = ""
    importance: int = 0


class FactLink(Frozen):
    """How a fact bears on a claim. QUALIFIES names a condition, limit or exception."""

    fact: FactKey
    type: Literal["SUPPORTS", "CONTRADICTS", "QUALIFIES"]
    weight: Weight
    basis: Annotated[str, Field(max_length=200)] = ""


class ClaimDraft(Frozen):
    """What the facts together come to, in one statement."""

    links: tuple[FactLink, ...] = Field(max_length=30)
    known: HypothesisKey | None = None
    """The claim of the graph that this is; None: a new one."""
    text: Text
    condition: Annotated[str, Field(max_length=300)] = ""
    as_of: Annotated[str, Field(max_length=80)] = ""
    parts: tuple[int, ...] = Field(default=(), max_length=6)
    """Numbers of the parts of the question it answers."""
    evidence: EvidenceStrength
    confidence: Confidence
    importance: int = Field(ge=1, le=3)
    needs_further: Annotated[str, Field(max_length=200)] = ""
    """A search that would make it surer, as a query; empty if more search would hardly change it."""


class DraftResolution(Frozen):
    """How a conflict is settled, as the Explorer sees it; the Judge and the rules decide."""

    first: HypothesisKey
    second: HypothesisKey
    type: ResolutionType
    description: Text
    loser: HypothesisKey | None = None
    facts: tuple[FactKey, ...] = Field(max_length=12)


class Conclusion(Frozen):
    """What all facts on a target come to."""

    claims: tuple[ClaimDraft, ...] = Field(default=(), max_length=14, json_schema_extra=SINGLY)
    not_found: tuple[Annotated[str, Field(max_length=300)], ...] = Field(default=(), max_length=6)
    resolutions: tuple[DraftResolution, ...] = Field(default=(), max_length=1)
    missing: tuple[Query, ...] = Field(default=(), max_length=5)
    """What to search next, as queries."""
    state: Literal["answered", "open", "exhausted"] = Field(json_schema_extra={"otherwise": "open"})


class Conclude(Ask[Conclusion]):
    """What do the facts on this target come to, and is it answered?"""

    role = "explorer"
    name = "explorer.conclude"
    answer = Conclusion

    question: str
    parts: tuple[PartLine, ...]
    today: str = ""
    objective: str
    about: str
    target: str
    opposing: tuple[str, ...] = ()
    """Quotes of the side that the Explorer is sent to test, as material."""
    turn: int
    turns_left: int
    queries: tuple[str, ...]
    pages: tuple[PageFacts, ...]
    claims: tuple[ClaimView, ...] = ()
    own: tuple[str, ...] = ()
    """Claims of its own last turn; this turn's answer replaces them."""
    language: Language


class FacetLabel(Frozen):
    """The four facets of one pair."""

    pair: int
    facets: Facets


class FacetLabels(Frozen):
    """A label for each pair asked."""

    labels: tuple[FacetLabel, ...] = Field(json_schema_extra=SINGLY)


class LabelPairs(Ask[FacetLabels]):
    """How do these pairs of claims compare in subject, cause and direction?"""

    role = "judge"
    name = "judge.facets"
    answer = FacetLabels

    pairs: tuple[CandidatePair, ...]
    question: str = Field(default="", exclude_if=is_empty)
    """Of the whole research: what it names is in every claim. A model is not shown it."""


class AuditDraft(Frozen):
    """Something that only a look at all facts side by side shows."""

    kind: AuditKind
    facts: tuple[FactKey, ...] = Field(max_length=12)
    """The facts that mislead or cannot all hold."""
    shown_by: tuple[FactKey, ...] = Field(default=(), max_length=12)
    """The facts that show it."""
    text: Text
    claims: tuple[HypothesisKey, ...] = Field(default=(), max_length=6)
    """The claims it concerns; of a contradiction, the two that cannot both hold."""
    rank: int = Field(ge=1, le=3)


class AuditPoints(Frozen):
    """The points of an audit, the most important first."""

    points: tuple[AuditDraft, ...] = Field(default=(), max_length=25, json_schema_extra=SINGLY)


class AuditFacts(Ask[AuditPoints]):
    """What do all facts, side by side, show that no single page does?"""

    role = "judge"
    name = "judge.audit"
    answer = AuditPoints

    question: str
    parts: tuple[PartLine, ...]
    today: str = ""
    pages: tuple[PageFacts, ...]
    claims: tuple[ClaimView, ...]
    earlier: tuple[str, ...] = ()
    """Points of earlier audits; they are not repeated."""
    language: Language


class QuotedLine(Frozen):
    """An observation of the graph with its words."""

    observation: ObservationKey
    quote: str
    site: str


class ResolutionRuling(Frozen):
    """Whether the quotes settle the conflict, and how."""

    settled: bool
    type: ResolutionType | None = None
    description: Text = Field(default="", json_schema_extra=GROUNDS)
    loser: HypothesisKey | None = None
    observations: tuple[ObservationKey, ...] = Field(default=(), max_length=10, json_schema_extra=GROUNDS)


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
    """One candidate per tool, and the place of the chosen one, counted from 1.

    An answer with fewer than six is readable, so that the others are not lost: `missing_tools` in
    `rules.ideas` finds what is missing, and the Thinker is asked once more.
    """

    candidates: tuple[IdeaDraft, ...] = Field(min_length=1, max_length=6)
    chosen: int = Field(ge=1, le=6)


class Ideate(Ask[Ideas]):
    """What could be true that nobody has said yet?"""

    role = "thinker"
    name = "thinker.ideate"
    answer = Ideas

    context: ContextView
    evidence: tuple[EvidenceLine, ...] = ()
    """Which of the observations in the context support or contradict which of its hypotheses."""
    issues: tuple[str, ...] = ()
    missing: tuple[ReasoningTool, ...] = ()
    """Tools that the first answer left out; empty the first time."""
    language: Language


class ChallengedClaim(Frozen):
    """A claim under review, with every link it has."""

    claim: ClaimView
    side: Side
    """The side that is agreed on and to be challenged."""
    links: tuple[FactLink, ...]


class ClaimReview(Frozen):
    """The strongest honest challenge to one claim, and what it does to it."""

    claim: HypothesisKey
    challenge: Text
    evidence: tuple[FactKey, ...] = Field(default=(), max_length=10)
    """The facts the challenge rests on; none if it rests on what is missing."""
    impact: Text
    verdict: ReviewVerdict
    amended: Text = ""
    """With WEAKENED: the claim reworded so that it stands; empty: the wording may stay."""
    condition: Annotated[str, Field(max_length=300)] = ""
    """The condition as it should read, if it should change."""
    strike: tuple[FactKey, ...] = Field(default=(), max_length=10)
    """Linked facts that do not bear on the claim."""
    same_as: HypothesisKey | None = None
    """Another claim that says the same."""


class AuditCheck(Frozen):
    """Whether a point of the audit is borne out by its facts."""

    point: int
    objection: Annotated[str, Field(max_length=400)] = ""
    upheld: bool


class ClaimReviews(Frozen):
    """A review of each claim, and a check of each audit point."""

    reviews: tuple[ClaimReview, ...] = Field(default=(), max_length=15, json_schema_extra=SINGLY)
    checks: tuple[AuditCheck, ...] = Field(default=(), max_length=25, json_schema_extra=SINGLY)


class ChallengeClaims(Ask[ClaimReviews]):
    """Several sources agree on these claims. What is the best that can be said against each?"""

    role = "counter_reviewer"
    name = "counter_reviewer.challenge"
    answer = ClaimReviews

    question: str
    today: str = ""
    claims: tuple[ChallengedClaim, ...]
    others: tuple[ClaimView, ...] = ()
    """Further claims, to be named as duplicates only."""
    audit: tuple[str, ...] = ()
    """Points of the audit to check, by their place from 1."""
    pages: tuple[PageFacts, ...]
    language: Language


class AnswerPage(Frozen):
    """A page as the writer has it in view: whole, or the passages that facts stand in."""

    number: int
    title: str
    site: str
    type: SourceType
    date: str = ""
    note: str = ""
    text: str
    """With the marks of its facts: [obs_12] stands before the words that obs_12 quotes."""
    whole: bool = True


class AnswerFact(Frozen):
    """A fact of a page that is not in view."""

    id: ObservationKey
    kind: FactKind | None = None
    as_of: str = ""
    summary: str
    quote: str = ""
    """Given where the fact could change a decision."""
    discounted: str = ""


class AnswerFacts(Frozen):
    """The facts of a page that is not in view."""

    title: str
    site: str
    type: SourceType
    date: str = ""
    note: str = ""
    facts: tuple[AnswerFact, ...]


class AnswerClaim(Frozen):
    """A claim the answer may tell, with how sure it is and what it rests on."""

    id: HypothesisKey
    text: str
    standing: str
    condition: str = ""
    as_of: str = ""
    importance: int = 0
    parts: tuple[int, ...] = ()
    supports: tuple[ObservationKey, ...] = ()
    against: tuple[ObservationKey, ...] = ()
    limits: tuple[ObservationKey, ...] = ()


class AnswerAudit(Frozen):
    """A point of the audit, by its name in this call: a1, a2, ..."""

    id: str
    kind: AuditKind
    rank: int
    text: str
    facts: tuple[ObservationKey, ...] = ()


class AnswerSection(Frozen):
    """What was found on a part of the question, or on what the reader has to decide."""

    title: Annotated[str, Field(max_length=90)]
    """Says what was found."""
    sure: Annotated[str, Field(max_length=60)]
    parts: tuple[int, ...] = Field(default=(), max_length=6)
    body: Annotated[str, Field(max_length=8_000)]
    """Markdown with citations in the text; `rules.written` reads it."""


class AnswerGap(Frozen):
    """What the pages do not answer, and what to research for it."""

    text: Annotated[str, Field(max_length=300)]
    parts: tuple[int, ...] = Field(default=(), max_length=6)
    """Numbers of the parts of the question that are not answered because of it."""
    query: Annotated[str, Field(max_length=200)]
    """A question whose research would close the gap."""


class WrittenAnswer(Frozen):
    """The answer to the question, for somebody who has to decide; Markdown with citations in the text."""

    notes: tuple[Annotated[str, Field(max_length=1_000)], ...] = Field(default=(), max_length=60)
    """Not shown to the reader. In a draft: what each page adds. In a revision: what was missing, wrong or
    unclear in the draft."""
    points: tuple[Annotated[str, Field(max_length=400)], ...] = Field(default=(), max_length=30)
    """Not shown to the reader: what an expert would look for in the answer, which the editor goes by."""
    title: Annotated[str, Field(max_length=200)]
    """The answer in one line."""
    answer: Annotated[str, Field(max_length=4_000)]
    cases: Annotated[str, Field(max_length=4_000)] = ""
    """A table: in which situation what is to be done."""
    sections: tuple[AnswerSection, ...] = Field(default=(), max_length=8)
    recommendations: Annotated[str, Field(max_length=8_000)] = ""
    """The steps, in their order."""
    caution: Annotated[str, Field(max_length=8_000)] = ""
    """Disagreements, and sources that would mislead."""
    unknown: tuple[AnswerGap, ...] = Field(default=(), max_length=8)
    left_out: tuple[Annotated[str, Field(max_length=20)], ...] = Field(default=(), max_length=60)
    """Ids of claims, facts and audit points that are left out on purpose; an appendix lists them."""


AnswerLength = Literal["short", "normal", "full"]


class WriteAnswer(Ask[WrittenAnswer]):
    """What is the answer, told only from these pages?"""

    role = "writer"
    name = "writer.answer"
    answer = WrittenAnswer

    question: str
    research: str = ""
    """The question of the whole research, if this is a follow-up to it."""
    parts: tuple[PartLine, ...]
    today: str = ""
    pages: tuple[AnswerPage, ...]
    facts: tuple[AnswerFacts, ...] = ()
    """Facts of pages that did not fit, as summaries."""
    claims: tuple[AnswerClaim, ...]
    audit: tuple[AnswerAudit, ...] = ()
    settled: tuple[str, ...] = ()
    not_found: tuple[str, ...] = ()
    words: tuple[int, int]
    """The fewest and the most words of the answer."""
    draft: WrittenAnswer | None = None
    """In a revision: the answer so far."""
    problems: tuple[str, ...] = ()
    """In a revision: what code found wrong with the draft."""
    language: Language


class DraftSentence(Frozen):
    """A sentence or table row of a draft as the editor sees it."""

    id: str
    """s1, s2, ... in the order of reading."""
    place: str
    text: str
    """As it was written, with its citations."""
    cites: tuple[str, ...] = ()
    """What the passages do not show of a fact it cites: the date, the heading of a table."""
    fault: str = Field(default="", exclude_if=is_empty)
    """Why a program will leave out the statement, or a sentence of it, unless it is corrected."""


class MissingPoint(Frozen):
    """Something the draft does not say and the reader needs for the decision."""

    text: Annotated[str, Field(max_length=300)]
    facts: tuple[ObservationKey, ...] = Field(default=(), max_length=8)


class Correction(Frozen):
    """A sentence that says more or other than the words it cites, and how it should read."""

    sentence: Annotated[str, Field(max_length=8)]
    problem: Annotated[str, Field(max_length=200)]
    text: Annotated[str, Field(max_length=2_000)]
    """The statement as its citations carry it, with the citations in the text; empty: it should go."""


class Edit(Frozen):
    """What an editor finds: what is missing, what is not borne out, and what is hard to read."""

    missing: tuple[MissingPoint, ...] = Field(default=(), max_length=14, json_schema_extra=SINGLY)
    corrections: tuple[Correction, ...] = Field(default=(), max_length=30, json_schema_extra=SINGLY)
    remarks: tuple[Annotated[str, Field(max_length=300)], ...] = Field(default=(), max_length=6)


class EditAnswer(Ask[Edit]):
    """What does this draft miss, what does it overstate, and what is hard to read in it?"""

    role = "writer"
    name = "writer.edit"
    answer = Edit

    question: str
    parts: tuple[PartLine, ...]
    today: str = ""
    points: tuple[str, ...] = ()
    """What the Writer meant to tell."""
    title: str
    sentences: tuple[DraftSentence, ...]
    unknown: tuple[str, ...] = ()
    pages: tuple[AnswerPage, ...] = ()
    """The passages around whatever the draft cites."""
    facts: tuple[AnswerFacts, ...] = ()
    """Facts that the draft does not cite."""
    claims: tuple[AnswerClaim, ...] = ()
    """Claims that the draft does not tell."""
    audit: tuple[AnswerAudit, ...] = ()
    words: tuple[int, int]
    final: bool = False
    """The last look: what the revision changed, only corrections, and code applies them as they are."""
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
    AuditFacts,
    ChallengeClaims,
    WriteAnswer,
    EditAnswer,
)
"""One prompt each."""
