# 명령줄의 문장. id는 locales/en/cli.ftl과 같다.

## cli/commands/ask

ask-further = 빠진 것을 더 조사하려면 아래 가운데 하나를 실행한 뒤 `pathfinder resume`을 실행하십시오:
ask-needs-model = 이어지는 질문에는 언어 모델이 필요합니다. ANTHROPIC_API_KEY를 설정하거나 --model로 정하십시오. 모델 없이 저장된 페이지의 말을 찾으려면: `pathfinder recall 낱말`
ask-question-empty = 질문이 비어 있습니다. 무엇을 알고 싶은지 써 주십시오.
no-answer-written = 답을 쓰지 못했습니다: { $reason }

## cli/commands/backup

backup-written = 백업: { $path } (파일 { $count }개, { $bytes }바이트)
migrated-counts = 가설 { $hypotheses }개, 인용이 확인되지 않은 관찰 { $observations }개, 방향 { $keywords }개, 검색 { $searches }회.
migrated-files = 파일 { $files }개는 모두 { $kept }에 있습니다. 다시 찾기 전에는 셈에 넣지 않습니다.
migrated-unknown = 알아볼 수 없어 그대로 둔 것: { $row }
problem-kind-archive_ahead = 덜 저장된 반복
problem-kind-archive_digest = 보관 기록 지문 다름
problem-kind-archive_misnumbered = 보관 기록 번호 틀림
problem-kind-archive_missing = 보관 기록 없음
problem-kind-archive_newer = 보관 기록이 새 형식
problem-kind-archive_refused = 보관 기록이 맞지 않음
problem-kind-archive_unreadable = 보관 기록 읽을 수 없음
problem-kind-chain_broken = 해시 사슬이 끊김
problem-kind-chain_missing = 해시 사슬 없음
problem-kind-control_unreadable = 요청을 읽을 수 없음
problem-kind-graph_behind = 그래프가 뒤처짐
problem-kind-graph_breach = 그래프 규칙 위반
problem-kind-graph_differs = 그래프가 기록과 다름
problem-kind-graph_missing = 그래프 없음
problem-kind-graph_newer = 그래프가 새 형식
problem-kind-graph_unreadable = 그래프 읽을 수 없음
problem-kind-ids_gap = 번호가 빔
problem-kind-journal_diverged = 일지가 어긋남
problem-kind-journal_misplaced = 제자리가 아닌 일지
problem-kind-journal_torn = 일지가 끊김
problem-kind-journal_unreadable = 일지 읽을 수 없음
problem-kind-leftover = 남은 조각
problem-kind-lock_stale = 풀리지 않은 잠금
problem-kind-loose_permissions = 느슨한 권한
problem-kind-not_a_file = 파일이 아님
problem-kind-page_altered = 페이지가 바뀜
problem-kind-page_missing = 페이지 없음
problem-kind-quote_differs = 인용이 다름
problem-kind-save_unfinished = 끝나지 않은 저장
problem-kind-saved_differs = 저장한 것과 다름
problem-kind-source_differs = 출처가 다름
problem-kind-source_missing = 출처 없음
problem-kind-source_unreadable = 출처 읽을 수 없음
problem-kind-start_missing = 시작 기록 없음
problem-kind-start_unreadable = 시작 기록 읽을 수 없음
problem-kind-strength_differs = 강도가 다름
restored = 되살렸습니다: { $session } (반복 { $iteration }회: { $question })
restored-whole = 모든 파일이 묶을 때 그대로이고 기록이 온전합니다.
restored-with-problems = 문제 { $count }건. 백업할 때 이미 있던 것입니다.
restored-without-texts = 페이지의 글 없이 공유된 것이라 인용을 원문에서 찾아볼 수 없습니다.
session-not-shareable = 세션 { JOSA($session, "은/는") } 공유할 수 없습니다. 메모와 경로를 빼면 기록이 맞지 않습니다 ({ $reason }). 알려 주십시오.
shared-without-texts = 인용은 들어 있지만 원문 페이지는 없습니다. 넣으려면 --with-texts를 붙이십시오.
shared-written = 공유 묶음: { $path } (파일 { $count }개, { $bytes }바이트)
with-texts-needs-share = --with-texts는 --share와 함께 씁니다. 백업에는 어차피 모든 글이 들어갑니다.

## cli/commands/batch

asked-to-stop = 프로세스 { $pid }에 중지를 요청했습니다. 진행 중인 호출을 먼저 마칩니다.
batch-ended-at-once = 바로 끝냈습니다. 같은 명령으로 이어 갑니다.
batch-engine = 엔진: { $engine }
batch-file-too-large = { JOSA($path, "이/가") } { $most }MB보다 큽니다. 질문 파일이 맞습니까?
batch-forecast = { $all }개 중 { $count }개 남음: 약 { $amount }.
batch-header = 배치 { $batch }: 질문 { $count }개, 한 번에 { $at_once }개씩.
batch-like-question = { $number }번 질문은 { $other }번 질문과 비슷합니다 ({ $likeness }).
batch-limits = 질문마다 반복 { $iterations }회, { $budget }까지.
batch-limits-all = 질문마다 반복 { $iterations }회, { $budget }까지. 모두 합해 { $total }까지.
batch-new-needs-file = --new에는 질문 파일이 필요합니다.
batch-not-running = 실행 중인 배치가 없어 요청하지 않았습니다.
batch-nothing-failed = 실패한 질문이 없어 다시 할 것이 없습니다.
batch-part-failed = 질문 { $all }개 가운데 { $count }개를 마치지 못했습니다. `pathfinder batch --failed`로 다시 합니다.
batch-questions-left = 질문 { $all }개 가운데 { $count }개가 남았습니다. 같은 명령으로 이어 갑니다.
batch-results = 결과: { $folder }/results.jsonl, results.csv; { $index }
batch-same-question = { $number }번 질문은 { $other }번 질문과 같아 한 번만 연구합니다.
batch-state-budget = 예산 소진
batch-state-done = 완료
batch-state-failed = 실패
batch-state-paused = 일시 중지
batch-state-running = 진행 중
batch-state-same = 같음
batch-state-stopped = 멈춤
batch-state-waiting = 시작 전
batch-where = 배치 { $batch }: 질문 { $count }개, 한 번에 { $at_once }개씩, 모두 { $amount }까지.
by-is-no-time = --by { $time }: 시각이 아닙니다. 07:00 또는 2026-11-30T07:00처럼 쓰십시오.
by-is-over = --by { $time }: 이미 지난 시각입니다. 앞으로 올 시각을 쓰십시오.
by-needs-overnight = --by는 호출이 언제까지 기다릴지 정하며, --overnight와 함께만 씁니다.
no-batch-yet = 아직 배치가 없습니다. 질문 파일을 주십시오.
not-utf8 = { $path }: UTF-8 글이 아닙니다. UTF-8로 저장하십시오.
overnight-forecast = 배치를 쓰지 않을 때의 값입니다. 배치를 기다리는 호출은 반값입니다.
overnight-needs-provider = --overnight에는 배치가 있는 제공자(Anthropic 또는 OpenAI)가 필요합니다. 빼거나 --model로 그 모델을 쓰십시오.
overnight-notice = 모델 호출은 제공자의 배치를 기다려 반값에 처리합니다.
overnight-until = { $time }부터는 기다리지 않습니다.
this-batch = 이 배치의 요청
wish-spend-on-batch = 배치 { $batch }에 { $amount }까지 쓰기

## cli/commands/config

config-exists = { $path }: 이미 있어 그대로 두었습니다.
config-written = 설정: { $path }. 값을 바꾸려면 그 줄의 //를 지우십시오.
models-by-call = 호출과 프리셋별 모델 (지금: 내 설정을 반영한 값):

## cli/commands/demo

demo-documents = 가상 세계의 문서 { $count }개: { $folder }
demo-needs-files = 데모는 파일로 된 문서를 읽습니다. pip, pipx, uv 중 하나로 설치하십시오.
next-steps = 다음에 할 일:
step-delete-demo = 데모의 세션 지우기
step-own-documents = 내 문서로 해 보기

## cli/commands/doctor

doctor-active = 쓸 수 있음
doctor-answers = { $address }: 응답함
doctor-as-settings-say = 설정대로 { $without }
doctor-asked-in-words = 캐시와 서버 도구 없이, JSON을 글로 부탁함
doctor-can-effort = 노력 단계
doctor-can-schemas = 스키마
doctor-can-thinking = 생각
doctor-can-web-search = 웹 검색
doctor-context = 질문과 답을 합쳐 { $tokens }토큰
doctor-cut = { $what }: 알 수 없음. 생각과 답이 { $tokens }토큰에 들어가지 않았습니다
doctor-dearer = { $tokens }토큰이 넘으면 입력 { $input }, 출력 { $output }
doctor-deprecated = 곧 없어짐
doctor-dialect = 답을 받는 방식: { $form }. 저장함 ({ $day })
doctor-dialect-repeated = 답을 받는 방식: { $form }, 프롬프트에도 스키마를 적음. 저장함 ({ $day })
doctor-failed = { $what }: 실패
doctor-fault = 고장
doctor-folder = { $folder }, 남은 공간 { $free } GB
doctor-folder-not-writable = { $folder }에 쓸 수 없음: { $reason }
doctor-form-json-object = JSON 모드
doctor-form-json-schema = 스키마
doctor-form-none = 글로 부탁
doctor-free = 비용 없음
doctor-from-environment = 환경 변수 { $count }개
doctor-from-file = { $path }에서 { $count }개
doctor-from-flag = --model { $count }개
doctor-from-user = 내 설정 { $count }개
doctor-how = { $effort } { $tokens }
doctor-key-not-set = { $variable } 없음. 자신의 서버라면 없어도 될 수 있음
doctor-key-set = { JOSA($variable, "이/가") } 정해져 있음
doctor-lacks = { $what } 안 됨
doctor-limit-input-tokens = 입력 토큰 { $count }개
doctor-limit-output-tokens = 출력 토큰 { $count }개
doctor-limit-requests = 요청 { $count }건
doctor-limits = 1분에 { $limits }
doctor-limits-later = 첫 응답에서 알게 되며, 그때부터 지킴
doctor-lists-none = 서버가 모델 목록을 주지 않음
doctor-machine = Python { $python } ({ $system }), SQLite { $sqlite }, anthropic { $sdk }
doctor-missing = 없음
doctor-missing-files = 없는 것: { $names }. Pathfinder를 다시 설치하십시오
doctor-no-effort = 노력 단계 없음
doctor-no-full-text = SQLite { $version }: 전문 검색을 할 수 없음 ({ $reason })
doctor-no-key = { JOSA($variable, "이/가") } 없음: 언어 모델을 쓰려면 이것이나 { JOSA($address_variable, "을/를") } 정하십시오. 없으면 { $without }
doctor-no-term = TERM 없음
doctor-no-terminal = { $terminal }; 터미널이 아니라서 줄글로 씀
doctor-not-allowed = 아직 허용되지 않아 뺌: { $what }
doctor-not-listed = 서버의 목록에 없음
doctor-not-tested = 아직 시험하지 않음
doctor-note = 참고
doctor-ok = 정상
doctor-own-prices = { $prices }. 직접 정한 값: { $models }
doctor-parser = HTML, PDF, 글을 따로 둔 프로세스가 한도 안에서 읽음
doctor-passed = { $what }: 통과
doctor-price = 입력 { $input }, 출력 { $output }, 캐시 { $cached }
doctor-price-unknown = 가격을 알 수 없음: --price { $model }=INPUT,OUTPUT으로 알려 주십시오
doctor-prices = 100만 토큰당 달러, { $day } 기준
doctor-prompts-ours = 모두 기본 프롬프트
doctor-question-cost = { $spent }. 질문 하나에 약 { $cost } (추정)
doctor-retired = 없어짐
doctor-seats = { $roles } { $how }
doctor-server-has = 서버에 있는 모델: { $models }. --model로 모든 역할의 모델을 고를 수 있음
doctor-settings-usual = 모든 설정이 기본값
doctor-sizes = 입력 { $input }, 출력 { $output }
doctor-source-table = 출처 { $count }곳, { $day } 기준
doctor-speed = 긴 답에서 1초에 { $tokens }토큰, 모두 { $seconds }초
doctor-terminal = { $terminal }, { $columns }칸
doctor-terminal-plain = { $terminal }, { $columns }칸, 색 없음
doctor-test-cost = { $used }: 이 시험에 { $cost }
doctor-test-enum = 열거형
doctor-test-korean = 한국어
doctor-test-long-answer = 긴 답
doctor-test-nested-list = 겹친 목록
doctor-test-schema = 스키마
doctor-tested = { $day }에 시험함
doctor-until = { $state } ({ $day }까지)
doctor-used = 입력 { $input }토큰, 출력 { $output }토큰
doctor-vectors = { $encoder }: 번역문 { $near }, 다른 문장 { $far }
doctor-without-model = 읽을거리 목록을 만듭니다 (언어 모델 없음)

## cli/commands/inspect

no-such-hypothesis = 세션 { $session }에 가설 { JOSA($hypothesis, "이/가") } 없습니다.
no-such-item = 세션 { $session }에 { JOSA($name, "이/가") } 없습니다. 이름은 obs_3, hyp_A1 또는 페이지 해시처럼 씁니다.
sentence = { $text }.
session-has-no-log = 이 세션에는 아직 기록이 없습니다.
session-of-first-plan = 첫 기획서 형식의 세션입니다. `pathfinder migrate .`로 옮길 수 있습니다.
verified-problems = { $session }: 문제 { $count }건.
verified-whole = { $session }: 온전합니다.
verified-with-leftovers = { $session }: 온전합니다. 중단된 실행이 남긴 것은 다음 실행이 치웁니다.

## cli/commands/mcp

budget-and-total-wrong = --budget과 --total에는 3.50처럼 달러 금액을 씁니다.
docs-option-not-a-folder = --docs { $folder }: 폴더가 아닙니다.
mcp-address = MCP 서버: { $address }
mcp-header = 클라이언트가 보낼 헤더: Authorization: Bearer { $token }
mcp-needs-packages = MCP 서버에는 패키지가 더 필요합니다: pip install 'pathfinder-research[mcp]'
port-unusable = 이 컴퓨터의 포트 { JOSA($port, "을/를") } 쓸 수 없습니다: { $reason }

## cli/commands/recall

no-such-iteration = 세션 { $session }에 반복 { JOSA($number, "이/가") } 없습니다.
page-number = 페이지 { $hash }
recall-kind-failure = 실패
recall-kind-keyword = 방향
recall-kind-search = 검색
recall-nothing = 이 세션의 기록과 페이지에 이 말이 없습니다.

## cli/commands/recheck

document-gone = { JOSA($url, "은/는") } 이제 문서 가운데 없습니다
recheck-changed = 바뀜
recheck-count = { $standing } { $count }
recheck-dead = 없어짐
recheck-documents-only = 문서만 살펴보았습니다. --allow-remote를 주면 웹과 Crossref에도 묻습니다.
recheck-in-catalogue = 목록에서 읽었으므로 주소와 철회 여부만 확인했습니다
recheck-no-page = 이 세션에는 아직 인용한 페이지가 없습니다.
recheck-quotes-gone = 인용 { $all }개 가운데 { $count }개가 이제 그곳에 없습니다
recheck-quotes-lost = 인용이 사라짐
recheck-retracted = 철회됨
recheck-same = 같음
recheck-summary = 출처 { $count }개: { $counts }
this-session = 이 세션의 요청

## cli/commands/rejudge

budget-wrong = --budget에는 3.50처럼 달러 금액을 씁니다.
pair-narrower = 더 좁음
pair-opposes = 반대
pair-related = 관련
pair-same = 같음
pair-separate = 별개
pair-wider = 더 넓음
rejudge-claim = 주장
rejudge-header = 그때: { $then }. 지금: { $model }. { $amount }
rejudge-no-answer = 답 없음
rejudge-summary = 판정 { $all_verdicts }개 중 { $verdicts }개, 짝 { $all_pairs }개 중 { $pairs }개가 같습니다.
rejudge-then = 그때
rejudge-unknown = 알 수 없음
review-REFUTED = 반박됨
review-UPHELD = 유지됨
review-WEAKENED = 약화됨
verdict-Confirmed = 확정 지지
verdict-Confirmed-against = 확정 반박
verdict-Confirmed-for = 확정 지지
verdict-Likely = 유력 지지
verdict-Likely-against = 유력 반박
verdict-Likely-for = 유력 지지
verdict-Uncertain = 불확실

## cli/commands/report

appendix-needs-pdf = --appendix는 --format pdf와 함께 씁니다.
brief-without-json = --brief에는 json이 없습니다. 고를 수 있는 것: md,html,docx,pdf
no-evidence = 근거를 찾지 못했습니다. 이 보고서에는 질문에 대한 답이 없습니다.
no-written-answer = 이 세션에는 작성된 답이 없습니다. `pathfinder report --judge`가 모델에게 답을 청합니다.
not-judged-formats = 모델이 판정하지 않은 세션입니다. 읽을거리 목록의 형식은 md, html, json입니다.
reading-list-files = 읽을거리 목록: { $path } (같은 폴더에 { $others })
reading-list-written = 읽을거리 목록: { $path }
report-cannot-open = 파일을 열 프로그램이 없습니다. 보고서: { $path }
report-format-unknown = { $names }: 보고서 형식이 아닙니다. 고를 수 있는 것: md,html,json,docx,pdf
report-pages-unread = 페이지 { $count }개를 읽지 못해 그 인용은 주변 글 없이 보입니다.
report-written = 보고서: { $path }
stdout-one-format = --stdout에는 --format 하나만 쓸 수 있고, --open할 파일이 없습니다.

## cli/commands/research

docs-kind-unknown = 이 문서들은 무엇입니까? 정해지지 않아 모두 종류 미상(0.2)으로 세며 어떤 것도 확인해 주지 못합니다. --docs-as official(또는 paper, news, blog, forum)은 문서 전체의 종류를 정하고, --trust-front-matter는 문서마다 스스로 밝히게 합니다.
ended-at-once = 바로 끝냈습니다. 이어 가기: `pathfinder resume`
plan-needs-terminal = --plan은 승인을 묻는데 여기서는 물을 수 없습니다. --plan-file을 쓰십시오.
plan-not-approved = 아무것도 조사하지 않았습니다. `pathfinder resume`으로 세션 { JOSA($session, "을/를") } 계획대로 시작합니다.
prompts-need-model = 모델이 없으면 프롬프트를 읽지 않습니다. --prompts를 빼거나 모델을 쓰려면 ANTHROPIC_API_KEY를 정하십시오.
session-has-plan = 세션 { $session }에는 이미 계획이 있습니다. 다른 계획으로 시작하려면 --new를 붙이십시오.
tour-cannot-go-on = 이 세션은 둘러보기입니다. 모델의 응답은 기록한 것뿐이라 더 이어 갈 수 없습니다. 내 세션 시작: `pathfinder research`
traces-need-packages = 트레이스에는 패키지가 더 필요합니다: pip install 'pathfinder-research[otel]'
traces-not-delivered = 트레이스를 { $address }에 모두 전달하지는 못했습니다

## cli/commands/schema

no-such-schema = 스키마 { JOSA($name, "이/가") } 없습니다. 있는 것: { $names }

## cli/commands/serve

serve-address = 브라우저에서 여십시오: { $address }
serve-fleet-one-user = --fleet은 페이지를 여는 모두에게 플릿을 보여 주므로 --users와 함께 쓸 수 없습니다.
serve-needs-packages = 페이지에는 패키지가 더 필요합니다: pip install 'pathfinder-research[serve]'
serve-stopping = Ctrl-C로 서버를 끝냅니다. 시작된 조사는 계속됩니다.

## cli/commands/sessions

current-session = 현재 세션: { $session }
delete-needs-yes = 세션 { JOSA($session, "은/는") } 그대로 두었습니다. 묻지 않고 지우려면 --yes를 붙이십시오.
delete-really = { $session }: 완전히 지울까요?
moved-to-trash = { JOSA($path, "으로/로") } 옮겼습니다. `sessions`로 다시 옮기면 되돌아옵니다.
no-sessions = 아직 세션이 없습니다. 시작하려면: pathfinder research 질문
nothing-deleted = 아무것도 지우지 않았습니다.
session-state = { $status }, 반복 { $iteration }회
session-state-budget_exceeded = 예산 소진
session-state-completed = 완료
session-state-initialized = 시작 전
session-state-paused = 일시 중지
session-state-running = 진행 중
session-state-stopped_by_user = 사용자가 중단
session-state-unreadable = 읽을 수 없음

## cli/commands/steer

asked-to-end = 프로세스 { $pid }에 마무리를 요청했습니다. 진행 중인 호출을 먼저 마칩니다.
asked-to-pause = 프로세스 { $pid }에 일시정지를 요청했습니다. 진행 중인 호출을 먼저 마칩니다.
note-kind-hypothesis = 가설
note-kind-keyword = 방향
note-kind-note = 메모
views-written = { $session }: 보기 파일 { $count }개를 다시 썼습니다.

## cli/commands/tour

step-delete-tour = 둘러보기의 세션 지우기
step-report-as-page = 보고서를 웹 페이지로
step-status = 세션의 상태
tour-is-recorded = 둘러보기입니다. 모델의 응답은 미리 기록한 것이고, 나머지는 모두 이 컴퓨터에서 실제로 실행됩니다.
tour-recording = { $day }에 기록한 모델 응답 ({ $model }): 호출 { $calls }번, 읽은 토큰 { $sent }개, 쓴 토큰 { $written }개.
tour-session = 둘러보기의 세션: { $folder }

## cli/commands/write

cannot-write = { $path }: 쓸 수 없습니다 ({ $reason }). 다른 곳을 고르십시오.
diff-iterations-wrong = diff에는 마친 반복 가운데 앞의 것과 뒤의 것을 줍니다. 세션 { JOSA($session, "은/는") } 반복 { $iteration }까지 마쳤습니다.
format-unknown = { $name }: 형식 이름이 아닙니다. 고를 수 있는 것: { $names }
stdout-or-out = --stdout과 --out은 함께 쓸 수 없습니다. 하나만 고르십시오.
thesis-by-code = 문장은 코드가 만들었습니다: { $reason }
thesis-sentences-dropped = 문장 { $count }개를 뺐습니다. 어떤 문장인지와 이유는 정설에 있습니다.
thesis-written = 정설: { $path }

## cli/main

output-not-writable = 출력을 쓸 수 없습니다 ({ $reason }). 저장한 것은 그대로 있습니다.

## cli/screen/help

aborted = 중단했습니다.
usage-bad-value = { $name }에는 { JOSA($kind, "을/를") } 씁니다.
usage-missing-argument = 인자 { JOSA($name, "이/가") } 없습니다.
usage-missing-option = 옵션 { JOSA($name, "이/가") } 없습니다.
usage-no-such-command = 명령 { JOSA($name, "이/가") } 없습니다.
usage-no-such-command-near = 명령 { JOSA($name, "이/가") } 없습니다. { $near } 아닙니까?
usage-no-such-option = 옵션 { JOSA($name, "이/가") } 없습니다.
usage-no-such-option-near = 옵션 { JOSA($name, "이/가") } 없습니다. { $near } 아닙니까?
usage-option-needs-value = 옵션 { $name }에는 값이 있어야 합니다.
usage-option-takes-no-value = 옵션 { $name }에는 값을 주지 않습니다.
usage-wrong = `{ $command }` 명령은 이렇게 쓰지 않습니다. `{ $command } --help`를 보십시오.

## cli/settings/allowed

permission-denied = 허용하지 않아 아무것도 보내지 않았습니다.
permission-left-out = { $by }: { $what }. 아직 허용되지 않아 뺐습니다.
permission-needed = { $by }: { $what }. 원한다면 --allow-settings로 한 번 허용하십시오.
permission-not-kept = 허용한 것을 저장하지 못했습니다: { $reason }
permission-wanted = { $by }: { $what }. 허용할까요?
wish-certificates = { $value }의 인증서 믿기
wish-certificates-built-in = 내장 인증서 믿기
wish-key = { $variable }의 키를 { JOSA($address, "으로/로") } 보내기
wish-listed-price = 모델 { JOSA($model, "을/를") } 정가로 계산하기
wish-model = 모델 { $model } 쓰기
wish-models = 역할마다 다른 모델 쓰기
wish-pdf = PDF 파일을 { $value }에 쓰기
wish-preset = 프리셋 { $value }의 모델 쓰기
wish-preset-usual = 기본 프리셋의 모델 쓰기
wish-price = 모델 { JOSA($model, "을/를") } 백만 토큰에 ${ $input }, ${ JOSA($output, "으로/로") } 계산하기
wish-private = 사설 주소({ $value })의 페이지 가져오기
wish-prompts = { $value }의 프롬프트 읽기
wish-proxy = 프록시 { JOSA($value, "으로/로") } 페이지 가져오기
wish-proxy-none = 프록시 없이 페이지 가져오기
wish-queries = 검색어를 { JOSA($address, "으로/로") } 보내기
wish-spend = ${ $amount }까지 쓰기
wish-trace-content = 트레이스에 질문과 페이지 주소 담기
wish-traces = 트레이스를 { JOSA($value, "으로/로") } 보내기

## cli/settings/batch_file

batch-column-unknown = { $where }: { JOSA($column, "은/는") } 뜻이 없습니다. 쓸 수 있는 것: { $names }
batch-file-empty = { $name }: 질문이 없습니다. 한 줄에 하나씩 쓰십시오.
batch-file-no-column = { $name }: `question` 열이 없습니다. 첫 줄에 열 이름을 씁니다.
batch-file-too-many = { $name }: 질문이 { $count }개입니다. 배치에는 { $most }개까지 됩니다.
batch-label-not-text = { $where }: 이름표가 글자가 아닙니다. 따옴표로 묶으십시오.
batch-line-wrong = { $where }: { $reason }.
batch-not-csv = { $name }, { $line }번째 줄: CSV가 아닙니다 ({ $reason }).
batch-not-json = { $name }, { $line }번째 줄: 한 줄짜리 JSON 객체가 아닙니다.
batch-question-empty = { $where }: 질문이 비어 있습니다.
batch-question-not-text = { $where }: 질문이 글자가 아닙니다. 따옴표로 묶으십시오.
batch-too-many-values = { $name }, { $line }번째 줄: 값이 열보다 많습니다.
batch-value-out-of-bounds = { $where }: { $column }의 값이 범위를 벗어났습니다 ({ $reason }).
file-line = { $name }, { $line }번째 줄

## cli/settings/confirmation

editor-failed = 편집기 { JOSA($editor, "이/가") } { JOSA($code, "으로/로") } 끝나 시작하지 않았습니다.
editor-not-started = 편집기 { JOSA($editor, "을/를") } 열 수 없습니다 ({ $reason }). EDITOR를 정하십시오.
plan-file-unreadable = --plan-file { $path }: 읽을 수 없습니다 ({ $reason }).
plan-wrong = 계획은 한 줄에 하나씩 1~{ $most }개, 각각 { $longest }자까지입니다. { $name }에는 { $count }개 있습니다.

## cli/settings/consent

consent-ask = 계속하면 { $what }. 괜찮습니까?
consent-denied = 아무것도 보내지 않았습니다. --engine local --model reading-list는 이 컴퓨터 안에서만 합니다.
consent-model = 문서의 일부가 다른 컴퓨터의 모델로 전송됩니다
consent-search = 검색어가 검색 엔진으로 전송됩니다 (문서에만 있는 낱말은 빼고)
docs-need-consent = --docs를 쓰면 { $what }. 동의하면 --allow-remote를, 이 컴퓨터 안에서만 하려면 --engine local --model reading-list를 붙이십시오.

## cli/settings/contact

model-context-small = 모델은 한 번에 { $tokens }토큰까지 받는데 질문에는 { $needed }토큰까지 듭니다. 긴 문서는 나누어 읽고 일부 호출은 실패합니다. 더 늘리는 방법은 docs/models.md에 있습니다.
server-has-one-model = { $server }에는 모델이 { $model } 하나뿐이라 모든 호출에 씁니다.
server-lists-no-models = { $server }의 모델 목록을 받지 못했습니다 ({ $reason }). 호출마다 { $seconds }초까지 기다립니다 (models.silence_seconds).
server-no-list-of-models = 모델 목록 없음
server-said-nothing = 모델에 연결하지 못했습니다: { $server }에 연결되었지만 { $seconds }초 동안 응답이 없었습니다. 서버를 다시 시작하거나, 아직 모델을 읽는 중이면 models.first_seconds를 늘리십시오.
server-silent = { $server }에 연결되었지만 응답이 없습니다. { $seconds }초까지 기다립니다 (models.first_seconds).
which-model = 어느 모델을 쓸까요? { $server }에 있는 모델: { $models }. --model로 고르십시오.
which-model-of-provider = 어느 모델을 쓸까요? { $server }에 있는 모델: { $models }. 이렇게 고르십시오: --model { $provider }:NAME

## cli/settings/engines

days-swapped = --from이 --until보다 늦습니다. 서로 바꾸십시오.
docs-without-files = { $folder }: 읽을 수 있는 파일이 없습니다. Markdown, HTML, PDF, 오피스 파일을 넣으십시오.
documents-more = 그 밖의 문서 { $count }개
documents-more-unread = 역시 읽을 수 없었습니다
engine-line = { $name }; 검색: { $engine }
engine-reading-list = 읽을거리 목록, 언어 모델 없음
local-needs-docs = local 엔진은 문서를 찾습니다. --docs 폴더를 주십시오.
search-over-documents = 문서 검색
nothing-to-search = 찾을 곳이 없습니다. --docs 폴더(Markdown, HTML, PDF, 오피스 파일)를 주거나, 논문이면 --engine academic(키 없이 됩니다), 또는 ANTHROPIC_API_KEY나 EXA_API_KEY, 설정의 search.searxng.base_url을 정하십시오.
price-malformed = --price { $price }: 가격이 아닙니다. MODEL=INPUT,OUTPUT을 백만 토큰당 달러로 쓰십시오.
price-too-high = --price { $model }: 가격은 백만 토큰에 ${ $most }까지입니다.
prompts-unusable = { $folder }의 프롬프트를 쓸 수 없습니다: { $reason }
sources-not-a-table = --sources { $path }: 출처 표가 아닙니다 ({ $reason }).
sources-unreadable = --sources { $path }: 읽을 수 없습니다 ({ $reason }).

## cli/settings/environment

database-address-missing = 데이터베이스가 어디에 있습니까? { JOSA($variable, "을/를") } postgresql://user:password@host/name으로 정하십시오.
no-key = 키가 없습니다. { JOSA($variable, "을/를") } 정하거나, Messages API를 쓰는 서버가 있으면 { JOSA($address_variable, "을/를") } 정하십시오. `--model reading-list`는 둘 다 없이 됩니다.
no-key-for-provider = { $provider }의 키가 없습니다. { JOSA($variable, "을/를") } 정하십시오.
server-address-missing = 서버가 어디에 있습니까? { $variable }에 주소를 쓰십시오. 예: http://localhost:8000/v1

## cli/settings/forecast

forecast-assumed = 가정값, 아직 측정 없음
forecast-free = 예상 비용: 없음. 돈이 드는 호출이 없습니다.
forecast-measured = 이곳에서 낸 평균
forecast-run = 예상 비용: 반복 한 번에 약 { $each }({ $basis }), { $iterations }회에 { $total }.

## cli/settings/layers

config-key-twice = { JOSA($name, "이/가") } 두 번 나옵니다.
config-missing = { $path }에 설정 파일이 없습니다.
config-not-an-object = 중괄호로 묶인 객체 하나여야 합니다.
config-not-json = 설정 { JOSA($path, "은/는") } JSON이 아닙니다: { $reason } ({ $where }).
config-refused = 설정 { JOSA($path, "을/를") } 받지 않았습니다: { $reason }
config-too-deep = 설정 { JOSA($path, "을/를") } 쓸 수 없습니다. 수가 너무 길거나 너무 깊이 겹쳐 있습니다.
config-unreadable = The config { $path }: 읽을 수 없습니다 ({ $reason }).
no-such-setting = { JOSA($path, "이라는/라는") } 설정은 없습니다. `pathfinder config show`로 목록을 볼 수 있습니다
no-such-setting-near = { JOSA($path, "이라는/라는") } 설정은 없습니다. { JOSA($near, "을/를") } 뜻하셨습니까
session-options-refused = 세션의 asked.json을 쓸 수 없습니다: { $reason }.
setting-is-a-group = { JOSA($path, "은/는") } 설정 묶음이라 객체를 받습니다. { JOSA($value, "은/는") } 안 됩니다.
setting-names-variable = 키 자체가 아니라 EXA_API_KEY 같은 환경 변수의 이름을 씁니다
setting-of-config = 설정
setting-refused = { $where }의 { JOSA($place, "을/를") } 받지 않았습니다: { $reason }.
settings-ignored = { $path }에서 무시한 설정 (그런 설정이 없음): { $names }. `pathfinder config show`로 목록을 볼 수 있습니다.
settings-ignored-near = { $path }에서 무시한 설정 (그런 설정이 없음): { $names }. { JOSA($near, "을/를") } 뜻하셨습니까?
the-config = 설정 파일 { $path }의 요청
value-at-least = { $bound } 이상이어야 합니다
value-at-most = { $bound } 이하여야 합니다
value-date = 날짜여야 합니다 (YYYY-MM-DD)
value-integer = 정수여야 합니다
value-less-than = { $bound }보다 작아야 합니다
value-more-than = { $bound }보다 커야 합니다
value-number = 수여야 합니다
variable-unknown = 환경 변수 { JOSA($name, "은/는") } 설정이 아닙니다.
variable-unknown-near = 환경 변수 { JOSA($name, "은/는") } 설정이 아닙니다. { JOSA($near, "을/를") } 뜻하셨습니까?

## cli/settings/options

output-options-exclude = --json, --events, --quiet, --verbose는 하나만 쓸 수 있습니다.
until-wrong = --until은 answered, saturated, limit 또는 2026-11-18 같은 날짜를 받습니다.

## cli/settings/remembered

remembered-unreadable = { $path }: 읽을 수 없습니다 ({ $reason }). 지운 뒤 --docs를 다시 주십시오.
wish-documents = { $folder }의 문서 읽기
wish-documents-kind = { $folder }의 문서를 { $kind } 출처로 읽기
wish-remote-documents = { $folder } 문서의 일부와 검색어를 다른 컴퓨터로 보내기
wish-source-table = 출처 표 { $path } 읽기
wish-trusting = { $what } (문서가 밝힌 출처를 믿고)

## cli/settings/session_choice

continue-or-new = --continue와 --new는 함께 쓸 수 없습니다. 하나만 고르십시오.
going-on-with-session = 세션 { JOSA($session, "을/를") } 이어 갑니다. 새로 시작하려면 --new를 붙이십시오.
no-similar-session = 같거나 비슷한 질문의 세션이 없습니다. --continue를 빼십시오.
session-on-another-question = 세션 { $session }의 질문은 다릅니다 ({ $question }). 그것을 이어 가려면 `pathfinder resume --session { $session }`, 아니면 --session을 빼십시오.
session-on-same-question = 같은 질문의 세션이 있습니다: { $session }. 이어 가려면 --continue를 붙이십시오.
session-on-similar-question = 비슷한 질문의 세션이 있습니다: { $session }. 이어 가려면 --continue를 붙이십시오.
session-or-continue = --session이 이미 세션을 정합니다. --continue와 --new는 빼십시오.

## cli/settings/trials

model-test-failed = { $model }의 시험이 실패했습니다 ({ $reason }). 다른 것은 묻지 않았습니다.
model-test-not-kept = 시험 결과를 저장하지 못했습니다: { $reason }
model-tested = { $model }: 시험 { $all }개 가운데 { $passed }개 통과, { $seconds }초. 자세히: `pathfinder doctor --model`
model-tested-first = { JOSA($model, "은/는") } 여기서 처음 쓰는 모델이라 먼저 작은 호출 { $count }번으로 시험합니다.
model-tested-paid = { $model }: 시험 { $all }개 가운데 { $passed }개 통과, { $seconds }초, { $amount }. 자세히: `pathfinder doctor --model`

# 플릿과 작업자
fleet-tables-made = 테이블을 만들었습니다.
fleet-tables-there = 테이블이 이미 있습니다.
fleet-tables-updated = 테이블을 이 버전에 맞게 바꿨습니다.
fleet-calls = 모델 호출 1분에 { $count }회
fleet-calls-unlimited = 모델 호출은 작업자마다의 제한만 적용
fleet-searches = 검색 엔진마다 1분에 { $count }회
fleet-searches-unlimited = 검색은 작업자마다의 속도대로
fleet-pace = 모든 작업자를 합쳐: { $calls }, { $searches }.
fleet-start-workers = 작업자 시작: pathfinder worker
fleet-submitted = 배치 { $batch }: 질문 { $all }개 가운데 { $count }개가 대기열에 있습니다.
fleet-status = 배치 { $batch }: { $counts }; 지금까지 { $spent }.
fleet-on-worker = (작업자 { $worker })
fleet-cancelled = 배치 { $batch }: 질문 { $count }개를 취소했습니다. `fleet resume`이나 `fleet submit`으로 다시 시작합니다.
fleet-paused = 배치 { $batch }: 질문 { $count }개를 일시정지했습니다. `fleet resume`으로 다시 시작합니다.
fleet-resumed = 배치 { $batch }: 질문 { $count }개가 대기열에 있습니다.
fleet-pulled = 배치 { $batch }: 질문 { $all }개 가운데 { $count }개가 끝나 여기로 가져왔습니다.
fleet-batch-of-other-version = 배치 { $batch }: 다른 버전의 Pathfinder에서 제출했습니다. 그 버전을 쓰십시오.
question-cancelled = 취소했습니다.
question-paused = 일시정지했습니다.
worker-begins = 작업자 { $name }: 세션을 한 번에 { $count }개 진행합니다.
worker-stopped = 멈췄습니다. 진행하던 세션은 다른 곳에서 이어집니다.
worker-stale-too-short = --stale은 --heartbeat의 세 배 이상이어야 합니다. 그렇지 않으면 살아 있는 작업자를 죽은 것으로 봅니다.
worker-session-begins = { $session }: { $number }번째 시작
worker-session-ended = { $session }: { $state } { $reason }
worker-leaves = { $session }: { $reason } 이 작업자는 물러납니다.
worker-command-unread = 작업 { $job }: { $number }번째 메시지는 다른 버전의 Pathfinder에서 쓴 것이라 건너뜁니다
worker-job-lost = 작업 { $job }: 작업자가 사라져 대기열로 돌아갑니다
worker-died-again = 다음 단계를 마치기 전에 작업자가 거듭 죽었습니다. 원인을 찾은 뒤 배치를 다시 제출하십시오.

our-fault = Pathfinder의 결함입니다 ({ $kind }: { $detail }).
report-our-fault = { $fault } 신고해 주십시오.
report-our-fault-with = { $fault } { JOSA($path, "과/와") } 함께 신고해 주십시오.

budget-is-no-amount = 예산은 3.50처럼 달러 금액으로 적으십시오.
budget-session-not-running = 세션 { JOSA($session, "은/는") } 실행 중이 아닙니다. 새 예산은 `pathfinder resume --budget`으로 정합니다.
budget-below-spent = 세션 { JOSA($session, "은/는") } 이미 { JOSA($spent, "을/를") } 썼습니다. 더 큰 예산을 쓰십시오.
budget-given = 프로세스 { $process }에 예산 { JOSA($budget, "을/를") } 주었습니다. 다음 호출부터 적용됩니다.
users-file-wrong = --users { $path }: { $where }: { $problem }.
users-not-distinct = --users { $path }: 두 사용자의 { JOSA($what, "이/가") } 같습니다.

explain-base = { $type }형 가설의 출발점: { $base }
explain-term = { $change } { $side }, { $name } (권위 { $authority } x 무게 { $weight }, { $url })
explain-bonus = +{ $bonus } 신뢰할 수 있는 목소리 { $trusted }개
explain-total = = { $total } (저장된 값: { $kept })
explain-status = 상태: { $status }, 조사 { $visits }회
explain-not-verified = 검증되지 않은 이유: { $reason }
explain-because = 이유: { $reason }
explain-condition = 성립 조건: { $condition }
explain-related = 관련된 별개 주장 (대상이나 조건이 다름): { $names }
explain-unjudged = 아직 판정하지 않았습니다
explain-no-side = 어느 쪽도 아님
explain-stance = { $iid }: { $side }, 증거 { $grade }, 확신 { $confidence }
explain-class = 반복 { $iteration }, 라운드 { $round }: { $name }: { $reason }
explain-review = 반복 { $iteration }의 반론, { $verdict }: { $challenge }
explain-no-verdict = 판정 없음: { $reason }
explain-verdict = 판정 [{ $tag }]{ $side }: { $reason }
explain-caveat = 주의: { $reason }
explain-look-for = 찾아볼 것: { $reason }

state-row-session = 세션
state-row-status = 상태
state-row-engine = 엔진
state-row-process = 실행
state-row-iterations = 반복
state-row-evidence = 증거
state-row-hypotheses = 가설
state-row-conflicts = 충돌
state-row-cost = 비용
state-row-failures = 실패
state-row-health = 건강
state-row-search = 검색
state-row-judged = 판정
state-process = process { $pid }
state-no-process = 실행 중이 아님
state-iterations = { $closed }회 (최대 { $most }회)
state-evidence = 관찰 { $seen }개, 페이지 { $pages }개
state-hypotheses = { $all }개, 남은 것 { $alive }개, { $tags }
state-conflicts = { $count }개 남음
state-cost = { $spent } (한도 { $budget })
state-searched = { $engine }: 검색 { $searches }회, 결과 { $results }개, 새 출처 { $new }개
state-search-failed = 실패 { $failed }회
state-not-judged = 판정하지 않음: 언어 모델이 없습니다. `pathfinder report`가 읽을거리 목록을 씁니다

cost-spent = 지출
cost-left = 남음
cost-roles = 역할별
cost-engines = 엔진별
cost-iterations = 반복별
cost-searches = 검색
cost-open = 진행 중
cost-exa = Exa 잔액
cost-forecast = 예상
cost-free = 비용이 들지 않았습니다.
cost-ahead = 반복당 약 { $each }, 남은 { $left }회 중 { $paid }회 가능, 끝까지 { $total }

choose-same = 같은 질문의 세션이 이미 있습니다:
choose-similar = 비슷한 질문의 세션이 있습니다:
choose-go-on = 이어 가기: { $question } (반복 { $iteration }회, { $status }, 유사도 { $likeness })
choose-new = 새 세션 시작
choose-which = 선택

plan-parts = 질문을 나눈 것:
plan-targets = 첫 탐색 대상:
plan-approve = 이대로 시작 (y), 고치기 (e), 그만두기 (n)
plan-how = 한 줄에 하나씩, 중요한 것부터. #으로 시작하는 줄은 무시합니다.
