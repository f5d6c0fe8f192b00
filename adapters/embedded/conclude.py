"""Taking stock: is what was found enough, what does it come to, and what to search for next.

Evidence is counted by places, not by quotes: pages of one site, and places that say the same words, are one.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from pathfinder.adapters.embedded.follow_ups import directions, follow_ups, retry_keywords
from pathfinder.adapters.embedded.places import places
from pathfinder.adapters.embedded.settling import resolutions
from pathfinder.adapters.embedded.wording import Spoken
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judgement import EvidenceStrength
from pathfinder.protocols.questions import Conclude, Conclusion, DraftAssessment, FoundLine
from pathfinder.protocols.reasons import Reason
from pathfinder.protocols.reports import KnownHypothesis, NewClaim
from pathfinder.protocols.rules.wording import worded

ENOUGH_PLACES: Final = 2
STRONG_PLACES: Final = 3
CUE_WEIGHT: Final = 0.5
"""The weight of a stance with an explicit cue; less is a weak guess."""
_CONFIDENCE: Final = (0.5, 0.6, 0.7, 0.8)
"""With no, one, two, three or more places on the leading side, and nothing against it."""
_MOST_ASSESSMENTS = 20
_HYPOTHESIS: Final = re.compile(r"HYP([AB]?[1-9][0-9]*)")
_NEEDS: Final[dict[Spoken, str]] = {
    "en": worded(Reason(kind="second_voice"), "en"),
    "ko": worded(Reason(kind="second_voice"), "ko"),
}
"""In the words of the rule, so that a report asks for it once."""


def answer(ask: Conclude, encoder: Encoder) -> Conclusion | Unable:
    """What the evidence comes to, and the queries of the next turn where it is not enough."""
    enough = _enough(ask)
    going_on = not enough and ask.turns_left > 0
    return Conclusion(
        enough=enough,
        follow_ups=follow_ups(ask, targets(ask.target)) if going_on else (),
        retry_keywords=retry_keywords(ask) if going_on and not ask.found else (),
        assessments=_assessments(ask),
        resolutions=resolutions(ask, targets(ask.target), encoder),
        keywords=directions(ask),
    )


def targets(code: str) -> tuple[HypothesisId, ...]:
    """The hypotheses a target's code names: one, the two of a conflict, or none."""
    return tuple(HypothesisId(f"hyp_{number}") for number in _HYPOTHESIS.findall(code))


def _enough(ask: Conclude) -> bool:
    """Two places on the target; of a conflict, something on either side too."""
    named = targets(ask.target)
    pointing = [line for line in ask.found if line.type != "QUALIFIES"]
    if not named:
        return places(pointing) >= ENOUGH_PLACES
    on_target = [line for line in pointing if line.about in named]
    heard = {line.about for line in on_target}
    return places(on_target) >= ENOUGH_PLACES and heard.issuperset(named)


class _Side(NamedTuple):
    places: int
    cues: int
    """Places with an explicit cue."""
    weight: float


def _side(lines: Sequence[FoundLine]) -> _Side:
    cues = [line for line in lines if line.weight >= CUE_WEIGHT]
    return _Side(places(lines), places(cues), sum(line.weight for line in lines))


def _assessments(ask: Conclude) -> tuple[DraftAssessment, ...]:
    """One for each hypothesis and claim with a line that points, the target's and the best attested first."""
    named = targets(ask.target)
    by_about: dict[str, list[FoundLine]] = {}
    for line in ask.found:
        if line.type != "QUALIFIES":
            by_about.setdefault(line.about, []).append(line)
    in_order = sorted(by_about, key=lambda about: (about not in named, -places(by_about[about])))
    tongue: Spoken = "ko" if ask.language == "ko" else "en"
    return tuple(_assessment(about, by_about[about], tongue) for about in in_order[:_MOST_ASSESSMENTS])


def _assessment(about: str, lines: Sequence[FoundLine], spoken: Spoken) -> DraftAssessment:
    pro = _side([line for line in lines if line.type == "SUPPORTS"])
    con = _side([line for line in lines if line.type == "CONTRADICTS"])
    lead, other = (pro, con) if pro.weight >= con.weight else (con, pro)
    share = lead.weight / (lead.weight + other.weight)
    alone = _CONFIDENCE[min(lead.places, len(_CONFIDENCE) - 1)]
    return DraftAssessment(
        about=KnownHypothesis(hypothesis=HypothesisId(about))
        if about.startswith("hyp_")
        else NewClaim(key=about),
        evidence=_strength(lead, other),
        confidence=round(0.5 + (2 * share - 1) * (alone - 0.5), 3),
        needs_further=_NEEDS[spoken] if lead.places < ENOUGH_PLACES else None,
    )


def _strength(lead: _Side, other: _Side) -> EvidenceStrength:
    """STRONG: three places with a cue and little against them; WEAK: one place, or as much against it."""
    if lead.places < ENOUGH_PLACES or lead.cues == 0 or other.weight >= lead.weight:
        return "WEAK"
    if lead.cues >= STRONG_PLACES and other.weight * 3 <= lead.weight:
        return "STRONG"
    return "MODERATE"
