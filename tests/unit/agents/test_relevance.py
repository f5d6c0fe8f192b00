"""What a call is shown of a large pool is what comparing every fact would give, at a fraction of the cost."""

from collections.abc import Callable
from random import Random

import pytest

from pathfinder.agents.facts import DECIDES, FactPool
from pathfinder.agents.relevance import MOST_ON_A_CLAIM, RelevanceTarget, relevant
from pathfinder.protocols.calls.explorer_reports import Fact
from pathfinder.protocols.evidence.likeness import BY_WORDS, WordSimilarity
from pathfinder.protocols.evidence.nearest import PLACES
from pathfinder.protocols.ids import ObservationId, PageHash, SubQuestionId
from pathfinder.protocols.text.queries import similarity

WORDS = (
    "marsh",
    "heron",
    "water",
    "reed",
    "winter",
    "sluice",
    "salt",
    "peat",
    "41",
    "years",
    "ditch",
    "frog",
)


def a_pool(seed: int, pages: int) -> FactPool:
    random, pool = Random(seed), FactPool()
    for number in range(pages):
        page = PageHash(f"{number:064}")
        pool.facts[page] = [
            Fact(
                page=page,
                offset=place,
                quote="q",
                summary=" ".join(random.choices(WORDS, k=random.randint(2, 6))),
                parts=(SubQuestionId("sq_1"),) if random.random() < 0.3 else (),
                worth=random.randint(0, 3),
                observation=ObservationId(f"obs_{10 * number + place + 1}")
                if random.random() < 0.5
                else None,
            )
            for place in range(random.randint(0, 5))
        ]
    return pool


def by_comparing_all(pool: FactPool, aim: RelevanceTarget, most: int) -> list[Fact]:
    """As it is promised, without any short cut."""
    facts = list(pool.all())
    most = most if aim.part is not None else min(most, MOST_ON_A_CLAIM)

    def rank(place: int) -> tuple[object, ...]:
        fact = facts[place]
        near = -round(similarity(aim.about, fact.summary), PLACES)
        if aim.part is not None:
            return aim.part not in fact.parts and fact.page not in aim.pages, -fact.worth, near, place
        return fact.observation is None or fact.observation not in aim.linked, near, -fact.worth, place

    ranked = sorted(range(len(facts)), key=rank)
    chosen = dict.fromkeys(ranked[: most * 9 // 10])
    shown = {facts[place].page for place in chosen}
    beside = [place for place in ranked if facts[place].page in shown and facts[place].worth == DECIDES]
    for place in (*beside, *ranked):
        if len(chosen) < most:
            chosen[place] = None
    return [facts[place] for place in sorted(chosen)]


@pytest.mark.parametrize("measure", [BY_WORDS, similarity], ids=["with a shelf", "without"])
@pytest.mark.parametrize("seed", range(6))
def test_the_facts_are_those_that_comparing_all_of_them_gives(
    seed: int, measure: Callable[[str, str], float]
) -> None:
    pool = a_pool(seed, pages=80)
    linked = frozenset(fact.observation for fact in [*pool.all()][::9] if fact.observation is not None)
    pages = frozenset(list(pool.facts)[:3])
    for aim in (
        RelevanceTarget("herons in the salt marsh", SubQuestionId("sq_1"), pages),
        RelevanceTarget("winter water in the ditch", None, pages, linked),
        RelevanceTarget("nothing of this kind"),
    ):
        assert relevant(pool, aim, measure, 60) == by_comparing_all(pool, aim, 60)
    # The pool has grown: what came since is found too.
    pool.facts[PageHash("f" * 64)] = [
        Fact(page=PageHash("f" * 64), offset=0, quote="q", summary="herons in the salt marsh", worth=3)
    ]
    aim = RelevanceTarget("herons in the salt marsh")
    assert relevant(pool, aim, measure, 60) == by_comparing_all(pool, aim, 60)


def test_of_a_large_pool_few_facts_are_compared() -> None:
    class Counting(WordSimilarity):
        compared = 0

        def __call__(self, one: str, other: str) -> float:
            self.compared += 1
            return super().__call__(one, other)

    random, pool, measure = Random(7), FactPool(), Counting()
    letters = "abcdefghijklmnopqrstuvwxyz"
    for number in range(3_000):
        page = PageHash(f"{number:064}")
        words = ("".join(random.choices(letters, k=7)) for _ in range(5))
        pool.facts[page] = [Fact(page=page, offset=0, quote="q", summary=" ".join(words))]
    relevant(
        pool, RelevanceTarget(" ".join("".join(random.choices(letters, k=7)) for _ in range(8))), measure
    )
    assert measure.compared <= 600
