"""Do the graders say what a person says? A file of statements to label by hand, and the agreement with it."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import get_args

from pydantic import TypeAdapter, ValidationError

from bench.eval.cases import SEED
from bench.eval.questions import Faithful
from bench.eval.table import Row, wilson
from pathfinder.protocols.errors import UserError

STATEMENTS = 60
LABELS: tuple[Faithful, ...] = get_args(Faithful)


def write_sample(rows: Sequence[Row], path: Path) -> int:
    """Graded statements of both systems, mixed, without the grader's mark; how many there are."""
    every = [
        {
            "statement": one.statement,
            "documents": str(row.case.documents),
            "sources": one.sources,
            "label": "",
        }
        for row in rows
        for known in row.grades.values()
        for one in known.statements
        if one.verdict is not None
    ]
    drawn = Random(SEED).sample(every, min(STATEMENTS, len(every)))
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in drawn), encoding="utf-8")
    return len(drawn)


def agreement(rows: Sequence[Row], path: Path) -> str:
    """How often the graders agree with the labels of a file, beyond chance too."""
    marks = {
        one.statement: one.verdict
        for row in rows
        for known in row.grades.values()
        for one in known.statements
        if one.verdict is not None
    }
    pairs = [(label, marks[text]) for text, label in _labelled(path) if text in marks]
    if not pairs:
        raise UserError(f"{path} has no labelled statement that was graded: fill in {', '.join(LABELS)}.")
    same = sum(by_hand == by_grader for by_hand, by_grader in pairs)
    chance = (
        sum(
            sum(one == label for one, _ in pairs) * sum(other == label for _, other in pairs)
            for label in LABELS
        )
        / len(pairs) ** 2
    )
    kappa = 1.0 if chance == 1 else (same / len(pairs) - chance) / (1 - chance)
    low, high = wilson(same, len(pairs))
    lines = [
        f"Graders and hand labels agree on {same} of {len(pairs)} statements "
        f"({100 * same / len(pairs):.0f} % [{100 * low:.0f}, {100 * high:.0f}]), Cohen's kappa {kappa:.2f}.",
        "",
        f"| by hand | {' | '.join(f'graded {label}' for label in LABELS)} |",
        "|---" * (len(LABELS) + 1) + "|",
        *(
            f"| {label} | {' | '.join(str(pairs.count((label, other))) for other in LABELS)} |"
            for label in LABELS
        ),
    ]
    return "\n".join(lines)


def _labelled(path: Path) -> list[tuple[str, Faithful]]:
    label = TypeAdapter[Faithful](Faithful)
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        known = json.loads(line)
        if known["label"]:
            try:
                found.append((str(known["statement"]), label.validate_python(known["label"])))
            except ValidationError:
                raise UserError(f"{path}:{number}: a label is one of {', '.join(LABELS)}.") from None
    return found
