"""A small fictional world and a model that reads it by rule: the same answer to the same question, always.

The stand-in (`tests/standin`) speaks HTTP instead. Kill tests fork, so nothing may start a thread at import
time.
"""

import re
from typing import Any, Literal
from zlib import crc32

from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.comparison import Direction, Facets
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.questions import (
    AnswerGap,
    AnswerPage,
    AnswerSection,
    AuditCheck,
    AuditDraft,
    AuditFacts,
    AuditPoints,
    BriefDraft,
    Briefs,
    ChallengeClaims,
    ChallengedClaim,
    CheckSentences,
    ChoosePages,
    ClaimDraft,
    ClaimReview,
    ClaimReviews,
    Conclude,
    Conclusion,
    Corrections,
    Decompose,
    Decomposition,
    DraftResolution,
    Edit,
    EditAnswer,
    FacetLabel,
    FacetLabels,
    FactLine,
    FactLink,
    IdeaDraft,
    Ideas,
    Ideate,
    LabelPairs,
    MissingPoint,
    PageChoice,
    QueryDraft,
    ReadFact,
    Reading,
    ReadPage,
    ResolutionRuling,
    RuleOnResolution,
    SubQuestionDraft,
    WriteAnswer,
    WriteBriefs,
    WrittenAnswer,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import ReasoningTool
from pathfinder.protocols.ids import HypothesisId, ObservationId
from tests.builders import a_page

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
                SubQuestionDraft(
                    text=f"{ask.question} ({part})",
                    kind="how_much",
                    done_when="two sources say so",
                    priority=2,
                )
                for part in ("cost", "soil", "life")
            ]
            return Decomposition(sub_questions=tuple(parts))
        case WriteBriefs():
            return Briefs(
                reflection="Go on.", briefs=tuple(_brief(slot.slot, slot.about) for slot in ask.slots)
            )
        case ChoosePages():
            unread = [known.number for known in ask.results if not known.read]
            return PageChoice(numbers=tuple(unread[:3]))
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
        case AuditFacts():
            return _audit(ask)
        case ChallengeClaims():
            return _review(ask)
        case WriteAnswer():
            return _answer(ask)
        case EditAnswer():
            return _edit(ask)
        case CheckSentences():
            return Corrections()
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
    start = crc32(about.encode()) % 8
    return BriefDraft(
        slot=slot,
        objective=f"Find what bears on: {about}"[:900],
        strategy="WEB",
        queries=tuple(QueryDraft(query=query, strategy="web") for query in queries[start : start + 3]),
    )


def _reading(ask: ReadPage) -> Reading:
    sentences = [part.strip() for passage in ask.page.passages for part in re.split(r"[.\n]", passage.text)]
    told = [text for text in sentences if len(text) > 20][:3]
    return Reading(
        facts=tuple(
            ReadFact(
                quote=sentence,
                summary=sentence,
                kind="reported",
                parts=(crc32(sentence.encode()) % max(1, len(ask.parts)) + 1,) if ask.parts else (),
                worth=crc32(sentence.encode()) % 3 + 1,
                concepts=("loop",),
            )
            for sentence in told
        ),
        page_note="a page of the Velm archive",
    )


def _conclusion(ask: Conclude) -> Conclusion:
    facts = [fact for page in ask.pages for fact in page.facts]
    claims = [*_on_known(ask, facts), *_new_claims(ask, facts)][:14]
    more = crc32(ask.objective.encode()) % 3 == 0 and ask.turn == 1
    pair = re.fullmatch(r"HYP([AB]?\d+)xHYP([AB]?\d+)", ask.target)
    resolutions: tuple[DraftResolution, ...] = ()
    if pair is not None and facts:
        resolutions = (
            DraftResolution(
                first=HypothesisId(f"hyp_{pair[1]}"),
                second=HypothesisId(f"hyp_{pair[2]}"),
                type="condition_difference",
                description="it depends on the soil",
                facts=(facts[0].id,),
            ),
        )
    return Conclusion(
        claims=tuple(claims),
        not_found=("a figure for deep wells",),
        resolutions=resolutions,
        missing=(f"{ask.about[:60]} soil depth", f"velm {ask.target.casefold()}"),
        state="open" if more else "answered",
    )


def _on_known(ask: Conclude, facts: list[FactLine]) -> list[ClaimDraft]:
    """Facts that share words with a claim of the graph bear on it."""
    found = []
    for known in ask.claims:
        links = []
        for fact in facts:
            shared = len(_words(fact.summary) & _words(known.text))
            if shared >= 3:
                opposed = _negated(fact.summary) != _negated(known.text)
                links.append(_link(fact, "CONTRADICTS" if opposed else "SUPPORTS", shared >= 5))
        if links:
            found.append(_claim(known.text, links, known.id))
    return found


def _new_claims(ask: Conclude, facts: list[FactLine]) -> list[ClaimDraft]:
    known = {claim.text for claim in ask.claims}
    told: dict[str, list[FactLink]] = {}
    for fact in facts:
        if crc32(fact.summary.encode()) % 2 == 0 and f"{fact.summary}." not in known:
            told.setdefault(f"{fact.summary}.", []).append(_link(fact, "SUPPORTS", direct=True))
    return [_claim(text, links, None) for text, links in told.items()]


def _link(fact: FactLine, type_: Literal["SUPPORTS", "CONTRADICTS"], direct: bool) -> FactLink:
    return FactLink(fact=fact.id, type=type_, weight=0.8 if direct else 0.5)


def _claim(text: str, links: list[FactLink], known: HypothesisId | None) -> ClaimDraft:
    return ClaimDraft(
        known=known,
        text=text[:1_000],
        links=tuple(links[:30]),
        parts=(1,),
        evidence="STRONG",
        confidence=0.9,
        importance=crc32(text.encode()) % 3 + 1,
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


def _review(ask: ChallengeClaims) -> ClaimReviews:
    return ClaimReviews(
        reviews=tuple(_one_review(one) for one in ask.claims),
        checks=tuple(
            AuditCheck(point=number, upheld=number % 2 == 1) for number in range(1, len(ask.audit) + 1)
        ),
    )


def _one_review(one: ChallengedClaim) -> ClaimReview:
    against = [link.fact for link in one.links if link.type == "CONTRADICTS"]
    opposed = bool(against)
    amended = (
        f"{one.claim.text.rstrip('.')} in sandy soil." if opposed and "sandy" not in one.claim.text else ""
    )
    return ClaimReview(
        claim=one.claim.id,
        challenge="The soil is not the same everywhere." if opposed else "Nobody looked in clay.",
        evidence=tuple(against[:1]),
        impact="It holds in sandy soil." if opposed else "Nothing quoted speaks against it.",
        verdict="WEAKENED" if opposed else "UPHELD",
        amended=amended,
    )


def _audit(ask: AuditFacts) -> AuditPoints:
    facts = [fact.id for page in ask.pages for fact in page.facts]
    claims = tuple(claim.id for claim in ask.claims[:2])
    if len(facts) < 2:
        return AuditPoints()
    return AuditPoints(
        points=(
            AuditDraft(kind="method", facts=tuple(facts[:1]), text="One village only.", rank=2),
            AuditDraft(
                kind="outdated",
                facts=tuple(facts[:1]),
                shown_by=tuple(facts[1:2]),
                text="It is older.",
                claims=claims,
                rank=3,
            ),
        )
    )


def _answer(ask: WriteAnswer) -> WrittenAnswer:
    """An answer in the words of the pages; what is cited stands in the text behind its mark."""
    words = {
        found[1]: (found[2], page)
        for page in ask.pages
        for found in _MARKED.finditer(page.text)
        if found[2].strip()
    }
    settled = [claim for claim in ask.claims if not claim.standing.endswith("not hold")]
    standing: list[str] = [name for claim in settled for name in claim.supports if name in words]
    told: list[str] = list(dict.fromkeys(standing)) or list(words)
    sentences = [_told(ObservationId(name), *words[name]) for name in told]
    first = ask.pages[0]
    archive = _ARCHIVE.search(first.text)
    sections = [
        AnswerSection(
            title=f"What was found on part {part.number}"[:14],
            sure="reported",
            parts=(part.number,),
            body="\n".join(
                f"- {one}" for one in sentences[part.number - 1 :: len(ask.parts)][:4] or sentences[:1]
            ),
        )
        for part in ask.parts
    ]
    rows = [f"| {words[name][0].strip()[:150]} | {words[name][1].site} [[{name}]] |" for name in told[:2]]
    table = "\n".join(("**Side by side**", "", "| what | site |", "|---|---|", *rows))
    sections[0] = sections[0].model_copy(update={"body": f"{sections[0].body}\n\n{table}"})
    return WrittenAnswer(
        notes=("the draft stays",) if ask.draft is not None else ("tell what the pages say",),
        title=words[told[0]][0].strip()[:150] if told else "No fact is marked",
        answer="\n\n".join(sentences[:3]),
        cases="| If | Then |\n|---|---|\n| the wells are deep | wait |",
        sections=tuple(sections),
        recommendations="\n".join(f"1. {one}" for one in sentences[:1]),
        caution=""
        if archive is None
        else f"- One page only says where it is kept [[p{first.number}: {archive[0]}]].",
        unknown=(
            AnswerGap(text="Nobody has looked at deep wells.", query="How deep are the wells of Velm?"),
        ),
    )


def _edit(ask: EditAnswer) -> Edit:
    """One point that the draft misses."""
    unused = [fact for page in ask.facts for fact in page.facts]
    missing = MissingPoint(text=unused[0].summary[:200], facts=(unused[0].id,)) if unused else None
    return Edit(missing=() if missing is None else (missing,))


_MARKED = re.compile(r"\[(obs_\d+)\] ([^.\n\[]+)")
_ARCHIVE = re.compile(r"This page is number \d+ of the Velm archive")


def _told(name: ObservationId, said: str, page: AnswerPage) -> str:
    return f"As {page.site} has it: {said.strip()[:LONGEST_SAID]} [[{name}]]."
