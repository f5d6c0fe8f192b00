"""Secrets are taken out of a text before anything else is done with it, cutting included."""

import re
from collections.abc import Iterable

PART = 8
"""So many characters in a row of a secret are a part worth hiding."""
_ALIGNED = PART // 2


class Masking:
    """Replaces secrets by a mark: the whole of one, and every part of it with 8 characters or more.

    A secret that is shorter is replaced only where it stands as a word of its own, if `short` says so: it may
    be a part of any other word.
    """

    def __init__(self, secrets: Iterable[str], mark: str, *, short: bool = True) -> None:
        known = {secret for secret in secrets if secret}
        self._mark = mark
        self._parts = {part for secret in known for part in _windows(secret, PART)}
        # Every part holds one of these, wherever it begins. Looking for them is quick.
        self._signs = sorted(
            {
                secret[at : at + _ALIGNED]
                for secret in known
                if len(secret) >= PART
                for at in range(0, len(secret) - _ALIGNED + 1, _ALIGNED)
            }
        )
        words = sorted(secret for secret in known if len(secret) < PART) if short else []
        self._words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)") if words else None

    def finds(self, text: str) -> bool:
        """Whether there may be something to replace."""
        return any(sign in text for sign in self._signs) or (
            self._words is not None and self._words.search(text) is not None
        )

    def of(self, text: str) -> str:
        """The text without secrets."""
        kept: list[str] = []
        done = 0
        for start, end in self.spans(text):
            kept += [text[done:start], self._mark]
            done = end
        text = "".join([*kept, text[done:]])
        return text if self._words is None else self._words.sub(self._mark, text)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where secrets of 8 characters or more, and their parts, begin and end."""
        found: list[tuple[int, int]] = []
        if not any(sign in text for sign in self._signs):
            return found
        for at, part in enumerate(_windows(text, PART)):
            if part not in self._parts:
                continue
            if found and at <= found[-1][1]:
                found[-1] = found[-1][0], at + PART
            else:
                found.append((at, at + PART))
        return found


def _windows(text: str, size: int) -> Iterable[str]:
    return (text[at : at + size] for at in range(len(text) - size + 1))
