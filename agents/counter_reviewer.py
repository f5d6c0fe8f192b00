"""The counter-reviewer: the strongest honest challenge to what investigators agree on."""

from pathfinder.agents.judge import quoted_line
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judgement import CounterReview, Finding, ReviewVerdict, Side
from pathfinder.protocols.questions import Challenge, ReviewDraft
from pathfinder.protocols.rules.classification import reviewed_voices
from pathfinder.protocols.rules.context import hypothesis_line
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.sides import observations, opposite

MOST_QUOTES = 12
"""Quotes of a side that the reviewer is shown."""


def challenge_question(graph: CogniGraph, name: HypothesisId, finding: Finding) -> Challenge:
    """What is agreed, what it rests on, and what speaks against it."""
    side: Side = finding.classes[-1].side or "for"
    ours, theirs = (observations(graph, name, which) for which in (side, opposite(side)))
    return Challenge(
        claim=hypothesis_line(graph, name),
        side=side,
        supporting=tuple(quoted_line(graph, seen) for seen in ours[:MOST_QUOTES]),
        opposing=tuple(quoted_line(graph, seen) for seen in theirs[:MOST_QUOTES]),
        language=language(graph.question),
    )


def review(graph: CogniGraph, asked: Challenge, draft: ReviewDraft) -> CounterReview:
    """The review as it is kept. A refutation that quotes nothing it was shown only weakens."""
    shown = {line.observation for line in (*asked.supporting, *asked.opposing)}
    named = tuple(dict.fromkeys(seen for seen in draft.evidence if seen in shown))
    verdict: ReviewVerdict = draft.verdict
    if verdict == "REFUTED" and not named:
        verdict = "WEAKENED"
    return CounterReview(
        challenge=draft.challenge,
        evidence=", ".join(named),
        verdict=verdict,
        impact=draft.impact,
        iteration=graph.iteration,
        voices=reviewed_voices(graph, asked.claim.id),
        side=asked.side,
    )
