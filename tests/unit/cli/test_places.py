"""`.research` is found from the folders below it, but not where somebody else could have put it."""

from contextlib import chdir
from pathlib import Path

import pytest

from pathfinder.cli.settings.environment import home
from pathfinder.cli.settings.places import sessions_folder


def test_the_nearest_folder_above_holds_the_sessions(tmp_path: Path) -> None:
    below = tmp_path / "project" / "notes" / "2026"
    below.mkdir(parents=True)
    (tmp_path / ".research").mkdir()
    with chdir(below):
        assert sessions_folder() == tmp_path / ".research"
        (tmp_path / "project" / ".research").mkdir()
        assert sessions_folder() == tmp_path / "project" / ".research"


def test_the_folder_here_comes_first_and_is_where_sessions_begin(tmp_path: Path) -> None:
    below = tmp_path / "project"
    below.mkdir()
    with chdir(below):
        assert sessions_folder() == Path(".research")
        (tmp_path / ".research").mkdir()
        assert sessions_folder() == tmp_path / ".research"
        Path(".research").mkdir()
        assert sessions_folder() == Path(".research")


def test_pathfinder_home_is_asked_before_any_folder(tmp_path: Path) -> None:
    (tmp_path / ".research").mkdir()
    with chdir(tmp_path):
        assert home({"PATHFINDER_HOME": "elsewhere"}) == Path("elsewhere")
        assert home({"PATHFINDER_HOME": ""}) == Path(".research")


@pytest.mark.parametrize("kind", ["where others write", "a link", "a file"])
def test_what_somebody_else_could_have_put_above_is_not_used(tmp_path: Path, kind: str) -> None:
    below, above = tmp_path / "shared" / "mine", tmp_path / "shared" / ".research"
    below.mkdir(parents=True)
    if kind == "a link":
        (tmp_path / "theirs").mkdir()
        above.symlink_to(tmp_path / "theirs")
    elif kind == "a file":
        above.touch()
    else:
        above.mkdir()
        above.parent.chmod(0o1777)
    with chdir(below):
        assert sessions_folder() == Path(".research")
    if kind == "where others write":
        with chdir(above.parent):
            assert sessions_folder() == Path(".research")


def test_a_folder_that_was_deleted_says_so_later_and_not_with_a_traceback(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    with chdir(gone):
        gone.rmdir()
        assert sessions_folder() == Path(".research")
