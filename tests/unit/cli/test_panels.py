"""The picture fits every window, says what there is to see, and obeys nothing that stands in a title."""

import re

import pytest
from rich.cells import cell_len

from pathfinder.cli.screen.cells import cut, padded, wrapped
from pathfinder.cli.screen.live import Painter
from pathfinder.cli.screen.panels import Prompt, picture
from pathfinder.protocols.calls.events import (
    Event,
    ExplorerReturned,
    HypothesisRaised,
    PhaseEntered,
    StrengthMoved,
)
from pathfinder.protocols.ids import HypothesisId, Iid
from pathfinder.reports.markdown.summary import Tongue
from tests.cli.recorded import RUNS, scene

PROMPTS = (Prompt(), Prompt(help=True, notice="asked already"), Prompt(note="점토 토양을 보라 " * 30))


@pytest.mark.parametrize("speak", ["en", "ko"])
@pytest.mark.parametrize("prompt", PROMPTS, ids=["keys", "help", "note"])
def test_no_line_is_wider_and_no_picture_higher_than_the_window(speak: Tongue, prompt: Prompt) -> None:
    seen = scene(RUNS[speak])
    for columns in (*range(21, 170, 7), 40, 80, 120):
        for rows in (3, 8, 15, 24, 60):
            lines = picture(seen, prompt, columns, rows, 3.0)
            assert 0 < len(lines) < rows
            assert max(cell_len(line.plain) for line in lines) < columns, (columns, rows)


def test_a_low_window_keeps_the_iteration_and_the_keys() -> None:
    lines = [line.plain for line in picture(scene(RUNS["en"]), Prompt(), 80, 6, 3.0)]
    assert lines[0].startswith("Pathfinder · iteration 4 of 8")
    assert lines[-1].startswith("s pause")


def test_nothing_in_a_title_reaches_the_terminal_but_as_letters() -> None:
    for environ in ({"TERM": "xterm-256color"}, {"TERM": "xterm", "NO_COLOR": "1"}):
        painted = "".join(Painter(environ)(picture(scene(RUNS["en"]), Prompt(), 140, 60, 3.0)))
        plain = re.sub(r"\x1b\[[0-9;]*m", "", painted)
        assert plain.isprintable()
        assert "[bold red]Free[/]" in plain
        assert "\u202e" not in plain


def test_no_color_keeps_weight_and_loses_colour() -> None:
    lines = picture(scene(RUNS["en"]), Prompt(), 140, 60, 3.0)
    codes = {
        name: set(re.findall(r"\x1b\[([0-9;]+)m", "".join(Painter(environ)(lines))))
        for name, environ in {
            "colour": {"TERM": "xterm"},
            "plain": {"TERM": "xterm", "NO_COLOR": "1"},
        }.items()
    }
    assert codes["plain"] <= {"0", "1", "2", "1;2"}
    assert not codes["colour"] <= codes["plain"]


def test_a_run_that_has_found_nothing_yet_says_so() -> None:
    text = "\n".join(line.plain for line in picture(scene(RUNS["ko"][:1]), Prompt(), 80, 40, 0.0))
    assert "나가 있는 조사관이 없습니다" in text
    assert "아직 없습니다" in text
    assert "실패 없음" in text


def test_moves_add_up_within_an_iteration_and_begin_anew_with_the_next() -> None:
    a3, b2 = HypothesisId("hyp_A3"), HypothesisId("hyp_B2")
    seen = scene([*RUNS["en"], StrengthMoved(hypothesis=a3, before=0.56, after=0.6)])
    assert seen.hypotheses[a3].now.moved == 0.1
    more: list[Event] = [
        PhaseEntered(iteration=5, phase="SELECT"),
        HypothesisRaised(hypothesis=b2, summary="Gulls turn the wheel", strength=0.4),
        StrengthMoved(hypothesis=a3, before=0.6, after=0.55),
        StrengthMoved(hypothesis=HypothesisId("hyp_A9"), before=0.5, after=0.52),
    ]
    later = scene([*RUNS["en"], *more])
    assert later.hypotheses[a3].now.moved == -0.05
    assert later.explorers == ()
    assert [known.now.hypothesis for known in later.rows()][:4] == ["hyp_A1", "hyp_A2", "hyp_A3", "hyp_B1"]
    assert {"hyp_B2", "hyp_A9"} <= {known.now.hypothesis for known in later.rows()}


def test_a_conflict_is_being_settled_until_its_explorer_is_back() -> None:
    seen = scene(RUNS["en"])
    assert [(pair.first, pair.second) for pair in seen.conflicts] == [("hyp_A1", "hyp_A2")]
    back = ExplorerReturned(
        iid=Iid("SKEPTIC-HYPA1xHYPA2-S2-I4-R1.0"), status="partial", observations=0, claims=0
    )
    assert scene([*RUNS["en"], back]).conflicts == ()


def test_text_is_cut_by_the_cells_it_takes() -> None:
    assert cut("가나다라", 8) == "가나다라"
    assert cut("가나다라", 7) == "가나다…"
    assert cut("가나다라", 6) == "가나…"
    assert cut("abc", 0) == ""
    assert [cell_len(padded("가나다라", width)) for width in range(1, 9)] == list(range(1, 9))
    assert wrapped("one two three four", 8, 2) == ["one two", "three f…"]
    assert wrapped("Donaudampfschifffahrt", 8, 2) == ["Donaudam", "pfschif…"]
    assert wrapped("", 8, 2) == []
