"""Benchmarks in processes of their own: two at a time where nothing is timed, alone where it is."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from pydantic import TypeAdapter

from bench.figures import Figure, Size
from bench.results import BUILD, ROOT, Machine, Outcome

AT_ONCE = 2
# Far more than any takes on a quiet machine: it is there for what hangs.
MOST_SECONDS = {Size.FULL: 3_600, Size.QUICK: 900}
_FIGURE = TypeAdapter(Figure)
_ALONE = re.compile(r"^ALONE = True$", re.MULTILINE)


@dataclass(frozen=True)
class Bench:
    """The benchmarks of a package: its modules `bench_*.py`."""

    size: Size
    when: str
    package: str = "bench"
    most_seconds: float = 0

    @property
    def names(self) -> list[str]:
        """Of all of them."""
        return sorted(path.stem.removeprefix("bench_") for path in self._folder.glob("bench_*.py"))

    def run(self, names: Sequence[str]) -> Iterator[Outcome]:
        """Give what came of each as it ends; one that fails costs its own further figures."""
        machine = Machine.this()

        def one(name: str) -> Outcome:
            return self._one(name, machine)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            started = [pool.submit(one, name) for name in names if not self._alone(name)]
            yield from (done.result() for done in as_completed(started))
        yield from map(one, [name for name in names if self._alone(name)])

    @property
    def _folder(self) -> Path:
        return ROOT.joinpath(*self.package.split("."))

    def _alone(self, name: str) -> bool:
        """Whether a benchmark times things, and says so with `ALONE = True`. Its code is not run to know."""
        return bool(_ALONE.search((self._folder / f"bench_{name}.py").read_text(encoding="utf-8")))

    def _one(self, name: str, machine: Machine) -> Outcome:
        load, began = os.getloadavg()[0], perf_counter()
        limit = self.most_seconds or MOST_SECONDS[self.size]
        log = BUILD / "bench" / f"{name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as folder, log.open("w", encoding="utf-8") as said:
            path = Path(folder) / "figures"
            command = [
                sys.executable,
                "-m",
                "bench.one",
                f"{self.package}.bench_{name}",
                self.size,
                str(path),
            ]
            try:
                ended = subprocess.run(
                    command,
                    cwd=ROOT,
                    # Threads of the matrix library do not help short texts, and two benchmarks would fight.
                    env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # noqa: TID251  (a child needs its PATH)
                    stdout=said,
                    stderr=subprocess.STDOUT,
                    timeout=limit,
                    check=False,
                )
                failed = "" if ended.returncode == 0 else _why(log, ended.returncode)
            except subprocess.TimeoutExpired:
                failed = f"it was stopped after {limit:g} s"
            figures, left_out = _told(path)
        seconds = round(perf_counter() - began, 1)
        return Outcome(name, self.size, self.when, machine, seconds, load, figures, failed, left_out)


def _told(path: Path) -> tuple[tuple[Figure, ...], str]:
    figures, left_out = [], ""
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        told = json.loads(line)
        if "figure" in told:
            figures.append(_FIGURE.validate_python(told["figure"]))
        left_out = told.get("left_out", left_out)
    return tuple(figures), left_out


def _why(log: Path, code: int) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
    return f"exit {code}: {last[:300]}"
