"""Whether a sentence may stand in a thesis: its quotes are there, bear on its claim and say its numbers.

What a sentence means nobody here can check; that it has no ground at all, or a figure of its own, code can.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal

from pathfinder.protocols.evidence.strength import authority_of
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import CogniGraph, Observation, Source
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.text.numbers import unbound

FaultKind = Literal[
    "no_such_id",
    "uncited",
    "unverified",
    "without_weight",
    "other_claim",
    "refused",
    "number",
    "quote",
    "sum",
]

# No word boundary at the end: a Korean particle follows its noun without a space.
ID = re.compile(r"(?<![^\W_])(?:obs|hyp)_[a-z]?\d+", re.IGNORECASE)
_HOST = re.compile(r"https?://(?P<host>[^/:?#]+)")


class Fault(Frozen):
    """Why a sentence may not stand, and the id or number that is the matter."""

    kind: FaultKind
    what: str = ""


def fault(
    graph: CogniGraph, text: str, cites: Sequence[ObservationId], claims: Collection[HypothesisId]
) -> Fault | None:
    """What is wrong with a sentence said of these claims; None if nothing is.

    An observation that its text names counts as cited. Each must bear on one of the claims.
    """
    named = ID.findall(text)
    for name in (*cites, *named):
        if name not in graph.observations and name not in graph.hypotheses:
            return Fault(kind="no_such_id", what=name)
    rests = tuple(
        dict.fromkeys((*cites, *(ObservationId(name) for name in named if name in graph.observations)))
    )
    if not rests:
        return Fault(kind="uncited")
    found = next(_faults(graph, rests, claims), None)
    if found is not None:
        return found
    loose = unbound(
        text,
        words_of(graph, rests),
        known=ids_in(graph, text) | sites_of(graph, rests),
        sources=len({graph.observations[name].page for name in rests}),
    )
    return Fault(kind="number", what=", ".join(number.raw for number in loose)) if loose else None


def ids_in(graph: CogniGraph, text: str) -> frozenset[str]:
    """The ids in a text that name something in the graph: its citations."""
    return frozenset(
        name for name in ID.findall(text) if name in graph.observations or name in graph.hypotheses
    )


def sites_of(graph: CogniGraph, names: Iterable[ObservationId]) -> frozenset[str]:
    """The hosts of the pages that observations were made on; a sentence that cites them may name them."""
    pages = (graph.observations[name].page for name in names)
    hosts = (_HOST.match(graph.sources[page].url) for page in pages if page is not None)
    found = {host["host"] for host in hosts if host is not None}
    return frozenset(found | {host.removeprefix("www.") for host in found})


def words_of(graph: CogniGraph, names: Iterable[ObservationId]) -> tuple[str, ...]:
    """Where a figure may stand: the quotes of observations, their headings and dates, and their pages'
    titles, sites and dates."""
    return tuple(dict.fromkeys(text for name in names for text in _words(graph, graph.observations[name])))


def page_words(source: Source) -> tuple[str, ...]:
    """What is known of a page: its title, site and date."""
    return source.title, source.site, source.date


def _words(graph: CogniGraph, seen: Observation) -> Iterator[str]:
    yield from (seen.quote or "", seen.header, seen.as_of)
    if seen.page is not None:
        yield from page_words(graph.sources[seen.page])


def bears_on(graph: CogniGraph, observation: ObservationId, claims: Collection[HypothesisId]) -> bool:
    """Whether an observation supports or contradicts one of the claims."""
    known = graph.index.place_of
    return any(
        (observation, claim, side) in known for claim in claims for side in ("SUPPORTS", "CONTRADICTS")
    )


def _faults(
    graph: CogniGraph, rests: Sequence[ObservationId], claims: Collection[HypothesisId]
) -> Iterator[Fault]:
    for name in rests:
        if not graph.observations[name].verified:
            yield Fault(kind="unverified", what=name)
        elif authority_of(graph, name) == 0:
            yield Fault(kind="without_weight", what=name)
        elif not bears_on(graph, name, claims):
            yield Fault(kind="other_claim", what=name)
