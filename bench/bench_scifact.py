"""Retrieval and stance of the embedded engine on SciFact dev, beside simple baselines of the same run.

Nothing is trained or chosen on dev: rules, gates and bars come from train. `python -m bench.bench_scifact`
prints the tables; with `--write DATE` the figures go into the file that `pathfinder doctor` shows.
"""

import argparse
import json
import math
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench.data import LeftOut, data_root
from bench.figures import Figure, Group, Size
from bench.scifact import LABELS, Abstract, Citation, Claim, Label, claims, corpus
from bench.train_stance import Head, Regression, examples, features, head, lexical, similarities, trained
from pathfinder.adapters.embedded.agreement import cue
from pathfinder.adapters.embedded.stance import Guess
from pathfinder.adapters.language.encoder import Matrix, encoder
from pathfinder.adapters.language.terms import terms
from pathfinder.adapters.local.passages import passages
from pathfinder.adapters.local.ranking import folded, fused, match

GROUP: Group = "evidence"
ROOT = Path(__file__).resolve().parent.parent
MEASURED = ROOT / "adapters" / "embedded" / "measured.toml"
FIGURES = ROOT / "build" / "scifact.json"
VECTORS = ROOT / "build" / "scifact_vectors.npz"
MOST = 100
MOST_OPPOSITE = 0.25
"""Of the evidence sentences that the cues label, the part they may give the opposite sign."""


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


def run(size: Size = Size.FULL) -> Iterable[Figure]:  # noqa: ARG001  (all of dev takes seconds)
    """The figures for `python -m bench`."""
    found = measured(data_root())
    print(tables(found))
    _keep(found)
    yield from _figures(found)


def measured(data: Path) -> Measured:
    """Measure on dev what was settled on train."""
    abstracts = corpus(data)
    train, dev = claims(data, "train", abstracts), claims(data, "dev", abstracts)
    search = Search(list(abstracts.values()))
    readers = _readers([one for claim in train for one in claim.citations])
    cited = [_Read.of(one) for claim in dev for one in claim.citations]
    found = Measured(_counts(dev, cited))
    for name, order in search.orders.items():
        found.retrieval[name] = _ranked(dev, order)
    for name, reader in readers.items():
        found.cited[name] = _on_abstracts(cited, reader)
        found.evidence[name] = _on_evidence(cited, reader)
    found.bases = _bases(cited)
    known = {(one.citation.claim, one.citation.abstract.id): one for one in cited}
    for name, order_name, depth, reader_name in (
        ("BM25 top 1, always SUPPORTS", "BM25", 1, "always SUPPORTS"),
        ("BM25 top 1, cues", "BM25", 1, "cues"),
        ("fused top 1, cues", "fused", 1, "cues"),
        ("fused top 3, cues", "fused", 3, "cues"),
        ("fused top 3, cues and head", "fused", 3, "cues and head"),
    ):
        found.open[name] = _open(dev, search, order_name, depth, readers[reader_name], known)
    return found


def _counts(dev: Sequence[Claim], cited: Sequence["_Read"]) -> dict[str, int]:
    labels = Counter(one.citation.label for one in cited)
    return {
        "claims": len(dev),
        "claims with evidence": sum(bool(claim.gold) for claim in dev),
        "cited abstracts": len(cited),
        **{f"cited abstracts {label}": labels[label] for label in LABELS},
        "evidence sentences": sum(len(one.citation.evidence) for one in cited),
        "sentences of cited abstracts": sum(len(one.near) for one in cited),
    }


# ---- retrieval ----


class Search:
    """The corpus indexed thrice: BM25 over abstracts, vectors of passages, both fused as in the product."""

    def __init__(self, abstracts: Sequence[Abstract]) -> None:
        self.abstracts = abstracts
        self._pieces = [
            (at, abstract.title, abstract.text[start:end])
            for at, abstract in enumerate(abstracts)
            for start, end in passages(abstract.text)
        ]
        self._document_of = {piece: at for piece, (at, _, _) in enumerate(self._pieces)}
        self._plain = _indexed((one.title, " ".join(one.sentences)) for one in abstracts)
        self._words = _indexed((folded(title), folded(text)) for _, title, text in self._pieces)
        self._vectors = _vectors([f"{title}\n{text}" for _, title, text in self._pieces])
        self.orders: dict[str, Callable[[str], list[str]]] = {
            "BM25": self.lexical,
            "vectors": self.by_meaning,
            "fused": self.together,
        }

    def lexical(self, claim: str) -> list[str]:
        """Plain BM25 of SQLite, any word of the claim."""
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", claim))
        return self._named(_matching(self._plain, words, 1.0))

    def by_meaning(self, claim: str) -> list[str]:
        """Abstracts by their nearest passage."""
        return self._named(dict.fromkeys(self._document_of[piece] for piece in self._near(claim)))

    def together(self, claim: str) -> list[str]:
        """Both orders of passages, fused as the local search does it."""
        wanted = match(claim)
        lexical_order = [] if wanted is None else _matching(self._words, wanted, 2.0)
        ranked = fused(lexical_order, self._near(claim), self._document_of, MOST)
        return self._named(one.document for one in ranked)

    def _near(self, claim: str) -> list[int]:
        scores = self._vectors @ encoder().vectors([claim])[0]
        return [int(piece) for piece in np.argsort(-scores, kind="stable")[:MOST]]

    def _named(self, order: Iterable[int]) -> list[str]:
        return [self.abstracts[at].id for at in order]


def _indexed(rows: Iterable[tuple[str, str]]) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE words USING fts5(title, body, tokenize='porter unicode61')")
    numbered = ((at, title, body) for at, (title, body) in enumerate(rows))
    database.executemany("INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)", numbered)
    return database


def _matching(database: sqlite3.Connection, wanted: str, title: float) -> list[int]:
    rows = database.execute(
        "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, ?, 1.0), rowid LIMIT ?",
        (wanted, title, MOST),
    )
    return [row[0] for row in rows]


def _vectors(texts: Sequence[str]) -> Matrix:
    """The vectors of the passages, from the last run if they are of the same texts and encoder."""
    identity = json.dumps([encoder().identity, len(texts), *texts[:: max(1, len(texts) // 50)]])
    if VECTORS.is_file():
        with np.load(VECTORS, allow_pickle=False) as kept:
            if str(kept["identity"]) == identity:
                return np.asarray(kept["vectors"], dtype=np.float32)
    made = encoder().vectors(texts)
    VECTORS.parent.mkdir(parents=True, exist_ok=True)
    np.savez(VECTORS, identity=np.array(identity), vectors=made)
    return made


def _ranked(dev: Sequence[Claim], order: Callable[[str], list[str]]) -> dict[str, float]:
    asked = [(set(claim.gold), order(claim.text)) for claim in dev if claim.gold]
    return {
        "recall@3": _mean(len(gold & set(found[:3])) / len(gold) for gold, found in asked),
        "recall@10": _mean(len(gold & set(found[:10])) / len(gold) for gold, found in asked),
        "nDCG@10": _mean(_ndcg(gold, found) for gold, found in asked),
    }


def _ndcg(gold: set[str], found: Sequence[str]) -> float:
    gained = sum(1 / math.log2(at + 2) for at, name in enumerate(found[:10]) if name in gold)
    return gained / sum(1 / math.log2(at + 2) for at in range(min(10, len(gold))))


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / max(1, len(every))


# ---- stance ----


@dataclass(frozen=True)
class _Read:
    """A citation with the similarity of each sentence and what the cues say of it."""

    citation: Citation
    near: tuple[float, ...]
    guesses: tuple[Guess | None, ...]

    @classmethod
    def of(cls, citation: Citation) -> "_Read":
        near = tuple(similarities(citation))
        said = zip(citation.abstract.sentences, near, strict=True)
        return cls(citation, near, tuple(cue(citation.claim, sentence, close) for sentence, close in said))


class _Reader:
    """Gives a label to each sentence; an abstract gets the one with more weight."""

    def sentences(self, read: _Read) -> list[tuple[Label, float]]:
        """Label and weight per sentence."""
        raise NotImplementedError

    def abstract(self, read: _Read) -> Label:
        """The label of the whole abstract."""
        total = dict.fromkeys(LABELS, 0.0)
        for label, weight in self.sentences(read):
            total[label] += weight
        if total["SUPPORTS"] == total["CONTRADICTS"]:
            return "NONE"
        return "SUPPORTS" if total["SUPPORTS"] > total["CONTRADICTS"] else "CONTRADICTS"


class _Always(_Reader):
    def sentences(self, read: _Read) -> list[tuple[Label, float]]:
        return [("SUPPORTS", 1.0)] * len(read.near)


class _Cues(_Reader):
    def sentences(self, read: _Read) -> list[tuple[Label, float]]:
        return [("NONE", 0.0) if guess is None else (guess.type, guess.weight) for guess in read.guesses]


@dataclass(frozen=True)
class _CuesAndHead(_Reader):
    head: Head

    def sentences(self, read: _Read) -> list[tuple[Label, float]]:
        rows = [
            features(read.citation.claim, sentence, near)
            for sentence, near in zip(read.citation.abstract.sentences, read.near, strict=True)
        ]
        heard = self.head.speaks(np.array(rows))
        cued = _Cues().sentences(read)
        return [
            (LABELS[said], 0.3) if label == "NONE" and said < 2 else (label, weight)
            for (label, weight), said in zip(cued, heard, strict=True)
        ]


@dataclass(frozen=True)
class _Floor(_Reader):
    """The regression over counted words, on the sentence that shares most with the claim."""

    regression: Regression

    def sentences(self, read: _Read) -> list[tuple[Label, float]]:
        rows = [lexical(read.citation.claim, sentence) for sentence in read.citation.abstract.sentences]
        best = self.regression.probabilities(np.array(rows)).argmax(axis=1)
        return [(LABELS[at], 1.0) for at in best]

    def abstract(self, read: _Read) -> Label:
        row = np.array([lexical(read.citation.claim, _nearest(read.citation))])
        return LABELS[int(self.regression.probabilities(row).argmax())]


def _nearest(citation: Citation) -> str:
    words = set(terms(citation.claim))
    return max(citation.abstract.sentences, key=lambda sentence: len(words & set(terms(sentence))))


def _readers(train: Sequence[Citation]) -> dict[str, _Reader]:
    known = examples(train)
    counted = np.array([lexical(one.claim, _nearest(one)) for one in train])
    floor = trained(counted, np.array([LABELS.index(one.label) for one in train]))
    return {
        "always SUPPORTS": _Always(),
        "lexical floor": _Floor(floor),
        "cues": _Cues(),
        "cues and head": _CuesAndHead(head(known)),
    }


def _on_abstracts(cited: Sequence[_Read], reader: _Reader) -> dict[str, float]:
    return _scores([(reader.abstract(read), read.citation.label) for read in cited], LABELS)


def _on_evidence(cited: Sequence[_Read], reader: _Reader) -> dict[str, float]:
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


def _bases(cited: Sequence[_Read]) -> dict[str, tuple[Tally, Tally]]:
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


def basis_name(guess: Guess) -> str:
    """The cue without the words it fired on."""
    return guess.basis.partition(":")[0]


def _open(
    dev: Sequence[Claim],
    search: Search,
    order: str,
    depth: int,
    reader: _Reader,
    known: Mapping[tuple[str, str], _Read],
) -> dict[str, float]:
    """Abstracts found and labelled against those with a gold stance: precision, recall, F1."""
    by_name = {abstract.id: abstract for abstract in search.abstracts}
    said = right = 0
    for claim in dev:
        for name in search.orders[order](claim.text)[:depth]:
            read = known.get((claim.text, name)) or _Read.of(
                Citation(claim.text, by_name[name], "NONE", frozenset())
            )
            label = reader.abstract(read)
            if label != "NONE":
                said += 1
                right += claim.gold.get(name) == label
    gold = sum(len(claim.gold) for claim in dev)
    return {"precision": right / max(1, said), "recall": right / gold, "F1": 2 * right / max(1, said + gold)}


# ---- output ----


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


def _figures(found: Measured) -> Iterator[Figure]:
    for name, row in found.retrieval.items():
        for key, value in row.items():
            yield Figure(f"scifact/{name}/{key}", value, "")
    for name, row in found.cited.items():
        yield Figure(f"scifact/{name}/cited abstracts, macro F1", row["macro F1"], "")
    for name, row in found.open.items():
        yield Figure(f"scifact/{name}/open F1", row["F1"], "")
    said = found.evidence["cues"]
    wrong = said["opposite"] / max(1.0, said["said"])
    yield Figure("scifact/cues/opposite signs on evidence", wrong, "", MOST_OPPOSITE, "part of what is said")


def _keep(found: Measured) -> None:
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    kept = {
        "rows": found.rows,
        "retrieval": found.retrieval,
        "cited": found.cited,
        "evidence": found.evidence,
        "open": found.open,
        "bases": {name: [vars(gold), vars(every)] for name, (gold, every) in found.bases.items()},
    }
    FIGURES.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write the figures where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=data_root(), help="the folder that holds scifact/")
    parser.add_argument("--write", metavar="DATE", help="write measured.toml with this date")
    options = parser.parse_args(arguments)
    try:
        found = measured(options.data)
    except LeftOut as missing:
        print(missing)
        return 1
    print(tables(found))
    _keep(found)
    if options.write:
        MEASURED.write_text(as_toml(found, options.write), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
