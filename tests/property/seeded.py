"""Reports made from a seed: long runs need more of them than hypothesis can draw piece by piece."""

from random import Random
from typing import Any

from pathfinder.protocols.calls.explorer_reports import ExplorerReport, PairLabel
from pathfinder.protocols.graph.types import CogniGraph
from tests.builders import page_hash, subject
from tests.property.strategies import CLAIM_KEYS, CLAIMS, KEYS, PAGE_LIST, QUOTES, WEIGHTS


def seeded_reports(rng: Random, graph: CogniGraph) -> list[ExplorerReport]:
    """Up to five reports of one iteration, in any order, with garbage among good quotes."""
    slots = rng.sample(range(1, 11), rng.randint(0, 5))
    return [_report(rng, graph, slot) for slot in slots]


def seeded_labels(rng: Random, brought: list[ExplorerReport], graph: CogniGraph) -> list[PairLabel]:
    """Some labels on the claims of these reports, right or wrong."""
    refs = [{"iid": report.iid, "key": claim.key} for report in brought for claim in report.claims]
    others: list[Any] = [*refs, *graph.hypotheses, "hyp_A99"]
    words = ("same", "opposes", "opposes", "separate")
    return [
        PairLabel.model_validate(
            {"claim": rng.choice(refs), "other": rng.choice(others), "label": rng.choice(words)}
        )
        for _ in range(rng.randint(0, 3) if refs else 0)
    ]


def _report(rng: Random, graph: CogniGraph, slot: int) -> ExplorerReport:
    observations = [_observation(rng, key) for key in rng.choices(KEYS, k=rng.randint(0, 4))]
    claims = [_claim(rng, graph) for _ in range(rng.randint(0, 2))]
    about = [*graph.hypotheses, "hyp_A99", *CLAIM_KEYS]
    stances = [_stance(rng, rng.choice(about)) for _ in range(rng.randint(0, 8))]
    strategy, target = (
        rng.choice(("WEB", "ACADEMIC", "SKEPTIC")),
        rng.choice(("KW1", "HYPA1", "HYPA2", "LENS3")),
    )
    return ExplorerReport.model_validate(
        {
            "iid": f"{strategy}-{target}-S{slot}-I{graph.iteration + 1}-R1.0",
            "target": {"kind": "keyword", "number": 1, "keyword": "k"},
            "status": rng.choice(("success", "success", "partial", "failure")),
            "observations": observations,
            "claims": claims,
            "stances": stances,
            "assessments": [_assessment(rng, stance["about"]) for stance in stances[:3]],
            "keywords": [f"direction {rng.randint(1, 60)}"] if rng.random() < 0.3 else [],
        }
    )


def _observation(rng: Random, key: str) -> dict[str, Any]:
    page = rng.choice(PAGE_LIST)
    sentences = [part for part in page.text.split(". ") if part][-4:]
    quote = rng.choice((*sentences, rng.choice(QUOTES)))
    return {
        "key": key,
        "page": page_hash(page.text),
        "quote": quote,
        "summary": rng.choice(("", quote, "It fell by 7%.")),
    }


def _claim(rng: Random, graph: CogniGraph) -> dict[str, Any]:
    invented = f"Claim {rng.randint(1, 12)} of iteration {graph.iteration // 10}"
    return {
        "key": rng.choice(CLAIM_KEYS),
        "summary": rng.choice((*CLAIMS, invented, invented)),
        "verify_keywords": [invented],
    }


def _stance(rng: Random, about: str) -> dict[str, Any]:
    # Most hypotheses lean one way, or hardly anything would ever be verified or rejected.
    leaning = "CONTRADICTS" if about[-1] in "3579" else "SUPPORTS"
    type_ = rng.choice((leaning, leaning, leaning, "SUPPORTS", "CONTRADICTS", "QUALIFIES"))
    return {
        "observation": rng.choice((*KEYS, "o9")),
        "about": subject(about),
        "type": type_,
        "weight": rng.choice(WEIGHTS),
    }


def _assessment(rng: Random, about: dict[str, str]) -> dict[str, Any]:
    return {
        "about": about,
        "evidence": rng.choice(("STRONG", "MODERATE", "WEAK")),
        "confidence": rng.choice((0.0, 0.5, 1.0)),
        "needs_further": rng.choice((None, None, "colder soils")),
    }
