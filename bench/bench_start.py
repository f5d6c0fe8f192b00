"""How the command starts: modules loaded, and time over a bare Python, with the byte code written before."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figures import Baseline, Figure, Group, Size

GROUP: Group = "overlap"
ALONE = True
SDKS = ("anthropic", "exa_py", "httpx", "httpx2", "aiohttp", "numpy", "psycopg", "procrastinate")
HELP = "from pathfinder.cli.main import app\napp(['--help'], standalone_mode=False)"
STARTS = {"import pathfinder": "import pathfinder", "pathfinder --help": HELP}
_COUNT = "\nimport sys\nsys.stderr.write(' '.join(sys.modules))"


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Counts, which do not hang on the machine, and ratios of processor time, which hardly do."""
    with TemporaryDirectory() as folder:
        environment = _with_byte_code(Path(folder))
        times = size.of(7, 3)
        bare = min(_seconds("", environment) for _ in range(times))
        for name, source in STARTS.items():
            modules = _modules(source, environment)
            sdks = sorted(modules & set(SDKS))
            yield Figure(f"{name}: modules loaded", len(modules), "", None, guarded=True)
            yield Figure(f"{name}: SDKs loaded", len(sdks), "", 0, ", ".join(sdks))
            seconds = min(_seconds(source, environment) for _ in range(times))
            yield Figure(
                f"{name}: processor time over bare python",
                seconds / bare,
                "x",
                None,
                f"{1_000 * seconds:.0f} ms, the least of {times}",
                baselines=(Baseline("bare python, ms", 1_000 * bare),),
            )


def _with_byte_code(folder: Path) -> dict[str, str]:
    """An environment in which Python keeps what it has compiled, as it does for a user."""
    kept = {
        name: value
        for name, value in os.environ.items()  # noqa: TID251  (a child needs its PATH)
        if name != "PYTHONDONTWRITEBYTECODE"
    }
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder)}


def _modules(source: str, environment: Mapping[str, str]) -> set[str]:
    """Of the whole process; this run also compiles what the timed ones load."""
    ended = subprocess.run(
        [sys.executable, "-c", source + _COUNT],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return set(ended.stderr.split())


def _seconds(source: str, environment: Mapping[str, str]) -> float:
    """Processor time of a process, from its start to its end."""
    before = _of_children()
    subprocess.run(
        [sys.executable, "-c", source], env=environment, stdout=subprocess.DEVNULL, check=True, timeout=120
    )
    return _of_children() - before


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
