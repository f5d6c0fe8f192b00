"""Where a run hears its user: signals, and commands from other terminals."""

from typing import Literal, assert_never

from pathfinder.protocols.errors import Interrupted
from pathfinder.protocols.ports import Control
from pathfinder.protocols.rules.steering import Steer

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
        self._steers: list[Steer] = []

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
            match command.kind:
                case "note" | "keyword" | "hypothesis":
                    self._steers.append(Steer(kind=command.kind, text=command.text))
                case "pause" | "stop" | "done":
                    self._wish = command.kind
                case _:
                    assert_never(command.kind)

    def gate(self) -> None:
        """Called before anything is sent: raises Interrupted once the user asked to end."""
        self.look()
        if self._wish is not None:
            raise Interrupted(SENTENCES[self._wish], self._wish)

    def steers(self) -> tuple[Steer, ...]:
        """Hints, keywords and hypotheses since they were last kept."""
        self.look()
        return tuple(self._steers)

    def kept(self, steers: tuple[Steer, ...]) -> None:
        """These are in the journal now; until then a killed run must hear them again."""
        del self._steers[: len(steers)]
        self._control.confirm()
