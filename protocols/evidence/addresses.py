"""Addresses in a model's own words: struck out, unless the user or words found on a page say them.

No address that a model writes is ever fetched or linked. But one that stands in a claim or a query is carried
on, to the next prompt, to a search engine, to a reader who may type it in: it is how a page would send people
and data elsewhere. A quote keeps its addresses, for it is looked up on its page.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from pathfinder.protocols.frozen import Frozen

A = TypeVar("A", bound=Frozen)

STRUCK = "…"
"""Stands where an address stood; no longer than one, so that no limit of a field is passed."""

_QUOTE = "quote"
_LOOKED_UP = ("quote", "header")
"""The fields whose words are looked up on their page; they are left as they are."""
_NO_SLASHES = (
    r"\bwww\.[^\s<>\"]+|\b(?:(?:java|vb)script:[^\s<>\"]|mailto:[^\s<>\"]|data:[a-z]+/|file:/)[^\s<>\"]*"
)
_ADDRESS = re.compile(rf"[a-z][a-z0-9+.-]{{0,20}}://[^\s<>\"]*|{_NO_SLASHES}", re.IGNORECASE)
_ADDRESS_WITHOUT_SLASHES = re.compile(_NO_SLASHES, re.IGNORECASE)
_CITED = re.compile(r"(\[\[p\d+:.*?\]\])", re.DOTALL)
_AFTER = ".,;:!?)]}'*_…"
"""Marks that end a sentence or a link, and no address."""


def without_invented_addresses(answer: A, ask: Frozen) -> A:
    """The answer without addresses that neither the question, nor a quote shown, nor a quote it gives says.

    A quote of the answer counts for the words beside it, if it stands in a text it was shown.
    """
    text = answer.model_dump_json()
    # To look for a scheme at every letter is slow, and most answers have none.
    if not (_ADDRESS if "://" in text else _ADDRESS_WITHOUT_SLASHES).search(text):
        return answer
    shown = ask.model_dump()
    texts = [_flat(text) for text in _fields(shown, "text")]
    return _without(answer, (*_fields(shown, "question"), *_fields(shown, _QUOTE)), texts)


def _without(value: A, said: Sequence[str], texts: Sequence[str]) -> A:
    own = _flat(getattr(value, _QUOTE, ""))
    if own and any(own in text for text in texts):
        said = (*said, own)
    kept = {
        name: _plain(getattr(value, name), said, texts)
        for name in type(value).model_fields
        if name not in _LOOKED_UP
    }
    return value.model_copy(update=kept)


def _plain(value: object, said: Sequence[str], texts: Sequence[str]) -> object:
    match value:
        case str():
            # Words of a page that a citation gives are looked up as well.
            parts = _CITED.split(value)
            parts[::2] = [_ADDRESS.sub(lambda found: _kept(found[0], said), part) for part in parts[::2]]
            return "".join(parts)
        case tuple():
            return tuple(_plain(part, said, texts) for part in value)
        case Frozen():
            return _without(value, said, texts)
        case _:
            return value


def _kept(found: str, said: Sequence[str]) -> str:
    address = found.rstrip(_AFTER)
    return found if any(address in text for text in said) else STRUCK + found[len(address) :]


def _fields(value: object, name: str) -> Iterator[str]:
    """Every text under a name, however deep."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key == name and isinstance(part, str):
                yield part
            else:
                yield from _fields(part, name)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _fields(part, name)


def _flat(text: str) -> str:
    return " ".join(text.split())
