"""What could be true that nobody has said yet: six ways of thinking, each worked on the graph by rule.

Each tool looks for a constellation among the claims (a word they share, one claim's outcome being another's
cause, two claims that exclude each other) and puts what follows into one sentence that can be tested. A tool
that finds none says nothing. The sentences are made of the graph's own phrases.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pathfinder.adapters.embedded.condition_words import readable_conditions
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.idea_frames import FRAMES, IdeaFrames
from pathfinder.adapters.embedded.quotable import is_korean
from pathfinder.adapters.embedded.relations import relation
from pathfinder.adapters.embedded.wording import (
    Spoken,
    capital,
    is_plural,
    lower_start,
    speechless,
    spoken,
    with_josa,
)
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import phrases, terms
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.graph import ReasoningTool
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.questions import IdeaDraft, Ideas, Ideate
from pathfinder.protocols.rules.context_view import ContextView, HypothesisLine

FEWEST_CLAIMS = 2
SAME_THING = 0.6
"""How near one claim's outcome must be to another's cause to be taken for it."""
KNOWN = 0.92
"""An idea this near to a claim of the graph is that claim."""
_TESTABLE, _UNITING, _RELEVANT = 0.3, 0.4, 0.3


class _Idea(NamedTuple):
    """A candidate and what makes it worth choosing."""

    tool: ReasoningTool
    summary: str
    origins: tuple[HypothesisId, ...]
    words: tuple[str, ...]
    """Phrases to search with."""
    unites: float
    """How far it would join or overturn what is known, from 0 to 1."""


def answer(ask: Ideate, encoder: Encoder) -> Ideas | Unable:
    """One candidate for each tool that finds something, and the place of the best."""
    tongue = spoken(ask.language)
    if tongue is None:
        return speechless(ask.language)
    claims = _claims(ask.context, tongue)
    if len(claims) < FEWEST_CLAIMS:
        return Unable(reason=f"{len(claims)} claims are too few to make an idea from")
    thinker = _Thinker(ask.context, claims, tongue, FRAMES[tongue], encoder)
    ideas = [idea for idea in thinker.ideas() if not thinker.is_known(idea)]
    if not ideas:
        return Unable(reason="no tool found anything in these claims that they do not say themselves")
    scores = [thinker.worth(idea, ask.issues) for idea in ideas]
    return Ideas(
        candidates=tuple(_draft(idea, tongue) for idea in ideas),
        chosen=1 + max(range(len(ideas)), key=lambda at: (round(scores[at], 6), -at)),
    )


def _claims(context: ContextView, tongue: Spoken) -> tuple[HypothesisLine, ...]:
    """Living claims, the best supported first."""
    shown = {line.id: line for line in (*context.active, *context.hypotheses)}
    in_order = sorted(shown.values(), key=lambda line: (-line.strength, line.id))
    # Phrases of two languages make no sentence; those of another one are better than none.
    ours = [line for line in in_order if is_korean(line.summary) == (tongue == "ko")]
    return tuple(ours if len(ours) >= FEWEST_CLAIMS else in_order)


def _draft(idea: _Idea, tongue: Spoken) -> IdeaDraft:
    words = [word for word in dict.fromkeys(idea.words) if word][:3]
    base = " ".join(words)
    turns = ("", "측정", "효과 없음") if tongue == "ko" else ("", "measured", "no effect")
    return IdeaDraft(
        tool=idea.tool,
        summary=idea.summary[:1_000],
        derived_from=idea.origins[:10],
        verify_keywords=tuple(f"{base} {turn}".strip()[:200] for turn in turns) if base else (),
    )


class _Thinker(NamedTuple):
    """The six tools over one context."""

    context: ContextView
    claims: tuple[HypothesisLine, ...]
    tongue: Spoken
    frames: IdeaFrames
    encoder: Encoder

    def ideas(self) -> Iterator[_Idea]:
        """Each tool's candidate, in a fixed order."""
        for tool in (
            self.pattern,
            self.analogy,
            self.first_principles,
            self.causal_chain,
            self.scamper,
            self.inversion,
        ):
            found = tool()
            if found is not None:
                yield found

    def is_known(self, idea: _Idea) -> bool:
        """The graph says it already."""
        near = (self.encoder.similarity(idea.summary, line.summary) for line in self.claims)
        return max(near) >= KNOWN

    def worth(self, idea: _Idea, issues: Sequence[str]) -> float:
        """Could it change the answer, does it unite or overturn, can it be tested?"""
        relevant = self.encoder.similarity(idea.summary, self.context.question)
        testable = min(1.0, len([word for word in idea.words if word]) / 2)
        wished = 0.5 if "STALEMATE" in issues and idea.tool == "first_principles" else 0.0
        wished += 0.3 if "ALL_WEAK" in issues and idea.tool in ("inversion", "scamper") else 0.0
        # The tools take turns where nothing else decides, so that the Thinker does not repeat itself.
        turn = 0.05 * ((self.context.iteration // 3 + len(idea.tool)) % 3)
        return _RELEVANT * relevant + _UNITING * idea.unites + _TESTABLE * testable + wished + turn

    # ---- the tools ----

    def pattern(self) -> _Idea | None:
        """One thing moves two others: then these two move together."""
        for one, other in self._pairs():
            mine, theirs = relation(one.summary), relation(other.summary)
            if mine is None or theirs is None:
                continue
            if self._same(mine.cause, theirs.cause) and not self._same(mine.effect, theirs.effect):
                frame = self.frames.together if mine.sign == theirs.sign else self.frames.against
                summary = frame.format(
                    self._and(mine.effect), self._topic(theirs.effect), lower_start(mine.cause)
                )
                return self._idea("pattern", summary, (one, other), (mine.effect, theirs.effect), 0.6)
        return None

    def analogy(self) -> _Idea | None:
        """Two causes act on one thing in one direction: what limits the one may limit the other."""
        for one, other in self._pairs(both_ways=True):
            mine, theirs = relation(one.summary), relation(other.summary)
            named = conditions(one.summary)
            if mine is None or theirs is None or mine.sign != theirs.sign or not named:
                continue
            if self._same(mine.effect, theirs.effect) and not self._same(mine.cause, theirs.cause):
                summary = self.frames.analogy.format(
                    self._subject(theirs.cause), theirs.effect, lower_start(named[0])
                )
                return self._idea("analogy", summary, (one, other), (theirs.cause, theirs.effect), 0.5)
        return None

    def first_principles(self) -> _Idea | None:
        """Two claims exclude each other, or hold under two conditions: what decides between them?"""
        for one, other in self._rivals():
            thing = self._in_common(one, other)
            if thing is None:
                continue
            mine, theirs = readable_conditions(one.summary), readable_conditions(other.summary)
            if mine and theirs:
                summary = self.frames.either.format(
                    lower_start(thing), lower_start(mine[0]), lower_start(theirs[0])
                )
                words = (thing, *phrases(mine[0], most=1), *phrases(theirs[0], most=1))
                return self._idea("first_principles", summary, (one, other), words, 1.0)
            deciding = self._deciding(one, other)
            if deciding is not None:
                summary = self.frames.depends.format(lower_start(thing), deciding)
                return self._idea("first_principles", summary, (one, other), (thing, deciding), 0.9)
        return None

    def _rivals(self) -> Iterator[tuple[HypothesisLine, HypothesisLine]]:
        """Pairs in open conflict, then pairs that one resolution gave their conditions."""
        known = {line.id: line for line in self.claims}
        for conflict in self.context.conflicts:
            if conflict.first in known and conflict.second in known:
                yield known[conflict.first], known[conflict.second]
        for one, other in self._pairs():
            if set(one.conditions) & set(other.conditions):
                yield one, other

    def _in_common(self, one: HypothesisLine, other: HypothesisLine) -> str | None:
        """What two claims both speak of, outside their conditions; None where it has no name."""
        bare = one.summary
        for condition in conditions(one.summary):
            bare = bare.replace(condition, ". ")
        theirs = set(terms(other.summary))
        found = relation(one.summary)
        if found is not None and set(terms(found.effect)) & theirs:
            return found.effect
        shared = [thing for thing in _things(bare) if set(terms(thing)) <= theirs]
        near = {thing: self.encoder.similarity(thing, self.context.question) for thing in shared}
        asked = set(terms(self.context.question))
        telling = [thing for thing in near if len(thing.split()) > 1 or set(terms(thing)) & asked]
        return max(telling, key=lambda thing: near[thing], default=None)

    def causal_chain(self) -> _Idea | None:
        """A moves B and B moves C: then A moves C."""
        for one, other in self._pairs(both_ways=True):
            mine, theirs = relation(one.summary), relation(other.summary)
            if mine is None or theirs is None:
                continue
            if self._same(mine.effect, theirs.cause) and not self._same(mine.cause, theirs.effect):
                frame = self.frames.raises if mine.sign * theirs.sign > 0 else self.frames.lowers
                summary = frame.format(
                    self._subject(mine.cause),
                    self._object(theirs.effect),
                    lower_start(mine.effect),
                    s="" if is_plural(mine.cause) else "s",
                )
                return self._idea("causal_chain", summary, (one, other), (mine.cause, theirs.effect), 0.8)
        return None

    def scamper(self) -> _Idea | None:
        """Combine: two causes of one effect may do more together."""
        for one, other in self._pairs():
            mine, theirs = relation(one.summary), relation(other.summary)
            if mine is None or theirs is None or mine.sign != theirs.sign:
                continue
            if not self._same(mine.cause, theirs.cause) and self._same(mine.effect, theirs.effect):
                summary = self.frames.combined.format(
                    self._and(mine.cause), self._object(theirs.cause), self._subject(mine.effect)
                )
                return self._idea("scamper", summary, (one, other), (mine.cause, theirs.cause), 0.6)
        return None

    def inversion(self) -> _Idea | None:
        """The strongest claim nobody has tested, else the strongest: what if there is no such effect?"""
        ours = [line for line in self.claims if line.type == "A"]
        untested = [line for line in ours if line.status == "unvisited"]
        for line in (*untested, *ours):
            found = relation(line.summary)
            if found is not None:
                weight = 0.6 if line in untested else 0.3 + 0.3 * line.strength
                summary = self.frames.no_effect.format(
                    self._topic(found.cause),
                    lower_start(found.effect),
                    has="have" if is_plural(found.cause) else "has",
                )
                return self._idea("inversion", summary, (line,), (found.cause, found.effect), weight)
        return None

    # ---- words ----

    def _idea(
        self,
        tool: ReasoningTool,
        summary: str,
        lines: Sequence[HypothesisLine],
        words: Sequence[str],
        unites: float,
    ) -> _Idea:
        flat = " ".join(summary.split())
        told = capital(flat) if self.tongue == "en" else flat
        return _Idea(tool, told, tuple(line.id for line in lines), tuple(words), unites)

    def _pairs(self, *, both_ways: bool = False) -> Iterator[tuple[HypothesisLine, HypothesisLine]]:
        for at, one in enumerate(self.claims):
            for other in self.claims[at + 1 :]:
                yield one, other
                if both_ways:
                    yield other, one

    def _same(self, one: str, other: str) -> bool:
        return bool(set(terms(one)) & set(terms(other))) and self.encoder.similarity(one, other) >= SAME_THING

    def _deciding(self, one: HypothesisLine, other: HypothesisLine) -> str | None:
        """What may decide between two claims: a condition of one, or what a quote near both speaks of."""
        for line in (one, other):
            for condition in conditions(line.summary):
                found = next(iter(phrases(condition, most=1)), None)
                if found is not None:
                    return found
        own = set(terms(f"{one.summary} {other.summary} {self.context.question}"))
        near = sorted(
            self.context.observations,
            key=lambda seen: (
                -min(
                    self.encoder.similarity(seen.summary, one.summary),
                    self.encoder.similarity(seen.summary, other.summary),
                )
            ),
        )
        for seen in near[:3]:
            for phrase in _things(seen.quote or seen.summary):
                if not set(terms(phrase)) & own and is_korean(phrase) == (self.tongue == "ko"):
                    return phrase
        return None

    def _topic(self, word: str) -> str:
        return with_josa(word, "은/는") if self.tongue == "ko" else lower_start(word)

    def _subject(self, word: str) -> str:
        return with_josa(word, "이/가") if self.tongue == "ko" else lower_start(word)

    def _object(self, word: str) -> str:
        return with_josa(word, "을/를") if self.tongue == "ko" else lower_start(word)

    def _and(self, word: str) -> str:
        return with_josa(word, "과/와") if self.tongue == "ko" else lower_start(word)


def _things(text: str) -> tuple[str, ...]:
    """What a text speaks of: its key phrases, without measures and spans of time."""
    found = (_TAIL.sub("", phrase) for phrase in phrases(text, most=6))
    return tuple(thing for thing in dict.fromkeys(found) if len(thing) > 1 and not _is_measure(thing, text))


def _is_measure(phrase: str, text: str) -> bool:
    before = text[: max(0, text.find(phrase))].rstrip()
    return (
        bool(_MEASURE.search(phrase))
        or before[-1:].isdigit()
        or before.lower().endswith((" per", "%", " half"))
    )


_MEASURE: Final = re.compile(
    r"\b(?:metres?|meters?|km|degrees?|years?|months?|weeks?|days?|hours?|minutes?|nights?|morning|midnight"
    r"|noon|dawn"
    r"|dusk|evening|afternoon|percent|median|average|january|february|march|april|june|july|august"
    r"|september|october"
    r"|november|december)\b|(?:평균|시간|개월|이상|이하|새벽|아침|저녁|오전|오후|밤)$",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(r"(?<=\w)\s+(?:\w{3,}ed|(?:쪽|것|편|때|등)[가-힣]?)$")
"""What is no part of a name: the verb of its sentence ("outdoor humidity stayed"), a Korean filler."""
