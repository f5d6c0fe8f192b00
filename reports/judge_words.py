"""The words of a report in its two languages, beside those it shares with the thesis."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pathfinder.protocols.judgement import EvidenceStrength, ReviewVerdict, Side
from pathfinder.protocols.memory import RunStatus
from pathfinder.reports.thesis_words import EN as THESIS_EN
from pathfinder.reports.thesis_words import KO as THESIS_KO
from pathfinder.reports.thesis_words import Words


@dataclass(frozen=True, kw_only=True)
class JudgeWords:
    """One language. Names in braces are filled in; every value that comes from outside is plain already."""

    base: Words
    investigation: str
    report: str
    simple: str
    # The answer.
    summary: str
    conclusion: str
    verdict: str
    verdict_line: str
    investigators: str
    rounds_line: str
    counts: str
    counted: str
    not_settled: str
    not_so: str
    beside: str
    firm: str
    # Findings.
    findings: str
    group_heads: Mapping[str, str]
    confirmed_head: tuple[str, ...]
    likely_head: tuple[str, ...]
    uncertain_head: tuple[str, ...]
    other_head: tuple[str, ...]
    none_here: str
    idea: str
    only_when: str
    withdrawn: str
    evidence_cell: str
    evidence_cell_against: str
    weighed: str
    caveat: str
    minority: str
    limited: str
    related: str
    unchallenged: str
    no_caveat: str
    side_for: str
    side_against: str
    no_voice: str
    not_yet: str
    and_more: str
    # Sections.
    evidence: str
    evidence_intro: str
    reckoned: str
    reckoned_term: str
    strength_over: str
    one_voice: str
    answered: str
    unquoted: str
    disagreements: str
    no_disagreements: str
    two_sides: str
    rivals: str
    case_for: str
    case_against: str
    case_of: str
    same_words: str
    tried: str
    tried_passes: str
    tried_again: str
    tried_attempts: str
    tried_nothing: str
    given_up: str
    leans: str
    challenged: str
    reviews: str
    no_reviews: str
    review_head: tuple[str, ...]
    no_evidence_named: str
    out_of_date: str
    settled: str
    no_settled: str
    settled_head: tuple[str, ...]
    refuted: str
    no_refuted: str
    refuted_head: tuple[str, ...]
    fates: Mapping[str, str]
    # Recommendations.
    recommendations: str
    act: str
    look: str
    watch: str
    no_act: str
    no_look: str
    no_watch: str
    advice: Mapping[str, str]
    # What is left.
    unknown: str
    no_unknown: str
    part: str
    parts_not_noted: str
    undecided: str
    waiting: str
    not_visited: str
    directions: str
    failures: str
    no_failures: str
    failures_total: str
    failure_head: tuple[str, ...]
    latest: str
    cost: str
    total: str
    free: str
    by_role: str
    by_engine: str
    engine: str
    no_engine: str
    metadata: str
    session: str
    question: str
    parts: str
    status: str
    iids: str
    rounds: str
    quick: str
    yes: str
    no: str
    evidence_counts: str
    tables: str
    table_unknown: str
    sources: str
    dropped: str
    dropped_intro: str
    dropped_line: str
    more_on: str
    run_statuses: Mapping[RunStatus, str]
    sides: Mapping[Side, str]
    reviews_said: Mapping[ReviewVerdict, str]
    grades: Mapping[EvidenceStrength, str]


EN = JudgeWords(
    base=THESIS_EN,
    investigation="Investigation report",
    report="Report",
    simple="This is a simple report: fewer than two investigators are known, so nothing was cross-checked.",
    summary="Executive summary",
    conclusion="Conclusion",
    verdict="Verdict",
    verdict_line="{tag}; strength {strength}; status {status}. {because}",
    investigators="Investigators",
    rounds_line="{investigators}; rounds: {rounds}; iterations: {iterations}",
    counts="Claims",
    counted="Confirmed {confirmed}, Likely {likely}, Uncertain {uncertain}, not judged {unjudged}, "
    "rejected {rejected}, not looked at {unvisited}",
    not_settled="Not settled. The strongest claim so far:",
    not_so="Not so:",
    beside="This holds under a condition; beside it stands",
    firm="Also confirmed",
    findings="Findings",
    group_heads=MappingProxyType(
        {
            "confirmed": "[Confirmed] findings",
            "likely": "[Likely] findings",
            "uncertain": "[Uncertain] findings",
            "unjudged": "Findings without a verdict",
        }
    ),
    confirmed_head=("#", "Finding", "Evidence", "Found by (IID)"),
    likely_head=("#", "Finding", "Evidence", "Found by (IID)", "Take care"),
    uncertain_head=("#", "Finding", "For it", "Against it", "What to look for"),
    other_head=("#", "Finding", "Evidence", "Why there is no verdict"),
    none_here="None.",
    idea="an idea of the agent",
    only_when="Only when: {condition}",
    withdrawn="A source of it is retracted and has no weight: {cites}.",
    evidence_cell="{quote} ({site}, {type}). Voices: {voices} (trusted: {trusted}), weight {weight}; "
    "other side {other}.",
    weighed="Voices: {voices} (trusted: {trusted}), weight {weight}.",
    evidence_cell_against="{quote} ({site}, {type})",
    caveat="{caveat}",
    minority="Minority opinion, weight {weight}: {quote}",
    limited="A source limits it: {quote}",
    related="Related, said of another subject: {names}.",
    unchallenged="Round 3 was left out: nobody tried to refute it.",
    no_caveat="none noted",
    side_for="for it",
    side_against="against it",
    no_voice="no voice that counts",
    not_yet="no evidence was brought to judge it by",
    and_more="and {count} more",
    evidence="Evidence",
    evidence_intro="The weightiest quote of each voice. A voice is counted once, however often it is copied.",
    reckoned="Strength {total} = {base} to begin with {terms} + {bonus} for trusted voices ({trusted})",
    reckoned_term="{change} ({observation})",
    strength_over="Strength (after iteration): {points}",
    one_voice="one voice with {others}",
    answered="answered: {reason}",
    unquoted="(no quote was named for it)",
    disagreements="Disagreements that remain",
    no_disagreements="None: no two sides of like weight stand against each other.",
    two_sides="{claim}: the sources stand on both sides.",
    rivals="{first} or {second}: they exclude each other, and nobody could settle it.",
    case_for="For it: weight {weight}, voices {voices} (trusted: {trusted}), held by {who}.",
    case_against="Against it: weight {weight}, voices {voices} (trusted: {trusted}), held by {who}.",
    case_of="For {name}: weight {weight}, voices {voices} (trusted: {trusted}), held by {who}.",
    same_words="the same words: {cites}",
    tried="What was tried: {tried}.",
    tried_passes="looked at in round 3 {count} times",
    tried_again="sent out again: {who}",
    tried_attempts="{count} Explorers sent to settle it",
    tried_nothing="nothing yet",
    given_up="Given up for now; new evidence brings it back.",
    leans="All the same the evidence {side} weighs much more, so the verdict leans that way.",
    challenged="A challenge to what was agreed was {verdict}.",
    reviews="Counter-review",
    no_reviews="No finding was challenged.",
    review_head=("Finding", "Challenge", "Evidence named", "Verdict", "What it changes"),
    no_evidence_named="none",
    out_of_date="older than the newest evidence",
    settled="Settled conflicts",
    no_settled="None.",
    settled_head=("Claims", "How", "Under which condition"),
    refuted="Rejected and refuted claims",
    no_refuted="None.",
    refuted_head=("Claim", "What became of it", "Evidence against it"),
    fates=MappingProxyType({"rejected": "rejected: {because}", "contradicted": "judged not so ({tag})"}),
    recommendations="Recommendations",
    act="Act on",
    look="Look further",
    watch="Watch",
    no_act="Nothing is firm enough to act on.",
    no_look="Nothing is left open that was raised.",
    no_watch="Nothing to watch.",
    advice=MappingProxyType(
        {
            "confirmed for": "Build on {claim}",
            "confirmed against": "Do not build on {claim}: it is confirmed not to hold.",
            "unchallenged for": "Have {claim} challenged: it is confirmed, but nobody tried to refute it.",
            "unchallenged against": "Have it challenged that {claim} does not hold: nobody tried that.",
            "likely for": "{claim}: likely, and not yet sure. {why}",
            "likely against": "{claim}: likely does not hold. {why}",
            "uncertain": "Look for {why}. Claims: {claims}",
            "withdrawn": "{claim}: confirmed, but a source that spoke for it is retracted; see whether those "
            "who repeat it measured anything themselves.",
            "unjudged": "{claim} has no verdict: {why}",
            "conflict": "Find what decides between {first} and {second}.",
            "part": "No settled claim answers this part of the question: {part}",
            "retracted": "{title} is retracted ({reason}). It was cited on {claims} and no longer counts.",
            "conditional": "It holds under a condition: see that yours is the one.",
        }
    ),
    unknown="What is not known",
    no_unknown="Nothing that was raised is left open.",
    part="No settled claim answers this part of the question: {part}",
    parts_not_noted="Which claim answers which part of the question was not noted.",
    undecided="Looked at and undecided: {claims}",
    waiting="Waiting for an Explorer: {claims}",
    not_visited="No Explorer was sent for them alone: {claims}",
    directions="Directions nobody followed: {directions}",
    failures="What did not work",
    no_failures="Nothing failed.",
    failures_total="{total} failures: {kinds}.",
    failure_head=("Iteration", "Kind", "What", "Why"),
    latest="The latest:",
    cost="Cost",
    total="${spent} of ${budget}.",
    free="Nothing was paid.",
    by_role="By role: {rows}",
    by_engine="By engine: {rows}",
    engine="Answered by: {engine}",
    no_engine="not noted",
    metadata="Investigation metadata",
    session="Session",
    question="Question",
    parts="Parts of the question",
    status="Status",
    iids="Investigators (IID)",
    rounds="Rounds run",
    quick="Quick mode",
    yes="yes: round 3 was left out",
    no="no",
    evidence_counts="{observations} observations, {quoted} of them with a quote found on its page; "
    "{sources} sources; {searches} searches",
    tables="Source table of",
    table_unknown="not noted",
    sources="Sources",
    dropped="Dropped sentences",
    dropped_intro="These words were written, and do not stand on their quotes. Above they are left out, "
    "or a quote stands in their place; a number taken out is shown as […].",
    dropped_line="{text} ({reason})",
    more_on="All of it, with challenges, disagreements and costs: `pathfinder report --judge`.",
    run_statuses=MappingProxyType(
        {
            "initialized": "not started",
            "running": "running",
            "paused": "paused",
            "completed": "completed",
            "stopped_by_user": "stopped by the user",
            "budget_exceeded": "budget used up",
        }
    ),
    sides=MappingProxyType({"for": "for it", "against": "against it"}),
    reviews_said=MappingProxyType({"UPHELD": "UPHELD", "WEAKENED": "WEAKENED", "REFUTED": "REFUTED"}),
    grades=MappingProxyType({"STRONG": "strong", "MODERATE": "moderate", "WEAK": "weak"}),
)

KO = JudgeWords(
    base=THESIS_KO,
    investigation="조사 보고서",
    report="보고서",
    simple="간이 보고서입니다. 조사관이 둘 미만이라 교차 확인을 하지 못했습니다.",
    summary="요약",
    conclusion="결론",
    verdict="확신도",
    verdict_line="{tag}, 강도 {strength}, 상태 {status}. {because}",
    investigators="조사관",
    rounds_line="{investigators}명, 라운드 {rounds}, 반복 {iterations}회",
    counts="주장",
    counted="확정 {confirmed}, 유력 {likely}, 불확실 {uncertain}, 판정 전 {unjudged}, 기각 {rejected}, "
    "미조사 {unvisited}",
    not_settled="결론 나지 않았습니다. 지금까지 가장 강한 주장:",
    not_so="사실 아님:",
    beside="조건에 따라 다릅니다. 함께 성립하는 주장:",
    firm="그 밖에 확정된 것",
    findings="발견",
    group_heads=MappingProxyType(
        {
            "confirmed": "[확정] 발견사항",
            "likely": "[유력] 발견사항",
            "uncertain": "[불확실] 발견사항",
            "unjudged": "판정이 없는 발견사항",
        }
    ),
    confirmed_head=("#", "발견", "증거", "출처 (IID)"),
    likely_head=("#", "발견", "증거", "출처 (IID)", "주의사항"),
    uncertain_head=("#", "발견", "지지 증거", "반박 증거", "추가 조사 권고"),
    other_head=("#", "발견", "증거", "판정이 없는 이유"),
    none_here="없습니다.",
    idea="에이전트의 생각",
    only_when="다음 경우에만: {condition}",
    withdrawn="출처 하나가 철회되어 무게가 없습니다: {cites}.",
    evidence_cell="{quote} ({site}, {type}). 목소리 {voices}개 (신뢰 {trusted}개), 무게 {weight}, "
    "반대편 {other}.",
    weighed="목소리 {voices}개 (신뢰 {trusted}개), 무게 {weight}.",
    evidence_cell_against="{quote} ({site}, {type})",
    caveat="{caveat}",
    minority="소수 의견 (무게 {weight}): {quote}",
    limited="출처가 붙인 단서: {quote}",
    related="관련된 별개 주장 (대상이 다름): {names}.",
    unchallenged="라운드 3을 건너뛰어 반박을 시도하지 않았습니다.",
    no_caveat="없음",
    side_for="지지",
    side_against="반박",
    no_voice="무게 있는 목소리 없음",
    not_yet="판정할 증거가 아직 없습니다",
    and_more="외 {count}건",
    evidence="증거",
    evidence_intro="목소리마다 가장 무거운 인용입니다. 같은 목소리는 몇 번 복사되어도 한 번만 셉니다.",
    reckoned="강도 {total} = 시작값 {base} {terms} + 신뢰 출처 {trusted}개에 대한 {bonus}",
    reckoned_term="{change} ({observation})",
    strength_over="강도 변화 (반복): {points}",
    one_voice="{others}와(과) 같은 목소리",
    answered="해소됨: {reason}",
    unquoted="(제시된 인용 없음)",
    disagreements="미해결 모순",
    no_disagreements="없습니다. 비슷한 무게로 맞서는 두 편이 없습니다.",
    two_sides="{claim}: 출처가 양쪽으로 갈립니다.",
    rivals="{first} 또는 {second}: 서로 배타적이며 결론이 나지 않았습니다.",
    case_for="지지: 무게 {weight}, 목소리 {voices}개 (신뢰 {trusted}개), 조사관 {who}.",
    case_against="반박: 무게 {weight}, 목소리 {voices}개 (신뢰 {trusted}개), 조사관 {who}.",
    case_of="{name} 지지: 무게 {weight}, 목소리 {voices}개 (신뢰 {trusted}개), 조사관 {who}.",
    same_words="같은 문장: {cites}",
    tried="시도한 것: {tried}.",
    tried_passes="라운드 3에서 {count}회 재검토",
    tried_again="다시 보낸 조사관 {who}",
    tried_attempts="해결하러 보낸 조사관 {count}명",
    tried_nothing="아직 없음",
    given_up="당분간 보류합니다. 새 증거가 나오면 다시 다룹니다.",
    leans="그래도 증거의 무게는 {side} 쪽이 훨씬 커서 판정은 그쪽으로 기웁니다.",
    challenged="합의에 대한 반론 검토 결과: {verdict}.",
    reviews="반론 검토",
    no_reviews="반론 검토를 받은 발견이 없습니다.",
    review_head=("발견", "반론", "반론의 증거", "결과", "영향"),
    no_evidence_named="없음",
    out_of_date="최신 증거 이전의 검토",
    settled="해결된 충돌",
    no_settled="없습니다.",
    settled_head=("주장", "해결 방식", "조건"),
    refuted="기각되거나 반박된 주장",
    no_refuted="없습니다.",
    refuted_head=("주장", "처리", "반박 증거"),
    fates=MappingProxyType(
        {"rejected": "기각: {because}", "contradicted": "사실이 아닌 것으로 판정 ({tag})"}
    ),
    recommendations="권고",
    act="바로 활용할 것",
    look="더 조사할 것",
    watch="지켜볼 것",
    no_act="활용할 만큼 확실한 것이 없습니다.",
    no_look="제기된 것 가운데 남은 것이 없습니다.",
    no_watch="없습니다.",
    advice=MappingProxyType(
        {
            "confirmed for": "근거로 삼아도 좋습니다: {claim}",
            "confirmed against": "근거로 삼지 마십시오. 사실이 아님이 확정되었습니다: {claim}",
            "unchallenged for": "확정이지만 반박을 시도한 적이 없습니다. 반론 검토를 거치십시오: {claim}",
            "unchallenged against": "사실이 아님이 확정이지만 반론 검토가 없었습니다: {claim}",
            "likely for": "유력하지만 아직 확실하지 않습니다: {claim} {why}",
            "likely against": "사실이 아닐 가능성이 큽니다: {claim} {why}",
            "uncertain": "찾아볼 것: {why}. 해당 주장: {claims}",
            "withdrawn": "확정이지만 출처 하나가 철회되었습니다. 나머지 출처가 직접 확인한 것인지 "
            "살펴보십시오: {claim}",
            "unjudged": "판정이 없습니다: {claim} ({why})",
            "conflict": "둘 가운데 무엇이 맞는지 가릴 증거를 찾으십시오: {first} / {second}",
            "part": "확정되거나 유력한 답이 없는 하위 질문입니다: {part}",
            "retracted": "철회된 출처입니다: {title} (사유: {reason}). 이 출처를 인용했던 주장: {claims}. "
            "지금은 무게가 없습니다.",
            "conditional": "조건부로 성립하니 해당 조건인지 확인하십시오.",
        }
    ),
    unknown="알지 못하는 것",
    no_unknown="제기된 것 가운데 남은 것이 없습니다.",
    part="확정되거나 유력한 답이 없는 하위 질문: {part}",
    parts_not_noted="어느 주장이 어느 하위 질문의 답인지 기록되지 않았습니다.",
    undecided="조사했으나 미결: {claims}",
    waiting="조사관을 기다리는 주장: {claims}",
    not_visited="따로 조사관을 보내지 않은 주장: {claims}",
    directions="따라가지 않은 방향: {directions}",
    failures="되지 않은 일",
    no_failures="실패한 일이 없습니다.",
    failures_total="실패 {total}건: {kinds}.",
    failure_head=("반복", "종류", "무엇", "이유"),
    latest="최근 것:",
    cost="비용",
    total="${spent} (한도 ${budget}).",
    free="지불한 비용이 없습니다.",
    by_role="역할별: {rows}",
    by_engine="엔진별: {rows}",
    engine="응답한 엔진: {engine}",
    no_engine="기록 없음",
    metadata="조사 메타데이터",
    session="세션",
    question="질문",
    parts="하위 질문",
    status="상태",
    iids="조사관 배정 (IID)",
    rounds="실행한 라운드",
    quick="Quick Mode",
    yes="예 (라운드 3 생략)",
    no="아니요",
    evidence_counts="관찰 {observations}개 (원문에서 인용이 확인된 것 {quoted}개), 출처 {sources}개, "
    "검색 {searches}회",
    tables="출처 표의 날짜",
    table_unknown="기록 없음",
    sources="출처",
    dropped="제외된 문장",
    dropped_intro="작성되었으나 인용이 뒷받침하지 않는 문장입니다. 위에서는 뺐거나 인용문으로 대신했고, "
    "뺀 숫자는 […]로 표시했습니다.",
    dropped_line="{text} ({reason})",
    more_on="반론, 모순, 비용까지 모두 보려면: `pathfinder report --judge`.",
    run_statuses=MappingProxyType(
        {
            "initialized": "시작 전",
            "running": "진행 중",
            "paused": "일시 중지",
            "completed": "완료",
            "stopped_by_user": "사용자가 중단",
            "budget_exceeded": "예산 소진",
        }
    ),
    sides=MappingProxyType({"for": "지지", "against": "반박"}),
    reviews_said=MappingProxyType(
        {"UPHELD": "유지됨 (UPHELD)", "WEAKENED": "약화됨 (WEAKENED)", "REFUTED": "반박됨 (REFUTED)"}
    ),
    grades=MappingProxyType({"STRONG": "강함", "MODERATE": "보통", "WEAK": "약함"}),
)


def judge_words(language: str) -> JudgeWords:
    """Korean for Korean, English for everything else."""
    return KO if language == "ko" else EN
