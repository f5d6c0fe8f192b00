"""Every question the roles ask, with the type of its answer.

Answers are closed: a model picks pages by number, speaks of hypotheses by id and quotes words; it never
writes a URL that is fetched, an id that is given, an authority, a strength or a verdict.

The limits of lists and texts are declared here and nowhere else: schemas and prompts take their numbers from
these types (`{Reading.facts}` in a prompt). What is marked as GROUNDS is asked for before the decisions of
its type; elsewhere fields are asked for in the order in which they are declared. Of a list marked as SINGLY
an entry that cannot be read is left out, and the others stay; a label that is marked with another counts as
that one where it cannot be read (`otherwise`).

A new question needs: a type here and in `QUESTIONS`; a prompt `prompts/<role>.<call>.md` and its line in
`prompts.lock`; a function in `adapters/models/render.py`; a snapshot; a line in
`adapters/models/reading_list/attempt.py`, which declines whatever needs judgement; and an answer in
`tests/standin/answers.py` and in `tests/worlds.py`.
"""

from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.questions.common import (
    ClaimView,
    FactKey,
    FactLine,
    FactLink,
    PageFacts,
    PartLine,
    Query,
    Text,
)
from pathfinder.protocols.calls.questions.counter_reviewer import (
    AuditCheck,
    ChallengeClaims,
    ChallengedClaim,
    ClaimReview,
    ClaimReviews,
)
from pathfinder.protocols.calls.questions.explorer import (
    ChoosePages,
    ClaimDraft,
    Conclude,
    Conclusion,
    DraftResolution,
    NumberedResult,
    PageChoice,
    PageView,
    Passage,
    ReadFact,
    Reading,
    ReadPage,
)
from pathfinder.protocols.calls.questions.judge import (
    AuditDraft,
    AuditFacts,
    AuditPoints,
    FacetLabel,
    FacetLabels,
    LabelPairs,
    QuotedLine,
    ResolutionRuling,
    RuleOnResolution,
)
from pathfinder.protocols.calls.questions.lead import (
    BriefDraft,
    Briefs,
    Decompose,
    Decomposition,
    QueryDraft,
    QueryStrategy,
    Site,
    SlotView,
    SubQuestionDraft,
    WriteBriefs,
)
from pathfinder.protocols.calls.questions.thinker import IdeaDraft, Ideas, Ideate
from pathfinder.protocols.calls.questions.writer import (
    AnswerAudit,
    AnswerClaim,
    AnswerFact,
    AnswerFacts,
    AnswerGap,
    AnswerLength,
    AnswerPage,
    AnswerSection,
    CheckSentences,
    Correction,
    Corrections,
    DraftSentence,
    Edit,
    EditAnswer,
    MissingPoint,
    WriteAnswer,
    WrittenAnswer,
)
from pathfinder.protocols.frozen import Frozen

__all__ = [
    "QUESTIONS",
    "AnswerAudit",
    "AnswerClaim",
    "AnswerFact",
    "AnswerFacts",
    "AnswerGap",
    "AnswerLength",
    "AnswerPage",
    "AnswerSection",
    "AuditCheck",
    "AuditDraft",
    "AuditFacts",
    "AuditPoints",
    "BriefDraft",
    "Briefs",
    "ChallengeClaims",
    "ChallengedClaim",
    "CheckSentences",
    "ChoosePages",
    "ClaimDraft",
    "ClaimReview",
    "ClaimReviews",
    "ClaimView",
    "Conclude",
    "Conclusion",
    "Correction",
    "Corrections",
    "Decompose",
    "Decomposition",
    "DraftResolution",
    "DraftSentence",
    "Edit",
    "EditAnswer",
    "FacetLabel",
    "FacetLabels",
    "FactKey",
    "FactLine",
    "FactLink",
    "IdeaDraft",
    "Ideas",
    "Ideate",
    "LabelPairs",
    "MissingPoint",
    "NumberedResult",
    "PageChoice",
    "PageFacts",
    "PageView",
    "PartLine",
    "Passage",
    "Query",
    "QueryDraft",
    "QueryStrategy",
    "QuotedLine",
    "ReadFact",
    "ReadPage",
    "Reading",
    "ResolutionRuling",
    "RuleOnResolution",
    "Site",
    "SlotView",
    "SubQuestionDraft",
    "Text",
    "WriteAnswer",
    "WriteBriefs",
    "WrittenAnswer",
]

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
    CheckSentences,
)
"""One prompt each."""
