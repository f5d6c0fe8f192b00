"""The simulated model: it answers every question of a session, and errs in fixed places.

It knows the world's words, not its truth: what it says of a claim hangs on the page alone, and on a chance
that is a function of seed, claim and text. Asking again gives the same.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bench.simulated import APART, SAME, confidence, counted, review, subject
from bench.truth_worlds.chance import place, share
from bench.truth_worlds.parameters import Habits
from bench.truth_worlds.world import Said, Text, World
from pathfinder.protocols.calls import Ask, Unable
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import HypothesisId
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
    IdeaDraft,
    Ideas,
    Ideate,
    LabelPairs,
    PageChoice,
    QueryDraft,
    QueryStrategy,
    ReadClaim,
    Reading,
    ReadObservation,
    ReadPage,
    ReadStance,
    ResolutionRuling,
    ReviewDraft,
    RuleOnResolution,
    SlotView,
    SubQuestionDraft,
    WriteBriefs,
)
from pathfinder.protocols.reports import KnownHypothesis, NewClaim, ProposedResolution
from pathfinder.protocols.rules.context_view import HypothesisLine
from pathfinder.protocols.rules.facets import Facets
from pathfinder.protocols.steps import Step

ANGLES = re.findall(
    r"\w+",
    "evidence measurements trial report survey cost record cause region season review data history test field"
    " paper study outlook comparison failure limitations criticism",
)
TOOLS = ("pattern", "analogy", "first_principles", "causal_chain", "scamper", "inversion")
_PAIR = re.compile(r"HYP([AB]?\d+)xHYP([AB]?\d+)")
_AGAINST = Facets(subject="same", cause="other", direction="opposite")
_CONDITION = "each holds under its own condition"


@dataclass
class Reader:
    """Right so often; `reviews` and `conflicts` switch off the part of the protocol that lives on them."""

    world: World
    accuracy: float
    habits: Habits = field(default_factory=Habits)
    reviews: bool = True
    """Off: the counter-reviewer upholds whatever it is shown."""
    conflicts: bool = True
    """Off: no two claims are labelled opposite, and nobody proposes how to settle anything."""
    affirmative: bool = False
    """A proposal: claims are written as what is affirmed; a page that denies is evidence against."""

    def respond(self, ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        """What the model says; the step only tells the lead which queries it has not written before."""
        match ask:
            case Decompose():
                parts = (f"What is known about the {area}?" for area in self.world.areas)
                return Decomposition(
                    sub_questions=tuple(SubQuestionDraft(text=text, priority=2) for text in parts)
                )
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
                    FacetLabel(pair=number, facets=self._facets(pair.summary, pair.other_summary))
                    for number, pair in enumerate(ask.pairs, start=1)
                )
                return FacetLabels(labels=tuple(labels))
            case RuleOnResolution():
                return self._ruling(ask)
            case Ideate():
                return self._ideas(ask)
            case Challenge():
                return self._review(ask)
            case _:
                return None

    def reads(self, text: Text, number: int, said: Said) -> bool | None:
        """What it takes a text to say of a matter: that it holds, that it does not, or nothing."""
        alike = self.world.recipe.copies_read_alike
        about = (self.world.seed, said.matter, text.origin if alike else number)
        if share("read", *about) < self.accuracy:
            return said.holds
        return None if share("miss", *about) < self.world.recipe.misses else not said.holds

    def _brief(self, slot: SlotView, step: Step) -> BriefDraft:
        names = self._names(slot.about)
        turn = f"{step.iteration}.{step.round}.{step.pass_}"
        if share("repeat", slot.target, step.iteration) < self.habits.repeats:
            turn = "as ever"
        first = place(len(ANGLES), "angle", slot.about, turn)
        angles = [ANGLES[(first + 3 * k) % len(ANGLES)] for k in range(8)]
        papers = share("kind", slot.target, step.iteration) < self.habits.papers
        asks = papers and self.habits.asks_catalogues
        kind: QueryStrategy = "academic" if asks else "web"
        there = f"{names} study" if asks else names
        queries = [QueryDraft(query=f"{there} {angle} {turn}", strategy=kind) for angle in angles]
        against = [f"{names} {words} {turn}" for words in ("criticism limitations", "not true")]
        queries += [QueryDraft(query=query, strategy="verification") for query in against]
        return BriefDraft(
            slot=slot.slot,
            objective=slot.about[:900],
            strategy="ACADEMIC" if papers else "WEB",
            candidates=tuple(queries),
            chosen=(1, 2, 9),
        )

    def _names(self, about: str) -> str:
        """The made-up words of a target: those are what pages are found by."""
        known = {area.split()[0] for area in self.world.areas} | set(self._subjects)
        found = dict.fromkeys(word for word in re.findall(r"[a-z]+", about.casefold()) if word in known)
        return " ".join(found) or self.world.areas[0].split()[0]

    @property
    def _subjects(self) -> dict[str, int]:
        return {matter.wording.subject.split()[0]: matter.number for matter in self.world.matters}

    def _reading(self, ask: ReadPage) -> Reading:
        number = self.world.by_title[ask.page.title]
        text = self.world.texts[number]
        observations: list[ReadObservation] = []
        claims: list[ReadClaim] = []
        stances: list[ReadStance] = []
        for at, said in enumerate(text.said, start=1):
            holds = self.reads(text, number, said)
            if holds is None:
                continue
            key, weight = f"o{at}", self._weight(number, said.matter)
            observations.append(ReadObservation(key=key, quote=said.sentence, summary=said.sentence))
            stances += self._stances(ask.hypotheses, key, said.matter, holds, weight, number)
            if not any(self._means(line.summary)[0] == said.matter for line in ask.hypotheses):
                wording = self.world.matters[said.matter].wording
                claim = wording.claims(holds or self.affirmative)[
                    place(2, "wording", self.world.seed, number, said.matter)
                ]
                words = wording.subject.split()[0]
                claims.append(ReadClaim(key=f"c{at}", summary=claim, verify_keywords=(f"{words} check",)))
                own = NewClaim(key=f"c{at}")
                denied = self.affirmative and not holds
                type_: Literal["SUPPORTS", "CONTRADICTS"] = "CONTRADICTS" if denied else "SUPPORTS"
                stances.append(ReadStance(observation=key, about=own, type=type_, weight=weight))
        return Reading(observations=tuple(observations), claims=tuple(claims), stances=tuple(stances))

    def _stances(
        self,
        shown: Sequence[HypothesisLine],
        key: str,
        matter: int,
        holds: bool,
        weight: float,
        number: int,
    ) -> Iterable[ReadStance]:
        """How a sentence bears on the claims it is shown; a twin's condition may be overlooked."""
        twin = self.world.matters[matter].twin
        for line in shown:
            about, says = self._means(line.summary)
            known = KnownHypothesis(hypothesis=line.id)
            if about == matter:
                type_: Literal["SUPPORTS", "CONTRADICTS"] = "SUPPORTS" if says == holds else "CONTRADICTS"
                yield ReadStance(observation=key, about=known, type=type_, weight=weight)
            elif about is not None and about == twin and holds:
                overlooked = self.habits.condition_overlooked
                origin = self.world.texts[number].origin
                if share("condition", self.world.seed, about, origin) < overlooked:
                    type_ = "CONTRADICTS" if says else "SUPPORTS"
                    yield ReadStance(observation=key, about=known, type=type_, weight=weight)

    def _weight(self, number: int, matter: int) -> float:
        drawn = share("direct", self.world.seed, self.world.texts[number].origin, matter)
        if drawn < self.habits.direct:
            return 0.8
        return 0.5 if drawn < self.habits.direct + self.habits.indirect else 0.3

    def _means(self, summary: str) -> tuple[int | None, bool]:
        return self.world.meaning.get(summary, (None, True))

    def _conclusion(self, ask: Conclude) -> Conclusion:
        found: dict[str, list[FoundLine]] = defaultdict(list)
        for line in ask.found:
            found[line.about].append(line)
        names = self._names(ask.about)
        enough = ask.turn >= 2 or len(ask.found) >= 8
        more = [
            f"{names} {ANGLES[place(len(ANGLES), 'more', names, *ask.queries, k)]} again" for k in range(2)
        ]
        return Conclusion(
            enough=enough,
            follow_ups=() if enough else tuple(dict.fromkeys(more)),
            retry_keywords=(f"{names} notes",),
            assessments=tuple(
                self._assessed(about, lines, names, ask.queries)
                for about, lines in sorted(found.items())[:20]
            ),
            resolutions=self._proposed(ask) if self.conflicts else (),
        )

    def _assessed(
        self, about: str, lines: Sequence[FoundLine], names: str, queries: Sequence[str]
    ) -> DraftAssessment:
        """How sure an investigator is of what it found itself."""
        pro = [line for line in lines if line.type == "SUPPORTS"]
        con = [line for line in lines if line.type == "CONTRADICTS"]
        most = max(pro, con, key=len)
        direct = sum(line.weight >= 0.8 for line in most)
        evidence: EvidenceStrength = "STRONG" if direct >= 2 else "MODERATE" if direct else "WEAK"
        split = bool(pro) and bool(con)
        wish = split and share("wish", self.world.seed, about, *queries) < self.habits.wishes
        return DraftAssessment(
            about=subject(about),
            evidence=evidence,
            confidence=confidence((pro, con)),
            needs_further=f"{names} disagreement {place(1_000, 'scope', *queries)}" if wish else None,
        )

    def _facets(self, one: str, other: str) -> Facets:
        """The facets of two claims; wrong for a fixed few pairs."""
        (first, says), (second, also) = self._means(one), self._means(other)
        chance = share("facets", self.world.seed, *sorted((one, other)))
        opposed = _AGAINST if self.conflicts else APART
        if first is not None and first == second:
            right, wrong = (SAME, opposed) if says == also else (opposed, SAME)
            if chance < self.habits.label_errors / 2:
                return wrong
            return APART if chance < self.habits.label_errors else right
        twins = first is not None and second is not None and self.world.matters[first].twin == second
        if twins and says == also:
            return opposed if says and chance < self.habits.pair_seen_as_conflict else APART
        if chance < self.habits.stray_labels:
            return SAME if chance < self.habits.stray_labels / 2 else opposed
        return APART

    def _proposed(self, ask: Conclude) -> tuple[ProposedResolution, ...]:
        """What an Explorer sent to settle a conflict thinks of it, if it found anything on either side."""
        pair = _PAIR.fullmatch(ask.target)
        claims = ask.about.split(" / ")
        if pair is None or len(claims) != 2:
            return ()
        first, second = HypothesisId(f"hyp_{pair[1]}"), HypothesisId(f"hyp_{pair[2]}")
        lines = [line for line in ask.found if line.about in (first, second)]
        if not lines:
            return ()
        kept = {
            name: sum(1 if line.type == "SUPPORTS" else -1 for line in lines if line.about == name)
            for name in (first, second)
        }
        kind = self._relation(*claims)
        if kind == "rivals" and kept[first] == kept[second]:
            return ()
        loser = min(kept, key=lambda name: (kept[name], name)) if kind == "rivals" else None
        return (
            ProposedResolution(
                first=first,
                second=second,
                type=_resolution(kind),
                description=_CONDITION if kind == "twins" else "what was found points one way",
                loser=loser,
                observations=tuple(line.observation for line in lines[:5]),
            ),
        )

    def _ruling(self, ask: RuleOnResolution) -> ResolutionRuling:
        """The Judge on a proposal: the same relation, as it reads it; of two rivals the weaker one loses."""
        kind = self._relation(ask.first.summary, ask.second.summary)
        if ask.proposed != _resolution(kind):
            return ResolutionRuling(settled=False)
        weaker = min((ask.first, ask.second), key=lambda line: (line.strength, line.id))
        return ResolutionRuling(
            settled=True,
            type=_resolution(kind),
            description=_CONDITION if kind == "twins" else "the other side is weaker",
            loser=weaker.id if kind == "rivals" else None,
            observations=tuple(line.observation for line in ask.quotes),
        )

    def _relation(self, one: str, other: str) -> Literal["twins", "rivals", "same"]:
        """What two claims in conflict are to each other, as the model reads them: wrong in a fixed share."""
        (first, says), (second, also) = self._means(one), self._means(other)
        right: Literal["twins", "rivals", "same"]
        right = "twins" if first != second else "same" if says == also else "rivals"
        if share("relation", self.world.seed, *sorted((one, other))) < self.accuracy:
            return right
        return "twins" if right == "rivals" else "rivals"

    def _review(self, ask: Challenge) -> ReviewDraft:
        """The counter-reviewer weighs the quotes it is shown, a step off in a fixed share of claims."""
        step = counted(ask)
        chance = share("review", self.world.seed, ask.claim.summary, ask.side)
        if chance < self.habits.review_errors:
            step += 1 if step == 0 or (step == 1 and chance < self.habits.review_errors / 2) else -1
        return review(ask, step if self.reviews else 0)

    def _ideas(self, ask: Ideate) -> Ideas:
        """A guess at something nobody has looked at, the right way round or not."""
        candidates = []
        for tool in TOOLS:
            about = (tool, self.world.seed, ask.context.iteration)
            matter = self.world.matters[place(len(self.world.matters), "idea", *about)]
            claim = matter.wording.claims(share("guess", *about) < 0.5)[0]
            candidates.append(IdeaDraft.model_validate({"tool": tool, "summary": claim}))
        return Ideas(
            candidates=tuple(candidates),
            chosen=place(6, "chosen", TOOLS[-1], self.world.seed, ask.context.iteration) + 1,
        )


def _resolution(
    kind: Literal["twins", "rivals", "same"],
) -> Literal["condition_difference", "one_rejected", "merged"]:
    if kind == "twins":
        return "condition_difference"
    return "one_rejected" if kind == "rivals" else "merged"
