"""What a document of the user's is as a source, by what it says of itself where that is trusted."""

from dataclasses import dataclass
from typing import get_args

from pathfinder.adapters.documents.front_matter import retraction
from pathfinder.adapters.documents.index import Document
from pathfinder.protocols.calls.ports import Clock
from pathfinder.protocols.evidence.records import source_record
from pathfinder.protocols.evidence.sources import SourceTable
from pathfinder.protocols.graph.types import Source, SourceType
from pathfinder.protocols.text.urls import read


@dataclass(frozen=True)
class DocumentSources:
    """Makes the source record of a document."""

    table: SourceTable
    clock: Clock
    trust: bool
    """Documents say themselves where they come from."""
    source_type: SourceType | None
    """What the user says the documents are; it counts for those without an address of their own."""

    def address(self, document: Document | None) -> str:
        """The address a document gives itself, where that is trusted and an address; else nothing."""
        said = document.front if document is not None and self.trust else None
        address = said.get("url", "") if said else ""
        return address if read(address) is not None else ""

    def source(self, document: Document, text: str) -> Source:
        """The record of a document with this text."""
        said = dict(document.front or {}) if self.trust else {}
        address = self.address(document) or f"file:{document.name}"
        # Of a document that is trusted to say what it is, the user's general word is not asked.
        named = _source_type(said.get("type")) or (self.source_type if address.startswith("file:") else None)
        author, date = said.get("author", ""), said.get("date", document.date)
        own = document.said.model_copy(
            update={
                "byline": document.said.byline or bool(author),
                "dated": document.said.dated or "date" in said,
            }
        )
        source = source_record(
            address,
            text,
            self.table,
            title=document.title,
            retrieved_at=self.clock.now(),
            author=author,
            date=date,
            doi=said.get("doi"),
            # An original that names nobody else is what its copies name.
            canonical=said.get("canonical", said.get("url")),
            retracted=retraction(said.get("retracted")),
            source_type=named,
            said=own,
        )
        return document.layout.described(source)


def _source_type(written: str | None) -> SourceType | None:
    """The kind of source that a document says it is; None for a word that is no kind of source."""
    return next((known for known in get_args(SourceType) if written and written.casefold() == known), None)
