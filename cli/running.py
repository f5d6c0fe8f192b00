"""Commands that research: `research` and `resume`. SDKs are loaded only once a run begins."""

import asyncio
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.looking import JsonOption, SessionOption, sessions_here
from pathfinder.cli.remembered import Remembered, remember, remembered
from pathfinder.cli.settings import environment, home
from pathfinder.cli.shown import as_json, line, money
from pathfinder.protocols.errors import Interrupted, UserError
from pathfinder.protocols.graph import SourceType
from pathfinder.protocols.memory import Limits

if TYPE_CHECKING:
    from pathfinder.adapters.files.layout import Session
    from pathfinder.cli.engines import Asked
    from pathfinder.cli.screen import Shown
    from pathfinder.orchestrator.run import RunEnd

DocsOption = Annotated[
    Path | None, typer.Option("--docs", help="A folder of Markdown, HTML, text and PDF files to search.")
]
DocsAsOption = Annotated[
    SourceType | None, typer.Option("--docs-as", help="What kind of source the documents are (unknown).")
]
TrustOption = Annotated[
    bool | None,
    typer.Option("--trust-front-matter", help="Take address, date and author from the documents."),
]
SourcesOption = Annotated[
    Path | None, typer.Option("--sources", help="A table of your own: which site is what kind of source.")
]
ModelOption = Annotated[
    str | None, typer.Option("--model", help="One model for all roles; `embedded` needs no key.")
]
PriceOption = Annotated[
    list[str] | None, typer.Option("--price", help="MODEL=INPUT,OUTPUT, dollars per million tokens.")
]
RateOption = Annotated[int, typer.Option("--rate", min=1, help="Model calls per minute, at most.")]
ParallelOption = Annotated[int, typer.Option("--parallel", min=1, max=10, help="Explorers at once.")]
IterationsOption = Annotated[int | None, typer.Option("--iterations", min=1, help="End after so many (100).")]
BudgetOption = Annotated[float | None, typer.Option("--budget", min=0, help="Dollars, at most (10).")]
MinutesOption = Annotated[int | None, typer.Option("--max-minutes", min=1, help="End after so many minutes.")]
QuickOption = Annotated[bool, typer.Option("--quick", help="Without round 3: no challenge, no second look.")]
EventsOption = Annotated[bool, typer.Option("--events", help="Every event as one JSON object a line.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Say only how it ended.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Say every event, in plain lines.")]


def research(
    question: Annotated[str, typer.Argument(help="What to find out; - reads it from standard input.")],
    docs: DocsOption = None,
    docs_as: DocsAsOption = None,
    trust_front_matter: TrustOption = None,
    sources: SourcesOption = None,
    model: ModelOption = None,
    price: PriceOption = None,
    rate: RateOption = 1000,
    parallel: ParallelOption = 5,
    iterations: IterationsOption = None,
    budget: BudgetOption = None,
    max_minutes: MinutesOption = None,
    quick: QuickOption = False,
    json_: JsonOption = False,
    events: EventsOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Research a question until it is stopped, or a limit is reached."""
    from pathfinder.adapters.system import SystemClock
    from pathfinder.running import start

    asked = typer.get_text_stream("stdin").read() if question == "-" else question
    limits = limits_over(Limits(), iterations, budget, max_minutes)
    chosen = chosen_over(Remembered(), docs, docs_as, trust_front_matter, sources, model)
    shown = _shown(json_=json_, events=events, quiet=quiet, verbose=verbose)
    running = _ready(chosen, price, rate, limits, parallel, shown, quick=quick)
    session = start(asked, SystemClock(), home=home(environment()))
    remember(session.folder, chosen)
    running(session, asked)


def resume(
    session: SessionOption = None,
    docs: DocsOption = None,
    docs_as: DocsAsOption = None,
    trust_front_matter: TrustOption = None,
    sources: SourcesOption = None,
    model: ModelOption = None,
    price: PriceOption = None,
    rate: RateOption = 1000,
    parallel: ParallelOption = 5,
    iterations: IterationsOption = None,
    budget: BudgetOption = None,
    max_minutes: MinutesOption = None,
    quick: QuickOption = False,
    json_: JsonOption = False,
    events: EventsOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Go on with a session where it stands; no finished call is repeated."""
    from pathfinder.cli.looking import loaded

    found, graph = loaded(session)
    limits = limits_over(graph.run.limits, iterations, budget, max_minutes)
    chosen = chosen_over(remembered(found.folder), docs, docs_as, trust_front_matter, sources, model)
    shown = _shown(json_=json_, events=events, quiet=quiet, verbose=verbose)
    running = _ready(chosen, price, rate, limits, parallel, shown, quick=quick)
    sessions_here().switch(found)
    remember(found.folder, chosen)
    running(found, graph.question)


def chosen_over(
    known: Remembered,
    docs: Path | None,
    docs_as: SourceType | None,
    trust_front_matter: bool | None,
    sources: Path | None,
    model: str | None,
) -> Remembered:
    """What was chosen now, over what the session was started with."""
    given = {
        "docs": str(docs.resolve()) if docs else None,
        "docs_as": docs_as,
        "trust_front_matter": trust_front_matter,
        "sources": str(sources.resolve()) if sources else None,
        "model": model,
    }
    return known.model_copy(update={name: value for name, value in given.items() if value is not None})


def asked_for(chosen: Remembered, prices: tuple[str, ...]) -> "Asked":
    """What was chosen, as the engines are asked for."""
    from pathfinder.cli.engines import Asked

    return Asked(
        docs=Path(chosen.docs) if chosen.docs else None,
        docs_as=chosen.docs_as,
        trust_front_matter=chosen.trust_front_matter,
        sources=Path(chosen.sources) if chosen.sources else None,
        model=chosen.model,
        prices=prices,
    )


def limits_over(
    known: Limits, iterations: int | None, budget: float | None, max_minutes: int | None
) -> Limits:
    update: dict[str, int | None] = {"max_minutes": max_minutes}
    if iterations is not None:
        update["max_iterations"] = iterations
    if budget is not None:
        if not isfinite(budget):
            raise UserError("--budget takes an amount in dollars, such as 3.50.")
        update["budget_usd_micros"] = round(budget * 1_000_000)
    return known.model_copy(update=update)


def _shown(*, json_: bool, events: bool, quiet: bool, verbose: bool) -> "Shown":
    """How much is told of the run, and in which form."""
    choices: dict[Shown, bool] = {"json": json_, "events": events, "quiet": quiet, "all": verbose}
    asked = [name for name, wanted in choices.items() if wanted]
    if len(asked) > 1:
        raise UserError("--json, --events, --quiet and --verbose exclude each other; choose one.")
    return asked[0] if asked else "normal"


def _ready(
    chosen: Remembered,
    prices: list[str] | None,
    rate: int,
    limits: Limits,
    parallel: int,
    shown: "Shown",
    *,
    quick: bool,
) -> "Callable[[Session, str], None]":
    """Everything a run needs, made before a session is touched: bad input leaves nothing behind."""
    from pathfinder.adapters.metering.limiter import FairLimiter
    from pathfinder.cli.engines import engine_for
    from pathfinder.cli.screen import screen_for
    from pathfinder.cli.settings import KEY
    from pathfinder.cli.wishes import SessionWishes
    from pathfinder.cli.words import WORDS
    from pathfinder.reports.summary import tongue
    from pathfinder.running import resume as run
    from pathfinder.wiring import Options

    secret = environment().get(KEY, "").strip()
    options = Options(
        limits=limits,
        parallel=parallel,
        quick=quick,
        limiter=FairLimiter(rate),
        secrets=(secret,) if secret else (),
    )
    asked = asked_for(chosen, tuple(prices or ()))
    engine = engine_for(environment(), asked, options.clock, home(environment()))

    def begin(session: "Session", question: str) -> None:
        if shown in ("normal", "all"):
            words = WORDS[tongue(question)]
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
