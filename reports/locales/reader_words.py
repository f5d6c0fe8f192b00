"""How sure a claim is, in the five words that readers get, and the legend that explains them.

The protocol knows three verdicts; files for programs keep those. For readers `Uncertain` is one of three.
"""

from collections.abc import Collection

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.graph.judgement import READER_TAGS, ReaderTag


def reader_word(tag: ReaderTag, speak: str, *, against: bool = False) -> str:
    """One of the five words; that a verdict goes against the claim is said beside it."""
    t = translator(speak)
    word = t(f"reader-{tag}")
    return f"{word}: {t('reader-against')}" if against else word


def legend(tags: Collection[ReaderTag], speak: str) -> str:
    """What the words mean, in one line: only those that are used."""
    t = translator(speak)
    return "; ".join(f"{t(f'reader-{tag}')}: {t(f'legend-{tag}')}" for tag in READER_TAGS if tag in tags)
