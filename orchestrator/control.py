"""Where a run hears its user: signals, and commands from other terminals."""

from collections.abc import Callable
from typing import Literal, assert_never

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Control
from pathfinder.protocols.errors import Interrupted
from pathfinder.protocols.planning.steering import Steer

StopKind = Literal["pause", "stop", "done"]

_MESSAGES: dict[StopKind, str] = {
    "pause": "paused-by-user",
    "stop": "stopped-by-user",
    "done": "ended-by-user",
}


class Stopper:
    """Remembers what the user asked for. Once asked, nothing new is sent; what is in flight comes home."""

    def __init__(self, control: Control, set_budget: Callable[[int], None] = lambda _: None) -> None:
        """`set_budget` is called with a new budget in micro-dollars as soon as it was read."""
        self._control = control
        self._set_budget = set_budget
        self._wish: StopKind | None = None
        self._steers: list[tuple[int, Steer]] = []
        """Each with its place."""
        self._place = 0
        """Commands of the user up to this place were read."""

    def ask(self, wish: StopKind) -> None:
        """A signal or a key: stop at the next safe point."""
        self._wish = wish

    @property
    def asked(self) -> bool:
        """Whether the run is to end."""
        return self._wish is not None

    def look(self) -> None:
        """Take in what other terminals said since the last look."""
        for command, place in self._control.commands():
            self._place = place
            match command.kind:
                case "note" | "keyword" | "hypothesis":
                    self._steers.append((place, Steer(kind=command.kind, text=command.text)))
                case "pause" | "stop" | "done":
                    self._wish = command.kind
                case "budget":
                    self._set_budget(command.usd_micros)
                case _:
                    assert_never(command.kind)

    def gate(self) -> None:
        """Called before anything is sent: raises Interrupted once the user asked to end."""
        self.look()
        if self._wish is not None:
            raise Interrupted(Message(_MESSAGES[self._wish]), self._wish)

    def steers(self) -> tuple[tuple[Steer, ...], int]:
        """Hints, keywords and hypotheses since they were last kept, and the place up to which that is all."""
        self.look()
        return tuple(steer for _, steer in self._steers), self._place

    def journaled_to(self, place: int) -> None:
        """Commands up to this place are in the journal; until then a run that is killed must read them again.

        0 is before the first command.
        """
        if place:
            self.look()
            self._steers = [heard for heard in self._steers if heard[0] > place]
            self._control.confirm(place)
