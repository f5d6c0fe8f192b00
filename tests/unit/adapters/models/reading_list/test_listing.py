"""The list of a session: near passages, copies merged, figures and differences side by side, no verdicts."""

import asyncio
from pathlib import Path

import lxml.html  # type: ignore[import-untyped]  # it ships no types
import pytest
from rich.cells import cell_len

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.models.reading_list.attempt import ReadingListAttempt, respond
from pathfinder.adapters.models.reading_list.differences import compared, differing, near_identical
from pathfinder.adapters.models.reading_list.figures import figures
from pathfinder.adapters.models.reading_list.listing import reading_list
from pathfinder.deps import Deps, PageSources
from pathfinder.locales.catalogue import Message
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.answer.reading_list import (
    ENGINE,
    NOT_JUDGED,
    ListedFigure,
    ReadingList,
    is_reading_list,
)
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.questions import Reading, ReadPage
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.ids import ObservationId
from pathfinder.reports.html.reading_list_page import list_html
from pathfinder.reports.markdown.reading_list import list_lines, list_markdown
from pathfinder.reports.markdown.summary import Tongue
from pathfinder.run_config import RunConfig
from pathfinder.running import research
from pathfinder.serve.reading import reading_list as screen_of
from pathfinder.serve.screens import Page
from tests.asks import ASKS
from tests.fakes.fixed_clock import FixedClock

JUDGING = ("Confirmed", "Likely", "Uncertain", "strength", "does not hold", "agree", "verdict")
DOCUMENTS = {
    "trial.md": "# Tea trial\n\nIn a trial of 21 people, drinking tea lowered blood pressure by 1.5 mmHg.\n",
    "copy.md": "# News on tea\n\nIn a trial of 21 people, drinking tea lowered blood pressure by 1.5 mmHg.\n",
    "clinic.md": "# Clinic\n\nIn our clinic, drinking tea lowered blood pressure of people by 12 per cent.\n",
    "other.md": "# Other\n\nIn another trial, drinking tea lowered blood pressure of people by 4 per cent.\n",
    "old.md": "---\nretracted: yes\n---\n# Old study\n\nTea lowers blood pressure in every person at once.\n",
    "ferry.md": "# Ferry\n\nThe ferry to Kelmouth leaves at nine in the morning on weekdays.\n",
}
QUESTION = "Does tea lower blood pressure?"


def ran(folder: Path, question: str, documents: dict[str, str]) -> tuple[RunEnd, list[str]]:
    docs, seen = folder / "docs", list[str]()
    docs.mkdir()
    for name, text in documents.items():
        (docs / name).write_text(text, encoding="utf-8")

    def watch(_: ReadPage, found: Reading) -> None:
        seen.extend(fact.quote for fact in found.facts)

    attempt = ReadingListAttempt(watch)
    known = Folder(docs, default_table(), FixedClock(), encoder=encoder, trust_front_matter=True)

    async def close() -> None:
        known.close()
        await attempt.close()

    engine = Deps(
        attempt, PageSources(known, known, local=True), name=ENGINE, clock=FixedClock(), close=close
    )
    options = RunConfig(limits=Limits(max_iterations=9), stop_when="dry")
    return asyncio.run(research(question, engine, options, home=folder / "home")), seen


@pytest.fixture(scope="module")
def end(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunEnd, list[str]]:
    return ran(tmp_path_factory.mktemp("tea"), QUESTION, DOCUMENTS)


@pytest.fixture(scope="module")
def listed(end: tuple[RunEnd, list[str]]) -> ReadingList:
    return reading_list(end[0].graph, encoder())


def test_a_run_ends_by_itself_and_judges_nothing(end: tuple[RunEnd, list[str]]) -> None:
    graph = end[0].graph
    assert end[0].error is None
    assert graph.iteration <= 2
    assert graph.run.reason == Message("ended-nothing-new")
    assert list(breaches(graph)) == []
    assert not graph.hypotheses
    assert not graph.findings
    assert is_reading_list(graph)
    assert end[1], "passages are told as they are found"


def test_what_the_documents_say_on_the_question_is_listed_and_nothing_else(listed: ReadingList) -> None:
    (part,) = listed.parts
    assert part.text == QUESTION
    said = [passage.text for passage in part.passages]
    assert any("21 people" in text for text in said[:3])
    assert not any("ferry" in text for text in said)


def test_copies_are_merged_and_independent_sources_counted(listed: ReadingList) -> None:
    (merged,) = (one for part in listed.parts for one in part.passages if "21 people" in one.text)
    assert len(merged.sources) == 2
    assert merged.independent == 1
    assert listed.merged == 1


def test_figures_differences_and_retractions_are_told(listed: ReadingList) -> None:
    assert ("12", "percent") in [(row.value, row.unit) for row in listed.figures]
    (pair,) = listed.differences
    assert pair.kind == "figures"
    assert {"12 per cent", "4 per cent"} == {
        word
        for one in (pair.first, pair.second)
        for word in ("12 per cent", "4 per cent")
        if word in one.text
    }
    assert [source.title for source in listed.retracted] == ["Old study"]


@pytest.mark.parametrize(("tongue", "word"), [("en", "RETRACTED"), ("ko", "철회됨")])
def test_a_figure_of_a_retracted_source_is_marked_in_every_view(
    listed: ReadingList, tongue: Tongue, word: str
) -> None:
    [source] = listed.retracted
    row = ListedFigure(value="77", what="tea", observation=ObservationId("obs_1"), source=source)
    known = ReadingList(question="Tea?", engine=listed.engine, figures=(row,))
    html = lxml.html.document_fromstring(list_html(known, tongue))
    page = lxml.html.document_fromstring(screen_of(Page(tongue, "key", "20261118-120000-tea"), known))
    rows = [
        *(line for line in list_markdown(known, tongue).splitlines() if "77" in line),
        *(line for width in (80, 140) for line in list_lines(known, tongue, width) if "77" in line),
        *(
            tr.text_content()
            for shown in (html, page)
            for tr in shown.iter("tr")
            if "77" in tr.text_content()
        ),
    ]
    assert len(rows) == 5
    assert all(word in row for row in rows), rows


def test_what_is_retracted_stands_apart_from_the_differences_on_the_screen(listed: ReadingList) -> None:
    lines = list(list_lines(listed, "en"))
    place = next(place for place, line in enumerate(lines) if "marked as retracted" in line)
    assert lines[place - 1] == ""
    assert lines[place - 2].startswith("    obs_")


@pytest.mark.parametrize("tongue", ["en", "ko"])
def test_no_view_speaks_of_a_verdict(listed: ReadingList, tongue: Tongue) -> None:
    views = [list_markdown(listed, tongue), list_html(listed, tongue), "\n".join(list_lines(listed, tongue))]
    views.append(listed.model_dump_json())
    for view in views:
        assert not [word for word in JUDGING if word in view]
        assert "21 people" in view
    assert "RETRACTED" in views[0] or "철회됨" in views[0]


@pytest.mark.parametrize("width", [80, 140])
def test_the_table_of_figures_fits_the_terminal(listed: ReadingList, width: int) -> None:
    rows = [row for row in list_lines(listed, "ko", width) if "  " in row.strip()]
    assert len(rows) > 1
    assert max(map(cell_len, rows)) <= width


def test_a_korean_question_finds_korean_and_english_documents(tmp_path: Path) -> None:
    documents = DOCUMENTS | {"ko.md": "# 차와 혈압\n\n차를 마시면 혈압이 1.5 mmHg 낮아진다.\n"}
    known = ran(tmp_path, "차를 마시면 혈압이 낮아지는가?", documents)[0]
    (part,) = reading_list(known.graph, encoder()).parts
    assert "혈압이 1.5" in part.passages[0].text
    assert any("blood pressure" in passage.text for passage in part.passages)


def test_what_needs_judgement_is_declined() -> None:
    answers = {ask.name: respond(ask) for ask in ASKS}
    declined = {name for name, known in answers.items() if isinstance(known, Unable)}
    assert declined == {
        "judge.facets",
        "judge.resolution",
        "thinker.ideate",
        "counter_reviewer.challenge",
        "writer.answer",
        "writer.edit",
        "writer.check",
    }
    judged = [known for name, known in answers.items() if name in declined - {"writer.answer"}]
    assert all(isinstance(known, Unable) and known.reason == Message(NOT_JUDGED) for known in judged)


def test_statements_with_other_figures_or_a_denial_are_never_merged() -> None:
    one = compared("Tea lowers blood pressure by 3 per cent.")
    assert near_identical(one, compared("Tea lowers blood pressure by 3 per cent!"))
    assert not near_identical(one, compared("Tea lowers blood pressure by 4 per cent."))
    assert not near_identical(one, compared("Tea never lowers blood pressure by 3 per cent."))


def test_a_denial_of_the_same_is_a_candidate() -> None:
    texts = (
        "Straw mulch attracts slugs in wet gardens.",
        "Straw mulch does not attract slugs in wet gardens.",
    )
    (pair,) = differing([compared(text) for text in texts], encoder())
    assert pair.kind == "negation"
    assert differing([compared(texts[0])], encoder()) == []


def test_figures_have_value_unit_and_words() -> None:
    (one, other) = figures("In 2021 the 64 houses were 1.8 °C cooler on the 3rd day.")
    assert (one.value, one.unit) == ("64", "houses")
    assert (other.value, other.unit, "1.8 °C cooler" in other.what) == ("1.8", "°C", True)
