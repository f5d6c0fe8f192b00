"""The summary after an iteration, in the language of the question and short enough for a small screen."""

from pathfinder.protocols.calls.targets import KeywordTarget
from pathfinder.protocols.graph.edits import CloseIteration
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.markdown.summary import summary, summary_lines, target_words
from tests.builders import a_graph, a_hypothesis, a_source, evidence
from tests.cli.recorded import EN, KO, standing


def graph(question: str) -> CogniGraph:
    claims = [(f"hyp_A{number}", a_hypothesis(f"claim {number}")) for number in range(1, 9)]
    known = a_graph(claims, *evidence(1, "hyp_A1", a_source()), question=question)
    return apply(known, [CloseIteration()])


def test_a_full_summary_has_at_most_eighteen_lines() -> None:
    lines = summary(graph("Does A hold?"), 5)
    assert lines[0] == "Iteration 1 is closed"
    assert len(lines) + 3 <= 18  # three findings may stand under the second line
    assert "In focus, 5 of 8 (3 wait, 0 rejected):" in lines
    assert lines[-2].startswith("Next: test hyp_A1; ")


def test_the_question_decides_the_language() -> None:
    assert summary(graph("A가 성립하는가?"))[0] == "1번째 반복을 마쳤습니다"
    assert summary(graph("A は成り立つか"))[0] == "Iteration 1 is closed"


def test_each_hypothesis_shows_what_it_rests_on() -> None:
    lines = summary_lines(standing(EN), "en")
    place = lines.index("  1. hyp_A1 The mill of Orrin earns back its price in nine years")
    figures = "strength 78% (+12), priority 0.71, 4 for, 1 against; verified, Confirmed"
    assert lines[place + 1].strip() == figures
    korean = summary_lines(standing(KO), "ko")
    assert "     강도 64% (-5), 우선순위 0.55, 지지 2, 반박 2; 조사됨, 불확실" in korean
    assert korean[-1] == "진행도: 40% (하위 질문 5개 중 2개), 남은 충돌: 1"


def test_a_verdict_against_a_claim_does_not_read_as_one_for_it() -> None:
    (line,) = [line for line in summary_lines(standing(EN), "en") if "whale" in line]
    assert line.startswith("  ⚠ [Likely: not so] hyp_A4")


def test_nothing_found_is_said() -> None:
    empty = summary(CogniGraph(question="Is it so?"))
    assert empty == (
        "Iteration 0 is closed",
        "Found now: nothing that bears on a claim.",
        "In focus: no claim yet.",
        "Progress: 0% (0 of 0 sub-questions); unsettled conflicts: 0",
    )


def test_a_direction_is_named_by_its_words() -> None:
    assert target_words(KeywordTarget(number=1, keyword="소금 가격"), "ko") == "“소금 가격” 따라가기"
