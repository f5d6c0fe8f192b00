"""How a thesis came about and where it comes from: history, sources, and what was left out."""

from collections.abc import Iterator

from pathfinder.locales.catalogue import said
from pathfinder.protocols.calls.events import ConflictSettled, StatusMoved
from pathfinder.protocols.graph.types import ConflictEdge
from pathfinder.protocols.ids import PageHash, order
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.answer import AnswerSource
from pathfinder.reports.markdown.escaping import address, plain, short
from pathfinder.reports.markdown.sentences import cites_of, host
from pathfinder.reports.markdown.thesis_page import ThesisSentences

MOST_MOVES, LEAST_MOVE = 3, 0.01
MOST_RAISED = 4
MOST_ITERATIONS, FIRST_ITERATIONS = 12, 3
"""Rows of the history: the first few iterations and the latest."""
MOST_SOURCES = 20
"""Sources that are listed though no sentence names them."""
MOST_CITED = 3
MOST_TITLE = 40


def history(say: ThesisSentences) -> Iterator[tuple[str, str]]:
    """What happened in each iteration; of many the first and the latest."""
    numbers = list(range(1, say.graph.iteration + 1))
    if len(numbers) > MOST_ITERATIONS:
        numbers = [*numbers[:FIRST_ITERATIONS], 0, *numbers[FIRST_ITERATIONS - MOST_ITERATIONS :]]
    for number in numbers:
        if number:
            yield str(number), "; ".join(_events_of(say, number)) or say.t("thesis-nothing")
        else:
            yield "…", "…"


def _events_of(say: ThesisSentences, number: int) -> Iterator[str]:
    t, graph, at = say.t, say.graph, number - 1
    found = sum(known.created_at == at for known in graph.observations.values())
    if found:
        yield t("thesis-found", count=found)
    new = sorted((name for name, known in graph.hypotheses.items() if known.created_at == at), key=order)
    raised = [name for name in new if graph.hypotheses[name].reasoning_tool is None]
    if len(raised) > MOST_RAISED:
        yield t("thesis-raised-many", count=len(raised), first=raised[0], last=raised[-1])
    elif raised:
        yield t("thesis-raised", names=", ".join(raised))
    for name in new:
        tool = graph.hypotheses[name].reasoning_tool
        if tool is not None:
            yield t("thesis-invented", name=name, tool=t(f"thesis-tools-{tool}"))
    for edge in graph.edges:
        if isinstance(edge, ConflictEdge) and edge.created_at == at:
            yield t("thesis-conflict-opened", first=edge.first, second=edge.second)
    yield from _moves(say, at)
    yield from _archived(say, number)
    for name in sorted(graph.hypotheses, key=order):
        if graph.hypotheses[name].rejected_at == at and not graph.hypotheses[name].alive:
            yield t("thesis-rejected-now", name=name)


def _moves(say: ThesisSentences, at: int) -> Iterator[str]:
    """The largest moves of strength of an iteration."""
    changes = {
        name: round(sum(entry.change for entry in known.history if entry.iteration == at), 6)
        for name, known in say.graph.hypotheses.items()
    }
    largest = sorted(changes, key=lambda name: (-abs(changes[name]), order(name)))[:MOST_MOVES]
    yield from (f"{name} {changes[name]:+.2f}" for name in largest if abs(changes[name]) >= LEAST_MOVE)


def _archived(say: ThesisSentences, number: int) -> Iterator[str]:
    t = say.t
    for event in say.around.events.get(number, ()):
        if isinstance(event, StatusMoved) and event.after == "verified":
            yield t("thesis-verified-now", name=event.hypothesis)
        elif isinstance(event, ConflictSettled):
            yield t(
                "thesis-conflict-settled",
                first=event.first,
                second=event.second,
                type=t(f"thesis-resolutions-{event.type}"),
            )


def sources(say: ThesisSentences) -> Iterator[tuple[int, str, AnswerSource | None]]:
    """The pages that are listed: the number of each, what it is, and what the answer cites of it."""
    cited = _cited(say)
    for page in _listed(say):
        source = say.graph.sources[page]
        title = source.title or source.site or host(source.url)
        line = "thesis-cited-line" if page in cited else "thesis-source-line"
        told = say.t(
            line if source.retracted is None else "thesis-retracted-line",
            type=say.t(f"thesis-types-{source.type}"),
            title=plain(title if page not in cited else short(title, MOST_TITLE)),
            url=address(source.url),
            authority=hundredths(source.weight),
            reason=plain(said(source.retracted or "", say.t.language)),
            cites=_quotes_on(say, page),
        )
        yield say.places[page], told, cited.get(page)


def unlisted(say: ThesisSentences) -> int:
    """How many sources are not listed."""
    return len(say.places) - len(_listed(say))


def _cited(say: ThesisSentences) -> dict[PageHash, AnswerSource]:
    return {} if say.answer is None else {one.page: one for one in say.answer.sources}


def _listed(say: ThesisSentences) -> list[PageHash]:
    """The pages that the answer cites, or those that a sentence names and the weightiest of the others."""
    named = set[PageHash](_cited(say))
    if not named:
        named = say.pages_named | set(list(say.places)[: max(0, MOST_SOURCES - len(say.pages_named))])
    return [page for page in say.places if page in named]


def _quotes_on(say: ThesisSentences, page: PageHash) -> str:
    names = say.quotes_of(page)
    more = say.t("thesis-and-more", count=len(names) - MOST_CITED) if len(names) > MOST_CITED else ""
    return cites_of(names[:MOST_CITED]) + more
