"""RAMDocs through whole sessions: which answers are kept where documents conflict, err and say nothing.

Exact match rewards whoever lists everything, so the wrong answers that are kept stand beside it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.bootstrap import SEED, Way, compared, f1, mean, of_rows, share
from bench.evidence.marks import said
from bench.evidence.ramdocs import Question, questions, topic
from bench.evidence.session import played
from bench.figures import Figure, Group, Size

GROUP: Group = "evidence"
Answers = frozenset[str]


class Row(NamedTuple):
    """One question: what was read in its documents, and the answers the session is for."""

    question: Question
    read: tuple[str | None, ...]
    kept: Answers


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The answers kept, right and wrong, by a reader that reads all rightly and by one that errs."""
    for accuracy, full, quick in ((1.0, 100, 0), (0.81, 150, 16)):
        if size.of(full, quick):
            yield from figures_of(f"RAMDocs, reader {accuracy:.0%}", tried(accuracy, size.of(full, quick)))


def tried(accuracy: float, many: int) -> list[Row]:
    """Sessions on so many questions, drawn with a fixed seed."""
    every = questions()
    chosen = [every[at] for at in sorted(Random(SEED).sample(range(len(every)), min(many, len(every))))]
    return [_row(question, question.read(accuracy)) for question in chosen]


def _row(question: Question, read: tuple[str | None, ...]) -> Row:
    with TemporaryDirectory() as folder:
        graph = played(topic(question, read), Path(folder) / "home")
    told = {answer: said(graph, question.claim(answer)) for answer in question.answers}
    kept = (one for one, word in told.items() if word.tag in ("Confirmed", "Likely") and word.side == "for")
    return Row(question, read, frozenset(kept))


def _all(read: Sequence[str | None]) -> Answers:
    return frozenset(answer for answer in read if answer is not None)


def _most(read: Sequence[str | None]) -> Answers:
    """The answer most documents state, of several the one that is stated first."""
    return frozenset(answer for answer, _ in Counter(filter(None, read)).most_common(1))


def _twice(read: Sequence[str | None]) -> Answers:
    return frozenset(answer for answer, times in Counter(filter(None, read)).items() if times > 1)


def figures_of(name: str, rows: Sequence[Row]) -> Iterable[Figure]:
    """What was kept, beside what simple ways keep of the same readings."""
    ways = {"list all": _all, "single majority": _most, "stated by two documents": _twice}
    ours = [row.kept for row in rows]
    others = {title: [way(row.read) for row in rows] for title, way in ways.items()}

    def figure(title: str, way: Callable[[Sequence[Answers]], Way], *, lower: bool = False) -> Figure:
        return compared(
            f"{name}: {title}",
            way(ours),
            {other: way(kept) for other, kept in others.items()},
            better="lower" if lower else "higher",
            guarded=title in ("F1 of the answers kept", "wrong answers kept"),
        )

    yield figure("exact match", lambda kept: mean([_exact(*one) for one in zip(rows, kept, strict=True)]))
    yield figure("right answers kept", lambda kept: _part(rows, kept, lambda question: question.right))
    yield figure(
        "wrong answers kept", lambda kept: _part(rows, kept, lambda question: question.wrong), lower=True
    )
    yield figure("F1 of the answers kept", lambda kept: of_rows(list(map(_counted, rows, kept)), f1))


def _exact(row: Row, kept: Answers) -> float:
    return float(kept == frozenset(row.question.right))


def _part(rows: Sequence[Row], kept: Sequence[Answers], of: Callable[[Question], tuple[str, ...]]) -> Way:
    counted = [
        (len(answers & set(of(row.question))), len(of(row.question)))
        for row, answers in zip(rows, kept, strict=True)
    ]
    return of_rows(counted, share)


def _counted(row: Row, kept: Answers) -> tuple[int, int, int]:
    right = frozenset(row.question.right)
    return len(kept & right), len(kept), len(right)
