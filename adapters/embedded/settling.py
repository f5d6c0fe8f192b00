"""How a conflict may be settled, where the quotes carry it; otherwise nothing is proposed.

The two claims may say the same, hold under different conditions that the quotes name, or one of them may have
nothing left but weak quotes against explicit refutations. Judge and rules decide whether it is applied.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from pathfinder.adapters.embedded.claims import DENIED
from pathfinder.adapters.embedded.conditions import conditions, opposed
from pathfinder.adapters.embedded.contrast import exclusive
from pathfinder.adapters.embedded.objective import sides
from pathfinder.adapters.embedded.places import places
from pathfinder.adapters.embedded.quotable import flat, is_korean
from pathfinder.adapters.embedded.rivals import told_apart
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.protocols.graph import ResolutionType
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.questions import Conclude, FoundLine
from pathfinder.protocols.reports import ProposedResolution

SAME_CLAIM: Final = 0.88
ON_BOTH: Final = 0.4
"""A sentence this near to both claims may explain both."""
CUE_WEIGHT: Final = 0.5
REFUTATIONS: Final = 2
"""Sites that must refute a claim which has nothing of weight for it."""


class _Conditioned(NamedTuple):
    line: FoundLine
    condition: str


class _Draft(NamedTuple):
    type: ResolutionType
    description: str
    observations: tuple[str, ...]
    loser: HypothesisId | None = None


def resolutions(
    ask: Conclude, pair: Sequence[HypothesisId], encoder: Encoder
) -> tuple[ProposedResolution, ...]:
    """The one resolution that the quotes carry best, if any does."""
    if len(pair) != 2:
        return ()
    first, second = pair
    lines = [line for line in ask.found if line.about in pair]
    claims = sides(ask.about)
    found = (
        *(_merged(claims, lines, encoder) if len(claims) == 2 else ()),
        *(_explained(claims, lines, encoder) if len(claims) == 2 else ()),
        *_conditions_differ(pair, claims, lines, encoder),
        *(_named_by_the_claims(pair, claims, lines, encoder) if len(claims) == 2 else ()),
        *_one_left(first, second, lines),
    )
    return tuple(
        ProposedResolution(
            first=first,
            second=second,
            type=draft.type,
            description=draft.description[:600],
            loser=draft.loser,
            observations=tuple(dict.fromkeys(draft.observations))[:10],
        )
        for draft in found[:1]
    )


def _merged(claims: Sequence[str], lines: Sequence[FoundLine], encoder: Encoder) -> Iterator[_Draft]:
    """Both say the same: as near as two wordings of one claim, and neither denies what the other says."""
    one, other = claims
    denials = [DENIED.search(text) is not None for text in claims]
    if encoder.similarity(one, other) < SAME_CLAIM or denials[0] != denials[1] or opposed(one, other):
        return
    spoken = [line.observation for line in lines if line.type == "SUPPORTS"]
    if spoken:
        yield _Draft("merged", "Both say the same in other words.", tuple(spoken))


def _explained(claims: Sequence[str], lines: Sequence[FoundLine], encoder: Encoder) -> Iterator[_Draft]:
    """One sentence names two conditions that exclude each other, and speaks of both claims."""
    for line in lines:
        named = conditions(flat(line.quote))
        if not any(exclusive(*pair, encoder) for pair in combinations(named, 2)):
            continue
        near = min(encoder.similarity(flat(line.quote), text) for text in claims)
        if near >= ON_BOTH:
            yield _Draft("condition_difference", flat(line.quote), (line.observation,))


def _conditions_differ(
    pair: Sequence[HypothesisId], claims: Sequence[str], lines: Sequence[FoundLine], encoder: Encoder
) -> Iterator[_Draft]:
    """What speaks for the one names another condition than what speaks for the other.

    A claim names its own condition too; a quote that speaks for it then bears it out, whatever else it names.
    """
    first, second = pair
    ours, theirs = (
        _conditioned(first, second, lines, claims[:1]),
        _conditioned(second, first, lines, claims[1:]),
    )
    for one, other in product(ours, theirs):
        if one.line.observation != other.line.observation and exclusive(
            one.condition, other.condition, encoder
        ):
            described = _each_under_its_own(
                pair, (one.condition, other.condition), korean=bool(claims) and is_korean(claims[0])
            )
            yield _Draft("condition_difference", described, (one.line.observation, other.line.observation))


def _named_by_the_claims(
    pair: Sequence[HypothesisId], claims: Sequence[str], lines: Sequence[FoundLine], encoder: Encoder
) -> Iterator[_Draft]:
    """Each claim names its own condition, and a quote speaks for either."""
    told = told_apart(claims[0], claims[1], encoder)
    spoken = [
        next((line for line in lines if line.about == name and line.type == "SUPPORTS"), None)
        for name in pair
    ]
    if told is None or spoken[0] is None or spoken[1] is None:
        return
    yield _Draft(
        "condition_difference",
        _each_under_its_own(pair, told, korean=is_korean(claims[0])),
        (spoken[0].observation, spoken[1].observation),
    )


def _each_under_its_own(pair: Sequence[HypothesisId], told: tuple[str, str], *, korean: bool) -> str:
    (first, second), (one, other) = pair, told
    if korean:
        return f"조건이 다르다: {first} 쪽은 “{one}”, {second} 쪽은 “{other}”."
    return f"Each under its own condition: {first} “{one}”, {second} “{other}”."


def _conditioned(
    name: HypothesisId, rival: HypothesisId, lines: Sequence[FoundLine], claim: Sequence[str]
) -> list[_Conditioned]:
    """The quotes on one side with their conditions: those for it, and those against its rival; cues first."""
    side = [
        line
        for line in lines
        if (line.about == name and line.type == "SUPPORTS")
        or (line.about == rival and line.type == "CONTRADICTS")
    ]
    in_order = sorted(side, key=lambda line: (line.about != name, -line.weight))
    named = [_Conditioned(line, text) for line in in_order for text in conditions(flat(line.quote))]
    own = [text for stated in claim for text in conditions(stated)]
    return named + [_Conditioned(line, text) for line in in_order if line.about == name for text in own]


def _one_left(first: HypothesisId, second: HypothesisId, lines: Sequence[FoundLine]) -> Iterator[_Draft]:
    """One side has no quote of weight left, and several sites refute it in so many words."""
    for loser, winner in ((first, second), (second, first)):
        standing = [line for line in lines if line.about == loser and line.type == "SUPPORTS"]
        refuting = [
            line
            for line in lines
            if line.about == loser and line.type == "CONTRADICTS" and line.weight >= CUE_WEIGHT
        ]
        if any(line.weight >= CUE_WEIGHT for line in standing) or places(refuting) < REFUTATIONS:
            continue
        against = [line for line in lines if line.about == winner and line.type == "CONTRADICTS"]
        if not against:
            described = f"The quotes refute {loser}, and none of weight speaks for it."
            keys = tuple(line.observation for line in refuting)
            yield _Draft("one_rejected", described, keys, loser)
