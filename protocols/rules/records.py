"""The record of a stored page: everything about its source that code can tell."""

from datetime import datetime

from pathfinder.protocols.graph import Source, SourceType
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.signatures import signature
from pathfinder.protocols.rules.sources import AUTHORITY, SourceTable, classify
from pathfinder.protocols.rules.urls import page_key
from pathfinder.protocols.rules.works import work_of


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
) -> Source:
    """Type, authority, publisher, work and signature of a page; no model is asked for any of them.

    `canonical` is the address a page names as its original; it is kept in the form that the http, www and
    mobile addresses of one page share. `source_type` is the user's own word and wins over the table.
    """
    found = classify(url, table)
    type_ = source_type or found.type
    return Source(
        url=url,
        title=title,
        author=author,
        date=date,
        site=found.site or "",
        type=type_,
        authority=AUTHORITY[type_],
        doi=doi,
        canonical=None if canonical is None else page_key(canonical),
        language=language(text),
        retrieved_at=retrieved_at,
        rules_version=found.rules_version,
        retracted=retracted,
        work=work_of(url, doi),
        publisher=None if found.host_of_works else found.publisher,
        signature=signature(text),
    )
