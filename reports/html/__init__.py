"""report.html: the Investigation Report as one file that needs nothing else."""

from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.html.document import document


def html_report(report: JudgeReport) -> str:
    """The whole page: the same report always gives the same bytes."""
    return document(report)
