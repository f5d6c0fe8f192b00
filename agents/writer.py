"""The Writer: what it is shown of a graph, and which of its sentences may stand."""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.questions import (
    ThesisLine,
    WitnessLine,
    WriteThesis,
    WrittenFinding,
    WrittenSentence,
    WrittenThesis,
)
from pathfinder.protocols.rules.citing import Fault, fault
from pathfinder.protocols.rules.context import hypothesis_line
from pathfinder.protocols.rules.languages import Language
from pathfinder.protocols.rules.lines import one_line
from pathfinder.protocols.rules.sub_questions import unanswered
from pathfinder.protocols.rules.thesis import (
    Cited,
    CoreFinding,
    Refused,
    ThesisContent,
    band,
    cited,
    leading_first,
    one_per_voice,
    settled,
    tainted,
    thesis,
    unsettled,
)
from pathfinder.protocols.rules.wording import worded

MOST_FINDINGS, MOST_INSIGHTS, MOST_REFUSED = 12, 4, 6
MOST_WITNESSES = 4
"""On a side of a claim, each of another voice."""
MOST_CHARACTERS = 60_000
"""Of quotes, in one question: what a model reads with care, at a price that is no surprise."""

MOST_QUOTE = 1_000

Section = Literal["finding", "insight", "refused"]


class Dropped(Frozen):
    """A sentence that may not stand, and why."""

    text: str
    fault: Fault


class Bound(NamedTuple):
    """What was written, as far as it stands, and what was dropped."""

    kept: WrittenThesis
    dropped: tuple[Dropped, ...]


def thesis_question(graph: CogniGraph, language: Language) -> WriteThesis | None:
    """What the Writer is asked; None where no claim has a witness, so that there is nothing to write from."""
    claims = _within(_lines(graph, thesis(graph), language))
    if not claims:
        return None
    return WriteThesis(
        question=graph.question,
        claims=claims,
        settled=tuple(
            one_line(f"{one.first} and {one.second} ({one.type}): {one.resolution}", 600)
            for one in settled(graph)
        ),
        unknown=_unknown(graph),
        language=language,
    )


def bound(graph: CogniGraph, written: WrittenThesis) -> Bound:
    """The sentences that stand on quotes, and those that do not, each with its reason."""
    content = thesis(graph)
    core = (*content.findings, *content.insights)
    claims = {one.hypothesis for one in core} | {one.hypothesis for one in content.refused}
    answering_for = {one.hypothesis for one in core if not tainted(graph, one)}
    dropped: list[Dropped] = []

    def standing(
        sentences: Sequence[WrittenSentence], of: Collection[HypothesisId], *, answering: bool = False
    ) -> tuple[WrittenSentence, ...]:
        kept = []
        for sentence in sentences:
            found = fault(graph, sentence.text, sentence.cites, of)
            if (
                found is None
                and answering
                and _speaks_only_for(graph, sentence.cites, claims - answering_for)
            ):
                found = Fault(kind="refused", what=", ".join(sentence.cites))
            if found is None:
                kept.append(sentence)
            else:
                dropped.append(Dropped(text=sentence.text, fault=found))
        return tuple(kept)

    answer = _best_first(content, standing(written.answer, claims, answering=True))
    findings = tuple(
        _titled(graph, known, standing(known.sentences, claims & {known.hypothesis}))
        for known in written.findings
    )
    kept = WrittenThesis(
        answer=answer,
        findings=tuple(known for known in findings if known.sentences),
        limits=standing(written.limits, claims),
        recommendations=standing(written.recommendations, claims, answering=True),
    )
    return Bound(kept, tuple(dropped))


def _best_first(content: ThesisContent, answer: tuple[WrittenSentence, ...]) -> tuple[WrittenSentence, ...]:
    """The answer opens with what is best supported: a sentence on a better verdict goes before the first."""
    bands = [band(content, sentence.cites, refusals=not at) for at, sentence in enumerate(answer)]
    if not bands or min(bands) == bands[0]:
        return answer
    best = bands.index(min(bands))
    return (answer[best], *answer[:best], *answer[best + 1 :])


def _titled(
    graph: CogniGraph, known: WrittenFinding, sentences: tuple[WrittenSentence, ...]
) -> WrittenFinding:
    """The finding with what stands of it; a title with a number that its sentences do not quote is none."""
    cites = tuple(dict.fromkeys(cite for sentence in sentences for cite in sentence.cites))
    sound = fault(graph, known.title, cites, {known.hypothesis}) is None
    return known.model_copy(update={"sentences": sentences, "title": known.title if sound else ""})


def _speaks_only_for(
    graph: CogniGraph, cites: Sequence[ObservationId], claims: Collection[HypothesisId]
) -> bool:
    """Whether all it rests on speaks for these claims, and for or against nothing else."""
    return all(
        {edge.hypothesis for edge in _edges(graph, cite)} <= set(claims)
        and all(edge.type == "SUPPORTS" for edge in _edges(graph, cite))
        for cite in cites
    )


def _edges(graph: CogniGraph, observation: ObservationId) -> Iterator[EvidenceEdge]:
    for name in graph.hypotheses:
        for side in ("SUPPORTS", "CONTRADICTS"):
            place = graph.index.place_of.get((observation, name, side))
            edge = None if place is None else graph.edges[place]
            if isinstance(edge, EvidenceEdge):
                yield edge


def _lines(graph: CogniGraph, content: ThesisContent, reader: Language) -> Iterator[ThesisLine]:
    for finding in _worth_telling(graph, content.findings, reader)[:MOST_FINDINGS]:
        yield _line(graph, finding, "finding", finding.supported_by)
    for insight in _worth_telling(graph, content.insights, reader)[:MOST_INSIGHTS]:
        yield _line(graph, insight, "insight", insight.supported_by)
    against = [one for one in content.refused if one.contradicted_by]
    for refused in sorted(against, key=lambda one: -len(one.contradicted_by))[:MOST_REFUSED]:
        yield _line(graph, refused, "refused", cited(graph, refused.hypothesis, "SUPPORTS"))


def _worth_telling(
    graph: CogniGraph, findings: Sequence[CoreFinding], reader: Language
) -> tuple[CoreFinding, ...]:
    """What is settled, the answer first; what is not only where nothing is. Code lists the rest."""
    paired = {end for one in settled(graph) for end in (one.first, one.second)}
    ordered = leading_first(graph, findings, reader)
    sure = tuple(one for one in ordered if not unsettled(one) or one.hypothesis in paired)
    return sure or ordered


def _line(
    graph: CogniGraph, known: CoreFinding | Refused, section: Section, supporting: Sequence[Cited]
) -> ThesisLine:
    labels: dict[str, str] = {}
    """Voices are named by the hash of a page; a model needs no more than to tell them apart."""
    sides: tuple[tuple[Literal["SUPPORTS", "CONTRADICTS"], Sequence[Cited]], ...] = (
        ("SUPPORTS", supporting),
        ("CONTRADICTS", known.contradicted_by),
    )
    witnesses = [
        WitnessLine(
            id=witness.observation,
            type=side,
            quote=one_line(graph.observations[witness.observation].quote or "", MOST_QUOTE),
            site=_site(graph, witness.observation),
            source_type=graph.observations[witness.observation].source_type,
            voice=labels.setdefault(witness.voice, f"v{len(labels) + 1}"),
        )
        for side, found in sides
        for witness in one_per_voice(found)[:MOST_WITNESSES]
    ]
    verdict = known.verdict
    return ThesisLine(
        claim=hypothesis_line(graph, known.hypothesis),
        section=section,
        side=None if verdict is None else verdict.side,
        caveats=() if verdict is None else tuple(one_line(worded(caveat), 300) for caveat in verdict.caveats),
        witnesses=tuple(witnesses),
    )


def _within(lines: Iterator[ThesisLine]) -> tuple[ThesisLine, ...]:
    """The lines that have witnesses, as long as their quotes fit."""
    left, kept = MOST_CHARACTERS, []
    for line in lines:
        left -= sum(len(witness.quote) for witness in line.witnesses)
        if left < 0:
            break
        if line.witnesses:
            kept.append(line)
    return tuple(kept)


def _unknown(graph: CogniGraph) -> tuple[str, ...]:
    """The parts of the question that nothing answers; where answers were never noted, nobody knows."""
    parts = graph.sub_questions
    if not any(part.answered_by for part in parts.values()):
        return ()
    return tuple(one_line(parts[name].text, 300) for name in unanswered(graph))


def _site(graph: CogniGraph, name: ObservationId) -> str:
    page = graph.observations[name].page
    source = None if page is None else graph.sources[page]
    return one_line("" if source is None else source.site or source.url, 80)
