"""report.md: the Investigation Report, or its short form. Everything comes from the `JudgeReport`."""

from collections.abc import Iterable, Sequence

from pathfinder.reports.judge_content import JudgeReport
from pathfinder.reports.judge_words import judge_words
from pathfinder.reports.markdown import plain
from pathfinder.reports.markdown_actions import Actions
from pathfinder.reports.markdown_conflicts import Conflicts
from pathfinder.reports.markdown_findings import Answer, Findings
from pathfinder.reports.markdown_record import Record


def judge_markdown(report: JudgeReport) -> str:
    """The whole Investigation Report."""
    w = judge_words(report.language)
    answer, found, against, left, record = _parts(report)
    return _text(
        report,
        w.investigation,
        [
            (w.summary, answer.summary()),
            (w.findings, found.tables()),
            (w.disagreements, against.disagreements()),
            (w.settled, against.settled()),
            (w.reviews, against.reviews()),
            (w.refuted, against.refuted()),
            (w.recommendations, left.recommendations()),
            (w.unknown, left.unknown()),
            (w.evidence, record.evidence()),
            (w.sources, record.sources()),
            (w.failures, record.failures()),
            (w.cost, record.cost()),
            (w.metadata, record.metadata()),
        ],
    )


def short_markdown(report: JudgeReport) -> str:
    """Answer, findings by verdict, sources, failures: what one reads first."""
    w = judge_words(report.language)
    answer, found, against, left, record = _parts(report)
    return _text(
        report,
        w.report,
        [
            (w.summary, answer.summary()),
            (w.findings, found.listed()),
            (w.refuted, against.refuted()),
            (w.unknown, left.unknown()),
            (w.sources, record.sources()),
            (w.failures, record.failures()),
        ],
        last=w.more_on,
    )


def _parts(report: JudgeReport) -> tuple[Answer, Findings, Conflicts, Actions, Record]:
    return Answer(report), Findings(report), Conflicts(report), Actions(report), Record(report)


def _text(
    report: JudgeReport, title: str, sections: Sequence[tuple[str, Iterable[str]]], last: str = ""
) -> str:
    """Title and sections; without evidence the first line says so."""
    w = judge_words(report.language)
    lines = [] if report.has_evidence else [f"**{w.base.no_evidence}**", ""]
    lines += [f"# {title}: {plain(report.metadata.question)}", ""]
    if report.has_evidence and report.simple:
        lines += [f"**{w.simple}**", ""]
    for name, section in sections:
        lines += [f"## {name}", "", *section, ""]
    if report.dropped:
        lines += [f"## {w.dropped}", "", *Record(report).dropped(), ""]
    if last:
        lines += [last, ""]
    return "\n".join(lines).rstrip() + "\n"
