"""Where a session stands, in two columns, in the language of its question."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pathfinder.adapters.storage.files.silence import SilentEngine
from pathfinder.cli.screen.output import money
from pathfinder.cli.screen.words import speaker
from pathfinder.locales.catalogue import Translator, said, translator
from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.planning.health import concerns
from pathfinder.protocols.planning.priority import active_five
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.engine_counts import EngineCount, engine_counts
from pathfinder.reports.content.health_notes import health_note
from pathfinder.reports.markdown.summary import tongue_of

_ROWS: Final = (
    *("session", "status", "engine", "process", "iterations", "evidence", "hypotheses", "conflicts"),
    *("cost", "failures"),
)
"""The rows in their order, by the end of their message's id."""


def status_rows(
    graph: CogniGraph, session: str, pid: int | None, silent: Sequence[SilentEngine] = ()
) -> Iterator[tuple[str, str]]:
    """The session's rows, engines that do not answer just now, then the hypotheses in focus."""
    run = graph.run
    speak = tongue_of(graph)
    t = translator(speak)
    tags = Counter(
        t(f"reader-{reader_tag(graph, name)}") for name, one in graph.hypotheses.items() if one.verdict
    )
    failures = Counter(t(f"thesis-failure-kinds-{failure.kind}") for failure in graph.failures)
    spent = run.spend.total_usd_micros + run.open_usd_micros
    values = (
        session,
        f"{t(f'judge-run-statuses-{run.status}')}{f' ({said(run.reason, speak)})' if run.reason else ''}",
        said(run.engine, speak) or t("judge-no-engine"),
        t("state-process", pid=str(pid)) if pid else t("state-no-process"),
        t("state-iterations", closed=graph.iteration, most=run.limits.max_iterations),
        t("state-evidence", seen=len(graph.observations), pages=len(graph.sources)),
        t(
            "state-hypotheses",
            all=len(graph.hypotheses),
            alive=len(graph.alive()),
            tags=_counted(tags, t("thesis-none")),
        ),
        t("state-conflicts", count=len(graph.active_conflicts())),
        t("state-cost", spent=money(spent), budget=money(run.limits.budget_usd_micros)),
        _counted(failures, t("thesis-none")),
    )
    rows = list(zip((t(f"state-row-{row}") for row in _ROWS), values, strict=True))
    if is_reading_list(graph):
        # Nobody judged anything: no hypotheses, no conflicts, but the reason why.
        rows = [*rows[:6], (t("state-row-judged"), t("state-not-judged")), *rows[8:]]
    yield from rows
    yield from ((t("state-row-health"), health_note(concern, speak)) for concern in concerns(graph))
    yield from ((t("state-row-search"), _engine(known, t)) for known in engine_counts(graph))
    say = speaker(speak)
    for engine in silent:
        told = "screen-engine-again" if engine.state == "waiting" else "screen-engine-resting"
        yield t("state-row-search"), say(told, engine=engine.engine, reason=engine.reason)
    for name in active_five(graph):
        known = graph.hypotheses[name]
        mark, status = source_tag(graph, name).mark, t(f"status-{known.status}")
        yield name, f"{mark} {hundredths(known.strength)} {status}: {claim_text(graph, name)}"


def _engine(known: EngineCount, t: Translator) -> str:
    cost = f", {money(known.usd_micros)}" if known.usd_micros else ""
    failed = f", {t('state-search-failed', failed=known.failed)}" if known.failed else ""
    found = t(
        "state-searched",
        engine=known.engine,
        searches=known.searches,
        results=known.results,
        new=known.new_sources,
    )
    return f"{found}{cost}{failed}"


def _counted(counts: Mapping[str, int], none: str) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or none
