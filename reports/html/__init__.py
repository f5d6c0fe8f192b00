"""report.html: the Investigation Report as one file that needs nothing else."""

from pathfinder.reports.html.document import document
from pathfinder.reports.judge_content import JudgeReport


def html_report(report: JudgeReport) -> str:
    """The whole page: the same report always gives the same bytes."""
    return document(report)
