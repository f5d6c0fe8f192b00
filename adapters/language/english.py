"""A light stemmer of English: inflections and the commonest derivations, so that forms of one word meet.

Cuts are made only where enough of the word is left, counted in vowel-consonant turns, as Porter showed in
1980.
"""

import re
from functools import lru_cache

_TURNS = re.compile(r"[aeiouy]+[^aeiouy]+")
_VOWEL = re.compile(r"[aeiouy]")
_SHORT = re.compile(r"[^aeiouy][aeiou][^aeiouwxy]")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")

# Ending, what replaces it, and how many turns have to be left before it. The first that fits is taken.
_DERIVED = (
    ("ification", "ify", 0),
    ("ational", "ate", 1),
    ("isation", "ize", 1),
    ("ization", "ize", 1),
    ("fulness", "ful", 1),
    ("ousness", "ous", 1),
    ("iveness", "ive", 1),
    ("ability", "able", 1),
    ("ibility", "ible", 1),
    ("ically", "ic", 1),
    ("ation", "ate", 1),
    ("ment", "", 2),
    ("ness", "", 1),
    ("ance", "", 2),
    ("ence", "", 2),
    ("able", "", 2),
    ("ible", "", 2),
    ("ical", "ic", 1),
    ("ally", "al", 1),
    ("ism", "", 2),
    ("ity", "", 2),
    ("ive", "", 2),
    ("ise", "ize", 1),
    ("ful", "", 1),
    ("ous", "", 2),
    ("ant", "", 2),
    ("ent", "", 2),
    ("ly", "", 1),
    ("al", "", 2),
)
_LAST = (("ate", "", 2), ("ize", "", 2), ("ion", "", 2), ("or", "", 2), ("er", "", 2), ("ic", "", 2))
_IRREGULAR = {
    "rose": "rise", "risen": "rise", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow",
    "shrank": "shrink", "shrunk": "shrink", "children": "child", "women": "woman", "men": "man",
    "mice": "mouse", "people": "person", "bacteria": "bacterium", "data": "datum", "feet": "foot",
    "teeth": "tooth",
    "struck": "strike", "stricken": "strike", "drove": "drive", "driven": "drive", "rode": "ride",
    "ridden": "ride",
    "bled": "bleed", "broke": "break", "broken": "break", "caught": "catch", "spent": "spend", "paid": "pay",
    "fed": "feed", "bred": "breed", "flew": "fly", "flown": "fly", "froze": "freeze", "frozen": "freeze",
    "stole": "steal", "stolen": "steal", "taught": "teach", "wore": "wear", "worn": "wear", "woke": "wake",
    "woken": "wake", "built": "build", "burnt": "burn", "learnt": "learn", "wrote": "write",
    "written": "write",
    "swept": "sweep", "threw": "throw", "thrown": "throw", "sank": "sink", "sunk": "sink", "won": "win",
    "stung": "sting", "dug": "dig", "bitten": "bite", "forgot": "forget", "forgotten": "forget",
    "lost": "lose", "bought": "buy", "sold": "sell", "slept": "sleep", "ate": "eat", "drank": "drink",
}  # fmt: skip


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a lower-case English word. It need not be a word."""
    word = _IRREGULAR.get(word, word)
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    word = _without_derivation(_without_inflection(word))
    # Of four letters the last one tells: care is no car, and a rate no rat.
    if word.endswith("e") and len(word) > 4:
        word = word[:-1]
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    return word


def _without_inflection(word: str) -> str:
    word = _singular(word)
    for ending in ("ing", "ed"):
        if word.endswith(ending) and _VOWEL.search(word[: -len(ending)]) and len(word) - len(ending) >= 3:
            left = word[: -len(ending)]
            if left.endswith(("at", "iz", "bl")):
                return left + "e"
            if _SHORT.fullmatch(left):
                return left + "e"
            return left[:-1] if _DOUBLED.search(left) else left
    return word


def _singular(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_derivation(word: str) -> str:
    for table in (_DERIVED, _LAST):
        for ending, instead, turns in table:
            if word.endswith(ending):
                left = word[: -len(ending)]
                if len(_TURNS.findall(left)) >= turns and (ending != "ion" or left.endswith(("s", "t"))):
                    word = left + instead
                break
    return word
