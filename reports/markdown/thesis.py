"""thesis.md: the answer to the question, how far it can be believed, and what is not known.

A model's answer comes in as a `KeptAnswer`, checked already (protocols/answer/checks.py); its sentences carry
the numbers of their sources. Without one code speaks in quotes, with observations as [obs_3]. The graph alone
decides the rest, so the same graph and answer always give the same text.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.thesis import (
    Cited,
    CoreFinding,
    one_per_voice,
    retracted_support,
    shared_voices,
    tainted,
    unsettled,
    untold_in,
)
from pathfinder.protocols.evidence.strength import terms
from pathfinder.protocols.graph.judgement import READER_TAGS
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.planning.sub_questions import in_order
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.locales.reader_words import legend, reader_word
from pathfinder.reports.markdown.answer import definitions, lead, prose
from pathfinder.reports.markdown.escaping import plain
from pathfinder.reports.markdown.interim import has_evidence
from pathfinder.reports.markdown.thesis_findings import claim_lines, findings_by_part, lines_by_part, not_told
from pathfinder.reports.markdown.thesis_limits import conditions, refused, unresolved
from pathfinder.reports.markdown.thesis_page import Saying, Telling, cites_of, headline, tool_of
from pathfinder.reports.markdown.thesis_record import dropped, history, sources

MOST_TITLE_CITES = 2
MOST_CITED_MORE = 8
MOST_FURTHER, FEWEST_TOLD, MOST_LISTED = 6, 3, 6
MOST_TOLD = 4
"""Findings that are told at length; the others get a line under their part of the question."""
MOST_LINES, MOST_LINE = 3, 110
MOST_TITLE = 100
MOST_QUOTED = 2
"""Quotes of a side that are shown in full; the rest are named."""
MOST_DROPPED = 3


def thesis_text(graph: CogniGraph, telling: Telling | None = None) -> str:
    """The whole thesis."""
    return _text(Saying(graph, telling or Telling()))


def _text(say: Saying) -> str:
    """Title and sections; without evidence the first line says so and nothing is answered."""
    w, told = say.words, say.answer
    head = [] if has_evidence(say.graph) else [f"**{w.no_evidence}**", ""]
    sections: list[tuple[str, Iterable[str]]] = [
        (w.overview, _overview(say)),
        (w.conclusion, _conclusion(say) if told is None else lead(told, say.around)),
    ]
    sections.append((w.findings, _findings(say) if told is None else findings_by_part(say, told)))
    if told is not None and told.recommendations:
        sections.append((say.around.recommendations, prose(told.recommendations, say.around)))
    sections += [
        (w.conditions, conditions(say)),
        (w.refused, refused(say)),
        (w.unresolved, unresolved(say)),
        (w.history, history(say)),
        (w.sources, sources(say)),
    ]
    if told is not None and told.not_told:
        sections.append((say.around.not_told, not_told(say, told)))
    lines = [*head, f"# {w.thesis}: {_title(say)}", ""]
    for name, section in sections:
        lines += [f"## {name}", "", *section, ""]
    if say.dropped:
        lines += [f"## {w.dropped}", "", *dropped(say, MOST_DROPPED if told is None else 1), ""]
    if told is not None:
        lines += definitions(told)
    return "\n".join(lines).rstrip() + "\n"


def _title(say: Saying) -> str:
    w, leading = say.words, say.leading()
    if say.answer is not None:
        return headline(say.answer.title)
    if leading is None:
        return w.no_answer
    claim = say.claim(leading, MOST_TITLE_CITES).rstrip(".")
    if unsettled(leading):
        return f"{w.not_settled} {claim}"
    depends = any(leading.hypothesis in (pair.first, pair.second) for pair in say.settled)
    return f"{claim} ({w.conditional})" if depends else claim


def _overview(say: Saying) -> Iterator[str]:
    w, graph, run = say.words, say.graph, say.graph.run
    kinds = Counter(known.type for known in graph.hypotheses.values())
    quoted = sum(known.verified for known in graph.observations.values())
    tags = Counter(reader_tag(graph, name) for name, known in graph.hypotheses.items() if known.verdict)
    told = ", ".join(f"{reader_word(tag, say.speak)} {tags[tag]}" for tag in READER_TAGS if tags[tag])
    yield f"- {w.question}: {plain(graph.question)}"
    yield f"- {w.iterations.format(count=graph.iteration)}"
    yield f"- {w.observations.format(count=len(graph.observations), quoted=quoted)}"
    yield f"- {w.hypotheses.format(count=len(graph.hypotheses), a=kinds['A'], b=kinds['B'])}"
    yield f"- {w.verdicts}: {told or w.none}"
    if tags and say.answer is None:
        yield f"- {legend(tags, say.speak)}"
    if run.engine and say.answer is None:
        yield f"- {w.engine.format(engine=plain(said(run.engine, w.code)))}"
    if say.answer is not None:
        yield f"- {say.around.written_by.format(name=plain(say.answer.written_by))}"
        if not say.answer.revised:
            yield f"- {say.around.unrevised}"
    else:
        yield f"- {w.code_wrote}"
    if say.telling.unwritten:
        yield f"- {w.unwritten.format(reason=plain(said(say.telling.unwritten, w.code)))}"
    if say.telling.short_history:
        yield f"- {w.short_history.format(reason=plain(said(say.telling.short_history, w.code)))}"
    spent = run.spend.total_usd_micros + run.open_usd_micros
    if spent:
        yield f"- {w.cost.format(usd=f'{spent / 1_000_000:.4f}')}"


def _conclusion(say: Saying) -> Iterator[str]:
    w, leading = say.words, say.leading()
    if leading is None:
        yield w.no_evidence if not has_evidence(say.graph) else w.no_conclusion
        return
    if unsettled(leading):
        yield w.only_uncertain
        yield ""
    yield f"**{say.claim(leading)}**"
    quotes = " ".join(_in_quotes(say, leading))
    yield from ("", quotes) if quotes else ()
    for pair in say.settled:
        if leading.hypothesis in (pair.first, pair.second):
            other = pair.second if pair.first == leading.hypothesis else pair.first
            yield ""
            yield f"{w.both_hold.format(claim=say.named(other))} {say.resolution(pair)}"
    yield from ("", f"{leading.hypothesis}: {say.standing(leading.hypothesis)}")
    yield from _further(say, leading)


def _further(say: Saying, leading: CoreFinding) -> Iterator[str]:
    """What else holds; no quote twice, though two claims may rest on it."""
    further = [
        one
        for one in say.findings
        if one is not leading and not unsettled(one) and not tainted(say.graph, one)
    ]
    many = len(further) > MOST_TOLD
    told: dict[str, str] = {}
    for one in sorted(_spread(say, further), key=lambda one: untold_in(say.graph, one, say.words.code)):
        # Where the findings tell only some of them at length, they are told in short here too.
        said = _short_claim(say, one) if many else say.claim(one, MOST_TITLE_CITES)
        told.setdefault(say.topic(one.hypothesis).casefold(), said)
    if told:
        yield from ("", say.words.further, "")
        yield from (f"- {claim}" for claim in list(told.values())[:MOST_FURTHER])


def _short_claim(say: Saying, one: CoreFinding) -> str:
    cites = cites_of(witness.observation for witness in one_per_voice(one.supported_by)[:MOST_TITLE_CITES])
    return f"{say.marked(say.topic(one.hypothesis, MOST_LINE), say.topic(one.hypothesis))} {cites}."


def _spread(say: Saying, findings: Sequence[CoreFinding]) -> list[CoreFinding]:
    """One for each part of the question before a second for any, so that no part is crowded out."""
    by_name = {one.hypothesis: one for one in findings}
    parts = say.graph.sub_questions
    columns = [[name for name in by_name if name in parts[part].answered_by] for part in in_order(say.graph)]
    turns = [name for row in zip_longest(*columns) for name in row if name is not None]
    return [by_name[name] for name in dict.fromkeys((*turns, *by_name))]


def _in_quotes(say: Saying, finding: CoreFinding) -> Iterator[str]:
    for template, witnesses in (
        (say.words.words_of, finding.supported_by),
        (say.words.against_words, finding.contradicted_by),
    ):
        said = [one.observation for one in witnesses if not _repeats(say, finding.hypothesis, one)]
        for name in said[:1]:
            yield template.format(site=plain(say.site(name)), quote=say.quote(name))


def _repeats(say: Saying, claim: HypothesisId, witness: Cited) -> bool:
    """Whether a quote is the claim word for word, so that it would only be said twice."""
    said = say.graph.observations[witness.observation].quote or ""
    return headline(said).casefold() == headline(say.graph.hypotheses[claim].summary).casefold()


def _findings(say: Saying) -> Iterator[str]:
    w = say.words
    if not say.findings and not say.insights:
        yield w.no_findings
        return
    told, short, listed = _told_in_full(say)
    for number, finding in enumerate(told, start=1):
        yield from _finding(say, f"### {w.finding} {number}", finding)
    yield from lines_by_part(say, short, MOST_LINES, MOST_LINE)
    if listed:
        yield from (f"### {w.unsettled}", "", w.unsettled_intro, "")
        yield from (f"- {_in_a_line(say, finding)}" for finding in listed[:MOST_LISTED])
        rest = [finding.hypothesis for finding in listed[MOST_LISTED:]]
        yield from (f"- {w.more.format(count=len(rest))}: {', '.join(rest)}", "") if rest else ("",)
    if say.insights:
        yield from (f"### {w.insights}", "")
    if say.insights and (short or len(say.insights) > FEWEST_TOLD):
        yield from claim_lines(say, say.insights, MOST_LINES, MOST_LINE)
    else:
        for number, insight in enumerate(say.insights, start=1):
            yield from _finding(say, f"#### {w.insight} {number}", insight)
    yield f"_{w.local}_"


def _told_in_full(
    say: Saying,
) -> tuple[Sequence[CoreFinding], Sequence[CoreFinding], Sequence[CoreFinding]]:
    """What is told at length, what is settled and gets a line, and what is not settled.

    Of the settled ones each part of the question has one at length before any has two; where nothing is
    settled, the first few of the others are told at length.
    """
    settled = [one for one in say.findings if not unsettled(one)]
    if not settled:
        return say.findings[:FEWEST_TOLD], (), say.findings[FEWEST_TOLD:]
    chosen = settled if len(settled) <= MOST_TOLD else [settled[0], *_spread(say, settled[1:])][:MOST_TOLD]
    told = [one for one in settled if one in chosen]
    short = [one for one in settled if one not in chosen]
    return told, short, [one for one in say.findings if unsettled(one)]


def _in_a_line(say: Saying, finding: CoreFinding) -> str:
    """The heading says that these are not settled; the line says how many speak."""
    about = say.words.undecided_in_a_line.format(
        strength=hundredths(finding.strength),
        voices=len(terms(say.graph, finding.hypothesis, "SUPPORTS")),
        against=len(terms(say.graph, finding.hypothesis, "CONTRADICTS", standing=True)),
    )
    return f"{finding.hypothesis}, {say.claim(finding, MOST_TITLE_CITES)} {about}"


def _finding(say: Saying, heading: str, finding: CoreFinding) -> Iterator[str]:
    w = say.words
    title = say.topic(finding.hypothesis)
    shown = say.topic(finding.hypothesis, MOST_TITLE)
    yield f"{heading}: {say.marked(shown, title)} ({w.confidence}: {hundredths(finding.strength)})"
    yield ""
    yield f"**{w.statement}:** {finding.hypothesis}, {say.claim(finding)}"
    yield ""
    yield f"**{w.how_it_stands}:** {say.standing(finding.hypothesis)}"
    yield ""
    yield f"**{w.evidence}:**"
    yield ""
    yield from _witnesses(say, finding.hypothesis, finding.supported_by, MOST_QUOTED)
    if finding.contradicted_by:
        yield ""
        yield f"**{w.counter_evidence}:**"
        yield ""
        yield from _witnesses(say, finding.hypothesis, finding.contradicted_by, MOST_QUOTED)
    gone = cites_of(retracted_support(say.graph, finding.hypothesis))
    if gone:
        kept_out = w.kept_out if tainted(say.graph, finding) else ""
        yield from ("", f"{w.retracted_for.format(cites=gone)} {kept_out}".rstrip())
    groups = (*shared_voices(finding.supported_by), *shared_voices(finding.contradicted_by))
    if groups:
        yield ""
        yield w.one_voice.format(groups="; ".join(cites_of(group) for group in groups))
    yield ""
    yield f"**{w.tool}:** {tool_of(say, finding.hypothesis)}"
    yield ""


def _witnesses(say: Saying, claim: HypothesisId, witnesses: Sequence[Cited], most: int) -> Iterator[str]:
    if not witnesses:
        yield f"- {say.words.none}"
        return
    shown = [witness.observation for witness in one_per_voice(witnesses)[:most]]
    yield from (f"- {_witness(say, claim, name)}" for name in shown)
    rest = [witness.observation for witness in witnesses if witness.observation not in shown]
    if rest:
        names = cites_of(sorted(rest, key=order)[:MOST_CITED_MORE])
        ellipsis = " …" if len(rest) > MOST_CITED_MORE else ""
        yield f"- {say.words.more.format(count=len(rest))}: {names}{ellipsis}"


def _witness(say: Saying, claim: HypothesisId, name: ObservationId) -> str:
    w, known = say.words, say.graph.observations[name]
    page = known.page
    source = say.graph.sources[page] if page is not None else None
    authority = source.weight if source else known.authority
    number = w.source_note.format(number=say.places[page]) if page in say.places else ""
    if page is not None:
        say.pages_named.add(page)
    spoken = language(known.quote or "")
    foreign = "" if spoken == w.code else f", {w.languages.get(spoken, w.other_language)}"
    about = (
        f"{plain(say.site(name))}, {w.types[known.source_type]}{foreign}, {hundredths(authority)}, {number}"
    )
    answered = f"; {w.answered}" if _answered(say, claim, name) else ""
    return f"{say.quote(name)} ({about}{answered})"


def _answered(say: Saying, claim: HypothesisId, name: ObservationId) -> bool:
    """Whether a contradiction no longer stands: a condition or a quote explains it."""
    place = say.graph.index.place_of.get((name, claim, "CONTRADICTS"))
    edge = say.graph.edges[place] if place is not None else None
    return isinstance(edge, EvidenceEdge) and edge.answered is not None
