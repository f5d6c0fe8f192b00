"""The questions of a batch from a file: lines, CSV or JSONL. Errors name their line."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pathfinder.cli.settings.layers import problem
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.batch import Wanted
from pathfinder.protocols.errors import UserError

KNOWN = ("question", "label", "iterations", "budget", "max_minutes", "parallel", "quick")
"""What a line of CSV or JSONL may say of its question."""
MOST_QUESTIONS = 10_000

_YES, _NO = frozenset({"1", "true", "yes", "y"}), frozenset({"0", "false", "no", "n"})
_JSON = frozenset({".jsonl", ".ndjson", ".json"})


def questions_of(name: str, text: str) -> tuple[Wanted, ...]:
    """All questions of a file; its ending says how it is written, anything unknown is read line by line."""
    ending = Path(name).suffix.lower()
    if ending == ".csv":
        rows = _csv(name, text)
    elif ending in _JSON:
        rows = _jsonl(name, text)
    else:
        rows = _lines(text)
    wanted = tuple(_wanted(name, line, number, row) for number, (line, row) in enumerate(rows, start=1))
    if not wanted:
        raise UserError(Message("batch-file-empty", name=name))
    if len(wanted) > MOST_QUESTIONS:
        raise UserError(Message("batch-file-too-many", name=name, count=len(wanted), most=MOST_QUESTIONS))
    return wanted


def _lines(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for line, written in enumerate(text.splitlines(), start=1):
        question = written.strip()
        if question and not question.startswith("#"):
            yield line, {"question": question}


def _csv(name: str, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        heads = [(head or "").strip().lower() for head in reader.fieldnames or ()]
        if "question" not in heads:
            raise UserError(Message("batch-file-no-column", name=name))
        reader.fieldnames = heads
        for row in reader:
            if None in row:
                raise UserError(Message("batch-too-many-values", name=name, line=str(reader.line_num)))
            filled = {key: value.strip() for key, value in row.items() if value and value.strip()}
            if filled:
                yield reader.line_num, filled
    except csv.Error as error:
        raise UserError(
            Message("batch-not-csv", name=name, line=str(reader.line_num), reason=error)
        ) from None


def _jsonl(name: str, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    # Not splitlines: a string of JSON may hold U+2028, which that takes for the end of a line.
    for line, written in enumerate(text.split("\n"), start=1):
        if not written.strip():
            continue
        try:
            row = json.loads(written)
        except (ValueError, RecursionError):
            raise UserError(Message("batch-not-json", name=name, line=str(line))) from None
        row = {"question": row} if isinstance(row, str) else row
        if not isinstance(row, dict):
            raise UserError(Message("batch-not-json", name=name, line=str(line)))
        yield line, {key: value for key, value in row.items() if value is not None}


def _wanted(name: str, line: int, number: int, row: Mapping[str, Any]) -> Wanted:
    from pathfinder.running import checked_question

    where = Message("file-line", name=name, line=str(line))
    unknown = [key for key in row if key not in KNOWN]
    if unknown:
        raise UserError(
            Message("batch-column-unknown", where=where, column=ascii(unknown[0]), names=", ".join(KNOWN))
        )
    written, label = row.get("question", ""), row.get("label", "")
    if not isinstance(written, str):
        raise UserError(Message("batch-question-not-text", where=where))
    if not isinstance(label, str | int | float):
        raise UserError(Message("batch-label-not-text", where=where))
    if not written.split():
        raise UserError(Message("batch-question-empty", where=where))
    try:
        return Wanted(
            number=number,
            question=checked_question(written),
            label=str(label),
            iterations=_whole(row.get("iterations")),
            budget_usd_micros=_micros(row.get("budget")),
            max_minutes=_whole(row.get("max_minutes")),
            parallel=_whole(row.get("parallel")),
            quick=_yes(row.get("quick")),
        )
    except UserError as error:
        raise UserError(Message("list-colon", first=where, second=text_of(error))) from None
    except ValidationError as error:
        wrong = error.errors()[0]
        raise UserError(
            Message("batch-value-out-of-bounds", where=where, column=wrong["loc"][0], reason=problem(wrong))
        ) from None
    except ValueError as error:
        raise UserError(Message("batch-line-wrong", where=where, reason=error)) from None


def _whole(value: object) -> int | None:
    if value is None:
        return None
    written = str(value).strip()
    if isinstance(value, bool) or not (written.isascii() and written.isdigit() and len(written) < 10):
        raise ValueError(f"{written[:40]!a} is not a whole number")
    return int(written)


def _micros(value: object) -> int | None:
    if value is None:
        return None
    try:
        amount = Decimal(str(value).strip().removeprefix("$"))
    except InvalidOperation:
        amount = Decimal("NaN")
    if isinstance(value, bool) or not amount.is_finite() or not 0 <= amount < 1_000_000:
        raise ValueError(f"{str(value)[:40]!a} is not an amount in dollars, such as 1.50")
    return int(amount * 1_000_000)


def _yes(value: object) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    written = str(value).strip().lower()
    if written not in _YES | _NO:
        raise ValueError(f"{written[:40]!a} is neither yes nor no")
    return written in _YES
