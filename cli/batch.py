"""`pathfinder batch`: many questions overnight, under one budget; every run of it goes on where it was."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.looking import JsonOption
from pathfinder.cli.remembered import Remembered, remember, remembered
from pathfinder.cli.running import (
    DocsAsOption,
    DocsOption,
    IterationsOption,
    MinutesOption,
    ModelOption,
    PriceOption,
    QuickOption,
    QuietOption,
    RateOption,
    SourcesOption,
    TrustOption,
    asked_for,
    chosen_over,
    limits_over,
)
from pathfinder.cli.settings import KEY, environment, home
from pathfinder.cli.shown import as_json, line, lines, money
from pathfinder.protocols.batch import Batch, Terms, Twin, Wanted, most_usd_micros, twins
from pathfinder.protocols.errors import Interrupted, RunError, UserError
from pathfinder.protocols.ports import Command

if TYPE_CHECKING:
    from pathfinder.adapters.files.batches import Batches
    from pathfinder.batch_results import Results
    from pathfinder.batching import Standing
    from pathfinder.orchestrator.batch import Ended
    from pathfinder.wiring import Engine, Options

AtOnceOption = Annotated[
    int | None,
    typer.Option("--sessions", min=1, max=1_000, help="Questions researched at the same time (8)."),
]
WholeOption = Annotated[
    float | None, typer.Option("--budget", min=0, help="Dollars for all questions together.")
]
EachOption = Annotated[
    float | None, typer.Option("--each", min=0, help="Dollars for each question, at most (10).")
]


class PartFailed(RunError):
    """Some questions of a batch did not come to their end."""

    exit_code = 1


def batch(
    file: Annotated[
        str | None, typer.Argument(help="Questions: a line each, CSV or JSONL; - reads lines from stdin.")
    ] = None,
    batch_id: Annotated[str | None, typer.Option("--batch", help="Id of a batch, or how it begins.")] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Begin anew, although the same questions were asked.")
    ] = False,
    failed: Annotated[bool, typer.Option("--failed", help="Take up only what failed.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Say where the batch stands, and end.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="Ask the running batch to stop, and end.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and end.")] = False,
    sessions: AtOnceOption = None,
    budget: WholeOption = None,
    each: EachOption = None,
    iterations: IterationsOption = None,
    max_minutes: MinutesOption = None,
    parallel: Annotated[
        int | None,
        typer.Option("--parallel", min=1, max=10, help="Explorers at once, for each question (5)."),
    ] = None,
    quick: QuickOption = False,
    docs: DocsOption = None,
    docs_as: DocsAsOption = None,
    trust_front_matter: TrustOption = None,
    sources: SourcesOption = None,
    model: ModelOption = None,
    price: PriceOption = None,
    rate: RateOption = 1000,
    json_: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Research many questions at once; run it again to go on with what is not done."""
    from pathfinder.adapters.files.batches import Batches
    from pathfinder.adapters.files.disk import Disk

    known = Batches(home(environment()), Disk())
    questions = _questions(file)
    if new and not questions:
        raise UserError("--new needs the file of questions.")
    found = None if new else _found(known, questions, batch_id)
    if stop:
        _stop(known, found)
        return
    terms = _terms(found.terms if found else Terms(), sessions, budget, parallel, quick=quick)
    terms = terms.model_copy(update={"limits": limits_over(terms.limits, iterations, each, max_minutes)})
    if found is None and not questions:
        raise UserError("There is no batch yet; give a file of questions.")
    if dry_run or status:
        wanted = found or Batch(id="new", source=_source(file), terms=terms, questions=questions)
        _say_where(wanted.model_copy(update={"terms": terms}), json_=json_)
        return
    before = Remembered() if found is None else remembered(known.place(found).folder)
    chosen = chosen_over(before, docs, docs_as, trust_front_matter, sources, model)
    engine, options = _engine(chosen, tuple(price or ()), rate)
    found = _kept(known, found, questions, terms, _source(file))
    remember(known.place(found).folder, chosen)
    _run(found, engine, options, failed_only=failed, json_=json_, quiet=quiet)


def _questions(file: str | None) -> tuple[Wanted, ...]:
    """The questions of the file; none where none was named."""
    from pathfinder.cli.batch_file import questions_of

    if file is None:
        return ()
    if file == "-":
        return questions_of("standard input", typer.get_text_stream("stdin").read())
    try:
        return questions_of(file, Path(file).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise UserError(f"{file} is not UTF-8 text; save it as UTF-8.") from None


def _source(file: str | None) -> str:
    return "stdin" if file == "-" else Path(file or "").name


def _found(known: "Batches", questions: tuple[Wanted, ...], name: str | None) -> Batch | None:
    """The batch that is meant: by its id, by its questions, or the newest; None if it is a new one."""
    if name is not None:
        return known.load(name)
    there = known.all()
    if questions:
        return next((batch for batch in there if batch.questions == questions), None)
    return there[0] if there else None


def _terms(
    before: Terms,
    at_once: int | None,
    budget: float | None,
    parallel: int | None,
    *,
    quick: bool,
) -> Terms:
    """What was said now, over what the batch was begun with."""
    given = {
        "at_once": at_once,
        "budget_usd_micros": None if budget is None else round(budget * 1_000_000),
        "parallel": parallel,
        "quick": quick or None,
    }
    return before.model_copy(update={name: value for name, value in given.items() if value is not None})


def _kept(
    known: "Batches", found: Batch | None, questions: tuple[Wanted, ...], terms: Terms, source: str
) -> Batch:
    """The batch on disk, with the terms of this run."""
    from pathfinder.adapters.files.disk import Disk
    from pathfinder.adapters.files.sessions import Sessions
    from pathfinder.adapters.system import SystemClock

    if found is None:
        Sessions(home(environment()), Disk()).make_root()
        return known.create(questions, terms, source, SystemClock().now())
    changed = found.model_copy(update={"terms": terms})
    known.keep(changed)
    return changed


def _stop(known: "Batches", found: Batch | None) -> None:
    from pathfinder.adapters.files.control import send
    from pathfinder.adapters.files.disk import Disk
    from pathfinder.adapters.files.lock import owner

    place = None if found is None else known.place(found)
    pid = None if place is None else owner(place, Disk())
    if place is None or pid is None:
        raise UserError("No batch is running here; nothing was asked of it.")
    send(place, Command(kind="pause"), Disk())
    line(f"Asked process {pid} to stop; it finishes the calls in flight first.")


def _engine(chosen: Remembered, prices: tuple[str, ...], rate: int) -> "tuple[Engine, Options]":
    """Who answers, checked before a batch is made: bad input leaves nothing behind."""
    from pathfinder.adapters.metering.limiter import FairLimiter
    from pathfinder.cli.engines import engine_for
    from pathfinder.wiring import Options

    secret = environment().get(KEY, "").strip()
    options = Options(limiter=FairLimiter(rate), secrets=(secret,) if secret else ())
    asked = asked_for(chosen, prices)
    return engine_for(environment(), asked, options.clock, home(environment())), options


def _alike(questions: Sequence[Wanted]) -> tuple[Twin, ...]:
    from pathfinder.adapters.language.encoder import encoder

    return twins(questions, encoder().similarity if len(questions) > 1 else lambda *_: 0.0)


def _run(
    found: Batch, engine: "Engine", options: "Options", *, failed_only: bool, json_: bool, quiet: bool
) -> None:
    from pathfinder.adapters.files.batches import Batches
    from pathfinder.adapters.files.disk import Disk
    from pathfinder.batch_results import Results
    from pathfinder.batching import BatchRun, standings, to_do
    from pathfinder.cli.batch_screen import WORDS, Progress, screen, totals_line
    from pathfinder.cli.screen import can_draw
    from pathfinder.reports.summary import tongue

    root, disk = home(environment()), Disk()
    repeats = _alike(found.questions)
    known = standings(found, root, disk, repeats)
    place = Batches(root, disk).place(found)
    results = Results(found, known, repeats, place)
    run = BatchRun(found, engine, options, root, disk)
    questions = to_do(known, failed_only=failed_only)
    speak = tongue(found.questions[0].question)
    if not (json_ or quiet):
        _introduce(found, engine.name, repeats)
    progress = Progress(found, {one.wanted.number: one.state for one in known}, run.spent_usd_micros)
    drawn = not (json_ or quiet) and can_draw(environment())
    try:
        with screen(progress, speak, options.clock.monotonic, drawn=drawn, quiet=json_ or quiet) as shows:

            def ended(end: "Ended") -> None:
                shows.end(results.take(end.wanted.number, end.state, end.reason, end.graph))

            ends = asyncio.run(run.run(questions, shows.hear, ended))
    except asyncio.CancelledError:
        raise Interrupted("Ended at once; the same command goes on where it was.") from None
    finally:
        index = results.write()
    if json_:
        as_json({"batch": found.id, "results": [row.model_dump() for row in results.rows.values()]})
    else:
        line(totals_line(progress, WORDS[speak]))
        lines([f"Results: {place.folder}/results.jsonl, results.csv; {index}"], width=1_000)
    _judge(run.doors.closed, ends, results)


def _introduce(found: Batch, engine: str, repeats: Sequence[Twin]) -> None:
    cap = found.terms.budget_usd_micros
    whole = "" if cap is None else f", {money(cap)} together"
    line(
        f"Batch {found.id}: {len(found.questions)} questions, {found.terms.at_once} at a time. "
        f"Engine: {engine}."
    )
    line(
        f"Each question ends after {found.terms.limits.max_iterations} iterations "
        f"or {money(found.terms.limits.budget_usd_micros)}{whole}."
    )
    _say_twins(repeats)


def _say_twins(repeats: Sequence[Twin]) -> None:
    for twin in repeats:
        what = "asks the same as" if twin.same else f"is much like ({twin.similarity:.2f})"
        once = "; it is researched once" if twin.same else ""
        lines([f"  Question {twin.number} {what} question {twin.of}{once}."])


def _say_where(found: Batch, *, json_: bool) -> None:
    """What the batch is, and where each question stands; costs nothing and changes nothing."""
    from pathfinder.adapters.files.disk import Disk
    from pathfinder.batching import standings

    repeats = _alike(found.questions)
    known = standings(found, home(environment()), Disk(), repeats)
    most = most_usd_micros(found, (twin.number for twin in repeats if twin.same))
    if json_:
        rows = [
            {
                "number": one.wanted.number,
                "label": one.wanted.label,
                "question": one.wanted.question,
                "state": one.state,
                "session": one.session.id if one.run is not None else "",
                "iteration": one.iteration,
                "spent_usd": one.run.spend.total_usd_micros / 1_000_000 if one.run is not None else 0.0,
            }
            for one in known
        ]
        as_json({"batch": found.id, "most_usd": most / 1_000_000, "questions": rows})
        return
    line(
        f"Batch {found.id}: {len(known)} questions, {found.terms.at_once} at a time, "
        f"at most {money(most)} in all."
    )
    _say_twins(repeats)
    lines(_where(one) for one in known)


def _where(one: "Standing") -> str:
    spent = money(one.run.spend.total_usd_micros) if one.run is not None else ""
    return f"  {one.wanted.number:>4}  {one.state:<8} {spent:>9}  {one.wanted.question}"


def _judge(closed: str, ends: "Sequence[Ended]", results: "Results") -> None:
    """The exit code: all done, a part failed, or why the rest was not begun."""
    rows = results.rows.values()
    open_ = [row for row in rows if row.state not in ("done", "same")]
    if not open_:
        return
    if closed:
        for error in (end.error for end in ends if end.error is not None and str(end.error) == closed):
            raise error
        raise Interrupted(
            f"{len(open_)} of {len(rows)} questions are left; the same command goes on with them."
        )
    left = f"{len(open_)} of {len(rows)} questions did not come to their end"
    raise PartFailed(f"{left}; `pathfinder batch --failed` takes them up again.")
