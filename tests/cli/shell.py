"""`pathfinder` in one folder: as a process of its own, or in this one."""

import os
import subprocess
import sys
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from pathfinder.cli.main import app
from pathfinder.protocols.errors import PathfinderError
from tests.standin.server import Standin


class Shell:
    """Runs `pathfinder` in one folder, as a user with a key would."""

    def __init__(self, folder: Path, api: Standin | None) -> None:
        self.folder = folder
        self.environ = {name: value for name, value in os.environ.items() if not name.startswith("ANTHROPIC")}  # noqa: TID251  (a child needs its PATH)
        if api is not None:
            self.environ |= {"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.base_url}

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=self.environ,
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(*arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=self.environ,
        )

    @staticmethod
    def command(*arguments: str) -> list[str]:
        return [sys.executable, "-m", "pathfinder", *arguments]


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


class Inside:
    """The same commands in this process: no second start of Python, which costs more than most of them do."""

    def __init__(self, folder: Path, api: Standin | None = None) -> None:
        self.folder = folder
        self.environ: dict[str, str | None] = {"ANTHROPIC_API_KEY": None, "ANTHROPIC_BASE_URL": None}
        if api is not None:
            self.environ |= {"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.base_url}

    def __call__(self, *arguments: str) -> Ran:
        with chdir(self.folder):
            result = CliRunner().invoke(app, arguments, env=self.environ)
        if isinstance(result.exception, PathfinderError):
            said = f"{result.stderr}pathfinder: {result.exception}\n"
            return Ran(result.exception.exit_code, result.stdout, said)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)
