"""How a thesis came about and where it comes from: history, sources, and what was left out."""

from collections.abc import Iterator

from pathfinder.protocols.events import ConflictSettled, StatusMoved
from pathfinder.protocols.graph import ConflictEdge
from pathfinder.protocols.ids import order
from pathfinder.protocols.rules.figures import hundredths
from pathfinder.reports.answer_markdown import quotes_of
from pathfinder.reports.markdown import address, plain, table
from pathfinder.reports.record_words import retold
from pathfinder.reports.thesis_saying import Saying, cites_of, host

MOST_MOVES, LEAST_MOVE = 3, 0.01
MOST_RAISED = 4


def history(say: Saying) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [
        (str(number), "; ".join(_happened(say, number)) or say.words.nothing)
        for number in range(1, say.graph.iteration + 1)
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
    for page, number in say.places.items():
        source = say.graph.sources[page]
        line = w.source_line if source.retracted is None else w.retracted_line
        yield f"{number}. " + line.format(
            type=w.types[source.type],
            title=plain(source.title or source.site or host(source.url)),
            url=address(source.url),
            authority=hundredths(source.weight),
            reason=plain(retold(source.retracted or "", w.code)),
            cites=cites_of(say.quotes_of(page)),
        )
        yield from quotes_of(cited[page], say.around) if page in cited else ()
    if not say.places:
        yield w.none


def dropped(say: Saying) -> Iterator[str]:
    w = say.words
    yield w.dropped_intro
    yield ""
    for one in say.dropped:
        reason = w.faults[one.fault.kind].format(what=plain(one.fault.what))
        yield f"- {w.dropped_line.format(text=plain(one.text), reason=reason)}"
