"""Words that turn a search: towards measurements, towards the other side, towards conditions.

Which of them are used moves on with every iteration, so that a target that is visited again is searched in
other words.
"""

from typing import Final

from pathfinder.adapters.embedded.wording import Spoken
from pathfinder.protocols.questions import QueryStrategy
from pathfinder.protocols.targets import Lens

ANGLES: Final[dict[Spoken, dict[QueryStrategy, tuple[str, ...]]]] = {
    "en": {
        "web": (
            "experience", "examples", "comparison", "statistics", "reasons", "advice", "news", "explained",
            "conditions", "complaints",
        ),
        "academic": (
            "study", "measurements", "trial", "survey", "review", "data", "experiment", "monitoring",
            "analysis", "report",
        ),
        "verification": (
            "no difference", "myth", "criticism", "exceptions", "retracted", "wrong", "unchanged", "limits",
            "opposite", "no evidence",
        ),
    },
    "ko": {
        "web": (
            "경험", "사례", "비교", "통계", "이유", "조언", "소식", "설명", "조건", "불만",
        ),
        "academic": (
            "연구", "측정", "시험", "설문", "종합", "자료", "실험", "관찰", "분석", "보고서",
        ),
        "verification": (
            "차이 없음", "오해", "비판", "예외", "철회", "사실과 다름", "변화 없음", "한계", "반대",
            "근거 없음",
        ),
    },
}  # fmt: skip

CONDITION_WORDS: Final[dict[Spoken, tuple[str, ...]]] = {
    "en": ("conditions", "depends on", "when"),
    "ko": ("조건", "따라 다르다", "언제"),
}
"""For two claims that exclude each other: what decides between them is mostly a condition."""

LENS_WORDS: Final[dict[Spoken, dict[Lens, tuple[str, ...]]]] = {
    "en": {
        "definition": ("meaning", "definition", "how it works"),
        "scope": ("where", "who", "how common"),
        "comparison": ("compared", "alternatives", "before and after"),
        "cases": ("case", "example", "experience"),
        "limitations": ("limitations", "problems", "failures"),
        "application": ("practice", "recommendation", "guideline"),
    },
    "ko": {
        "definition": ("뜻", "원리", "무엇인가"),
        "scope": ("범위", "대상", "얼마나 흔한가"),
        "comparison": ("비교", "대안", "전후 차이"),
        "cases": ("사례", "경험", "현장 보고"),
        "limitations": ("한계", "문제점", "실패하는 경우"),
        "application": ("활용", "권고", "지침"),
    },
}

LENS_OBJECTIVES: Final[dict[Spoken, dict[Lens, str]]] = {
    "en": {
        "definition": "Find out what exactly is meant and how it is said to work",
        "scope": "Find out for whom, where and when this was looked at",
        "comparison": "Find what it was compared with, and how the two came out",
        "cases": "Find cases in which it was tried, with their figures",
        "limitations": "Find where it fails, what it costs and what speaks against it",
        "application": "Find what those who decide or advise make of it in practice",
    },
    "ko": {
        "definition": "무엇을 뜻하고 어떤 원리라고 하는지 찾는다",
        "scope": "누구에게, 어디서, 언제 살펴본 것인지 찾는다",
        "comparison": "무엇과 비교했고 결과가 어땠는지 찾는다",
        "cases": "실제로 해 본 사례와 그 수치를 찾는다",
        "limitations": "통하지 않는 경우와 비용, 반대 근거를 찾는다",
        "application": "결정하거나 권고하는 쪽이 실제로 어떻게 하는지 찾는다",
    },
}
