"""Words that stand in the user's documents only stay out of what is asked of the web."""

from collections.abc import Callable, Iterable

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.language.general_words import is_general, runs
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.text.queries import normalize
from pathfinder.protocols.text.urls import read


def _folded(text: str) -> Iterable[str]:
    return (folded for _, folded in runs(text))


def public_words(graph: CogniGraph) -> frozenset[str]:
    """Words the user said, and words that were read on the web."""
    said = [graph.question]
    for page, source in graph.sources.items():
        if read(source.url) is not None:
            said.append(source.title)
            seen = (observation for observation in graph.observations.values() if observation.page == page)
            said += (observation.quote or "" for observation in seen)
    return frozenset(folded for text in said for folded in _folded(text))


class Discretion:
    """Takes words out of queries that nobody could know but who has the documents."""

    def __init__(self, folder: Folder, *, addresses_tell: bool = True) -> None:
        """`addresses_tell`: what has a web address was read on the web. Trusted front matter undoes that."""
        self._folder = folder
        self._addresses_tell = addresses_tell

    async def sayable(self, graph: CogniGraph) -> Callable[[str], str | None]:
        """What may be said at this point of a session; the same for the whole of an iteration."""
        public = public_words(graph) if self._addresses_tell else frozenset(_folded(graph.question))
        own = await self._folder.words(_folded) - public

        def said(query: str) -> str | None:
            kept = [word for word in query.split() if not _tells(word, own)]
            left = " ".join(kept)
            return left if normalize(left) else None

        return said


def _tells(word: str, own: frozenset[str]) -> bool:
    return any(folded in own and not is_general(written) for written, folded in runs(word))
