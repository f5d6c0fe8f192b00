"""Which language a text is in, as far as its script tells."""

import re
from functools import lru_cache
from typing import Literal

Language = Literal["ko", "ja", "zh", "ru", "ar", "he", "hi", "th", "el", "en"]

_WORD = re.compile(r"[^\W\d_]+")
_SHARE = 0.25
"""Korean questions are full of English terms; English ones seldom hold more than one foreign word."""

_SCRIPTS: tuple[tuple[Language, re.Pattern[str]], ...] = (
    ("ko", re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff]")),
    ("ja", re.compile("[\u3040-\u30ff\uff66-\uff9f]")),
    ("zh", re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]")),
    ("ru", re.compile("[\u0400-\u052f]")),
    ("ar", re.compile("[\u0600-\u06ff\u0750-\u077f]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("el", re.compile("[\u0370-\u03ff]")),
)


@lru_cache(maxsize=1_024)
def language(text: str) -> Language:
    """The first language whose script stands in a quarter of the words; English where none does."""
    words = _WORD.findall(text)
    for name, script in _SCRIPTS:
        if words and sum(script.search(word) is not None for word in words) >= _SHARE * len(words):
            return name
    return "en"
