"""A model that makes things up: the world's own answers, in three of ten of which something is invented.

Everything invented is put on a list, so that a test can look for it wherever a person may read.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, TypeVar

from pathfinder.protocols.calls import Ask, Unable
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.questions import (
    Conclusion,
    Ideas,
    Reading,
    ResolutionRuling,
    ReviewDraft,
    WrittenFinding,
    WrittenSentence,
    WrittenThesis,
)
from pathfinder.protocols.steps import Step
from tests.worlds import respond, world

RATE = 0.3
_PAGES = tuple(" ".join(page.text.split()).casefold() for page in world())
_TOKENS = re.compile(
    r"obs_[0-9]+|made-up-[0-9]+[.]example|(?<![0-9a-z_-])[0-9]+(?:,[0-9]+)*(?![0-9a-f]*[a-f])"
)
Kind = Literal["quote", "number", "url", "id"]
F = TypeVar("F", bound=Frozen)


@dataclass(frozen=True)
class Invention:
    """Something the model made up, and where it said so."""

    kind: Kind
    text: str
    place: str


def found_in(text: str, invented: Iterable[Invention]) -> list[Invention]:
    """What of the invented a text says."""
    flattened = flat(text)
    tokens = set(_TOKENS.findall(flattened))
    return [
        known
        for known in invented
        if (known.text in flattened if known.kind == "quote" else known.text in tokens)
    ]


@dataclass
class Inventor:
    """Answers like the world's model and invents at the places a seed names, the same on every replay."""

    seed: int
    invented: dict[Invention, None] = field(default_factory=dict)

    def respond(self, ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        answer = respond(ask, step)
        told = _Telling(Random(f"{self.seed} {step.key}"), ask.name, self.invented)
        match answer:
            case Reading():
                return told.reading(answer)
            case Conclusion():
                return told.conclusion(answer)
            case ReviewDraft():
                return told.review(answer)
            case ResolutionRuling():
                return told.ruling(answer)
            case Ideas():
                return told.ideas(answer)
            case WrittenThesis():
                return told.thesis(answer)
            case _:
                return answer


@dataclass
class _Telling:
    """One answer in the making."""

    rng: Random
    call: str
    invented: dict[Invention, None]

    def reading(self, answer: Reading) -> Reading:
        return answer.model_copy(
            update={
                "observations": tuple(
                    _with(seen, quote=self._quote(seen.quote), summary=self._text(seen.summary, "summary"))
                    for seen in answer.observations
                ),
                "claims": tuple(
                    _with(claim, summary=self._text(claim.summary, "claim")) for claim in answer.claims
                ),
                "stances": tuple(
                    _with(stance, basis=self._text("it says so", "basis")) for stance in answer.stances
                ),
            }
        )

    def conclusion(self, answer: Conclusion) -> Conclusion:
        return _with(
            answer,
            assessments=tuple(
                _with(known, needs_further=self._maybe("what the soil is like", "needs_further"))
                for known in answer.assessments
            ),
            resolutions=tuple(
                _with(known, description=self._text(known.description, "proposed resolution"))
                for known in answer.resolutions
            ),
            keywords=tuple(self._text(keyword, "keyword") for keyword in answer.keywords),
        )

    def review(self, answer: ReviewDraft) -> ReviewDraft:
        return _with(
            answer,
            challenge=self._text(answer.challenge, "challenge"),
            impact=self._text(answer.impact, "impact"),
            evidence=(*answer.evidence, *self._id("review")),
            verdict=self.rng.choice(("UPHELD", "WEAKENED", "REFUTED")),
        )

    def ruling(self, answer: ResolutionRuling) -> ResolutionRuling:
        return _with(
            answer,
            description=self._text(answer.description, "resolution"),
            observations=(*answer.observations, *self._id("resolution")),
        )

    def ideas(self, answer: Ideas) -> Ideas:
        candidates = tuple(
            _with(
                idea,
                summary=self._text(idea.summary, "idea"),
                derived_from=(*idea.derived_from, *self._id("idea")),
            )
            for idea in answer.candidates
        )
        # An idea that was not chosen is told to nobody, so it is no use looking for what it says.
        return _with(answer, candidates=candidates)

    def thesis(self, answer: WrittenThesis) -> WrittenThesis:
        return _with(
            answer,
            answer=self._sentences(answer.answer),
            findings=tuple(self._finding(known) for known in answer.findings),
            limits=self._sentences(answer.answer[:1]),
            recommendations=self._sentences(answer.answer),
        )

    def _finding(self, known: WrittenFinding) -> WrittenFinding:
        return _with(
            known, title=self._text(known.title, "title"), sentences=self._sentences(known.sentences)
        )

    def _sentences(self, sentences: Sequence[WrittenSentence]) -> tuple[WrittenSentence, ...]:
        return tuple(
            _with(one, text=self._text(one.text, "sentence"), cites=(*one.cites, *self._id("sentence")))
            for one in sentences
        )

    def _quote(self, quote: str) -> str:
        """A quote with a word more or another word in it, or with another number."""
        if self.rng.random() >= RATE:
            return quote
        words = quote.split(" ")
        place = self.rng.randrange(1, len(words))
        way = self.rng.choice(("not", "word", "number"))
        if way == "not":
            words.insert(place, "not")
        elif way == "word":
            words[place] = self.rng.choice(("hardly", "doubles", "gravel", "Tarn"))
        else:
            words.insert(place, str(self._number("quote")))
        changed = " ".join(words)
        if not any(changed.casefold() in page for page in _PAGES):
            self._note("quote", " ".join(changed.split()).casefold(), "quote")
        return changed

    def _text(self, text: str, place: str) -> str:
        """The text, three times of ten with a number or an address of its own."""
        if self.rng.random() >= RATE:
            return text
        body = text.rstrip(".")
        ways: Mapping[str, Callable[[], str]] = {
            "figure": lambda: f"{body}, by {self._number(place)} per cent.",
            "grouped": lambda: f"{body}: {self._number(place):,} houses.",
            "address": lambda: f"{body} ({self._address(place)}).",
            "link": lambda: f"{body} [source]({self._address(place)}).",
            "id": lambda: f"{body}, as {self._named(place)} says.",
        }
        return ways[self.rng.choice(tuple(ways))]()

    def _maybe(self, text: str, place: str) -> str | None:
        changed = self._text(text, place)
        return None if changed == text else changed

    def _id(self, place: str) -> tuple[str, ...]:
        return (self._named(place),) if self.rng.random() < RATE else ()

    def _named(self, place: str) -> str:
        name = f"obs_{self.rng.randint(10_000_000, 99_999_999)}"
        self._note("id", name, place)
        return name

    def _number(self, place: str) -> int:
        number = self.rng.randint(10_000_000, 99_999_999)
        self._note("number", str(number), place)
        self._note("number", f"{number:,}", place)
        return number

    def _address(self, place: str) -> str:
        host = f"made-up-{self.rng.randint(10_000_000, 99_999_999)}.example"
        self._note("url", host, place)
        return f"https://{host}/paper"

    def _note(self, kind: Kind, text: str, place: str) -> None:
        self.invented[Invention(kind, text, f"{self.call} {place}")] = None


def _with(model: F, **fields: Any) -> F:
    return model.model_copy(update=fields)


def flat(text: str) -> str:
    """A text as a search sees it: no escapes of Markdown, no line ends, one case."""
    return " ".join(text.replace("\\", "").split()).casefold()


def strings(value: object) -> str:
    """Every text of a JSON document, keys left out."""
    match value:
        case str():
            return value
        case dict():
            return "\n".join(strings(part) for part in value.values())
        case list():
            return "\n".join(strings(part) for part in value)
        case _:
            return json.dumps(value)
