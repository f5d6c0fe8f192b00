"""How a thesis came about and where it comes from: history, sources, and what was left out."""

from collections.abc import Iterator

from pathfinder.locales.catalogue import said
from pathfinder.protocols.calls.events import ConflictSettled, StatusMoved
from pathfinder.protocols.graph.types import ConflictEdge
from pathfinder.protocols.ids import PageHash, order
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.markdown.answer import quotes_of
from pathfinder.reports.markdown.escaping import address, plain, short, table
from pathfinder.reports.markdown.thesis_page import Saying, cites_of, host

MOST_MOVES, LEAST_MOVE = 3, 0.01
MOST_RAISED = 4
MOST_ITERATIONS, FIRST_ITERATIONS = 12, 3
"""Rows of the history: the first few iterations and the latest."""
MOST_SOURCES = 20
"""Sources that are listed though no sentence names them."""
MOST_CITED = 3
MOST_TITLE = 40
MOST_DROPPED_TEXT = 120


def history(say: Saying) -> Iterator[str]:
    numbers = list(range(1, say.graph.iteration + 1))
    if len(numbers) > MOST_ITERATIONS:
        numbers = [*numbers[:FIRST_ITERATIONS], 0, *numbers[FIRST_ITERATIONS - MOST_ITERATIONS :]]
    rows: list[tuple[str, ...]] = [
        (str(number), "; ".join(_happened(say, number)) or say.words.nothing) if number else ("…", "…")
        for number in numbers
    ]
    yield table(say.words.history_head, rows)


def _happened(say: Saying, number: int) -> Iterator[str]:
    w, graph, at = say.words, say.graph, number - 1
    found = sum(known.created_at == at for known in graph.observations.values())
    if found:
        yield w.found.format(count=found)
    new = sorted((name for name, known in graph.hypotheses.items() if known.created_at == at), key=order)
    raised = [name for name in new if graph.hypotheses[name].reasoning_tool is None]
    if len(raised) > MOST_RAISED:
        yield w.raised_many.format(count=len(raised), first=raised[0], last=raised[-1])
    elif raised:
        yield w.raised.format(names=", ".join(raised))
    for name in new:
        tool = graph.hypotheses[name].reasoning_tool
        if tool is not None:
            yield w.invented.format(name=name, tool=w.tools[tool])
    for edge in graph.edges:
        if isinstance(edge, ConflictEdge) and edge.created_at == at:
            yield w.conflict_opened.format(first=edge.first, second=edge.second)
    yield from _moves(say, at)
    yield from _archived(say, number)
    for name in sorted(graph.hypotheses, key=order):
        if graph.hypotheses[name].rejected_at == at and not graph.hypotheses[name].alive:
            yield w.rejected_now.format(name=name)


def _moves(say: Saying, at: int) -> Iterator[str]:
    """The largest moves of strength of an iteration."""
    changes = {
        name: round(sum(entry.change for entry in known.history if entry.iteration == at), 6)
        for name, known in say.graph.hypotheses.items()
    }
    largest = sorted(changes, key=lambda name: (-abs(changes[name]), order(name)))[:MOST_MOVES]
    yield from (f"{name} {changes[name]:+.2f}" for name in largest if abs(changes[name]) >= LEAST_MOVE)


def _archived(say: Saying, number: int) -> Iterator[str]:
    w = say.words
    for event in say.telling.events.get(number, ()):
        if isinstance(event, StatusMoved) and event.after == "verified":
            yield w.verified_now.format(name=event.hypothesis)
        elif isinstance(event, ConflictSettled):
            yield w.conflict_settled.format(
                first=event.first, second=event.second, type=w.resolutions[event.type]
            )


def sources(say: Saying) -> Iterator[str]:
    w = say.words
    cited = {} if say.answer is None else {one.page: one for one in say.answer.sources}
    if cited:
        yield from (w.quotes_in, "")
        named = set[PageHash](cited)
    else:
        named = say.pages_named | set(list(say.places)[: max(0, MOST_SOURCES - len(say.pages_named))])
    for page, number in say.places.items():
        if page not in named:
            continue
        source = say.graph.sources[page]
        title = source.title or source.site or host(source.url)
        line = w.source_line if page not in cited else w.cited_line
        yield f"{number}. " + (line if source.retracted is None else w.retracted_line).format(
            type=w.types[source.type],
            title=plain(title if page not in cited else short(title, MOST_TITLE)),
            url=address(source.url),
            authority=hundredths(source.weight),
            reason=plain(said(source.retracted or "", w.code)),
            cites=_first(say, page),
        )
        if page in cited:
            # Quotes that are no observation: no other file of the session has them.
            yield from quotes_of(cited[page], say.around, own=True)
    rest = len(say.places) - sum(page in named for page in say.places)
    if rest:
        yield from ("", w.more_sources.format(count=rest))
    if not say.places:
        yield w.none


def _first(say: Saying, page: PageHash) -> str:
    names = say.quotes_of(page)
    more = say.words.and_more.format(count=len(names) - MOST_CITED) if len(names) > MOST_CITED else ""
    return cites_of(names[:MOST_CITED]) + more


def dropped(say: Saying, most: int) -> Iterator[str]:
    """Sentences that may not stand; the first of them in words."""
    w = say.words
    yield w.dropped_intro
    yield ""
    for one in say.dropped[:most]:
        reason = w.faults[one.fault.kind].format(what=plain(one.fault.what))
        yield f"- {w.dropped_line.format(text=plain(short(one.text, MOST_DROPPED_TEXT)), reason=reason)}"
    if len(say.dropped) > most:
        yield f"- {w.more.format(count=len(say.dropped) - most)}: `pathfinder report --judge`"
