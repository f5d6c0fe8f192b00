"""What concerns the user about the state of the research, and what can be done about it."""

from typing import Final

from pathfinder.protocols.calls.events import Concern
from pathfinder.protocols.planning.memory_words import Tongue

MOST_PAIRS = 2

_SATURATED: Final[dict[Tongue, tuple[str, str]]] = {
    "en": (
        "Saturated: the main claims are settled, and hardly anything new comes in.",
        "Write the thesis now with `pathfinder thesis`, or let the research go on.",
    ),
    "ko": (
        "포화: 주요 주장이 정해졌고 새로운 증거가 거의 나오지 않습니다.",
        "`pathfinder thesis`로 정설을 쓸 때입니다. 연구를 계속해도 됩니다.",
    ),
}
_STALEMATE: Final[dict[Tongue, tuple[str, str]]] = {
    "en": (
        "Stalemate, long unsettled: {pairs}.",
        "If you know when each side holds, say so with `pathfinder note`.",
    ),
    "ko": (
        "교착, 오래 풀리지 않은 충돌: {pairs}.",
        "어느 쪽이 언제 맞는지 아신다면 `pathfinder note`로 알려 주십시오.",
    ),
}
_DRY: Final[dict[Tongue, tuple[str, str]]] = {
    "en": (
        "Dry: {iterations} iterations in a row brought no new fact.",
        "Stop it, or point to something new with `pathfinder note --keyword`.",
    ),
    "ko": (
        "소득 없음: {iterations}회 연속으로 새로운 사실이 나오지 않았습니다.",
        "끝내거나, `pathfinder note --keyword`로 새 방향을 알려 주십시오.",
    ),
}
_PAIR: Final[dict[Tongue, str]] = {"en": "{one} against {other}", "ko": "{one} 대 {other}"}


def health_lines(concern: Concern, speak: Tongue) -> tuple[str, str]:
    """Two sentences that fit a line of a terminal each: what was found, and what the user can do."""
    if concern.issue == "SATURATED":
        return _SATURATED[speak]
    if concern.issue == "DRY":
        found, do = _DRY[speak]
        return found.format(iterations=concern.iterations), do
    pairs = [_PAIR[speak].format(one=one, other=other) for one, other in concern.conflicts[:MOST_PAIRS]]
    more = len(concern.conflicts) - len(pairs)
    found, do = _STALEMATE[speak]
    return found.format(pairs=", ".join([*pairs, *([f"+{more}"] if more else [])])), do


def health_note(concern: Concern, speak: Tongue) -> str:
    """The same in one line."""
    return " ".join(health_lines(concern, speak))
