"""What limits a thesis: conditions, what does not hold, and what is open."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.thesis import (
    Cited,
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
from pathfinder.reports.markdown.answer import gaps, prose
from pathfinder.reports.markdown.escaping import plain, short, table
from pathfinder.reports.markdown.thesis_page import Saying, cites_of

MOST_OPEN, MOST_KEYWORDS = 5, 6
MOST_LIMITS, MOST_BESIDE_ANSWER, MOST_PAIRS = 6, 2, 4
"""Limits of single claims, without an answer and beside one; settled conflicts and retracted pages."""
MOST_REFUSED, MOST_QUOTED, MOST_IDS = 4, 2, 8
MOST_IN_A_CELL = 100
MOST_UNVISITED = 3
"""Claims nobody looked at that are told in words; the rest is counted."""
MOST_LIMITING = 2
"""Sources that limit one claim and are quoted for it."""


def conditions(say: Saying) -> Iterator[str]:
    """What limits the findings. An answer has its own cautions; its claims keep theirs in hypotheses.md."""
    if say.answer is not None:
        settled = [
            f"- {row}" for row in (*_settled_rows(say)[:MOST_BESIDE_ANSWER], *_retracted(say)[:MOST_PAIRS])
        ]
        told = [*prose(say.answer.caution, say.around), *settled]
        yield from told or [f"- {say.words.no_limits}"]
        return
    rows = [*_settled_rows(say)[:MOST_PAIRS], *_some_limits(say), *_retracted(say)[:MOST_PAIRS]]
    open_ones = sum(unsettled(one) for one in (*say.findings, *say.insights))
    if open_ones:
        rows.append(say.words.uncertain_core.format(count=open_ones))
    if simple_report(say.graph):
        rows.append(say.words.single_lineage)
    yield from (f"- {row}" for row in rows or [say.words.no_limits])


def _settled_rows(say: Saying) -> list[str]:
    rows = []
    for pair in say.settled:
        claims = " / ".join(say.named(name) for name in (pair.first, pair.second))
        rows.append(f"{claims}. {say.resolution(pair)}")
    return rows


def _some_limits(say: Saying) -> Iterator[str]:
    """The limits of the first claims in words; of the others only which they are."""
    rows = list(_own_limits(say))
    yield from (f"{name}: {row}" for name, row in rows[:MOST_LIMITS])
    told = {name for name, _ in rows[:MOST_LIMITS]}
    others = [name for name in dict.fromkeys(name for name, _ in rows[MOST_LIMITS:]) if name not in told]
    if others:
        names = ", ".join(others[:MOST_IDS]) + (" …" if len(others) > MOST_IDS else "")
        yield say.words.more_conditions.format(count=len(others), names=names)


def _own_limits(say: Saying) -> Iterator[tuple[HypothesisId, str]]:
    w = say.words
    told = {pair.resolution for pair in say.settled}
    sure = any(not unsettled(one) for one in (*say.findings, *say.insights))
    for finding in (*say.findings, *say.insights):
        known, name = say.graph.hypotheses[finding.hypothesis], finding.hypothesis
        cites = [one.observation for one in (*finding.supported_by[:2], *finding.contradicted_by[:2])]
        for condition in known.conditions:
            said = None if condition in told else say.checked(condition, cites, {name})
            if said is not None:
                yield name, w.condition.format(condition=said)
        # What is no part of the answer needs no fence around it.
        if not (sure and unsettled(finding)):
            yield from ((name, row) for row in _caveats(say, name))
        figures = loose_figures(say.graph, name)
        if figures:
            loose = ", ".join(plain(number.raw) for number in figures)
            yield name, w.loose_numbers.format(numbers=loose)


def _caveats(say: Saying, name: HypothesisId) -> Iterator[str]:
    """What the verdict says against itself. The words of a challenge are a model's: they need a quote."""
    w, verdict = say.words, say.graph.hypotheses[name].verdict
    limiting = 0
    for caveat in verdict.caveats if verdict else ():
        if not isinstance(caveat, str) and caveat.kind == "qualified":
            if _told_of_the_pair(say, name, caveat.cites[0]):
                continue
            limiting += 1
            if limiting > MOST_LIMITING:
                continue
            quote = say.marked(say.quote(caveat.cites[0]), say.quoted(caveat.cites[0]))
            yield w.limited.format(quote=quote)
        elif isinstance(caveat, str) or caveat.kind != "challenge":
            yield w.caveat.format(caveat=plain(say.bound.because(caveat, name)))
        elif not caveat.cites and not numbers(caveat.words):
            yield w.unquoted_challenge.format(challenge=plain(caveat.words))
        else:
            cites = [one for one in caveat.cites if one in say.graph.observations]
            said = say.checked(caveat.words, cites, {name})
            if said is not None:
                yield w.caveat.format(caveat=said)


def _told_of_the_pair(say: Saying, name: HypothesisId, limiting: ObservationId) -> bool:
    """Whether a quote speaks for a claim that this one was settled with: the pair is told already."""
    pairs = [(pair.first, pair.second) for pair in say.settled if name in (pair.first, pair.second)]
    others = {end for pair in pairs for end in pair} - {name}
    return any(one.observation == limiting for other in others for one in cited(say.graph, other, "SUPPORTS"))


def _retracted(say: Saying) -> list[str]:
    return [
        say.words.retracted.format(
            title=plain(source.title or source.url),
            reason=plain(said(source.retracted, say.words.code)),
            cites=cites_of(say.quotes_of(page)[:MOST_OPEN]),
        )
        for page, source in say.graph.sources.items()
        if source.retracted is not None
    ]


def refused(say: Saying) -> Iterator[str]:
    w = say.words
    if not say.content.refused:
        yield w.no_refused
        return
    rows: list[tuple[str, ...]] = [
        (
            f"{one.hypothesis}: {_in_a_cell(say, one.hypothesis)}",
            _why(say, one),
            _against(say, one.contradicted_by),
        )
        for one in say.content.refused[:MOST_REFUSED]
    ]
    yield table(w.refused_head, rows)
    rest = [one.hypothesis for one in say.content.refused[MOST_REFUSED:]]
    if rest:
        names = ", ".join(rest[:MOST_IDS]) + (" …" if len(rest) > MOST_IDS else "")
        yield from ("", f"{w.more.format(count=len(rest))}: {names}")
    said = [_refused_in_words(say, one) for one in say.content.refused if one.contradicted_by]
    if said and say.answer is None:
        yield ""
        yield from said[:MOST_QUOTED]


def _in_a_cell(say: Saying, name: HypothesisId) -> str:
    text = say.bound.claim(name).text
    return say.marked(plain(short(text, MOST_IN_A_CELL)), text)


def _refused_in_words(say: Saying, one: Refused) -> str:
    witness = one.contradicted_by[0].observation
    quote = say.words.words_of.format(site=plain(say.site(witness)), quote=say.quote(witness))
    return f"- {one.hypothesis}: {quote}"


def _why(say: Saying, one: Refused) -> str:
    w = say.words
    heard = w.heard.format(
        voices=len(terms(say.graph, one.hypothesis, "SUPPORTS")),
        against=len(terms(say.graph, one.hypothesis, "CONTRADICTS", standing=True)),
    )
    if one.kind == "contradicted":
        tag = say.tag_word(one.hypothesis) if one.verdict else w.unjudged
        return f"{w.contradicted.format(tag=tag)}; {heard}"
    verdict = f" ({say.tag(one.hypothesis)})" if one.verdict else ""
    return f"{plain(say.bound.because(one.because, one.hypothesis))}{verdict}; {heard}"


def _against(say: Saying, witnesses: Sequence[Cited]) -> str:
    if not witnesses:
        return say.words.no_evidence_against
    names = [witness.observation for witness in one_per_voice(witnesses)]
    return cites_of(names[:MOST_OPEN]) + (" …" if len(names) > MOST_OPEN else "")


def unresolved(say: Saying) -> Iterator[str]:
    w, left = say.words, say.content.unresolved
    gone = [name for name in (*left.undecided, *left.unvisited) if _only_retracted(say, name)]
    weak = [name for name in left.undecided if reader_tag(say.graph, name) in ("Confirmed", "Likely")]
    undecided = [name for name in left.undecided if name not in (*gone, *weak)]
    unvisited = [name for name in _strongest(say, left.unvisited) if name not in gone]
    rows = [] if say.answer is None else [row.removeprefix("- ") for row in gaps(say.answer, say.around)]
    if say.answer is None:
        rows += _first([_undecided(say, name) for name in undecided], MOST_OPEN, w.and_more)
        new = [w.unvisited.format(claim=say.named(name)) for name in unvisited]
        rows += _first(new, MOST_UNVISITED, w.and_more)
    else:
        # The answer has told what matters of them.
        rows += _by_id(say, w.undecided_ids, [f"{name} ({say.tag_word(name)})" for name in undecided])
        rows += _by_id(say, w.unvisited.replace("{claim}", "{claims}"), unvisited)
    rows += _by_id(say, w.too_weak, [f"{name} ({say.tag_word(name)})" for name in weak if name not in gone])
    rows += [w.only_retracted.format(claims=", ".join(sorted(gone, key=order)))] if gone else []
    for pair in left.conflicts[:MOST_PAIRS]:
        row = w.open_conflict.format(first=say.named(pair.first), second=say.named(pair.second))
        rows.append(row + (w.given_up if pair.given_up else ""))
    told = {part for one in say.answer.sections for part in one.parts} if say.answer is not None else ()
    rows += _parts(say, [name for name in left.sub_questions if name not in told])
    rows += _directions(say, left.keywords)
    if say.graph.failures:
        kinds = Counter(failure.kind for failure in say.graph.failures)
        counted = ", ".join(f"{w.failure_kinds[kind]} {count}" for kind, count in sorted(kinds.items()))
        rows.append(w.failures.format(failures=counted))
    yield from (f"- {row}" for row in rows or [w.no_unresolved])


def _by_id(say: Saying, line: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        more = len(names) - MOST_IDS
        shown = ", ".join(names[:MOST_IDS]) + (say.words.and_more.format(count=more) if more > 0 else "")
        yield line.format(claims=shown)


def _only_retracted(say: Saying, name: HypothesisId) -> bool:
    """A claim that retracted pages make and nobody else bears on: its figures are not repeated."""
    heard = (*cited(say.graph, name, "SUPPORTS"), *cited(say.graph, name, "CONTRADICTS"))
    return not heard and bool(retracted_support(say.graph, name))


def _undecided(say: Saying, name: HypothesisId) -> str:
    """A claim with the evidence of both sides: a reader sees why nobody could decide."""
    known = say.graph.hypotheses[name]
    against = say.heard(name, "CONTRADICTS")
    row = say.words.undecided.format(
        claim=say.named(name), strength=hundredths(known.strength), tag=say.tag(name)
    )
    return f"{row}; {say.words.but.format(cites=against)}" if against else row


def _strongest(say: Saying, names: Sequence[HypothesisId]) -> list[HypothesisId]:
    return sorted(names, key=lambda name: (-say.graph.hypotheses[name].strength, order(name)))


def _parts(say: Saying, names: Sequence[SubQuestionId]) -> Iterator[str]:
    """What nobody answered; where no answer was ever noted, that is said and nothing is called open."""
    known = say.graph.sub_questions
    texts = [plain(known[name].text) for name in names]
    if any(part.answered_by for part in known.values()):
        yield from (say.words.parts.format(part=text) for text in texts)
    elif texts:
        yield say.words.no_parts.format(parts="; ".join(texts))


def _directions(say: Saying, numbers: Sequence[int]) -> Iterator[str]:
    w = say.words
    names = [plain(say.bound.keyword(say.graph.unexplored[number - 1].keyword)) for number in numbers]
    if names:
        rest = len(names) - MOST_KEYWORDS
        more = w.and_more.format(count=rest) if rest > 0 else ""
        yield w.keywords.format(keywords=", ".join(names[:MOST_KEYWORDS]) + more)


def _first(rows: list[str], most: int, more: str) -> list[str]:
    """The first of many, and how many are left."""
    if len(rows) <= most:
        return rows
    return [*rows[: most - 1], f"{rows[most - 1]}{more.format(count=len(rows) - most)}"]
