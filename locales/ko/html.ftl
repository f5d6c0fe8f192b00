# HTML 보고서에만 있는 말. locales/en/html.ftl과 id가 같아야 한다.

## 페이지의 틀

html-skip = 답으로 건너뛰기
html-contents = 차례
html-theme = 어둡게 또는 밝게
html-print = 인쇄
html-print-hint = 답과 그 출처를 인쇄합니다. 아래에서 펼친 것도 함께 인쇄됩니다
html-why = 왜?
html-the-answer = 결론
html-open-all = 모두 펼치기
html-close-all = 모두 접기

## 찾기

html-search = 발견 검색
html-search-hint = 주장, 인용, 출처의 낱말
html-show = 보기
html-everything = 전체
html-shown = { $count }건 표시
html-keys = / 검색, 화살표 키로 목록 이동, Enter로 펼치기

## 발견

html-group-confirmed = 확정
html-group-likely = 유력
html-group-uncertain = 미결
html-group-unjudged = 판정 없음
html-group-rejected = 기각
html-group-unvisited = 미조사
html-group-merged = 병합됨
html-group-against = 사실 아님
html-against-chip = { $tag }: 사실 아님
html-strength = 강도
html-voices-row = 목소리: 지지 { $pro }, 반박 { $con }
html-condition = 다음 경우에만
html-caveats = 주의사항
html-limited = 출처가 붙인 단서
html-related = 관련된 별개 주장 (대상이나 조건이 다름)
html-minority = 소수 의견 (무게 { $weight })
html-follow-up = 찾아볼 것
html-unjudged = 판정이 없는 이유
html-rejected = 기각된 이유
html-withdrawn = 출처 하나가 철회되어 무게가 없습니다:
html-no-evidence = 관련된 증거가 없습니다.
html-found-by = 조사관
html-answers-part = 답하는 하위 질문
html-derived = 바탕이 된 것
html-rivals = 충돌하는 주장

## 증거 하나

html-authority = 권위
html-weight = 가중치
html-weight-direct = 직접
html-weight-indirect = 간접
html-weight-leap = 비약 있음
html-voice = 목소리
html-counted = 셈에 들어감
html-not-counted = 셈에서 빠짐
html-same-voice = { $other }의 목소리와 같아 그쪽만 셉니다
html-no-weight = 무게 없음
html-basis = 그렇게 읽은 이유
html-retracted = 철회됨
html-whole-timeline = 반복 { $count }회에서 일어난 일 모두 보기
html-more-sources = 출처 { $count }개 더 보기
html-no-quote = 원문에서 인용을 찾지 못해 무게가 없습니다.
html-found-in = 반복 { $iteration }, { $who }

## 그래프와 숫자

html-chart = 반복에 따른 강도
html-chart-title = 반복에 따른 강도: { $points }
html-chart-axis = 반복
html-chart-bars = 점선: { $verified } 이상 검증, { $rejected } 미만 기각.
html-chart-data = 반복 { $iteration } 후 { $strength }
html-explain-strength = 강도 { $total }의 계산
html-explain-verdict = 판정의 과정
html-formula = 목소리마다 편별로 한 번, 권위 × 가중치가 가장 큰 것만 셉니다. 지지는 그 0.1을 더하고 반박은 0.15를 뺍니다. 지지하는 신뢰 목소리마다 0.03을 더하되 모두 합해 0.15까지입니다.
html-term-head-term = 항
html-term-head-voice = 목소리
html-term-head-product = 권위 × 가중치 × 계수
html-term-head-change = 변화
html-begin = 시작값
html-begins-A = 출처에서 가져온 주장
html-begins-B = 에이전트의 생각
html-bonus = 지지하는 신뢰 목소리 { $trusted }개
html-sum = 강도
html-held = 0과 1 사이로 제한
html-other-numbers = 그 밖의 숫자
html-confidence = 신뢰도 { $confidence } ({ $mark }): 지지하는 신뢰 목소리가 하나면 0.6, 둘이면 0.8, 셋 이상이면 0.95입니다. 신뢰할 수 없는 목소리는 모두 합해 하나로 셉니다.
html-weight-of-side = { $side } 무게 { $weight }: 해소되지 않은 증거의 권위 × 가중치를 목소리별로 더한 값입니다.
html-side-sum = { $weight } = { $terms }
html-status = 상태
html-visits = 조사 { $visits }회
html-not-verified = 검증되지 않은 이유:
html-step-stances = 1. 조사관마다 마지막으로 한 말
html-step-classes = 2. 라운드별 분류
html-step-review = 3. 반론 검토
html-step-verdict = 4. 판정
html-no-stances = 입장을 밝힌 조사관이 없습니다.
html-no-side = 입장 없음
html-stance = { $who }: { $side }, 증거 { $grade }, 확신 { $confidence }
html-asked-for = 요청: { $wish }
html-class-at = 반복 { $iteration }, 라운드 { $round }
html-class-span = { $first } ~ { $last }
finding-class-AGREED = 합의
finding-class-DISAGREED = 불일치
finding-class-UNCERTAIN = 불확실
finding-class-NEEDS_MORE = 추가 조사 필요
html-review-line = 반복 { $iteration }에서 반론 검토: { $verdict }.
html-no-review = 반론 검토를 받지 않았습니다.

## 충돌

html-conflicts = 충돌
html-both-hold = 각자의 조건에서 둘 다 성립

## 그림

html-picture = CogniGraph
html-picture-intro = 주장과 그에 관한 인용입니다. 클수록 강합니다.
html-picture-keys = 그림 안에서: 화살표 키로 이동, +와 −로 확대와 축소, 0으로 전체, Escape로 선택 해제. 휠로 확대하려면 먼저 그림을 누르십시오.
html-picture-off = 그림에는 스크립트가 필요한데 꺼져 있습니다. 그림의 내용은 모두 위의 발견에 있습니다.
html-verdicts = 판정
html-kinds = 종류
html-links = 연결
html-node-A = 주장
html-node-B = 에이전트의 생각
html-node-observation = 인용
html-link-SUPPORTS = 지지
html-link-CONTRADICTS = 반박
html-link-CONFLICTS = 충돌
html-link-MERGED = 병합
html-picture-search = 그림 검색
html-zoom-in = 확대
html-zoom-out = 축소
html-fit = 전체 보기
html-picked-none = 점을 고르면 내용이 보입니다.
html-open-finding = 발견으로 가기
html-open-source = 출처로 가기
html-neighbours = 연결된 것
html-matches = { $count }건 찾음
html-no-match = 찾지 못함

## 기록

html-timeline = 연대기
html-iteration = 반복 { $number }
html-iteration-line = 관찰 { $observations }건, 검색 { $searches }회, 조사관 { $investigators }명
html-small = 작은 변화 { $count }건
html-nothing-new = 그 밖의 변화가 없습니다.
html-happened-raised = 제기: { $names }
html-happened-invented = 생성 ({ $detail }): { $names }
html-happened-moved = { $names }: 강도 { $before } → { $after }
html-happened-verified = 검증됨: { $names }
html-happened-demoted = 검증 취소: { $names }
html-happened-rejected = 기각: { $names }, { $detail }
html-happened-revived = 되살아남: { $names }
html-happened-merged = 병합: { $names }
html-happened-conflict = 충돌: { $names }
html-happened-settled = 충돌 해결 ({ $detail }): { $names }
html-happened-classified = 분류 { $after }: { $names }
html-happened-reviewed = 반론 검토, { $after }: { $names }
html-happened-judged = 판정 { $after }: { $names }
html-happened-failed = 실패, { $detail }: { $after }건
html-made-by = Pathfinder가 만들었습니다. 모든 인용은 저장된 원문에서 코드가 찾아 확인한 것입니다.

## 배치의 목록

html-batch-title = 배치 { $id }
html-batch-counted = 질문 { $total }개: { $states }. 비용 ${ $cost }.
html-batch-no-answer = 찾은 것 중에 이 질문에 답하는 것이 없습니다.
html-batch-facts = 문서 { $sources }건에서 인용 { $observations }개, 반복 { $iterations }회, ${ $cost }, 실패 { $failures }건
html-batch-report = 보고서
html-batch-same = { $of }번 질문과 같은 질문입니다. 결과는 그쪽에 있습니다.
html-batch-similar = { $of }번 질문과 비슷합니다.
html-batch-state-waiting = 시작 전
html-batch-state-running = 진행 중
html-batch-state-done = 완료
html-batch-state-stopped = 멈춤
html-batch-state-budget = 예산 소진
html-batch-state-failed = 실패
html-batch-state-same = 앞선 질문과 같음
