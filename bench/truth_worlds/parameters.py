"""What the worlds are made of. Chosen before any result was seen: docs/truth-worlds.md has the date."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pathfinder.protocols.graph.types import SourceType

READERS = (0.81, 0.88)
"""How often a reader reads a page right on a claim."""


@dataclass(frozen=True)
class Recipe:
    """How a world is drawn."""

    name: str = "base"
    true: int = 20
    false: int = 8
    """Claims that do not hold, of which most sources know it."""
    pushed: int = 8
    """Claims that do not hold, and that many blogs push."""
    pairs: int = 6
    """Two claims that both hold, each under its condition."""
    fewest_pages: int = 4
    most_pages: int = 12
    """Texts about one claim, before copies."""
    mix: Mapping[SourceType, float] = field(
        default_factory=lambda: {
            "paper": 0.18,
            "official": 0.12,
            "news": 0.25,
            "blog": 0.25,
            "forum": 0.12,
            "unknown": 0.08,
        }
    )
    """Which sources speak of a claim."""
    right: Mapping[SourceType, float] = field(
        default_factory=lambda: {
            "paper": 0.92,
            "official": 0.9,
            "news": 0.8,
            "blog": 0.65,
            "forum": 0.55,
            "unknown": 0.5,
        }
    )
    """How often a source of a type is right."""
    right_when_pushed: Mapping[SourceType, float] = field(
        default_factory=lambda: {
            "paper": 0.88,
            "official": 0.88,
            "news": 0.55,
            "blog": 0.2,
            "forum": 0.25,
            "unknown": 0.25,
        }
    )
    """The same on what many blogs push."""
    pushing: tuple[int, int] = (4, 8)
    """Further blog and forum texts that push a false claim: fewest, most."""
    copied: float = 0.15
    """News and blog texts that others carry too."""
    copies: tuple[int, int] = (2, 5)
    retracted: float = 0.06
    """Papers that were withdrawn; most of them were wrong."""
    right_when_retracted: float = 0.3
    second_claim: float = 0.35
    """Texts that speak of one more claim."""
    copies_read_alike: bool = True
    """A copy has the words of its original, so whoever misreads the one misreads the other."""
    misses: float = 0.0
    """Share of the reader's errors that are silence; the others turn the meaning round."""


@dataclass(frozen=True)
class Habits:
    """How the simulated model errs beside its reading; each error is fixed by what it is about."""

    direct: float = 0.6
    indirect: float = 0.3
    """Statements of weight 0.8 and 0.5; the rest is a leap, 0.3."""
    label_errors: float = 0.05
    """Wrong facets for two wordings of one matter."""
    stray_labels: float = 0.01
    """Two matters taken for one, or for opposites."""
    condition_overlooked: float = 0.3
    """A page on one claim of a conditional pair is read as denying the other."""
    pair_seen_as_conflict: float = 0.7
    """The two claims of a conditional pair are labelled opposite."""
    review_errors: float = 0.1
    """The counter-reviewer is a step too mild or too strict."""
    wishes: float = 0.2
    """An Explorer that met both sides asks for a further search."""
    papers: float = 0.35
    """Briefs that the lead sends to papers and not to the web."""
    asks_catalogues: bool = False
    """A brief for papers asks for papers; else it is one in name, and asks what any other asks."""
    repeats: float = 0.0
    """Briefs for which the lead asks in the words it used for this target before."""


BASE = Recipe()
OTHERS = (
    replace(BASE, name="sparse", fewest_pages=2, most_pages=6),
    replace(BASE, name="hostile", true=14, false=6, pushed=18, pairs=5, pushing=(8, 14), copied=0.3),
    replace(
        BASE,
        name="honest",
        pushed=2,
        true=26,
        right={"paper": 0.96, "official": 0.95, "news": 0.9, "blog": 0.8, "forum": 0.7, "unknown": 0.65},
    ),
    replace(BASE, name="silent errors", misses=0.5, copies_read_alike=False),
    replace(
        BASE,
        name="types tell nothing",
        right=dict.fromkeys(("paper", "official", "news", "blog", "forum", "unknown"), 0.75),
        right_when_pushed=dict.fromkeys(("paper", "official", "news", "blog", "forum", "unknown"), 0.45),
    ),
)
