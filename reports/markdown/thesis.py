"""thesis.md: the answer to the question, how far it can be believed, and what is not known.

A model's answer comes in as a `KeptAnswer`, checked already (protocols/answer/checks.py); its sentences carry
the numbers of their sources. Without one code speaks in quotes, with observations as [obs_3]. The graph alone
decides the rest, so the same graph and answer always give the same text. The template writes the sections in
their order: a sentence that may not stand is known when its section is written, and listed at the end.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple

from pathfinder.protocols.answer.thesis import (
    Cited,
    CoreFinding,
    Settled,
    one_per_voice,
    retracted_support,
    shared_voices,
    tainted,
    unsettled,
    untold_in,
)
from pathfinder.protocols.evidence.strength import terms
from pathfinder.protocols.graph.judgement import READER_TAGS, ReaderTag
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, SubQuestion
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.planning.sub_questions import in_order
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.answer import ToldSection
from pathfinder.reports.content.judge_assembly import ReportContext
from pathfinder.reports.markdown import thesis_limits, thesis_record
from pathfinder.reports.markdown.escaping import plain
from pathfinder.reports.markdown.interim import has_evidence
from pathfinder.reports.markdown.rendering import render
from pathfinder.reports.markdown.sentences import cites_of, headline
from pathfinder.reports.markdown.thesis_limits import MOST_REFUSED
from pathfinder.reports.markdown.thesis_page import ThesisSentences

MOST_TITLE_CITES = 2
MOST_CITED_MORE = 8
MOST_FURTHER, FEWEST_TOLD = 6, 3
MOST_TOLD = 4
"""Findings that get a paragraph; the others get a line under their part of the question."""
MOST_LINES, MOST_LINE = 3, 110
MOST_TITLE = 100
MOST_QUOTED = 2
"""Quotes of a side that are shown in full; the rest are named."""
MOST_LISTED = 6
MOST: Final = {
    "listed": MOST_LISTED,
    "insights": FEWEST_TOLD,
    "idea": 90,
    "refused": MOST_REFUSED,
    "quoted": MOST_QUOTED,
    "warnings": 3,
    "warning": 160,
    "dropped": 3,
    "dropped_text": 120,
}
"""What the templates show of many, and how many characters of a text."""


def thesis_text(graph: CogniGraph, around: ReportContext | None = None) -> str:
    """The whole thesis; without evidence the first line says so and nothing is answered."""
    page = ThesisPage(graph, around or ReportContext())
    text = render(
        "thesis.md",
        page.t.language,
        say=page,
        graph=graph,
        told=page.answer,
        has_evidence=has_evidence(graph),
        most=MOST,
        spent=graph.run.spend.total_usd_micros + graph.run.open_usd_micros,
        limits={
            name: partial(getattr(thesis_limits, name), page)
            for name in ("against", "conditions", "further_refused", "in_a_cell", "unresolved", "why")
        },
        record={
            name: partial(getattr(thesis_record, name), page) for name in ("history", "sources", "unlisted")
        },
    )
    return text.rstrip() + "\n"


class ShownFindings(NamedTuple):
    """Findings by how much is written about them."""

    told: Sequence[CoreFinding]
    """At length."""
    short: Sequence[CoreFinding]
    """Settled, a line each."""
    listed: Sequence[CoreFinding]
    """Not settled."""


class ThesisPage(ThesisSentences):
    """What the sections of a thesis show, and in which words."""

    # The first lines.

    def title(self) -> str:
        """The answer in a line."""
        leading = self.leading()
        if self.answer is not None:
            return headline(self.answer.title)
        if leading is None:
            return self.t("thesis-no-answer")
        claim = self.claim(leading, MOST_TITLE_CITES).rstrip(".")
        if unsettled(leading):
            return f"{self.t('thesis-not-settled')} {claim}"
        return f"{claim} ({self.t('thesis-conditional')})" if any(self.beside(leading)) else claim

    @property
    def kinds(self) -> Counter[str]:
        """How many claims there are of each type."""
        return Counter(known.type for known in self.graph.hypotheses.values())

    @property
    def tags(self) -> dict[ReaderTag, int]:
        """How many claims have each verdict."""
        known = self.graph.hypotheses
        found = Counter(reader_tag(self.graph, name) for name in known if known[name].verdict)
        return {tag: found[tag] for tag in READER_TAGS if found[tag]}

    # The conclusion.

    def beside(self, leading: CoreFinding) -> Iterator[tuple[HypothesisId, Settled]]:
        """Claims that hold beside the one that answers, and how the conflict was settled."""
        for pair in self.settled:
            if leading.hypothesis in (pair.first, pair.second):
                yield pair.second if pair.first == leading.hypothesis else pair.first, pair

    def in_quotes(self, finding: CoreFinding) -> Iterator[str]:
        """The first quote of each side, unless it is the claim word for word and would only be said twice."""
        for id, witnesses in (
            ("thesis-words-of", finding.supported_by),
            ("thesis-against-words", finding.contradicted_by),
        ):
            said = [one.observation for one in witnesses if not self._repeats(finding.hypothesis, one)]
            yield from (self.words_of(name, id) for name in said[:1])

    def _repeats(self, claim: HypothesisId, witness: Cited) -> bool:
        said = self.graph.observations[witness.observation].quote or ""
        return headline(said).casefold() == headline(self.graph.hypotheses[claim].summary).casefold()

    def further(self, leading: CoreFinding) -> list[str]:
        """What else holds; no quote twice, though two claims may rest on it."""
        further = [
            one
            for one in self.findings
            if one is not leading and not unsettled(one) and not tainted(self.graph, one)
        ]
        many = len(further) > MOST_TOLD
        told: dict[str, str] = {}
        spread = self._spread(further)
        for one in sorted(spread, key=lambda one: untold_in(self.graph, one, self.language)):
            # Where the findings tell only some of them at length, they are told in short here too.
            said = self._short_claim(one) if many else self.claim(one, MOST_TITLE_CITES)
            told.setdefault(self.topic(one.hypothesis).casefold(), said)
        return list(told.values())[:MOST_FURTHER]

    def _short_claim(self, one: CoreFinding) -> str:
        cites = cites_of(self._weightiest(one.supported_by, MOST_TITLE_CITES))
        return f"{self.heading(one.hypothesis, MOST_LINE)} {cites}."

    def _weightiest(self, witnesses: Sequence[Cited], most: int) -> list[ObservationId]:
        return [witness.observation for witness in one_per_voice(witnesses)[:most]]

    def _spread(self, findings: Sequence[CoreFinding]) -> list[CoreFinding]:
        """One for each part of the question before a second for any, so that no part is crowded out."""
        by_name = {one.hypothesis: one for one in findings}
        parts = self.graph.sub_questions
        columns = [
            [name for name in by_name if name in parts[part].answered_by] for part in in_order(self.graph)
        ]
        turns = [name for row in zip_longest(*columns) for name in row if name is not None]
        return [by_name[name] for name in dict.fromkeys((*turns, *by_name))]

    # The findings.

    def chosen(self) -> ShownFindings:
        """Findings with a paragraph, settled ones with a line, and those that are not settled.

        Of the settled ones each part of the question has one at length before any has two; where nothing is
        settled, the first few of the others are told at length.
        """
        settled = [one for one in self.findings if not unsettled(one)]
        if not settled:
            return ShownFindings(self.findings[:FEWEST_TOLD], (), self.findings[FEWEST_TOLD:])
        first = settled if len(settled) <= MOST_TOLD else [settled[0], *self._spread(settled[1:])][:MOST_TOLD]
        return ShownFindings(
            [one for one in settled if one in first],
            [one for one in settled if one not in first],
            [one for one in self.findings if unsettled(one)],
        )

    def by_part(self, findings: Sequence[CoreFinding]) -> Iterator[tuple[str, list[CoreFinding]]]:
        """Claims under the part of the question that they answer; what answers none comes last."""
        left = list(findings)
        for name in in_order(self.graph):
            part = self.graph.sub_questions[name]
            claims = _answering(left, [part])
            left = [one for one in left if one not in claims]
            if claims:
                yield plain(part.text), claims
        if left:
            yield self.t("thesis-further").rstrip(":"), left

    def sections(self) -> Iterator[tuple[ToldSection, str]]:
        """The sections of the answer, and how the claims on their parts stand, in a line."""
        left = [one for one in (*self.findings, *self.insights) if one.type == "A"]
        known = self.graph.sub_questions
        for section in self.answer.sections if self.answer is not None else ():
            claims = _answering(left, [known[part] for part in section.parts if part in known])
            left = [one for one in left if one not in claims]
            shown = [f"{one.hypothesis} ({self._about(one)})" for one in claims]
            yield section, self.ids(shown, MOST_LINES)

    def ideas(self) -> list[CoreFinding]:
        """Claims that the agent thought up."""
        return [one for one in (*self.findings, *self.insights) if one.type == "B"]

    def claim_lines(self, claims: Sequence[CoreFinding], longest: int = MOST_LINE) -> Iterator[str]:
        """Claims in a line each: verdict, confidence, words and evidence; of an idea its thinking tool."""
        for one in claims[:MOST_LINES]:
            cites = cites_of(self._weightiest(one.supported_by, MOST_TITLE_CITES))
            tool = f"; {self.t('thesis-tool')}: {self.tool(one.hypothesis)}" if one.type == "B" else ""
            words = self.heading(one.hypothesis, longest)
            yield f"{one.hypothesis} ({self._about(one)}{tool}): {words} {cites}".rstrip()
        rest = [one.hypothesis for one in claims[MOST_LINES:]]
        if rest:
            yield f"{self.t('thesis-more', count=len(rest))}: {self.ids(rest)}"

    def _about(self, one: CoreFinding) -> str:
        tag = self.tag_word(one.hypothesis) if one.verdict else self.t("thesis-unjudged")
        return f"{tag}, {self.t('thesis-confidence')} {hundredths(one.strength)}"

    def heading(self, name: HypothesisId, most: int = MOST_TITLE) -> str:
        """A claim as a heading, cut; words in another language are announced."""
        return self.marked(self.topic(name, most), self.topic(name))

    def in_a_line(self, finding: CoreFinding) -> str:
        """A claim that is not settled, and how many speak for it and against it."""
        about = self.t(
            "thesis-undecided-in-a-line",
            strength=hundredths(finding.strength),
            voices=len(terms(self.graph, finding.hypothesis, "SUPPORTS")),
            against=len(terms(self.graph, finding.hypothesis, "CONTRADICTS", standing=True)),
        )
        return f"{finding.hypothesis}, {self.claim(finding, MOST_TITLE_CITES)} {about}"

    def retracted_support(self, one: CoreFinding) -> Sequence[ObservationId]:
        """Quotes of retracted pages that spoke for a claim."""
        return retracted_support(self.graph, one.hypothesis)

    def tainted(self, one: CoreFinding) -> bool:
        """Whether others may only repeat a retracted page."""
        return tainted(self.graph, one)

    def shared_voices(self, one: CoreFinding) -> list[Sequence[ObservationId]]:
        """Quotes that count once together."""
        return [*shared_voices(one.supported_by), *shared_voices(one.contradicted_by)]

    def tool(self, name: HypothesisId) -> str:
        """The thinking tool a claim was made with."""
        known = self.graph.hypotheses[name]
        if known.reasoning_tool is None:
            return self.t("thesis-no-tool")
        tool, origins = self.t(f"thesis-tools-{known.reasoning_tool}"), ", ".join(known.derived_from)
        return self.t("thesis-derived", tool=tool, origins=origins) if origins else tool

    def witnesses(self, claim: HypothesisId, witnesses: Sequence[Cited]) -> Iterator[str]:
        """The weightiest quotes of a side, and who else speaks."""
        if not witnesses:
            yield self.t("thesis-none")
            return
        shown = self._weightiest(witnesses, MOST_QUOTED)
        yield from (self._witness(claim, name) for name in shown)
        rest = [witness.observation for witness in witnesses if witness.observation not in shown]
        if rest:
            names = cites_of(sorted(rest, key=order)[:MOST_CITED_MORE])
            ellipsis = " …" if len(rest) > MOST_CITED_MORE else ""
            yield f"{self.t('thesis-more', count=len(rest))}: {names}{ellipsis}"

    def _witness(self, claim: HypothesisId, name: ObservationId) -> str:
        t, known = self.t, self.graph.observations[name]
        page = known.page
        source = self.graph.sources[page] if page is not None else None
        authority = source.weight if source else known.authority
        number = t("thesis-source-note", number=self.places[page]) if page in self.places else ""
        if page is not None:
            self.pages_named.add(page)
        spoken = language(known.quote or "")
        foreign = "" if spoken == t.language else f", {self.in_language(spoken)}"
        kind = f"{t(f'thesis-types-{known.source_type}')}{foreign}"
        answered = f"; {t('thesis-answered')}" if self._answered(claim, name) else ""
        about = f"{plain(self.site(name))}, {kind}, {hundredths(authority)}, {number}{answered}"
        return f"{self.quote(name)} ({about})"

    def _answered(self, claim: HypothesisId, name: ObservationId) -> bool:
        """Whether a contradiction no longer stands: a condition or a quote explains it."""
        place = self.graph.index.place_of.get((name, claim, "CONTRADICTS"))
        edge = self.graph.edges[place] if place is not None else None
        return isinstance(edge, EvidenceEdge) and edge.answered is not None


def _answering(claims: Sequence[CoreFinding], parts: Sequence[SubQuestion]) -> list[CoreFinding]:
    """The claims that answer one of the parts."""
    return [one for one in claims if any(one.hypothesis in part.answered_by for part in parts)]
