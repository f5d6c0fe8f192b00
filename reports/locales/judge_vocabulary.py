"""The words of a report, as views in HTML name them."""

from pathfinder.reports.locales.words import Words as JudgeWords

__all__ = ["JudgeWords"]
