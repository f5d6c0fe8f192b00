"""The CogniGraph as report.js draws it: nodes, links and words; and what can be filtered."""

from typing import NamedTuple

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.ids import HypothesisId
from pathfinder.reports.content.record import Node
from pathfinder.reports.html.rendering import clean
from pathfinder.reports.html.view import GROUPS, ReportView

_GROUPS = ("confirmed", "likely", "against", *GROUPS[2:], "merged")
_KINDS = ("A", "B", "observation")
_LINKS = ("SUPPORTS", "CONTRADICTS", "CONFLICTS", "MERGED")
_WORDS = {
    "openAll": "html-open-all",
    "closeAll": "html-close-all",
    "pickedNone": "html-picked-none",
    "openFinding": "html-open-finding",
    "openSource": "html-open-source",
    "neighbours": "html-neighbours",
    "noMatch": "html-no-match",
    "strength": "html-strength",
    "authority": "html-authority",
}


class Filters(NamedTuple):
    """The verdicts, kinds of nodes and kinds of links that occur."""

    groups: list[str]
    kinds: list[str]
    links: list[str]


def filters(view: ReportView) -> Filters:
    """What there is to filter by."""
    nodes, links = view.report.picture.nodes, view.report.picture.links
    groups, kinds = {_group(view, one) for one in nodes}, {_kind(one) for one in nodes}
    return Filters(
        [name for name in _GROUPS if name in groups],
        [name for name in _KINDS if name in kinds],
        [name for name in _LINKS if any(one.kind == name for one in links)],
    )


def picture_data(view: ReportView) -> dict[str, object]:
    """What the script reads, as JSON."""
    language = view.report.language
    # The script puts the number in.
    counted = {
        name: Message(id, count="{count}").to(language)
        for name, id in (("shown", "html-shown"), ("matches", "html-matches"))
    }
    links = {name: Message(f"html-link-{name}").to(language) for name in _LINKS}
    return {
        "nodes": [_node(view, one) for one in view.report.picture.nodes],
        "links": [
            {
                "source": clean(one.source),
                "target": clean(one.target),
                "kind": one.kind,
                "weight": one.weight,
                "settled": one.settled,
            }
            for one in view.report.picture.links
        ],
        "words": {
            **{name: Message(id).to(language) for name, id in _WORDS.items()},
            **counted,
            "links": links,
        },
    }


def _node(view: ReportView, one: Node) -> dict[str, object]:
    known = view.report.by_id.get(HypothesisId(one.id))
    verdict = "" if known is None else view.tag(known)
    return {
        "id": clean(one.id),
        "kind": _kind(one),
        "group": _group(view, one),
        "text": clean(one.label),
        "told": verdict if one.source_type is None else view.t(f"thesis-types-{one.source_type}"),
        "strength": one.strength,
        "finding": known is not None,
    }


def _kind(one: Node) -> str:
    if one.kind == "observation":
        return "observation"
    return "B" if one.id.startswith("hyp_B") else "A"


def _group(view: ReportView, one: Node) -> str:
    """The verdict that colours it; an observation has none, a merged claim is no finding any more."""
    if one.kind == "observation":
        return ""
    known = view.report.by_id.get(HypothesisId(one.id))
    if known is None:
        return "merged"
    return "against" if view.not_so(known) and known.group != "rejected" else known.group
