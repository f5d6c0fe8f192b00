"""A stance head over words, cues and similarity, trained on SciFact train. Measured, and not shipped.

`python -m bench.train_stance` prints its cross-validation on train: folds are made by abstract, because
SciFact has a claim and its reversal cite the same one. `bench_scifact` uses the same regression for the
lexical floor and for the row "cues and head". `docs/stance.md` says why the product does without it.
"""

import argparse
import math
import re
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.data import LeftOut, data_root
from bench.scifact import LABELS, Citation, claims, corpus
from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.marks import Mark, marks
from pathfinder.adapters.embedded.stance import stance
from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.language.terms import terms

Rows = NDArray[np.float64]
Classes = NDArray[np.int64]
FOLDS = 5
STEPS, RATE, MOMENTUM, SHRINK = 400, 0.1, 0.9, 0.03
FARTHEST = 4.0
"""Standard deviations: a sentence of a thousand words shall not outweigh everything."""
PRECISION_WANTED = 0.75
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True)
class Regression:
    """A logistic regression of three classes, in the order of LABELS."""

    mean: Rows
    spread: Rows
    weights: Rows

    def probabilities(self, rows: Rows) -> Rows:
        """One row of three probabilities for each row of features."""
        return _softmax(_scaled(rows, self.mean, self.spread) @ self.weights)


def trained(rows: Rows, classes: Classes) -> Regression:
    """Fit by gradient descent from zero, the classes weighted alike: same rows, same weights."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = _scaled(rows, mean, spread)
    weight = (1.0 / np.bincount(classes, minlength=len(LABELS)).clip(1))[classes]
    wanted = np.eye(len(LABELS))[classes]
    weights = np.zeros((scaled.shape[1], len(LABELS)))
    step = np.zeros_like(weights)
    for _ in range(STEPS):
        off = (_softmax(scaled @ weights) - wanted) * weight[:, None]
        step = MOMENTUM * step - RATE * (scaled.T @ off / weight.sum() + SHRINK * weights)
        weights = weights + step
    return Regression(mean, spread, weights)


def _scaled(rows: Rows, mean: Rows, spread: Rows) -> Rows:
    clipped = np.clip((rows - mean) / spread, -FARTHEST, FARTHEST)
    return np.concatenate([np.ones((len(rows), 1)), clipped], axis=1)


def _softmax(scores: Rows) -> Rows:
    grown = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))


# ---- features ----


def lexical(claim: str, sentence: str) -> list[float]:
    """Words shared, numbers and negation: what a reader without any table of cues could count."""
    mine, theirs = set(terms(claim)), set(terms(sentence))
    shared = len(mine & theirs)
    numbers, numbers_too = set(_NUMBER.findall(claim)), set(_NUMBER.findall(sentence))
    no, no_too = _has(cues.NOT_ANYWHERE, claim), _has(cues.NOT_ANYWHERE, sentence)
    return [
        shared / max(1, len(mine)),
        shared / max(1, len(theirs)),
        float(bool(numbers & numbers_too)),
        float(bool(numbers) and bool(numbers_too) and not numbers & numbers_too),
        no,
        no_too,
        float(no != no_too),
        math.log1p(len(claim)) / 5,
        math.log1p(len(sentence)) / 5,
    ]


def features(claim: str, sentence: str, similarity: float) -> list[float]:
    """The lexical features, the similarity and the cues."""
    ours, others = marks(claim), marks(sentence)
    return [
        *lexical(claim, sentence),
        similarity,
        *(_has(table, sentence) for table in (cues.NULL, cues.REFUTES, cues.HEARSAY, cues.OPEN)),
        *(_has(cues.ASSOCIATION, text) for text in (claim, sentence)),
        *(float(any(_sign(mark) == sign for mark in found)) for found in (ours, others) for sign in (1, -1)),
        *_ways(ours, others, shared_only=False),
        *_ways(ours, others, shared_only=True),
    ]


def _has(table: re.Pattern[str], text: str) -> float:
    return float(table.search(text.lower()) is not None)


def _sign(mark: Mark) -> int:
    return -mark.sign if mark.negated else mark.sign


def _ways(ours: Sequence[Mark], others: Sequence[Mark], *, shared_only: bool) -> tuple[float, float]:
    """The share of pairs of direction words that agree, and that disagree; 0 and 0 without a pair."""
    pairs = [
        _sign(one) * _sign(other)
        for one in ours
        for other in others
        if one.axis == other.axis and (not shared_only or one.about & other.about)
    ]
    if not pairs:
        return 0.0, 0.0
    agreeing = sum(pair > 0 for pair in pairs) / len(pairs)
    return agreeing, 1.0 - agreeing


# ---- the head ----


@dataclass(frozen=True)
class Head:
    """The regression and the probability from which it speaks, per class; above 1 it never does."""

    regression: Regression
    bars: tuple[float, float]

    def speaks(self, rows: Rows) -> Classes:
        """0 for SUPPORTS, 1 for CONTRADICTS, 2 where it does not reach a bar."""
        return spoken(self.regression.probabilities(rows), self.bars)


def spoken(probabilities: Rows, bars: tuple[float, float]) -> Classes:
    """The class that reaches its bar, else NONE."""
    best = probabilities[:, :2].argmax(axis=1)
    reached = probabilities[np.arange(len(best)), best] >= np.array(bars)[best]
    return np.where(reached, best, 2)


@dataclass(frozen=True)
class Examples:
    """Sentences with their classes, the abstracts they come from, and whether a cue speaks already."""

    rows: Rows
    classes: Classes
    folds: Classes
    cued: NDArray[np.bool_]


def examples(citations: Sequence[Citation]) -> Examples:
    """The evidence sentences, and for abstracts without a stance the two sentences nearest to the claim."""
    rows, classes, folds, cued = [], [], [], []
    for citation in citations:
        near = similarities(citation)
        nearest = sorted(range(len(near)), key=lambda at: -near[at])[:2]
        for at in sorted(citation.evidence) if citation.evidence else nearest:
            sentence = citation.abstract.sentences[at]
            rows.append(features(citation.claim, sentence, near[at]))
            classes.append(LABELS.index(citation.label))
            folds.append(zlib.crc32(citation.abstract.id.encode()) % FOLDS)
            cued.append(stance(citation.claim, sentence, near[at]) is not None)
    return Examples(np.array(rows), np.array(classes), np.array(folds), np.array(cued))


def similarities(citation: Citation) -> list[float]:
    """The similarity of each sentence of the abstract to the claim."""
    claim = encoder().vectors([citation.claim])[0]
    return [max(0.0, float(row @ claim)) for row in encoder().vectors(citation.abstract.sentences)]


def head(known: Examples) -> Head:
    """The head, its bars cross-validated where no cue speaks: the lowest that are right often enough."""
    held_out = cross_validated(known)
    free = ~known.cued
    bars = tuple(_bar(held_out[free, at], known.classes[free] == at) for at in (0, 1))
    return Head(trained(known.rows, known.classes), (bars[0], bars[1]))


def cross_validated(known: Examples) -> Rows:
    """Probabilities of each example from a regression that has not seen its abstract."""
    held_out = np.zeros((len(known.classes), len(LABELS)))
    for fold in range(FOLDS):
        inside, outside = known.folds != fold, known.folds == fold
        held_out[outside] = trained(known.rows[inside], known.classes[inside]).probabilities(
            known.rows[outside]
        )
    return held_out


def _bar(probabilities: Rows, right: NDArray[np.bool_]) -> float:
    for bar in np.arange(0.40, 0.95, 0.05):
        reached = probabilities >= bar
        if reached.sum() >= 10 and right[reached].mean() >= PRECISION_WANTED:
            return float(bar)
    return 2.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the cross-validation on train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=data_root())
    data: Path = parser.parse_args(arguments).data
    try:
        abstracts = corpus(data)
    except LeftOut as missing:
        print(missing)
        return 1
    known = examples([one for claim in claims(data, "train", abstracts) for one in claim.citations])
    chosen = head(known)
    said = spoken(cross_validated(known), chosen.bars)
    free = ~known.cued
    print(f"{len(known.classes)} sentences of train, {free.sum()} without a cue; bars {chosen.bars}")
    for at, label in enumerate(LABELS[:2]):
        fired = free & (said == at)
        right, opposite = (known.classes[fired] == at).sum(), (known.classes[fired] == 1 - at).sum()
        print(
            f"{label}: {fired.sum()} said, {right} right, {opposite} of the opposite sign (cross-validated)"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
