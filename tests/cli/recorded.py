"""Two runs as their events, English and Korean: the middle of a fourth iteration, on an invented island.

`python -m tests.cli.recorded` writes the snapshots anew; read the difference before keeping it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pyte

from pathfinder.cli.screen.canvas import Canvas
from pathfinder.cli.screen.live import Painter, printed
from pathfinder.cli.screen.panels import Prompt, picture
from pathfinder.protocols.calls.events import (
    CallPaid,
    ConflictSettled,
    Event,
    ExplorerDoing,
    ExplorerReturned,
    ExplorerSent,
    FailureTold,
    FoundNow,
    HypothesisNow,
    IterationClosed,
    PhaseEntered,
    RunStarted,
    Standing,
    StrengthMoved,
)
from pathfinder.protocols.calls.targets import ConflictTarget, HypothesisTarget, KeywordTarget, LensTarget
from pathfinder.protocols.graph.memory import Failure, Limits
from pathfinder.protocols.ids import HypothesisId, Iid
from pathfinder.reports.content.scene import Scene, heard
from pathfinder.reports.markdown.summary import Tongue, summary_lines

FOLDER = Path(__file__).parent / "snapshots"
COLUMNS = (80, 140)
ROWS = 48

HOSTILE = "[bold red]Free[/] \x1b[31mred\x1b]0;owned\x07 \u202etxt.exe\r\nsecond line\x9b2J"
"""A title that tries to colour the screen, rename the window, turn the text and clear the screen."""


@dataclass(frozen=True)
class Told:
    """What a run is about."""

    question: str
    claims: tuple[str, str, str, str, str]
    keyword: str
    query: str
    title: str
    engine: str
    resolution: str
    failure: str


EN = Told(
    question="Does the tidal mill of Orrin pay for itself within ten years?",
    claims=(
        "The mill of Orrin earns back its price in nine years",
        "The mill stands still for a third of the year",
        "Spare gears have doubled in price since the harbour closed",
        "Every mill on the coast is driven by whale song",
        "Silt halves the yield after two winters",
    ),
    keyword="silt removal cost",
    query="mill standstill winter statistics",
    title="Yearbook of the harbour authority, volume 12",
    engine="embedded engine, no language model",
    resolution="nine years where the bed is rock, never where it is silt",
    failure="the engine gave no answer in 20 seconds",
)
KO = Told(
    question="오린섬의 조력 방앗간은 10년 안에 본전을 뽑는가?",
    claims=(
        "오린섬 방앗간은 9년이면 건설비를 회수한다",
        "방앗간은 한 해의 3분의 1 동안 멈춰 있다",
        "항구가 닫힌 뒤 톱니바퀴 값이 두 배로 올랐다",
        "해안의 모든 방앗간은 고래 노래로 움직인다",
        "두 번의 겨울이 지나면 퇴적물이 수확량을 절반으로 줄인다",
    ),
    keyword="퇴적물 제거 비용",
    query="방앗간 겨울철 가동 중단 통계",
    title="항만청 연보 제12권: 조력 시설의 유지와 보수에 관한 기록",
    engine="claude-opus-5",
    resolution="바닥이 암반이면 9년, 퇴적층이면 회수하지 못함",
    failure="검색 엔진이 20초 안에 답하지 않음",
)

A1, A2, A3, A4, B1 = (HypothesisId(f"hyp_{name}") for name in ("A1", "A2", "A3", "A4", "B1"))


def standing(told: Told) -> Standing:
    """Where it stands after three iterations."""
    one, two, three, four, five = told.claims
    return Standing(
        iteration=3,
        found=(
            FoundNow(hypothesis=A1, summary=one, mark="✓✓", tag="Confirmed", side="for"),
            FoundNow(hypothesis=A4, summary=four, mark="⚠", tag="Likely", side="against"),
        ),
        hypotheses=(
            HypothesisNow(
                hypothesis=A1, summary=one, strength=0.7812, moved=0.12, status="verified", tag="Confirmed",
                side="for", priority=0.71, supports=4, contradicts=1,
            ),
            HypothesisNow(
                hypothesis=A2, summary=two, strength=0.64, moved=-0.05, status="tested", tag="Uncertain",
                priority=0.55, supports=2, contradicts=2,
            ),
            HypothesisNow(
                hypothesis=A3, summary=three, strength=0.5, status="unvisited", priority=0.45, supports=1,
            ),
            HypothesisNow(
                hypothesis=B1, summary=five, strength=0.4, new=True, status="unvisited", priority=0.4,
            ),
            HypothesisNow(
                hypothesis=A4, summary=four, strength=0.19, moved=-0.22, active=False, status="rejected",
                tag="Likely", side="against", priority=0.2, contradicts=3,
            ),
        ),
        inactive=2,
        rejected=1,
        planned=(
            ConflictTarget(first=A1, second=A2),
            HypothesisTarget(hypothesis=A3),
            LensTarget(lens="limitations"),
        ),
        answered=2,
        parts=5,
        conflicts=1,
    )  # fmt: skip


def events(told: Told) -> list[Event]:
    """Everything a screen hears up to the middle of the fourth iteration."""
    question, claims = told.question, told.claims
    web, pair, word, lens, hurt = (
        Iid(f"{name}-S{slot}-I4-R1.0")
        for slot, name in enumerate(
            ("LOCAL-HYPA3", "SKEPTIC-HYPA1xHYPA2", "LOCAL-KW2", "ACADEMIC-LENS5", "WEB-HYPB1"), start=1
        )
    )
    limits = Limits(max_iterations=8, budget_usd_micros=3_000_000, max_minutes=30)
    failure = Failure(iteration=2, kind="unreachable", what=told.query, reason=told.failure)
    return [
        RunStarted(question=question, iteration=2, engine=told.engine, limits=limits),
        PhaseEntered(iteration=3, phase="SELECT"),
        FailureTold(failure=failure),
        ConflictSettled(
            first=A1, second=A4, type="condition_difference", resolution=told.resolution
        ),
        IterationClosed(iteration=3, observations=21, hypotheses=7, spent_usd_micros=412_300),
        standing(told),
        PhaseEntered(iteration=4, phase="SELECT"),
        PhaseEntered(iteration=4, phase="EXPLORE"),
        ExplorerSent(iid=web, target=HypothesisTarget(hypothesis=A3), reason="-", about=claims[2]),
        ExplorerSent(
            iid=pair,
            target=ConflictTarget(first=A1, second=A2),
            reason="-",
            about=f"{claims[0]} / {claims[1]}",
        ),
        ExplorerSent(
            iid=word, target=KeywordTarget(number=2, keyword=told.keyword), reason="-", about="-"
        ),
        ExplorerSent(
            iid=lens, target=LensTarget(lens="limitations"), reason="-", about=f"limitations: {question}"
        ),
        ExplorerSent(iid=hurt, target=HypothesisTarget(hypothesis=B1), reason="-", about=claims[4]),
        ExplorerDoing(iid=web, doing="searching", what=told.query),
        ExplorerDoing(iid=pair, doing="reading", what=told.title),
        ExplorerDoing(iid=word, doing="reading", what=HOSTILE),
        ExplorerReturned(iid=lens, status="success", observations=4, claims=2),
        ExplorerReturned(
            iid=hurt, status="failure", observations=0, claims=0, reason=told.failure
        ),
        StrengthMoved(hypothesis=A3, before=0.5, after=0.56),
        CallPaid(usd_micros=41_000),
    ]  # fmt: skip


RUNS: dict[Tongue, list[Event]] = {"en": events(EN), "ko": events(KO)}
SUMMARIES: dict[Tongue, tuple[str, ...]] = {
    "en": summary_lines(standing(EN), "en"),
    "ko": summary_lines(standing(KO), "ko"),
}


def scene(told: Iterable[Event]) -> Scene:
    """What there is to see after these events."""
    seen = Scene()
    for event in told:
        seen = heard(seen, event)
    return seen


def displayed(speak: Tongue, columns: int, rows: int = ROWS, prompt: Prompt | None = None) -> pyte.Screen:
    """A terminal after the whole run, drawn step by step as the live screen draws it."""
    terminal = pyte.Screen(columns, rows)
    stream = pyte.Stream(terminal)
    canvas, paint = Canvas(stream.feed), Painter({"TERM": "xterm-256color"})
    seen = Scene()
    for number, event in enumerate(RUNS[speak]):
        seen = heard(seen, event)
        summary = (*SUMMARIES[speak], "") if isinstance(event, Standing) else ()
        above = printed(summary, summary, columns)
        last = number == len(RUNS[speak]) - 1
        shown = (prompt or Prompt()) if last else Prompt()
        canvas.draw(paint(picture(seen, shown, columns, rows, 7.0 * number)), above=above)
    return terminal


def text(terminal: pyte.Screen) -> str:
    """The terminal's text; the second cell of a wide character holds nothing."""
    cells = (terminal.buffer[row] for row in range(terminal.lines))
    lines = ["".join(row[at].data for at in range(terminal.columns)) for row in cells]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def main() -> None:
    """Write what the tests compare with."""
    for speak in RUNS:
        for columns in COLUMNS:
            shown = text(displayed(speak, columns))
            (FOLDER / f"live_{speak}_{columns}.txt").write_text(shown, encoding="utf-8")


if __name__ == "__main__":
    main()
