"""What the screen says, in English and in Korean."""

from dataclasses import dataclass
from math import ceil

from pathfinder.protocols.calls.events import Doing, EngineHeard, Phase
from pathfinder.reports.markdown.summary import Tongue

HANGUL = {"ㄴ": "s", "ㅂ": "q", "ㅅ": "t", "ㅜ": "n"}
"""The same keys where the keyboard is switched to Hangul."""


@dataclass(frozen=True)
class Words:
    """One language."""

    engine: str
    limits: str
    fewer: str
    stopping_it: str
    next_steps: str
    next_steps_unjudged: str
    begins: str
    goes_on: str
    iteration: str
    phases: dict[Phase, str]
    explorers: str
    explorers_again: str
    explorers_idle: str
    hypotheses: str
    hypotheses_none: str
    conflict: str
    settling: str
    settled: str
    split: str
    starting: str
    doing: dict[Doing, str]
    done: str
    done_empty: str
    failed: str
    sent: str
    raised: str
    moved: str
    became: str
    verdict: str
    failure: str
    waiting: str
    engine_waiting: str
    engine_again: str
    engine_resting: str
    engine_back: str
    schema_refused: str
    thinking: str
    turned: str
    by_rule: str
    lesson: str
    learned: str
    followed: str
    new: str
    parts: str
    cost: str
    budget_changed: str
    free: str
    elapsed: str
    failures: str
    no_failures: str
    closed: str
    brought: str
    judged: str
    keys: str
    keys_short: str
    help: tuple[str, ...]
    note: str
    note_keys: str
    noted: str
    pausing: str
    stopping: str
    asked: str
    thesis_early: str
    thesis_begun: str
    thesis_done: str
    statuses: dict[str, str]


_EN = Words(
    engine="Engine: {name}.",
    limits="Limits: {iterations} iterations, {budget}.",
    fewer="The budget pays for fewer Explorers than usual: {explorers} instead of {wanted} (--parallel).",
    stopping_it="Ctrl-C ends at the next safe point, a second one at once; `pathfinder resume` goes on.",
    next_steps="`pathfinder thesis` writes what is known, `pathfinder report --judge` how far to believe it.",
    next_steps_unjudged=(
        "`pathfinder show obs_1` shows a passage with its page. For an answer with verdicts, set "
        "ANTHROPIC_API_KEY and ask again, or name a model with --model."
    ),
    begins="Researching: {question}",
    goes_on="Going on after iteration {number}: {question}",
    iteration="iteration {number} of {most}",
    phases={
        "LOAD": "loading",
        "SELECT": "choosing where to look",
        "EXPLORE": "exploring",
        "MERGE": "merging what came back",
        "AUDIT": "comparing all facts side by side",
        "JUDGE": "judging what came back",
        "VERDICT": "giving verdicts",
        "IDEATE": "thinking of a hypothesis of its own",
        "FINALIZE": "closing the iteration",
        "CHECK": "checking the health of the graph",
        "SAVE": "saving",
        "OUTPUT": "writing the answer",
    },
    explorers="Explorers",
    explorers_again="Explorers, sent out again by the Judge",
    explorers_idle="nobody is out",
    hypotheses="Hypotheses",
    hypotheses_none="none yet",
    conflict="Conflict",
    settling="being settled: {one} against {other}",
    settled="settled: {one} and {other}, {type}: {resolution}",
    split="The question in {count} parts:",
    starting="setting out",
    doing={
        "searching": "searching “{what}”",
        "choosing": "choosing pages",
        "fetching": "fetching {what}",
        "reading": "reading {what}",
        "concluding": "concluding",
    },
    done="done: {quotes} quotes, {claims} claims",
    done_empty="done: nothing to quote",
    failed="failed: {why}",
    sent="is sent out: {about} ({reason})",
    raised="{name} is new: {summary}",
    moved="{name} moved from {before} to {after}",
    became="{name} is {after} now, it was {before}",
    verdict="{name} is called {called}",
    failure="did not work ({kind}): {what}: {reason}",
    waiting="waiting {seconds} s: {reason}",
    engine_waiting="no answer from {engine}; asked again in {seconds} s ({reason})",
    engine_again="no answer from {engine}; being asked again ({reason})",
    engine_resting="left out until the next iteration: {engine} ({reason})",
    engine_back="{engine} answers again",
    schema_refused="the server refused the schema of {call}; from now on the prompt tells it ({reason})",
    thinking="thinks with {tool}: {because}",
    turned="goes in circles: {reason}; so {change}",
    by_rule="(learned: {rule})",
    lesson="lesson: {reason}. {lesson} {adjustment}",
    learned="learned: {rule} (confidence {confidence})",
    followed="followed {applied} times, {success} of them with success: {rule}",
    new="new",
    parts="sub-questions {answered}/{parts}",
    cost="cost {spent} of {budget}",
    budget_changed="the budget is {budget} now",
    free="free, no model",
    elapsed="time {elapsed}",
    failures="failures: {count}, the last: {last}",
    no_failures="no failures",
    closed="In all {observations} observations, {hypotheses} hypotheses, {cost}",
    brought="Explorers back: {explorers}, with {quotes} quotes (repeats included); new claims: {claims}",
    judged="Called now: {verdicts}",
    keys="s pause · q stop · t thesis · n note · ? help · Ctrl-C twice ends at once",
    keys_short="s q t n ?",
    help=(
        "s pause: calls in flight come home, then it ends; `pathfinder resume` goes on",
        "q stop: the same, and the session is marked as stopped",
        "t thesis now, written from the last closed iteration; the research goes on",
        "n a note for the next iteration; Enter sends it, Esc throws it away",
        "Ctrl-C once is like s, twice ends at once; ? closes this",
    ),
    note="note> ",
    note_keys="Enter sends, Esc cancels",
    noted="Noted for the next iteration: {text}",
    pausing="pausing: calls in flight come home first",
    stopping="stopping: calls in flight come home first",
    asked="it was asked for already; Ctrl-C twice ends at once",
    thesis_early="there is no closed iteration yet to write from",
    thesis_begun="writing the thesis",
    thesis_done="The thesis as things stand: {path}",
    statuses={
        "completed": "Completed",
        "paused": "Paused",
        "stopped_by_user": "Stopped",
        "budget_exceeded": "The budget is used up",
        "running": "Running",
        "initialized": "Not begun",
    },
)

_KO = Words(
    engine="엔진: {name}.",
    limits="한도: 반복 {iterations}회, {budget}.",
    fewer="예산에 맞추어 탐색자를 {wanted}명 대신 {explorers}명 보냅니다. --parallel로 정할 수 있습니다.",
    stopping_it="Ctrl-C는 안전한 곳에서 멈추고, 두 번이면 바로 끝냅니다. 이어 가기: `pathfinder resume`.",
    next_steps="`pathfinder thesis`는 알아낸 것을, `pathfinder report --judge`는 믿을 만한 정도를 씁니다.",
    next_steps_unjudged=(
        "`pathfinder show obs_1`은 구절을 그 페이지와 함께 보여 줍니다. 판정이 있는 답을 얻으려면 "
        "ANTHROPIC_API_KEY를 설정하고 다시 묻거나 --model로 모델을 지정하십시오."
    ),
    begins="연구 질문: {question}",
    goes_on="{number}번째 반복 다음부터 이어갑니다: {question}",
    iteration="반복 {number}/{most}",
    phases={
        "LOAD": "불러오는 중",
        "SELECT": "어디를 볼지 고르는 중",
        "EXPLORE": "탐색 중",
        "MERGE": "가져온 것을 합치는 중",
        "AUDIT": "모든 사실을 나란히 비교하는 중",
        "JUDGE": "판단하는 중",
        "VERDICT": "판정하는 중",
        "IDEATE": "새 가설을 생각하는 중",
        "FINALIZE": "반복을 마무리하는 중",
        "CHECK": "그래프 상태를 살피는 중",
        "SAVE": "저장하는 중",
        "OUTPUT": "답을 쓰는 중",
    },
    explorers="조사관",
    explorers_again="조사관 (판정 모델이 다시 보냄)",
    explorers_idle="나가 있는 조사관이 없습니다",
    hypotheses="가설",
    hypotheses_none="아직 없습니다",
    conflict="충돌",
    settling="가리는 중: {one} 대 {other}",
    settled="해결: {one}, {other}, {type}: {resolution}",
    split="질문을 {count}개로 나누었습니다:",
    starting="출발",
    doing={
        "searching": "검색 중: {what}",
        "choosing": "읽을 문서 고르는 중",
        "fetching": "가져오는 중: {what}",
        "reading": "읽는 중: {what}",
        "concluding": "정리하는 중",
    },
    done="완료: 인용 {quotes}, 주장 {claims}",
    done_empty="완료: 인용할 것이 없음",
    failed="실패: {why}",
    sent="탐색 시작: {about} ({reason})",
    raised="{name} 새 가설: {summary}",
    moved="{name} 강도 {before} → {after}",
    became="{name} 상태 {before} → {after}",
    verdict="{name} 판정: {called}",
    failure="되지 않은 것 ({kind}): {what}: {reason}",
    waiting="{seconds}초 기다림: {reason}",
    engine_waiting="{engine}: 응답 없음, {seconds}초 뒤 다시 시도 ({reason})",
    engine_again="{engine}: 응답 없음, 다시 시도하는 중 ({reason})",
    engine_resting="다음 반복까지 제외: {engine} ({reason})",
    engine_back="{engine}: 다시 응답함",
    schema_refused="서버가 {call}의 스키마를 거부함, 이제부터 프롬프트에 말로 적음 ({reason})",
    thinking="사고 도구 {tool}: {because}",
    turned="제자리를 맴돈다: {reason}; 그래서 {change}",
    by_rule="(배운 규칙: {rule})",
    lesson="교훈: {reason}. {lesson} {adjustment}",
    learned="배웠다: {rule} (확신도 {confidence})",
    followed="{applied}번 따라 {success}번 효과를 보았다: {rule}",
    new="새로움",
    parts="하위 질문 {answered}/{parts}",
    cost="비용 {spent} / {budget}",
    budget_changed="예산이 이제 {budget}입니다",
    free="무료, 모델 없음",
    elapsed="시간 {elapsed}",
    failures="실패 {count}건, 최근: {last}",
    no_failures="실패 없음",
    closed="모두 관찰 {observations}, 가설 {hypotheses}, {cost}",
    brought="돌아온 탐색자 {explorers}명, 인용 {quotes}(중복 포함); 새 가설 {claims}",
    judged="새 판정: {verdicts}",
    keys="s 일시정지 · q 중지 · t 정설 · n 메모 · ? 도움말 · Ctrl-C 두 번 즉시 종료",
    keys_short="s q t n ?",
    help=(
        "s 일시정지: 진행 중인 호출을 마치고 멈춥니다. `pathfinder resume`으로 이어갑니다",
        "q 중지: 같은 방식으로 멈추고 중지로 기록합니다",
        "t 마지막으로 마친 반복까지로 정설을 씁니다. 연구는 계속됩니다",
        "n 다음 반복에 줄 메모. Enter로 보내고 Esc로 버립니다",
        "Ctrl-C 한 번은 s와 같고 두 번은 바로 끝냅니다. ?를 누르면 닫힙니다",
    ),
    note="메모> ",
    note_keys="Enter 보내기, Esc 취소",
    noted="다음 반복에 전할 메모: {text}",
    pausing="일시정지: 진행 중인 호출을 마치는 중입니다",
    stopping="중지: 진행 중인 호출을 마치는 중입니다",
    asked="이미 요청했습니다. Ctrl-C를 두 번 누르면 바로 끝납니다",
    thesis_early="아직 마친 반복이 없어 쓸 수 없습니다",
    thesis_begun="정설을 쓰는 중입니다",
    thesis_done="지금까지의 정설: {path}",
    statuses={
        "completed": "마쳤습니다",
        "paused": "일시정지했습니다",
        "stopped_by_user": "중지했습니다",
        "budget_exceeded": "예산을 다 썼습니다",
        "running": "진행 중입니다",
        "initialized": "시작하지 않았습니다",
    },
)

WORDS: dict[Tongue, Words] = {"en": _EN, "ko": _KO}


def engine_line(event: EngineHeard, say: Words) -> str:
    """What is heard of a search engine, in a line."""
    match event.state:
        case "waiting":
            seconds = ceil(event.seconds)
            return say.engine_waiting.format(engine=event.engine, seconds=seconds, reason=event.reason)
        case "resting":
            return say.engine_resting.format(engine=event.engine, reason=event.reason)
        case "back":
            return say.engine_back.format(engine=event.engine)
