"""Whether a sentence speaks of what a claim speaks of: not only the same effect, but the same cause of it.

Deaths, prices and illness are moved by many things. "X lowers mortality" and "Y lowers mortality" share the
thing that moves and are on different matters; so something else that the claim names has to be named too.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.findings import VAGUE, findings
from pathfinder.adapters.embedded.marks import marks
from pathfinder.adapters.language.concepts import names
from pathfinder.adapters.language.terms import terms

MOST_KEPT: Final = 8_192
WELL, MOSTLY = 2, 0.5
"""So many of the things a claim names besides its effect, or this share of them, make it surely the same."""
# Words with which any finding is told, whatever it is about.
TELLING: Final = frozenset(
    terms(
        "increase decrease reduce lower raise rise fall grow drop improve worsen higher greater fewer less"
        " more large small cause prevent protect lead result associate link relate correlate compare effect"
        " impact difference differ show find report observe suggest significant average mean percent cent"
        " half third quarter year month week day hour minute time people person group study trial survey"
        " research number"
        " 증가 감소 상승 하락 늘 줄 높 낮 개선 악화 유발 예방 관련 연관 비교 차이 결과 연구 조사 평균"
        " 사람 집단"
    )
)


@lru_cache(maxsize=MOST_KEPT)
def besides(claim: str) -> frozenset[str]:
    """What a claim names besides the thing that moves: its cause, its subject, where and among whom."""
    moved = {name for finding in findings(claim) for name in finding.things}
    directions = set[str]()
    for mark in marks(claim):
        directions.update(terms(mark.word))
        if mark.axis == "amount":
            moved |= names(mark.thing)
    return names(claim) - moved - directions - VAGUE - cues.GENERAL - TELLING


class Common(NamedTuple):
    """How much of what a claim names besides its effect a text names as well."""

    shared: int
    wanted: int

    @property
    def any(self) -> bool:
        """Something of it; or the claim names nothing but its effect."""
        return bool(self.shared) or not self.wanted

    @property
    def well(self) -> bool:
        """So much that the two are hardly on different matters."""
        return self.shared >= WELL or (self.shared > 0 and self.shared >= MOSTLY * self.wanted)


def common(claim: str, told: str) -> Common:
    """What a text has in common with a claim besides the thing that moves."""
    return _common(besides(claim), told)


def common_in_all(claim: str, told: str) -> Common:
    """What a text has in common with a claim, whatever moves."""
    return _common(names(claim) - VAGUE - cues.GENERAL - TELLING, told)


def _common(wanted: frozenset[str], told: str) -> Common:
    return Common(len(wanted & names(told)), len(wanted))
