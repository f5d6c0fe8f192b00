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
from pathfinder.locales.catalogue import Message
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
        raise UserError(Message("budget-wrong"))
    found, graph = loaded(session)
    known = load_flags(found.folder).layer()
    resolved = resolve(home(environment()), environment(), {"models.all": model}, session=known)
    left_out(resolved.wishes)
    config = RunConfig.from_settings(resolved.config, environ=environment(), prices=tuple(price or ()))
    again = asyncio.run(_again(found, graph, assemble_writer(contacted(config)), budget))
    if json_:
        as_json(_as_json(again, graph, model))
    else:
        _show(again, graph, model)


async def _again(found: "Session", graph: "CogniGraph", judge: "Writer", budget: float) -> "Rejudged":
    from pathfinder.rejudging import rejudge as asked_again

    try:
        return await asked_again(found, graph, judge.attempt, round(budget * 1_000_000))
    finally:
        await judge.close()


def _as_json(again: "Rejudged", graph: "CogniGraph", model: str) -> dict[str, object]:
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


def _judged(verdict: str, review: str) -> str:
    """A verdict and what its review came to."""
    said = Message(f"verdict-{verdict.replace(' (', '-').rstrip(')')}" if verdict else "rejudge-no-answer")
    return say(said) if not review else f"{say(said)}, {say(Message(f'review-{review}'))}"


def _show(again: "Rejudged", graph: "CogniGraph", model: str) -> None:
    then = say(graph.run.engine or Message("rejudge-unknown"))
    line(say(Message("rejudge-header", then=then, model=model, amount=money(again.spent_usd_micros))))
    hung(_row("", "", say(Message("rejudge-then")), say(Message("now"))), say(Message("rejudge-claim")))
    for one in again.findings:
        before = _judged(one.verdict_then, one.review_then)
        after = _judged(one.verdict_now, one.review_now)
        mark = "=" if one.verdict_then == one.verdict_now else "*"
        hung(_row(mark, one.hypothesis, before, after), one.summary)
        if one.because and mark == "*":
            lines([f"    {say(one.because)}"])
    for pair in again.pairs:
        mark = "=" if pair.then == pair.now else "*"
        then = say(Message(f"pair-{pair.then}"))
        now = say(Message(f"pair-{pair.now}" if pair.now else "rejudge-no-answer"))
        lines([f"{mark} {pair.first} / {pair.second}: {then} > {now}"])
    same = sum(one.verdict_then == one.verdict_now for one in again.findings)
    alike = sum(pair.then == pair.now for pair in again.pairs)
    sums = {
        "verdicts": same,
        "all_verdicts": len(again.findings),
        "pairs": alike,
        "all_pairs": len(again.pairs),
    }
    line(say(Message("rejudge-summary", **sums)))
    for why in again.unable:
        line(f"! {say(why)}")
