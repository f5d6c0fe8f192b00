# 오류, 그리고 기록에 남는 문장. id는 locales/en/errors.ftl과 같다.

list-and = { $first }, { $second }
list-and-that = { $first }, 그리고 { $second }
list-and-then = { $first }, 이어서 { $second }
list-and-to = { $first }; { $second }
list-colon = { $first }: { $second }
list-comma = { $first }, { $second }
list-more = { $names } 외 { $count }개
list-then = { $first }; { $second }

## adapters

os-is-a-folder = 폴더임
os-no-space = 저장 공간이 모자람
os-no-such-file = 그런 파일이나 폴더가 없음
os-not-a-folder = 폴더가 아님
os-permission-denied = 권한이 없음
os-read-only = 읽기 전용 저장 장치
pdf-needs-browser = PDF는 Chromium, Chrome 또는 Edge로 만드는데 PATH에 없습니다. 하나를 설치하거나, html 형식을 브라우저에서 열어 인쇄하십시오.
pdf-not-printed = { JOSA($browser, "이/가") } PDF를 만들지 못했습니다. html 형식을 브라우저에서 열어 인쇄하십시오.

## adapters/documents

deleted = 지웠습니다: { $session }
docs-gone = { $folder }: 더 이상 없습니다. 되돌려 놓은 뒤 이어 가십시오.
docs-inside-session = { JOSA($folder, "은/는") } Pathfinder 세션({ $session })의 일부입니다. --docs에는 자신의 문서 폴더를 지정하세요.
docs-not-a-folder = { $folder }: 폴더가 아닙니다. --docs에는 Markdown, HTML, PDF, 오피스 파일이 든 폴더를 줍니다.
document-attachments = 첨부 파일은 읽지 않았습니다 ({ $count }개): { $names }
document-bytes-of = 내용은 { $kind }입니다
document-chapters-unreadable = 읽을 수 없는 장: { $count }개
document-damaged-package = 깨진 파일입니다
document-empty = 글이 들어 있지 않습니다
document-encoding-none = 글자 부호화를 알 수 없습니다 (UTF-8, UTF-16, CP949가 아님)
document-encoding-unknown = 글자 부호화를 알 수 없습니다 (UTF-8, UTF-16, CP949가 아님)
document-encrypted = 암호가 걸린 문서입니다
document-first-characters = 앞의 { $characters }자만 읽었습니다
document-first-rows = 앞의 { $rows }행만 읽었습니다
document-folder-unlisted = 폴더의 목록을 볼 수 없습니다 ({ $reason })
document-forbidden = 읽을 권한이 없습니다
document-is-device = 파일이 아니라 장치입니다
document-is-none = 문서가 아닙니다
document-is-pipe = 파일이 아니라 파이프입니다
document-is-session = 문서가 아니라 Pathfinder의 세션입니다
document-is-socket = 파일이 아니라 소켓입니다
document-lines-not-json = JSON이 아닌 줄: { $count }
document-link-circle = 제자리로 돌아오는 링크입니다
document-link-dead = 갈 곳이 없거나 제자리로 돌아오는 링크입니다
document-link-inside = 같은 폴더의 다른 파일을 가리키는 링크라 그쪽에서 읽습니다
document-link-outside = 폴더 밖으로 이어지는 링크입니다
document-mail-parts-unclear = 메일의 부분을 나눌 수 없습니다
document-mail-without-headers = 머리글이 없어 메일이 아닙니다
document-mails-unreadable = 읽을 수 없는 메일: { $count }
document-media-type = 종류: { $kind }
document-name-not-utf8 = 이름이 UTF-8이 아닙니다. 다른 이름을 붙이십시오
document-named-mail = 이름과 내용이 다릅니다
document-named-otherwise = 이름은 { $kind }인데 내용이 다릅니다
document-needs-memory = 읽는 데 메모리가 너무 많이 듭니다
document-no-chapter-readable = 읽을 수 있는 장이 없습니다 (암호가 걸렸거나 깨짐)
document-no-json-lines = JSON인 줄이 없습니다
document-no-pdf = PDF라고 하지만 PDF가 아닙니다
document-no-text-in-markup = 마크업에서 글을 찾지 못했습니다 (너무 깊거나 깨졌거나 스크립트뿐임)
document-no-visible-text = 읽는 사람에게 보이는 글이 없습니다
document-not-parsed = 읽을 수 없는 형식입니다 ({ $reason })
document-not-text = 글이 아닙니다
document-of-another-folder = { JOSA($url, "은/는") } { $folder } 폴더의 문서가 아닙니다
document-of-sessions = 문서가 아니라 Pathfinder의 세션에 딸린 것입니다
document-office-kind-unknown = 읽지 않는 종류의 오피스 파일입니다
document-office-packages = Word, PowerPoint, Excel 파일을 읽으려면 패키지가 더 필요합니다: pip install 'pathfinder-research[office]'
document-pdf-damaged = 깨진 PDF입니다
document-pdf-no-page-readable = 깨진 PDF입니다
document-pdf-scan = 글이 없는 PDF입니다 (스캔한 그림인 듯함)
document-reader-failed = 읽는 프로그램이 견디지 못했습니다
document-reader-not-started = 문서를 읽는 프로세스를 시작하지 못했습니다: { $reason }. 고친 뒤 이어 가십시오.
document-reader-out-of-time = 읽는 데 시간이 너무 많이 들었습니다
document-reading-too-slow = 읽는 데 { $seconds }초가 넘게 걸렸습니다
document-retracted-itself = 문서 머리에 그렇게 적혀 있음
document-rows-unclear = 표의 행을 나눌 수 없습니다
document-says-nothing-of-itself = 무엇이 들어 있는지 알 수 없는 파일입니다
document-skipped = { $name }: { $reason }
document-too-deep = { $count }단계보다 깊은 폴더에 있습니다
document-too-large = 이런 파일은 { $most }바이트까지만 읽는데 더 큽니다
document-unpacks-too-large = 압축을 풀면 { $bytes }바이트나 파일 { $files }개보다 많습니다
document-unreadable = { JOSA($url, "을/를") } 읽지 못했습니다: { $reason }
document-utf16-broken = 잘렸거나 UTF-16이 아닙니다
document-xml-entities = 오피스 파일에 있어서는 안 되는 XML 선언이 있습니다
document-zip-not-office = 오피스 파일이 아니라 ZIP 압축 파일입니다
documents-closed = 문서 폴더가 조사 중에 닫혔습니다.
documents-encoder-not-loaded = 문장 인코더를 불러오지 못했습니다: { $reason }
documents-hidden = 숨은 파일과 폴더
documents-index-damaged = 문서의 색인이 깨져 있어 다시 만듭니다.
documents-index-in-memory = { $folder }에 쓸 수 없어 색인을 이번 실행 동안만 메모리에 둡니다.
documents-index-not-saved = { $folder }의 색인을 저장하지 못했습니다: { $reason }
documents-index-of-another-version = 문서의 색인이 다른 버전이나 다른 한도로 만들어져 있어 다시 만듭니다.
documents-left-alone = { $count }개 (읽지 않음)
documents-most-vectors = 단락 { $most }개까지만 벡터가 있습니다. 나머지는 낱말로만 찾습니다.
documents-no-encoder = 문장 인코더가 없어 문서를 낱말로만 찾습니다. 한국어 질문으로는 영어 문서를 찾지 못합니다.
documents-not-searched = 문서를 검색하지 못했습니다: { $reason }
documents-vectors-not-ready = 단락의 벡터가 준비될 때까지 문서를 낱말로만 찾습니다.

## adapters/fetch

address-not-public = 공개되지 않은 주소({ $kind })
address-of-other-port = 포트 { $port }에서 읽지 않는 곳
address-of-this-machine = 이 컴퓨터 자신의 주소
allow-list-entry-wrong = 허용 목록의 { $entry } 항목을 알 수 없습니다. 네트워크(10.0.0.0/8), 포트가 있는 주소(10.1.2.3:9200), 포트가 있는 이름 가운데 하나로 쓰십시오.
certificates-unusable = { $path }의 인증서를 쓸 수 없습니다 ({ $reason }). PEM 인증서 파일을 지정하거나 설정을 빼십시오.
page-address-ambiguous = 하나로만 읽히는 http나 https 주소가 아닙니다.
page-address-not-http = HTTP로 요청할 수 없는 주소입니다.
page-address-refused = { JOSA($host, "은/는") } { JOSA($address, "으로/로") } 이어지는데, 이는 { $kind }입니다. 허용 목록에 있는 곳만 읽습니다.
page-certificate-refused = 서버의 인증서를 믿을 수 없습니다 ({ $reason }).
page-compressed-cut = 압축된 페이지가 중간에 끊겼습니다.
page-compressed-damaged = 압축된 페이지가 깨졌습니다.
page-compression-attack = 공격으로 보이는 방식으로 압축된 페이지입니다.
page-compression-unknown = 요청하지 않은 방식으로 압축된 페이지입니다.
page-doing-connecting = 연결
page-doing-waiting = 다음 글 기다리기
page-host-unknown = { $host }의 주소를 찾지 못했습니다.
page-is-no-pdf = PDF가 아니라 페이지로 이어지는 주소입니다.
page-local-name = { JOSA($host, "은/는") } 로컬 네트워크에만 있는 이름입니다.
page-not-http = 서버가 연결을 끊었거나 HTTP가 아닙니다 ({ $reason }).
page-not-text = 읽을 수 있는 글이 아닙니다: { $reason }
page-port-refused = { $host }의 포트 { $port }에서는 페이지를 읽지 않습니다.
page-redirect-downgrade = 페이지가 https에서 http({ $host })로 넘겨 따라가지 않았습니다.
page-redirect-not-web = 페이지가 웹 주소가 아닌 곳으로 넘깁니다.
page-server-unreachable = 서버에 닿지 못했습니다 ({ $reason }).
page-status = HTTP { $status }: { $host }에서 페이지를 받지 못했습니다.
page-too-large = 페이지가 { $most }바이트보다 큽니다.
page-too-many-headers = 서버가 보낸 헤더가 너무 많습니다.
page-too-many-redirects = 주소가 { $count }번 넘게 다른 곳으로 넘어갔습니다.
page-too-slow = 서버가 너무 느려 기다리지 않았습니다.
page-too-slow-doing = 서버가 너무 느려 기다리지 않았습니다 ({ $doing }).
page-too-slow-drops = 서버가 페이지를 너무 느리게 보냈습니다.
page-unpacks-too-large = 페이지의 압축을 풀면 { $ratio }배가 넘습니다. 공격으로 보고 읽지 않았습니다.
page-without-text = 페이지에서 글을 얻지 못했습니다: { $reason }
proxy-address-wrong = { JOSA($proxy, "은/는") } 프록시 주소가 아닙니다. http://host:port처럼 쓰십시오.
robots-forbidden = { $host }의 robots.txt가 이 페이지를 읽지 말라고 합니다.
robots-unavailable = { $host }의 robots.txt를 받지 못해 그곳 페이지는 읽지 않았습니다.

## adapters/metering

answer-not-unicode = 답이 유니코드 글이 아닙니다
batch-arrival-unknown = 배치가 도착했는지 알 수 없습니다
batch-did-not-arrive = 배치가 도착하지 않았습니다
batch-not-submitted = 호출을 배치에 넣지 않았습니다
batch-not-supported = 서버가 배치를 받지 않습니다 ({ $reason })
batch-status-unknown = 제공자가 배치 { $batch }의 상태를 알려 주지 않습니다 ({ $reason }). 아직 처리 중일 수 있습니다.
batch-submits-no-more = 더는 호출을 배치에 넣지 않습니다
batch-without-result = 배치에 이 호출의 결과가 없습니다
budget-too-small = 다음 호출({ $step })에는 { $least }까지 들 수 있는데 예산 { $budget } 가운데 남은 것은 { $left }입니다. { JOSA($option, "을/를") } 높여 이어 가십시오.
budget-too-small-kept = 다음 호출({ $step })에는 { $least }까지 들 수 있는데 예산 { $budget } 가운데 남은 것은 { $left }입니다 (맺음 보고서에 { $kept } 남김). { JOSA($option, "을/를") } 높여 이어 가십시오.
call-asked-again = { $reason }. 다시 물었습니다: { $again }
call-failed-without-reason = 호출이 이유 없이 실패했습니다
call-not-asked-again = { $reason }. 다시 묻지 않았습니다: { $why }
calls-refused = { $count }번 잇따라 호출이 거절되었습니다 ({ $reason }). { $advice }
check-model-name = 모델 이름과 주소를 확인하십시오.
failed-for-seconds = { $reason } ({ $seconds }초 동안)
failed-papers-around = { $paper } 주변의 논문
first-call-refused = 첫 호출이 거절되었습니다 ({ $reason }). { $advice }
model-abilities-unknown = 서버가 이 모델이 무엇을 할 수 있는지 알려 주지 않음
model-not-described = 서버가 이 모델을 모르거나, 모델에 대해 알려 주지 않음
model-not-reached = 모델에 닿지 못했습니다 ({ $reason }). 아직 아무것도 묻지 않았습니다.
paused-by-user = 사용자가 일시정지함. 이어 가기: `pathfinder resume`
provider-asks-to-wait-after = 모델 제공자가 { $seconds }초 기다리라고 하는데 호출은 { $most }초까지만 기다립니다: { $reason }. 나중에 이어 가십시오.
provider-gone = { $count }번 잇따라 모델 제공자에 닿지 못했습니다 ({ $reason }). 돌아오면 이어 가십시오.
provider-out-of-service = 모델 제공자가 { $seconds }초째 응답하지 않습니다 ({ $reason }). 돌아오면 이어 가십시오.
query-stays-here = 검색어가 모두 문서에만 있는 말이라 이 컴퓨터 밖으로 보내지 않았습니다
search-answer-not-unicode = 받은 것이 유니코드 글이 아닙니다
search-failed-without-reason = 이유 없이 실패했습니다
waiting-many-retries = 다시 보내는 호출이 많습니다
waiting-provider-out = 모델 제공자가 응답하지 않습니다

## adapters/models

another-address = 다른 주소
answer-broken-off = 서버가 답을 중간에 끊었습니다 ({ $reason })
answer-cut-off = 답이 잘렸거나 API 형식이 아닙니다
answer-entries-kept = 답이 { $name } { $count }개 뒤에서 끊겨 그것만 남겼습니다
answer-entries-unreadable = { $name } { $all }개 가운데 { $count }개를 읽을 수 없어 뺐습니다 ({ $reason })
answer-field-unreadable = { JOSA($field, "을/를") } 읽을 수 없어 { JOSA($label, "으로/로") } 셉니다
answer-label-unreadable = { $name } { $all }개 가운데 { $times }개의 { JOSA($field, "을/를") } 읽을 수 없어 { JOSA($label, "으로/로") } 셉니다
answer-too-long = 답이 { $tokens } 토큰의 자리에 들어가지 않았습니다
answer-too-long-paid = 답이 예산으로 살 수 있던 { $tokens } 토큰의 자리에 들어가지 않았습니다
answer-unreadable = 답을 읽을 수 없었습니다 ({ $reason })
host-not-secure = 보안 연결을 맺지 못했습니다
host-silent = 응답하는 서버가 없습니다. 서버를 켜거나 { JOSA($variable, "을/를") } 확인하십시오
host-unknown = 그런 이름의 서버가 없습니다. { JOSA($variable, "과/와") } 네트워크를 확인하십시오
key-not-for-model = 이 키로는 이 모델을 쓸 수 없습니다 ({ $reason }). 쓸 수 있는 키를 { $variable }에 넣거나 --model로 다른 모델을 고르십시오.
key-not-for-model-these = 이 키로는 이 모델을 쓸 수 없습니다 ({ $reason }). 쓸 수 있는 키를 { $variable }에 넣거나 --model로 다른 모델을 고르십시오: { $models }
key-refused = 서버가 키를 거절했습니다 ({ $reason }). { JOSA($variable, "을/를") } 정하고 이어 가십시오.
key-refused-or-token = 서버가 키를 거절했습니다 ({ $reason }). { JOSA($variable, "을/를") } 정하거나, { $address }의 서버라면 { JOSA($token, "을/를") } 정하고 이어 가십시오.
key-unusable = 모델에 쓸 수 있는 키가 없습니다. { JOSA($variable, "을/를") } 정하십시오.
model-connection-broke = 모델과의 연결이 끊겼습니다
model-connection-failed = 모델과의 연결이 끊겼습니다
model-connection-failed-at = { $host }: { $reason }
model-connection-silent = { $host }: 응답이 없습니다
model-paused = 모델이 답하다가 멈추었습니다
model-refused = 모델이 거절했습니다 ({ $reason })
model-stopped = 모델이 답 없이 멈췄습니다 ({ $reason })
price-unknown = 모델 { $model }의 가격을 몰라 예산을 지킬 수 없습니다. --price { $model }=INPUT,OUTPUT이나 설정의 models.prices에 가격을 주십시오.
provider-asks-to-wait = 모델 제공자가 { $seconds }초 기다리라고 하는데 호출은 { $most }초까지만 기다립니다. 나중에 이어 가십시오.
provider-credit-used-up = 모델 제공자의 크레딧이나 지출 한도가 다했습니다 (HTTP { $status }). 한도를 높인 뒤 이어 가십시오.
provider-redirects = { JOSA($host, "이/가") } 요청을 { JOSA($where, "으로/로") } 넘깁니다 (HTTP { $status }). 넘어가지 않았습니다. 그 주소가 맞으면 { $variable }에 쓰십시오.
question-exceeds-context = 질문이 모델의 문맥 길이를 넘습니다
question-too-long = 질문이 너무 깁니다 ({ $reason })
question-too-long-for-model = 질문이 너무 깁니다 (모델은 { $tokens }토큰까지 받습니다)
thinking-too-long = 생각이 { $tokens } 토큰의 자리를 다 썼습니다. max_tokens를 늘리거나 effort를 낮추십시오
thinking-too-long-paid = 생각이 예산으로 살 수 있던 { $tokens } 토큰의 자리를 다 썼습니다. effort를 낮추거나 예산을 늘리십시오

## adapters/models/anthropic

answer-not-json = 답이 JSON이 아닙니다
base-url-without-v1 = ANTHROPIC_BASE_URL은 끝의 /v1 없이 씁니다: { $address }
batch-ended-without-answer = 배치가 답 없이 끝났습니다 ({ $reason })
key-malformed = API 키가 비어 있거나 키에 쓸 수 없는 글자가 있습니다. { JOSA($names, "을/를") } 다시 정하십시오.
model-refuses-request = { $server }에 모델 { JOSA($model, "이/가") } 있지만 이 요청은 받지 않습니다 (docs/models.md).
no-such-model = { $server }에는 모델 { JOSA($model, "이/가") } 없습니다. 있는 모델: { $models }. --model로 고르십시오.
server-without-list = { $server }에서 모델 목록을 얻지 못했습니다. { JOSA($variable, "과/와") } --model이 맞는지, 이 서버가 { JOSA($api, "을/를") } 쓰는지 확인하십시오 (docs/models.md).

## adapters/models/openai_compatible

no-reason = 이유 없음

## adapters/models/reading_list

no-writer = 답을 쓸 언어 모델이 없습니다
question-without-words = 질문에 검색할 낱말이 없습니다

## adapters/models/recorded

recording-differs = 기록된 응답이 이 판과 맞지 않습니다. { $step }에서 다른 것을 묻습니다. `python -m tools.record_tour`로 새로 기록하십시오. `pathfinder demo`는 기록이 필요 없습니다.
recording-missing = 이 판에는 둘러보기에 쓸 기록된 응답이 없습니다. 언어 모델 없이 하는 일은 `pathfinder demo`로 볼 수 있습니다.
recording-too-large = 기록이 { $bytes }바이트입니다. { $most }바이트까지만 됩니다. 반복을 줄여 기록하십시오.
recording-unreadable = { $path }에는 이 판이 읽을 수 있는 기록이 없습니다. `python -m tools.record_tour`로 새로 기록하십시오.

## adapters/search

claude-could-not-search = claude가 검색하지 못했습니다 ({ $reason })
engine-answer-compressed = { JOSA($engine, "이/가") } 요청하지 않은 압축을 보냈습니다
engine-answer-malformed = { $engine }의 답이 정해진 형식이 아닙니다
engine-answer-too-large = { JOSA($engine, "이/가") } { $most }MB보다 많이 보냈습니다
engine-answered = { JOSA($engine, "이/가") } HTTP { $status }로 답했습니다
engine-answered-with = { JOSA($engine, "이/가") } HTTP { $status }로 답했습니다: { $reason }
engine-asks-for-key = { JOSA($engine, "이/가") } 키를 요구합니다 (HTTP { $status }). { JOSA($variable, "을/를") } 정하거나 엔진에서 빼십시오.
engine-credit-used-up = { $engine }의 크레딧이 다했습니다 (HTTP { $status }). { $variable }에 쓸 수 있는 키를 넣거나 엔진에서 빼십시오.
engine-redirects = { JOSA($engine, "이/가") } 요청을 { JOSA($where, "으로/로") } 넘깁니다 (HTTP { $status }). 넘어가지 않았습니다
engine-refused-key = { JOSA($engine, "이/가") } 키를 거절했습니다 (HTTP { $status }). { $variable }에 쓸 수 있는 키를 넣거나 엔진에서 빼십시오.
engine-refused-query = { JOSA($engine, "이/가") } 검색어를 거절했습니다: { $reason }
engine-refuses-us = { JOSA($engine, "이/가") } 요청을 거절합니다 (HTTP { $status }). 빼거나 관리자에게 물으십시오.
engine-too-slow = { JOSA($engine, "이/가") } 제때 답하지 않았습니다
engine-unreachable = { $engine }에 닿지 못했습니다
exa-needs-key = exa에는 키가 필요합니다. { JOSA($variable, "을/를") } 정하거나 엔진에서 빼십시오.
page-only-searched = 검색 엔진이 보여 주는 내용이 없고, 페이지는 가져오지 않습니다 (search.fetch_content).
pdf-without-text = PDF에 글이 없습니다.
searxng-needs-address = searxng에는 인스턴스의 주소가 필요합니다. 설정의 search.searxng.base_url을 정하십시오.
searxng-reached-nothing = searxng가 그 뒤의 엔진에 닿지 못했습니다
searxng-without-json = searxng가 JSON을 주지 않습니다. 인스턴스의 settings.yml에서 search.formats에 `json`을 더하십시오.

## adapters/storage/files

backup-file-exists = { $path }: 이미 있어 그대로 두었습니다.
backup-member-damaged = { $path }: 받지 않았습니다. { JOSA($name, "이/가") } 깨졌습니다.
backup-member-differs = { $path }: 받지 않았습니다. { JOSA($name, "이/가") } 목록과 다릅니다.
backup-member-missing = { $path }: 받지 않았습니다. { JOSA($name, "이/가") } 없습니다.
backup-name-refused = { JOSA($name, "은/는") } 보관 파일에 담을 수 없는 이름입니다. 파일 이름을 바꾸십시오.
backup-not-readable = { $path }: 세션의 백업이 아니거나 깨졌습니다 ({ $reason }).
batch-ambiguous = { $name }: 이렇게 시작하는 배치가 { $count }개입니다. 더 길게 써 주십시오.
batch-not-found = { $folder }에 배치 { JOSA($name, "이/가") } 없습니다.
cannot-be-read = { $path }: 읽을 수 없습니다 ({ $reason }).
cannot-do = { $path }: 다룰 수 없습니다 ({ $reason }).
chain-began-late = 해시 사슬은 반복 { $iteration } 다음에 시작되었습니다. 그 전의 것은 그때의 상태로 확인합니다.
chain-none = 이 세션에는 해시 사슬이 없습니다(이전 버전이 저장했거나, 공유되었거나, 플릿이 실행했습니다). 비용, 출처, 발견, 일지가 바뀌어도 알 수 없습니다.
current-not-a-link = { $path }: 링크가 아닙니다. 다른 곳으로 옮기십시오.
disk-full = 저장 공간이 없습니다. 공간을 비운 뒤 이어 가십시오
disk-io-error = 디스크에 입출력 오류가 났습니다. 디스크를 확인한 뒤 이어 가십시오
disk-is-folder = 폴더입니다. 다른 곳으로 옮기십시오
disk-link = 심볼릭 링크입니다. 링크는 따라가지 않으니 파일 자체를 두십시오
disk-name-too-long = 이 파일 시스템에는 이름이 너무 깁니다. 더 짧은 폴더를 쓰십시오
disk-no-locks = 이 파일 시스템은 파일을 잠글 수 없습니다. 세션을 로컬 디스크에 두십시오
disk-not-permitted = 권한이 없습니다. 소유자와 권한을 확인한 뒤 이어 가십시오
disk-not-there = 없습니다. 세션을 옮기거나 지우지 않았습니까
disk-other = { $reason }. 고친 뒤 이어 가십시오
disk-path-no-folder = 경로의 일부가 폴더가 아닙니다. 그 자리에 있는 것을 옮기십시오
disk-quota = 이 디스크의 할당량을 다 썼습니다. 공간을 비운 뒤 이어 가십시오
disk-read-only = 읽기 전용 파일 시스템입니다. 쓸 수 있게 한 뒤 이어 가십시오
disk-too-many-open = 열린 파일이 너무 많습니다. 한도(ulimit -n)를 높인 뒤 이어 가십시오
disk-too-many-open-here = 이 컴퓨터에 열린 파일이 너무 많습니다. 프로그램을 닫은 뒤 이어 가십시오
file-cut-damaged-or-newer = 잘렸거나 깨졌거나 이 프로그램보다 새것입니다
file-cut-or-damaged = 잘렸거나 깨졌습니다 ({ $reason })
graph-not-unicode = 그래프의 일부가 유니코드 글이 아니어서 저장할 수 없습니다 ({ $reason }).
in-the-way = { $path }: 자리를 차지하고 있습니다. 지운 뒤 다시 하십시오.
iteration-number = 반복 { $number }
iteration-out-of-order = 세션 { $session }의 반복 { JOSA($iteration, "을/를") } 저장할 수 없습니다. 마지막으로 저장한 반복은 { $closed }입니다.
journal-header-wrong = { $file }의 시작이 일지가 아닙니다. 백업에서 되살리십시오.
journal-newer = { JOSA($file, "은/는") } 형식 { $number }이고 이 프로그램은 { $format }까지 읽습니다. 새 Pathfinder를 쓰십시오.
migrated = { $version }에서 옮겼습니다: { $session } ({ $question })
migration-no-question = { $folder }에 질문이 적혀 있지 않습니다. --question으로 주십시오.
migration-no-session = { $folder }: 예전 프로그램의 세션이 아닙니다.
migration-too-deep = { $folder }의 폴더가 { $levels }단계보다 깊습니다. 세션 하나가 맞습니까?
migration-too-large = { $folder }에 파일 { $count }개({ $megabytes }MB)가 있습니다. 세션 하나의 폴더가 맞습니까?
migration-too-many-files = { $folder }의 파일이 { $count }개보다 많습니다. 세션 하나의 폴더가 맞습니까?
migration-unreadable = { JOSA($path, "을/를") } 읽을 수 없습니다 ({ $reason }). 아무것도 옮기지 않았습니다.
no-batch-in = { $folder }에 배치가 없습니다.
no-current-session = { $folder }에 현재 세션이 없습니다. 새로 시작하거나 --session으로 이름을 대십시오.
not-a-folder = { $folder }: 폴더가 아닙니다.
outcome-not-unicode = { $step } 단계의 결과는 유니코드 글이 아니어서 저장할 수 없습니다 ({ $reason }).
page-hash-wrong = { JOSA($page, "은/는") } 페이지의 해시가 아닙니다.
page-not-unicode = { $url } 페이지는 유니코드 글이 아니어서 저장할 수 없습니다 ({ $reason }).
at-line = { $line }번째 줄
problem-archive-ahead = { JOSA($name, "은/는") } 끝까지 저장되지 않은 반복의 것입니다.
problem-archive-misnumbered = { JOSA($name, "은/는") } 반복 { $iteration }의 것이라고 합니다.
problem-archive-newer = { JOSA($name, "이/가") } 되돌린 그래프보다 새것입니다.
problem-changed-before-save = 반복 { $iteration }의 저장 전에 { JOSA($name, "이/가") } 다른 것에 의해 바뀌었습니다.
problem-control-line = 요청 줄 하나가 명령이 아니어서 건너뜁니다.
problem-edit-refused = { $name }의 변경이 앞의 그래프와 맞지 않습니다: { $reason }
problem-edits-end-elsewhere = { $name }의 변경이 반복 { $iteration }에서 끝납니다.
problem-edits-lead-elsewhere = { $name }의 변경이 저장된 증거와 맞지 않습니다.
problem-graph-differs = { $name }의 { JOSA($place, "이/가") } 보관 기록과 다릅니다.
problem-graph-differs-more = { JOSA($name, "이/가") } 다른 { $count }곳에서도 보관 기록과 다릅니다.
problem-hashes-missing = 저장한 것의 해시인 { JOSA($where, "이/가") } 없습니다.
problem-id-gap = 뒤의 번호는 있는데 { JOSA($name, "이/가") } 그래프에 없습니다.
problem-journal-diverged = { $name }에 { $step } 단계가 서로 다른 입력으로 두 번 끝나 있습니다.
problem-journal-misplaced = { JOSA($name, "은/는") } 마쳤거나 진행 중인 반복의 일지가 아닙니다.
problem-journal-torn = { $name }/log의 마지막 { $count }바이트가 끝까지 쓰이지 않았습니다.
problem-leftover = { JOSA($name, "은/는") } 만들다 만 것으로 어디에도 속하지 않습니다.
problem-line-altered = { $where }의 { $line }번째 줄이 쓰인 그대로가 아닙니다.
problem-lock-left = 프로세스 { JOSA($pid, "이/가") } 세션을 돌려놓지 않고 끝났습니다.
problem-not-a-file = { JOSA($name, "은/는") } 보통 파일도 폴더도 아닙니다.
problem-page-missing = 그래프가 인용한 { JOSA($name, "이/가") } 없습니다.
problem-permissions = { $path }의 권한이 { JOSA($right, "이/가") } 아니라 { $mode }입니다.
problem-quote-differs = { $name }의 인용이 원문의 { $offset } 자리에 없습니다.
problem-record-missing = 기록의 일부인 { JOSA($name, "이/가") } 없습니다.
problem-save-unfinished = 마지막 저장이 { $name }까지 이르지 못했습니다. 다시 저장됩니다.
problem-saved-file-altered = { JOSA($name, "이/가") } 저장한 그대로가 아닙니다.
problem-saved-file-missing = 저장한 { JOSA($name, "이/가") } 없거나 읽을 수 없습니다.
problem-source-differs = { JOSA($name, "이/가") } 그래프의 출처와 다릅니다.
problem-source-missing = 인용한 페이지의 출처 { JOSA($name, "이/가") } 없습니다.
problem-strength-differs = { $name }의 강도는 { $strength }인데 증거로 계산하면 { $now }입니다.
question-not-unicode = 질문이 유니코드 글이 아닙니다 ({ $reason }).
record-damaged = { $file }의 { $number }번째 기록({ $place }바이트 자리)이 끝까지 쓰인 뒤에 깨졌습니다. 백업에서 파일을 되살리거나 새 세션을 시작하십시오.
record-unknown = { $file }의 { $number }번째 기록은 온전하지만 이 버전이 모르는 것입니다. 그것을 쓴 버전을 쓰십시오.
session-ambiguous = { JOSA($name, "으로/로") } 시작하는 세션이 { $count }개입니다 ({ $names }). 더 길게 써 주십시오.
session-exists = 세션 { JOSA($session, "이/가") } 이미 있습니다. 지우거나 다른 곳에 되살리십시오.
session-folder-open = 다른 사용자가 { $folder }에 쓸 수 있습니다. 확인한 뒤 chmod 700을 실행하십시오.
session-folder-wrong = { $folder }: 폴더가 아닙니다 (링크는 따라가지 않습니다). 되돌려 놓으십시오.
session-name-wrong = { $name }: 세션 이름이 아닙니다.
session-not-found = { $folder }에 { $name } 세션이 없습니다. 목록: pathfinder sessions
session-read-only = 세션 { JOSA($session, "은/는") } 읽기만 하려고 열었습니다.
status-out-of-order = 세션 { $session }의 상태를 반복 { JOSA($iteration, "으로/로") } 저장할 수 없습니다. 마지막으로 저장한 반복은 { $closed }입니다.
stored-file-damaged = { JOSA($path, "이/가") } 잘렸거나 깨졌습니다. 백업에서 되살리십시오.
stored-page-altered = { JOSA($path, "은/는") } 저장할 때의 페이지가 아닙니다. 백업에서 되살리지 않으면 그 인용을 보일 수 없습니다.

## adapters/storage/postgres

budget-of-batch-too-small = 다음 호출({ $step })에는 ${ $least }까지 들 수 있는데 배치 전체의 예산 가운데 남은 것은 ${ $left }입니다. --budget을 높여 다시 맡기십시오.
database-address-wrong = 데이터베이스 주소를 알 수 없습니다. postgresql://user:password@host/name처럼 쓰십시오.
database-batch-version = 데이터베이스의 배치는 다른 버전의 Pathfinder가 썼습니다. 그 버전을 쓰십시오.
database-journal-version = { $session } 세션 반복 { $iteration }의 일지에 이 버전이 모르는 행이 있습니다. 그것을 쓴 버전을 쓰십시오.
database-no-page = 데이터베이스에 세션 { $session }의 페이지 { JOSA($page, "이/가") } 없습니다.
database-no-session = 데이터베이스에 세션 { $session }의 기록이 없습니다.
database-page-altered = 페이지 { JOSA($page, "은/는") } 저장할 때의 것이 아닙니다. 백업에서 데이터베이스를 되살리지 않으면 그 인용을 보일 수 없습니다.
database-page-damaged = 페이지 { $page }의 정보가 깨졌습니다. 데이터베이스를 되살리십시오.
database-refused-schema = 데이터베이스가 스키마를 거절했습니다 ({ $reason }).
database-refused-statement = 데이터베이스가 문장을 거절했습니다 ({ $reason }).
database-unreachable = 데이터베이스에 닿지 못했습니다 ({ $reason }).
database-version = 플릿의 테이블은 버전 { $known }이고 이 프로그램은 버전 { JOSA($version, "을/를") } 씁니다. 테이블을 만든 Pathfinder나 다른 데이터베이스를 쓰십시오.
database-in-use = 작업자 { $count }개가 지금의 테이블로 일하고 있습니다. 작업자를 멈춘 뒤(세션은 대기열에 남습니다) 다시 실행하십시오. 죽은 작업자는 1분 동안 함께 셉니다.
database-older = 플릿의 테이블이 이전 버전의 것입니다. 모든 작업자를 멈추고 `pathfinder fleet up`을 실행한 다음 이 버전의 작업자를 시작하십시오.
database-without-tables = 데이터베이스에 플릿의 테이블이 아직 없습니다. 먼저 `pathfinder fleet up`을 실행하십시오.
fleet-batch-not-found = 플릿에 배치 { JOSA($name, "이/가") } 없습니다.
fleet-needs-packages = 플릿에는 패키지가 더 필요합니다: pip install 'pathfinder-research[fleet]'
serve-no-fleet = 이 서버는 플릿을 보여 주지 않습니다. `pathfinder serve --fleet`으로 시작하십시오.
fleet-no-batch = 플릿에 배치가 없습니다.
fleet-no-question = 배치 { $batch }에는 { $number }번 질문이 따로 없습니다. `pathfinder fleet status`로 볼 수 있습니다.
fleet-question-done = { $number }번 질문은 끝났습니다. `pathfinder fleet pull`로 가져온 뒤 세션 { $session }에 `pathfinder note`와 `pathfinder resume`을 쓰십시오.
queue-unreachable = 대기열에 닿지 못했습니다 ({ $reason }).
session-run-elsewhere = 세션은 이제 다른 곳에서 실행됩니다 ({ $reason }).

## agents

again-asked-for = { $finding }: 추가 조사 요청이 있었다
again-disagree = { $finding }: 조사관의 의견이 갈린다. 반대편 근거를 마주해 확인한다
again-too-few = { $finding }: 말하는 쪽이 너무 적다. 독립적으로 확인한다
explorer-time-up = 정한 시간 { $seconds }초가 지났습니다
failed-choice = { $turn }번째 차례의 문서 고르기
failed-conclusion = { $turn }번째 차례의 정리
failed-record = { $explorer }, { $turn }번째 차례의 { $before } 앞
failed-search = 검색 { $query }
failed-search-engine = 검색 { $query } ({ $engine })
nothing-found = 찾은 것이 없습니다

## orchestrator

conflict-not-settled = 판정 모델이 해결로 보지 않았습니다
conflict-nothing-to-settle = 해결할 충돌이 없거나 뒷받침하는 인용이 없습니다
ended-by-user = 사용자가 끝냄
ended-by-user-at-once = 사용자가 바로 끝냄
ended-iterations = 정한 반복 { $count }회를 모두 마침
ended-minutes = 정한 시간 { $count }분이 지남
failed-full-text = { $url }의 전문
failed-ideas = 생각 도구 { $tools }의 새 가설
failed-quote = { $url }의 인용
failed-resolution = { $first }, { $second } 충돌의 해결
ideas-left-out = 두 번 물었으나 사상가가 빠뜨렸습니다
run-paused-key = { $reason }
run-paused-provider = { $reason }
stopped-by-user = 사용자가 중지함. 이어 가기: `pathfinder resume`

## pathfinder

batch-cost-unknown = 세션 { $session }이 배치 예산에서 얼마를 썼는지 알 수 없습니다 ({ $reason }). 온전한 폴더로 되돌리거나 다른 곳으로 옮긴 뒤 같은 명령을 실행하십시오.
database-file-name-wrong = 데이터베이스에 우리 것이 아닌 이름의 파일이 있습니다: { $name }
engines-changed = 반복 { JOSA($iteration, "은/는") } { JOSA($then, "으로/로") } 시작해 아직 끝나지 않았는데 지금은 { $now }입니다. 먼저 마치고(`pathfinder resume --engine { $engine } --iterations { $iteration }`) 바꾸십시오.
no-quote-for-answer = 답의 근거가 될 인용을 아직 찾지 못했습니다
no-sentence-stands = 인용에 근거한 문장이 하나도 없습니다
now = 지금
question-beyond-reason = 질문이 { $count }자입니다. { $most }자까지 쓸 수 있습니다. 더 긴 글은 문서로 저장해 --docs로 읽게 하십시오.
question-empty = 질문이 비어 있습니다. 무엇을 연구할지 써 주십시오.
session-changed-here = 세션 { JOSA($session, "은/는") } 여기서 바뀌어 그대로 두었습니다. 플릿의 것을 받으려면 지우고 다시 받으십시오.
text-cannot-be-passed = 전달할 수 없는 글자가 있거나 글이 너무 깁니다.

## protocols

file-not-utf8 = UTF-8이 아닙니다
graph-file-key-twice = 같은 id나 키가 두 번 나옵니다
graph-file-newer = 형식 { JOSA($number, "은/는") } 이 프로그램이 읽는 것({ $format })보다 새것입니다. 새 Pathfinder를 쓰십시오
graph-file-no-format = { JOSA($number, "은/는") } 형식 번호가 아닙니다
graph-file-no-graph = 그래프가 들어 있지 않습니다 (JSON 객체여야 합니다)
graph-file-number = 읽을 수 없는 수가 있습니다 ({ $reason })
graph-file-refused = { $file }: { $problem }. 파일은 바꾸지 않았습니다.
graph-file-refused-at = { $file }, { $place }: { $problem }. 파일은 바꾸지 않았습니다.
graph-file-too-deep = 그래프라기에는 너무 깊이 겹쳐 있습니다
it-is-empty = 내용이 없습니다
model-silent = 모델이 제때 답하지 않았습니다
place-byte = { $byte }번째 바이트
place-line-column = { $line }번째 줄 { $column }번째 칸
session-locked = 세션 { JOSA($session, "을/를") } 다른 프로세스가 쓰고 있습니다. 그쪽을 멈추거나 끝날 때까지 기다리십시오.
session-locked-by = 세션 { JOSA($session, "을/를") } 다른 프로세스({ $pid })가 쓰고 있습니다. 그쪽을 멈추거나 끝날 때까지 기다리십시오.
step-recorded-otherwise = { $step } 단계의 입력이 기록과 다릅니다. 반복 도중에 모델, 프롬프트, 설정, 버전 가운데 하나가 바뀌었습니다. 시작할 때의 것으로 이어 가거나 새 세션을 시작하십시오.

## protocols/answer

engine-recorded = { $day }에 기록한 모델 응답 ({ $model })
not-judged = 판정하지 않음: 언어 모델이 없습니다

## protocols/evidence

check-claim-empty = 주장에 내용이 없습니다
check-claim-twice = 같은 열쇠의 주장이 둘입니다
check-name-twice = 이름이 같은 보고가 둘입니다
check-observation-twice = 같은 열쇠의 관찰이 둘입니다
check-page-not-stored = 원문이 저장되어 있지 않습니다
history-strength = { $before } → { $after }
quote-not-on-page = 원문에 없는 인용입니다: { $quote }

## protocols/graph

attempts = { $reason } ({ $count }번 시도)
edit-already-there = { JOSA($name, "은/는") } 이미 그래프에 있습니다.
edit-case-of-itself = { JOSA($hypothesis, "은/는") } 자기 자신의 경우가 아닙니다.
edit-cites-unknown-page = { JOSA($name, "이/가") } 그래프에 없는 페이지 { JOSA($page, "을/를") } 인용합니다.
edit-concept-unknown = 관계에 알려진 개념이 아닌 { JOSA($name, "이/가") } 있습니다.
edit-conflicts-with-itself = { JOSA($name, "은/는") } 자기 자신과 충돌할 수 없습니다.
edit-discounts-unknown = { JOSA($observation, "은/는") } 그래프에 없어 뺄 수 없습니다.
edit-edge-already-there = 연결 { JOSA($edge, "은/는") } 이미 그래프에 있습니다.
edit-edge-unknown = 그래프에 바꿀 연결 { JOSA($edge, "이/가") } 없습니다.
edit-edge-without-start = 연결이 그래프에 없는 { $observation }에서 시작합니다.
edit-hypothesis-rejected = { JOSA($hypothesis, "은/는") } 기각되었습니다. 되살려야 돌아옵니다.
edit-keyword-unknown = 그래프에 { $number }번 방향이 없습니다.
edit-merge-refused = { JOSA($absorbed, "을/를") } { $survivor }에 합칠 수 없습니다. 같은 것이거나 하나가 기각되었습니다.
edit-not-there = { JOSA($name, "은/는") } 그래프에 없습니다.
edit-page-already-there = 페이지 { JOSA($page, "은/는") } 이미 그래프에 있습니다.
edit-relates-to-itself = { JOSA($name, "을/를") } 자기 자신과 이을 수 없습니다.
edit-retracts-unknown = 페이지 { JOSA($page, "은/는") } 그래프에 없어 철회할 수 없습니다.
edit-revival-refused = { JOSA($hypothesis, "은/는") } 살아 있거나 합쳐졌거나 한 번 되살아나서 되살릴 수 없습니다.

## protocols/judging

check-no-claim = { JOSA($name, "은/는") } 없는 항목입니다
check-no-hypothesis = { JOSA($name, "은/는") } 없는 항목입니다
check-no-stance = 지지하거나 반박하는 인용이 없습니다
check-observation-unreported = 보고되지 않은 관찰을 근거로 들었습니다
conflict-loser-not-weak = { JOSA($loser, "은/는") } 기각할 만큼 약하지 않습니다 ({ $lost } 대 { $won })
conflict-loser-unnamed = 둘 가운데 무엇이 틀렸는지 말하지 않았습니다
conflict-no-quote = 그렇게 말하는 인용이 없습니다
conflict-one-rejected = 둘 가운데 하나는 이미 기각되었습니다
no-conflict-to-settle = 이 가설들 사이에 풀리지 않은 충돌이 없습니다

## protocols/planning

ended-all-searched = 질문의 모든 부분을 찾아봄
ended-answered = 질문의 모든 부분에 답했거나 더 찾을 것이 없음
ended-dry = { $count }회 연속으로 새로운 사실이 없음
ended-nothing-new = 마지막 반복에서 새로 찾은 것이 없음
ended-saturated = 새로 들어오는 것이 없음
failed-idea = 생각 도구 { $tool }의 새 가설
history-contradicts = { $observation } 반박
history-nothing-new = 새로운 것 없음
history-supports = { $observation } 지지
reason-all-weak = 조사한 가설이 모두 약하다; { $reason }
reason-claim-untested = 아직 아무도 확인하지 않은 주장이다
reason-conflict-unseen = 아직 아무도 살피지 않은 충돌; { $reason }
reason-conflicts-stuck = 충돌이 풀리지 않고 있다; { $reason }
reason-direction = 아직 아무도 따라가 보지 않은 방향이다
reason-exclusive = 서로 양립하지 않는다 (강도 { $first }, { $second })
reason-idea-untested = 아직 아무도 확인하지 않은 생각이다
reason-left-over = 지난 라운드 3에서 보낼 조사관이 남지 않았다
reason-not-verified = 아직 검증되지 않았다: { $missing }
reason-part-open = 질문 가운데 아직 답하지 못한 부분이다
reason-part-untouched = 질문 가운데 아직 아무도 살피지 않은 부분이다
reason-rejected-unseen = 사실이 아닌 것으로 판정된 뒤 { $count }번 반복하는 동안 살피지 않았다: 뒷받침하는 근거를 찾는다
reason-status-due = 검증 여부를 다시 볼 때가 되었다
reason-user-wants-it = 사용자가 확인하기를 원한다
reason-verified-unseen = 검증된 뒤 { $count }회 동안 다시 보지 않았다: 반증을 시도한다
reason-wider = 넓게 본다: { $lens }

## protocols/text

times = { $count ->
    [2] { $what } (두 번)
   *[other] { $what } ({ $count }번)
}

## reports/export

export-bibtex = 출처 (BibTeX 형식)
export-csl = 출처 (CSL-JSON 형식)
export-evidence = 모든 관찰과 그에 걸린 주장
export-graph = 주장, 관찰, 출처와 그 연결
export-ris = 출처 (RIS 형식)
word-needs-packages = Word 파일에는 패키지가 더 필요합니다: pip install 'pathfinder-research[office]'

## serve

note-empty = 메모가 비어 있습니다. 무엇을 볼지 써 주십시오.
noted = 세션 { $session }에 남겼습니다: { $kinds }
noted-for-later = 세션 { $session }에 남겼습니다: { $kinds }. 지금은 실행 중이 아니며, 이어 갈 때 반영합니다: `pathfinder resume`
record-too-short = 세션 { $session }의 기록에 반복 { JOSA($iteration, "이/가") } 없습니다.
serve-budget-wrong = 예산에는 3.50처럼 달러 금액을 씁니다.
serve-docs-outside = 서버가 읽을 수 있는 폴더(--docs) 안의 문서가 아닙니다.
serve-form-stale = 양식이 오래되었습니다. 페이지를 새로 여십시오.
serve-no-session = 그런 이름의 세션이 없습니다.
serve-no-such-quote = 이 세션에 그런 인용이나 페이지가 없습니다.
serve-page-missing = 저장된 페이지가 없습니다. 백업에서 되살리십시오.
serve-request-too-long = 요청이 너무 깁니다.
serve-session-gone = 세션이 이제 없습니다.
session-not-running = 세션 { JOSA($session, "은/는") } 실행 중이 아니어서 요청하지 않았습니다.
session-running = 세션 { JOSA($session, "은/는") } 실행 중입니다.

library-needs-consent = docs를 주면 { $what }. allow_remote=True로 동의하거나 model="reading-list"로 이 컴퓨터에만 머무르십시오.
library-other-question = 세션 { JOSA($session, "은/는") } 다른 질문에 대한 것입니다({ $question }). 그 질문을 넘기거나, 새로 시작하려면 session을 빼십시오.
