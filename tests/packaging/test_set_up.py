"""`make` sets itself up from a lock file, whatever else the package index has on offer."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools.farm import ROOT

pytestmark = pytest.mark.slow

PROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "tried"
version = "1.0"
requires-python = ">=3.11"
"""
BACKEND = """\
import shutil

def build_editable(folder, config_settings=None, metadata_directory=None):
    return shutil.copy("wheels/tried-1.0-py3-none-any.whl", folder).rpartition("/")[2]
"""


@dataclass(frozen=True)
class Project:
    """A small project with the set-up of this one, and a folder of wheels in place of an index."""

    folder: Path
    wheels: Path

    def offer(self, name: str, version: str, *needs: str) -> str:
        """Put a wheel on offer; the line that a lock file has of it."""
        about = f"{name}-{version}.dist-info"
        metadata = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", "Provides-Extra: pool"]
        files = {
            f"{name}.py": f'VERSION = "{version}"\n',
            f"{about}/METADATA": "\n".join([*metadata, *(f"Requires-Dist: {need}" for need in needs), ""]),
            f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        files[f"{about}/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{about}/RECORD"])
        wheel = self.wheels / f"{name}-{version}-py3-none-any.whl"
        with ZipFile(wheel, "w") as file:
            for path, text in files.items():
                file.writestr(path, text)
        return f"{name}=={version} --hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}"

    def set_up(self, tool: str, *locked: str) -> subprocess.CompletedProcess[str]:
        """Run `make` until the environment of the lock is ready."""
        lock = "".join(f"{line}\n" for line in locked)
        for name in ("requirements.lock", "requirements-dev.lock"):
            (self.folder / name).write_text(lock, encoding="utf-8")
        bare = [place for place in os.environ["PATH"].split(":") if not Path(place, "uv").exists()]  # noqa: TID251  (a child needs its PATH)
        uv = [str(Path(sys.executable).parent)] if tool == "uv" else []
        return subprocess.run(
            ["make", f"PYTHON={sys.executable}", ".venv/.ready"],
            cwd=self.folder,
            env={
                "PATH": ":".join([*uv, *bare]),
                "PIP_CONFIG_FILE": os.devnull,
                "PIP_NO_INDEX": "1",
                "PIP_FIND_LINKS": str(self.wheels),
                "UV_CONFIG_FILE": str(self.folder / "uv.toml"),
                "UV_CACHE_DIR": str(self.folder / "cache"),
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def version(self, name: str) -> str:
        """The version that is installed."""
        told = f"import {name}; print({name}.VERSION)"
        python = self.folder / ".venv" / "bin" / "python"
        return subprocess.run([python, "-c", told], capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(params=["pip", "uv"])
def tool(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder, wheels = tmp_path, tmp_path / "wheels"
    for new in (folder / "tools", wheels):
        new.mkdir()
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copy(ROOT / "tools" / "set_up.sh", folder / "tools")
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (folder / "uv.toml").write_text(f'[pip]\nno-index = true\nfind-links = ["{wheels}"]\n', encoding="utf-8")
    (folder / "backend.py").write_text(BACKEND, encoding="utf-8")
    made = Project(folder, wheels)
    made.offer("tried", "1.0")
    return made


def test_a_newer_release_of_a_package_with_extras_does_not_matter(project: Project, tool: str) -> None:
    """What psycopg 3.3.9 did: procrastinate asks for `psycopg[pool]`, and the lock pins 3.3.8."""
    asking, pinned = project.offer("asking", "1.0", "asked[pool]>=1"), project.offer("asked", "1.0")
    project.offer("asked", "2.0")

    ran = project.set_up(tool, pinned, asking)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.startswith(f"Setting up .venv with {tool}: 2 packages of requirements-dev.lock")
    assert project.version("asked") == "1.0"
    assert (project.folder / ".venv" / ".ready").exists()
    again = ["make", "--question", ".venv/.ready"]
    assert subprocess.run(again, cwd=project.folder, check=False).returncode == 0  # nothing left to do


def test_a_lock_that_cannot_be_installed_is_told_in_a_sentence(project: Project, tool: str) -> None:
    asking, other = project.offer("asking", "1.0", "asked[pool]>=1"), project.offer("asked", "1.0")

    incomplete = project.set_up(tool, asking)

    assert incomplete.returncode != 0
    assert re.search(r"asking.* requires .*asked", incomplete.stdout + incomplete.stderr)
    assert "Setting up .venv failed for the reason above" in incomplete.stderr
    assert not (project.folder / ".venv" / ".ready").exists()

    changed = project.set_up(tool, asking, other[:-4] + "0000")

    assert changed.returncode != 0
    assert re.search(r"(?i)hash", changed.stdout + changed.stderr)
    assert not (project.folder / ".venv" / ".ready").exists()
