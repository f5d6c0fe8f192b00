"""A claim as the files of a session show it: everything comes from the graph when it is asked for."""

from functools import cached_property

from pathfinder.protocols.evidence.marked_text import claim_text, observation_text
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.planning.priority import updated_at
from pathfinder.reports.markdown.summary import claim_verdict

CONTESTED = "⚠"


class GraphClaim:
    """One claim of a graph."""

    def __init__(self, graph: CogniGraph, name: HypothesisId) -> None:
        self.graph, self.name = graph, name

    @property
    def known(self) -> Hypothesis:
        """The hypothesis itself."""
        return self.graph.hypotheses[self.name]

    @property
    def text(self) -> str:
        """Its words; a figure that no quote has is marked."""
        return claim_text(self.graph, self.name)

    @property
    def verdict(self) -> str | None:
        """The verdict in the words that readers get."""
        return claim_verdict(self.graph, self.name)

    @cached_property
    def mark(self) -> str:
        """The mark of its sources, as ✓✓."""
        return source_tag(self.graph, self.name).mark

    @property
    def contested(self) -> bool:
        """Whether sources stand on both sides."""
        return self.mark == CONTESTED

    @property
    def updated(self) -> int:
        """The iteration that last changed it, as the graph counts."""
        return updated_at(self.graph, self.name)

    @property
    def sites(self) -> list[str]:
        """The sites that bear on it."""
        pages = (self.graph.observations[edge.observation].page for edge in self.graph.evidence(self.name))
        known = (self.graph.sources[page] for page in pages if page is not None)
        return sorted({source.site or source.url for source in known})

    def sites_of(self, side: str) -> list[str]:
        """The sites of a side, `SUPPORTS` or `CONTRADICTS`."""
        return list(dict.fromkeys(site for _, _, site in self.evidence(side)))

    def evidence(self, side: str) -> list[tuple[ObservationId, str, str]]:
        """The observations of a side, each with its text and its site."""
        return [
            (edge.observation, observation_text(self.graph, edge.observation), self._site(edge.observation))
            for edge in self.graph.evidence(self.name)
            if edge.type == side
        ]

    def _site(self, name: ObservationId) -> str:
        seen = self.graph.observations[name]
        source = self.graph.sources.get(seen.page) if seen.page is not None else None
        return (source.site or source.url) if source else seen.source_url
