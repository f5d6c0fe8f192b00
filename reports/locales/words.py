"""Groups of messages as attributes, for views in HTML: `words.sources`, `words.types["paper"]`.

Fields of a message are left open, as `{name}`.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from pathfinder.locales.catalogue import catalogue, translator

_SHARED: Final = {"statuses": "status", "tags": "tag"}
"""Groups that all views share."""
_FIELD: Final = re.compile(r"\$([a-zA-Z]\w*)")


class Words:
    """The messages of one language whose ids begin alike."""

    def __init__(self, language: str, group: str, base: "Words | None" = None) -> None:
        self._translate: Final = translator(language)
        self._group: Final = group
        self._base: Final = base
        self.code: Final = self._translate.language

    @property
    def base(self) -> "Words":
        """The words that a report shares with the thesis."""
        if self._base is None:
            raise AttributeError("base")
        return self._base

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  (a text, a tuple or a mapping of texts)
        """A text; the texts of a row, in their order; or texts by what they stand for."""
        known, id = catalogue(self._translate.language), _SHARED.get(name) or self._id(name)
        if id in known:
            found: Any = self._open(id)
        else:
            texts = {one.removeprefix(f"{id}-"): self._open(one) for one in known if one.startswith(f"{id}-")}
            if not texts:
                raise AttributeError(name)
            found = tuple(texts.values()) if all(one.isdigit() for one in texts) else _by_name(texts)
        setattr(self, name, found)
        return found

    def _id(self, name: str) -> str:
        return f"{self._group}-{name.replace('_', '-')}"

    def _open(self, id: str) -> str:
        fields = _FIELD.findall(catalogue(self._translate.language).source(id))
        return self._translate(id, **{name: f"{{{name}}}" for name in fields})


def _by_name(texts: Mapping[str, str]) -> Mapping[str, str]:
    return {**texts, **{name.replace("-", " "): text for name, text in texts.items()}}


@cache
def words(language: str) -> Words:
    """The words of a thesis."""
    return Words(language, "thesis")


@cache
def judge_words(language: str) -> Words:
    """The words of a report, beside those of a thesis."""
    return Words(language, "judge", words(language))


@cache
def answer_words(language: str) -> Words:
    """The words around an answer."""
    return Words(language, "answer")


class Vocabulary:
    """What the values of a kind are called, by language and value: `STATUS["ko"]["tested"]`."""

    def __init__(self, group: str) -> None:
        self._group: Final = group

    def __getitem__(self, language: str) -> "_Called":
        return _Called(self._group, language)


class _Called:
    def __init__(self, group: str, language: str) -> None:
        self._group, self._translate = group, translator(language)

    def __getitem__(self, value: str) -> str:
        return self._translate(f"{self._group}-{value}")
