"""The JSON views of a session: its state, the last ten iterations, searches, lessons, concepts.

They keep to the schemas in reports/schema. Hypotheses are called hyp_001 there; the map to our ids is in
state.json, one to one, and a number once given stays.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from pathfinder.agents.lead import target_text
from pathfinder.protocols.evidence.marked_text import claim_text, observation_text
from pathfinder.protocols.graph.memory import Concept
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, number, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.planning.knowledge import kind
from pathfinder.protocols.planning.priority import active_five, priority, updated_at
from pathfinder.protocols.planning.selection import select
from pathfinder.protocols.planning.sub_questions import unanswered

WINDOW = 10
"""Iterations that are kept at hand; older ones are in the archive."""
LESSONS = 100
"""The latest lessons that are shown; the archive has all of them."""
MOST_NODES = 300
"""Nodes of knowledge_graph.json."""
PLANNED = 5
"""Targets of the next iteration that are named."""
UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""For iterations of sessions that kept no clock readings and cite no page."""


def memory_files(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    """All of them: names inside the session's folder, and their text."""
    views = {
        "state.json": state(graph),
        "working_memory.json": working_memory(graph),
        "search_history.json": search_history(graph),
        "reflexion.json": reflexion(graph),
        "knowledge_graph.json": knowledge_graph(graph),
    }
    for name, view in views.items():
        yield name, written(view)


def written(view: Mapping[str, Any]) -> str:
    """JSON with a line for each key and for each row of a list: good to compare, and quick to write."""
    keys = (f"  {_json(key)}: {_rows(value)}" for key, value in view.items())
    return "{\n" + ",\n".join(keys) + "\n}\n"


def _rows(value: object) -> str:
    if not isinstance(value, list) or not value:
        return _json(value)
    return "[\n" + ",\n".join(f"    {_json(row)}" for row in value) + "\n  ]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def numbered_ids(graph: CogniGraph) -> dict[HypothesisId, str]:
    """Each hypothesis with its number in the views, in the order they came into the graph.

    hyp_7, as older formats have it, is 7 and stays so; the others go on from the highest of these.
    """
    plain = [name for name in graph.hypotheses if name.removeprefix("hyp_").isdigit()]
    first = max((number(name) for name in plain), default=0) + 1
    later = sorted(
        graph.hypotheses.keys() - set(plain),
        key=lambda name: (graph.hypotheses[name].created_at, order(name)),
    )
    numbers = {name: number(name) for name in plain} | {name: first + at for at, name in enumerate(later)}
    return {name: f"hyp_{numbers[name]:03}" for name in sorted(numbers, key=lambda name: numbers[name])}


def hypothesis_named(graph: CogniGraph, name: str) -> HypothesisId | None:
    """A hypothesis by its own id, or by the number that state.json and the other JSON views give it."""
    if HypothesisId(name) in graph.hypotheses:
        return HypothesisId(name)
    return next((known for known, shown in numbered_ids(graph).items() if shown == name), None)


def times(graph: CogniGraph) -> Mapping[int, datetime]:
    """When each iteration closed, as people count; from its pages where no clock reading was kept."""
    kept = graph.run.closed_at
    read: dict[int, datetime] = {}
    for seen in graph.observations.values():
        source = graph.sources.get(seen.page) if seen.page is not None else None
        if source is not None and source.retrieved_at is not None:
            at = seen.created_at + 1
            read[at] = max(read.get(at, source.retrieved_at), source.retrieved_at)
    known, last = dict[int, datetime](), UNKNOWN_TIME
    for at in range(graph.iteration + 1):
        last = kept.get(at) or max(last, read.get(at, last))
        known[at] = last
    return known


def next_actions(graph: CogniGraph) -> list[str]:
    """Where the next Explorers would go as things stand."""
    return [target_text(graph, chosen.target, marked=True) for chosen in select(graph, PLANNED).targets]


def state(graph: CogniGraph) -> dict[str, Any]:
    """Where the session stands."""
    ids, run, closed = numbered_ids(graph), graph.run, times(graph)
    spent = (run.spend.total_usd_micros + run.open_usd_micros) / 1_000_000
    metrics = {name: run.metrics.get(name, 0) for name in ("queries_executed", "sources_found")}
    return {
        "status": run.status,
        "question": {
            "original": graph.question,
            "sub_questions": [part.text for part in graph.sub_questions.values()],
            "answered_count": len(graph.sub_questions) - len(unanswered(graph)),
        },
        "iteration": {"current": graph.iteration, "max": run.limits.max_iterations},
        "active_hypotheses": [ids[name] for name in active_five(graph)],
        "all_hypotheses": [_hypothesis(graph, name, ids[name]) for name in ids],
        "next_actions": next_actions(graph),
        "metrics": {
            "cost_estimate_usd": spent,
            **metrics,
            "verified_facts": _verified_facts(graph),
        },
        "created_at": _written(run.started_at or closed[min(closed)]),
        "updated_at": _written(closed[graph.iteration]),
        "ids": {shown: name for name, shown in ids.items()},
    }


def _verified_facts(graph: CogniGraph) -> int:
    """Quotes found on their page that speak for a claim which is verified or confirmed, or tagged ✓✓."""
    verified = [
        name
        for name in graph.alive()
        if graph.hypotheses[name].status == "verified"
        or reader_tag(graph, name) == "Confirmed"
        or source_tag(graph, name).mark == "✓✓"
    ]
    facts = {
        edge.observation for name in verified for edge in graph.evidence(name) if edge.type == "SUPPORTS"
    }
    return sum(graph.observations[name].verified for name in facts)


def _hypothesis(graph: CogniGraph, name: HypothesisId, shown: str) -> dict[str, Any]:
    known = graph.hypotheses[name]
    evidence: dict[str, list[dict[str, str]]] = {"SUPPORTS": [], "CONTRADICTS": []}
    for edge in graph.evidence(name):
        told = observation_text(graph, edge.observation)
        evidence[edge.type].append({"source": _site(graph, edge.observation), "summary": told})
    return {
        "id": shown,
        "statement": claim_text(graph, name),
        "confidence": known.strength,
        "priority_score": priority(graph, name),
        "supporting_evidence": evidence["SUPPORTS"],
        "contradicting_evidence": evidence["CONTRADICTS"],
        "last_updated_iteration": updated_at(graph, name) + 1,
        "status": known.status,
        "verdict": known.verdict.tag if known.verdict else None,
    }


def _site(graph: CogniGraph, observation: str) -> str:
    seen = graph.observations[observation]  # type: ignore[index]  # an edge names it
    source = graph.sources.get(seen.page) if seen.page is not None else None
    return (source.site or source.url) if source is not None else seen.source_url


def working_memory(graph: CogniGraph) -> dict[str, Any]:
    """The last ten iterations in full."""
    ids, closed = numbered_ids(graph), times(graph)
    first = max(1, graph.iteration - WINDOW + 1)
    found, asked = _found(graph), defaultdict[int, list[str]](list)
    for search in graph.searches:
        asked[search.iteration + 1].append(search.query)
    rows = []
    for at in range(first, graph.iteration + 1):
        row: dict[str, Any] = {
            "iteration": at,
            "timestamp": _written(closed[at]),
            "findings": found.get(at, []),
            "queries": asked.get(at, []),
        }
        row |= {
            "active_hypotheses": [ids[name] for name in _active_at(graph, at)],
            "next_actions": next_actions(graph) if at == graph.iteration else asked.get(at + 1, [])[:PLANNED],
        }
        rows.append(row)
    return {
        "version": "1.0",
        "window_size": WINDOW,
        "iterations": rows,
        "last_updated": _written(closed[graph.iteration]),
    }


def _active_at(graph: CogniGraph, at: int) -> list[HypothesisId]:
    """The five in focus now; of an earlier iteration the five that it moved most: its focus is not kept."""
    if at == graph.iteration:
        return list(active_five(graph))
    moved = {
        name: sum(abs(entry.change) for entry in known.history if entry.iteration == at - 1)
        for name, known in graph.hypotheses.items()
        if known.created_at < at
    }
    return sorted((name for name in moved if moved[name]), key=lambda name: (-moved[name], order(name)))[:5]


def _found(graph: CogniGraph) -> Mapping[int, list[dict[str, Any]]]:
    """What got evidence in each iteration, and where the newest of it stands."""
    found = defaultdict[int, list[dict[str, Any]]](list)
    for name in sorted(graph.findings, key=order):
        newest = {edge.created_at + 1: edge for edge in graph.evidence(name)}
        for at, edge in newest.items():
            if at > graph.iteration - WINDOW:
                found[at].append(
                    {
                        "text": claim_text(graph, name),
                        "confidence": source_tag(graph, name).confidence,
                        "source": _site(graph, edge.observation),
                    }
                )
    return found


def search_history(graph: CogniGraph) -> dict[str, Any]:
    """Every search that was run."""
    closed = times(graph)
    return {
        "queries": [
            {
                "iteration": search.iteration + 1,
                "query": search.query,
                "normalized": search.normalized,
                "strategy": search.strategy,
                "result_count": search.result_count,
                "new_sources": search.new_sources,
                "timestamp": _written(search.timestamp or closed.get(search.iteration + 1, UNKNOWN_TIME)),
                "engine": search.engine,
            }
            for search in graph.searches
        ]
    }


def reflexion(graph: CogniGraph) -> dict[str, Any]:
    """What was learned from what went well and what did not."""
    known = graph.reflexion
    return {
        "iterations": [
            lesson.model_dump(mode="json") | {"iteration": lesson.iteration + 1}
            for lesson in known.iterations[-LESSONS:]
        ],
        "learned_rules": [
            rule.model_dump(mode="json")
            | {
                "success_rate": min(1.0, rule.success_count / rule.applied_count)
                if rule.applied_count
                else 0.0,
                "learned_iteration": rule.learned_iteration + 1,
            }
            for rule in known.learned_rules
        ],
    }


def knowledge_graph(graph: CogniGraph) -> dict[str, Any]:
    """The worthiest concepts that observations speak of, and how they bear on each other."""
    nodes = _worthiest(graph)
    return {
        "nodes": [
            {"id": name, **node.model_dump(mode="json"), "added_iteration": node.added_iteration + 1}
            for name, node in sorted(nodes.items())
        ],
        "edges": [
            relation.model_dump(mode="json") | {"added_iteration": relation.added_iteration + 1}
            for relation in graph.concepts.relations
            if relation.origin in nodes and relation.to in nodes
        ],
    }


def _worthiest(graph: CogniGraph) -> Mapping[str, Concept]:
    """At most MOST_NODES: what is related to others and named by several sites first.

    Plain concepts fill no more than half of the room as long as there are other things to show.
    """
    related = Counter(end for one in graph.concepts.relations for end in (one.origin, one.to))
    known = {
        name: node.model_copy(update={"type": kind(node.label)}) if node.type == "concept" else node
        for name, node in graph.concepts.nodes.items()
    }
    ranked = sorted(known, key=lambda name: (-related[name], -len(known[name].sources), _place(name)))
    named = [name for name in ranked if known[name].type != "concept"][:MOST_NODES]
    room = max(MOST_NODES // 2, MOST_NODES - len(named))
    concepts = [name for name in ranked if known[name].type == "concept"][:room]
    chosen = {*named[: MOST_NODES - len(concepts)], *concepts}
    return {name: known[name] for name in ranked if name in chosen}


def _place(name: str) -> int:
    """The place of a node in the order in which they came: the number in its id."""
    digits = name.rpartition("_")[2]
    return int(digits) if digits.isdecimal() else 0


def _written(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
