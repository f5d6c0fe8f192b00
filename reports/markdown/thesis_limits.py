"""What limits a thesis: conditions, what does not hold, and what is open."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.thesis import (
    Refused,
    cited,
    one_per_voice,
    retracted_support,
    unsettled,
)
from pathfinder.protocols.evidence.marked_text import loose_figures
from pathfinder.protocols.evidence.strength import terms
from pathfinder.protocols.ids import HypothesisId, ObservationId, SubQuestionId, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.verdicts import simple_report
from pathfinder.protocols.text.numbers import numbers
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.markdown.escaping import plain, short
from pathfinder.reports.markdown.sentences import cites_of
from pathfinder.reports.markdown.thesis_page import ThesisSentences

MOST_OPEN, MOST_KEYWORDS = 5, 6
MOST_LIMITS, MOST_BESIDE_ANSWER, MOST_PAIRS = 6, 2, 4
"""Limits of single claims, without an answer and beside one; settled conflicts and retracted pages."""
MOST_REFUSED, MOST_IDS = 4, 8
MOST_IN_A_CELL = 100
MOST_UNVISITED = 3
"""Claims nobody looked at that are given in full; the rest is counted."""
MOST_LIMITING = 2
"""Sources that limit one claim and are quoted for it."""


def conditions(say: ThesisSentences) -> list[str]:
    """What limits the findings. An answer has its own cautions; its claims keep theirs in hypotheses.md."""
    if say.answer is not None:
        return [*_settled_rows(say)[:MOST_BESIDE_ANSWER], *_retracted(say)[:MOST_PAIRS]]
    rows = [*_settled_rows(say)[:MOST_PAIRS], *_some_limits(say), *_retracted(say)[:MOST_PAIRS]]
    open_ones = sum(unsettled(one) for one in (*say.findings, *say.insights))
    if open_ones:
        rows.append(say.t("thesis-uncertain-core", count=open_ones))
    if simple_report(say.graph):
        rows.append(say.t("thesis-single-lineage"))
    return rows


def _settled_rows(say: ThesisSentences) -> list[str]:
    rows = []
    for pair in say.settled:
        claims = " / ".join(say.named(name) for name in (pair.first, pair.second))
        rows.append(f"{claims}. {say.resolution(pair)}")
    return rows


def _some_limits(say: ThesisSentences) -> Iterator[str]:
    """The limits of the first claims in words; of the others only which they are."""
    rows = list(_own_limits(say))
    yield from (f"{name}: {row}" for name, row in rows[:MOST_LIMITS])
    told = {name for name, _ in rows[:MOST_LIMITS]}
    others = [name for name in dict.fromkeys(name for name, _ in rows[MOST_LIMITS:]) if name not in told]
    if others:
        names = ", ".join(others[:MOST_IDS]) + (" …" if len(others) > MOST_IDS else "")
        yield say.t("thesis-more-conditions", count=len(others), names=names)


def _own_limits(say: ThesisSentences) -> Iterator[tuple[HypothesisId, str]]:
    t = say.t
    told = {pair.resolution for pair in say.settled}
    sure = any(not unsettled(one) for one in (*say.findings, *say.insights))
    for finding in (*say.findings, *say.insights):
        known, name = say.graph.hypotheses[finding.hypothesis], finding.hypothesis
        cites = [one.observation for one in (*finding.supported_by[:2], *finding.contradicted_by[:2])]
        for condition in known.conditions:
            said = None if condition in told else say.checked(condition, cites, {name})
            if said is not None:
                yield name, t("thesis-condition", condition=said)
        # What is no part of the answer needs no fence around it.
        if not (sure and unsettled(finding)):
            yield from ((name, row) for row in _caveats(say, name))
        figures = loose_figures(say.graph, name)
        if figures:
            loose = ", ".join(plain(number.raw) for number in figures)
            yield name, t("thesis-loose-numbers", numbers=loose)


def _caveats(say: ThesisSentences, name: HypothesisId) -> Iterator[str]:
    """What the verdict says against itself. The words of a challenge are a model's: they need a quote."""
    t, verdict = say.t, say.graph.hypotheses[name].verdict
    limiting = 0
    for caveat in verdict.caveats if verdict else ():
        if not isinstance(caveat, str) and caveat.kind == "qualified":
            if _told_of_the_pair(say, name, caveat.cites[0]):
                continue
            limiting += 1
            if limiting > MOST_LIMITING:
                continue
            quote = say.marked(say.quote(caveat.cites[0]), say.quoted(caveat.cites[0]))
            yield t("thesis-limited", quote=quote)
        elif isinstance(caveat, str) or caveat.kind != "challenge":
            yield t("thesis-caveat", caveat=plain(say.bound.because(caveat, name)))
        elif not caveat.cites and not numbers(caveat.words):
            yield t("thesis-unquoted-challenge", challenge=plain(caveat.words))
        else:
            cites = [one for one in caveat.cites if one in say.graph.observations]
            said = say.checked(caveat.words, cites, {name})
            if said is not None:
                yield t("thesis-caveat", caveat=said)


def _told_of_the_pair(say: ThesisSentences, name: HypothesisId, limiting: ObservationId) -> bool:
    """Whether a quote supports a claim that this one was settled with: the pair is listed already."""
    pairs = [(pair.first, pair.second) for pair in say.settled if name in (pair.first, pair.second)]
    others = {end for pair in pairs for end in pair} - {name}
    return any(one.observation == limiting for other in others for one in cited(say.graph, other, "SUPPORTS"))


def _retracted(say: ThesisSentences) -> list[str]:
    return [
        say.t(
            "thesis-retracted",
            title=plain(source.title or source.url),
            reason=plain(said(source.retracted, say.t.language)),
            cites=cites_of(say.quotes_of(page)[:MOST_OPEN]),
        )
        for page, source in say.graph.sources.items()
        if source.retracted is not None
    ]


def further_refused(say: ThesisSentences) -> str:
    """Which others were rejected."""
    rest = [one.hypothesis for one in say.content.refused[MOST_REFUSED:]]
    names = ", ".join(rest[:MOST_IDS]) + (" …" if len(rest) > MOST_IDS else "")
    return f"{say.t('thesis-more', count=len(rest))}: {names}"


def in_a_cell(say: ThesisSentences, name: HypothesisId) -> str:
    """A claim as it fits a table."""
    text = say.bound.claim(name).text
    return say.marked(plain(short(text, MOST_IN_A_CELL)), text)


def why(say: ThesisSentences, one: Refused) -> str:
    """Why a claim was rejected, and how many speak on either side."""
    t = say.t
    heard = t(
        "thesis-heard",
        voices=len(terms(say.graph, one.hypothesis, "SUPPORTS")),
        against=len(terms(say.graph, one.hypothesis, "CONTRADICTS", standing=True)),
    )
    if one.kind == "contradicted":
        tag = say.tag_word(one.hypothesis) if one.verdict else t("thesis-unjudged")
        return f"{t('thesis-contradicted', tag=tag)}; {heard}"
    verdict = f" ({say.tag(one.hypothesis)})" if one.verdict else ""
    return f"{plain(say.bound.because(one.because, one.hypothesis))}{verdict}; {heard}"


def against(say: ThesisSentences, one: Refused) -> str:
    """The witnesses against a claim."""
    if not one.contradicted_by:
        return say.t("thesis-no-evidence-against")
    names = [witness.observation for witness in one_per_voice(one.contradicted_by)]
    return cites_of(names[:MOST_OPEN]) + (" …" if len(names) > MOST_OPEN else "")


def unresolved(say: ThesisSentences) -> list[str]:
    """What is open, beside what the answer says of it."""
    t, left = say.t, say.content.unresolved
    gone = [name for name in (*left.undecided, *left.unvisited) if _only_retracted(say, name)]
    weak = [name for name in left.undecided if reader_tag(say.graph, name) in ("Confirmed", "Likely")]
    undecided = [name for name in left.undecided if name not in (*gone, *weak)]
    unvisited = [name for name in _strongest(say, left.unvisited) if name not in gone]
    rows: list[str] = []
    if say.answer is None:
        rows += _first(say, [_undecided(say, name) for name in undecided], MOST_OPEN)
        new = [t("thesis-unvisited", claim=say.named(name)) for name in unvisited]
        rows += _first(say, new, MOST_UNVISITED)
    else:
        # The answer has told what matters of them.
        if undecided:
            rows.append(t("thesis-undecided-ids", claims=say.ids(_tagged(say, undecided))))
        if unvisited:
            rows.append(t("thesis-unvisited", claim=say.ids(unvisited)))
    weak = [name for name in weak if name not in gone]
    if weak:
        rows.append(t("thesis-too-weak", claims=say.ids(_tagged(say, weak))))
    if gone:
        rows.append(t("thesis-only-retracted", claims=", ".join(sorted(gone, key=order))))
    for pair in left.conflicts[:MOST_PAIRS]:
        row = t("thesis-open-conflict", first=say.named(pair.first), second=say.named(pair.second))
        rows.append(f"{row} {t('thesis-given-up')}" if pair.given_up else row)
    told = {part for one in say.answer.sections for part in one.parts} if say.answer is not None else ()
    rows += _parts(say, [name for name in left.sub_questions if name not in told])
    names = [plain(say.bound.keyword(say.graph.unexplored[number - 1].keyword)) for number in left.keywords]
    if names:
        rows.append(t("thesis-keywords", keywords=say.ids(names, MOST_KEYWORDS)))
    if say.graph.failures:
        kinds = sorted(Counter(failure.kind for failure in say.graph.failures).items())
        counted = ", ".join(f"{t(f'thesis-failure-kinds-{kind}')} {count}" for kind, count in kinds)
        rows.append(t("thesis-failures", failures=counted))
    return rows


def _tagged(say: ThesisSentences, names: Sequence[HypothesisId]) -> list[str]:
    return [f"{name} ({say.tag_word(name)})" for name in names]


def _only_retracted(say: ThesisSentences, name: HypothesisId) -> bool:
    """A claim that retracted pages make and nobody else bears on: its figures are not repeated."""
    heard = (*cited(say.graph, name, "SUPPORTS"), *cited(say.graph, name, "CONTRADICTS"))
    return not heard and bool(retracted_support(say.graph, name))


def _undecided(say: ThesisSentences, name: HypothesisId) -> str:
    """A claim with the evidence of both sides: a reader sees why nobody could decide."""
    known = say.graph.hypotheses[name]
    denied = say.cites_of_side(name, "CONTRADICTS")
    row = say.t(
        "thesis-undecided", claim=say.named(name), strength=hundredths(known.strength), tag=say.tag(name)
    )
    return f"{row}; {say.t('thesis-but', cites=denied)}" if denied else row


def _strongest(say: ThesisSentences, names: Sequence[HypothesisId]) -> list[HypothesisId]:
    return sorted(names, key=lambda name: (-say.graph.hypotheses[name].strength, order(name)))


def _parts(say: ThesisSentences, names: Sequence[SubQuestionId]) -> Iterator[str]:
    """What nobody answered; where no answer was ever noted, that is said and nothing is called open."""
    known = say.graph.sub_questions
    texts = [plain(known[name].text) for name in names]
    if any(part.answered_by for part in known.values()):
        yield from (say.t("thesis-parts", part=text) for text in texts)
    elif texts:
        yield say.t("thesis-no-parts", parts="; ".join(texts))


def _first(say: ThesisSentences, rows: list[str], most: int) -> list[str]:
    """The first of many, and how many are left."""
    if len(rows) <= most:
        return rows
    return [*rows[: most - 1], f"{rows[most - 1]}{say.t('thesis-and-more', count=len(rows) - most)}"]
