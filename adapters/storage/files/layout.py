"""Where things are in a session's folder."""

import re
from dataclasses import dataclass
from pathlib import Path

SAFE_ID = re.compile(r"[0-9]{8}-[0-9]{6}-[\w-]+")
"""What a session may be called: a time and words, no dot and no slash."""


@dataclass(frozen=True, slots=True)
class Session:
    """One session's folder and the names in it."""

    folder: Path

    @property
    def id(self) -> str:
        """How people name it."""
        return self.folder.name

    @property
    def graph(self) -> Path:
        """The record of closed iterations."""
        return self.folder / "cognigraph.json"

    @property
    def asked(self) -> Path:
        """What the session was started with."""
        return self.folder / "asked.json"

    @property
    def archival(self) -> Path:
        """The edits of each closed iteration."""
        return self.folder / "archival"

    @property
    def start(self) -> Path:
        """The graph before the first iteration; archives are folded into it."""
        return self.archival / "start.json"

    @property
    def chain(self) -> Path:
        """The hashes of what was saved."""
        return self.archival / "chain"

    def archive(self, iteration: int) -> Path:
        """The edits of one iteration, as people count."""
        return self.archival / f"iteration_{iteration:03}.json"

    @property
    def journals(self) -> Path:
        """One folder for each iteration."""
        return self.folder / "journal"

    def journal(self, iteration: int) -> Path:
        """The journal of one iteration, as people count."""
        return self.journals / f"{iteration:03}" / "log"

    @property
    def pages(self) -> Path:
        """The texts that quotes were found in."""
        return self.folder / "pages"

    @property
    def recall(self) -> Path:
        """The index of `recall`; it can be made again at any time."""
        return self.folder / "recall.sqlite"

    @property
    def control(self) -> Path:
        """What other processes ask of the running one."""
        return self.folder / "control"

    @property
    def heard(self) -> Path:
        """How far the control file was read."""
        return self.folder / "control.heard"

    @property
    def lock(self) -> Path:
        """Held by the one process that may write."""
        return self.folder / "lock"
