"""Further cues for a stance, where no direction word is shared: same words, same figure, same end of a scale.

"58% less often" in two places, "cooler" here and "3.9 °C less" there, "five times more often" here and "no
excess" there: explicit words each time, never likeness alone. A sentence about another time or state than the
claim's says nothing about it.
"""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.aboutness import TELLING, common, common_in_all
from pathfinder.adapters.embedded.asked import COUNTS, meet_beyond
from pathfinder.adapters.embedded.findings import VAGUE, Finding, findings, nothing_moved
from pathfinder.adapters.embedded.marks import clauses
from pathfinder.adapters.embedded.measures import Measure, measures, same_figure
from pathfinder.adapters.embedded.poles import ends
from pathfinder.adapters.embedded.quotable import is_korean
from pathfinder.adapters.embedded.set_against import no_difference
from pathfinder.adapters.embedded.stance import DIRECT_FROM, Guess, refuted, stance
from pathfinder.adapters.language.concepts import is_concept, names
from pathfinder.adapters.language.terms import terms

NEAR, NEAR_ACROSS = 0.35, 0.4
"""How alike claim and sentence must be, in one language and across two."""
NEAR_TITLED: Final = 0.45
"""The same for the title of a page, alone or with a sentence of it."""
NEAR_NAMED, NAMED = 0.25, 3
"""Less will do where title and sentence name so many of the claim's content words, a third at least."""
NEAR_BARELY: Final = 0.5
"""How alike the two must be where they have little in common besides what moves."""
SAME_WORDS: Final = 0.8
"""The share of content words in common from which a sentence is the claim over again, or a copy of it."""

MOST_KEPT: Final = 16_384
"""What some fifteen iterations ask; each kept guess holds its sentence and title, about half a kilobyte."""
SENTENCES_KEPT: Final = 2_048

_NOT: Final = re.compile(
    r"\b(?:not|no|never|nor|neither|cannot|without)\b|n['’]t\b|지\s?(?:는|도)?\s?(?:않|못)|없|아니|아닌",
    re.IGNORECASE,
)
_COMPARES: Final = re.compile(
    r"\bthan\b|\b(?:cool|warm|hott|cold|cheap|dear|loud|nois|quiet|fast|slow|long|short|strong|weak|saf"
    r"|dr|wett)i?e(?:r|st)\b"
    r"|°|\bdegrees?\b|\b(?:above|below)\b|보다|더 |도(?:쯤|가량|정도)? ?(?:넘게 )?(?:높|낮)|[가-힣]아지"
    r"|[가-힣]어지",
    re.IGNORECASE,
)


@lru_cache(maxsize=MOST_KEPT)  # Explorers read the same pages again, with the same claims beside new ones.
def cue(claim: str, sentence: str, similarity: float, title: str = "", question: str = "") -> Guess | None:
    """The stance of a sentence by any cue: direction words first, then those of this module.

    The title of the page tells what a sentence is about that does not name it again. A figure of the question
    (of a six-hour shift, say) is in every text on it and no finding of any.
    """
    denied = statement_taken_back(sentence)
    held = statement_taken_back(claim)
    if held is not None and not _says_it_again(claim, sentence):
        return _turned_round(cue(held, sentence, similarity, title, question))
    if denied is not None and _says_it_again(claim, sentence):
        # A denial that has become a claim is not spoken against by its own words.
        return _same_words(claim, sentence)
    if denied is not None:
        return _of_statement(claim, denied, question) or refuted(claim, sentence, similarity)
    guess = stance(claim, sentence, similarity) or agreement(claim, sentence, similarity, title, question)
    if guess is None or (_says_only_no(guess) and not meet_beyond(claim, sentence, question)):
        return None
    found = _of_one_cause(guess, claim, sentence, title, similarity)
    # What is moved by another cause may still be the same by its figure.
    return found or (_figures(claim, sentence, similarity, question) if guess.type == "SUPPORTS" else None)


def _turned_round(guess: Guess | None) -> Guess | None:
    """What is said of a claim that takes a statement back, by what is said of the statement."""
    if guess is None:
        return None
    return guess._replace(type="CONTRADICTS" if guess.type == "SUPPORTS" else "SUPPORTS")


def _says_only_no(guess: Guess) -> bool:
    """A null result or a denial names nothing that moves: only what else is named tells what it is about."""
    return guess.basis.startswith(("null result:", "negation on one side"))


def _of_one_cause(guess: Guess, claim: str, sentence: str, title: str, similarity: float) -> Guess | None:
    """A guess about what moves holds where the two name more in common than that."""
    if is_korean(claim) != is_korean(sentence) or guess.basis.startswith("same figure"):
        return guess
    found = common(claim, f"{title}. {sentence}")
    if found.well:
        return guess
    return guess._replace(weight=0.3) if found.any and similarity >= NEAR_BARELY else None


def _says_it_again(claim: str, sentence: str) -> bool:
    """Nearly all words in common, and both deny or neither does."""
    mine, theirs = frozenset(terms(claim)), frozenset(terms(sentence))
    alike = (_NOT.search(claim) is None) == (_NOT.search(sentence) is None)
    return alike and len(mine & theirs) >= SAME_WORDS * len(mine | theirs)


def agreement(
    claim: str, sentence: str, similarity: float, title: str = "", question: str = ""
) -> Guess | None:
    """The stance of a sentence by its words, findings, scales or figures; None where none speaks."""
    across = is_korean(claim) != is_korean(sentence)
    mine, theirs = frozenset(terms(claim)), frozenset(terms(sentence))
    if cues.QUESTION.search(sentence):
        return None
    met = _findings(claim, sentence, similarity, title)
    if met is not None:
        # Far apart, the two may speak of the same effect of different causes: a hint, no more.
        return met if similarity >= DIRECT_FROM else met._replace(weight=0.3)
    alike = (_NOT.search(claim) is None) == (_NOT.search(sentence) is None)
    if similarity >= (NEAR_ACROSS if across else NEAR) and (across or mine & theirs):
        if not across and alike and len(mine & theirs) >= SAME_WORDS * len(mine | theirs):
            return _same_words(claim, sentence)
        scale = _scales(claim, sentence, similarity)
        if scale is not None:
            return scale
    return _figures(claim, sentence, similarity, question)


@lru_cache(maxsize=SENTENCES_KEPT)  # Each sentence of a page is held against thirty claims.
def statement_taken_back(sentence: str) -> str | None:
    """The statement that a sentence names in order to deny it: its words are not the sentence's own."""
    found = cues.NAMED_CLAIM.search(sentence) or cues.NAMED_CLAIM_KO.search(sentence)
    if found is None:
        return None
    around = sentence[: found.start("said")] + sentence[found.end("said") :]
    return found["said"].strip() if cues.TAKEN_BACK.search(around) is not None else None


def _of_statement(claim: str, denied: str, question: str) -> Guess | None:
    """What it says of a claim that a statement is denied."""
    links = _linked(claim, denied, "")
    moved = {name for finding in findings(denied) for name, way in finding.ways if way}
    across = is_korean(claim) != is_korean(denied)
    # "That it saves lives" is taken back: this says nothing of what it costs.
    named = bool((moved & names(claim)) - names(question)) or meet_beyond(claim, denied, question)
    if not across and not (named and (not moved or moved & names(claim))):
        return None
    guess = _met(findings(claim), findings(denied), links, LINKED_WELL)
    basis = f"takes the statement back: “{denied[:80]}”"
    if guess is not None:
        return Guess("CONTRADICTS" if guess.type == "SUPPORTS" else "SUPPORTS", 0.5, basis)
    same = len(links) >= FEWEST_LINKS and len(links) >= COVERED * len(names(claim))
    return Guess("CONTRADICTS", 0.5, basis) if same and not (denies(claim) or _NOT.search(claim)) else None


def _findings(claim: str, sentence: str, similarity: float, title: str) -> Guess | None:
    """Both say which way one thing went, or that it stayed where it was."""
    links = _linked(claim, sentence, title)
    if similarity < LEAST or not links:
        return None
    across = is_korean(claim) != is_korean(sentence)
    # Across languages only concepts can be shared, and alike texts come out less alike.
    met = _met(findings(claim), findings(sentence), links, similarity + (ACROSS if across else 0.0))
    if (
        met is not None
        and met.basis.startswith(NOTHING)
        and (_of_two_minds(claim) or _of_two_minds(sentence))
    ):
        return None
    return met


NOTHING: Final = "nothing came of it"


def _of_two_minds(text: str) -> bool:
    """Whether a text finds something in one clause and nothing in another: which is meant cannot be told."""
    told = [clause.text.lower() for clause in clauses(text) if clause.asserted]
    still = [nothing_moved(clause) is not None for clause in told]
    moving = (cues.UP, cues.DOWN, cues.IMPROVES, cues.WORSENS)
    moved = [
        not quiet
        and cues.NOT_ANYWHERE.search(clause) is None
        and any(words.search(clause) for words in moving)
        for clause, quiet in zip(told, still, strict=True)
    ]
    return any(still) and any(moved)


FEWEST_LINKS, COVERED = 2, 0.4
"""A statement is the claim's own where it names so many of its things, and this share of them."""
ACROSS: Final = 0.1
LEAST: Final = 0.08
"""Below this two statements are on different matters, whatever words they share."""
MEETING: Final = 0.2
"""How alike two statements on one thing must at least be."""
PACE: Final = 0.3
"""The same for two that only say that something is quicker or slower."""
LINKED_WELL: Final = 0.35
"""How alike they must be to exclude each other, or to meet with nothing named in common but the thing."""


def _linked(claim: str, sentence: str, title: str) -> frozenset[str]:
    return names(claim) & names(f"{title}. {sentence}")


def _met(
    mine: tuple[Finding, ...], theirs: tuple[Finding, ...], links: frozenset[str], similarity: float
) -> Guess | None:
    guesses = [
        guess
        for one in mine
        for other in theirs
        if (guess := _compared(one, other, links, similarity)) is not None
    ]
    return guesses[0] if len({guess.type for guess in guesses}) == 1 else None


def _compared(one: Finding, other: Finding, links: frozenset[str], similarity: float) -> Guess | None:
    shared = one.things & other.things
    further = links - shared
    if not shared or (not further and similarity < LINKED_WELL):
        return None
    if similarity < MEETING and len(further) < FEWEST_LINKS:
        return None
    if shared == {"pace"} and (len(further) < FEWEST_LINKS or similarity < PACE):
        return None
    known = any(is_concept(name) for name in shared)
    if not known and similarity < LINKED_WELL:
        return None
    both_move = not any(way == 0 for _, way in (*one.ways, *other.ways))
    if both_move and len(shared) * 2 < max(len(one.things), len(other.things)):
        return None
    words = f"{', '.join(sorted(shared))}: “{one.word}” / “{other.word}”"
    pairs = {(way, where) for name, way in one.ways for other_name, where in other.ways if name == other_name}
    weight = 0.5 if len(further) >= FEWEST_LINKS or similarity >= LINKED_WELL else 0.3
    if all(way == where for way, where in pairs):
        return Guess("SUPPORTS", weight, f"the same came of it: {words}")
    if all(0 in pair and way != where for pair in pairs for way, where in (pair,)):
        # Held against any sentence near the matter it was wrong far more often than right.
        return Guess("CONTRADICTS", 0.3, f"{NOTHING}: {words}")
    # Who is quicker than whom cannot be told from "quicker".
    if (
        similarity >= LINKED_WELL
        and further
        and shared != {"pace"}
        and all(way == -where for way, where in pairs)
    ):
        return Guess("CONTRADICTS", 0.5, f"the opposite came of it: {words}")
    return None


def denies(sentence: str) -> bool:
    """Whether a sentence finds no difference, or takes a conclusion back, whatever it is about."""
    return nothing_moved(sentence) is not None or cues.REFUTES.search(sentence.lower()) is not None


def _moves(claim: str) -> bool:
    """Whether a claim speaks of more or less at all, of whatever."""
    lower = claim.lower()
    return any(words.search(lower) for words in (cues.UP, cues.DOWN, cues.ASSOCIATION, cues.COMPARED))


def denial(claim: str, sentence: str, title: str, similarity: float, question: str = "") -> Guess | None:
    """A denial read with the title of its page: alone it may not name what it denies ("the gap disappears").

    `similarity` is that of the title, alone or with the sentence.
    """
    told = f"{title}. {sentence}"
    mine, across = frozenset(terms(claim)), is_korean(claim) != is_korean(told)
    shared = mine & frozenset(terms(told))
    on_it = similarity >= NEAR_TITLED and (across or len(shared) > 1)
    named = len(shared) >= NAMED and len(shared) * 3 >= len(mine)
    if not on_it and not (named and similarity >= NEAR_NAMED):
        return None
    if not across and not meet_beyond(claim, told, question):
        return None
    if _NOT.search(claim) is not None or denies(claim):
        return None
    moved = frozenset(name for finding in findings(claim) for name in finding.things)
    moved = moved - names(question) or moved
    spoken = {name for finding in findings(sentence) for name in finding.things if is_concept(name)}
    if spoken and spoken.isdisjoint(names(claim)):
        return None  # it says so of something else
    on_the_page = named and not moved and _moves(claim) and (across or meet_beyond(claim, title, question))
    if not (moved & names(told) or on_the_page) or (ends(claim) and not ends(told)):
        return None
    found = nothing_moved(sentence) or cues.REFUTES.search(sentence.lower())
    moves = any(way for finding in findings(sentence) for _, way in finding.ways)
    if found is None or moves:
        return None  # "the last part is wrong: there are fewer": what it denies is something else
    words = found if isinstance(found, str) else found.group()
    if words.startswith("disput"):
        return None  # who disputes what is seldom the page's own matter
    if not across and _subject_of(words, sentence) - names(f"{claim} {title} {question}"):
        return None  # "recurrence did not differ" on a page about healing
    return Guess("CONTRADICTS", 0.5, f"denial on a page about it: “{words[:80]}”")


def _subject_of(words: str, sentence: str) -> frozenset[str]:
    """What a clause names before the words by which it denies."""
    clause = next((one.text for one in clauses(sentence) if words in one.text.lower()), "")
    return names(clause[: clause.lower().find(words)]) - VAGUE - cues.GENERAL - TELLING - COUNTS


def _same_words(claim: str, sentence: str) -> Guess | None:
    """The same words with other figures are another claim."""
    if measures(claim) and same_figure(claim, sentence) is None:
        return None
    return Guess("SUPPORTS", 0.5, "the same words")


_PLAIN_SCALES: Final = frozenset(("length", "speed", "strength"))
"""Anything can be longer, faster or stronger: the two have to be near in every other way."""


def _scales(claim: str, sentence: str, similarity: float) -> Guess | None:
    """Both compare, and on one scale; "a cold plate" and "a warm welcome" compare nothing."""
    if _COMPARES.search(claim) is None or _COMPARES.search(sentence) is None:
        return None
    mine, theirs = ends(claim), ends(sentence)
    both = sorted(mine.keys() & theirs.keys() - (frozenset() if similarity >= NEAR_BARELY else _PLAIN_SCALES))
    same = [scale for scale in both if mine[scale] == theirs[scale]]
    if both and len(same) == len(both):
        return Guess("SUPPORTS", 0.5, f"same end of a scale: {', '.join(same)}")
    if both and not same:
        return Guess("CONTRADICTS", 0.5, f"opposite ends of a scale: {', '.join(both)}")
    return None


NEAR_FIGURE, NEAR_ROUNDED = 0.3, 0.35
"""How alike two sentences are to speak of one thing when they give one figure, exactly or rounded."""
MANY: Final = 3
"""Of so many figures in one sentence some will be met by chance."""
SMALL: Final = 0.1
"""A smaller share is met by chance in many places."""


def _telling(figure: Measure) -> bool:
    """Whether a share is told so exactly that it will hardly be met by chance: 58%, but not 60% or 3%."""
    return figure.kind == "share" and figure.value >= SMALL and round(figure.value * 100) % 10 not in (0, 5)


_EXPECTED: Final = re.compile(
    r"\b(?:expects?|expected to|hopes?|hoped|plans?|planned|will|forecasts?|would have)\b|예정|전망|기대"
    r"|계획",
    re.IGNORECASE,
)
"""What is hoped for or planned was not measured."""


def _common(figure: Measure) -> bool:
    """Twice, thrice, a quarter, ten: figures that stand in texts of every kind."""
    if figure.kind == "share":
        return round(figure.value * 100, 1) % 5 == 0
    return len(f"{figure.value:g}".strip("0.")) == 1


def _figures(claim: str, sentence: str, similarity: float, question: str) -> Guess | None:
    """Two sources that measured one thing give one figure; not where the two point in opposite directions."""
    pair = same_figure(claim, sentence, question)
    if pair is None or similarity < NEAR_FIGURE:
        return None
    mine, theirs = pair
    exact = round(mine.value, 3) == round(theirs.value, 3)
    crowd = max(sum(one.kind == mine.kind for one in measures(text)) for text in (claim, sentence))
    well = common_in_all(claim, sentence).well
    if similarity < _near_enough(crowd, exact=exact, well=well):
        return None
    across = is_korean(claim) != is_korean(sentence)
    if _common(mine) and not well and not (across and similarity >= DIRECT_FROM):
        return None
    if any(_EXPECTED.search(_around(text, one)) for text, one in ((claim, mine), (sentence, theirs))):
        return None
    if not exact and not meet_beyond(claim, sentence, question):
        return None
    if not across and _of_other_things(claim, sentence):
        return None
    if (no_difference(claim) is None) != (no_difference(sentence) is None):
        return None  # the figure from which something fell, and the one at which it stayed
    small = mine.kind == "share" and mine.value < SMALL
    if small and not well and not (exact and similarity >= NEAR_BARELY):
        return None
    if _turned(_around(claim, mine), _around(sentence, theirs)):
        return None
    basis = f"same figure: “{mine.raw}” / “{theirs.raw}”"
    return Guess("SUPPORTS", 0.5 if exact and well and _telling(mine) else 0.3, basis)


def _of_other_things(one: str, other: str) -> bool:
    """Whether each says what went up or down, and neither names what the other speaks of."""
    mine, theirs = (
        {name for finding in findings(text) for name, way in finding.ways if way} - TELLING
        for text in (one, other)
    )
    return bool(mine and theirs) and mine.isdisjoint(names(other)) and theirs.isdisjoint(names(one))


def _near_enough(crowd: int, *, exact: bool, well: bool) -> float:
    """How near two sentences must be for one figure to be no chance: nearer among many figures."""
    if crowd >= MANY:
        return NEAR_BARELY
    if crowd > 1 and not well:
        return DIRECT_FROM
    return NEAR_FIGURE if exact else NEAR_ROUNDED


_PIECE: Final = re.compile(r"[;:—]|,(?!\d)(?=\s)|\b(?:but|while|whereas|although)\b|(?<=지만)\s|(?<=으나)\s")
# "No less than 61 per cent" and "the year without it" deny nothing of the figure.
_NO_DENIAL: Final = re.compile(
    r"\bno (?:less|fewer|more) than\b|\bwithout (?:it|them|the)\b|\bfor nothing\b|\bnot only\b"
)


def _around(text: str, figure: Measure) -> str:
    """The piece of a sentence in which a figure stands."""
    at = text.find(figure.raw)
    cuts = [0, *(found.end() for found in _PIECE.finditer(text)), len(text)]
    return next((text[a:b] for a, b in pairwise(cuts) if a <= at < b), text)


def _turned(one: str, other: str) -> bool:
    """Whether only one of two pieces denies, or the one says more and the other less."""
    bare = [_NO_DENIAL.sub(" ", text.lower()) for text in (one, other)]
    if (_NOT.search(bare[0]) is None) != (_NOT.search(bare[1]) is None):
        return True
    ways = [{sign for sign, words in ((1, cues.UP), (-1, cues.DOWN)) if words.search(text)} for text in bare]
    return all(len(way) == 1 for way in ways) and ways[0] != ways[1]
