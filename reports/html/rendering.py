"""Pages by template: text from outside is escaped by the environment, and hidden characters are taken out."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

REPORTS: Final = "pathfinder.reports.html"
_KEPT: Final = frozenset("\n\t\u200c\u200d\u00ad")
"""Line ends, joiners that scripts and emoji need, and the soft hyphen."""
_LINE_ENDS: Final = re.compile("\r\n?|[\u2028\u2029\u0085]")
_WEB: Final = re.compile(r"https?://[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][\x21-\x7e]*)?", re.IGNORECASE)


class _Shown(dict[int, int | None]):
    """For `translate`: each character that was met, and None for one that is hidden."""

    def __missing__(self, code: int) -> int | None:
        mark = chr(code)
        hidden = mark not in _KEPT and unicodedata.category(mark) in ("Cc", "Cf", "Cs")
        self[code] = None if hidden else code
        return self[code]


_SHOWN: Final = _Shown()


def clean(text: str) -> str:
    """The text without control characters, half characters and marks that turn the direction of writing."""
    return text if text.isprintable() else _LINE_ENDS.sub("\n", text).translate(_SHOWN)


def web_address(url: str, otherwise: str) -> str:
    """The address if it is a plain one of the web, for a link; anything else links to `otherwise`."""
    return url if _WEB.fullmatch(url) else otherwise


def render(template: str, language: str, context: Mapping[str, object], package: str = REPORTS) -> str:
    """A template of a package, filled in; `t` in it says the messages of the catalogue in this language."""
    # Jinja2 is loaded by the first page, not by every command.
    from pathfinder.reports.html.environment import environment, translator

    return environment(package).get_template(template).render(context, t=translator(language))
