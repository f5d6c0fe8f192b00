"""What became of a cited page since it was stored: nothing in the record changes by it."""

from collections.abc import Mapping
from typing import Literal

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.frozen import Worded, Words
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import ObservationId, PageHash, PageKey

Standing = Literal["same", "changed", "dead", "retracted"]


class Rechecked(Worded):
    """One source, looked at again."""

    page: PageKey
    url: str
    title: str
    standing: Standing
    lost: tuple[str, ...] = ()
    """Observations whose words no longer stand there."""
    reason: Words = ""

    @property
    def holds(self) -> bool:
        """Its words can still be looked up, and nobody took them back."""
        return self.standing in ("same", "changed") and not self.lost


def rechecked(
    page: PageHash, stored: StoredPage, now: StoredPage, quotes: Mapping[ObservationId, str]
) -> Rechecked:
    """A page that could be read again: the same words, or others in which the quotes still stand or not."""
    text = PageText.of(now.text)
    lost = tuple(name for name, quote in quotes.items() if find(quote, text) is None)
    same = " ".join(stored.text.split()) == " ".join(now.text.split())
    reason = Message("recheck-quotes-gone", count=len(lost), all=len(quotes)) if lost else ""
    return _rechecked(page, stored.source, "same" if same else "changed", reason, lost)


def unreachable(page: PageHash, source: Source, reason: str) -> Rechecked:
    """A page that could not be read again."""
    return _rechecked(page, source, "dead", reason)


def alive(page: PageHash, source: Source) -> Rechecked:
    """A paper that was read in a catalogue and is still where it was: its words are not compared."""
    return _rechecked(page, source, "same", Message("recheck-in-catalogue"))


def taken_back(page: PageHash, source: Source, reason: str) -> Rechecked:
    """A source that was retracted, whatever its page says."""
    return _rechecked(page, source, "retracted", reason)


def _rechecked(
    page: PageHash, source: Source, standing: Standing, reason: str, lost: tuple[str, ...] = ()
) -> Rechecked:
    return Rechecked(
        page=page, url=source.url, title=source.title, standing=standing, lost=lost, reason=reason
    )
