"""Drawing in place: little is written, nothing above is lost."""

import pyte

from pathfinder.cli.screen.canvas import Canvas


class Shown:
    """A terminal of ten rows, and what was written to it."""

    def __init__(self) -> None:
        self.screen = pyte.HistoryScreen(20, 10, history=100)
        self._stream = pyte.Stream(self.screen)
        self.written: list[str] = []
        self.canvas = Canvas(self.write)

    def write(self, text: str) -> None:
        self.written.append(text)
        self._stream.feed(text)

    @property
    def rows(self) -> list[str]:
        gone = ["".join(row[at].data for at in sorted(row)) for row in self.screen.history.top]
        return [row.rstrip() for row in [*gone, *self.screen.display] if row.strip()]


def test_only_a_line_that_changed_is_written() -> None:
    shown = Shown()
    shown.canvas.draw(["one", "two", "three"])
    shown.canvas.draw(["one", "TWO", "three"])
    assert shown.rows == ["one", "TWO", "three"]
    assert "one" not in shown.written[-1]
    before = len(shown.written)
    shown.canvas.draw(["one", "TWO", "three"])
    assert len(shown.written) == before


def test_what_is_printed_above_stays_and_stands_in_order() -> None:
    shown = Shown()
    for number in range(12):
        shown.canvas.draw([f"live {number}", "keys"], above=[f"summary {number}"])
    assert shown.rows == [*(f"summary {number}" for number in range(12)), "live 11", "keys"]


def test_fewer_and_more_lines_leave_nothing_behind() -> None:
    shown = Shown()
    shown.canvas.draw(["a", "b", "c", "keys"], above=["first"])
    shown.canvas.draw(["a", "keys"])
    assert shown.rows == ["first", "a", "keys"]
    shown.canvas.draw([*"abcdefg", "keys"])
    assert shown.rows == ["first", *"abcdefg", "keys"]
    shown.canvas.wipe()
    assert shown.rows == ["first"]
    assert not shown.screen.cursor.hidden


def test_the_cursor_is_seen_only_where_one_types() -> None:
    shown = Shown()
    shown.canvas.draw(["a", "keys"])
    assert shown.screen.cursor.hidden
    shown.canvas.draw(["a", "note> 점토"], cursor=10)
    assert (shown.screen.cursor.hidden, shown.screen.cursor.x, shown.screen.cursor.y) == (False, 10, 1)
