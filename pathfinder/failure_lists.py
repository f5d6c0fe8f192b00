"""Failures that stand in no report of an Explorer: lost calls, cut answers, unread documents."""

from collections.abc import Iterable, Iterator
from typing import cast

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.graph.types import CogniGraph


def charged_call(entry: Entry) -> tuple[FailureKind, str, str]:
    """A call that was in flight when its process died."""
    return "given_up", entry.step, f"{entry.outcome} (${entry.usd_micros / 1_000_000:.6f})"


def left_out_of_answers(entries: Iterable[Entry]) -> Iterator[tuple[FailureKind, str, str]]:
    """What was left out of answers; in the order of the steps, whichever ended first."""
    for entry in sorted((known for known in entries if known.lost), key=lambda known: known.step):
        for reason in entry.lost:
            yield "unreadable", entry.step, reason


def _halves(written: str) -> tuple[str, str]:
    """What a document is, and why it is not read."""
    if isinstance(written, Message):
        what, reason = written.fields.values()
        return cast(str, what), cast(str, reason)
    what, _, reason = written.partition(": ")
    return what, reason


def unread_documents(graph: CogniGraph, left_out: Iterable[str]) -> Iterator[tuple[FailureKind, str, str]]:
    """Documents that cannot be read, each listed once in a session."""
    told = {(failure.what, failure.reason) for failure in graph.failures}
    for written in left_out:
        what, reason = _halves(written)
        if (what, reason) not in told:
            yield "unreadable", what, reason
