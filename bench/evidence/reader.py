"""A model that answers every question of a session on a topic, and reads what is fixed that it reads."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bench.evidence.topics import Text, Topic
from bench.simulated import APART, SAME, confidence, counted, review, sides
from bench.truth_worlds.chance import place, share
from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.questions import (
    AuditFacts,
    AuditPoints,
    BriefDraft,
    Briefs,
    ChallengeClaims,
    ChoosePages,
    ClaimDraft,
    ClaimReviews,
    Conclude,
    Conclusion,
    Decompose,
    Decomposition,
    FacetLabel,
    FacetLabels,
    FactLink,
    Ideate,
    LabelPairs,
    PageChoice,
    QueryDraft,
    ReadFact,
    Reading,
    ReadPage,
    ResolutionRuling,
    RuleOnResolution,
    SlotView,
    SubQuestionDraft,
    WriteBriefs,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import EvidenceStrength

MOST_QUOTED, MOST_CLAIMS, MOST_LINKS = 300, 14, 30
ANGLES = ("evidence", "study", "report", "data", "review", "survey", "trial", "measurement", "record", "test")


@dataclass(frozen=True)
class Reader:
    """It knows the texts by their titles and the claims by their words, and nothing of the truth."""

    topic: Topic

    def respond(self, ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        """What the model says."""
        match ask:
            case Decompose():
                parts = tuple(
                    SubQuestionDraft(
                        text=ask.question[:300], kind="yes_no", done_when="texts say so", priority=priority
                    )
                    for priority in (1, 2)
                )
                return Decomposition(sub_questions=parts)
            case WriteBriefs():
                return Briefs(briefs=tuple(self._brief(slot, step) for slot in ask.slots))
            case ChoosePages():
                unread = [known.number for known in ask.results if not known.read]
                return PageChoice(numbers=tuple(unread[: ask.most]))
            case ReadPage():
                return self._reading(ask)
            case Conclude():
                return self._conclusion(ask)
            case LabelPairs():
                labels = (
                    FacetLabel(pair=number, facets=SAME if pair.summary == pair.other_summary else APART)
                    for number, pair in enumerate(ask.pairs, start=1)
                )
                return FacetLabels(labels=tuple(labels))
            case AuditFacts():
                return AuditPoints()
            case ChallengeClaims():
                return ClaimReviews(reviews=tuple(review(one, counted(one)) for one in ask.claims))
            case RuleOnResolution():
                return ResolutionRuling(settled=False)
            case Ideate():
                return Unable(reason="Nothing is invented here.")
            case _:
                return None

    def _brief(self, slot: SlotView, step: Step) -> BriefDraft:
        """Queries that nobody made before, by two kinds of investigators."""
        turn = f"{step.iteration}.{step.round}.{step.pass_}.{slot.slot}"
        queries = tuple(QueryDraft(query=f"{angle} {turn}", strategy="web") for angle in ANGLES)
        first = place(len(ANGLES) - 3, "angle", turn)
        return BriefDraft(
            slot=slot.slot,
            objective=slot.about[:900],
            strategy="WEB" if slot.slot % 2 else "ACADEMIC",
            queries=queries[first : first + 3],
        )

    def _reading(self, ask: ReadPage) -> Reading:
        text = self._texts[ask.page.title]
        if not text.read:
            return Reading()
        quote = quoted(text)
        return Reading(facts=(ReadFact(quote=quote, summary=quote, kind="reported", worth=2),))

    @cached_property
    def _texts(self) -> dict[str, Text]:
        return {title(number): text for number, text in enumerate(self.topic.texts)}

    def _conclusion(self, ask: Conclude) -> Conclusion:
        """Every claim that a text in view bears on, with all facts on it."""
        links: dict[int, list[FactLink]] = {}
        for page in ask.pages:
            for fact in page.facts:
                for at, type_ in self._texts[page.title].read.items():
                    links.setdefault(at, []).append(FactLink(fact=fact.id, type=type_, weight=0.8))
        more = (f"{ANGLES[place(len(ANGLES), 'more', *ask.queries)]} more {share(*ask.queries):.6f}",)
        return Conclusion(
            claims=tuple(self._claim(at, found, ask) for at, found in sorted(links.items())[:MOST_CLAIMS]),
            missing=more,
            state="answered" if ask.turn >= 2 else "open",
        )

    def _claim(self, at: int, links: list[FactLink], ask: Conclude) -> ClaimDraft:
        claim = self.topic.claims[at]
        evidence: EvidenceStrength = "STRONG" if max(map(len, sides(links))) >= 2 else "MODERATE"
        return ClaimDraft(
            links=tuple(links[:MOST_LINKS]),
            known=next((known.id for known in ask.claims if known.text == claim), None),
            text=claim,
            parts=(1,),
            evidence=evidence,
            confidence=confidence(links),
            importance=2,
        )


def title(number: int) -> str:
    """How a reader knows which text it has before it."""
    return f"Text {number}"


def quoted(text: Text) -> str:
    """A quote in whole words: from a little before what it should have, or from the beginning."""
    found = text.words.casefold().find(text.around.casefold())
    start = text.words.rfind(" ", 0, max(0, found - MOST_QUOTED // 2)) + 1
    rest = text.words[start:]
    return rest if len(rest) <= MOST_QUOTED else rest[:MOST_QUOTED].rpartition(" ")[0] or rest[:MOST_QUOTED]
