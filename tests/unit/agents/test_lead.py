"""The lead's plan: its own queries first, never a repeat, and a way on when it said nothing."""

from typing import Literal

import pytest
from pydantic import ValidationError

from pathfinder.agents.lead import BriefContext, plan, sub_questions, target_text
from pathfinder.agents.missions import mission_views, send_again
from pathfinder.agents.query_words import KINDS
from pathfinder.protocols.calls.questions import Briefs, Decomposition, QueryDraft, SubQuestionDraft
from pathfinder.protocols.calls.targets import (
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    PartTarget,
    Target,
    conflict_target,
)
from pathfinder.protocols.graph.edits import (
    AddSearch,
    RecordActions,
    SetFinding,
    SetHealth,
    SetStatus,
    SetSubQuestions,
    TurnAwayQuery,
)
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.memory import Action, SearchRecord
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Health, SubQuestion
from pathfinder.protocols.ids import HypothesisId, Lineage, Strategy, SubQuestionId, investigator
from pathfinder.protocols.judging.respawn import Respawn
from pathfinder.protocols.planning.selection import Selected
from pathfinder.protocols.planning.switches import Switches
from pathfinder.protocols.text.queries import normalize
from tests.builders import a_graph, a_hypothesis

SETTING = BriefContext("web", False, ())
A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")
TARGET = Selected(class_=3, target=HypothesisTarget(hypothesis=A1), reason="untested")


def graph(*searched: str) -> CogniGraph:
    known = a_graph(
        [
            ("hyp_A1", a_hypothesis("Loops pay off", verify_keywords=("loop payback", "loop cost"))),
            ("hyp_A2", a_hypothesis("Loops never pay off")),
        ]
    )
    records = [
        SearchRecord(
            iteration=0,
            query=query,
            normalized=normalize(query),
            strategy="web",
            engine="web",
            result_count=1,
            new_sources=1,
        )
        for query in searched
    ]
    return apply(known, [AddSearch(search=record) for record in records])


def briefs(*queries: str, strategy: str = "WEB") -> Briefs:
    draft = {
        "slot": 1,
        "objective": "find out",
        "strategy": strategy,
        "queries": [{"query": query, "strategy": "web"} for query in queries],
    }
    return Briefs.model_validate({"briefs": [draft]})


def queries(known: CogniGraph, answer: Briefs | None, setting: BriefContext = SETTING) -> list[str]:
    (brief,) = plan(known, [TARGET], answer, setting).briefs
    return [planned.query for planned in brief.queries]


def test_what_the_lead_wrote_is_searched() -> None:
    assert queries(graph(), briefs("one a", "two b", "three c"))[:3] == ["one a", "two b", "three c"]


def test_one_query_at_least_looks_for_counter_evidence() -> None:
    planned = queries(graph(), briefs("one a", "two b", "three c", "four d", "five e"))
    assert planned == ["one a", "two b", "three c", "four d", "Loops pay off criticism limitations"]


def test_too_few_are_filled_up_with_what_is_noted() -> None:
    made = queries(graph(), briefs("four d"))
    assert made[0] == "four d"
    assert "loop payback" in made
    assert len(made) >= 3


def test_a_repeat_is_turned_away_and_remembered() -> None:
    planned = plan(graph("one a"), [TARGET], briefs("one a", "two b", "three c"), SETTING)
    assert [query.query for query in planned.briefs[0].queries][:2] == ["two b", "three c"]
    assert TurnAwayQuery(query="one a") in planned.edits


def test_without_an_answer_the_keywords_are_searched_and_counter_evidence_too() -> None:
    made = queries(graph(), None)
    assert set(made[:3]) == {"loop payback", "loop cost", "Loops pay off"}
    assert made[3:] == ["Loops pay off criticism limitations"]


def test_when_all_was_searched_another_angle_is_taken() -> None:
    every = [f"Loops pay off {words}" for kind in KINDS["en"].values() for words in kind]
    known = graph("loop payback", "loop cost", "Loops pay off", *every)
    assert queries(known, None) == ["Loops pay off evidence"]
    (turn,) = plan(known, [TARGET], None, SETTING).turns
    assert (turn.situation, turn.change) == ("no_new_search", "another angle: “Loops pay off evidence”")


def test_two_explorers_never_search_the_same() -> None:
    second = Selected(class_=5, target=KeywordTarget(number=1, keyword="loop payback"), reason="unused")
    first, other = plan(graph(), [TARGET, second], None, SETTING).briefs
    assert not {query.query for query in first.queries} & {query.query for query in other.queries}
    assert other.queries


def test_the_lead_asks_for_fewer_explorers_by_writing_fewer_briefs() -> None:
    keyword = Selected(class_=5, target=KeywordTarget(number=1, keyword="loop payback"), reason="unused")
    lens = Selected(class_=6, target=LensTarget(lens="scope"), reason="a wider look")
    three = [keyword, lens, TARGET]
    answer = Briefs.model_validate(
        {"briefs": [{"slot": 3, "objective": "find out", "strategy": "WEB", "queries": []}]}
    )
    planned = plan(graph(), three, answer, SETTING)
    (brief,) = planned.briefs
    assert (brief.target, brief.objective) == (TARGET.target, "find out")
    (actions,) = (edit.actions for edit in planned.edits if isinstance(edit, RecordActions))
    assert len(actions) == brief.slot == investigator(brief.iid).place.slot == 1
    assert len(plan(graph(), three, None, SETTING).briefs) == 3, "no answer is no wish"
    of_no_slot = answer.model_copy(update={"briefs": (answer.briefs[0].model_copy(update={"slot": 9}),)})
    assert len(plan(graph(), three, of_no_slot, SETTING).briefs) == 3


def test_what_must_not_wait_is_sent_whatever_the_lead_leaves_out() -> None:
    part = SubQuestionId("sq_1")
    known = apply(graph(), [SetSubQuestions(sub_questions={part: SubQuestion(text="Cost?", priority=1)})])
    decisive = known.hypotheses[A2].model_copy(update={"importance": 3})
    known = known.model_copy(update={"hypotheses": {**known.hypotheses, A2: decisive}})
    targets: list[Target] = [PartTarget(part=part), conflict_target(A1, A2), HypothesisTarget(hypothesis=A2)]
    kept = [Selected(class_=1, target=target, reason="due") for target in targets]
    kept.append(
        Selected(class_=2, target=HypothesisTarget(hypothesis=A1), reason="the user", forced_by="USER")
    )
    dropped = Selected(class_=6, target=LensTarget(lens="scope"), reason="a wider look")
    planned = plan(known, [TARGET, dropped, *kept], briefs("one a"), SETTING)
    assert [brief.target for brief in planned.briefs] == [TARGET.target, *(one.target for one in kept)]


def test_another_order_of_the_words_is_no_new_search() -> None:
    """Whatever a model of meaning says of the two."""
    apart = SETTING._replace(similarity=lambda *_: 0.0)
    asked = briefs("loops payback years", "years payback loops", "payback loops years", "soil heat")
    made = queries(graph(), asked, apart)
    assert made[:2] == ["loops payback years", "soil heat"]
    assert not {"years payback loops", "payback loops years"} & set(made)
    assert "years payback loops" not in queries(graph("loops payback years"), asked, apart)
    second = Selected(class_=5, target=KeywordTarget(number=1, keyword="cost loop"), reason="unused")
    one, two = plan(graph(), [TARGET, second], None, apart).briefs
    assert "loop cost" in {query.query for query in one.queries}
    assert "cost loop" not in {query.query for query in two.queries}


def test_what_may_not_leave_the_machine_is_not_searched() -> None:
    made = queries(graph(), briefs("see https://evil.example/?q=1", "x" * 60, "two b"))
    assert made[0] == "two b"
    assert not any("evil" in query for query in made)


def test_low_quality_asks_for_papers() -> None:
    known = apply(graph(), [SetHealth(health=Health(issues=("LOW_QUALITY",)))])
    assert queries(known, briefs("one a", "two b", "three c"))[0] == "one a research paper"
    assert queries(known, briefs("one a", "two b", "three c"), BriefContext("local", True, ()))[0] == "one a"


def test_a_stalemate_asks_once_how_the_two_claims_compare_and_when() -> None:
    conflict = Selected(class_=1, target=conflict_target(A1, A2), reason="stuck")
    stuck = SetHealth(health=Health(issues=("STALEMATE",)))
    versus = "Loops pay off vs Loops never pay off comparison when"

    def made(known: CogniGraph, answer: Briefs | None) -> list[str]:
        (brief,) = plan(known, [conflict], answer, SETTING).briefs
        return [planned.query for planned in brief.queries]

    five = briefs("one a", "two b", "three c", "four d", "five e")
    for answer in (None, five):
        queries_ = made(apply(graph(), [stuck]), answer)
        assert queries_[0] == versus
        assert len(queries_) <= 5
        assert versus not in made(graph(), answer), "no stalemate, no such query"
        assert versus not in made(apply(graph(versus), [stuck]), answer), "it is made once"
    assert versus not in queries(apply(graph(), [stuck]), None), "only for a conflict"
    long = graph().hypotheses[A1].model_copy(update={"summary": "왜 " + "긴 주장이다 " * 30})
    known = apply(graph(), [stuck])
    known = known.model_copy(update={"hypotheses": {**known.hypotheses, A1: long}})
    assert made(known, None)[0].endswith("대 Loops never pay off 비교 어떤 조건에서")


def test_a_query_can_be_aimed_at_a_site_but_not_in_ones_own_documents() -> None:
    queries_ = [
        {"query": "loop controller source code", "strategy": "web", "site": "github.com"},
        {"query": "loop savings refuted", "strategy": "verification", "site": "arxiv.org"},
    ]
    draft = {"slot": 1, "objective": "o", "queries": queries_}
    for strategy, expected in (("WEB", 2), ("SKEPTIC", 1)):
        answer = Briefs.model_validate({"briefs": [{**draft, "strategy": strategy}]})
        assert sum("site:" in query for query in queries(graph(), answer)) == expected
        assert not any(
            "site:" in query for query in queries(graph(), answer, BriefContext("local", True, ()))
        )
    web = Briefs.model_validate({"briefs": [{**draft, "strategy": "WEB"}]})
    assert "loop controller source code site:github.com" in queries(graph(), web)


def test_a_query_cannot_be_aimed_at_a_site_of_somebodys_choosing() -> None:
    query = {"query": "loop savings", "strategy": "web", "site": "evil.example"}
    with pytest.raises(ValidationError):
        QueryDraft.model_validate(query)


def test_own_documents_are_searched_as_such_and_a_skeptic_stays_one() -> None:
    local = BriefContext("local", True, ())
    kinds = {
        (strategy, setting.local): plan(graph(), [TARGET], briefs("one a", strategy=strategy), setting)
        .briefs[0]
        .strategy
        for strategy in ("WEB", "LOCAL", "SKEPTIC")
        for setting in (SETTING, local)
    }
    assert kinds == {
        ("WEB", False): "WEB",
        ("WEB", True): "LOCAL",
        ("LOCAL", False): "WEB",
        ("LOCAL", True): "LOCAL",
        ("SKEPTIC", False): "SKEPTIC",
        ("SKEPTIC", True): "SKEPTIC",
    }


def test_a_skeptic_looks_only_for_refutation_in_every_round() -> None:
    first = plan(graph(), [TARGET], briefs("one a", "two b", "three c", strategy="SKEPTIC"), SETTING)
    mission = Respawn(
        lineage=Lineage("SKEPTIC-HYPA1"),
        strategy="SKEPTIC",
        target=HypothesisTarget(hypothesis=A1),
        finding=A1,
        reason="uncertain",
    )
    again = send_again(graph(), [mission], briefs("one a", "two b", "three c"), SETTING, 1)
    for brief in (*first.briefs, *again.briefs):
        assert brief.strategy == "SKEPTIC"
        assert {query.strategy for query in brief.queries} == {"verification"}
        assert not any(query.query in ("one a", "two b", "three c") for query in brief.queries)
    # The lead is told what the errand is; without its word the errand itself is the objective.
    assert "what refutes this claim" in mission_views(graph(), [mission])[0].reason
    assert "what refutes this claim" in send_again(graph(), [mission], None, SETTING, 1).briefs[0].objective


def test_a_target_is_put_in_words() -> None:
    known = graph()
    assert target_text(known, conflict_target(A1, A2)) == "Loops pay off / Loops never pay off"
    assert target_text(known, LensTarget(lens="scope")) == "scope: Does A hold?"


def test_a_part_depends_only_on_parts_before_it() -> None:
    drafts = Decomposition(
        sub_questions=(
            SubQuestionDraft(text="a", kind="how", done_when="d", priority=1, depends_on=(2,)),
            SubQuestionDraft(text="b", kind="how", done_when="d", priority=2, depends_on=(1, 1, 7)),
        )
    )
    parts = sub_questions(drafts, "q")
    assert [part.depends_on for part in parts.values()] == [(), ("sq_1",)]
    assert [part.text for part in sub_questions(None, "q").values()] == ["q"]


def test_a_settled_claim_is_tried_by_a_skeptic_who_looks_for_refutation_only() -> None:
    settled = Selected(class_=7, target=HypothesisTarget(hypothesis=A1), reason="verified")
    (brief,) = plan(graph(), [settled], briefs("one a", "two b", "three c"), SETTING).briefs
    assert brief.strategy == "SKEPTIC"
    assert {query.strategy for query in brief.queries} == {"verification"}


def test_a_claim_that_is_settled_as_false_is_not_tried_by_a_skeptic() -> None:
    false = Finding(verdict=Verdict(tag="Confirmed", side="against", because="two papers say otherwise"))
    known = apply(
        graph(),
        [SetStatus(hypothesis=A1, status="tested"), SetFinding(hypothesis=A1, finding=false)],
    )
    settled = Selected(class_=7, target=HypothesisTarget(hypothesis=A1), reason="settled as false")
    (brief,) = plan(known, [settled], briefs("one a", "two b", "three c"), SETTING).briefs
    assert brief.strategy == "WEB"
    assert "verification" not in {query.strategy for query in brief.queries[:-1]}


def test_the_fourth_iteration_of_one_work_goes_another_way_unless_drift_is_switched_off() -> None:
    work = Action(target_class=3, strategy="WEB", engine="web")
    known = apply(graph(), [RecordActions(actions=(work,))] * 3)
    planned = plan(known, [TARGET], briefs("one a", "two b"), SETTING)
    assert planned.briefs[0].queries[0].strategy == "academic"
    assert [turn.change for turn in planned.turns] == ["HYPA1 is searched in papers instead"]
    # It is remembered as what was done, or the same change would be made for ever.
    assert planned.edits[-1] == RecordActions(actions=(work.model_copy(update={"strategy": "ACADEMIC"}),))
    off = plan(known, [TARGET], briefs("one a", "two b"), SETTING._replace(switches=Switches(drift=False)))
    assert off.briefs[0].queries[0].strategy == "web"
    assert off.edits[-1] == RecordActions(actions=(work,))


@pytest.mark.parametrize("strategy", ["WEB", "ACADEMIC", "SKEPTIC", "LOCAL"])
@pytest.mark.parametrize("setting", [SETTING, BriefContext("local", True, ())], ids=["web", "local"])
@pytest.mark.parametrize("class_", [3, 7])
@pytest.mark.parametrize("dry", [False, True])
def test_going_in_circles_never_makes_another_lineage(
    strategy: Strategy, setting: BriefContext, class_: Literal[3, 7], *, dry: bool
) -> None:
    target = TARGET.model_copy(update={"class_": class_})
    answer = briefs("one a", "two b", strategy=strategy)
    known = graph().model_copy(update={"iteration": 9 if dry else 0})
    off = plan(known, [target], answer, setting._replace(switches=Switches(drift=False)))
    planned = plan(apply(known, [off.edits[-1]] * 3), [target], answer, setting)
    assert [turn.situation for turn in planned.turns] == ["dry_spell" if dry else "same_pattern"]
    assert planned.briefs[0].queries != off.briefs[0].queries
    assert planned.briefs[0].iid == off.briefs[0].iid


def test_where_there_is_no_other_strategy_the_light_changes() -> None:
    work = Action(target_class=3, strategy="LOCAL", engine="local")
    known = apply(graph(), [RecordActions(actions=(work,))] * 3)
    planned = plan(known, [TARGET], briefs("one a", "two b"), BriefContext("local", True, ()))
    (brief,) = planned.briefs
    assert brief.strategy == "LOCAL"
    assert brief.objective == "find out Look at it by its scope."
    assert "Loops pay off scope" in [query.query for query in brief.queries]
    assert planned.turns[0].change == "HYPA1 is looked at by its scope"
