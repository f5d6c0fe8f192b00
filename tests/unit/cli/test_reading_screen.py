"""What a run without a model shows while it works."""

import pytest

from pathfinder.cli.screen.reading_list import ReadingScreen
from pathfinder.protocols.calls.questions import PageView, Passage, ReadFact, Reading, ReadPage


def show(screen: ReadingScreen, title: str, text: str) -> None:
    page = PageView(title=title, site="", passages=(Passage(number=1, text=text),))
    fact = ReadFact(quote=text, summary=text, kind="asserted", worth=3)
    screen.passages(ReadPage(question="Does it rain?", parts=(), page=page), Reading(facts=(fact,)))


def test_a_passage_that_several_documents_have_is_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    screen = ReadingScreen()
    show(screen, "One", "It rains on Mondays.")
    show(screen, "A copy", "It rains on Mondays.")
    show(screen, "Another", "It is dry on Sundays.")
    assert capsys.readouterr().out.splitlines() == [
        "First passages:",
        "  “It rains on Mondays.” (One)",
        "  “It is dry on Sundays.” (Another)",
    ]


def test_the_index_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    screen = ReadingScreen()
    for done in (12, 26):
        screen.indexed("reading", done, 26)
    assert capsys.readouterr().out == "indexing 26 of 26\n", "a file gets the last line only"
