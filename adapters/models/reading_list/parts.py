"""The parts of a question: the questions it asks in so many words, each as it is written.

A clause becomes a part only if it is a question of its own. If in doubt, the question stays whole.
"""

import re
from typing import Final

from pathfinder.adapters.language.korean import is_hangul
from pathfinder.adapters.language.terms import terms
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.questions import Decompose, Decomposition, SubQuestionDraft

MOST_PARTS = 6
LONGEST = 300

_WH: Final = r"(?:what|which|who|whom|whose|when|where|why|how)"
_AUX: Final = r"(?:do|does|did|is|are|was|were|can|could|should|will|would|has|have|had|may|might|must)"
_ASKS: Final = re.compile(rf"(?:(?:in|for|at|to|by|under|on) )?(?:{_WH}|{_AUX})\b", re.IGNORECASE)
_CLAUSE: Final = re.compile(
    rf"(?:\s*[,;]\s*(?:and|or|but)?\s*|\s+(?:and|but)\s+)(?=(?:{_WH}|{_AUX})\s+\w)", re.IGNORECASE
)
_CLAUSE_KO: Final = re.compile(
    r"(?<=는가|은가|인가|한가|ㄴ가|나요|까요|는지|은지|인지|한지|을지|될지|할지)\s*,\s*(?:그리고|또한|또)?\s*"
)
_NUMBERED: Final = re.compile(r"(?:^|\s)\(?(?:\d{1,2}|[a-h])[.)]\s+(?=\S)")
_SENTENCE: Final = re.compile(r"[^?？]*[?？]+|[^?？]+$")
_STATEMENT: Final = re.compile(r"(?<=[.!。])\s+")


def answer(ask: Decompose) -> Decomposition | Unable:
    """The parts in the order in which they are asked."""
    question = " ".join(ask.question.split())
    if not terms(question):
        return Unable(reason=Message("question-without-words"))
    return Decomposition(
        sub_questions=tuple(
            SubQuestionDraft(text=_cut(part), kind="", done_when="", priority=min(place, 5))
            for place, part in enumerate(parts(question), start=1)
        )
    )


def parts(question: str) -> list[str]:
    """The questions inside a question; the question itself if it asks one thing."""
    numbered = [piece.strip(" ,;") for piece in _NUMBERED.split(question) if piece.strip(" ,;")]
    if len(_NUMBERED.findall(question)) > 1:
        asked = [piece for piece in numbered if terms(piece)]
        asked = asked if _NUMBERED.match(question) else asked[1:]
        if 1 < len(asked) <= MOST_PARTS:
            return asked
    found: list[str] = []
    for sentence in _SENTENCE.findall(question):
        # A statement before a question sets the scene and asks nothing.
        asking = _STATEMENT.split(sentence.strip())[-1] if "?" in sentence or "？" in sentence else ""
        if asking:
            found += _clauses(asking)
    distinct = list(dict.fromkeys(found))
    return distinct if 1 < len(distinct) <= MOST_PARTS else [question]


def _clauses(sentence: str) -> list[str]:
    """The clauses of a sentence if each of them asks, or else the sentence."""
    bare = sentence.rstrip("?？ ")
    if is_hangul(bare):
        pieces = [piece for piece in _CLAUSE_KO.split(bare) if piece]
        whole = all(len(terms(piece)) > 1 for piece in pieces)
    else:
        pieces = [piece for piece in _CLAUSE.split(bare) if piece]
        first_names = len(terms(pieces[0])) > 1 and _ASKS.match(pieces[0]) is not None
        whole = first_names and all(terms(piece) for piece in pieces)
    if len(pieces) < 2 or not whole:
        return [sentence]
    return [f"{piece[0].upper()}{piece[1:]}?" for piece in pieces]


def _cut(text: str) -> str:
    """A text of at most 300 characters, cut between words."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rsplit(' ', 1)[0]}…"
