"""The Jinja2 environment of all pages. Imported by the first page that is rendered.

Every value is escaped, hidden characters are taken out, and an undefined name is an error. Templates may be
indented freely: a line break and the spaces around it are not part of the page, and a space that is meant is
written within a line.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, cast

from fluent.runtime.types import fluent_number
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup, escape

from pathfinder.locales.catalogue import Field, catalogue
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.html.rendering import REPORTS, clean, web_address

_AROUND_TAGS: Final = re.compile(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)|^\s*\n\s*|\s*\n\s*$")
_IN_TEXT: Final = re.compile(r"\s*\n\s*")
_PLACE: Final = "\x01"
"""Stands for markup while a message is formatted. `clean` takes it out of everything from outside."""


class Asset(Markup):
    """A style or script of ours, which is shown byte for byte."""


def _shown(value: object) -> object:
    """Of everything that a template puts out: None is nothing, and hidden characters are taken out."""
    if value is None:
        return ""
    if isinstance(value, Asset) or not isinstance(value, str):
        return value
    return Markup(clean(value)) if isinstance(value, Markup) else clean(value)


class _Unindented(Extension):
    """Takes the line breaks and the indentation of templates out of the page."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type == "data":
                text = _IN_TEXT.sub(" ", _AROUND_TAGS.sub("", token.value))
                yield Token(token.lineno, token.type, text)
            else:
                yield token


@cache
def environment(package: str) -> Environment:
    """The templates of a package, which may use those of the reports."""
    loaders = [PackageLoader(name) for name in dict.fromkeys((package, REPORTS))]
    made = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        auto_reload=False,
        extensions=[_Unindented],
    )
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    made.globals.update(fill=fill, web_address=web_address)
    made.filters.update(hundredths=hundredths, dollars=dollars)
    return made


def compile_templates(package: str) -> None:
    """Load the templates of a package and of the reports, which takes a second, before somebody waits for it.

    A report is rendered in the environment of the reports, also where it is part of a screen.
    """
    for one in dict.fromkeys((package, REPORTS)):
        known = environment(one)
        for name in known.list_templates(extensions=("html",)):
            known.get_template(name)


@cache
def translator(language: str) -> Callable[..., str]:
    """`t(ID, field=value)` of the templates: a message in this language. A field may be markup."""
    messages = catalogue(language)

    def t(id: str, /, **values: Field) -> str:
        fields = {name: _ungrouped(value) for name, value in values.items()}
        markup = [value for value in fields.values() if isinstance(value, Markup)]
        if not markup:
            return messages.format(id, fields)
        places = iter(range(len(markup)))
        shown: dict[str, Field] = {
            name: f"{_PLACE}{next(places)}{_PLACE}"
            if isinstance(value, Markup)
            else clean(value)
            if isinstance(value, str)
            else value
            for name, value in fields.items()
        }
        parts = messages.format(id, shown).split(_PLACE)
        return Markup().join(
            markup[int(part)] if place % 2 else escape(part) for place, part in enumerate(parts)
        )

    return t


def _ungrouped(value: Field) -> Field:
    """Whole numbers are written without separators, as everywhere in a report."""
    return cast(Field, fluent_number(value, useGrouping=False)) if isinstance(value, int) else value


def fill(template: str, **parts: str) -> Markup:
    """A sentence of ours with text or markup at each {name}."""
    return escape(template).format(**parts)


def dollars(usd_micros: int) -> str:
    """An amount with four digits after the point."""
    return f"${usd_micros / 1_000_000:.4f}"
