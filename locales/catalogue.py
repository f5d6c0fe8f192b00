"""Messages by id with named fields, in the language of the reader.

A message is written once in each `locales/<language>/*.ftl` (Project Fluent). Where something is said, the
code names the id and the fields: `Message("session-not-found", name=name)`. A `Message` is its English text,
so it can be raised, logged and stored; `message.to("ko")` says the same in another language, fields that are
messages themselves included.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, Final, cast

from pathfinder.locales.josa import with_josa

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from fluent.runtime import FluentBundle

FALLBACK: Final = "en"
Field = str | int | float
"""What a message can be filled with. A number chooses plural forms; a string is shown as it is."""
_SIMPLE: Final = re.compile(r'[\w-]+ *= *((?:[^{}\n]|\{ (?:\$\w+|"[^"]*"|JOSA\(\$\w+, "[^"]*"\)) \})+)')
"""A message of one line that only puts fields in their places. It is filled in without Fluent, whose parser
takes a quarter of a second to load; one that chooses by a number needs it."""
_PLACE: Final = re.compile(r'\{ (?:\$(\w+)|"([^"]*)"|JOSA\(\$(\w+), "([^"]*)"\)) \}')
_LONGEST: Final = 1_000
"""Characters of a field that Fluent takes."""
_GROUPED: Final = 1_000
"""From here on languages write numbers in their own ways."""
_PACKED: Final = "message"
_ENTRY: Final = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)


class Message(str):
    """A message in English that knows its id and fields, and so can be said in every language."""

    __slots__ = ("fields", "id")
    id: str
    fields: dict[str, Field]

    def __new__(cls, id: str, /, **fields: object) -> "Message":
        """Formats the English text at once: an unknown id or a missing field fails where it is written.

        An error that is given as a field stands for its own message; any other value for its text.
        """
        known = {name: _field(value) for name, value in fields.items()}
        return cls.stored(catalogue(FALLBACK).format(id, known), id, known)

    @classmethod
    def stored(cls, text: str, id: str, fields: dict[str, Field]) -> "Message":
        """A message that was formatted before, perhaps by another version: the text is kept as it is."""
        self = super().__new__(cls, text)
        self.id = id
        self.fields = fields
        return self

    def __reduce__(self) -> tuple[Callable[..., "Message"], tuple[str, str, dict[str, Field]]]:
        """For copies and other processes."""
        return type(self).stored, (str(self), self.id, self.fields)

    def to(self, language: str) -> str:
        """The message in this language; in English where the language has none, or none with these fields."""
        if language == FALLBACK or language not in languages():
            return str(self)
        try:
            return catalogue(language).format(self.id, self.fields)
        except KeyError:
            return str(self)

    def changed(self, change: Callable[[str], str]) -> "Message":
        """The same message after a change of every text in it, such as the removal of control characters."""
        fields = {name: changed(value, change) for name, value in self.fields.items()}
        return Message.stored(change(str(self)), self.id, fields)


def said(text: str, language: str) -> str:
    """A text in the language of the reader, if it is a message; any other text is data and stays as it is."""
    return text.to(language) if isinstance(text, Message) else text


def text_of(error: BaseException) -> str:
    """The message of an error, where it has one, or its text."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Message) else str(error)


def joined(id: str, parts: Iterable[str]) -> str:
    """Several texts in one: a message of two fields, `first` and `second`, for each further one."""
    return reduce(lambda first, second: Message(id, first=first, second=second), parts)


def packed(text: str) -> str:
    """A text for a place that keeps one string: a message as JSON with its id and fields."""
    return json.dumps({_PACKED: dumped(text)}, ensure_ascii=False) if isinstance(text, Message) else text


def unpacked(text: str) -> str:
    """What `packed` made a string of."""
    return loaded(json.loads(text)[_PACKED]) if text.startswith(f'{{"{_PACKED}": ') else text


def dumped(message: Message) -> dict[str, Any]:
    """A message as JSON; `loaded` reads it."""
    fields = {
        name: dumped(value) if isinstance(value, Message) else value for name, value in message.fields.items()
    }
    return {"text": str(message), "id": message.id, "fields": fields}


def loaded(value: Mapping[str, Any]) -> Message:
    """A message from JSON, whichever version wrote it."""
    fields = {
        name: loaded(inner) if isinstance(inner, Mapping) else inner
        for name, inner in value["fields"].items()
    }
    return Message.stored(value["text"], value["id"], fields)


def changed(value: Field, change: Callable[[str], str]) -> Field:
    """A value with every text in it changed; a message stays one."""
    if isinstance(value, Message):
        return value.changed(change)
    return change(value) if isinstance(value, str) else value


def _field(value: object) -> Field:
    if isinstance(value, BaseException):
        return text_of(value)
    return value if isinstance(value, str | int | float) else str(value)


class Catalogue:
    """The messages of one language, each parsed when it is first used: a command needs few of them."""

    def __init__(self, language: str, sources: dict[str, str]) -> None:
        """`sources`: the text of each message and term, by id."""
        self.language: Final = language
        self._sources: Final = sources
        self._bundle: FluentBundle | None = None

    def __contains__(self, id: object) -> bool:
        return id in self._sources

    def __iter__(self) -> Iterator[str]:
        """The ids of the messages; terms (`-name`) are parts of messages and are not listed."""
        return (id for id in self._sources if not id.startswith("-"))

    def source(self, id: str) -> str:
        """The message as its file has it."""
        return self._sources[id]

    def format(self, id: str, fields: dict[str, Field]) -> str:
        """The text of a message. KeyError: no such message, or a field that it needs is missing."""
        if id not in self._sources and self.language != FALLBACK:
            return catalogue(FALLBACK).format(id, fields)
        filled = {
            name: said(value, self.language) if isinstance(value, str) else value
            for name, value in fields.items()
        }
        simple = _SIMPLE.fullmatch(self._sources[id].partition("\n#")[0].rstrip())
        if simple is not None and all(map(_is_simple, filled.values())):
            return _PLACE.sub(lambda place: _placed(place, filled), simple[1])
        bundle = self._with(id)
        pattern = bundle.get_message(id).value
        if pattern is None:
            raise KeyError(f"{self.language}: the message {id} has no text")
        short = {
            name: value[:_LONGEST] if isinstance(value, str) else value for name, value in filled.items()
        }
        text, errors = bundle.format_pattern(pattern, short)
        if errors:
            raise KeyError(f"{self.language}: {id}: {errors[0]}")
        return str(text)

    def _with(self, id: str) -> "FluentBundle":
        """The bundle, with the message and everything that it refers to."""
        from fluent.runtime import FluentBundle, FluentResource

        if self._bundle is None:
            self._bundle = FluentBundle([self.language], use_isolating=False, functions=_functions())
            terms = "".join(text for name, text in self._sources.items() if name.startswith("-"))
            self._bundle.add_resource(FluentResource(terms))
        if not self._bundle.has_message(id):
            self._bundle.add_resource(FluentResource(self._sources[id]))
        return self._bundle


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, read from its folder; that of English where there is no folder."""
    from importlib.resources import files

    if language not in languages():
        return catalogue(FALLBACK)
    return Catalogue(language, _sources(files("pathfinder.locales").joinpath(language)))


@cache
def languages() -> tuple[str, ...]:
    """The languages there are: a folder of Fluent files each."""
    from importlib.resources import files

    top = files("pathfinder.locales")
    return tuple(sorted(one.name for one in top.iterdir() if one.is_dir() and not one.name.startswith("_")))


def _sources(folder: "Traversable") -> dict[str, str]:
    texts = [
        one.read_text(encoding="utf-8")
        for one in sorted(folder.iterdir(), key=lambda one: one.name)
        if one.name.endswith(".ftl")
    ]
    found: dict[str, str] = {}
    for text in texts:
        starts = [*_ENTRY.finditer(text)]
        for start, following in zip(starts, [*starts[1:], None], strict=True):
            name = start[1]
            if name in found:
                raise ValueError(f"{folder.name}: the message {name} is there twice")
            found[name] = text[start.start() : following.start() if following else len(text)]
    return found


def _is_simple(value: Field) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and abs(value) < _GROUPED)


def _placed(place: re.Match[str], filled: Mapping[str, Field]) -> str:
    field, literal, word, forms = place.groups()
    if field is not None:
        return str(filled[field])
    return literal if literal is not None else with_josa(str(filled[word]), forms)


def _functions() -> dict[str, Callable[..., Any]]:
    """`{ JOSA($name, "을/를") }`: a word and the Korean particle that its last sound asks for."""
    return {"JOSA": lambda word, forms: with_josa(str(word), str(forms))}


class Translator:
    """`t("found", count=3)`: the messages of one language, for a view that is written in it throughout."""

    def __init__(self, language: str) -> None:
        """A language that has no catalogue is answered in English."""
        self.language: Final = language if language in languages() else FALLBACK
        self._catalogue: Final = catalogue(self.language)
        self._plain: Final[dict[str, str]] = {}
        """Messages without fields, formatted once."""

    def __call__(self, id: str, /, **fields: Field) -> str:
        """The text of a message; whole numbers are written without separators."""
        if fields:
            return self._catalogue.format(id, {name: _ungrouped(value) for name, value in fields.items()})
        if id not in self._plain:
            self._plain[id] = self._catalogue.format(id, {})
        return self._plain[id]


@cache
def translator(language: str) -> Translator:
    """The messages of a language, or of English where there is none of it."""
    return Translator(language)


def _ungrouped(value: Field) -> Field:
    if not isinstance(value, int) or _is_simple(value):
        return value
    from fluent.runtime.types import fluent_number

    return cast(Field, fluent_number(value, useGrouping=False))
