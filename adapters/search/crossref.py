"""Crossref: what publishers say of their DOIs, and which works were retracted."""

from typing import Any
from urllib.parse import quote

from pathfinder.adapters.search.catalogue import Catalogue, doi_address, doi_of, paper_result
from pathfinder.adapters.search.reading import LONGEST_ABSTRACT, fields, items, number, objects, text
from pathfinder.adapters.search.scoping import Scoped
from pathfinder.adapters.search.settings import CrossrefSettings
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.errors import AttemptFailed
from pathfinder.protocols.graph.papers import Paper

_PAPERS = frozenset(
    {"journal-article", "proceedings-article", "posted-content", "book-chapter", "report", "dissertation"}
)
_TAKEN_BACK = {
    "retraction": "crossref-retraction",
    "withdrawal": "crossref-withdrawal",
    "removal": "crossref-removal",
    "partial_retraction": "crossref-partial-retraction",
}
"""What Crossref calls it, and the message that says so."""


class Crossref(Catalogue[CrossrefSettings]):
    """The works endpoint of https://api.crossref.org (documentation: crossref.org/documentation)."""

    name = "crossref"

    async def _papers(self, asked: Scoped) -> list[SearchResult | None]:
        params: dict[str, str | int] = {"query.bibliographic": asked.words, "rows": self._most}
        days = []
        if self._scope.since:
            days.append(f"from-pub-date:{self._scope.since.isoformat()}")
        if self._scope.until:
            days.append(f"until-pub-date:{self._scope.until.isoformat()}")
        if days:
            params["filter"] = ",".join(days)
        message = fields((await self._wire.json("/works", params)).get("message"))
        works = objects(message.get("items"))
        return [_result(known) for known in works if known.get("type") in _PAPERS]

    async def retraction(self, doi: str) -> str | None:
        """Why a DOI has no weight any more; None if nothing is known of that. AttemptFailed if it is mute."""
        try:
            answer = await self._wire.json(f"/works/{quote(doi, safe='')}", {})
        except AttemptFailed as error:
            # Most DOIs of preprints and data sets are registered elsewhere.
            if "HTTP 404" in str(error):
                return None
            raise
        return _taken_back(fields(answer.get("message")))


def _taken_back(work: dict[str, Any]) -> str | None:
    for update in objects(work.get("updated-by")):
        kind = text(update.get("type"), 40).lower().replace(" ", "_")
        if kind in _TAKEN_BACK:
            notice = doi_of(update.get("DOI"))
            what = Message(_TAKEN_BACK[kind])
            if notice is None:
                return Message("retracted-crossref", what=what)
            return Message("retracted-crossref-notice", what=what, notice=notice)
    return None


def _result(known: dict[str, Any]) -> SearchResult | None:
    doi = doi_of(known.get("DOI"))
    titles = items(known.get("title"))
    paper = Paper(
        catalogue="crossref",
        name=doi or "",
        authors=tuple(author for one in objects(known.get("author")) if (author := _author(one))),
        date=_date(known.get("issued")),
        venue=text(next(iter(items(known.get("container-title"))), ""), 200),
        abstract=text(known.get("abstract"), LONGEST_ABSTRACT),
        doi=doi,
        citations=number(known.get("is-referenced-by-count")),
        retracted=_taken_back(known),
    )
    return paper_result(doi_address(doi), next(iter(titles), ""), paper)


def _author(known: dict[str, Any]) -> str:
    return text(f"{text(known.get('given'), 60)} {text(known.get('family'), 60)}", 120)


def _date(issued: object) -> str:
    """Year, month and day as far as they are known."""
    parts = items(next(iter(items(fields(issued).get("date-parts"))), []))
    known = [part for part in parts if isinstance(part, int) and 0 < part < 3_000]
    return "-".join(f"{part:02d}" for part in known)
