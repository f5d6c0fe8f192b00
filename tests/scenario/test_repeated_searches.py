"""A search is made once in an iteration, whoever asks for it and in whatever order of words."""

from typing import Any

from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.questions import Conclude, Conclusion
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from tests.scenario.staged import Stage
from tests.worlds import respond

WISHES = {1: "velm sandy soil yield", 2: "yield soil sandy velm", 3: "deep wells permits"}


def wishing(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
    """After the first turn each Explorer wants one more search; two of them want the same."""
    if isinstance(ask, Conclude) and step.round == 1 and step.turn == 1 and step.slot in WISHES:
        return Conclusion(missing=(WISHES[step.slot],), state="open")
    return respond(ask, step)


def test_two_explorers_that_want_one_search_in_two_orders_make_it_once() -> None:
    graph = Stage(respond=wishing, depth="deep").run(1)
    made = [search.query for search in graph.searches]
    assert WISHES[1] in made
    assert WISHES[2] not in made
    assert WISHES[3] in made
    assert WISHES[2] not in {known.keyword for known in graph.unexplored}, "nor is it noted for later"
