"""The reading list as one page that loads nothing."""

from pathfinder.protocols.answer.reading_list import ReadingList
from pathfinder.reports.html.document import page
from pathfinder.reports.locales.reading_list_words import LIST_WORDS
from pathfinder.reports.markdown.reading_list import (
    counts_line,
    documents,
    first_source,
    retracted_line,
    said_by,
    source_line,
)
from pathfinder.reports.markdown.summary import Tongue


def list_html(known: ReadingList, speak: Tongue) -> str:
    """The whole list."""
    w = LIST_WORDS[speak]
    return page(
        "reading_list.html",
        w.title.format(question=known.question),
        speak,
        "reading_list.css",
        {
            "known": known,
            "w": w,
            "counts": counts_line(known, w),
            "documents": documents(known),
            "source_line": lambda source: source_line(source, w),
            "said_by": lambda passage: said_by(passage, w, speak),
            "first_source": lambda passage: first_source(passage, passage.sources[0], w, speak),
            "retracted_line": lambda source: retracted_line(source, w, speak),
        },
    )
