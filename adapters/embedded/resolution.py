"""Whether the quotes bear out how an Explorer says a conflict is settled. In doubt it is not settled.

A quote is put on the side it speaks for; what it does not say cannot settle anything. Conditions are named in
the words of the quotes.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple, assert_never

from pathfinder.adapters.embedded.agreement import cue
from pathfinder.adapters.embedded.condition_words import readable_conditions
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.contrast import contrasted, exclusive
from pathfinder.adapters.embedded.facets import facets, same_subject
from pathfinder.adapters.embedded.poles import apart, at_one_end
from pathfinder.adapters.embedded.rivals import told_apart
from pathfinder.adapters.embedded.wording import lower_start, with_josa
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.protocols.graph import ResolutionType
from pathfinder.protocols.questions import QuotedLine, ResolutionRuling, RuleOnResolution
from pathfinder.protocols.rules.context_view import HypothesisLine
from pathfinder.protocols.rules.facets import relation
from pathfinder.protocols.rules.languages import language

ON_TOPIC = 0.3
"""A quote less similar than this to a claim says nothing on it."""
CLEARLY_NEARER = 0.08
"""By how much nearer a quote must be to one claim to be taken for its side without another sign."""
MUCH_NEARER = 0.35
"""A quote by so much nearer to one claim is that claim over again, or as good as that."""
SAME_MEANING = 0.8
"""Definitions nearer than this are one."""
REFUTING_SITES = 2
EXPLICIT = 0.5
"""The weight of a stance with an explicit cue."""

_DEPENDS: Final = re.compile(
    r"\b(?:depend(?:s|ed|ing)? on|whether|while|whereas|but|by contrast|in contrast|the other way)\b"
    r"|따라|달라|반면|반대로|지만|느냐|여부|갈[린랐렸]"
)
"""Words with which one sentence speaks of two cases."""
_DEFINES: Final = re.compile(
    r"\b(?:defin(?:e|es|ed|ition)|means?|refers? to|counted as|measured as|understood as)\b"
    r"|정의|뜻한|뜻하|의미한|의미하|간주|이란 "
)
_NOT_SETTLED: Final = ResolutionRuling(settled=False)


class _Held(NamedTuple):
    """A condition, and the quote that names it."""

    condition: str
    line: QuotedLine


def answer(ask: RuleOnResolution, encoder: Encoder) -> ResolutionRuling:
    """Settled as proposed, with the quotes that say so; or not settled."""
    match ask.proposed:
        case "condition_difference" | "scope_mismatch":
            return _conditions(ask, ask.proposed, encoder)
        case "definition_mismatch":
            return _definitions(ask, encoder)
        case "one_rejected":
            return _one_rejected(ask, encoder)
        case "merged":
            return _merged(ask, encoder)
        case _:
            assert_never(ask.proposed)


def _conditions(ask: RuleOnResolution, type_: ResolutionType, encoder: Encoder) -> ResolutionRuling:
    """Both sides name a condition and they differ, or one quote names both."""
    first, second = _sides(ask, encoder)
    both = (
        _told_apart(first, second, encoder)
        or _in_one_quote(ask, encoder)
        or _by_the_claims(ask, first, second, encoder)
    )
    if both is None:
        return _NOT_SETTLED
    one, other = both
    cited = dict.fromkeys((one.line.observation, other.line.observation))
    return ResolutionRuling(
        settled=True,
        type=type_,
        description=_described(ask, one.condition, other.condition),
        observations=tuple(cited),
    )


def _sides(ask: RuleOnResolution, encoder: Encoder) -> tuple[list[QuotedLine], list[QuotedLine]]:
    """The quotes of the first claim and of the second; one that cannot be told goes to neither."""
    first, second = list[QuotedLine](), list[QuotedLine]()
    for line in ask.quotes:
        leaning = _leaning(line.quote, ask.first.summary, ask.second.summary, encoder)
        if leaning > 0:
            first.append(line)
        elif leaning < 0:
            second.append(line)
    return first, second


def _leaning(quote: str, first: str, second: str, encoder: Encoder) -> int:
    """Above 0 if a quote speaks for the first claim, below 0 for the second: words first, nearness last."""
    near = encoder.similarity(quote, first), encoder.similarity(quote, second)
    if max(near) < ON_TOPIC:
        return 0
    if abs(near[0] - near[1]) >= MUCH_NEARER:
        return 1 if near[0] > near[1] else -1
    ends = (at_one_end(quote, first) - apart(quote, first)) - (
        at_one_end(quote, second) - apart(quote, second)
    )
    if ends:
        return ends
    # Under a condition that excludes the one claim's, a quote can only speak for the other.
    elsewhere = bool(contrasted(quote, second, encoder)) - bool(contrasted(quote, first, encoder))
    if elsewhere:
        return elsewhere
    said = _sign(first, quote, near[0]) - _sign(second, quote, near[1])
    if said:
        return said
    gap = near[0] - near[1]
    return 0 if abs(gap) < CLEARLY_NEARER else (1 if gap > 0 else -1)


def _sign(claim: str, quote: str, similarity: float) -> int:
    guess = cue(claim, quote, similarity)
    return 0 if guess is None else (1 if guess.type == "SUPPORTS" else -1)


def _told_apart(
    first: Sequence[QuotedLine], second: Sequence[QuotedLine], encoder: Encoder
) -> tuple[_Held, _Held] | None:
    pairs = product(_held(first), _held(second))
    return next((pair for pair in pairs if exclusive(pair[0].condition, pair[1].condition, encoder)), None)


def _by_the_claims(
    ask: RuleOnResolution, first: Sequence[QuotedLine], second: Sequence[QuotedLine], encoder: Encoder
) -> tuple[_Held, _Held] | None:
    """The claims name conditions that exclude or replace each other, and a quote speaks for either."""
    claims = ask.first.summary, ask.second.summary
    told = told_apart(*claims, encoder)
    if told is None or not first or not second:
        return None
    return _Held(told[0], first[0]), _Held(told[1], second[0])


def _held(lines: Sequence[QuotedLine]) -> Iterator[_Held]:
    for line in lines:
        for condition in readable_conditions(line.quote):
            yield _Held(condition, line)


def _in_one_quote(ask: RuleOnResolution, encoder: Encoder) -> tuple[_Held, _Held] | None:
    """A sentence that sets two conditions against each other and speaks of both claims."""
    for line in ask.quotes:
        near = (encoder.similarity(line.quote, claim.summary) for claim in (ask.first, ask.second))
        if min(near) < ON_TOPIC or not _DEPENDS.search(line.quote.lower()):
            continue
        for one, other in combinations(conditions(line.quote), 2):
            if exclusive(one, other, encoder):
                return _in_order(_Held(one, line), _Held(other, line), ask, encoder)
    return None


def _in_order(one: _Held, other: _Held, ask: RuleOnResolution, encoder: Encoder) -> tuple[_Held, _Held]:
    """The condition of the first claim first, as far as its own words tell."""
    straight = encoder.similarity(one.condition, ask.first.summary) + encoder.similarity(
        other.condition, ask.second.summary
    )
    crossed = encoder.similarity(other.condition, ask.first.summary) + encoder.similarity(
        one.condition, ask.second.summary
    )
    return (one, other) if straight >= crossed else (other, one)


def _described(ask: RuleOnResolution, one: str, other: str) -> str:
    first, second = str(ask.first.id), str(ask.second.id)
    one, other = lower_start(one.strip(" ,")), lower_start(other.strip(" ,"))
    if language(ask.first.summary) == "ko":
        first, second = with_josa(first, "은/는"), with_josa(second, "은/는")
        return f"{first} “{one}” 조건에서, {second} “{other}” 조건에서 성립한다."
    return f"{first} “{one}”, {second} “{other}”."


def _definitions(ask: RuleOnResolution, encoder: Encoder) -> ResolutionRuling:
    """Both sides say what they mean, and they mean different things."""
    first, second = _sides(ask, encoder)
    ours = [line for line in first if _DEFINES.search(line.quote.lower())]
    theirs = [line for line in second if _DEFINES.search(line.quote.lower())]
    for one, other in product(ours, theirs):
        if encoder.similarity(one.quote, other.quote) < SAME_MEANING:
            return ResolutionRuling(
                settled=True,
                type="definition_mismatch",
                description=f"“{one.quote[:400]}” / “{other.quote[:400]}”",
                observations=(one.observation, other.observation),
            )
    return _NOT_SETTLED


def _one_rejected(ask: RuleOnResolution, encoder: Encoder) -> ResolutionRuling:
    """One side is refuted in so many words on two sites or more, and no quote speaks for it."""
    refuted = [
        (claim, against)
        for claim in (ask.first, ask.second)
        if (against := _refutations(claim, ask.quotes, encoder))
    ]
    if len(refuted) != 1:
        return _NOT_SETTLED
    claim, against = refuted[0]
    spoken_for = any(_supports(claim.summary, line.quote, encoder) for line in ask.quotes)
    if spoken_for or len({line.site for line in against}) < REFUTING_SITES:
        return _NOT_SETTLED
    said = "; ".join(f"“{line.quote[:200]}” ({line.site})" for line in against[:2])
    return ResolutionRuling(
        settled=True,
        type="one_rejected",
        description=said,
        loser=claim.id,
        observations=tuple(line.observation for line in against[:10]),
    )


def _refutations(claim: HypothesisLine, quotes: Sequence[QuotedLine], encoder: Encoder) -> list[QuotedLine]:
    """The quotes that speak against a claim by an explicit cue."""
    found = []
    for line in quotes:
        guess = cue(claim.summary, line.quote, encoder.similarity(claim.summary, line.quote))
        if guess is not None and guess.type == "CONTRADICTS" and guess.weight >= EXPLICIT:
            found.append(line)
    return found


def _supports(claim: str, quote: str, encoder: Encoder) -> bool:
    return _sign(claim, quote, encoder.similarity(claim, quote)) > 0


def _merged(ask: RuleOnResolution, encoder: Encoder) -> ResolutionRuling:
    """The two say the same, and a quote says it with them."""
    one, other = ask.first.summary, ask.second.summary
    near = [line.observation for line in ask.quotes if same_subject(one, line.quote, encoder)]
    if not near or relation(facets(one, other, encoder)) != "same":
        return _NOT_SETTLED
    return ResolutionRuling(
        settled=True,
        type="merged",
        description="같은 말이다." if language(one) == "ko" else "Both say the same.",
        observations=tuple(near[:10]),
    )
