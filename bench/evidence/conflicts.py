"""HealthVer and Climate-FEVER: claims with the texts that were labelled on each."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.data import data_folder
from bench.evidence.topics import Label, Stance, Text, Topic, misread
from pathfinder.protocols.graph.types import SourceType

HEALTHVER = ("healthver_dev.csv", "healthver_test.csv")
CLIMATE = ("claims.jsonl",)
_HEALTHVER: dict[str, Label] = {"Supports": "SUPPORTS", "Refutes": "CONTRADICTS", "Neutral": "NONE"}
_CLIMATE: dict[str, Label] = {
    "SUPPORTS": "SUPPORTS",
    "REFUTES": "CONTRADICTS",
    "NOT_ENOUGH_INFO": "NONE",
}


@dataclass(frozen=True)
class Claim:
    """A claim, and what each text says of it by the labels of the data set."""

    words: str
    texts: tuple[tuple[str, Label], ...]

    @property
    def disputed(self) -> bool:
        """Some text supports it and some refutes it."""
        return {"SUPPORTS", "CONTRADICTS"} <= {label for _, label in self.texts}

    def read(self, accuracy: float) -> tuple[Label, ...]:
        """What a reader that is right so often reads in each text."""
        return tuple(misread(label, accuracy, self.words, text) for text, label in self.texts)


def topic(claim: Claim, read: tuple[Label, ...], type_: SourceType) -> Topic:
    """What a session on one claim is run on; a text that says nothing of it is there to be read, too."""
    texts = tuple(
        Text(text, dict[int, Stance]() if label == "NONE" else {0: label})
        for (text, _), label in zip(claim.texts, read, strict=True)
    )
    return Topic(f"Is it true that {claim.words.rstrip('.?')}?", (claim.words,), texts, type_)


def healthver(root: Path | None = None) -> list[Claim]:
    """All claims of dev and test, in the order of the files."""
    folder = data_folder("healthver", HEALTHVER, root)
    texts: dict[str, dict[str, Label]] = defaultdict(dict)
    for name in HEALTHVER:
        with (folder / name).open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                claim, text = _words(row["claim"]), _words(row["evidence"])
                texts[claim].setdefault(text, _HEALTHVER[row["label"]])
    return [Claim(claim, tuple(found.items())) for claim, found in texts.items()]


def climate_fever(root: Path | None = None) -> list[Claim]:
    """All claims, in the order of the file."""
    path = data_folder("climate-fever", CLIMATE, root) / CLIMATE[0]
    return list(_climate(path))


def _climate(path: Path) -> Iterator[Claim]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            texts: dict[str, Label] = {}
            for one in row["evidences"]:
                texts.setdefault(_words(one["evidence"]), _CLIMATE[one["evidence_label"]])
            yield Claim(_words(row["claim"]), tuple(texts.items()))


def _words(text: str) -> str:
    return " ".join(text.split())
