"""What a session was started with, kept in its folder, so that `resume` needs no flags."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.cli.settings.allowed import at_place
from pathfinder.cli.settings.options import Flags
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import SessionRefused
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import SourceType

NAME = "asked.json"
_PER_RUN = "research.max_minutes"
"""Counted from the start of a run, so the next one does not inherit it."""


class SavedFlags(Frozen):
    """The choices that decide where pages come from, who answers and when it ends. No key, no price."""

    docs: str | None = None
    docs_as: SourceType | None = None
    trust_front_matter: bool = False
    sources: str | None = None
    model: str | None = None
    prompts: str | None = None
    """In a session that was started before it was a setting."""
    since: date | None = None
    until: date | None = None
    allow_remote: bool = False
    """The user agreed that, with documents at hand, something leaves the machine."""
    quick: bool = False
    """Without round 3."""
    settings: dict[str, Any] | None = None
    """What flags said about the config, by path; None in a session that was started before this was kept."""

    def over(self, flags: Flags) -> "SavedFlags":
        """What was chosen now, over what is remembered."""
        given = {
            "docs": str(flags.docs.resolve()) if flags.docs else None,
            "docs_as": flags.docs_as,
            "trust_front_matter": flags.trust_front_matter,
            "sources": str(flags.sources.resolve()) if flags.sources else None,
            "model": flags.model,
            "since": flags.since.date() if flags.since else None,
            "until": flags.until_day(),
            "allow_remote": flags.allow_remote or None,
            "quick": flags.quick,
        }
        said = {
            path: value for path, value in flags.settings().items() if path not in ("models.all", _PER_RUN)
        }
        update = {name: value for name, value in given.items() if value is not None}
        return self.model_copy(update=update | {"settings": (self.settings or {}) | said})

    def layer(self, limits: Limits | None = None) -> dict[str, Any]:
        """As settings of the config; an old session's limits are those of its record."""
        known = dict(self.settings or {})
        if self.settings is None and limits is not None and limits != Limits():
            known["research.max_iterations"] = limits.max_iterations
            known["research.budget_usd"] = limits.budget_usd_micros / 1_000_000
        older = {"models.all": self.model, "prompts": self.prompts}
        return {path: value for path, value in older.items() if value is not None} | known

    def with_budget(self, usd: float, limits: Limits) -> "SavedFlags":
        """The same with a budget that was given while the session ran; `limits` are those of its record."""
        return self.model_copy(update={"settings": self.layer(limits) | {"research.budget_usd": usd}})

    def wishes(self, given: Flags | None = None) -> tuple[str, ...]:
        """What of it needs the user's permission, but for what was given on the command line just now."""
        said = SavedFlags() if given is None else SavedFlags().over(given)
        now = self if given is None else self.over(given)
        wishes = {*now._reads()} - {*said._reads()}
        if now.docs is not None and now.allow_remote and not said.allow_remote:
            wishes.add(Message("wish-remote-documents", folder=at_place(now.docs)))
        return tuple(sorted(wishes))

    def _reads(self) -> Iterator[str]:
        if self.docs is not None:
            folder = at_place(self.docs)
            reads = (
                Message("wish-documents", folder=folder)
                if self.docs_as is None
                else Message("wish-documents-kind", folder=folder, kind=self.docs_as)
            )
            yield Message("wish-trusting", what=reads) if self.trust_front_matter else reads
        if self.sources is not None:
            yield Message("wish-source-table", path=at_place(self.sources))


def load_flags(folder: Path) -> SavedFlags:
    """What the session was started with; nothing for one that was started without the command line."""
    path = folder / NAME
    if not path.exists():
        return SavedFlags()
    try:
        return SavedFlags.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError) as error:
        raise SessionRefused(
            Message("remembered-unreadable", path=path, reason=type(error).__name__)
        ) from None


def save_flags(folder: Path, saved: SavedFlags) -> None:
    """Keep them; the latest choices count."""
    Disk().write(folder / NAME, saved.model_dump_json(indent=1).encode())
