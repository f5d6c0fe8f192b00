"""Strength over iterations: where the lines, points and labels of the drawing lie."""

from collections.abc import Sequence
from typing import NamedTuple

from pathfinder.protocols.evidence.status import REJECTED_STRENGTH, VERIFIED_STRENGTH
from pathfinder.reports.content.finding import StrengthPoint


class Frame(NamedTuple):
    """Where the drawing area lies in the picture."""

    left: float
    top: float
    width: float
    height: float

    def x(self, iteration: int, last: int) -> float:
        """From the left."""
        return self.left + self.width * iteration / max(last, 1)

    def y(self, strength: float) -> float:
        """From the top."""
        return self.top + self.height * (1 - strength)


class Place(NamedTuple):
    """A point of the picture, as SVG writes it."""

    x: str
    y: str


class Chart(NamedTuple):
    """The numbers of a drawing."""

    line: str
    """The path from point to point, and on to the last iteration, in which nothing moved it."""
    dots: tuple[Place, ...]
    end: Place
    label: Place
    """Of the last strength: over its point, or under it near the upper edge."""
    levels: tuple[tuple[str, str, str], ...]
    """Strength, line and label."""
    bars: tuple[str, ...]
    """The strengths from which a claim is verified and under which it is rejected."""
    ticks: tuple[tuple[int, str], ...]


def chart(history: Sequence[StrengthPoint], last: int, frame: Frame) -> Chart:
    """The drawing of a history in a frame."""
    dots = tuple(
        Place(f"{frame.x(point.iteration, last):.1f}", f"{frame.y(point.strength):.1f}") for point in history
    )
    now, end = frame.y(history[-1].strength), f"{frame.x(last, last):.1f}"
    return Chart(
        line=f"M{'L'.join(f'{dot.x} {dot.y}' for dot in dots)}H{end}",
        dots=dots,
        end=Place(end, f"{now:.1f}"),
        label=Place(end, f"{now - 6 if now - 6 > frame.top else now + 14:.1f}"),
        levels=tuple(
            (f"{level:.1f}", _across(frame, level), f"{frame.y(level) + 3.5:.1f}")
            for level in (0.0, 0.5, 1.0)
        ),
        bars=tuple(_across(frame, level) for level in (VERIFIED_STRENGTH, REJECTED_STRENGTH)),
        ticks=tuple(
            (step, f"{frame.x(step, last):.1f}") for step in range(0, last + 1, max(1, (last + 7) // 8))
        ),
    )


def _across(frame: Frame, strength: float) -> str:
    return f"M{frame.left} {frame.y(strength):.1f}H{frame.left + frame.width}"
