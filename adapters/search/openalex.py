"""OpenAlex: works of every field, with citations, open copies and retractions."""

from typing import Any

from pathfinder.adapters.search.catalogue import Catalogue, doi_address, doi_of, paper_result
from pathfinder.adapters.search.reading import LONGEST_ABSTRACT, fields, items, number, objects, text, web
from pathfinder.adapters.search.scoping import Scoped
from pathfinder.adapters.search.settings import OpenalexSettings
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.graph.papers import Paper

_WANTED = (
    "id,doi,display_name,publication_date,authorships,primary_location,best_oa_location,"
    "cited_by_count,is_retracted,type,abstract_inverted_index"
)
_PAPERS = frozenset(
    {"article", "preprint", "review", "book-chapter", "dissertation", "report", "book", "letter"}
)
MOST_WORDS = 3_000
"""Places of an inverted index that are read."""


class OpenAlex(Catalogue[OpenalexSettings]):
    """The works endpoint of https://docs.openalex.org; it also answers without a key, less often."""

    name = "openalex"

    async def _papers(self, asked: Scoped) -> list[SearchResult | None]:
        params: dict[str, str | int] = {"search": asked.words, "per_page": self._most, "select": _WANTED}
        days = []
        if self._scope.since:
            days.append(f"from_publication_date:{self._scope.since.isoformat()}")
        if self._scope.until:
            days.append(f"to_publication_date:{self._scope.until.isoformat()}")
        if days:
            params["filter"] = ",".join(days)
        if self._key:
            params["api_key"] = self._key
        answer = await self._wire.json("/works", params)
        works = objects(answer.get("results"))
        return [_result(known) for known in works if known.get("type") in _PAPERS]


def _result(known: dict[str, Any]) -> SearchResult | None:
    doi, name = doi_of(known.get("doi")), text(known.get("id"), 80).rpartition("/")[2]
    primary, best = fields(known.get("primary_location")), fields(known.get("best_oa_location"))
    paper = Paper(
        catalogue="openalex",
        name=name,
        authors=tuple(
            author
            for one in objects(known.get("authorships"))
            if (author := text(fields(one.get("author")).get("display_name"), 100))
        ),
        date=text(known.get("publication_date"), 20),
        venue=text(fields(primary.get("source")).get("display_name"), 200),
        abstract=text(_abstract(known.get("abstract_inverted_index")), LONGEST_ABSTRACT),
        doi=doi,
        pdfs=tuple(filter(None, (web(best.get("pdf_url")),))),
        citations=number(known.get("cited_by_count")),
        retracted=Message("retracted-openalex") if known.get("is_retracted") is True else None,
    )
    address = doi_address(doi) or primary.get("landing_page_url") or known.get("id")
    return paper_result(address, known.get("display_name"), paper)


def _abstract(index: object) -> str:
    """The words in their places: the catalogue may not give the text itself."""
    words: dict[int, str] = {}
    for word, places in fields(index).items():
        for place in items(places):
            if isinstance(place, int) and 0 <= place < MOST_WORDS:
                words[place] = word
    return " ".join(words[place] for place in sorted(words))
