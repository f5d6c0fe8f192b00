"""The words of a report in the language it is read in."""

from pathfinder.reports.locales.words import judge_words

__all__ = ["judge_words"]
