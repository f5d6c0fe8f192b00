"""An Explorer's notes: what pages say, with every quote looked up before it is passed on."""

from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.questions import ClaimLine, FoundLine, PageView, Passage, Reading
from pathfinder.protocols.reports import (
    About,
    KnownHypothesis,
    NewClaim,
    PageRead,
    ReportedClaim,
    ReportedObservation,
    ReportedStance,
    StoredPage,
)
from pathfinder.protocols.rules.quotes import PageText, find

PASSAGE_CHARACTERS = 1_200
MOST_PASSAGES = 40
MOST_CHARACTERS = PASSAGE_CHARACTERS * MOST_PASSAGES
"""A longer page is read up to about here."""


def page_view(page: StoredPage) -> PageView:
    """A page in numbered passages, cut at paragraph or sentence ends where there are any."""
    passages: list[str] = []
    between = "\n"
    for paragraph in page.text.split("\n"):
        rest = paragraph.strip()
        # A blank line says that no sentence goes on in the next one.
        between = between if rest else "\n\n"
        while rest:
            if passages and len(passages[-1]) + len(rest) < PASSAGE_CHARACTERS:
                passages[-1] += f"{between}{rest}"
                between = "\n"
                break
            cut = _cut(rest)
            passages.append(rest[:cut])
            rest = rest[cut:].lstrip()
    source = page.source
    return PageView(
        title=source.title,
        site=source.site,
        language=source.language,
        passages=tuple(
            Passage(number=number, text=text) for number, text in enumerate(passages[:MOST_PASSAGES], start=1)
        ),
    )


def _cut(text: str) -> int:
    """Where to cut: after the last sentence that fits, else where the room ends."""
    if len(text) <= PASSAGE_CHARACTERS:
        return len(text)
    ends = [text.rfind(mark, 0, PASSAGE_CHARACTERS) for mark in (". ", "? ", "! ", "다. ")]
    best = max(ends)
    return best + 1 if best > PASSAGE_CHARACTERS // 2 else PASSAGE_CHARACTERS


@dataclass
class Notes:
    """What has been read so far. Keys are made anew per page, so that two pages' `c1` stay two claims."""

    observations: list[ReportedObservation] = field(default_factory=list)
    claims: list[ReportedClaim] = field(default_factory=list)
    stances: list[ReportedStance] = field(default_factory=list)
    _pages: dict[PageHash, StoredPage] = field(default_factory=dict)
    _quoted: set[str] = field(default_factory=set)
    """Observations whose quote stands on its page."""

    def knows(self, page: PageHash) -> bool:
        """Whether a page has been read."""
        return page in self._pages

    def take(self, name: PageHash, page: StoredPage, reading: Reading) -> None:
        """Note what a page says."""
        self._pages[name] = page
        prefix, text = f"p{len(self._pages)}", PageText.of(page.text)
        observed = {known.key: f"{prefix}_o{place}" for place, known in _first(reading.observations)}
        claimed = {known.key: f"{prefix}_c{place}" for place, known in _first(reading.claims)}
        for _, known in _first(reading.observations):
            key = observed[known.key]
            self.observations.append(
                ReportedObservation(
                    key=key, page=name, quote=known.quote, summary=known.summary, concepts=known.concepts
                )
            )
            if find(known.quote, text) is not None:
                self._quoted.add(key)
        for _, claim in _first(reading.claims):
            self.claims.append(
                ReportedClaim(
                    key=claimed[claim.key], summary=claim.summary, verify_keywords=claim.verify_keywords
                )
            )
        for stance in reading.stances:
            if stance.observation in observed:
                self.stances.append(
                    ReportedStance(
                        observation=observed[stance.observation],
                        about=_renamed(stance.about, claimed),
                        type=stance.type,
                        weight=stance.weight,
                        basis=stance.basis,
                    )
                )

    def pages(self) -> tuple[PageRead, ...]:
        """The pages that were read, each with the address it was read at."""
        return tuple(PageRead(page=name, source=page.source) for name, page in self._pages.items())

    def found(self) -> tuple[FoundLine, ...]:
        """The stances that rest on a quote code has found."""
        by_key = {known.key: known for known in self.observations}
        return tuple(
            FoundLine(
                observation=stance.observation,
                about=stance.about.hypothesis
                if isinstance(stance.about, KnownHypothesis)
                else stance.about.key,
                type=stance.type,
                weight=stance.weight,
                quote=by_key[stance.observation].quote,
                site=self._pages[by_key[stance.observation].page].source.site,
            )
            for stance in self.stances
            if stance.observation in self._quoted
        )

    def claim_lines(self) -> tuple[ClaimLine, ...]:
        """The claims met so far."""
        return tuple(ClaimLine(key=claim.key, summary=claim.summary) for claim in self.claims)


class _Keyed(Protocol):
    @property
    def key(self) -> str: ...


K = TypeVar("K", bound=_Keyed)


def _first(items: tuple[K, ...]) -> list[tuple[int, K]]:
    """The first item under each key, with its place: a model may use a key twice."""
    kept: dict[str, tuple[int, K]] = {}
    for place, item in enumerate(items, start=1):
        kept.setdefault(item.key, (place, item))
    return list(kept.values())


def _renamed(about: About, claimed: dict[str, str]) -> About:
    if isinstance(about, NewClaim):
        return NewClaim(key=claimed.get(about.key, about.key))
    return about
