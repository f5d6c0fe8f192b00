"""A small fictional world and a model that reads it by rule: the same answer to the same question, always."""

import re
from typing import Any
from zlib import crc32

from pathfinder.protocols.calls import Ask, Unable
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import ReasoningTool
from pathfinder.protocols.questions import (
    BriefDraft,
    Briefs,
    Challenge,
    ChoosePages,
    Conclude,
    Conclusion,
    Decompose,
    Decomposition,
    FacetLabel,
    FacetLabels,
    IdeaDraft,
    Ideas,
    Ideate,
    LabelPairs,
    PageChoice,
    QueryDraft,
    Reading,
    ReadPage,
    ResolutionRuling,
    ReviewDraft,
    RuleOnResolution,
    SubQuestionDraft,
    ThesisLine,
    WriteBriefs,
    WriteThesis,
    WrittenFinding,
    WrittenSentence,
    WrittenThesis,
)
from pathfinder.protocols.reports import StoredPage
from pathfinder.protocols.rules.facets import Direction, Facets
from pathfinder.protocols.steps import Step
from tests.builders import a_page, subject

LONGEST_SAID = 800
QUESTION = "Do ground loops pay off in Velm?"

_SITES = (
    ("https://arxiv.org/abs/2601.0000{n}", "paper"),
    ("https://energy.gov.example/{n}", "official"),
    ("https://herald{n}.example/story", "news"),
    ("https://blog{n}.example/post", "blog"),
    ("https://forum.example/t/{n}", "forum"),
)
FACTS = (
    "Ground loops in Velm cut the heating bill by 41 per cent",
    "Ground loops in Velm do not cut the heating bill in clay soil",
    "Shared drilling halves the price of ground loops",
    "Ground loops last forty years in sandy soil",
    "The subsidy for ground loops in Velm ended in 2024",
    "Deep wells never freeze in Velm",
    "Heat pumps need less power when ground loops are deep",
    "Clay soil holds less heat than sandy soil in Velm",
)


def world() -> tuple[StoredPage, ...]:
    """Twenty pages; facts are told by several of them, in the same words or turned round."""
    pages = []
    for n in range(20):
        pattern, type_ = _SITES[n % len(_SITES)]
        told = [FACTS[(n * 3 + k) % len(FACTS)] for k in range(3)]
        text = ". ".join(told) + f". This page is number {n} of the Velm archive.\n땅속 열은 겨울에 따뜻하다."
        url = pattern.format(n=n)
        work = {"work": f"arxiv:2601.0000{n}", "publisher": None} if type_ == "paper" else {}
        pages.append(a_page(text, url, type_, title=told[0], site=url.split("/")[2], **work))
    # Two mirrors: the same text at other addresses, of which nobody can say which is fetched first.
    for n in (1, 2):
        mirrored = pages[n]
        pages.append(
            a_page(mirrored.text, f"https://mirror{n}.example/copy", "blog", title=mirrored.source.title)
        )
    return tuple(pages)


def respond(ask: Ask[Any], step: Step) -> Frozen | Unable | None:  # noqa: ARG001  (answers hang on the question alone)
    """What the model of this world says."""
    match ask:
        case Decompose():
            parts = [
                SubQuestionDraft(text=f"{ask.question} ({part})", priority=2)
                for part in ("cost", "soil", "life")
            ]
            return Decomposition(sub_questions=tuple(parts))
        case WriteBriefs():
            return Briefs(
                reflection="Go on.", briefs=tuple(_brief(slot.slot, slot.about) for slot in ask.slots)
            )
        case ChoosePages():
            return PageChoice(numbers=tuple(known.number for known in ask.results[:3]))
        case ReadPage():
            return _reading(ask)
        case Conclude():
            return _conclusion(ask)
        case LabelPairs():
            labels = [
                FacetLabel(pair=n, facets=_facets(pair.summary, pair.other_summary))
                for n, pair in enumerate(ask.pairs, start=1)
            ]
            return FacetLabels(labels=tuple(labels))
        case RuleOnResolution():
            return ResolutionRuling(
                settled=True,
                type="condition_difference",
                description="one in sandy soil, the other in clay",
                observations=(ask.quotes[0].observation,),
            )
        case Ideate():
            return _ideas(ask)
        case Challenge():
            return _review(ask)
        case WriteThesis():
            return _thesis(ask)
        case _:
            return None


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z가-힣]{4,}", text.casefold()))


def _negated(text: str) -> bool:
    return bool(re.search(r"\b(not|never|ended)\b", text))


def _brief(slot: int, about: str) -> BriefDraft:
    words = sorted(_words(about)) or ["velm"]
    turns = [words[(place + k) % len(words)] for place in range(10) for k in range(2)]
    queries = [f"{turns[2 * n]} {turns[2 * n + 1]} velm {n}" for n in range(10)]
    candidates = tuple(QueryDraft(query=query, strategy="web") for query in queries)
    start = crc32(about.encode()) % 8
    return BriefDraft(
        slot=slot,
        objective=f"Find what bears on: {about}"[:900],
        strategy="WEB",
        candidates=candidates,
        chosen=(start + 1, start + 2, start + 3),
    )


def _reading(ask: ReadPage) -> Reading:
    sentences = [part.strip() for passage in ask.page.passages for part in re.split(r"[.\n]", passage.text)]
    told = [text for text in sentences if len(text) > 20][:3]
    observations: list[dict[str, Any]] = []
    stances: list[dict[str, Any]] = []
    claims: list[dict[str, Any]] = []
    for n, sentence in enumerate(told, start=1):
        observations.append({"key": f"o{n}", "quote": sentence, "summary": sentence, "concepts": ["loop"]})
        for known in ask.hypotheses:
            shared = len(_words(sentence) & _words(known.summary))
            if shared >= 3:
                opposed = _negated(sentence) != _negated(known.summary)
                stances.append(
                    {
                        "observation": f"o{n}",
                        "about": subject(known.id),
                        "type": "CONTRADICTS" if opposed else "SUPPORTS",
                        "weight": 0.8 if shared >= 5 else 0.5,
                    }
                )
        if crc32(sentence.encode()) % 2 == 0 and len(claims) < 2:
            claims.append(
                {"key": f"c{n}", "summary": f"{sentence}.", "verify_keywords": [f"{sentence[:30]} data"]}
            )
            stances.append(
                {"observation": f"o{n}", "about": subject(f"c{n}"), "type": "SUPPORTS", "weight": 0.8}
            )
    return Reading.model_validate({"observations": observations, "claims": claims, "stances": stances})


def _conclusion(ask: Conclude) -> Conclusion:
    abouts = sorted({line.about for line in ask.found})[:20]
    more = crc32(ask.objective.encode()) % 3 == 0 and ask.turn == 1
    pair = re.fullmatch(r"HYP([AB]?\d+)xHYP([AB]?\d+)", ask.target)
    resolutions = []
    if pair is not None and ask.found:
        resolutions.append(
            {
                "first": f"hyp_{pair[1]}",
                "second": f"hyp_{pair[2]}",
                "type": "condition_difference",
                "description": "it depends on the soil",
                "observations": [ask.found[0].observation],
            }
        )
    return Conclusion.model_validate(
        {
            "enough": not more,
            "follow_ups": [f"{ask.about[:60]} soil depth"] if more else [],
            "retry_keywords": ["velm archive"],
            "assessments": [
                {"about": subject(about), "evidence": "STRONG", "confidence": 0.9, "needs_further": None}
                for about in abouts
            ],
            "resolutions": resolutions,
            "keywords": [f"velm {ask.target.casefold()}"],
        }
    )


def _facets(one: str, other: str) -> Facets:
    shared, both = _words(one) & _words(other), _words(one) | _words(other)
    near = len(shared) >= 0.5 * len(both)
    turned: Direction = "same" if _negated(one) == _negated(other) else "opposite"
    same = len(shared) >= 0.9 * len(both)
    return Facets(
        subject="same" if near else "other",
        cause="same" if same else "other",
        direction=turned if near else "other",
    )


def _ideas(ask: Ideate) -> Ideas:
    tools: tuple[ReasoningTool, ...] = (
        "pattern",
        "analogy",
        "first_principles",
        "causal_chain",
        "scamper",
        "inversion",
    )
    seen = ask.context.active[0].id if ask.context.active else None
    candidates = tuple(
        IdeaDraft(
            tool=tool,
            summary=f"Perhaps {tool} explains ground loops in Velm after iteration {ask.context.iteration}",
            derived_from=(seen,) if seen else (),
            verify_keywords=(f"velm {tool} loops",),
        )
        for tool in tools
    )
    return Ideas(candidates=candidates, chosen=ask.context.iteration % 6 + 1)


def _review(ask: Challenge) -> ReviewDraft:
    opposed = bool(ask.opposing)
    return ReviewDraft(
        challenge="The soil is not the same everywhere." if opposed else "Nobody looked in clay.",
        evidence=tuple(line.observation for line in ask.opposing[:1]),
        verdict="WEAKENED" if opposed else "UPHELD",
        impact="It holds in sandy soil." if opposed else "Nothing quoted speaks against it.",
    )


def _thesis(ask: WriteThesis) -> WrittenThesis:
    told = [line for line in ask.claims if line.witnesses]
    standing = [line for line in told if line.section != "refused"]
    return WrittenThesis(
        answer=tuple(_sentence(line) for line in standing[:2]),
        findings=tuple(
            WrittenFinding(
                hypothesis=line.claim.id, title=line.claim.summary[:150], sentences=(_sentence(line),)
            )
            for line in told
        )[:30],
        limits=(),
        recommendations=tuple(_sentence(line) for line in standing[:1]),
    )


def _sentence(line: ThesisLine) -> WrittenSentence:
    witness = line.witnesses[0]
    # A sentence has room for so much; what is left out of a long quote is its end.
    said = (witness.quote or "")[:LONGEST_SAID]
    return WrittenSentence(text=f"As {witness.site} has it: {said}.", cites=(witness.id,))
