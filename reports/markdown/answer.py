"""Parts of the answer as lines of Markdown, for the brief (`templates/answer.md`)."""

from collections.abc import Sequence

from pathfinder.reports.content.answer import ReportAnswer, ToldSentence
from pathfinder.reports.locales.words import Words
from pathfinder.reports.markdown.rendering import part
from pathfinder.reports.markdown.sentences import MOST_QUOTE

__all__ = ["MOST_QUOTE", "lead", "prose"]


def lead(told: ReportAnswer, w: Words) -> list[str]:
    """The answer itself, and what to do in which situation."""
    return part("answer.md", "lead", w.code, told).split("\n")[:-1]


def prose(sentences: Sequence[ToldSentence], w: Words) -> list[str]:
    """Paragraphs, bullets and numbered items."""
    return part("answer.md", "prose", w.code, sentences).split("\n")[:-1]
