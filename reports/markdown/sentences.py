"""How a sentence cites, and how a claim is made a heading."""

from collections.abc import Iterable

from pathfinder.reports.markdown.escaping import plain


def with_cites(text: str, cites: Iterable[str]) -> str:
    """A sentence with its citations before the full stop."""
    shown = plain(text)
    bare = shown.rstrip(" .。")
    if bare.endswith(("?", "!")):
        return f"{bare} {cites_of(cites)}".rstrip()
    return f"{bare} {cites_of(cites)}".rstrip() + "."


def cites_of(names: Iterable[str]) -> str:
    """Citations, each in brackets."""
    return " ".join(f"[{name}]" for name in names)


def host(url: str) -> str:
    """The host of an address; the whole of it where it names none."""
    return url.partition("://")[2].partition("/")[0] or url


def headline(text: str) -> str:
    """A sentence without its full stop."""
    return plain(text).rstrip(" .。")
