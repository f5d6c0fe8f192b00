"""Taking stock without a model: facts that say the same are one claim, and nothing is judged."""

from collections.abc import Sequence
from typing import Final

from pathfinder.adapters.embedded.likeness import rounded
from pathfinder.adapters.embedded.read import verify_keywords
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import phrases
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.questions import ClaimDraft, Conclude, Conclusion, FactLine, FactLink
from pathfinder.protocols.rules.queries import clean, is_repeat

SAME: Final = 0.82
ON_TARGET: Final = 0.25
MOST_CLAIMS, MOST_MISSING = 5, 3
ENOUGH: Final = 2


def answer(ask: Conclude, encoder: Encoder) -> Conclusion | Unable:
    """The facts nearest to the target, those that say the same joined, known claims recognised."""
    facts = [fact for page in ask.pages for fact in page.facts]
    if not facts:
        return Conclusion(
            missing=_missing(ask) if ask.turns_left else (), state="open" if ask.turns_left else "exhausted"
        )
    rows = encoder.vectors([fact.summary for fact in facts])
    near = rows @ encoder.vectors([ask.about]).T
    order = sorted(range(len(facts)), key=lambda row: (-rounded(near[row, 0]), row))
    known = encoder.vectors([claim.text for claim in ask.claims]) if ask.claims else None
    claims: list[ClaimDraft] = []
    taken: set[int] = set()
    for row in order:
        if row in taken or len(claims) == MOST_CLAIMS or rounded(near[row, 0]) < ON_TARGET:
            continue
        group = [other for other in order if other not in taken and rounded(rows[row] @ rows[other]) >= SAME]
        taken |= {row, *group}
        same = None
        if known is not None:
            place = max(range(len(ask.claims)), key=lambda at: rounded(known[at] @ rows[row]))
            same = ask.claims[place].id if rounded(known[place] @ rows[row]) >= SAME else None
        claims.append(_claim(ask, [facts[at] for at in dict.fromkeys((row, *group))], same))
    answered = sum(len(claim.links) for claim in claims) >= ENOUGH
    going_on = not answered and ask.turns_left > 0
    return Conclusion(
        claims=tuple(claims),
        missing=_missing(ask) if going_on else (),
        state="answered" if answered else "open" if going_on else "exhausted",
    )


def _claim(ask: Conclude, facts: Sequence[FactLine], known: HypothesisId | None) -> ClaimDraft:
    text = facts[0].summary
    if known is not None:
        text = next(claim.text for claim in ask.claims if claim.id == known)
    return ClaimDraft(
        known=known,
        text=text[:1_000],
        links=tuple(
            FactLink(fact=fact.id, type="SUPPORTS", weight=0.5, basis="the page states it")
            for fact in facts[:30]
        ),
        parts=facts[0].parts,
        evidence="MODERATE" if len(facts) >= ENOUGH else "WEAK",
        confidence=0.6,
        importance=2,
        needs_further=next(iter(verify_keywords(text)), "") if len(facts) < ENOUGH else "",
    )


def _missing(ask: Conclude) -> tuple[str, ...]:
    found: list[str] = []
    for phrase in phrases(ask.about, 6):
        query = clean(phrase[:200])
        if query is not None and is_repeat(query, (*ask.queries, *found)) is None:
            found.append(query)
    return tuple(found[:MOST_MISSING])
