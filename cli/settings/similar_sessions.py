"""Is there a session on this question already? Exact by its words, similar by their meaning."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pathfinder.adapters.storage.files.sessions import SessionLine
from pathfinder.protocols.text.queries import normalize, similarity

MOST_SHOWN = 3
LEAST_BY_MEANING = 0.65
"""Cosine of two questions; about other things it is seldom over 0.6."""
LEAST_BY_WORDS = 0.6
"""Share of letters in words of both, where no encoder is to be had."""


@dataclass(frozen=True)
class SimilarSession:
    """A session on the same question or a similar one."""

    session: SessionLine
    likeness: float
    exact: bool


def alike(question: str, sessions: Iterable[SessionLine]) -> tuple[SimilarSession, ...]:
    """The latest session with the same question; or else three at most that are similar, likest first."""
    readable = [line for line in sessions if line.status != "unreadable"]
    asked = normalize(question)
    same = [line for line in readable if normalize(line.question) == asked]
    if same:
        latest = max(same, key=lambda line: (line.updated, line.id))
        return (SimilarSession(latest, 1.0, exact=True),)
    if not readable:
        return ()
    measure, least = _measure()
    found = (SimilarSession(line, measure(question, line.question), exact=False) for line in readable)
    near = [one for one in found if one.likeness >= least]
    near.sort(key=lambda one: (-one.likeness, one.session.id))
    return tuple(near[:MOST_SHOWN])


def _measure() -> tuple[Callable[[str, str], float], float]:
    """By meaning, in sixteen languages; by words where the encoder cannot be loaded."""
    try:
        from pathfinder.adapters.language.encoder import encoder

        return encoder().similarity, LEAST_BY_MEANING
    except (ImportError, OSError):
        return similarity, LEAST_BY_WORDS
