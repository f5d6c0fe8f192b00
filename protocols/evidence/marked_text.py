"""Claims and observations as every view shows them: a figure that no quote says is marked where it stands.

The marks are computed from the evidence of today, so they are right for sessions of earlier versions too.

So a view shows a claim by `claim_text` and an observation by `observation_text`, never by `.summary`
(`tests/unit/reports/test_marked_figures.py`).
"""

from collections.abc import Sequence

from pathfinder.protocols.evidence.citing import ids_in, sites_of, words_of
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis, Observation
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.text.languages import Language, language
from pathfinder.protocols.text.numbers import Number, numbers, unbound

_MARK = {"en": "not in a quote", "ko": "인용에 없음"}


def claim_text(graph: CogniGraph, name: HypothesisId) -> str:
    """The words of a claim with a mark after each figure that stands in none of its quotes."""
    return _marked(graph.hypotheses[name].summary, loose_figures(graph, name), spoken_in(graph))


def loose_figures(graph: CogniGraph, name: HypothesisId) -> tuple[Number, ...]:
    """The figures of a claim that stand in no quote of its evidence, nor of what it was derived from."""
    claim = graph.hypotheses[name]
    origins = [one for one in map(ObservationId, claim.derived_from) if one in graph.observations]
    # What is kept lives as long as the evidence; the origins are no part of that.
    place = ("loose figures", claim.summary, *(graph.observations[one].verified for one in origins))
    memo, summary = graph.derived_cache(name), claim.summary
    known: tuple[Number, ...] | None = memo.get(place)
    if known is None:
        rests = [*(edge.observation for edge in graph.evidence(name)), *origins]
        seen = [one for one in rests if graph.observations[one].verified]
        known = memo[place] = unbound(
            summary,
            words_of(graph, seen),
            known=ids_in(graph, summary) | sites_of(graph, rests),
            sources=len({graph.observations[one].page for one in seen}),
        )
    return known


def observation_text(graph: CogniGraph, name: ObservationId) -> str:
    """The summary of an observation with a mark after each figure that its quote does not say."""
    return seen_text(graph.observations[name], spoken_in(graph))


def seen_text(seen: Observation, spoken: Language) -> str:
    """The same without a graph; where no quote was found at all, views say that of the whole."""
    loose = unbound(seen.summary, [seen.quote or ""], sources=1) if seen.verified else ()
    return _marked(seen.summary, loose, spoken)


def raised_text(claim: Hypothesis, spoken: Language) -> str:
    """The words of a claim as it came into the graph, with the marks it came with."""
    loose = [number for number in numbers(claim.summary) if number.raw in claim.unbound]
    return _marked(claim.summary, loose, spoken)


def spoken_in(graph: CogniGraph) -> Language:
    """The language of a session's texts."""
    return graph.run.language or language(graph.question)


def _marked(text: str, loose: Sequence[Number], spoken: Language) -> str:
    for number in sorted(loose, key=lambda one: one.span.start, reverse=True):
        at = number.span.end
        text = f"{text[:at]} ({_MARK['ko' if spoken == 'ko' else 'en']}){text[at:]}"
    return text
