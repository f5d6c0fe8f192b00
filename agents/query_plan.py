"""The queries of one iteration: many candidates, the best few, never a repeat, at the end another angle."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import get_args

from pathfinder.agents.query_words import ANGLES, DOUBTS, KIND_NAMES, KINDS, VERSUS
from pathfinder.protocols.calls.briefs import PlannedQuery
from pathfinder.protocols.calls.questions import BriefDraft, QueryDraft, QueryStrategy
from pathfinder.protocols.calls.targets import Lens
from pathfinder.protocols.evidence.masking import WINDOW
from pathfinder.protocols.evidence.nearest import Similarity
from pathfinder.protocols.graph.edits import TurnAwayQuery
from pathfinder.protocols.graph.memory import LearnedRule, Situation, Turn
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import Strategy
from pathfinder.protocols.planning.converging import (
    RECENT_SEARCHES,
    CandidateQuery,
    QueryHistory,
    converge,
    yields_of,
)
from pathfinder.protocols.planning.drift import ChangeStrategy, Go, consult, query_advice
from pathfinder.protocols.planning.memory_words import Phrase, lens_name, say, tongue
from pathfinder.protocols.planning.query_history import past_of
from pathfinder.protocols.planning.switches import Switches
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.queries import clean, is_repeat, normalize, with_low_quality_hint
from pathfinder.protocols.text.sanitize import one_line

FEWEST_QUERIES, MOST_QUERIES = 3, 5
FEWEST_CANDIDATES = 10
MOST_TURNS = 10
"""Changes of one iteration that are reported, at most."""
SHOWN_QUERY = 80
RIVAL_WIDTH = 80
"""Characters of each claim in a query that compares two."""
KIND_OF: dict[Strategy, QueryStrategy] = {
    "WEB": "web",
    "LOCAL": "web",
    "ACADEMIC": "academic",
    "SKEPTIC": "verification",
}
"""The kind of search a strategy leans on."""
_KINDS: tuple[QueryStrategy, ...] = get_args(QueryStrategy)


@dataclass(frozen=True)
class QueryTopic:
    """What the queries of one brief are about."""

    code: str
    about: str
    noted: tuple[str, ...]
    """What was noted to search for, its own words last."""
    draft: BriefDraft | None = None
    rivals: tuple[str, str] | None = None
    """Two claims of a conflict that nobody settles: a search that compares them is made."""
    lens: Lens | None = None
    """Look at it in this light."""
    lean: QueryStrategy | None = None
    """A rule asks for this kind of search, whatever the lead chose."""
    only_counter: bool = False
    """Every query looks for what refutes it."""


@dataclass
class Queries:
    """No two Explorers ask the same, and nobody asks what was asked before."""

    graph: CogniGraph
    papers: bool
    """Sources are poor: web searches ask for papers."""
    similarity: Similarity
    switches: Switches
    asked: dict[str, str] = field(default_factory=dict)
    """What this iteration asks, by normal form."""
    local: bool = False
    """Only the user's own documents are searched: no query is aimed at a site."""
    turned_away: dict[TurnAwayQuery, None] = field(default_factory=dict)
    turns: dict[Turn, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        graph = self.graph
        self.past = past_of(graph)
        self.speak = tongue(graph.question)
        self._earlier = tuple(dict.fromkeys(one.query for one in graph.searches[-RECENT_SEARCHES:]))
        self._yields = yields_of(graph.searches, graph.iteration - WINDOW)

    def of(self, wanted: QueryTopic) -> tuple[PlannedQuery, ...]:
        """The queries of a brief; one of them at least looks for counter-evidence."""
        if wanted.only_counter:
            return self._against(wanted)
        pool, versus = self._pool(wanted), self._versus(wanted)
        asked_for = 0 if wanted.draft is None else len(_chosen(wanted.draft))
        most = min(MOST_QUERIES, max(FEWEST_QUERIES, asked_for)) - len(versus)
        taken = [*versus, *self._converged(pool, most)]
        if not any(one.strategy == "verification" for one in taken):
            doubting = [one for one in pool if one.planned.strategy == "verification"]
            counter = self._converged(doubting, 1)
            taken = [*taken[: MOST_QUERIES - len(counter)], *counter]
        return tuple(self._kept(taken) or self._another_angle(wanted))

    def _versus(self, wanted: QueryTopic) -> list[PlannedQuery]:
        """The search that compares two rivals, unless it was made before."""
        if wanted.rivals is None:
            return []
        one, other = (_cut(claim, RIVAL_WIDTH) for claim in wanted.rivals)
        words = VERSUS[tongue(one)].format(one=one, other=other)
        found = self._first([PlannedQuery(query=words, strategy="web")])
        return [] if found is None else self._kept([found])

    def _pool(self, wanted: QueryTopic) -> list[CandidateQuery]:
        """Divergent: in the light it is to be seen in, the lead's own, what is noted, more of each kind."""
        pool = [CandidateQuery(one, wanted=True) for one in self._fresh(self._in_light(wanted))]
        if wanted.draft is not None:
            pool += self._chosen(wanted.draft, wanted.lean)
        noted = (PlannedQuery(query=text[:200], strategy="web") for text in wanted.noted)
        silent = wanted.draft is None and wanted.lean in (None, "web")
        pool += [CandidateQuery(one, wanted=silent) for one in self._fresh(noted, pool)]
        return [*pool, *self._more(wanted, pool)]

    def _more(self, wanted: QueryTopic, pool: Sequence[CandidateQuery]) -> list[CandidateQuery]:
        """Three of each kind at least, ten in all: the target's own words with words of the kind."""
        short = [
            kind
            for kind in _KINDS
            if len(pool) < FEWEST_CANDIDATES or all(one.planned.strategy != kind for one in pool)
        ]
        own = wanted.noted[-1][:150]
        made = (
            PlannedQuery(query=f"{own} {words}", strategy=kind)
            for kind in short
            for words in KINDS[tongue(own)][kind]
        )
        return [CandidateQuery(one, wanted=one.strategy == wanted.lean) for one in self._fresh(made, pool)]

    def _in_light(self, wanted: QueryTopic) -> Iterator[PlannedQuery]:
        if wanted.lens is not None:
            for text in dict.fromkeys((wanted.about[:120], wanted.noted[0][:150])):
                words = lens_name(wanted.lens, tongue(text))
                yield PlannedQuery(query=f"{text} {words}", strategy="web")

    def _chosen(self, draft: BriefDraft, lean: QueryStrategy | None) -> Iterator[CandidateQuery]:
        """What the lead chose; a repeat is turned away, and what the drift rules make of it goes instead."""
        seen: list[str] = []
        for one in _chosen(draft):
            planned = self._cleaned(_planned(one, aimed=not self.local))
            if planned is None or is_repeat(planned.query, seen) is not None:
                continue
            seen.append(planned.query)
            if self._is_new(planned.query):
                yield CandidateQuery(planned, wanted=lean in (None, planned.strategy))
            elif not self._asked_now(planned.query):
                self.turned_away[TurnAwayQuery(query=planned.query)] = None
                if self.switches.drift and (instead := self._instead(planned)) is not None:
                    yield CandidateQuery(instead, wanted=True)

    def _instead(self, repeat: PlannedQuery) -> PlannedQuery | None:
        """The second time in other words, from the third time by another kind of search."""
        times = self.past.proposals(repeat.query)
        shown, words_of = one_line(repeat.query, SHOWN_QUERY), tongue(repeat.query)
        if isinstance(query_advice(repeat.query, self.past), ChangeStrategy):
            rule, others = self.rule("repeated_query"), [kind for kind in _KINDS if kind != repeat.strategy]
            if rule is not None and rule.prefer is not None:
                others.sort(key=lambda kind: kind != KIND_OF[rule.prefer or "WEB"])
            words = [(kind, said) for kind in others for said in KINDS[words_of][kind]]
            varied = self._first(PlannedQuery(query=f"{repeat.query} {w}", strategy=k) for k, w in words)
            if varied is not None:
                kind = KIND_NAMES[self.speak][varied.strategy]
                reason = say(self.speak, "repeated_often", query=shown, times=times)
                self._turn("repeated_query", reason, "strategy", rule, query=varied.query, kind=kind)
            return varied
        angles = _rotated(ANGLES[words_of], self.graph.iteration)
        varied = self._first(repeat.model_copy(update={"query": f"{repeat.query} {w}"}) for w in angles)
        if varied is not None:
            reason = say(self.speak, "repeated", query=shown)
            self._turn("repeated_query", reason, "varied", None, query=varied.query)
        return varied

    def _another_angle(self, wanted: QueryTopic) -> list[PlannedQuery]:
        """Everything was searched before: the target with words that it was never searched with."""
        seen = wanted.about[:120]
        angles = _rotated(ANGLES[tongue(seen)], self.graph.iteration)
        pairs = product(angles, DOUBTS[tongue(seen)])
        texts = [*(f"{seen} {angle}" for angle in angles), *(f"{seen} {one} {other}" for one, other in pairs)]
        found = self._first(PlannedQuery(query=text, strategy="web") for text in texts)
        if found is None:
            return []
        reason = say(self.speak, "none_new", target=wanted.code)
        self._turn("no_new_search", reason, "angle", self.rule("no_new_search"), query=found.query)
        return self._kept([found])

    def _against(self, wanted: QueryTopic) -> tuple[PlannedQuery, ...]:
        """A skeptic's queries: every one of them looks for what refutes the target."""
        chosen = [] if wanted.draft is None else _chosen(wanted.draft)
        aimed = (_planned(one, aimed=not self.local) for one in chosen)
        mine = [one.query for one in aimed if one.strategy == "verification"]
        light = [one.query for one in self._in_light(wanted)]
        # The claim with every doubt first, then its keywords: a skeptic never runs out before the claim does.
        texts = [f"{text[:150]} {doubt}" for text in reversed(wanted.noted) for doubt in DOUBTS[tongue(text)]]
        made = (PlannedQuery(query=text, strategy="verification") for text in (*mine, *light, *texts))
        pool = [CandidateQuery(one) for one in self._fresh(made)]
        return tuple(self._kept(self._converged(pool, FEWEST_QUERIES)) or self._another_angle(wanted))

    def scoped(self, scope: str) -> tuple[PlannedQuery, ...]:
        """A further search that was asked for, if nobody has made it."""
        found = self._first([PlannedQuery(query=scope[:200], strategy="web")])
        return tuple(self._kept([found])) if found is not None else ()

    def rule(self, situation: Situation) -> LearnedRule | None:
        """What was learned for a situation, if anything is to be learned."""
        return consult(self.graph.reflexion, situation) if self.switches.reflexion else None

    def _turn(
        self, situation: Situation, reason: str, change: Phrase, rule: LearnedRule | None, **values: str
    ) -> None:
        self.tell(
            Turn(
                situation=situation,
                reason=reason,
                change=say(self.speak, change, **values),
                rule=rule.rule if rule is not None else "",
            )
        )

    def tell(self, turn: Turn) -> None:
        """Note a change to report, unless there are too many."""
        if len(self.turns) < MOST_TURNS:
            self.turns[turn] = None

    def _converged(self, pool: Sequence[CandidateQuery], most: int) -> list[PlannedQuery]:
        known = QueryHistory(self._earlier, tuple(self.asked.values()), self._yields, self.similarity)
        return converge(pool, most, known)

    def _kept(self, taken: Sequence[PlannedQuery]) -> list[PlannedQuery]:
        self.asked |= {normalize(one.query): one.query for one in taken}
        return list(taken)

    def _first(self, proposed: Iterable[PlannedQuery]) -> PlannedQuery | None:
        return next(self._fresh(proposed), None)

    def _fresh(
        self, proposed: Iterable[PlannedQuery], pool: Sequence[CandidateQuery] = ()
    ) -> Iterator[PlannedQuery]:
        """Those that may leave the machine and were never asked, each once, in whatever order of words."""
        seen = [one.planned.query for one in pool]
        for one in proposed:
            planned = self._cleaned(one)
            if planned is not None and is_repeat(planned.query, seen) is None:
                seen.append(planned.query)
                if self._is_new(planned.query):
                    yield planned

    def _is_new(self, query: str) -> bool:
        return not self._asked_now(query) and isinstance(query_advice(query, self.past), Go)

    def _asked_now(self, query: str) -> bool:
        """Whether an Explorer of this iteration asks it already."""
        return is_repeat(query, self.asked.values()) is not None

    def _cleaned(self, planned: PlannedQuery) -> PlannedQuery | None:
        """A query fit to leave the machine; None if it is not."""
        query = clean(planned.query)
        if query is None:
            return None
        if self.papers and planned.strategy == "web":
            query = with_low_quality_hint(query, language(query))
        return planned.model_copy(update={"query": query})


def _cut(claim: str, width: int) -> str:
    """The beginning of a claim, whole words, without the full stop."""
    text = " ".join(claim.split()).rstrip(".")
    return text if len(text) <= width else text[: width + 1].rpartition(" ")[0] or text[:width]


def _planned(draft: QueryDraft, *, aimed: bool) -> PlannedQuery:
    """A query of the lead's. The engines turn `site:` into their own filter of domains (adapters/search)."""
    site = f" site:{draft.site}" if draft.site is not None and aimed else ""
    return PlannedQuery(query=f"{draft.query}{site}", strategy=draft.strategy)


def _chosen(draft: BriefDraft) -> list[QueryDraft]:
    return list(draft.queries)


def _rotated(words: Sequence[str], by: int) -> list[str]:
    at = by % len(words)
    return [*words[at:], *words[:at]]
