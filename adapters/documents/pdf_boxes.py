"""Where things stand on a page: boxes, and how a form is moved and scaled onto it."""

from math import sqrt
from typing import NamedTuple


class Box(NamedTuple):
    """Left, bottom, right and top, in points of the page."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right."""
        return max(0.0, self.right - self.left)

    @property
    def area(self) -> float:
        """In square points."""
        return self.width * max(0.0, self.top - self.bottom)

    def holds_middle_of(self, other: "Box") -> bool:
        """Whether the middle of another is in it."""
        x, y = (other.left + other.right) / 2, (other.bottom + other.top) / 2
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def covers(self, other: "Box") -> bool:
        """Whether it holds all of another, but for a hair."""
        return (
            self.left <= other.left + 1
            and self.right >= other.right - 1
            and self.bottom <= other.bottom + 1
            and self.top >= other.top - 1
        )

    def apart_from(self, other: "Box") -> bool:
        """Whether the two share nothing."""
        return (
            self.right <= other.left
            or self.left >= other.right
            or self.top <= other.bottom
            or self.bottom >= other.top
        )


class Matrix(NamedTuple):
    """How points are moved, scaled and turned: the six numbers of a PDF."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, after: "Matrix") -> "Matrix":
        """This one first, then another."""
        return Matrix(
            self.a * after.a + self.b * after.c,
            self.a * after.b + self.b * after.d,
            self.c * after.a + self.d * after.c,
            self.c * after.b + self.d * after.d,
            self.e * after.a + self.f * after.c + after.e,
            self.e * after.b + self.f * after.d + after.f,
        )

    def moved(self, box: Box) -> Box:
        """The box around where the corners come to lie."""
        corners = [
            (x * self.a + y * self.c + self.e, x * self.b + y * self.d + self.f)
            for x in (box.left, box.right)
            for y in (box.bottom, box.top)
        ]
        xs, ys = zip(*corners, strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))

    @property
    def scale(self) -> float:
        """How much larger things become."""
        return sqrt(abs(self.a * self.d - self.b * self.c))


PLAIN = Matrix()
"""Neither moved nor scaled."""
