"""Whole sessions over Claude's wire: real HTTP to the stand-in, which keeps a bill of its own."""

import asyncio
import re
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.models.settings import Connection
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.adapters.system import SystemClock
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.calls.events import Event, SchemaRefused
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.errors import BudgetExceeded, KeyRefused
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from pathfinder.running import research, resume
from pathfinder.writing import Thesis, Writer, write_thesis
from tests.builders import a_page
from tests.mulch import DOCUMENTS
from tests.mulch import QUESTION as DOCUMENTS_QUESTION
from tests.standin import Fault, faults
from tests.standin.buckets import Buckets
from tests.standin.server import Nature, Standin
from tests.standin.sharing import answers_usd_micros, shared, without_caching_usd_micros
from tests.worlds import QUESTION, world

pytestmark = pytest.mark.slow


def session(
    api: Standin,
    home: Path,
    *,
    key: str | None = None,
    pages: tuple[StoredPage, ...] | None = None,
    **limits: int,
) -> RunEnd:
    """A session on the stand-in, over the pages of the small world."""
    options = RunConfig(limits=Limits.model_validate(limits), parallel=3)
    return asyncio.run(research(QUESTION, _engine(api, key, pages), options, home=home))


def going_on(api: Standin, home: Path, **limits: int) -> RunEnd:
    """The same session with other limits."""
    options = RunConfig(limits=Limits.model_validate(limits), parallel=3)
    return asyncio.run(resume(Sessions(home, Disk()).resolve(), _engine(api), options))


def _engine(api: Standin, key: str | None = None, pages: tuple[StoredPage, ...] | None = None) -> Deps:
    attempt = ClaudeAttempt(Connection(key=SecretStr(key or api.key), base_url=api.base_url))
    known = pages or world()
    return Deps(attempt, PageSources(ScriptedSearch(known), ScriptedFetch(known)), close=attempt.close)


def test_nine_iterations_and_a_thesis_over_http_with_real_quotes(tmp_path: Path) -> None:
    """All that a session asks goes over HTTP and comes back."""
    docs, home = tmp_path / "docs", tmp_path / "r"
    docs.mkdir()
    for name, text in DOCUMENTS.items():
        (docs / name).write_text(text, encoding="utf-8")
    with Standin() as api:
        heard = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url))
        with closing(Folder(docs, default_table(), SystemClock(), encoder=encoder)) as folder:
            engine = Deps(heard, PageSources(folder, folder, local=True), close=heard.close)
            limits = Limits(max_iterations=9, budget_usd_micros=50_000_000)
            options = RunConfig(limits=limits, parallel=3, depth="shallow")
            end = asyncio.run(research(DOCUMENTS_QUESTION, engine, options, home=home))
        assert end.error is None
        assert end.graph.iteration == 9
        assert {request.status for request in api.requests} == {200}
        assert end.graph.run.spend.total_usd_micros == api.usd_micros
        # Models think for 200 to 8,000 tokens, and no call is lost by it.
        assert not {"given_up", "unreadable"} & {failure.kind for failure in end.graph.failures}
        rooms = {(request.title, request.body["max_tokens"]) for request in api.requests}
        assert len(rooms) == len(set(api.titles()))
        outputs = [request.counted.output for request in api.requests]
        assert min(outputs) < 1_000
        assert max(outputs) > 6_000
        session = Sessions(home, Disk()).resolve()
        thesis = asyncio.run(_thesis(session, heard))
        spent = thesis.graph.run.spend.total_usd_micros + thesis.graph.run.open_usd_micros
        assert spent == api.usd_micros
        explored = {"Decomposition", "Briefs", "PageChoice", "Reading", "Conclusion"}
        assert set(api.titles()) >= explored | {"ClaimReviews", "AuditPoints", "Ideas", "WrittenAnswer"}
        in_common = shared(api.requests)
        # Conclusions of one turn go out together: the facts they share cannot have been kept yet.
        assert in_common.read >= 0.7 * in_common.shared
        answers = answers_usd_micros(api.requests)
        assert api.usd_micros - answers < 0.8 * (without_caching_usd_micros(api.requests) - answers)
    assert any(finding.verdict is not None for finding in end.graph.findings.values())
    quotes = [known.quote for known in end.graph.observations.values()]
    assert len(quotes) > 5
    assert all(
        any(_squeezed(str(quote)) in _squeezed(text) for text in DOCUMENTS.values()) for quote in quotes
    )
    assert verify(session, Disk()) == ()
    written = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert api.key.encode() not in written


async def _thesis(known: Session, heard: ClaudeAttempt) -> Thesis:
    try:
        return await write_thesis(known, Writer(heard, "claude-opus-5-5"))
    finally:
        await heard.close()


def _squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.soak
def test_late_iterations_cost_hardly_more_than_early_ones(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """What a model is shown stays bounded, however long the session: 15 iterations against 60 in a soak."""
    early, late = (15, 60) if pytestconfig.getoption("--soak") else (3, 6)
    with Standin() as api:
        marks = []
        for most in (early - 1, early, late - 1, late):
            if not (tmp_path / "r").exists():
                session(api, tmp_path / "r", max_iterations=most, budget_usd_micros=900_000_000)
            else:
                going_on(api, tmp_path / "r", max_iterations=most, budget_usd_micros=900_000_000)
            marks.append(sum(request.counted.prompt for request in api.requests))
    if pytestconfig.getoption("--soak"):
        assert marks[3] - marks[2] <= 1.3 * (marks[1] - marks[0])
    assert marks == sorted(marks)


def test_a_page_that_is_too_long_for_the_model_is_read_in_halves(tmp_path: Path) -> None:
    text = "\n".join(
        f"Ground loops in Velm cut the heating bill by {n} per cent in year {n}. " * 12 for n in range(9)
    )
    pages = (a_page(text, "https://energy.gov.example/long", "official", title="Ground loops in Velm"),)
    with Standin() as api:
        api.fail(Fault("status", status=413, error="request_too_large", only="Reading", times=1))
        end = session(api, tmp_path / "r", pages=pages, max_iterations=1)
        readings = [request for request in api.requests if request.title == "Reading"]
    assert end.error is None
    numbers = [set(re.findall(r'passage number=\\"(\d+)', request.raw.decode())) for request in readings]
    whole = max(numbers, key=len)
    first, second = (part for part in numbers if part != whole)
    assert first | second == whole
    assert not first & second
    assert end.graph.observations
    assert not any(failure.kind == "unreadable" for failure in end.graph.failures)


def test_the_limits_in_the_headers_are_kept(tmp_path: Path) -> None:
    """A minute of the provider takes a second and a half here, so that the buckets really bind."""
    minute = 1.5
    nature = Nature(limits=lambda: Buckets(60, 300_000, 60_000, minute), latency_seconds=0.05)
    with Standin(nature=nature) as api:
        where = Connection(key=SecretStr(api.key), base_url=api.base_url, minute_seconds=minute)
        attempt = ClaudeAttempt(where)
        pages = world()
        engine = Deps(attempt, PageSources(ScriptedSearch(pages), ScriptedFetch(pages)), close=attempt.close)
        options = RunConfig(limits=Limits(max_iterations=6), parallel=3)
        end = asyncio.run(research(QUESTION, engine, options, home=tmp_path / "r"))
        # Until the first headers are there nobody knows the limits.
        refused = sum(request.status == 429 for request in api.requests[20:])
        assert end.error is None
        assert len(api.requests) > 60
        assert refused <= 0.03 * len(api.requests), [(b.limits, b.levels) for b in api.buckets.values()]


def test_one_malformed_answer_costs_one_repair_and_not_the_run(tmp_path: Path) -> None:
    with Standin() as calm:
        session(calm, tmp_path / "calm", max_iterations=1)
    with Standin() as api:
        api.fail(faults.malformed(only="Briefs"))
        end = session(api, tmp_path / "r", max_iterations=1)
        assert api.titles().count("Briefs") == calm.titles().count("Briefs") + 1
        assert end.graph.run.spend.total_usd_micros == api.usd_micros
    assert end.error is None
    assert end.graph.failures == ()


def test_a_wrong_key_pauses_the_run_and_loses_nothing(tmp_path: Path) -> None:
    with Standin() as api:
        end = session(api, tmp_path / "r", key="sk-ant-wrong-00000000", max_iterations=2)
        assert isinstance(end.error, KeyRefused)
        assert (end.graph.run.status, end.graph.run.reason[:4]) == ("paused", "key:")
        assert "sk-ant-wrong" not in str(end.error)


def test_the_cap_holds_to_the_cent_and_more_money_goes_on(tmp_path: Path) -> None:
    with Standin() as api:
        end = session(api, tmp_path / "r", max_iterations=9, budget_usd_micros=150_000)
        assert isinstance(end.error, BudgetExceeded)
        assert end.graph.run.status == "budget_exceeded"
        spent = end.graph.run.spend.total_usd_micros + end.graph.run.open_usd_micros
        assert spent == api.usd_micros <= 150_000


def test_every_answer_being_useless_ends_without_evidence_and_says_so(tmp_path: Path) -> None:
    with Standin() as api:
        api.fail(faults.wrong_type(times=None))
        end = session(api, tmp_path / "r", max_iterations=2)
    assert end.graph.iteration == 2
    assert end.graph.observations == {}
    report = (tmp_path / "r" / "current" / "RESEARCH_REPORT.md").read_text(encoding="utf-8")
    assert report.startswith("**No evidence was found")
    assert end.graph.failures


class Heard:
    """Whatever the run tells."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)


def test_a_provider_that_takes_no_schema_is_told_of_once_for_each_call_and_loses_nothing(
    tmp_path: Path,
) -> None:
    heard = Heard()
    with Standin() as api:
        api.fail(faults.refused_schema(times=None))
        options = RunConfig(limits=Limits(max_iterations=2, budget_usd_micros=90_000_000), parallel=3)
        end = asyncio.run(research(QUESTION, _engine(api), options, home=tmp_path / "r", events=(heard,)))
        assert end.error is None
        assert end.graph.observations
        assert end.graph.run.spend.total_usd_micros == api.usd_micros
        answered = {request.title for request in api.requests if request.status == 200}
    calls = [event.call for event in heard.events if isinstance(event, SchemaRefused)]
    assert len(calls) == len(set(calls)) == len(answered)
    assert {"lead.brief", "explorer.read", "explorer.conclude"} <= set(calls)
