"""sources.csl.json: what Zotero, Pandoc and citeproc read."""

import json
from typing import Any

from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.export.references import Reference, references

TYPES = {
    "paper": "article-journal",
    "official": "report",
    "news": "article-newspaper",
    "blog": "post-weblog",
    "forum": "post",
    "unknown": "webpage",
}


def csl_json(graph: CogniGraph) -> str:
    """An array of items with the names of the CSL-JSON schema."""
    items = [_item(reference) for reference in references(graph)]
    return json.dumps(items, ensure_ascii=False, indent=1) + "\n"


def _item(known: Reference) -> dict[str, Any]:
    item: dict[str, Any] = {
        "id": known.key,
        "type": TYPES[known.type],
        "title": known.title,
        "URL": known.url,
        "note": known.note,
    }
    if known.people:
        item["author"] = [
            {"literal": one.whole} if one.whole else {"family": one.family, "given": one.given}
            for one in known.people
        ]
    if known.site:
        item["container-title"] = known.site
    if known.issued:
        item["issued"] = {"date-parts": [list(known.issued)]}
    if known.accessed is not None:
        day = known.accessed
        item["accessed"] = {"date-parts": [[day.year, day.month, day.day]]}
    if known.doi:
        item["DOI"] = known.doi
    if known.language:
        item["language"] = known.language
    if known.retracted is not None:
        item["status"] = f"retracted: {known.retracted}"
    return item
