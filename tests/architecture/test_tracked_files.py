"""The repository names no package index and no path of one machine; its locks agree with pyproject.toml."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.farm import ROOT

INDEX_ADDRESS = re.compile(
    r"(index-url|extra-index|find-links|trusted-host)[ =]+[a-z]+://" + r'|"resolved": *"http|^registry *=',
    re.MULTILINE,
)
REGISTRY_HOST = re.compile(r"\b(?:files\.)?pythonhost" + r"ed\.org|\bpyp" + r"i\.(?:org|python\.org)")


def tracked_files() -> list[Path]:
    """The files git knows or would add; outside a clone there are none to look at."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git clone")
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (ROOT / name for name in listing.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def test_no_index_address_and_no_path_of_this_machine_is_tracked() -> None:
    machine = (f"{ROOT.parent}/", f"{Path.home()}/")
    for path in tracked_files():
        text = path.read_text(encoding="utf-8", errors="replace")
        assert not INDEX_ADDRESS.search(text), path
        assert not REGISTRY_HOST.search(text), path
        # In a container the home or the parent may be "/", which says nothing.
        assert not [place for place in machine if len(place) > 2 and place in text], path


def locked(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return {
        canonicalize_name(found[1]): found[2] for found in re.finditer(r"^([\w.-]+)==([^\s;]+)", text, re.M)
    }


def test_the_locks_satisfy_the_declared_requirements() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    runtime, everything = locked("requirements.lock"), locked("requirements-dev.lock")
    image, extras = locked("requirements-image.lock"), project["optional-dependencies"]
    packed = [line for name in ("fleet", "mcp", "office", "serve") for line in extras[name]]
    for lock, declared in (
        (runtime, project["dependencies"]),
        (image, project["dependencies"] + packed),
        (everything, project["dependencies"] + packed + extras["dev"]),
    ):
        for requirement in map(Requirement, declared):
            assert lock[canonicalize_name(requirement.name)] in requirement.specifier, (
                f"{requirement}: run make lock"
            )
    assert runtime.items() <= image.items() <= everything.items()


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-image.lock", "requirements-dev.lock"])
def test_every_locked_version_carries_hashes(name: str) -> None:
    entries = re.split(r"\n(?=\S)", (ROOT / name).read_text(encoding="utf-8").strip())
    assert entries
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
