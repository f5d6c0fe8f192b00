"""A page as it is read: in stretches if it is long, in halves if those do not fit, every passage once."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.agents.page_views import MOST_STRETCHES, STRETCH_CHARACTERS, halves, passages, stretches
from pathfinder.agents.reader import PageReader, PageReadings
from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import FetchedPage
from pathfinder.protocols.calls.questions import PageView, Passage, ReadFact, Reading, ReadPage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from tests.builders import a_page, page_hash
from tests.scenario.staged import DirectModel

SENTENCE = "Loops last forty years in sandy soil. "


@given(st.integers(min_value=0, max_value=40))
def test_halves_hold_every_passage_once(count: int) -> None:
    views = tuple(Passage(number=number, text=str(number)) for number in range(1, count + 1))
    parts = halves(PageView(title="t", site="s", language=None, passages=views))
    if count < 2:
        assert parts is None
    else:
        assert parts is not None
        assert parts[0].passages + parts[1].passages == views
        assert abs(len(parts[0].passages) - len(parts[1].passages)) <= 1


@given(st.text(alphabet="ab .\n가다", max_size=12_000))
def test_passages_hold_every_word_in_order(text: str) -> None:
    assert "".join("".join(passages(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("\n".join(f"| {n} | {n * 7} |" for n in range(2_000)), "|"),
        ("The loop was measured in 2024 at 3.5 kW. " * 400, "."),
        ("지붕은 여름에 집을 식힌다. " * 800, "."),
    ],
    ids=["rows", "sentences", "korean"],
)
def test_passages_end_with_a_row_or_a_sentence(text: str, end: str) -> None:
    found = [passage.strip() for passage in passages(text)]
    assert len(found) > 1
    assert all(passage.endswith(end) for passage in found)
    assert len({passage[:2] for passage in found}) == 1, "each begins as a row or a sentence does"


def of_length(characters: int) -> StoredPage:
    return a_page(SENTENCE * (characters // len(SENTENCE)), "https://a.example/x", "blog")


def test_a_page_of_the_usual_length_is_read_in_one_stretch_and_a_long_one_in_several() -> None:
    whole = stretches(of_length(20_000))
    assert [view.stretch for view in whole.views] == [""]
    long = stretches(of_length(STRETCH_CHARACTERS * 2))
    assert len(long.views) >= 2
    assert long.unread_characters == 0
    assert long.views[0].stretch == f"1 of {len(long.views)}"


def test_of_a_very_long_page_the_beginning_and_the_end_are_read_and_the_rest_is_told() -> None:
    cut = stretches(of_length(STRETCH_CHARACTERS * (MOST_STRETCHES + 3)))
    assert len(cut.views) == MOST_STRETCHES
    places = [int(view.stretch.split()[0]) for view in cut.views]
    many = int(cut.views[0].stretch.split()[-1])
    assert places == [*range(1, MOST_STRETCHES), many]
    assert cut.unread_characters > 0


def read(page: StoredPage, most: int) -> tuple[PageReadings, list[str]]:
    """What a model reads that holds so many passages at once, and the steps it was asked at."""
    steps: list[str] = []

    def respond(ask: Ask[Any], step: Step) -> Frozen | Unable:
        assert isinstance(ask, ReadPage)
        if len(ask.page.passages) > most:
            return Unable(reason="it is too long", too_long=True)
        steps.append(step.key)
        first = ask.page.passages[0]
        quote = first.text[:30]
        return Reading(facts=(ReadFact(quote=quote, summary=f"{first.number}", kind="reported", worth=1),))

    reader = PageReader(DirectModel(ScriptedModel(respond=respond)), 1, "Do loops last?", ())
    return asyncio.run(reader.read(FetchedPage(page_hash(page.text), page))), steps


def test_a_stretch_that_does_not_fit_the_model_is_read_in_halves_at_steps_of_their_own() -> None:
    done, steps = read(of_length(30_000), most=4)
    assert done.trouble == ""
    assert [fact.summary for reading in done.readings for fact in reading.facts] == ["1", "5"]
    assert len(set(steps)) == 2


def test_a_page_that_never_fits_is_told_and_not_read() -> None:
    done, _ = read(of_length(30_000), most=0)
    assert done.readings == ()
    assert "too long" in done.trouble
