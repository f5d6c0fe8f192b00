"""RESEARCH_REPORT.md after every iteration: what is known, how far, and what did not work. Code writes it."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pathfinder.protocols.graph.judgement import READER_TAGS, ReaderTag
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.planning.health import concerns
from pathfinder.protocols.planning.priority import active_five
from pathfinder.reports.content.claim_view import GraphClaim
from pathfinder.reports.content.health_notes import health_note
from pathfinder.reports.content.model_words import Saying
from pathfinder.reports.markdown.rendering import render
from pathfinder.reports.markdown.summary import tongue_of

MOST_QUOTES = 6
MOST_FINDINGS = 50
"""Of one verdict, the strongest: nobody reads a report of thousands, and it is written anew each time."""


def has_evidence(graph: CogniGraph) -> bool:
    """Whether any quote stands behind any claim."""
    return any(observation.verified for observation in graph.observations.values())


def interim_report(graph: CogniGraph) -> str:
    """The report as things stand, in the question's language. Without evidence its first line says so."""
    say, run = Saying(graph), graph.run
    counted = Counter(failure.kind for failure in graph.failures)
    latest = {failure.kind: failure for failure in graph.failures}
    text = render(
        "interim.md",
        say.language,
        graph=graph,
        say=say,
        most_quotes=MOST_QUOTES,
        has_evidence=has_evidence(graph),
        spent=(run.spend.total_usd_micros + run.open_usd_micros) / 1_000_000,
        active=active_five(graph),
        notes=[health_note(concern, tongue_of(graph)) for concern in concerns(graph)],
        groups=list(_groups(graph)),
        conflicts=graph.active_conflicts(),
        failures=[(kind, count, latest[kind]) for kind, count in sorted(counted.items())],
    )
    return text.rstrip() + "\n"


class _Group(NamedTuple):
    """The claims of a verdict."""

    tag: ReaderTag
    claims: list[GraphClaim]
    """The strongest."""
    more: int


def _groups(graph: CogniGraph) -> Iterator[_Group]:
    judged = (name for name, known in graph.hypotheses.items() if known.verdict)
    strongest = sorted(judged, key=lambda name: (-graph.hypotheses[name].strength, order(name)))
    tags = {name: reader_tag(graph, name) for name in strongest}
    for tag in READER_TAGS:
        names = [name for name in strongest if tags[name] == tag]
        if names:
            claims = [GraphClaim(graph, name) for name in names[:MOST_FINDINGS]]
            yield _Group(tag, claims, len(names) - len(claims))
