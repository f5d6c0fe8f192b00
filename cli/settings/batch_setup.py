"""What a batch is made of: its questions, what was said of it before, and its terms."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pathfinder.adapters.system import system_reason
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.options import Flags
from pathfinder.cli.settings.saved_flags import SavedFlags, load_flags
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.batch import Batch, Terms, Twin, Wanted, twins
from pathfinder.protocols.errors import UserError

if TYPE_CHECKING:
    from pathfinder.adapters.storage.files.batches import Batches
    from pathfinder.run_config import RunConfig

MOST_BYTES = 50_000_000
"""Of a file of questions."""
AT_ONCE, OVERNIGHT = Terms().at_once, 50
"""Sessions at the same time; more where their calls wait for hours."""


def questions_in(file: str | None) -> tuple[Wanted, ...]:
    """The questions of the file; none where none was named."""
    from pathfinder.cli.settings.batch_file import questions_of

    if file is None:
        return ()
    if file == "-":
        return questions_of("standard input", typer.get_text_stream("stdin").read())
    try:
        with Path(file).open("rb") as opened:
            written = opened.read(MOST_BYTES + 1)
        if len(written) > MOST_BYTES:
            raise UserError(Message("batch-file-too-large", path=file, most=MOST_BYTES // 1000000))
        return questions_of(file, written.decode("utf-8-sig"))
    except OSError as error:
        raise UserError(Message("cannot-be-read", path=file, reason=system_reason(error))) from error
    except UnicodeDecodeError:
        raise UserError(Message("not-utf8", path=file)) from None


def source_of(file: str | None) -> str:
    return "stdin" if file == "-" else Path(file or "").name


def found_batch(known: "Batches", questions: tuple[Wanted, ...], name: str | None) -> Batch | None:
    """The batch that is meant: by its id, by its questions, or the newest; None if it is a new one."""
    if name is not None:
        return known.load(name)
    there = known.all()
    if questions:
        asked = [wanted.question for wanted in questions]
        return next((batch for batch in there if [one.question for one in batch.questions] == asked), None)
    return there[0] if there else None


def said_before(known: "Batches", found: Batch | None) -> SavedFlags:
    """What the batch was begun with; a new one starts from nothing."""
    if found is None:
        return SavedFlags()
    return load_flags(known.place(found).folder).model_copy(update={"quick": found.terms.quick})


def asked_of(wanted: Wanted, saved: SavedFlags) -> SavedFlags:
    """What one question's session remembers: what was chosen for all, and what its own line says."""
    budget = wanted.budget_usd_micros
    own = Flags(
        iterations=wanted.iterations,
        budget=None if budget is None else budget / 1_000_000,
        parallel=wanted.parallel,
        quick=wanted.quick,
    )
    return saved.over(own)


def time_of(written: str, now: datetime) -> datetime:
    """A time of day, the next time it comes, or a day and a time; where this machine is."""
    here = now.astimezone()
    try:
        if ":" in written and "-" not in written:
            then = datetime.combine(here.date(), time.fromisoformat(written)).astimezone()
            return then if then > here else then + timedelta(days=1)
        then = datetime.fromisoformat(written).astimezone()
    except ValueError:
        raise UserError(Message("by-is-no-time", time=written)) from None
    if then <= here:
        raise UserError(Message("by-is-over", time=written))
    return then


def terms_of(
    found: Batch | None,
    at_once: int | None,
    budget: float | None,
    config: "RunConfig",
    overnight: bool | None = None,
) -> Terms:
    """What was said now, over what the batch was begun with."""
    before = Terms(at_once=OVERNIGHT if overnight else AT_ONCE) if found is None else found.terms
    return Terms(
        limits=config.limits,
        budget_usd_micros=before.budget_usd_micros if budget is None else round(budget * 1_000_000),
        parallel=config.parallel,
        quick=config.quick,
        at_once=at_once or before.at_once,
        overnight=before.overnight if overnight is None else overnight,
    )


def kept_batch(
    known: "Batches", found: Batch | None, questions: tuple[Wanted, ...], terms: Terms, source: str
) -> Batch:
    """The batch on disk, with the terms of this run and what the file says of each question now."""
    from pathfinder.adapters.storage.files.disk import Disk
    from pathfinder.adapters.storage.files.sessions import Sessions
    from pathfinder.adapters.system import SystemClock

    if found is None:
        Sessions(home(environment()), Disk()).make_root()
        return known.create(questions, terms, source, SystemClock().now())
    changed = found.model_copy(update={"terms": terms, "questions": questions or found.questions})
    known.keep(changed)
    return changed


def alike(questions: Sequence[Wanted]) -> tuple[Twin, ...]:
    from pathfinder.adapters.language.encoder import encoder

    return twins(questions, encoder().similarity if len(questions) > 1 else lambda *_: 0.0)
