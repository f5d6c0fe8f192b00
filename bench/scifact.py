"""SciFact as the benchmarks read it: claims, the abstracts they cite, and the sentences that are evidence.

The data are not part of this repository. Claims are CC BY 4.0, abstracts ODC-By 1.0 (Wadden et al., 2020).
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bench.data import data_folder, data_root

FILES = ("corpus.jsonl", "claims_train.jsonl", "claims_dev.jsonl")
Label = Literal["SUPPORTS", "CONTRADICTS", "NONE"]
LABELS: tuple[Label, ...] = ("SUPPORTS", "CONTRADICTS", "NONE")
_LABEL: dict[str, Label] = {"SUPPORT": "SUPPORTS", "CONTRADICT": "CONTRADICTS"}


@dataclass(frozen=True)
class Abstract:
    """One document of the corpus."""

    id: str
    title: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """Title and sentences, as a reader would see them."""
        return f"{self.title}\n\n{' '.join(self.sentences)}"


@dataclass(frozen=True)
class Citation:
    """A claim beside one abstract it cites, with the gold stance and the sentences that give it."""

    claim: str
    abstract: Abstract
    label: Label
    evidence: frozenset[int]


@dataclass(frozen=True)
class Claim:
    """A claim and its citations."""

    text: str
    citations: tuple[Citation, ...]

    @property
    def gold(self) -> dict[str, Label]:
        """The abstracts with a stance on it."""
        return {one.abstract.id: one.label for one in self.citations if one.label != "NONE"}


def corpus(data: Path) -> dict[str, Abstract]:
    """All abstracts by identity, in the order of the file."""
    rows = _rows(data_folder("scifact", FILES, data) / "corpus.jsonl")
    return {
        str(row["doc_id"]): Abstract(
            str(row["doc_id"]),
            str(row["title"]),
            tuple(str(sentence).strip() for sentence in row["abstract"]),
        )
        for row in rows
    }


def claims(data: Path, part: Literal["train", "dev"], abstracts: dict[str, Abstract]) -> tuple[Claim, ...]:
    """The claims of one part, in the order of the file."""
    return tuple(
        _claim(row, abstracts) for row in _rows(data_folder("scifact", FILES, data) / f"claims_{part}.jsonl")
    )


def _claim(row: dict[str, dict[str, list[dict[str, str]]]], abstracts: dict[str, Abstract]) -> Claim:
    text, evidence = str(row["claim"]), row["evidence"]
    cited = sorted({*map(str, row["cited_doc_ids"]), *evidence} & abstracts.keys())
    return Claim(text, tuple(_citation(text, abstracts[doc], evidence.get(doc, [])) for doc in cited))


def _citation(claim: str, abstract: Abstract, evidence: list[dict[str, str]]) -> Citation:
    label: Label = _LABEL[evidence[0]["label"]] if evidence else "NONE"
    return Citation(claim, abstract, label, frozenset(int(at) for one in evidence for at in one["sentences"]))


def _rows(path: Path) -> Iterator[dict[str, dict[str, list[dict[str, str]]]]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def as_folder(data: Path, folder: Path) -> int:
    """Write every abstract as a text file, for `pathfinder research --docs`; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    abstracts = corpus(data)
    for name, abstract in abstracts.items():
        (folder / f"{name}.txt").write_text(abstract.text + "\n", encoding="utf-8")
    return len(abstracts)


if __name__ == "__main__":
    print(f"{as_folder(data_root(), Path(sys.argv[1]))} abstracts")
