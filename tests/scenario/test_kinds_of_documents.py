"""A folder with one document of each kind, researched with a scripted model and without one."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from shutil import copy

import pytest
from docx.document import Document as WordDocument

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.models.reading_list.attempt import ReadingListAttempt
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reading import list_of
from pathfinder.reports.content.judge_assembly import ReportContext, judge_report
from pathfinder.reports.html import html_report
from pathfinder.reports.locales.place_words import place_of
from pathfinder.reports.markdown.answer_lines import answer_content, answer_lines
from pathfinder.reports.markdown.reading_list import list_markdown
from pathfinder.reports.markdown.report import judge_markdown
from pathfinder.run_config import Answering, RunConfig
from pathfinder.running import research
from tests.fakes.fixed_clock import FixedClock
from tests.office import a_deck, a_mail, a_mailbox, a_word_file, a_workbook, an_epub
from tests.pdfs import a_pdf
from tests.worlds import QUESTION, respond

FACTS = {
    "report.docx": "Ground loops in Velm cut the heating bill by 41 per cent.",
    "plan.pptx": "Shared drilling halves the price of ground loops in Velm.",
    "costs.xlsx": "Ground loops for a house in Velm",
    "wells.csv": "Ground loops beside deep wells in Velm",
    "letter.eml": "The subsidy for ground loops in Velm ended in 2024.",
    "box.mbox": "Ground loops last forty years in the sandy soil of Velm.",
    "mail/cur/1935.M5P6.host:2,S": "Ground loops do not pay off in the clay soil of Velm.",
    "chat.jsonl": "Ground loops pay off within nine years in Velm, the owners say.",
    "book.epub": "Ground loops were first laid in Velm in the spring of 1989.",
    "notes.md": "Ground loops need no repair in the first years in Velm.",
    "page.html": "Ground loops in Velm warm four hundred houses this winter.",
    "paper.pdf": "Ground loops pay off in Velm when power is dear.",
}
PLACES = {
    "plan.pptx": "slide 2, “Drilling”",
    "costs.xlsx": "sheet “Prices”, row 2",
    "wells.csv": "row 2",
    "box.mbox": "message 2, “Soil”",
    "chat.jsonl": "line 2",
    "book.epub": "chapter 2, “Loops”",
    "paper.pdf": "page 2",
}


def documents() -> Mapping[str, bytes]:
    def word(document: WordDocument) -> None:
        document.add_paragraph(FACTS["report.docx"])

    prices = [("Year", "What", "Price (EUR)"), ("2031", FACTS["costs.xlsx"], 9_000), ("2031", "A pump", 300)]
    said = ({"user": "ada", "text": "Well?"}, {"user": "ben", "text": FACTS["chat.jsonl"]})
    return {
        "report.docx": a_word_file(word),
        "plan.pptx": a_deck(("Plan", "The plan in short."), ("Drilling", FACTS["plan.pptx"])),
        "costs.xlsx": a_workbook({"Notes": [("All prices are of 2031.",)], "Prices": prices}),
        "wells.csv": f"Place,Depth (m)\n{FACTS['wells.csv']},90\n".encode(),
        "letter.eml": a_mail("The subsidy", FACTS["letter.eml"]),
        "box.mbox": a_mailbox(a_mail("Hello", "How are you?"), a_mail("Soil", FACTS["box.mbox"])),
        "mail/cur/1935.M5P6.host:2,S": a_mail("Clay", FACTS["mail/cur/1935.M5P6.host:2,S"]),
        "chat.jsonl": "\n".join(map(json.dumps, said)).encode(),
        "book.epub": an_epub(
            ("Bay", "<p>The bay of Velm is wide and cold.</p>"), ("Loops", f"<p>{FACTS['book.epub']}</p>")
        ),
        "notes.md": FACTS["notes.md"].encode(),
        "page.html": f"<html><body><article><p>{FACTS['page.html']}</p></article></body></html>".encode(),
        "paper.pdf": a_pdf(["The first page."], [FACTS["paper.pdf"]]),
    }


def run(docs: Path, home: Path, model: ScriptedModel | ReadingListAttempt) -> RunEnd:
    folder = Folder(docs, default_table(), FixedClock(), encoder=encoder)
    engine = Deps(
        model,
        PageSources(folder, folder, local=True),
        similarity=encoder().similarity,
        name="a model",
        clock=FixedClock(),
    )
    options = RunConfig(limits=Limits(max_iterations=3), parallel=3, answer=Answering())

    async def whole() -> RunEnd:
        await folder.refresh()
        assert folder.skipped == ()
        return await research(QUESTION, engine, options, home=home)

    try:
        return asyncio.run(whole())
    finally:
        folder.close()


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    for name, content in documents().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def places(graph: CogniGraph) -> dict[str, str]:
    """The place of each fact that was quoted, by the name of its document."""
    return {
        name: place_of(graph, seen, "en")
        for name, fact in FACTS.items()
        for seen in graph.observations.values()
        if seen.source_url == f"file:{name}" and fact.rstrip(".") in (seen.quote or "")
    }


@pytest.mark.slow
def test_a_row_a_slide_and_a_mail_are_cited_with_their_places(docs: Path, tmp_path: Path) -> None:
    end = run(docs, tmp_path, ScriptedModel(respond=respond))
    found = places(end.graph)
    assert found.keys() == FACTS.keys()
    assert {name: place for name, place in found.items() if place} == PLACES
    rows = {seen.quote for seen in end.graph.observations.values() if seen.source_url == "file:costs.xlsx"}
    assert f"- Year: 2031 | What: {FACTS['costs.xlsx']} | Price (EUR): 9000" in rows

    kept = end.answer
    assert isinstance(kept, KeptAnswer)
    report = judge_report(end.graph, ReportContext(answer=kept))
    for view in (judge_markdown(report), html_report(report)):
        for name in ("costs.xlsx", "plan.pptx", "box.mbox"):
            assert PLACES[name] in view
    assert any(
        "slide 2" in line or "row 2" in line
        for line in answer_lines(answer_content(end.graph, kept), "en", whole=True)
    )
    session = Sessions(tmp_path, Disk()).resolve()
    assert verify(session, Disk()) == ()
    store = FileStore(session, Disk())
    try:
        assert places(asyncio.run(store.load())) == found
    finally:
        store.close()


@pytest.mark.slow
def test_the_reading_list_names_the_places_too(docs: Path, tmp_path: Path) -> None:
    some = tmp_path / "some"
    some.mkdir()
    for name in ("costs.xlsx", "plan.pptx", "box.mbox"):
        copy(docs / name, some / name)
    known = list_of(run(some, tmp_path / "home", ReadingListAttempt()).graph)
    for name in ("costs.xlsx", "plan.pptx", "box.mbox"):
        assert PLACES[name] in list_markdown(known, "en")
    assert "“Prices” 시트 2행" in list_markdown(known, "ko")
