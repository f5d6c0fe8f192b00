"""report.md: the Investigation Report, or its short form. Everything comes from the `JudgeReport`."""

from collections.abc import Iterable, Iterator, Sequence

from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.locales.answer_words import answer_words
from pathfinder.reports.locales.judge_words import judge_words
from pathfinder.reports.markdown.answer import definitions, gaps, prose, sections
from pathfinder.reports.markdown.escaping import plain
from pathfinder.reports.markdown.report_actions import Actions
from pathfinder.reports.markdown.report_conflicts import Conflicts
from pathfinder.reports.markdown.report_findings import Answer, Findings
from pathfinder.reports.markdown.report_record import Record


def judge_markdown(report: JudgeReport) -> str:
    """The whole Investigation Report: the answer, the verdicts, and an appendix with everything else."""
    w = judge_words(report.language)
    answer, found, against, left, record = _parts(report)
    told = report.answer
    advice = (w.recommendations if told is None else w.by_rule, left.recommendations())
    first: list[tuple[str, Iterable[str]]] = [
        (w.summary, answer.summary()),
        *_answer(report),
        (w.findings, found.tables()),
    ]
    rest: list[tuple[str, Iterable[str]]] = [
        (w.disagreements, against.disagreements()),
        (w.settled, against.settled()),
        (w.reviews, against.reviews()),
        (w.refuted, against.refuted()),
        advice,
        (w.unknown if told is None else w.open_claims, left.unknown()),
        (w.evidence, record.evidence()),
        *_not_told(report, record),
        (w.sources, record.sources()),
        (w.failures, record.failures()),
        (w.cost, record.cost()),
        (w.metadata, record.metadata()),
    ]
    return _text(report, w.investigation, first, rest)


def short_markdown(report: JudgeReport) -> str:
    """Answer, findings by verdict, sources, failures: what one reads first."""
    w = judge_words(report.language)
    answer, found, against, left, record = _parts(report)
    first: list[tuple[str, Iterable[str]]] = [
        (w.summary, answer.summary()),
        *_answer(report),
        (w.findings, found.listed() if report.answer is None else found.tables()),
    ]
    rest: list[tuple[str, Iterable[str]]] = [
        (w.refuted, against.refuted()),
        (w.unknown if report.answer is None else w.open_claims, left.unknown()),
        *_not_told(report, record),
        (w.sources, record.sources()),
        (w.failures, record.failures()),
    ]
    return _text(report, w.report, first, rest, last=w.more_on)


def _answer(report: JudgeReport) -> Iterator[tuple[str, Iterable[str]]]:
    """The sections of the answer that a Writer wrote, after its first lines."""
    told = report.answer
    if told is None:
        return
    w, around = judge_words(report.language), answer_words(report.language)
    if told.sections:
        yield around.findings, sections(told, around)
    if told.recommendations:
        yield w.recommendations, prose(told.recommendations, around)
    if told.caution:
        yield around.caution, prose(told.caution, around)
    if told.unknown:
        yield w.unknown, gaps(told, around)


def _not_told(report: JudgeReport, record: Record) -> Iterator[tuple[str, Iterable[str]]]:
    if report.answer is not None and report.answer.not_told:
        yield answer_words(report.language).not_told, record.not_told()


def _parts(report: JudgeReport) -> tuple[Answer, Findings, Conflicts, Actions, Record]:
    return Answer(report), Findings(report), Conflicts(report), Actions(report), Record(report)


def _text(
    report: JudgeReport,
    title: str,
    first: Sequence[tuple[str, Iterable[str]]],
    appendix: Sequence[tuple[str, Iterable[str]]],
    last: str = "",
) -> str:
    """Title and sections; without evidence the first line says so. The appendix comes last."""
    w = judge_words(report.language)
    lines = [] if report.has_evidence else [f"**{w.base.no_evidence}**", ""]
    lines += [f"# {title}: {plain(report.metadata.question)}", ""]
    if report.has_evidence and report.simple:
        lines += [f"**{w.simple}**", ""]
    for name, section in first:
        lines += [f"## {name}", "", *section, ""]
    if appendix:
        lines += [f"# {w.appendix}", ""]
    for name, section in appendix:
        lines += [f"## {name}", "", *section, ""]
    if report.dropped:
        lines += [f"## {w.dropped}", "", *Record(report).dropped(), ""]
    if last:
        lines += [last, ""]
    if report.answer is not None:
        lines += definitions(report.answer)
    return "\n".join(lines).rstrip() + "\n"
