"""arXiv: an Atom feed of preprints, all of them open."""

import re
from xml.etree.ElementTree import Element

from pathfinder.adapters.search.catalogue import Catalogue, doi_of, paper_result
from pathfinder.adapters.search.reading import LONGEST_ABSTRACT, NoXml, text, text_in, xml_tree
from pathfinder.adapters.search.scoping import Scoped
from pathfinder.adapters.search.settings import ArxivSettings
from pathfinder.adapters.search.wire import unreadable
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.errors import AttemptFailed
from pathfinder.protocols.graph.papers import Paper
from pathfinder.protocols.text.queries import normalize

MOST_WORDS = 12
_ID = re.compile(r"https?://arxiv\.org/abs/(?P<id>.+?)(?:v[0-9]+)?")


class Arxiv(Catalogue[ArxivSettings]):
    """The API of https://info.arxiv.org/help/api/user-manual.html."""

    name = "arxiv"

    async def _papers(self, asked: Scoped) -> list[SearchResult | None]:
        params: dict[str, str | int] = {
            "search_query": self._query(asked.words),
            "start": 0,
            "max_results": self._most,
            "sortBy": "relevance",
            "sortOrder": "descending",
        }
        try:
            feed = xml_tree(await self._wire.get("/api/query", params))
        except NoXml:
            raise unreadable("arxiv") from None
        if feed.tag != "feed":
            raise unreadable("arxiv")
        entries = feed.findall("entry")
        for entry in entries:
            # Its errors come as an entry of a feed, sometimes with status 200.
            if "/api/errors" in text_in(entry, "id"):
                raise AttemptFailed(
                    Message("engine-refused-query", engine="arxiv", reason=text_in(entry, "summary")),
                    retryable=False,
                )
        return [_result(entry) for entry in entries]

    def _query(self, words: str) -> str:
        """Any of the words, the paper with most of them first; in the categories and days asked for."""
        plain = re.findall(r"[^\W_]{2,}", words)[:MOST_WORDS] or [normalize(words) or words]
        parts = ["(" + " OR ".join(f"all:{word}" for word in plain) + ")"]
        if self._settings.categories:
            parts.append("(" + " OR ".join(f"cat:{name}" for name in self._settings.categories) + ")")
        if self._scope.since or self._scope.until:
            since = self._scope.since.strftime("%Y%m%d") if self._scope.since else "19910101"
            until = self._scope.until.strftime("%Y%m%d") if self._scope.until else "21001231"
            parts.append(f"submittedDate:[{since}0000 TO {until}2359]")
        return " AND ".join(parts)


def _result(entry: Element) -> SearchResult | None:
    known = _ID.fullmatch(text_in(entry, "id"))
    if known is None:
        return None
    name, summary = known["id"], text_in(entry, "summary")
    paper = Paper(
        catalogue="arxiv",
        name=name,
        authors=tuple(text_in(author, "name") for author in entry.findall("author")),
        date=text_in(entry, "published")[:10],
        venue=text(text_in(entry, "journal_ref"), 200) or "arXiv",
        abstract=text(summary, LONGEST_ABSTRACT),
        doi=doi_of(text_in(entry, "doi")),
        pdfs=(f"https://arxiv.org/pdf/{name}",),
        # arXiv keeps what its authors took back, and says so in the comment alone.
        retracted=Message("retracted-arxiv") if "withdrawn" in text_in(entry, "comment").casefold() else None,
    )
    return paper_result(f"https://arxiv.org/abs/{name}", text_in(entry, "title"), paper)
