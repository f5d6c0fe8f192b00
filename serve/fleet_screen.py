"""The screen of a fleet: every question of its batches, asked of the database once for all who watch."""

import asyncio
from collections import Counter
from time import monotonic
from typing import NamedTuple

from pathfinder.adapters.storage.postgres.jobs import JobLine
from pathfinder.fleet_status import BatchStatus, fleet_status
from pathfinder.locales.catalogue import text_of
from pathfinder.protocols.errors import StorageFailed
from pathfinder.serve.screens import Page

LOOK_S = 2.0
MOST_ROWS = 200
"""Of a batch; those that run or failed come first."""
_COLOURS = {"running": "likely running", "done": "confirmed", "failed": "rejected", "budget": "rejected"}
_FIRST = ("running", "failed", "budget")


class Fleet:
    """What is known of a fleet."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = asyncio.Lock()
        self._at = 0.0
        self._known: tuple[BatchStatus, ...] = ()
        self._trouble = ""

    async def batches(self) -> tuple[tuple[BatchStatus, ...], str]:
        """The batches as they were at most two seconds ago, and why that cannot be said if it cannot."""
        async with self._lock:
            if monotonic() - self._at >= LOOK_S:
                try:
                    self._known, self._trouble = await fleet_status(self._url), ""
                except StorageFailed as error:
                    self._trouble = text_of(error)
                self._at = monotonic()
            return self._known, self._trouble


class ShownQuestion(NamedTuple):
    """A row of the table."""

    question: str
    colour: str
    line: JobLine


class ShownBatch(NamedTuple):
    """A batch: its states with colours and counts, what it cost, its rows, and how many are left out."""

    batch: str
    states: list[tuple[str, str, int]]
    spent_usd_micros: int
    rows: list[ShownQuestion]
    more: int


def shown(one: BatchStatus) -> ShownBatch:
    """What the screen shows of a batch."""
    ordered = sorted(one.questions, key=lambda pair: (pair[1].state not in _FIRST, pair[1].number))
    rows = [ShownQuestion(text, _COLOURS.get(line.state, "unjudged"), line) for text, line in ordered]
    states = Counter(line.state for _, line in one.questions)
    return ShownBatch(
        one.batch,
        [(_COLOURS.get(state, "unjudged"), state, count) for state, count in sorted(states.items())],
        sum(line.spent_usd_micros for _, line in one.questions),
        rows[:MOST_ROWS],
        len(rows[MOST_ROWS:]),
    )


def pieces(page: Page, batches: tuple[BatchStatus, ...], trouble: str) -> dict[str, str]:
    """The part of the screen that changes."""
    shown_ = [shown(one) for one in batches]
    return {"fleet": page.piece("live_fleet.html", batches=shown_, trouble=page.in_language(trouble))}


def screen(page: Page, batches: tuple[BatchStatus, ...], trouble: str) -> str:
    """The whole screen."""
    shown_ = [shown(one) for one in batches]
    return page.screen(
        "screen_fleet.html", page.say("serve-fleet"), batches=shown_, trouble=page.in_language(trouble)
    )
