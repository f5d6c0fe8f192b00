"""Who speaks: pages that are copies, versions or house style of one another are one voice.

Voices are worked out among the pages that bear on one hypothesis, never over the whole graph: there,
copies would chain publishers into one giant voice.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from pathfinder.protocols.graph import Source
from pathfinder.protocols.ids import PageHash, VoiceId
from pathfinder.protocols.rules.signatures import Signature, bands, near_duplicate


def voices(sources: Mapping[PageHash, Source]) -> dict[PageHash, VoiceId]:
    """The voice of each page. A voice is named after the first of its pages, so order does not matter."""
    parent = {page: page for page in sources}

    def root(page: PageHash) -> PageHash:
        while parent[page] != page:
            parent[page] = parent[parent[page]]
            page = parent[page]
        return page

    def join(pages: Iterable[PageHash]) -> None:
        roots = sorted({root(page) for page in pages})
        for other in roots[1:]:
            parent[other] = roots[0]

    for pages in _marks(sources).values():
        join(pages)
    for group in _alike(sources):
        for place, (one, first) in enumerate(group):
            for other, second in group[place + 1 :]:
                if root(one) != root(other) and near_duplicate(first, second):
                    join((one, other))
    return {page: VoiceId(root(page)) for page in sources}


def _marks(sources: Mapping[PageHash, Source]) -> dict[tuple[str, str], list[PageHash]]:
    """Pages by what makes them one voice on its own: the work, the canonical address, the publisher."""
    marked: dict[tuple[str, str], list[PageHash]] = defaultdict(list)
    for page, source in sources.items():
        for mark, value in (
            ("work", source.work),
            ("canonical", source.canonical),
            ("publisher", source.publisher),
        ):
            if value:
                marked[mark, value].append(page)
    return marked


def _alike(sources: Mapping[PageHash, Source]) -> Iterable[list[tuple[PageHash, Signature]]]:
    """Groups of pages that may be copies: they share a band of their signatures."""
    groups: dict[tuple[int, str], list[tuple[PageHash, Signature]]] = defaultdict(list)
    for page, source in sources.items():
        if source.signature is not None:
            signature = Signature(source.signature)
            for band in enumerate(bands(signature)):
                groups[band].append((page, signature))
    return groups.values()
