"""Parts of answers, read with care: whatever is missing or of the wrong kind is left out."""

import html
import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.text.urls import read

LONGEST_TITLE = 300
LONGEST_SNIPPET = 600
LONGEST_ABSTRACT = 20_000
_TAG = re.compile(r"<[^<>]{0,200}>")
_SITE = re.compile(r"(?:^|\s)(-?)site:(\S+)", re.IGNORECASE)


class NoXml(Exception):
    """It is not XML, or XML that declares what no engine needs."""


def xml_tree(content: bytes) -> Element:
    """An XML document without namespaces. What it declares itself is refused: there are the bombs.

    A type named by its address alone (PubMed names one) is neither fetched nor needed.
    """
    builder = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartDoctypeDeclHandler = _named_only
    parser.EntityDeclHandler = _no_entities
    parser.StartElementHandler = lambda name, given: builder.start(_local(name), given)
    parser.EndElementHandler = lambda name: builder.end(_local(name))
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(content, True)
        return builder.close()
    except (expat.ExpatError, AssertionError):
        raise NoXml from None


def _named_only(_name: str, _system: str | None, _public: str | None, inside: bool) -> None:
    if inside:
        raise NoXml


def _no_entities(*_: object) -> None:
    raise NoXml


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def text_in(element: Element | None, path: str = "") -> str:
    """The words in an element or in the first one at a path below it, in one line."""
    found = element.find(path) if element is not None and path else element
    return "" if found is None else " ".join("".join(found.itertext()).split())


def text(value: object, most: int = LONGEST_SNIPPET) -> str:
    """Words for people to read: no markup, one line, not too long."""
    if not isinstance(value, str):
        return ""
    shown = " ".join(html.unescape(_TAG.sub(" ", value[: most * 4])).split())
    return shown if len(shown) <= most else shown[: most - 1].rstrip() + "…"


def items(value: object) -> list[Any]:
    """A list, or nothing."""
    return value if isinstance(value, list) else []


def fields(value: object) -> dict[str, Any]:
    """An object, or nothing in it."""
    return value if isinstance(value, dict) else {}


def objects(value: object) -> Iterator[dict[str, Any]]:
    """The objects of a list."""
    return (one for one in items(value) if isinstance(one, dict))


def number(value: object) -> int | None:
    """A count, or nothing."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def web(url: object) -> str | None:
    """A plain web address, or nothing."""
    return url if isinstance(url, str) and read(url) is not None else None


def result(url: object, title: object, snippet: object = "") -> SearchResult | None:
    """A result, if its address is one."""
    address = web(url)
    if address is None:
        return None
    shown = text(title, LONGEST_TITLE) or address
    return SearchResult(url=address, title=shown, snippet=text(snippet))


def without_sites(query: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """A query without its `site:` operators, and the sites it keeps to and leaves out."""
    allowed: list[str] = []
    blocked: list[str] = []
    for minus, site in _SITE.findall(query):
        address = read(f"https://{site.strip('.,;')}")
        if address is not None:
            (blocked if minus else allowed).append(address.host)
    plain = " ".join(_SITE.sub(" ", query).split())
    return plain, tuple(dict.fromkeys(allowed)), tuple(dict.fromkeys(blocked))
