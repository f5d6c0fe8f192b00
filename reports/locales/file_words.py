"""The words of the files on single observations, hypotheses and papers, and of what shows one of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from pathfinder.protocols.graph.judgement import Side
from pathfinder.protocols.graph.types import CogniGraph, HistoryAction, ReasoningTool, SourceType, Status
from pathfinder.reports.locales.thesis_words import KO as THESIS_KO
from pathfinder.reports.markdown.summary import tongue_of

Link = Literal["SUPPORTS", "CONTRADICTS"]


@dataclass(frozen=True, kw_only=True)
class FileWords:
    """One language."""

    observation: str
    source: str
    kind: str
    authority: str
    retrieved: str
    unknown: str
    title: str
    retracted: str
    found_by: str
    content: str
    quotes: str
    no_quote: str
    unquoted: str
    concepts: str
    page: str
    hypothesis: str
    type: str
    hypothesis_types: Mapping[Literal["A", "B"], str]
    statement: str
    holds_when: str
    unbound: str
    tool: str
    none: str
    derived: str
    strength: str
    status: str
    verdict: str
    unjudged: str
    evidence: str
    answered: str
    history: str
    history_head: tuple[str, str, str, str]
    direction: str
    citations: str
    unknown_authors: str
    without_weight: str
    address: str
    cited_by: str
    read: str
    full_text: str
    abstract: str
    types: Mapping[SourceType, str]
    links: Mapping[Link, str]
    sides: Mapping[Side, str]
    statuses: Mapping[Status, str]
    tools: Mapping[ReasoningTool, str]
    actions: Mapping[HistoryAction, str]


_EN = FileWords(
    observation="Observation",
    source="Source",
    kind="Type",
    authority="Authority",
    retrieved="Retrieved",
    unknown="unknown",
    title="Title",
    retracted="Retracted",
    found_by="Found by",
    content="Content",
    quotes="Quotes",
    no_quote="None: unverified, and outside strength.",
    unquoted="no quote: unverified",
    concepts="Extracted Concepts",
    page="page",
    hypothesis="Hypothesis",
    type="Type",
    hypothesis_types=MappingProxyType({"A": "A (derived)", "B": "B (generated)"}),
    statement="Statement",
    holds_when="Holds when",
    unbound="Not found in its quotes",
    tool="Reasoning Tool",
    none="none",
    derived="Derived From",
    strength="Strength",
    status="Status",
    verdict="Verdict",
    unjudged="not judged yet",
    evidence="Evidence",
    answered="answered",
    history="Visit History",
    history_head=("Iteration", "Action", "Result", "Strength Change"),
    direction="Verification Direction",
    citations="Citations",
    unknown_authors="Unknown authors",
    without_weight="Retracted, without weight",
    address="Address",
    cited_by="Cited by",
    read="Read",
    full_text="full text",
    abstract="abstract",
    types=MappingProxyType(
        {
            "paper": "paper",
            "official": "official",
            "news": "news",
            "blog": "blog",
            "forum": "forum",
            "unknown": "unknown",
        }
    ),
    links=MappingProxyType({"SUPPORTS": "SUPPORTS", "CONTRADICTS": "CONTRADICTS"}),
    sides=MappingProxyType({"for": "for", "against": "against"}),
    statuses=MappingProxyType(
        {"unvisited": "unvisited", "tested": "tested", "verified": "verified", "rejected": "rejected"}
    ),
    tools=MappingProxyType(
        {
            "pattern": "pattern",
            "analogy": "analogy",
            "first_principles": "first_principles",
            "causal_chain": "causal_chain",
            "scamper": "scamper",
            "inversion": "inversion",
            "user": "user",
        }
    ),
    actions=MappingProxyType({known: known for known in get_args(HistoryAction)}),
)
_KO = FileWords(
    observation="관찰",
    source="출처",
    kind="종류",
    authority="권위",
    retrieved="가져온 날",
    unknown="알 수 없음",
    title="제목",
    retracted="철회됨",
    found_by="찾은 조사관",
    content="내용",
    quotes="인용",
    no_quote="없음: 확인되지 않아 강도에 들어가지 않습니다.",
    unquoted="인용 없음: 확인되지 않음",
    concepts="뽑아낸 개념",
    page="페이지",
    hypothesis="가설",
    type="유형",
    hypothesis_types=MappingProxyType({"A": "A형 (출처에서 가져온 주장)", "B": "B형 (스스로 만든 가설)"}),
    statement="주장",
    holds_when="성립 조건",
    unbound="인용에 없는 숫자",
    tool="사고 도구",
    none="없음",
    derived="바탕이 된 것",
    strength="강도",
    status="상태",
    verdict="판정",
    unjudged="아직 판정하지 않음",
    evidence="증거",
    answered="해소됨",
    history="조사 이력",
    history_head=("반복", "활동", "결과", "강도 변화"),
    direction="확인할 방향",
    citations="인용 문헌",
    unknown_authors="저자 미상",
    without_weight="철회되어 무게 없음",
    address="주소",
    cited_by="피인용",
    read="읽은 범위",
    full_text="전문",
    abstract="초록",
    types=THESIS_KO.types,
    links=MappingProxyType({"SUPPORTS": "지지", "CONTRADICTS": "반박"}),
    sides=THESIS_KO.sides,
    statuses=THESIS_KO.statuses,
    tools=THESIS_KO.tools,
    actions=MappingProxyType(
        {
            "EXPLORE": "탐색",
            "IDEATE": "발상",
            "JUDGE": "판정",
            "CHECK": "점검",
            "MERGE": "병합",
            "IMPORT": "가져오기",
            "USER": "사용자",
        }
    ),
)


def file_words(graph: CogniGraph) -> FileWords:
    """Those of the session's language."""
    return _KO if tongue_of(graph) == "ko" else _EN
