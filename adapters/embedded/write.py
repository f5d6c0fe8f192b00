"""The prose of a thesis: sentences around words that stand in the cited quotes, and nothing else.

A sentence gives a quote, says what kind of place it stands at, and whether others say so independently.
Counts are put without figures, because a figure in a thesis must stand in a quote.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pathfinder.adapters.embedded.condition_words import readable_conditions
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.decompose import question_parts
from pathfinder.adapters.embedded.poles import ends
from pathfinder.adapters.embedded.thesis_frames import FRAMES, KINDS, LANGUAGES, OTHER_LANGUAGE, Frames
from pathfinder.adapters.embedded.wording import Spoken, capital, listed, shortened, speechless, spoken
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.sentences import sentences
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.questions import (
    ThesisLine,
    WitnessLine,
    WriteThesis,
    WrittenFinding,
    WrittenSentence,
    WrittenThesis,
)
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.numbers import unbound

LONGEST_QUOTE, LONGEST_TITLE = 260, 100
SAME_POINT = 0.7
"""Claims more alike than this are one point of an answer."""
ON_THE_POINT = 0.25
"""What a claim gains that speaks of the kind of thing that is asked: how warm, how dear, how risky."""
_LABEL: Final = re.compile(r"^(?:[*_]{2}[^*_]{2,30}[*_]{2}|#+)[\s:.]*")
"""The bold word a paragraph opens with ("**Findings.**") is no part of what it says."""
_COST: Final = re.compile(
    r"\b(?:costs?|prices?|pa(?:y|ys|id)|charged?|budget|sells?)\b|비용|가격|값|요금", re.IGNORECASE
)
_RISK: Final = re.compile(
    r"\b(?:risks?|risky|drawbacks?|dangers?|dangerous|fail(?:s|ed|ure)?|damaged?|harm\w*|injur\w*|loss"
    r"|lose[sd]?|lost"
    r"|safe(?:ty|r|ly)?|unsafe|adverse|side effects?|toxic\w*|poison\w*|bleed\w*|deaths?)\b"
    r"|위험|단점|부작용|고장|파손|손상|사고|피해|안전|독성|출혈|사망",
    re.IGNORECASE,
)
_SELLER: Final = re.compile(
    r"\b(?:compan(?:y|ies)|manufacturers?|makers?|firms?|producers?|vendors?|sellers?|suppliers?|customers)\b"
    r"|제조사|회사|업체|판매|고객",
    re.IGNORECASE,
)
_CONTRAST: Final = re.compile(
    r"(?:but|however|by contrast|in contrast|conversely)\b|반대로|반면|그러나|하지만", re.IGNORECASE
)
FIRST_HAND: Final = 0.2
BESIDE_THE_POINT: Final = 0.15
QUALIFIED: Final = 0.1
"""What a claim loses that holds under a condition: what holds without one leads."""
FOREIGN: Final = 0.3
"""What a claim loses whose words the reader may not know: others say it too, as a rule."""
STRONG = frozenset({"paper", "official"})
WEAK = frozenset({"blog", "forum", "unknown"})


def answer(ask: WriteThesis, encoder: Encoder) -> WrittenThesis | Unable:
    """The answer first, then each claim, then what limits it."""
    tongue = spoken(ask.language)
    if tongue is None:
        return speechless(ask.language)
    writer = _Writer(tongue, FRAMES[tongue], encoder, tuple(line.claim.summary for line in ask.claims))
    told = [line for line in ask.claims if _ground(line)]
    if not told:
        return Unable(reason="no claim has a witness to quote")
    return WrittenThesis(
        answer=tuple(writer.answer(ask.question, told))[:4],
        findings=tuple(writer.finding(line) for line in told)[:30],
        limits=tuple(writer.limits(told))[:10],
    )


def _of(line: ThesisLine, side: str) -> list[WitnessLine]:
    return [witness for witness in line.witnesses if witness.type == side]


def _ground(line: ThesisLine) -> list[WitnessLine]:
    """The quotes a claim is told by: those that carry what is said of it."""
    return _of(line, "CONTRADICTS" if _against(line) else "SUPPORTS")


def _voices(line: ThesisLine) -> int:
    return len({witness.voice for witness in _ground(line)})


def _against(line: ThesisLine) -> bool:
    return line.section == "refused" or line.side == "against"


def _other_voices(witnesses: Sequence[WitnessLine]) -> list[WitnessLine]:
    """One witness of each voice but the first's."""
    voices = {witnesses[0].voice: witnesses[0]}
    for witness in witnesses:
        voices.setdefault(witness.voice, witness)
    return list(voices.values())[1:]


class _Writer(NamedTuple):
    """Sentences in one language."""

    tongue: Spoken
    frames: Frames
    encoder: Encoder
    claims: tuple[str, ...]
    """The words of all claims: a quote that one of them is made of does not speak for another."""

    # ---- the answer ----

    def answer(self, question: str, lines: Sequence[ThesisLine]) -> Iterator[WrittenSentence]:
        """What is best supported first; then for another part of the question what bears on it.

        A pair under two conditions is one sentence. What is nearer to the question and only Likely is told
        as that.
        """
        holding = [line for line in lines if line.section != "refused"]
        refused = [line for line in lines if line.section == "refused"]
        asked, *others = question_parts(question, self.tongue) or [question]
        pair = self._conditional_pair(holding)
        if pair is not None:
            pair.sort(key=lambda line: (_contrasts(line), -round(self._worth(asked, line), 6)))
        single = [line for line in holding if pair is None or line not in pair]
        opening = self._best(asked, holding)
        told: list[ThesisLine] = [] if opening is None else [opening]
        if opening is not None and pair is not None and opening in pair:
            yield from self._said(self.frames.answer_pair, pair)
            told = pair
            nearest = max(single, key=lambda line: round(self._worth(asked, line), 6), default=None)
            if nearest is not None and nearest.claim.tag == "Likely":
                yield from self._said(self.frames.answer_likely, [nearest])
                told = [*pair, nearest]
        elif opening is not None:
            yield from self._said(self.frames.answer, [opening])
            if pair is not None:
                yield from self._said(self.frames.answer_pair, pair)
        for part in others[:1]:
            left = [line for line in single if line not in told and not self._repeats(line, told)]
            more = self._best(part, left)
            if more is not None:
                yield from self._said(self.frames.answer_more, [more])
        if refused:
            best = max(refused, key=lambda line: (_voices(line), round(self._worth(question, line), 6)))
            yield from self._refusal(best)

    def _best(self, part: str, lines: Sequence[ThesisLine]) -> ThesisLine | None:
        """The claim that answers a part of the question best, among those with the best verdict."""
        return min(lines, key=lambda line: (_band(line), -round(self._worth(part, line), 6)), default=None)

    def _repeats(self, line: ThesisLine, kept: Sequence[ThesisLine]) -> bool:
        near = (self.encoder.similarity(line.claim.summary, other.claim.summary) for other in kept)
        return max(near, default=0.0) >= SAME_POINT

    def _worth(self, question: str, line: ThesisLine) -> float:
        """Near what is asked, strong, of several voices, and not on weak sources alone."""
        ground = _ground(line)
        told = (line.claim.summary, *(witness.quote for witness in ground[:3]))
        near = max(self.encoder.similarity(question, text) for text in told)
        near += max(_on_the_point(question, text) for text in told)
        weak = all(witness.source_type in WEAK for witness in ground)
        standing = 0.5 * line.claim.strength + (0.1 if _voices(line) > 1 else 0) - (0.3 if weak else 0)
        foreign = 0.0 if self._knows(line.claim.summary) else FOREIGN
        qualified = QUALIFIED if conditions(line.claim.summary) else 0.0
        beside = BESIDE_THE_POINT if _beside_the_point(question, line.claim.summary) else 0.0
        return near + standing + _first_hand(line) - foreign - qualified - beside

    def _conditional_pair(self, lines: Sequence[ThesisLine]) -> list[ThesisLine] | None:
        """Two claims that hold under different conditions: one resolution was written to both of them.

        Of several pairs the one whose words the reader knows, else the first.
        """
        pairs = [
            [one, other]
            for at, one in enumerate(lines)
            for other in lines[at + 1 :]
            if set(one.claim.conditions) & set(other.claim.conditions)
        ]
        return min(pairs, key=self._foreign_in, default=None)

    def _foreign_in(self, lines: Sequence[ThesisLine]) -> int:
        return sum(not self._knows(line.claim.summary) for line in lines)

    def _knows(self, text: str) -> bool:
        """Whether a text is in the reader's language, as far as its script tells."""
        return language(text) == self.tongue

    def _said(self, frame: str, lines: Sequence[ThesisLine]) -> Iterator[WrittenSentence]:
        witnesses = [self._telling(line) for line in lines]
        quotes = [
            self._clause(found, line.claim.summary) for found, line in zip(witnesses, lines, strict=True)
        ]
        yield from self._sentence(frame, quotes, witnesses)

    def _telling(self, line: ThesisLine) -> WitnessLine:
        """The witness to quote: in the reader's language where one is, with a condition for a claim that has
        one, else the weightiest.
        """
        ground = self._known_first(_ground(line), line.claim.summary)
        if line.claim.conditions:
            known = [witness for witness in ground if self._speaks(witness, line.claim.summary)]
            return next((witness for witness in known or ground if conditions(witness.quote)), ground[0])
        return ground[0]

    def _known_first(self, witnesses: Sequence[WitnessLine], claim: str) -> list[WitnessLine]:
        return sorted(witnesses, key=lambda witness: not self._speaks(witness, claim))

    def _speaks(self, witness: WitnessLine, claim: str) -> bool:
        """In the reader's language, and not in the words of another claim."""
        quote = witness.quote
        return self._knows(quote) and not any(other in quote for other in self.claims if other != claim)

    def _topic(self, line: ThesisLine) -> str:
        """A claim in a few words; in the words of a witness where only that one speaks to the reader."""
        summary, told = line.claim.summary, self._telling(line)
        foreign = not self._knows(summary) and self._speaks(told, summary)
        return shortened(self._clause(told, summary) if foreign else summary, LONGEST_TITLE).rstrip(".")

    def _refusal(self, line: ThesisLine) -> Iterator[WrittenSentence]:
        """What does not hold, in its own words, and who says so; its own witness vouches for its figures."""
        told = _of(line, "SUPPORTS" if _against(line) else "CONTRADICTS")
        claim = shortened(line.claim.summary, LONGEST_TITLE).rstrip(".")
        found = self._known_first(_ground(line), line.claim.summary)[0]
        quotes = [claim, self._clause(found, line.claim.summary)]
        vouching = [one for one in told if not unbound(claim, [found.quote, one.quote])] or told
        yield from self._sentence(self.frames.answer_refused, quotes, [found, *vouching[:1]])

    # ---- one claim ----

    def finding(self, line: ThesisLine) -> WrittenFinding:
        """Up to four sentences: what it says, who else says so, what speaks against it."""
        return WrittenFinding(
            hypothesis=line.claim.id, title=self._title(line), sentences=tuple(self._about(line))[:4]
        )

    def _title(self, line: ThesisLine) -> str:
        title = self._topic(line)
        said = [witness.quote for witness in _ground(line)]
        if unbound(title, said):
            title = shortened(self._clause(_ground(line)[0], line.claim.summary), LONGEST_TITLE).rstrip(".")
        return self.frames.refused_title.format(title) if _against(line) else title

    def _about(self, line: ThesisLine) -> Iterator[WrittenSentence]:
        ground, frames = _ground(line), self.frames
        first = self._telling(line)
        opening = frames.refused if _against(line) else frames.says
        if line.section == "insight":
            opening = frames.insight
        yield from self._sentence(opening, [self._clause(first, line.claim.summary)], [first])
        others = _other_voices([first, *ground])
        if others:
            places = {(witness.site, witness.source_type) for witness in others[:3]}
            yield from self._sentence(frames.other if len(places) == 1 else frames.others, [], others[:3])
            second = self._known_first(others, line.claim.summary)[0]
            yield from self._sentence(frames.also, [self._clause(second, line.claim.summary)], [second])
        else:
            yield from self._sentence(frames.alone, [], [first])
        rest = _of(line, "SUPPORTS" if _against(line) else "CONTRADICTS")
        if rest:
            frame = frames.told_anyway if _against(line) else frames.against
            yield from self._sentence(frame, [self._clause(rest[0], line.claim.summary)], [rest[0]])

    # ---- limits ----

    def limits(self, lines: Sequence[ThesisLine]) -> Iterator[WrittenSentence]:
        """Conditions, single voices and weak sources of what holds."""
        for line in lines:
            if _against(line):
                continue
            ground = _ground(line)
            limited = [witness for witness in ground if conditions(witness.quote)]
            naming = next(iter(self._known_first(limited, line.claim.summary)), None)
            topic = self._topic(line)
            if line.claim.conditions and naming is not None:
                found = readable_conditions(naming.quote)[0]
                yield from self._sentence(self.frames.condition, [topic, found], [naming], named=False)
            if not _other_voices(ground):
                yield from self._sentence(self.frames.one_voice, [topic], [ground[0]])
            elif all(witness.source_type in WEAK for witness in ground):
                yield from self._sentence(self.frames.weak, [topic], ground[:3], named=False)

    # ---- words ----

    def _sentence(
        self, frame: str, quoted: Sequence[str], witnesses: Sequence[WitnessLine], *, named: bool = True
    ) -> Iterator[WrittenSentence]:
        """A sentence with its citations; sites are left out where their names would be read as figures."""
        quotes = [witness.quote for witness in witnesses]
        cites = tuple(dict.fromkeys(witness.id for witness in witnesses))
        frame = self._marked(frame, quoted)
        for with_sites in (named, False):
            names = [self._place(witness, with_sites) for witness in witnesses]
            text = frame.format(
                *quoted, who=listed(list(dict.fromkeys(names)), self.tongue), **_numbered(names)
            )
            text = capital(text) if self.tongue == "en" else text
            if len(text) <= 1_000 and not unbound(text, quotes):
                yield WrittenSentence(text=text, cites=cites)
                return

    def _marked(self, frame: str, quoted: Sequence[str]) -> str:
        """The frame with a word on each quote that is in another language: nothing is translated here."""
        for at, quote in enumerate(quoted):
            if not self._knows(quote):
                spoken_in = LANGUAGES[self.tongue].get(language(quote), OTHER_LANGUAGE[self.tongue])
                frame = frame.replace(f"“{{{at}}}”", f"({spoken_in}) “{{{at}}}”")
        return frame

    def _place(self, witness: WitnessLine, with_site: bool) -> str:
        kind = KINDS[self.tongue][witness.source_type]
        if not with_site or not witness.site:
            return kind
        return f"{witness.site}의 {kind}" if self.tongue == "ko" else f"{kind} at {witness.site}"

    def _clause(self, witness: WitnessLine, claim: str) -> str:
        """The part of a quote that says it, word for word: the nearest sentence, cut if it is too long."""
        quote = _LABEL.sub("", " ".join(witness.quote.split()))
        if len(quote) > LONGEST_QUOTE:
            parts = [part.text.strip() for part in sentences(quote)] or [quote]
            quote = max(parts, key=lambda part: self.encoder.similarity(part, claim))
        return shortened(quote, LONGEST_QUOTE).strip("“”\"' ").rstrip(".")


def _contrasts(line: ThesisLine) -> bool:
    """A claim that opens with "by contrast" is the second of two."""
    return _CONTRAST.match(line.claim.summary) is not None


def _band(line: ThesisLine) -> int:
    """Confirmed before Likely before the rest, as the rules of a thesis have it."""
    return {"Confirmed": 0, "Likely": 1}.get(line.claim.tag or "", 2) if line.side == "for" else 2


def _beside_the_point(asked: str, told: str) -> bool:
    """A claim on costs or risks, where the question asks for neither."""
    return any(words.search(told) and not words.search(asked) for words in (_COST, _RISK))


def _first_hand(line: ThesisLine) -> float:
    """What it counts that those who measured say it in these words, and not those who sell it."""
    if _SELLER.search(line.claim.summary):
        return -FIRST_HAND
    said = " ".join(line.claim.summary.casefold().split()).rstrip(".")
    own = (
        witness.source_type
        for witness in line.witnesses
        if said in " ".join(witness.quote.casefold().split())
    )
    return FIRST_HAND if not STRONG.isdisjoint(own) else 0.0


def _on_the_point(asked: str, told: str) -> float:
    """Whether both speak of one end of a scale, of costs or of risks."""
    mine, theirs = ends(asked), ends(told)
    both = mine.keys() & theirs.keys()
    if both:
        return ON_THE_POINT if any(mine[scale] == theirs[scale] for scale in both) else 0.0
    same = any(words.search(asked) and words.search(told) for words in (_COST, _RISK))
    return ON_THE_POINT if same else 0.0


def _numbered(names: Sequence[str]) -> dict[str, str]:
    return {f"who{at}": name for at, name in enumerate(names, start=1)}
