"""The audit: everything the first time, afterwards what is new, so that it does not grow with the session."""

from collections.abc import Sequence

from pathfinder.agents.auditor import audit_question
from pathfinder.agents.facts import Labels
from pathfinder.protocols.calls.questions import AuditFacts
from pathfinder.protocols.graph.edits import AddFailure, AddObservation, AddReading, AddSource, CloseIteration
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, PageReading
from pathfinder.protocols.ids import ObservationId
from tests.builders import a_graph, a_source, an_observation, page_hash


def with_facts(graph: CogniGraph, pages: Sequence[str]) -> CogniGraph:
    """A fact of each page, read in the iteration under way."""
    for page in pages:
        source, name = a_source(f"https://{page}.example/a", "blog"), page_hash(page)
        number = len(graph.observations) + 1
        seen = an_observation(source, name, created_at=graph.iteration)
        reading = PageReading(url=source.url, title=page, iteration=graph.iteration, facts=1)
        edits = (
            AddSource(page=name, source=source),
            AddObservation(name=ObservationId(f"obs_{number}"), observation=seen),
            AddReading(page=name, reading=reading),
        )
        graph = apply(graph, edits)
    return graph


def shown(graph: CogniGraph) -> int | None:
    """How many facts the auditor is shown; None if it is not asked."""
    ask = audit_question(graph, Labels(), "")
    return None if ask is None else sum(len(page.facts) for page in ask.pages)


def test_the_first_audit_sees_all_a_later_one_what_is_new_though_the_first_found_nothing() -> None:
    graph = with_facts(a_graph(), "abcd")
    assert shown(graph) == 4
    graph = with_facts(apply(graph, [CloseIteration()]), "efg")
    assert shown(graph) == 3


def test_after_an_audit_that_failed_the_next_sees_everything() -> None:
    graph = with_facts(a_graph(), "abcd")
    failure = Failure(iteration=0, kind="unreadable", what=AuditFacts.name, reason="cut off")
    graph = apply(graph, [AddFailure(failure=failure), CloseIteration()])
    assert shown(with_facts(graph, "efg")) == 7


def test_two_new_facts_are_left_to_the_next_audit() -> None:
    assert shown(with_facts(a_graph(), "ab")) is None
