"""A quote of 300 characters in a page of a million: milliseconds, once the page is made ready."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from statistics import median
from time import process_time

from bench.figures import Figure, Group, Size
from pathfinder.protocols.evidence.quotes import PageText, find

GROUP: Group = "speed"
ALONE = True
PAGE_CHARS = 1_000_000
QUOTE_CHARS = 300
MOST_FIND_MS = 20.0
MOST_BUILD_MS = 1_000.0
SEED = 7

ENGLISH = (
    "the drug response was found effective in many patients “with care” of a trial — and costs fell by 2.5%"
)
KOREAN = "이 연구의 결과는 환자에게 효과가 있다고 “보고”되었으며 비용은 기존의 2.5% 수준으로 낮아졌다"


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Page build, search and its ratio to a plain `str.find`, in English and in Korean."""
    rounds = size.of(9, 3)
    yield from _measured("english", ENGLISH.split(), rounds)
    yield from _measured("korean", KOREAN.split(), rounds)


def _measured(language: str, words: list[str], rounds: int) -> Iterator[Figure]:
    page = _page(words)
    at = page.rindex(" ", 0, PAGE_CHARS - 2 * QUOTE_CHARS) + 1
    end = page.rindex(" ", at, at + QUOTE_CHARS)
    # Typed otherwise than the page has it, so that only the normal form is equal.
    quote = page[at:end].replace(" ", "  ").replace("“", '"').replace("”", '"').upper()
    ready = PageText.of(page)
    found = find(quote, ready)
    if found is None or page[found.start : found.end] != page[at:end].strip("“”"):
        raise AssertionError(f"{language}: the quote stands at {at}-{end}, found {found}")
    plain_ms = _milliseconds(lambda: page.find(page[at:end]), rounds)
    find_ms = _milliseconds(lambda: find(quote, ready), rounds)
    build_ms = _milliseconds(lambda: PageText.of(page), rounds=3)
    yield Figure(
        f"quotes/{language}/find", find_ms, "ms", MOST_FIND_MS, f"{QUOTE_CHARS} of {PAGE_CHARS:,} characters"
    )
    yield Figure(
        f"quotes/{language}/find over str.find", find_ms / plain_ms, "x", None, f"str.find {plain_ms:.2f} ms"
    )
    yield Figure(f"quotes/{language}/page build", build_ms, "ms", MOST_BUILD_MS, "once per page")


def _page(words: list[str]) -> str:
    random = Random(SEED)
    length, page = 0, []
    while length < PAGE_CHARS:
        page.append(random.choice(words))
        length += len(page[-1]) + 1
    return " ".join(page)[:PAGE_CHARS]


def _milliseconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of our own process, which a busy machine does not lengthen."""

    def once() -> float:
        began = process_time()
        work()
        return 1000 * (process_time() - began)

    return median(once() for _ in range(rounds))
