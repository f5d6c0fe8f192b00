"""What one run on SciFact dev found, as tables, and as the file that `pathfinder doctor` shows."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random

from bench.bootstrap import SEED
from bench.evidence.scifact_search import Search
from bench.evidence.scifact_stance import Read, Reader, Tally, basis_name, readers
from bench.scifact import LABELS, Abstract, Citation, Claim, Label, claims, corpus
from pathfinder.adapters.language.encoder import encoder


@dataclass
class Measured:
    """Everything one run found."""

    rows: dict[str, int]
    retrieval: dict[str, dict[str, float]] = field(default_factory=dict)
    cited: dict[str, dict[str, float]] = field(default_factory=dict)
    evidence: dict[str, dict[str, float]] = field(default_factory=dict)
    bases: dict[str, tuple[Tally, Tally]] = field(default_factory=dict)
    """Per basis: on evidence sentences, and on all sentences of cited abstracts."""
    open: dict[str, dict[str, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Material:
    """Dev, read by everybody; nothing is trained or chosen on it."""

    dev: Sequence[Claim]
    search: Search
    readers: Mapping[str, Reader]
    cited: Sequence[Read]

    def read(self, claim: Claim, abstract: str) -> Read:
        """An abstract held against a claim, whether it is cited or only found."""
        place = claim.text, abstract
        if place not in self._known:
            unlabelled = Citation(claim.text, self._abstracts[abstract], "NONE", frozenset())
            self._known[place] = Read.of(unlabelled)
        return self._known[place]

    def found(self, claim: Claim, order: str) -> list[str]:
        """The abstracts an order puts first for a claim."""
        place = claim.text, order
        if place not in self._found:
            self._found[place] = self.search.orders[order](claim.text)
        return self._found[place]

    @cached_property
    def _found(self) -> dict[tuple[str, str], list[str]]:
        return {}

    @cached_property
    def _known(self) -> dict[tuple[str, str], Read]:
        return {(one.citation.claim, one.citation.abstract.id): one for one in self.cited}

    @cached_property
    def _abstracts(self) -> dict[str, Abstract]:
        return {abstract.id: abstract for abstract in self.search.abstracts}


def material(data: Path, many: int | None = None, others: int | None = None) -> Material:
    """All of dev over the whole corpus; or so many claims, over what they cite and so many others."""
    abstracts = corpus(data)
    train, dev = claims(data, "train", abstracts), claims(data, "dev", abstracts)
    if many is not None and others is not None:
        dev = tuple(Random(SEED).sample(dev, many))
        mine = {one.abstract.id for claim in dev for one in claim.citations}
        rest = Random(SEED).sample(sorted(abstracts.keys() - mine), others)
        abstracts = {name: abstracts[name] for name in abstracts if name in mine or name in set(rest)}
    return Material(
        dev,
        Search(list(abstracts.values())),
        readers([one for claim in train for one in claim.citations], with_head=many is None),
        [Read.of(one) for claim in dev for one in claim.citations],
    )


OPEN = (
    ("BM25 top 1, always SUPPORTS", "BM25", 1, "always SUPPORTS"),
    ("BM25 top 1, cues", "BM25", 1, "cues"),
    ("fused top 1, cues", "fused", 1, "cues"),
    ("fused top 3, cues", "fused", 3, "cues"),
    ("fused top 3, cues and head", "fused", 3, "cues and head"),
)
"""Ways to verify a claim openly: what is searched by, how deep, and who reads."""


def measured(given: Material) -> Measured:
    """Measure on dev what was settled on train."""
    found = Measured(_counts(given.dev, given.cited))
    for name, order in given.search.orders.items():
        found.retrieval[name] = _ranked(given.dev, order)
    for name, reader in given.readers.items():
        found.cited[name] = _on_abstracts(given.cited, reader)
        found.evidence[name] = _on_evidence(given.cited, reader)
    found.bases = _bases(given.cited)
    for name, order_name, depth, reader_name in OPEN:
        found.open[name] = _open(given, order_name, depth, given.readers[reader_name])
    return found


def _counts(dev: Sequence[Claim], cited: Sequence["Read"]) -> dict[str, int]:
    labels = Counter(one.citation.label for one in cited)
    return {
        "claims": len(dev),
        "claims with evidence": sum(bool(claim.gold) for claim in dev),
        "cited abstracts": len(cited),
        **{f"cited abstracts {label}": labels[label] for label in LABELS},
        "evidence sentences": sum(len(one.citation.evidence) for one in cited),
        "sentences of cited abstracts": sum(len(one.near) for one in cited),
    }


def _ranked(dev: Sequence[Claim], order: Callable[[str], list[str]]) -> dict[str, float]:
    asked = [(set(claim.gold), order(claim.text)) for claim in dev if claim.gold]
    return {
        "recall@3": _mean(len(gold & set(found[:3])) / len(gold) for gold, found in asked),
        "recall@10": _mean(len(gold & set(found[:10])) / len(gold) for gold, found in asked),
        "nDCG@10": _mean(ndcg(gold, found) for gold, found in asked),
    }


def ndcg(gold: set[str], found: Sequence[str]) -> float:
    """How early what is wanted comes among the first ten."""
    gained = sum(1 / math.log2(at + 2) for at, name in enumerate(found[:10]) if name in gold)
    return gained / sum(1 / math.log2(at + 2) for at in range(min(10, len(gold))))


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / max(1, len(every))


def _on_abstracts(cited: Sequence[Read], reader: Reader) -> dict[str, float]:
    return _scores([(reader.abstract(read), read.citation.label) for read in cited], LABELS)


def _on_evidence(cited: Sequence[Read], reader: Reader) -> dict[str, float]:
    said = [
        (reader.sentences(read)[at][0], read.citation.label)
        for read in cited
        if read.citation.evidence
        for at in sorted(read.citation.evidence)
    ]
    return _scores(said, LABELS[:2])


def _scores(said: Sequence[tuple[Label, Label]], labels: Sequence[Label]) -> dict[str, float]:
    """Precision and coverage of what is said, wrong signs, and macro F1 over the labels."""
    tally = Tally()
    for label, truth in said:
        if label != "NONE":
            tally.add(label, truth)
    return {
        "said": float(tally.fired),
        "precision": tally.precision,
        "coverage": tally.fired / max(1, len(said)),
        "opposite": float(tally.opposite),
        "macro F1": _mean(_f1(said, label) for label in labels),
    }


def _f1(said: Sequence[tuple[Label, Label]], label: Label) -> float:
    both = sum(one == truth == label for one, truth in said)
    either = sum(one == label for one, _ in said) + sum(truth == label for _, truth in said)
    return 2 * both / either if either else 0.0


def _bases(cited: Sequence[Read]) -> dict[str, tuple[Tally, Tally]]:
    found: dict[str, tuple[Tally, Tally]] = {}
    for read in cited:
        for at, guess in enumerate(read.guesses):
            if guess is None:
                continue
            for basis in (basis_name(guess), f"all of weight {guess.weight}"):
                gold, every = found.setdefault(basis, (Tally(), Tally()))
                every.add(guess.type, read.citation.label)
                if at in read.citation.evidence:
                    gold.add(guess.type, read.citation.label)
    return dict(sorted(found.items()))


def _open(given: Material, order: str, depth: int, reader: Reader) -> dict[str, float]:
    """Abstracts found and labelled against those with a gold stance: precision, recall, F1."""
    rows = [opened(given, claim, order, depth, reader) for claim in given.dev]
    right, said, gold = (sum(parts) for parts in zip(*rows, strict=True))
    return {"precision": right / max(1, said), "recall": right / gold, "F1": 2 * right / max(1, said + gold)}


def opened(given: Material, claim: Claim, order: str, depth: int, reader: Reader) -> tuple[int, int, int]:
    """Of one claim: abstracts labelled rightly, abstracts labelled, abstracts with a gold stance."""
    said = right = 0
    for name in given.found(claim, order)[:depth]:
        label = reader.abstract(given.read(claim, name))
        said += label != "NONE"
        right += label != "NONE" and claim.gold.get(name) == label
    return right, said, len(claim.gold)


def tables(found: Measured) -> str:
    """The figures as text."""
    lines = [", ".join(f"{count} {name}" for name, count in found.rows.items()), ""]
    for title, block in (
        ("retrieval", found.retrieval),
        ("stance of cited abstracts (three classes)", found.cited),
        ("stance of evidence sentences (two classes)", found.evidence),
        ("abstracts found and labelled, open", found.open),
    ):
        lines.extend([title, *_block(block), ""])
    lines.append(
        "each cue: right of said, opposite sign; on evidence sentences | on all sentences of cited abstracts"
    )
    for basis, (gold, every) in found.bases.items():
        lines.append(
            f"  {basis:34} {gold.right:3} of {gold.fired:3}, {gold.opposite:2} opposite"
            f" | {every.right:3} of {every.fired:3}, {every.opposite:2} opposite"
        )
    return "\n".join(lines)


def _block(block: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    for name, row in block.items():
        cells = "  ".join(
            f"{key} {value:.3g}" if value > 1 else f"{key} {value:.3f}" for key, value in row.items()
        )
        yield f"  {name:28} {cells}"


def as_toml(found: Measured, date: str) -> str:
    """What `doctor` shows: tables of rows, one key a line."""
    sentences = found.rows["evidence sentences"]
    head_lines = [
        "# Written by `python -m bench.bench_scifact --write DATE`; not by hand.",
        f'date = "{date}"',
        'data = "SciFact dev"',
        f'encoder = "{encoder().identity}"',
        *(f"{_key(name)} = {count}" for name, count in found.rows.items()),
    ]
    rows = [
        *(
            _row("stance", "basis", basis, _said(gold, sentences) | _of_any(every))
            for basis, (gold, every) in found.bases.items()
        ),
        *(_row("retrieval", "by", name, row) for name, row in found.retrieval.items()),
        *(_row("abstracts", "by", name, row) for name, row in found.cited.items()),
        *(_row("evidence", "by", name, row) for name, row in found.evidence.items()),
        *(_row("open", "by", name, row) for name, row in found.open.items()),
    ]
    return "\n".join([*head_lines, *rows]) + "\n"


def _said(gold: Tally, sentences: int) -> dict[str, float]:
    """Of the evidence sentences: they have a stance, so whatever is not right is of the opposite sign."""
    return {
        "fired": gold.fired,
        "right": gold.right,
        "opposite": gold.opposite,
        "precision": gold.precision,
        "coverage": gold.fired / max(1, sentences),
    }


def _of_any(every: Tally) -> dict[str, float]:
    """Of all sentences of the cited abstracts, held against the stance of the whole abstract."""
    return {"any_fired": every.fired, "any_right": every.right, "any_opposite": every.opposite}


def _row(table: str, key: str, name: str, values: Mapping[str, float]) -> str:
    cells = (
        f"{_key(cell)} = {value if isinstance(value, int) else round(value, 4)}"
        for cell, value in values.items()
    )
    return "\n".join([f'\n[[{table}]]\n{key} = "{name}"', *cells])


def _key(name: str) -> str:
    return re.sub(r"\W+", "_", name).lower()
