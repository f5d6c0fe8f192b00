"""`--help` and what is wrong with a command line, in the language of the command."""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import typer
from typer._click.exceptions import ClickException  # typer brings its own click and has no other name for it
from typer.core import TyperGroup

from pathfinder.cli.help_ko import HELP, PANELS
from pathfinder.cli.speaking import say, speak, speaking


class Speaking(TyperGroup):
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
        speak(None)
        run = partial(super().main, args, prog_name, complete_var)
        rest = {"windows_expand_args": windows_expand_args, **extra}
        if speaking() != "ko" or not standalone_mode:
            return run(standalone_mode, **rest)
        _in_korean(self)
        try:
            code = run(False, **rest)
        except ClickException as error:
            typer.echo(f"pathfinder: {say(error.format_message())}", err=True)
            sys.exit(error.exit_code)
        except typer.Abort:
            typer.echo(f"pathfinder: {say('Aborted.')}", err=True)
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)


def _in_korean(command: Any) -> None:  # noqa: ANN401  (a command or group of typer's own click)
    """The help of a command and of all below it. The tree is made anew for every run."""
    command.help = HELP.get(command.help, command.help)
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
