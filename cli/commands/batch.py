"""`pathfinder batch`: many questions overnight, under one budget; every run of it goes on where it was."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.screen.language import say, speak
from pathfinder.cli.screen.output import as_json, line, lines, money, padded
from pathfinder.cli.settings.allowed import PermissionRequest, allow, allowed, ask_for
from pathfinder.cli.settings.batch_setup import (
    alike,
    asked_of,
    found_batch,
    kept_batch,
    questions_in,
    said_before,
    source_of,
    terms_of,
    time_of,
)
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.options import Flags, with_flags
from pathfinder.cli.settings.run_setup import PreparedRun, prepare, resolved_for, run_config
from pathfinder.cli.settings.saved_flags import save_flags
from pathfinder.locales.catalogue import Message, said
from pathfinder.protocols.calls.batch import Batch, Twin, Wanted, most_usd_micros
from pathfinder.protocols.calls.ports import Command
from pathfinder.protocols.errors import Interrupted, RunError, UserError

if TYPE_CHECKING:
    from pathfinder.adapters.storage.files.batches import Batches
    from pathfinder.adapters.storage.files.layout import Session
    from pathfinder.batch_results import Results
    from pathfinder.batch_state import QuestionState
    from pathfinder.cli.settings.forecast import Forecast
    from pathfinder.orchestrator.batch import QuestionEnd

AtOnceOption = Annotated[
    int | None,
    typer.Option("--sessions", min=1, max=1_000, help="Questions researched at the same time (8)."),
]
EachOption = Annotated[float | None, typer.Option("--each", min=0, help="Dollars for each question (10).")]


class PartFailed(RunError):
    """Some questions of a batch did not come to their end."""

    exit_code = 1


@with_flags
def batch(
    flags: Flags,
    file: Annotated[
        str | None, typer.Argument(help="Questions: a line each, CSV or JSONL; - reads lines from stdin.")
    ] = None,
    batch_id: Annotated[str | None, typer.Option("--batch", help="Id of a batch, or how it begins.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin anew, although the questions are known.")] = False,
    failed: Annotated[bool, typer.Option("--failed", help="Take up only what failed.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Say where the batch stands, and end.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="Ask the running batch to stop, and end.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and end.")] = False,
    sessions: AtOnceOption = None,
    each: EachOption = None,
    overnight: Annotated[
        bool | None,
        typer.Option(
            "--overnight/--no-overnight", help="Let model calls wait for the provider's batches: half price."
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="TIME", help="With --overnight: from then on (07:00) no call waits."),
    ] = None,
) -> None:
    """Research many questions at once, --budget for all together; run it again to go on."""
    from pathfinder.adapters.storage.files.batches import Batches
    from pathfinder.adapters.storage.files.disk import Disk
    from pathfinder.adapters.system import SystemClock

    known = Batches(home(environment()), Disk())
    questions = questions_in(file)
    if new and not questions:
        raise UserError(Message("batch-new-needs-file"))
    found = None if new else found_batch(known, questions, batch_id)
    _speak_of(questions or (() if found is None else found.questions), flags)
    if stop:
        _stop(known, found)
        return
    if found is None and not questions:
        raise UserError(Message("no-batch-yet"))
    before = said_before(known, found)
    own = replace(flags, budget=each)
    saved = before.over(own)
    looks = status and not dry_run
    resolved = resolved_for(own, before, asks=not looks)
    if found is not None and not (questions or looks or dry_run):
        wish = PermissionRequest(Message("this-batch"), _spends(found))
        wishes = () if wish.what in allowed(environment()) else (wish,)
        ask_for(environment(), wishes, at_once=flags.allow_settings, ask=False)
    terms = terms_of(found, sessions, flags.budget, run_config(resolved, own, saved), overnight)
    until = None if by is None else time_of(by, SystemClock().now())
    if until is not None and not terms.overnight:
        raise UserError(Message("by-needs-overnight"))
    if dry_run or status:
        wanted = found or Batch(id="new", source=source_of(file), terms=terms, questions=questions)
        now = wanted.model_copy(update={"terms": terms, "questions": questions or wanted.questions})
        known_cost = prepare(saved, resolved, own, sends=False).forecast if dry_run else None
        _say_where(now, known_cost, json_=flags.json_)
        return
    ready = prepare(saved, resolved, own, watched=False)
    if terms.overnight:
        must_wait(ready)
    found = kept_batch(known, found, questions, terms, source_of(file))
    save_flags(known.place(found).folder, ready.saved)
    allow(environment(), [_spends(found)])
    _run(found, ready, failed_only=failed, by=until)


def must_wait(ready: PreparedRun) -> None:
    """UserError if no call of this run can wait for a batch."""
    from pathfinder.adapters.metering.overnight import Deferrable

    attempt = ready.deps.attempt
    if not (isinstance(attempt, Deferrable) and attempt.may_wait):
        raise UserError(Message("overnight-needs-provider"))


def _spends(found: Batch) -> str:
    """What a batch may cost, as something that its folder must not decide on its own."""
    return Message("wish-spend-on-batch", amount=money(most_usd_micros(found, ())), batch=found.id)


def _speak_of(questions: Sequence[Wanted], flags: Flags) -> None:
    from pathfinder.reports.markdown.summary import tongue

    if questions or flags.lang:
        speak(flags.lang or tongue(questions[0].question))


def _stop(known: "Batches", found: Batch | None) -> None:
    from pathfinder.adapters.storage.files.control import send
    from pathfinder.adapters.storage.files.disk import Disk
    from pathfinder.adapters.storage.files.lock import owner

    place = None if found is None else known.place(found)
    pid = None if place is None else owner(place, Disk())
    if place is None or pid is None:
        raise UserError(Message("batch-not-running"))
    send(place, Command(kind="pause"), Disk())
    line(say(Message("asked-to-stop", pid=str(pid))))


def _run(found: Batch, ready: PreparedRun, *, failed_only: bool, by: datetime | None) -> None:
    from pathfinder.adapters.storage.files.batches import Batches
    from pathfinder.adapters.storage.files.disk import Disk
    from pathfinder.batch_results import Results
    from pathfinder.batch_state import standings, to_do
    from pathfinder.batching import BatchRun
    from pathfinder.cli.screen.batch import Progress, screen, totals_line
    from pathfinder.cli.screen.lines import can_draw
    from pathfinder.cli.screen.words import speaker
    from pathfinder.reports.markdown.summary import tongue

    root, disk, told = home(environment()), Disk(), ready.shown in ("normal", "all")
    repeats = alike(found.questions)
    place = Batches(root, disk).place(found)
    speaks = ready.config.language or tongue(found.questions[0].question)
    speak(speaks)

    def begun(wanted: Wanted, session: "Session") -> None:
        save_flags(session.folder, asked_of(wanted, ready.saved))

    with BatchRun(found, ready.deps, ready.config, root, disk, begun, by=by) as run:
        known = standings(found, root, disk, repeats)
        results = Results(found, known, repeats, place)
        if told:
            _introduce(found, ready.deps.name, repeats, by)
        states = {one.wanted.number: one.state for one in known}
        progress = Progress(found, states, run.spent_usd_micros, stopping=lambda: bool(run.doors.closed))
        drawn, clock = told and can_draw(environment()), ready.deps.clock
        questions = to_do(known, failed_only=failed_only)
        if told and failed_only and not questions:
            line(say(Message("batch-nothing-failed")))
        try:
            with screen(progress, speaks, clock.monotonic, drawn=drawn, quiet=not told) as shows:

                def ended(end: "QuestionEnd") -> None:
                    shows.end(results.take(end.wanted.number, end.state, end.reason, end.graph))

                ends = asyncio.run(run.run(questions, shows.update, ended))
        except asyncio.CancelledError:
            raise Interrupted(Message("batch-ended-at-once")) from None
        finally:
            index = results.write()
    if ready.shown == "json":
        as_json({"batch": found.id, "results": [row.model_dump() for row in results.rows.values()]})
    else:
        line(totals_line(progress, speaker(speaks)))
        lines([say(Message("batch-results", folder=place.folder, index=index))], width=1_000)
    _judge(run.doors.closed, ends, results)


def _introduce(found: Batch, engine: str, repeats: Sequence[Twin], by: datetime | None) -> None:
    cap = found.terms.budget_usd_micros
    line(
        say(Message("batch-header", batch=found.id, count=len(found.questions), at_once=found.terms.at_once))
    )
    line(say(Message("batch-engine", engine=engine)))
    limits = found.terms.limits
    each = {"iterations": limits.max_iterations, "budget": money(limits.budget_usd_micros)}
    line(
        say(
            Message("batch-limits", **each)
            if cap is None
            else Message("batch-limits-all", total=money(cap), **each)
        )
    )
    if found.terms.overnight:
        line(say(Message("overnight-notice")))
        if by is not None:
            line(say(Message("overnight-until", time=f"{by:%Y-%m-%d %H:%M}")))
    _say_twins(repeats)


def _say_twins(repeats: Sequence[Twin]) -> None:
    for twin in repeats:
        told = (
            Message("batch-same-question", number=twin.number, other=twin.of)
            if twin.same
            else Message(
                "batch-like-question", number=twin.number, other=twin.of, likeness=f"{twin.similarity:.2f}"
            )
        )
        lines([f"  {say(told)}"])


def _say_where(found: Batch, each: "Forecast | None", *, json_: bool) -> None:
    """What the batch is, and where each question stands; costs nothing and changes nothing."""
    from pathfinder.adapters.storage.files.disk import Disk
    from pathfinder.batch_state import standings, to_do
    from pathfinder.reports.markdown.summary import tongue

    repeats = alike(found.questions)
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
        told = {} if each is None else {"forecast_usd": forecast_of(found, to_do(known), each) / 1_000_000}
        as_json({"batch": found.id, "most_usd": most / 1_000_000, **told, "questions": rows})
        return
    sums = {"count": len(known), "at_once": found.terms.at_once, "amount": money(most)}
    line(say(Message("batch-where", batch=found.id, **sums)))
    if each is not None:
        left = to_do(known)
        lines([said(each.sentence, tongue(found.questions[0].question))], width=1_000)
        line(
            say(
                Message(
                    "batch-forecast",
                    count=len(left),
                    all=len(known),
                    amount=money(forecast_of(found, left, each)),
                )
            )
        )
        if found.terms.overnight:
            line(say(Message("overnight-forecast")))
    _say_twins(repeats)
    lines(_where(one) for one in known)


def forecast_of(found: Batch, questions: Sequence[Wanted], each: "Forecast") -> int:
    """What these questions will cost together, each within its own limits and all within the budget."""
    usual, cap = found.terms.limits, found.terms.budget_usd_micros
    total = sum(replace(each, limits=one.limits(usual)).total_usd_micros for one in questions)
    return total if cap is None else min(total, cap)


def _where(one: "QuestionState") -> str:
    spent = money(one.run.spend.total_usd_micros) if one.run is not None else ""
    state = say(Message(f"batch-state-{one.state}"))
    return f"  {one.wanted.number:>4}  {padded(state, 9)}{spent:>9}  {one.wanted.question}"


def _judge(closed: str, ends: "Sequence[QuestionEnd]", results: "Results") -> None:
    """The exit code: all done, a part failed, or why the rest was not begun."""
    rows = results.rows.values()
    open_ = [row for row in rows if row.state not in ("done", "same")]
    if not open_:
        return
    if closed:
        for error in (end.error for end in ends if end.error is not None and str(end.error) == closed):
            raise error
        raise Interrupted(Message("batch-questions-left", count=len(open_), all=len(rows)))
    raise PartFailed(Message("batch-part-failed", count=len(open_), all=len(rows)))
