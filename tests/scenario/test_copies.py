"""Copies are one voice however many domains carry them; planted pages turn no well-founded claim round."""

import asyncio
from collections import Counter
from random import Random

import pytest

from pathfinder.protocols.evidence.strength import strength
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import HypothesisId, PageHash
from pathfinder.protocols.judging.sides import outweighing
from tests.builders import page_hash
from tests.laundering import CLAIMS, Attack, attacked, counted
from tests.web import Internet, a_fetch, answer, article, path_of, serving

SUBJECTS = ("harbour", "gates", "tide", "winter", "storm", "walls", "bay", "pumps", "ferries", "channel")


def a_text(rng: Random, sentences: int = 30) -> list[str]:
    """Sentences about nothing in particular, each its own."""
    return [
        f"In {rng.randint(1900, 2030)} the {rng.choice(SUBJECTS)} of district {rng.randint(1, 999)} "
        f"{rng.choice(('held', 'failed', 'moved', 'rose', 'sank'))} by {rng.randint(2, 900)} millimetres."
        for _ in range(sentences)
    ]


def copied(text: list[str], rng: Random) -> bytes:
    """The text as a copier puts it up: another title, a line of his own, a word changed here and there."""
    lines = [line.replace("held", "stood") if rng.random() < 0.1 else line for line in text]
    lines.insert(rng.randrange(len(lines)), f"Brought to you by reader number {rng.randint(1, 10**6)}.")
    return article("".join(f"<p>{line}</p>" for line in lines), f"Our report {rng.randint(1, 10**6)}")


def test_one_text_on_fifty_domains_is_one_voice_and_fifty_texts_are_fifty() -> None:
    text, rng = a_text(Random(1)), Random(2)
    pages = {f"copy{number}.example": copied(text, rng) for number in range(50)}
    pages |= {f"own{number}.example": copied(a_text(Random(100 + number)), rng) for number in range(50)}

    async def site(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        host = next(line for line in head.decode().split("\r\n") if line.startswith("Host: "))[6:]
        writer.write(answer(404) if path_of(head) == "/robots.txt" else answer(body=pages[host]))

    async def go() -> dict[PageHash, Source]:
        async with serving(site) as port:
            fetch = a_fetch(internet=Internet(port))
            found = [await fetch.page(f"http://{host}/") for host in pages]
            return {page_hash(page.text): page.source for page in found}

    sources = asyncio.run(go())
    spoken = voices(sources)
    names = Counter(
        sources[page].site.strip("0123456789.").partition(".")[0].rstrip("0123456789") for page in spoken
    )
    assert names["copy"] == names["own"] == 50
    assert len({spoken[page] for page in spoken if "//copy" in sources[page].url}) == 1
    assert len({spoken[page] for page in spoken if "//own" in sources[page].url}) == 50


@pytest.mark.parametrize("attack", Attack)
def test_five_planted_pages_turn_no_claim_that_two_primary_sources_carry(attack: Attack) -> None:
    graph = attacked(attack)
    for claim in CLAIMS:
        lead = outweighing(graph, claim)
        assert lead is None or lead.side == "for", (attack, claim)
    told = counted(graph)
    assert told.flipped == 0
    assert told.claims == 100


def test_copies_of_one_attack_demote_nothing_and_what_is_demoted_is_counted() -> None:
    told = {attack: counted(attacked(attack)) for attack in Attack}
    assert told[Attack.COPIES].demoted == 0
    # Five blogs of five owners are five voices: they take the lead away, and give it to nobody.
    assert told[Attack.BLOGS].demoted > 0
    graph = attacked(Attack.COPIES)
    assert all(strength(graph, HypothesisId(claim)) > 0.65 for claim in CLAIMS)
