"""`pathfinder` as a process of its own, in one folder."""

import os
import subprocess
import sys
from pathlib import Path

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
