"""Round 3 in whole iterations: challenges, second looks, their limits, and what happens when they fail."""

from collections import Counter
from typing import Any

import pytest

from pathfinder.adapters.models.scripted.model import Respond
from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.events import ExplorerReturned, ExplorerSent, FindingClassified
from pathfinder.protocols.calls.questions import (
    ChallengeClaims,
    ChoosePages,
    ClaimReview,
    ClaimReviews,
    LabelPairs,
    WriteBriefs,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.calls.targets import code
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.edits import SetSelection
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.judgement import ReviewVerdict
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import investigator, lineage
from pathfinder.protocols.judging.respawn import MOST_RESPAWNS
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.planning.selection import select
from pathfinder.reports.markdown.interim import interim_report
from tests.scenario.staged import Stage, unless
from tests.worlds import respond


def reviewing(verdict: ReviewVerdict, *, quoting: bool = True) -> Respond:
    """The world's model, whose counter-reviewer always says the same."""

    def answer(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        if isinstance(ask, ChallengeClaims):
            return ClaimReviews(
                reviews=tuple(
                    ClaimReview(
                        claim=one.claim.id,
                        challenge="It was measured in one winter only.",
                        evidence=tuple(link.fact for link in one.links[:1]) if quoting else (),
                        verdict=verdict,
                        impact="It may not hold in others.",
                    )
                    for one in ask.claims
                )
            )
        return respond(ask, step)

    return answer


def sent(stage: Stage, round_: int) -> list[ExplorerSent]:
    events = (event for event in stage.heard.events if isinstance(event, ExplorerSent))
    return [event for event in events if investigator(event.iid).place.round == round_]


def tags(graph: CogniGraph) -> Counter[str]:
    return Counter(known.verdict.tag for known in graph.findings.values() if known.verdict is not None)


def test_what_is_agreed_is_challenged_before_it_is_confirmed() -> None:
    graph = Stage(respond=reviewing("UPHELD")).run(4)
    assert tags(graph)["Confirmed"] > 0
    confirmed = [f for f in graph.findings.values() if f.verdict is not None and f.verdict.tag == "Confirmed"]
    assert all(f.review is not None and f.review.verdict == "UPHELD" for f in confirmed)
    assert all(f.review.voices for f in confirmed if f.review is not None)


def test_a_weakened_finding_is_likely_and_says_why() -> None:
    graph = Stage(respond=reviewing("WEAKENED")).run(4)
    assert tags(graph)["Confirmed"] == 0
    weakened = [f for f in graph.findings.values() if f.review is not None and f.verdict is not None]
    likely = [f.verdict for f in weakened if f.verdict is not None and f.verdict.tag == "Likely"]
    assert likely
    assert any("one winter" in worded(caveat) for verdict in likely for caveat in verdict.caveats)


def test_a_refuted_finding_is_disagreed_and_uncertain() -> None:
    stage = Stage(respond=reviewing("REFUTED"))
    graph = stage.run(3)
    refuted = [f for f in graph.findings.values() if f.review is not None and f.review.verdict == "REFUTED"]
    assert refuted
    classes = {f.classes[-1].finding_class for f in refuted}
    assert "AGREED" not in classes
    assert tags(graph)["Confirmed"] == 0
    assert any(e.round == 3 for e in stage.heard.events if isinstance(e, FindingClassified))


def test_a_refutation_that_quotes_nothing_only_weakens() -> None:
    graph = Stage(respond=reviewing("REFUTED", quoting=False)).run(3)
    reviews = [f.review.verdict for f in graph.findings.values() if f.review is not None]
    assert reviews
    assert set(reviews) == {"WEAKENED"}


def test_a_silent_counter_reviewer_leaves_what_is_agreed_likely() -> None:
    graph = Stage(respond=unless(lambda ask, _: isinstance(ask, ChallengeClaims))).run(3)
    assert tags(graph)["Confirmed"] == 0
    agreed = [f for f in graph.findings.values() if f.classes and f.classes[-1].finding_class == "AGREED"]
    assert agreed
    assert all(f.verdict is not None and f.verdict.tag == "Likely" for f in agreed)
    assert any("counter_reviewer.challenge" in failure.what for failure in graph.failures)


def test_an_unreadable_judge_leaves_its_findings_unjudged() -> None:
    graph = Stage(respond=unless(lambda ask, _: isinstance(ask, LabelPairs))).run(1)
    unjudged = [f for f in graph.findings.values() if f.unjudged is not None]
    assert unjudged
    assert all(f.verdict is None for f in unjudged)
    assert list(breaches(graph)) == []


def test_both_sides_of_a_disagreement_go_out_again() -> None:
    stage = Stage()
    stage.run(6)
    again = sent(stage, 3)
    assert again
    assert {lineage(event.iid).partition("-")[0] for event in again} >= {"WEB", "SKEPTIC"}


@pytest.mark.parametrize("parallel", [1, 2, 5, 10])
def test_a_pass_sends_half_of_the_explorers_at_most_and_a_lineage_twice_in_its_life(parallel: int) -> None:
    stage = Stage(parallel=parallel)
    graph = stage.run(6)
    places = [investigator(event.iid) for event in sent(stage, 3)]
    passes = Counter((place.iteration, place.place.pass_) for place in places)
    assert max(passes.values()) <= (parallel + 1) // 2
    assert {pass_ for _, pass_ in passes} <= {1, 2}
    assert max(graph.respawns.values()) <= MOST_RESPAWNS
    assert Counter(lineage(event.iid) for event in sent(stage, 3)) == graph.respawns


def test_what_no_explorer_was_left_for_is_noted_and_competes_for_the_next_slots() -> None:
    stage = Stage(parallel=3)
    graph = CogniGraph(question="Do ground loops pay off in Velm?")
    while not any(graph.hypotheses[name].alive for name in graph.selection.carried):
        assert graph.iteration < 9
        graph = stage.iterate(graph).graph
    forgotten = apply(graph, [SetSelection(selection=graph.selection.model_copy(update={"carried": ()}))])
    chosen, without = (
        [code(slot.target) for slot in select(known, 3).targets] for known in (graph, forgotten)
    )
    assert chosen == without


def test_a_respawn_that_fails_costs_its_own_report() -> None:
    stage = Stage(respond=unless(lambda ask, step: step.round == 3 and isinstance(ask, ChoosePages)))
    graph = stage.run(3)
    assert list(breaches(graph)) == []
    assert graph.iteration == 3

    broken = Stage(respond=unless(lambda _, step: step.round == 3 and step.phase == "EXPLORE"))
    graph = broken.run(3)
    returned = [e for e in broken.heard.events if isinstance(e, ExplorerReturned) and "-R3." in e.iid]
    assert returned
    assert {e.status for e in returned} == {"failure"}
    assert any(failure.kind == "given_up" and "-R3." in failure.what for failure in graph.failures)
    assert list(breaches(graph)) == []


def test_a_lead_that_cannot_brief_round_three_leaves_it_to_the_keywords() -> None:
    stage = Stage(respond=unless(lambda ask, step: step.round == 3 and isinstance(ask, WriteBriefs)))
    graph = stage.run(3)
    assert sent(stage, 3)
    assert list(breaches(graph)) == []
    assert any(failure.what.startswith("lead.brief") for failure in graph.failures)


def test_quick_challenges_nothing_and_says_so() -> None:
    stage = Stage(quick=True)
    graph = stage.run(4)
    assert sent(stage, 3) == []
    assert all(finding.review is None for finding in graph.findings.values())
    confirmed = [f.verdict for f in graph.findings.values() if f.verdict and f.verdict.tag == "Confirmed"]
    assert confirmed
    assert all(verdict.unchallenged for verdict in confirmed)


def test_an_explorer_whose_time_is_up_comes_home_and_that_is_told() -> None:
    """The first is cut short before it could read; another keeps what it had read by then."""

    class Strict:
        seconds = 60.0

        async def over(self, step: Step) -> bool:
            return (step.slot, step.item) in {(1, "choose"), (2, "conclude")} and step.round == 1

    stage = Stage(patience=Strict())
    graph = stage.run(1)
    home = {event.iid: event for event in stage.heard.events if isinstance(event, ExplorerReturned)}
    first, second = (
        next(event for iid, event in home.items() if f"-S{slot}-I1-R1" in iid) for slot in (1, 2)
    )
    assert (first.status, first.observations) == ("failure", 0)
    assert first.reason == "its time was up after 60 seconds"
    assert (second.status, second.observations > 0) == ("partial", True)
    told = [failure for failure in graph.failures if "time was up" in failure.reason]
    assert {failure.kind for failure in told} == {"given_up"}
    assert len(told) == 3, "the two that were late, and the one that failed"
    assert "its time was up after 60 seconds" in interim_report(graph)


def test_a_lineage_is_remembered_across_iterations_and_speaks_once() -> None:
    stage = Stage()
    graph = stage.run(2)
    spoke = {name: {held.lineage for held in finding.stances} for name, finding in graph.findings.items()}
    later = stage.run(2, graph)
    assert any(investigator(held.iid).iteration <= 2 for f in later.findings.values() for held in f.stances)
    for name, finding in later.findings.items():
        sided = [held.lineage for held in finding.stances if held.side is not None]
        assert len(sided) == len(set(sided)), "the latest word of a lineage replaces its earlier one"
        assert spoke.get(name, set()) <= {held.lineage for held in finding.stances}
