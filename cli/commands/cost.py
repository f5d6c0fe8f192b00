"""`cost`: what a session has cost, on what, and how far the rest goes."""

from collections import Counter
from dataclasses import dataclass

from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.folded import chapters
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.journal import journaled
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.cli.commands.inspect import JsonOption, SessionOption, loaded, sessions_here
from pathfinder.cli.screen.output import as_json, fields, line, lines, money
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.layers import resolve
from pathfinder.locales.catalogue import translator
from pathfinder.protocols.errors import PathfinderError
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.markdown.summary import Tongue, tongue_of

RECENT = 5
"""Iterations that the forecast goes by."""
EXA = "exa search"
"""Who is paid for its searches, as the ledger calls it."""


@dataclass(frozen=True)
class Costs:
    """Everything the dashboard shows, in millionths of a dollar."""

    by_role: dict[str, int]
    by_engine: dict[str, int]
    by_iteration: dict[int, int]
    searches: dict[str, int]
    """How many, by engine."""
    open_usd_micros: int
    spent_usd_micros: int
    budget_usd_micros: int
    iterations_left: int
    exa_left_usd_micros: int | None
    """What is left of the credit that the config names; None where it names none."""

    @property
    def left_usd_micros(self) -> int:
        """Of the budget."""
        return max(0, self.budget_usd_micros - self.spent_usd_micros)

    @property
    def each_usd_micros(self) -> int:
        """What an iteration costs now, by the last five."""
        recent = list(self.by_iteration.values())[-RECENT:]
        return round(sum(recent) / len(recent)) if recent else 0

    @property
    def forecast_usd_micros(self) -> int:
        """What the session will have cost at its end; the budget ends it before more."""
        rest = self.each_usd_micros * self.iterations_left
        return min(self.budget_usd_micros, self.spent_usd_micros + rest)

    @property
    def forecast_iterations(self) -> int:
        """How many more the budget pays for."""
        each = self.each_usd_micros
        return min(self.iterations_left, self.left_usd_micros // each) if each else self.iterations_left


def cost(session: SessionOption = None, json_: JsonOption = False) -> None:
    """What a session has cost, by role, engine and iteration, and how far the budget goes."""
    found, graph = loaded(session)
    known = costs(found, graph)
    if json_:
        as_json({"session": found.id, **_json(known)})
        return
    _show(graph, known, tongue_of(graph))


def costs(session: Session, graph: CogniGraph) -> Costs:
    """From the record: each archive says what the session had cost when its iteration closed."""
    run, paid, before = graph.run, dict[int, int](), 0
    for chapter in chapters(session, graph.iteration, Disk()):
        total = chapter.after.run.spend.total_usd_micros
        if chapter.edits:
            paid[chapter.number] = total - before
        before = total
    spent = _with_open(session, graph)
    return Costs(
        by_role=dict(spent.by_role),
        by_engine=dict(spent.by_engine),
        by_iteration=paid,
        searches=dict(Counter(search.engine for search in graph.searches)),
        open_usd_micros=run.open_usd_micros,
        spent_usd_micros=run.spend.total_usd_micros + run.open_usd_micros,
        budget_usd_micros=run.limits.budget_usd_micros,
        iterations_left=max(0, run.limits.max_iterations - graph.iteration),
        exa_left_usd_micros=_exa_left(),
    )


def _with_open(session: Session, graph: CogniGraph) -> Spend:
    """What was paid for what, the open iteration included: the answer is written in it."""
    entries = journaled(session, graph.iteration + 1, Disk())
    cap = graph.run.limits.budget_usd_micros
    return CapLedger.from_entries(entries, cap, spent_before=graph.run.spend).spend


def _exa_left() -> int | None:
    """The credit of the config less what all sessions here paid for Exa."""
    environ = environment()
    credit = resolve(home(environ), environ).config.search.exa.credit_usd
    if credit is None:
        return None
    sessions, spent = sessions_here(), 0
    for row in sessions.lines():
        try:
            by_engine = glance(sessions.resolve(row.id), Disk()).run.spend.by_engine
        except PathfinderError:
            continue
        spent += by_engine.get(EXA, 0)
    return max(0, round(credit * 1_000_000) - spent)


def _json(known: Costs) -> dict[str, object]:
    def usd(micros: int) -> float:
        return micros / 1_000_000

    return {
        "spent_usd": usd(known.spent_usd_micros),
        "budget_usd": usd(known.budget_usd_micros),
        "left_usd": usd(known.left_usd_micros),
        "by_role": {name: usd(micros) for name, micros in sorted(known.by_role.items())},
        "by_engine": {name: usd(micros) for name, micros in sorted(known.by_engine.items())},
        "by_iteration": {str(at): usd(micros) for at, micros in known.by_iteration.items()},
        "open_iteration_usd": usd(known.open_usd_micros),
        "searches": known.searches,
        "exa_credit_left_usd": None if known.exa_left_usd_micros is None else usd(known.exa_left_usd_micros),
        "forecast": {
            "usd_per_iteration": usd(known.each_usd_micros),
            "iterations_left": known.iterations_left,
            "iterations_paid_for": known.forecast_iterations,
            "usd_at_the_end": usd(known.forecast_usd_micros),
        },
    }


def _show(graph: CogniGraph, known: Costs, speak: Tongue) -> None:
    t = translator(speak)
    line(graph.question)
    fields(
        [
            (t("cost-spent"), f"{money(known.spent_usd_micros)} / {money(known.budget_usd_micros)}"),
            (t("cost-left"), money(known.left_usd_micros)),
        ]
    )
    if known.exa_left_usd_micros is not None:
        fields([(t("cost-exa"), money(known.exa_left_usd_micros))])
    ahead = t(
        "cost-ahead",
        each=money(known.each_usd_micros),
        paid=known.forecast_iterations,
        left=known.iterations_left,
        total=money(known.forecast_usd_micros),
    )
    fields([(t("cost-forecast"), ahead)])
    rows = {str(at): micros for at, micros in known.by_iteration.items()}
    if known.open_usd_micros:
        rows[t("cost-open")] = known.open_usd_micros
    for title, table in (
        (t("cost-roles"), known.by_role),
        (t("cost-engines"), known.by_engine),
        (t("cost-iterations"), rows),
    ):
        _table(title, table)
    if known.searches:
        line(t("cost-searches"))
        fields((name, str(count)) for name, count in sorted(known.searches.items()))
    if not known.spent_usd_micros:
        lines([t("cost-free")])


def _table(title: str, rows: dict[str, int]) -> None:
    """Sums with bars, so that the largest is seen at a glance."""
    most = max(rows.values(), default=0)
    if not most:
        return
    line(title)
    width = max(map(len, rows))
    for name, micros in rows.items():
        lines([f"  {name.ljust(width, '.')} {money(micros):>12}  {'#' * round(30 * micros / most)}"])
