"""Valid values by default; keywords override. A graph is built the only way there is: by edits."""

import hashlib
from collections.abc import Iterable
from typing import Any

from pathfinder.protocols.calls.explorer_reports import ExplorerReport, Pages, StoredPage
from pathfinder.protocols.graph.edits import AddEdge, AddHypothesis, AddObservation, AddSource, GraphEdit
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import (
    CogniGraph,
    ConflictEdge,
    EvidenceEdge,
    Hypothesis,
    Observation,
    Source,
)
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash

AUTHORITY = {"paper": 0.9, "official": 0.85, "news": 0.6, "blog": 0.5, "forum": 0.3, "unknown": 0.2}


def page_hash(text: str) -> PageHash:
    """The hash a stored text gets."""
    return PageHash(hashlib.sha256(text.encode()).hexdigest())


def a_source(url: str = "https://one.example/a", type_: str = "paper", **fields: Any) -> Source:
    """A page of its own publisher, so each host is one voice."""
    defaults: dict[str, Any] = {
        "url": url,
        "type": type_,
        "authority": AUTHORITY[type_],
        "publisher": url.split("/")[2],
    }
    return Source.model_validate(defaults | fields)


def an_observation(source: Source, page: PageHash | None, **fields: Any) -> Observation:
    """A verified quote of a page."""
    defaults: dict[str, Any] = {
        "summary": "It was measured.",
        "quote": "it was measured",
        "source_url": source.url,
        "source_type": source.type,
        "authority": source.authority,
        "page": page,
        "offset": 0,
        "created_at": 0,
    }
    return Observation.model_validate(defaults | fields)


def a_hypothesis(summary: str = "A holds.", **fields: Any) -> Hypothesis:
    """Type A, unvisited, at its base strength."""
    type_ = fields.get("type", "A")
    defaults: dict[str, Any] = {
        "type": type_,
        "summary": summary,
        "strength": 0.5 if type_ == "A" else 0.4,
        "created_at": 0,
    }
    return Hypothesis.model_validate(defaults | fields)


def evidence(
    number: int,
    hypothesis: str,
    source: Source,
    type_: str = "SUPPORTS",
    weight: float = 0.8,
    **fields: Any,
) -> list[GraphEdit]:
    """The edits that bring one observation on its own page and link it to a hypothesis."""
    page = page_hash(f"{source.url} {number}")
    name = ObservationId(f"obs_{number}")
    created_at = fields.pop("created_at", 0)
    edge = EvidenceEdge.model_validate(
        {
            "observation": name,
            "hypothesis": hypothesis,
            "type": type_,
            "weight": weight,
            "created_at": created_at,
            **fields,
        }
    )
    return [
        AddSource(page=page, source=source),
        AddObservation(name=name, observation=an_observation(source, page, created_at=created_at)),
        AddEdge(edge=edge),
    ]


def crossing(number: int, hypothesis: str = "hyp_A2", type_: str = "CONTRADICTS", **fields: Any) -> AddEdge:
    """The edit that lets an observation which is there already bear on a second hypothesis."""
    written = {"observation": f"obs_{number}", "hypothesis": hypothesis, "type": type_, "weight": 0.8}
    return AddEdge(edge=EvidenceEdge.model_validate({**written, "created_at": 0, **fields}))


def a_conflict(first: str, second: str, **fields: Any) -> AddEdge:
    """The edit that sets two hypotheses against each other."""
    edge = ConflictEdge.model_validate({"first": first, "second": second, "created_at": 0, **fields})
    return AddEdge(edge=edge)


def a_graph(
    hypotheses: Iterable[tuple[str, Hypothesis]] = (), *edits: GraphEdit, question: str = "Does A hold?"
) -> CogniGraph:
    """A graph with these hypotheses and whatever the edits bring."""
    claims = [AddHypothesis(name=HypothesisId(name), hypothesis=claim) for name, claim in hypotheses]
    return apply(CogniGraph(question=question), [*claims, *edits])


def a_page(text: str, url: str = "https://one.example/a", type_: str = "paper", **fields: Any) -> StoredPage:
    """A stored page; its hash is `page_hash(text)`."""
    return StoredPage(text=text, source=a_source(url, type_, **fields))


def stored(*pages: StoredPage) -> Pages:
    """Pages by their hash."""
    return {page_hash(page.text): page for page in pages}


def a_report(slot: int = 1, target: str = "KW1", iteration: int = 1, **fields: Any) -> ExplorerReport:
    """A successful report of the first round; keywords fill it."""
    strategy = fields.pop("strategy", "WEB")
    round_ = fields.pop("round", "1.0")
    number = int(target.removeprefix("KW")) if target.startswith("KW") else 1
    part = {"kind": "part", "part": target.replace("SQ", "sq_")}
    defaults: dict[str, Any] = {
        "iid": f"{strategy}-{target}-S{slot}-I{iteration}-R{round_}",
        "target": part if target.startswith("SQ") else {"kind": "keyword", "number": number, "keyword": "k"},
        "status": "success",
    }
    return ExplorerReport.model_validate(defaults | fields)


def told(key: str, page: StoredPage, quote: str, summary: str = "") -> dict[str, Any]:
    """A reported observation."""
    return {"key": key, "page": page_hash(page.text), "quote": quote, "summary": summary}


def stance(observation: str, about: str, type_: str = "SUPPORTS", weight: float = 0.8) -> dict[str, Any]:
    """A reported stance on a hypothesis (`hyp_A1`) or a claim of the same report (`c1`)."""
    return {"observation": observation, "about": subject(about), "type": type_, "weight": weight}


def subject(about: str) -> dict[str, str]:
    """What a stance or an assessment is about."""
    if about.startswith("hyp_"):
        return {"kind": "hypothesis", "hypothesis": about}
    return {"kind": "claim", "key": about}
