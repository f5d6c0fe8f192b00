"""Lines at the bottom of a terminal that are drawn over in place; what is printed above them stays."""

from collections.abc import Callable, Sequence

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"
"""A terminal that knows these shows a redraw all at once; the others ignore them."""
_REST_OF_LINE, _REST_OF_SCREEN = "\x1b[0m\x1b[K", "\x1b[J"


class Canvas:
    """Only lines that changed are written, so nothing flickers. Lines must be narrower than the terminal."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._drawn: list[str] = []
        self._cursor: int | None = None

    def draw(self, lines: Sequence[str], cursor: int | None = None, above: Sequence[str] = ()) -> None:
        """Show these lines; `cursor` is the column in the last one where the user types."""
        if not above and list(lines) == self._drawn and cursor == self._cursor:
            return
        out = [_BEGIN, HIDE, self._to_top()]
        if above:
            out += [_REST_OF_SCREEN, *(f"{line}\x1b[0m\r\n" for line in above)]
            self._drawn = []
        fewer = len(lines) < len(self._drawn)
        for place, line in enumerate(lines):
            same = place < len(self._drawn) and self._drawn[place] == line
            last = place == len(lines) - 1
            out.append("" if same and not (last and fewer) else f"{line}{_REST_OF_LINE}")
            out.append("" if last else "\r\n")
        if fewer:
            out.append(_REST_OF_SCREEN)
        if cursor is not None:
            out.append(f"\r\x1b[{cursor}C{SHOW}" if cursor else f"\r{SHOW}")
        self._drawn, self._cursor = list(lines), cursor
        self._write("".join([*out, _END]))

    def wipe(self) -> None:
        """Take the lines away; the cursor stands where they began."""
        self._write(f"{self._to_top()}\x1b[0m{_REST_OF_SCREEN}{SHOW}")
        self.forget()

    def clear_screen(self) -> None:
        """After a change of size nobody knows where the old lines are: begin on an empty screen."""
        self._write("\x1b[0m\x1b[H\x1b[2J")
        self.forget()

    def forget(self) -> None:
        """Nothing is drawn: the next lines begin where the cursor is."""
        self._drawn, self._cursor = [], None

    def _to_top(self) -> str:
        up = len(self._drawn) - 1
        return f"\x1b[{up}A\r" if up > 0 else "\r"
