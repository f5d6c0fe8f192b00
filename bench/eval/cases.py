"""What is asked, over which documents, and what a good answer says: public sets and folders of one's own."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Literal

from pydantic import ValidationError

from bench import scifact
from bench.data import data_folder
from bench.eval.questions import Side
from bench.evidence.conflicts import climate_fever, healthver
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.frozen import Frozen

ClaimSet = Literal["scifact", "healthver", "climate-fever"]
TASKS = ("DR0005", "DR0007", "DR0009", "DR0015")
SEED = 20261118
OTHER_ABSTRACTS = 40
"""Abstracts of SciFact that no drawn claim cites."""
_GOLD_IN_NAME = re.compile(r"^[^_]+(?:_[^_]+)?__")
"""`DI009_pdf__`, `qa_1755701049__`: a name may not tell which file is a distractor."""


class Fact(Frozen):
    """Something an answer may state: an insight it should, or a distractor it should not."""

    text: str
    insight: bool


class Case(Frozen):
    """One question, its documents, and its key."""

    set: str
    name: str
    question: str
    documents: Path
    facts: tuple[Fact, ...] = ()
    claim: str = ""
    side: Side | None = None
    """What the data set says of the claim."""


class _Key(Frozen):
    question: str
    insights: tuple[str, ...]
    distractors: tuple[str, ...] = ()


def drbench(tasks: Sequence[str], data: Path, place: Path) -> Iterator[Case]:
    """Tasks of DRBench. Facts of the open web are in no file, so they are left out of the key."""
    for task in tasks:
        folder = data_folder("drbench", (f"{task}/task.json",), data) / task
        known = json.loads((folder / "task.json").read_text(encoding="utf-8"))
        facts = tuple(
            Fact(text=one["answer"], insight=one["qa_type"] == "insight")
            for one in known["gold"]
            if one["type"] == "enterprise_fact"
        )
        documents = place / "drbench" / task
        _copied(sorted((folder / "files").iterdir()), documents)
        yield Case(set="drbench", name=task, question=known["question"], documents=documents, facts=facts)


def _copied(files: Sequence[Path], place: Path) -> None:
    """Each document once, the office file and not its twin in plain text, under a name that tells nothing."""
    rank = {".md": 1, ".csv": 1}
    best: dict[str, Path] = {}
    for file in files:
        known = best.get(file.stem)
        if known is None or rank.get(file.suffix, 0) < rank.get(known.suffix, 0):
            best[file.stem] = file
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for file in best.values():
        name = _GOLD_IN_NAME.sub("", file.name)
        stem, suffix = name.rsplit(".", 1)
        times = sum(other.name.startswith(stem) for other in place.iterdir())
        shutil.copyfile(file, place / (f"{stem}-{times + 1}.{suffix}" if times else name))


def claims(name: ClaimSet, count: int, data: Path, place: Path) -> Iterator[Case]:
    """Claims put as questions, drawn with a fixed seed, as many of each side as there are."""
    drawn, texts = _scifact(count, data) if name == "scifact" else _labelled(name, count, data)
    folder = place / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for number, text in enumerate(dict.fromkeys(texts), start=1):
        (folder / f"{number:03}.txt").write_text(text + "\n", encoding="utf-8")
    for claim, side in drawn:
        question = f"Is it true that {claim.rstrip('.?')}?"
        yield Case(set=name, name=claim[:60], question=question, documents=folder, claim=claim, side=side)


def _scifact(count: int, data: Path) -> tuple[list[tuple[str, Side]], list[str]]:
    abstracts = scifact.corpus(data)
    sides: dict[str, Side] = {"SUPPORTS": "SUPPORTED", "CONTRADICTS": "REFUTED"}
    every = scifact.claims(data, "dev", abstracts)
    known = {one.text: (one, sides.get(next(iter(one.gold.values()), ""), "OPEN")) for one in every}
    drawn = _evenly([(text, side) for text, (_, side) in known.items()], count)
    cited = {one.abstract.id for text, _ in drawn for one in known[text][0].citations}
    others = Random(SEED).sample(
        sorted(abstracts.keys() - cited), min(OTHER_ABSTRACTS, len(abstracts) - len(cited))
    )
    return drawn, [abstracts[name].text for name in sorted({*cited, *others})]


def _labelled(name: ClaimSet, count: int, data: Path) -> tuple[list[tuple[str, Side]], list[str]]:
    known = {one.words: one for one in (healthver if name == "healthver" else climate_fever)(data)}
    drawn = _evenly(
        [(words, _side({label for _, label in one.texts})) for words, one in known.items()], count
    )
    return drawn, [text for words, _ in drawn for text, _ in known[words].texts]


def _side(labels: set[scifact.Label]) -> Side:
    found = labels - {"NONE"}
    if len(found) == 2:
        return "DISPUTED"
    return "SUPPORTED" if "SUPPORTS" in found else "REFUTED" if found else "OPEN"


def _evenly(rows: Sequence[tuple[str, Side]], count: int) -> list[tuple[str, Side]]:
    shuffled = Random(SEED).sample(rows, len(rows))
    by_side = {
        side: [row for row in shuffled if row[1] == side] for _, side in sorted(rows, key=lambda row: row[1])
    }
    drawn: list[tuple[str, Side]] = []
    while len(drawn) < count and any(by_side.values()):
        drawn += [some.pop() for some in by_side.values() if some][: count - len(drawn)]
    return drawn


def own(folder: Path) -> Case:
    """A folder with `documents/` and `key.json`: question, insights, and distractors if there are some."""
    try:
        key = _Key.model_validate_json((folder / "key.json").read_bytes())
    except (OSError, ValidationError) as error:
        raise UserError(f"{folder} has no key.json with a question and insights: {error}") from error
    facts = [Fact(text=one, insight=True) for one in key.insights]
    facts += [Fact(text=one, insight=False) for one in key.distractors]
    name = folder.resolve().name
    return Case(
        set="own", name=name, question=key.question, documents=folder / "documents", facts=tuple(facts)
    )


def fingerprint(documents: Path) -> Mapping[str, str]:
    """Names and hashes of all documents."""
    return {
        str(path.relative_to(documents)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(documents.rglob("*"))
        if path.is_file()
    }
