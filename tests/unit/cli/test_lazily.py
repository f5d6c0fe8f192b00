"""Commands that are not loaded yet look in help as they do when they are."""

import pytest
from typer.core import TyperGroup

from pathfinder.cli.lazily import loaded
from pathfinder.cli.main import COMMANDS, GROUPS, Pathfinder


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_of_a_command_what_the_command_says_of_itself(name: str) -> None:
    later = Pathfinder.later[name]
    command = loaded(name, later)
    assert command.name == name
    assert (command.help or "").split("\n\n")[0] == later.line
    assert isinstance(command, TyperGroup) == (name in GROUPS)
