"""Queries for each Explorer, and the choice of results to read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pathfinder.adapters.reading_list.nearness import Candidate, Part, scores, shared_words
from pathfinder.adapters.reading_list.statements import statements
from pathfinder.protocols.ports import SearchResult
from pathfinder.protocols.questions import (
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
    """The best statement of each result by words alone, with the title of its document, best first."""
    part, found = Part(question, question), list[tuple[float, str, str]]()
    for result in results:
        page = PageView(title=result.title, site="", passages=(Passage(number=1, text=result.snippet),))
        candidates = [Candidate(one.text, result.title) for one in statements(page)]
        near = shared_words(part, candidates)
        if near and max(near) > 0:
            at = near.index(max(near))
            found.append((near[at], candidates[at].text, result.title))
    return [(text, title) for _, text, title in sorted(found, key=lambda one: -one[0])]


def choice(ask: ChoosePages, encoder: "Encoder") -> PageChoice:
    """The results whose snippets are nearest; those that were read before come last."""
    candidates = [Candidate(known.snippet or known.title, known.title) for known in ask.results]
    near = scores(Part(ask.about, ask.question), candidates, encoder)
    order = sorted(range(len(candidates)), key=lambda at: (ask.results[at].read, -near[at], at))
    return PageChoice(numbers=tuple(ask.results[at].number for at in order[: min(ask.most, 10)]))
