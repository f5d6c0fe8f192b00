"""Every command and option has its help in every language that has a catalogue."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from pathfinder.cli.lazily import loaded
from pathfinder.cli.main import Pathfinder, app
from pathfinder.cli.screen.help import _in_language
from pathfinder.locales.catalogue import catalogue, languages

OTHERS = [language for language in languages() if language != "en"]


def helps(command: Any, *path: str) -> Iterator[tuple[str, str]]:
    """What help says, with its place."""
    yield " ".join(path), command.help or ""
    for parameter in command.get_params(typer.Context(command)):
        if getattr(parameter, "help", None):
            yield " ".join((*path, parameter.name)), parameter.help
    for name, below in getattr(command, "commands", {}).items():
        yield from helps(below, *path, name)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", Pathfinder.later)
def test_a_command_has_its_help_in_every_language(name: str, language: str) -> None:
    usual = dict(helps(loaded(name, Pathfinder.later[name]), name))
    command = loaded(name, Pathfinder.later[name])
    _in_language(command, language, name)
    same = [place for place, text in helps(command, name) if text == usual[place] and " " in text]
    assert same == [] or same == ["export names"], "names of files are the same everywhere"


@pytest.mark.parametrize("language", OTHERS)
def test_no_help_is_left_over(language: str) -> None:
    known: set[str] = {"help-pathfinder", "help-panel-commands", "help-panel-arguments", "help-panel-options"}
    top = typer.main.get_command(app)
    found = [
        *helps(top),
        *(one for name, later in Pathfinder.later.items() for one in helps(loaded(name, later), name)),
    ]
    for place, _ in found:
        *path, last = place.split(" ")
        named = last.strip("_").replace("_", "-")
        known |= {"-".join(("help", *path, named)), f"help-option-{named}"}
    assert {id for id in catalogue(language) if id.startswith("help-")} - known == set()
