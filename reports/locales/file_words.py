"""The words of the files on single nodes, as `pathfinder show` names them."""

from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.locales.words import Words
from pathfinder.reports.markdown.summary import tongue_of


def file_words(graph: CogniGraph) -> Words:
    """Those of the session's language."""
    return Words(tongue_of(graph), "file")
