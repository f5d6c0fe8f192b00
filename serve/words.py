"""What the screens say, in English and in Korean."""

from dataclasses import dataclass

from pathfinder.reports.markdown.summary import Tongue


@dataclass(frozen=True, kw_only=True)
class Words:
    """One language."""

    library: str = "Library"
    new: str = "New question"
    live: str = "Live"
    answer: str = "Answer"
    graph: str = "Graph"
    ask: str = "Ask further"
    compare: str = "Compare"
    other_language: str = "한국어"
    screens: str = "Screens"
    # The token.
    login: str = "Token"
    login_why: str = "Open the address that `pathfinder serve` printed, or enter its token here."
    login_go: str = "Open"
    login_wrong: str = "This is not the token."
    # Library.
    search: str = "Search questions and answers"
    search_go: str = "Search"
    nothing: str = "There is no session here yet."
    no_match: str = "No session matches."
    running: str = "running"
    iterations: str = "{count} iterations"
    iteration: str = "1 iteration"
    resume: str = "Resume"
    delete: str = "Move to trash"
    deleted: str = "Moved to the folder trash. Move it back into sessions to have it again."
    unreadable: str = "unreadable"
    older: str = "{count} older sessions"
    # New.
    question: str = "Question"
    documents: str = "Documents"
    documents_none: str = "none"
    documents_hint: str = "A folder inside one that the server was started with (--docs)."
    subfolder: str = "Folder inside it"
    remote: str = "Passages of the documents may be sent to the model, and the web may be searched as well."
    preset: str = "Models"
    presets: tuple[tuple[str, str], ...] = (
        ("", "as the settings say"),
        ("economy", "economy"),
        ("balanced", "balanced"),
        ("best", "best"),
    )
    budget: str = "Budget in dollars"
    minutes: str = "Minutes, at most"
    to_forecast: str = "Next: forecast and plan"
    forecast: str = "Forecast"
    forecast_line: str = (
        "{engine}: about {total} ({each} an iteration, {explorers} Explorers); {budget} at most."
    )
    forecast_free: str = "{engine}: free."
    nothing_spent: str = "Nothing was sent or spent so far."
    plan_spent: str = "The plan was made by one call to the model, on the budget of this session."
    plan: str = "Parts of the question"
    plan_hint: str = "One a line, the most important first. Left empty, the lead takes the question apart."
    propose: str = "Propose parts"
    propose_cost: str = "Proposing asks the model once; without a model it is free."
    start: str = "Start"
    back: str = "Change the question"
    # Live.
    parts: str = "Parts"
    part_states: tuple[tuple[str, str], ...] = (
        ("open", "open"),
        ("answered", "answered"),
        ("exhausted", "searched, not answered"),
    )
    explorers: str = "Explorers"
    nobody: str = "No Explorer is out."
    doing: tuple[tuple[str, str], ...] = (
        ("searching", "searches"),
        ("choosing", "chooses pages"),
        ("fetching", "fetches"),
        ("reading", "reads"),
        ("concluding", "draws conclusions"),
    )
    sent: str = "is on its way"
    returned: str = "back with {facts} facts and {claims} claims"
    facts: str = "Facts"
    no_facts: str = "No fact was read yet."
    facts_more: str = "The latest {shown} of {count}."
    claims: str = "Claims"
    no_claims: str = "No claim was made yet."
    failures: str = "Failures"
    no_failures: str = "None."
    failures_more: str = "The latest {shown} of {count}."
    money: str = "{spent} of {budget}"
    time: str = "{minutes} min"
    time_of: str = "{minutes} of {most} min"
    of_iterations: str = "iteration {number} of {most}"
    ended: str = "Ended"
    went_wrong: str = "The last run said"
    phases: tuple[tuple[str, str], ...] = (
        ("LOAD", "begins"),
        ("SELECT", "chooses where to look"),
        ("EXPLORE", "explores"),
        ("MERGE", "merges claims"),
        ("AUDIT", "compares the pages"),
        ("JUDGE", "judges"),
        ("VERDICT", "gives verdicts"),
        ("IDEATE", "thinks of hypotheses"),
        ("FINALIZE", "sums up"),
        ("CHECK", "checks itself"),
        ("SAVE", "saves"),
        ("OUTPUT", "writes"),
    )
    steer: str = "Steer"
    note: str = "Note"
    keyword: str = "Keyword"
    hypothesis: str = "Hypothesis"
    note_hint: str = "It counts from the next iteration on."
    add: str = "Add"
    pause: str = "Pause"
    stop: str = "Stop"
    noted: str = "Noted. It counts from the next iteration on, or when the session is resumed."
    asked_to: str = "Asked. The calls in flight are finished first."
    started: str = "Started."
    connection: str = "The connection is lost; trying again."
    # Quotes and pages.
    quote_in: str = "Quote in its page"
    close: str = "Close"
    also_says: str = "What else this source says"
    says_nothing_else: str = "Nothing else was taken from it."
    bears_on: str = "Bears on"
    supports: str = "supports"
    contradicts: str = "contradicts"
    undated: str = "undated"
    authority: str = "authority"
    stored_text: str = "The page as it was stored"
    retracted: str = "Retracted"
    # Ask.
    ask_hint: str = "Answered from the pages and facts of this session; one call to the model, on its budget."
    ask_go: str = "Ask"
    research_this: str = "Research this"
    quotes: str = "Quotes"
    # Graph.
    no_part: str = "Other claims"
    conflicts_with: str = "Conflicts with"
    settled: str = "settled"
    legend: str = "A line joins two claims that conflict; dashed: the conflict is settled."
    evidence: str = "{pro} for, {con} against"
    # Compare.
    compare_from: str = "From iteration"
    compare_to: str = "to"
    compare_go: str = "Compare"
    compare_none: str = "One iteration has to be closed before there is something to compare."
    other_session: str = "Beside another session"
    no_answer: str = "No answer was written yet."
    # Errors.
    refused: str = "That did not work"
    form_old: str = "This form is out of date; load the page again."
    not_found: str = "There is nothing here."
    no_budget: str = "The budget is an amount in dollars, such as 3.50."
    no_minutes: str = "The minutes are a whole number."
    no_documents: str = "The documents are not inside a folder that the server may read."
    empty: str = "The text is empty."
    too_long: str = "That is too much text."
    is_running: str = "The session is running."


EN = Words()
KO = Words(
    library="보관함",
    new="새 질문",
    live="진행",
    answer="답",
    graph="그래프",
    ask="더 묻기",
    compare="비교",
    other_language="English",
    screens="화면",
    login="토큰",
    login_why="`pathfinder serve`가 보인 주소를 열거나 토큰을 여기에 입력하십시오.",
    login_go="열기",
    login_wrong="토큰이 맞지 않습니다.",
    search="질문과 답에서 찾기",
    search_go="찾기",
    nothing="아직 세션이 없습니다.",
    no_match="맞는 세션이 없습니다.",
    running="실행 중",
    iterations="반복 {count}회",
    iteration="반복 1회",
    resume="이어 하기",
    delete="휴지통으로",
    deleted="trash 폴더로 옮겼습니다. sessions로 다시 옮기면 되돌아옵니다.",
    unreadable="읽을 수 없음",
    older="이전 세션 {count}개",
    question="질문",
    documents="문서",
    documents_none="없음",
    documents_hint="서버를 시작할 때 --docs로 허용한 폴더 안의 폴더.",
    subfolder="그 안의 폴더",
    remote="문서의 구절을 모델에 보내고 웹도 검색할 수 있습니다.",
    preset="모델",
    presets=(("", "설정대로"), ("economy", "절약"), ("balanced", "균형"), ("best", "최고")),
    budget="예산(달러)",
    minutes="최대 시간(분)",
    to_forecast="다음: 예상 비용과 계획",
    forecast="예상 비용",
    forecast_line="{engine}: 약 {total} (반복마다 {each}, 탐색자 {explorers}명), 최대 {budget}.",
    forecast_free="{engine}: 무료.",
    nothing_spent="아직 아무것도 보내거나 쓰지 않았습니다.",
    plan_spent="이 세션의 예산으로 모델을 한 번 불러 계획을 만들었습니다.",
    plan="질문을 나눈 것",
    plan_hint="한 줄에 하나씩, 중요한 것부터. 비워 두면 리드가 나눕니다.",
    propose="나누기 제안",
    propose_cost="제안에는 모델 호출이 한 번 듭니다. 모델이 없으면 무료입니다.",
    start="시작",
    back="질문 고치기",
    parts="질문의 부분",
    part_states=(("open", "열림"), ("answered", "답함"), ("exhausted", "찾았으나 답 없음")),
    explorers="탐색자",
    nobody="나가 있는 탐색자가 없습니다.",
    doing=(
        ("searching", "검색"),
        ("choosing", "페이지 고르기"),
        ("fetching", "가져오기"),
        ("reading", "읽기"),
        ("concluding", "결론 내기"),
    ),
    sent="출발",
    returned="돌아옴: 사실 {facts}개, 주장 {claims}개",
    facts="사실",
    no_facts="아직 읽은 사실이 없습니다.",
    facts_more="{count}개 중 최근 {shown}개.",
    claims="주장",
    no_claims="아직 주장이 없습니다.",
    failures="실패",
    no_failures="없음.",
    failures_more="{count}개 중 최근 {shown}개.",
    money="{spent} (한도 {budget})",
    time="{minutes}분",
    time_of="{minutes}분 (최대 {most}분)",
    of_iterations="반복 {number}회째 (최대 {most}회)",
    ended="끝남",
    went_wrong="마지막 실행의 말",
    phases=(
        ("LOAD", "시작"),
        ("SELECT", "어디를 볼지 고르기"),
        ("EXPLORE", "탐색"),
        ("MERGE", "주장 합치기"),
        ("AUDIT", "페이지 비교"),
        ("JUDGE", "판단"),
        ("VERDICT", "판정"),
        ("IDEATE", "가설 떠올리기"),
        ("FINALIZE", "정리"),
        ("CHECK", "점검"),
        ("SAVE", "저장"),
        ("OUTPUT", "쓰기"),
    ),
    steer="이끌기",
    note="메모",
    keyword="키워드",
    hypothesis="가설",
    note_hint="다음 반복부터 반영됩니다.",
    add="더하기",
    pause="잠시 멈춤",
    stop="멈춤",
    noted="적었습니다. 다음 반복부터, 또는 세션을 이어 할 때 반영됩니다.",
    asked_to="요청했습니다. 진행 중인 호출을 먼저 마칩니다.",
    started="시작했습니다.",
    connection="연결이 끊겼습니다. 다시 시도합니다.",
    quote_in="페이지 속의 인용",
    close="닫기",
    also_says="이 출처의 다른 말",
    says_nothing_else="다른 것은 가져오지 않았습니다.",
    bears_on="관련된 주장",
    supports="뒷받침",
    contradicts="반박",
    undated="날짜 없음",
    authority="권위",
    stored_text="저장된 페이지",
    retracted="철회됨",
    ask_hint="이 세션의 페이지와 사실로 답합니다. 세션 예산으로 모델을 한 번 부릅니다.",
    ask_go="묻기",
    research_this="이것을 조사",
    quotes="인용",
    no_part="그 밖의 주장",
    conflicts_with="충돌",
    settled="해결됨",
    legend="선은 충돌하는 두 주장을 잇습니다. 점선은 해결된 충돌입니다.",
    evidence="찬성 {pro}, 반대 {con}",
    compare_from="반복",
    compare_to="부터",
    compare_go="비교",
    compare_none="비교하려면 반복이 하나는 끝나야 합니다.",
    other_session="다른 세션과 나란히",
    no_answer="아직 답이 없습니다.",
    refused="되지 않았습니다",
    form_old="오래된 양식입니다. 페이지를 다시 여십시오.",
    not_found="여기에는 아무것도 없습니다.",
    no_budget="예산은 3.50처럼 달러 금액입니다.",
    no_minutes="시간은 정수(분)입니다.",
    no_documents="문서가 서버가 읽어도 되는 폴더 안에 있지 않습니다.",
    empty="글이 비어 있습니다.",
    too_long="글이 너무 깁니다.",
    is_running="세션이 실행 중입니다.",
)
WORDS: dict[Tongue, Words] = {"en": EN, "ko": KO}
