"""A graph as bytes, and back: what cannot be trusted is refused in one sentence, never mended in silence."""

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import GraphFileRefused
from pathfinder.protocols.evidence.status import restatus, restrengthen
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import FORMAT, CogniGraph
from pathfinder.protocols.ids import order

_NOT_EVIDENCE: dict[str, Any] = {
    "failures": True,
    "run": True,
    "sources": {"__all__": {"retrieved_at"}},
    "searches": {"__all__": {"timestamp"}},
}
"""Clock readings, spend and failures may differ between two runs with the same answers."""


def graph_bytes(graph: CogniGraph) -> bytes:
    """The file, the same bytes for equal graphs however they were built."""
    return (_in_order(graph).model_dump_json(indent=1) + "\n").encode()


def evidence_bytes(graph: CogniGraph) -> bytes:
    """What must be equal for equal answers, in whatever order they came."""
    return _in_order(graph).model_dump_json(indent=1, exclude=_NOT_EVIDENCE).encode()


def read_graph(written: bytes, file: str) -> CogniGraph:
    """The graph in a file. One written by hand, without a format number, is taken over (see `adopt`)."""
    with _nothing_is_garbage():
        return _read(written, file)


@contextmanager
def _nothing_is_garbage() -> Iterator[None]:
    """All that a file becomes is kept: looking for garbage among it would take nearly half of the time."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()


def _read(written: bytes, file: str) -> CogniGraph:
    content = _parsed(written, file)
    if not isinstance(content, dict):
        raise GraphFileRefused(file, "", Message("graph-file-no-graph"))
    number = content.get("format", FORMAT)
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise GraphFileRefused(file, "format", Message("graph-file-no-format", number=repr(number)))
    if number > FORMAT:
        raise GraphFileRefused(
            file,
            "format",
            Message("graph-file-newer", number=number, format=FORMAT),
        )
    try:
        graph = CogniGraph.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise GraphFileRefused(file, _dotted(first["loc"]), first["msg"]) from None
    for breach in breaches(graph):
        raise GraphFileRefused(file, breach.place, breach.problem)
    return graph if "format" in content else adopt(graph)


def adopt(graph: CogniGraph) -> CogniGraph:
    """A graph written by hand keeps its nodes; strength and status are worked out anew.

    Its observations have no checked quote, so they carry no weight until an Explorer finds their words.
    What was written and what it became stands in each hypothesis's history.
    """
    alive = tuple(graph.alive())
    graph = apply(graph, restrengthen(graph, alive, "IMPORT"))
    return apply(graph, restatus(graph, alive))


def _parsed(written: bytes, file: str) -> Any:  # noqa: ANN401  (any JSON value)
    try:
        text = written.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise GraphFileRefused(
            file, Message("place-byte", byte=error.start), Message("file-not-utf8")
        ) from None
    except json.JSONDecodeError as error:
        cut = "it is cut or damaged" if written else Message("it-is-empty")
        raise GraphFileRefused(
            file,
            Message("place-line-column", line=str(error.lineno), column=error.colno),
            f"{cut} ({error.msg})",
        ) from None
    except _KeyTwice as error:
        raise GraphFileRefused(file, error.key, Message("graph-file-key-twice")) from None
    except ValueError as error:
        raise GraphFileRefused(file, "", Message("graph-file-number", reason=error)) from None
    except RecursionError:
        raise GraphFileRefused(file, "", Message("graph-file-too-deep")) from None


class _KeyTwice(Exception):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, value in pairs:
        if key in kept:
            raise _KeyTwice(key)
        kept[key] = value
    return kept


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _dotted(place: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in place)


def _in_order(graph: CogniGraph) -> CogniGraph:
    return graph.model_copy(
        update={
            "format": FORMAT,
            "sub_questions": dict(sorted(graph.sub_questions.items())),
            "observations": {
                name: graph.observations[name] for name in sorted(graph.observations, key=order)
            },
            "sources": dict(sorted(graph.sources.items())),
            "hypotheses": {name: graph.hypotheses[name] for name in sorted(graph.hypotheses, key=order)},
            "findings": {name: graph.findings[name] for name in sorted(graph.findings, key=order)},
            "respawns": dict(sorted(graph.respawns.items())),
        }
    )
