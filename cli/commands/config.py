"""`config show` and `config init`, and the pages that are made from the types."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from pathfinder.adapters.models.settings import PRESETS, Seat
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.cli.commands.inspect import JsonOption
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import as_json, line, padded
from pathfinder.cli.settings.allowed import left_out
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.layers import NAME, flat, leaves, meaning, resolve
from pathfinder.config import Config
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.text.sanitize import one_line

ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="A config in place of .research/config.json.")
]
app = typer.Typer(name="config", help="The settings: what holds, where it comes from, a file to start from.")


@app.command()
def show(
    origin: Annotated[bool, typer.Option("--origin", help="Say where each value comes from.")] = False,
    config: ConfigOption = None,
    json_: JsonOption = False,
) -> None:
    """Every setting as it holds now."""
    resolved = resolve(home(environment()), environment(), file=config)
    values = dict(flat(resolved.config.model_dump(mode="json")))
    if json_:
        rows = {
            path: {"value": value, "origin": resolved.origins[path]} if origin else value
            for path, value in values.items()
        }
        as_json(rows)
        return
    for warning in resolved.warnings:
        typer.echo(f"pathfinder: {warning}", err=True)
    left_out(resolved.wishes)
    width = max(map(len, values))
    for path, value in values.items():
        said = f"  {resolved.origins[path]:<11}" if origin else ""
        typer.echo(f"{path:<{width}}{said}  {one_line(json.dumps(value, ensure_ascii=False), 400)}")
    for row in seat_rows(resolved.config):
        typer.echo(row)


def seat_rows(config: Config) -> Iterator[str]:
    """A table: which model answers which call in each preset, and which one does now."""
    now = config.models.seats()
    columns: dict[str, Mapping[str, Seat]] = dict(PRESETS.items())
    columns[say(Message("now"))] = now
    yield ""
    yield say(Message("models-by-call"))
    width = max(len(seat.model) for seats in columns.values() for seat in seats.values()) + 2
    yield f"{'':<18}{''.join(padded(name, width) for name in columns)}".rstrip()
    for call in now:
        models = "".join(padded(seats[call].model, width) for seats in columns.values())
        yield f"{call:<18}{models}".rstrip()


@app.command()
def init() -> None:
    """Write a config in which every setting stands with its meaning, switched off."""
    folder, disk = home(environment()), Disk()
    path = folder / NAME
    if disk.stat(path) is not None:
        raise UserError(Message("config-exists", path=path))
    for missing in reversed([place for place in (folder, *folder.parents) if disk.stat(place) is None]):
        disk.make_folder(missing)
    disk.write(path, config_file().encode())
    line(Message("config-written", path=path))


def config_file() -> str:
    """All settings with their defaults, each behind `//`."""
    body = _commented(Config().model_dump(mode="json"), "", 1)
    return "{\n" + "\n".join(body) + "\n}\n"


def _commented(value: dict[str, Any], before: str, depth: int) -> list[str]:
    described, indent = dict(leaves()), "  " * depth
    rows: list[str] = []
    for name, inner in value.items():
        path = f"{before}{name}"
        if path in described:
            rows.append(f"{indent}// {meaning(path, described[path])}")
            rows.append(f"{indent}// {json.dumps(name)}: {json.dumps(inner)},")
        else:
            rows += [
                f"{indent}{json.dumps(name)}: {{",
                *_commented(inner, f"{path}.", depth + 1),
                f"{indent}}},",
            ]
    return rows


def reference_page() -> str:
    """docs/config.md."""
    defaults = dict(flat(Config().model_dump(mode="json")))
    rows = [
        "# Config",
        "",
        "Made from the types by `python -m tests.cli.config_page`; a test compares the two.",
        "",
        "`.research/config.json`, or the file `--config` names. `pathfinder config init` writes one in which",
        "every setting stands with its meaning, switched off; `//` comments and a comma before a closing",
        "bracket are allowed. A key that is not in this list is refused. A value counts in this order, the",
        "later over the earlier: default, your own file, file, environment, the flags a session was started",
        "with, a flag. `pathfinder config show --origin` says which it was.",
        "",
        "Your own file is `~/.config/pathfinder/config.json` (or under `XDG_CONFIG_HOME`). It holds for",
        "every folder. A `.research/config.json` may have come with a cloned folder, and a session with a",
        "backup. What these two say about addresses, programs, key variables, folders, models, prices,",
        "proxies, private places and a larger budget counts only after you have allowed it. `research` and",
        "`resume` ask for it once, each host together with its key variable. Where nobody can be asked",
        "they end with exit 2, unless you give `--allow-settings`. Your answers are kept in",
        "`allowed.jsonl` beside your own file; delete a line to be asked again. A file that you name with",
        "`--config` needs no permission.",
        "",
        "Keys are never written here: `api_key_env` names the environment variable that holds one.",
        "The variable of a setting is its path in capitals, `research.budget_usd`:",
        "`PATHFINDER_RESEARCH_BUDGET_USD`.",
    ]
    section = ""
    for path, field in leaves():
        if path.partition(".")[0] != section:
            section = path.partition(".")[0]
            rows += ["", f"## {section}", "", "| setting | default | meaning |", "|---|---|---|"]
        meant = meaning(path, field).replace("|", "\\|")
        rows.append(f"| `{path}` | `{json.dumps(defaults[path])}` | {meant} |")
    return "\n".join(rows) + "\n"
