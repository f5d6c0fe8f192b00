"""What a session is run on: a question, the claims that answer it, and texts with what is read in each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bench.truth_worlds.chance import place, share
from pathfinder.protocols.graph.types import SourceType

Stance = Literal["SUPPORTS", "CONTRADICTS"]
Label = Literal["SUPPORTS", "CONTRADICTS", "NONE"]
LABELS: tuple[Label, ...] = ("SUPPORTS", "CONTRADICTS", "NONE")


@dataclass(frozen=True)
class Text:
    """A text, and how it bears on the claims as the reader reads it: by place of the claim."""

    words: str
    read: Mapping[int, Stance]
    around: str = ""
    """Words that the quote from it should have, where they stand in it."""


@dataclass(frozen=True)
class Topic:
    """One session's world."""

    question: str
    claims: tuple[str, ...]
    texts: tuple[Text, ...]
    type: SourceType
    """What all the texts are: papers, or pages of no name."""


def misread(gold: Label, accuracy: float, *about: object) -> Label:
    """What a reader that is right so often reads: its error is fixed by what it is about.

    Asked again, it says the same; a wrong reading is either of the other two labels, as often each.
    """
    if share("read", *about) < accuracy:
        return gold
    wrong = [label for label in LABELS if label != gold]
    return wrong[place(len(wrong), "wrong", *about)]
