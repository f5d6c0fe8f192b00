"""Pages are read once for everybody; audits and reviews change what stands in the graph."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pathfinder.protocols.answer.thesis import thesis
from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.events import ExplorerReturned, ExplorerSent
from pathfinder.protocols.calls.questions import (
    AuditCheck,
    AuditDraft,
    AuditFacts,
    AuditPoints,
    ChallengeClaims,
    ClaimReviews,
    Conclude,
    Reading,
    ReadPage,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.calls.targets import PartTarget
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from tests.scenario.played import CLAIMS, Play, finding_of, quotes
from tests.scenario.staged import Stage
from tests.worlds import respond

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")
AGREED = {"I1 S1": quotes("paper1 for A"), "I1 S2": quotes("official1 for A")}
TWO_CLAIMS = {"I1 S1": quotes("paper1 for A", "news1 for A"), "I1 S2": quotes("official1 for B")}
SANDY = "Loops cut the bill in sandy soil."

Said = Frozen | Unable | None
Instead = Callable[[Ask[Any], Step, Said], Said]


def _as_said(_: Ask[Any], __: Step, said: Said) -> Said:
    return said


@dataclass
class Watched(Play):
    """A play that keeps what was asked, and may say something else instead."""

    instead: Instead = _as_said
    asked: list[tuple[Ask[Any], Step]] = field(default_factory=list)

    def answer(self, ask: Ask[Any], step: Step) -> Said:
        self.asked.append((ask, step))
        return self.instead(ask, step, super().answer(ask, step))

    def challenged(self, iteration: int) -> set[HypothesisId]:
        """The claims that were put to the counter-reviewer."""
        return {
            one.claim.id
            for ask, step in self.asked
            if isinstance(ask, ChallengeClaims) and step.iteration == iteration
            for one in ask.claims
        }


def fact(ask: AuditFacts | ChallengeClaims, page: str) -> str:
    """The name of the fact that a page holds."""
    return next(line.id for shown in ask.pages if shown.title == page for line in shown.facts)


def observation(graph: CogniGraph, page: str) -> ObservationId:
    return next(name for name, known in graph.observations.items() if page in known.source_url)


def test_a_page_is_read_once_however_many_explorers_choose_it_and_over_iterations() -> None:
    read: Counter[tuple[str, ...]] = Counter()

    def counting(ask: Ask[Any], step: Step) -> Said:
        if isinstance(ask, ReadPage):
            read[tuple(passage.text for passage in ask.page.passages)] += 1
        return respond(ask, step)

    stage = Stage(respond=counting)
    graph = stage.run(4)
    assert len(read) > 10
    assert set(read.values()) == {1}
    returned = [event for event in stage.heard.events if isinstance(event, ExplorerReturned)]
    # The same facts stand in the reports of several Explorers, and once in the graph.
    assert sum(event.observations for event in returned) > 2 * len(graph.observations)
    assert len(graph.pages_read) == len(read)


def test_every_part_of_the_question_gets_an_explorer_in_the_first_iteration() -> None:
    stage = Stage()
    graph = stage.run(1)
    sent = [event.target for event in stage.heard.events if isinstance(event, ExplorerSent)]
    assert {target.part for target in sent if isinstance(target, PartTarget)} == set(graph.sub_questions)
    assert len(graph.sub_questions) == 3
    assert all(part.searched for part in graph.sub_questions.values())


def test_what_is_confirmed_or_a_core_finding_was_visited() -> None:
    graph = Stage().run(6)
    confirmed = [
        known
        for known in graph.hypotheses.values()
        if known.verdict is not None and known.verdict.tag == "Confirmed"
    ]
    assert confirmed
    assert all(known.visit_count for known in confirmed)
    assert thesis(graph).findings
    assert all(graph.hypotheses[one.hypothesis].visit_count for one in thesis(graph).findings)


def test_what_one_explorer_read_is_in_view_when_another_concludes_in_the_same_turn() -> None:
    play = Watched(AGREED)
    play.run()
    for slot in (1, 2):
        ask = next(
            ask
            for ask, step in play.asked
            if isinstance(ask, Conclude) and (step.slot, step.turn) == (slot, 1)
        )
        assert {page.title for page in ask.pages} == {"paper1", "official1"}


def test_a_contradiction_that_the_audit_sees_is_a_conflict_at_once() -> None:
    def contradiction(ask: Ask[Any], _: Step, said: Said) -> Said:
        if not isinstance(ask, AuditFacts):
            return said
        facts = (fact(ask, "paper1"), fact(ask, "official1"))
        return AuditPoints(
            points=(AuditDraft(kind="contradiction", facts=facts, text="Not both.", claims=(A1, A2), rank=3),)
        )

    assert not Watched(TWO_CLAIMS).run().conflicts(A1)
    graph = Watched(TWO_CLAIMS, instead=contradiction).run()
    [edge] = graph.conflicts(A1)
    assert (edge.first, edge.second, edge.resolved) == (A1, A2, False)
    assert [point.kind for point in graph.audit] == ["contradiction"]
    assert {finding_of(graph, claim)[1].classes[-1].finding_class for claim in ("A", "B")} == {"DISAGREED"}


def outdated(upheld: bool) -> Instead:
    """The paper is of 2019, the official page of 2025; the audit calls the first outdated."""

    def say(ask: Ask[Any], _: Step, said: Said) -> Said:
        if isinstance(ask, ReadPage) and isinstance(said, Reading):
            when = {"paper1": "2019", "official1": "2025"}.get(ask.page.title, "")
            dated = tuple(known.model_copy(update={"as_of": when}) for known in said.facts)
            return said.model_copy(update={"facts": dated})
        if isinstance(ask, AuditFacts):
            old, new = (fact(ask, page) for page in ("paper1", "official1"))
            draft = AuditDraft(kind="outdated", facts=(old,), shown_by=(new,), text="It is older.", rank=3)
            return AuditPoints(points=(draft,))
        if isinstance(ask, ChallengeClaims) and isinstance(said, ClaimReviews):
            return said.model_copy(update={"checks": (AuditCheck(point=1, upheld=upheld),)})
        return said

    return say


def test_an_outdated_fact_loses_its_weight_once_the_reviewer_upholds_the_point() -> None:
    script = {"I1 S1": quotes("paper1 for A", "news1 for A"), "I1 S2": quotes("official1 for A")}
    kept, lost = (Watched(script, instead=outdated(upheld)).run() for upheld in (False, True))
    assert not kept.observations[observation(kept, "paper1")].discounted
    assert "outdated" in lost.observations[observation(lost, "paper1")].discounted
    assert lost.hypotheses[A1].strength < kept.hypotheses[A1].strength
    assert [point.upheld for point in lost.audit] == [True]
    assert list(breaches(lost)) == []


def reviewed(iteration: int, **fields: Any) -> Instead:
    """The reviews of one iteration, with other fields; facts are given by the page they stand on."""

    def say(ask: Ask[Any], step: Step, said: Said) -> Said:
        if not isinstance(ask, ChallengeClaims) or not isinstance(said, ClaimReviews):
            return said
        if step.iteration != iteration:
            return said
        update = dict(fields)
        if "strike" in update:
            update["strike"] = (fact(ask, update["strike"]),)
        first, *others = said.reviews
        return said.model_copy(update={"reviews": (first.model_copy(update=update), *others)})

    return say


def test_an_amended_wording_takes_the_place_of_the_claim_and_is_challenged_again_later() -> None:
    script = {**AGREED, **{f"I{n} S1": quotes("paper1 for A") for n in (2, 3)}}
    amending = reviewed(1, verdict="WEAKENED", amended=SANDY)
    play = Watched(script, instead=amending)
    first = play.run(1)
    assert first.hypotheses[A1].summary == SANDY
    assert any(CLAIMS["A"] in entry.result for entry in first.hypotheses[A1].history)
    verdict = first.findings[A1].verdict
    assert verdict is not None
    assert verdict.tag == "Likely"
    second = play.run(1, first)
    assert set(second.hypotheses) == {A1}
    assert play.challenged(2) == {A1}, "nobody has reviewed the new wording, and no new voice has come"
    verdict = second.findings[A1].verdict
    assert verdict is not None
    assert verdict.tag == "Confirmed"
    play.run(1, second)
    assert play.challenged(3) == set()


def test_a_link_that_the_reviewer_strikes_is_no_evidence_and_its_fact_stays() -> None:
    script = {"I1 S1": quotes("paper1 for A", "news1 for A"), "I1 S2": quotes("official1 for A")}
    graph = Watched(script, instead=reviewed(1, strike="official1")).run()
    struck = observation(graph, "official1")
    assert struck in graph.observations
    assert struck not in {edge.observation for edge in graph.evidence(A1)}
    assert len(graph.evidence(A1)) == 2
    assert list(breaches(graph)) == []


def test_a_claim_that_says_the_same_as_another_is_merged_with_it() -> None:
    script = {
        "I1 S1": quotes("paper1 for A", "news1 for A"),
        "I1 S2": quotes("official1 for B", "paper2 for B"),
    }
    graph = Watched(script, instead=reviewed(1, same_as=A2)).run()
    assert graph.hypotheses[A2].merged_into == A1
    assert len(graph.evidence(A1)) == 4
    assert list(breaches(graph)) == []


def test_a_conclusion_that_fails_costs_its_claims_and_keeps_the_facts() -> None:
    script = {"I1 S1": quotes("paper1 for A", unable="it was cut off"), "I2 S1": quotes("paper1 for A")}
    play = Watched(script)
    first = play.run(1)
    assert (len(first.observations), first.hypotheses) == (1, {})
    second = play.run(1, first)
    assert [edge.observation for edge in second.evidence(A1)] == list(first.observations)
    assert sum(isinstance(ask, ReadPage) for ask, _ in play.asked) == 1
