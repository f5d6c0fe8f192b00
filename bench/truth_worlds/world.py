"""Worlds drawn by seed: claims of known truth, and the pages that state or deny them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Literal, NamedTuple

from bench.truth_worlds.parameters import Recipe
from bench.truth_worlds.wording import Lexicon, Wording
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.evidence.sources import AUTHORITY
from pathfinder.protocols.graph.types import Source, SourceType

Kind = Literal["true", "false", "pushed", "pair"]

AREAS = 4
PUBLISHERS: Mapping[SourceType, int] = {"official": 6, "news": 10, "blog": 40, "unknown": 30}
"""Who speaks. Papers and forum threads stand at hosts of works: every one is a voice of its own."""


@dataclass(frozen=True)
class Matter:
    """A claim of the world, as it is stated; it holds or it does not."""

    number: int
    kind: Kind
    area: int
    wording: Wording
    twin: int | None = None
    """The other claim of a conditional pair."""

    @property
    def holds(self) -> bool:
        return self.kind in ("true", "pair")


class Said(NamedTuple):
    """A sentence of a page: what it says of a matter."""

    matter: int
    holds: bool
    sentence: str


@dataclass(frozen=True)
class Text:
    """A page of the world, and what stands on it."""

    page: StoredPage
    said: tuple[Said, ...]
    origin: int
    """The text it was copied from; its own number if it is none."""


@dataclass(frozen=True)
class World:
    """All there is to know."""

    seed: int
    recipe: Recipe
    matters: tuple[Matter, ...]
    texts: tuple[Text, ...]
    areas: tuple[str, ...]

    @property
    def question(self) -> str:
        return f"What is known about {', '.join(self.areas)}?"

    @cached_property
    def by_title(self) -> dict[str, int]:
        """The number of the text with a title: how a reader knows which page it has before it."""
        return {text.page.source.title: number for number, text in enumerate(self.texts)}

    @cached_property
    def meaning(self) -> dict[str, tuple[int, bool]]:
        """Which matter a claim speaks of and whether it says that it holds, by its words."""
        return {
            claim: (matter.number, holds)
            for matter in self.matters
            for holds in (True, False)
            for claim in matter.wording.claims(holds)
        }


def make(seed: int, recipe: Recipe) -> World:
    """The world of a seed."""
    rng = Random(f"{recipe.name}/{seed}")
    lexicon = Lexicon(rng)
    areas = tuple(lexicon.area() for _ in range(AREAS))
    matters = tuple(_matters(recipe, lexicon))
    press = _Press(rng, recipe, lexicon, matters, areas)
    for matter in matters:
        press.report_on(matter)
    press.copy()
    press.link()
    return World(seed, recipe, matters, tuple(press.texts), areas)


def _matters(recipe: Recipe, lexicon: Lexicon) -> Iterator[Matter]:
    many: dict[Kind, int] = {"true": recipe.true, "false": recipe.false, "pushed": recipe.pushed}
    kinds = [kind for kind, count in many.items() for _ in range(count)]
    for number, kind in enumerate(kinds):
        yield Matter(number, kind, number % AREAS, lexicon.wording())
    for pair in range(recipe.pairs):
        first = len(kinds) + 2 * pair
        one, other = lexicon.twins()
        yield Matter(first, "pair", pair % AREAS, one, first + 1)
        yield Matter(first + 1, "pair", pair % AREAS, other, first)


@dataclass
class _Press:
    """Writes the pages."""

    rng: Random
    recipe: Recipe
    lexicon: Lexicon
    matters: tuple[Matter, ...]
    areas: tuple[str, ...]
    texts: list[Text] = field(default_factory=list)
    line: dict[tuple[str, int], bool] = field(default_factory=dict)
    """What a publisher says of a matter, on all its pages."""

    def report_on(self, matter: Matter) -> None:
        rng, recipe = self.rng, self.recipe
        for _ in range(rng.randint(recipe.fewest_pages, recipe.most_pages)):
            type_ = rng.choices(list(recipe.mix), list(recipe.mix.values()))[0]
            self._write(matter, type_)
        if matter.kind == "pushed":
            for _ in range(rng.randint(*recipe.pushing)):
                self._write(matter, rng.choice(("blog", "blog", "blog", "forum")), pushing=True)

    def _write(self, matter: Matter, type_: SourceType, *, pushing: bool = False) -> None:
        rng, number = self.rng, len(self.texts)
        publisher = f"{type_}{rng.randrange(PUBLISHERS[type_])}.example" if type_ in PUBLISHERS else None
        retracted = type_ == "paper" and rng.random() < self.recipe.retracted
        abouts = [matter]
        if rng.random() < self.recipe.second_claim:
            others = [one for one in self.matters if one.area == matter.area and one.number != matter.number]
            abouts.append(rng.choice(others))
        told = []
        for about in abouts:
            forced = pushing and about is matter
            right = self._right(about, type_, retracted=retracted)
            holds = True if forced else about.holds == (rng.random() < right)
            speaker = publisher or f"text {number}"
            holds = self.line.setdefault((speaker, about.number), holds)
            told.append(Said(about.number, holds, about.wording.sentence(rng, holds)))
        host = publisher or {"paper": "papers.example", "forum": "threads.example"}[type_]
        source = Source(
            url=f"https://{host}/{number}",
            title=f"{self.lexicon.title()} ({number})",
            site=host,
            type=type_,
            authority=AUTHORITY[type_],
            work=f"doi:10.5555/{number}" if type_ == "paper" else None,
            publisher=publisher,
            retracted="withdrawn by its authors" if retracted else None,
        )
        body = self.lexicon.body(self.areas[matter.area], [said.sentence for said in told])
        self._keep(body, source, tuple(told), number)

    def _right(self, matter: Matter, type_: SourceType, *, retracted: bool) -> float:
        if retracted:
            return self.recipe.right_when_retracted
        return (self.recipe.right_when_pushed if matter.kind == "pushed" else self.recipe.right)[type_]

    def copy(self) -> None:
        """Near-copies at other publishers: a byline, a changed word here and there."""
        rng = self.rng
        for number, text in enumerate(tuple(self.texts)):
            source = text.page.source
            if source.type in ("news", "blog") and rng.random() < self.recipe.copied:
                for _ in range(rng.randint(*self.recipe.copies)):
                    type_: SourceType = rng.choice(("news", "blog", "unknown"))
                    host = f"{type_}{rng.randrange(PUBLISHERS[type_])}.example"
                    at = len(self.texts)
                    copied = Source(
                        url=f"https://{host}/{at}",
                        title=f"{source.title} [{at}]",
                        site=host,
                        type=type_,
                        authority=AUTHORITY[type_],
                        publisher=host,
                    )
                    body = self.lexicon.carried(text.page.text, [said.sentence for said in text.said])
                    self._keep(body, copied, text.said, number)

    def _keep(self, body: str, source: Source, said: tuple[Said, ...], origin: int) -> None:
        self.texts.append(Text(StoredPage(text=body, source=source), said, origin))

    def link(self) -> None:
        """Copies name their original, as carried texts do, so that no signature has to be compared.

        Signatures come to the same (tests/unit/bench), and comparing them is most of what a session costs.
        """
        copied = {text.origin for number, text in enumerate(self.texts) if text.origin != number}
        for number, text in enumerate(self.texts):
            if text.origin in copied:
                first, page = self.texts[text.origin].page.source.url, text.page
                linked = page.source.model_copy(update={"canonical": first})
                self.texts[number] = replace(text, page=StoredPage(text=page.text, source=linked))
