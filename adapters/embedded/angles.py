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
            "explained", "experience", "examples", "in practice", "what is known", "comparison",
            "conditions", "advice", "statistics", "reasons",
        ),
        "academic": (
            "study results", "measurements", "field trial", "experiment", "survey data", "review of studies",
            "long-term monitoring", "methods and sample", "analysis", "report",
        ),
        "verification": (
            "no effect found", "does not hold", "exceptions", "criticism and limits", "myth or fact",
            "retracted", "opposite result", "only under some conditions", "could not be confirmed",
            "no evidence",
        ),
    },
    "ko": {
        "web": (
            "설명", "실제 경험", "사례", "현장", "알려진 사실", "비교", "조건", "조언", "통계", "이유",
        ),
        "academic": (
            "연구 결과", "측정 결과", "현장 시험", "실험", "설문 조사", "연구 종합", "장기 관찰",
            "조사 방법과 표본", "분석", "보고서",
        ),
        "verification": (
            "효과 없음", "사실이 아니다", "예외", "비판과 한계", "오해와 진실", "논문 철회", "반대 결과",
            "일부 조건에서만", "확인되지 않았다", "근거 없음",
        ),
    },
}  # fmt: skip

CONDITION_WORDS: Final[dict[Spoken, tuple[str, ...]]] = {
    "en": ("under which conditions", "depends on", "when it holds and when not"),
    "ko": ("어떤 조건에서", "조건에 따라 다르다", "언제 성립하는가"),
}
"""For two claims that exclude each other: what decides between them is mostly a condition."""

LENS_WORDS: Final[dict[Spoken, dict[Lens, tuple[str, ...]]]] = {
    "en": {
        "definition": ("what is", "meaning", "how it works"),
        "scope": ("where and when", "who is affected", "how common"),
        "comparison": ("compared with", "alternatives", "before and after"),
        "cases": ("case", "example", "experience report"),
        "limitations": ("limitations", "problems", "when it fails"),
        "application": ("in practice", "recommendation", "guideline"),
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
