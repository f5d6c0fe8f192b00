"""Words that turn a search another way, in Korean and in English."""

from typing import Final

from pathfinder.protocols.calls.questions import QueryStrategy
from pathfinder.protocols.planning.memory_words import Tongue

ANGLES: Final[dict[Tongue, tuple[str, ...]]] = {
    "ko": ("근거", "사례", "비용", "비교", "원인", "조건", "최신", "통계", "역사", "전망", "정책", "실험"),
    "en": (
        "evidence",
        "case study",
        "cost",
        "comparison",
        "cause",
        "conditions",
        "recent",
        "statistics",
        "history",
        "outlook",
        "policy",
        "experiment",
    ),
}
"""Other sides of a target, for what was searched before."""

DOUBTS: Final[dict[Tongue, tuple[str, ...]]] = {
    "ko": ("반박", "사실이 아니다", "효과 없음", "한계", "재현 실패", "오류"),
    "en": ("refuted", "no effect", "criticism", "failed to replicate", "limitations", "not true"),
}
"""What a skeptic adds to a claim to find what speaks against it."""


KINDS: Final[dict[Tongue, dict[QueryStrategy, tuple[str, ...]]]] = {
    "ko": {
        "web": ("설명", "경험", "현장"),
        "academic": ("연구", "측정 자료", "체계적 고찰"),
        "verification": ("반박 한계", "사실이 아니다", "효과 없음"),
    },
    "en": {
        "web": ("explained", "experience", "in practice"),
        "academic": ("study", "measurement data", "systematic review"),
        "verification": ("criticism limitations", "not true", "no effect"),
    },
}
"""What makes a query one of its kind; three of each are the least a plan is made from."""

VERSUS: Final[dict[Tongue, str]] = {
    "ko": "{one} 대 {other} 비교 어떤 조건에서",
    "en": "{one} vs {other} comparison when",
}
"""For a conflict that nobody settles: when does the one hold, and when the other?"""

KIND_NAMES: Final[dict[Tongue, dict[QueryStrategy, str]]] = {
    "ko": {"web": "웹", "academic": "학술", "verification": "검증"},
    "en": {"web": "a web search", "academic": "an academic search", "verification": "a verification search"},
}
