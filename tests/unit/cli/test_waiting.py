"""A call that waits is counted down on the live screen, and gone when its time is over."""

from typing import Literal

import pytest

from pathfinder.cli.screen.lines import PlainScreen
from pathfinder.cli.screen.panels import Prompt, Wait, picture
from pathfinder.protocols.calls.events import EngineStateChanged, SchemaRefused
from pathfinder.reports.markdown.summary import Tongue
from tests.cli.recorded import HOSTILE, RUNS, scene


@pytest.mark.parametrize(
    ("speak", "told"), [("en", "waiting 42 s: HTTP 529"), ("ko", "42초 기다림: HTTP 529")]
)
def test_a_wait_is_counted_down(speak: Tongue, told: str) -> None:
    prompt = Prompt(waiting=Wait(until_s=100.0, reason=f"HTTP 529 {HOSTILE}"))

    def lines(elapsed_s: float) -> list[str]:
        return [line.plain for line in picture(scene(RUNS[speak]), prompt, 100, 40, elapsed_s)]

    [shown] = [line for line in lines(58.4) if told in line]
    assert "\x1b" not in shown
    assert not any("HTTP 529" in line for line in lines(100.0))


@pytest.mark.parametrize(
    ("speak", "asked", "left_out"),
    [
        ("en", "no answer from exa; asked again in 4 s (HTTP 503", "left out until the next iteration: exa"),
        ("ko", "exa: 응답 없음, 4초 뒤 다시 시도 (HTTP 503", "다음 반복까지 제외: exa"),
    ],
)
def test_an_engine_that_does_not_answer_is_told_of_once_until_it_is_back(
    speak: Tongue, asked: str, left_out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def heard(state: Literal["waiting", "resting", "back"]) -> EngineStateChanged:
        return EngineStateChanged(engine="exa", state=state, seconds=3.2, reason=f"HTTP 503 {HOSTILE}")

    screen = PlainScreen()
    screen.emit(RUNS[speak][0])
    capsys.readouterr()
    for state in ("waiting", "waiting", "resting", "waiting", "back", "waiting"):
        screen.emit(heard(state))
    told = capsys.readouterr().out.splitlines()
    assert [asked in line for line in told] == [True, False, False, True]
    assert left_out in told[1]
    assert not any("\x1b" in line for line in told)
    # On the live screen it stands until it answers, and the seconds go down.
    prompt = Prompt().hears(heard("waiting"), 10.0)

    def shown(prompt: Prompt, elapsed_s: float) -> str:
        return "\n".join(line.plain for line in picture(scene(RUNS[speak]), prompt, 100, 40, elapsed_s))

    assert asked in shown(prompt, 6.5)
    assert "exa" in shown(prompt, 11.0)
    assert left_out in shown(prompt.hears(heard("resting"), 0.0).hears(heard("waiting"), 20.0), 11.0)
    assert "exa" not in shown(prompt.hears(heard("back"), 0.0), 11.0)


@pytest.mark.parametrize(
    ("speak", "told"),
    [
        ("en", "the server refused the schema of explorer.read; from now on the prompt tells it (HTTP 400"),
        ("ko", "서버가 explorer.read의 스키마를 거부함, 이제부터 프롬프트에 말로 적음 (HTTP 400"),
    ],
)
def test_a_schema_that_the_server_refuses_is_told(
    speak: Tongue, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = PlainScreen()
    screen.emit(RUNS[speak][0])
    capsys.readouterr()
    screen.emit(SchemaRefused(call="explorer.read", reason=f"HTTP 400 {HOSTILE}"))
    [line] = capsys.readouterr().out.splitlines()
    assert told in line
    assert "\x1b" not in line
