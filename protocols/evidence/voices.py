"""Who speaks: pages that are copies, versions or house style of one another are one voice.

Voices are worked out among the pages that bear on one hypothesis, never over the whole graph: there,
copies would chain publishers into one giant voice.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import combinations

from pathfinder.protocols.evidence.repositories import THREAD
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import PageHash, VoiceId
from pathfinder.protocols.text.signatures import Signature, bands, long_runs, near_duplicate, partly_copied


def voices(
    sources: Mapping[PageHash, Source], said: Mapping[PageHash, Collection[str]] | None = None
) -> dict[PageHash, VoiceId]:
    """The voice of each page. A voice is named after the first of its pages, so order does not matter.

    With what each page is quoted with, a copy that was cut or added to is known too: the same words are
    cited from both, and a good part of the two texts is the same.
    """
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
    for pages in _own_sites(sources):
        join(pages)
    for group in _alike(sources):
        for place, (one, first) in enumerate(group):
            for other, second in group[place + 1 :]:
                if root(one) != root(other) and near_duplicate(first, second):
                    join((one, other))
    for pair in _partly_copied(sources, said or {}):
        join(pair)
    return {page: VoiceId(root(page)) for page in sources}


def _marks(sources: Mapping[PageHash, Source]) -> dict[tuple[str, str], list[PageHash]]:
    """Pages by what makes them one voice on its own: the work, the canonical address, the publisher.

    In a thread its writers speak, not the owner of the repository.
    """
    marked: dict[tuple[str, str], list[PageHash]] = defaultdict(list)
    for page, source in sources.items():
        in_thread = source.work is not None and source.work.startswith(THREAD)
        for mark, value in (
            ("work", source.work),
            ("canonical", source.canonical),
            ("publisher", None if in_thread else source.publisher),
        ):
            if value:
                marked[mark, value].append(page)
    return marked


def _own_sites(sources: Mapping[PageHash, Source]) -> Iterable[list[PageHash]]:
    """The pages of an account and of the one domain that has its name: github.com/astral-sh and astral.sh.

    Where several domains have that name, nobody can tell whose account it is, and nothing is joined.
    """
    accounts: dict[str, list[PageHash]] = defaultdict(list)
    domains: dict[str, dict[str, list[PageHash]]] = defaultdict(lambda: defaultdict(list))
    for page, source in sources.items():
        if source.publisher is None or (source.work or "").startswith(THREAD):
            continue
        host, _, account = source.publisher.partition("/")
        if account:
            accounts[_letters(account)].append(page)
        else:
            for name in {_letters(host), _letters(host.partition(".")[0])}:
                domains[name][host].append(page)
    for name, pages in accounts.items():
        if name and len(domains.get(name, ())) == 1:
            [own] = domains[name].values()
            yield [*pages, *own]


@lru_cache(maxsize=8_192)  # The same few publishers come up for every target of an iteration.
def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _alike(sources: Mapping[PageHash, Source]) -> Iterable[list[tuple[PageHash, Signature]]]:
    """Groups of pages that may be copies: they share a band of their signatures."""
    groups: dict[tuple[int, str], list[tuple[PageHash, Signature]]] = defaultdict(list)
    for page, source in sources.items():
        if source.signature is not None:
            signature = Signature(source.signature)
            for band in enumerate(bands(signature)):
                groups[band].append((page, signature))
    return groups.values()


def _partly_copied(
    sources: Mapping[PageHash, Source], said: Mapping[PageHash, Collection[str]]
) -> Iterable[tuple[PageHash, PageHash]]:
    """Pages that are cited with the same words and are partly the same text.

    A page that takes from two which have nothing to do with each other joins neither: it must not make one
    voice of them.
    """
    signed = {
        page: Signature(source.signature) for page, source in sources.items() if source.signature is not None
    }
    shared: dict[int, set[PageHash]] = defaultdict(set)
    for page in signed:
        for quote in said.get(page, ()):
            for run in long_runs(quote):
                shared[run].add(page)
    met = {pair for pages in shared.values() for pair in combinations(sorted(pages), 2)}
    alike: dict[PageHash, set[PageHash]] = defaultdict(set)
    for one, other in met:
        if partly_copied(signed[one], signed[other]):
            alike[one].add(other)
            alike[other].add(one)
    return [
        (one, other)
        for one, others in alike.items()
        for other in others
        if one < other
        and _of_one_text(others - {other}, signed[other], signed)
        and _of_one_text(alike[other] - {one}, signed[one], signed)
    ]


def _of_one_text(pages: Iterable[PageHash], text: Signature, signed: Mapping[PageHash, Signature]) -> bool:
    return all(partly_copied(signed[page], text) for page in pages)
