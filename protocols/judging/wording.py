"""Reasons in words: a message for each kind (`locales/*/reasons.ftl`)."""

from collections.abc import Callable, Iterator

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.graph.reasons import Reason, Told
from pathfinder.protocols.text.rounding import hundredths

Heard = Callable[[Reason], str]
"""What is shown of a model's words."""


def worded(told: Told, language: str = "en", heard: Heard | None = None) -> str:
    """A reason in the language of the reader; `heard` says what is shown of a model's words.

    Plain text of an older session stays as it is.
    """
    if isinstance(told, str):
        return told
    t = translator(language)
    sentence = t(
        f"reason-{told.kind}",
        **dict(_figures(told)),
        side="" if told.side is None else t(f"reason-side-{told.side}"),
        names=", ".join(told.names),
        words=told.words if heard is None else heard(told),
        then="" if told.then is None else worded(told.then, language, heard),
    )
    return sentence.rstrip(": ")


def _figures(told: Reason) -> Iterator[tuple[str, str | int]]:
    """The figures of a reason: a count by its name, and each with one, two and four places (`strength_2`)."""
    for name, value in told.figures.items():
        if isinstance(value, int):
            yield name, value
        yield f"{name}_1", f"{value:.1f}"
        yield f"{name}_2", hundredths(value)
        yield f"{name}_4", f"{value:.4f}"
