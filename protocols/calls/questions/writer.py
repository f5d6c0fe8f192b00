"""What the Writer, the editor and the fact checkers are asked: the answer, and what is wrong with it."""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.questions.common import PartLine
from pathfinder.protocols.frozen import SINGLY, Frozen, is_empty
from pathfinder.protocols.graph.types import AuditKind, FactKind, SourceType
from pathfinder.protocols.ids import HypothesisKey, ObservationKey
from pathfinder.protocols.text.languages import Language

MOST_TITLE, MOST_SECTION_TITLE = 200, 90
"""Characters."""


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

    title: Annotated[str, Field(max_length=MOST_SECTION_TITLE)]
    """Says what was found."""
    sure: Annotated[str, Field(max_length=60)]
    parts: tuple[int, ...] = Field(default=(), max_length=6)
    body: Annotated[str, Field(max_length=8_000)]
    """Markdown with citations in the text; `answer.written` reads it."""


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
    points: tuple[Annotated[str, Field(max_length=400)], ...] = Field(default=(), max_length=36)
    """Not shown to the reader: what an expert would look for in the answer, which the editor goes by."""
    title: Annotated[str, Field(max_length=MOST_TITLE)]
    """The answer in one line."""
    answer: Annotated[str, Field(max_length=4_000)]
    cases: Annotated[str, Field(max_length=4_000)] = ""
    """A table: in which situation what is to be done."""
    sections: tuple[AnswerSection, ...] = Field(default=(), max_length=8)
    recommendations: Annotated[str, Field(max_length=8_000)] = ""
    """The steps, in their order."""
    caution: Annotated[str, Field(max_length=8_000)] = ""
    """Sources that would mislead, as far as no section tells them."""
    unknown: tuple[AnswerGap, ...] = Field(default=(), max_length=8)
    left_out: tuple[Annotated[str, Field(max_length=20)], ...] = Field(default=(), max_length=60)
    """Ids of claims, facts and audit points that are left out on purpose; an appendix lists them."""


AnswerLength = Literal["short", "normal", "full"]
WriterTask = Literal["points", "report"]
"""Only to list what an expert would look for, or to write the report."""


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
    task: WriterTask = "report"
    found: tuple[str, ...] = ()
    """What a first reader of the same pages would tell."""
    draft: WrittenAnswer | None = None
    """In a revision: the answer so far."""
    problems: tuple[str, ...] = ()
    """In a revision: what code found wrong with the draft."""
    language: Language

    @property
    def can_shrink(self) -> bool:
        """With less of the pages; a revision is shown what its draft was."""
        return self.draft is None


class DraftSentence(Frozen):
    """A sentence, table row or title of a draft as the editor and the fact checker see it."""

    id: str
    """s1, s2, ... in the order of reading; titles are t1, t2, ..."""
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


class Edit(Frozen):
    """What an editor finds: what is missing, and what is hard to read."""

    expected: tuple[Annotated[str, Field(max_length=240)], ...] = Field(default=(), max_length=28)
    """What an expert would look for, and how far the draft tells it. Only a step of the editor's thinking."""
    missing: tuple[MissingPoint, ...] = Field(default=(), max_length=14, json_schema_extra=SINGLY)
    remarks: tuple[Annotated[str, Field(max_length=300)], ...] = Field(default=(), max_length=8)


class EditAnswer(Ask[Edit]):
    """What does this draft miss, and what is hard to read in it?"""

    role = "writer"
    name = "writer.edit"
    answer = Edit

    question: str
    parts: tuple[PartLine, ...]
    today: str = ""
    points: tuple[str, ...] = ()
    """What the first reader found, and what the Writer added."""
    title: str
    sentences: tuple[DraftSentence, ...]
    unknown: tuple[str, ...] = ()
    facts: tuple[AnswerFacts, ...] = ()
    """Facts that the draft does not cite."""
    claims: tuple[AnswerClaim, ...] = ()
    """Claims that the draft does not tell."""
    audit: tuple[AnswerAudit, ...] = ()
    words: tuple[int, int]
    length: int = 0
    """Words that the draft has."""
    language: Language


class Correction(Frozen):
    """A sentence that says more or other than the words it cites, and how it should read."""

    sentence: Annotated[str, Field(max_length=8)]
    problem: Annotated[str, Field(max_length=200)]
    text: Annotated[str, Field(max_length=2_000)]
    """The statement as its citations carry it, with the citations in the text; empty: it should go."""


class Corrections(Frozen):
    """What a fact checker corrects in a stretch of the report."""

    corrections: tuple[Correction, ...] = Field(default=(), max_length=40, json_schema_extra=SINGLY)


class CheckSentences(Ask[Corrections]):
    """Do the cited passages say what these sentences say? Code applies the corrections as they are."""

    role = "writer"
    name = "writer.check"
    answer = Corrections

    question: str
    today: str = ""
    outline: tuple[str, ...] = ()
    """The titles of the report in their order, so that a sentence is read where it stands."""
    sentences: tuple[DraftSentence, ...]
    pages: tuple[AnswerPage, ...] = ()
    """The passages around whatever the sentences cite."""
    language: Language
