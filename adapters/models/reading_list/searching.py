"""Queries for each Explorer, and the choice of results to read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pathfinder.adapters.models.reading_list.nearness import Candidate, Part, scores, shared_words
from pathfinder.adapters.models.reading_list.statements import statements
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.calls.questions import (
    BriefDraft,
    Briefs,
    ChoosePages,
    PageChoice,
    PageView,
    Passage,
    QueryDraft,
    SlotView,
    WriteBriefs,
)

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder

LONGEST_QUERY = 200


def briefs(ask: WriteBriefs) -> Briefs:
    """For each slot its own words, alone and with the question."""
    question = ask.context.question
    return Briefs(briefs=tuple(_brief(slot, question) for slot in ask.slots))


def _brief(slot: SlotView, question: str) -> BriefDraft:
    own = [slot.about, f"{slot.about} {question}", question, *slot.keywords]
    texts = dict.fromkeys(text[:LONGEST_QUERY].strip() for text in own)
    return BriefDraft(
        slot=slot.slot,
        objective=slot.about[:1_000],
        strategy="WEB",
        queries=tuple(QueryDraft(query=text, strategy="web") for text in list(texts)[:3] if text),
    )


def preview(question: str, results: Sequence[SearchResult]) -> list[tuple[str, str]]:
    """The best statement of each result by words alone, with the title of its document, best first.

    One that has less than half of what the best one has may be about anything.
    """
    pages = [
        PageView(title=result.title, site="", passages=(Passage(number=1, text=result.snippet),))
        for result in results
    ]
    candidates = [Candidate(one.text, page.title) for page in pages for one in statements(page)]
    best: dict[str, tuple[float, str]] = {}
    for known, near in zip(candidates, shared_words(Part(question, question), candidates), strict=True):
        if near > best.get(known.context, (0.0, ""))[0]:
            best[known.context] = near, known.text
    least = max((near for near, _ in best.values()), default=0.0) / 2
    ranked = sorted(best.items(), key=lambda one: -one[1][0])
    return [(text, title) for title, (near, text) in ranked if near >= least]


def choice(ask: ChoosePages, encoder: "Encoder") -> PageChoice:
    """The results whose snippets are nearest; those that were read before come last."""
    candidates = [Candidate(known.snippet or known.title, known.title) for known in ask.results]
    near = scores(Part(ask.about, ask.question), candidates, encoder)
    order = sorted(range(len(candidates)), key=lambda at: (ask.results[at].read, -near[at], at))
    return PageChoice(numbers=tuple(ask.results[at].number for at in order[: min(ask.most, 10)]))
