"""The record of a stored page: everything about its source that code can tell."""

from datetime import datetime

from pathfinder.protocols.graph import Source
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.signatures import signature
from pathfinder.protocols.rules.sources import SourceTable, classify
from pathfinder.protocols.rules.works import work_of


def source_record(
    url: str,
    text: str,
    table: SourceTable,
    *,
    title: str = "",
    retrieved_at: datetime | None = None,
) -> Source:
    """Type, authority, publisher, work and signature of a page; no model is asked for any of them."""
    found = classify(url, table)
    return Source(
        url=url,
        title=title,
        site=found.site or "",
        type=found.type,
        authority=found.authority,
        language=language(text),
        retrieved_at=retrieved_at,
        rules_version=found.rules_version,
        work=work_of(url),
        publisher=None if found.host_of_works else found.publisher,
        signature=signature(text),
    )
