"""What each iteration did, as far as the graph remembers."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Literal, get_args

from pathfinder.locales.catalogue import Message, Translator, said, translator
from pathfinder.protocols.evidence.marked_text import claim_text, observation_text
from pathfinder.protocols.graph.judgement import FindingClass
from pathfinder.protocols.graph.memory import Failure, SearchRecord, Thought
from pathfinder.protocols.graph.types import CogniGraph, Observation, Source
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.planning.memory_words import tool_name
from pathfinder.reports.markdown.escaping import plain
from pathfinder.reports.markdown.rendering import render
from pathfinder.reports.markdown.summary import Tongue, claim_verdict, tongue_of

Section = Literal[
    "LOAD", "REFLECT", "PLAN", "EXPLORE", "VERIFY", "MERGE", "AUDIT", "JUDGE", "VERDICT", "IDEATE", "CHECK",
    "REFLEXION", "SAVE", "OUTPUT", "FAILURES",
]  # fmt: skip
MOST_SITES = 5
_Line = tuple[Section, int, str]
"""Where a line stands: its section, and its iteration as the graph counts."""


class IterationLogs:
    """The logs of a session again and again: only what changed is written anew."""

    def __init__(self) -> None:
        self._shown: dict[int, bytes] = {}
        """A digest of what each was made of: the texts themselves would grow with the session."""
        self._observed = Observed()

    def __call__(self, graph: CogniGraph) -> Iterator[tuple[str, str]]:
        """A file for each closed iteration that has another text than the last time."""
        told = _lines_by_section(graph, self._observed)
        known = {0: graph.run.started_at, **graph.run.closed_at}
        for number in range(1, graph.iteration + 1):
            sections = [told.get((section, number - 1), ()) for section in get_args(Section)]
            made_of = repr((tongue_of(graph), known.get(number - 1), known.get(number), sections))
            digest = sha256(made_of.encode(errors="replace")).digest()
            if self._shown.get(number) != digest:
                self._shown[number] = digest
                yield f"iteration_logs/{number:03}.md", _log(graph, told, number)


class Observed:
    """The lines on observations, each made once: a long session has thousands, and they hardly change."""

    def __init__(self) -> None:
        self._known: dict[ObservationId, tuple[Observation, Source | None, Tongue, str]] = {}

    def line(self, graph: CogniGraph, name: ObservationId) -> str:
        """What was found, and where."""
        seen, speak = graph.observations[name], tongue_of(graph)
        source = graph.sources.get(seen.page) if seen.page is not None else None
        known = self._known.get(name)
        if known is None or known[0] is not seen or known[1] is not source or known[2] != speak:
            line = f"{name}: {plain(observation_text(graph, name))} ({_site(graph, name)})"
            known = self._known[name] = seen, source, speak, line
        return known[3]


def iteration_log(graph: CogniGraph, number: int) -> str:
    """One iteration: its searches, what it found, how strengths moved, what failed."""
    return _log(graph, _lines_by_section(graph, Observed()), number)


def _log(graph: CogniGraph, told: Mapping[tuple[Section, int], list[str]], number: int) -> str:
    """The times are there as far as the clock was kept."""
    known = {0: graph.run.started_at, **graph.run.closed_at}
    start, end = known.get(number - 1), known.get(number)
    return render(
        "iteration_log.md",
        tongue_of(graph),
        number=number,
        start=start,
        end=end,
        seconds=max(0, round((end - start).total_seconds())) if start and end else 0,
        sections=[(section, told.get((section, number - 1), ())) for section in get_args(Section)],
    )


def _lines_by_section(graph: CogniGraph, observed: Observed) -> dict[tuple[Section, int], list[str]]:
    told: dict[tuple[Section, int], list[str]] = defaultdict(list)
    for section, at, line in _lines(graph, tongue_of(graph), observed):
        told[section, at].append(line)
    return told


def _lines(graph: CogniGraph, speak: Tongue, observed: Observed) -> Iterator[_Line]:
    """All lines of all iterations; inside a section of an iteration they come in their order."""
    t = translator(speak)
    yield from _thought(graph, t, speak)
    yield from _planned(graph, t)
    for search in graph.searches:
        yield "EXPLORE", search.iteration, _searched(search, t)
    yield from _verified(graph, observed)
    yield from _claims(graph, t, speak)
    for claim in sorted(graph.findings, key=order):
        for kept in graph.findings[claim].classes:
            because = plain(worded(kept.because, speak))
            yield "JUDGE", kept.iteration, f"{claim}: {_class(kept.finding_class, speak)}: {because}"
        verdict, judged = claim_verdict(graph, claim), graph.findings[claim].classes
        if verdict is not None and judged:
            yield "VERDICT", judged[-1].iteration, f"{claim}: {verdict}"
    for point in graph.audit:
        cites = ", ".join(point.observations)
        yield "AUDIT", point.iteration, f"{plain(point.text)} ({cites}; {t(f'log-upheld-{point.upheld}')})"
    yield from _counted(graph, t)
    yield from _taught(graph, t)
    for failure in graph.failures:
        yield "FAILURES", failure.iteration, _failed(failure, speak)


def _planned(graph: CogniGraph, t: Translator) -> Iterator[_Line]:
    """The queries of each strategy."""
    asked: dict[tuple[int, str], list[str]] = defaultdict(list)
    for search in graph.searches:
        asked[search.iteration, search.strategy].append(plain(search.query))
    for (at, strategy), queries in asked.items():
        yield "PLAN", at, t("log-asked", strategy=strategy, queries="; ".join(dict.fromkeys(queries)))


def _verified(graph: CogniGraph, observed: Observed) -> Iterator[_Line]:
    """What was found with its source, and each claim that got evidence with its sources and its tag."""
    for name in sorted(graph.observations, key=order):
        yield "VERIFY", graph.observations[name].created_at, observed.line(graph, name)
    for claim in sorted(graph.findings, key=order):
        tag, sites = source_tag(graph, claim), defaultdict[int, dict[str, None]](dict)
        for edge in graph.evidence(claim):
            sites[edge.created_at][_site(graph, edge.observation)] = None
        for at, known in sites.items():
            shown = ", ".join(list(known)[:MOST_SITES])
            yield "VERIFY", at, f"{tag.mark} {claim} ({tag.confidence}): {shown} ({len(known)})"


def _site(graph: CogniGraph, name: ObservationId) -> str:
    seen = graph.observations[name]
    source = graph.sources.get(seen.page) if seen.page is not None else None
    return plain((source.site or source.url) if source else seen.source_url)


def _counted(graph: CogniGraph, t: Translator) -> Iterator[_Line]:
    """What was known before each iteration, what was saved after it, and what it came to."""
    seen = _Tally(known.created_at for known in graph.observations.values())
    claims = _Tally(known.created_at for known in graph.hypotheses.values())
    searches = _Tally(known.iteration for known in graph.searches)
    rules = _Tally(known.learned_iteration for known in graph.reflexion.learned_rules)
    evidenced: dict[int, dict[HypothesisId, None]] = defaultdict(dict)
    for name in graph.findings:
        for edge in graph.evidence(name):
            evidenced[edge.created_at][name] = None
    for at in range(graph.iteration):
        before = [tally.before(at) for tally in (seen, claims, searches, rules)]
        names = ("observations", "hypotheses", "searches", "rules")
        yield "LOAD", at, t("log-loaded", **dict(zip(names, before, strict=True)))
        saved = t(
            "log-saved",
            observations=seen.before(at + 1),
            new=seen.at(at),
            hypotheses=claims.before(at + 1),
            claims=claims.at(at),
            searches=searches.before(at + 1),
        )
        yield "SAVE", at, f"{saved}"
        touched = evidenced[at]
        marks = Counter(source_tag(graph, name).mark for name in touched)
        shown = ", ".join(f"{mark} {count}" for mark, count in marks.items()) or t("log-none")
        yield "OUTPUT", at, t("log-output", claims=len(touched), marks=shown)
    if graph.health.last_check:
        issues = ", ".join(graph.health.issues) or t("log-none")
        yield "CHECK", graph.health.last_check - 1, t("log-checked", issues=issues)


class _Tally:
    """How many came in each iteration, and before it."""

    def __init__(self, iterations: Iterable[int]) -> None:
        self._sorted = sorted(iterations)

    def before(self, iteration: int) -> int:
        return bisect_left(self._sorted, iteration)

    def at(self, iteration: int) -> int:
        return self.before(iteration + 1) - self.before(iteration)


def _class(name: FindingClass, speak: Tongue) -> str:
    """The name of the protocol, and in Korean what it means."""
    return f"{Message(f'finding-class-{name}').to(speak)} ({name})" if speak == "ko" else name


def _searched(search: SearchRecord, t: Translator) -> str:
    return t(
        "log-searched",
        query=plain(search.query),
        engine=search.engine,
        results=search.result_count,
        new=search.new_sources,
    )


def _failed(failure: Failure, speak: Tongue) -> str:
    kind = translator(speak)(f"thesis-failure-kinds-{failure.kind}") if speak == "ko" else failure.kind
    return f"{kind}: {plain(said(failure.what, speak))}: {plain(said(failure.reason, speak))}"


def _claims(graph: CogniGraph, t: Translator, speak: Tongue) -> Iterable[_Line]:
    """New claims first, then how strengths moved."""
    names = sorted(graph.hypotheses, key=order)
    for name in names:
        known = graph.hypotheses[name]
        yield (
            "IDEATE" if known.type == "B" else "MERGE",
            known.created_at,
            t("log-new", name=name, summary=plain(claim_text(graph, name))),
        )
    for name in names:
        for entry in graph.hypotheses[name].history:
            if entry.change:
                moved = f"{name}: {plain(said(entry.result, speak))} ({entry.change:+.4f})"
                yield "MERGE", entry.iteration, moved


def _thought(graph: CogniGraph, t: Translator, speak: Tongue) -> Iterator[_Line]:
    """How the lead thought, and what was done otherwise because it went in circles."""
    for thought in graph.thoughts:
        tool = tool_name(thought.tool, speak) if speak == "ko" else thought.tool
        yield "REFLECT", thought.iteration, f"{tool}: {plain(thought.because)}"
        if thought.reflection:
            yield "REFLECT", thought.iteration, f"{plain(thought.reflection)}"
        for line in _reflected(graph, thought, t):
            yield "REFLECT", thought.iteration, f"{line}"
        for turn in thought.turns:
            by_rule = f" ({plain(turn.rule)})" if turn.rule else ""
            why = f"{t(f'log-situations-{turn.situation}')}: {plain(turn.reason)}"
            yield "PLAN", thought.iteration, f"{why}: {plain(turn.change)}{by_rule}"


def _reflected(graph: CogniGraph, thought: Thought, t: Translator) -> Iterator[str]:
    """The lists of a reflection: what leads, with its mark of then, what is unsure, what may be missing."""
    for claim in thought.leading:
        name = HypothesisId(claim.hypothesis)
        yield t("log-leading", name=name, mark=claim.mark, summary=plain(claim_text(graph, name)))
    for text in thought.unsure:
        yield t("log-unsure", text=plain(text))
    if thought.overlooked:
        yield t("log-overlooked", text=plain(thought.overlooked))


def _taught(graph: CogniGraph, t: Translator) -> Iterator[_Line]:
    for lesson in graph.reflexion.iterations:
        at, outcome = lesson.iteration, t(f"log-outcomes-{lesson.outcome}")
        yield "REFLEXION", at, f"{outcome}: {plain(lesson.action)}: {plain(lesson.reason)}"
        yield "REFLEXION", at, f"{plain(lesson.lesson)} {plain(lesson.adjustment)}"
    for rule in graph.reflexion.learned_rules:
        counts = f"{rule.success_count}/{rule.applied_count}"
        said = f"{plain(rule.rule)} ({rule.confidence}, {counts})"
        yield "REFLEXION", rule.learned_iteration, said
