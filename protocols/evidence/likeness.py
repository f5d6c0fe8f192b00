"""Likeness by words, with a shelf: most claims are seen to be far from a new one by the words they lack."""

from collections.abc import Sequence

from pathfinder.protocols.evidence.nearest import SimilarityIndex
from pathfinder.protocols.text.queries import beginnings_of, normalize, similarity


class WordSimilarity:
    """How far two texts say the same, by the letters of the words they share."""

    def __call__(self, one: str, other: str) -> float:
        return similarity(one, other)

    def shelf(self) -> SimilarityIndex:
        """An empty one."""
        return WordShelf()


class WordShelf:
    """Under each beginning of a word the texts that have it, with the letters of such words.

    Only words with one beginning can be a pair, and a pair shares no more letters than its shorter word has:
    so two texts share no more than, beginning by beginning, the fewer letters of the two.
    """

    def __init__(self) -> None:
        self._under: dict[str, list[tuple[int, int]]] = {}
        self._lengths: list[int] = []
        self._forms: dict[str, list[int]] = {}

    def add(self, text: str) -> None:
        """Put a text at the end."""
        place, letters = len(self._lengths), beginnings_of(text)
        for beginning, count in letters.items():
            self._under.setdefault(beginning, []).append((place, count))
        self._lengths.append(sum(letters.values()))
        self._forms.setdefault(normalize(text), []).append(place)

    def bounds(self, text: str) -> Sequence[float]:
        """For each text on the shelf, no less than its likeness to this one."""
        letters = beginnings_of(text)
        count = len(self._lengths)
        length, shared = sum(letters.values()), [0] * count
        for beginning, mine in letters.items():
            # Also what most of them have: the words of the question are in nearly all facts of a session,
            # and counted in full for all of them they would leave no bound low enough to pass any by.
            for place, theirs in self._under.get(beginning, ()):
                shared[place] += theirs if theirs < mine else mine
        found = [
            2 * both / (length + theirs) if both else 0.0
            for both, theirs in zip(shared, self._lengths, strict=True)
        ]
        # Written in one word or in two, what has one form says the same.
        for place in self._forms.get(normalize(text), ()):
            found[place] = 1.0
        return found


BY_WORDS = WordSimilarity()
