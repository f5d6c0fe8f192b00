"""Who says what of SciFact's sentences and abstracts: the engine's cues, and simple readers beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bench.scifact import LABELS, Citation, Label
from bench.train_stance import Head, Regression, examples, features, head, lexical, similarities, trained
from pathfinder.adapters.embedded.agreement import cue
from pathfinder.adapters.embedded.stance import Guess
from pathfinder.adapters.language.terms import terms


@dataclass
class Tally:
    """What one basis said of sentences whose truth is known."""

    fired: int = 0
    right: int = 0
    opposite: int = 0

    def add(self, said: Label, truth: Label) -> None:
        """Count one answer that is not NONE."""
        self.fired += 1
        self.right += said == truth
        self.opposite += truth != "NONE" and said != truth

    @property
    def precision(self) -> float:
        """The part of its answers that are right."""
        return self.right / self.fired if self.fired else 0.0


@dataclass(frozen=True)
class Read:
    """A citation with the similarity of each sentence and what the cues say of it."""

    citation: Citation
    near: tuple[float, ...]
    guesses: tuple[Guess | None, ...]

    @classmethod
    def of(cls, citation: Citation) -> "Read":
        """Read one abstract."""
        near = tuple(similarities(citation))
        said = zip(citation.abstract.sentences, near, strict=True)
        return cls(citation, near, tuple(cue(citation.claim, sentence, close) for sentence, close in said))


class Reader:
    """Gives a label to each sentence; an abstract gets the one with more weight."""

    def sentences(self, read: Read) -> list[tuple[Label, float]]:
        """Label and weight per sentence."""
        raise NotImplementedError

    def abstract(self, read: Read) -> Label:
        """The label of the whole abstract."""
        total = dict.fromkeys(LABELS, 0.0)
        for label, weight in self.sentences(read):
            total[label] += weight
        if total["SUPPORTS"] == total["CONTRADICTS"]:
            return "NONE"
        return "SUPPORTS" if total["SUPPORTS"] > total["CONTRADICTS"] else "CONTRADICTS"


class Always(Reader):
    """Whatever it reads supports the claim."""

    def sentences(self, read: Read) -> list[tuple[Label, float]]:
        return [("SUPPORTS", 1.0)] * len(read.near)


class Cues(Reader):
    """What the product says."""

    def sentences(self, read: Read) -> list[tuple[Label, float]]:
        return [("NONE", 0.0) if guess is None else (guess.type, guess.weight) for guess in read.guesses]


@dataclass(frozen=True)
class CuesAndHead(Reader):
    """Where no cue fires, a regression that was trained on train; it is not shipped."""

    head: Head

    def sentences(self, read: Read) -> list[tuple[Label, float]]:
        rows = [
            features(read.citation.claim, sentence, near)
            for sentence, near in zip(read.citation.abstract.sentences, read.near, strict=True)
        ]
        heard = self.head.speaks(np.array(rows))
        cued = Cues().sentences(read)
        return [
            (LABELS[said], 0.3) if label == "NONE" and said < 2 else (label, weight)
            for (label, weight), said in zip(cued, heard, strict=True)
        ]


@dataclass(frozen=True)
class Floor(Reader):
    """The regression over counted words, on the sentence that shares most with the claim."""

    regression: Regression

    def sentences(self, read: Read) -> list[tuple[Label, float]]:
        rows = [lexical(read.citation.claim, sentence) for sentence in read.citation.abstract.sentences]
        best = self.regression.probabilities(np.array(rows)).argmax(axis=1)
        return [(LABELS[at], 1.0) for at in best]

    def abstract(self, read: Read) -> Label:
        row = np.array([lexical(read.citation.claim, nearest(read.citation))])
        return LABELS[int(self.regression.probabilities(row).argmax())]


def nearest(citation: Citation) -> str:
    """The sentence that shares most words with the claim."""
    words = set(terms(citation.claim))
    return max(citation.abstract.sentences, key=lambda sentence: len(words & set(terms(sentence))))


def readers(train: Sequence[Citation], *, with_head: bool) -> dict[str, Reader]:
    """All of them by name; the head takes a vector for each sentence of train."""
    counted = np.array([lexical(one.claim, nearest(one)) for one in train])
    floor = trained(counted, np.array([LABELS.index(one.label) for one in train]))
    plain: dict[str, Reader] = {"always SUPPORTS": Always(), "lexical floor": Floor(floor), "cues": Cues()}
    return plain | {"cues and head": CuesAndHead(head(examples(train)))} if with_head else plain


def basis_name(guess: Guess) -> str:
    """The cue without the words it fired on."""
    return guess.basis.partition(":")[0]
