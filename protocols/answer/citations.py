"""What the citations of an answer lead to: facts on record, and words that are looked up on their page."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from pathfinder.protocols.answer.coverage import SHOWN, AnswerBasis
from pathfinder.protocols.answer.figures import Support, calculation, used
from pathfinder.protocols.answer.types import FoundQuote
from pathfinder.protocols.answer.written import Cite, Statement
from pathfinder.protocols.evidence.citing import ID, Fault, page_words, words_of
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import ObservationId, PageHash
from pathfinder.protocols.text.numbers import Name, Number
from pathfinder.protocols.text.sanitize import one_line

_MARKS: Final = re.compile(r"\[obs_\d+[^\]]*\] ?| ?\[/\d+\]")
"""Marks of facts, which stand in the pages as the Writer sees them and not in the pages themselves."""
_ESCAPE: Final = re.compile(r"\\(?=[^\w\s])")
"""The mark before a character that Markdown would read otherwise."""


@dataclass
class Citations:
    """The citations of one answer."""

    basis: AnswerBasis
    quotes: dict[tuple[PageHash, int, int], FoundQuote] = field(default_factory=dict)
    """Words that were found and that no observation has."""
    _read: dict[PageHash, PageText] = field(default_factory=dict)

    @property
    def always(self) -> tuple[str, ...]:
        """What may be said without a source: the words of the question, and today's date."""
        ask = self.basis.ask
        return ask.question, ask.research, ask.today

    def support(self, one: Statement) -> Support | Fault:
        """The facts and quotes of a statement, or what is wrong with one of them."""
        graph = self.basis.graph
        cites: dict[str, None] = {}
        for cite in (*one.cites, *(Cite(0, fact=name) for name in ID.findall(one.said))):
            name = self.name(cite)
            if name is None and cite.words and self._of_title(cite):
                continue
            if name is None and cite.words:
                shown = f"page {cite.page}: “{one_line(cite.words, SHOWN)}”"
                return Fault(kind="quote", what=shown)
            if name is None:
                if cite.fact not in graph.hypotheses:
                    return Fault(kind="no_such_id", what=cite.fact)
                continue
            seen = graph.observations.get(ObservationId(name))
            if seen is not None and not seen.verified:
                return Fault(kind="unverified", what=name)
            cites[name] = None
        texts = tuple(dict.fromkeys(text for cite in cites for text in self.texts(cite)))
        known = Support(tuple(cites), texts)
        sums = {written: calculation(written, known, self.always) for written in one.derived}
        known = replace(
            known,
            results=frozenset(
                one.value
                for sum_ in sums.values()
                if sum_ is not None
                for one in (sum_.result, *sum_.operands)
            ),
            derived=tuple(one_line(written, SHOWN) for written in one.derived),
        )
        if cites or used(one.said, known, self.always):
            return known
        # Figures of the question and a calculation with them need no page; anything else does.
        broken = [written for written, sum_ in sums.items() if sum_ is None]
        return Fault(kind="sum", what="; ".join(broken)) if broken else Fault(kind="uncited", what="")

    def name(self, cite: Cite) -> str | None:
        """An observation, or a quote that was looked up; None if it is not there."""
        if cite.words:
            return self._found(cite.page, cite.words)
        return cite.fact if ObservationId(cite.fact) in self.basis.graph.observations else None

    def _of_title(self, cite: Cite) -> bool:
        """Whether the words are of a page's title or address; what is cited of the page has them too."""
        if not 0 < cite.page <= len(self.basis.pages):
            return False
        source = self.basis.graph.sources[self.basis.pages[cite.page - 1]]
        words = cite.words.casefold()
        return words in source.title.casefold() or words in source.url.casefold()

    def _found(self, number: int, quote: str) -> str | None:
        """The name of a quote that stands on its page: an observation with the same words, or a new one."""
        if not 0 < number <= len(self.basis.pages):
            return None
        page = self.basis.pages[number - 1]
        text = self.basis.texts[page]
        if page not in self._read:
            self._read[page] = PageText.of(text)
        span = find(_MARKS.sub("", quote), self._read[page])
        if span is None:
            return None
        key = (page, span.start, span.end - span.start)
        if key in self._observed:
            return self._observed[key]
        if key not in self.quotes:
            name = f"q{len(self.quotes) + 1}"
            words = text[span.start : span.end]
            self.quotes[key] = FoundQuote(id=name, page=page, offset=span.start, quote=words)
        return self.quotes[key].id

    @cached_property
    def _observed(self) -> Mapping[tuple[PageHash, int, int], ObservationId]:
        return {
            (seen.page, seen.offset, len(seen.quote)): name
            for name, seen in self.basis.graph.observations.items()
            if seen.page is not None and seen.offset is not None and seen.quote is not None
        }

    def texts(self, cite: str) -> Iterator[str]:
        """Where a figure of a sentence may stand: the quote, its heading, and what is known of the page.

        Markdown may write "8\\.0" for 8.0.
        """
        if cite in self.basis.graph.observations:
            known = words_of(self.basis.graph, (ObservationId(cite),))
        else:
            known = (self._quote(cite).quote, *page_words(self.source(cite)))
        yield from (_ESCAPE.sub("", text) for text in known)

    def _quote(self, name: str) -> FoundQuote:
        return next(one for one in self.quotes.values() if one.id == name)

    def page(self, cite: str) -> PageHash:
        seen = self.basis.graph.observations.get(ObservationId(cite))
        return self._quote(cite).page if seen is None or seen.page is None else seen.page

    def source(self, cite: str) -> Source:
        return self.basis.graph.sources[self.page(cite)]

    def has_weight(self, cite: str) -> bool:
        """Whether it may carry a statement: nothing on a retracted page may.

        What the audit discounts decides no verdict, and may be told with its reason: the editor sees both.
        """
        return self.source(cite).retracted is None

    def has_name(self, number: Number, support: Support) -> bool:
        """Whether it is a name, of a product or a site, that a cited page has anywhere in its text.

        A name without a digit ("Trigger.dev") may stand on any page.
        """
        if not isinstance(number, Name):
            return False
        pages = [self.page(cite) for cite in support.cites]
        if not any(mark.isdigit() for mark in number.raw):
            pages = list(self.basis.texts)
        name = re.compile(rf"(?<!\w){re.escape(number.raw)}(?!\w)", re.IGNORECASE)
        return any(name.search(self.basis.texts.get(page, "")) for page in pages)
