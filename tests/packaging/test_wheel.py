"""The wheel, installed outside the repository, is complete and runs."""

import shutil
import subprocess
import sys
import venv
from importlib.metadata import version
from pathlib import Path
from sysconfig import get_path
from zipfile import ZipFile

import pytest

from tools.farm import ROOT, packages

pytestmark = pytest.mark.slow

DIST_INFO = f"pathfinder_research-{version('pathfinder-research')}.dist-info"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a clean copy: a build in place would take up files of earlier builds."""
    copy, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, copy)
    for name, folder in packages().items():
        if name.count(".") <= 1:
            shutil.copytree(folder, copy / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
    _pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(out), str(copy))
    return next(out.glob("pathfinder_research-*.whl"))


def test_the_wheel_holds_every_module_prompt_and_table(wheel: Path) -> None:
    expected = {"pathfinder/py.typed", "pathfinder/protocols/rules/sources.toml"}
    for name, folder in packages().items():
        for pattern in ("*.py", "*.md", "*.toml", "*.sql", "*.css", "*.js", "vendor/*"):
            found = (path.relative_to(folder) for path in folder.glob(pattern))
            expected |= {f"{name.replace('.', '/')}/{path}" for path in found}
    with ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    assert expected <= inside
    assert {name.partition("/")[0] for name in inside} == {"pathfinder", DIST_INFO}
    assert f"{DIST_INFO}/licenses/LICENSE" in inside


def test_the_installed_wheel_runs_elsewhere(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "fresh"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    _pip("--python", str(python), "install", "--no-deps", "--no-index", "--quiet", str(wheel))
    site = next((home / "lib").glob("python*/site-packages"))
    # The locked dependencies are lent by a path file: its folder is searched last, and the editable install
    # in it stays unseen, because path files are not read in folders that a path file adds.
    (site / "locked.pth").write_text(get_path("purelib") + "\n", encoding="utf-8")

    shown = _run(home / "bin" / "pathfinder", "--version", cwd=tmp_path)
    assert shown == f"pathfinder {version('pathfinder-research')}\n"
    table = _run(
        python,
        "-c",
        "from importlib.resources import files; from pathfinder.protocols import rules;"
        "print(rules.__file__); print(len(files(rules).joinpath('sources.toml').read_text('utf-8')))",
        cwd=tmp_path,
    )
    place, length = table.split()
    assert Path(place).is_relative_to(home)
    assert int(length) > 0


def _pip(*arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments],
        capture_output=True,
        text=True,
        check=True,
    )


def _run(program: Path, *arguments: str, cwd: Path) -> str:
    result = subprocess.run(
        [program, *arguments], cwd=cwd, env={"LC_ALL": "C.UTF-8"}, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout
