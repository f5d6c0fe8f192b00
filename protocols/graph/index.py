"""Where things are in a graph: derived, never stored, grown by the reducer instead of rebuilt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pathfinder.protocols.ids import HypothesisId, Iid, ObservationId, PageHash, number

Span = tuple[PageHash, int, int]


class _Observed(Protocol):
    @property
    def quote(self) -> str | None: ...
    @property
    def page(self) -> PageHash | None: ...
    @property
    def offset(self) -> int | None: ...
    @property
    def created_at(self) -> int: ...


class _Page(Protocol):
    @property
    def url(self) -> str: ...


class _Claim(Protocol):
    @property
    def summary(self) -> str: ...
    @property
    def found_by(self) -> Iid | None: ...


class _Keyword(Protocol):
    @property
    def keyword(self) -> str: ...


class _Edge(Protocol):
    @property
    def key(self) -> tuple[str, str, str]: ...
    @property
    def created_at(self) -> int: ...


def same_form(text: str) -> str:
    """Two claims or keywords of one form are the same: white space and case do not count."""
    return " ".join(text.split()).casefold()


@dataclass(slots=True)
class GraphIndex:
    """Owned by one graph; `copy` before growing it."""

    edges_at: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Places of the edges that touch a node."""
    place_of: dict[tuple[str, str, str], int] = field(default_factory=dict)
    conflict_places: tuple[int, ...] = ()
    observation_at: dict[Span, ObservationId] = field(default_factory=dict)
    observations_on: dict[PageHash, tuple[ObservationId, ...]] = field(default_factory=dict)
    claims: dict[str, HypothesisId] = field(default_factory=dict)
    claims_by: dict[Iid, int] = field(default_factory=dict)
    """How many claims each Explorer brought in."""
    keywords: dict[str, int] = field(default_factory=dict)
    """The number of each keyword, by its form."""
    highest: dict[str, int] = field(default_factory=dict)
    """The largest number given so far, by the part of the id before it."""
    observed_in: dict[int, tuple[ObservationId, ...]] = field(default_factory=dict)
    """The observations that each iteration brought."""
    edges_in: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Places of the edges that each iteration brought."""
    addresses: dict[str, None] = field(default_factory=dict)
    """Of the pages."""

    def copy(self) -> "GraphIndex":
        """A copy that can grow without touching the original."""
        return GraphIndex(
            dict(self.edges_at),
            dict(self.place_of),
            self.conflict_places,
            dict(self.observation_at),
            dict(self.observations_on),
            dict(self.claims),
            dict(self.claims_by),
            dict(self.keywords),
            dict(self.highest),
            dict(self.observed_in),
            dict(self.edges_in),
            dict(self.addresses),
        )

    def add_observation(self, name: ObservationId, observation: _Observed) -> None:
        """Note a new observation and, if it is verified, its span."""
        self._count(name)
        at = observation.created_at
        self.observed_in[at] = (*self.observed_in.get(at, ()), name)
        if observation.page is None:
            return
        earlier = self.observations_on.get(observation.page, ())
        self.observations_on[observation.page] = (*earlier, name)
        if observation.quote is not None and observation.offset is not None:
            span = (observation.page, observation.offset, len(observation.quote))
            self.observation_at.setdefault(span, name)

    def add_source(self, source: _Page) -> None:
        """Note a page."""
        self.addresses[source.url] = None

    def add_hypothesis(self, name: HypothesisId, hypothesis: _Claim) -> None:
        """Note a new hypothesis; of two with one form the first is the one to join."""
        self._count(name)
        self.claims.setdefault(same_form(hypothesis.summary), name)
        if hypothesis.found_by is not None:
            self.claims_by[hypothesis.found_by] = self.claims_by.get(hypothesis.found_by, 0) + 1

    def add_keyword(self, number: int, keyword: _Keyword) -> None:
        """Note a keyword; of two with one form the first keeps its number."""
        self.keywords.setdefault(same_form(keyword.keyword), number)

    def add_edge(self, place: int, edge: _Edge) -> None:
        """Note an edge at its place in the list."""
        one, other, type_ = edge.key
        self.place_of[edge.key] = place
        self.edges_in[edge.created_at] = (*self.edges_in.get(edge.created_at, ()), place)
        for node in (one, other):
            self.edges_at[node] = (*self.edges_at.get(node, ()), place)
        if type_ == "CONFLICTS":
            self.conflict_places = (*self.conflict_places, place)

    def _count(self, name: str) -> None:
        kind = name.rstrip("0123456789")
        self.highest[kind] = max(self.highest.get(kind, 0), number(name))


def index_of(
    observations: Mapping[ObservationId, _Observed],
    hypotheses: Mapping[HypothesisId, _Claim],
    edges: Sequence[_Edge],
    keywords: Sequence[_Keyword],
    sources: Mapping[PageHash, _Page],
) -> GraphIndex:
    """The index of a graph read from a file."""
    index = GraphIndex()
    for source in sources.values():
        index.add_source(source)
    for name, observation in observations.items():
        index.add_observation(name, observation)
    for claim, hypothesis in hypotheses.items():
        index.add_hypothesis(claim, hypothesis)
    for place, edge in enumerate(edges):
        index.add_edge(place, edge)
    for number_, keyword in enumerate(keywords, start=1):
        index.add_keyword(number_, keyword)
    return index
