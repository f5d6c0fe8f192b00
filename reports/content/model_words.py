"""Words of a model on their way into a report: each with its citations, and no figure of its own.

A claim whose words say more than its quotes gives way to its weightiest quote. Other words, a challenge or a
wish, stay; a number or an address in them that no quote says is taken out, and the sentence is on the list.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from pathfinder.protocols.answer.thesis import cited, one_per_voice, said_in
from pathfinder.protocols.answer.types import Dropped
from pathfinder.protocols.evidence.citing import Fault, bears_on, fault, ids_in, sites_of, words_of
from pathfinder.protocols.evidence.strength import authority_of
from pathfinder.protocols.graph.judgement import CounterReview
from pathfinder.protocols.graph.reasons import Reason, Told
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.text.languages import Language, language
from pathfinder.protocols.text.numbers import Number, Quantity, numbers, unbound
from pathfinder.protocols.text.units import ORDINAL
from pathfinder.reports.content.finding import Said

MOST_CITES = 4
_SIDES: tuple[Literal["SUPPORTS", "CONTRADICTS"], ...] = ("SUPPORTS", "CONTRADICTS")
TAKEN_OUT = "[…]"
_ID = re.compile(r"(?:obs|hyp)_[AB]?\d+")

_OLD_RULE = re.compile(
    r"Only \d+ of its \d+ voices|The strength of that side, |No challenge to it"
    r"|(?:AGREED|DISAGREED|UNCERTAIN|NEEDS_MORE): "
)
_OLD_TAIL = re.compile(
    r"(.*?(?:A challenge weakened it: |A challenge refuted what was agreed: "
    r"|conflict with hyp_[AB]?\d+: ))(.*)",
    re.DOTALL,
)
"""What the rules wrote as plain text before reasons had a form, and where a model's words began in it."""


class Saying:
    """One report in the making: the graph, its language, and what could not stand in it."""

    def __init__(
        self, graph: CogniGraph, dropped: Iterable[Dropped] = (), spoken: Language | None = None
    ) -> None:
        self.graph = graph
        self.language: Language = spoken or graph.run.language or language(graph.question)
        self.dropped: list[Dropped] = list(dropped)
        self._claims: dict[HypothesisId, Said] = {}

    def claim(self, name: HypothesisId) -> Said:
        """A claim as a sentence that cites what speaks for it, or where nothing does, what speaks against."""
        if name not in self._claims:
            self._claims[name] = self._claim(name)
        return self._claims[name]

    def _claim(self, name: HypothesisId) -> Said:
        pro, con = (self.witnesses(name, side) for side in _SIDES)
        summary = self.graph.hypotheses[name].summary
        if not pro and not con:
            return Said(text=self.bounded(summary, self._origins(name)))
        cites = pro[:MOST_CITES] or con[:MOST_CITES]
        told = said_in(self.graph, name, self.language) if language(summary) != self.language else None
        if told is not None:
            return Said(text=self._quote(told), cites=(told,), words_of="quote")
        found = fault(self.graph, summary, cites, {name})
        if found is None:
            return Said(text=summary, cites=cites)
        everyone = tuple(witness.observation for side in _SIDES for witness in cited(self.graph, name, side))
        if fault(self.graph, summary, everyone, {name}) is None:
            return Said(text=summary, cites=(*cites, *self._saying(summary, everyone, cites)))
        self._drop(summary, found)
        if pro:
            return Said(text=self._quote(pro[0]), cites=pro[:1], words_of="quote")
        return Said(text=self.bounded(summary, self.words((*pro, *con))), cites=cites)

    def checked(
        self, text: str, cites: Sequence[ObservationId], claims: Collection[HypothesisId]
    ) -> Said | None:
        """Words of the Judge that assert something; None, and on the list, if they do not stand."""
        found = fault(self.graph, text, cites, claims)
        if found is None:
            return Said(text=text, cites=tuple(cites), words_of="judge")
        self._drop(text, found)
        return None

    def bounded_words(self, text: str, name: HypothesisId, cites: Sequence[ObservationId] = ()) -> Said:
        """Words of a model about a claim that assert nothing: a challenge, a request, an impact."""
        if not numbers(text) and not self._strangers(text):
            return Said(text=text, cites=tuple(cites), words_of="judge")
        pro, con = (self.witnesses(name, side) for side in _SIDES)
        # How many voices speak is ours to count, and a reviewer may say it.
        counted = (str(len(pro)), str(len(con)))
        rests = tuple(dict.fromkeys((*cites, *pro, *con)))
        quotes = (*self.words(rests), *counted)
        return Said(text=self.bounded(text, quotes, rests), cites=tuple(cites), words_of="judge")

    def challenge(self, name: HypothesisId, review: CounterReview) -> tuple[Said, Said]:
        """A challenge and its impact, with the observations it named."""
        cites = self._counting(review.named, name)
        return self.bounded_words(review.challenge, name, cites), self.bounded_words(
            review.impact, name, cites
        )

    def reason(self, because: Told, name: HypothesisId) -> Said:
        """A reason of the rules, in the reader's language; what a model says in it is held to the quotes.

        A qualification is told in the words of the page.
        """
        if isinstance(because, str):
            by_rule = _OLD_RULE.match(because) is not None
            return (
                Said(text=self._old(because, name), words_of="rule")
                if by_rule
                else self.bounded_words(because, name)
            )
        if because.kind == "qualified":
            return Said(text=self._quote(because.cites[0]), cites=because.cites, words_of="quote")

        def heard(part: Reason) -> str:
            return self.bounded_words(part.words, name, self._counting(part.cites, name)).text

        text = worded(because, self.language, heard)
        if because.kind != "challenge":
            return Said(text=text, words_of="rule")
        return Said(text=text, cites=tuple(self._counting(because.cites, name)), words_of="judge")

    def because(self, because: Told, name: HypothesisId) -> str:
        """The text of a reason that only rules give."""
        return self._old(because, name) if isinstance(because, str) else self.reason(because, name).text

    def _old(self, text: str, name: HypothesisId) -> str:
        """A sentence of the rules from before reasons had a form; a model's words stand at its end."""
        parts = _OLD_TAIL.fullmatch(text)
        return text if parts is None else parts[1] + self.bounded_words(parts[2], name).text

    def bounded(self, text: str, quotes: Sequence[str], rests: Sequence[ObservationId] = ()) -> str:
        """The text without ids of nothing, and numbers and addresses that no quote and no question says.

        Only for what is told and not asserted: "a second source" is a wish, and no figure.
        """
        found = unbound(
            text,
            (*quotes, self.graph.question),
            known=ids_in(self.graph, text) | sites_of(self.graph, rests),
            sources=len({self.graph.observations[name].page for name in rests}),
        )
        loose = [(one.span.start, one.span.end) for one in found if not _everyday(one)]
        gaps = _joined([*loose, *self._strangers(text)])
        if not gaps:
            return text
        what = ", ".join(text[start:end] for start, end in gaps)
        self._drop(text, Fault(kind="number", what=what))
        for start, end in reversed(gaps):
            text = text[:start] + TAKEN_OUT + text[end:]
        return text

    def keyword(self, text: str) -> str:
        """A direction to search in; its figures are nobody's."""
        return self.bounded(text, ())

    def _strangers(self, text: str) -> list[tuple[int, int]]:
        """Where ids stand that nothing in the graph has."""
        seen, claims = self.graph.observations, self.graph.hypotheses
        return [
            (mark.start(), mark.end())
            for mark in _ID.finditer(text)
            if mark[0] not in seen and mark[0] not in claims
        ]

    def witnesses(
        self, name: HypothesisId, side: Literal["SUPPORTS", "CONTRADICTS"]
    ) -> tuple[ObservationId, ...]:
        """The observations of a side that count, one of each voice, the weightiest first."""
        return tuple(witness.observation for witness in one_per_voice(cited(self.graph, name, side)))

    def quotes(self, names: Iterable[ObservationId]) -> tuple[str, ...]:
        """Their quotes."""
        return tuple(self._quote(name) for name in names)

    def words(self, names: Iterable[ObservationId]) -> tuple[str, ...]:
        """Where figures that rest on them may stand: the quotes and what is known of their pages."""
        return words_of(self.graph, names)

    def _origins(self, name: HypothesisId) -> tuple[str, ...]:
        """What an idea was thought up from."""
        known = self.graph.hypotheses[name].derived_from
        seen = (ObservationId(one) for one in known if one in self.graph.observations)
        return self.words(one for one in seen if authority_of(self.graph, one) > 0)

    def _saying(
        self, text: str, names: Sequence[ObservationId], cites: Sequence[ObservationId]
    ) -> tuple[ObservationId, ...]:
        """The further observations that a sentence needs for its numbers."""
        more: list[ObservationId] = []
        known = ids_in(self.graph, text) | sites_of(self.graph, names)
        for name in names:
            left = len(unbound(text, self.words((*cites, *more)), known=known))
            if left and len(unbound(text, self.words((*cites, *more, name)), known=known)) < left:
                more.append(name)
        return tuple(more)

    def _quote(self, name: ObservationId) -> str:
        return self.graph.observations[name].quote or ""

    def _counting(self, names: Iterable[ObservationId], name: HypothesisId) -> list[ObservationId]:
        """Those of the observations that have weight and bear on a claim."""
        graph = self.graph
        known = [one for one in names if one in graph.observations]
        return [one for one in known if authority_of(graph, one) > 0 and bears_on(graph, one, {name})]

    def _drop(self, text: str, found: Fault) -> None:
        dropped = Dropped(text=text, fault=found)
        if dropped not in self.dropped:
            self.dropped.append(dropped)


def _everyday(number: Number) -> bool:
    """One, two, three, first, second: what everybody says without having counted anything."""
    return isinstance(number, Quantity) and number.unit in (None, ORDINAL) and number.value in (1, 2, 3)


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that touch made one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
