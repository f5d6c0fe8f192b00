"""The CogniGraph as a picture: the frame and its controls here, the drawing in report.js by the library."""

import json
from collections.abc import Iterable, Mapping

from pathfinder.protocols.ids import HypothesisId
from pathfinder.reports.content.record import Link, Node
from pathfinder.reports.html.markup import Html, clean, el, joined
from pathfinder.reports.html.sections import GROUPS, Section, Telling

_GROUPS = ("confirmed", "likely", "against", *GROUPS[2:], "merged")
_LINKS = ("SUPPORTS", "CONTRADICTS", "CONFLICTS", "MERGED")


def picture(tell: Telling) -> Section:
    """Filters, search, the picture, and a place to read what was picked."""
    u = tell.u
    nodes, links = tell.report.picture.nodes, tell.report.picture.links
    groups = [name for name in _GROUPS if any(_group(tell, one) == name for one in nodes)]
    kinds = [name for name in u.node_kinds if any(_kind(one) == name for one in nodes)]
    edges = [name for name in _LINKS if any(one.kind == name for one in links)]
    body = el(
        "div",
        el("p", u.picture_intro, " ", el("span", u.picture_keys, class_="hint"), id="picture-keys"),
        el(
            "div",
            _filter(u.verdicts, "group", {name: u.groups[name] for name in groups}),
            _filter(u.kinds, "kind", {name: u.node_kinds[name] for name in kinds}),
            _filter(u.links, "link", {name: u.link_kinds[name] for name in edges}),
            el(
                "div",
                el("label", u.picture_search, for_="picture-find", class_="unseen"),
                el(
                    "input",
                    type="search",
                    id="picture-find",
                    placeholder=u.picture_search,
                    autocomplete="off",
                ),
                _button("zoom-in", "+", u.zoom_in),
                _button("zoom-out", "−", u.zoom_out),
                _button("zoom-fit", u.fit, u.fit),
                class_="tools",
            ),
            class_="filters",
        ),
        el(
            "div",
            el(
                "div",
                id="picture-canvas",
                tabindex="0",
                role="application",
                aria_label=u.picture,
                aria_describedby="picture-keys",
            ),
            el("div", el("p", u.picked_none), id="picked", role="status"),
            class_="frame",
        ),
        id="picture-frame",
        hidden="",
    )
    off = el("noscript", el("p", u.picture_off, class_="alarm"))
    return Section("picture", u.picture, joined([off, body]))


def _button(name: str, text: str, label: str) -> Html:
    return el("button", text, type="button", id=name, class_="plain", aria_label=label)


def _filter(title: str, name: str, choices: Mapping[str, str]) -> Html:
    boxes = (
        el(
            "label",
            el("input", type="checkbox", checked="", data_filter=name, value=value),
            el("span", class_=f"swatch {value}", aria_hidden="true"),
            " ",
            text,
        )
        for value, text in choices.items()
    )
    return el("fieldset", el("legend", title), *boxes)


def data_block(tell: Telling) -> Html:
    """What the script draws: JSON in which no character can end the block or open a tag."""
    u = tell.u
    told = {
        "nodes": [_node(tell, one) for one in tell.report.picture.nodes],
        "links": [_link(one) for one in tell.report.picture.links],
        "words": {
            "shown": u.shown,
            "openAll": u.open_all,
            "closeAll": u.close_all,
            "pickedNone": u.picked_none,
            "openFinding": u.open_finding,
            "openSource": u.open_source,
            "neighbours": u.neighbours,
            "matches": u.matches,
            "noMatch": u.no_match,
            "strength": u.strength,
            "authority": u.authority,
            "links": dict(u.link_kinds),
        },
    }
    return Html(f'<script type="application/json" id="data">{json_text(told)}</script>')


def json_text(told: Mapping[str, object]) -> str:
    """JSON in ASCII; `<`, `>` and `&` are written as escapes."""
    plain = json.dumps(told, ensure_ascii=True, separators=(",", ":"))
    for mark in "<>&":
        plain = plain.replace(mark, f"\\u{ord(mark):04x}")
    return plain


def _node(tell: Telling, one: Node) -> Mapping[str, object]:
    known = tell.report.by_id.get(HypothesisId(one.id))
    words: Iterable[str] = () if known is None else (tell.tag(known),)
    if one.source_type is not None:
        words = (tell.w.base.types[one.source_type],)
    return {
        "id": clean(one.id),
        "kind": _kind(one),
        "group": _group(tell, one),
        "text": clean(one.label),
        "told": " ".join(words),
        "strength": one.strength,
        "finding": known is not None,
    }


def _kind(one: Node) -> str:
    if one.kind == "observation":
        return "observation"
    return "B" if one.id.startswith("hyp_B") else "A"


def _group(tell: Telling, one: Node) -> str:
    """The verdict that colours it; an observation has none, a merged claim is no finding any more."""
    if one.kind == "observation":
        return ""
    known = tell.report.by_id.get(HypothesisId(one.id))
    if known is None:
        return "merged"
    return "against" if tell.not_so(known) and known.group != "rejected" else known.group


def _link(one: Link) -> Mapping[str, object]:
    return {
        "source": clean(one.source),
        "target": clean(one.target),
        "kind": one.kind,
        "weight": one.weight,
        "settled": one.settled,
    }
