"""The words of a thesis, as the screens name them."""

from pathfinder.reports.locales.words import words

__all__ = ["words"]
