"""`python -m tests.cli.config_page` writes docs/config.md anew; read the difference before keeping it."""

from pathlib import Path

from pathfinder.cli.commands.config import reference_page

PAGE = Path(__file__).parents[2] / "docs" / "config.md"

if __name__ == "__main__":
    PAGE.write_text(reference_page(), encoding="utf-8")
