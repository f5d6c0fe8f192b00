"""Sessions of older programs: all of it arrives, and nothing of it counts before it is found again."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.migration import KEPT, Migrated, migrate
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.adapters.storage.files.views import FileViews
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.graph.types import EvidenceEdge
from pathfinder.protocols.ids import HypothesisId
from pathfinder.reports.export.memory_files import numbered_ids
from pathfinder.reports.session_files import session_files
from tests.golden import FOLDER, graph_of

AT = datetime(2026, 1, 1, tzinfo=UTC)


def migrated(tmp_path: Path, folder: Path, question: str | None = None) -> Migrated:
    made = migrate(folder, question, Sessions(tmp_path / "home", Disk()), AT)
    FileViews(made.session, Disk(), session_files).write_all(made.graph)
    return made


def test_a_v5_session_arrives_whole_and_verifies(tmp_path: Path) -> None:
    made = migrated(tmp_path, FOLDER / "v5")
    graph = graph_of(made.session)
    assert verify(made.session, Disk()) == ()
    assert (graph.question, graph.iteration) == ("지열 루프는 추운 지역에서 이득인가?", 5)
    assert len(graph.sub_questions) == 3
    assert [known.keyword for known in graph.unexplored] == [
        "암반 지역의 시추 비용 조사",
        "점토 토양의 열전도율 확인",
    ]
    assert [search.strategy for search in graph.searches] == ["web", "academic"]
    assert graph.reflexion.learned_rules[0].success_count == 3
    assert graph.concepts.relations[0].origin == "loop2_001"
    assert len(graph.observations) == 4
    assert made.older.unread == ()


def test_ids_of_older_hypotheses_are_the_same_in_the_views(tmp_path: Path) -> None:
    graph = migrated(tmp_path, FOLDER / "v5").graph
    assert numbered_ids(graph) == {"hyp_1": "hyp_001", "hyp_3": "hyp_003"}
    assert graph.hypotheses[HypothesisId("hyp_1")].summary == "지열 루프는 난방비를 줄인다"


def test_nothing_migrated_counts_until_an_explorer_finds_it(tmp_path: Path) -> None:
    graph = migrated(tmp_path, FOLDER / "v5").graph
    known = graph.hypotheses[HypothesisId("hyp_1")]
    assert (known.strength, known.status, known.verdict) == (0.5, "unvisited", None)
    assert round(known.history[-1].change, 4) == -0.35, "what it was believed to be is in its history"
    assert not any(seen.verified for seen in graph.observations.values())
    assert len([edge for edge in graph.edges if isinstance(edge, EvidenceEdge)]) == 3
    assert any("without a quote" in failure.reason for failure in graph.failures)


@pytest.mark.parametrize("name", ["v1", "v5"])
def test_every_file_of_the_older_session_is_kept_as_it_was(tmp_path: Path, name: str) -> None:
    made = migrated(tmp_path, FOLDER / name)
    old = {p.relative_to(FOLDER / name): p.read_bytes() for p in (FOLDER / name).rglob("*") if p.is_file()}
    kept = made.session.folder / KEPT
    assert {p.relative_to(kept): p.read_bytes() for p in kept.rglob("*") if p.is_file()} == old


def test_a_v1_session_becomes_claims_evidence_and_holes(tmp_path: Path) -> None:
    made = migrated(tmp_path, FOLDER / "v1")
    graph = graph_of(made.session)
    assert verify(made.session, Disk()) == ()
    assert graph.question == "Do ground loops pay off?"
    assert [known.summary for known in graph.hypotheses.values()] == [
        "Ground loops pay off in cold climates",
        "On rock they do not pay off",
    ]
    assert sorted(seen.source_url for seen in graph.observations.values()) == [
        "https://letters.example.org/b",
        "https://trial.example.org/a",
        "unknown",
    ]
    kinds = [(edge.type, edge.hypothesis) for edge in graph.edges if isinstance(edge, EvidenceEdge)]
    assert kinds == [("SUPPORTS", "hyp_1"), ("SUPPORTS", "hyp_2"), ("CONTRADICTS", "hyp_2")]
    assert [(known.keyword, known.used) for known in graph.unexplored] == [
        ("sand and gravel", False),
        ("Who pays for drilling?", False),
    ]


def test_damaged_parts_are_listed_and_kept(tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(FOLDER / "v5", old)
    (old / "reflexion.json").write_text("{cut", encoding="utf-8")
    known = json.loads((old / "search_history.json").read_text(encoding="utf-8"))
    known["queries"][0]["strategy"] = "psychic"
    (old / "search_history.json").write_text(json.dumps(known), encoding="utf-8")
    graph = json.loads((old / "knowledge_graph.json").read_text(encoding="utf-8"))
    graph["edges"][0]["to"] = "nobody_001"
    (old / "knowledge_graph.json").write_text(json.dumps(graph), encoding="utf-8")
    made = migrated(tmp_path, old)
    assert verify(made.session, Disk()) == ()
    told = " ".join(f"{failure.what} {failure.reason}" for failure in made.graph.failures)
    for words in ("reflexion.json", "strategy", "nobody_001"):
        assert words in told
    assert (made.session.folder / KEPT / "reflexion.json").read_text(encoding="utf-8") == "{cut"


@pytest.mark.parametrize(
    "state",
    [
        {
            "question": "Is it?",
            "iteration": 3,
            "current_hypothesis": {"statement": "It is.", "confidence": 0.7},
        },
        {
            "question": {"original": "Is it?"},
            "all_hypotheses": [{"id": "hyp_x", "statement": "It is."}, 3, None],
        },
        {
            "question": {"original": "Is it?"},
            "all_hypotheses": {"a": {"id": 1, "statement": "It is.", "confidence": "x"}},
        },
    ],
)
def test_looser_shapes_of_the_state_are_read(tmp_path: Path, state: dict[str, object]) -> None:
    old = tmp_path / "old" / ".research"
    old.mkdir(parents=True)
    (old / "state.json").write_text(json.dumps(state), encoding="utf-8")
    made = migrated(tmp_path, tmp_path / "old")
    assert [known.summary for known in made.graph.hypotheses.values()] == ["It is."]
    assert verify(made.session, Disk()) == ()


def test_what_is_no_older_session_is_said_so(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UserError, match="no session of an older program"):
        migrated(tmp_path, empty)
    with pytest.raises(UserError, match="not a folder"):
        migrated(tmp_path, tmp_path / "nowhere")
    claims = tmp_path / "claims-only" / "claims"
    claims.mkdir(parents=True)
    (claims / "a.md").write_text("It is so.", encoding="utf-8")
    with pytest.raises(UserError, match="--question"):
        migrated(tmp_path, tmp_path / "claims-only")
    assert migrated(tmp_path, tmp_path / "claims-only", "Is it so?").graph.question == "Is it so?"
    assert not (tmp_path / "home" / "sessions" / ".x").exists()


def _older(folder: Path, confidence: str = "0.5") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    claim = f'{{"id": "hyp_1", "text": "C", "confidence": {confidence}}}'
    state = f'{{"question": "Q?", "all_hypotheses": [{claim}]}}'
    (folder / "state.json").write_text(state, encoding="utf-8")
    return folder


@pytest.mark.parametrize("confidence", ["9" * 400, f"-{'9' * 400}", "1e999", "NaN"])
def test_a_number_beyond_reason_is_no_confidence(tmp_path: Path, confidence: str) -> None:
    made = migrated(tmp_path, _older(tmp_path / "old", confidence))
    assert verify(made.session, Disk()) == ()


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    _older(tmp_path / "elsewhere")
    clone = tmp_path / "clone"
    (clone / ".research").mkdir(parents=True)
    (clone / ".research" / "current").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UserError, match="no session"):
        migrated(tmp_path, clone)
    _older(clone / ".research" / "sessions" / "a")
    (clone / ".research" / "current").unlink()
    (clone / ".research" / "current").symlink_to("sessions/a")
    assert migrated(tmp_path, clone).graph.question == "Q?"


def test_a_folder_that_is_no_session_is_refused_in_a_sentence(tmp_path: Path) -> None:
    large = _older(tmp_path / "large")
    with (large / "huge.bin").open("wb") as file:
        file.truncate(3_000_000_000)
    with pytest.raises(UserError, match="is it the folder of one session"):
        migrated(tmp_path, large)
    with (large / "state.json").open("ab") as file:
        file.truncate(3_000_000_000)
    with pytest.raises(UserError):
        migrated(tmp_path, large)
    deep = _older(tmp_path / "deep")
    deep.joinpath(*["d"] * 100).mkdir(parents=True)
    with pytest.raises(UserError, match="levels"):
        migrated(tmp_path, deep)
