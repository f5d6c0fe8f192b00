"""What the memory of a run says of itself, in Korean for a Korean question and in English for any other."""

from typing import Final, Literal

from pathfinder.protocols.calls.targets import Lens
from pathfinder.protocols.graph.memory import ThinkingTool
from pathfinder.protocols.ids import Strategy
from pathfinder.protocols.text.languages import language

Tongue = Literal["en", "ko"]
ToolReason = Literal["stuck", "stalemate", "contradiction", "overloaded", "sure", "new_direction", "usual"]
Phrase = Literal[
    "action",
    "nothing",
    "found",
    "idle",
    "in_vain",
    "known_pages",
    "vain_searches",
    "all_idle",
    "best",
    "worst",
    "same",
    "go_on",
    "other_words",
    "avoid",
    "prefer",
    "instead",
    "repeated",
    "repeated_often",
    "pattern",
    "dry",
    "none_new",
    "varied",
    "strategy",
    "to_strategy",
    "to_engine",
    "lens",
    "angle",
    "objective",
]


def tongue(question: str) -> Tongue:
    """The language the memory of a question speaks."""
    return "ko" if language(question) == "ko" else "en"


STRATEGIES: Final[dict[Tongue, dict[Strategy, str]]] = {
    "en": {
        "WEB": "the open web",
        "ACADEMIC": "papers",
        "LOCAL": "the documents",
        "SKEPTIC": "a search for refutation",
    },
    "ko": {"WEB": "웹", "ACADEMIC": "학술 자료", "LOCAL": "내 문서", "SKEPTIC": "반박 찾기"},
}

LENSES_SAID: Final[dict[Tongue, dict[Lens, str]]] = {
    "en": {
        "definition": "definition",
        "scope": "scope",
        "comparison": "comparison",
        "cases": "case study",
        "limitations": "limitations",
        "application": "in practice",
    },
    "ko": {
        "definition": "정의",
        "scope": "범위",
        "comparison": "비교",
        "cases": "사례",
        "limitations": "한계",
        "application": "적용",
    },
}

TOOLS: Final[dict[Tongue, dict[ThinkingTool, str]]] = {
    "en": {
        "scientific": "Scientific method: say what each target predicts, and search for what would show it.",
        "first_principles": (
            "First principles: drop what was taken for granted, and ask what must hold for this to be so."
        ),
        "occam": "Occam: prefer the account with the fewest assumptions; look for what would force more.",
        "falsification": "Falsification: look first for what would refute the surest claims.",
        "scamper": (
            "SCAMPER: substitute, combine, adapt, modify, put to other use, eliminate or reverse a part "
            "of the question, and search that."
        ),
        "bayesian_update": (
            "Bayesian update: for each side of a conflict say how likely the evidence would be if it "
            "held, and look for evidence that parts them."
        ),
        "triz": (
            "TRIZ: the contradiction is in the framing; look for the time, place, part or condition that "
            "keeps both sides true."
        ),
    },
    "ko": {
        "scientific": "과학적 방법: 목표마다 무엇을 예측하는지 말하고, 그것을 보여 줄 증거를 찾는다.",
        "first_principles": "제1원칙: 당연하게 여긴 가정을 버리고, 무엇이 성립해야 하는지 묻는다.",
        "occam": "오컴의 면도날: 가정이 가장 적은 설명을 먼저 보고, 더 복잡해야 하는 증거를 찾는다.",
        "falsification": "반증: 가장 확실해 보이는 주장을 무너뜨릴 증거를 먼저 찾는다.",
        "scamper": "SCAMPER: 질문의 한 부분을 바꾸고, 합치고, 고치고, 달리 쓰고, 빼고, 뒤집어 본다.",
        "bayesian_update": (
            "베이지안 갱신: 두 쪽에서 각각 이 증거가 나올 가능성을 따지고, 둘을 가르는 증거를 찾는다."
        ),
        "triz": "TRIZ: 모순은 틀에 있다. 두 쪽이 다 맞게 되는 시간, 장소, 부분, 조건을 찾는다.",
    },
}

REASONS: Final[dict[Tongue, dict[ToolReason, str]]] = {
    "en": {
        "stuck": "nothing new has come in for a while",
        "stalemate": "a conflict has been open for long",
        "contradiction": "claims contradict each other",
        "overloaded": "there is more than can be weighed",
        "sure": "a claim looks settled",
        "new_direction": "what there is leads nowhere",
        "usual": "nothing stands out",
    },
    "ko": {
        "stuck": "한동안 새로운 것이 없었다",
        "stalemate": "오래 풀리지 않은 충돌이 있다",
        "contradiction": "서로 어긋나는 주장이 있다",
        "overloaded": "다 따져 볼 수 없을 만큼 많다",
        "sure": "굳어 보이는 주장이 있다",
        "new_direction": "지금까지의 방향으로는 나아가지 못한다",
        "usual": "특별한 일이 없다",
    },
}

_PHRASES: Final[dict[Tongue, dict[Phrase, str]]] = {
    "en": {
        "action": "{explorers} Explorers ({strategies}), {searches} searches",
        "nothing": "no new observation",
        "found": "{observations} new observations on {pages} new pages",
        "idle": "{idle} of {explorers} Explorers brought nothing new",
        "in_vain": "{in_vain} of {searches} searches found no new page",
        "known_pages": "Most searches found only pages that were known.",
        "vain_searches": (
            "{in_vain} of the last {searches} searches found no new page ({queries}): "
            "search for something else, not for the same in other words"
        ),
        "all_idle": "Nobody brought anything new.",
        "best": "{strategy} brought most.",
        "worst": "{strategy} brought nothing.",
        "same": "All strategies brought about the same.",
        "go_on": "Go on like this.",
        "other_words": "Other words, other strategies.",
        "avoid": "{strategy} brought nothing three times in a row: use another way",
        "prefer": "{strategy} brought most three times in a row: use it first",
        "instead": "{avoid} brought nothing three times in a row: use {prefer} instead",
        "repeated": "the query “{query}” was proposed before",
        "repeated_often": "the query “{query}” was proposed {times} times before",
        "pattern": "three iterations in a row sent an Explorer to class {number} by {strategy}",
        "dry": "{iterations} iterations in a row brought no new observation",
        "none_new": "everything planned for {target} was searched before",
        "varied": "varied to “{query}”",
        "strategy": "changed to {kind}: “{query}”",
        "to_strategy": "{target} is searched in {strategy} instead",
        "to_engine": "{target} is searched on {engine} alone",
        "lens": "{target} is looked at by its {lens}",
        "angle": "another angle: “{query}”",
        "objective": "Look at it by its {lens}.",
    },
    "ko": {
        "action": "조사관 {explorers}명 ({strategies}), 검색 {searches}회",
        "nothing": "새로운 관찰이 없다",
        "found": "새 페이지 {pages}개에서 새로운 관찰 {observations}개",
        "idle": "조사관 {explorers}명 중 {idle}명은 새로운 것을 가져오지 못했다",
        "in_vain": "검색 {searches}회 중 {in_vain}회는 새 페이지를 찾지 못했다",
        "known_pages": "검색 대부분이 이미 아는 페이지만 찾았다.",
        "vain_searches": (
            "지난 검색 {searches}회 중 {in_vain}회는 새 페이지를 찾지 못했다({queries}). "
            "같은 것을 다른 말로 찾지 말고 다른 것을 찾는다"
        ),
        "all_idle": "아무도 새로운 것을 가져오지 못했다.",
        "best": "{strategy}에서 가장 많이 나왔다.",
        "worst": "{strategy}에서는 나온 것이 없다.",
        "same": "전략마다 비슷하게 나왔다.",
        "go_on": "이대로 계속한다.",
        "other_words": "다른 말과 다른 전략으로 찾는다.",
        "avoid": "{strategy}에서는 세 번 연속 나온 것이 없다: 다른 길로 간다",
        "prefer": "{strategy}에서 세 번 연속 가장 많이 나왔다: 먼저 쓴다",
        "instead": "{avoid}에서는 세 번 연속 나온 것이 없다: 대신 {prefer} 쪽으로 간다",
        "repeated": "이미 나온 적이 있는 검색어다: “{query}”",
        "repeated_often": "이미 {times}번 나온 검색어다: “{query}”",
        "pattern": "세 번 연속 {number}번 부류를 같은 전략({strategy})으로 찾았다",
        "dry": "{iterations}번 연속 새로운 관찰이 없다",
        "none_new": "{target}: 계획한 검색은 모두 이미 한 것이다",
        "varied": "검색어를 바꾸었다: “{query}”",
        "strategy": "{kind} 검색으로 바꾸었다: “{query}”",
        "to_strategy": "{target}: 대신 {strategy}에서 찾는다",
        "to_engine": "{target}: {engine}에서만 찾는다",
        "lens": "{target}: ‘{lens}’ 쪽에서 본다",
        "angle": "다른 각도: “{query}”",
        "objective": "‘{lens}’ 쪽에서 본다.",
    },
}


def tool_name(tool: ThinkingTool, speak: Tongue) -> str:
    """What a thinking tool is called: its sentence begins with that."""
    return TOOLS[speak][tool].partition(":")[0]


def say(speak: Tongue, phrase: Phrase, **values: object) -> str:
    """A phrase with its values."""
    return _PHRASES[speak][phrase].format(**values)
