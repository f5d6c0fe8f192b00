"""Commands that research: `research` and `resume`. SDKs are loaded only once a run begins."""

import asyncio
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.commands.inspect import SessionOption, sessions_here
from pathfinder.cli.screen.language import say, speak
from pathfinder.cli.screen.output import as_json, line
from pathfinder.cli.screen.run_output import forecast_json, show_end, show_forecast, show_limits
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.options import Flags, with_flags
from pathfinder.cli.settings.run_setup import PreparedRun, prepare, resolved_for
from pathfinder.cli.settings.saved_flags import SavedFlags, load_flags, save_flags
from pathfinder.cli.settings.session_choice import named, session_on
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import EnginesChanged, Interrupted, UserError

if TYPE_CHECKING:
    from pathfinder.adapters.storage.files.layout import Session
    from pathfinder.orchestrator.planning import Proposal
    from pathfinder.protocols.calls.ports import EventSink
    from pathfinder.protocols.graph.types import SubQuestion


@with_flags
def research(
    question: Annotated[str, typer.Argument(help="What to find out; - reads it from standard input.")],
    flags: Flags,
    continue_: Annotated[
        bool, typer.Option("--continue", help="Go on with the session on this question, or the likest one.")
    ] = False,
    new: Annotated[bool, typer.Option("--new", help="A new session, whatever there is.")] = False,
    session: SessionOption = None,
    no_input: Annotated[bool, typer.Option("--no-input", help="Ask nothing.")] = False,
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Show the plan first, to approve or edit; with --json, end with it."),
    ] = False,
    plan_file: Annotated[
        Path | None, typer.Option("--plan-file", help="The question in parts, one a line.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would cost, and end.")] = False,
) -> None:
    """Research a question until it is stopped, or a limit is reached."""
    from pathfinder.adapters.system import SystemClock
    from pathfinder.cli.settings import confirmation as asking
    from pathfinder.reports.markdown.summary import tongue
    from pathfinder.running import start

    asked = _question(question)
    speak(flags.lang or tongue(asked))
    parts = asking.plan_file(plan_file) if plan_file is not None else ()
    ask = not no_input and asking.at_terminal() and flags.shown() in ("normal", "all")
    if plan and not parts and not ask and not flags.json_:
        raise UserError(Message("plan-needs-terminal"))
    saved = SavedFlags().over(flags)
    if dry_run:
        _say_forecast(prepare(saved, resolved_for(flags, ask=ask), flags, sends=False), asked)
        return
    if session is not None:
        meant = named(asked, session, continue_=continue_, new=new)
    else:
        meant = session_on(asked, saved, continue_=continue_, new=new, ask=ask, flags=flags)
    if (known := meant.session) is not None:
        if plan or (parts and _has_begun(known)):
            raise UserError(Message("session-has-plan", session=known.id))
        _go_on(known, flags, ask=ask, notice=meant.notice, plan=parts)
        return
    asking_in = (flags.lang or tongue(asked)) if ask else None
    run = prepare(saved, resolved_for(flags, ask=ask), flags, speak=asking_in)
    _notify(meant.notice)
    if (
        not run.config.without_model
        and run.shown in ("normal", "all")
        and _nobody_says_what_they_are(run.saved)
    ):
        line(say(Message("docs-kind-unknown")))
    begun = start(asked, SystemClock(), home=home(environment()))
    save_flags(begun.folder, run.saved)
    if plan and not parts and flags.json_:
        _print_plan(run, begun, asked)
        return
    if plan and not parts:
        parts = _approved_plan(run, begun, asked)
    begin(run, begun, asked, parts)


@with_flags
def resume(flags: Flags, session: SessionOption = None) -> None:
    """Go on with a session where it stands; no finished call is repeated."""
    from pathfinder.cli.settings.confirmation import at_terminal

    ask = at_terminal() and flags.shown() in ("normal", "all")
    _go_on(sessions_here().resolve(session), flags, ask=ask)


def _nobody_says_what_they_are(saved: SavedFlags) -> bool:
    return saved.docs is not None and saved.docs_as is None and not saved.trust_front_matter


def _notify(notice: str) -> None:
    if notice:
        typer.echo(f"pathfinder: {notice}", err=True)


def _has_begun(session: "Session") -> bool:
    """Whether the first iteration has its inputs, the plan among them."""
    from pathfinder.adapters.storage.files.disk import Disk
    from pathfinder.adapters.storage.files.glance import glance
    from pathfinder.adapters.storage.files.journal import journaled

    disk = Disk()
    begun = any(entry.step.startswith("1/LOAD/") for entry in journaled(session, 1, disk))
    return begun or glance(session, disk).iteration > 0


def _go_on(
    session: "Session",
    flags: Flags,
    *,
    ask: bool,
    notice: str = "",
    plan: "tuple[SubQuestion, ...]" = (),
) -> None:
    from pathfinder.cli.commands.inspect import loaded
    from pathfinder.protocols.answer.recorded import is_recorded
    from pathfinder.reports.markdown.summary import tongue

    found, graph = loaded(session.id)
    if is_recorded(graph):
        raise UserError(Message("tour-cannot-go-on"))
    known = load_flags(found.folder)
    saved = known.over(flags)
    speak = (flags.lang or tongue(graph.question)) if ask else None
    resolved = resolved_for(flags, known, graph.run.limits, ask=ask)
    run = prepare(saved, resolved, flags, speak=speak)
    _notify(notice)
    sessions_here().switch(found)
    save_flags(found.folder, run.saved)
    try:
        begin(run, found, graph.question, plan)
    except EnginesChanged:
        save_flags(found.folder, known)  # The next `resume` without flags goes on as it was begun.
        raise


def _question(written: str) -> str:
    from pathfinder.running import checked_question

    return checked_question(typer.get_text_stream("stdin").read() if written == "-" else written)


def _say_forecast(run: PreparedRun, question: str) -> None:
    from pathfinder.adapters.documents.listing import listing
    from pathfinder.adapters.documents.workers import Limits
    from pathfinder.cli.screen.words import speaker
    from pathfinder.reports.markdown.summary import tongue

    if run.shown == "json":
        as_json(forecast_json(run, question))
        return
    told_in = run.config.language or tongue(question)
    show_forecast(run, told_in)
    if (folder := run.saved.docs) is not None:
        files = listing(Path(folder).resolve(), Limits()).files
        line(speaker(told_in)("screen-files", count=len(files), folder=str(folder)))


def _print_plan(run: PreparedRun, session: "Session", question: str) -> None:
    """The plan and the forecast of a new session, for a program; `research --session` starts the run."""
    proposed = _proposed(run, session)
    as_json(
        {
            "session": session.id,
            "plan": [part.text for part in proposed.parts.values()],
            "targets": list(proposed.targets),
            **forecast_json(run, question),
        }
    )


def _approved_plan(run: PreparedRun, session: "Session", question: str) -> "tuple[SubQuestion, ...]":
    from pathfinder.cli.settings.confirmation import approved
    from pathfinder.reports.markdown.summary import tongue

    parts = approved(_proposed(run, session), run.config.language or tongue(question), environment())
    if parts is None:
        raise Interrupted(Message("plan-not-approved", session=session.id))
    return parts


def _proposed(run: PreparedRun, session: "Session") -> "Proposal":
    """The plan of the first iteration, asked with connections of its own: they are closed afterwards."""
    from pathfinder.assembly import assemble
    from pathfinder.running import propose

    return asyncio.run(propose(session, assemble(run.config), run.config))


def begin(run: PreparedRun, session: "Session", question: str, plan: "tuple[SubQuestion, ...]" = ()) -> None:
    """Run a session to its end, and show what came of it."""
    from pathfinder.cli.screen.key_commands import SessionCommands
    from pathfinder.cli.screen.lines import screen_for
    from pathfinder.reports.markdown.summary import tongue
    from pathfinder.running import resume as resumed

    if run.shown in ("normal", "all"):
        show_limits(run, run.config.language or tongue(question))
    screen: AbstractContextManager[EventSink | None] = (
        screen_for(run.shown, SessionCommands(session), run.deps.clock.monotonic, environment())
        if run.reading is None
        else nullcontext(run.reading)
    )
    try:
        with screen as sink:
            events = () if sink is None else (sink,)
            end = asyncio.run(resumed(session, run.deps, replace(run.config, plan=plan), events=events))
    except asyncio.CancelledError:
        raise Interrupted(Message("ended-at-once")) from None
    show_end(run, session, question, end)
