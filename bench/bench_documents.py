"""Documents that people have against their plain twins: how much of the twin's text the parsers give.

DRBench has many of its files twice: as PDF, Word or Excel file, and as Markdown or CSV. Its presentations
have no twin; they are compared with all text elements of their slides. `python -m bench.bench_documents`
prints the table of docs/documents.md.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from bench.data import data_folder
from bench.figures import Figure, Group, Size
from pathfinder.adapters.documents.kinds import HEAD_BYTES, Unwanted, kind_of
from pathfinder.adapters.documents.workers import Limits, Text, Workers, command

GROUP: Group = "evidence"
LEAST = 0.98
TASKS = ("DR0005", "DR0007", "DR0009", "DR0015")
SUFFIXES = (".docx", ".pptx", ".xlsx", ".pdf")
_WORD = re.compile(r"\d+(?:\.\d+)?%?|\w+")
_MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d) 00:00:00")
_SLIDE = re.compile(r"ppt/slides/slide\d+\.xml")


class Compared(NamedTuple):
    """One file: which part of the words of its twin its text has, and how many pieces it hides."""

    task: str
    name: str
    recall: float
    hidden: int

    @property
    def suffix(self) -> str:
        return Path(self.name).suffix


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The lowest recall of each kind, over the four tasks or the first."""
    rows = list(compared(data_folder("drbench", tuple(f"{task}/task.json" for task in TASKS)), size))
    for suffix in SUFFIXES:
        some = [row for row in rows if row.suffix == suffix]
        yield Figure(
            f"words of the twin, lowest of {suffix[1:]}",
            min(row.recall for row in some),
            "",
            LEAST,
            better="higher",
            rows=len(some),
        )


def compared(root: Path, size: Size = Size.FULL) -> Iterator[Compared]:
    """Every file that has something to be compared with, read as a folder is read."""
    limits = Limits()
    with Workers(limits, command(limits)) as workers:
        for task in TASKS[: size.of(len(TASKS), 1)]:
            for path in sorted((root / task / "files").iterdir()):
                if path.suffix in SUFFIXES:
                    yield _compared(task, path, workers)


def _compared(task: str, path: Path, workers: Workers) -> Compared:
    content = path.read_bytes()
    kind = kind_of(path.name, content[:HEAD_BYTES])
    read = None if isinstance(kind, Unwanted) else workers.read(kind, content)
    if not isinstance(read, Text):
        return Compared(task, path.name, 0.0, 0)
    wanted, given = _words(_twin(path, content)), _words(read.text)
    return Compared(task, path.name, (wanted & given).total() / wanted.total(), read.hidden)


def _twin(path: Path, content: bytes) -> str:
    if path.suffix == ".pptx":
        return _all_of_slides(content)
    twin = path.with_suffix(".csv" if path.suffix == ".xlsx" else ".md")
    return _MIDNIGHT.sub(r"\1", twin.read_text(encoding="utf-8"))


def _all_of_slides(content: bytes) -> str:
    """Every text element of every slide, whatever shape it is in."""
    from lxml import etree  # type: ignore[import-untyped]  # the package ships no types

    with ZipFile(BytesIO(content)) as package:
        trees = [
            etree.fromstring(package.read(name)) for name in package.namelist() if _SLIDE.fullmatch(name)
        ]
    return "\n".join(found.text or "" for tree in trees for found in tree.iterfind(".//{*}t"))


def _words(text: str) -> Counter[str]:
    """Words and figures; a share counts the same as 0.41 and as 41%."""
    return Counter(map(_figure, _WORD.findall(text.casefold())))


def _figure(word: str) -> str:
    if not word[0].isdigit() or not word.isascii():
        return word
    bare = word.rstrip("%")
    return f"{float(bare) / (100 if word != bare else 1):.6g}" if bare.replace(".", "", 1).isdigit() else word


def table(rows: Sequence[Compared]) -> str:
    """The rows by task and kind, as Markdown."""
    lines = ["| task | kind | files | lowest | mean |", "|---|---|---|---|---|"]
    for task in TASKS:
        for suffix in SUFFIXES:
            some = [row.recall for row in rows if (row.task, row.suffix) == (task, suffix)]
            if some:
                mean = sum(some) / len(some)
                lines.append(f"| {task} | {suffix[1:]} | {len(some)} | {min(some):.4f} | {mean:.4f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(table(list(compared(data_folder("drbench", ())))) + "\n")
