"""Whole sessions on each engine, over real HTTP to the stand-ins, with the guarded fetch for the pages."""

import asyncio
import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from pydantic import SecretStr
from reportlab.pdfgen.canvas import Canvas

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.settings import Connection
from pathfinder.adapters.search.engines import SearchSetup, search_engines
from pathfinder.adapters.search.papers import WebPaperReader, pdf_keeper
from pathfinder.adapters.search.settings import (
    AcademicSettings,
    ArxivSettings,
    CrossrefSettings,
    EngineName,
    ExaSettings,
    OpenalexSettings,
    PubmedSettings,
    SearchSettings,
    SearxngSettings,
    SemanticScholarSettings,
    engines_of,
)
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.calls.ports import PaperReader
from pathfinder.protocols.errors import BudgetExceeded, EnginesChanged, KeyRefused
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.memory import Limits
from pathfinder.reports.content.engine_counts import engine_counts
from pathfinder.run_config import RunConfig
from pathfinder.running import research, resume
from tests.fakes.fixed_clock import FixedClock
from tests.standin.engines.library import AROUND, WEB
from tests.standin.engines.server import CLAUDE_KEY, EXA_KEY, S2_KEY, Engines, Trouble
from tests.web import Internet, a_fetch, answer, article, path_of, serving
from tests.worlds import QUESTION, respond

pytestmark = pytest.mark.slow

KEYS = {"EXA_API_KEY": EXA_KEY, "S2_API_KEY": S2_KEY}
FULL_TEXT = "Sandy soil stores more heat than clay soil in every winter that was measured in Velm"


@pytest.fixture
def api() -> Iterator[Engines]:
    with Engines() as running:
        yield running


def means(api: Engines, **search: object) -> SearchSetup:
    academic = AcademicSettings(
        arxiv=ArxivSettings(base_url=api.base("arxiv"), rate=500),
        semantic_scholar=SemanticScholarSettings(base_url=api.base("semantic_scholar"), rate=500),
        pubmed=PubmedSettings(base_url=api.base("pubmed"), rate=500, enabled=True),
        openalex=OpenalexSettings(base_url=api.base("openalex"), rate=500),
        crossref=CrossrefSettings(base_url=api.base("crossref"), rate=500),
    )
    settings = {
        "exa": ExaSettings(base_url=api.base("exa"), rate=500),
        "searxng": SearxngSettings(base_url=api.base("searxng"), rate=500),
        "fallback": False,
        **search,
    }
    return SearchSetup(
        search=SearchSettings.model_validate(settings),
        academic=academic,
        claude=Connection(key=SecretStr(CLAUDE_KEY), base_url=api.base("claude")),
        secret=lambda name: SecretStr(KEYS[name]) if name in KEYS else None,
    )


def a_pdf() -> bytes:
    content = BytesIO()
    canvas = Canvas(content)
    for line in range(8):
        canvas.drawString(40, 800 - 20 * line, f"{FULL_TEXT}." if line == 0 else f"Line {line} of the paper.")
    canvas.drawString(40, 400, "The winters of three years were measured in forty houses by two people.")
    canvas.save()
    return content.getvalue()


async def pages(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
    """The web of these tests: every page and the open PDF; robots.txt is not there."""
    path = path_of(head)
    docs = {f"/{doc.url.split('/', 3)[3]}": doc for doc in WEB}
    if path.endswith(".pdf"):
        writer.write(answer(body=a_pdf(), content_type="application/pdf"))
    elif path in docs:
        paragraphs = "".join(f"<p>{part}.</p>" for part in docs[path].text.split(". "))
        writer.write(answer(body=article(paragraphs, docs[path].title)))
    else:
        writer.write(answer(404))


async def run(
    names: tuple[EngineName, ...], home: Path, given: SearchSetup, limits: Limits, *, again: bool
) -> RunEnd:
    engines = search_engines(names, given, None)
    async with serving(pages) as port:
        web = a_fetch(internet=Internet(port))

        def reader(session: Path) -> PaperReader:
            keep = pdf_keeper(session / "papers", Disk())
            return WebPaperReader(web, default_table(), FixedClock(), crossref=engines.crossref, keep=keep)

        async def close() -> None:
            await engines.close()
            await web.close()

        attempt = ScriptedModel(respond=respond)
        engine = Deps(
            attempt,
            PageSources(engines.plan, web, papers=reader, around=engines.scholar),
            clock=FixedClock(),
            close=close,
            name="scripted",
        )
        options = RunConfig(limits=limits, parallel=2, quick=True)
        if again:
            return await resume(Sessions(home, Disk()).resolve(), engine, options)
        return await research(QUESTION, engine, options, home=home)


def session(
    api: Engines,
    engines: str,
    home: Path,
    given: SearchSetup | None = None,
    *,
    iterations: int = 1,
    budget: int = 10_000_000,
    again: bool = False,
) -> RunEnd:
    limits = Limits(max_iterations=iterations, budget_usd_micros=budget)
    return asyncio.run(run(engines_of(engines), home, given or means(api), limits, again=again))


@pytest.mark.parametrize(
    ("engines", "asked", "cost"),
    [("claude", {"claude"}, 10_620), ("exa", {"exa"}, 5_000), ("searxng", {"searxng"}, 0)],
)
def test_a_session_on_a_web_engine_ends_in_evidence_and_to_the_cent(
    api: Engines, tmp_path: Path, engines: str, asked: set[str], cost: int
) -> None:
    end = session(api, engines, tmp_path / "r")
    assert end.error is None
    assert end.graph.observations
    assert {source.url for source in end.graph.sources.values()} <= {doc.url for doc in WEB}
    counts = engine_counts(end.graph)
    assert {known.engine for known in counts} == asked
    searches = sum(known.searches for known in counts)
    assert searches == api.count(engines)  # type: ignore[arg-type]  # one name
    assert end.graph.run.spend.total_usd_micros == cost * searches == sum(k.usd_micros for k in counts)
    assert verify(Sessions(tmp_path / "r", Disk()).resolve(), Disk()) == ()
    written = b"".join(path.read_bytes() for path in (tmp_path / "r").rglob("*") if path.is_file())
    assert CLAUDE_KEY.encode() not in written
    assert EXA_KEY.encode() not in written


def test_papers_are_read_kept_and_followed_and_what_was_retracted_has_no_weight(
    api: Engines, tmp_path: Path
) -> None:
    end = session(api, "academic", tmp_path / "r", iterations=2)
    assert end.error is None
    by_url = {source.url: source for source in end.graph.sources.values()}
    first = by_url["https://arxiv.org/abs/2601.00001"]
    assert first.type == "paper"
    assert first.paper is not None
    assert first.paper.whole
    assert (first.paper.citations, first.doi) == (120, "10.5555/velm.1")
    assert any(FULL_TEXT[:60] in (seen.quote or "") for seen in end.graph.observations.values())
    taken_back = [source for source in by_url.values() if source.retracted is not None]
    assert [source.doi for source in taken_back] == ["10.5555/velm.3"]
    assert taken_back[0].weight == 0
    folder = tmp_path / "r" / "current"
    assert (folder / "papers" / "2601.00001.pdf").read_bytes().startswith(b"%PDF")
    index = json.loads((folder / "paper_index.json").read_text(encoding="utf-8"))
    assert index["2601.00001"]["citations"] == 120
    assert index["2601.00001"]["pdf_path"] == "papers/2601.00001.pdf"
    assert index["10.5555_velm.3"]["retracted"]
    assert "Retracted, without weight" in (folder / "citations.md").read_text(encoding="utf-8")
    # What stands around the strong paper of the first iteration is a direction of the second.
    origins = {known.keyword: known.origin for known in end.graph.unexplored if known.keyword in AROUND}
    assert set(origins) == set(AROUND)
    assert all(origin and origin.startswith(("arxiv:", "doi:")) for origin in origins.values())
    assert verify(Sessions(tmp_path / "r", Disk()).resolve(), Disk()) == ()


def test_hybrid_and_papers_are_one_list_and_one_bill(api: Engines, tmp_path: Path) -> None:
    end = session(api, "hybrid+academic", tmp_path / "r", iterations=2)
    assert end.error is None
    urls = [source.url for source in end.graph.sources.values()]
    assert len(urls) == len(set(urls))
    assert {doc.url for doc in WEB} & set(urls)
    spent = {known.engine: known.usd_micros for known in engine_counts(end.graph)}
    assert spent["claude"] == 10_620 * api.count("claude")
    assert spent["exa"] == 5_000 * api.count("exa")
    assert {"arxiv", "semantic_scholar", "openalex", "crossref", "pubmed"} <= set(spent)


def test_one_engine_of_two_failing_is_told_and_the_other_answers(api: Engines, tmp_path: Path) -> None:
    api.fail("exa", Trouble("status", times=None, status=500))
    end = session(api, "hybrid", tmp_path / "r")
    assert end.graph.observations
    told = [failure for failure in end.graph.failures if failure.what.endswith("(exa)")]
    assert told
    assert all("HTTP 500" in failure.reason for failure in told)
    assert {known.engine: known.failed > 0 for known in engine_counts(end.graph)} == {
        "claude": False,
        "exa": True,
    }


def test_a_failing_engine_hands_over_and_the_ledger_says_so(api: Engines, tmp_path: Path) -> None:
    api.fail("claude", Trouble("status", times=None, status=401))
    end = session(api, "claude", tmp_path / "r", means(api, fallback=True))
    assert end.error is None
    assert end.graph.observations
    assert {search.engine for search in end.graph.searches} == {"exa"}
    refused = [failure for failure in end.graph.failures if failure.what.endswith("(claude)")]
    assert {failure.kind for failure in refused} == {"refused"}
    assert "ANTHROPIC_API_KEY" in refused[0].reason
    assert api.count("exa") == len(end.graph.searches)


def test_every_engine_failing_ends_without_evidence_and_says_so(api: Engines, tmp_path: Path) -> None:
    api.fail("exa", Trouble("malformed", times=None))
    end = session(api, "exa", tmp_path / "r")
    assert end.graph.observations == {}
    assert any("documented form" in failure.reason for failure in end.graph.failures)
    [exa] = engine_counts(end.graph)
    assert (exa.engine, exa.searches) == ("exa", 0)
    assert exa.failed > 0
    report = (tmp_path / "r" / "current" / "RESEARCH_REPORT.md").read_text(encoding="utf-8")
    assert report.startswith("**No evidence was found")


def test_the_cap_holds_for_searches_and_a_resume_repeats_none(api: Engines, tmp_path: Path) -> None:
    end = session(api, "exa", tmp_path / "r", budget=16_000)
    assert isinstance(end.error, BudgetExceeded)
    paid = api.count("exa")
    assert 0 < paid * 5_000 <= 16_000
    again = session(api, "exa", tmp_path / "r", budget=1_000_000, again=True)
    assert again.error is None
    asked = [str(known.body["query"]) for known in api.asked if known.engine == "exa"]
    assert len(asked) == len(set(asked)) > paid
    assert again.graph.run.spend.total_usd_micros == 5_000 * len(asked)


def test_other_engines_in_the_middle_of_an_iteration_are_refused_with_what_to_do(
    api: Engines, tmp_path: Path
) -> None:
    end = session(api, "exa", tmp_path / "r", budget=16_000)
    assert isinstance(end.error, BudgetExceeded)
    asked = len(api.asked)
    other = session(api, "searxng", tmp_path / "r", again=True)
    assert isinstance(other.error, EnginesChanged)
    assert "begun with --engine exa" in str(other.error)
    assert "--iterations 1" in str(other.error)
    assert len(api.asked) == asked
    assert session(api, "exa", tmp_path / "r", budget=1_000_000, again=True).error is None
    after = session(api, "searxng", tmp_path / "r", iterations=2, again=True)
    assert after.error is None
    assert {search.engine for search in after.graph.searches} == {"exa", "searxng"}


def test_a_wrong_key_and_nobody_else_to_ask_pauses_the_run_until_there_is_a_right_one(
    api: Engines, tmp_path: Path
) -> None:
    api.fail("exa", Trouble("status", times=1, status=401))
    end = session(api, "exa", tmp_path / "r")
    assert isinstance(end.error, KeyRefused)
    assert end.error.exit_code == 5
    assert "EXA_API_KEY" in str(end.error)
    again = session(api, "exa", tmp_path / "r", again=True)
    assert again.error is None
    assert again.graph.observations
