"""Commands that research: `research` and `resume`. SDKs are loaded only once a run begins."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer._click.globals import get_current_context  # typer has no other name for it

from pathfinder.cli.commands.inspect import SessionOption, sessions_here
from pathfinder.cli.screen.language import say, speak
from pathfinder.cli.screen.output import as_json, line, lines, money, place
from pathfinder.cli.settings.allowed import Wish, allow, allowed, ask_for
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.layers import Resolved, resolve
from pathfinder.cli.settings.options import Choices, with_choices
from pathfinder.cli.settings.remembered import Remembered, remember, remembered
from pathfinder.cli.settings.session_choice import named, session_on
from pathfinder.locales.catalogue import Message, said
from pathfinder.protocols.errors import EnginesChanged, Interrupted, UserError
from pathfinder.protocols.graph.memory import Limits

if TYPE_CHECKING:
    from pathfinder.adapters.storage.files.layout import Session
    from pathfinder.adapters.tracing import Tracing
    from pathfinder.cli.screen.lines import Shown
    from pathfinder.cli.screen.reading import ReadingScreen
    from pathfinder.cli.settings.config import ResearchSection, TraceSection
    from pathfinder.cli.settings.forecast import Forecast
    from pathfinder.orchestrator.run import RunEnd
    from pathfinder.protocols.calls.ports import Clock, EventSink
    from pathfinder.protocols.graph.types import SubQuestion
    from pathfinder.protocols.planning.answered import StopWhen
    from pathfinder.reports.markdown.summary import Tongue
    from pathfinder.wiring import Engine, Options


@with_choices
def research(
    question: Annotated[str, typer.Argument(help="What to find out; - reads it from standard input.")],
    choices: Choices,
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
    from pathfinder.protocols.answer.reading_list import ENGINE
    from pathfinder.reports.markdown.summary import tongue
    from pathfinder.running import start

    asked = _question(question)
    speak(choices.lang or tongue(asked))
    parts = asking.plan_file(plan_file) if plan_file is not None else ()
    ask = not no_input and asking.at_terminal() and choices.shown() in ("normal", "all")
    if plan and not parts and not ask and not choices.json_:
        raise UserError(Message("plan-needs-terminal"))
    chosen = Remembered().over(choices)
    if dry_run:
        _say_forecast(
            ready_for(chosen, resolved_for(choices, ask=ask), choices, sends=False),
            asked,
            json_=choices.json_,
        )
        return
    if session is not None:
        meant = named(asked, session, continue_=continue_, new=new)
    else:
        meant = session_on(asked, chosen, continue_=continue_, new=new, ask=ask, choices=choices)
    if (known := meant.session) is not None:
        if plan or (parts and _has_begun(known)):
            raise UserError(Message("session-has-plan", session=known.id))
        _go_on(known, choices, ask=ask, notice=meant.notice, plan=parts)
        return
    asking_in = (choices.lang or tongue(asked)) if ask else None
    ready = ready_for(chosen, resolved_for(choices, ask=ask), choices, speak=asking_in)
    _notify(meant.notice)
    judged = not ready.engine.name.startswith(ENGINE)
    if judged and choices.shown() in ("normal", "all") and _nobody_says_what_they_are(ready.chosen):
        line(say(Message("docs-kind-unknown")))
    begun = start(asked, SystemClock(), home=home(environment()))
    remember(begun.folder, ready.chosen)
    if plan and not parts and choices.json_:
        _print_plan(ready, begun, asked)
        return
    if plan and not parts:
        parts = _approved_plan(ready, begun, asked)
    ready.begin(begun, asked, parts)


@with_choices
def resume(choices: Choices, session: SessionOption = None) -> None:
    """Go on with a session where it stands; no finished call is repeated."""
    from pathfinder.cli.settings.confirmation import at_terminal

    ask = at_terminal() and choices.shown() in ("normal", "all")
    _go_on(sessions_here().resolve(session), choices, ask=ask)


def _nobody_says_what_they_are(chosen: Remembered) -> bool:
    return chosen.docs is not None and chosen.docs_as is None and not chosen.trust_front_matter


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
    choices: Choices,
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
    known = remembered(found.folder)
    chosen = known.over(choices)
    speak = (choices.lang or tongue(graph.question)) if ask else None
    resolved = resolved_for(choices, known, graph.run.limits, ask=ask)
    ready = ready_for(chosen, resolved, choices, speak=speak)
    _notify(notice)
    sessions_here().switch(found)
    remember(found.folder, ready.chosen)
    try:
        ready.begin(found, graph.question, plan)
    except EnginesChanged:
        remember(found.folder, known)  # The next `resume` without flags goes on as it was begun.
        raise


def _question(written: str) -> str:
    asked = " ".join((typer.get_text_stream("stdin").read() if written == "-" else written).split())
    if not asked:
        raise UserError(Message("question-empty"))
    return asked


def _say_forecast(ready: "Ready", question: str, *, json_: bool) -> None:
    from pathfinder.reports.markdown.summary import tongue

    if json_:
        as_json(_forecast(ready, question))
        return
    speak = ready.options.language or tongue(question)
    ready.say_limits(speak)


def _forecast(ready: "Ready", question: str) -> dict[str, object]:
    """What a run is expected to cost, and the most it may."""
    known = ready.forecast
    return {
        "question": question,
        "engine": ready.engine.name,
        "basis": known.basis,
        "explorers": ready.options.parallel,
        "usd_per_iteration": known.iteration_usd_micros / 1_000_000,
        "iterations": known.iterations,
        "usd": known.total_usd_micros / 1_000_000,
        "budget_usd": known.limits.budget_usd_micros / 1_000_000,
    }


def _print_plan(ready: "Ready", session: "Session", question: str) -> None:
    """The plan and the forecast of a new session, for a program; `research --session` starts the run."""
    from pathfinder.running import propose

    proposed = asyncio.run(propose(session, ready.new_engine(), ready.options))
    as_json(
        {
            "session": session.id,
            "plan": [part.text for part in proposed.parts.values()],
            "targets": list(proposed.targets),
            **_forecast(ready, question),
        }
    )


def _approved_plan(ready: "Ready", session: "Session", question: str) -> "tuple[SubQuestion, ...]":
    from pathfinder.cli.settings.confirmation import approved
    from pathfinder.reports.markdown.summary import tongue
    from pathfinder.running import propose

    # An engine is let go after a run; the plan and the iterations each have their own.
    proposed = asyncio.run(propose(session, ready.new_engine(), ready.options))
    parts = approved(proposed, ready.options.language or tongue(question), environment())
    if parts is None:
        raise Interrupted(Message("plan-not-approved", session=session.id))
    return parts


def resolved_for(
    choices: Choices,
    before: Remembered | None = None,
    limits: Limits | None = None,
    *,
    ask: bool = False,
    asks: bool = True,
) -> Resolved:
    """The settings, with what was said now over what the session was started with.

    What session and config want needs permission: the user is asked if `ask`, and UserError is raised
    without it. A command that only looks has `asks` off, and goes by the user's own settings.
    """
    environ = environment()
    session = None if before is None else before.layer(limits)

    def resolved(permitted: Collection[str]) -> Resolved:
        return resolve(
            home(environ),
            environ,
            choices.settings(),
            file=choices.config,
            session=session,
            permitted=permitted,
        )

    known = allowed(environ)
    found = resolved(known)
    own = () if before is None else before.wishes(choices)
    wishes = (*found.wishes, *(Wish(Message("this-session"), what) for what in own if what not in known))
    if wishes and asks:
        ask_for(environ, wishes, at_once=choices.allow_settings, ask=ask)
        found = resolved({*known, *(wish.what for wish in wishes)})
    for warning in found.warnings:
        typer.echo(f"pathfinder: {say(warning)}", err=True)
    return found


def stop_when(wanted: "ResearchSection", *, unwatched: bool) -> "StopWhen":
    """What ends a run by itself; where nobody sees that the question is answered, that does by default."""
    if wanted.stop_when is not None:
        return wanted.stop_when
    if wanted.auto_stop:
        return "saturated"
    return "answered" if unwatched else "limit"


def options_for(resolved: Resolved, choices: Choices, chosen: Remembered) -> "Options":
    """How a run is done, by the settings."""
    from pathfinder.adapters.metering.limiter import FairLimiter
    from pathfinder.cli.settings.confirmation import at_terminal
    from pathfinder.cli.settings.environment import secrets
    from pathfinder.wiring import Answering, Options

    wanted = resolved.config.research
    return Options(
        limits=Limits(
            max_iterations=wanted.max_iterations,
            budget_usd_micros=round(wanted.budget_usd * 1_000_000),
            max_minutes=wanted.max_minutes,
        ),
        parallel=wanted.parallel_count,
        stop_when=stop_when(wanted, unwatched=choices.json_),
        # Who asks for the limit means the limit.
        attended=at_terminal() or wanted.stop_when is not None,
        quick=chosen.quick,
        depth=wanted.search_depth,
        framework=wanted.thinking_framework,
        explorer_seconds=wanted.explorer_seconds,
        language="" if wanted.language == "auto" else wanted.language,
        papers=resolved.config.academic.pdf_storage_path,
        answer=Answering(wanted.answer_length, wanted.answer_page_tokens),
        limiter=FairLimiter(choices.rate),
        secrets=secrets(environment(), resolved.config),
    )


def _tracing(wanted: "TraceSection", clock: "Clock") -> "Tracing | None":
    """Where traces go until the command ends; None if no collector is named."""
    if not wanted.endpoint:
        return None
    try:
        from pathfinder.adapters.tracing import to_collector
    except ImportError:
        raise UserError(Message("traces-need-packages")) from None
    tracing = to_collector(wanted.endpoint, clock, content=wanted.content)

    def close() -> None:
        if not tracing.close():
            _notify(say(Message("traces-not-delivered", address=wanted.endpoint)))

    get_current_context().call_on_close(close)
    return tracing


@dataclass(frozen=True)
class Ready:
    """Everything a run needs."""

    chosen: Remembered
    """What was chosen, with the user's leave for what leaves the machine."""
    engine: "Engine"
    new_engine: "Callable[[], Engine]"
    options: "Options"
    shown: "Shown"
    forecast: "Forecast"
    wanted: int
    """Explorers, before the budget was looked at."""
    reading: "ReadingScreen | None" = None
    """The screen of a run without a model."""
    replayed: bool = False
    """The answers come from a recording: nothing is paid, and nothing can be resumed."""

    def begin(self, session: "Session", question: str, plan: "tuple[SubQuestion, ...]" = ()) -> None:
        """Run, and end as the run did."""
        from pathfinder.cli.screen.key_commands import SessionWishes
        from pathfinder.cli.screen.lines import screen_for
        from pathfinder.cli.screen.words import speaker
        from pathfinder.protocols.answer.reading_list import is_reading_list
        from pathfinder.reports.markdown.interim import has_evidence
        from pathfinder.reports.markdown.summary import tongue
        from pathfinder.running import resume as run

        if self.shown in ("normal", "all"):
            self.say_limits(self.options.language or tongue(question))
        options = replace(self.options, plan=plan)
        screen: AbstractContextManager[EventSink | None] = (
            screen_for(self.shown, SessionWishes(session), options.clock.monotonic, environment())
            if self.reading is None
            else nullcontext(self.reading)
        )
        try:
            with screen as sink:
                events = () if sink is None else (sink,)
                end = asyncio.run(run(session, self.engine, options, events=events))
        except asyncio.CancelledError:
            raise Interrupted(Message("ended-at-once")) from None
        if is_reading_list(end.graph):
            self._show_list(session, end)
        elif end.answer is not None:
            self._show_answer(session, end)
        elif self.shown in ("normal", "all") and has_evidence(end.graph):
            if end.unwritten:
                line(say(Message("no-answer-written", reason=end.unwritten)))
            line(speaker(self.options.language or tongue(question))("screen-next-steps"))
        _finish(end, json_=self.shown == "json")

    def _show_list(self, session: "Session", end: "RunEnd") -> None:
        """The reading list, and where the report is; with --json and --events the report is only written."""
        from pathfinder.cli.commands.report import write_list
        from pathfinder.cli.screen.words import speaker
        from pathfinder.reading import list_of
        from pathfinder.reports.markdown.reading_list import GAP, WIDEST_ROW, list_lines
        from pathfinder.reports.markdown.summary import tongue_of

        known, speak = list_of(end.graph), self.options.language or tongue_of(end.graph)
        paths = write_list(session, known, speak, ("md", "html"))
        if self.shown not in ("normal", "all"):
            return
        line()
        for text in list_lines(known, speak):
            if GAP in text.lstrip():
                lines([text], width=WIDEST_ROW)
            else:
                line(text)
        line()
        for path in paths:
            place(say(Message("reading-list-written", path=path)))
        line(speaker(speak)("screen-next-steps-unjudged"))

    def _show_answer(self, session: "Session", end: "RunEnd") -> None:
        """The answer, and where the report is; with --json and --events the report is only written."""
        from pathfinder.cli.commands.report import write_reports
        from pathfinder.reports.markdown.answer_lines import answer_lines, told_of
        from pathfinder.writing import Written

        paths = write_reports(session, Written(end.graph, end.answer), self.options.language or None)
        if self.shown not in ("normal", "all") or end.answer is None:
            return
        line()
        for text in answer_lines(told_of(end.graph, end.answer), end.answer.language):
            line(text)
        line()
        for path in paths:
            place(say(Message("report-written", path=path)))

    def say_limits(self, speak: "Tongue") -> None:
        """The first lines: who answers, when it ends, what it may cost, how to stop it."""
        from pathfinder.cli.screen.words import speaker

        say, limits = speaker(speak), self.options.limits
        line(say("screen-engine", name=said(self.engine.name, speak)))
        if self.replayed:
            return
        if self.reading is not None:
            # It ends by itself within a few iterations, and costs nothing.
            line(say("screen-stopping-it"))
            return
        line(say("screen-limits", iterations=limits.max_iterations, budget=money(limits.budget_usd_micros)))
        line(self.forecast.sentence(speak))
        if self.options.parallel < self.wanted:
            line(say("screen-fewer", explorers=self.options.parallel, wanted=self.wanted))
        line(say("screen-stopping-it"))


def ready_for(
    chosen: Remembered,
    resolved: Resolved,
    choices: Choices,
    *,
    sends: bool = True,
    watched: bool = True,
    speak: "Tongue | None" = None,
) -> Ready:
    """Everything a run needs, made before a session is touched: bad input leaves nothing behind.

    What only forecasts sends nothing, and needs no leave. `watched` is off for
    many sessions at once. `speak` is how somebody is asked for it; None:
    nobody can be.
    """
    from pathfinder.adapters.metering.searches import engine_set
    from pathfinder.cli.screen.reading import ReadingScreen
    from pathfinder.cli.settings.consent import consented
    from pathfinder.cli.settings.contact import met
    from pathfinder.cli.settings.engines import Asked, engine_for, prices_of, without_model
    from pathfinder.cli.settings.forecast import (
        Prices,
        Search,
        Shape,
        affordable,
        forecast,
        material_of,
        paid_per_iteration,
        search_usd_micros,
    )
    from pathfinder.cli.settings.trials import with_trials
    from pathfinder.protocols.planning.depth import REACH, depth_of

    environ, shown = environment(), choices.shown()
    options = options_for(resolved, choices, chosen)
    if not watched:
        options = replace(options, stop_when=stop_when(resolved.config.research, unwatched=True))
    asked = Asked(
        config=resolved.config,
        docs=Path(chosen.docs) if chosen.docs else None,
        docs_as=chosen.docs_as,
        trust_front_matter=chosen.trust_front_matter,
        sources=Path(chosen.sources) if chosen.sources else None,
        prices=tuple(choices.price or ()),
        quick=chosen.quick,
        since=chosen.since,
        until=chosen.until,
    )
    reading = None
    if without_model(environ, asked):
        # The first iteration without a new passage is the last: there is nobody to think of other searches.
        options = replace(options, answer=None, stop_when="dry")
        if sends and watched and shown in ("normal", "all"):
            reading = ReadingScreen(speak or "en", every_failure=shown == "all")
            asked = replace(asked, watch=reading)
    if choices.prompts is not None and without_model(environ, asked):
        raise UserError(Message("prompts-need-model"))
    if sends:
        asked = met(environ, asked)
        if asked.model != resolved.config.models.all:
            chosen = chosen.model_copy(update={"model": asked.model})
    new_engine = partial(engine_for, environ, asked, options.clock, home(environ))
    engine = new_engine()
    # A missing key is told first: who cannot send anything need not agree to it.
    agreed = consented(environ, asked, chosen, speak) if sends else chosen
    if sends:
        # What was chosen here needs no permission when the session is taken up again.
        again = resolve(home(environ), environ, file=choices.config, session=agreed.layer(), permitted=())
        allow(environ, (*(wish.what for wish in again.wishes), *agreed.wishes()))
    if sends and (tested := with_trials(environ, asked, options.limits.budget_usd_micros)) != asked:
        asked = tested
        new_engine = partial(engine_for, environ, asked, options.clock, home(environ))
        engine = new_engine()
    table = None if without_model(environ, asked) else prices_of(environ, asked)
    prices = Prices(table, asked.config.models.seats(quick=options.quick))
    search = Search(search_usd_micros(engine_set(engine.search)))
    shape = Shape(options.parallel, REACH[options.depth], options.quick)
    material = material_of(asked.docs)
    if resolved.origins["research.parallel_count"] == "default":
        shape = affordable(options.limits, shape, prices, search, material)
    paid = paid_per_iteration(sessions_here(), engine.name)
    known = forecast(options.limits, paid, shape, prices, search, material)
    wanted = options.parallel
    options = replace(options, parallel=shape.explorers, depth=depth_of(shape.reach))
    if sends:
        options = replace(options, tracing=_tracing(resolved.config.trace, options.clock))
    return Ready(agreed, engine, new_engine, options, shown, known, wanted, reading)


def _answer(end: "RunEnd") -> dict[str, object] | None:
    """The answer as report.json has it; None if none was written."""
    from pathfinder.reports.markdown.answer_lines import told_of

    return None if end.answer is None else told_of(end.graph, end.answer).model_dump(mode="json")


def _finish(end: "RunEnd", *, json_: bool) -> None:
    """Say how it ended, and end with its exit code."""
    from pathfinder.reports.markdown.interim import has_evidence

    graph, evidence = end.graph, has_evidence(end.graph)
    if json_:
        as_json(
            {
                "question": graph.question,
                "status": graph.run.status,
                "reason": graph.run.reason,
                "iterations": graph.iteration,
                "evidence": evidence,
                "observations": len(graph.observations),
                "spent_usd": (graph.run.spend.total_usd_micros + graph.run.open_usd_micros) / 1_000_000,
                **_judged(end),
            }
        )
    if end.error is not None:
        raise end.error
    if not evidence:
        typer.echo(f"pathfinder: {say(Message('no-evidence'))}", err=True)
        raise typer.Exit(1)


def _judged(end: "RunEnd") -> dict[str, object]:
    """The findings and the answer; of a session that nobody judged, its reading list instead."""
    from pathfinder.protocols.answer.reading_list import is_reading_list
    from pathfinder.protocols.evidence.marked_text import claim_text
    from pathfinder.reading import list_of

    graph = end.graph
    if is_reading_list(graph):
        return {"judged": False, "reading_list": list_of(graph).model_dump(mode="json")}
    return {
        "findings": [
            {
                "hypothesis": name,
                "summary": claim_text(graph, name),
                "status": graph.hypotheses[name].status,
                "strength": graph.hypotheses[name].strength,
                "verdict": finding.verdict.tag if finding.verdict else None,
                "side": finding.verdict.side if finding.verdict else None,
            }
            for name, finding in graph.findings.items()
        ],
        "answer": _answer(end),
    }
