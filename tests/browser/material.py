"""A report in which every part of the content occurs, made by hand, and the same one with other words."""

import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_origin

from pathfinder.protocols.frozen import Frozen
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.content.record import Link, Node

WHO = "WEB-HYPA1-S1-I1-R1.0"
LINEAGE = "WEB-HYPA1"
KINDS = (
    "raised", "invented", "moved", "verified", "demoted", "rejected", "revived", "merged", "conflict",
    "settled", "classified", "reviewed", "judged", "failed",
)  # fmt: skip
_OWN_IDS = {(Node, "id"), (Link, "source"), (Link, "target")}
"""Plain strings that name nodes: they have to agree with each other."""


def said(text: str, *cites: str, words_of: str = "claim") -> dict[str, Any]:
    return {"text": text, "cites": cites, "words_of": words_of}


def an_opinion(side: str, *names: str, weight: float = 0.45) -> dict[str, Any]:
    return {
        "side": side,
        "observations": names,
        "lineages": (LINEAGE,) if names else (),
        "weight": weight if names else 0.0,
        "voices": len(names),
        "trusted": len(names),
    }


def some_evidence(number: int, side: str = "for", **fields: Any) -> dict[str, Any]:
    return {
        "observation": f"obs_{number}",
        "side": side,
        "weight": 0.5,
        "basis": "the page states it",
        "authority": 0.9,
        "product": 0.45,
        "voice": f"v{number}",
        "counts": True,
        "trusted": True,
        "found_by": WHO,
        "iteration": 1,
    } | fields


def a_review(name: str, verdict: str, **fields: Any) -> dict[str, Any]:
    return {
        "hypothesis": name,
        "challenge": said("Was the sample large enough?", "obs_1", words_of="judge"),
        "impact": said("Less sure for small houses.", words_of="judge"),
        "verdict": verdict,
        "side": "for",
        "iteration": 2,
        "in_force": True,
    } | fields


def a_verdict(tag: str, side: str | None, **fields: Any) -> dict[str, Any]:
    return {"tag": tag, "side": side, "because": "2 lineages on 2 voices all say for."} | fields


def a_report_finding(name: str, group: str, **fields: Any) -> dict[str, Any]:
    evidence = fields.pop("evidence", (some_evidence(1),))
    terms = [
        {
            "observation": one["observation"],
            "side": one["side"],
            "voice": one["voice"],
            "authority": one["authority"],
            "weight": one["weight"],
            "change": 0.045 if one["side"] == "for" else -0.0675,
            "trusted": True,
        }
        for one in evidence
        if one["counts"]
    ]
    bonus = 0.03 * sum(term["side"] == "for" for term in terms)
    total = round(0.5 + sum(term["change"] for term in terms) + bonus, 6)
    sides = [
        an_opinion(side, *(one["observation"] for one in evidence if one["side"] == side and one["counts"]))
        for side in ("for", "against")
    ]
    return {
        "id": name,
        "type": "B" if "B" in name else "A",
        "claim": said(f"The claim of {name} holds for most roofs.", "obs_1"),
        "group": group,
        "leading": False,
        "status": "rejected" if group == "rejected" else "tested",
        "strength": total,
        "mark": "✓",
        "confidence": 0.6,
        "verdict": None,
        "unjudged": None,
        "rejected_because": None,
        "conditions": (),
        "sides": sides,
        "evidence": evidence,
        "reckoning": {
            "base": 0.5,
            "terms": terms,
            "bonus": bonus,
            "trusted_voices": len(terms),
            "total": total,
        },
        "history": (
            {"iteration": 0, "strength": 0.5, "change": 0.0},
            {"iteration": 2, "strength": total, "change": total - 0.5},
        ),
        "classes": (),
        "stances": (),
        "review": None,
        "not_verified_because": (),
        "rivals": (),
        "answers": (),
        "reasoning_tool": None,
        "derived_from": (),
        "found_by": WHO,
        "investigators": (WHO,),
        "created": 1,
        "visits": 1,
    } | fields


def _findings() -> list[dict[str, Any]]:
    judged = {
        "iteration": 1,
        "round": 2,
        "pass": 0,
        "class": "AGREED",
        "side": "for",
        "because": "All agree.",
    }
    stance = {
        "lineage": LINEAGE,
        "iid": WHO,
        "side": "for",
        "evidence": "STRONG",
        "confidence": 0.8,
        "asked_for": said("A second source is needed.", words_of="judge"),
    }
    return [
        a_report_finding(
            "hyp_A1",
            "confirmed",
            leading=True,
            status="verified",
            verdict=a_verdict("Confirmed", "for", unchallenged=True),
            evidence=(
                some_evidence(1),
                some_evidence(2, voice="v1", counts=False),
                some_evidence(3, authority=0.0, product=0.0, counts=False, trusted=False),
                some_evidence(4, "against", answered="It holds in winter only.", answered_by="condition"),
            ),
            conditions=(said("in the dry months", "obs_1", words_of="judge"),),
            classes=(
                judged,
                judged | {"iteration": 2, "round": 3, "pass": 1},
                judged | {"class": "DISAGREED"},
            ),
            stances=(stance, stance | {"side": None, "asked_for": None}),
            review=a_review("hyp_A1", "UPHELD"),
            answers=("sq_1",),
        ),
        a_report_finding(
            "hyp_A2",
            "confirmed",
            verdict=a_verdict("Confirmed", "against"),
            evidence=(some_evidence(4, "against"),),
            review=a_review("hyp_A2", "REFUTED", in_force=False),
            conditions=(said("in the humid months", "obs_4", words_of="judge"),),
        ),
        a_report_finding(
            "hyp_A3",
            "likely",
            verdict=a_verdict(
                "Likely",
                "for",
                caveats=(
                    said("Only 1 of its 2 voices are trusted.", words_of="rule"),
                    said("The sample was small.", "obs_4", words_of="judge"),
                ),
                minority=an_opinion("against", "obs_4"),
            ),
            evidence=(some_evidence(1), some_evidence(4, "against")),
            review=a_review("hyp_A3", "WEAKENED"),
        ),
        a_report_finding(
            "hyp_A4",
            "uncertain",
            claim=said("it was 3.9 degrees cooler at noon", "obs_1", words_of="quote"),
            verdict=a_verdict(
                "Uncertain",
                None,
                opinions=(an_opinion("for", "obs_1"), an_opinion("against", "obs_4")),
                follow_up=(said("A second, independent voice.", words_of="rule"),),
            ),
            evidence=(some_evidence(1), some_evidence(4, "against")),
            rivals=("hyp_B1",),
            not_verified_because=("strength 0.57 is under 0.65", "visited 1 of 2 times"),
        ),
        a_report_finding(
            "hyp_B1",
            "unjudged",
            unjudged="The Judge's answer could not be read.",
            reasoning_tool="inversion",
            derived_from=("obs_1", "hyp_A1"),
        ),
        a_report_finding("hyp_A5", "unvisited", evidence=(), status="unvisited", visits=0),
        a_report_finding(
            "hyp_A6",
            "rejected",
            rejected_because="strength 0.20 after 3 visits",
            evidence=(some_evidence(4, "against"),),
        ),
    ]


def _advice() -> list[dict[str, Any]]:
    return [
        {"kind": "act", "reason": "confirmed", "hypotheses": ("hyp_A1",), "side": "for", "conditional": True},
        {"kind": "act", "reason": "confirmed", "hypotheses": ("hyp_A2",), "side": "against"},
        {"kind": "look", "reason": "conflict", "hypotheses": ("hyp_A4", "hyp_B1")},
        {"kind": "look", "reason": "part", "part": "sq_2"},
        {"kind": "look", "reason": "withdrawn", "hypotheses": ("hyp_A1",), "side": "for"},
        {"kind": "look", "reason": "unchallenged", "hypotheses": ("hyp_A1",), "side": "for"},
        {"kind": "look", "reason": "unchallenged", "hypotheses": ("hyp_A2",), "side": "against"},
        {"kind": "look", "reason": "unjudged", "hypotheses": ("hyp_B1",)},
        {"kind": "look", "reason": "uncertain", "hypotheses": ("hyp_A4",)},
        {"kind": "watch", "reason": "likely", "hypotheses": ("hyp_A3",), "side": "for"},
        {"kind": "watch", "reason": "likely", "hypotheses": ("hyp_A3",), "side": "against"},
        {"kind": "watch", "reason": "retracted", "hypotheses": ("hyp_A1",), "page": "c" * 64},
    ]


def _sources() -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "page": letter * 64,
            "url": f"https://site{number}.example/page",
            "title": f"Page {number} on roofs",
            "site": f"site{number}.example",
            "author": "R. Thatcher",
            "date": "2024-05-06",
            "language": "en",
            "type": type_,
            "authority": authority,
            "retracted": retracted,
            "retrieved_at": "2026-01-02T03:04:05+00:00",
            "rules_version": "2026-01-01",
            "observations": (f"obs_{number}",),
        }
        for number, letter, type_, authority, retracted in (
            (1, "a", "paper", 0.9, None),
            (2, "b", "blog", 0.5, None),
            (3, "c", "paper", 0.0, "its author withdrew it"),
            (4, "d", "official", 0.85, None),
        )
    ]


def _observations() -> list[dict[str, Any]]:
    return [
        {
            "id": f"obs_{number}",
            "quote": f"it was {number}.9 degrees cooler at noon" if number < 5 else "",
            "before": "All summer we measured. ",
            "after": " Nobody expected that.\n\nLimits follow.",
            "cut_before": True,
            "cut_after": True,
            "verified": number < 5,
            "offset": 24 if number < 5 else None,
            "source": number if number < 5 else None,
            "url": f"https://site{number}.example/page",
            "found_by": WHO,
            "iteration": 1,
        }
        for number in range(1, 6)
    ]


def _timeline() -> list[dict[str, Any]]:
    happenings = [
        {
            "kind": kind,
            "hypotheses": () if kind == "failed" else ("hyp_A1", "hyp_A2"),
            "before": "0.50",
            "after": "0.60",
            "detail": "so",
        }
        for kind in KINDS
    ]
    quiet = {"iteration": 2, "observations": 0, "searches": 0, "investigators": (), "happenings": ()}
    busy = {"iteration": 1, "observations": 5, "searches": 9, "investigators": (WHO,)}
    return [busy | {"happenings": happenings}, quiet, quiet | {"iteration": 3}]


def _picture() -> dict[str, Any]:
    claims = [
        {"id": one["id"], "kind": "hypothesis", "label": "a claim", "strength": 0.6, "status": "tested"}
        for one in _findings()
    ]
    claims.append({"id": "hyp_A9", "kind": "hypothesis", "label": "merged", "strength": 0.4})
    quotes = [
        {"id": f"obs_{n}", "kind": "observation", "label": "a quote", "strength": 0.9, "source_type": "paper"}
        for n in range(1, 5)
    ]
    links = [
        ("obs_1", "hyp_A1", "SUPPORTS"),
        ("obs_4", "hyp_A1", "CONTRADICTS"),
        ("hyp_A4", "hyp_B1", "CONFLICTS"),
        ("hyp_A9", "hyp_A1", "MERGED"),
    ]
    return {
        "nodes": [one | {"created": 1} for one in (*claims, *quotes)],
        "links": [
            {"source": source, "target": target, "kind": kind, "weight": 0.8, "created": 1}
            for source, target, kind in links
        ],
    }


def _disagreements() -> list[dict[str, Any]]:
    shared: dict[str, Any] = {"attempts": 2, "sent_again": (LINEAGE,), "passes": 3, "given_up": True}
    both = (an_opinion("for", "obs_1"), an_opinion("against", "obs_4"))
    rivals = (an_opinion("for", "obs_1"), an_opinion("for", "obs_4"))
    sides = {"kind": "sides", "hypotheses": ("hyp_A4",), "cases": both, "leans": "for", "reviewed": "REFUTED"}
    pair = {"kind": "rivals", "hypotheses": ("hyp_A4", "hyp_B1"), "cases": rivals, "leans": None}
    return [shared | sides, shared | pair | {"reviewed": None}]


def full_report(language: str = "en", **fields: Any) -> JudgeReport:
    """Every kind of thing the content knows, once at least."""
    findings = _findings()
    groups = [one["group"] for one in findings]
    counts = {name: groups.count(name) for name in (
        "confirmed", "likely", "uncertain", "unjudged", "rejected", "unvisited")}  # fmt: skip
    condition = said("Each holds under its own condition.", "obs_1", "obs_4", words_of="judge")
    whole = {
        "language": language,
        "has_evidence": True,
        "simple": True,
        "summary": {
            "answer": (said("Roofs of glass are cooler at noon.", "obs_1"), said("Not at night.", "obs_4")),
            "hypothesis": "hyp_A1",
            "settled": False,
            "tag": "Confirmed",
            "side": "for",
            "depends": (),
            "investigators": 2,
            "rounds": 4,
            "counts": counts,
        },
        "findings": findings,
        "disagreements": _disagreements(),
        "reviews": [one["review"] for one in findings if one["review"]],
        "settled": (
            {"first": "hyp_A1", "second": "hyp_A2", "type": "condition_difference", "resolution": condition},
            {"first": "hyp_A1", "second": "hyp_A6", "type": "one_rejected", "resolution": condition}
            | {"rejected": "hyp_A6"},
        ),
        "refuted": (
            {"hypothesis": "hyp_A6", "kind": "rejected", "because": "strength 0.20", "against": ("obs_4",)},
            {"hypothesis": "hyp_A2", "kind": "contradicted", "because": "so", "against": ()},
        ),
        "recommendations": _advice(),
        "unknown": {
            "parts": ("sq_2",),
            "parts_noted": True,
            "unvisited": ("hyp_A5",),
            "undecided": ("hyp_A4",),
            "waiting": ("hyp_B1",),
            "directions": ("what roofs weigh",),
        },
        "failures": {
            "total": 1,
            "kinds": ({"kind": "blocked", "count": 1},),
            "latest": ({"iteration": 1, "kind": "blocked", "what": "a page", "reason": "403"},),
        },
        "cost": {
            "engine": "a model",
            "language_model": True,
            "total_usd_micros": 1_234_500,
            "budget_usd_micros": 10_000_000,
            "by_role": ({"name": "explorer", "usd_micros": 1_000_000},),
            "by_engine": ({"name": "search", "usd_micros": 234_500},),
        },
        "metadata": {
            "session": "2026-01-01-roofs",
            "question": "Do glass roofs keep houses cooler?",
            "parts": (
                {"id": "sq_1", "text": "At noon?", "answered_by": ("hyp_A1",)},
                {"id": "sq_2", "text": "At night?", "answered_by": ()},
            ),
            "iterations": 3,
            "status": "completed",
            "reason": "max_iterations",
            "investigators": (WHO,),
            "lineages": (LINEAGE,),
            "rounds": ({"round": 1, "iterations": 3}, {"round": 2, "iterations": 3}),
            "quick": True,
            "observations": 5,
            "quoted": 4,
            "sources": 4,
            "searches": 9,
            "source_tables": ("2026-01-01",),
        },
        "observations": _observations(),
        "sources": _sources(),
        "timeline": _timeline(),
        "picture": _picture(),
        "dropped": ({"text": "It was 99 degrees.", "fault": "number", "what": "99"},),
    }
    return JudgeReport.model_validate(whole | fields)


def reworded(report: JudgeReport, text: Callable[[], str]) -> JudgeReport:
    """The same report with each of its texts replaced; ids, numbers and choices stay."""
    changed = _reworded(report, text)
    assert isinstance(changed, JudgeReport)
    return changed


def texts_in(report: JudgeReport) -> int:
    """How many texts a report has."""
    count = 0

    def counted() -> str:
        nonlocal count
        count += 1
        return "x"

    reworded(report, counted)
    return count


def _reworded(value: object, text: Callable[[], str]) -> object:
    if isinstance(value, tuple):
        return tuple(_reworded(one, text) for one in value)
    if not isinstance(value, Frozen):
        return value
    changes: dict[str, object] = {}
    for name, known in type(value).model_fields.items():
        old = getattr(value, name)
        if not _is_text(known.annotation) or (type(value), name) in _OWN_IDS:
            changes[name] = _reworded(old, text)
        elif isinstance(old, str):
            changes[name] = text()
        elif isinstance(old, tuple):
            changes[name] = tuple(text() for _ in old)
    return value.model_copy(update=changes)


def _is_text(annotation: object) -> bool:
    """A plain string, one or none, or several; not an id, which has a type of its own."""
    if annotation is str:
        return True
    if isinstance(annotation, types.UnionType):
        return set(get_args(annotation)) == {str, type(None)}
    return get_origin(annotation) is tuple and get_args(annotation) == (str, ...)


def written(folder: Path, name: str, text: str) -> Path:
    """A file for the browser to open."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
