"""What the markup of a web page says of it: schema.org types, citation tags, byline, date, organisation.

Only the worker imports this. Everything is bounded: a page may hold any amount of markup.
"""

import json
from collections.abc import Iterable, Iterator, Mapping

from pathfinder.adapters.documents.hiding import Tag

MOST_SCRIPTS = 20
MOST_SCRIPT_CHARACTERS = 200_000
MOST_NODES = 200
MOST_KINDS = 20
LONGEST_NAME = 200

_PAPER_TAGS = frozenset(
    {"citation_journal_title", "citation_conference_title", "citation_doi", "citation_arxiv_id"}
    | {"citation_dissertation_institution", "citation_technical_report_institution", "citation_issn"}
)
_DATE_TAGS = frozenset(
    {"article:published_time", "article:modified_time", "citation_publication_date", "date", "dc.date"}
    | {"dc.date.issued", "dcterms.date", "dcterms.created", "pubdate", "publishdate", "publish_date"}
    | {"parsely-pub-date", "sailthru.date"}
)
_AUTHOR_TAGS = frozenset({"author", "article:author", "dc.creator", "citation_author", "parsely-author"})
_NOBODY = frozenset({"", "admin", "administrator", "author", "root", "user"})
_MACHINE_TAGS: Mapping[str, frozenset[str]] = {
    "ai-generated": frozenset({"true", "yes", "1"}),
    "ai-content": frozenset({"true", "yes", "1", "generated", "ai-generated"}),
    "ai-disclosure": frozenset({"ai-generated", "autonomous"}),
}
_ORGANISATIONS = frozenset(
    {"organization", "corporation", "ngo", "governmentorganization", "educationalorganization", "project"}
    | {"collegeoruniversity", "researchorganization", "newsmediaorganization", "localbusiness", "airline"}
)
_SYNTHETIC = "trainedalgorithmicmedia"
"""The word of the IPTC for what a trained model made."""


def said_of_itself(tree: Tag) -> dict[str, object]:
    """The fields of a `SelfDescription` that the markup fills."""
    tags = dict(_tags(tree))
    nodes = [*_nodes(tree)]
    kinds = [kind for node in nodes for kind in _kinds(node)]
    kinds += _microdata(tree)
    if tags.get("og:type") == "article":
        kinds.append("article")
    dates = tree.xpath('//article//time[@datetime] | //time[@pubdate] | //*[@itemprop="datePublished"]')
    return {
        "kinds": tuple(dict.fromkeys(kinds))[:MOST_KINDS],
        "citation": "citation_title" in tags and not _PAPER_TAGS.isdisjoint(tags),
        "byline": any(tags.get(name, "").lower() not in _NOBODY for name in _AUTHOR_TAGS)
        or any(node.get("author") for node in nodes),
        "dated": any(tags.get(name) for name in _DATE_TAGS)
        or any(node.get("datePublished") or node.get("dateModified") for node in nodes)
        or bool(dates),
        "organisations": tuple(dict.fromkeys(_organisations(nodes)))[:MOST_KINDS],
        "site_name": tags.get("og:site_name", ""),
        "machine_made": any(tags.get(name, "").lower() in yes for name, yes in _MACHINE_TAGS.items())
        or any(_SYNTHETIC in str(node.get("digitalSourceType", "")).lower() for node in nodes),
    }


def _tags(tree: Tag) -> Iterator[tuple[str, str]]:
    for tag in tree.xpath("//meta[@content][@name or @property]")[:MOST_NODES]:
        name = (tag.get("name", "") or tag.get("property", "")).strip().lower()
        yield name, tag.get("content", "").strip()[:LONGEST_NAME]


def _nodes(tree: Tag) -> Iterator[Mapping[str, object]]:
    """The nodes of JSON-LD that are about the page; what they merely mention is not."""
    count = 0
    for script in tree.xpath('//script[@type="application/ld+json"]')[:MOST_SCRIPTS]:
        written = "".join(script.itertext())
        if len(written) > MOST_SCRIPT_CHARACTERS:
            continue
        try:
            waiting = [json.loads(written)]
        except (ValueError, RecursionError):
            continue
        while waiting and count < MOST_NODES:
            count += 1
            node = waiting.pop(0)
            if isinstance(node, list):
                waiting += node[:MOST_NODES]
            elif isinstance(node, dict):
                yield node
                waiting += [node[key] for key in ("@graph", "mainEntity") if key in node]


def _kinds(node: Mapping[str, object]) -> Iterator[str]:
    written = node.get("@type")
    for kind in written if isinstance(written, list) else [written]:
        if isinstance(kind, str):
            yield _name(kind)


def _microdata(tree: Tag) -> list[str]:
    whole = tree.xpath("//*[@itemscope][@itemtype][not(ancestor::*[@itemscope])]")
    return [_name(tag.get("itemtype", "")) for tag in whole[:MOST_KINDS]]


def _name(kind: str) -> str:
    return kind.strip().rstrip("/").rpartition("/")[2].rpartition(":")[2].lower()[:LONGEST_NAME]


def _organisations(nodes: Iterable[Mapping[str, object]]) -> Iterator[str]:
    for node in nodes:
        own = [node] if not _ORGANISATIONS.isdisjoint(_kinds(node)) else []
        publisher = node.get("publisher")
        for named in (*own, *([publisher] if isinstance(publisher, dict) else [])):
            url = named.get("url") or named.get("@id")
            if isinstance(url, str):
                yield url[:LONGEST_NAME]
