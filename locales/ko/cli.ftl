# Messages of the command line.

## cli/commands/ask

ask-question-empty = 질문이 비어 있습니다. 무엇을 알고 싶은지 써 주십시오.
ask-needs-model = 이어지는 질문에는 언어 모델이 필요합니다. ANTHROPIC_API_KEY를 설정하거나 --model로 정하십시오. 모델 없이 저장된 페이지의 말을 찾으려면: `pathfinder recall 낱말`
no-answer-written = 답을 쓰지 못했습니다: { $reason }
ask-further = 빠진 것을 더 조사하려면 아래 가운데 하나를 실행한 뒤 `pathfinder resume`을 실행하십시오:

## cli/commands/backup

session-not-shareable = 세션 { JOSA($session, "은/는") } 공유할 수 없습니다. 메모와 경로를 빼면 기록이 맞지 않습니다 ({ $reason }). 알려 주십시오.
with-texts-needs-share = --with-texts는 --share와 함께 씁니다. 백업에는 어차피 모든 글이 들어갑니다.
restored = 되살렸습니다: { $session } (반복 { $iteration }회: { $question })
restored-whole = 모든 파일이 묶을 때 그대로이고 기록이 온전합니다.
migrated = { $version }에서 옮겼습니다: { $session } ({ $question })
migrated-files = 파일 { $files }개는 모두 { $kept }에 있습니다. 다시 찾기 전에는 셈에 넣지 않습니다.
shared-without-texts = 인용은 들어 있지만 원문 페이지는 없습니다. 넣으려면 --with-texts를 붙이십시오.
restored-without-texts = 페이지의 글 없이 공유된 것이라 인용을 원문에서 찾아볼 수 없습니다.
restored-with-problems = 문제 { $count }건. 백업할 때 이미 있던 것입니다.
migrated-unknown = 알아볼 수 없어 그대로 둔 것: { $row }

## cli/commands/batch

batch-new-needs-file = --new에는 질문 파일이 필요합니다.
no-batch-yet = 아직 배치가 없습니다. 질문 파일을 주십시오.
by-needs-overnight = --by는 호출이 언제까지 기다릴지 정하며, --overnight와 함께만 씁니다.
overnight-needs-provider = --overnight에는 배치가 있는 제공자(Anthropic 또는 OpenAI)가 필요합니다. 빼거나 --model로 그 모델을 쓰십시오.
by-is-over = --by { $time }: 이미 지난 시각입니다. 앞으로 올 시각을 쓰십시오.
batch-not-running = 실행 중인 배치가 없어 요청하지 않았습니다.
asked-to-stop = 프로세스 { $pid }에 중지를 요청했습니다. 진행 중인 호출을 먼저 마칩니다.
batch-header = 배치 { $batch }: 질문 { $count }개, 한 번에 { $at_once }개씩.
batch-engine = 엔진: { $engine }
batch-questions-left = 질문 { $all }개 가운데 { $count }개가 남았습니다. 같은 명령으로 이어 갑니다.
batch-file-too-large = { JOSA($path, "이/가") } { $most }MB보다 큽니다. 질문 파일이 맞습니까?
not-utf8 = { $path }: UTF-8 글이 아닙니다. UTF-8로 저장하십시오.
by-is-no-time = --by { $time }: 시각이 아닙니다. 07:00 또는 2026-11-30T07:00처럼 쓰십시오.
overnight-notice = 모델 호출은 제공자의 배치를 기다려 반값에 처리합니다.
batch-forecast = { $all }개 중 { $count }개 남음: 약 { $amount }.
batch-nothing-failed = 실패한 질문이 없어 다시 할 것이 없습니다.
batch-ended-at-once = 바로 끝냈습니다. 같은 명령으로 이어 갑니다.
batch-results = 결과: { $folder }/results.jsonl, results.csv; { $index }
overnight-until = { $time }부터는 기다리지 않습니다.
overnight-forecast = 배치를 쓰지 않을 때의 값입니다. 배치를 기다리는 호출은 반값입니다.

## cli/commands/config

models-by-call = 호출과 프리셋별 모델 (지금: 내 설정을 반영한 값):
config-exists = { $path }: 이미 있어 그대로 두었습니다.

## cli/commands/demo

demo-documents = 가상 세계의 문서 { $count }개: { $folder }
demo-needs-files = 데모는 파일로 된 문서를 읽습니다. pip, pipx, uv 중 하나로 설치하십시오.
demo-session = 데모의 세션: { $folder }
next-steps = 다음에 할 일:
step-passage = 구절과 그 출처
step-list-as-page = 목록을 웹 페이지로
step-own-documents = 내 문서로 해 보기
step-delete-demo = 데모의 세션 지우기

## cli/commands/doctor

doctor-source-table = 출처 { $count }곳, { $day } 기준
doctor-no-terminal = { $terminal }; output is no terminal: plain lines
doctor-no-full-text = SQLite { $version }: 전문 검색을 할 수 없음 ({ $reason })
doctor-missing-files = 없는 것: { $names }. Pathfinder를 다시 설치하십시오
doctor-folder-not-writable = { $folder }에 쓸 수 없음: { $reason }

## cli/commands/inspect

no-such-hypothesis = 세션 { $session }에 가설 { JOSA($hypothesis, "이/가") } 없습니다.
session-has-no-log = 이 세션에는 아직 기록이 없습니다.
session-of-first-plan = 첫 기획서 형식의 세션입니다. `pathfinder migrate .`로 옮길 수 있습니다.
no-such-item = 세션 { $session }에 { JOSA($name, "이/가") } 없습니다. 이름은 obs_3, hyp_A1 또는 페이지 해시처럼 씁니다.
verified-with-leftovers = { $session }: 온전합니다. 중단된 실행이 남긴 것은 다음 실행이 치웁니다.

## cli/commands/mcp

budget-and-total-wrong = --budget과 --total에는 3.50처럼 달러 금액을 씁니다.
docs-option-not-a-folder = --docs { $folder }: 폴더가 아닙니다.
mcp-needs-packages = MCP 서버에는 패키지가 더 필요합니다: pip install 'pathfinder-research[mcp]'
port-unusable = 이 컴퓨터의 포트 { JOSA($port, "을/를") } 쓸 수 없습니다: { $reason }
mcp-header = 클라이언트가 보낼 헤더: Authorization: Bearer { $token }

## cli/commands/recall

no-such-iteration = 세션 { $session }에 반복 { JOSA($number, "이/가") } 없습니다.
recall-nothing = 이 세션의 기록과 페이지에 이 말이 없습니다.

## cli/commands/recheck

document-gone = { JOSA($url, "은/는") } 이제 문서 가운데 없습니다
recheck-documents-only = 문서만 살펴보았습니다. --allow-remote를 주면 웹과 Crossref에도 묻습니다.
recheck-quotes-lost = 인용이 사라짐

## cli/commands/rejudge

budget-wrong = --budget에는 3.50처럼 달러 금액을 씁니다.
rejudge-claim = 주장
rejudge-then = 그때

## cli/commands/report

stdout-one-format = --stdout에는 --format 하나만 쓸 수 있고, --open할 파일이 없습니다.
brief-without-json = --brief에는 json이 없습니다. 고를 수 있는 것: md,html,docx,pdf
appendix-needs-pdf = --appendix는 --format pdf와 함께 씁니다.
report-format-unknown = { $names }: 보고서 형식이 아닙니다. 고를 수 있는 것: md,html,json,docx,pdf
no-written-answer = 이 세션에는 작성된 답이 없습니다. `pathfinder report --judge`가 모델에게 답을 청합니다.
not-judged-formats = 모델이 판정하지 않은 세션입니다. 읽을거리 목록의 형식은 md, html, json입니다.
report-pages-unread = 페이지 { $count }개를 읽지 못해 그 인용은 주변 글 없이 보입니다.
report-cannot-open = 파일을 열 프로그램이 없습니다. 보고서: { $path }
report-written = 보고서: { $path }
reading-list-written = 읽을거리 목록: { $path }

## cli/commands/research

plan-needs-terminal = --plan은 승인을 묻는데 여기서는 물을 수 없습니다. --plan-file을 쓰십시오.
tour-cannot-go-on = 이 세션은 둘러보기입니다. 모델의 응답은 기록한 것뿐이라 더 이어 갈 수 없습니다. 내 세션 시작: `pathfinder research`
question-empty = 질문이 비어 있습니다. 무엇을 연구할지 써 주십시오.
plan-not-approved = 아무것도 조사하지 않았습니다. `pathfinder resume`으로 세션 { JOSA($session, "을/를") } 계획대로 시작합니다.
prompts-need-model = 모델이 없으면 프롬프트를 읽지 않습니다. --prompts를 빼거나 모델을 쓰려면 ANTHROPIC_API_KEY를 정하십시오.
session-has-plan = 세션 { $session }에는 이미 계획이 있습니다. 다른 계획으로 시작하려면 --new를 붙이십시오.
docs-kind-unknown = 이 문서들은 무엇입니까? 정해지지 않아 모두 종류 미상(0.2)으로 세며 어떤 것도 확인해 주지 못합니다. --docs-as official(또는 paper, news, blog, forum)은 문서 전체의 종류를 정하고, --trust-front-matter는 문서마다 스스로 밝히게 합니다.
traces-need-packages = 트레이스에는 패키지가 더 필요합니다: pip install 'pathfinder-research[otel]'
traces-not-delivered = 트레이스를 { $address }에 모두 전달하지는 못했습니다
ended-at-once = 바로 끝냈습니다. 이어 가기: `pathfinder resume`

## cli/commands/schema

no-such-schema = 스키마 { JOSA($name, "이/가") } 없습니다. 있는 것: { $names }

## cli/commands/serve

serve-address = 브라우저에서 여십시오: { $address }
serve-stopping = Ctrl-C로 서버를 끝냅니다. 시작된 조사는 계속됩니다.
serve-needs-packages = 페이지에는 패키지가 더 필요합니다: pip install 'pathfinder-research[serve]'

## cli/commands/sessions

current-session = 현재 세션: { $session }
deleted = 지웠습니다: { $session }
no-sessions = 아직 세션이 없습니다. 시작하려면: pathfinder research 질문
moved-to-trash = { JOSA($path, "으로/로") } 옮겼습니다. `sessions`로 다시 옮기면 되돌아옵니다.
delete-needs-yes = 세션 { JOSA($session, "은/는") } 그대로 두었습니다. 묻지 않고 지우려면 --yes를 붙이십시오.
delete-really = { $session }: 완전히 지울까요?
nothing-deleted = 아무것도 지우지 않았습니다.

## cli/commands/steer

session-not-running = 세션 { JOSA($session, "은/는") } 실행 중이 아니어서 요청하지 않았습니다.
note-empty = 메모가 비어 있습니다. 무엇을 볼지 써 주십시오.
noted = 세션 { $session }에 남겼습니다: { $kinds }
views-written = { $session }: 보기 파일 { $count }개를 다시 썼습니다.

## cli/commands/tour

tour-is-recorded = 둘러보기입니다. 모델의 응답은 미리 기록한 것이고, 나머지는 모두 이 컴퓨터에서 실제로 실행됩니다.
tour-recording = { $day }에 기록한 모델 응답 ({ $model }): 호출 { $calls }번, 읽은 토큰 { $sent }개, 쓴 토큰 { $written }개.
tour-session = 둘러보기의 세션: { $folder }
step-report-as-page = 보고서를 웹 페이지로
step-status = 세션의 상태
step-delete-tour = 둘러보기의 세션 지우기

## cli/commands/write

stdout-or-out = --stdout과 --out은 함께 쓸 수 없습니다. 하나만 고르십시오.
format-unknown = { $name }: 형식 이름이 아닙니다. 고를 수 있는 것: { $names }
diff-iterations-wrong = diff에는 마친 반복 가운데 앞의 것과 뒤의 것을 줍니다. 세션 { JOSA($session, "은/는") } 반복 { $iteration }까지 마쳤습니다.
record-too-short = 세션 { $session }의 기록에 반복 { JOSA($iteration, "이/가") } 없습니다.
thesis-written = 정설: { $path }
thesis-by-code = 문장은 코드가 만들었습니다: { $reason }
cannot-write = { $path }: 쓸 수 없습니다 ({ $reason }). 다른 곳을 고르십시오.
thesis-sentences-dropped = 문장 { $count }개를 뺐습니다. 어떤 문장인지와 이유는 정설에 있습니다.

## cli/screen/help

aborted = 중단했습니다.
