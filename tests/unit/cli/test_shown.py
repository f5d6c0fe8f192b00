"""What Pathfinder says itself is never cut: on a terminal it takes more lines, elsewhere it is one."""

import io
from contextlib import chdir, redirect_stdout
from pathlib import Path

import pytest

from pathfinder.cli.screen.output import as_typed, fields, line

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


@pytest.mark.parametrize(
    ("called", "environ", "typed"),
    [
        ("bin/pathfinder", {"PATH": "/nowhere"}, "bin/pathfinder"),
        ("bin/pathfinder", {"PATH": "bin"}, "pathfinder"),
        (
            "bin/pathfinder",
            {"PATH": "other:bin"},
            "bin/pathfinder",
        ),  # another program of that name comes first
        (
            "bin/pathfinder",
            {"PATH": "bin", "UV": "/usr/bin/uv"},
            "bin/pathfinder",
        ),  # in uvx, on its PATH only
        ("a folder/pathfinder", {"PATH": "/nowhere"}, "'a folder/pathfinder'"),
        ("lib/pathfinder/__main__.py", {"PATH": "/nowhere"}, "pathfinder"),
    ],
)
def test_a_command_is_shown_as_it_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, called: str, environ: dict[str, str], typed: str
) -> None:
    for folder in ("bin", "other", "a folder"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "pathfinder").touch(mode=0o755)
    monkeypatch.delenv("UV", raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.argv", [called])
    with chdir(tmp_path):
        assert as_typed("Then `pathfinder show obs_1`.") == f"Then `{typed} show obs_1`."
