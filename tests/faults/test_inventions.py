"""A model that invents three of ten of its quotes, numbers, addresses and ids: none of them is told as found.

Looked at is what a person reads: the thesis, RESEARCH_REPORT.md and the judge report as Markdown and as JSON,
of whole sessions on disk. What was refused is named in two places on purpose, the failure ledger and the list
of dropped sentences; these are left out of the search.
"""

import asyncio
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.graph.memory import Limits
from pathfinder.reports.content.judge_assembly import ReportContext, judge_report
from pathfinder.reports.content.judge_schema import report_json
from pathfinder.reports.markdown.report import judge_markdown
from pathfinder.run_config import RunConfig
from pathfinder.running import research
from pathfinder.writing import Writer, events_of, write_thesis
from tests.faults.inventing import Invention, Inventor, found_in, strings
from tests.scenario.staged import PAGES
from tests.worlds import QUESTION

REFUSED = ("What did not work", "Dropped sentences")
"""Headings under which it is told what was refused."""
UNBOUND = "stand in none of the quotes"
"""In a line that names a claim's numbers which no quote says."""


class Unsynced(Syscalls):
    """A disk that does not wait: no test here pulls the plug."""

    def fsync(self, file: int) -> None:
        pass


def without_the_refused(markdown: str) -> str:
    """The text without the sections that name what was refused."""
    sections = re.split(r"(?m)^(?=## )", markdown)
    told = "".join(part for part in sections if not part.startswith(tuple(f"## {name}" for name in REFUSED)))
    return "\n".join(line for line in told.splitlines() if UNBOUND not in line)


def read_by_people(home: Path, inventor: Inventor, iterations: int) -> Iterator[tuple[str, str]]:
    """A whole session on disk with this model, and every text a person reads of it."""
    disk = Disk(Unsynced())
    engine = Deps(
        ScriptedModel(respond=inventor.respond), PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES))
    )
    options = RunConfig(limits=Limits(max_iterations=iterations), parallel=3)
    asyncio.run(research(QUESTION, engine, options, home=home, disk=disk))
    session = Sessions(home, disk).resolve()
    writer = Writer(ScriptedModel(respond=inventor.respond), "a model that invents")
    thesis = asyncio.run(write_thesis(session, writer, disk=disk))
    pages = FilePages(session, disk)
    events, _ = events_of(session, thesis.graph, disk)
    around = ReportContext(session=session.id, page_text=pages.text, events=events, answer=thesis.answer)
    report = judge_report(thesis.graph, around)
    document = json.loads(report_json(report))
    for refused in ("failures", "dropped"):
        del document[refused]
    interim = (session.folder / "RESEARCH_REPORT.md").read_text(encoding="utf-8")
    yield "thesis", without_the_refused(thesis.text)
    yield "RESEARCH_REPORT.md", without_the_refused(interim)
    yield "report.md", without_the_refused(judge_markdown(report))
    yield "report.json", strings(document)


Place = tuple[str, str, str]
"""A text people read, where the model was asked when it invented what stands there, and of what kind."""


class Heard(NamedTuple):
    """What a number of sessions came to."""

    through: dict[Place, list[tuple[int, Invention]]]
    invented: Counter[str]


@pytest.fixture(scope="module")
def heard(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Heard:
    soaking = request.config.getoption("--soak") is not None
    count, first = (200, request.config.getoption("--seed") * 1_000) if soaking else (20, 0)
    heard = Heard({}, Counter())
    for seed in range(first, first + count):
        inventor, home = Inventor(seed), tmp_path_factory.mktemp("invented")
        for name, text in read_by_people(home, inventor, 4 if seed % 10 == 0 else 2):
            assert len(text) > 1_000, name
            for known in found_in(text, inventor.invented):
                heard.through.setdefault((name, known.place, known.kind), []).append((seed, known))
        heard.invented.update(known.kind for known in inventor.invented)
        shutil.rmtree(home)
    return heard


@pytest.mark.soak
def test_nothing_invented_is_told_as_found(heard: Heard) -> None:
    assert min(heard.invented[kind] for kind in ("quote", "number", "url", "id")) > 300
    assert {place: some[:3] for place, some in heard.through.items()} == {}


@pytest.mark.soak
def test_no_invented_quote_is_told_anywhere(heard: Heard) -> None:
    assert [known for some in heard.through.values() for _, known in some if known.kind == "quote"] == []
