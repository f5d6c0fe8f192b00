"""The Dockerfile without a container engine: `python -m tools.image [PYTHON]` runs its steps.

The build stage runs as written, with the folders of the image moved below a temporary one, on what
.dockerignore lets through. Then the health check and some commands run, as `nobody` if we are root; PYTHON is
an interpreter that `nobody` can reach, in place of the base image's.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.farm import ROOT

FOLDERS = ("/opt/pathfinder", "/source", "/dist", "/data")
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage, with their text in one line."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    found: list[list[tuple[str, str]]] = []
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line:
            word, _, rest = line.partition(" ")
            if word == "FROM":
                found.append([])
            found[-1].append((word, rest))
    return found


def context() -> list[str]:
    """What .dockerignore lets through, at the top of the repository."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    return [line[1:] for line in lines if line.startswith("!")]


def command(stage: list[tuple[str, str]], word: str) -> list[str]:
    """The words of an instruction in JSON form."""
    [text] = [rest for found, rest in stage if found == word]
    words: list[str] = json.loads(text[text.index("[") :])
    return words


def main() -> None:
    """Run the steps and say what each came to."""
    build, last = stages()
    python = sys.argv[1] if len(sys.argv) > 1 else sys.executable
    with TemporaryDirectory(prefix="image-") as name:
        root = Path(name)
        root.chmod(0o755)
        (root / "source").mkdir()
        (root / "data").mkdir()
        for entry in context():
            if (ROOT / entry).is_dir():
                leave = shutil.ignore_patterns("__pycache__", ".research", ".env")
                shutil.copytree(ROOT / entry, root / "source" / entry, ignore=leave)
            else:
                shutil.copy(ROOT / entry, root / "source")
        for word, text in build:
            if word == "RUN":
                for place in FOLDERS:
                    text = re.sub(rf"(?<=\s){place}\b", f"{root}{place}", f" {text}")
                text = text.replace(" python ", f" {python} ")
                print(f"RUN {text.strip()}", flush=True)
                shell = ["bash", "-euc", text]
                subprocess.run(shell, cwd=root / "source", check=True, stdout=subprocess.DEVNULL)
        shutil.rmtree(root / "source")
        _try(root, last)


def _try(root: Path, stage: list[tuple[str, str]]) -> None:
    programs, data = root / "opt" / "pathfinder" / "bin", root / "data"
    as_user = NOBODY if os.geteuid() == 0 else []
    if as_user:
        shutil.chown(data, 65534, 65534)
    bare = [*as_user, "env", "-i", f"PATH={programs}:/usr/bin:/bin", f"HOME={data}", "LC_ALL=C.UTF-8"]
    entry = [*bare, *command(stage, "ENTRYPOINT")]
    for words in (["--version"], ["demo", "--iterations", "1"], ["worker", "--help"], ["mcp", "--help"]):
        ran = subprocess.run([*entry, *words], cwd=data, stdout=subprocess.PIPE, text=True, check=True)
        print(f"pathfinder {' '.join(words)}: {len(ran.stdout.splitlines())} lines")
    # Not on all addresses: this machine is no container.
    served = ["127.0.0.1" if word == "0.0.0.0" else word for word in command(stage, "CMD")]
    check = [*bare, *command(stage, "HEALTHCHECK")]
    with subprocess.Popen([*entry, *served], cwd=data, stdout=subprocess.DEVNULL) as server:
        try:
            healthy, tries = False, 40
            while not healthy and tries and server.poll() is None:
                time.sleep(0.5)
                healthy, tries = (
                    subprocess.run(check, capture_output=True, check=False).returncode == 0,
                    tries - 1,
                )
            if not healthy or server.poll() is not None:
                sys.exit("The server does not pass its health check.")
            print(f"HEALTHCHECK of pathfinder {' '.join(served)}: healthy")
        finally:
            server.terminate()
    size = sum(path.lstat().st_size for path in (root / "opt").rglob("*") if not path.is_dir())
    print(f"/opt/pathfinder: {size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
