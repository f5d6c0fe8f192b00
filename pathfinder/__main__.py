"""`python -m pathfinder` is the `pathfinder` command."""

from pathfinder.cli.main import run

run()
