"""A whole session without a model over a small folder, English and Korean: no key, no network."""

import asyncio
from pathlib import Path
from typing import TypeVar

import pytest

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.models.reading_list.attempt import ReadingListAttempt
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.recall import recall
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.assembly import assemble
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.calls.asks import Ask, Reply
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import evidence_bytes
from pathfinder.reading import list_of
from pathfinder.run_config import RunConfig
from pathfinder.running import research, resume
from tests.fakes.fixed_clock import FixedClock
from tests.mulch import DOCUMENTS, QUESTION

A = TypeVar("A", bound=Frozen)


class Counting(ReadingListAttempt):
    """Counts the questions that reach the engine."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        self.asked += 1
        return await super().reply(ask, step)


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def session(
    docs: Path, home: Path, iterations: int, *, question: str = QUESTION, again: bool = False
) -> tuple[RunEnd, int]:
    """Run a session, or go on with the one that is there; how it ended, and how many questions were asked."""
    attempt, folder = Counting(), Folder(docs, default_table(), FixedClock(), encoder=encoder)

    async def close() -> None:
        folder.close()
        await attempt.close()

    engine = Deps(attempt, PageSources(folder, folder, local=True), clock=FixedClock(), close=close)
    options = RunConfig(limits=Limits(max_iterations=iterations), parallel=3)

    async def whole() -> RunEnd:
        await folder.refresh()
        if again:
            return await resume(Sessions(home, Disk()).resolve(), engine, options)
        return await research(question, engine, options, home=home)

    return asyncio.run(whole()), attempt.asked


@pytest.fixture(scope="module")
def ended(docs: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, RunEnd]:
    home = tmp_path_factory.mktemp("first") / "r"
    return home, session(docs, home, 3)[0]


def quotes(graph: CogniGraph) -> str:
    return " ".join(known.quote or "" for known in graph.observations.values())


def test_three_iterations_bring_quoted_evidence_and_break_nothing(ended: tuple[Path, RunEnd]) -> None:
    home, end = ended
    graph = end.graph
    assert end.error is None
    assert (graph.run.status, graph.iteration) == ("completed", 3)
    assert list(breaches(graph)) == []
    assert verify(Sessions(home, Disk()).resolve(), Disk()) == ()
    assert all(known.verified for known in graph.observations.values())
    assert not [failure for failure in graph.failures if failure.kind == "unverified"]
    assert graph.run.spend.total_usd_micros == 0


def test_other_matters_and_orders_are_left_alone(ended: tuple[Path, RunEnd]) -> None:
    said = quotes(ended[1].graph)
    for alone in ("Tickets", "assistants", "cures all plants", "subscribe", "구독"):
        assert alone not in said


def test_resuming_repeats_nothing_and_goes_on(docs: Path, tmp_path: Path, ended: tuple[Path, RunEnd]) -> None:
    first, asked = session(docs, tmp_path / "r", 2)
    assert asked > 0
    same, none = session(docs, tmp_path / "r", 2, again=True)
    assert none == 0
    assert evidence_bytes(same.graph) == evidence_bytes(first.graph)
    further, _ = session(docs, tmp_path / "r", 3, again=True)
    assert evidence_bytes(further.graph) == evidence_bytes(ended[1].graph)


def test_a_korean_question_reads_english_pages_too(docs: Path, tmp_path: Path) -> None:
    end, _ = session(docs, tmp_path / "r", 1, question="짚 덮기는 벨름의 텃밭에서 땅 온도를 낮추는가?")
    assert end.error is None
    read = {known.source_url for known in end.graph.observations.values()}
    assert any("ko-" in url for url in read)
    assert any("ko-" not in url for url in read)


CROSSING = {
    "origin.md": """# 교차 출처 요청

교차 출처 요청은 브라우저가 다른 출처의 서버와 통신하는 상황을 말합니다.

## 출처 { #origin }

출처란 프로토콜(`http`, `https`), 도메인(`a.example`, `localhost`), 포트(`80`, `443`)의
조합을 의미합니다.

## 허용

허용할 출처의 목록을 만듭니다. 모든 출처를 허용하려면 별표를 쓸 수 있습니다.
허용된 출처를 하나씩 적는 것이 더 안전합니다. 허용하지 않은 출처의 요청은 브라우저가 막습니다.
""",
    "client.md": """# Clients

!!! hint
    Use a client if you come from another library.

## Why use a client?

When you use the top-level functions, a new connection is made for every single request.
A client, on the other hand, keeps its connections in a pool. So several requests to one host share them.

Using the top-level functions is fine for a first try. Top-level functions take the same options as a client.
""",
    "proxies.md": """# Proxies

A proxy is given to a client, or to the top-level functions, as an option. A client has one proxy.
""",
}
ASKED = {
    "교차 출처 요청에서 말하는 출처는 무엇으로 이루어지나요?": "출처란 프로토콜",
    "허용하지 않은 출처의 요청은 어떻게 되나요?": "브라우저가 막습니다",
    "Why is a client more efficient than the top-level functions?": "keeps its connections in a pool",
}


@pytest.mark.parametrize("question", ASKED)
def test_what_recall_finds_first_is_among_the_first_of_the_list(question: str, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in CROSSING.items():
        (folder / name).write_text(text, encoding="utf-8")
    end, _ = session(folder, tmp_path / "r", 1, question=question)
    found = recall(Sessions(tmp_path / "r", Disk()).resolve(), question, Disk())
    assert any(ASKED[question] in known.text for known in found[:5])
    (part,) = list_of(end.graph).parts
    assert any(ASKED[question] in passage.quote for passage in part.passages[:5])


def test_files_that_are_only_counted_stand_in_the_ledger_and_end_no_run(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in DOCUMENTS.items():
        (docs / name).write_text(text, encoding="utf-8")
    for name in ("one.png", "two.png", ".hidden"):
        (docs / name).write_bytes(b"\x89PNG\r\n\x1a\n")
    config = RunConfig(docs=docs, home=tmp_path / "home", limits=Limits(max_iterations=1))
    end = asyncio.run(research(QUESTION, assemble(config), config, home=tmp_path / "r"))
    told = {str(failure.what): str(failure.reason) for failure in end.graph.failures}
    assert (told["PNG images"], told["hidden files and folders"]) == ("2 left alone", "1 left alone")
