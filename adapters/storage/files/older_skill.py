"""Sessions of the deep-research skill: state.json and its sisters, as v5 and as the first plan had them."""

import re
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from pathfinder.adapters.storage.files.older import (
    Older,
    OlderClaim,
    OlderEvidence,
    OlderFiles,
    before,
    count,
    line,
    objects,
    place_in,
    said_in,
    texts,
    unit,
)
from pathfinder.protocols.graph.memory import Concept, LearnedRule, Lesson, Relation, SearchRecord
from pathfinder.protocols.text.queries import normalize

ENGINE = "migrated"
_CONCEPT = re.compile("[a-z0-9_]+_[0-9]{3,}")
T = TypeVar("T", bound=BaseModel)


def read_skill(reader: OlderFiles) -> Older | None:
    """The session; None if there is no state.json that could be one."""
    state = reader.json("state.json")
    if not isinstance(state, dict) or "question" not in state:
        return None
    asked, iteration = state["question"], state.get("iteration")
    nested = asked if isinstance(asked, dict) else {}
    current = iteration.get("current") if isinstance(iteration, dict) else iteration
    said = (*_facts(state), *_memory(reader))
    return Older(
        version="v5" if isinstance(asked, dict) else "first plan",
        question=line(nested.get("original")) or line(asked),
        iteration=count(current),
        parts=texts(nested.get("sub_questions")),
        claims=tuple(_claims(state)),
        said=tuple(dict.fromkeys(said)),
        keywords=texts(state.get("next_actions")),
        searches=tuple(_searches(reader)),
        lessons=tuple(_lessons(reader)),
        rules=tuple(_rules(reader)),
        concepts=dict(_concepts(reader)),
        relations=tuple(_relations(reader)),
        unread=tuple(reader.unread),
    )


def _claims(state: dict[str, Any]) -> Iterator[OlderClaim]:
    rows = list(objects(state.get("all_hypotheses")))
    current = state.get("current_hypothesis")
    rows += [current] if isinstance(current, dict) else []
    for row in rows:
        text = said_in(row)
        digits = line(row.get("id")).removeprefix("hyp_")
        if text:
            at = before(row.get("last_updated_iteration"))
            yield OlderClaim(
                number=int(digits) or None
                if digits.isascii() and digits.isdigit() and len(digits) < 9
                else None,
                text=text,
                confidence=unit(row.get("confidence")),
                iteration=at,
                supports=tuple(_said(row.get("supporting_evidence"), at)),
                contradicts=tuple(_said(row.get("contradicting_evidence"), at)),
            )


def _said(value: object, at: int) -> Iterator[OlderEvidence]:
    for row in value if isinstance(value, list) else []:
        if isinstance(row, str) and line(row):
            yield OlderEvidence(line(row), "", at)
        elif isinstance(row, dict) and said_in(row):
            said_at = before(row["iteration"]) if "iteration" in row else at
            yield OlderEvidence(said_in(row), place_in(row), said_at, line(row.get("quote")))


def _facts(state: dict[str, Any]) -> Iterator[OlderEvidence]:
    """The first plan kept its facts inside the state."""
    known = state.get("knowledge_graph")
    for name in ("confirmed_facts", "uncertain_claims", "disproven_claims"):
        yield from _said(known.get(name) if isinstance(known, dict) else None, 0)


def _memory(reader: OlderFiles) -> Iterator[OlderEvidence]:
    """Findings of the last iterations, and of those that were archived."""
    working = reader.json("working_memory.json")
    rows = list(objects(working.get("iterations") if isinstance(working, dict) else None))
    rows += [row for name in reader.names("archival") if isinstance(row := reader.json(name), dict)]
    for row in rows:
        yield from _said(row.get("findings"), before(row.get("iteration")))


def _searches(reader: OlderFiles) -> Iterator[SearchRecord]:
    history = reader.json("search_history.json")
    for row in objects(history.get("queries") if isinstance(history, dict) else None):
        query = said_in({"query": row.get("query"), "text": row.get("query_text")})
        known = {
            "iteration": before(row.get("iteration")),
            "query": query,
            "normalized": normalize(query),
            "strategy": row.get("strategy") or "web",
            "engine": ENGINE,
            "result_count": count(row.get("result_count", row.get("results_count"))),
            "new_sources": count(row.get("new_sources")),
            "timestamp": row.get("timestamp"),
        }
        yield from _taken(reader, SearchRecord, known, "search_history.json")


def _lessons(reader: OlderFiles) -> Iterator[Lesson]:
    memory = reader.json("reflexion.json")
    for row in objects(memory.get("iterations") if isinstance(memory, dict) else None):
        known = {name: row[name] for name in Lesson.model_fields if row.get(name) is not None}
        yield from _taken(
            reader, Lesson, known | {"iteration": before(row.get("iteration"))}, "reflexion.json"
        )


def _rules(reader: OlderFiles) -> Iterator[LearnedRule]:
    memory = reader.json("reflexion.json")
    for row in objects(memory.get("learned_rules") if isinstance(memory, dict) else None):
        known = {name: row[name] for name in LearnedRule.model_fields if row.get(name) is not None}
        learned = {"learned_iteration": before(row.get("learned_iteration"))}
        yield from _taken(reader, LearnedRule, known | learned, "reflexion.json")


def _concepts(reader: OlderFiles) -> Iterator[tuple[str, Concept]]:
    for row in objects(_graph(reader).get("nodes")):
        known = {name: row[name] for name in Concept.model_fields if row.get(name) is not None}
        added = {"added_iteration": before(row.get("added_iteration"))}
        name = line(row.get("id"))
        if not _CONCEPT.fullmatch(name):
            reader.skip("knowledge_graph.json", f"{name!a} is no id of a concept")
            continue
        for concept in _taken(reader, Concept, known | added, "knowledge_graph.json"):
            yield name, concept


def _relations(reader: OlderFiles) -> Iterator[Relation]:
    names = {"from", "to", "relation", "confidence", "sources"}
    for row in objects(_graph(reader).get("edges")):
        known = {name: row[name] for name in names if row.get(name) is not None}
        added = {"added_iteration": before(row.get("added_iteration"))}
        yield from _taken(reader, Relation, known | added, "knowledge_graph.json")


def _graph(reader: OlderFiles) -> dict[str, Any]:
    graph = reader.json("knowledge_graph.json")
    return graph if isinstance(graph, dict) else {}


def _taken(reader: OlderFiles, kind: type[T], known: dict[str, Any], where: str) -> Iterator[T]:
    """One row as our type; one that does not fit is listed."""
    try:
        yield kind.model_validate(known)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        reader.skip(where, f"{'.'.join(map(str, first['loc']))}: {first['msg']}")
