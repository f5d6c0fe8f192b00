"""Which claims are asked, over which abstracts. The same numbers draw the same rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.scifact import LABELS, Abstract, Claim, Label, claims, corpus
from bench.truth_worlds.chance import share

SEED = 20261116


@dataclass(frozen=True)
class Row:
    """A claim, and what the data set says of it."""

    claim: str
    gold: Label
    stances: dict[str, Label]
    """By abstract; those that say nothing of it are not there."""
    rationale: dict[str, tuple[str, ...]]
    """By abstract: the sentences that are evidence."""

    @property
    def question(self) -> str:
        """As it is asked."""
        return f"Is it true that {self.claim.rstrip('.?')}?"


def chosen(data: Path, count: int, others: int) -> tuple[list[Row], list[Abstract]]:
    """So many claims of the dev part, of each label about as many, and their abstracts among others."""
    abstracts = corpus(data)
    drawn = sorted(claims(data, "dev", abstracts), key=lambda one: share(SEED, one.text))
    by_label: dict[Label, list[Claim]] = {
        label: [one for one in drawn if _gold(one) == label] for label in LABELS
    }
    picked: list[Claim] = []
    while len(picked) < count and any(by_label.values()):
        picked += [some.pop(0) for some in by_label.values() if some][: count - len(picked)]
    cited = {one.abstract.id for claim in picked for one in claim.citations}
    rest = sorted(abstracts.keys() - cited, key=lambda name: share(SEED, name))[:others]
    return [_row(one) for one in picked], [abstracts[name] for name in sorted({*cited, *rest})]


def write(abstracts: Sequence[Abstract], folder: Path) -> None:
    """Each abstract as a document that is named after it."""
    folder.mkdir(parents=True)
    for one in abstracts:
        (folder / f"{one.id}.txt").write_text(one.text + "\n", encoding="utf-8")


def _row(claim: Claim) -> Row:
    stances = [one for one in claim.citations if one.label != "NONE"]
    return Row(
        claim.text,
        _gold(claim),
        {one.abstract.id: one.label for one in stances},
        {
            one.abstract.id: tuple(one.abstract.sentences[at] for at in sorted(one.evidence))
            for one in stances
        },
    )


def _gold(claim: Claim) -> Label:
    return next(iter(claim.gold.values()), "NONE")
