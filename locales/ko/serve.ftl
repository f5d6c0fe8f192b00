# `pathfinder serve` 화면의 말. locales/en/serve.ftl과 id가 같아야 한다.

## 윗줄

serve-library = 보관함
serve-fleet = 플릿
serve-fleet-question = 질문
serve-fleet-status = 상태
serve-fleet-worker = 작업자
serve-fleet-iteration = 마친 반복
serve-fleet-steps = 마친 단계
serve-fleet-spent = 쓴 돈
serve-fleet-more = 나머지 질문 { $count }개는 표시하지 않았습니다.
serve-fleet-none = 아직 플릿에 배치가 없습니다. `pathfinder fleet submit`으로 맡깁니다.
serve-new = 새 질문
serve-live = 진행
serve-answer = 답
serve-graph = 그래프
serve-ask = 더 묻기
serve-compare = 비교
serve-other-language = English
serve-screens = 화면

## 토큰

serve-login = 토큰
serve-login-why = `pathfinder serve`가 보인 주소를 열거나 토큰을 여기에 입력하십시오.
serve-login-go = 열기
serve-login-wrong = 토큰이 맞지 않습니다.

## 보관함

serve-search = 질문과 답에서 찾기
serve-search-go = 찾기
serve-nothing = 아직 세션이 없습니다.
serve-no-match = 맞는 세션이 없습니다.
serve-running = 실행 중
serve-iterations = 반복 { $count }회
serve-resume = 이어 하기
serve-delete = 휴지통으로
serve-deleted = trash 폴더로 옮겼습니다. sessions로 다시 옮기면 되돌아옵니다.
serve-unreadable = 읽을 수 없음
serve-older = 이전 세션 { $count }개

## 새 질문

serve-question = 질문
serve-documents = 문서
serve-documents-none = 없음
serve-documents-hint = 서버를 시작할 때 --docs로 허용한 폴더 안의 폴더.
serve-subfolder = 그 안의 폴더
serve-remote = 문서의 구절을 모델에 보내고 웹도 검색할 수 있습니다.
serve-upload = 문서 올리기
serve-upload-hint = 폴더 대신 씁니다. 파일은 { $files }개, 모두 { $megabytes } MB까지이며 세션 옆에 저장됩니다.
serve-upload-kept = 올린 문서를 그대로 씁니다. 다른 파일을 고르면 바뀝니다.
serve-engines = 검색 엔진
serve-engines-hint = 고르지 않으면 문서만, 또는 설정의 엔진을 씁니다.
serve-engine-claude = Claude(웹)
serve-engine-exa = Exa(웹)
serve-engine-searxng = SearXNG(웹)
serve-engine-academic = 논문
serve-preset = 모델
serve-preset-default = 설정대로
serve-preset-economy = 절약
serve-preset-balanced = 균형
serve-preset-best = 최고
serve-budget = 예산(달러)
serve-minutes = 최대 시간(분)
serve-to-forecast = 다음: 예상 비용과 계획
serve-forecast = 예상 비용
serve-forecast-line = { $engine }: 약 { $total } (반복마다 { $each }, 조사관 { $explorers }명), 최대 { $budget }.
serve-forecast-free = { $engine }: 무료.
serve-nothing-spent = 아직 아무것도 보내거나 쓰지 않았습니다.
serve-plan-spent = 이 세션의 예산으로 모델을 한 번 불러 계획을 만들었습니다.
serve-plan = 질문을 나눈 것
serve-plan-hint = 한 줄에 하나씩, 중요한 것부터. 비워 두면 리드가 나눕니다.
serve-propose = 나누기 제안
serve-propose-cost = 제안에는 모델 호출이 한 번 듭니다. 모델이 없으면 무료입니다.
serve-start = 시작
serve-back = 질문 고치기

## 진행 화면

serve-parts = 질문의 부분
serve-part-state-open = 열림
serve-part-state-answered = 답함
serve-part-state-exhausted = 찾았으나 답 없음
serve-explorers = 조사관
serve-nobody = 나가 있는 조사관이 없습니다.
serve-doing-searching = 검색
serve-doing-choosing = 페이지 고르기
serve-doing-fetching = 가져오기
serve-doing-reading = 읽기
serve-doing-concluding = 결론 내기
serve-sent = 출발
serve-returned = 돌아옴: 사실 { $facts }개, 주장 { $claims }개
serve-facts = 사실
serve-no-facts = 아직 읽은 사실이 없습니다.
serve-facts-more = { $count }개 중 최근 { $shown }개.
serve-claims = 주장
serve-no-claims = 아직 주장이 없습니다.
serve-no-claims-here = 이 부분에 답하는 주장이 없습니다.
serve-no-claims-list = 읽을거리 목록입니다. 언어 모델 없이는 주장을 만들지 않습니다.
serve-claim-new = 새 주장
serve-failures = 실패
serve-no-failures = 없음.
serve-failures-more = { $count }개 중 최근 { $shown }개.
serve-money = { $spent } (한도 { $budget })
serve-time = { $minutes }분
serve-time-of = { $minutes }분 (최대 { $most }분)
serve-of-iterations = 반복 { $number }회째 (최대 { $most }회)
serve-ended = 끝남
serve-went-wrong = 마지막 실행의 말
serve-phase-LOAD = 시작
serve-phase-SELECT = 어디를 볼지 고르기
serve-phase-EXPLORE = 탐색
serve-phase-MERGE = 주장 합치기
serve-phase-AUDIT = 페이지 비교
serve-phase-JUDGE = 판단
serve-phase-VERDICT = 판정
serve-phase-IDEATE = 가설 떠올리기
serve-phase-FINALIZE = 정리
serve-phase-CHECK = 점검
serve-phase-SAVE = 저장
serve-phase-OUTPUT = 쓰기
serve-steer = 이끌기
serve-note = 메모
serve-keyword = 키워드
serve-hypothesis = 가설
serve-note-hint = 다음 반복부터 반영됩니다.
serve-add = 더하기
serve-pause = 잠시 멈춤
serve-stop = 멈춤
serve-noted = 적었습니다. 다음 반복부터, 또는 세션을 이어 할 때 반영됩니다.
serve-asked-to = 요청했습니다. 진행 중인 호출을 먼저 마칩니다.
serve-budget-change = 예산 바꾸기
serve-budget-set = 다음 호출부터 새 예산이 적용됩니다.
serve-started = 시작했습니다.
serve-connection = 연결이 끊겼습니다. 다시 시도합니다.

## 답

serve-not-yet = 아직 끝난 반복이 없어 읽을 답이 없습니다. 지금까지 읽은 것은 진행 화면에 있습니다.
serve-goes-on = 조사가 계속되고 있습니다. 반복 { $count }회까지의 내용입니다.

## 답의 거르기

serve-filter-part = 부분
serve-filter-verdict = 판정
serve-filter-source = 출처
serve-filter-all = 모두
serve-filter-go = 거르기
serve-filter-shown = 주장 { $count }개 가운데 { $shown }개.
serve-filter-none = 모두 보기

## 인용과 페이지

serve-quote-in = 페이지 속의 인용
serve-close = 닫기
serve-also-says = 이 출처의 다른 말
serve-says-nothing-else = 다른 것은 가져오지 않았습니다.
serve-bears-on = 관련된 주장
serve-supports = 뒷받침
serve-contradicts = 반박
serve-undated = 날짜 없음
serve-authority = 권위
serve-stored-text = 저장된 페이지
serve-retracted = 철회됨

## 더 묻기

serve-ask-hint = 이 세션의 페이지와 사실로 답합니다. 세션 예산으로 모델을 한 번 부릅니다.
serve-ask-go = 묻기
serve-research-this = 이것을 조사
serve-quotes = 인용

## 그래프

serve-no-part = 그 밖의 주장
serve-conflicts-with = 충돌
serve-settled = 해결됨
serve-legend = 선은 충돌하는 두 주장을 잇습니다. 점선은 해결된 충돌입니다.
serve-evidence = 찬성 { $pro }, 반대 { $con }

## 비교

serve-compare-from = 반복
serve-compare-to = 부터
serve-compare-go = 비교
serve-compare-none = 비교하려면 반복이 하나는 끝나야 합니다.
serve-other-session = 다른 세션과 나란히
serve-no-answer = 아직 답이 없습니다.

## 오류

serve-refused = 되지 않았습니다
serve-form-old = 오래된 양식입니다. 페이지를 다시 여십시오.
serve-not-found = 여기에는 아무것도 없습니다.
serve-no-budget = 예산은 3.50처럼 달러 금액입니다.
serve-no-minutes = 시간은 정수(분)입니다.
serve-no-documents = 문서가 서버가 읽어도 되는 폴더 안에 있지 않습니다.
serve-empty = 글이 비어 있습니다.
serve-too-long = 글이 너무 깁니다.
serve-is-running = 세션이 실행 중입니다.

serve-engine-unusable = 엔진 { JOSA($engine, "은/는") } 여기서 쓸 수 없습니다. `pathfinder doctor`를 보십시오.
