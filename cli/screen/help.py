"""`--help` and what is wrong with a command line, in the language of the locale."""

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any

import typer
from typer._click.exceptions import ClickException  # typer brings its own click and has no other name for it

from pathfinder.cli.lazily import LazyGroup

if TYPE_CHECKING:
    from rich.text import Text
    from typer._click.core import Command, Context

    from pathfinder.locales.catalogue import Message


ENGLISH = "en"
"""Help and usage errors of the framework are in it."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set names the language of whoever types."""
HELP_OPTIONS = ("-h", "--help")
KINDS = {"str": "TEXT", "path": "PATH", "Path": "PATH", "int": "NUMBER", "float": "NUMBER", "%Y-%m-%d": "DAY"}
"""What help calls the value of an option, by the name of its type."""
MOST_CHOICES = 14
"""A longer list of choices stands behind the text of the option, where it can be wrapped."""
OPTION_PANELS = {
    "Documents and search": (
        "--docs", "--docs-as", "--trust-front-matter", "--sources", "--engine", "--from", "--until",
        "--allow-domain", "--block-domain", "--allow-remote",
    ),
    "Models and cost": (
        "--model", "--preset", "--quick", "--budget", "--price", "--rate", "--prompts", "--allow-settings",
    ),
    "Length and limits": (
        "--length", "--iterations", "--max-minutes", "--parallel", "--explorer-seconds", "--stop-when",
    ),
    "Output": ("--json", "--events", "--quiet", "--verbose", "--lang", "--trace"),
}  # fmt: skip
"""How help groups the options of a command that has more of them than fit on a screen."""
MANY_OPTIONS = 24
_PANEL_OF = {option: panel for panel, options in OPTION_PANELS.items() for option in options}


class Speaking(LazyGroup):
    """The commands, with help and usage errors in the language of whoever types."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401  (the signature of typer's own)
    ) -> Any:  # noqa: ANN401  (likewise)
        """Run, as the framework does; usage errors in another language than English are one sentence."""
        run = partial(super().main, args, prog_name, complete_var)
        rest = {"windows_expand_args": windows_expand_args, **extra}
        language = _language()
        if language != ENGLISH:
            _in_language(self, language)
            _wrap_by_cells()
        _plainly(self)
        if not standalone_mode or language == ENGLISH:
            return run(standalone_mode, **rest)
        from pathfinder.cli.screen.language import say
        from pathfinder.locales.catalogue import Message

        try:
            code = run(False, **rest)
        except ClickException as error:
            typer.echo(f"pathfinder: {say(_wrong(error))}", err=True)
            sys.exit(error.exit_code)
        except typer.Abort:
            typer.echo(f"pathfinder: {say(Message('aborted'))}", err=True)
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)

    def resolve_command(
        self, ctx: "Context", args: list[str]
    ) -> tuple[str | None, "Command | None", list[str]]:
        """The command that the first word names, in the language of the rest."""
        language = _language()
        if language != ENGLISH and args[0] not in self.later:
            from typer._click.exceptions import UsageError

            from pathfinder.locales.catalogue import Message

            near = get_close_matches(args[0], self.later, 1)
            if near:
                raise UsageError(Message("usage-no-such-command-near", name=args[0], near=near[0]), ctx)
            raise UsageError(Message("usage-no-such-command", name=args[0]), ctx)
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and name is not None:
            _group(command)
            if language != ENGLISH:
                _in_language(command, language, name)
            _plainly(command)
        return name, command, rest


def _language() -> str:
    """The language of the locale, if there is a catalogue for it. No session or setting changes the help."""
    environ = os.environ  # noqa: TID251  (the settings are what is not to be loaded)
    locale = next((environ[name] for name in LOCALE if environ.get(name)), "")
    return "ko" if locale.startswith("ko") else ENGLISH


def _wrap_by_cells() -> None:
    """Keep the last word of a row of wide letters: rich counts letters, not cells, to drop the blank."""
    from rich.text import Text

    Text.rstrip_end = _rstrip_end  # type: ignore[method-assign]  # typer lays help out and takes no other Text


def _rstrip_end(self: "Text", size: int) -> None:
    over, blank = self.cell_len - size, len(self.plain) - len(self.plain.rstrip())
    if over > 0 and blank:
        self.right_crop(min(over, blank))


def _group(command: Any) -> None:  # noqa: ANN401  (a command of typer's click)
    """Put the options of a command that has many under titles."""
    if len(command.params) > MANY_OPTIONS:
        for parameter in command.params:
            parameter.rich_help_panel = _PANEL_OF.get(parameter.opts[0], parameter.rich_help_panel)


def _plainly(command: Any) -> None:  # noqa: ANN401  (a command of typer's click)
    """Name the values of options in short words, so that at 80 columns no option is cut off."""
    for parameter in command.get_params(_context(command)):
        if parameter.param_type_name != "option" or parameter.metavar is not None:
            continue
        kind = parameter.display_type(_context(command)).strip("<>").removesuffix(" range")
        parameter.metavar = KINDS.get(kind.removeprefix("list[").removesuffix("]"), kind)
        if parameter.is_flag:
            parameter.metavar = ""
        elif parameter.type_descriptor.is_choice and len(kind) > MOST_CHOICES:
            parameter.metavar = KINDS["str"]
            parameter.help = f"{parameter.help.rstrip('.')}: {kind.replace('|', ', ')}."
        elif None not in (parameter.min, parameter.max):
            parameter.metavar = f"{parameter.min}-{parameter.max}"
        parameter.min = parameter.max = None  # Only help reads them; the types check the values.
    for below in getattr(command, "commands", {}).values():
        _plainly(below)


def _context(command: Any) -> typer.Context:  # noqa: ANN401  (likewise)
    """Where a command makes its parameters, `--help` among them."""
    return typer.Context(command, help_option_names=list(HELP_OPTIONS))


def _in_language(command: Any, language: str, *path: str) -> None:  # noqa: ANN401  (a command of typer's click)
    """The help of a command and of all below it. The tree is made anew for every run.

    English help is in the code; another language has it as messages: `help-<command>`, and for an option
    `help-<command>-<option>`, or `help-option-<option>` where several commands mean the same by it. The title
    of a panel is `help-panel-<title in English>`.
    """
    from pathfinder.locales.catalogue import catalogue

    known = catalogue(language)

    def told(usual: str | None, *ids: str) -> str | None:
        return next((known.format(id, {}) for id in ids if id in known), usual)

    command.help = told(command.help, "-".join(("help", *(path or ("pathfinder",)))))
    command.short_help = told(command.short_help, "-".join(("help", *path)))
    command.rich_help_panel = told(*_panel(command, "commands"))
    for parameter in command.get_params(_context(command)):
        name = parameter.name.strip("_").replace("_", "-")
        if getattr(parameter, "help", None):
            parameter.help = told(parameter.help, "-".join(("help", *path, name)), f"help-option-{name}")
        parameter.rich_help_panel = told(*_panel(parameter, f"{parameter.param_type_name}s"))
    for name, below in getattr(command, "commands", {}).items():
        _in_language(below, language, *path, name)


def _panel(known: Any, usual: str) -> tuple[str | None, str]:  # noqa: ANN401  (a command or parameter of click)
    """The English title of the panel something stands in, and the id of the title in other languages."""
    title = known.rich_help_panel
    return title, f"help-panel-{(title or usual).lower().replace(' ', '-')}"


def _wrong(error: ClickException) -> "Message":
    """What is wrong with a command line. The framework's own words are English only."""
    from typer._click import exceptions

    from pathfinder.locales.catalogue import Message

    if isinstance(error.message, Message):
        return error.message
    match error:
        case exceptions.NoSuchOption(possibilities=[near, *_]):
            return Message("usage-no-such-option-near", name=error.option_name, near=near)
        case exceptions.NoSuchOption():
            return Message("usage-no-such-option", name=error.option_name)
        case exceptions.MissingParameter(param=param) if param is not None:
            return Message(f"usage-missing-{param.param_type_name}", name=_shown(param))
        case exceptions.BadParameter(param=param, ctx=ctx) if param is not None and ctx is not None:
            return Message("usage-bad-value", name=_shown(param), kind=param.display_type(ctx))
        case exceptions.BadOptionUsage():
            known = error.ctx.command.get_params(error.ctx) if error.ctx is not None else ()
            flags = {name for one in known if getattr(one, "is_flag", False) for name in one.opts}
            what = "takes-no-value" if error.option_name in flags else "needs-value"
            return Message(f"usage-option-{what}", name=error.option_name)
        case _:
            pass
    context = getattr(error, "ctx", None)
    return Message("usage-wrong", command=context.command_path if context is not None else "pathfinder")


def _shown(parameter: Any) -> str:  # noqa: ANN401  (an option or argument of typer's own click)
    """A parameter as it is typed."""
    option = parameter.param_type_name == "option"
    return str(parameter.opts[-1] if option else parameter.name.upper())
