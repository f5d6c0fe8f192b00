"""KLUE-NLI: Korean stance of the embedded engine, beside baselines on the same pairs.

The premise is the sentence, the hypothesis the claim. Everyday talk of rooms, films and news is not what the
cues were written for: they mostly keep silent here, and how often they are wrong when they do speak counts.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.bootstrap import SEED, Matrix, Vector, Way, compared, f1, of_rows, share
from bench.data import data_folder
from bench.evidence.topics import LABELS, Label
from bench.figures import Figure, Group, Size
from pathfinder.adapters.embedded.read import judged
from pathfinder.adapters.language.encoder import encoder

GROUP: Group = "evidence"
FILES = ("klue-nli-v1.1_dev.json",)
OVERLAP = 0.5
_GOLD: dict[str, Label] = {"entailment": "SUPPORTS", "contradiction": "CONTRADICTS", "neutral": "NONE"}
_NOT = re.compile(r"않|없|아니|아닌|못|안 |금지|불가")


class Pair(NamedTuple):
    """A sentence, a claim, and how the one bears on the other."""

    premise: str
    hypothesis: str
    label: Label


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Macro F1 over three labels, and precision, coverage and opposite signs of what is said."""
    pairs = drawn(size.of(3_000, 300))
    ways: dict[str, Callable[[Pair], Label]] = {
        "ours": embedded,
        "shared syllables and negation": lexical,
        "always SUPPORTS": lambda _: "SUPPORTS",
        "always neither": lambda _: "NONE",
    }
    said = {name: [way(pair) for pair in pairs] for name, way in ways.items()}
    yield _compared("macro F1 of three labels", pairs, said, _macro, f1)
    yield _compared("right, of the stances given", pairs, said, _right, share, guarded=True)
    yield _compared("opposite sign, of the stances given", pairs, said, _opposite, share, lower=True)
    yield _compared("stances given, of the pairs that have one", pairs, said, _given, share)


def drawn(many: int, root: Path | None = None) -> list[Pair]:
    """So many pairs, with a fixed seed."""
    path = data_folder("klue-nli", FILES, root) / FILES[0]
    rows = json.loads(path.read_text(encoding="utf-8"))
    chosen = sorted(Random(SEED).sample(range(len(rows)), min(many, len(rows))))
    return [Pair(rows[at]["premise"], rows[at]["hypothesis"], _GOLD[rows[at]["gold_label"]]) for at in chosen]


def embedded(pair: Pair) -> Label:
    """The engine's word, as it would stand in the graph; a qualification is no stance."""
    near = encoder().similarity(pair.premise, pair.hypothesis)
    found = judged(pair.premise, pair.hypothesis, round(near, 4), "")
    return found.type if found is not None and found.type != "QUALIFIES" else "NONE"


def lexical(pair: Pair) -> Label:
    """The floor: half of the claim's syllable pairs in the sentence, and a denial on one side or on none."""
    claim, sentence = _syllables(pair.hypothesis), _syllables(pair.premise)
    if len(claim & sentence) < OVERLAP * len(claim):
        return "NONE"
    denied = bool(_NOT.search(pair.premise)) != bool(_NOT.search(pair.hypothesis))
    return "CONTRADICTS" if denied else "SUPPORTS"


def _syllables(text: str) -> set[str]:
    bare = re.sub(r"[^\w]", "", text)
    return {bare[at : at + 2] for at in range(len(bare) - 1)}


def _compared(
    title: str,
    pairs: Sequence[Pair],
    said: Mapping[str, Sequence[Label]],
    row: Callable[[Label, Label], Sequence[float]],
    figure: Callable[[Matrix], Vector],
    *,
    lower: bool = False,
    guarded: bool = False,
) -> Figure:
    def way(labels: Sequence[Label]) -> Way:
        rows = [row(label, pair.label) for label, pair in zip(labels, pairs, strict=True)]
        return of_rows(rows, figure)

    ours, *others = said
    return compared(
        f"KLUE-NLI: {title}",
        way(said[ours]),
        {name: way(said[name]) for name in others},
        better="lower" if lower else "higher",
        guarded=guarded,
    )


def _macro(said: Label, gold: Label) -> list[float]:
    return [float(part) for label in LABELS for part in (said == gold == label, said == label, gold == label)]


def _right(said: Label, gold: Label) -> tuple[float, float]:
    return float(said != "NONE" and said == gold), float(said != "NONE")


def _opposite(said: Label, gold: Label) -> tuple[float, float]:
    return float(said != "NONE" and gold not in ("NONE", said)), float(said != "NONE")


def _given(said: Label, gold: Label) -> tuple[float, float]:
    return float(said != "NONE" and gold != "NONE"), float(gold != "NONE")
