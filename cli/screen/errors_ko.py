"""What goes wrong, in Korean: one sentence each, as in `protocols.errors`. The slots are those of
`reports.record_ko`.
"""

from typing import Final

SENTENCES: Final[tuple[tuple[str, str], ...]] = (
    # The tour.
    (
        r"This version has no recorded answers for the tour; `pathfinder demo` shows what happens without a "
        r"language model\.",
        "이 판에는 둘러보기에 쓸 기록된 응답이 없습니다. "
        "언어 모델 없이 하는 일은 `pathfinder demo`로 볼 수 있습니다.",
    ),
    (
        r"(.+) holds no recording that this version can read; record it anew with "
        r"`python -m tools\.record_tour`\.",
        "{1}에는 이 판이 읽을 수 있는 기록이 없습니다. `python -m tools.record_tour`로 새로 기록하십시오.",
    ),
    (
        r"The recorded answers do not fit this version: it asks something else at (\S+)\. "
        r"`python -m tools\.record_tour` records them anew; `pathfinder demo` needs none\.",
        "기록된 응답이 이 판과 맞지 않습니다. {1}에서 다른 것을 묻습니다. "
        "`python -m tools.record_tour`로 새로 기록하십시오. `pathfinder demo`는 기록이 필요 없습니다.",
    ),
    (
        r"This session is a tour: its model answers were recorded, and there are no further ones; "
        r"`pathfinder research` starts a session of your own\.",
        "이 세션은 둘러보기입니다. 모델의 응답은 기록한 것뿐이라 더 이어 갈 수 없습니다. "
        "내 세션 시작: `pathfinder research`",
    ),
    (
        r"The recording has ([\d,]+) bytes, and may have ([\d,]+); record fewer iterations\.",
        "기록이 {1}바이트입니다. {2}바이트까지만 됩니다. 반복을 줄여 기록하십시오.",
    ),
    # The MCP server.
    (
        r"The MCP server needs more packages: pip install 'pathfinder-research\[mcp\]'\.",
        "MCP 서버에는 패키지가 더 필요합니다: pip install 'pathfinder-research[mcp]'",
    ),
    (
        r"--budget and --total take an amount in dollars, such as 3\.50\.",
        "--budget과 --total에는 3.50처럼 달러 금액을 씁니다.",
    ),
    # Traces.
    (
        r"Traces need more packages: pip install 'pathfinder-research\[otel\]'\.",
        "트레이스에는 패키지가 더 필요합니다: pip install 'pathfinder-research[otel]'",
    ),
    (r"Not all traces could be delivered to (.+)", "트레이스를 {1}에 모두 전달하지는 못했습니다"),
    # The page.
    (
        r"The page needs more packages: pip install 'pathfinder-research\[serve\]'\.",
        "페이지에는 패키지가 더 필요합니다: pip install 'pathfinder-research[serve]'",
    ),
    (r"--docs (.+) is not a folder\.", "--docs {1}은(는) 폴더가 아닙니다."),
    (r"Port (\d+) of this machine cannot be used: (.+)\.", "이 컴퓨터의 포트 {1}을(를) 쓸 수 없습니다: {2}"),
    # Running.
    (
        r"The demo reads its documents from files; install Pathfinder with pip, pipx or uv\.",
        "데모는 파일로 된 문서를 읽습니다. pip, pipx, uv 중 하나로 설치하십시오.",
    ),
    (
        r"Ended at once; `pathfinder resume` goes on where it was\.",
        "바로 끝냈습니다. 이어 가기: `pathfinder resume`",
    ),
    (
        r"The question is empty; say what to find out\.",
        "질문이 비어 있습니다. 무엇을 알고 싶은지 써 주십시오.",
    ),
    (
        r"A further question needs a language model: set ANTHROPIC_API_KEY, or name one with --model\. "
        r"`pathfinder recall WORDS` finds words in the stored pages without one\.",
        "이어지는 질문에는 언어 모델이 필요합니다. ANTHROPIC_API_KEY를 설정하거나 --model로 정하십시오. "
        "모델 없이 저장된 페이지의 말을 찾으려면: `pathfinder recall 낱말`",
    ),
    (r"The question is empty; say what to research\.", "질문이 비어 있습니다. 무엇을 연구할지 써 주십시오."),
    (
        r"--plan asks for approval, and nobody can be asked here; give --plan-file instead\.",
        "--plan은 승인을 묻는데 여기서는 물을 수 없습니다. --plan-file을 쓰십시오.",
    ),
    (
        r"Nothing was explored; `pathfinder resume` begins session (.+) as planned\.",
        "아무것도 조사하지 않았습니다. `pathfinder resume`으로 세션 {1:을/를} 계획대로 시작합니다.",
    ),
    (
        r"A plan is 1 to (\d+) questions, one a line, of at most (\d+) characters; (.+) has (\d+)\.",
        "계획은 한 줄에 하나씩 1~{1}개, 각각 {2}자까지입니다. {3}에는 {4}개 있습니다.",
    ),
    (r"--plan-file (.+) cannot be read: (.+)\.", "--plan-file {1}: 읽을 수 없습니다 ({2~})."),
    (
        r"The editor (.+) ended with (\S+); nothing was started\.",
        "편집기 {1:이/가} {2:으로/로} 끝나 시작하지 않았습니다.",
    ),
    (
        r"The editor (.+) cannot be started \((.+)\); set EDITOR\.",
        "편집기 {1:을/를} 열 수 없습니다 ({2}). EDITOR를 정하십시오.",
    ),
    (
        r"--continue and --new exclude each other; choose one\.",
        "--continue와 --new는 함께 쓸 수 없습니다. 하나만 고르십시오.",
    ),
    (
        r"--json, --events, --quiet and --verbose exclude each other; choose one\.",
        "--json, --events, --quiet, --verbose는 하나만 쓸 수 있습니다.",
    ),
    (r"--budget takes an amount in dollars, such as 3\.50\.", "--budget에는 3.50처럼 달러 금액을 씁니다."),
    (
        r"There is nothing to search: .+",
        "찾을 곳이 없습니다. --docs 폴더(Markdown, HTML, PDF, 오피스 파일)를 "
        "주거나, 논문이면 --engine academic(키 없이 됩니다), "
        "또는 ANTHROPIC_API_KEY나 EXA_API_KEY, 설정의 search.searxng.base_url을 정하십시오.",
    ),
    (
        r"The engine local searches documents; give them with --docs FOLDER\.",
        "local 엔진은 문서를 찾습니다. --docs 폴더를 주십시오.",
    ),
    (
        r"(.+) holds no file that can be read; put Markdown, HTML, PDF or office files there\.",
        "{1}: 읽을 수 있는 파일이 없습니다. Markdown, HTML, PDF, 오피스 파일을 넣으십시오.",
    ),
    (
        r"(.+) is part of a session of Pathfinder \((.+)\); --docs takes a folder of your own documents\.",
        "{1}은(는) Pathfinder 세션({2})의 일부입니다. --docs에는 자신의 문서 폴더를 지정하세요.",
    ),
    (
        r"(.+) is not a folder; --docs takes a folder of Markdown, HTML, PDF or office files\.",
        "{1}: 폴더가 아닙니다. --docs에는 Markdown, HTML, PDF, 오피스 파일이 든 폴더를 줍니다.",
    ),
    (
        r"(.+) is no longer there; bring it back, then resume\.",
        "{1}: 더 이상 없습니다. 되돌려 놓은 뒤 이어 가십시오.",
    ),
    (
        r"--until takes answered, saturated or limit, or a day such as 2026-11-18\.",
        "--until은 answered, saturated, limit 또는 2026-11-18 같은 날짜를 받습니다.",
    ),
    (r"--from is a later day than --until; swap them\.", "--from이 --until보다 늦습니다. 서로 바꾸십시오."),
    (r"--sources (.+) cannot be read: (.+)\.", "--sources {1}: 읽을 수 없습니다 ({2~})."),
    (r"--sources (.+) is not a source table: (.+)\.", "--sources {1}: 출처 표가 아닙니다 ({2})."),
    (r"The prompts in (.+) cannot be used: (.+)\.", "{1}의 프롬프트를 쓸 수 없습니다: {2}"),
    (
        r"Without a model no prompt is read: leave --prompts out, or set ANTHROPIC_API_KEY for a model\.",
        "모델이 없으면 프롬프트를 읽지 않습니다. --prompts를 빼거나 "
        "모델을 쓰려면 ANTHROPIC_API_KEY를 정하십시오.",
    ),
    (
        r"--price (.+) is not a price; write MODEL=INPUT,OUTPUT in dollars per million tokens\.",
        "--price {1}: 가격이 아닙니다. MODEL=INPUT,OUTPUT을 백만 토큰당 달러로 쓰십시오.",
    ),
    (
        r"With --docs, (.+); agree with --allow-remote, or stay here with --engine local "
        r"--model reading-list\.",
        "--docs를 쓰면 {1~}. 동의하면 --allow-remote를, 이 컴퓨터 안에서만 "
        "하려면 --engine local --model reading-list를 붙이십시오.",
    ),
    (
        r"Nothing was sent; --engine local with --model reading-list stays on this machine\.",
        "아무것도 보내지 않았습니다. --engine local --model reading-list는 이 컴퓨터 안에서만 합니다.",
    ),
    (
        r"No key: set (\S+), or (\S+) for a server of your own .+",
        "키가 없습니다. ANTHROPIC_API_KEY를 정하거나, Messages API를 "
        "쓰는 서버가 있으면 ANTHROPIC_BASE_URL을 정하십시오. "
        "`--model reading-list`는 둘 다 없이 됩니다.",
    ),
    (
        r"The test of (\S+) failed \((.+)\); nothing else was asked\.",
        "{1}의 시험이 실패했습니다 ({2~}). 다른 것은 묻지 않았습니다.",
    ),
    (r"No key for (\S+): set (\w+)\.", "{1}의 키가 없습니다. {2:을/를} 정하십시오."),
    (
        r"Where is the server\? Set (\w+) to its address, such as (\S+)\.",
        "서버가 어디에 있습니까? {1}에 주소를 쓰십시오. 예: {2}",
    ),
    (
        r"Which model\? (\S+) has (.+); name one: --model (.+)\.",
        "어느 모델을 쓸까요? {1}에 있는 모델: {2}. 이렇게 고르십시오: --model {3}",
    ),
    (
        r"Which model\? (\S+) has (.+); choose one with --model\.",
        "어느 모델을 쓸까요? {1}에 있는 모델: {2}. --model로 고르십시오.",
    ),
    (
        r"(\S+) has one model, (.+); it is asked for everything\.",
        "{1}에는 모델이 {2} 하나뿐이라 모든 호출에 씁니다.",
    ),
    (
        r"(\S+) took the connection and says nothing; it is waited for up to ([\d,]+) s "
        r"\(models\.first_seconds\)\.",
        "{1}에 연결되었지만 응답이 없습니다. {2}초까지 기다립니다 (models.first_seconds).",
    ),
    (
        r"No model was reached: (\S+) took the connection and said nothing for ([\d,]+) s; .+",
        "모델에 연결하지 못했습니다: {1}에 연결되었지만 {2}초 동안 응답이 없었습니다. 서버를 다시 "
        "시작하거나, 아직 모델을 읽는 중이면 models.first_seconds를 늘리십시오.",
    ),
    (
        r"(\S+) did not list its models \((.+)\); each call waits up to ([\d,]+) s for it "
        r"\(models\.silence_seconds\)\.",
        "{1}의 모델 목록을 받지 못했습니다 ({2~}). 호출마다 {3}초까지 기다립니다 (models.silence_seconds).",
    ),
    (
        r"The model takes ([\d,]+) tokens at once, and prompts need up to ([\d,]+): .+",
        "모델은 한 번에 {1}토큰까지 받는데 질문에는 {2}토큰까지 듭니다. 긴 문서는 나누어 읽고 "
        "일부 호출은 실패합니다. 더 늘리는 방법은 docs/models.md에 있습니다.",
    ),
    (
        r"The API key is empty or holds characters that no key has; set (\w+).* anew\.",
        "API 키가 비어 있거나 키에 쓸 수 없는 글자가 있습니다. {1:을/를} 다시 정하십시오.",
    ),
    (
        r"The provider says that credit or a spend limit is used up "
        r"\(HTTP (\d+)\); raise it there, then resume\.",
        "모델 제공자의 크레딧이나 지출 한도가 다했습니다 (HTTP {1}). 한도를 높인 뒤 이어 가십시오.",
    ),
    (
        r"The provider asks to wait ([\d,]+) s, .+",
        "모델 제공자가 {1}초 기다리라고 합니다. 나중에 이어 가십시오.",
    ),
    (
        r"(\d+) calls in a row found no provider \((.+)\); resume the session when it is back\.",
        "{1}번 잇따라 모델 제공자에 닿지 못했습니다 ({2~}). 돌아오면 이어 가십시오.",
    ),
    (
        r"No price is known for the model (.+), so no budget could hold; .+",
        "모델 {1}의 가격을 몰라 예산을 지킬 수 없습니다. --price "
        "{1}=INPUT,OUTPUT이나 설정의 models.prices에 가격을 주십시오.",
    ),
    (
        r"Step (.+) was recorded with different input, so this "
        r"session cannot be continued by this version; .+",
        "{1} 단계의 입력이 기록과 달라 이 버전으로는 이어 갈 수 "
        "없습니다. 시작한 버전을 쓰거나 새 세션을 시작하십시오.",
    ),
    (r"Could not (\w+) (.+): (.+)\.", "{2}: 다룰 수 없습니다 ({3~})."),
    # Batches.
    (
        r"(.+): the question is not text; write it in quotes\.",
        "{1}: 질문이 글자가 아닙니다. 따옴표로 묶으십시오.",
    ),
    (
        r"(.+): the label is not text; write it in quotes\.",
        "{1}: 이름표가 글자가 아닙니다. 따옴표로 묶으십시오.",
    ),
    (r"--new needs the file of questions\.", "--new에는 질문 파일이 필요합니다."),
    (r"There is no batch yet; give a file of questions\.", "아직 배치가 없습니다. 질문 파일을 주십시오."),
    (r"There is no batch (.*)in (.+)\.", "{2}에 배치 {1:이/가} 없습니다."),
    (
        r"(.+) may be any of (\d+) batches; write more of its id\.",
        "{1}: 이렇게 시작하는 배치가 {2}개입니다. 더 길게 써 주십시오.",
    ),
    (
        r"--overnight needs a provider with batches, Anthropic or OpenAI: leave it out, or name a model of "
        r"theirs with --model\.",
        "--overnight에는 배치가 있는 제공자(Anthropic 또는 OpenAI)가 필요합니다. 빼거나 --model로 그 모델을 "
        "쓰십시오.",
    ),
    (
        r"--by says until when calls wait, and they do with --overnight only\.",
        "--by는 호출이 언제까지 기다릴지 정하며, --overnight와 함께만 씁니다.",
    ),
    (
        r"--by (.+) is no time; write 07:00, or 2026-11-30T07:00\.",
        "--by {1}: 시각이 아닙니다. 07:00 또는 2026-11-30T07:00처럼 쓰십시오.",
    ),
    (
        r"--by (.+) is over; name a time to come\.",
        "--by {1}: 이미 지난 시각입니다. 앞으로 올 시각을 쓰십시오.",
    ),
    (r"No batch is running here; nothing was asked of it\.", "실행 중인 배치가 없어 요청하지 않았습니다."),
    (
        r"Ended at once; the same command goes on where it was\.",
        "바로 끝냈습니다. 같은 명령으로 이어 갑니다.",
    ),
    (
        r"(\d+) of (\d+) questions are left; the same command goes on with them\.",
        "질문 {2}개 가운데 {1}개가 남았습니다. 같은 명령으로 이어 갑니다.",
    ),
    (
        r"(\d+) of (\d+) questions did not come to their end; "
        r"`pathfinder batch --failed` takes them up again\.",
        "질문 {2}개 가운데 {1}개를 마치지 못했습니다. `pathfinder batch --failed`로 다시 합니다.",
    ),
    (r"(.+) cannot be read: (.+)\.", "{1}: 읽을 수 없습니다 ({2~})."),
    (r"(.+) is not UTF-8 text; save it as UTF-8\.", "{1}: UTF-8 글이 아닙니다. UTF-8로 저장하십시오."),
    (r"(.+) has no question; write one on each line\.", "{1}: 질문이 없습니다. 한 줄에 하나씩 쓰십시오."),
    (
        r"(.+) has ([\d,]+) questions; a batch takes ([\d,]+) at most\.",
        "{1}: 질문이 {2}개입니다. 배치에는 {3}개까지 됩니다.",
    ),
    (r"(.+): (.+) says nothing here; known are (.+)\.", "{1}: {2:은/는} 뜻이 없습니다. 쓸 수 있는 것: {3}"),
    (r"(.+): the question is empty\.", "{1}: 질문이 비어 있습니다."),
    (
        r"(.+) has no column `question`; its first line names the columns\.",
        "{1}: `question` 열이 없습니다. 첫 줄에 열 이름을 씁니다.",
    ),
    (r"(.+), line (\d+): this is not CSV \((.+)\)\.", "{1}, {2}번째 줄: CSV가 아닙니다 ({3})."),
    (
        r"(.+), line (\d+): this is not a JSON object on one line\.",
        "{1}, {2}번째 줄: 한 줄짜리 JSON 객체가 아닙니다.",
    ),
    (r"(.+), line (\d+): there are more values than columns\.", "{1}, {2}번째 줄: 값이 열보다 많습니다."),
    (r"(.+): (\w+) is out of bounds \((.+)\)\.", "{1}: {2}의 값이 범위를 벗어났습니다 ({3})."),
    (
        r"Model calls wait for the provider's batches, at half the price\.",
        "모델 호출은 제공자의 배치를 기다려 반값에 처리합니다.",
    ),
    (r"From (.+) on none waits\.", "{1}부터는 기다리지 않습니다."),
    (
        r"That is without batches; a call that waits for one costs half\.",
        "배치를 쓰지 않을 때의 값입니다. 배치를 기다리는 호출은 반값입니다.",
    ),
    (r"Batch (\S+): (\d+) questions, (\d+) at a time\.", "배치 {1}: 질문 {2}개, 한 번에 {3}개씩."),
    (r"Engine: (.+)\.", "엔진: {1~}"),
    (
        r"Limits of each question: (\d+) iterations, (\S+); of all together: (\S+)\.",
        "질문마다 반복 {1}회, {2}까지. 모두 합해 {3}까지.",
    ),
    (r"Limits of each question: (\d+) iterations, (\S+)\.", "질문마다 반복 {1}회, {2}까지."),
    (r"(\d+) of (\d+) to do: about (\S+)\.", "{2}개 중 {1}개 남음: 약 {3}."),
    (r"No question has failed; nothing is taken up again\.", "실패한 질문이 없어 다시 할 것이 없습니다."),
    (
        r"Question (\d+) asks the same as question (\d+); it is researched once\.",
        "{1}번 질문은 {2}번 질문과 같아 한 번만 연구합니다.",
    ),
    (
        r"Question (\d+) is much like \((\S+)\) question (\d+)\.",
        "{1}번 질문은 {3}번 질문과 비슷합니다 ({2}).",
    ),
    (
        r"Batch (\S+): (\d+) questions, (\d+) at a time, at most (\S+) in all\.",
        "배치 {1}: 질문 {2}개, 한 번에 {3}개씩, 모두 {4}까지.",
    ),
    (r"Results: (.+)", "결과: {1}"),
    (r"waiting", "시작 전"),
    (r"done", "완료"),
    (r"stopped", "멈춤"),
    (r"budget", "예산 소진"),
    (r"failed", "실패"),
    # Settings.
    (
        r"Config: (.+)\. Take the // away from a line to change its value\.",
        "설정: {1}. 값을 바꾸려면 그 줄의 //를 지우십시오.",
    ),
    (r"There is no config at (.+)\.", "{1}에 설정 파일이 없습니다."),
    (r"The config (.+) is not JSON: (.+) in (.+)\.", "설정 {1:은/는} JSON이 아닙니다: {2} ({3})."),
    (r"The config (.+) cannot be read: (.+)\.", "설정 {1:을/를} 읽을 수 없습니다: {2}"),
    (r"The config (.+) was not taken: (.+)", "설정 {1:을/를} 받지 않았습니다: {2~}"),
    (r"it has to be one object in braces\.", "중괄호로 묶인 객체 하나여야 합니다."),
    (r"(.+) stands there twice\.", "{1:이/가} 두 번 나옵니다."),
    (
        r"Ignored in (.+), no such setting: (.+); did you mean (.+)\.",
        "{1}에서 무시한 설정 (그런 설정이 없음): {2}. {3:을/를} 뜻하셨습니까?",
    ),
    (
        r"Ignored in (.+), no such setting: (.+); `pathfinder config show` lists what there is\.",
        "{1}에서 무시한 설정 (그런 설정이 없음): {2}. `pathfinder config show`로 목록을 볼 수 있습니다.",
    ),
    (
        r"There is no setting (.+); did you mean (.+)\.",
        "{1:이라는/라는} 설정은 없습니다. {2:을/를} 뜻하셨습니까?",
    ),
    (
        r"There is no setting (.+); `pathfinder config show` lists what there is\.",
        "{1:이라는/라는} 설정은 없습니다. `pathfinder config show`로 목록을 볼 수 있습니다.",
    ),
    (
        r"(.+) is a group of settings and takes an object, not (.+)\.",
        "{1:은/는} 설정 묶음이라 객체를 받습니다. {2:은/는} 안 됩니다.",
    ),
    (
        r"The variable (.+) is no setting; did you mean (.+)\.",
        "환경 변수 {1:은/는} 설정이 아닙니다. {2:을/를} 뜻하셨습니까?",
    ),
    (r"The variable (.+) is no setting\.", "환경 변수 {1:은/는} 설정이 아닙니다."),
    (r"There is no schema (.+); there are (.+)\.", "스키마 {1:이/가} 없습니다. 있는 것: {2}"),
    # What is wrong with a command line.
    (r"Aborted\.", "중단했습니다."),
    (r"Missing command\.", "명령이 없습니다."),
    (r"No such option: (\S+?)\.?(?: \(?Did you mean (.+)\?\)?)", "옵션 {1:이/가} 없습니다. {2} 아닙니까?"),
    (r"No such option: (\S+)(?: \(Possible options: (.+)\))", "옵션 {1:이/가} 없습니다. 비슷한 옵션: {2}"),
    (r"No such option: (\S+)", "옵션 {1:이/가} 없습니다."),
    (r"No such command '(.+?)'\.(?: \(?Did you mean (.+)\?\)?)", "명령 {1:이/가} 없습니다. {2} 아닙니까?"),
    (r"No such command '(.+)'\.", "명령 {1:이/가} 없습니다."),
    (r"Missing argument '(.+)'\.", "인자 {1:이/가} 없습니다."),
    (r"Missing option '(.+)'\.", "옵션 {1:이/가} 없습니다."),
    (r"Option '(.+)' requires an argument\.", "옵션 {1}에는 값이 있어야 합니다."),
    (r"Option '(.+)' does not take a value\.", "옵션 {1}에는 값을 주지 않습니다."),
    (r"Got unexpected extra argument\(s\) \((.+)\)", "필요 없는 인자가 있습니다: {1}"),
    (r"Invalid value for '(.+?)': (.+)", "{1}: {2~}"),
    (r"Value error, (.+)", "{1~}"),
    (r"Input should be a valid integer.*", "정수여야 합니다."),
    (r"Input should be a valid number.*", "수여야 합니다."),
    (r"Input should be a valid (?:datetime|date).*", "날짜여야 합니다 (YYYY-MM-DD)."),
    (r"Input should be greater than or equal to (.+)", "{1} 이상이어야 합니다."),
    (r"Input should be less than or equal to (.+)", "{1} 이하여야 합니다."),
    (r"'(.*)' is not one of (.+)\.", "{1:은/는} 쓸 수 없습니다. 쓸 수 있는 값: {2}"),
    (r"'(.*)' does not match the formats? (.+)\.", "{1:은/는} 날짜의 꼴({2})이 아닙니다."),
    (
        r"Session (.+) cannot be shared: without notes and paths its record does not hold together "
        r"\((.+)\)\. Nothing was written; please report it\.",
        "세션 {1:은/는} 공유할 수 없습니다. 메모와 경로를 빼면 기록이 맞지 않습니다 ({2}). 알려 주십시오.",
    ),
    (
        r"The config (.+) was not taken: it holds a number that is too long, or is nested too deeply\.",
        "설정 {1:을/를} 쓸 수 없습니다. 수가 너무 길거나 너무 깊이 겹쳐 있습니다.",
    ),
    (
        r"--price (.+): a price is at most (\S+) for a million tokens\.",
        "--price {1}: 가격은 백만 토큰에 {2}까지입니다.",
    ),
    (
        r"(.+) is larger than (\d+) MB; is it a file of questions\?",
        "{1:이/가} {2}MB보다 큽니다. 질문 파일이 맞습니까?",
    ),
    (
        r"The output cannot be written \((.+)\); what was saved stays saved\.",
        "출력을 쓸 수 없습니다 ({1}). 저장한 것은 그대로 있습니다.",
    ),
    # What needs permission.
    (r"left out, because it is not allowed yet: (.+)", "아직 허용되지 않아 뺌: {1~}"),
    (r"The session's asked\.json was not taken: (.+)", "세션의 asked.json을 쓸 수 없습니다: {1~}"),
    (
        r"(.+) wants to (.+)\. If you want that, say so once with --allow-settings\.",
        "{1~}: {2~}. 원한다면 --allow-settings로 한 번 허용하십시오.",
    ),
    (r"(.+) wants to (.+)\. Allow it\?", "{1~}: {2~}. 허용할까요?"),
    (
        r"(.+) wants to (.+)\. That was left out: it is not allowed yet\.",
        "{1~}: {2~}. 아직 허용되지 않아 뺐습니다.",
    ),
    (r"It was not allowed, and nothing was sent\.", "허용하지 않아 아무것도 보내지 않았습니다."),
    (r"What you allowed could not be kept: (.+)", "허용한 것을 저장하지 못했습니다: {1~}"),
    (r"(.+?), and to (.+)", "{1~}; {2~}"),
    (r"(.+) and (The config .+)", "{1~}, {2~}"),
    (r"This session", "이 세션의 요청"),
    (r"This batch", "이 배치의 요청"),
    (r"The config (.+)", "설정 파일 {1}의 요청"),
    (r"send the key in (\S+) to (.+)", "{1}의 키를 {2:으로/로} 보내기"),
    (r"run the program (.+) and call its tools (.+)", "프로그램 {1:을/를} 실행하고 도구 {2:을/를} 부르기"),
    (r"send queries to (.+) by its tools (.+)", "검색어를 도구 {2:으로/로} {1}에 보내기"),
    (r"send queries to (.+)", "검색어를 {1:으로/로} 보내기"),
    (r"use a model of its own for each role", "역할마다 다른 모델 쓰기"),
    (r"use the models of the preset (.+)", "프리셋 {1}의 모델 쓰기"),
    (r"use the models of the usual preset", "기본 프리셋의 모델 쓰기"),
    (r"use the model (.+)", "모델 {1} 쓰기"),
    (r"count the model (.+) at its listed price", "모델 {1:을/를} 정가로 계산하기"),
    (
        r"count the model (.+) at (\S+) and (\S+) for a million tokens",
        "모델 {1:을/를} 백만 토큰에 {2}, {3:으로/로} 계산하기",
    ),
    (r"spend up to (\S+) on the batch (.+)", "배치 {2}에 {1}까지 쓰기"),
    (r"spend up to (.+)", "{1}까지 쓰기"),
    (r"read prompts from (.+)", "{1}의 프롬프트 읽기"),
    (r"write PDF files to (.+)", "PDF 파일을 {1}에 쓰기"),
    (r"fetch pages through the proxy (.+)", "프록시 {1:으로/로} 페이지 가져오기"),
    (r"fetch pages without your proxy", "프록시 없이 페이지 가져오기"),
    (r"trust the certificates in (.+)", "{1}의 인증서 믿기"),
    (r"trust the built-in certificates", "내장 인증서 믿기"),
    (r"send traces to (.+)", "트레이스를 {1:으로/로} 보내기"),
    (r"name the question and page addresses in traces", "트레이스에 질문과 페이지 주소 담기"),
    (r"fetch pages from private places \((.+)\)", "사설 주소({1})의 페이지 가져오기"),
    (
        r"send queries and passages from the documents in (.+) to other machines",
        "{1} 문서의 일부와 검색어를 다른 컴퓨터로 보내기",
    ),
    (
        r"(read the documents in .+) and believe what they say of their origin",
        "{1~} (문서가 밝힌 출처를 믿고)",
    ),
    (r"read the documents in (.+) as sources of the kind (\w+)", "{1}의 문서를 {2~} 출처로 읽기"),
    (r"read the documents in (.+)", "{1}의 문서 읽기"),
    (r"read the source table (.+)", "출처 표 {1} 읽기"),
)
