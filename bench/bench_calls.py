"""How many calls an iteration makes how often pages are read, and how many calls wait in a row."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bench.bench_forecast import Kind, session
from bench.figures import Figure, Group, Size
from tests.standin.server import Recorded

GROUP: Group = "cost"
BUDGET_USD_MICROS = 100_000_000
MOST_CALLS = {3: 20, 5: 30}
"""Besides readings, for an iteration of so many Explorers."""
MOST_IN_A_ROW = 12
READING, FIRST_REVIEW = "Reading", "ClaimReviews"
CLOSING = frozenset({"WrittenAnswer", "Edit", "Corrections"})


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """A run of two iterations for each number of Explorers."""
    for explorers, most in MOST_CALLS.items():
        kind = Kind(53, explorers, 2)
        made = session(kind, BUDGET_USD_MICROS)
        iterations = made.end.graph.iteration
        others = [one for one in made.requests if one.title not in (READING, *CLOSING)]
        told = ", ".join(f"{count} {title}" for title, count in Counter(map(_title, made.requests)).items())
        name = f"{explorers} Explorers"
        yield Figure(f"calls besides readings, {name}", len(others) / iterations, "per iteration", most, told)
        pages = len(made.end.graph.pages_read)
        readings = sum(one.title == READING for one in made.requests)
        yield Figure(f"readings per page, {name}", readings / pages, "", 1.0, f"{readings} of {pages} pages")
        in_a_row = longest_chain(_until_first_review(made.requests))
        yield Figure(f"calls in a row to the first review, {name}", in_a_row, "calls", MOST_IN_A_ROW)
        if size is Size.QUICK:
            return


def longest_chain(requests: Sequence[Recorded]) -> int:
    """The most calls of which each began after the one before it was answered."""
    chain: list[int] = []
    for one in requests:
        before = (length for length, other in zip(chain, requests, strict=False) if other.done <= one.at)
        chain.append(1 + max(before, default=0))
    return max(chain, default=0)


def _until_first_review(requests: Sequence[Recorded]) -> list[Recorded]:
    """The calls up to and with the first challenge."""
    titles = [one.title for one in requests]
    end = titles.index(FIRST_REVIEW) + 1 if FIRST_REVIEW in titles else len(titles)
    return list(requests[:end])


def _title(one: Recorded) -> str:
    return one.title
