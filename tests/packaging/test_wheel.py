"""The wheel is ready to be published, and runs outside the repository."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from email.message import Message
from email.parser import HeaderParser
from importlib.metadata import version
from pathlib import Path
from sysconfig import get_path
from zipfile import ZipFile

import pytest
from readme_renderer.markdown import render

from tools.farm import ROOT, packages

pytestmark = pytest.mark.slow

DIST_INFO = f"pathfinder_research-{version('pathfinder-research')}.dist-info"
LICENCES = ("LICENSE", "NOTICE")
ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `python -m build` makes of a clean copy: a build in place would pick up files of earlier ones."""
    copy, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in ("pyproject.toml", "README.md", *LICENCES):
        shutil.copy(ROOT / name, copy)
    for name, folder in packages().items():
        if name.count(".") <= 1:
            shutil.copytree(folder, copy / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
    # The source archive first, then the wheel from what is in it.
    _python("-m", "build", "--no-isolation", "--outdir", str(out), str(copy))
    return out


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    return next(dist.glob("pathfinder_research-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment outside the repository into which pip has installed the wheel."""
    home = tmp_path_factory.mktemp("elsewhere") / "fresh"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    _python("-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "-q", str(wheel))
    site = next((home / "lib").glob("python*/site-packages"))
    # The locked dependencies are lent by a path file: its folder is searched last, and the editable install
    # in it stays unseen, because path files are not read in folders that a path file adds.
    (site / "locked.pth").write_text(get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin"


def test_the_wheel_holds_every_module_prompt_table_and_document(wheel: Path) -> None:
    expected = {"pathfinder/py.typed", "pathfinder/protocols/evidence/sources.toml"}
    for name, folder in packages().items():
        # The truth about the demo is for those who score it.
        patterns = ["*.py", "sources.toml", "corpus/*"]
        if folder.name != "demo":
            patterns += ["*.md", "*.toml", "*.sql", "*.css", "*.js", "templates/*", "vendor/*", "*/*.ftl"]
        for pattern in patterns:
            found = (path.relative_to(folder) for path in folder.glob(pattern))
            expected |= {f"{name.replace('.', '/')}/{path}" for path in found}
    with ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    assert expected <= inside
    assert "pathfinder/demo/truth.toml" not in inside
    assert {name.partition("/")[0] for name in inside} == {"pathfinder", DIST_INFO}


def test_the_wheel_can_be_published(dist: Path, wheel: Path) -> None:
    files = sorted(str(path) for path in dist.iterdir())
    assert [Path(name).name.endswith((".whl", ".tar.gz")) for name in files] == [True, True]
    assert _python("-m", "twine", "check", "--strict", *files).count("PASSED") == 2

    about = _metadata(wheel)
    assert (about["Name"], about["License-Expression"]) == ("pathfinder-research", "Apache-2.0")
    assert (about["Description-Content-Type"], about["Requires-Python"]) == ("text/markdown", ">=3.11")
    with ZipFile(wheel) as archive, tarfile.open(next(dist.glob("*.tar.gz"))) as source:
        inside, packed = archive.namelist(), source.getnames()
    for licence in LICENCES:
        assert licence in about.get_all("License-File", [])
        assert f"{DIST_INFO}/licenses/{licence}" in inside
        assert f"{DIST_INFO.removesuffix('.dist-info')}/{licence}" in packed


def test_the_readme_renders_as_a_package_index_renders_it(wheel: Path) -> None:
    shown = render(str(_metadata(wheel).get_payload()))
    assert shown is not None
    assert re.search(r"<h1[^>]*>Pathfinder<", shown)
    assert shown.count("<table") >= 2
    assert "|---|" not in shown


def test_the_installed_wheel_runs_elsewhere(installed: Path, tmp_path: Path) -> None:
    shown = _run([installed / "pathfinder", "--version"], tmp_path).stdout
    assert shown == f"pathfinder {version('pathfinder-research')}\n"
    table = _run(
        [
            installed / "python",
            "-c",
            "from importlib.resources import files; from pathfinder.protocols import evidence;"
            "print(evidence.__file__);"
            "print(len(files(evidence).joinpath('sources.toml').read_text('utf-8')))",
        ],
        tmp_path,
    )
    place, length = table.stdout.split()
    assert Path(place).is_relative_to(installed.parent)
    assert int(length) > 0


def test_the_demo_runs_in_an_empty_folder_and_what_it_prints_works(installed: Path, tmp_path: Path) -> None:
    program = installed / "pathfinder"
    ran = _run([program, "demo"], tmp_path, PYTHONPROFILEIMPORTTIME="1")

    documents = re.search(r"^The 53 documents of a fictional world are in (.+)$", ran.stdout, re.M)
    assert documents is not None
    assert Path(documents[1]).is_relative_to(installed.parent)
    assert "\nReading list: " in ran.stdout
    assert "RETRACTED" in ran.stdout
    assert "copies of one text" in ran.stdout
    # It needs no SDK of a model or a search engine, and no client for the web.
    loaded = set(re.findall(r"\| +(\w+)$", ran.stderr, re.M))
    assert {"numpy", "pydantic"} <= loaded
    assert not loaded & {"anthropic", "exa_py", "openai", "psycopg", "procrastinate"}

    report = re.search(r"^Reading list: (\.research/sessions/.+/report\.md)", ran.stdout, re.M)
    assert report is not None
    session = tmp_path / Path(report[1]).parent
    assert (session / "cognigraph.json").exists()
    printed = re.findall(rf"{re.escape(str(program))} [^`\n]+", ran.stdout)
    assert {words.split()[1] for words in printed} == {*("resume", "show", "research", "sessions")}
    below = tmp_path / "notes" / "2026"
    below.mkdir(parents=True)
    assert session.name in _run([program, "status"], below).stdout
    for command in printed:  # The last one deletes the session.
        if "FOLDER" not in command:  # Stands for one of the user's own.
            _run(["sh", "-c", command], tmp_path)
    assert not session.exists()


def _metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as archive:
        return HeaderParser().parsestr(archive.read(f"{DIST_INFO}/METADATA").decode())


def _python(*arguments: str) -> str:
    ran = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},  # noqa: TID251  (a child needs its PATH)
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def _run(command: list[str | Path], cwd: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    # Permissions are kept in the user's home: with none, each `resume` would ask again.
    env = ENVIRONMENT | {"HOME": str(cwd)} | environ
    ran = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{command}: {ran.stdout}{ran.stderr}"
    return ran
