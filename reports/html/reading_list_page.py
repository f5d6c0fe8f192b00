"""The reading list as one page that loads nothing."""

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.answer.reading_list import ReadingList
from pathfinder.reports.html.document import page
from pathfinder.reports.markdown.reading_list import (
    columns_of,
    counts_line,
    documents,
    figure_source,
    first_source,
    retracted_line,
    said_by,
    source_line,
)
from pathfinder.reports.markdown.summary import Tongue


def list_html(known: ReadingList, speak: Tongue) -> str:
    """The whole list."""
    t = translator(speak)
    return page(
        "reading_list.html",
        t("list-title", question=known.question),
        speak,
        "reading_list.css",
        {
            "known": known,
            "columns": columns_of(t),
            "counts": counts_line(known, t),
            "documents": documents(known),
            "source_line": lambda source: source_line(source, t),
            "said_by": lambda passage: said_by(passage, t),
            "first_source": lambda passage: first_source(passage, passage.sources[0], t),
            "figure_source": lambda source: figure_source(source, t),
            "retracted_line": lambda source: retracted_line(source, t),
        },
    )
