"""What a page says, in its own sentences: what bears on the claims shown, and the claims it makes itself.

Quotes are slices of the page, so they stand there by construction. Which way a sentence points is a guess
from explicit words (`cue`), with the words as its basis; likeness alone never makes a stance, it only keeps
sentences on other matters out.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.agreement import cue, denial, denies
from pathfinder.adapters.embedded.claims import DENIED, announces, claim, loose_ends, reports_belief, signals
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.exclusion import elsewhere
from pathfinder.adapters.embedded.findings import findings
from pathfinder.adapters.embedded.objective import anchors
from pathfinder.adapters.embedded.poles import ends
from pathfinder.adapters.embedded.quotable import Unit, is_korean, quotable
from pathfinder.adapters.embedded.rivals import rivals
from pathfinder.adapters.language.concepts import is_concept, names, of_term
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
ON_TOPIC, ON_TOPIC_UNSHARED = 0.15, 0.2
"""How near a page is to the objective to bring new claims, with a content word in common or with none."""
ON_THE_QUESTION, SHARED_WITH_QUESTION = 0.2, 3
"""How near a page must be to the question of the whole research, or how many of its words it must have."""
RELEVANT: Final = 0.3
"""A sentence this near to the objective is about it even if it shares no word with the topic."""
WORTH_KEEPING, BETTER_EACH = 0.4, 0.008
"""What a sentence must score to become a claim, and how much more for each claim that is known."""
SAID_ALREADY = 0.82
"""From here on a sentence says what a known claim says, unless it says the opposite."""
MOST_PER_HYPOTHESIS, MOST_OBSERVATIONS = 2, 16
MOST_CLAIMS: Final = 3
FEW, MANY = 1, 6
"""With so many claims known a page brings two new ones, then one: the more is known, the less is news."""
NEAR_RIVAL: Final = 0.3
"""How near a sentence must be to a known claim to be held against it as a rival."""
LONG_SUMMARY = 280
STATED = "the page states it"

_BUT: Final = re.compile(
    r"^(?:but|however|yet|in (?:fact|reality|truth)|actually|on the contrary|nothing|none)\b"
    r"|^(?:그러나|하지만|그런데|실제로|사실은?|정작)(?![가-힣])",
    re.IGNORECASE,
)

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


class _Candidate(NamedTuple):
    """A sentence that could become a claim, and how good a claim it is."""

    unit: int
    summary: str
    score: float


def answer(ask: ReadPage, encoder: Encoder) -> Reading | Unable:
    """The page's sentences that matter; empty where it says nothing on the objective."""
    # A title names the matter; what is found stands in the text.
    units = [unit for unit in quotable(ask.page) if unit.text.rstrip(" .") not in ask.page.title]
    if not units:
        return Reading()
    rows = encoder.vectors([unit.text for unit in units])
    if not _on_the_question(ask, encoder, units, rows):
        return Reading()
    near = rows @ encoder.vectors([known.summary for known in ask.hypotheses]).T
    found = (*_bearing(units, ask.hypotheses, near, ask.page.title), *_denials(ask, encoder, units))
    bearing = tuple(_kept(found))
    fresh = _new_claims(ask, encoder, units, rows, near, bearing)
    return _Notes(units).reading(bearing, fresh)


def _bearing(
    units: Sequence[Unit], known: Sequence[HypothesisLine], near: Matrix, title: str
) -> Iterator[_Bearing]:
    """Every sentence that bears on a hypothesis, by an explicit cue or by a condition it names."""
    for row, unit in enumerate(units):
        if announces(unit.text):
            continue
        for column, hypothesis in enumerate(known):
            similarity = _rounded(near[row, column])
            if similarity < GATE:
                continue
            found = judged(unit.text, hypothesis.summary, similarity, title)
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
            similarity = _rounded(max(near[0, column], near[place, column]))
            guess = denial(hypothesis.summary, units[row].text, ask.page.title, similarity)
            if guess is not None and not elsewhere(hypothesis.summary, units[row].text):
                yield _Bearing(row, hypothesis, guess.type, guess.weight, guess.basis, similarity)


def judged(sentence: str, claimed: str, similarity: float, title: str) -> Judged | None:
    """What a sentence says of a claim; a caveat where it speaks of another condition than the claim does."""
    guess = cue(claimed, sentence, similarity, title)
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


class _Topic(NamedTuple):
    """What the objective and the page are about, to tell whether a sentence is about it too."""

    words: frozenset[str]
    asked: frozenset[str]
    """The words of the objective: a claim that names its subject stands on its own feet."""
    near: Matrix
    """How near each sentence is to the objective."""
    central: Matrix
    """How near each sentence is to what its page says as a whole."""
    scales: frozenset[str]
    """What the objective asks to measure: warmth, price, noise."""

    things: frozenset[str]
    """The things the objective names, by their concepts."""
    titled: bool
    """The title says that the page is on the matter; then its sentences need not say it again."""

    def covers(self, sentence: str, near: float) -> bool:
        """Whether a sentence is about it."""
        said = frozenset(terms(sentence))
        if near >= RELEVANT or len(said & self.asked) > 1:
            return True
        if not self.titled or said.isdisjoint(self.words):
            return False
        return bool(findings(sentence)) or not names(sentence).isdisjoint(self.things)

    def fit(self, summary: str) -> float:
        """What it is worth that a claim names what the objective names, and speaks on its scale."""
        named = 0.05 * min(3, len(self.asked.intersection(terms(summary))))
        moved = frozenset(name for finding in findings(summary) for name in finding.things)
        answers = 0.1 * (not self.things.isdisjoint(moved)) + 0.06 * any(map(is_concept, moved))
        return named + answers + 0.1 * (not self.scales.isdisjoint(ends(summary)))


_LONG_NAME: Final = 4
SEVERAL_NAMED: Final = 2
"""A page that names so many other things of the question is on it, whatever it calls the first."""


def _is_name(term: str) -> bool:
    """Whether a word is of no everyday thing, so that it likely names the subject that is asked about."""
    return len(term) >= _LONG_NAME - is_korean(term) and not of_term(term)


def _on_the_question(ask: ReadPage, encoder: Encoder, units: Sequence[Unit], rows: Matrix) -> bool:
    """Whether the page has to do with the whole research. A claim of it may have led far away from there.

    Between two languages words are not shared, and names that are made up or new are not near: no bar there.
    """
    told = " ".join((ask.page.title, *(unit.text for unit in units)))
    if not ask.question or is_korean(ask.question) != is_korean(told):
        return True
    if off_subject(ask.question, told):
        return False
    asked = encoder.vectors([ask.question])[0]
    title = encoder.vectors([ask.page.title or units[0].text])[0]
    nearest = sorted((rows @ asked).tolist())[-3:]
    near = max(float(title @ asked), sum(nearest) / len(nearest))
    shared = frozenset(terms(ask.question)) & frozenset(terms(told))
    return round(near, 4) >= ON_THE_QUESTION or len(shared) >= SHARED_WITH_QUESTION


@lru_cache(maxsize=64)
def _named(question: str) -> tuple[frozenset[str], ...]:
    """The things a question names that are more than a risk, an effect or a way of asking, as they come."""
    found = sorted(phrases(question), key=question.find)
    told = (frozenset(terms(phrase)) - cues.GENERAL - cues.ASKING for phrase in found)
    telling = tuple(words for words in told if any(not of_term(word) for word in words))
    return telling or (frozenset(terms(question)),)


def off_subject(question: str, told: str) -> bool:
    """The text names neither what the question asks about, the first thing it names, nor two other things."""
    said, (first, *others) = frozenset(terms(told)), _named(question)
    named = sum(not words.isdisjoint(said) for words in others)
    return first.isdisjoint(said) and named < SEVERAL_NAMED


def _topic(ask: ReadPage, encoder: Encoder, units: Sequence[Unit], rows: Matrix) -> _Topic | None:
    """None where the page is on another matter. A sentence is judged with its page, alone it tells little."""
    wanted = anchors(ask.objective, ask.about)
    targets = encoder.vectors(wanted).T
    middle = rows.mean(axis=0)
    middle /= max(1e-6, float(middle @ middle) ** 0.5)
    near = (rows @ targets).max(axis=1)
    titled = float((encoder.vectors([ask.page.title or units[0].text]) @ targets).max())
    best = max(titled, float((middle @ targets).max()), sum(sorted(near.tolist())[-3:]) / min(3, len(units)))
    asked = " ".join(wanted)
    words = frozenset(terms(asked))
    counted = Counter(term for unit in units for term in frozenset(terms(unit.text)))
    shared = not words.isdisjoint(counted)
    if round(best, 4) < (ON_TOPIC if shared else ON_TOPIC_UNSHARED):
        return None
    often = {term for term, count in counted.items() if count >= 3}
    scales = frozenset(ends(asked))
    title = frozenset(terms(ask.page.title))
    on_title = round(titled, 4) >= RELEVANT or len(title & words) > 1 or any(map(_is_name, title & words))
    return _Topic(words | often | title, words, near, rows @ middle, scales, names(asked), on_title)


def _new_claims(
    ask: ReadPage,
    encoder: Encoder,
    units: Sequence[Unit],
    rows: Matrix,
    near: Matrix,
    bearing: Sequence[_Bearing],
) -> list[_Candidate]:
    """The best claims of the page that no hypothesis says, each about something else than the others."""
    topic = _topic(ask, encoder, units, rows)
    if topic is None:
        return []
    spoken_for = {b.unit for b in bearing if b.type != "QUALIFIES" and not _own_condition(b, units)}
    candidates: list[_Candidate] = []
    for row, unit in enumerate(units):
        closest = _rounded(near[row].max()) if near.shape[1] else 0.0
        if row in spoken_for or closest >= SAID_ALREADY:
            continue
        summary = claim(unit.text)
        if summary is None or _taken_back(unit) or not signals(summary).checkable:
            continue
        if not topic.covers(unit.text, _rounded(topic.near[row])):
            continue
        score = _score(_rounded(topic.near[row]), _rounded(topic.central[row]), summary, closest)
        score = round(score + topic.fit(summary), 6)
        if score >= WORTH_KEEPING + BETTER_EACH * len(ask.hypotheses):
            candidates.append(_Candidate(row, summary, score))
    most = MOST_CLAIMS - (len(ask.hypotheses) >= FEW) - (len(ask.hypotheses) >= MANY)
    ranked = sorted(candidates, key=lambda found: (-found.score, found.unit))
    known = {
        found.unit: [
            claimed.summary for at, claimed in enumerate(ask.hypotheses) if near[found.unit, at] >= NEAR_RIVAL
        ]
        for found in ranked
    }
    return _with_rivals(_apart(ranked, rows, most), ranked, known, encoder)


def _own_condition(bearing: _Bearing, units: Sequence[Unit]) -> bool:
    """Whether a sentence opposes a claim under a condition of its own: then both may be true."""
    return bearing.type == "CONTRADICTS" and bool(conditions(units[bearing.unit].text))


def _taken_back(unit: Unit) -> bool:
    """Whether the next sentence denies what this one says."""
    return _BUT.match(unit.following) is not None and DENIED.search(unit.following) is not None


def _score(near: float, central: float, summary: str, closest: float) -> float:
    """Near the objective, central to the page, checkable, plain, short enough to be met again, and news."""
    marks = signals(summary)
    # Findings that matter say how much: of sentences with a figure and a comparison two in three do.
    checkable = 0.06 * marks.effect + 0.1 * marks.comparison + 0.14 * marks.figure
    length = len(summary) * (2 if is_korean(summary) else 1)
    crowded = 0.06 * (length > 180) + 0.06 * (sum(letter.isdigit() for letter in summary) > 6)
    known = 0.2 * max(0.0, closest - 0.5)
    named = 0.05 * bool(conditions(summary))
    return round(
        0.8 * near + 0.5 * central + checkable + named - crowded - 0.15 * loose_ends(summary) - known, 6
    )


def _apart(ranked: Sequence[_Candidate], rows: Matrix, most: int) -> list[_Candidate]:
    taken: list[_Candidate] = []
    for found in ranked:
        if len(taken) == most:
            break
        if all(float(rows[found.unit] @ rows[other.unit]) < SAID_ALREADY for other in taken):
            taken.append(found)
    return taken


def _with_rivals(
    taken: list[_Candidate],
    ranked: Sequence[_Candidate],
    known: Mapping[int, Sequence[str]],
    encoder: Encoder,
) -> list[_Candidate]:
    """The claims that are taken, each with the first that the page sets against it, and a rival of a known one.

    A page that tells when something holds and when it does not is taken at its whole word or at none.
    """
    kept = list(taken)
    for one in taken:
        others = (found for found in ranked if found not in kept)
        kept += [found for found in others if rivals(one.summary, found.summary, encoder)][:1]
    others = (found for found in ranked if found not in kept)
    kept += [
        found
        for found in others
        if any(rivals(summary, found.summary, encoder) for summary in known[found.unit])
    ][:1]
    return kept


def _rounded(similarity: float) -> float:
    """The cosine without the digits that another machine's arithmetic may change."""
    return round(min(1.0, max(0.0, float(similarity))), 4)


@dataclass
class _Notes:
    """The reading as it is put together: each sentence is one observation, whatever it is used for."""

    units: Sequence[Unit]
    observations: dict[int, ReadObservation] = field(default_factory=dict)
    claims: list[ReadClaim] = field(default_factory=list)
    stances: list[ReadStance] = field(default_factory=list)

    def reading(self, bearing: Sequence[_Bearing], fresh: Sequence[_Candidate]) -> Reading:
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
