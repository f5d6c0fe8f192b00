"""What a page says, in its own sentences: what bears on the claims shown, and the claims it makes itself.

Quotes are slices of the page, so they stand there by construction. Which way a sentence points is a guess
from explicit words (`cue`), with the words as its basis; likeness alone never makes a stance, it only keeps
sentences on other matters out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.embedded.agreement import cue, denial, denies
from pathfinder.adapters.embedded.claims import announces, reports_belief
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.exclusion import elsewhere
from pathfinder.adapters.embedded.fresh_claims import Candidate, Told, new_claims
from pathfinder.adapters.embedded.likeness import rounded
from pathfinder.adapters.embedded.page_topic import on_the_question
from pathfinder.adapters.embedded.quotable import Unit, quotable
from pathfinder.adapters.language.encoder import Encoder, Matrix
from pathfinder.adapters.language.terms import phrases, terms
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.questions import ReadClaim, Reading, ReadObservation, ReadPage, ReadStance
from pathfinder.protocols.reports import KnownHypothesis, NewClaim
from pathfinder.protocols.rules.context_view import HypothesisLine

GATE: Final = 0.08
"""Sentences less alike than this to a claim are on another matter and are not looked at."""
QUALIFYING: Final = 0.5
"""A sentence with a condition and no cue is a caveat from here on."""
MOST_PER_HYPOTHESIS, MOST_OBSERVATIONS = 2, 16
LONG_SUMMARY = 280
STATED = "the page states it"

_Type = Literal["SUPPORTS", "CONTRADICTS", "QUALIFIES"]


class Judged(NamedTuple):
    """What a sentence says of a claim, and the words that show it."""

    type: _Type
    weight: float
    basis: str


class _Bearing(NamedTuple):
    """How one sentence bears on one hypothesis."""

    unit: int
    hypothesis: HypothesisLine
    type: _Type
    weight: float
    basis: str
    similarity: float


def answer(ask: ReadPage, encoder: Encoder) -> Reading | Unable:
    """The page's sentences that matter; empty where it says nothing on the objective."""
    # A title names the matter; what is found stands in the text.
    units = [unit for unit in quotable(ask.page) if unit.text.rstrip(" .") not in ask.page.title]
    if not units:
        return Reading()
    rows = encoder.vectors([unit.text for unit in units])
    if not on_the_question(ask, encoder, units, rows):
        return Reading()
    near = rows @ encoder.vectors([known.summary for known in ask.hypotheses]).T
    found = (*_bearing(ask, units, near), *_denials(ask, encoder, units))
    bearing = tuple(_kept(found))
    spoken_for = {b.unit for b in bearing if b.type != "QUALIFIES" and not _own_condition(b, units)}
    fresh = new_claims(ask, encoder, Told(units, rows, near), spoken_for)
    return _Notes(units).reading(bearing, fresh)


def _bearing(ask: ReadPage, units: Sequence[Unit], near: Matrix) -> Iterator[_Bearing]:
    """Every sentence that bears on a hypothesis, by an explicit cue or by a condition it names."""
    for row, unit in enumerate(units):
        if announces(unit.text):
            continue
        for column, hypothesis in enumerate(ask.hypotheses):
            similarity = rounded(near[row, column])
            if similarity < GATE:
                continue
            found = judged(unit.text, hypothesis.summary, similarity, ask.page.title, ask.question)
            if found is not None:
                yield _Bearing(row, hypothesis, *found, similarity)


def _denials(ask: ReadPage, encoder: Encoder, units: Sequence[Unit]) -> Iterator[_Bearing]:
    """Denials that speak of their page's matter without naming it."""
    denying = [row for row, unit in enumerate(units) if denies(unit.text) and not announces(unit.text)]
    if not denying or not ask.hypotheses or not ask.page.title:
        return
    told = encoder.vectors([ask.page.title, *(f"{ask.page.title}. {units[row].text}" for row in denying)])
    near = told @ encoder.vectors([known.summary for known in ask.hypotheses]).T
    for place, row in enumerate(denying, start=1):
        for column, hypothesis in enumerate(ask.hypotheses):
            similarity = rounded(max(near[0, column], near[place, column]))
            guess = denial(hypothesis.summary, units[row].text, ask.page.title, similarity, ask.question)
            if guess is not None and not elsewhere(hypothesis.summary, units[row].text):
                yield _Bearing(row, hypothesis, guess.type, guess.weight, guess.basis, similarity)


def judged(sentence: str, claimed: str, similarity: float, title: str, question: str = "") -> Judged | None:
    """What a sentence says of a claim; a caveat where it speaks of another condition than the claim does."""
    guess = cue(claimed, sentence, similarity, title, question)
    if guess is not None and elsewhere(claimed, sentence):
        return Judged("QUALIFIES", 0.3, f"under another condition; {guess.basis}")
    if guess is not None:
        # What people believe is no evidence that it is so, and none that it is not.
        return None if reports_belief(sentence) else Judged(guess.type, guess.weight, guess.basis)
    if similarity >= QUALIFYING and (named := conditions(sentence)):
        return Judged("QUALIFIES", 0.3, f"names a condition: {', '.join(named)}")
    return None


def _kept(told: Sequence[_Bearing]) -> Iterator[_Bearing]:
    """The best few for each hypothesis; of a page that points both ways, the side with the better cue."""
    # A sentence may have been found twice: by its own words, and with the title of its page.
    found = list({(bearing.hypothesis.id, bearing.unit): bearing for bearing in reversed(told)}.values())[
        ::-1
    ]
    for name in dict.fromkeys(bearing.hypothesis.id for bearing in found):
        ours = [bearing for bearing in found if bearing.hypothesis.id == name]
        pointing = [bearing for bearing in ours if bearing.type != "QUALIFIES"]
        best = max((bearing.weight for bearing in pointing), default=0.0)
        strongest = {bearing.type for bearing in pointing if bearing.weight == best}
        pointing = [bearing for bearing in pointing if bearing.type in strongest]
        for type_ in sorted(strongest):
            side = [bearing for bearing in pointing if bearing.type == type_]
            yield from sorted(side, key=_best_first)[:MOST_PER_HYPOTHESIS]
        yield from sorted((b for b in ours if b.type == "QUALIFIES"), key=_best_first)[:1]


def _best_first(bearing: _Bearing) -> tuple[float, float, int]:
    return -bearing.weight, -bearing.similarity, bearing.unit


def _own_condition(bearing: _Bearing, units: Sequence[Unit]) -> bool:
    """Whether a sentence opposes a claim under a condition of its own: then both may be true."""
    return bearing.type == "CONTRADICTS" and bool(conditions(units[bearing.unit].text))


@dataclass
class _Notes:
    """The reading as it is put together: each sentence is one observation, whatever it is used for."""

    units: Sequence[Unit]
    observations: dict[int, ReadObservation] = field(default_factory=dict)
    claims: list[ReadClaim] = field(default_factory=list)
    stances: list[ReadStance] = field(default_factory=list)

    def reading(self, bearing: Sequence[_Bearing], fresh: Sequence[Candidate]) -> Reading:
        """New claims and the strongest evidence first; what is over the limit is left out."""
        for candidate in fresh:
            key = self._observe(candidate.unit)
            self.claims.append(_read_claim(f"c{len(self.claims) + 1}", candidate.summary))
            about = NewClaim(key=self.claims[-1].key)
            self.stances.append(
                ReadStance(observation=key, about=about, type="SUPPORTS", weight=0.5, basis=STATED)
            )
        for found in sorted(bearing, key=_best_first):
            if found.unit not in self.observations and len(self.observations) == MOST_OBSERVATIONS:
                continue
            self.stances.append(
                ReadStance(
                    observation=self._observe(found.unit),
                    about=KnownHypothesis(hypothesis=found.hypothesis.id),
                    type=found.type,
                    weight=found.weight,
                    basis=found.basis[:300],
                )
            )
        return Reading(
            observations=tuple(self.observations.values()),
            claims=tuple(self.claims),
            stances=tuple(self.stances[:60]),
        )

    def _observe(self, place: int) -> str:
        if place not in self.observations:
            unit = self.units[place]
            self.observations[place] = ReadObservation(
                key=f"o{len(self.observations) + 1}",
                quote=unit.quote,
                summary=shortened(unit.text),
                concepts=tuple(phrase for phrase in phrases(unit.text, 5) if len(phrase) <= 80),
            )
        return self.observations[place].key


def _read_claim(key: str, summary: str) -> ReadClaim:
    return ReadClaim(key=key, summary=summary, verify_keywords=verify_keywords(summary))


def verify_keywords(summary: str) -> tuple[str, ...]:
    """What to search for to check a claim: its key phrases, each as a person would type it."""
    found = phrases(summary, 6)
    telling = [phrase for phrase in found if len(terms(phrase)) > 1]
    return tuple(phrase[:200] for phrase in (telling or list(found))[:2])


def shortened(text: str) -> str:
    """A long sentence up to the end of a clause, with a mark where the rest was; no number is cut."""
    if len(text) <= LONG_SUMMARY:
        return text
    ends = [at for mark in (", ", "; ", ": ", " – ", " — ") if (at := text.rfind(mark, 80, LONG_SUMMARY)) > 0]
    cut = max(ends, default=text.rfind(" ", 0, LONG_SUMMARY))
    return f"{text[: cut if cut > 0 else LONG_SUMMARY].rstrip()} …"
