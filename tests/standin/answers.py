"""Sensible answers without a model: by words in common, always the same for the same request.

Quotes are real sentences of the passages, so that evidence comes of them.
"""

import re
from collections.abc import Callable
from typing import Any

from tests.standin.material import Material

Answer = dict[str, Any]

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_NEGATIONS = re.compile(r"\b(?:not|no|never|without|fails?|cannot|neither)\b|n't\b|않|없|못", re.IGNORECASE)
_CONDITIONS = re.compile(r"\b(?:only|unless|except|provided)\b|경우에만", re.IGNORECASE)
_SHORTEST, _LONGEST = 25, 600
_STOP = frozenset(
    {"about", "been", "does", "from", "have", "into", "than", "that", "their", "then", "this", "were", "what"}
    | {"when", "which", "with"}
)

ANGLES = (
    "evidence", "study", "criticism", "trial", "review", "limits", "data", "survey", "failed replication",
    "report", "measurement", "opposite result", "history", "statistics", "doubts", "comparison",
    "experiment", "counterexample", "cost", "analysis", "retraction", "practice", "theory", "no effect",
    "recent", "cohort", "risks", "guideline", "model", "objections",
)  # fmt: skip
TOOLS = ("pattern", "analogy", "first_principles", "causal_chain", "scamper", "inversion")


def words(text: str) -> list[str]:
    """The words that carry meaning, in order, once each."""
    found = (word.casefold() for word in _WORD.findall(text))
    return list(
        dict.fromkeys(w for w in found if w not in _STOP and (len(w) > 3 or (len(w) > 1 and w > "가")))
    )


def overlap(one: str, other: str) -> float:
    """How much of the first stands in the second."""
    mine = set(words(one))
    return len(mine & set(words(other))) / len(mine) if mine else 0.0


def negated(text: str) -> bool:
    """Whether a sentence denies something, as far as its words tell."""
    return len(_NEGATIONS.findall(text)) % 2 == 1


def answer(asked: Material) -> Answer:
    """The answer to a request; KeyError for a schema nobody here knows."""
    return _ANSWERS[asked.title](asked)


def _decomposition(asked: Material) -> Answer:
    question = str(asked["question"])[:900]
    sides = (
        ("뜻", "근거", "한계")
        if "ko" in asked.fields["Language of your answer"]
        else ("meaning", "evidence", "limits")
    )
    return {
        "sub_questions": [
            {"text": f"{question} ({side})", "priority": place, "depends_on": [1] if place == 3 else []}
            for place, side in enumerate(sides, start=1)
        ]
    }


def _briefs(asked: Material) -> Answer:
    iteration = int(asked["context"]["iteration"])
    return {
        "reflection": f"{len(asked['context'].get('observations', ()))} recent observations; going on.",
        "briefs": [_brief(slot, iteration) for slot in asked["slots"]],
    }


def _brief(slot: Answer, iteration: int) -> Answer:
    base = words(" ".join([*slot["keywords"], slot["about"]]))[:5] or [slot["target"]]
    kinds = ("web", "academic", "verification")
    candidates = [
        {
            "query": f"{' '.join(base)} {ANGLES[(3 * iteration + place) % len(ANGLES)]}"[:200],
            "strategy": kinds[place % 3],
        }
        for place in range(10)
    ]
    return {
        "slot": slot["slot"],
        "objective": f"Find evidence for and against: {slot['about']}"[:1_000],
        "boundaries": "Leave the targets of the other slots alone.",
        "strategy": ("WEB", "ACADEMIC", "SKEPTIC")[(slot["slot"] - 1) % 3],
        "reason": slot["reason"][:1_000],
        "candidates": candidates,
        "chosen": [1, 2, 3],
    }


def _page_choice(asked: Material) -> Answer:
    most = int(asked.fields["Choose at most"])
    return {"numbers": [result["number"] for result in asked["results"]][:most]}


def _reading(asked: Material) -> Answer:
    aim = f"{asked['objective']} {asked['about']}"
    sentences = [part for passage in asked.passages for part in _SENTENCE.split(passage)]
    fitting = [part.strip() for part in sentences if _SHORTEST <= len(part.strip()) <= _LONGEST]
    best = sorted(dict.fromkeys(fitting), key=lambda part: (-overlap(aim, part), fitting.index(part)))[:2]
    quotes = [part for part in best if overlap(aim, part) > 0]
    if not quotes:
        return {"observations": [], "claims": [], "stances": []}
    stances = [
        _stance(f"o{place}", hypothesis, quote)
        for place, quote in enumerate(quotes, start=1)
        for hypothesis in asked["hypotheses"]
        if overlap(hypothesis["summary"], quote) >= 0.5
    ]
    claims = [hypothesis["summary"] for hypothesis in asked["hypotheses"]]
    news = [
        (f"o{place}", quote)
        for place, quote in enumerate(quotes, start=1)
        if not any(_says(claim, quote) for claim in claims)
    ][:1]
    return {
        "observations": [
            {"key": f"o{place}", "quote": quote, "summary": quote, "concepts": words(quote)[:3]}
            for place, quote in enumerate(quotes, start=1)
        ],
        "claims": [{"key": "c1", "summary": told, "verify_keywords": _keywords(told)} for _, told in news],
        "stances": [*stances, *(_on_claim(observation) for observation, _ in news)],
    }


def _says(claim: str, quote: str) -> bool:
    return overlap(claim, quote) >= 0.8 and negated(claim) == negated(quote)


def _stance(observation: str, hypothesis: Answer, quote: str) -> Answer:
    agrees = negated(hypothesis["summary"]) == negated(quote)
    close = overlap(hypothesis["summary"], quote) >= 0.75
    kind = "QUALIFIES" if _CONDITIONS.search(quote) else "SUPPORTS" if agrees else "CONTRADICTS"
    return {
        "observation": observation,
        "about": {"kind": "hypothesis", "hypothesis": hypothesis["id"]},
        "type": kind,
        "weight": 0.8 if close else 0.5,
        "basis": "words in common",
    }


def _on_claim(observation: str) -> Answer:
    return {
        "observation": observation,
        "about": {"kind": "claim", "key": "c1"},
        "type": "SUPPORTS",
        "weight": 0.8,
        "basis": "its own words",
    }


def _keywords(text: str) -> list[str]:
    base = " ".join(words(text)[:4])
    return [f"{base} evidence"[:200], f"{base} criticism"[:200]]


def _conclusion(asked: Material) -> Answer:
    found = asked["found"]
    base = " ".join(words(f"{asked['about']} {asked['objective']}")[:4])
    more = not found and asked.fields["Turns left"] != "0"
    return {
        "enough": not more,
        "follow_ups": [f"{base} overview"[:200]] if more else [],
        "retry_keywords": [f"{base} introduction"[:200]] if more else [],
        "assessments": [
            _assessment(about, found) for about in dict.fromkeys(line["about"] for line in found)
        ][:20],
        "resolutions": _resolutions(asked.fields["Target"], found),
        "keywords": [" ".join(words(found[-1]["quote"])[-2:])[:200]] if found else [],
    }


def _assessment(about: str, found: list[Answer]) -> Answer:
    lines = [line for line in found if line["about"] == about]
    sites = {line["site"] for line in lines}
    sides = [line["type"] for line in lines if line["type"] != "QUALIFIES"]
    share = max(sides.count("SUPPORTS"), sides.count("CONTRADICTS")) / len(sides) if sides else 0.5
    hypothesis = about.startswith("hyp_")
    return {
        "about": {"kind": "hypothesis", "hypothesis": about}
        if hypothesis
        else {"kind": "claim", "key": about},
        "evidence": "STRONG" if len(sites) > 1 else "MODERATE",
        "confidence": round(0.9 * share, 2),
        "needs_further": None,
    }


def _resolutions(target: str, found: list[Answer]) -> list[Answer]:
    pair = re.fullmatch(r"HYP([AB]?\d+)xHYP([AB]?\d+)", target)
    if pair is None:
        return []
    first, second = f"hyp_{pair[1]}", f"hyp_{pair[2]}"
    shown = {
        line["about"]: line["observation"] for line in reversed(found) if line["about"] in (first, second)
    }
    if not shown:
        return []
    return [
        {
            "first": first,
            "second": second,
            "type": "condition_difference",
            "description": "Each holds under a condition of its own.",
            "loser": None,
            "observations": sorted(set(shown.values())),
        }
    ]


def _facet_labels(asked: Material) -> Answer:
    return {"labels": [{"pair": pair["pair"], "facets": _facets(pair)} for pair in asked["pairs"]]}


def _facets(pair: Answer) -> Answer:
    alike = min(overlap(pair["one"], pair["other"]), overlap(pair["other"], pair["one"]))
    if alike < 0.6:
        return {"subject": "other", "cause": "other", "direction": "other"}
    direction = "same" if negated(pair["one"]) == negated(pair["other"]) else "opposite"
    return {"subject": "same", "cause": "same", "direction": direction}


def _ruling(asked: Material) -> Answer:
    quotes = [quote["observation"] for quote in asked["quotes"]]
    return {
        "settled": bool(quotes),
        "type": asked["proposed"]["type"] if quotes else None,
        "description": asked["proposed"]["description"],
        "loser": None,
        "observations": quotes[:10],
    }


def _ideas(asked: Material) -> Answer:
    context = asked["context"]
    iteration = int(context["iteration"])
    claims = context.get("active", []) + context.get("hypotheses", [])
    shown = [line["id"] for line in context.get("observations", [])] + [line["id"] for line in claims]
    stock = words(" ".join([line["summary"] for line in claims] + [context["question"]]))
    candidates = []
    for place, tool in enumerate(TOOLS):
        one, other = (
            stock[(iteration + step * (place + 1)) % len(stock)] if stock else tool for step in (0, 1)
        )
        candidates.append(
            {
                "tool": tool,
                "summary": f"By {tool.replace('_', ' ')}, {one} stands behind what is said of {other}.",
                "derived_from": shown[place : place + 2],
                "verify_keywords": [f"{one} {other} evidence", f"{one} {other} no relation"],
            }
        )
    return {"candidates": candidates, "chosen": 1 + iteration % len(TOOLS)}


def _review(asked: Material) -> Answer:
    against = asked["opposing"]
    said = against[0]["quote"] if against else "No quote on the other side was looked for."
    return {
        "challenge": f"The other side has a case: {said}"[:1_000],
        "evidence": [line["observation"] for line in against[:1]],
        "verdict": "WEAKENED" if len(against) >= len(asked["supporting"]) else "UPHELD",
        "impact": "It holds less widely." if against else "Nothing quoted speaks against it.",
    }


def _thesis(asked: Material) -> Answer:
    told = [line for line in asked["claims"] if line["witnesses"]]
    standing = [line for line in told if line["section"] != "refused"]
    return {
        "answer": [_told(line["witnesses"][0]) for line in standing[:2]],
        "findings": [
            {
                "hypothesis": line["claim"]["id"],
                "title": line["claim"]["summary"][:150],
                "sentences": [_told(witness) for witness in line["witnesses"][:3]],
            }
            for line in told[:30]
        ],
        "limits": [_told(line["witnesses"][-1]) for line in standing[:2] if len(line["witnesses"]) > 1],
        "recommendations": [_told(line["witnesses"][0]) for line in standing[:1]],
    }


def _told(witness: Answer) -> Answer:
    return {"text": f"{witness['site']}: {witness['quote']}"[:1_000], "cites": [witness["id"]]}


_ANSWERS: dict[str, Callable[[Material], Answer]] = {
    "Decomposition": _decomposition,
    "Briefs": _briefs,
    "PageChoice": _page_choice,
    "Reading": _reading,
    "Conclusion": _conclusion,
    "FacetLabels": _facet_labels,
    "ResolutionRuling": _ruling,
    "Ideas": _ideas,
    "ReviewDraft": _review,
    "WrittenThesis": _thesis,
}
