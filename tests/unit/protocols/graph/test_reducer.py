"""The one reducer: what each edit does, and what it refuses."""

from collections.abc import Callable

import pytest

from pathfinder.protocols.calls.targets import PartTarget, code
from pathfinder.protocols.errors import EditRefused
from pathfinder.protocols.graph import edits as e
from pathfinder.protocols.graph.index import GraphIndex, index_of
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.judgement import Finding, Stance, Verdict
from pathfinder.protocols.graph.memory import (
    Concept,
    Failure,
    LearnedRule,
    Lesson,
    Relation,
    Run,
    SearchRecord,
)
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import (
    Answer,
    AuditPoint,
    CogniGraph,
    ConflictEdge,
    EvidenceEdge,
    Health,
    HistoryEntry,
    Keyword,
    PageReading,
    Selection,
    SubQuestion,
)
from pathfinder.protocols.graph_file import graph_bytes
from pathfinder.protocols.ids import HypothesisId, Iid, Lineage, ObservationId, SubQuestionId
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, an_observation, evidence, page_hash

A1, A2, A3 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2"), HypothesisId("hyp_A3")
OBS_1, OBS_2 = ObservationId("obs_1"), ObservationId("obs_2")
PAGE = page_hash("https://one.example/a 1")


def anew(graph: CogniGraph) -> GraphIndex:
    """The index that a graph read from a file would have."""
    return index_of(graph.observations, graph.hypotheses, graph.edges, graph.unexplored, graph.sources)


@pytest.fixture
def graph() -> CogniGraph:
    """Two rivals, one observation each way."""
    return a_graph(
        [("hyp_A1", a_hypothesis("one")), ("hyp_A2", a_hypothesis("two"))],
        *evidence(1, "hyp_A1", a_source()),
        *evidence(2, "hyp_A1", a_source("https://two.example/b"), "CONTRADICTS"),
        a_conflict("hyp_A1", "hyp_A2"),
    )


def test_the_graph_given_is_never_changed(graph: CogniGraph) -> None:
    before = graph_bytes(graph)
    apply(
        graph,
        [
            *evidence(3, "hyp_A2", a_source("https://three.example/c")),
            e.MergeHypotheses(survivor=A1, absorbed=A2, at=0),
            e.AddKeyword(keyword=Keyword(keyword="k")),
            e.CloseIteration(),
        ],
    )
    assert graph_bytes(graph) == before
    assert graph.index == anew(graph)


def test_the_index_a_graph_grows_is_the_one_it_would_build(graph: CogniGraph) -> None:
    grown = apply(
        graph,
        [
            *evidence(3, "hyp_A2", a_source("https://three.example/c")),
            e.AddKeyword(keyword=Keyword(keyword="Heat  pump")),
            e.AddHypothesis(name=A3, hypothesis=a_hypothesis("three", found_by="WEB-KW1-S1-I1-R1.0")),
            a_conflict("hyp_A2", "hyp_A3"),
        ],
    )
    assert grown.index == anew(grown)
    assert grown.index.keywords == {"heat pump": 1}


def test_no_edits_change_nothing(graph: CogniGraph) -> None:
    assert apply(graph, ()) == graph


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda: e.AddSource(page=PAGE, source=a_source()), "is already in the graph"),
        (lambda: e.RelateHypotheses(first=A1, second=A1), "cannot be related to itself"),
        (lambda: e.RelateHypotheses(first=A1, second=HypothesisId("hyp_A9")), "hyp_A9 is not in the graph"),
        (lambda: e.RetractSource(page=page_hash("none"), because="x"), "cannot be retracted"),
        (
            lambda: e.AddObservation(name=OBS_1, observation=an_observation(a_source(), PAGE)),
            "obs_1 is already in the graph",
        ),
        (
            lambda: e.AddObservation(
                name=ObservationId("obs_9"), observation=an_observation(a_source(), page_hash("none"))
            ),
            "obs_9 cites page",
        ),
        (lambda: e.AddHypothesis(name=A1, hypothesis=a_hypothesis()), "hyp_A1 is already in the graph"),
        (lambda: evidence(1, "hyp_A1", a_source())[2], "obs_1 hyp_A1 SUPPORTS is already"),
        (lambda: evidence(9, "hyp_A1", a_source())[2], "obs_9, which is not in the graph"),
        (lambda: evidence(1, "hyp_A9", a_source())[2], "hyp_A9 is not in the graph"),
        (lambda: a_conflict("hyp_A2", "hyp_A1"), "is already in the graph"),
        (lambda: a_conflict("hyp_A1", "hyp_A1"), "cannot conflict with itself"),
        (lambda: a_conflict("hyp_A1", "hyp_A9"), "hyp_A9 is not in the graph"),
        (
            lambda: e.AnswerContradiction(
                observation=OBS_1, hypothesis=A1, answer=Answer(by="quote", reason="x")
            ),
            "no edge obs_1 hyp_A1 CONTRADICTS",
        ),
        (
            lambda: e.UpdateConflict(edge=ConflictEdge(first=A1, second=A3, created_at=0)),
            "no edge hyp_A1 hyp_A3 CONFLICTS",
        ),
        (lambda: e.SetStrength(hypothesis=A3, strength=0.5), "hyp_A3 is not in the graph"),
        (lambda: e.Revive(hypothesis=A1), "cannot be revived"),
        (lambda: e.MergeHypotheses(survivor=A1, absorbed=A1, at=0), "cannot be merged"),
        (lambda: e.UseKeyword(number=1), "no keyword number 1"),
        (
            lambda: e.AddRelation(
                relation=Relation(origin="a_001", to="b_001", relation="enables", confidence=1)
            ),
            "a_001, which is not a known concept",
        ),
    ],
)
def test_an_edit_that_does_not_fit_is_refused(
    graph: CogniGraph, edit: Callable[[], e.GraphEdit], words: str
) -> None:
    with pytest.raises(EditRefused, match=words):
        apply(graph, [edit()])


def test_a_rejected_hypothesis_comes_back_once_and_only_by_revival(graph: CogniGraph) -> None:
    rejected = apply(graph, [e.Reject(hypothesis=A1, at=4, because="weak")])
    assert rejected.hypotheses[A1].rejected_at == 4
    with pytest.raises(EditRefused, match="only a revival"):
        apply(rejected, [e.SetStatus(hypothesis=A1, status="verified")])
    back = apply(rejected, [e.Revive(hypothesis=A1)])
    assert back.hypotheses[A1].status == "tested"
    with pytest.raises(EditRefused, match="cannot be revived"):
        apply(back, [e.Reject(hypothesis=A1, at=9, because="weak"), e.Revive(hypothesis=A1)])


def test_a_merged_hypothesis_is_gone_for_good(graph: CogniGraph) -> None:
    merged = apply(graph, [e.MergeHypotheses(survivor=A2, absorbed=A1, at=0)])
    with pytest.raises(EditRefused, match="cannot be revived"):
        apply(merged, [e.Revive(hypothesis=A1)])
    with pytest.raises(EditRefused, match="cannot be merged"):
        apply(merged, [e.MergeHypotheses(survivor=A2, absorbed=A1, at=1)])


def test_the_survivor_of_a_merge_takes_the_edges_and_conflicts_with_nobody_twice(graph: CogniGraph) -> None:
    graph = apply(
        graph,
        [
            e.AddHypothesis(name=A3, hypothesis=a_hypothesis("three")),
            evidence(1, "hyp_A2", a_source())[2],
            a_conflict("hyp_A1", "hyp_A3"),
            a_conflict("hyp_A2", "hyp_A3"),
        ],
    )
    merged = apply(graph, [e.MergeHypotheses(survivor=A1, absorbed=A2, at=7)])
    assert [edge.key for edge in merged.edges] == [
        ("obs_1", "hyp_A1", "SUPPORTS"),
        ("obs_2", "hyp_A1", "CONTRADICTS"),
        ("hyp_A1", "hyp_A3", "CONFLICTS"),
    ]
    assert merged.hypotheses[A2].merged_into == "hyp_A1"
    assert not merged.hypotheses[A2].alive
    assert merged.index == anew(merged)


def test_a_conflict_moves_to_the_survivor(graph: CogniGraph) -> None:
    graph = apply(
        graph, [e.AddHypothesis(name=A3, hypothesis=a_hypothesis("three")), a_conflict("hyp_A3", "hyp_A2")]
    )
    merged = apply(graph, [e.MergeHypotheses(survivor=A1, absorbed=A3, at=7)])
    conflicts = [edge for edge in merged.edges if isinstance(edge, ConflictEdge)]
    assert [(edge.first, edge.second) for edge in conflicts] == [("hyp_A1", "hyp_A2")]


def test_every_edit_leaves_its_mark(graph: CogniGraph) -> None:
    entry = HistoryEntry(iteration=1, action="EXPLORE", result="obs_1 SUPPORTS", change=0.1)
    verdict = Verdict(tag="Likely", side="for", because="one side outweighs")
    after = apply(
        graph,
        [
            e.RetractSource(page=PAGE, because="withdrawn by its authors"),
            e.SetStrength(hypothesis=A1, strength=0.6, entry=entry),
            e.RecordVisit(hypothesis=A1, at=1, entry=entry),
            e.RecordVisit(hypothesis=A1, at=2),
            e.AddHistory(hypothesis=A1, entry=entry),
            e.RestHypothesis(hypothesis=A1, attempts=2, at=2),
            e.SetStatus(hypothesis=A1, status="verified"),
            e.RecordVisit(hypothesis=A1, at=3),
            e.AddCondition(hypothesis=A1, condition="when it is cold"),
            e.AnswerContradiction(observation=OBS_2, hypothesis=A1, answer=Answer(by="quote", reason="r")),
            e.UpdateConflict(edge=ConflictEdge(first=A1, second=A2, created_at=0, attempts=1)),
            e.SetFinding(hypothesis=A1, finding=Finding(verdict=verdict)),
            e.CountRespawn(lineage=Lineage("WEB-HYPA1")),
            e.CountRespawn(lineage=Lineage("WEB-HYPA1")),
            e.AddKeyword(keyword=Keyword(keyword="heat")),
            e.RestKeyword(number=1, attempts=1, at=3),
            e.UseKeyword(number=1),
            e.AdvanceLens(by=2),
            e.SetSelection(selection=Selection(credits={1: 5})),
            e.SetHealth(health=Health(last_check=5, issues=("ALL_WEAK",))),
            e.SetSubQuestions(sub_questions={SubQuestionId("sq_1"): SubQuestion(text="why")}),
            e.AddSearch(
                search=SearchRecord(
                    iteration=0,
                    query="q",
                    normalized="q",
                    strategy="web",
                    engine="local",
                    result_count=1,
                    new_sources=1,
                )
            ),
            e.AddFailure(failure=Failure(iteration=0, kind="empty", what="q", reason="nothing found")),
            e.AddLesson(lesson=Lesson(iteration=0, action="search", outcome="partial")),
            e.SetLearnedRules(rules=(LearnedRule(rule="papers first", confidence=0.9),)),
            e.AddConcept(name="heat_001", concept=Concept(label="heat", type="concept", confidence=1)),
            e.AddConcept(name="loop_001", concept=Concept(label="loop", type="technology", confidence=1)),
            e.AddRelation(
                relation=Relation(origin="loop_001", to="heat_001", relation="enables", confidence=1)
            ),
            e.SetRun(run=Run(status="running")),
            e.CloseIteration(),
        ],
    )
    one = after.hypotheses[A1]
    assert after.sources[PAGE].weight == 0
    assert (one.strength, one.visit_count, one.last_visited, one.status) == (0.6, 3, 3, "verified")
    assert (one.attempts, one.last_attempt, one.conditions) == (2, 2, ("when it is cold",))
    assert one.history == (entry, entry, entry)
    assert one.verdict == after.findings[A1].verdict == verdict
    answered = after.edges[1]
    assert isinstance(answered, EvidenceEdge)
    assert answered.answered == Answer(by="quote", reason="r")
    assert after.conflicts(A1)[0].attempts == 1
    assert after.respawns == {"WEB-HYPA1": 2}
    assert (after.unexplored[0].used, after.unexplored[0].attempts) == (True, 1)
    assert (after.lens_index, after.iteration, after.selection.credits) == (2, 1, {1: 5})
    assert after.health.issues == ("ALL_WEAK",)
    assert after.sub_questions[SubQuestionId("sq_1")].text == "why"
    assert (len(after.searches), len(after.failures), len(after.reflexion.iterations)) == (1, 1, 1)
    assert after.reflexion.learned_rules[0].rule == "papers first"
    assert list(after.concepts.nodes) == ["heat_001", "loop_001"]
    assert len(after.concepts.relations) == 1
    assert after.run.status == "running"


def test_an_archive_reads_back_what_was_written() -> None:
    edits = tuple(evidence(1, "hyp_A1", a_source()))
    assert e.ARCHIVE.validate_json(e.ARCHIVE.dump_json(edits)) == edits


def test_an_observation_may_come_without_a_page(graph: CogniGraph) -> None:
    by_hand = an_observation(a_source(), None, quote=None, offset=None)
    cut_short = an_observation(a_source(), PAGE, offset=None)
    after = apply(
        graph,
        [
            e.AddObservation(name=ObservationId("obs_7"), observation=by_hand),
            e.AddObservation(name=ObservationId("obs_8"), observation=cut_short),
        ],
    )
    assert not after.observations[ObservationId("obs_7")].verified
    assert after.index.observations_on[PAGE] == ("obs_1", "obs_8")
    assert after.active_conflicts() == graph.active_conflicts()


def test_the_survivor_of_a_merge_hears_the_others_investigators(graph: CogniGraph) -> None:
    def says(lineage: str) -> Stance:
        iid = Iid(f"{lineage}-S1-I1-R1.0")
        return Stance(lineage=Lineage(lineage), iid=iid, side="for", evidence="STRONG", confidence=1)

    own, others, both = says("WEB-HYPA1"), says("WEB-HYPA2"), says("WEB-KW1")
    verdict = Verdict(tag="Likely", side="for", because="x")
    gone = Finding(stances=(both, others), verdict=verdict, qualified_by=(ObservationId("obs_2"), OBS_1))
    judged = apply(
        graph,
        [
            e.SetFinding(hypothesis=A1, finding=Finding(stances=(own, both), qualified_by=(OBS_1,))),
            e.SetFinding(hypothesis=A2, finding=gone),
        ],
    )
    merged = apply(judged, [e.MergeHypotheses(survivor=A1, absorbed=A2, at=3)])
    assert merged.findings[A1].stances == (own, both, others)
    assert merged.findings[A1].qualified_by == ("obs_1", "obs_2")
    assert A2 not in merged.findings
    assert merged.hypotheses[A2].verdict is None
    assert list(breaches(merged)) == []


def test_a_claim_derived_from_others_that_are_there_breaks_nothing() -> None:
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis()),
            ("hyp_B1", a_hypothesis("So B holds.", type="B", derived_from=("hyp_A1",))),
        ]
    )
    assert not list(breaches(graph))


def test_readings_and_the_audit_are_kept() -> None:
    page = page_hash("text")
    reading = PageReading(url="https://one.example/a", iteration=0, facts=2)
    point = AuditPoint(kind="method", text="One machine only.")
    graph = apply(a_graph(), [e.AddReading(page=page, reading=reading), e.SetAudit(points=(point,))])
    assert graph.pages_read == {page: reading}
    assert graph.audit == (point,)


def test_a_part_of_the_question_is_spelled_in_an_iid() -> None:
    assert code(PartTarget(part=SubQuestionId("sq_3"))) == "SQ3"


def test_a_graph_is_shown_in_a_few_words_however_large_it_is() -> None:
    assert repr(CogniGraph(question="Does it rain?")) == "CogniGraph(question='Does it rain?', iteration=0)"
