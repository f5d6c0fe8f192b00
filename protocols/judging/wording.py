"""Reasons in words: a message for each kind."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pathfinder.locales.catalogue import Message, said
from pathfinder.protocols.graph.reasons import Reason, ReasonKind, Told
from pathfinder.protocols.text.rounding import hundredths

Heard = Callable[[Reason], str]
"""What is shown of a model's words."""

_PLACES: Mapping[tuple[ReasonKind, str], int] = MappingProxyType(
    {
        ("outweighs", "better"): 1,
        ("side_weak", "strength"): 4,
        ("side_weak", "bar"): 1,
        ("under_bar", "strength"): 4,
    }
)
"""Figures that are not shown in hundredths."""


def message_of(told: Reason, heard: Heard | None = None) -> Message:
    """A reason as a message; `heard` decides what is shown of a model's words."""
    return Message(
        f"because-{told.kind}",
        **{name: _figure(told.kind, name, value) for name, value in told.figures.items()},
        side="" if told.side is None else Message(f"side-{told.side}"),
        names=", ".join(told.names),
        words=told.words if heard is None else heard(told),
        then="" if told.then is None else message_of(told.then, heard),
    )


def worded(told: Told, language: str = "en", heard: Heard | None = None) -> str:
    """A reason in a language. Plain text of an older session stays as it is."""
    if isinstance(told, str):
        return told
    # A reason that has no further one, or none of a model's words, leaves their place empty.
    return " ".join(said(message_of(told, heard), language).split()).rstrip(": ")


def _figure(kind: ReasonKind, name: str, value: float) -> str:
    if not isinstance(value, float):
        return str(value)
    places = _PLACES.get((kind, name))
    return hundredths(value) if places is None else f"{value:.{places}f}"
