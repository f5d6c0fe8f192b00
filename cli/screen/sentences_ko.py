"""What commands say, in Korean; errors are in `errors_ko`. The slots are those of `reports.record_ko`."""

from typing import Final

SENTENCES: Final[tuple[tuple[str, str], ...]] = (
    (r"MCP server: (\S+)", "MCP 서버: {1}"),
    (
        r"Clients send the header: Authorization: Bearer (\S+)",
        "클라이언트가 보낼 헤더: Authorization: Bearer {1}",
    ),
    # The page.
    (r"Open this address in a browser: (\S+)", "브라우저에서 여십시오: {1}"),
    (
        r"Ctrl-C ends the server; runs that it started go on\.",
        "Ctrl-C로 서버를 끝냅니다. 시작된 조사는 계속됩니다.",
    ),
    # The demo.
    (r"The (\d+) documents of a fictional world are in (.+)", "가상 세계의 문서 {1}개: {2}"),
    (r"The session of this demo is in (.+)", "데모의 세션: {1}"),
    (r"What to do next:", "다음에 할 일:"),
    (r"Your own documents", "내 문서로 해 보기"),
    (r"Delete the session of this demo", "데모의 세션 지우기"),
    # The tour.
    (
        r"This is a tour: the model answers were recorded, and everything else runs live on this machine\.",
        "둘러보기입니다. 모델의 응답은 미리 기록한 것이고, 나머지는 모두 이 컴퓨터에서 실제로 실행됩니다.",
    ),
    (
        r"Model answers recorded on (\S+) \((.+)\): (\S+) calls, (\S+) tokens read and (\S+) written\.",
        "{1}에 기록한 모델 응답 ({2}): 호출 {3}번, 읽은 토큰 {4}개, 쓴 토큰 {5}개.",
    ),
    (r"The session of this tour is in (.+)", "둘러보기의 세션: {1}"),
    (r"The report as a web page", "보고서를 웹 페이지로"),
    (r"Where the session stands", "세션의 상태"),
    (r"Delete the session of this tour", "둘러보기의 세션 지우기"),
    (
        r"What are these documents\? Nobody says, so each counts as an unknown source \(0\.2\) and none "
        r"can confirm anything; --docs-as official \(or paper, news, blog, forum\) says it for all of "
        r"them, --trust-front-matter lets each say it\.",
        "이 문서들은 무엇입니까? 정해지지 않아 모두 종류 미상(0.2)으로 세며 어떤 것도 확인해 주지 못합니다. "
        "--docs-as official(또는 paper, news, blog, forum)은 문서 전체의 종류를 정하고, "
        "--trust-front-matter는 문서마다 스스로 밝히게 합니다.",
    ),
    (
        r"Models by call and preset; `now` has your own settings in it:",
        "호출과 프리셋별 모델 (지금: 내 설정을 반영한 값):",
    ),
    (r"now", "지금"),
    # Tests of models.
    (
        r"(\S+) was never used here: it is tested with (\d+) small calls first\.",
        "{1:은/는} 여기서 처음 쓰는 모델이라 먼저 작은 호출 {2}번으로 시험합니다.",
    ),
    (
        r"(\S+) passed (\d+) of (\d+) in ([\d.]+) s(?:, for (\S+))?; `pathfinder doctor --model` says more\.",
        "{1}: 시험 {3}개 가운데 {2}개 통과, {4}초 {5}. 자세히: `pathfinder doctor --model`",
    ),
    (r"The test could not be kept: (.+)", "시험 결과를 저장하지 못했습니다: {1~}"),
    # The answer.
    (r"No answer was written: (.+)", "답을 쓰지 못했습니다: {1~}"),
    (
        r"To research what is missing, run one of these, then `pathfinder resume`:",
        "빠진 것을 더 조사하려면 아래 가운데 하나를 실행한 뒤 `pathfinder resume`을 실행하십시오:",
    ),
    # Sessions.
    (
        r"There is no session here yet; start one with: pathfinder research QUESTION",
        "아직 세션이 없습니다. 시작하려면: pathfinder research 질문",
    ),
    (r"(\w+), (\d+) iterations", "{1~}, 반복 {2}회"),
    (r"initialized", "시작 전"),
    (r"running", "진행 중"),
    (r"paused", "일시 중지"),
    (r"completed", "완료"),
    (r"stopped_by_user", "사용자가 중단"),
    (r"budget_exceeded", "예산 소진"),
    (r"unreadable", "읽을 수 없음"),
    (r"The current session is (.+)\.", "현재 세션: {1}"),
    (r"Delete (.+) for good\?", "{1}: 완전히 지울까요?"),
    (r"Nothing was deleted\.", "아무것도 지우지 않았습니다."),
    (r"Deleted: (.+)\.", "지웠습니다: {1}"),
    (
        r"Moved to (.+); move it back into `sessions` to have it again\.",
        "{1}(으)로 옮겼습니다. `sessions`로 다시 옮기면 되돌아옵니다.",
    ),
    (
        r"Session (.+) was left as it is: say --yes to delete it without asking\.",
        "세션 {1:은/는} 그대로 두었습니다. 묻지 않고 지우려면 --yes를 붙이십시오.",
    ),
    (
        r"There is no current session in (.+); start one, or name one\.",
        "{1}에 현재 세션이 없습니다. 새로 시작하거나 --session으로 이름을 대십시오.",
    ),
    (
        r"--session names the session; leave --continue and --new out\.",
        "--session이 이미 세션을 정합니다. --continue와 --new는 빼십시오.",
    ),
    (
        r"Session (\S+) is on another question \((.+)\)\. Go on with that one with (.+), "
        r"or leave --session out\.",
        "세션 {1}의 질문은 다릅니다 ({2}). 그것을 이어 가려면 {3}, 아니면 --session을 빼십시오.",
    ),
    (r"There is no session (.+) in (.+)\.", "{2}에 {1} 세션이 없습니다. 목록: pathfinder sessions"),
    (
        r"(.+) may be any of (\d+) sessions \((.+)\); write more of it\.",
        "{1:으로/로} 시작하는 세션이 {2}개입니다 ({3}). 더 길게 써 주십시오.",
    ),
    (r"(.+) is not the name of a session\.", "{1}: 세션 이름이 아닙니다."),
    (
        r"Session (.+) is in use by (?:process (\d+)|another "
        r"process); stop it there, or wait until it ends\.",
        "세션 {1:을/를} 다른 프로세스({2})가 쓰고 있습니다. 그쪽을 멈추거나 끝날 때까지 기다리십시오.",
    ),
    (
        r"Session (.+) is not running; nothing was asked of it\.",
        "세션 {1:은/는} 실행 중이 아니어서 요청하지 않았습니다.",
    ),
    (
        r"Session (.+) is not running; `pathfinder resume --budget` takes a new budget\.",
        "세션 {1:은/는} 실행 중이 아닙니다. 새 예산은 `pathfinder resume --budget`으로 정합니다.",
    ),
    (
        r"Session (.+) has spent (.+) already; name a higher budget\.",
        "세션 {1:은/는} 이미 {2:을/를} 썼습니다. 더 큰 예산을 쓰십시오.",
    ),
    (
        r"Gave process (\d+) a budget of (.+); it counts from the next call on\.",
        "프로세스 {1}에 예산 {2:을/를} 주었습니다. 다음 호출부터 적용됩니다.",
    ),
    (
        r"Going on with session (.+); --new starts another\.",
        "세션 {1:을/를} 이어 갑니다. 새로 시작하려면 --new를 붙이십시오.",
    ),
    (
        r"Session (.+) is on the same question; --continue goes on with it\.",
        "같은 질문의 세션이 있습니다: {1}. 이어 가려면 --continue를 붙이십시오.",
    ),
    (
        r"Session (.+) is on a similar question; --continue goes on with it\.",
        "비슷한 질문의 세션이 있습니다: {1}. 이어 가려면 --continue를 붙이십시오.",
    ),
    (
        r"There is no session on this question or a similar one; leave --continue out\.",
        "같거나 비슷한 질문의 세션이 없습니다. --continue를 빼십시오.",
    ),
    (
        r"Session (.+) has its plan already; --new starts one with another plan\.",
        "세션 {1}에는 이미 계획이 있습니다. 다른 계획으로 시작하려면 --new를 붙이십시오.",
    ),
    (r"(.+) is not a link; move it away\.", "{1}: 링크가 아닙니다. 다른 곳으로 옮기십시오."),
    (
        r"(.+) stands in the way; delete it, then try again\.",
        "{1}: 자리를 차지하고 있습니다. 지운 뒤 다시 하십시오.",
    ),
    (
        r"(.+) is not a folder \(links are not followed\); put it back\.",
        "{1}: 폴더가 아닙니다 (링크는 따라가지 않습니다). 되돌려 놓으십시오.",
    ),
    (
        r"Others may write to (.+); check it, then run chmod 700 on it\.",
        "다른 사용자가 {1}에 쓸 수 있습니다. 확인한 뒤 chmod 700을 실행하십시오.",
    ),
    (
        r"(.+) cannot be read \((\w+)\); delete it, then give --docs again\.",
        "{1}: 읽을 수 없습니다 ({2}). 지운 뒤 --docs를 다시 주십시오.",
    ),
    # Looking.
    (
        r"This session has the format of the first plan; `pathfinder migrate \.` makes it one of ours\.",
        "첫 기획서 형식의 세션입니다. `pathfinder migrate .`로 옮길 수 있습니다.",
    ),
    (
        r"There is no (.+) in session (.+); ids look like obs_3, hyp_A1 or a page hash\.",
        "세션 {2}에 {1:이/가} 없습니다. 이름은 obs_3, hyp_A1 또는 페이지 해시처럼 씁니다.",
    ),
    (r"There is no hypothesis (.+) in session (.+)\.", "세션 {2}에 가설 {1:이/가} 없습니다."),
    (r"This session has no log yet\.", "이 세션에는 아직 기록이 없습니다."),
    (r"(.+): (\d+) problems\.", "{1}: 문제 {2}건."),
    (r"(.+): whole\.", "{1}: 온전합니다."),
    (
        r"(.+): whole; the next run clears away what an interrupted one left\.",
        "{1}: 온전합니다. 중단된 실행이 남긴 것은 다음 실행이 치웁니다.",
    ),
    (
        r"This session has no chain of hashes \(it was saved by an earlier version, shared, or run by a"
        r" fleet\): changes of its spend, sources, findings and journals cannot be seen\.",
        "이 세션에는 해시 사슬이 없습니다(이전 버전이 저장했거나, 공유되었거나, 플릿이 실행했습니다)."
        " 비용, 출처, 발견, 일지가 바뀌어도 알 수 없습니다.",
    ),
    (
        r"The chain of hashes began after iteration (\d+); what came before is covered as it was then\.",
        "해시 사슬은 반복 {1} 다음에 시작되었습니다. 그 전의 것은 그때의 상태로 확인합니다.",
    ),
    (r"page ([0-9a-f]{12})", "페이지 {1}"),
    (r"iteration (\d+)", "반복 {1}"),
    (r"search", "검색"),
    (r"keyword", "방향"),
    (r"failure", "실패"),
    (
        r"Nothing in the archives or the pages of this session has these words\.",
        "이 세션의 기록과 페이지에 이 말이 없습니다.",
    ),
    (r"Session (.+) has no iteration (\d+)\.", "세션 {1}에 반복 {2:이/가} 없습니다."),
    # Steering.
    (
        r"Asked process (\d+) to pause; it finishes the calls in flight first\.",
        "프로세스 {1}에 일시정지를 요청했습니다. 진행 중인 호출을 먼저 마칩니다.",
    ),
    (
        r"Asked process (\d+) to stop; it finishes the calls in flight first\.",
        "프로세스 {1}에 중지를 요청했습니다. 진행 중인 호출을 먼저 마칩니다.",
    ),
    (
        r"Asked process (\d+) to end; it finishes the calls in flight first\.",
        "프로세스 {1}에 마무리를 요청했습니다. 진행 중인 호출을 먼저 마칩니다.",
    ),
    (r"Noted for session (.+): (.+)\.", "세션 {1}에 남겼습니다: {2}"),
    (r"note", "메모"),
    (r"hypothesis", "가설"),
    (r"The note is empty; say what to look at\.", "메모가 비어 있습니다. 무엇을 볼지 써 주십시오."),
    (r"(.+): (\d+) views written\.", "{1}: 보기 파일 {2}개를 다시 썼습니다."),
    # Writing.
    (r"Thesis: (.+)", "정설: {1}"),
    (r"Report: (.+)", "보고서: {1}"),
    (r"Reading list: (.+)", "읽을거리 목록: {1}"),
    (r"Its sentences are made by code: (.+)", "문장은 코드가 만들었습니다: {1~}"),
    (
        r"(\d+) sentences were dropped; the thesis says which and why\.",
        "문장 {1}개를 뺐습니다. 어떤 문장인지와 이유는 정설에 있습니다.",
    ),
    (
        r"(\d+) pages could not be read; their quotes are shown without the text around them\.",
        "페이지 {1}개를 읽지 못해 그 인용은 주변 글 없이 보입니다.",
    ),
    (r"Nothing here opens files; the report is (.+)", "파일을 열 프로그램이 없습니다. 보고서: {1}"),
    (
        r"No evidence was found: nothing in this report answers the question\.",
        "근거를 찾지 못했습니다. 이 보고서에는 질문에 대한 답이 없습니다.",
    ),
    (r"every observation with the claim it bears on", "모든 관찰과 그에 걸린 주장"),
    (r"sources as (\S+)", "출처 ({1} 형식)"),
    (r"claims, observations and sources with their links", "주장, 관찰, 출처와 그 연결"),
    (
        r"--stdout and --out both say where the thesis goes; choose one\.",
        "--stdout과 --out은 함께 쓸 수 없습니다. 하나만 고르십시오.",
    ),
    (
        r"--stdout takes one --format, and has no file to --open\.",
        "--stdout에는 --format 하나만 쓸 수 있고, --open할 파일이 없습니다.",
    ),
    (
        r"--brief has no json; choose from (.+)\.",
        "--brief에는 json이 없습니다. 고를 수 있는 것: {1}",
    ),
    (r"--appendix goes with --format pdf\.", "--appendix는 --format pdf와 함께 씁니다."),
    (
        r"No model has judged this session; its reading list is md, html or json\.",
        "모델이 판정하지 않은 세션입니다. 읽을거리 목록의 형식은 md, html, json입니다.",
    ),
    (
        r"This session has no written answer; `pathfinder report --judge` asks a model for one\.",
        "이 세션에는 작성된 답이 없습니다. `pathfinder report --judge`가 모델에게 답을 청합니다.",
    ),
    (
        r"A Word file needs more packages: (.+)\.",
        "Word 파일에는 패키지가 더 필요합니다: {1}",
    ),
    (
        r"A PDF is printed by Chromium, Chrome or Edge, and none of them is on the PATH: install one, or "
        r"open the html format in a browser and print it there\.",
        "PDF는 Chromium, Chrome 또는 Edge로 만드는데 PATH에 없습니다. 하나를 설치하거나, html 형식을 "
        "브라우저에서 열어 인쇄하십시오.",
    ),
    (
        r"(.+) printed no PDF; open the html format in a browser and print it there\.",
        "{1:이/가} PDF를 만들지 못했습니다. html 형식을 브라우저에서 열어 인쇄하십시오.",
    ),
    (
        r"(.+) is no format of a report; choose from (.+)\.",
        "{1}: 보고서 형식이 아닙니다. 고를 수 있는 것: {2}",
    ),
    (r"(.+) is no format; choose from (.+)\.", "{1}: 형식 이름이 아닙니다. 고를 수 있는 것: {2}"),
    (
        r"diff takes an earlier and a later iteration that are both closed; session (.+) has closed (\d+)\.",
        "diff에는 마친 반복 가운데 앞의 것과 뒤의 것을 줍니다. 세션 {1:은/는} 반복 {2}까지 마쳤습니다.",
    ),
    (
        r"The record of session (.+) does not go back to iteration (\d+)\.",
        "세션 {1}의 기록에 반복 {2:이/가} 없습니다.",
    ),
    (
        r"Could not write (.+): (.+); choose another place\.",
        "{1}: 쓸 수 없습니다 ({2~}). 다른 곳을 고르십시오.",
    ),
    # Rechecking.
    (r"same", "같음"),
    (r"changed", "바뀜"),
    (r"dead", "없어짐"),
    (r"retracted", "철회됨"),
    (r"quotes lost", "인용이 사라짐"),
    (r"(\d+) (same|changed|dead|retracted)", "{2~} {1}"),
    (r"(\d+) sources: (.+)\.", "출처 {1}개: {2}"),
    (
        r"Only the documents were looked at; --allow-remote asks the web and Crossref as well\.",
        "문서만 살펴보았습니다. --allow-remote를 주면 웹과 Crossref에도 묻습니다.",
    ),
    (r"This session cites no page yet\.", "이 세션에는 아직 인용한 페이지가 없습니다."),
    # Judging again.
    (r"Then: (.+)\. Now: (.+)\. (\S+)", "그때: {1}. 지금: {2}. {3}"),
    (r"then", "그때"),
    (r"now", "지금"),
    (r"claim", "주장"),
    (r"no answer", "답 없음"),
    (r"unknown", "알 수 없음"),
    (r"Confirmed(?: for)?", "확정 지지"),
    (r"Likely(?: for)?", "유력 지지"),
    (r"Confirmed against", "확정 반박"),
    (r"Likely against", "유력 반박"),
    (r"Uncertain", "불확실"),
    (r"UPHELD", "유지됨"),
    (r"WEAKENED", "약화됨"),
    (r"REFUTED", "반박됨"),
    (r"opposes", "반대"),
    (r"related", "관련"),
    (r"separate", "별개"),
    (
        r"(\d+) of (\d+) verdicts and (\d+) of (\d+) pairs are the same\.",
        "판정 {2}개 중 {1}개, 짝 {4}개 중 {3}개가 같습니다.",
    ),
    # This machine.
    (r"ok", "정상"),
    (r"FAULT", "고장"),
    (r"(\S+) on (\S+ \S+)", "{1} ({2})"),
    (r"(\S+) with full-text search", "{1}, 전문 검색 가능"),
    (r"(\S+) has no full-text search \((.+)\)", "{1}, 전문 검색을 할 수 없음 ({2})"),
    (r"as the settings say: a run gives .+", "설정대로 읽을거리 목록을 만듭니다 (언어 모델 없음)"),
    (r"missing: (.+); install Pathfinder again", "없는 것: {1}. Pathfinder를 다시 설치하십시오"),
    (
        r"no (\S+): set it, or (\S+), to have a language model; without one .+",
        "{1:이/가} 없음: 언어 모델을 쓰려면 이것이나 {2:을/를} "
        "정하십시오. 없으면 읽을거리 목록을 만듭니다 (언어 모델 없음)",
    ),
    (r"(\S+ \S+): translation (\S+), another sentence (\S+)", "{1}: 번역문 {2}, 다른 문장 {3}"),
    (
        r"a process of its own reads HTML, PDF and text, with limits on memory and time",
        "HTML, PDF, 글을 따로 둔 프로세스가 메모리와 시간의 한도 안에서 읽음",
    ),
    (
        r"(Python \S+) on (.+), (SQLite \S+), (.+)",
        "{1} ({2}), {3}, {4}",
    ),
    (
        r"HTML, PDF and text in a process of its own, with limits",
        "HTML, PDF, 글을 따로 둔 프로세스가 한도 안에서 읽음",
    ),
    (r"all settings are the usual ones", "모든 설정이 기본값"),
    (r"(.+), (\S+) GB free", "{1}, 남은 공간 {2} GB"),
    (r"([\d,]+) places, dated (\S+)", "출처 {1}곳, {2} 기준"),
    (r"(.+), (\d+) columns; output is no terminal: plain lines", "{1}, {2}칸; 터미널이 아니라서 줄글로 씀"),
    (r"(.+), (\d+) columns(?:, no colour)?", "{1}, {2}칸"),
    # Keeping.
    (r"Backup: (.+) \((\d+) files, ([\d,]+) bytes\)", "백업: {1} (파일 {2}개, {3}바이트)"),
    (r"Shared bundle: (.+) \((\d+) files, ([\d,]+) bytes\)", "공유 묶음: {1} (파일 {2}개, {3}바이트)"),
    (
        r"Quotes are in it, the pages they stand on are not; --with-texts adds them\.",
        "인용은 들어 있지만 원문 페이지는 없습니다. 넣으려면 --with-texts를 붙이십시오.",
    ),
    (
        r"--with-texts belongs to --share; a backup holds all texts anyway\.",
        "--with-texts는 --share와 함께 씁니다. 백업에는 어차피 모든 글이 들어갑니다.",
    ),
    (r"Restored: (.+) \((\d+) iterations: (.+)\)", "되살렸습니다: {1} (반복 {2}회: {3})"),
    (
        r"It was shared without the texts of its pages, so its quotes cannot be looked up here\.",
        "페이지의 글 없이 공유된 것이라 인용을 원문에서 찾아볼 수 없습니다.",
    ),
    (r"(\d+) problems, which its backup had as well\.", "문제 {1}건. 백업할 때 이미 있던 것입니다."),
    (
        r"Every file is as it was packed, and the record is whole\.",
        "모든 파일이 묶을 때 그대로이고 기록이 온전합니다.",
    ),
    (
        r"(.+) is there already and was left as it is(?:; name another with --out)?\.",
        "{1}: 이미 있어 그대로 두었습니다.",
    ),
    (
        r"There is a session (.+) already; remove it, or restore elsewhere\.",
        "세션 {1:이/가} 이미 있습니다. 지우거나 다른 곳에 되살리십시오.",
    ),
    (
        r"(.+) is no backup of a session, or it is damaged \((.+)\)\.",
        "{1}: 세션의 백업이 아니거나 깨졌습니다 ({2}).",
    ),
    (
        r"(.+) was not taken: (.+) is (?:damaged|missing in it|not what its manifest says)\.",
        "{1}: 받지 않았습니다. {2}에 이상이 있습니다.",
    ),
    (r"Migrated from (.+): (\S+) \((.+)\)", "{1}에서 옮겼습니다: {2} ({3})"),
    (
        r"(\d+) hypotheses, (\d+) observations without a checked quote, (\d+) keywords, (\d+) searches\.",
        "가설 {1}개, 인용이 확인되지 않은 관찰 {2}개, 방향 {3}개, 검색 {4}회.",
    ),
    (r"Not understood, and kept as it was: (.+)", "알아볼 수 없어 그대로 둔 것: {1}"),
    (
        r"All (\d+) files are in (.+)\. Nothing counts until it is found again\.",
        "파일 {1}개는 모두 {2}에 있습니다. 다시 찾기 전에는 셈에 넣지 않습니다.",
    ),
    (r"(.+) holds no session of an older program: .+", "{1}: 예전 프로그램의 세션이 아닙니다."),
    (
        r"The question of (.+) is not written down there; give it with --question\.",
        "{1}에 질문이 적혀 있지 않습니다. --question으로 주십시오.",
    ),
    (r"(.+) is not a folder\.", "{1}: 폴더가 아닙니다."),
    # Problems on disk.
    (r"graph_missing", "그래프 없음"),
    (r"graph_unreadable", "그래프 읽을 수 없음"),
    (r"graph_newer", "그래프가 새 형식"),
    (r"graph_breach", "그래프 규칙 위반"),
    (r"graph_differs", "그래프가 기록과 다름"),
    (r"graph_behind", "그래프가 뒤처짐"),
    (r"start_missing", "시작 기록 없음"),
    (r"start_unreadable", "시작 기록 읽을 수 없음"),
    (r"archive_missing", "보관 기록 없음"),
    (r"archive_unreadable", "보관 기록 읽을 수 없음"),
    (r"archive_newer", "보관 기록이 새 형식"),
    (r"archive_misnumbered", "보관 기록 번호 틀림"),
    (r"archive_refused", "보관 기록이 맞지 않음"),
    (r"archive_digest", "보관 기록 지문 다름"),
    (r"archive_ahead", "덜 저장된 반복"),
    (r"chain_missing", "해시 사슬 없음"),
    (r"chain_broken", "해시 사슬이 끊김"),
    (r"saved_differs", "저장한 것과 다름"),
    (r"save_unfinished", "끝나지 않은 저장"),
    (r"page_missing", "페이지 없음"),
    (r"page_altered", "페이지가 바뀜"),
    (r"source_missing", "출처 없음"),
    (r"source_unreadable", "출처 읽을 수 없음"),
    (r"source_differs", "출처가 다름"),
    (r"quote_differs", "인용이 다름"),
    (r"strength_differs", "강도가 다름"),
    (r"ids_gap", "번호가 빔"),
    (r"journal_unreadable", "일지 읽을 수 없음"),
    (r"journal_torn", "일지가 끊김"),
    (r"journal_diverged", "일지가 어긋남"),
    (r"journal_misplaced", "제자리가 아닌 일지"),
    (r"control_unreadable", "요청을 읽을 수 없음"),
    (r"loose_permissions", "느슨한 권한"),
    (r"not_a_file", "파일이 아님"),
    (r"leftover", "남은 조각"),
    (r"lock_stale", "풀리지 않은 잠금"),
    (r"(\S+), the hashes of what was saved, is not there\.", "저장한 것의 해시인 {1:이/가} 없습니다."),
    (r"Line (\d+) of (\S+) is not as it was written\.", "{2}의 {1}번째 줄이 쓰인 그대로가 아닙니다."),
    (r"(\S+) is not as it was saved\.", "{1:이/가} 저장한 그대로가 아닙니다."),
    (
        r"(\S+), which was saved, is not there or cannot be read\.",
        "저장한 {1:이/가} 없거나 읽을 수 없습니다.",
    ),
    (
        r"(\S+) was changed by something else before the save of iteration (\d+)\.",
        "반복 {2}의 저장 전에 {1:이/가} 다른 것에 의해 바뀌었습니다.",
    ),
    (
        r"The last save did not reach (\S+); it will be made again\.",
        "마지막 저장이 {1}까지 이르지 못했습니다. 다시 저장됩니다.",
    ),
    (r"(\S+), a part of the record, is not there\.", "기록의 일부인 {1:이/가} 없습니다."),
    (r"(\S+), which the graph cites, is not there\.", "그래프가 인용한 {1:이/가} 없습니다."),
    (r"(\S+), the source of a cited page, is not there\.", "인용한 페이지의 출처 {1:이/가} 없습니다."),
    (r"(\S+) is not the source that the graph has for this page\.", "{1:이/가} 그래프의 출처와 다릅니다."),
    (r"The quote of (\S+) does not stand at (\S+) on its page\.", "{1}의 인용이 원문의 {2} 자리에 없습니다."),
    (
        r"The strength of (\S+) is (\S+), but its evidence gives (\S+)\.",
        "{1}의 강도는 {2}인데 증거로 계산하면 {3}입니다.",
    ),
    (r"(\S+) is not in the graph, though a later id is\.", "뒤의 번호는 있는데 {1:이/가} 그래프에 없습니다."),
    (r"(\S+) in (\S+) is not what the archives lead to\.", "{2}의 {1:이/가} 보관 기록과 다릅니다."),
    (
        r"(\S+) differs from the archives in (\d+) more places\.",
        "{1:이/가} 다른 {2}곳에서도 보관 기록과 다릅니다.",
    ),
    (
        r"(\S+) is of an iteration that was not saved to the end\.",
        "{1:은/는} 끝까지 저장되지 않은 반복의 것입니다.",
    ),
    (r"(\S+) is newer than the graph, which was put back\.", "{1:이/가} 되돌린 그래프보다 새것입니다."),
    (r"(\S+) says that it is of iteration (\d+)\.", "{1:은/는} 반복 {2}의 것이라고 합니다."),
    (r"The edits in (\S+) .+", "{1}의 변경이 저장된 상태와 맞지 않습니다."),
    (
        r"An edit in (\S+) does not fit the graph before it: (.+)",
        "{1}의 변경이 앞의 그래프와 맞지 않습니다: {2}",
    ),
    (
        r"(\S+) is not the journal of a closed iteration or of the open one\.",
        "{1:은/는} 마쳤거나 진행 중인 반복의 일지가 아닙니다.",
    ),
    (
        r"The last (\d+) bytes of (\S+) were not written to the end\.",
        "{2}의 마지막 {1}바이트가 끝까지 쓰이지 않았습니다.",
    ),
    (
        r"Step (.+) is finished twice in (\S+), with different input\.",
        "{2}에 {1} 단계가 서로 다른 입력으로 두 번 끝나 있습니다.",
    ),
    (
        r"Process (\d+) ended without giving the session back\.",
        "프로세스 {1:이/가} 세션을 돌려놓지 않고 끝났습니다.",
    ),
    (r"(\S+) is neither a plain file nor a folder\.", "{1:은/는} 보통 파일도 폴더도 아닙니다."),
    (
        r"(\S+) was never finished; it belongs to nothing\.",
        "{1:은/는} 만들다 만 것으로 어디에도 속하지 않습니다.",
    ),
    (r"The permissions of (.+) are (\d+), not (\d+)\.", "{1}의 권한이 {3:이/가} 아니라 {2}입니다."),
    (
        r"(\S+) is not the page it was when it was stored; .+",
        "{1:은/는} 저장할 때의 페이지가 아닙니다. 백업에서 되살리지 않으면 그 인용을 보일 수 없습니다.",
    ),
    (
        r"(\S+) is cut or damaged; restore it from a backup\.",
        "{1:이/가} 잘렸거나 깨졌습니다. 백업에서 되살리십시오.",
    ),
)
