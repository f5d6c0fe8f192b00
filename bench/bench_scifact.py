"""SciFact dev: retrieval, stance by basis, rationale and open verification by the embedded engine.

Beside each stand simple ways of the same run. Nothing is trained or chosen on dev: rules, gates and bars come
from train. `python -m bench.bench_scifact` prints the tables; with `--write DATE` the figures go into the
file that `pathfinder doctor` shows.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bench.bootstrap import Matrix, Vector, Way, compared, f1, mean, of_rows, share
from bench.data import LeftOut, data_root
from bench.evidence.scifact_measured import Material, as_toml, material, measured, ndcg, opened, tables
from bench.evidence.scifact_stance import Read, Reader, basis_name
from bench.figures import Figure, Group, Size
from bench.results import ROOT
from bench.scifact import LABELS, Claim, Label
from pathfinder.adapters.language.terms import terms

GROUP: Group = "evidence"
MEASURED = ROOT / "adapters" / "embedded" / "measured.toml"
MOST_OPPOSITE = 0.25
"""Of the evidence sentences that the cues label, the part they may give the opposite sign."""
DEPTH = 3
Rank = Callable[[Read], Sequence[int]]
"""The sentences of an abstract, best first."""


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """All figures; the quick ones on 30 claims over 300 abstracts."""
    given = material(data_root()) if size is Size.FULL else material(data_root(), 30, 250)
    yield from _retrieval(given)
    yield from _stance(given, size)
    yield from _by_basis(given)
    yield from _rationale(given)
    yield from _open(given)


def _retrieval(given: Material) -> Iterable[Figure]:
    asked = [claim for claim in given.dev if claim.gold]
    found = {name: [given.found(claim, name) for claim in asked] for name in given.search.orders}
    scores: dict[str, Callable[[set[str], Sequence[str]], float]] = {
        "recall@3": lambda gold, names: len(gold & set(names[:3])) / len(gold),
        "recall@10": lambda gold, names: len(gold & set(names[:10])) / len(gold),
        "nDCG@10": ndcg,
    }
    for title, score in scores.items():
        ways = {
            name: mean([score(set(claim.gold), order) for claim, order in zip(asked, orders, strict=True)])
            for name, orders in found.items()
        }
        ours = ways.pop("fused")
        note = f"{len(given.search.abstracts):,} abstracts"
        yield compared(f"SciFact: {title}", ours, ways, note=note, guarded=title == "recall@10")


def _stance(given: Material, size: Size) -> Iterable[Figure]:
    """Of cited abstracts, three labels; and of evidence sentences, which all have a stance."""
    gold = [read.citation.label for read in given.cited]
    said = {name: [one.abstract(read) for read in given.cited] for name, one in given.readers.items()}
    yield _labelled("stance of cited abstracts, macro F1", said, gold, _macro, f1)
    sentences = [(read, at) for read in given.cited for at in sorted(read.citation.evidence)]
    true = [read.citation.label for read, _ in sentences]
    told = {name: _of_sentences(one, given.cited) for name, one in given.readers.items()}
    yield _labelled("stance of evidence sentences, right of said", told, true, _right, share, guarded=True)
    yield _labelled("stance of evidence sentences, said", told, true, _said, share)
    opposite = _labelled("opposite sign, of evidence sentences said", told, true, _opposite, share)
    # The few sentences of a quick run tell nothing.
    limit = MOST_OPPOSITE if size is Size.FULL else None
    yield replace(opposite, better="lower", limit=limit)


def _of_sentences(reader: Reader, cited: Sequence[Read]) -> list[Label]:
    return [reader.sentences(read)[at][0] for read in cited for at in sorted(read.citation.evidence)]


def _by_basis(given: Material) -> Iterable[Figure]:
    """Each cue where it fired on any sentence of a cited abstract: right, and beside it a constant."""
    fired: dict[str, list[tuple[Label, Label]]] = {}
    for read in given.cited:
        for guess in read.guesses:
            if guess is not None:
                for basis in (basis_name(guess), f"all of weight {guess.weight}"):
                    fired.setdefault(basis, []).append((guess.type, read.citation.label))
    for basis, rows in sorted(fired.items()):
        opposite = sum(gold not in ("NONE", said) for said, gold in rows)
        yield compared(
            f"SciFact basis, {basis}: right of said",
            mean([float(said == gold) for said, gold in rows]),
            {"always SUPPORTS there": mean([float(gold == "SUPPORTS") for _, gold in rows])},
            note=f"any sentence of a cited abstract; {opposite} of the opposite sign",
        )


def _rationale(given: Material) -> Iterable[Figure]:
    """Which sentences of an abstract with a stance are its evidence."""
    reads = [read for read in given.cited if read.citation.evidence]
    ways: dict[str, Rank] = {
        "nearest by vector": _by(lambda read, at: read.near[at]),
        "most words shared": _by(_shared),
        "the last ones": _by(lambda _, at: at),
        "the first ones": _by(lambda _, at: -at),
    }
    for title, score in (("the first is evidence", _first), ("evidence among the first 3", _among)):
        scored = {name: mean([score(read, way(read)) for read in reads]) for name, way in ways.items()}
        ours = scored.pop("nearest by vector")
        yield compared(f"SciFact rationale: {title}", ours, scored)


def _by(score: Callable[[Read, int], float]) -> Rank:
    return lambda read: sorted(range(len(read.near)), key=lambda at: (-score(read, at), at))


def _shared(read: Read, at: int) -> float:
    return len(set(terms(read.citation.claim)) & set(terms(read.citation.abstract.sentences[at])))


def _first(read: Read, order: Sequence[int]) -> float:
    return float(order[0] in read.citation.evidence)


def _among(read: Read, order: Sequence[int]) -> float:
    return len(read.citation.evidence & set(order[:3])) / len(read.citation.evidence)


def _open(given: Material) -> Iterable[Figure]:
    """From a claim alone: abstracts found and labelled, and the verdict on the claim."""
    ways = {
        f"{order} top {depth}, {name}": (order, depth, reader)
        for order, depth in (("BM25", 1), ("fused", 1), ("fused", DEPTH))
        for name, reader in given.readers.items()
    }
    labelled = {
        name: of_rows([opened(given, claim, *way) for claim in given.dev], f1) for name, way in ways.items()
    }
    ours = labelled.pop(f"fused top {DEPTH}, cues")
    yield compared("SciFact open: abstracts found and labelled, F1", ours, labelled)
    gold: list[Label] = [next(iter(claim.gold.values()), "NONE") for claim in given.dev]
    verdicts = {name: [_verdict(given, claim, *way) for claim in given.dev] for name, way in ways.items()}
    first = verdicts.pop(f"fused top {DEPTH}, cues")
    named: dict[str, list[Label]] = {"cues": first, **verdicts}
    yield _labelled("open: verdict on the claim, macro F1", named, gold, _macro, f1)
    yield _labelled("open: verdict on the claim, right of said", named, gold, _right, share)


def _verdict(given: Material, claim: Claim, order: str, depth: int, reader: Reader) -> Label:
    """The side on which more weight was found."""
    weight = dict.fromkeys(LABELS, 0.0)
    for name in given.found(claim, order)[:depth]:
        for label, much in reader.sentences(given.read(claim, name)):
            weight[label] += much
    if weight["SUPPORTS"] == weight["CONTRADICTS"]:
        return "NONE"
    return "SUPPORTS" if weight["SUPPORTS"] > weight["CONTRADICTS"] else "CONTRADICTS"


def _labelled(
    title: str,
    said: Mapping[str, Sequence[Label]],
    gold: Sequence[Label],
    row: Callable[[Label, Label], Sequence[float]],
    figure: Callable[[Matrix], Vector],
    *,
    guarded: bool = False,
) -> Figure:
    def way(labels: Sequence[Label]) -> Way:
        return of_rows([row(label, truth) for label, truth in zip(labels, gold, strict=True)], figure)

    others = {name: way(labels) for name, labels in said.items() if name != "cues"}
    return compared(f"SciFact {title}", way(said["cues"]), others, guarded=guarded)


def _macro(said: Label, gold: Label) -> list[float]:
    return [float(part) for one in LABELS for part in (said == gold == one, said == one, gold == one)]


def _right(said: Label, gold: Label) -> tuple[float, float]:
    return float(said != "NONE" and said == gold), float(said != "NONE")


def _opposite(said: Label, gold: Label) -> tuple[float, float]:
    return float(said != "NONE" and gold not in ("NONE", said)), float(said != "NONE")


def _said(said: Label, gold: Label) -> tuple[float, float]:
    return float(said != "NONE" and gold != "NONE"), float(gold != "NONE")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write the figures where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=data_root(), help="the folder that holds scifact/")
    parser.add_argument("--write", metavar="DATE", help="write measured.toml with this date")
    options = parser.parse_args(arguments)
    try:
        found = measured(material(options.data))
    except LeftOut as missing:
        print(missing)
        return 1
    print(tables(found))
    if options.write:
        MEASURED.write_text(as_toml(found, options.write), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
