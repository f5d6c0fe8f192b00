"""What `research` and `resume` print: limits and forecast before a run, answer and result after it."""

from typing import TYPE_CHECKING

import typer

from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import as_json, columns, line, lines, money, place
from pathfinder.cli.screen.words import speaker
from pathfinder.locales.catalogue import Message, said

if TYPE_CHECKING:
    from pathfinder.adapters.storage.files.layout import Session
    from pathfinder.cli.settings.run_setup import PreparedRun
    from pathfinder.orchestrator.run import RunEnd
    from pathfinder.reports.markdown.summary import Tongue


def show_limits(run: "PreparedRun", speak: "Tongue") -> None:
    """The first lines: who answers, when it ends, what it may cost, how to stop it."""
    if run.reading is not None and not run.replayed:
        # It ends by itself within a few iterations, and costs nothing.
        line(speaker(speak)("screen-engine", name=said(run.deps.name, speak)))
    else:
        show_forecast(run, speak)
    if not run.replayed:
        line(speaker(speak)("screen-stopping-it"))


def show_forecast(run: "PreparedRun", speak: "Tongue") -> None:
    """Who answers, when it ends, what it may cost."""
    say, limits = speaker(speak), run.config.limits
    line(say("screen-engine", name=said(run.deps.name, speak)))
    if run.replayed:
        return
    line(say("screen-limits", iterations=limits.max_iterations, budget=money(limits.budget_usd_micros)))
    line(said(run.forecast.sentence, speak))
    if run.config.parallel < run.wanted:
        line(say("screen-fewer", explorers=run.config.parallel, wanted=run.wanted))


def forecast_json(run: "PreparedRun", question: str) -> dict[str, object]:
    """What a run is expected to cost, and the most it may."""
    known = run.forecast
    return {
        "question": question,
        "engine": run.deps.name,
        "basis": known.basis,
        "explorers": run.config.parallel,
        "usd_per_iteration": known.iteration_usd_micros / 1_000_000,
        "iterations": known.iterations,
        "usd": known.total_usd_micros / 1_000_000,
        "budget_usd": known.limits.budget_usd_micros / 1_000_000,
    }


def show_end(run: "PreparedRun", session: "Session", question: str, end: "RunEnd") -> None:
    """The answer or the reading list, and where the report is; then how the run ended, as an exit code."""
    from pathfinder.protocols.answer.reading_list import is_reading_list
    from pathfinder.reports.markdown.interim import has_evidence
    from pathfinder.reports.markdown.summary import tongue

    if is_reading_list(end.graph):
        _show_list(run, session, end)
    elif end.answer is not None:
        _show_answer(run, session, end)
    elif run.shown in ("normal", "all") and has_evidence(end.graph):
        if end.unwritten:
            line(say(Message("no-answer-written", reason=end.unwritten)))
        line(speaker(run.config.language or tongue(question))("screen-next-steps"))
    _finish(end, json_=run.shown == "json")


def _show_list(run: "PreparedRun", session: "Session", end: "RunEnd") -> None:
    """The reading list, and where the report is; with --json and --events the report is only written."""
    from pathfinder.cli.commands.report import write_list
    from pathfinder.reading import list_of
    from pathfinder.reports.markdown.reading_list import list_lines
    from pathfinder.reports.markdown.summary import tongue_of

    known, speak = list_of(end.graph), run.config.language or tongue_of(end.graph)
    paths = write_list(session, known, speak, ("md", "html"))
    if run.shown not in ("normal", "all"):
        return
    line()
    for text in list_lines(known, speak, columns()):
        (lines([text]) if "  " in text.lstrip() else line(text))
    line()
    beside = ", ".join(path.name for path in paths[1:])
    place(say(Message("reading-list-files", path=paths[0], others=beside)))
    found = any(part.passages for part in known.parts)
    line(speaker(speak)("screen-next-steps-unjudged" if found else "screen-next-steps-nothing"))


def _show_answer(run: "PreparedRun", session: "Session", end: "RunEnd") -> None:
    """The answer, and where the report is; with --json and --events the report is only written."""
    from pathfinder.cli.commands.report import write_reports
    from pathfinder.reports.markdown.answer_lines import answer_content, answer_lines
    from pathfinder.writing import Written

    paths = write_reports(session, Written(end.graph, end.answer), run.config.language or None)
    if run.shown not in ("normal", "all") or end.answer is None:
        return
    line()
    for text in answer_lines(answer_content(end.graph, end.answer), end.answer.language):
        line(text)
    line()
    for path in paths:
        place(say(Message("report-written", path=path)))


def _answer(end: "RunEnd") -> dict[str, object] | None:
    """The answer as report.json has it; None if none was written."""
    from pathfinder.reports.markdown.answer_lines import answer_content

    return None if end.answer is None else answer_content(end.graph, end.answer).model_dump(mode="json")


def _finish(end: "RunEnd", *, json_: bool) -> None:
    """Say how it ended, and end with its exit code."""
    from pathfinder.reports.markdown.interim import has_evidence

    graph, evidence = end.graph, has_evidence(end.graph)
    if json_:
        as_json(
            {
                "question": graph.question,
                "status": graph.run.status,
                "reason": graph.run.reason,
                "iterations": graph.iteration,
                "evidence": evidence,
                "observations": len(graph.observations),
                "spent_usd": (graph.run.spend.total_usd_micros + graph.run.open_usd_micros) / 1_000_000,
                **_judged(end),
            }
        )
    if end.error is not None:
        raise end.error
    if not evidence:
        typer.echo(f"pathfinder: {say(Message('no-evidence'))}", err=True)
        raise typer.Exit(1)


def _judged(end: "RunEnd") -> dict[str, object]:
    """The findings and the answer; of a session that nobody judged, its reading list instead."""
    from pathfinder.protocols.answer.reading_list import is_reading_list
    from pathfinder.protocols.evidence.marked_text import claim_text
    from pathfinder.reading import list_of

    graph = end.graph
    if is_reading_list(graph):
        return {"judged": False, "reading_list": list_of(graph).model_dump(mode="json")}
    return {
        "findings": [
            {
                "hypothesis": name,
                "summary": claim_text(graph, name),
                "status": graph.hypotheses[name].status,
                "strength": graph.hypotheses[name].strength,
                "verdict": finding.verdict.tag if finding.verdict else None,
                "side": finding.verdict.side if finding.verdict else None,
            }
            for name, finding in graph.findings.items()
        ],
        "answer": _answer(end),
    }
