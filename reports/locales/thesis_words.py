"""The words of a thesis in its two languages. What comes from the graph is put in between."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.evidence.citing import FaultKind
from pathfinder.protocols.graph.judgement import Side, Tag
from pathfinder.protocols.graph.types import ReasoningTool, ResolutionType, SourceType, Status
from pathfinder.protocols.text.languages import Language


@dataclass(frozen=True, kw_only=True)
class Words:
    """One language. Names in braces are filled in; every value that comes from outside is plain already."""

    code: Language
    thesis: str
    no_answer: str
    not_settled: str
    no_evidence: str
    overview: str
    question: str
    iterations: str
    observations: str
    hypotheses: str
    verdicts: str
    none: str
    engine: str
    prose_by: str
    code_wrote: str
    unwritten: str
    short_history: str
    cost: str
    conclusion: str
    no_conclusion: str
    only_uncertain: str
    standing: str
    unjudged: str
    voices: str
    conditional: str
    answered: str
    condition: str
    unquoted_challenge: str
    heard: str
    words_of: str
    against_words: str
    both_hold: str
    findings: str
    finding: str
    no_findings: str
    statement: str
    how_it_stands: str
    evidence: str
    counter_evidence: str
    more: str
    one_voice: str
    retracted_for: str
    kept_out: str
    tool: str
    no_tool: str
    derived: str
    insights: str
    insight: str
    conditions: str
    only_when: str
    caveat: str
    limited: str
    uncertain_core: str
    loose_numbers: str
    retracted: str
    single_lineage: str
    no_limits: str
    refused: str
    refused_head: tuple[str, str, str]
    no_refused: str
    contradicted: str
    no_evidence_against: str
    unresolved: str
    no_unresolved: str
    undecided: str
    undecided_in_a_line: str
    but: str
    unsettled: str
    unsettled_intro: str
    further: str
    raised_many: str
    unvisited: str
    open_conflict: str
    given_up: str
    parts: str
    no_parts: str
    confidence: str
    keywords: str
    and_more: str
    failures: str
    history: str
    history_head: tuple[str, str]
    found: str
    raised: str
    invented: str
    verified_now: str
    rejected_now: str
    conflict_opened: str
    conflict_settled: str
    nothing: str
    sources: str
    source_line: str
    retracted_line: str
    claims_in: str
    undecided_ids: str
    too_weak: str
    quotes_in: str
    cited_line: str
    more_sources: str
    more_conditions: str
    local: str
    dropped: str
    dropped_intro: str
    dropped_line: str
    source_note: str
    languages: dict[Language, str]
    other_language: str
    only_retracted: str
    tags: Mapping[Tag, str]
    sides: Mapping[Side, str]
    statuses: Mapping[Status, str]
    tools: Mapping[ReasoningTool, str]
    resolutions: Mapping[ResolutionType, str]
    types: Mapping[SourceType, str]
    faults: Mapping[FaultKind, str]
    failure_kinds: Mapping[FailureKind, str]


EN = Words(
    code="en",
    thesis="Thesis",
    no_answer="no answer yet",
    not_settled="not settled; the strongest claim is:",
    no_evidence="No evidence was found: nothing in this report answers the question.",
    overview="Overview",
    question="Question",
    iterations="Research: {count} iterations",
    observations="Observations: {count}, of which {quoted} have a quote that was found on its page",
    hypotheses="Hypotheses: {count} (type A: {a}, type B: {b})",
    verdicts="Verdicts",
    none="none",
    engine="Researched by: {engine}",
    prose_by="Sentences: written by {engine}, each checked against its quotes",
    code_wrote="Sentences: put together by code from the quotes",
    unwritten="No sentences of a model: {reason}",
    short_history="The history is told from the graph alone: {reason}",
    cost="Cost: ${usd}",
    conclusion="Core conclusion",
    no_conclusion="The research has no claim strong enough to answer the question.",
    only_uncertain="No claim is settled. The strongest one so far:",
    standing="Verdict: {tag}; status: {status}; strength {strength}.",
    unjudged="not judged",
    voices="Independent voices for it: {voices} (trusted: {trusted}); against it: {against}.",
    conditional="under a condition",
    answered="answered",
    condition="only when: {condition}",
    unquoted_challenge="A challenge that rests on no quote: {challenge}",
    heard="voices for it: {voices}, against it: {against}",
    words_of="In the words of {site}: {quote}",
    against_words="On the other side, {site}: {quote}",
    both_hold="This is not the whole answer: beside it stands {claim}.",
    findings="Main findings",
    finding="Finding",
    no_findings="Nothing holds well enough to be called a finding.",
    statement="Hypothesis",
    how_it_stands="Standing",
    evidence="Evidence",
    counter_evidence="Evidence against it",
    more="and {count} more",
    retracted_for="Also said on a retracted page, without weight here: {cites}.",
    kept_out="Others may only repeat it, so the claim is no part of the answer.",
    one_voice="One voice each (copies of a text, or one publisher), counted once: {groups}.",
    tool="Thinking tool",
    no_tool="none; the claim is taken from sources",
    derived="{tool}, from {origins}",
    insights="Ideas of the agent",
    insight="Idea",
    conditions="Conditions and limits",
    only_when="Each holds only under its own condition ({type}): {resolution}.",
    caveat="Weakened by: {caveat}",
    limited="a source limits it: {quote}",
    uncertain_core="Claims that are strong, but undecided and no part of the answer: {count}.",
    loose_numbers="These numbers stand in none of the quotes it came with: {numbers}.",
    retracted="{title} is retracted ({reason}). Its quotes have no weight here: {cites}.",
    single_lineage="Fewer than two investigators looked at this: nothing could be cross-checked.",
    no_limits="No condition or limit was found, which does not mean that there is none.",
    refused="Rejected hypotheses",
    refused_head=("Hypothesis", "Why", "Evidence against"),
    no_refused="None was rejected.",
    contradicted="judged against ({tag}), though it is still looked at",
    no_evidence_against="none that counts",
    unresolved="Unresolved",
    no_unresolved="Nothing that was raised is left open.",
    undecided="Looked at and undecided: {claim} (strength {strength}, {tag})",
    undecided_in_a_line="(strength {strength}; voices for it {voices}, against it {against})",
    but="against it {cites}",
    unsettled="Strong, but not settled",
    unsettled_intro="A single voice says so, or the sides weigh about the same: no part of the answer.",
    further="Also held to be so:",
    raised_many="raised {count} hypotheses ({first} to {last})",
    unvisited="Not followed up yet: {claim}",
    open_conflict="Not settled between {first} and {second}",
    given_up=" (given up for now)",
    parts="No claim is marked as an answer to this part of the question: {part}",
    no_parts="Which claim answers which part of the question was not noted: {parts}",
    confidence="confidence",
    keywords="Directions nobody followed: {keywords}",
    and_more=", and {count} more",
    failures="What did not work: {failures}",
    history="History",
    history_head=("Iteration", "What happened"),
    found="observations: {count}",
    raised="raised {names}",
    invented="{name} thought up ({tool})",
    verified_now="{name} verified",
    rejected_now="{name} rejected",
    conflict_opened="conflict of {first} and {second}",
    conflict_settled="{first} and {second} settled ({type})",
    nothing="nothing new",
    sources="Sources (by authority)",
    source_line="[{type}] {title} - {url} (authority {authority}; {cites})",
    claims_in="Every hypothesis with its evidence: `hypotheses.md`; one of them: `pathfinder show hyp_A1`.",
    undecided_ids="Looked at and undecided: {claims}",
    too_weak="Judged, but too weak to be called a finding: {claims}",
    quotes_in="`pathfinder show 1a` shows the words behind [1a]; `report.md` lists all of them.",
    cited_line="[{type}] {title} - {url}",
    more_sources="Sources that are not cited above: {count}, in `sources.md`.",
    more_conditions="Conditions and weaknesses of {count} more claims (`pathfinder show` has them): {names}",
    retracted_line="[{type}, retracted] {title} - {url} (no weight: {reason}; {cites})",
    local="Shown are the weightiest quotes of each voice; `pathfinder show obs_1` shows any of them.",
    dropped="Dropped sentences",
    dropped_intro="These sentences were written and left out, because they do not stand on their quotes:",
    dropped_line="{text} ({reason})",
    source_note="source {number}",
    languages={"ko": "in Korean", "ja": "in Japanese", "zh": "in Chinese", "ru": "in Russian"},
    other_language="in another language",
    only_retracted="Said on retracted pages only, so that nothing is known of it: {claims}",
    tags=MappingProxyType({"Confirmed": "Confirmed", "Likely": "Likely", "Uncertain": "Uncertain"}),
    sides=MappingProxyType({"for": "for it", "against": "against it"}),
    statuses=MappingProxyType(
        {"unvisited": "unvisited", "tested": "tested", "verified": "verified", "rejected": "rejected"}
    ),
    tools=MappingProxyType(
        {
            "pattern": "pattern recognition",
            "analogy": "analogy",
            "first_principles": "first principles",
            "causal_chain": "causal chain",
            "scamper": "SCAMPER",
            "inversion": "inversion",
            "user": "a hint of the user",
        }
    ),
    resolutions=MappingProxyType(
        {
            "condition_difference": "difference of condition",
            "definition_mismatch": "difference of definition",
            "scope_mismatch": "difference of scope",
            "one_rejected": "one rejected",
            "merged": "merged",
        }
    ),
    types=MappingProxyType(
        {
            "paper": "paper",
            "official": "official",
            "news": "news",
            "blog": "blog",
            "forum": "forum",
            "unknown": "unknown kind",
        }
    ),
    faults=MappingProxyType(
        {
            "no_such_id": "there is no {what}",
            "uncited": "it cites nothing",
            "unverified": "the quote of {what} was not found on its page",
            "without_weight": "the page of {what} is retracted or has no weight",
            "other_claim": "{what} does not bear on the claim",
            "refused": "{what} speaks only for a claim that does not hold, or that a retracted page makes",
            "number": "{what} stands in none of the quotes it cites",
            "quote": "the words do not stand on {what}",
            "sum": "the calculation does not come out, or uses figures that nothing cited says: {what}",
        }
    ),
    failure_kinds=MappingProxyType(
        {
            "blocked": "blocked",
            "rate_limited": "rate limited",
            "empty": "empty",
            "unverified": "quotes not found",
            "given_up": "given up",
            "unreadable": "unreadable",
            "unreachable": "unreachable",
            "refused": "refused",
        }
    ),
)

KO = Words(
    code="ko",
    thesis="정설",
    no_answer="아직 답이 없음",
    not_settled="결론 나지 않음, 가장 강한 주장은:",
    no_evidence="근거를 찾지 못했습니다. 이 보고서에는 질문에 대한 답이 없습니다.",
    overview="연구 개요",
    question="질문",
    iterations="연구 기간: 반복 {count}회",
    observations="수집된 관찰: {count}개 (원문에서 인용이 확인된 것 {quoted}개)",
    hypotheses="생성된 가설: {count}개 (A형 {a}개, B형 {b}개)",
    verdicts="판정",
    none="없음",
    engine="연구 엔진: {engine}",
    prose_by="문장: {engine} 작성, 문장마다 인용과 대조함",
    code_wrote="문장: 인용문을 바탕으로 코드가 구성함",
    unwritten="모델이 쓴 문장 없음: {reason}",
    short_history="히스토리는 그래프만으로 작성됨: {reason}",
    cost="비용: ${usd}",
    conclusion="핵심 결론",
    no_conclusion="질문에 답할 만큼 강한 주장이 아직 없습니다.",
    only_uncertain="결론이 난 주장이 없습니다. 지금까지 가장 강한 주장:",
    standing="판정: {tag}, 상태: {status}, 강도 {strength}.",
    unjudged="판정 전",
    voices="독립된 목소리: 지지 {voices} (그중 신뢰 출처 {trusted}), 반박 {against}.",
    conditional="조건부",
    answered="해소됨",
    condition="단, 다음 경우에만: {condition}",
    unquoted_challenge="인용 없이 제기된 반론: {challenge}",
    heard="목소리: 지지 {voices}, 반박 {against}",
    words_of="{site}의 표현: {quote}",
    against_words="반대편 {site}의 표현: {quote}",
    both_hold="이것이 답의 전부는 아닙니다. 함께 성립하는 주장: {claim}.",
    findings="주요 발견",
    finding="발견",
    no_findings="발견이라고 부를 만큼 성립하는 주장이 없습니다.",
    statement="가설",
    how_it_stands="현황",
    evidence="근거",
    counter_evidence="반박 근거",
    more="외 {count}건",
    retracted_for="철회된 출처에도 있으나 무게 없음: {cites}.",
    kept_out="다른 출처가 이를 되풀이했을 수 있어 답에는 넣지 않았습니다.",
    one_voice="같은 글의 사본이거나 발행처가 같아 하나의 목소리로 셈: {groups}.",
    tool="사고 도구",
    no_tool="없음 (출처에서 가져온 주장)",
    derived="{tool} (바탕: {origins})",
    insights="에이전트 통찰",
    insight="통찰",
    conditions="조건 및 한계",
    only_when="단, 각각 자기 조건인 경우에만 성립합니다 ({type}): {resolution}.",
    caveat="약점: {caveat}",
    limited="출처가 붙인 단서: {quote}",
    uncertain_core="강도는 높지만 결론이 나지 않아 답에 넣지 않은 주장: {count}개.",
    loose_numbers="다음 숫자는 어느 인용에도 없습니다: {numbers}.",
    retracted="철회된 출처: {title} (사유: {reason}). 여기서 나온 인용은 무게가 없습니다: {cites}.",
    single_lineage="조사관이 둘 미만이라 교차 확인을 하지 못했습니다.",
    no_limits="확인된 조건이나 한계가 없습니다. 한계가 없다는 뜻은 아닙니다.",
    refused="기각된 가설",
    refused_head=("가설", "기각 이유", "반박 증거"),
    no_refused="기각된 가설이 없습니다.",
    contradicted="반대로 판정됨 ({tag}), 조사는 계속됨",
    no_evidence_against="무게 있는 반박 없음",
    unresolved="미해결 영역",
    no_unresolved="제기된 것 가운데 남은 것이 없습니다.",
    undecided="조사했으나 미결: {claim} (강도 {strength}, {tag})",
    undecided_in_a_line="(강도 {strength}, 지지 {voices}, 반박 {against})",
    but="반박 {cites}",
    unsettled="강하지만 결론 나지 않은 주장",
    unsettled_intro="한 목소리만 말하거나 양쪽의 무게가 비슷합니다. 답에는 넣지 않았습니다.",
    further="그 밖에 성립하는 것으로 판정된 주장:",
    raised_many="가설 {count}개 제기 ({first} ~ {last})",
    unvisited="아직 따로 조사하지 않음: {claim}",
    open_conflict="결론 나지 않은 충돌: {first} / {second}",
    given_up=" (당분간 보류)",
    parts="답으로 표시된 주장이 없는 하위 질문: {part}",
    no_parts="어느 주장이 어느 하위 질문의 답인지 기록되지 않았습니다: {parts}",
    confidence="신뢰도",
    keywords="따라가지 않은 방향: {keywords}",
    and_more=" 외 {count}개",
    failures="되지 않은 일: {failures}",
    history="연구 히스토리",
    history_head=("반복", "주요 이벤트"),
    found="관찰 {count}건",
    raised="가설 {names} 제기",
    invented="{name} 생성 ({tool})",
    verified_now="{name} 검증됨",
    rejected_now="{name} 기각",
    conflict_opened="{first} / {second} 충돌 발견",
    conflict_settled="{first} / {second} 충돌 해결 ({type})",
    nothing="새로운 것 없음",
    sources="참고 출처 (권위 순)",
    source_line="[{type}] {title} - {url} (권위 {authority}; {cites})",
    claims_in="모든 가설과 증거는 `hypotheses.md`에 있고, 하나는 `pathfinder show hyp_A1`로 봅니다.",
    undecided_ids="조사했으나 미결: {claims}",
    too_weak="판정은 있으나 발견으로 넣기에는 약함: {claims}",
    quotes_in="[1a]의 원문은 `pathfinder show 1a`로 볼 수 있고, 전체는 `report.md`에 있습니다.",
    cited_line="[{type}] {title} - {url}",
    more_sources="위에서 인용하지 않은 출처 {count}개는 `sources.md`에 있습니다.",
    more_conditions="조건이나 약점이 더 있는 주장 {count}개 (`pathfinder show`로 확인): {names}",
    retracted_line="[{type}, 철회됨] {title} - {url} (무게 없음: {reason}; {cites})",
    local="목소리마다 가장 무거운 인용만 보였습니다. `pathfinder show obs_1`로 나머지를 볼 수 있습니다.",
    dropped="제외된 문장",
    dropped_intro="작성되었으나 인용이 뒷받침하지 않아 본문에서 뺀 문장입니다:",
    dropped_line="{text} ({reason})",
    source_note="출처 {number}",
    languages={"en": "영어 원문", "ja": "일본어 원문", "zh": "중국어 원문", "ru": "러시아어 원문"},
    other_language="외국어 원문",
    only_retracted="철회된 글에만 있어 알 수 없는 주장: {claims}",
    tags=MappingProxyType({"Confirmed": "확정", "Likely": "유력", "Uncertain": "불확실"}),
    sides=MappingProxyType({"for": "지지", "against": "반박"}),
    statuses=MappingProxyType(
        {"unvisited": "미조사", "tested": "조사됨", "verified": "검증됨", "rejected": "기각됨"}
    ),
    tools=MappingProxyType(
        {
            "pattern": "패턴 인식",
            "analogy": "유추",
            "first_principles": "제1원리",
            "causal_chain": "인과 사슬",
            "scamper": "SCAMPER",
            "inversion": "역발상",
            "user": "사용자 힌트",
        }
    ),
    resolutions=MappingProxyType(
        {
            "condition_difference": "조건 차이",
            "definition_mismatch": "정의 차이",
            "scope_mismatch": "범위 차이",
            "one_rejected": "한쪽 기각",
            "merged": "병합",
        }
    ),
    types=MappingProxyType(
        {
            "paper": "논문",
            "official": "공식문서",
            "news": "뉴스",
            "blog": "블로그",
            "forum": "포럼",
            "unknown": "종류 미상",
        }
    ),
    faults=MappingProxyType(
        {
            "no_such_id": "없는 항목: {what}",
            "uncited": "인용이 없음",
            "unverified": "원문에서 확인되지 않은 인용: {what}",
            "without_weight": "철회되었거나 무게가 없는 출처: {what}",
            "other_claim": "해당 주장과 무관한 관찰: {what}",
            "refused": "기각되었거나 철회된 출처의 주장만 지지하는 관찰: {what}",
            "number": "인용에 없는 숫자: {what}",
            "quote": "해당 페이지에 없는 말: {what}",
            "sum": "맞지 않거나 인용에 없는 숫자를 쓴 계산: {what}",
        }
    ),
    failure_kinds=MappingProxyType(
        {
            "blocked": "차단",
            "rate_limited": "속도 제한",
            "empty": "빈 결과",
            "unverified": "인용 미확인",
            "given_up": "포기",
            "unreadable": "읽을 수 없음",
            "unreachable": "접속 불가",
            "refused": "거부",
        }
    ),
)


def words(language: str) -> Words:
    """Korean for Korean, English for everything else."""
    return KO if language == "ko" else EN
