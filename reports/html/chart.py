"""Strength over iterations as a small drawing: plain SVG, no script, no style of its own."""

from collections.abc import Sequence
from typing import NamedTuple

from pathfinder.protocols.evidence.status import REJECTED_STRENGTH, VERIFIED_STRENGTH
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.finding import StrengthPoint
from pathfinder.reports.html.markup import Child, Html, el

_BARS = (VERIFIED_STRENGTH, REJECTED_STRENGTH)


class _Frame(NamedTuple):
    """Where the drawing area lies in the picture."""

    left: float
    top: float
    width: float
    height: float

    def x(self, iteration: int, last: int) -> float:
        return self.left + self.width * iteration / max(last, 1)

    def y(self, strength: float) -> float:
        return self.top + self.height * (1 - strength)


def sparkline(history: Sequence[StrengthPoint], last: int) -> Html:
    """The line alone, for a row of the list; the number stands beside it."""
    frame = _Frame(2, 3, 84, 20)
    return el(
        "svg",
        el("path", d=_path(history, last, frame), class_="line"),
        _dot(history[-1], last, frame, at_the_end=True),
        viewBox="0 0 90 26",
        class_="spark",
        aria_hidden="true",
        focusable="false",
    )


def strength_chart(history: Sequence[StrengthPoint], last: int, title: str, axis: str) -> Html:
    """The line with its points, the bars a claim has to pass, and the iterations below."""
    frame = _Frame(30, 10, 314, 92)
    steps = range(0, last + 1, max(1, (last + 7) // 8))
    children: list[Child] = [el("title", title)]
    children += [part for level in (0.0, 0.5, 1.0) for part in _level(frame, level)]
    children += [
        el("path", d=f"M{frame.left} {frame.y(bar):.1f}H{frame.left + frame.width}", class_="bar")
        for bar in _BARS
    ]
    children += [
        el("text", str(step), x=f"{frame.x(step, last):.1f}", y="118", class_="tick", text_anchor="middle")
        for step in steps
    ]
    children.append(el("text", axis, x="344", y="132", class_="tick", text_anchor="end"))
    children.append(el("path", d=_path(history, last, frame), class_="line"))
    children += [_dot(point, last, frame) for point in history]
    children.append(_label(history[-1], last, frame))
    return el("svg", *children, viewBox="0 0 352 136", class_="chart", role="img", focusable="false")


def _path(history: Sequence[StrengthPoint], last: int, frame: _Frame) -> str:
    """Straight from point to point, and on to the last iteration, in which nothing moved it."""
    places = [(frame.x(point.iteration, last), frame.y(point.strength)) for point in history]
    drawn = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    return f"M{drawn}H{frame.x(last, last):.1f}"


def _dot(point: StrengthPoint, last: int, frame: _Frame, *, at_the_end: bool = False) -> Html:
    place = last if at_the_end else point.iteration
    return el(
        "circle",
        cx=f"{frame.x(place, last):.1f}",
        cy=f"{frame.y(point.strength):.1f}",
        r="2.6",
        class_="dot",
    )


def _label(point: StrengthPoint, last: int, frame: _Frame) -> Html:
    above = frame.y(point.strength) - 6
    return el(
        "text",
        hundredths(point.strength),
        x=f"{frame.x(last, last):.1f}",
        y=f"{above if above > frame.top else frame.y(point.strength) + 14:.1f}",
        class_="now",
        text_anchor="end",
    )


def _level(frame: _Frame, strength: float) -> tuple[Html, Html]:
    y = frame.y(strength)
    return (
        el("path", d=f"M{frame.left} {y:.1f}H{frame.left + frame.width}", class_="grid"),
        el("text", f"{strength:.1f}", x="24", y=f"{y + 3.5:.1f}", class_="tick", text_anchor="end"),
    )
