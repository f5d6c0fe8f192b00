"""index.html: one page over all reports of a batch. It asks for nothing from outside, and has no script."""

from collections import Counter
from collections.abc import Sequence

from pathfinder.locales.catalogue import Message, said
from pathfinder.reports.export.batch import Result
from pathfinder.reports.html.document import page
from pathfinder.reports.markdown.summary import Tongue, tongue, verdict_words


def batch_page(batch: str, rows: Sequence[Result], spoken: Tongue | None = None) -> str:
    """The page; sessions are two folders up, as they lie in the folder of all research."""
    speak: Tongue = spoken or (tongue(rows[0].question) if rows else "en")
    return page(
        "batch.html",
        Message("html-batch-title", id=batch).to(speak),
        speak,
        "batch.css",
        {
            "rows": rows,
            "counts": Counter(row.state for row in rows),
            "cost_usd": sum(row.cost_usd for row in rows),
            "verdict": lambda row: verdict_words(row.reader or row.verdict, None, speak),
            "reason": lambda row: said(row.reason, speak),
        },
    )
