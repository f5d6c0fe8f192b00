"""The live screen: what it looks like, and that the terminal is given back after every way of stopping."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from pathfinder.reports.markdown.summary import Tongue
from tests.cli.recorded import COLUMNS, FOLDER, HOSTILE, displayed, text
from tests.cli.terminals import PtyProcess
from tests.standin.faults import Fault
from tests.standin.server import Standin
from tests.worlds import QUESTION, world

KOREAN = "벨름에서 지열 설비는 본전을 뽑는가?"


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("speak", ["en", "ko"])
def test_it_looks_like_its_snapshot(speak: Tongue, columns: int) -> None:
    shown = text(displayed(speak, columns))
    assert shown == (FOLDER / f"live_{speak}_{columns}.txt").read_text(encoding="utf-8")
    assert max(cell_len(line) for line in shown.splitlines()) < columns


def test_no_snapshot_is_left_over() -> None:
    known = {f"live_{speak}_{columns}" for speak in ("en", "ko") for columns in COLUMNS}
    assert {path.stem for path in FOLDER.glob("*.txt")} == known


@pytest.fixture
def api() -> Iterator[Standin]:
    with Standin() as standin:
        yield standin


Start = Callable[..., PtyProcess]


@pytest.fixture
def start(tmp_path: Path, api: Standin) -> Iterator[Start]:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number, page in enumerate(world()[:8]):
        title = HOSTILE if number % 2 else page.source.title
        (docs / f"문서{number}.md").write_text(f"# {title}\n\n{page.text}\n", encoding="utf-8")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ANTHROPIC")}  # noqa: TID251  (a child needs its PATH)
    environ |= {"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.base_url}
    made: list[PtyProcess] = []

    def begin(question: str = QUESTION) -> PtyProcess:
        api.fail(Fault("slow", times=None, seconds=0.15))
        command = [sys.executable, "-m", "pathfinder", "research", question, "--docs", str(docs)]
        made.append(PtyProcess([*command, "--parallel", "2", "--iterations", "9"], tmp_path, environ))
        return made[-1]

    yield begin
    for process in made:
        process.close()


def record(folder: Path) -> dict[str, object]:
    graph = json.loads((folder / ".research" / "current" / "cognigraph.json").read_text(encoding="utf-8"))
    run: dict[str, object] = graph["run"]
    return run


def asked_with(api: Standin, words: str) -> bool:
    escaped = json.dumps(words).strip('"').encode()
    return any(words.encode() in request.raw or escaped in request.raw for request in api.requests)


@pytest.mark.slow
def test_a_note_in_korean_a_stop_and_a_resize_and_then_a_pause(
    start: Start, api: Standin, tmp_path: Path
) -> None:
    terminal = start(KOREAN)
    terminal.sees("탐색 중")
    assert terminal.screen.cursor.hidden
    assert terminal.settings != terminal.before

    terminal.type("n")
    terminal.sees("메모>")
    terminal.type("qs 버릴 메모")
    terminal.sees("메모> qs 버릴 메모")
    terminal.type("\x1b")
    terminal.wait_for(lambda seen: "메모>" not in seen, "the end of the note")
    terminal.type("n")
    terminal.sees("메모>")
    terminal.type("점토요\x7f 토양을\x1b[D 보라")
    terminal.sees("메모> 점토 토양을 보라")
    assert not terminal.screen.cursor.hidden
    terminal.type("\r")
    terminal.sees("다음 반복에 전할 메모: 점토 토양을 보라")

    terminal.type("\x1a")
    terminal.sees("stopped, the terminal is cooked")
    terminal.type("\n")
    terminal.wait_for(lambda _: terminal.settings != terminal.before, "the terminal taken again")
    terminal.resize(40, 14)
    terminal.wait_for(lambda _: terminal.window[-1] == "s q t n ?", "the keys in a small window")
    terminal.resize(120, 40)

    terminal.sees("1번째 반복을 마쳤습니다")
    terminal.wait_for(lambda _: asked_with(api, "점토 토양을 보라"), "the note in a question")

    terminal.type("t")
    terminal.sees("지금까지의 정설:")
    terminal.type("s")
    assert terminal.end() == 3
    assert terminal.as_it_was
    assert "s 일시정지" not in terminal.text
    assert "1번째 반복을 마쳤습니다" in terminal.text
    assert record(tmp_path)["status"] == "paused"
    assert b"]0;owned\x07" not in terminal.raw
    assert "Traceback" not in terminal.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "status"),
    [
        (lambda terminal: terminal.type("q"), "stopped_by_user"),
        (lambda terminal: terminal.type("\x03"), "paused"),
        (lambda terminal: terminal.send_signal(signal.SIGTERM), "paused"),
    ],
    ids=["q", "ctrl-c", "sigterm"],
)
def test_the_terminal_is_given_back(
    start: Start, tmp_path: Path, ending: Callable[[PtyProcess], object], status: str
) -> None:
    terminal = start()
    terminal.sees("· exploring")
    ending(terminal)
    assert terminal.end() == 3
    assert terminal.as_it_was
    assert "s pause ·" not in terminal.text
    assert record(tmp_path)["status"] == status


@pytest.mark.slow
def test_ctrl_c_twice_does_not_wait_for_calls_in_flight_and_leaves_no_mess(
    start: Start, api: Standin, tmp_path: Path
) -> None:
    api.fail(Fault("slow", times=None, only="Reading", seconds=60.0))
    terminal = start()
    terminal.wait_for(lambda _: "Reading" in api.titles(), "a call in flight")
    terminal.type("\x03")
    time.sleep(0.3)
    assert not terminal.as_it_was
    terminal.type("\x03")
    assert terminal.end(30) == 3
    assert terminal.as_it_was
    assert "s pause ·" not in terminal.text
    assert record(tmp_path)["status"] == "paused"


DRIVER = """
import os, signal, sys
from pathfinder.cli.screen.live import LiveScreen
from pathfinder.cli.screen.terminal import Terminal
from pathfinder.protocols.calls.events import RunStarted

class Nobody:
    def send(self, command): pass
    def thesis(self): return ""

with LiveScreen(Terminal.open(1), Nobody(), lambda: 0.0, {"TERM": "xterm"}) as screen:
    screen.emit(RunStarted(question="Is it so?", iteration=0))
    signal.signal(signal.SIGUSR1, lambda *_: None)
    signal.pause()
    if sys.argv[1] == "bug":
        raise ZeroDivisionError
    os.kill(os.getpid(), int(sys.argv[1]))
    signal.pause()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "code"), [("bug", 1), (str(int(signal.SIGTERM)), 256 - 15), (str(int(signal.SIGHUP)), 256 - 1)]
)
def test_a_bug_or_a_signal_outside_the_run_leaves_no_mess(tmp_path: Path, how: str, code: int) -> None:
    environ = dict(os.environ)  # noqa: TID251  (a child needs its PATH)
    terminal = PtyProcess([sys.executable, "-c", DRIVER, how], tmp_path, environ)
    try:
        terminal.sees("Is it so?")
        assert not terminal.as_it_was
        terminal.type("?")
        terminal.sees("Ctrl-C once is like s")
        terminal.send_signal(signal.SIGUSR1)
        terminal.wait_for(lambda _: terminal.settings == terminal.before, "the end")
        assert terminal.end() == code
        assert terminal.as_it_was
        assert "s pause ·" not in terminal.text
    finally:
        terminal.close()
