"""Which search results are worth reading: near to the objective in meaning and words, from varied sites."""

from typing import Final, NamedTuple

from pathfinder.adapters.embedded.objective import anchors
from pathfinder.adapters.embedded.quotable import is_korean
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import terms
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.questions import ChoosePages, NumberedResult, PageChoice

FLOOR: Final = 0.18
"""Less near is on another matter: unrelated texts score under 0.1, a page on the topic over 0.25."""
SHARED_WORDS: Final = 0.3
"""How much it counts that all words of the objective stand in a result."""
SAME_SITE: Final = 0.08
"""What each earlier page of the same site takes off: a second voice says more than a second page."""
_MOST_NUMBERS = 10


class _Scored(NamedTuple):
    result: NumberedResult
    score: float


def answer(ask: ChoosePages, encoder: Encoder) -> PageChoice | Unable:
    """The numbers of the pages to read, best first; none where no result is on the matter."""
    scored = _scored(ask, encoder)
    most = max(0, min(ask.most, _MOST_NUMBERS))
    picked: list[NumberedResult] = []
    while scored and len(picked) < most:
        sites = [known.site for known in picked if known.site]
        best = min(
            scored,
            key=lambda known: (
                -known.score + SAME_SITE * sites.count(known.result.site),
                known.result.number,
            ),
        )
        scored.remove(best)
        picked.append(best.result)
    return PageChoice(numbers=tuple(known.number for known in picked))


def _scored(ask: ChoosePages, encoder: Encoder) -> list[_Scored]:
    """The results on the matter, each with how near it is."""
    wanted = anchors(ask.objective, ask.about)
    rows = encoder.vectors(wanted)
    words = frozenset(terms(" ".join(wanted)))
    told = [result for result in ask.results if f"{result.title}{result.snippet}".strip()]
    shared = [len(words.intersection(terms(_text(result)))) / max(1, min(len(words), 6)) for result in told]
    spoken = [is_korean(_text(result)) == is_korean(ask.objective) for result in told]
    # A page in another language can share no word with the objective; that must not count against it.
    usual = sum(share for share, same in zip(shared, spoken, strict=True) if same) / max(1, sum(spoken))
    found: list[_Scored] = []
    for result, share, same in zip(told, shared, spoken, strict=True):
        near = float((encoder.vectors(_pieces(result)) @ rows.T).max())
        if near + SHARED_WORDS * min(1.0, share) >= FLOOR:
            weight = share if same else max(share, usual)
            found.append(_Scored(result, round(near + SHARED_WORDS * min(1.0, weight), 4)))
    return found


def _pieces(result: NumberedResult) -> list[str]:
    return [text for text in (" ".join(result.title.split()), " ".join(result.snippet.split())) if text]


def _text(result: NumberedResult) -> str:
    return f"{result.title} {result.snippet}"
