"""The words of a world: made-up things, claims about them in two wordings each, and pages around them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

_STARTS = ("bra", "cel", "dor", "fen", "gal", "hist", "jor", "kel", "lum", "mar", "nev", "ost", "pel", "quor")
_MIDDLES = ("a", "e", "i", "o", "u", "an", "el", "ir", "on", "um")
_ENDS = ("dex", "fer", "lin", "mond", "nar", "pith", "rek", "sal", "tov", "vane", "wick", "zor")
_THINGS = ("mesh", "valve", "lining", "filter", "pump", "panel", "coating", "boiler", "cable", "duct")
_VERBS = ("raise", "lower", "slow", "shorten", "improve", "weaken", "protect", "delay")
_OBJECTS = (
    "the heating bill",
    "wear in pipes",
    "air quality indoors",
    "noise at night",
    "the yield of wells",
    "repair times",
    "corrosion of steel",
    "water loss",
    "the life of pumps",
    "indoor damp",
)
_CONDITIONS = (("in dry seasons", "in wet seasons"), ("in cold regions", "in warm regions"))
_OPENINGS = ("Measurements show that", "It is reported that", "Those who looked say that", "On this point:")
_FILLER = re.findall(
    r"\w+",
    "archive board bridge canal census chart clerk coast column council crane depot diary district dock "
    "draft engine estate factory ferry field garden gauge granary guild harbour hedge hill inn island "
    "journal kiln ladder lamp ledger lighthouse loft market meadow mill mine mint moor notice orchard "
    "outpost paddock parish pasture pier plaza pond porch port quarry quay railway ravine reef register "
    "ridge river road roof school shed shore signal slope square stable station store street survey swamp "
    "tannery tavern terrace tower town track trail tunnel valley village wagon wall warehouse weir wharf "
    "windmill workshop yard zone ",
)


@dataclass(frozen=True)
class Wording:
    """A claim in words: who does what, under which condition."""

    subject: str
    verb: str
    object: str
    condition: str = ""

    def claims(self, holds: bool) -> tuple[str, str]:
        """Two wordings of the claim, or of its denial."""
        end = f" {self.condition}" if self.condition else ""
        if holds:
            return (
                f"The {self.subject} {self.verb}s {self.object}{end}",
                f"The {self.subject} does {self.verb} {self.object}{end} as a rule",
            )
        return (
            f"The {self.subject} does not {self.verb} {self.object}{end}",
            f"The {self.subject} fails to {self.verb} {self.object}{end}",
        )

    def sentence(self, rng: Random, holds: bool) -> str:
        """The claim as a page says it."""
        claim = rng.choice(self.claims(holds))
        return f"{rng.choice(_OPENINGS)} {claim[0].lower()}{claim[1:]}."


class Lexicon:
    """Makes words that no other matter of the world has."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._used: set[str] = set()

    def area(self) -> str:
        return f"{self._name()} works"

    def wording(self) -> Wording:
        rng = self._rng
        return Wording(f"{self._name()} {rng.choice(_THINGS)}", rng.choice(_VERBS), rng.choice(_OBJECTS))

    def twins(self) -> tuple[Wording, Wording]:
        """Two claims on one thing that point in opposite directions, each under its condition."""
        subject = f"{self._name()} {self._rng.choice(_THINGS)}"
        about, (one, other) = self._rng.choice(_OBJECTS), self._rng.choice(_CONDITIONS)
        return Wording(subject, "raise", about, one), Wording(subject, "lower", about, other)

    def title(self) -> str:
        return " ".join(self._rng.sample(_FILLER, 3)).capitalize()

    def body(self, area: str, told: Sequence[str]) -> str:
        """A page: sentences of its own round those that matter."""
        rest = [self._filler() for _ in range(6)]
        lines = [f"Notes on {area}.", *rest[:2], *told[:1], *rest[2:4], *told[1:], *rest[4:]]
        return "\n".join(lines)

    def carried(self, body: str, told: Sequence[str]) -> str:
        """A near-copy: what is told stays word for word, some other lines get another word."""
        lines = []
        for line in body.split("\n"):
            words = line.split(" ")
            if line not in told and self._rng.random() < 0.4:
                words[self._rng.randrange(len(words))] = self._rng.choice(_FILLER)
            lines.append(" ".join(words))
        return "\n".join([f"Carried by the {self._rng.choice(_FILLER)} desk.", *lines])

    def _filler(self) -> str:
        return " ".join(self._rng.sample(_FILLER, self._rng.randint(9, 13))).capitalize() + "."

    def _name(self) -> str:
        rng = self._rng
        while True:
            name = rng.choice(_STARTS) + rng.choice(_MIDDLES) + rng.choice(_ENDS)
            if name not in self._used:
                self._used.add(name)
                return name
