"""What a report has words for, beside those it shares with the thesis."""

from collections.abc import Mapping
from dataclasses import dataclass

from pathfinder.protocols.graph.judgement import EvidenceStrength, ReviewVerdict, Side
from pathfinder.protocols.graph.memory import RunStatus
from pathfinder.reports.locales.thesis_words import Words


@dataclass(frozen=True, kw_only=True)
class JudgeWords:
    """One language. Names in braces are filled in; every value that comes from outside is plain already."""

    base: Words
    investigation: str
    report: str
    simple: str
    # The answer.
    summary: str
    conclusion: str
    verdict: str
    verdict_line: str
    investigators: str
    rounds_line: str
    counts: str
    counted: str
    not_settled: str
    not_so: str
    beside: str
    firm: str
    unwritten: str
    by_rule: str
    appendix: str
    open_claims: str
    # Findings.
    findings: str
    group_heads: Mapping[str, str]
    confirmed_head: tuple[str, ...]
    likely_head: tuple[str, ...]
    uncertain_head: tuple[str, ...]
    other_head: tuple[str, ...]
    none_here: str
    idea: str
    only_when: str
    withdrawn: str
    evidence_cell: str
    evidence_cell_against: str
    weighed: str
    caveat: str
    minority: str
    limited: str
    related: str
    unchallenged: str
    no_caveat: str
    side_for: str
    side_against: str
    no_voice: str
    not_yet: str
    and_more: str
    # Sections.
    evidence: str
    evidence_intro: str
    reckoned: str
    reckoned_term: str
    strength_over: str
    one_voice: str
    answered: str
    unquoted: str
    disagreements: str
    no_disagreements: str
    two_sides: str
    rivals: str
    case_for: str
    case_against: str
    case_of: str
    same_words: str
    tried: str
    tried_passes: str
    tried_again: str
    tried_attempts: str
    tried_nothing: str
    given_up: str
    leans: str
    challenged: str
    reviews: str
    no_reviews: str
    review_head: tuple[str, ...]
    no_evidence_named: str
    out_of_date: str
    settled: str
    no_settled: str
    settled_head: tuple[str, ...]
    refuted: str
    no_refuted: str
    refuted_head: tuple[str, ...]
    fates: Mapping[str, str]
    # Recommendations.
    recommendations: str
    act: str
    look: str
    watch: str
    no_act: str
    no_look: str
    no_watch: str
    advice: Mapping[str, str]
    # What is left.
    unknown: str
    no_unknown: str
    part: str
    parts_not_noted: str
    undecided: str
    waiting: str
    not_visited: str
    directions: str
    failures: str
    no_failures: str
    failures_total: str
    failure_head: tuple[str, ...]
    latest: str
    cost: str
    total: str
    free: str
    by_role: str
    by_engine: str
    engine: str
    no_engine: str
    metadata: str
    session: str
    question: str
    parts: str
    status: str
    iids: str
    rounds: str
    quick: str
    yes: str
    no: str
    evidence_counts: str
    tables: str
    table_unknown: str
    sources: str
    dropped: str
    dropped_intro: str
    dropped_line: str
    more_on: str
    run_statuses: Mapping[RunStatus, str]
    sides: Mapping[Side, str]
    reviews_said: Mapping[ReviewVerdict, str]
    grades: Mapping[EvidenceStrength, str]
