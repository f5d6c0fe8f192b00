"""The JSON views keep to the schemas of the source documents, whatever the session."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, FormatChecker

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.folded import chapters
from pathfinder.protocols.graph.edits import (
    AddConcept,
    AddHypothesis,
    AddLesson,
    AddRelation,
    GraphEdit,
    SetLearnedRules,
)
from pathfinder.protocols.graph.memory import Concept, LearnedRule, Lesson, Relation
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.reports.export.memory_files import (
    MOST_NODES,
    knowledge_graph,
    memory_files,
    numbered_ids,
    state,
    working_memory,
)
from pathfinder.reports.schemas import SCHEMAS, VIEWS
from tests.builders import a_hypothesis
from tests.golden import golden, graph_of
from tests.large_session import large_graph


def valid(graph: CogniGraph) -> dict[str, Any]:
    views = {name: json.loads(text) for name, text in memory_files(graph)}
    assert sorted(views) == sorted(f"{name}.json" for name in VIEWS)
    for name in VIEWS:
        schema = json.loads(SCHEMAS[name]())
        Draft7Validator.check_schema(schema)
        faults = [
            error.message
            for error in Draft7Validator(schema, format_checker=FormatChecker()).iter_errors(
                views[f"{name}.json"]
            )
        ]
        assert faults == [], name
    return views


def test_every_iteration_of_a_session_has_valid_views(tmp_path: Path) -> None:
    session = golden(tmp_path)
    for chapter in chapters(session, 4, Disk()):
        valid(chapter.after)
    views = valid(graph_of(session))
    assert [row["iteration"] for row in views["working_memory.json"]["iterations"]] == [1, 2, 3, 4]
    assert views["search_history.json"]["queries"][0]["iteration"] == 1
    assert views["state.json"]["metrics"]["verified_facts"] > 0
    assert views["state.json"]["next_actions"]


def test_an_empty_session_has_valid_views() -> None:
    valid(CogniGraph(question="무엇이 맞는가?"))


def test_lessons_and_concepts_are_shown_as_the_schemas_have_them() -> None:
    edits: list[GraphEdit] = [
        AddLesson(lesson=Lesson(iteration=0, action="searched", outcome="partial")),
        SetLearnedRules(
            rules=(LearnedRule(rule="name the field", confidence=0.8, applied_count=4, success_count=3),)
        ),
        AddConcept(name="gpt4_001", concept=Concept(label="GPT-4", type="technology", confidence=0.9)),
        AddConcept(name="openai_001", concept=Concept(label="OpenAI", type="organization", confidence=0.9)),
        AddRelation(
            relation=Relation(origin="gpt4_001", to="openai_001", relation="developed_by", confidence=0.9)
        ),
    ]
    views = valid(apply(CogniGraph(question="q"), edits))
    assert views["reflexion.json"]["learned_rules"][0]["success_rate"] == 0.75
    assert views["knowledge_graph.json"]["edges"][0]["from"] == "gpt4_001"


def test_only_the_last_ten_iterations_are_at_hand() -> None:
    graph = CogniGraph(question="q", iteration=25)
    rows = valid(graph)["working_memory.json"]["iterations"]
    assert [row["iteration"] for row in rows] == list(range(16, 26))


def test_a_number_once_given_to_a_hypothesis_stays(tmp_path: Path) -> None:
    session, before = golden(tmp_path), dict[HypothesisId, str]()
    for chapter in chapters(session, 4, Disk()):
        now = numbered_ids(chapter.after)
        assert len(set(now.values())) == len(now)
        assert {name: now[name] for name in before} == before
        before = now
    assert before


def test_an_idea_of_ours_keeps_its_number_when_more_claims_come() -> None:
    created = {"hyp_A1": 0, "hyp_B1": 3, "hyp_A2": 4, "hyp_B2": 6}
    graph = apply(
        CogniGraph(question="q", iteration=7),
        [
            AddHypothesis(
                name=HypothesisId(name),
                hypothesis=a_hypothesis(f"{name} holds.", created_at=at, type=name[4]),
            )
            for name, at in created.items()
        ],
    )
    assert list(numbered_ids(graph)) == list(created)


def test_numbers_of_older_formats_are_kept() -> None:
    graph = apply(
        CogniGraph(question="q"),
        [
            AddHypothesis(name=HypothesisId(name), hypothesis=a_hypothesis(f"{name} holds."))
            for name in ("hyp_A1", "hyp_7", "hyp_1234")
        ],
    )
    assert numbered_ids(graph) == {"hyp_7": "hyp_007", "hyp_1234": "hyp_1234", "hyp_A1": "hyp_1235"}
    assert valid(graph)["state.json"]["ids"]["hyp_1235"] == "hyp_A1"


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_every_schema_can_be_printed(name: str) -> None:
    assert isinstance(json.loads(SCHEMAS[name]()), dict)


def test_a_session_of_a_thousand_iterations_shows_its_latest_lessons() -> None:
    lessons = [
        AddLesson(lesson=Lesson(iteration=at, action="searched", outcome="partial")) for at in range(1_000)
    ]
    shown = valid(apply(CogniGraph(question="q", iteration=1_000), lessons))["reflexion.json"]["iterations"]
    assert [lesson["iteration"] for lesson in shown] == list(range(901, 1_001))


def test_the_knowledge_graph_shows_the_worthiest_of_every_type() -> None:
    words = ("alpha", "beta", "gamma", "delta", "rho", "tau", "phi", "chi")
    labels = [f"a {one} {two} {three}" for one in words for two in words for three in words][:400]
    nodes = {
        f"concept_{n:03}": Concept(label=label, type="concept", confidence=0.6, sources=("a.example",))
        for n, label in enumerate(labels, start=1)
    }
    nodes["concept_401"] = Concept(
        label="a late but well known thought", type="concept", confidence=0.95, sources=("a", "b", "c")
    )
    nodes["concept_402"] = Concept(label="gRPC", type="concept", confidence=0.6, sources=("a.example",))
    graph = CogniGraph(question="Q?")
    graph = graph.model_copy(update={"concepts": graph.concepts.model_copy(update={"nodes": nodes})})
    shown = {node["id"]: node["type"] for node in knowledge_graph(graph)["nodes"]}
    assert len(shown) == MOST_NODES
    assert shown["concept_402"] == "technology", "a name of something made, and not pushed out by thoughts"
    assert "concept_401" in shown, "named by more sites than those that came before it"


def test_facts_are_verified_by_claims_and_every_row_of_working_memory_is_whole() -> None:
    graph = large_graph()
    facts = state(graph)["metrics"]["verified_facts"]
    assert 0 < facts < len(graph.observations)
    rows = working_memory(graph)["iterations"]
    assert [row["iteration"] for row in rows] == [1, 2]
    assert all(len(row["active_hypotheses"]) == 5 and "next_actions" in row for row in rows)
