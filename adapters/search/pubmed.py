"""PubMed: medicine and the life sciences. One utility finds the numbers, another fetches the papers."""

from calendar import month_abbr
from xml.etree.ElementTree import Element

from pathfinder.adapters.search.catalogue import Catalogue, doi_of, paper_result
from pathfinder.adapters.search.reading import (
    LONGEST_ABSTRACT,
    NoXml,
    fields,
    items,
    text,
    text_in,
    xml_tree,
)
from pathfinder.adapters.search.scoping import Scoped
from pathfinder.adapters.search.settings import PubmedSettings
from pathfinder.adapters.search.wire import unreadable
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.errors import AttemptFailed
from pathfinder.protocols.graph.papers import Paper

# The C locale, which Python starts with and we never leave, has the names that PubMed uses.
_MONTHS = {name.lower(): f"{number:02d}" for number, name in enumerate(month_abbr) if name}


class Pubmed(Catalogue[PubmedSettings]):
    """The E-utilities of https://www.ncbi.nlm.nih.gov/books/NBK25499/."""

    name = "pubmed"

    async def _papers(self, asked: Scoped) -> list[SearchResult | None]:
        params: dict[str, str | int] = {
            **self._common(),
            "term": asked.words,
            "retmax": self._most,
            "retmode": "json",
            "sort": "relevance",
        }
        if self._scope.since or self._scope.until:
            params["datetype"] = "pdat"
            params["mindate"] = self._scope.since.strftime("%Y/%m/%d") if self._scope.since else "1800"
            params["maxdate"] = self._scope.until.strftime("%Y/%m/%d") if self._scope.until else "3000"
        answer = fields((await self._wire.json("/entrez/eutils/esearch.fcgi", params)).get("esearchresult"))
        if "ERROR" in answer:
            raise AttemptFailed(
                Message("engine-refused-query", engine="pubmed", reason=text(answer["ERROR"])),
                retryable=False,
            )
        numbers = [
            known for known in items(answer.get("idlist")) if isinstance(known, str) and known.isdigit()
        ]
        return await self._fetched(numbers) if numbers else []

    async def _fetched(self, numbers: list[str]) -> list[SearchResult | None]:
        params = {**self._common(), "id": ",".join(numbers), "retmode": "xml", "rettype": "abstract"}
        try:
            found = xml_tree(await self._wire.get("/entrez/eutils/efetch.fcgi", params))
        except NoXml:
            raise unreadable("pubmed") from None
        by_number = {
            text_in(known, "MedlineCitation/PMID"): known for known in found.findall("PubmedArticle")
        }
        # In the order of relevance that the search gave them.
        return [_result(by_number[name]) for name in numbers if name in by_number]

    def _common(self) -> dict[str, str | int]:
        key: dict[str, str | int] = {"api_key": self._key} if self._key else {}
        return {"db": "pubmed", "tool": "pathfinder", **key}


def _result(known: Element) -> SearchResult | None:
    citation = known.find("MedlineCitation")
    article = None if citation is None else citation.find("Article")
    if citation is None or article is None:
        return None
    number = text_in(citation, "PMID")
    kinds = {text_in(kind) for kind in article.findall("PublicationTypeList/PublicationType")}
    identifiers = known.findall("PubmedData/ArticleIdList/ArticleId")
    doi = next((text_in(one) for one in identifiers if one.get("IdType") == "doi"), "")
    parts = [_part(one) for one in article.findall("Abstract/AbstractText")]
    paper = Paper(
        catalogue="pubmed",
        name=number,
        authors=tuple(
            f"{text_in(author, 'ForeName')} {text_in(author, 'LastName')}".strip()
            for author in article.findall("AuthorList/Author")
        ),
        date=_date(article.find("Journal/JournalIssue/PubDate")),
        venue=text(text_in(article, "Journal/Title"), 200),
        abstract=text("\n".join(part for part in parts if part), LONGEST_ABSTRACT),
        doi=doi_of(doi),
        retracted=Message("retracted-pubmed") if "Retracted Publication" in kinds else None,
    )
    return paper_result(f"https://pubmed.ncbi.nlm.nih.gov/{number}/", text_in(article, "ArticleTitle"), paper)


def _part(element: Element) -> str:
    label = element.get("Label")
    return f"{label}: {text_in(element)}" if label else text_in(element)


def _date(published: Element | None) -> str:
    year, month, day = (text_in(published, name) for name in ("Year", "Month", "Day"))
    if not year:
        return text_in(published, "MedlineDate")[:4]
    number = _MONTHS.get(month[:3].lower(), month.zfill(2) if month.isdigit() else "")
    parts = [year, number, day.zfill(2) if day and number else ""]
    return "-".join(part for part in parts if part)
