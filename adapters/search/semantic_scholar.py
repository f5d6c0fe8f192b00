"""Semantic Scholar: papers of every field with one sentence on each, and who cites whom."""

from collections.abc import Mapping
from typing import Any

from pathfinder.adapters.search.catalogue import Catalogue, doi_address, doi_of, paper_result
from pathfinder.adapters.search.reading import LONGEST_ABSTRACT, fields, number, objects, text, web
from pathfinder.adapters.search.scoping import Scoped
from pathfinder.adapters.search.settings import SemanticScholarSettings
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.evidence.works import works_of
from pathfinder.protocols.graph.papers import Paper
from pathfinder.protocols.graph.types import Source

MOST_AROUND = 50
_FIELDS = "title,abstract,year,publicationDate,venue,authors,externalIds,openAccessPdf,publicationTypes,url"
_KINDS = {"arxiv": "ARXIV", "doi": "DOI", "pmid": "PMID", "acl": "ACL"}


class SemanticScholar(Catalogue[SemanticScholarSettings]):
    """The Graph API of https://api.semanticscholar.org/api-docs/graph."""

    name = "semantic_scholar"

    def _headers(self) -> Mapping[str, str]:
        return {"x-api-key": self._key} if self._key else {}

    async def _papers(self, asked: Scoped) -> list[SearchResult | None]:
        wanted = _FIELDS
        wanted += ",tldr" if self._settings.include_tldr else ""
        wanted += ",citationCount" if self._settings.include_citations else ""
        # Hyphens are operators of its plain-text search.
        params: dict[str, str | int] = {
            "query": asked.words.replace("-", " "),
            "limit": self._most,
            "fields": wanted,
        }
        if self._scope.since or self._scope.until:
            since = self._scope.since.isoformat() if self._scope.since else ""
            until = self._scope.until.isoformat() if self._scope.until else ""
            params["publicationDateOrYear"] = f"{since}:{until}"
        answer = await self._wire.json("/graph/v1/paper/search", params)
        return [_result(known) for known in objects(answer.get("data"))]

    async def titles(self, paper: Source) -> tuple[str, ...]:
        """What a paper cites and who cites it, in turn, the most cited first."""
        name = _name_of(paper)
        if name is None:
            return ()
        cited = await self._around(name, "references", "citedPaper")
        citing = await self._around(name, "citations", "citingPaper")
        mixed = (title for pair in zip(cited, citing, strict=False) for title in pair)
        longer = cited[len(citing) :] or citing[len(cited) :]
        return tuple(dict.fromkeys((*mixed, *longer)))

    async def _around(self, name: str, what: str, key: str) -> list[str]:
        params: dict[str, str | int] = {"fields": "title,citationCount", "limit": MOST_AROUND}
        answer = await self._wire.json(f"/graph/v1/paper/{name}/{what}", params)
        known = [fields(row.get(key)) for row in objects(answer.get("data"))]
        ranked = sorted(known, key=lambda row: -(number(row.get("citationCount")) or 0))
        return [title for row in ranked if (title := text(row.get("title"), 200))]


def _name_of(paper: Source) -> str | None:
    for work in works_of(paper.url, paper.doi):
        kind, _, name = work.partition(":")
        if kind in _KINDS:
            return f"{_KINDS[kind]}:{name}"
    return None


def _result(known: dict[str, Any]) -> SearchResult | None:
    ids = fields(known.get("externalIds"))
    doi, name = doi_of(ids.get("DOI")), text(known.get("paperId"), 60)
    arxiv = text(ids.get("ArXiv"), 40)
    year = number(known.get("year"))
    kinds = known.get("publicationTypes")
    paper = Paper(
        catalogue="semantic_scholar",
        name=name,
        authors=tuple(
            author for one in objects(known.get("authors")) if (author := text(one.get("name"), 100))
        ),
        date=text(known.get("publicationDate"), 20) or (str(year) if year else ""),
        venue=text(known.get("venue"), 200),
        abstract=text(known.get("abstract"), LONGEST_ABSTRACT),
        summary=text(fields(known.get("tldr")).get("text")),
        doi=doi,
        pdfs=tuple(filter(None, (web(fields(known.get("openAccessPdf")).get("url")),))),
        citations=number(known.get("citationCount")),
        retracted=Message("retracted-semantic-scholar")
        if isinstance(kinds, list) and "Retraction" in kinds
        else None,
    )
    address = f"https://arxiv.org/abs/{arxiv}" if arxiv else doi_address(doi) or known.get("url")
    return paper_result(address, known.get("title"), paper)
