"""The record of a stored page: everything about its source that code can tell."""

from datetime import datetime

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.evidence.self_description import SelfDescription, with_own_words
from pathfinder.protocols.evidence.source_classes import classify
from pathfinder.protocols.evidence.sources import AUTHORITY, SourceTable
from pathfinder.protocols.evidence.works import work_of
from pathfinder.protocols.graph.types import Source, SourceType
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.signatures import signature
from pathfinder.protocols.text.urls import page_key


def excerpt_note() -> Message:
    """The note of a page that is an engine's excerpt."""
    return Message("note-excerpt")


def source_record(
    url: str,
    text: str,
    table: SourceTable,
    *,
    title: str = "",
    retrieved_at: datetime | None = None,
    author: str = "",
    date: str = "",
    doi: str | None = None,
    canonical: str | None = None,
    retracted: str | None = None,
    source_type: SourceType | None = None,
    said: SelfDescription | None = None,
) -> Source:
    """Type, authority, publisher, work and signature of a page; no model is asked for any of them.

    `canonical` is the address a page names as its original; it is kept in the form that the http, www and
    mobile addresses of one page share. `source_type` is the user's own word and wins over everything else.
    `said` is what the markup of the page says of it; what its words admit is added here.
    """
    said = with_own_words(said or SelfDescription(), title, text)
    found = classify(url, table, said)
    notes = (("note-machine-made", said.machine_made), ("note-second-hand", said.second_hand))
    return Source(
        url=url,
        title=title,
        author=author,
        date=date,
        site=found.site or "",
        type=source_type or found.type,
        authority=AUTHORITY[source_type] if source_type else found.authority,
        doi=doi,
        canonical=None if canonical is None else page_key(canonical),
        language=language(text),
        retrieved_at=retrieved_at,
        rules_version=found.rules_version,
        retracted=retracted,
        work=found.thread or work_of(url, doi),
        publisher=None if found.host_of_works else found.publisher,
        signature=signature(text),
        notes=tuple(Message(note) for note, admitted in notes if admitted),
        self_described=source_type is None and found.self_described,
    )


def made_of_a_result(source: Source) -> bool:
    """Whether the page was made of what a search said of it: a paper of a catalogue, or an excerpt."""
    return source.paper is not None or excerpt_note() in source.notes


def on_record(stored: Source, own: Source) -> Source:
    """What is said of a page whose text is on record already.

    The same text at the same address is the page on record, read once more. But what catalogues say of a
    paper hangs on who was asked: there the record counts only if nothing but the time differs.
    """
    if stored.url != own.url:
        return own
    if made_of_a_result(stored) or made_of_a_result(own):
        return stored if stored == own.model_copy(update={"retrieved_at": stored.retrieved_at}) else own
    return stored


def same_page(stored: Source, known: Source) -> bool:
    """Whether two records are of one page: equal but for what depends on the catalogue that was asked."""
    hangs = ["retracted"]  # A page may be retracted after it was stored.
    if made_of_a_result(stored) or made_of_a_result(known):
        hangs += ("title", "author", "date", "doi", "work", "paper", "retrieved_at")
    return stored == known.model_copy(update={name: getattr(stored, name) for name in hangs})
