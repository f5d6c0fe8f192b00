"""Commands that research: `research` and `resume`. SDKs are loaded only once a run begins."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.choices import Choices, with_choices
from pathfinder.cli.layers import Resolved, resolve
from pathfinder.cli.looking import SessionOption, sessions_here
from pathfinder.cli.remembered import Remembered, remember, remembered
from pathfinder.cli.settings import environment, home
from pathfinder.cli.shown import as_json, line, money
from pathfinder.protocols.errors import Interrupted
from pathfinder.protocols.memory import Limits

if TYPE_CHECKING:
    from pathfinder.adapters.files.layout import Session
    from pathfinder.orchestrator.run import RunEnd
    from pathfinder.wiring import Options


@with_choices
def research(
    question: Annotated[str, typer.Argument(help="What to find out; - reads it from standard input.")],
    choices: Choices,
) -> None:
    """Research a question until it is stopped, or a limit is reached."""
    from pathfinder.adapters.system import SystemClock
    from pathfinder.running import start

    asked = typer.get_text_stream("stdin").read() if question == "-" else question
    chosen = Remembered().over(choices)
    running = _ready(chosen, _resolved(choices), choices)
    session = start(asked, SystemClock(), home=home(environment()))
    remember(session.folder, chosen)
    running(session, asked)


@with_choices
def resume(choices: Choices, session: SessionOption = None) -> None:
    """Go on with a session where it stands; no finished call is repeated."""
    from pathfinder.cli.looking import loaded

    found, graph = loaded(session)
    known = remembered(found.folder)
    chosen = known.over(choices)
    running = _ready(chosen, _resolved(choices, known.layer(graph.run.limits)), choices)
    sessions_here().switch(found)
    remember(found.folder, chosen)
    running(found, graph.question)


def _resolved(choices: Choices, session: dict[str, object] | None = None) -> Resolved:
    environ = environment()
    found = resolve(home(environ), environ, choices.settings(), file=choices.config, session=session)
    for warning in found.warnings:
        typer.echo(f"pathfinder: {warning}", err=True)
    return found


def _options(resolved: Resolved, choices: Choices) -> "Options":
    from pathfinder.adapters.metering.limiter import FairLimiter
    from pathfinder.cli.settings import secrets
    from pathfinder.wiring import Options

    wanted = resolved.config.research
    return Options(
        limits=Limits(
            max_iterations=wanted.max_iterations,
            budget_usd_micros=round(wanted.budget_usd * 1_000_000),
            max_minutes=wanted.max_minutes,
        ),
        parallel=wanted.parallel_count,
        auto_stop=wanted.auto_stop,
        quick=choices.quick,
        depth=wanted.search_depth,
        framework=wanted.thinking_framework,
        language="" if wanted.language == "auto" else wanted.language,
        limiter=FairLimiter(choices.rate),
        secrets=secrets(environment(), resolved.config),
    )


def _ready(chosen: Remembered, resolved: Resolved, choices: Choices) -> "Callable[[Session, str], None]":
    """Everything a run needs, made before a session is touched: bad input leaves nothing behind."""
    from pathfinder.cli.consent import consented
    from pathfinder.cli.engines import Asked, engine_for
    from pathfinder.cli.screen import screen_for
    from pathfinder.cli.wishes import SessionWishes
    from pathfinder.cli.words import WORDS
    from pathfinder.reports.summary import tongue
    from pathfinder.running import resume as run

    shown, options = choices.shown(), _options(resolved, choices)
    asked = Asked(
        config=resolved.config,
        docs=Path(chosen.docs) if chosen.docs else None,
        docs_as=chosen.docs_as,
        trust_front_matter=chosen.trust_front_matter,
        sources=Path(chosen.sources) if chosen.sources else None,
        prices=tuple(choices.price or ()),
        since=chosen.since,
        until=chosen.until,
    )
    agreed = consented(environment(), asked, chosen, choices)
    engine = engine_for(environment(), asked, options.clock, home(environment()))

    def begin(session: "Session", question: str) -> None:
        if agreed != chosen:
            remember(session.folder, agreed)
        if shown in ("normal", "all"):
            words, limits = WORDS[options.language or tongue(question)], options.limits
            budget = money(limits.budget_usd_micros)
            line(words.engine.format(name=engine.name))
            line(words.limits.format(iterations=limits.max_iterations, budget=budget))
            line(words.stopping_it)
        screen = screen_for(shown, SessionWishes(session), options.clock.monotonic, environment())
        try:
            with screen as sink:
                end = asyncio.run(run(session, engine, options, events=() if sink is None else (sink,)))
        except asyncio.CancelledError:
            raise Interrupted("Ended at once; `pathfinder resume` goes on where it was.") from None
        _finish(end, json_=shown == "json")

    return begin


def _finish(end: "RunEnd", *, json_: bool) -> None:
    """Say how it ended, and end with its exit code."""
    from pathfinder.reports.interim import NO_EVIDENCE, has_evidence

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
                "findings": [
                    {
                        "hypothesis": name,
                        "summary": graph.hypotheses[name].summary,
                        "status": graph.hypotheses[name].status,
                        "strength": graph.hypotheses[name].strength,
                        "verdict": finding.verdict.tag if finding.verdict else None,
                        "side": finding.verdict.side if finding.verdict else None,
                    }
                    for name, finding in graph.findings.items()
                ],
            }
        )
    if end.error is not None:
        raise end.error
    if not evidence:
        typer.echo(f"pathfinder: {NO_EVIDENCE}", err=True)
        raise typer.Exit(1)
