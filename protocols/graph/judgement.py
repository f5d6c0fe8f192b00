"""What the Judge keeps of a finding: who said what, how it was classified, challenged and decided."""

import re
from typing import Annotated, Literal, get_args

from pydantic import Field

from pathfinder.protocols.frozen import Frozen, is_empty
from pathfinder.protocols.graph.reasons import Told
from pathfinder.protocols.ids import IidKey, LineageKey, ObservationId, ObservationKey, VoiceId

Side = Literal["for", "against"]
EvidenceStrength = Literal["STRONG", "MODERATE", "WEAK"]
FindingClass = Literal["AGREED", "DISAGREED", "UNCERTAIN", "NEEDS_MORE"]
ReviewVerdict = Literal["UPHELD", "WEAKENED", "REFUTED"]
Tag = Literal["Confirmed", "Likely", "Uncertain"]
ReaderTag = Literal["Confirmed", "Likely", "Reported", "Disputed", "Open"]
READER_TAGS: tuple[ReaderTag, ...] = get_args(ReaderTag)
"""How sure a claim is, in the words that readers get; the surest first."""
Mark = Literal["✓✓", "✓", "~", "?", "⚠"]
"""Two or more trusted voices, one, inferred, no source, contradicted."""
_OBSERVATION = re.compile(r"obs_\d+")
Confidence = Annotated[float, Field(ge=0, le=1)]


class Stance(Frozen):
    """What one investigator last said of a finding; it replaces what the same lineage said before."""

    lineage: LineageKey
    iid: IidKey
    side: Side | None
    """None: it has no quoted evidence of its own and only asks for more."""
    evidence: EvidenceStrength
    confidence: Confidence
    needs_further: str | None = None
    """The scope still to be searched, if the investigator asked for it."""


class Classified(Frozen):
    """The class of a finding after one round, and why it is that."""

    iteration: int = Field(ge=0)
    round: Literal[2, 3, 4]
    pass_: Literal[0, 1, 2] = Field(default=0, alias="pass")
    finding_class: FindingClass = Field(alias="class")
    side: Side | None = None
    because: Told


class CounterReview(Frozen):
    """The strongest honest challenge to an agreed finding, and whether it held."""

    challenge: str
    evidence: str
    verdict: ReviewVerdict
    impact: str
    iteration: int = Field(ge=0)
    voices: tuple[VoiceId, ...] = ()
    """The voices the finding rested on then; it holds until a new one comes."""
    side: Side | None = None
    """The side that was agreed and challenged; agreement on the other side is challenged anew."""
    amended: str = Field(default="", exclude_if=is_empty)
    """The wording that replaced the claim's; it is challenged once more before it can be confirmed."""

    @property
    def named(self) -> tuple[ObservationId, ...]:
        """The observations it names as its evidence."""
        return tuple(ObservationId(name) for name in dict.fromkeys(_OBSERVATION.findall(self.evidence)))


class Opinion(Frozen):
    """One side's case, for the reader who wants to know what was outweighed."""

    side: Side
    observations: tuple[ObservationKey, ...]
    lineages: tuple[LineageKey, ...] = ()


class Verdict(Frozen):
    """How far a claim can be believed, and on which side."""

    tag: Tag
    side: Side | None = None
    because: Told
    caveats: tuple[Told, ...] = ()
    minority: Opinion | None = None
    opinions: tuple[Opinion, ...] = ()
    """Both sides, where neither outweighs the other."""
    follow_up: tuple[Told, ...] = ()
    """What to look for next, where the verdict is Uncertain."""
    unchallenged: bool = False
    """Round 3 was skipped by rule; the report says so."""


class Finding(Frozen):
    """A hypothesis under judgement; it has the hypothesis's id."""

    stances: tuple[Stance, ...] = ()
    classes: tuple[Classified, ...] = ()
    review: CounterReview | None = None
    verdict: Verdict | None = None
    unjudged: Told | None = None
    """Why there is no verdict: an answer that could not be read, never a default."""
    looks: int = Field(default=0, ge=0)
    """Explorers that were sent out again for it; each makes the next one less worth while."""
    qualified_by: tuple[ObservationKey, ...] = Field(default=(), exclude_if=is_empty)
    """Observations that limit the claim without opposing it: caveats, whatever the verdict."""
