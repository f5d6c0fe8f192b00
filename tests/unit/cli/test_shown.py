"""What Pathfinder says itself is never cut: on a terminal it takes more lines, elsewhere it is one."""

import io
from contextlib import redirect_stdout

import pytest

from pathfinder.cli.shown import fields, line

SAID = "The provider says that a spend limit is used up (HTTP 429); raise it there, then resume the session."


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


@pytest.mark.usefixtures("narrow")
def test_a_sentence_is_whole_on_a_narrow_terminal() -> None:
    with redirect_stdout(Terminal()) as shown:
        line(f"  ~ {SAID}\x1b[2J")
        fields([("status", SAID)])
    rows = shown.getvalue().splitlines()
    assert all(len(row) <= 60 for row in rows)
    assert "\x1b" not in shown.getvalue()
    assert rows[0].startswith("  ~ The provider")
    half = next(at for at, row in enumerate(rows) if row.startswith("  status"))
    assert " ".join(" ".join(rows[:half]).split()) == f"~ {SAID}[2J"
    assert " ".join(" ".join(rows[half:]).split()) == f"status {SAID}"
    assert all(row.startswith(" " * 14) for row in rows[half + 1 :])


@pytest.mark.usefixtures("narrow")
def test_it_is_one_line_where_nobody_looks() -> None:
    with redirect_stdout(io.StringIO()) as shown:
        line(SAID)
    assert shown.getvalue() == f"{SAID}\n"
