"""What the screen of a run says, by message id."""

from math import ceil
from typing import Protocol

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.events import EngineStateChanged
from pathfinder.reports.markdown.summary import Tongue

HANGUL = {"ㄴ": "s", "ㅂ": "q", "ㅅ": "t", "ㅜ": "n"}
"""The same keys where the keyboard is switched to Hangul."""
HELP = tuple(f"screen-help-{number}" for number in range(1, 6))
"""The lines of the help."""


class Say(Protocol):
    """A message by its id, in one language."""

    def __call__(self, id: str, /, **fields: object) -> str:
        """The text."""
        ...


def speaker(language: Tongue) -> Say:
    """Who says messages in this language."""

    def say(id: str, /, **fields: object) -> str:
        return Message(id, **fields).to(language)

    return say


def engine_line(event: EngineStateChanged, say: Say) -> str:
    """The state of a search engine, in a line."""
    seconds = ceil(event.seconds)
    match event.state:
        case "waiting":
            return say("screen-engine-waiting", engine=event.engine, seconds=seconds, reason=event.reason)
        case "resting":
            return say("screen-engine-resting", engine=event.engine, reason=event.reason)
        case "back":
            return say("screen-engine-back", engine=event.engine)
