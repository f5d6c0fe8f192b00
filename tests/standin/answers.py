"""Sensible answers without a model: by words in common, always the same for the same request.

Quotes are real sentences of the passages, so that evidence comes of them. Answers are about as many and as
long as those of capable models that were asked the same by hand (docs/quality.md), so that bills are real.
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
FACTS_OF_A_PAGE = 7
FACTS_OF_A_POINT = 8
"""Of so many facts that are audited, one gives rise to a point."""
_REASONS = (
    "The page says how it was measured but not how often, the houses were chosen by those who sell the "
    "material, and the season in which it was done is not the one that the question is about. Whoever cites "
    "it leaves this out, so that the statement looks firmer from copy to copy than it was on the first page. "
    "It should be told with its condition, or beside the other measurement, which was made by others."
)
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
            {
                "text": f"{question[:250]} ({side})",
                "kind": "how_much",
                "done_when": "Two sources that do not copy each other say so, and under which condition.",
                "priority": place,
                "depends_on": [1] if place == 3 else [],
            }
            for place, side in enumerate(sides, start=1)
        ]
    }


def _briefs(asked: Material) -> Answer:
    iteration = int(asked["context"]["iteration"])
    return {
        "reflection": f"{len(asked['context'].get('observations', ()))} recent observations; going on.",
        "leading": [line["id"] for line in asked["context"].get("active", ())][:3],
        "unsure": ["Whether it holds elsewhere: a measurement in another place."],
        "overlooked": "Sources in other languages.",
        "briefs": [_brief(slot, iteration) for slot in asked["slots"]],
    }


def _brief(slot: Answer, iteration: int) -> Answer:
    base = words(" ".join([*slot["keywords"], slot["about"]]))[:5] or [slot["target"]]
    kinds = ("web", "academic", "verification")
    queries = [
        {
            "query": f"{' '.join(base)} {ANGLES[(3 * iteration + place) % len(ANGLES)]}"[:200],
            "strategy": kinds[place % 3],
        }
        for place in range(3)
    ]
    return {
        "slot": slot["slot"],
        "objective": f"Find evidence for and against: {slot['about']}"[:1_000],
        "boundaries": "Leave the targets of the other slots alone.",
        "strategy": ("WEB", "ACADEMIC", "SKEPTIC")[(slot["slot"] - 1) % 3],
        "reason": slot["reason"][:1_000],
        "queries": queries,
    }


def _page_choice(asked: Material) -> Answer:
    most = int(asked.fields["Choose at most"])
    return {"numbers": [result["number"] for result in asked["results"] if not result["read"]][:most]}


def _reading(asked: Material) -> Answer:
    aims = [str(asked["question"]), *(part["text"] for part in asked["parts"])]
    # A sentence in which a tag was defused does not stand on the page like that.
    sentences = [part for passage in asked.passages for part in _SENTENCE.split(passage) if "‹" not in part]
    fitting = [part.strip() for part in sentences if _SHORTEST <= len(part.strip()) <= _LONGEST]
    near = {part: max(overlap(aim, part) for aim in aims) for part in fitting}
    best = sorted(near, key=lambda part: (-near[part], fitting.index(part)))[:FACTS_OF_A_PAGE]
    return {
        "facts": [
            {
                "quote": quote,
                "header": "",
                "summary": quote,
                "kind": "reported",
                "as_of": "",
                "parts": [part["number"] for part in asked["parts"] if overlap(part["text"], quote) > 0.2],
                "worth": 2,
                "concepts": words(quote)[:3],
            }
            for quote in best
            if near[best[0]] > 0
        ],
        "page_note": "",
    }


def _says(claim: str, quote: str) -> bool:
    return overlap(claim, quote) >= 0.8 and negated(claim) == negated(quote)


def _conclusion(asked: Material) -> Answer:
    facts = [line for line in asked.lines("pages") if "id" in line]
    aim = f"{asked['about']} {asked['objective']}"
    base = " ".join(words(aim)[:4])
    claims = [claim for claim in (_on(known, facts) for known in asked["claims"]) if claim["links"]]
    linked = {link["fact"] for claim in claims for link in claim["links"]}
    news = sorted(
        (fact for fact in facts if fact["id"] not in linked), key=lambda fact: -overlap(aim, fact["summary"])
    )
    for fact in news:
        if len(claims) >= 6 or any(_says(claim["text"], fact["summary"]) for claim in claims):
            continue
        same = [other for other in facts if _says(fact["summary"], other["summary"])] or [fact]
        claims.append(_claim(None, fact["summary"], [_link(other, "SUPPORTS", 0.8) for other in same[:10]]))
    more = not facts and asked.fields["Turns left"] != "0"
    return {
        "claims": claims[:14],
        "not_found": [],
        "resolutions": _resolutions(asked.fields["Target"], claims),
        "missing": [f"{base} overview"[:200], f"{base} introduction"[:200]] if more else [],
        "state": "open" if more else "answered",
    }


def _on(known: Answer, facts: list[Answer]) -> Answer:
    links = []
    for fact in facts:
        alike = overlap(known["text"], fact["summary"])
        if alike >= 0.5:
            agrees = negated(known["text"]) == negated(fact["summary"])
            kind = (
                "QUALIFIES"
                if _CONDITIONS.search(fact["summary"])
                else "SUPPORTS"
                if agrees
                else "CONTRADICTS"
            )
            links.append(_link(fact, kind, 0.8 if alike >= 0.75 else 0.5))
    return _claim(known["id"], known["text"], links)


def _link(fact: Answer, kind: str, weight: float) -> Answer:
    return {
        "fact": fact["id"],
        "type": kind,
        "weight": weight,
        "basis": f"words in common: {fact['summary']}"[:200],
    }


def _claim(known: str | None, text: str, links: list[Answer]) -> Answer:
    sides = [link["type"] for link in links if link["type"] != "QUALIFIES"]
    share = max(sides.count("SUPPORTS"), sides.count("CONTRADICTS")) / len(sides) if sides else 0.5
    return {
        "links": links[:30],
        "known": known,
        "text": text[:1_000],
        "condition": "",
        "as_of": "",
        "parts": [1],
        "evidence": "STRONG" if len(sides) > 1 else "MODERATE",
        "confidence": round(0.9 * share, 2),
        "importance": 2,
        "needs_further": "",
    }


def _resolutions(target: str, claims: list[Answer]) -> list[Answer]:
    pair = re.fullmatch(r"HYP([AB]?\d+)xHYP([AB]?\d+)", target)
    if pair is None:
        return []
    first, second = f"hyp_{pair[1]}", f"hyp_{pair[2]}"
    shown = [claim["links"][0]["fact"] for claim in claims if claim["known"] in (first, second)]
    if not shown:
        return []
    return [
        {
            "first": first,
            "second": second,
            "type": "condition_difference",
            "description": "Each holds under a condition of its own.",
            "loser": None,
            "facts": sorted(set(shown)),
        }
    ]


def _facet_labels(asked: Material) -> Answer:
    return {"labels": [{"pair": pair["pair"], "facets": _facets(pair)} for pair in asked["pairs"]]}


def _facets(pair: Answer) -> Answer:
    alike = min(overlap(pair["one"], pair["other"]), overlap(pair["other"], pair["one"]))
    if alike < 0.6:
        return {"subject": "other", "cause": "other", "direction": "other", "scope": "other"}
    direction = "same" if negated(pair["one"]) == negated(pair["other"]) else "opposite"
    return {"subject": "same", "cause": "same", "direction": direction, "scope": "equal"}


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


def _audit(asked: Material) -> Answer:
    facts = [line["id"] for line in asked.lines("pages") if "id" in line]
    places = range(0, len(facts), FACTS_OF_A_POINT)
    return {"points": [_point(facts[place : place + 2], asked["claims"][:1]) for place in places][:25]}


def _point(facts: list[str], claims: list[Answer]) -> Answer:
    return {
        "kind": "method",
        "facts": facts[:1],
        "shown_by": facts[1:],
        "text": f"The first figure was measured once. {_REASONS}",
        "claims": [claim["id"] for claim in claims],
        "rank": 2,
    }


def _reviews(asked: Material) -> Answer:
    return {
        "reviews": [_review(claim) for claim in asked["claims"]],
        "checks": [
            {"point": place, "objection": _REASONS[:200], "upheld": True}
            for place in range(1, len(asked["audit"]) + 1)
        ],
    }


def _review(claim: Answer) -> Answer:
    against = [link.split()[0] for link in claim["links"] if "CONTRADICTS" in link]
    weakened = len(against) * 2 >= len(claim["links"])
    return {
        "claim": claim["id"],
        "challenge": "The other side has a case." if against else "Nobody looked at the other side.",
        "evidence": against[:1],
        "impact": f"{'It holds less widely.' if against else 'Nothing quoted speaks against it.'} {_REASONS}",
        "verdict": "WEAKENED" if weakened else "UPHELD",
        "amended": f"Some say: {claim['text']}"[:1_000] if weakened else "",
        "condition": "",
        "strike": [],
        "same_as": None,
    }


_MARKED = re.compile(r"\[(obs_\d+)\] ([^\n\[]+)")


def _written_answer(asked: Material) -> Answer:
    said = {
        found[1]: _SENTENCE.split(found[2])[0].strip() for found in _MARKED.finditer(asked.blocks["pages"])
    }
    sure = [claim for claim in asked["claims"] if not claim["standing"].endswith("not hold")]
    named = list(dict.fromkeys(name for claim in sure for name in claim.get("supports", ()) if name in said))
    told = [_told(name, said[name]) for name in dict.fromkeys((*named, *said))]
    return {
        "notes": [f"{name} says: {text}"[:1_000] for name, text in said.items()][:60],
        "points": [one[:300] for one in told[:24]],
        "title": "What the pages say",
        "answer": "\n\n".join(told[:3]),
        "cases": "| If | Then |\n|---|---|\n| you have the pages | read them |",
        "recommendations": "".join(f"1. {one}" for one in told[:1]),
        "sections": [
            {
                "title": f"What was found, {place}",
                "sure": "reported",
                "parts": [part["number"]],
                "body": "\n".join(f"- {one}" for one in some)[:8_000],
            }
            for place, part in enumerate(asked["parts"], start=1)
            if (some := told[12 * (place - 1) : 12 * place])
        ],
        "caution": "",
        "unknown": [],
        "left_out": [claim["id"] for claim in asked["claims"][8:30]],
    }


def _edit(_: Material) -> Answer:
    """It finds as much missing as it may."""
    return {"missing": [{"text": _REASONS[:300], "facts": []}] * 14, "remarks": [_REASONS[:300]] * 4}


def _corrections(asked: Material) -> Answer:
    """Some sentences are given again as they are."""
    again = [
        {"sentence": one["id"], "problem": "too sure", "text": one["text"]} for one in asked["sentences"][::6]
    ]
    return {"corrections": again}


def _told(name: str, said: str) -> str:
    return f"A page says: {said.replace('*', '')}"[:900] + f" [[{name}]]"


_ANSWERS: dict[str, Callable[[Material], Answer]] = {
    "Decomposition": _decomposition,
    "Briefs": _briefs,
    "PageChoice": _page_choice,
    "Reading": _reading,
    "Conclusion": _conclusion,
    "FacetLabels": _facet_labels,
    "ResolutionRuling": _ruling,
    "Ideas": _ideas,
    "AuditPoints": _audit,
    "ClaimReviews": _reviews,
    "WrittenAnswer": _written_answer,
    "Edit": _edit,
    "Corrections": _corrections,
    "TrialSchema": lambda _: {"colour_of_a_clear_sky": "blue", "wheels_of_a_bicycle": 2},
    "TrialEnum": lambda _: {"sentiment": "mixed"},
    "TrialNested": lambda _: {
        "shelves": [{"shelf": name, "books": [{"title": "T", "pages": 7}] * 2} for name in ("A", "B")]
    },
    "TrialLong": lambda _: {"lines": [f"number {number}" for number in range(60)]},
    "TrialKorean": lambda _: {"translation": "한 시험에서 차를 마시면 혈압이 낮아졌다."},
}
