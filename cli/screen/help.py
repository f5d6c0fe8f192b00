"""`--help` and what is wrong with a command line, in the language of the command."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import typer
from typer._click.exceptions import ClickException  # typer brings its own click and has no other name for it

from pathfinder.cli.lazily import Lazily
from pathfinder.cli.settings.places import sessions_folder
from pathfinder.locales.catalogue import Message

if TYPE_CHECKING:
    from typer._click.core import Command, Context


LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set names the language of whoever types."""


class Speaking(Lazily):
    """The commands; for somebody who reads Korean, their help and usage errors are Korean."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401  (the signature of typer's own)
    ) -> Any:  # noqa: ANN401  (likewise)
        """Run, as the framework does; usage errors of a Korean command line are one sentence."""
        run = partial(super().main, args, prog_name, complete_var)
        rest = {"windows_expand_args": windows_expand_args, **extra}
        if not standalone_mode or not _is_korean():
            return run(standalone_mode, **rest)
        from pathfinder.cli.screen.language import say

        _in_korean(self)
        try:
            code = run(False, **rest)
        except ClickException as error:
            typer.echo(f"pathfinder: {say(error.format_message())}", err=True)
            sys.exit(error.exit_code)
        except typer.Abort:
            typer.echo(f"pathfinder: {say(Message('aborted'))}", err=True)
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)

    def resolve_command(
        self, ctx: "Context", args: list[str]
    ) -> tuple[str | None, "Command | None", list[str]]:
        """The command that the first word names, in the language of the rest."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and _is_korean():
            _in_korean(command)
        return name, command, rest


def _is_korean() -> bool:
    """Whether the command speaks Korean.

    Without a Korean locale, a setting or a session nothing can say so, and nothing is loaded to find out.
    """
    environ = os.environ  # noqa: TID251  (the settings are what is not to be loaded)
    locale = any(environ.get(name, "").startswith("ko") for name in LOCALE)
    if not (locale or sessions_folder().exists() or any(name.startswith("PATHFINDER_") for name in environ)):
        return False
    from pathfinder.cli.screen.language import speak, speaking

    speak(None)
    return speaking() == "ko"


def _in_korean(command: Any) -> None:  # noqa: ANN401  (a command or group of typer's own click)
    """The help of a command and of all below it. The tree is made anew for every run."""
    from pathfinder.cli.screen.help_ko import HELP, LINES, PANELS

    command.help = HELP.get(command.help) or LINES.get(command.help, command.help)
    command.short_help = HELP.get(command.short_help, command.short_help)
    command.rich_help_panel = command.rich_help_panel or PANELS["commands"]
    context = typer.Context(command)
    for parameter in command.get_params(context):
        told = getattr(parameter, "help", None)
        if told:
            parameter.help = HELP.get(told, told)
        kind = "arguments" if parameter.param_type_name == "argument" else "options"
        parameter.rich_help_panel = PANELS[kind]
    for below in getattr(command, "commands", {}).values():
        _in_korean(below)
