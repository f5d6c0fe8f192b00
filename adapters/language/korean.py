"""Korean words without a morpheme dictionary: particles and common endings are taken off by rule.

The aim is not a lemma but that two forms of one word meet: 생산성을, 생산성은 and 생산성이 all become 생산성.
Endings are taken off until none is left, so that a wrong cut falls on every form alike.
"""

import re

_FIRST, _VOWELS, _FINALS = ord("가"), 21, 28
_RIEUL = 8
_CONTRACTED = {1: 0, 6: 20, 9: 8, 14: 13}
"""Vowels that took in the one of an ending: ㅐ of ㅏ, ㅕ of ㅣ, ㅘ of ㅗ, ㅝ of ㅜ."""


def final(syllable: str) -> int:
    """The number of the final consonant of a Hangul syllable; 0 for none."""
    return (ord(syllable) - _FIRST) % _FINALS


def _after_consonant(stem: str) -> bool:
    return final(stem[-1]) != 0


def _before_ro(stem: str) -> bool:
    return final(stem[-1]) in (0, _RIEUL)


# Particles whose form does not depend on the sound before them, the longer first.
_FREE = re.compile(
    r"(?:에서부터|으로부터|로부터|에게서는|에서는|에게서|에서의|에서도|에게는|에게도|까지는|까지도|"
    r"부터는|에서|에게|에는|에도|"
    r"에만|에의|까지|부터|처럼|만큼|보다는|보다도|보다|마다|조차|마저|밖에|한테|들은|들이|들을|들의|"
    r"들도|들과|들에게|들에|들로|들|"
    r"인가요|인가|만이|만을|만은|의|에|도|만)$"
)
_CLOSED = re.compile(
    r"(?:이라는|이라고|이라며|이라도|이라면|이면|이란|이나|이든|이며|이고|이다|이었다|입니다|인데|으로는|"
    r"으로도|으로서|으로써|으로의|"
    r"으로|과의|과는|과도|은|이|을|과)$"
)
_OPEN = re.compile(
    r"(?:라는|라고|라며|라도|라면|란|나|든|며|(?<!니)다|였다|입니다|는|가|를|와의|와는|와도|와)$"
)
_RO = re.compile(r"(?:로는|로도|로서|로써|로의|로)$")

_HADA = re.compile(
    r"(?:(?:하|되|시키)(?:다|는|는데|고|며|면|면서|여|여서|여야|였다|였으며|였고|였으나|지|지는|지도|"
    r"지만|도록|기|기는|기도|"
    r"기가|기를|기에|게|므로|거나|자|려면|려고|려는|던|니|라|십시오|세요|ㄴ|는지|어|어야|었다|었으며|"
    r"었고|지는|고는|나요|는가|는가요)?|"
    r"(?:한|된|시킨)(?:다|다고|다는|다면|다며|다는데|데|지)?|(?:할|될|시킬)(?:까|지|수록|지라도)?|(?:함|"
    r"됨|시킴)|"
    r"(?:했|됐|되었|하였|시켰)(?:다|다고|다는|다며|으며|고|지만|으나|을|던|는데|는지|습니다|어요|음|기|"
    r"을까)?|"
    r"(?:합|됩|시킵)(?:니다|니까)|(?:해|돼|시켜|되어)(?:서|야|도|요|졌다|진다|지는|지고|왔다|온)?)$"
)


def is_hangul(text: str) -> bool:
    """True when the text holds a Hangul syllable."""
    return any("가" <= char <= "힣" for char in text)


def is_particle_after(syllable: str, particle: str) -> bool:
    """True for the particles of subject, topic and object in the form that the sound before them asks for."""
    return particle in ("이은을" if final(syllable) else "가는를")


def noun(word: str) -> str:
    """The word without its particles; one that has none stays as it is."""
    while True:
        shorter = without_particle(word)
        if shorter == word:
            return word
        word = shorter


def stem(word: str) -> str:
    """The word without particles and without the forms of 하다 and 되다."""
    while True:
        bare = noun(word)
        found = _HADA.search(bare)
        shorter = bare[: found.start()] if found is not None and found.start() >= 2 else bare
        if shorter == word:
            return word
        word = shorter


def beginning(word: str) -> str:
    """How a word begins: two syllables, the second without what conjugation changes.

    버리나요, 버립니다 and 버렸다 all begin with 버리. 값이 and 값은 are one word here, for the price of 높이
    and 높은.
    """
    if len(word) < 2 or (len(word) == 2 and is_particle_after(*word)):
        return word[:1]
    initial, vowel = divmod((ord(word[1]) - _FIRST) // _FINALS, _VOWELS)
    return word[0] + chr(_FIRST + (initial * _VOWELS + _CONTRACTED.get(vowel, vowel)) * _FINALS)


def without_particle(word: str) -> str:
    """The word without its last particle."""
    for pattern, fits in (
        (_FREE, None),
        (_CLOSED, _after_consonant),
        (_OPEN, lambda stem: not _after_consonant(stem)),
        (_RO, _before_ro),
    ):
        found = pattern.search(word)
        if found is None or not found.start():
            continue
        left = word[: found.start()]
        long_enough = len(left) >= 2 or len(found.group()) >= 2 or found.group() in "을를은는에"
        if long_enough and (fits is None or fits(left)):
            return left
    return word
