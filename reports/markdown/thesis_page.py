"""What every section of a thesis needs: the parts of the graph it speaks of, and how a sentence cites."""

from collections.abc import Collection, Sequence
from typing import Literal

from pathfinder.locales.catalogue import catalogue, translator
from pathfinder.protocols.answer.thesis import (
    CoreFinding,
    Settled,
    ThesisContent,
    cited,
    leading_first,
    one_per_voice,
    said_in,
    settled,
    tainted,
    thesis,
)
from pathfinder.protocols.answer.types import Dropped
from pathfinder.protocols.evidence.citing import fault
from pathfinder.protocols.evidence.strength import terms
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.text.languages import Language, language
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.answer import ReportAnswer, cited_pages, report_answer
from pathfinder.reports.content.judge_assembly import ReportContext
from pathfinder.reports.content.model_words import Saying
from pathfinder.reports.locales.reader_words import reader_word
from pathfinder.reports.markdown.escaping import plain, short, unmarked
from pathfinder.reports.markdown.sentences import cites_of, headline, host, with_cites

MOST_SHOWN = 4
"""Observations that a claim cites."""
MOST_IDS = 8
MOST_NAMED = 100
"""Characters of a claim that is only spoken of."""


class ThesisSentences:
    """One thesis in the making: what is looked up once, and the sentences that may not stand."""

    def __init__(self, graph: CogniGraph, around: ReportContext) -> None:
        self.graph = graph
        self.around = around
        self.pages_named: set[PageHash] = set()
        """Pages that a sentence names by number: the list of sources has them in any case."""
        self.t = translator(around.language or graph.run.language or language(graph.question))
        self.language: Language = "ko" if self.t.language == "ko" else "en"
        kept = around.answer
        self.bound = Saying(graph, kept.dropped if kept else (), around.language)
        """Words of a model without what no quote says, for headings and lists."""
        self.answer: ReportAnswer | None = None if kept is None else report_answer(self.bound, kept)
        self.content: ThesisContent = thesis(graph)
        self.settled: tuple[Settled, ...] = settled(graph)
        self.dropped: list[Dropped] = list(kept.dropped) if kept else []
        self.findings = leading_first(graph, self.content.findings, self.language)
        self.insights = leading_first(graph, self.content.insights, self.language)
        first = cited_pages(graph, kept) if kept else ()
        self.places = {
            page: place for place, page in enumerate(dict.fromkeys((*first, *self._pages())), start=1)
        }

    def leading(self) -> CoreFinding | None:
        """The finding that answers; an idea of our own only where nothing else does."""
        core = (*self.findings, *self.insights)
        return next((one for one in core if one.supported_by and not tainted(self.graph, one)), None)

    def claim(self, finding: CoreFinding, most: int = MOST_SHOWN) -> str:
        """A claim as a sentence that cites; where its words say more than its quotes, the first quote."""
        cites = tuple(witness.observation for witness in one_per_voice(finding.supported_by)[:most])
        told = self.quote_in_readers_language(finding.hypothesis)
        if told is not None:
            return f"“{headline(self.quoted(told))}” {cites_of(dict.fromkeys((told, *cites)))}."
        summary = self.graph.hypotheses[finding.hypothesis].summary
        said = self.checked(summary, cites, {finding.hypothesis})
        return self.marked(said or (self.quote(cites[0]) if cites else finding.hypothesis), summary)

    def quote_in_readers_language(self, name: HypothesisId) -> ObservationId | None:
        """The quote that says a claim in the reader's language, where its own words are in another."""
        if language(self.graph.hypotheses[name].summary) == self.t.language:
            return None
        return said_in(self.graph, name, self.language)

    def marked(self, shown: str, text: str) -> str:
        """Words in another language are marked as such: nothing is translated."""
        spoken = language(text)
        if spoken == self.t.language:
            return shown
        return f"({self.in_language(spoken)}) {shown}"

    def in_language(self, spoken: Language) -> str:
        """How words in another language are announced."""
        id = f"thesis-languages-{spoken}"
        return self.t(id if id in catalogue(self.t.language) else "thesis-languages-other")

    def topic(self, name: HypothesisId, most: int | None = None) -> str:
        """A claim as a heading or inside a sentence, without its citations; cut if a limit is given."""
        told = self.quote_in_readers_language(name)
        text = self.bound.claim(name).text if told is None else self.quoted(told)
        return headline(text if most is None else short(text, most))

    def checked(
        self, text: str, cites: Sequence[ObservationId], claims: Collection[HypothesisId]
    ) -> str | None:
        """A sentence that a model left in the graph, with its citations; None, and on the list, if it may
        not stand.
        """
        found = fault(self.graph, text, cites, claims)
        if found is None:
            return with_cites(text, cites)
        dropped = Dropped(text=text, fault=found)
        if dropped not in self.dropped:
            self.dropped.append(dropped)
        return None

    def standing(self, name: HypothesisId) -> str:
        """Verdict and status together, and how many voices speak; the words of the rules are not repeated."""
        t, known = self.t, self.graph.hypotheses[name]
        standing = t(
            "thesis-standing",
            tag=self.tag(name),
            status=t(f"status-{known.status}"),
            strength=hundredths(known.strength),
        )
        return f"{standing} {self.voices(name)}"

    def voices(self, name: HypothesisId) -> str:
        """How many speak for a claim, how many of them are trusted, and how many speak against it."""
        support = terms(self.graph, name, "SUPPORTS")
        against = terms(self.graph, name, "CONTRADICTS", standing=True)
        return self.t(
            "thesis-voices",
            voices=len(support),
            trusted=sum(term.trusted for term in support),
            against=len(against),
        )

    def tag(self, name: HypothesisId) -> str:
        """The verdict in the words that readers get, with its side."""
        verdict = self.graph.hypotheses[name].verdict
        if verdict is None:
            return self.t("thesis-unjudged")
        side = f" ({self.t(f'thesis-sides-{verdict.side}')})" if verdict.side else ""
        return f"{self.tag_word(name)}{side}"

    def tag_word(self, name: HypothesisId) -> str:
        """The word alone."""
        return reader_word(reader_tag(self.graph, name), self.t.language)

    def named(self, name: HypothesisId) -> str:
        """A claim that is only spoken of, with its id and the evidence for it."""
        topic = self.topic(name, MOST_NAMED)
        shown = self.marked(f"“{topic}”", topic)
        return f"{name} {shown} {self.cites_of_side(name, 'SUPPORTS')}".rstrip()

    def cites_of_side(self, name: HypothesisId, side: Literal["SUPPORTS", "CONTRADICTS"]) -> str:
        """The weightiest witnesses of a side."""
        return cites_of(one.observation for one in one_per_voice(cited(self.graph, name, side))[:2])

    def resolution(self, pair: Settled) -> str:
        """How a conflict was settled, with the evidence of both sides; its numbers stand in their quotes."""
        both = (pair.first, pair.second)
        cites = [witness.observation for name in both for witness in cited(self.graph, name, "SUPPORTS")[:2]]
        kind = self.t(f"thesis-resolutions-{pair.type}")
        said = self.checked(pair.resolution, cites, both) if pair.resolution else None
        if said is None:
            return f"{kind} {cites_of(cites)}".rstrip()
        return self.t("thesis-only-when", resolution=said.rstrip("."), type=kind)

    def ids(self, names: Sequence[str], most: int = MOST_IDS) -> str:
        """The first of some ids, and how many more there are."""
        more = len(names) - most
        return ", ".join(names[:most]) + (self.t("thesis-and-more", count=more) if more > 0 else "")

    def words_of(self, name: ObservationId, id: str = "thesis-words-of") -> str:
        """A quote, introduced by the name of its site."""
        return self.t(id, site=plain(self.site(name)), quote=self.quote(name))

    def quote(self, name: ObservationId) -> str:
        return f"“{plain(self.quoted(name))}” {cites_of([name])}"

    def quoted(self, name: ObservationId) -> str:
        return unmarked(self.graph.observations[name].quote or "")

    def site(self, name: ObservationId) -> str:
        page = self.graph.observations[name].page
        source = self.graph.sources[page] if page is not None else None
        url = source.url if source else self.graph.observations[name].source_url
        return (source.site if source else "") or host(url)

    def quotes_of(self, page: PageHash) -> list[ObservationId]:
        return sorted(
            (name for name, known in self.graph.observations.items() if known.page == page), key=order
        )

    def _pages(self) -> list[PageHash]:
        """The pages quotes were found on, the weightiest first; retracted ones last."""
        quoted = {known.page for known in self.graph.observations.values() if known.verified and known.page}
        sources = self.graph.sources
        return sorted(quoted, key=lambda page: (-sources[page].weight, sources[page].url, page))
