"""Markdown by templates: what a view says comes in as content, how it is laid out stands in `templates`.

Nothing is escaped by itself. A text from outside goes through `plain` or a filter that does so, an address
through `address` (tests/unit/reports/test_every_view.py puts hostile strings into every field).
"""

from functools import cache, partial
from typing import TYPE_CHECKING

from pathfinder.locales.catalogue import said as in_language
from pathfinder.locales.catalogue import translator
from pathfinder.protocols.answer.thesis import unsettled
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.text.rounding import hundredths, percent
from pathfinder.reports.content.answer import blocks
from pathfinder.reports.locales.reader_words import legend, reader_word
from pathfinder.reports.markdown.escaping import address, plain, quoted, short, web_address
from pathfinder.reports.markdown.sentences import (
    cites_of,
    dollars,
    headline,
    host,
    said,
    shown_quote,
    with_cites,
)

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, language: str, **content: object) -> str:
    """A view as text. `language` is that of our own words: Korean, or English for every other."""
    return _environment("ko" if language == "ko" else "en").get_template(template).render(content)


def part(template: str, name: str, language: str, *content: object) -> str:
    """One macro of a template as text."""
    module = _environment("ko" if language == "ko" else "en").get_template(template).module
    return str(getattr(module, name)(*content))


@cache
def _environment(language: str) -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("pathfinder.reports.markdown"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(
        address=address,
        cites=cites_of,
        dollars=dollars,
        headline=headline,
        host=host,
        hundredths=hundredths,
        percent=percent,
        plain=plain,
        quoted=quoted,
        in_language=partial(in_language, language=language),
        said=said,
        short=short,
        shown_quote=shown_quote,
        unsettled=unsettled,
        web_address=web_address,
        with_cites=with_cites,
        worded=partial(worded, language=language),
    )
    made.globals.update(
        t=translator(language),
        blocks=blocks,
        legend=partial(legend, speak=language),
        reader_word=partial(reader_word, speak=language),
    )
    return made
