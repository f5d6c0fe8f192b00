"""Plain lines: the language of the question, as much as was asked for, and nothing a terminal would obey."""

import json

import pytest

from pathfinder.cli.screen.lines import Detail, EventLines, PlainScreen
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.events import (
    ConflictSettled,
    Event,
    ExplorerReturned,
    ExplorerSent,
    FindingClassified,
    HypothesisRaised,
    IterationClosed,
    QuestionSplit,
    RunEnded,
    StatusMoved,
    StrengthMoved,
    VerdictGiven,
    Waiting,
)
from pathfinder.protocols.calls.targets import LensTarget
from pathfinder.protocols.graph.judgement import Tag, Verdict
from pathfinder.protocols.ids import HypothesisId, Iid, SubQuestionId
from pathfinder.reports.markdown.summary import Tongue
from tests.cli.recorded import HOSTILE, RUNS

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")
MORE: list[Event] = [
    QuestionSplit(parts=("one", "two")),
    HypothesisRaised(hypothesis=A2, summary=HOSTILE, strength=0.5),
    StatusMoved(hypothesis=A1, before="tested", after="rejected", because="strength 0.19 after 2 visits"),
    ConflictSettled(first=A1, second=A2, type="merged", resolution=HOSTILE),
    FindingClassified(hypothesis=A1, round=2, finding_class="AGREED", because="two lineages"),
    VerdictGiven(hypothesis=A1, verdict=Verdict(tag="Likely", side="against", because="-")),
    RunEnded(status="completed", reason=Message("ended-iterations", count=8)),
]


def said(speak: Tongue, detail: Detail, capsys: pytest.CaptureFixture[str]) -> list[str]:
    screen = PlainScreen(detail)
    for event in [*RUNS[speak], *MORE]:
        screen.emit(event)
    return capsys.readouterr().out.splitlines()


def test_what_stands_as_it_stood_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Every claim is judged in every iteration; a person reads what became of it."""

    def judged(tag: Tag) -> Event:
        return VerdictGiven(hypothesis=A1, verdict=Verdict(tag=tag, side="for", because="-"))

    def moved(before: float, after: float) -> Event:
        return StrengthMoved(hypothesis=A1, before=before, after=after)

    def closed(number: int) -> Event:
        return IterationClosed(iteration=number, observations=9, hypotheses=2, spent_usd_micros=0)

    steps = [judged("Uncertain"), judged("Likely"), closed(1), judged("Likely"), moved(0.5, 0.56), closed(2)]
    steps += [judged("Uncertain"), closed(3)]
    details: tuple[Detail, ...] = ("normal", "all")
    for detail in details:
        screen = PlainScreen(detail)
        for event in steps:
            screen.emit(event)
        told = [line.strip() for line in capsys.readouterr().out.splitlines()]
        if detail == "all":
            assert "hyp_A1 moved from 0.50 to 0.56" in told
            assert told.count("hyp_A1 is called Likely") == 2
        else:
            brought = "0 Explorers finished: {} new facts, 0 new claims"
            counted = "In all 9 observations, 2 hypotheses, $0.0000"
            assert told == [
                f"[1] {brought.format(9)}",
                counted,
                "New verdicts: hyp_A1 Likely",
                f"[2] {brought.format(0)}",
                counted,
                f"[3] {brought.format(0)}",
                counted,
                "New verdicts: hyp_A1 Uncertain",
            ]


def test_an_iteration_is_told_in_twenty_lines_whatever_its_explorers_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Who was sent where is for --verbose; what they brought is counted, and a failure is named."""
    lines = said("en", "normal", capsys)
    assert not any(line.startswith("  > ") for line in lines)
    assert [line for line in lines if line.startswith("  < ")] == [
        line for line in said("en", "all", capsys) if line.startswith("  < ") and "failed" in line
    ]
    screen = PlainScreen()
    screen.emit(RUNS["en"][0])
    capsys.readouterr()
    for number in range(10):
        target = LensTarget(lens="scope", sub_question=SubQuestionId("sq_1"))
        iid = Iid(f"WEB-LENS2-S{number + 1}-I1-R1.0")
        screen.emit(ExplorerSent(iid=iid, target=target, about="-", reason="-"))
        screen.emit(ExplorerReturned(iid=iid, status="success", observations=3, claims=1, reason=""))
        screen.emit(HypothesisRaised(hypothesis=A1, summary="-", strength=0.5))
    screen.emit(HypothesisRaised(hypothesis=HypothesisId("hyp_B1"), summary="an idea", strength=0.5))
    screen.emit(IterationClosed(iteration=1, observations=30, hypotheses=11, spent_usd_micros=0))
    assert capsys.readouterr().out.splitlines() == [
        "  + hyp_B1 is new: an idea",
        "[1] 10 Explorers finished: 30 new facts, 11 new claims",
        "  In all 30 observations, 11 hypotheses, $0.0000",
    ]


@pytest.mark.parametrize(
    ("speak", "words"),
    [
        (
            "en",
            ["Going on after iteration 2", "[iteration 4 of 8] exploring", " finished: "],
        ),
        (
            "ko",
            [
                "2번째 반복 다음부터",
                "[반복 4/8] 탐색 중",
                "명 완료: ",
                "3번째 반복을 마쳤",
            ],
        ),
    ],
)
def test_it_speaks_the_language_of_the_question(
    speak: Tongue, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(speak, "normal", capsys)
    text = "\n".join(lines)
    assert [word for word in words if word not in text] == []
    assert all(line.isprintable() for line in lines)
    ended = {"en": "all 8 iterations are done", "ko": "정한 반복 8회를 모두 마침"}
    assert lines[-1].endswith(ended[speak])


def test_quiet_says_only_the_end_and_all_says_more_than_normal(capsys: pytest.CaptureFixture[str]) -> None:
    assert said("en", "quiet", capsys) == ["Finished: all 8 iterations are done"]
    normal, everything = said("en", "normal", capsys), said("en", "all", capsys)
    assert set(normal) < set(everything)
    assert any("reading Yearbook" in line for line in set(everything) - set(normal))


def test_events_are_ascii_json_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = EventLines()
    for event in [*RUNS["ko"], *MORE]:
        lines.emit(event)
    written = capsys.readouterr().out
    assert written.isascii()
    kinds = [json.loads(row)["kind"] for row in written.splitlines()]
    assert {"standing", "explorer_doing", "hypothesis_raised"} <= set(kinds)


@pytest.mark.parametrize(
    ("speak", "told"), [("en", "  ~ waiting 17 s: HTTP 429"), ("ko", "  ~ 17초 기다림: HTTP 429")]
)
def test_a_wait_is_told_with_its_reason(speak: Tongue, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    screen = PlainScreen()
    screen.emit(RUNS[speak][0])
    screen.emit(Waiting(seconds=17.2, reason=f"HTTP 429\x1b[31m {HOSTILE}"))
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith(told)
    assert "\x1b" not in line
