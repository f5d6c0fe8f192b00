"""The only way text becomes markup: `escaped`. A plain string is always text; markup is an `Html`.

Whoever forgets to wrap something sees escaped text on the page, never an element that came from data.
"""

import html
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from string import Formatter

_KEPT = frozenset("\n\t\u200c\u200d\u00ad")
"""Line ends, joiners that scripts and emoji need, and the soft hyphen."""
_HIDDEN = frozenset({"Cc", "Cf", "Cs"})
_LINE_ENDS = re.compile("\r\n?|[\u2028\u2029\u0085]")
_VOID = frozenset({"input", "meta", "link", "br"})
_WEB = re.compile(r"https?://[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][\x21-\x7e]*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Html:
    """Markup that is ready: made here, of escaped text."""

    text: str


Child = Html | str | None
"""A string is text to be escaped; None is nothing."""


def clean(text: str) -> str:
    """The text without control characters, half characters and marks that turn the direction of writing."""
    if text.isprintable():
        return text
    lines = _LINE_ENDS.sub("\n", text)
    return "".join(mark for mark in lines if mark in _KEPT or unicodedata.category(mark) not in _HIDDEN)


def escaped(text: str) -> str:
    """Text for an element or a quoted attribute."""
    return html.escape(clean(text), quote=True)


def el(tag: str, *children: Child, **attributes: str | None) -> Html:
    """An element. `class_` is class, `data_group` is data-group; an attribute that is None is left out."""
    named = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    if tag in _VOID:
        return Html(f"<{tag}{named}>")
    return Html(f"<{tag}{named}>{joined(children).text}</{tag}>")


def joined(children: Iterable[Child], between: str = "") -> Html:
    """Children one after the other, with text between them."""
    parts = (one.text if isinstance(one, Html) else escaped(one) for one in children if one is not None)
    return Html(escaped(between).join(parts))


def filled(template: str, **parts: Child) -> Html:
    """A sentence of ours with something put in at each {name}, be it text or markup."""
    children: list[Child] = []
    for before, name, _, _ in Formatter().parse(template):
        children.append(before)
        if name is not None:
            children.append(parts[name])
    return joined(children)


def web_address(url: str, otherwise: str) -> str:
    """The address if it is a plain one of the web, for a link; anything else links to `otherwise`."""
    return url if _WEB.fullmatch(url) else otherwise
