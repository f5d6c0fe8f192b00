"""What the question, the objective and a page are about, to tell whether a sentence is about it too."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.findings import findings
from pathfinder.adapters.embedded.objective import anchors
from pathfinder.adapters.embedded.poles import ends
from pathfinder.adapters.embedded.quotable import Unit, is_korean
from pathfinder.adapters.language.concepts import is_concept, names, of_term
from pathfinder.adapters.language.encoder import Encoder, Matrix
from pathfinder.adapters.language.terms import phrases, terms
from pathfinder.protocols.questions import ReadPage

ON_TOPIC, ON_TOPIC_UNSHARED = 0.15, 0.2
"""How near a page is to the objective to bring new claims, with a content word in common or with none."""
ON_THE_QUESTION, SHARED_WITH_QUESTION = 0.2, 3
"""How near a page must be to the question of the whole research, or how many of its words it must have."""
RELEVANT: Final = 0.3
"""A sentence this near to the objective is about it even if it shares no word with the topic."""


class Topic(NamedTuple):
    """What the objective and the page are about, to tell whether a sentence is about it too."""

    words: frozenset[str]
    asked: frozenset[str]
    """The words of the objective: a claim that names its subject stands on its own feet."""
    near: Matrix
    """How near each sentence is to the objective."""
    central: Matrix
    """How near each sentence is to what its page says as a whole."""
    scales: frozenset[str]
    """What the objective asks to measure: warmth, price, noise."""

    things: frozenset[str]
    """The things the objective names, by their concepts."""
    titled: bool
    """The title says that the page is on the matter; then its sentences need not say it again."""

    def covers(self, sentence: str, near: float) -> bool:
        """Whether a sentence is about it."""
        said = frozenset(terms(sentence))
        if near >= RELEVANT or len(said & self.asked) > 1:
            return True
        if not self.titled or said.isdisjoint(self.words):
            return False
        return bool(findings(sentence)) or not names(sentence).isdisjoint(self.things)

    def fit(self, summary: str) -> float:
        """What it is worth that a claim names what the objective names, and speaks on its scale."""
        named = 0.05 * min(3, len(self.asked.intersection(terms(summary))))
        moved = frozenset(name for finding in findings(summary) for name in finding.things)
        answers = 0.1 * (not self.things.isdisjoint(moved)) + 0.06 * any(map(is_concept, moved))
        return named + answers + 0.1 * (not self.scales.isdisjoint(ends(summary)))


_LONG_NAME: Final = 4
SEVERAL_NAMED: Final = 2
"""A page that names so many other things of the question is on it, whatever it calls the first."""


def _is_name(term: str) -> bool:
    """Whether a word is of no everyday thing, so that it likely names the subject that is asked about."""
    return len(term) >= _LONG_NAME - is_korean(term) and not of_term(term)


def on_the_question(ask: ReadPage, encoder: Encoder, units: Sequence[Unit], rows: Matrix) -> bool:
    """Whether the page has to do with the whole research. A claim of it may have led far away from there.

    Between two languages words are not shared, and names that are made up or new are not near: no bar there.
    """
    told = " ".join((ask.page.title, *(unit.text for unit in units)))
    if not ask.question or is_korean(ask.question) != is_korean(told):
        return True
    if off_subject(ask.question, told):
        return False
    asked = encoder.vectors([ask.question])[0]
    title = encoder.vectors([ask.page.title or units[0].text])[0]
    nearest = sorted((rows @ asked).tolist())[-3:]
    near = max(float(title @ asked), sum(nearest) / len(nearest))
    shared = frozenset(terms(ask.question)) & frozenset(terms(told))
    return round(near, 4) >= ON_THE_QUESTION or len(shared) >= SHARED_WITH_QUESTION


def is_where(text: str, phrase: str) -> bool:
    """A Korean place that something is in (베이라의 들에 뿌리는 가루는): where it is asked, not what."""
    return re.search(rf"{re.escape(phrase)}의\s+\S+에서?[는도]?(?:\s|$)", text) is not None


@lru_cache(maxsize=64)
def _named(question: str) -> tuple[frozenset[str], ...]:
    """The things a question names that are more than a risk, an effect or a way of asking, as they come."""
    found = sorted(phrases(question), key=lambda phrase: (is_where(question, phrase), question.find(phrase)))
    told = (frozenset(terms(phrase)) - cues.GENERAL - cues.ASKING for phrase in found)
    telling = tuple(words for words in told if any(not of_term(word) for word in words))
    return telling or (frozenset(terms(question)),)


def off_subject(question: str, told: str) -> bool:
    """The text names neither what the question asks about, the first thing it names, nor two other things."""
    said, (first, *others) = frozenset(terms(told)), _named(question)
    named = sum(not words.isdisjoint(said) for words in others)
    return first.isdisjoint(said) and named < SEVERAL_NAMED


def topic_of(ask: ReadPage, encoder: Encoder, units: Sequence[Unit], rows: Matrix) -> Topic | None:
    """None where the page is on another matter. A sentence is judged with its page, alone it tells little."""
    wanted = anchors(ask.objective, ask.about)
    targets = encoder.vectors(wanted).T
    middle = rows.mean(axis=0)
    middle /= max(1e-6, float(middle @ middle) ** 0.5)
    near = (rows @ targets).max(axis=1)
    titled = float((encoder.vectors([ask.page.title or units[0].text]) @ targets).max())
    best = max(titled, float((middle @ targets).max()), sum(sorted(near.tolist())[-3:]) / min(3, len(units)))
    asked = " ".join(wanted)
    words = frozenset(terms(asked))
    counted = Counter(term for unit in units for term in frozenset(terms(unit.text)))
    shared = not words.isdisjoint(counted)
    if round(best, 4) < (ON_TOPIC if shared else ON_TOPIC_UNSHARED):
        return None
    often = {term for term, count in counted.items() if count >= 3}
    scales = frozenset(ends(asked))
    title = frozenset(terms(ask.page.title))
    on_title = round(titled, 4) >= RELEVANT or len(title & words) > 1 or any(map(_is_name, title & words))
    return Topic(words | often | title, words, near, rows @ middle, scales, names(asked), on_title)
