"""What a session was started with, kept in its folder, so that `resume` needs no flags."""

import json
from pathlib import Path

from pydantic import ValidationError

from pathfinder.adapters.files.disk import Disk
from pathfinder.protocols.errors import SessionRefused
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import SourceType

NAME = "asked.json"


class Remembered(Frozen):
    """The choices that decide where pages come from and who answers. No key, no price, no limit."""

    docs: str | None = None
    docs_as: SourceType | None = None
    trust_front_matter: bool = False
    sources: str | None = None
    model: str | None = None
    prompts: str | None = None


def remembered(folder: Path) -> Remembered:
    """What the session was started with; nothing for one that was started without the command line."""
    path = folder / NAME
    if not path.exists():
        return Remembered()
    try:
        return Remembered.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise SessionRefused(f"{path} cannot be read ({type(error).__name__}); give --docs again.") from error


def remember(folder: Path, chosen: Remembered) -> None:
    """Keep them; the latest choices count."""
    Disk().write(folder / NAME, chosen.model_dump_json(indent=1).encode())
