"""Stance on the labelled sentences of a world, each held against each: a quick look before whole sessions.

python -m bench.bench_pairs tuning_a,tuning_b [opposite] [elsewhere] [silent]
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench.bench_worlds import TUNING, WORLDS
from bench.figures import Better, Figure, Group, Size
from bench.truth import Said, truth_of
from pathfinder.adapters.embedded.claims import announces, claim, signals
from pathfinder.adapters.embedded.read import judged
from pathfinder.adapters.language.encoder import encoder

GROUP: Group = "evidence"
OPENED = frozenset((*TUNING, "demo"))
"""Worlds that were read while rules were made."""


class Outcome(NamedTuple):
    """One sentence held against one claim."""

    kind: str
    """right, opposite, elsewhere, or silent where both are of one claim."""
    basis: str
    claim: Said
    sentence: Said


@cache
def titles(world: Path) -> dict[str, str]:
    """The title each document gives itself, by its name."""
    found = {}
    for path in (world / "corpus").rglob("*"):
        if path.suffix in (".md", ".txt", ".html"):
            for line in path.read_text(encoding="utf-8").splitlines()[:12]:
                if line.startswith(("title:", "<title>", "# ")):
                    text = line.removeprefix("title:").removeprefix("<title>").removeprefix("# ")
                    found[path.name] = text.removesuffix("</title>").strip(" \"'")
                    break
    return found


def outcomes(world: Path) -> Iterator[Outcome]:
    """Every pair of labelled sentences of two documents, the first taken as a claim."""
    truth = truth_of(world)
    said = [one for one in truth.sentences if one.stance != "qualifies"]
    rows = encoder().vectors([one.text for one in said])
    near = rows @ rows.T
    for at, mine in enumerate(said):
        summary = claim(mine.text)
        if summary is None or not signals(summary).checkable:
            continue
        for place, theirs in enumerate(said):
            if theirs.document == mine.document or theirs.text == mine.text or announces(theirs.text):
                continue
            similarity = round(float(near[at, place]), 4)
            title = titles(world).get(theirs.document, "")
            found = judged(theirs.text, summary, similarity, title, truth.question)
            same = theirs.claim == mine.claim
            if found is None or found.type == "QUALIFIES":
                if same:
                    yield Outcome("silent", "", mine, theirs)
                continue
            agrees = mine.stance == theirs.stance
            kind = (
                "elsewhere" if not same else "right" if agrees == (found.type == "SUPPORTS") else "opposite"
            )
            yield Outcome(kind, f"{found.weight} {found.basis}", mine, theirs)


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Of the stances given to pairs of sentences: with the right sign, the opposite one, on another claim."""
    for name, world in (WORLDS | TUNING).items() if size is Size.FULL else [("demo", WORLDS["demo"])]:
        told = Counter(one.kind for one in outcomes(world))
        said = told["right"] + told["opposite"] + told["elsewhere"]
        pairs = said + told["silent"]
        better: Better
        for kind, better in (("right", "higher"), ("opposite", "lower"), ("elsewhere", "lower")):
            share = told[kind] / max(1, said)
            note = f"{told[kind]} of {said} said, {pairs} pairs that are of one claim or were said"
            yield Figure(f"pairs/{name}: {kind}", share, "", None, note, better=better, rows=said)


if __name__ == "__main__":
    for name in sys.argv[1].split(","):
        told = list(outcomes((WORLDS | TUNING)[name]))
        print(name, dict(Counter(one.kind for one in told)))
        # A world that nobody reads is counted and not shown.
        for one in told if name in OPENED else ():
            if one.kind in sys.argv[2:]:
                print(f"[{one.kind}] {one.basis}")
                for said in (one.claim, one.sentence):
                    print(f"   {said.claim} {said.stance}: {said.text}")
