"""The reading list of a session, built with the sentence vectors of this machine.

Without a model there are no claims, so no rule gives a verdict. A new view of a session asks
`is_reading_list(graph)` first.
"""

from collections.abc import Iterator

from pathfinder.protocols.answer.reading_list import ReadingList, is_reading_list
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.session_files import SessionFiles


def list_of(graph: CogniGraph) -> ReadingList:
    """The list as the graph stands. The vectors are loaded here, and only here."""
    from pathfinder.adapters.language.encoder import encoder
    from pathfinder.adapters.models.reading_list.listing import reading_list

    return reading_list(graph, encoder())


def kept_files() -> SessionFiles:
    """The files of a session, made again and again while it runs."""
    return SessionFiles(_list_if_any)


def session_files(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    """Every file of a session, once."""
    return kept_files()(graph)


def _list_if_any(graph: CogniGraph) -> ReadingList | None:
    return list_of(graph) if is_reading_list(graph) else None
