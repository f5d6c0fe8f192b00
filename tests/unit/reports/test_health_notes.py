"""SATURATED and STALEMATE reach the user: on screen, in the status, in both reports, in both languages."""

import pytest
from rich.cells import cell_len

from pathfinder.cli.screen.status import status_rows
from pathfinder.protocols.answer.advice import advice
from pathfinder.protocols.graph.edits import GraphEdit, SetHealth
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Health
from pathfinder.protocols.planning.health import concerns
from pathfinder.reports.content.health_notes import health_lines
from pathfinder.reports.content.judge_assembly import judge_report
from pathfinder.reports.html import html_report
from pathfinder.reports.markdown.interim import interim_report
from pathfinder.reports.markdown.report import judge_markdown
from pathfinder.reports.markdown.summary import summary
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence

THESIS = "`pathfinder thesis`"
QUESTIONS = {"en": "Does A hold?", "ko": "A가 성립하는가?"}
CONFLICTS = (("hyp_A1", "hyp_A2"), ("hyp_A3", "hyp_A4"), ("hyp_A5", "hyp_A6"))


def graph(speak: str, *issues: str, checked: int = 15, conflicts: int = 1, dry: int = 0) -> CogniGraph:
    claims = [(f"hyp_A{number}", a_hypothesis(f"claim {number}")) for number in range(1, 7)]
    edges: list[GraphEdit] = [a_conflict(*pair) for pair in CONFLICTS[:conflicts]]
    edges += evidence(1, "hyp_A1", a_source("https://v1.example/a"), created_at=15 - dry - 1)
    health = Health.model_validate({"last_check": checked, "issues": issues})
    known = apply(a_graph(claims, *edges, question=QUESTIONS[speak]), [SetHealth(health=health)])
    return known.model_copy(update={"iteration": 15})


def everywhere(known: CogniGraph) -> dict[str, str]:
    report = judge_report(known)
    return {
        "screen": "\n".join(summary(known)),
        "status": "\n".join(" ".join(row) for row in status_rows(known, "s", None)),
        "interim": interim_report(known),
        "report": judge_markdown(report),
        "page": html_report(report),
    }


@pytest.mark.parametrize(("speak", "word"), [("en", "aturated"), ("ko", "포화")])
def test_a_saturated_research_suggests_the_thesis_to_the_user(speak: str, word: str) -> None:
    told = everywhere(graph(speak, "SATURATED"))
    assert [place for place, text in told.items() if word not in text] == []
    assert all(THESIS in told[place] for place in ("screen", "status"))
    quiet = everywhere(graph(speak))
    assert [place for place, text in quiet.items() if word in text] == []


@pytest.mark.parametrize(("speak", "word"), [("en", "Stalemate"), ("ko", "교착")])
def test_a_stalemate_names_the_conflict_nobody_settles(speak: str, word: str) -> None:
    told = everywhere(graph(speak, "STALEMATE"))
    assert [place for place, text in told.items() if word not in text] == []
    assert all("hyp_A1" in text and "hyp_A2" in text for text in told.values())
    assert all("`pathfinder note`" in told[place] for place in ("screen", "status"))
    over = everywhere(graph(speak, "STALEMATE", conflicts=0))
    assert [place for place, text in over.items() if word in text] == [], "it was settled since the check"


@pytest.mark.parametrize(("speak", "word"), [("en", "Dry: 3 iterations"), ("ko", "소득 없음: 3회")])
def test_three_iterations_without_a_new_fact_are_said_to_the_user(speak: str, word: str) -> None:
    told = everywhere(graph(speak, checked=10, dry=3))
    assert all(word in told[place] for place in ("screen", "status", "interim"))
    assert all("`pathfinder note --keyword`" in told[place] for place in ("screen", "status"))
    assert not any(word in text for text in everywhere(graph(speak, checked=10, dry=2)).values())
    later = everywhere(graph(speak, checked=10, dry=4))
    assert "4" in later["status"]
    assert word.partition(":")[0] not in later["screen"], "the screen says it once"


def test_the_screen_tells_of_a_check_once_and_the_status_goes_on_telling() -> None:
    later = everywhere(graph("en", "SATURATED", checked=10))
    assert "Saturated" not in later["screen"]
    assert "Saturated" in later["status"]


def test_other_issues_only_steer_the_research() -> None:
    assert concerns(graph("en", "LOW_QUALITY", "ALL_WEAK", "DATA_EXPLOSION")) == ()


def test_a_stalemate_is_not_advised_on_twice() -> None:
    reasons = [one.reason for one in advice(graph("en", "SATURATED", "STALEMATE"))]
    assert reasons.count("stalemate") == 1
    assert "conflict" not in reasons
    assert "conflict" in [one.reason for one in advice(graph("en"))]


@pytest.mark.parametrize("speak", ["en", "ko"])
def test_each_sentence_fits_a_line_of_a_terminal_and_many_conflicts_are_counted(speak: str) -> None:
    dry, saturated, stalemate = concerns(graph(speak, "SATURATED", "STALEMATE", conflicts=3, dry=3))
    for concern in (dry, saturated, stalemate):
        assert all(cell_len(line) <= 77 for line in health_lines(concern, "ko" if speak == "ko" else "en"))
    assert "+1" in health_lines(stalemate, "en")[0]
