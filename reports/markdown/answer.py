"""Parts of the answer as lines of Markdown, for the brief (`templates/answer.md`)."""

from collections.abc import Sequence

from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.answer import ReportAnswer, ToldSentence
from pathfinder.reports.markdown.rendering import part
from pathfinder.reports.markdown.sentences import MOST_QUOTE

__all__ = ["MOST_QUOTE", "lead", "prose"]


def lead(told: ReportAnswer, language: Language) -> list[str]:
    """The answer itself, and what to do in which situation."""
    return part("answer.md", "lead", language, told).split("\n")[:-1]


def prose(sentences: Sequence[ToldSentence], language: Language) -> list[str]:
    """Paragraphs, bullets and numbered items."""
    return part("answer.md", "prose", language, sentences).split("\n")[:-1]
