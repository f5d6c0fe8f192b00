"""The answer as plain lines, for a terminal."""

from typing import Any

from pathfinder.protocols.answer.checks import check
from pathfinder.reports.markdown.answer_lines import answer_content, answer_lines
from tests.answers import a_ground, a_sentence, a_table, an_answer


def lines(*, whole: bool = False, **fields: Any) -> list[str]:
    ground = a_ground()
    written = an_answer(
        a_sentence("It is enough.", "obs_1"),
        recommendations=(a_sentence("Use one.", "obs_3"),),
        cases="| If | Then |\n|---|---|\n| it is small | wait |",
        unknown=({"text": "The price.", "query": ""},),
        **fields,
    )
    return list(answer_lines(answer_content(ground.graph, check(ground, written).kept), "en", whole=whole))


def test_the_end_of_a_run_shows_answer_recommendations_gaps_and_their_sources() -> None:
    assert lines() == [
        "One database is enough",
        "",
        "It is enough [1a].",
        "",
        "  If | Then",
        "  it is small | wait",
        "",
        "Recommendations:",
        "  1. Use one [3].",
        "",
        "Not known:",
        "  - The price.",
        "",
        "Sources:",
        "  [1] Queues at bench.example: https://bench.example/queue",
        "  [3] Queues at vendor.example: https://vendor.example/queue",
    ]


def test_the_whole_answer_has_tables_findings_cautions_and_every_source() -> None:
    table = a_table((("5,200",), "obs_1"), columns=("jobs",))
    shown = lines(whole=True, tables=(table,), caution=(a_sentence("A forum saw bloat.", "obs_6"),))
    assert "  5,200 [1a]" in shown
    assert shown[shown.index("Vacuum fails first") + 2] == "  How sure: documented"
    assert "Read with caution:" in shown
    assert len([line for line in shown if line.startswith("  [")]) == 4
