"""The words around an answer, as views in HTML name them."""

from pathfinder.reports.locales.words import Words as AnswerWords
from pathfinder.reports.locales.words import answer_words

__all__ = ["AnswerWords", "answer_words"]
