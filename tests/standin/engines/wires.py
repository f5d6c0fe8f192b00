"""What each API says on the wire. Shaped from these pages, all looked up on 2026-11-16:

arXiv             info.arxiv.org/help/api/user-manual.html (Atom feed, errors as an entry)
Semantic Scholar  api.semanticscholar.org/api-docs/graph, by way of github.com/danielnsilva/semanticscholar
PubMed            ncbi.nlm.nih.gov/books/NBK25499 (ESearch as JSON, EFetch as XML with a named DTD)
OpenAlex          docs.openalex.org, by way of docs.rs/crate/fastpaper-cli (docs/sources/10_openalex.md)
Crossref          crossref.org/documentation/retrieve-metadata/rest-api/rest-api-filters
SearXNG           docs.searxng.org/dev/search_api (403 where JSON is switched off)
Exa               exa.ai/docs/admin/pricing, and the types of exa-py 2.26.0
Claude            platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools, types of anthropic 2.8.0
"""

import json
import re
from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from tests.standin.engines.library import AROUND, PAPERS, WEB, Doc, matching

Reply = tuple[int, str, str]
"""Status, media type, body."""

_S2_FIELDS = {
    "paperId", "title", "abstract", "year", "publicationDate", "venue", "authors", "externalIds",
    "openAccessPdf", "publicationTypes", "url", "tldr", "citationCount",
}  # fmt: skip
_OPENALEX = {"search", "per_page", "select", "filter", "api_key"}
_EXA_KEYS = {
    "query", "type", "numResults", "contents", "includeDomains", "excludeDomains", "startPublishedDate",
    "endPublishedDate",
}  # fmt: skip


def _json(value: object, status: int = 200) -> Reply:
    return status, "application/json", json.dumps(value, ensure_ascii=False)


def arxiv(asked: Mapping[str, str]) -> Reply:
    """/api/query"""
    query = asked.get("search_query", "")
    docs = matching(PAPERS, query.replace("all:", " "), int(asked.get("max_results", "10")))
    entries = "".join(_atom(doc) for doc in docs if doc.arxiv)
    if not re.search(r"\w+:\w+", query):
        entries = (
            "<entry><id>https://arxiv.org/api/errors#incorrect_query</id><title>Error</title>"
            "<summary>incorrect query</summary></entry>"
        )
    return (
        200,
        "application/atom+xml",
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        f"<opensearch:totalResults>{len(docs)}</opensearch:totalResults>{entries}</feed>",
    )


def _atom(doc: Doc) -> str:
    authors = "".join(f"<author><name>{escape(name)}</name></author>" for name in doc.authors)
    return (
        f"<entry><id>http://arxiv.org/abs/{doc.arxiv}v2</id><updated>{doc.year}-06-02T00:00:00Z</updated>"
        f"<published>{doc.year}-05-01T00:00:00Z</published><title>{escape(doc.title)}</title>"
        f"<summary>\n  {escape(doc.text)}\n</summary>{authors}<arxiv:doi>{doc.doi}</arxiv:doi>"
        f'<link title="pdf" href="http://arxiv.org/pdf/{doc.arxiv}v2" type="application/pdf"/></entry>'
    )


def semantic_scholar(path: str, asked: Mapping[str, str]) -> Reply:
    """/graph/v1/paper/search, /graph/v1/paper/{id}/references and /citations"""
    fields = set(asked.get("fields", "").split(","))
    if not fields <= _S2_FIELDS:
        return _json({"error": f"Unrecognized or unsupported fields: {fields - _S2_FIELDS}"}, 400)
    if path.endswith("/search"):
        docs = matching(PAPERS, asked.get("query", ""), int(asked.get("limit", "100")))
        return _json({"total": len(docs), "offset": 0, "data": [_s2(doc, fields) for doc in docs]})
    known = any(f"DOI:{doc.doi}" in path or f"ARXIV:{doc.arxiv}" in path for doc in PAPERS)
    if not known:
        return _json({"error": "Paper not found"}, 404)
    key, title = ("citedPaper", AROUND[0]) if path.endswith("references") else ("citingPaper", AROUND[1])
    return _json({"offset": 0, "data": [{key: {"paperId": "f", "title": title, "citationCount": 7}}]})


def _s2(doc: Doc, fields: set[str]) -> dict[str, Any]:
    whole = {
        "paperId": f"{int(doc.pmid):040x}",
        "title": doc.title,
        "abstract": doc.text,
        "year": doc.year,
        "publicationDate": f"{doc.year}-05-01",
        "venue": "Velm Letters",
        "authors": [{"authorId": "1", "name": name} for name in doc.authors],
        "externalIds": {"DOI": doc.doi, **({"ArXiv": doc.arxiv} if doc.arxiv else {}), "CorpusId": 5},
        "openAccessPdf": {"url": doc.pdf, "status": "GREEN"} if doc.pdf else None,
        "publicationTypes": None,
        "url": "https://www.semanticscholar.org/paper/f00",
        "tldr": {"model": "tldr@v2.0.0", "text": f"In short: {doc.title}."},
        "citationCount": doc.citations,
    }
    return {name: value for name, value in whole.items() if name in fields or name == "paperId"}


def esearch(asked: Mapping[str, str]) -> Reply:
    """/entrez/eutils/esearch.fcgi"""
    if asked.get("db") != "pubmed":
        return _json({"esearchresult": {"ERROR": "Invalid db name specified"}})
    docs = matching(PAPERS, asked.get("term", ""), int(asked.get("retmax", "20")))
    numbers = [doc.pmid for doc in docs]
    return _json(
        {"header": {"version": "0.3"}, "esearchresult": {"count": str(len(docs)), "idlist": numbers}}
    )


def efetch(asked: Mapping[str, str]) -> Reply:
    """/entrez/eutils/efetch.fcgi"""
    wanted = asked.get("id", "").split(",")
    # The order of the answer is not the order asked for.
    found = "".join(_medline(doc) for doc in reversed(PAPERS) if doc.pmid in wanted)
    return (
        200,
        "text/xml",
        '<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet PUBLIC '
        '"-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">'
        f"<PubmedArticleSet>{found}</PubmedArticleSet>",
    )


def _medline(doc: Doc) -> str:
    kinds = ["Journal Article", *(["Retracted Publication"] if doc.retracted else [])]
    listed = "".join(f"<PublicationType>{kind}</PublicationType>" for kind in kinds)
    return (
        f'<PubmedArticle><MedlineCitation><PMID Version="1">{doc.pmid}</PMID><Article><Journal><JournalIssue>'
        f"<PubDate><Year>{doc.year}</Year><Month>May</Month><Day>1</Day></PubDate></JournalIssue>"
        f"<Title>Velm Letters</Title></Journal><ArticleTitle>{escape(doc.title)}</ArticleTitle><Abstract>"
        f'<AbstractText Label="RESULTS">{escape(doc.text)}</AbstractText></Abstract><AuthorList><Author>'
        "<LastName>Brack</LastName><ForeName>Ada</ForeName></Author></AuthorList>"
        f"<PublicationTypeList>{listed}</PublicationTypeList></Article></MedlineCitation><PubmedData>"
        f'<ArticleIdList><ArticleId IdType="doi">{doc.doi}</ArticleId></ArticleIdList></PubmedData>'
        "</PubmedArticle>"
    )


def openalex(asked: Mapping[str, str]) -> Reply:
    """/works"""
    if not set(asked) <= _OPENALEX:
        return _json({"error": "Invalid query parameters error."}, 403)
    docs = matching(PAPERS, asked.get("search", ""), int(asked.get("per_page", "25")))
    return _json({"meta": {"count": len(docs)}, "results": [_openalex(doc) for doc in docs]})


def _openalex(doc: Doc) -> dict[str, Any]:
    index: dict[str, list[int]] = {}
    for place, word in enumerate(doc.text.split()):
        index.setdefault(word, []).append(place)
    return {
        "id": f"https://openalex.org/W{doc.pmid}",
        "doi": f"https://doi.org/{doc.doi}",
        "display_name": doc.title,
        "publication_date": f"{doc.year}-05-01",
        "authorships": [{"author": {"display_name": name}} for name in doc.authors],
        "primary_location": {
            "landing_page_url": f"https://doi.org/{doc.doi}",
            "source": {"display_name": "Velm Letters"},
        },
        "best_oa_location": {"pdf_url": doc.pdf} if doc.pdf else None,
        "cited_by_count": doc.citations,
        "is_retracted": doc.retracted,
        "type": "article",
        "abstract_inverted_index": index,
    }


def crossref(path: str, asked: Mapping[str, str]) -> Reply:
    """/works and /works/{doi}"""
    if path.endswith("/works"):
        docs = matching(PAPERS, asked.get("query.bibliographic", ""), int(asked.get("rows", "20")))
        items = [_crossref(doc) for doc in docs]
        return _json({"status": "ok", "message-type": "work-list", "message": {"items": items}})
    doi = path.split("/works/", 1)[1]
    known = next((doc for doc in PAPERS if doc.doi == doi), None)
    if known is None:
        return 404, "text/plain", "Resource not found."
    return _json({"status": "ok", "message-type": "work", "message": _crossref(known)})


def _crossref(doc: Doc) -> dict[str, Any]:
    notice = [{"DOI": f"{doc.doi}.r", "type": "retraction", "source": "retraction-watch"}]
    return {
        "DOI": doc.doi,
        "type": "journal-article",
        "title": [doc.title],
        "author": [{"given": "Ada", "family": "Brack", "sequence": "first"}],
        "issued": {"date-parts": [[doc.year, 5, 1]]},
        "container-title": ["Velm Letters"],
        "abstract": f"<jats:p>{escape(doc.text)}</jats:p>",
        "is-referenced-by-count": doc.citations,
        **({"updated-by": notice} if doc.retracted else {}),
    }


def searxng(asked: Mapping[str, str]) -> Reply:
    """/search"""
    if asked.get("format") != "json":
        return 200, "text/html", "<html>results</html>"
    docs = matching(WEB, asked.get("q", ""), 20)
    results = [
        {"url": doc.url, "title": doc.title, "content": doc.text[:160], "engine": "duckduckgo", "score": 1.0}
        for doc in docs
    ]
    return _json({"query": asked.get("q"), "results": results, "answers": [], "unresponsive_engines": []})


def exa(body: Mapping[str, Any]) -> Reply:
    """/search"""
    unknown = set(body) - _EXA_KEYS
    if unknown or ("includeDomains" in body and "excludeDomains" in body):
        return _json({"error": f"Invalid request body: {unknown}", "tag": "INVALID_REQUEST_BODY"}, 400)
    docs = matching(WEB, str(body.get("query")), int(body.get("numResults", 10)))
    results = [
        {
            "id": doc.url,
            "url": doc.url,
            "title": doc.title,
            "publishedDate": f"{doc.year}-01-01T00:00:00.000Z",
            "author": doc.authors[0],
            "highlights": [doc.text[:120]],
            "highlightScores": [0.5],
        }
        for doc in docs
    ]
    cost = {"total": 0.005, "search": {"auto": 0.005}}
    return _json({"requestId": "r1", "resolvedSearchType": "neural", "results": results, "costDollars": cost})


def claude(body: Mapping[str, Any], pauses: int) -> dict[str, Any]:
    """/v1/messages with the web search tool; a paused turn ends before its results are there."""
    words = str(body["messages"][0]["content"]).rsplit("\n\n", 1)[-1]
    use = {"type": "server_tool_use", "id": "srvtoolu_01", "name": "web_search", "input": {"query": words}}
    tokens = {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "service_tier": "standard"}
    if len(body["messages"]) <= pauses:
        usage = {"input_tokens": 500, "output_tokens": 20, **tokens}
        return _message(body, [use], "pause_turn", usage)
    docs = matching(WEB, words, 10)
    found = [
        {
            "type": "web_search_result",
            "url": doc.url,
            "title": doc.title,
            "encrypted_content": "c3RhbmQtaW4=",
            "page_age": "May 1, 2026",
        }
        for doc in docs
    ]
    # A line for each result, in pieces as citations cut them, with a slip of the kind models make.
    lines = [f"{number}. {doc.url}/ | {doc.text[:120]}\n" for number, doc in enumerate(docs, start=1)]
    content = [
        use,
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01", "content": found},
        *(
            {"type": "text", "text": part, "citations": None}
            for line in lines
            for part in (line[:9], line[9:])
        ),
    ]
    searches = {"web_search_requests": 1, "web_fetch_requests": 0}
    usage = {"input_tokens": 6_000, "output_tokens": 40, "server_tool_use": searches, **tokens}
    return _message(body, content, "end_turn", usage)


def claude_unsearched(body: Mapping[str, Any], reason: str) -> dict[str, Any]:
    """An answer that ended before anything was searched."""
    usage = {"input_tokens": 500, "output_tokens": 4_000 if reason == "max_tokens" else 60}
    said = [{"type": "text", "text": "As far as I know, yes.", "citations": None}]
    return _message(body, said if reason == "end_turn" else [], reason, usage)


def claude_error(body: Mapping[str, Any], code: str) -> dict[str, Any]:
    """A search that failed inside a good answer."""
    block = {
        "type": "web_search_tool_result",
        "tool_use_id": "srvtoolu_01",
        "content": {"type": "web_search_tool_result_error", "error_code": code},
    }
    usage = {"input_tokens": 500, "output_tokens": 20}
    return _message(body, [block], "end_turn", usage)


def _message(body: Mapping[str, Any], content: object, reason: str, usage: object) -> dict[str, Any]:
    return {
        "id": "msg_standin",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": usage,
    }
