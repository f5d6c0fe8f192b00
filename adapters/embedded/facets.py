"""How two claims compare in subject, cause and direction: by their words, their vectors and their figures.

Vectors alone cannot tell a paraphrase from a sentence with one noun exchanged ("street trees cool cities",
"green roofs cool cities"). So what the two share is set aside and the rest is compared: the rest of a
paraphrase means the same, the rest of an exchange does not. Two claims that are joined wrongly can never be
parted again, two that are left apart may still meet: every doubt leaves them apart.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.asked import asked
from pathfinder.adapters.embedded.circumstances import instead
from pathfinder.adapters.embedded.conditions import conditions, opposed
from pathfinder.adapters.embedded.contrast import contrasted
from pathfinder.adapters.embedded.findings import nothing_moved
from pathfinder.adapters.embedded.marks import marks
from pathfinder.adapters.embedded.poles import apart, at_one_end
from pathfinder.adapters.embedded.rivals import rivals
from pathfinder.adapters.embedded.stance import stance
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import terms
from pathfinder.protocols.questions import FacetLabel, FacetLabels, LabelPairs
from pathfinder.protocols.rules.facets import Direction, Facets
from pathfinder.protocols.rules.numbers import Quantity, numbers

LEAST_ALIKE, ALIKE = 0.4, 0.55
"""Below these, as sentences and by their content words, two claims are not of one subject."""
ACROSS = 0.63
"""Across languages no word is shared and the vectors have to say it all: mean of sentence and content."""
MOSTLY_SHARED = 0.5
"""The share of the shorter claim's content above which its frame is the other's."""
REST_IN_FRAME = 0.38
"""In one frame, how near what is not shared must be: below, a noun was exchanged."""
REST_FREE, WHOLE_FREE = 0.5, 0.62
"""In different frames, how near what is not shared and the content as a whole must be."""
SHARED_FREE = 0.25
"""The share that two in different frames must have in common: a topic alone makes all its claims alike."""
LONG, SHARED_IN_LONG, WHOLE_LONG = 6, 0.4, 0.5
"""Of a claim of so many content words, such a share in common is no mere frame."""
SYNONYMS = 0.65
"""Where a single word stands in place of another, how near the two must be."""
EXCHANGED = 3
"""Where no more words than these differ, what differs decides, however long the claims are."""
PLAIN = 8
"""A claim of at most so many content words has one direction; a longer one may have several."""
SAME_FIGURE_ALIKE = 0.45
"""Claims this similar that give the very same figure speak of the same measurement."""
SAME_CONDITION = 0.75
NEARLY = 0.15
"""Figures of one unit this close, as a share of the larger, are the same figure rounded differently."""

_DIRECTIONS: Final = re.compile(
    r"\b(?:increas|decreas|reduc|lower|rais|rising|rises?\b|rose\b|risen|fall(?:s|ing|en)?\b|fell\b|drop"
    r"|grow|grew"
    r"|declin|improv|worsen|shorten|lengthen|cuts?\b|cutting|sav(?:e|es|ed|ing)\b|higher|smaller|larger"
    r"|greater"
    r"|cool(?:s|er|ed|ing)\b|warm(?:s|er|ed|ing)\b|boost|doubl|halv|effects?\b|evidence|safe\b|unsafe"
    r"|protected)\w*"
    r"|(?<![가-힣])(?:높|낮|늘|줄|짧아|길어|떨어|커지|커졌|작아|좋아지|좋아졌|좋아진|나빠|많아|적어)[가-힣]*"
    r"|(?:증가|감소|상승|하락|개선|악화|향상|저하)[가-힣]*|(?<![가-힣])(?:효과|않|없|아니|못)[가-힣]*"
)
"""Words that say which way something goes: they are compared as directions, not as content."""
_SILENT: Final = (cues.NULL, _DIRECTIONS, cues.NOT_ANYWHERE)
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_UP: Final = re.compile(
    r"\b(?:increas|rais|rising|rises?\b|rose\b|grow|grew|higher|more\b|boost|doubl|improv)|높|늘[어었린리려]|증가|상승"
    r"|향상|개선"
)
_DOWN: Final = re.compile(
    r"\b(?:decreas|reduc|lower|fall(?:s|ing|en)?\b|fell\b|drop|declin|less\b|fewer\b|cuts?\b|halv|worsen)"
    r"|낮|줄[어었인이여]|감소|하락|떨어|악화"
)
_BECAUSE: Final = re.compile(
    r"\b(?:because of|due to|caused by|owing to|thanks to|result of|attributed to)\s+(?P<en>[^,.;]{3,80})"
    r"|(?P<ko>[가-힣A-Za-z ]{2,40})(?:때문|탓|덕분)"
)
_COMMON: Final = frozenset(map(float, (*range(11), 20, 24, 30, 50, 95, 100)))
"""Figures that stand in texts of every kind."""
_FIRST_YEAR, _LAST_YEAR = 1800, 2100

_OTHER: Final = Facets(subject="other", cause="other", direction="other")
_RIVALS: Final = Facets(subject="same", cause="same", direction="opposite")


class _Content(NamedTuple):
    """The content words of a claim, by their folded form, as they are written."""

    words: Mapping[str, str]

    @property
    def text(self) -> str:
        """The words in order, for the encoder."""
        return " ".join(self.words.values())

    def without(self, shared: frozenset[str]) -> str:
        """The words the other claim does not have."""
        return " ".join(word for form, word in self.words.items() if form not in shared)


def answer(ask: LabelPairs, encoder: Encoder) -> FacetLabels:
    """A label for each pair, numbered as asked."""
    return FacetLabels(
        labels=tuple(
            FacetLabel(pair=number, facets=facets(pair.summary, pair.other_summary, encoder, ask.question))
            for number, pair in enumerate(ask.pairs, start=1)
        )
    )


def facets(one: str, other: str, encoder: Encoder, question: str = "") -> Facets:
    """The facets of two claims; what the question names is in both and does not join them."""
    if rivals(one, other, encoder, question):
        return _RIVALS
    direction = _direction(one, other, encoder)
    # Claims that exclude each other are not joined: they may meet in what is asked, and one thing more.
    known = question if direction != "opposite" or not _share_beyond(one, other, question) else ""
    if not same_subject(one, other, encoder, known):
        return _OTHER
    cause = _causes_differ(one, other, encoder)
    return Facets(subject="same", cause="other" if cause else "same", direction=direction)


def same_subject(one: str, other: str, encoder: Encoder, question: str = "") -> bool:
    """Whether two claims speak of the same thing, in whichever direction."""
    similarity = encoder.similarity(one, other)
    first, second = _content(one), _content(other)
    if not first.words or not second.words:
        return False
    whole = encoder.similarity(first.text, second.text)
    if min(similarity, whole) >= SAME_FIGURE_ALIKE and _one_figure(one, other):
        return True
    if korean.is_hangul(one) != korean.is_hangul(other):
        return (similarity + whole) / 2 >= ACROSS
    if min(similarity, whole) < LEAST_ALIKE or max(similarity, whole) < ALIKE:
        return False
    first, second = _beyond(first, second, question)
    whole = min(whole, encoder.similarity(first.text, second.text))
    return _paraphrased(first, second, whole, encoder) or _same_but_for_conditions(
        one, other, encoder, question
    )


def _share_beyond(one: str, other: str, question: str) -> bool:
    return not frozenset(_content(one).words).isdisjoint(frozenset(_content(other).words) - asked(question))


def _beyond(first: _Content, second: _Content, question: str) -> tuple[_Content, _Content]:
    """The contents without what is asked about; as they are where one says nothing beyond it."""
    kept = [
        _Content({form: word for form, word in content.words.items() if form not in asked(question)})
        for content in (first, second)
    ]
    return (kept[0], kept[1]) if all(content.words for content in kept) else (first, second)


def _paraphrased(first: _Content, second: _Content, whole: float, encoder: Encoder) -> bool:
    shared = frozenset(first.words) & frozenset(second.words)
    if not shared:
        return False
    rests = first.without(shared), second.without(shared)
    if not all(rests):
        # One says all that the other says, and more; a very short one is said by too many.
        return len(shared) >= 2
    rest = encoder.similarity(*rests)
    shorter = min(len(first.words), len(second.words))
    exchanged = max(len(first.words), len(second.words)) - len(shared) <= EXCHANGED
    if shorter >= LONG and not exchanged and len(shared) / shorter >= SHARED_IN_LONG and whole >= WHOLE_LONG:
        return True
    if not any(" " in words for words in rests):
        return rest >= SYNONYMS
    if len(shared) / shorter > MOSTLY_SHARED:
        return rest >= REST_IN_FRAME
    return len(shared) / shorter >= SHARED_FREE and rest >= REST_FREE and whole >= WHOLE_FREE


def _same_but_for_conditions(one: str, other: str, encoder: Encoder, question: str) -> bool:
    """Two claims that differ in nothing but when they hold."""
    if not (conditions(one) and conditions(other)):
        return False
    first, second = _beyond(
        _content(_without_conditions(one)), _content(_without_conditions(other)), question
    )
    shared = frozenset(first.words) & frozenset(second.words)
    if len(shared) < 2:
        return False
    return _paraphrased(first, second, encoder.similarity(first.text, second.text), encoder)


def _without_conditions(claim: str) -> str:
    for condition in conditions(claim):
        claim = claim.replace(condition, " ")
    return claim


def _content(claim: str) -> _Content:
    """The words that say what a claim is about; directions and negations are compared apart."""
    bare = claim.lower()
    for pattern in _SILENT:
        bare = pattern.sub(lambda found: " " * len(found.group()), bare)
    words: dict[str, str] = {}
    for word in _WORD.findall(bare):
        for form in terms(word):
            # A lone syllable is what is left of an ending.
            if not (
                korean.is_hangul(form) and (len(form) < 2 or re.fullmatch(r"[는었졌난진시킨]+다?", form))
            ):
                words.setdefault(form, form if korean.is_hangul(word) else word)
    return _Content(words)


def _direction(one: str, other: str, encoder: Encoder) -> Direction:
    if _opposite(one, other, encoder):
        return "opposite"
    if _figures_differ(one, other) or _conditions_differ(one, other, encoder) or _may_oppose(one, other):
        return "other"
    return "same"


def _opposite(one: str, other: str, encoder: Encoder) -> bool:
    """They point in opposite directions, by words that are about the same thing."""
    if apart(one, other):
        return True
    if at_one_end(one, other):
        return False
    # In a long sentence a stray "not" may belong to anything: the direction has to be of one thing.
    meeting = any(mine.about & theirs.about for mine in marks(one) for theirs in marks(other))
    plain = max(len(_content(one).words), len(_content(other).words)) <= PLAIN
    if plain and (_turned(one, other) or _one_finds_nothing(one, other)):
        return True
    return (meeting or plain) and (opposed(one, other) or _contradicts(one, other, encoder))


def _may_oppose(one: str, other: str) -> bool:
    """Only one of them denies something, or one rises where the other falls: no reason to join them."""
    denied = [cues.NOT_ANYWHERE.search(text.lower()) is not None for text in (one, other)]
    still = [nothing_moved(text) is not None for text in (one, other)]
    return denied[0] != denied[1] or still[0] != still[1] or _turned(one, other)


def _turned(one: str, other: str) -> bool:
    """One only goes up and the other only down, and neither denies anything."""
    texts = one.lower(), other.lower()
    if any(cues.NOT_ANYWHERE.search(text) for text in texts):
        return False
    ways = {(bool(_UP.search(text)), bool(_DOWN.search(text))) for text in texts}
    return ways == {(True, False), (False, True)}


def _one_finds_nothing(one: str, other: str) -> bool:
    """One says that there is no effect or no evidence, the other denies nothing."""
    texts = one.lower(), other.lower()
    null = [cues.NULL.search(text) is not None for text in texts]
    denied = [cues.NOT_ANYWHERE.search(text) is not None for text in texts]
    return (null[0] and not denied[1]) or (null[1] and not denied[0])


def _contradicts(one: str, other: str, encoder: Encoder) -> bool:
    """One speaks against the other, and neither speaks for it."""
    similarity = encoder.similarity(one, other)
    guesses = [stance(one, other, similarity), stance(other, one, similarity)]
    types = {guess.type for guess in guesses if guess is not None}
    return types == {"CONTRADICTS"}


def _conditions_differ(one: str, other: str, encoder: Encoder) -> bool:
    """Both name a condition and it is not the same one."""
    if contrasted(one, other, encoder) is not None or instead(one, other, encoder) is not None:
        return True
    first, second = conditions(one), conditions(other)
    if not first or not second:
        return False
    return all(encoder.similarity(mine, theirs) < SAME_CONDITION for mine in first for theirs in second)


def _figures_differ(one: str, other: str) -> bool:
    """Both measure in one unit and no figure of the one is near a figure of the other."""
    first, second = _by_unit(one), _by_unit(other)
    return any(
        not any(_near(mine, theirs) for mine in first[unit] for theirs in second[unit])
        for unit in first.keys() & second.keys()
    )


def _by_unit(claim: str) -> dict[str | None, list[float]]:
    found: dict[str | None, list[float]] = {}
    for unit, value in _figures(claim):
        found.setdefault(unit, []).append(value)
    return found


def _figures(claim: str) -> Iterator[tuple[str | None, float]]:
    for number in numbers(claim):
        if isinstance(number, Quantity):
            value = float(number.value)
            if number.unit is not None or not _FIRST_YEAR <= value <= _LAST_YEAR:
                yield number.unit, value


def _one_figure(one: str, other: str) -> bool:
    """They give one telling figure: measured in a unit, and not a round small count."""
    first = {(unit, value) for unit, value in _figures(one) if unit is not None and value not in _COMMON}
    return bool(first & set(_figures(other)))


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= NEARLY * max(abs(one), abs(other))


def _causes_differ(one: str, other: str, encoder: Encoder) -> bool:
    """Both name a cause in so many words, and not the same one."""
    first, second = _BECAUSE.search(one), _BECAUSE.search(other)
    if first is None or second is None:
        return False
    return encoder.similarity(first["en"] or first["ko"], second["en"] or second["ko"]) < REST_IN_FRAME
