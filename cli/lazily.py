"""Commands that are known by a line each and loaded when they are run: help needs none of what they use."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_group

if TYPE_CHECKING:
    from typer._click.core import Command, Context


class CommandPlace(NamedTuple):
    """Where a command lives, and what help says of it."""

    module: str
    attribute: str
    """A function, or a `Typer` of its own."""
    line: str
    """The first line of its own help."""
    panel: str
    """The title under which help lists it."""


class LazyGroup(TyperGroup):
    """A group whose commands stand in its help by their lines; the one that is asked for is loaded."""

    later: ClassVar[Mapping[str, CommandPlace]]

    def resolve_command(
        self, ctx: "Context", args: list[str]
    ) -> tuple[str | None, "Command | None", list[str]]:
        """The command that the first word names, as it is."""
        if args[0] in self.later:
            self.commands[args[0]] = loaded(args[0], self.later[args[0]])
        return super().resolve_command(ctx, args)


def loaded(name: str, later: CommandPlace) -> "Command":
    """The command itself."""
    found = getattr(import_module(later.module), later.attribute)
    holder = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    holder.callback()(_nothing)
    if isinstance(found, typer.Typer):
        holder.add_typer(found)
    else:
        holder.command(name)(found)
    return get_group(holder).commands[name]


def listed(app: typer.Typer, later: Mapping[str, CommandPlace]) -> None:
    """Let the commands stand in the help of an app whose group is `Lazily`."""
    for name, one in later.items():
        app.command(name, help=one.line, rich_help_panel=one.panel)(_nothing)


def _nothing() -> None:
    """Stands where a command is not loaded yet."""
