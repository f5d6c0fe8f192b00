"""Claims that may both be true: they point in opposite directions, each under a condition of its own.

Which way a claim points is read more widely here than a stance may be ("grew", "added", "extra", "a lead"):
both claims name a condition and the conditions exclude each other, so that nothing hangs on one word alone.
"""

from typing import Final

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.aboutness import TELLING
from pathfinder.adapters.embedded.asked import COUNTS, asked, without_asked
from pathfinder.adapters.embedded.cases import other_cases, without_cases
from pathfinder.adapters.embedded.circumstances import circumstances, instead, without_circumstances
from pathfinder.adapters.embedded.contrast import contrasted, other_figures
from pathfinder.adapters.embedded.findings import VAGUE, findings
from pathfinder.adapters.embedded.frames import unshared
from pathfinder.adapters.embedded.poles import apart
from pathfinder.adapters.embedded.ways import (
    both_move_apart,
    fares_apart,
    lean_apart,
    point_apart,
    takes_back,
    turned,
)
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.concepts import is_concept, names
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import terms

NEAR: Final = 0.36
NEAR_ACROSS: Final = 0.4
"""How alike two rivals must be, in one language and across two; below, they speak of different things."""
NEAR_CONTRASTED, NEAR_CONTRASTED_ACROSS = 0.3, 0.36
"""The same where each names a condition and the two conditions exclude each other."""
NEAR_ON_A_THING: Final = 0.25
"""... and both name a known thing that is not asked about."""
NEAR_WITHOUT_WORDS: Final = 0.5
"""The same where they share no content word beside their conditions, or these are not told apart."""
NEAR_IN_FRAME, CAUSE_AND_EFFECT, MOSTLY = 0.5, 2, 0.5
"""How alike two claims are that differ in little but their condition, how many things and what share of those
that the shorter one names they have in common.
"""
REST_SHARED: Final = (0.5, 0.4, 0.3)
"""How alike the rest of two claims must be, their cases and what is asked set aside, by how many things it
names in common.
"""
LESS_IN_FRAME: Final = 0.05
"""By how much less, where the claims as a whole are as alike as in one frame."""
REST_FARES: Final = 0.25
"""The same where there is more of the one and the other does worse."""
PLAIN, NEAR_IF_PLAIN = 5, 0.65
"""Claims of so few words, conditions aside, differ in little else than a noun: what is left must be near."""


_PACE: Final = frozenset(("pace", *terms("faster slower sooner later longer shorter")))


def rivals(one: str, other: str, encoder: Encoder, question: str = "") -> bool:
    """Two claims on one thing that exclude each other unless each holds under its own condition.

    What the question names is in every claim on it, and makes no two of them speak of one thing.
    """
    if _on_other_properties(one, other):
        return False
    if by_case(one, other, encoder, question):
        return True
    opposed = point_apart(one, other, asked(question)) or turned(one, other)
    if in_one_frame(one, other, encoder) and (opposed or takes_back(one, other)):
        return True
    if not (circumstances(one) and circumstances(other)):
        return False
    told = contrasted(one, other, encoder)
    if told is not None and _on_one_thing_otherwise(one, other, told, encoder, question):
        return opposed or lean_apart(one, other)
    swapped = told is None and instead(one, other, encoder) is not None and bool(_shared(one, other))
    if swapped and encoder.similarity(one, other) >= NEAR_CONTRASTED:
        return opposed
    if not _on_one_thing(one, other, encoder):
        return False
    if told is not None:
        return opposed
    near = encoder.similarity(one, other) >= NEAR_WITHOUT_WORDS
    return near and apart(one, other) and not _in_two_languages(one, other)


def told_apart(one: str, other: str, encoder: Encoder) -> tuple[str, str] | None:
    """The condition of each of two rivals, in its own words; None where they name none."""
    found = contrasted(one, other, encoder) or instead(one, other, encoder)
    if found is not None:
        return found
    if in_one_frame(one, other, encoder) and (phrases := unshared(one, other)) is not None:
        return phrases
    first, second = without_cases(one), without_cases(other)
    # Of two claims that are known to exclude each other the cases they name tell them apart.
    opposed = both_move_apart(first, second) or fares_apart(first, second)
    return other_cases(one, other) if opposed and not _in_two_languages(one, other) else None


def by_case(one: str, other: str, encoder: Encoder, question: str = "") -> bool:
    """Whether one thing went opposite ways in two cases, each named by one claim alone.

    A case may be named by any words, so the rest has to be of one thing: cases and what is asked about set
    aside, it is alike and names something in common. Where nothing is asked, nothing tells that the cause is
    the same.
    """
    if not question:
        return False
    near = encoder.similarity(one, other)
    if _in_two_languages(one, other) or near < NEAR_CONTRASTED:
        return False
    if other_cases(one, other, question) is None:
        return False
    first, second = (without_cases(text) for text in (one, other))
    known = names(question)
    mine, theirs = _moved(first) - known, _moved(second) - known
    if mine and theirs and mine.isdisjoint(theirs):
        return False
    shared = max(
        len((names(first) & names(second)) - known - cues.GENERAL - TELLING - COUNTS),
        len((_said(first) & _said(second)) - asked(question)),
    )
    rest = encoder.similarity(without_asked(first, question), without_asked(second, question))
    if both_move_apart(first, second):
        return rest >= REST_SHARED[min(shared, 2)] - LESS_IN_FRAME * (near >= NEAR_IN_FRAME)
    return bool(shared) and rest >= REST_FARES and fares_apart(first, second)


def in_one_frame(one: str, other: str, encoder: Encoder) -> bool:
    """Whether two claims name the same cause and effect: what they do not share is when or for whom."""
    if _in_two_languages(one, other) or encoder.similarity(one, other) < NEAR_IN_FRAME:
        return False
    # One cause has many effects: where both say what moves, it has to be the same.
    mine, theirs = _moved(one), _moved(other)
    if mine and theirs and mine.isdisjoint(theirs):
        return False
    if _on_another_property(mine, other) or _on_another_property(theirs, one):
        return False
    first, second = _told_of(one), _told_of(other)
    return len(first & second) >= max(CAUSE_AND_EFFECT, MOSTLY * min(len(first), len(second)))


def _on_other_properties(one: str, other: str) -> bool:
    """Whether each says what went up or down, and it is known things that the other does not name."""
    mine, theirs = (
        frozenset(name for finding in findings(_bare(text)) for name, way in finding.ways if way) - _PACE
        for text in (one, other)
    )
    return _on_another_property(mine, other) and _on_another_property(theirs, one)


def _on_another_property(moved: frozenset[str], text: str) -> bool:
    """Whether known things move that a text does not name: a bill, where the other speaks of warm soil."""
    known = frozenset(name for name in moved if is_concept(name))
    return bool(known) and known == moved and known.isdisjoint(names(text))


def _shared(one: str, other: str) -> frozenset[str]:
    """What both name, their conditions aside."""
    return _told_of(_bare(one)) & _told_of(_bare(other))


def _moved(text: str) -> frozenset[str]:
    """What moves in a text, as far as it is named: how fast something goes is no thing."""
    return frozenset(name for finding in findings(text) for name in finding.things) - _PACE - TELLING


def _told_of(text: str) -> frozenset[str]:
    """What a text names, without how much, how and which way."""
    return names(text) - VAGUE - cues.GENERAL - TELLING - COUNTS


def _said(text: str) -> frozenset[str]:
    """The same by its words: a concept may be too wide to count where its words are told."""
    return frozenset(terms(text)) - cues.GENERAL - TELLING - COUNTS


def _in_two_languages(one: str, other: str) -> bool:
    """Whether the two are in two languages."""
    return korean.is_hangul(one) != korean.is_hangul(other)


def _on_one_thing(one: str, other: str, encoder: Encoder) -> bool:
    similarity = encoder.similarity(one, other)
    if _in_two_languages(one, other):
        return similarity >= NEAR_ACROSS
    bare = [text if terms(text) else whole for whole in (one, other) for text in (_bare(whole),)]
    first, second = (frozenset(terms(text)) for text in bare)
    if max(len(first), len(second)) <= PLAIN and encoder.similarity(*bare) < NEAR_IF_PLAIN:
        return False
    return similarity >= (NEAR if first & second else NEAR_WITHOUT_WORDS)


def _on_one_thing_otherwise(
    one: str, other: str, told: tuple[str, str], encoder: Encoder, question: str
) -> bool:
    """Conditions that exclude each other tell two rivals apart: then less need be alike."""
    if _in_two_languages(one, other):
        return encoder.similarity(one, other) >= NEAR_CONTRASTED_ACROSS
    plain = max(len(frozenset(terms(_bare(text)))) for text in (one, other)) <= PLAIN
    # Two strengths or distances tell plain claims apart; dry and wet go with too many things.
    if plain and len(_shared(one, other)) < CAUSE_AND_EFFECT:
        near = encoder.similarity(one, other)
        alike = encoder.similarity(_bare(one), _bare(other)) >= NEAR_IF_PLAIN
        return alike or (other_figures(*told) and near >= NEAR_WITHOUT_WORDS)
    shared = _shared(one, other)
    known = question and any(is_concept(name) for name in shared - names(question))
    least = NEAR_ON_A_THING if known else NEAR_CONTRASTED if shared else NEAR
    return encoder.similarity(one, other) >= least


def _bare(claim: str) -> str:
    """A claim without its conditions: "over 65" says who, not which way."""
    return without_circumstances(claim)
