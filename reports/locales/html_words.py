"""The words that only the HTML report has, in its two languages; the others are those of report.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pathfinder.protocols.graph.judgement import FindingClass

_CLASSES: tuple[FindingClass, ...] = ("AGREED", "DISAGREED", "UNCERTAIN", "NEEDS_MORE")


@dataclass(frozen=True, kw_only=True)
class HtmlWords:
    """One language. Names in braces are filled in."""

    skip: str
    contents: str
    theme: str
    print: str
    why: str
    the_answer: str
    open_all: str
    close_all: str
    # Finding things.
    search: str
    search_hint: str
    show: str
    everything: str
    shown: str
    keys: str
    # A finding.
    groups: Mapping[str, str]
    against_chip: str
    strength: str
    voices_row: str
    condition: str
    caveats: str
    limited: str
    related: str
    minority: str
    follow_up: str
    unjudged: str
    rejected: str
    withdrawn: str
    no_evidence: str
    found_by: str
    answers_part: str
    derived: str
    rivals: str
    # A card of evidence.
    authority: str
    weight: str
    weights: Mapping[float, str]
    voice: str
    counted: str
    not_counted: str
    same_voice: str
    no_weight: str
    basis: str
    retracted: str
    no_quote: str
    no_passage: str
    source: str
    found_in: str
    # The chart and the numbers.
    chart: str
    chart_title: str
    chart_axis: str
    chart_bars: str
    chart_data: str
    explain_strength: str
    explain_verdict: str
    formula: str
    term_head: tuple[str, ...]
    begin: str
    begins: Mapping[str, str]
    bonus: str
    sum: str
    held: str
    other_numbers: str
    confidence: str
    weight_of_side: str
    side_sum: str
    status: str
    visits: str
    not_verified: str
    step_stances: str
    step_classes: str
    step_review: str
    step_verdict: str
    no_stances: str
    no_side: str
    stance: str
    asked_for: str
    class_at: str
    class_span: str
    classes: Mapping[str, str]
    review_line: str
    no_review: str
    # Conflicts.
    conflicts: str
    versus: str
    both_hold: str
    # The picture.
    picture: str
    picture_intro: str
    picture_keys: str
    picture_off: str
    verdicts: str
    kinds: str
    links: str
    node_kinds: Mapping[str, str]
    link_kinds: Mapping[str, str]
    picture_search: str
    zoom_in: str
    zoom_out: str
    fit: str
    picked_none: str
    open_finding: str
    open_source: str
    neighbours: str
    matches: str
    no_match: str
    # The record.
    timeline: str
    iteration: str
    iteration_line: str
    small: str
    nothing_new: str
    happened: Mapping[str, str]
    made_by: str


EN = HtmlWords(
    skip="Skip to the answer",
    contents="Contents",
    theme="Dark or light",
    print="Print",
    why="Why?",
    the_answer="the answer",
    open_all="Open all",
    close_all="Close all",
    search="Search the findings",
    search_hint="Words of a claim, a quote or a source",
    show="Show",
    everything="All",
    shown="{count} shown",
    keys="/ to search; arrow keys move in the list; Enter opens",
    groups=MappingProxyType(
        {
            "confirmed": "Confirmed",
            "likely": "Likely",
            "uncertain": "Undecided",
            "unjudged": "No verdict",
            "rejected": "Rejected",
            "unvisited": "Not looked at",
            "merged": "Merged",
            "against": "Judged not so",
        }
    ),
    against_chip="{tag}: not so",
    strength="strength",
    voices_row="voices: {pro} for, {con} against",
    condition="Only when",
    caveats="Take care",
    limited="A source limits it",
    related="Related, of another subject or under another condition",
    minority="Minority opinion (weight {weight})",
    follow_up="To look for",
    unjudged="Why there is no verdict",
    rejected="Why it was rejected",
    withdrawn="A source of it is retracted and has no weight:",
    no_evidence="No evidence bears on it.",
    found_by="Investigators",
    answers_part="Answers",
    derived="Thought up from",
    rivals="In conflict with",
    authority="authority",
    weight="weight",
    weights=MappingProxyType({0.8: "direct", 0.5: "indirect", 0.3: "with a leap"}),
    voice="voice",
    counted="counts",
    not_counted="not counted",
    same_voice="one voice with {other}, which counts",
    no_weight="has no weight",
    basis="Read so because",
    retracted="retracted",
    no_quote="No quote was found on the page, so it counts for nothing.",
    no_passage="The text around the quote is not stored.",
    source="Source",
    found_in="iteration {iteration}, {who}",
    chart="Strength over iterations",
    chart_title="Strength over iterations: {points}",
    chart_axis="iteration",
    chart_bars="Dashed: verified from {verified}, rejected under {rejected}.",
    chart_data="{strength} after iteration {iteration}",
    explain_strength="Explain the strength {total}",
    explain_verdict="Explain the verdict",
    formula="Each voice counts once on each side, with its largest authority × weight: 0.1 of it is added, "
    "0.15 of it taken away. Each trusted voice for it adds 0.03, all together 0.15 at most.",
    term_head=("Term", "Voice", "Authority × weight × factor", "Change"),
    begin="To begin with",
    begins=MappingProxyType({"A": "a claim taken from sources", "B": "an idea of the agent"}),
    bonus="Trusted voices for it: {trusted}",
    sum="Strength",
    held="held between 0 and 1",
    other_numbers="Other numbers",
    confidence="Confidence {confidence} ({mark}): by trusted voices for it; one 0.6, two 0.8, three or "
    "more 0.95. Untrusted voices together count as one.",
    weight_of_side="Weight {side} {weight}: the sum of authority × weight over voices whose evidence "
    "nobody answered.",
    side_sum="{weight} = {terms}",
    status="Status",
    visits="visits: {visits}",
    not_verified="Not verified:",
    step_stances="1. What each investigator said last",
    step_classes="2. How the Judge classed it, round by round",
    step_review="3. The challenge",
    step_verdict="4. The verdict",
    no_stances="No investigator took a stance.",
    no_side="no side",
    stance="{who}: {side}, {grade} evidence, confidence {confidence}",
    asked_for="asked for: {wish}",
    class_at="iteration {iteration}, round {round}",
    class_span="{first} to {last}",
    classes=MappingProxyType(
        dict(zip(_CLASSES, ("agreed", "disagreed", "uncertain", "needs more"), strict=True))
    ),
    review_line="Challenged in iteration {iteration}: {verdict}.",
    no_review="Nobody challenged it.",
    conflicts="Conflicts",
    versus="against",
    both_hold="Both hold, each under its condition",
    picture="CogniGraph",
    picture_intro="Claims and the quotes that bear on them. Larger means stronger.",
    picture_keys="In the picture: arrow keys move, + and − zoom, 0 shows all, Escape lets go. Click in it "
    "first to zoom with the wheel.",
    picture_off="The picture needs a script, and scripts are off; everything in it stands in the findings.",
    verdicts="Verdict",
    kinds="Type",
    links="Links",
    node_kinds=MappingProxyType({"A": "claims", "B": "ideas of the agent", "observation": "quotes"}),
    link_kinds=MappingProxyType(
        {
            "SUPPORTS": "supports",
            "CONTRADICTS": "contradicts",
            "CONFLICTS": "conflict",
            "MERGED": "merged",
        }
    ),
    picture_search="Search the picture",
    zoom_in="Zoom in",
    zoom_out="Zoom out",
    fit="Show all",
    picked_none="Pick a node to read it.",
    open_finding="Go to the finding",
    open_source="Go to the source",
    neighbours="Linked with",
    matches="{count} found",
    no_match="Nothing found",
    timeline="Timeline",
    iteration="Iteration {number}",
    iteration_line="{observations} observations, {searches} searches, {investigators} investigators",
    small="{count} smaller moves",
    nothing_new="Nothing else changed.",
    happened=MappingProxyType(
        {
            "raised": "raised: {names}",
            "invented": "thought up by {detail}: {names}",
            "moved": "{names}: strength {before} → {after}",
            "verified": "verified: {names}",
            "demoted": "no longer verified: {names}",
            "rejected": "rejected: {names}, {detail}",
            "revived": "came back: {names}",
            "merged": "merged: {names}",
            "conflict": "in conflict: {names}",
            "settled": "settled, {detail}: {names}",
            "classified": "classed {after}: {names}",
            "reviewed": "challenged, {after}: {names}",
            "judged": "judged {after}: {names}",
            "failed": "failed, {detail}: {after}",
        }
    ),
    made_by="Made by Pathfinder. Every quote was found by code on the stored page it cites.",
)

KO = HtmlWords(
    skip="답으로 건너뛰기",
    contents="차례",
    theme="어둡게 또는 밝게",
    print="인쇄",
    why="왜?",
    the_answer="결론",
    open_all="모두 펼치기",
    close_all="모두 접기",
    search="발견 검색",
    search_hint="주장, 인용, 출처의 낱말",
    show="보기",
    everything="전체",
    shown="{count}건 표시",
    keys="/ 검색, 화살표 키로 목록 이동, Enter로 펼치기",
    groups=MappingProxyType(
        {
            "confirmed": "확정",
            "likely": "유력",
            "uncertain": "미결",
            "unjudged": "판정 없음",
            "rejected": "기각",
            "unvisited": "미조사",
            "merged": "병합됨",
            "against": "사실 아님",
        }
    ),
    against_chip="{tag}: 사실 아님",
    strength="강도",
    voices_row="목소리: 지지 {pro}, 반박 {con}",
    condition="다음 경우에만",
    caveats="주의사항",
    limited="출처가 붙인 단서",
    related="관련된 별개 주장 (대상이나 조건이 다름)",
    minority="소수 의견 (무게 {weight})",
    follow_up="찾아볼 것",
    unjudged="판정이 없는 이유",
    rejected="기각된 이유",
    withdrawn="출처 하나가 철회되어 무게가 없습니다:",
    no_evidence="관련된 증거가 없습니다.",
    found_by="조사관",
    answers_part="답하는 하위 질문",
    derived="바탕이 된 것",
    rivals="충돌하는 주장",
    authority="권위",
    weight="가중치",
    weights=MappingProxyType({0.8: "직접", 0.5: "간접", 0.3: "비약 있음"}),
    voice="목소리",
    counted="셈에 들어감",
    not_counted="셈에서 빠짐",
    same_voice="{other}의 목소리와 같아 그쪽만 셉니다",
    no_weight="무게 없음",
    basis="그렇게 읽은 이유",
    retracted="철회됨",
    no_quote="원문에서 인용을 찾지 못해 무게가 없습니다.",
    no_passage="인용 주변의 글이 저장되어 있지 않습니다.",
    source="출처",
    found_in="반복 {iteration}, {who}",
    chart="반복에 따른 강도",
    chart_title="반복에 따른 강도: {points}",
    chart_axis="반복",
    chart_bars="점선: {verified} 이상 검증, {rejected} 미만 기각.",
    chart_data="반복 {iteration} 후 {strength}",
    explain_strength="강도 {total}의 계산",
    explain_verdict="판정의 과정",
    formula="목소리마다 편별로 한 번, 권위 × 가중치가 가장 큰 것만 셉니다. 지지는 그 0.1을 더하고 반박은 "
    "0.15를 뺍니다. 지지하는 신뢰 목소리마다 0.03을 더하되 모두 합해 0.15까지입니다.",
    term_head=("항", "목소리", "권위 × 가중치 × 계수", "변화"),
    begin="시작값",
    begins=MappingProxyType({"A": "출처에서 가져온 주장", "B": "에이전트의 생각"}),
    bonus="지지하는 신뢰 목소리 {trusted}개",
    sum="강도",
    held="0과 1 사이로 제한",
    other_numbers="그 밖의 숫자",
    confidence="신뢰도 {confidence} ({mark}): 지지하는 신뢰 목소리가 하나면 0.6, 둘이면 0.8, 셋 이상이면 "
    "0.95입니다. 신뢰할 수 없는 목소리는 모두 합해 하나로 셉니다.",
    weight_of_side="{side} 무게 {weight}: 해소되지 않은 증거의 권위 × 가중치를 목소리별로 더한 값입니다.",
    side_sum="{weight} = {terms}",
    status="상태",
    visits="조사 {visits}회",
    not_verified="검증되지 않은 이유:",
    step_stances="1. 조사관마다 마지막으로 한 말",
    step_classes="2. 라운드별 분류",
    step_review="3. 반론 검토",
    step_verdict="4. 판정",
    no_stances="입장을 밝힌 조사관이 없습니다.",
    no_side="입장 없음",
    stance="{who}: {side}, 증거 {grade}, 확신 {confidence}",
    asked_for="요청: {wish}",
    class_at="반복 {iteration}, 라운드 {round}",
    class_span="{first} ~ {last}",
    classes=MappingProxyType(
        dict(zip(_CLASSES, ("합의", "불일치", "불확실", "추가 조사 필요"), strict=True))
    ),
    review_line="반복 {iteration}에서 반론 검토: {verdict}.",
    no_review="반론 검토를 받지 않았습니다.",
    conflicts="충돌",
    versus="대",
    both_hold="각자의 조건에서 둘 다 성립",
    picture="CogniGraph",
    picture_intro="주장과 그에 관한 인용입니다. 클수록 강합니다.",
    picture_keys="그림 안에서: 화살표 키로 이동, +와 −로 확대와 축소, 0으로 전체, Escape로 선택 해제. "
    "휠로 확대하려면 먼저 그림을 누르십시오.",
    picture_off="그림에는 스크립트가 필요한데 꺼져 있습니다. 그림의 내용은 모두 위의 발견에 있습니다.",
    verdicts="판정",
    kinds="종류",
    links="연결",
    node_kinds=MappingProxyType({"A": "주장", "B": "에이전트의 생각", "observation": "인용"}),
    link_kinds=MappingProxyType(
        {"SUPPORTS": "지지", "CONTRADICTS": "반박", "CONFLICTS": "충돌", "MERGED": "병합"}
    ),
    picture_search="그림 검색",
    zoom_in="확대",
    zoom_out="축소",
    fit="전체 보기",
    picked_none="점을 고르면 내용이 보입니다.",
    open_finding="발견으로 가기",
    open_source="출처로 가기",
    neighbours="연결된 것",
    matches="{count}건 찾음",
    no_match="찾지 못함",
    timeline="연대기",
    iteration="반복 {number}",
    iteration_line="관찰 {observations}건, 검색 {searches}회, 조사관 {investigators}명",
    small="작은 변화 {count}건",
    nothing_new="그 밖의 변화가 없습니다.",
    happened=MappingProxyType(
        {
            "raised": "제기: {names}",
            "invented": "생성 ({detail}): {names}",
            "moved": "{names}: 강도 {before} → {after}",
            "verified": "검증됨: {names}",
            "demoted": "검증 취소: {names}",
            "rejected": "기각: {names}, {detail}",
            "revived": "되살아남: {names}",
            "merged": "병합: {names}",
            "conflict": "충돌: {names}",
            "settled": "충돌 해결 ({detail}): {names}",
            "classified": "분류 {after}: {names}",
            "reviewed": "반론 검토, {after}: {names}",
            "judged": "판정 {after}: {names}",
            "failed": "실패, {detail}: {after}건",
        }
    ),
    made_by="Pathfinder가 만들었습니다. 모든 인용은 저장된 원문에서 코드가 찾아 확인한 것입니다.",
)


def html_words(language: str) -> HtmlWords:
    """Korean for Korean, English for everything else."""
    return KO if language == "ko" else EN
