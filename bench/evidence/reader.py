"""A model that answers every question of a session on a topic, and reads what is fixed that it reads."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bench.evidence.topics import Text, Topic
from bench.simulated import APART, SAME, confidence, counted, review, subject
from bench.truth_worlds.chance import place, share
from pathfinder.protocols.calls import Ask, Unable
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.judgement import EvidenceStrength
from pathfinder.protocols.questions import (
    BriefDraft,
    Briefs,
    Challenge,
    ChoosePages,
    Conclude,
    Conclusion,
    Decompose,
    Decomposition,
    DraftAssessment,
    FacetLabel,
    FacetLabels,
    FoundLine,
    Ideate,
    LabelPairs,
    PageChoice,
    QueryDraft,
    ReadClaim,
    Reading,
    ReadObservation,
    ReadPage,
    ReadStance,
    ResolutionRuling,
    RuleOnResolution,
    SlotView,
    SubQuestionDraft,
    WriteBriefs,
)
from pathfinder.protocols.reports import About, KnownHypothesis, NewClaim
from pathfinder.protocols.steps import Step

MOST_QUOTED = 300
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
                    SubQuestionDraft(text=ask.question[:900], priority=priority) for priority in (1, 2)
                )
                return Decomposition(sub_questions=parts)
            case WriteBriefs():
                return Briefs(briefs=tuple(self._brief(slot, step) for slot in ask.slots))
            case ChoosePages():
                return PageChoice(numbers=tuple(known.number for known in ask.results[: ask.most]))
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
            case Challenge():
                return review(ask, counted(ask))
            case RuleOnResolution():
                return ResolutionRuling(settled=False)
            case Ideate():
                return Unable(reason="Nothing is invented here.")
            case _:
                return None

    def _brief(self, slot: SlotView, step: Step) -> BriefDraft:
        """Queries that nobody made before; two kinds of investigators, so that two can agree."""
        turn = f"{step.iteration}.{step.round}.{step.pass_}.{slot.slot}"
        queries = tuple(QueryDraft(query=f"{angle} {turn}", strategy="web") for angle in ANGLES)
        first = place(len(ANGLES) - 3, "angle", turn)
        return BriefDraft(
            slot=slot.slot,
            objective=slot.about[:900],
            strategy="WEB" if slot.slot % 2 else "ACADEMIC",
            candidates=queries,
            chosen=(first + 1, first + 2, first + 3),
        )

    def _reading(self, ask: ReadPage) -> Reading:
        text = self._texts[ask.page.title]
        if not text.read:
            return Reading()
        known = {line.summary: line.id for line in ask.hypotheses}
        quote = quoted(text)
        claims, stances = [], []
        for at, type_ in text.read.items():
            claim = self.topic.claims[at]
            about: About
            if claim in known:
                about = KnownHypothesis(hypothesis=known[claim])
            else:
                about = NewClaim(key=f"c{at}")
                claims.append(ReadClaim(key=f"c{at}", summary=claim, verify_keywords=(f"check {at}",)))
            stances.append(ReadStance(observation="o1", about=about, type=type_, weight=0.8))
        observations = (ReadObservation(key="o1", quote=quote, summary=quote),)
        return Reading(observations=observations, claims=tuple(claims), stances=tuple(stances))

    @cached_property
    def _texts(self) -> dict[str, Text]:
        return {title(number): text for number, text in enumerate(self.topic.texts)}

    def _conclusion(self, ask: Conclude) -> Conclusion:
        found: dict[str, list[FoundLine]] = defaultdict(list)
        for line in ask.found:
            found[line.about].append(line)
        more = (f"{ANGLES[place(len(ANGLES), 'more', *ask.queries)]} more {share(*ask.queries):.6f}",)
        return Conclusion(
            enough=ask.turn >= 2,
            follow_ups=more,
            retry_keywords=more,
            assessments=tuple(_assessed(about, lines) for about, lines in sorted(found.items())[:20]),
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


def _assessed(about: str, lines: Sequence[FoundLine]) -> DraftAssessment:
    pro = [line for line in lines if line.type == "SUPPORTS"]
    con = [line for line in lines if line.type == "CONTRADICTS"]
    evidence: EvidenceStrength = "STRONG" if max(len(pro), len(con)) >= 2 else "MODERATE"
    return DraftAssessment(about=subject(about), evidence=evidence, confidence=confidence((pro, con)))
