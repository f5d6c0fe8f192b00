"""The truth worlds measure what they say: fixed truth and errors, equal calls, parts that are really off."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from bench.truth_worlds import statistics
from bench.truth_worlds.parameters import BASE, Recipe
from bench.truth_worlds.proposals import by_difference
from bench.truth_worlds.reader import Reader
from bench.truth_worlds.scoring import Decided, Given, Tally, Votes, majority, matched, tally, verdicts, votes
from bench.truth_worlds.session import EXPLORE_ONLY, PROTOCOL, WITHOUT, Session, Setup
from bench.truth_worlds.world import World, make
from pathfinder.agents.page_views import stretches
from pathfinder.protocols.calls.questions import (
    ClaimView,
    Conclude,
    Conclusion,
    FactLine,
    PageFacts,
    Reading,
    ReadPage,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.types import ConflictEdge
from pathfinder.protocols.ids import HypothesisId, PageHash
from pathfinder.protocols.text.signatures import signature

SMALL = replace(BASE, name="small", true=4, false=2, pushed=2, pairs=1, most_pages=6)
ITERATIONS = 3
READING = Step(iteration=1, phase="EXPLORE", call="explorer.read", item="-")


@cache
def whole_session() -> Session:
    """The protocol on a small world; nobody changes it."""
    return session(PROTOCOL)


def session(setup: Setup, recipe: Recipe = SMALL, accuracy: float = 0.81) -> Session:
    run = Session(make(1, recipe), setup, accuracy)
    run.run(ITERATIONS)
    return run


def part(name: str) -> Setup:
    return next(setup for setup in WITHOUT if setup.name == f"without {name}")


def concluded(world: World, reader: Reader, number: int, shown: Sequence[str] = ()) -> Conclusion:
    """What the reader makes of the facts of one text, with these claims before it."""
    source = world.texts[number].page.source
    [view] = stretches(world.texts[number].page).views
    reading = reader.respond(ReadPage(question="q", parts=(), page=view), READING)
    assert isinstance(reading, Reading)
    lines = tuple(
        FactLine(id=f"f{at}", summary=fact.summary) for at, fact in enumerate(reading.facts, start=1)
    )
    ask = Conclude(
        question="q",
        parts=(),
        objective="o",
        about="a",
        target="KW1",
        turn=1,
        turns_left=0,
        queries=(),
        pages=(PageFacts(title=source.title, site=source.site, type=source.type, facts=lines),),
        claims=tuple(
            ClaimView(id=HypothesisId(f"hyp_A{at}"), text=claim) for at, claim in enumerate(shown, start=1)
        ),
        language="en",
    )
    answer = reader.respond(ask, READING)
    assert isinstance(answer, Conclusion)
    return answer


def test_a_seed_is_one_world() -> None:
    world = make(3, BASE)
    assert world == make(3, BASE)
    assert world.texts != make(4, BASE).texts
    assert len(world.matters) == 48
    assert sum(matter.holds for matter in world.matters) == 32
    for text in world.texts:
        assert all(said.sentence in text.page.text for said in text.said)


def test_signatures_make_one_voice_of_the_copies_that_name_their_original() -> None:
    """Sessions are told of copies by their canonical address, for speed; the texts alone say the same."""
    world = make(1, SMALL)
    bare = {
        PageHash(f"{number:064x}"): text.page.source.model_copy(
            update={
                "publisher": None,
                "work": None,
                "canonical": None,
                "signature": signature(text.page.text),
            }
        )
        for number, text in enumerate(world.texts)
    }
    groups: dict[str, set[int]] = {}
    for page, voice in voices(bare).items():
        groups.setdefault(voice, set()).add(int(page, 16))
    origins: dict[int, set[int]] = {}
    for number, text in enumerate(world.texts):
        origins.setdefault(text.origin, set()).add(number)
    assert len(origins) < len(world.texts)
    assert sorted(map(sorted, groups.values())) == sorted(map(sorted, origins.values()))


@pytest.mark.parametrize("accuracy", [0.81, 0.88])
def test_a_reader_is_right_as_often_as_it_says(accuracy: float) -> None:
    right = total = 0
    for seed in range(6):
        world = make(seed, BASE)
        reader = Reader(world, accuracy)
        for number, text in enumerate(world.texts):
            if text.origin == number:
                right += sum(reader.reads(text, number, said) == said.holds for said in text.said)
                total += len(text.said)
    assert right / total == pytest.approx(accuracy, abs=0.012)


def test_asking_again_does_not_help() -> None:
    """A misread page is misread whatever claims are shown, and so is its copy."""
    world = make(1, SMALL)
    reader = Reader(world, 0.5)
    wrong = 0
    for number, text in enumerate(world.texts):
        said = text.said[0]
        holds = reader.reads(text, number, said)
        assert holds == reader.reads(world.texts[text.origin], text.origin, said)
        affirmed, denied = (world.matters[said.matter].wording.claims(way)[0] for way in (True, False))
        alone = {world.meaning[claim.text] for claim in concluded(world, reader, number).claims}
        assert (said.matter, holds) in alone
        both = concluded(world, reader, number, (affirmed, denied)).claims
        links = {claim.known: {link.type for link in claim.links} for claim in both if claim.known}
        assert links[HypothesisId("hyp_A1" if holds else "hyp_A2")] >= {"SUPPORTS"}
        assert links[HypothesisId("hyp_A2" if holds else "hyp_A1")] >= {"CONTRADICTS"}
        wrong += holds != said.holds
    assert wrong


def test_a_session_goes_through_the_whole_product_and_comes_out_the_same_again() -> None:
    run = whole_session()
    asked = {key.split("/")[5] for key in run.script.sent}
    assert asked >= {"lead.decompose", "lead.brief", "explorer.read", "explorer.conclude", "judge.facets"}
    assert "counter_reviewer.challenge" in asked
    assert all(observation.verified for observation in run.graph.observations.values())
    assert run.graph == session(PROTOCOL).graph


def test_parts_are_off_when_they_are_said_to_be() -> None:
    def keys(run: Session) -> list[list[str]]:
        return [key.split("/") for key in run.script.sent]

    def sent_again(run: Session) -> int:
        return sum(key[1] == "EXPLORE" and key[3].startswith("3") for key in keys(run))

    def challenged(run: Session) -> int:
        return sum(key[5] == "counter_reviewer.challenge" for key in keys(run))

    whole = whole_session()
    assert sent_again(whole)
    assert challenged(whole)
    alone = session(part("re-spawns"))
    assert not sent_again(alone)
    assert challenged(alone)
    quick = session(EXPLORE_ONLY)
    assert not sent_again(quick)
    assert not challenged(quick)
    reviews = [finding.review for finding in session(part("counter-review")).graph.findings.values()]
    assert {review.verdict for review in reviews if review is not None} == {"UPHELD"}
    assert any(isinstance(edge, ConflictEdge) for edge in whole.graph.edges)
    assert not any(isinstance(edge, ConflictEdge) for edge in session(part("conflicts")).graph.edges)
    assert {source.authority for source in session(part("authority")).graph.sources.values()} == {0.5}
    sources = session(part("voices")).graph.sources
    assert len(set(voices(sources).values())) == len(sources)


def test_the_others_get_as_many_calls() -> None:
    whole = whole_session()
    other = Session(make(1, SMALL), EXPLORE_ONLY, 0.81)
    other.run(0, whole.calls)
    assert whole.calls <= other.calls < whole.calls + 100
    assert other.graph.iteration > ITERATIONS


def test_a_reader_without_errors_on_honest_sources_confirms_nothing_wrong() -> None:
    types = tuple(SMALL.right)
    honest = replace(
        SMALL,
        name="truthful",
        right=dict.fromkeys(types, 1.0),
        right_when_pushed=dict.fromkeys(types, 1.0),
        pushing=(0, 0),
        retracted=0.0,
    )
    run = session(PROTOCOL, honest, accuracy=1.0)
    came = tally(run.world, verdicts(run.world, run.graph), run.calls)
    assert came.confirmed_wrong == 0
    assert came.found > came.claims // 2
    for counted in (votes(run.world, run.graph, by_voice=way) for way in (True, False)):
        assert tally(run.world, majority(counted, lambda _: True), 0).confirmed_wrong == 0


def test_what_is_asserted_of_a_claim_is_counted_once() -> None:
    world = make(1, SMALL)
    true = [matter.number for matter in world.matters if matter.holds]
    false = [matter.number for matter in world.matters if not matter.holds]
    yes, no, none = frozenset({True}), frozenset({False}), frozenset[bool]()
    came = tally(
        world,
        {
            true[0]: Decided(yes, yes),
            true[1]: Decided(none, yes),
            true[2]: Decided(yes, yes | no),
            true[3]: Decided(none, yes | no),
            true[4]: Decided(yes | no, yes | no),
            false[0]: Decided(yes, yes),
            false[1]: Decided(none, no),
        },
        calls=7,
    )
    assert (came.confirmed_right, came.confirmed_wrong) == (1, 2)
    assert (came.likely_right, came.likely_wrong) == (2, 2)
    assert (came.found, came.true_found, came.claims) == (3, 2, len(world.matters))


def test_a_matched_vote_confirms_the_largest_margins_only() -> None:
    counted = {1: Votes(5, 1), 2: Votes(2, 2), 3: Votes(1, 4), 4: Votes(1, 0)}
    decided = matched(counted, 1)
    assert decided[1].confirmed == {True}
    assert decided[3] == Decided(frozenset(), frozenset({False}))
    assert 2 not in decided
    assert set(matched(counted, 1, 2)) == {1, 3}


def test_a_difference_decides_where_a_ratio_does_not() -> None:
    """The proposed rule reads the graph of a session; with no bar at all it decides what the weights say."""
    run = whole_session()
    given = [by_difference(0.01, 0.01)(run.graph, name) for name in run.graph.findings]
    assert any(isinstance(one, Given) for one in given)
    strict = [by_difference(100, 100)(run.graph, name) for name in run.graph.findings]
    assert strict == [None] * len(given)


def test_figures_over_worlds() -> None:
    def came(right: int, wrong: int) -> Tally:
        outcomes = (("Confirmed for", True),) * right + (("Confirmed for", False),) * wrong
        return Tally(10, right, wrong, 0, 0, right, right, 10, outcomes, 5)

    ours, theirs = [came(4, 1), came(3, 0)], [came(5, 3), came(5, 2)]
    assert statistics.wrong_confirmed(ours) == 5
    assert statistics.precision(theirs) == pytest.approx(100 * 10 / 15)
    assert tuple(statistics.paired(ours, ours, statistics.found)) == (0, 0, 0)
    less = statistics.paired(ours, theirs, statistics.wrong_confirmed)
    assert (less.value, less.low, less.high) == (-20, -20, -20)
    stands_for = {"Confirmed for": 0.8}
    assert statistics.brier(ours[:1], stands_for) == pytest.approx((4 * 0.04 + 0.64) / 5)
    assert statistics.calibration_error(ours[:1], stands_for) == pytest.approx(0)
    assert statistics.meanings(ours)["Confirmed for"] == pytest.approx(8 / 10)
