"""A context is bounded, grows with its limit, and holds nothing but plain single lines."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.planning.context import context, size
from pathfinder.protocols.planning.priority import ranked
from pathfinder.protocols.text.sanitize import one_line
from pathfinder.protocols.text.tokens import estimate
from tests.property.rule_graphs import graphs, texts

SECTIONS = ("sub_questions", "active", "conflicts", "hypotheses", "findings", "observations", "masked")
limits = st.one_of(st.integers(0, 400), st.integers(0, 6_000))
FRAME = 150
"""More than the bare frame of the graphs drawn here costs."""


@given(graphs(), limits)
def test_a_context_is_never_over_its_limit(graph: CogniGraph, limit: int) -> None:
    assert size(context(graph, ranked(graph), limit)) <= max(limit, FRAME)
    assert size(context(graph, ranked(graph), limit, len), len) <= max(limit, 3 * FRAME)


@given(graphs(), limits, limits)
def test_a_larger_limit_never_shows_less(graph: CogniGraph, one: int, other: int) -> None:
    small, large = (context(graph, ranked(graph), limit) for limit in sorted((one, other)))
    assert len(small.question) <= len(large.question)
    for section in SECTIONS:
        few, many = getattr(small, section), getattr(large, section)
        assert many[: len(few)] == few


@given(graphs(), limits)
def test_everything_is_shown_in_order_or_counted(graph: CogniGraph, limit: int) -> None:
    view, whole = context(graph, (), limit), context(graph, (), 10**6)
    for section in SECTIONS:
        known = len(getattr(view, section)) + getattr(view.omitted, section)
        assert known == len(getattr(whole, section)) + getattr(whole.omitted, section)
    assert len(whole.observations) + len(whole.masked) == len(graph.observations)
    first_cut = next((section for section in SECTIONS if getattr(view.omitted, section)), SECTIONS[-1])
    assert not any(getattr(view, section) for section in SECTIONS[SECTIONS.index(first_cut) + 1 :])


@given(graphs(), limits)
def test_the_same_graph_gives_the_same_context(graph: CogniGraph, limit: int) -> None:
    again = CogniGraph.model_validate_json(graph.model_dump_json())
    assert context(again, ranked(again), limit) == context(graph, ranked(graph), limit)


def strings(value: object) -> Iterator[str]:
    """Every text in a dumped view."""
    if isinstance(value, str):
        yield value
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for part in value:
            yield from strings(part)


@given(graphs(), limits)
def test_every_text_in_a_context_is_one_plain_line(graph: CogniGraph, limit: int) -> None:
    for text in strings(context(graph, (), limit).model_dump()):
        assert one_line(text, len(text)) == text
        assert text.isprintable() or not text.isascii()
        assert len(text.splitlines()) <= 1


@given(texts, st.integers(-1, 50))
def test_one_line_is_short_and_doing_it_twice_changes_nothing(text: str, width: int) -> None:
    line = one_line(text, width)
    assert len(line) <= max(0, width)
    assert one_line(line, width) == line
    assert len(line.splitlines()) <= 1


@given(texts, texts)
def test_joined_texts_cost_no_more_than_apart_and_no_less_than_one(one: str, other: str) -> None:
    assert max(estimate(one), estimate(other)) <= estimate(one + other) <= estimate(one) + estimate(other)
