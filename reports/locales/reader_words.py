"""How sure a claim is, in the five words that readers get, and the legend that explains them.

The protocol knows three verdicts; files for programs keep those. For readers `Uncertain` is one of three.
"""

from collections.abc import Collection

from pathfinder.protocols.graph.judgement import READER_TAGS, ReaderTag
from pathfinder.reports.markdown.summary import AGAINST, READER, Tongue

_LEGEND: dict[Tongue, dict[ReaderTag, str]] = {
    "en": {
        "Confirmed": "independent trusted sources agree, and a challenge failed",
        "Likely": "clearly the better evidence, with a named weakness",
        "Reported": "a trusted source says so, nobody contradicts it",
        "Disputed": "sources stand on both sides",
        "Open": "too little evidence to say",
    },
    "ko": {
        "Confirmed": "믿을 만한 독립 출처가 일치하고 반론을 견딤",
        "Likely": "증거가 한쪽으로 기울지만 약점이 있음",
        "Reported": "믿을 만한 출처 하나가 말하고 반박이 없음",
        "Disputed": "출처가 양쪽으로 갈림",
        "Open": "판단할 증거가 모자람",
    },
}


def reader_word(tag: ReaderTag, speak: Tongue, *, against: bool = False) -> str:
    """One of the five words; that a verdict goes against the claim is said beside it."""
    word = READER[speak][tag]
    return f"{word}: {AGAINST[speak]}" if against else word


def legend(tags: Collection[ReaderTag], speak: Tongue) -> str:
    """What the words mean, in one line: only those that are used."""
    return "; ".join(f"{READER[speak][tag]}: {_LEGEND[speak][tag]}" for tag in READER_TAGS if tag in tags)
