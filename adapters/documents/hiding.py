"""Text that a page holds and its readers do not see: the favourite place for words meant for a machine.

It is taken out before anything else reads the page, and counted. Only the page itself is looked at: its
inline styles, its own style blocks, its attributes. What a style sheet elsewhere hides is not known here.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol


class Tag(Protocol):
    """What is used of an lxml element, which has no types of its own."""

    tag: object
    text: str | None
    tail: str | None

    def get(self, key: str, default: str) -> str: ...

    def drop_tree(self) -> None: ...

    def xpath(self, path: str) -> "list[Tag]": ...

    def itertext(self) -> Iterable[str]: ...

    def iterancestors(self) -> "Iterable[Tag]": ...

    def getparent(self) -> "Tag | None": ...


class Page(Tag, Protocol):
    """The root of a page."""

    def findtext(self, path: str) -> str | None: ...


FEWEST_WORDS = 3
"""A hidden piece is told of from so many words on: icons and the like are hidden everywhere."""
_FAR = 400.0
"""Pixels outside the page from which on nobody sees a text."""
_MOST_STYLE = 200_000

_INVISIBLE = re.compile(
    "[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
    "|(?<=[ -~])[\u200c\u200d]|[\u200c\u200d](?=[ -~])"
)
_TAG_LETTERS = re.compile("[\U000e0020-\U000e007e]{4,}|[\u200b-\u200d\u2060-\u2064]{8,}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLOCK = re.compile(r"@(?P<about>[^{}]*)\{(?P<inside>(?:[^{}]*\{[^{}]*\})*[^{}]*)\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"(?P<tag>[a-z0-9]*)(?P<mark>[.#])(?P<name>[\w-]+)")
_LENGTH = re.compile(r"(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))(?P<unit>[a-z%]*)")
_UNITS = {"": 1.0, "px": 1.0, "pt": 1.33, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "%": 10.0}
_UNITS |= {"vw": 10.0, "vh": 10.0, "cm": 38.0, "mm": 3.8, "in": 96.0}
_WHITE = re.compile(
    r"(?:#fff(?:f{3})?(?:f{1,2})?|white|snow|ivory|#f[c-f]f[c-f]f[c-f]|rgba?\((?:25[2-5][ ,/]*){3}.*\))"
)
_CLEAR = re.compile(r"transparent|#[0-9a-f]{3}0|#[0-9a-f]{6}0[0-9a-f]|(?:rgb|hsl)a\([^)]*[ ,/]0?\.?0+\)")
_NOTHING = re.compile(r"rect\(\s*[01]?(?:px)?[ ,]+[01]?(?:px)?[ ,]+[01]?(?:px)?[ ,]+[01]?(?:px)?\s*\)")
_INSET = re.compile(r"inset\(\s*(?:100|[5-9]\d)(?:\.\d+)?%|circle\(\s*0|polygon\(\s*0(?:px)?\s+0(?:px)?\s*\)")


def without_invisible(text: str) -> tuple[str, int]:
    """The text without characters that show nothing, and how many messages were spelled in them."""
    return _INVISIBLE.sub("", text), len(_TAG_LETTERS.findall(text))


def without_hidden(tree: Tag) -> int:
    """Take out what a reader does not see; how many pieces of text that were."""
    classes, names = _hidden_by_style(tree)
    found = 0
    for comment in tree.xpath("//comment()|//processing-instruction()"):
        found += _says_something(comment)
        if comment.getparent() is not None:
            comment.drop_tree()
    for element in tree.xpath("//body//*"):
        gone = element.getparent() is None
        if not gone and (_hidden(element) or _marked(element, classes, names)):
            found += _says_something(element)
            element.drop_tree()
    return found


def says_something(text: str) -> bool:
    """Whether a hidden text has enough words to be counted."""
    return len(re.findall(r"\w{2,}", text)) >= FEWEST_WORDS


def _says_something(element: Tag) -> bool:
    return says_something(
        " ".join(element.itertext()) if isinstance(element.tag, str) else str(getattr(element, "text", ""))
    )


def _hidden(element: Tag) -> bool:
    """By its own attributes and its own style."""
    if element.tag == "template" or element.get("hidden", "no") not in ("no", "until-found"):
        return True
    if element.get("aria-hidden", "").strip().lower() == "true":
        return True
    style = _style(element.get("style", ""))
    return bool(style) and (
        _unseen(style) or style.get("opacity", "1").rstrip("0.%") == "" or _same_colour(element, style)
    )


def _unseen(style: Mapping[str, str]) -> bool:
    """Out of sight whatever its colour."""
    size = _pixels(style.get("font-size", "16px"))
    return (
        style.get("display") == "none"
        or style.get("visibility") in ("hidden", "collapse")
        or (size is not None and size <= 1.0)
        or _outside(style)
        or _clipped(style)
        or "scale(0)" in style.get("transform", "")
    )


def _outside(style: Mapping[str, str]) -> bool:
    places = ["text-indent", "margin-left", "margin-top"]
    if style.get("position") in ("absolute", "fixed", "relative"):
        places += ["left", "top", "right", "bottom"]
    shift = re.search(r"translate[xy]?\(\s*([^),]+)", style.get("transform", ""))
    moved = [_pixels(style.get(place, "0")) for place in places] + [_pixels(shift[1]) if shift else None]
    return any(pixels is not None and pixels <= -_FAR for pixels in moved)


def _clipped(style: Mapping[str, str]) -> bool:
    if _NOTHING.search(style.get("clip", "")) or _INSET.search(style.get("clip-path", "")):
        return True
    overflow = style.get("overflow", "") + style.get("overflow-x", "") + style.get("overflow-y", "")
    sizes = [_pixels(style.get(side, "9px")) for side in ("width", "height", "max-width", "max-height")]
    return ("hidden" in overflow or "clip" in overflow) and any(
        size is not None and size <= 1.0 for size in sizes
    )


def _same_colour(element: Tag, style: Mapping[str, str]) -> bool:
    """Letters in the colour of what is behind them; white letters where nothing behind them is coloured."""
    colour = style.get("color", "")
    if not colour:
        return False
    if _CLEAR.fullmatch(colour):
        return True
    behind = _behind(style, element) or next(
        (
            found
            for parent in element.iterancestors()
            if (found := _behind(_style(parent.get("style", "")), parent))
        ),
        "white",
    )
    return colour == behind or (bool(_WHITE.fullmatch(colour)) and bool(_WHITE.fullmatch(behind)))


def _behind(style: Mapping[str, str], element: Tag) -> str:
    return style.get("background-color") or style.get("background") or element.get("bgcolor", "").lower()


def _style(written: str) -> Mapping[str, str]:
    pairs = (one.partition(":") for one in _COMMENT.sub("", written).split(";"))
    return {
        name.strip().lower(): value.replace("!important", "").strip().lower()
        for name, colon, value in pairs
        if colon and not name.strip().startswith("--")
    }


def _pixels(written: str) -> float | None:
    length = _LENGTH.match(written.strip())
    if length is None:
        return None
    return float(length["number"]) * _UNITS.get(length["unit"], 1.0)


def _hidden_by_style(tree: Tag) -> tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]]:
    """Classes and ids that the page's own style blocks hide, each with the tag it is limited to."""
    marks: dict[str, set[tuple[str, str]]] = {".": set(), "#": set()}
    for block in tree.xpath("//style"):
        css = _COMMENT.sub("", "".join(block.itertext())[:_MOST_STYLE])
        css = _BLOCK.sub(_for_screens, css)
        for selectors, written in _RULE.findall(css):
            if _unseen(_style(written)):
                for selector in selectors.split(","):
                    simple = _SIMPLE.fullmatch(selector.strip())
                    if simple is not None:
                        marks[simple["mark"]].add((simple["tag"].lower(), simple["name"]))
    return frozenset(marks["."]), frozenset(marks["#"])


def _for_screens(block: re.Match[str]) -> str:
    """Rules for paper or for small windows hide nothing from a reader at a screen."""
    return block["inside"] if block["about"].strip().lower() in ("media screen", "media all") else ""


def _marked(element: Tag, classes: frozenset[tuple[str, str]], names: frozenset[tuple[str, str]]) -> bool:
    if not classes and not names:
        return False
    tag = str(element.tag)
    carried = [("", name) for name in element.get("class", "").split()]
    by_class = any(mark in classes or (tag, mark[1]) in classes for mark in carried)
    name = element.get("id", "")
    return by_class or (bool(name) and (("", name) in names or (tag, name) in names))
