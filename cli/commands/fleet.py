"""`pathfinder fleet` and `pathfinder worker`: many questions, many machines, one PostgreSQL."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer
from pydantic import ValidationError

from pathfinder.cli.commands.batch import EachOption
from pathfinder.cli.commands.inspect import JsonOption
from pathfinder.cli.commands.steer import HypothesisOption, KeywordOption, NoteArgument, kinds_of, noted
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import as_json, line, lines, money, padded
from pathfinder.cli.settings.batch_setup import (
    alike,
    asked_of,
    found_batch,
    kept_batch,
    questions_in,
    said_before,
    source_of,
    terms_of,
)
from pathfinder.cli.settings.environment import database_url, environment, home
from pathfinder.cli.settings.options import Flags, with_flags
from pathfinder.cli.settings.run_setup import prepare, resolved_for, run_config
from pathfinder.cli.settings.saved_flags import SavedFlags, save_flags
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.errors import SessionRefused, UserError

if TYPE_CHECKING:
    from pathfinder.adapters.storage.postgres.database import Database
    from pathfinder.adapters.storage.postgres.jobs import JobLine, Jobs, Submitted


T = TypeVar("T")

app = typer.Typer(name="fleet", help="Many questions on many machines, over one PostgreSQL.")

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database", help="postgresql://... ; PATHFINDER_DATABASE keeps it out of the process list."
    ),
]

BatchArgument = Annotated[str | None, typer.Argument(help="Id of a batch, or how it begins; the newest.")]

BatchToChange = Annotated[str, typer.Argument(help="Id of a batch, or how it begins.")]

QuestionOption = Annotated[
    int | None, typer.Option("--question", min=1, help="One question alone, by its number in `fleet status`.")
]


@app.command()
def up(
    database: DatabaseOption = None,
    rate: Annotated[
        int | None,
        typer.Option("--rate", min=0, help="Model calls per minute of all workers together; 0: no limit."),
    ] = None,
    searches: Annotated[
        int | None,
        typer.Option("--searches", min=0, help="Searches per minute on each engine, likewise; 0: no limit."),
    ] = None,
) -> None:
    """Make the tables, or bring them up to date; --rate and --searches set the pace of the whole fleet."""
    from pathfinder.adapters.storage.postgres.limiter import CALLS, SEARCHES
    from pathfinder.adapters.storage.postgres.schema import rate_of, set_rate
    from pathfinder.adapters.storage.postgres.schema import up as made

    async def work(opened: "Database") -> tuple[str, int, int]:
        new = await made(opened)
        for wanted, key in ((rate, CALLS), (searches, SEARCHES)):
            if wanted is not None:
                await set_rate(opened, wanted, key)
        return new, await rate_of(opened), await rate_of(opened, SEARCHES)

    new, calls, looks = with_database(database, work, tables=False)
    line(say(Message(f"fleet-tables-{new}")))
    shared = Message("fleet-calls", count=calls) if calls else Message("fleet-calls-unlimited")
    looked = Message("fleet-searches", count=looks) if looks else Message("fleet-searches-unlimited")
    line(say(Message("fleet-pace", calls=shared, searches=looked)))
    line(say(Message("fleet-start-workers")))


@app.command()
@with_flags
def submit(
    flags: Flags,
    file: Annotated[str, typer.Argument(help="Questions: a line each, CSV or JSONL; - reads lines.")],
    database: DatabaseOption = None,
    new: Annotated[bool, typer.Option("--new", help="Begin anew, although the questions are known.")] = False,
    each: EachOption = None,
) -> None:
    """Hand in a file of questions, --budget for all together; again, and what failed is taken up again."""
    from pathfinder.adapters.storage.files.batches import Batches, session_name
    from pathfinder.adapters.storage.files.disk import Disk
    from pathfinder.adapters.storage.postgres.dispatch import Dispatcher
    from pathfinder.adapters.system import SystemClock

    questions = questions_in(file)
    known = Batches(home(environment()), Disk())
    found = None if new else found_batch(known, questions, None)
    before = said_before(known, found)
    own = replace(flags, budget=each)
    resolved = resolved_for(own, before)
    # Everything a worker will need is tried here, where somebody reads what is wrong with it.
    saved = before.over(own)
    ready = prepare(saved, resolved, own, watched=False)
    terms = terms_of(found, None, flags.budget, run_config(resolved, own, saved))
    repeats = alike(questions)
    same = {twin.number for twin in repeats if twin.same}

    async def work(opened: "Database") -> tuple[str, int]:
        batch = kept_batch(known, found, questions, terms, source_of(file))
        save_flags(known.place(batch).folder, ready.saved)
        names = {one.number: session_name(batch, one) for one in questions if one.number not in same}
        jobs = await jobs_in(opened).submit(batch, names, ready.saved.model_dump_json())
        async with Dispatcher.opened(database_url(environment(), database), SystemClock()) as queue:
            await queue.enqueue(jobs)
        return batch.id, len(jobs)

    batch, count = with_database(database, work)
    if flags.json_:
        as_json({"batch": batch, "questions": len(questions), "queued": count})
        return
    line(say(Message("fleet-submitted", batch=batch, count=count, all=len(questions))))


@app.command()
def status(batch: BatchArgument = None, database: DatabaseOption = None, json_: JsonOption = False) -> None:
    """Where every question of a batch stands."""
    from pathfinder.fleet_status import status_row

    async def work(opened: "Database") -> "tuple[Submitted, Sequence[JobLine]]":
        jobs = jobs_in(opened)
        found = await jobs.batch(batch)
        return found, await jobs.lines(found.batch.id)

    found, known = with_database(database, work)
    if json_:
        as_json({"batch": found.batch.id, "questions": [status_row(one) for one in known]})
        return
    states = Counter(one.state for one in known)
    spent = sum(one.spent_usd_micros for one in known)
    counts = ", ".join(f"{count} {_state(state)}" for state, count in sorted(states.items()))
    line(say(Message("fleet-status", batch=found.batch.id, counts=counts, spent=money(spent))))
    asked = {wanted.number: wanted.question for wanted in found.batch.questions}
    lines(_line(one, asked[one.number]) for one in known)


@app.command()
def cancel(batch: BatchToChange, question: QuestionOption = None, database: DatabaseOption = None) -> None:
    """Stop a batch: nothing begins any more, and what runs ends when its calls in flight are home."""
    _asked(batch, "stop", question, database)


@app.command()
def pause(batch: BatchToChange, question: QuestionOption = None, database: DatabaseOption = None) -> None:
    """Pause a batch, or one question of it, until `fleet resume`; calls in flight come home first."""
    _asked(batch, "pause", question, database)


def _asked(batch: str, wish: Literal["pause", "stop"], question: int | None, database: str | None) -> None:
    async def work(opened: "Database") -> tuple[str, int]:
        found = await jobs_in(opened).batch(batch)
        await _job(opened, found, question)
        return found.batch.id, await jobs_in(opened).ask_to(found.batch.id, wish, question)

    name, count = with_database(database, work)
    line(say(Message("fleet-paused" if wish == "pause" else "fleet-cancelled", batch=name, count=count)))


@app.command()
def resume(batch: BatchToChange, question: QuestionOption = None, database: DatabaseOption = None) -> None:
    """Go on with what was paused or cancelled, from its journal."""
    from pathfinder.adapters.storage.postgres.dispatch import Dispatcher
    from pathfinder.adapters.system import SystemClock

    async def work(opened: "Database") -> tuple[str, int]:
        found = await jobs_in(opened).batch(batch)
        await _job(opened, found, question)
        jobs = await jobs_in(opened).reopen(found.batch.id, number=question)
        async with Dispatcher.opened(database_url(environment(), database), SystemClock()) as queue:
            await queue.enqueue(jobs)
        return found.batch.id, len(jobs)

    name, count = with_database(database, work)
    line(say(Message("fleet-resumed", batch=name, count=count)))


@app.command()
def note(
    batch: BatchToChange,
    question: Annotated[int, typer.Argument(min=1, help="Number of the question in `fleet status`.")],
    text: NoteArgument = None,
    keyword: KeywordOption = None,
    hypothesis: HypothesisOption = None,
    database: DatabaseOption = None,
) -> None:
    """Leave a session of the fleet what `note` leaves one here; it counts from the next iteration on."""
    commands = noted(text, keyword, hypothesis)

    async def work(opened: "Database") -> str:
        found = await jobs_in(opened).batch(batch)
        known = await _job(opened, found, question)
        assert known is not None
        if known.state == "done":
            raise SessionRefused(Message("fleet-question-done", number=known.number, session=known.session))
        await jobs_in(opened).tell(known.job, commands)
        return known.session

    session = with_database(database, work)
    line(say(Message("noted", session=session, kinds=kinds_of(commands))))


async def _job(opened: "Database", found: "Submitted", number: int | None) -> "JobLine | None":
    """The question with this number; None for all of them."""
    if number is None:
        return None
    for one in await jobs_in(opened).lines(found.batch.id):
        if one.number == number:
            return one
    raise SessionRefused(Message("fleet-no-question", batch=found.batch.id, number=number))


@app.command()
def pull(batch: BatchArgument = None, database: DatabaseOption = None, json_: JsonOption = False) -> None:
    """Bring the sessions that have ended to this folder, with results.jsonl, results.csv and index.html."""
    from pathfinder.fleet_pull import ENDED, LocalSessionChanged, kept_batch, pulled, written

    root = home(environment())

    async def work(opened: "Database") -> "tuple[Submitted, Sequence[JobLine]]":
        jobs = jobs_in(opened)
        found = await jobs.batch(batch)
        known = await jobs.lines(found.batch.id)
        place = kept_batch(found.batch, root)
        saved = flags_of(found)
        asked = {wanted.number: wanted for wanted in found.batch.questions}
        save_flags(place.folder, saved)
        for one in known:
            try:
                session = await pulled(opened, one, root) if one.state in ENDED else None
            except LocalSessionChanged as error:
                typer.echo(f"pathfinder: {say(text_of(error))}", err=True)
                continue
            if session is not None:
                save_flags(session.folder, asked_of(asked[one.number], saved))
        return found, known

    found, known = with_database(database, work)
    results = written(found.batch, known, root, alike(found.batch.questions))
    if json_:
        as_json({"batch": found.batch.id, "results": [row.model_dump() for row in results.rows.values()]})
        return
    ended = sum(one.state in ENDED for one in known)
    line(say(Message("fleet-pulled", batch=found.batch.id, count=ended, all=len(known))))
    folder = root / "batches" / found.batch.id
    say_line(Message("batch-results", folder=folder, index=folder / "index.html"))


def flags_of(submitted: "Submitted") -> SavedFlags:
    try:
        return SavedFlags.model_validate_json(submitted.asked)
    except ValidationError:
        raise UserError(Message("fleet-batch-of-other-version", batch=submitted.batch.id)) from None


def with_database(
    database: str | None,
    work: "Callable[[Database], Awaitable[T]]",
    *,
    tables: bool = True,
    connections: int = 2,
) -> T:
    """Do something with the database, open as long as that takes."""
    from pathfinder.adapters.storage.postgres.database import Database
    from pathfinder.adapters.storage.postgres.schema import ready

    url = database_url(environment(), database)

    async def run() -> T:
        async with Database.opened(url, connections=connections) as opened:
            if tables:
                await ready(opened)
            return await work(opened)

    return asyncio.run(run())


def jobs_in(database: "Database") -> "Jobs":
    from pathfinder.adapters.storage.postgres.jobs import Jobs

    return Jobs(database)


def _line(one: "JobLine", question: str) -> str:
    why = f" ({say(one.reason)})" if one.reason and one.state != "done" else ""
    where = f" {say(Message('fleet-on-worker', worker=one.worker))}" if one.state == "running" else ""
    state = padded(_state(one.state), 9)
    return f"  {one.number:>4}  {state}{money(one.spent_usd_micros):>9}  {question}{where}{why}"


def _state(state: str) -> str:
    return say(Message(f"batch-state-{state}"))


def say_line(text: str) -> None:
    lines([say(text)], width=1_000)
