"""A run as plain lines or as NDJSON, one per event."""

import json
from typing import assert_never

import typer

from pathfinder.cli.shown import lines, money
from pathfinder.protocols.events import (
    ConflictSettled,
    Event,
    ExplorerReturned,
    ExplorerSent,
    FailureTold,
    FindingClassified,
    IterationClosed,
    PhaseEntered,
    RunEnded,
    RunStarted,
    StatusMoved,
    StrengthMoved,
    VerdictGiven,
)


class PlainScreen:
    """Hears events and says them in words."""

    def emit(self, event: Event) -> None:
        """One line, or none for what would only be noise."""
        said = _said(event)
        if said:
            lines([said])


class EventLines:
    """Hears events and writes each as one JSON object."""

    def emit(self, event: Event) -> None:
        """One line of NDJSON."""
        typer.echo(json.dumps(event.model_dump(mode="json")))


def _said(event: Event) -> str:
    match event:
        case RunStarted():
            return f"Researching: {event.question} (from iteration {event.iteration + 1})"
        case PhaseEntered():
            return (
                f"[{event.iteration}] {event.phase}" if event.phase in ("SELECT", "EXPLORE", "MERGE") else ""
            )
        case ExplorerSent():
            return f"  > {event.iid}: {event.reason}"
        case ExplorerReturned():
            reason = f" ({event.reason})" if event.reason else ""
            return (
                f"  < {event.iid}: {event.status}, {event.observations} quotes, {event.claims} claims{reason}"
            )
        case StrengthMoved():
            return f"  {event.hypothesis}: strength {event.before:.4f} to {event.after:.4f}"
        case StatusMoved():
            return f"  {event.hypothesis}: {event.before} to {event.after} {event.because}".rstrip()
        case ConflictSettled():
            return f"  {event.first} and {event.second}: {event.type}: {event.resolution}"
        case VerdictGiven():
            side = f" {event.verdict.side}" if event.verdict.side else ""
            return f"  {event.hypothesis}: [{event.verdict.tag}]{side}"
        case FailureTold():
            return f"  ! {event.failure.kind}: {event.failure.what}: {event.failure.reason}"
        case IterationClosed():
            spent = money(event.spent_usd_micros)
            counted = f"{event.observations} observations, {event.hypotheses} hypotheses"
            return f"[{event.iteration}] closed: {counted}, {spent}"
        case RunEnded():
            return f"{event.status}: {event.reason}"
        case FindingClassified():
            return ""
        case _:
            assert_never(event)
