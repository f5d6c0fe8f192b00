"""thesis.md: the answer to the question, how far it can be believed, and what is not known.

A model's answer comes in as a `KeptAnswer`, checked already (protocols/rules/answers.py); its sentences carry
the numbers of their sources. Without one code speaks in quotes, with observations as [obs_3]. The graph alone
decides the rest, so the same graph and answer always give the same text.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from pathfinder.protocols.graph import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judgement import Tag
from pathfinder.protocols.rules.figures import hundredths
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.strength import terms
from pathfinder.protocols.rules.sub_questions import in_order
from pathfinder.protocols.rules.thesis import (
    Cited,
    CoreFinding,
    one_per_voice,
    retracted_support,
    shared_voices,
    tainted,
    unsettled,
    untold_in,
)
from pathfinder.reports.answer_markdown import definitions, lead, numbered
from pathfinder.reports.interim import has_evidence
from pathfinder.reports.markdown import plain
from pathfinder.reports.record_words import retold
from pathfinder.reports.thesis_answer import findings_by_part, not_told
from pathfinder.reports.thesis_limits import conditions, refused, unresolved
from pathfinder.reports.thesis_record import dropped, history, sources
from pathfinder.reports.thesis_saying import MOST_SHOWN, Saying, Telling, cites_of, headline, tool_of

MOST_AGAINST = 3
MOST_TITLE_CITES = 2
MOST_FURTHER, FEWEST_TOLD, MOST_LISTED = 6, 3, 6
_TAGS: tuple[Tag, ...] = ("Confirmed", "Likely", "Uncertain")


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
        (w.findings, _findings(say) if told is None else findings_by_part(say, told)),
    ]
    if told is not None and told.recommendations:
        sections.append((say.around.recommendations, numbered(told.recommendations, say.around)))
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
        lines += [f"## {w.dropped}", "", *dropped(say), ""]
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
    tags = Counter(known.verdict.tag for known in graph.hypotheses.values() if known.verdict)
    told = ", ".join(f"{w.tags[tag]} {tags[tag]}" for tag in _TAGS if tags[tag])
    yield f"- {w.question}: {plain(graph.question)}"
    yield f"- {w.iterations.format(count=graph.iteration)}"
    yield f"- {w.observations.format(count=len(graph.observations), quoted=quoted)}"
    yield f"- {w.hypotheses.format(count=len(graph.hypotheses), a=kinds['A'], b=kinds['B'])}"
    yield f"- {w.verdicts}: {told or w.none}"
    if run.engine:
        yield f"- {w.engine.format(engine=plain(retold(run.engine, w.code)))}"
    if say.answer is not None:
        yield f"- {say.around.written_by.format(name=plain(say.answer.written_by))}"
        if not say.answer.revised:
            yield f"- {say.around.unrevised}"
    else:
        yield f"- {w.code_wrote}"
    if say.telling.unwritten:
        yield f"- {w.unwritten.format(reason=plain(retold(say.telling.unwritten, w.code)))}"
    if say.telling.short_history:
        yield f"- {w.short_history.format(reason=plain(retold(say.telling.short_history, w.code)))}"
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
    told: dict[str, str] = {}
    for one in sorted(_spread(say, further), key=lambda one: untold_in(say.graph, one, say.words.code)):
        told.setdefault(say.topic(one.hypothesis).casefold(), say.claim(one, MOST_TITLE_CITES))
    if told:
        yield from ("", say.words.further, "")
        yield from (f"- {claim}" for claim in list(told.values())[:MOST_FURTHER])


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
    told, listed = _told_in_full(say.findings)
    for number, finding in enumerate(told, start=1):
        yield from _finding(say, f"### {w.finding} {number}", finding)
    if listed:
        yield from (f"### {w.unsettled}", "", w.unsettled_intro, "")
        yield from (f"- {_in_a_line(say, finding)}" for finding in listed[:MOST_LISTED])
        rest = [finding.hypothesis for finding in listed[MOST_LISTED:]]
        yield from (f"- {w.more.format(count=len(rest))}: {', '.join(rest)}", "") if rest else ("",)
    if say.insights:
        yield from (f"### {w.insights}", "")
    for number, insight in enumerate(say.insights, start=1):
        yield from _finding(say, f"#### {w.insight} {number}", insight)
    yield f"_{w.local}_"


def _told_in_full(findings: Sequence[CoreFinding]) -> tuple[Sequence[CoreFinding], Sequence[CoreFinding]]:
    """What is settled is told at length, the rest in a line each; where nothing is, the first few are."""
    settled = [one for one in findings if not unsettled(one)]
    told = settled or findings[:FEWEST_TOLD]
    return told, [one for one in findings if one not in told]


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
    yield f"{heading}: {say.marked(title, title)} ({w.confidence}: {hundredths(finding.strength)})"
    yield ""
    yield f"**{w.statement}:** {finding.hypothesis}, {say.claim(finding)}"
    yield ""
    yield f"**{w.how_it_stands}:** {say.standing(finding.hypothesis)}"
    yield ""
    yield f"**{w.evidence}:**"
    yield ""
    yield from _witnesses(say, finding.hypothesis, finding.supported_by, MOST_SHOWN)
    if finding.contradicted_by:
        yield ""
        yield f"**{w.counter_evidence}:**"
        yield ""
        yield from _witnesses(say, finding.hypothesis, finding.contradicted_by, MOST_AGAINST)
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
        yield f"- {say.words.more.format(count=len(rest))}: {cites_of(sorted(rest, key=order))}"


def _witness(say: Saying, claim: HypothesisId, name: ObservationId) -> str:
    w, known = say.words, say.graph.observations[name]
    page = known.page
    source = say.graph.sources[page] if page is not None else None
    authority = source.weight if source else known.authority
    number = w.source_note.format(number=say.places[page]) if page in say.places else ""
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
