"""Sessions of older programs become sessions of this one. Nothing is lost: their files are kept as they are.

What they found has no quote that code has looked up, so it is unverified and moves no strength; their
hypotheses start at their base and unvisited, so that Explorers go and look. What was believed before stands
in each hypothesis's history.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.older import Older, OlderClaim, OlderEvidence, OlderFiles
from pathfinder.adapters.storage.files.older_plan import PLAN, read_plan
from pathfinder.adapters.storage.files.older_skill import read_skill
from pathfinder.adapters.storage.files.older_v1 import read_v1
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.system import system_reason
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import EditRefused, SessionRefused, UserError
from pathfinder.protocols.evidence.sources import AUTHORITY
from pathfinder.protocols.graph.edits import (
    AddConcept,
    AddEdge,
    AddFailure,
    AddHypothesis,
    AddKeyword,
    AddLesson,
    AddObservation,
    AddRelation,
    AddSearch,
    GraphEdit,
    SetLearnedRules,
    SetSubQuestions,
)
from pathfinder.protocols.graph.index import same_form
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import (
    CogniGraph,
    EvidenceEdge,
    Hypothesis,
    Keyword,
    Observation,
    SubQuestion,
)
from pathfinder.protocols.graph_file import adopt
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.planning.steering import numbered

KEPT = "migrated"
"""The folder of the session that holds the older files."""
MOST_PARTS = 9
WEIGHT = 0.5
MOST_FILES = 20_000
MOST_BYTES = 500_000_000
DEEPEST = 32
"""Folders in folders; a session of an older program has four."""


class Migrated(NamedTuple):
    """What became of an older session."""

    session: Session
    older: Older
    graph: CogniGraph
    files: int


def migrate(folder: Path, question: str | None, sessions: Sessions, now: datetime) -> Migrated:
    """A new session from an older folder, which is left as it is; UserError if it is none that is known."""
    place = _place(folder)
    older = read_skill(OlderFiles(place)) or read_plan(OlderFiles(place)) or read_v1(OlderFiles(place))
    if older is None:
        raise UserError(Message("migration-no-session", folder=folder))
    asked = " ".join((question or older.question).split())
    if not asked:
        raise UserError(Message("migration-no-question", folder=folder))
    graph = migrated_graph(older._replace(question=asked))
    try:
        files = dict(_kept(place))
    except OSError as error:
        where = error.filename or folder
        raise SessionRefused(
            Message("migration-unreadable", path=where, reason=system_reason(error))
        ) from None
    session = sessions.create(asked, now, graph, files)
    return Migrated(session, older, graph, len(files))


def _place(folder: Path) -> Path:
    """The folder itself, or the session that its .research points to; a link out of it is not followed."""
    try:
        inside = folder.resolve()
        for place in (folder, folder / "current", folder / ".research", folder / ".research" / "current"):
            if not place.resolve().is_relative_to(inside):
                continue
            if any((place / name).is_file() for name in ("state.json", PLAN)) or any(
                (place / name).is_dir() for name in ("evidence", "claims")
            ):
                return place
        if folder.is_dir():
            return folder
    except OSError as error:
        raise UserError(Message("cannot-be-read", path=folder, reason=system_reason(error))) from None
    raise UserError(Message("not-a-folder", folder=folder))


def _kept(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of the older session, to be kept as it is."""
    found = sorted(_files(folder))
    size = sum(path.stat().st_size for path in found)
    if len(found) > MOST_FILES or size > MOST_BYTES:
        raise UserError(
            Message(
                "migration-too-large", folder=folder, count=len(found), megabytes=f"{size / 1000000.0:,.0f}"
            )
        )
    for path in found:
        yield f"{KEPT}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _files(folder: Path) -> Iterator[Path]:
    """The plain files of a folder and the folders in it; links are not followed."""
    left = [(folder, 0)]
    seen = 0
    while left:
        place, depth = left.pop()
        if depth > DEEPEST:
            raise UserError(Message("migration-too-deep", folder=folder, levels=DEEPEST))
        for path in place.iterdir():
            seen += 1
            if seen > 2 * MOST_FILES:
                raise UserError(Message("migration-too-many-files", folder=folder, count=MOST_FILES))
            if path.is_symlink():
                continue
            if path.is_dir():
                left.append((path, depth + 1))
            elif path.is_file():
                yield path


def migrated_graph(older: Older) -> CogniGraph:
    """The graph that an older session becomes: its strengths are ours, and what it believed is history."""
    graph = CogniGraph(question=older.question, iteration=older.iteration)
    refused: list[str] = []
    for edit in _Building(older).edits():
        try:
            graph = apply(graph, [edit])
        except EditRefused as error:
            refused.append(f"{edit.kind}: {error}")
    graph = adopt(graph)
    told = [*older.unread, *refused]
    if graph.observations:
        told.append(f"{len(graph.observations)} observations: they came without a quote that was looked up")
    failures = [
        AddFailure(
            failure=Failure(
                iteration=older.iteration, kind="unverified", what=what, reason=reason or "not understood"
            )
        )
        for what, _, reason in (row.partition(": ") for row in dict.fromkeys(told))
    ]
    run = graph.run.model_copy(
        update={"status": "paused", "reason": f"migrated from {older.version}; `resume` goes on"}
    )
    return apply(graph, failures).model_copy(update={"run": run})


class _Building:
    """Gives ids, and joins what is said twice."""

    def __init__(self, older: Older) -> None:
        self._older = older
        self._observations: dict[tuple[str, str], ObservationId] = {}
        self._claims: dict[str, HypothesisId] = {}

    def edits(self) -> Iterator[GraphEdit]:
        older = self._older
        parts = [SubQuestion(text=text, priority=min(at, 5)) for at, text in enumerate(older.parts, start=1)]
        if parts:
            yield SetSubQuestions(sub_questions=numbered(parts[:MOST_PARTS]))
        for claim in older.claims:
            yield from self._claim(claim)
        for said in older.said:
            yield from self._said(said)
        for text in dict.fromkeys((*older.keywords, *(part.text for part in parts[MOST_PARTS:]))):
            yield AddKeyword(keyword=Keyword(keyword=text, origin=KEPT, created_at=older.iteration))
        for search in older.searches:
            yield AddSearch(search=search)
        for lesson in older.lessons:
            yield AddLesson(lesson=lesson)
        if older.rules:
            yield SetLearnedRules(rules=older.rules)
        for name, concept in older.concepts.items():
            yield AddConcept(name=name, concept=concept)
        for relation in older.relations:
            yield AddRelation(relation=relation)

    def _claim(self, claim: OlderClaim) -> Iterator[GraphEdit]:
        form = same_form(claim.text)
        if form not in self._claims:
            wanted = claim.number or len(self._claims) + 1
            taken = set(self._claims.values())
            name = HypothesisId(f"hyp_{wanted}")
            while name in taken:
                wanted += 1
                name = HypothesisId(f"hyp_{wanted}")
            self._claims[form] = name
            created = min(claim.iteration, self._older.iteration)
            yield AddHypothesis(
                name=name,
                hypothesis=Hypothesis(
                    type="A", summary=claim.text, strength=claim.confidence, created_at=created
                ),
            )
        for kind, rows in (("SUPPORTS", claim.supports), ("CONTRADICTS", claim.contradicts)):
            for said in rows:
                yield from self._said(said)
                edge = EvidenceEdge.model_validate(
                    {
                        "from": self._observations[said.text, said.source],
                        "to": self._claims[form],
                        "type": kind,
                        "weight": WEIGHT,
                        "created_at": min(said.iteration, self._older.iteration),
                    }
                )
                yield AddEdge(edge=edge)

    def _said(self, said: OlderEvidence) -> Iterator[GraphEdit]:
        key = (said.text, said.source)
        if key in self._observations:
            return
        self._observations[key] = ObservationId(f"obs_{len(self._observations) + 1}")
        yield AddObservation(
            name=self._observations[key],
            observation=Observation(
                summary=said.text,
                quote=said.quote or None,
                source_url=said.source or "unknown",
                source_type="unknown",
                authority=AUTHORITY["unknown"],
                created_at=min(said.iteration, self._older.iteration),
            ),
        )
