"""Commands that look at a session and change nothing: status, show, explain, logs, verify."""

import asyncio
import time
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import owner
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.silence import unanswered
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.cli.screen.language import say, speak_of, speak_of_session
from pathfinder.cli.screen.output import as_json, fields, line, lines
from pathfinder.cli.screen.status import status_rows
from pathfinder.cli.settings.environment import environment, home
from pathfinder.locales.catalogue import Message, translator
from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.errors import SessionRefused, UserError
from pathfinder.protocols.evidence.marked_text import claim_text, loose_figures, observation_text
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import ObservationId, PageHash
from pathfinder.reports.content.engine_counts import engine_counts
from pathfinder.reports.export.memory_files import hypothesis_named
from pathfinder.reports.locales.place_words import place_of
from pathfinder.reports.markdown.summary import claim_verdict, tongue_of

SessionOption = Annotated[str | None, typer.Option("--session", help="Id of a session, or how it begins.")]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")]


def sessions_here() -> Sessions:
    """The sessions of this folder."""
    return Sessions(home(environment()), Disk())


def loaded(name: str | None) -> tuple[Session, CogniGraph]:
    """A session and its graph, for reading."""
    session = sessions_here().resolve(name)
    store = FileStore(session, Disk())
    try:
        graph = asyncio.run(store.load())
    finally:
        store.close()
    speak_of(graph)
    return session, graph


def status(session: SessionOption = None, json_: JsonOption = False) -> None:
    """Where a session stands: iterations, evidence, verdicts, cost, failures."""
    if session is None and (planned := _of_the_plan()) is not None:
        if json_:
            as_json(
                {
                    "session": None,
                    "question": planned.question,
                    "iteration": planned.iteration,
                    "observations": len(planned.observations),
                    "hypotheses": len(planned.hypotheses),
                }
            )
            return
        speak_of(planned)
        line(planned.question)
        fields(status_rows(planned, "current", None))
        line(say(Message("session-of-first-plan")))
        return
    found, graph = loaded(session)
    run, pid = graph.run, owner(found, Disk())
    tags = Counter(known.verdict.tag for known in graph.hypotheses.values() if known.verdict)
    failures = Counter(failure.kind for failure in graph.failures)
    spent = run.spend.total_usd_micros + run.open_usd_micros
    silent = unanswered(found.folder / "log.jsonl") if pid else ()
    if json_:
        as_json(
            {
                "session": found.id,
                "question": graph.question,
                "iteration": graph.iteration,
                "status": run.status,
                "reason": run.reason,
                "engine": run.engine,
                "owner_pid": pid,
                "observations": len(graph.observations),
                **(
                    {"judged": False}
                    if is_reading_list(graph)
                    else {"hypotheses": len(graph.hypotheses), "verdicts": dict(tags)}
                ),
                "spent_usd": spent / 1_000_000,
                "budget_usd": run.limits.budget_usd_micros / 1_000_000,
                "failures": dict(failures),
                "search": [known._asdict() for known in engine_counts(graph)],
                "unanswered": [known._asdict() for known in silent],
            }
        )
        return
    line(graph.question)
    fields(status_rows(graph, found.id, pid, silent))


def _of_the_plan() -> CogniGraph | None:
    """The graph of a `current` folder in the format of the first plan, where there is no session of ours."""
    from pathfinder.adapters.storage.files.migration import migrated_graph
    from pathfinder.adapters.storage.files.older import OlderFiles
    from pathfinder.adapters.storage.files.older_plan import read_plan

    root = home(environment())
    if (root / "current").is_symlink() or (root / "sessions").exists():
        return None
    older = read_plan(OlderFiles(root / "current"))
    return None if older is None or not older.question else migrated_graph(older)


def show(
    name: Annotated[
        str, typer.Argument(help="obs_3, hyp_A1 or hyp_001, 1a of the answer, or a page's hash.")
    ],
    session: SessionOption = None,
    json_: JsonOption = False,
) -> None:
    """One observation, hypothesis or page, with its words."""
    found, graph = loaded(session)
    hypothesis = hypothesis_named(graph, name)
    if ObservationId(name) in graph.observations:
        seen = graph.observations[ObservationId(name)]
        if json_:
            as_json({"id": name, **seen.model_dump(mode="json")})
            return
        t = translator(tongue_of(graph))
        lines(
            [
                f"{name}: {observation_text(graph, ObservationId(name))}",
                f"  > {seen.quote or t('file-unquoted')}",
            ],
            width=2_000,
        )
        place = place_of(graph, seen, tongue_of(graph))
        where = f"{seen.source_url} ({place})" if place else seen.source_url
        kind, authority = t(f"file-types-{seen.source_type}"), t("file-authority").lower()
        lines([f"  {kind}, {authority} {seen.authority}, {where}"], width=2_000)
        lines([f"  {t('file-page')} {seen.page}"])
    elif hypothesis is not None:
        known = graph.hypotheses[hypothesis]
        if json_:
            loose = [number.raw for number in loose_figures(graph, hypothesis)]
            as_json({"id": hypothesis, **known.model_dump(mode="json"), "unbound": loose})
            return
        t = translator(tongue_of(graph))
        verdict = claim_verdict(graph, hypothesis)
        standing = f"{known.type}, {t(f'status-{known.status}')}, {known.strength:.4f}"
        called = f"{standing}, {verdict}" if verdict else standing
        lines([f"{hypothesis} ({called}): {claim_text(graph, hypothesis)}"], width=2_000)
        lines([f"  {t('file-holds-when')}: {condition}" for condition in known.conditions], width=2_000)
        for edge in graph.evidence(hypothesis):
            told = observation_text(graph, edge.observation)
            lines([f"  {t(f'file-links-{edge.type}')} {edge.weight} {edge.observation}: {told}"])
    elif PageHash(name) in graph.sources:
        page = FilePages(found, Disk()).read(PageHash(name))
        as_json({"source": page.source.model_dump(mode="json"), "text": page.text})
    elif not _show_cited(found, graph, name.strip("[]"), json_=json_):
        raise UserError(Message("no-such-item", name=ascii(name), session=found.id))


def _show_cited(found: Session, graph: CogniGraph, label: str, *, json_: bool) -> bool:
    """The words behind a number of the answer, such as 1a; whether the answer has it."""
    # Loads what writes answers, which no other look at a session needs.
    from pathfinder.answering import stored_answer
    from pathfinder.reports.content.answer import report_answer
    from pathfinder.reports.content.model_words import Saying

    kept = stored_answer(found.folder, Disk())
    sources = () if kept is None else report_answer(Saying(graph), kept).sources
    cited = [
        (one, quote) for one in sources for quote in one.quotes if label in (quote.label, str(one.number))
    ]
    if json_ and cited:
        as_json(
            {
                "source": cited[0][0].model_dump(mode="json", exclude={"quotes"}),
                "quotes": [quote.model_dump(mode="json") for _, quote in cited],
            }
        )
        return True
    for source, quote in cited:
        about = f"[{quote.label}] {quote.observation or ''}".rstrip()
        place = f" ({quote.place})" if quote.place else ""
        lines(
            [f"{about}: {source.title or source.site}", f"  > {quote.quote}", f"  {source.url}{place}"],
            width=2_000,
        )
    return bool(cited)


def explain(
    hypothesis: Annotated[str, typer.Argument(help="hyp_A1 or hyp_001")], session: SessionOption = None
) -> None:
    """Why a hypothesis is as strong as it is: each term, each step of its verdict."""
    # Loads the words of the HTML report, which no other command here needs.
    from pathfinder.cli.commands.explain import explained

    found, graph = loaded(session)
    name = hypothesis_named(graph, hypothesis)
    if name is None:
        raise UserError(Message("no-such-hypothesis", hypothesis=ascii(hypothesis), session=found.id))
    lines(explained(graph, name), width=400)


def logs(
    session: SessionOption = None,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on as lines come.")] = False,
) -> None:
    """The log of a session, one JSON object a line."""
    path = sessions_here().resolve(session).folder / "log.jsonl"
    if not path.exists():
        raise SessionRefused(Message("session-has-no-log"))
    _tail(path, follow)


def _tail(path: Path, follow: bool) -> None:
    with path.open(encoding="utf-8", errors="replace") as log:
        while True:
            for row in log:
                lines([row], width=100_000)
            if not follow:
                return
            time.sleep(0.3)


def verify(session: SessionOption = None, json_: JsonOption = False) -> None:
    """Does the session on disk hold together? Reads everything, changes nothing."""
    # Folds archives and checks every rule: nothing that the other commands here need.
    from pathfinder.adapters.storage.files.chain import coverage_note
    from pathfinder.adapters.storage.files.verify import verify as problems_of

    found = sessions_here().resolve(session)
    speak_of_session(found)
    problems = problems_of(found, Disk())
    serious = sum(not problem.harmless for problem in problems)
    note = coverage_note(found, Disk())
    if json_:
        rows = [
            {"kind": p.kind, "where": p.where, "sentence": p.sentence, "harmless": p.harmless}
            for p in problems
        ]
        as_json({"session": found.id, "whole": not serious, "problems": rows, "not_covered": note})
    else:
        lines(
            [
                f"{say(Message(f'problem-kind-{problem.kind}'))}: {problem.where}: {say(problem.sentence)}"
                for problem in problems
            ],
            width=400,
        )
        if note is not None:
            line(say(note))
        if serious:
            line(say(Message("verified-problems", session=found.id, count=serious)))
        elif problems:
            line(say(Message("verified-with-leftovers", session=found.id)))
        else:
            line(say(Message("verified-whole", session=found.id)))
    if serious:
        raise typer.Exit(6)
