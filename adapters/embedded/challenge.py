"""The best honest challenge to an agreed finding, found by going through what can be wrong with its quotes.

What hits hardest is told: a refutation by others, one trusted quote on the other side, a condition that the
claim leaves out, one site or one text behind several quotes, old figures, one language only. A challenge that
does not move the claim is told too, with the reason.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.wording import Spoken, listed, shortened, speechless, spoken
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.judgement import ReviewVerdict
from pathfinder.protocols.questions import Challenge, QuotedLine, ReviewDraft
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.numbers import Quantity, numbers

COPY = 0.9
"""Quotes this alike on different sites are one text."""
ONE_CONDITION = 0.6
"""Wordings of one condition are at least this alike."""
MOST_QUOTED = 220
OLD_YEARS = 10
"""A claim whose newest figure is this much older than the newest on the other side rests on old data."""
ROUND = 10
"""Figures up to this, and multiples of it, are the same by chance or by rounding."""
_YEAR: Final = re.compile(r"\b(?:19|20)\d{2}\b")
_MEASURED: Final = re.compile(r"\d")


class _Weighed(NamedTuple):
    """A challenge and what it does."""

    verdict: ReviewVerdict
    challenge: str
    impact: str
    evidence: tuple[QuotedLine, ...]


def answer(ask: Challenge, encoder: Encoder) -> ReviewDraft | Unable:
    """The hardest challenge there is in the quotes shown."""
    tongue = spoken(ask.language)
    if tongue is None:
        return speechless(ask.language)
    if not ask.supporting:
        return Unable(reason="no quote was shown that the agreement rests on")
    ours, theirs = _texts(ask.supporting, encoder), _texts(ask.opposing, encoder)
    found = (
        _refuted(ours, theirs, tongue)
        or _opposed(ours, theirs, tongue)
        or _condition(ask, ours, tongue, encoder)
        or _one_source(ask.supporting, ours, tongue)
        or _one_figure(ours, tongue)
        or _old(ours, theirs, tongue)
        or _upheld(ours, theirs, tongue)
    )
    return ReviewDraft(
        challenge=found.challenge[:1_000],
        evidence=tuple(dict.fromkeys(line.observation for line in found.evidence))[:10],
        verdict=found.verdict,
        impact=found.impact[:1_000],
    )


def _texts(lines: Sequence[QuotedLine], encoder: Encoder) -> list[QuotedLine]:
    """One quote for each place and text: a copy, or another page of a site, adds no weight."""
    kept: list[QuotedLine] = []
    for line in lines:
        known = any(
            (line.site and line.site == other.site) or encoder.similarity(line.quote, other.quote) >= COPY
            for other in kept
        )
        if not known:
            kept.append(line)
    return kept


def _explicit(line: QuotedLine) -> bool:
    text = line.quote.lower()
    return cues.REFUTES.search(text) is not None or cues.NULL.search(text) is not None


def _denies(line: QuotedLine) -> bool:
    return _explicit(line) or cues.NOT_ANYWHERE.search(line.quote.lower()) is not None


def _refuted(ours: Sequence[QuotedLine], theirs: Sequence[QuotedLine], tongue: Spoken) -> _Weighed | None:
    """Explicit refutations from more places than the agreement has, two at least."""
    against = [line for line in theirs if _explicit(line)]
    if len(against) < 2 or len(against) <= len(ours):
        return None
    sites = listed([_site(line, tongue) for line in against], tongue)
    if tongue == "ko":
        told = f"{sites}에서 이를 명시적으로 부정한다: {_quoted(against[0])}"
        impact = f"부정하는 곳이 {len(against)}곳으로, 뒷받침하는 {len(ours)}곳보다 많아 합의가 뒤집힌다."
    else:
        told = f"It is denied outright by {sites}: {_quoted(against[0])}"
        impact = f"More places deny it ({len(against)}) than carry it ({len(ours)}): the agreed side falls."
    return _Weighed("REFUTED", told, impact, tuple(against))


def _opposed(ours: Sequence[QuotedLine], theirs: Sequence[QuotedLine], tongue: Spoken) -> _Weighed | None:
    """A quote on the other side that measured or denies explicitly, in numbers that matter beside ours."""
    telling = [line for line in theirs if _denies(line) or _MEASURED.search(line.quote)]
    if not telling or 3 * len(telling) < len(ours):
        return None
    best = next((line for line in telling if _explicit(line)), telling[0])
    named = next(iter(conditions(best.quote)), None)
    if tongue == "ko":
        told = f"{best.site or '한 문서'}의 관찰은 반대로 말한다: {_quoted(best)}"
        impact = (
            f"“{named}”라는 조건에서는 성립하지 않을 수 있으므로 그만큼 좁혀 말해야 한다."
            if named
            else "반대 관찰에 답하지 않은 채로는 합의된 만큼 확실하다고 할 수 없다."
        )
    else:
        told = f"{best.site or 'A document'} found otherwise: {_quoted(best)}"
        impact = (
            f"It may not hold “{named}”, and should be said no more widely than that."
            if named
            else "As long as nobody answers this, it is less sure than agreed."
        )
    return _Weighed("WEAKENED", told, impact, tuple(telling))


def _condition(
    ask: Challenge, ours: Sequence[QuotedLine], tongue: Spoken, encoder: Encoder
) -> _Weighed | None:
    """Most of the quotes name one and the same condition, and the claim leaves it out."""
    if ask.claim.conditions or conditions(ask.claim.summary):
        return None
    naming = [(line, condition) for line in ours for condition in conditions(line.quote)]
    for _, condition in naming:
        same = {line: told for line, told in naming if encoder.similarity(condition, told) >= ONE_CONDITION}
        if len(same) >= 2 and 2 * len(same) > len(ours):
            break
    else:
        return None
    named = listed(list(dict.fromkeys(f"“{told}”" for told in same.values()))[:3], tongue)
    if tongue == "ko":
        told = f"근거가 되는 인용은 조건을 달고 있는데({named}) 주장은 조건 없이 말한다."
        impact = "인용이 말하는 조건 안에서만 성립한다고 보아야 한다."
    else:
        told = f"The quotes it rests on name a condition ({named}); the claim names none."
        impact = "It holds as far as that condition goes, not in general."
    return _Weighed("WEAKENED", told, impact, tuple(same))


def _one_source(shown: Sequence[QuotedLine], ours: Sequence[QuotedLine], tongue: Spoken) -> _Weighed | None:
    """Several quotes, and one site or one text behind all of them."""
    if len(ours) > 1:
        return None
    site = ours[0].site
    if tongue == "ko":
        told = f"인용은 여럿이지만 모두 {site or '한 출처의 것'}이거나 같은 글을 옮긴 것이다."
        impact = "독립된 두 번째 출처가 나오기 전까지는 한 목소리로만 보아야 한다."
    else:
        told = f"The quotes come from one place{f', {site},' if site else ''} or repeat one text."
        impact = "Until a second, independent source says so it is one voice only."
    return _Weighed("WEAKENED", told, impact, tuple(shown))


def _one_figure(ours: Sequence[QuotedLine], tongue: Spoken) -> _Weighed | None:
    """All of them give the very same figure: measured twice it would differ, told twice it does not."""
    told = [_measurements(line.quote) for line in ours]
    shared = set(told[0]).intersection(*told[1:])
    if not shared:
        return None
    figure = told[0][min(shared)]
    if tongue == "ko":
        challenge = f"모든 인용이 똑같은 수치(“{figure}”)를 말한다. 한 연구를 되풀이한 것일 수 있다."
        impact = "따로 측정한 결과가 나오기 전까지는 서로 독립된 근거로 보기 어렵다."
    else:
        challenge = f"All quotes give the very same figure, “{figure}”: they may repeat one study."
        impact = "Until somebody else has measured it, they hardly count as independent."
    return _Weighed("WEAKENED", challenge, impact, tuple(ours))


def _measurements(quote: str) -> dict[tuple[str, Fraction], str]:
    """The figures of a quote that are measured in a unit and are not round, as they are written."""
    return {
        (number.unit, number.value): number.raw
        for number in numbers(quote)
        if isinstance(number, Quantity) and number.unit is not None and not _is_round(number.value)
    }


def _is_round(value: Fraction) -> bool:
    return value <= ROUND or value % 10 == 0


def _old(ours: Sequence[QuotedLine], theirs: Sequence[QuotedLine], tongue: Spoken) -> _Weighed | None:
    """The other side's figures are much newer."""
    mine, other = _newest(ours), _newest(theirs)
    if mine is None or other is None or other[0] - mine[0] < OLD_YEARS:
        return None
    if tongue == "ko":
        told = f"뒷받침하는 인용의 가장 새로운 연도는 {mine[0]}년이고, 반대쪽은 {other[0]}년이다."
        impact = "최근에도 그런지는 확인되지 않았다."
    else:
        told = f"The newest year its quotes name is {mine[0]}; the other side's is {other[0]}."
        impact = "Whether it still holds is not shown."
    return _Weighed("WEAKENED", told, impact, (mine[1], other[1]))


def _newest(lines: Sequence[QuotedLine]) -> tuple[int, QuotedLine] | None:
    dated = [(int(year), line) for line in lines for year in _YEAR.findall(line.quote)]
    return max(dated, key=lambda pair: pair[0], default=None)


def _upheld(ours: Sequence[QuotedLine], theirs: Sequence[QuotedLine], tongue: Spoken) -> _Weighed:
    """The best that is left to say, and why it does not move the claim."""
    places = len(ours)
    if theirs:
        if tongue == "ko":
            told = f"반대쪽 인용이 있다: {_quoted(theirs[0])}"
            impact = f"측정하거나 명시적으로 부정한 것이 아니고, 서로 다른 {places}곳의 인용에 비해 약하다."
        else:
            told = f"There is a quote on the other side: {_quoted(theirs[0])}"
            impact = f"It neither measures nor denies outright, against quotes from {places} places."
        return _Weighed("UPHELD", told, impact, (theirs[0],))
    if len({language(line.quote) for line in ours}) == 1:
        if tongue == "ko":
            told = "모든 인용이 한 언어로 된 출처에서 왔고, 반대되는 인용은 나오지 않았다."
            impact = f"그래도 서로 다른 {places}곳이 같은 말을 하므로 합의를 바꾸지 못한다."
        else:
            told = "All quotes are from sources in one language, and none was found against it."
            impact = f"That alone does not move it: {places} different places say the same."
    elif tongue == "ko":
        told = "반대되는 인용을 찾지 못했다는 것 말고는 걸고넘어질 것이 없다."
        impact = f"언어가 다른 출처를 포함해 {places}곳이 같은 말을 한다."
    else:
        told = "Nothing can be held against it but that no counter-evidence was found."
        impact = f"{places} places say so, in more than one language."
    return _Weighed("UPHELD", told, impact, ())


def _quoted(line: QuotedLine) -> str:
    said = f"“{shortened(line.quote, MOST_QUOTED)}”"
    return f"{said} ({line.site})" if line.site else said


def _site(line: QuotedLine, tongue: Spoken) -> str:
    """Where it stands; a document of the user's own has no site."""
    return line.site or ("한 문서" if tongue == "ko" else "a document")
