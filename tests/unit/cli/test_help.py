"""Every command and option has its help in every language that has a catalogue."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from pathfinder.cli.lazily import loaded
from pathfinder.cli.main import COMMANDS, PANELS, Pathfinder, app
from pathfinder.cli.screen.help import OPTION_PANELS, _in_language
from pathfinder.locales.catalogue import catalogue, languages

OTHERS = [language for language in languages() if language != "en"]


PANEL_IDS = {
    f"help-panel-{title.lower().replace(' ', '-')}"
    for title in ("commands", "arguments", "options", *PANELS, *OPTION_PANELS)
}


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
def test_every_title_of_a_group_is_there_in_every_language(language: str) -> None:
    assert {id for id in PANEL_IDS if id not in catalogue(language)} == set()


def test_every_command_stands_in_one_group_and_every_grouped_option_exists() -> None:
    assert sorted(name for names in PANELS.values() for name in names) == sorted(COMMANDS)
    research = loaded("research", Pathfinder.later["research"])
    known = {option for one in research.params for option in one.opts}
    listed = [option for options in OPTION_PANELS.values() for option in options]
    assert set(listed) <= known
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("language", OTHERS)
def test_no_help_is_left_over(language: str) -> None:
    known = {"help-pathfinder", *PANEL_IDS}
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
