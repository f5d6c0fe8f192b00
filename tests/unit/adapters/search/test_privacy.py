"""Words that stand in the user's documents only stay out of what the web is asked."""

import asyncio
from collections.abc import Iterator

import pytest

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.search.privacy import Discretion
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.types import CogniGraph
from tests.builders import a_graph, a_hypothesis, a_source, evidence
from tests.fakes.fixed_clock import FixedClock

DOCS = {
    "plan.md": "# Project Zarquon\n\nThe merger with Brackwell closes on 14 March at 1750 a share.",
    "ko.md": "# 계획\n\n자르쿠온의 인수는 삼월에 끝난다. 온도가 낮다.",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folder]:
    root = tmp_path_factory.mktemp("docs")
    for name, text in DOCS.items():
        (root / name).write_text(text, encoding="utf-8")
    known = Folder(root, default_table(), FixedClock())
    yield known
    known.close()


def said(
    folder: Folder, query: str, graph: CogniGraph | None = None, *, addresses_tell: bool = True
) -> str | None:
    async def run() -> str | None:
        known = graph or a_graph(question="How do mergers work?")
        return (await Discretion(folder, addresses_tell=addresses_tell).sayable(known))(query)

    return asyncio.run(run())


def test_names_and_figures_of_the_documents_stay_out(folder: Folder) -> None:
    assert said(folder, "zarquon merger share price") == "merger share price"
    assert said(folder, "Brackwell 1750 takeover") == "takeover"
    assert said(folder, "자르쿠온 인수 전망") == "인수 전망"


def test_general_words_and_words_of_nowhere_may_leave(folder: Folder) -> None:
    assert said(folder, "merger temperature perovskite 온도") == "merger temperature perovskite 온도"


def test_a_query_of_nothing_else_is_not_sent(folder: Folder) -> None:
    assert said(folder, "Zarquon Brackwell") is None


def test_what_the_user_asked_or_the_web_said_may_be_said(folder: Folder) -> None:
    assert said(folder, "zarquon share", a_graph(question="What is Zarquon?")) == "zarquon share"
    page = a_source("https://news.example/1", title="Brackwell speaks")
    graph = a_graph([("hyp_A1", a_hypothesis())], *evidence(1, "hyp_A1", page))
    assert said(folder, "brackwell zarquon", graph) == "brackwell"
    own = a_source("file:///d/plan.md", title="Brackwell speaks")
    graph = a_graph([("hyp_A1", a_hypothesis())], *evidence(1, "hyp_A1", own))
    assert said(folder, "brackwell merger", graph) == "merger"
    # With trusted front matter a file may bear the address of a page; its words are the user's all the same.
    graph = a_graph([("hyp_A1", a_hypothesis())], *evidence(1, "hyp_A1", page))
    assert said(folder, "brackwell merger", graph, addresses_tell=False) == "merger"
