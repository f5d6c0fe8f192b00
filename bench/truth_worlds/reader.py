"""The simulated model: it answers every question of a session, and errs in fixed places.

It knows the world's words, not its truth: what it says of a claim hangs on the page alone, and on a chance
that is a function of seed, claim and text. Asking again gives the same.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from bench.simulated import APART, SAME, Stance, confidence, counted, review, sides
from bench.truth_worlds.chance import place, share
from bench.truth_worlds.parameters import Habits
from bench.truth_worlds.world import Said, Text, World
from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.comparison import Facets
from pathfinder.protocols.calls.questions import (
    AuditFacts,
    AuditPoints,
    BriefDraft,
    Briefs,
    ChallengeClaims,
    ChallengedClaim,
    ChoosePages,
    ClaimDraft,
    ClaimReview,
    ClaimReviews,
    Conclude,
    Conclusion,
    Decompose,
    Decomposition,
    DraftResolution,
    FacetLabel,
    FacetLabels,
    FactLink,
    IdeaDraft,
    Ideas,
    Ideate,
    LabelPairs,
    PageChoice,
    QueryDraft,
    QueryStrategy,
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
from pathfinder.protocols.ids import HypothesisId

ANGLES = re.findall(
    r"\w+",
    "evidence measurements trial report survey cost record cause region season review data history test field"
    " paper study outlook comparison failure limitations criticism",
)
TOOLS = ("pattern", "analogy", "first_principles", "causal_chain", "scamper", "inversion")
_PAIR = re.compile(r"HYP([AB]?\d+)xHYP([AB]?\d+)")
_AGAINST = Facets(subject="same", cause="other", direction="opposite")
_CONDITION = "each holds under its own condition"


MOST_CLAIMS, MOST_LINKS = 14, 30


class _Seen(NamedTuple):
    """A fact in view, and what this model takes it to say."""

    fact: str
    number: int
    holds: bool


def _link(one: _Seen, agrees: bool, weight: float) -> FactLink:
    type_: Stance = "SUPPORTS" if agrees else "CONTRADICTS"
    return FactLink(fact=one.fact, type=type_, weight=weight)


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
                    sub_questions=tuple(
                        SubQuestionDraft(text=text, kind="list", done_when="texts say so", priority=2)
                        for text in parts
                    )
                )
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
                    FacetLabel(pair=number, facets=self._facets(pair.summary, pair.other_summary))
                    for number, pair in enumerate(ask.pairs, start=1)
                )
                return FacetLabels(labels=tuple(labels))
            case RuleOnResolution():
                return self._ruling(ask)
            case Ideate():
                return self._ideas(ask)
            case AuditFacts():
                return AuditPoints()
            case ChallengeClaims():
                return ClaimReviews(reviews=tuple(self._review(one) for one in ask.claims))
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
            queries=(*queries[:2], queries[8]),
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
        told = [said.sentence for said in text.said if self.reads(text, number, said) is not None]
        return Reading(
            facts=tuple(
                ReadFact(quote=sentence, summary=sentence, kind="reported", worth=2) for sentence in told
            )
        )

    def _seen(self, ask: Conclude) -> dict[int, list[_Seen]]:
        """What the facts in view say of each matter, as this model reads them."""
        found: dict[int, list[_Seen]] = {}
        for page in ask.pages:
            number = self.world.by_title[page.title]
            text = self.world.texts[number]
            said = {one.sentence: one for one in text.said}
            for fact in page.facts:
                one = said[fact.summary]
                holds = self.reads(text, number, one)
                if holds is not None:
                    found.setdefault(one.matter, []).append(_Seen(fact.id, number, holds))
        return found

    def _links(self, matter: int, says: bool, seen: dict[int, list[_Seen]]) -> list[FactLink]:
        """How the facts bear on a claim; the condition of a twin may be overlooked."""
        links = [
            _link(one, says == one.holds, self._weight(one.number, matter)) for one in seen.get(matter, ())
        ]
        twin = self.world.matters[matter].twin
        if twin is not None:
            for one in seen.get(twin, ()):
                origin = self.world.texts[one.number].origin
                missed = share("condition", self.world.seed, matter, origin)
                if one.holds and missed < self.habits.condition_overlooked:
                    links.append(_link(one, not says, self._weight(one.number, twin)))
        return links[:MOST_LINKS]

    def _weight(self, number: int, matter: int) -> float:
        drawn = share("direct", self.world.seed, self.world.texts[number].origin, matter)
        if drawn < self.habits.direct:
            return 0.8
        return 0.5 if drawn < self.habits.direct + self.habits.indirect else 0.3

    def _means(self, summary: str) -> tuple[int | None, bool]:
        return self.world.meaning.get(summary, (None, True))

    def _conclusion(self, ask: Conclude) -> Conclusion:
        seen = self._seen(ask)
        names = self._names(ask.about)
        enough = ask.turn >= 2 or sum(map(len, seen.values())) >= 8
        more = [
            f"{names} {ANGLES[place(len(ANGLES), 'more', names, *ask.queries, k)]} again" for k in range(2)
        ]
        claims = [*self._on_known(ask, seen, names), *self._new_claims(ask, seen, names)]
        # What the target names comes first, then what most facts bear on.
        claims.sort(key=lambda claim: (claim.text not in ask.about, -len(claim.links)))
        claims = claims[:MOST_CLAIMS]
        return Conclusion(
            claims=tuple(claims),
            missing=(f"{names} notes",) if enough else (*dict.fromkeys(more), f"{names} notes"),
            resolutions=self._proposed(ask, claims) if self.conflicts else (),
            state="answered" if enough else "open",
        )

    def _on_known(self, ask: Conclude, seen: dict[int, list[_Seen]], names: str) -> Iterator[ClaimDraft]:
        for known in ask.claims:
            matter, says = self._means(known.text)
            if matter is not None and (links := self._links(matter, says, seen)):
                yield self._claim(known.text, links, known.id, (names, *ask.queries))

    def _new_claims(self, ask: Conclude, seen: dict[int, list[_Seen]], names: str) -> Iterator[ClaimDraft]:
        """What most facts on a matter say that no claim speaks of, in the words of the first of them."""
        spoken_of = {self._means(known.text)[0] for known in ask.claims}
        for matter, facts in seen.items():
            if matter in spoken_of:
                continue
            holds = self.affirmative or 2 * sum(one.holds for one in facts) >= len(facts)
            first = next((one for one in facts if one.holds == holds), facts[0])
            wordings = self.world.matters[matter].wording.claims(holds)
            text = wordings[place(2, "wording", self.world.seed, first.number, matter)]
            yield self._claim(text, self._links(matter, holds, seen), None, (names, *ask.queries))

    def _claim(
        self, text: str, links: list[FactLink], known: HypothesisId | None, asked: Sequence[str]
    ) -> ClaimDraft:
        """A claim, with how sure an investigator is of it."""
        pro, con = sides(links)
        direct = sum(link.weight >= 0.8 for link in max(pro, con, key=len))
        evidence: EvidenceStrength = "STRONG" if direct >= 2 else "MODERATE" if direct else "WEAK"
        names, *queries = asked
        split = bool(pro) and bool(con)
        wish = split and share("wish", self.world.seed, text, *queries) < self.habits.wishes
        return ClaimDraft(
            links=tuple(links),
            known=known,
            text=text,
            evidence=evidence,
            confidence=confidence(links),
            importance=2,
            needs_further=f"{names} disagreement {place(1_000, 'scope', *queries)}" if wish else "",
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

    def _proposed(self, ask: Conclude, drafts: Sequence[ClaimDraft]) -> tuple[DraftResolution, ...]:
        """What an Explorer sent to settle a conflict thinks of it, if it found anything on either side."""
        pair = _PAIR.fullmatch(ask.target)
        claims = ask.about.split(" / ")
        if pair is None or len(claims) != 2:
            return ()
        first, second = HypothesisId(f"hyp_{pair[1]}"), HypothesisId(f"hyp_{pair[2]}")
        links = {draft.known: draft.links for draft in drafts if draft.known in (first, second)}
        if not links:
            return ()
        kept = {
            name: sum(1 if link.type == "SUPPORTS" else -1 for link in links.get(name, ()))
            for name in (first, second)
        }
        kind = self._relation(*claims)
        if kind == "rivals" and kept[first] == kept[second]:
            return ()
        loser = min(kept, key=lambda name: (kept[name], name)) if kind == "rivals" else None
        return (
            DraftResolution(
                first=first,
                second=second,
                type=_resolution(kind),
                description=_CONDITION if kind == "twins" else "what was found points one way",
                loser=loser,
                facts=tuple(dict.fromkeys(link.fact for some in links.values() for link in some))[:5],
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

    def _review(self, one: ChallengedClaim) -> ClaimReview:
        """The counter-reviewer weighs the facts it is shown, a step off in a fixed share of claims."""
        step = counted(one)
        chance = share("review", self.world.seed, one.claim.text, one.side)
        if chance < self.habits.review_errors:
            step += 1 if step == 0 or (step == 1 and chance < self.habits.review_errors / 2) else -1
        return review(one, step if self.reviews else 0)

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
