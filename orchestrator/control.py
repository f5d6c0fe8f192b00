"""Where a run hears its user: signals, and commands from other terminals."""

from typing import Literal

from pathfinder.protocols.errors import Interrupted
from pathfinder.protocols.ports import Control

Wish = Literal["pause", "stop", "done"]

SENTENCES: dict[Wish, str] = {
    "pause": "Paused by the user; `pathfinder resume` goes on where it was.",
    "stop": "Stopped by the user; `pathfinder resume` goes on where it was.",
    "done": "Ended by the user.",
}


class Stopper:
    """Remembers what the user asked for. Once asked, nothing new is sent; what is in flight comes home."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._wish: Wish | None = None
        self._notes: list[str] = []

    def ask(self, wish: Wish) -> None:
        """A signal or a key: stop at the next safe point."""
        self._wish = wish

    @property
    def asked(self) -> bool:
        """Whether the run is to end."""
        return self._wish is not None

    def look(self) -> None:
        """Take in what other terminals said since the last look."""
        for command in self._control.commands():
            if command.kind == "note":
                self._notes.append(command.text)
            else:
                self._wish = command.kind

    def gate(self) -> None:
        """Called before anything is sent: raises Interrupted once the user asked to end."""
        self.look()
        if self._wish is not None:
            raise Interrupted(SENTENCES[self._wish], self._wish)

    def notes(self) -> tuple[str, ...]:
        """The hints since they were last kept."""
        self.look()
        return tuple(self._notes)

    def kept(self, notes: tuple[str, ...]) -> None:
        """These hints are in the journal now; until then a killed run must hear them again."""
        del self._notes[: len(notes)]
        self._control.confirm()
