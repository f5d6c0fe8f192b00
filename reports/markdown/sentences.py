"""How sentences, quotes and citations are written: filters of the templates."""

from collections.abc import Iterable

from pathfinder.reports.content.answer import ToldSentence
from pathfinder.reports.markdown.escaping import plain, unmarked

MOST_QUOTE = 400
"""Characters of a quote in the list of sources."""


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


def said(one: ToldSentence) -> str:
    """A statement of the answer with its citations beside what they back."""
    text = "".join(
        f"{' ' if piece[:1].isspace() else ''}{plain(piece)} {cites_of(cites)}".rstrip()
        for piece, cites in one.pieces()
    )
    bold = f"**{plain(one.lead)}** " if one.lead else ""
    return f"{bold}{text}".rstrip()


def shown_quote(quote: str) -> str:
    """A quote without emphasis, cut if it is long."""
    text = unmarked(quote)
    return text if len(text) <= MOST_QUOTE else text[: MOST_QUOTE - 1].rstrip() + "…"


def dollars(usd_micros: int) -> str:
    """Millionths of a dollar as dollars."""
    return f"{usd_micros / 1_000_000:.4f}"
