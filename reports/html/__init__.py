"""report.html: the Investigation Report as one file that needs nothing else."""

from pathfinder.reports.html.document import html_report

__all__ = ["html_report"]
