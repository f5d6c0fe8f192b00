"""Conditions in words that can be read by themselves."""

import re
from typing import Final

from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.protocols.rules.languages import language

MOST_LEAD_WORDS = 4
_CONNECTIVE: Final = re.compile(r"^(?:반대로|그러나|하지만|반면에?|다만|또한)\s*")


def readable_conditions(sentence: str) -> tuple[str, ...]:
    """The conditions of a sentence, a Korean one with the words that lead up to it: its verb comes last."""
    return tuple(_whole(condition, sentence) for condition in conditions(sentence))


def _whole(condition: str, sentence: str) -> str:
    before = re.split(r"[,;.“”\"]", sentence[: sentence.find(condition)])[-1]
    if language(condition) != "ko" or not before.endswith(" "):
        return condition
    lead = _CONNECTIVE.sub("", " ".join(before.split()[-MOST_LEAD_WORDS:]))
    return f"{lead} {condition}".strip(" *_#")
