"""LOW_QUALITY: what Explorers are shown of a search has its forums at the end."""

from typing import Any

from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.ports import Searched, SearchResult
from pathfinder.protocols.calls.questions import ChoosePages
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.edits import SetHealth
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Health
from tests.scenario.staged import DirectSources, Stage
from tests.worlds import QUESTION, respond

FORUM = "www.reddit.com"


class Talkative(DirectSources):
    """Every search finds a forum first."""

    async def search(self, query: str, iteration: int) -> Searched:
        found = await super().search(query, iteration)
        forum = SearchResult(url=f"https://{FORUM}/r/velm/comments/1", title="what I heard")
        return found.model_copy(update={"results": (forum, *found.results)})


def places_of_the_forum(graph: CogniGraph) -> set[str]:
    """Where the forum stands among the results that Explorers choose from."""
    places = set()

    def watching(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        if isinstance(ask, ChoosePages) and step.round == 1:
            sites = [result.site for result in ask.results]
            if FORUM in sites:
                places.add("last" if sites.index(FORUM) == len(sites) - 1 else "first")
        return respond(ask, step)

    Stage(respond=watching, sources=Talkative).iterate(graph)
    return places


def test_forums_are_lowered_only_while_sources_are_poor() -> None:
    graph = CogniGraph(question=QUESTION)
    assert places_of_the_forum(graph) == {"first"}
    poor = apply(graph, [SetHealth(health=Health(issues=("LOW_QUALITY",)))])
    assert places_of_the_forum(poor) == {"last"}
