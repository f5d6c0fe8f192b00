"""A model that makes things up: the world's own answers, in three of ten of which something is invented.

Everything invented is put on a list, so that a test can look for it wherever a person may read.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, TypeVar

from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.questions import (
    AuditPoints,
    ClaimReview,
    ClaimReviews,
    Conclusion,
    Ideas,
    Reading,
    ResolutionRuling,
    WrittenAnswer,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from tests.worlds import respond, world

RATE = 0.3
_PAGES = tuple(" ".join(page.text.split()).casefold() for page in world())
_TOKENS = re.compile(
    r"obs_[0-9]+|made-up-[0-9]+[.]example|(?<![0-9a-z_-])[0-9]+(?:,[0-9]+)*(?![0-9a-f]*[a-f])"
)
_PAGE_WORDS = re.compile(r"(\[\[p\d+: )(.+?)\]\]")
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
            case AuditPoints():
                return told.audit(answer)
            case ClaimReviews():
                return told.reviews(answer)
            case ResolutionRuling():
                return told.ruling(answer)
            case Ideas():
                return told.ideas(answer)
            case WrittenAnswer():
                return told.answer(answer)
            case _:
                return answer


@dataclass
class _Telling:
    """One answer in the making."""

    rng: Random
    call: str
    invented: dict[Invention, None]

    def reading(self, answer: Reading) -> Reading:
        return _with(
            answer,
            facts=tuple(
                _with(
                    fact,
                    quote=self._quote(fact.quote),
                    summary=self._text(fact.summary, "summary"),
                    header=self._maybe("Heading", "header") or "",
                    as_of=self._maybe("2024", "as_of") or "",
                )
                for fact in answer.facts
            ),
            page_note=self._text(answer.page_note, "page note"),
        )

    def conclusion(self, answer: Conclusion) -> Conclusion:
        return _with(
            answer,
            claims=tuple(
                _with(
                    claim,
                    text=self._text(claim.text, "claim"),
                    condition=self._maybe("in sandy soil", "condition") or "",
                    needs_further=self._maybe("what the soil is like", "needs_further") or "",
                    links=tuple(_with(link, basis=self._text("it says so", "basis")) for link in claim.links),
                )
                for claim in answer.claims
            ),
            not_found=tuple(self._text(text, "not found") for text in answer.not_found),
            resolutions=tuple(
                _with(known, description=self._text(known.description, "proposed resolution"))
                for known in answer.resolutions
            ),
            missing=tuple(self._text(query, "query") for query in answer.missing),
        )

    def audit(self, answer: AuditPoints) -> AuditPoints:
        points = tuple(_with(point, text=self._text(point.text, "audit")) for point in answer.points)
        return _with(answer, points=points)

    def reviews(self, answer: ClaimReviews) -> ClaimReviews:
        return _with(
            answer,
            reviews=tuple(self._review(draft) for draft in answer.reviews),
            checks=tuple(
                _with(check, objection=self._text("It is not so", "objection")) for check in answer.checks
            ),
        )

    def _review(self, draft: ClaimReview) -> ClaimReview:
        return _with(
            draft,
            challenge=self._text(draft.challenge, "challenge"),
            impact=self._text(draft.impact, "impact"),
            evidence=(*draft.evidence, *(("f9999",) if self.rng.random() < RATE else ())),
            verdict=self.rng.choice(("UPHELD", "WEAKENED", "REFUTED")),
            amended=self._text(draft.amended, "amended") if draft.amended else "",
            condition=self._maybe("in sandy soil", "review condition") or "",
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

    def answer(self, answer: WrittenAnswer) -> WrittenAnswer:
        return _with(
            answer,
            title=self._text(answer.title, "title"),
            answer=self._markdown(answer.answer),
            sections=tuple(
                _with(
                    section,
                    title=self._text(section.title, "section"),
                    sure=self._text(section.sure, "sure"),
                    body=self._markdown(section.body),
                )
                for section in answer.sections
            ),
            recommendations="\n".join(f"1. {line}" for line in self._markdown(answer.answer).split("\n")),
            caution=self._markdown(answer.caution),
            unknown=tuple(
                _with(gap, text=self._text(gap.text, "gap"), query=self._text(gap.query, "gap query"))
                for gap in answer.unknown
            ),
        )

    def _markdown(self, text: str) -> str:
        """Each line with words, an id, other words in a quote, or a calculation of its own."""
        return "\n".join(self._line(line) if line.strip("|-* ") else line for line in text.split("\n"))

    def _line(self, line: str) -> str:
        line = _PAGE_WORDS.sub(lambda found: f"{found[1]}{self._quote(found[2])}]]", line)
        marks = "".join(f" [[{name}]]" for name in self._id("sentence"))
        sums = "".join(f" [[= {self._number('sum')}/2={self._number('sum')}]]" for _ in self._id("sum"))
        if line.startswith("|"):
            return f"| {self._text(line[1:], 'cell')}{marks}{sums}"
        return f"{self._text(line, 'sentence')}{marks}{sums}"

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
