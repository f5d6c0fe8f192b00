"""`schema`: what the files of a session keep to, as JSON Schema."""

import json
from collections.abc import Callable
from typing import Annotated

import typer

from pathfinder.cli.screen.output import line
from pathfinder.config import Config
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError


def schema(
    name: Annotated[
        str | None, typer.Argument(help="state, cognigraph, config ...; all names without one.")
    ] = None,
) -> None:
    """Print the schema of a file, or the names of all."""
    from pathfinder.reports.schemas import SCHEMAS

    known: dict[str, Callable[[], str]] = {**SCHEMAS, "config": _config}
    if name is None:
        for one in known:
            line(one)
        return
    asked = name.removesuffix(".json").removesuffix(".schema")
    if asked not in known:
        raise UserError(Message("no-such-schema", name=ascii(name), names=", ".join(known)))
    typer.echo(known[asked](), nl=False)


def _config() -> str:
    return json.dumps(Config.model_json_schema(), indent=2) + "\n"
