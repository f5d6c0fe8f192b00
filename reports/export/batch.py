"""The results of a batch: one row for every question, as JSON lines and as a table."""

import csv
import io
from collections.abc import Iterable, Sequence

from pydantic import Field

from pathfinder.protocols.calls.batch import State
from pathfinder.protocols.frozen import Frozen, Words, is_empty
from pathfinder.protocols.graph.judgement import ReaderTag, Side, Tag
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.content.finding import ReportFinding, Said
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.export.evidence import cell

RESULT_FORMAT = 1
_TOLD = ("confirmed", "likely", "uncertain")


class ResultFinding(Frozen):
    """A claim of one question, with how far it can be believed."""

    id: str
    claim: str
    verdict: Tag
    side: Side | None
    strength: float
    confidence: float
    """By how many trusted voices speak for it."""
    cites: tuple[str, ...]


class Result(Frozen):
    """How one question came out."""

    format: int = RESULT_FORMAT
    number: int
    label: str = ""
    question: str
    state: State
    reason: Words = ""
    session: str = ""
    """Empty where none was begun."""
    same_as: int | None = None
    """The question that asks the same and has the result."""
    similar_to: int | None = None
    evidence: bool = False
    answer: str = ""
    """One or two sentences, each resting on the observations beside it; empty where nothing answers."""
    cites: tuple[str, ...] = ()
    verdict: Tag | None = None
    side: Side | None = None
    reader: ReaderTag | None = Field(default=None, exclude_if=is_empty)
    """The verdict in the words that readers get."""
    confidence: float | None = None
    findings: tuple[ResultFinding, ...] = ()
    iterations: int = 0
    observations: int = 0
    sources: int = 0
    cost_usd: float = 0.0
    failures: dict[str, int] = Field(default_factory=dict)


def answered(row: Result, graph: CogniGraph, report: JudgeReport) -> Result:
    """The row with what its session found."""
    lead = report.by_id.get(report.summary.hypothesis) if report.summary.hypothesis else None
    spent = graph.run.spend.total_usd_micros + graph.run.open_usd_micros
    update = {
        "evidence": report.has_evidence,
        **_answer(report),
        "verdict": report.summary.tag,
        "side": report.summary.side,
        "reader": lead.reader if lead is not None else None,
        "confidence": lead.confidence if lead is not None else None,
        "findings": tuple(_finding(one) for one in report.findings if one.group in _TOLD),
        "iterations": graph.iteration,
        "observations": len(graph.observations),
        "sources": len(graph.sources),
        "cost_usd": spent / 1_000_000,
        "failures": {one.kind: one.count for one in report.failures.kinds},
    }
    return row.model_copy(update=update)


def _answer(report: JudgeReport) -> dict[str, object]:
    """The Writer's answer, or the sentences that code found, with the observations they rest on."""
    told = report.answer
    if told is None:
        summary = report.summary.answer
        return {"answer": " ".join(said.text for said in summary), "cites": _cites(summary)}
    by_label = {quote.label: quote.observation for source in told.sources for quote in source.quotes}
    cited = (by_label.get(label) for sentence in told.answer for label in sentence.cites)
    return {
        "answer": " ".join(sentence.text for sentence in told.answer),
        "cites": tuple(dict.fromkeys(name for name in cited if name is not None)),
    }


def results_jsonl(rows: Iterable[Result]) -> str:
    """One object a line, in the order of the questions."""
    return "".join(row.model_dump_json() + "\n" for row in rows)


COLUMNS = (
    "number",
    "label",
    "question",
    "state",
    "reason",
    "answer",
    "verdict",
    "side",
    "confidence",
    "confirmed",
    "likely",
    "uncertain",
    "iterations",
    "observations",
    "sources",
    "cost_usd",
    "failures",
    "same_as",
    "similar_to",
    "session",
)


def results_csv(rows: Iterable[Result]) -> str:
    """The table for a spreadsheet, guarded like evidence.csv."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        told = row.model_dump()
        told |= {tag: sum(one.verdict.lower() == tag for one in row.findings) for tag in _TOLD}
        told["failures"] = sum(row.failures.values())
        told["cost_usd"] = f"{row.cost_usd:.6f}"
        writer.writerow([cell("" if told[name] is None else str(told[name])) for name in COLUMNS])
    return "\ufeff" + out.getvalue()


def _finding(one: ReportFinding) -> ResultFinding:
    assert one.verdict is not None  # the groups told here are those of verdicts
    return ResultFinding(
        id=one.id,
        claim=one.claim.text,
        verdict=one.verdict.tag,
        side=one.verdict.side,
        strength=one.strength,
        confidence=one.confidence,
        cites=_cites((one.claim,)),
    )


def _cites(said: Sequence[Said]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for sentence in said for name in sentence.cites))
