"""report.md: the Investigation Report, or its short form. Everything comes from the `JudgeReport`."""

from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.markdown.rendering import render
from pathfinder.reports.markdown.report_page import MOST_CHALLENGE, MOST_OPEN, MOST_ROWS, ReportPage
from pathfinder.reports.markdown.report_sentences import MOST_QUOTES


def judge_markdown(report: JudgeReport) -> str:
    """The whole Investigation Report: the answer, the verdicts, and an appendix with everything else."""
    return _text(report, judge=True)


def short_markdown(report: JudgeReport) -> str:
    """Answer, findings by verdict, sources, failures: what one reads first."""
    return _text(report, judge=False)


def _text(report: JudgeReport, *, judge: bool) -> str:
    text = render(
        "report.md",
        report.language,
        report=report,
        told=report.answer,
        page=ReportPage(report),
        judge=judge,
        most={"rows": MOST_ROWS, "open": MOST_OPEN, "quotes": MOST_QUOTES, "challenge": MOST_CHALLENGE},
    )
    return text.rstrip() + "\n"
