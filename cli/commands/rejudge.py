"""`rejudge`: the Judge's questions of a session asked again of another model, both answers compared."""

import asyncio
from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.commands.inspect import JsonOption, SessionOption, loaded
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import as_json, hung, line, lines, money, padded
from pathfinder.cli.settings.allowed import left_out
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.layers import resolve
from pathfinder.cli.settings.options import PriceOption
from pathfinder.cli.settings.saved_flags import load_flags
from pathfinder.protocols.errors import UserError

if TYPE_CHECKING:
    from pathfinder.adapters.storage.files.layout import Session
    from pathfinder.answering import Writer
    from pathfinder.protocols.graph.types import CogniGraph
    from pathfinder.rejudging import Rejudged


def rejudge(
    model: Annotated[str, typer.Option("--model", help="The model that judges now.")],
    session: SessionOption = None,
    budget: Annotated[float, typer.Option("--budget", min=0, help="Dollars, at most.")] = 1.0,
    price: PriceOption = None,
    json_: JsonOption = False,
) -> None:
    """Judge a session's evidence again with another model, and compare. The session is not changed."""
    from pathfinder.assembly import assemble_writer
    from pathfinder.cli.settings.contact import contacted
    from pathfinder.run_config import RunConfig

    if not isfinite(budget):
        raise UserError("--budget takes an amount in dollars, such as 3.50.")
    found, graph = loaded(session)
    known = load_flags(found.folder).layer()
    resolved = resolve(home(environment()), environment(), {"models.all": model}, session=known)
    left_out(resolved.wishes)
    config = RunConfig.from_settings(resolved.config, environ=environment(), prices=tuple(price or ()))
    again = asyncio.run(_again(found, graph, assemble_writer(contacted(config)), budget))
    if json_:
        as_json(_told(again, graph, model))
    else:
        _show(again, graph, model)


async def _again(found: "Session", graph: "CogniGraph", judge: "Writer", budget: float) -> "Rejudged":
    from pathfinder.rejudging import rejudge as asked_again

    try:
        return await asked_again(found, graph, judge.attempt, round(budget * 1_000_000))
    finally:
        await judge.close()


def _told(again: "Rejudged", graph: "CogniGraph", model: str) -> dict[str, object]:
    return {
        "question": graph.question,
        "judged_by": graph.run.engine,
        "rejudged_by": model,
        "findings": [finding.model_dump() for finding in again.findings],
        "pairs": [pair.model_dump() for pair in again.pairs],
        "unanswered": list(again.unable),
        "spent_usd": again.spent_usd_micros / 1_000_000,
    }


def _row(mark: str, name: str, then: str, now: str) -> str:
    return f"{mark:1} {name:<9} {padded(then, 20)} {padded(now, 20)} "


def _show(again: "Rejudged", graph: "CogniGraph", model: str) -> None:
    then = say(graph.run.engine or "unknown")
    line(say(f"Then: {then}. Now: {say(model)}. {money(again.spent_usd_micros)}"))
    hung(_row("", "", say("then"), say("now")), say("claim"))
    for one in again.findings:
        before = f"{say(one.verdict_then)}, {say(one.review_then)}".rstrip(", ")
        after = f"{say(one.verdict_now or 'no answer')}, {say(one.review_now)}".rstrip(", ")
        mark = "=" if one.verdict_then == one.verdict_now else "*"
        hung(_row(mark, one.hypothesis, before, after), one.summary)
        if one.because and mark == "*":
            lines([f"    {say(one.because)}"])
    for pair in again.pairs:
        mark = "=" if pair.then == pair.now else "*"
        now = say(pair.now or "no answer")
        lines([f"{mark} {pair.first} / {pair.second}: {say(pair.then)} > {now}"])
    same = sum(one.verdict_then == one.verdict_now for one in again.findings)
    alike = sum(pair.then == pair.now for pair in again.pairs)
    verdicts = f"{same} of {len(again.findings)} verdicts"
    line(say(f"{verdicts} and {alike} of {len(again.pairs)} pairs are the same."))
    for why in again.unable:
        line(f"! {say(why)}")
