"""A run as plain lines or as NDJSON, one per event; and the choice between these and the live screen."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Literal, assert_never

import typer

from pathfinder.cli.screen.key_commands import Wishes
from pathfinder.cli.screen.output import columns, line, money
from pathfinder.cli.screen.words import WORDS, engine_line
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.events import (
    BudgetChanged,
    CallPaid,
    ConflictSettled,
    DriftActed,
    EngineHeard,
    Event,
    ExplorerDoing,
    ExplorerReturned,
    ExplorerSent,
    FailureTold,
    FindingClassified,
    HypothesisRaised,
    IterationClosed,
    LessonKept,
    PhaseEntered,
    QuestionSplit,
    Reflected,
    RuleLearned,
    RunEnded,
    RunStarted,
    SchemaRefused,
    Standing,
    StatusMoved,
    StrengthMoved,
    VerdictGiven,
    Waiting,
)
from pathfinder.protocols.calls.ports import EventSink
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.planning.memory_words import tool_name
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.locales.record_words import retold
from pathfinder.reports.locales.thesis_words import words
from pathfinder.reports.markdown.summary import (
    RESOLUTION,
    STATUS,
    Tongue,
    summary_lines,
    tongue,
    verdict_words,
)

Detail = Literal["quiet", "normal", "all"]
"""Only the end; what a person follows (an iteration in about twenty lines); every event."""
Shown = Literal["json", "events", "quiet", "normal", "all"]
"""The same, or for programs: one object at the end, or one for every event."""

IDEA = "hyp_B"
_BROUGHT = ("explorers", "quotes", "claims")
_NO = {"", "0", "false", "no"}
"""What CI says where it means that there is none."""


def screen_for(
    shown: Shown, wishes: Wishes, clock: Callable[[], float], environ: Mapping[str, str]
) -> AbstractContextManager[EventSink | None]:
    """Who hears the run: the live screen where a terminal can show it and nothing else was asked for."""
    if shown == "json":
        return nullcontext()
    if shown == "events":
        return nullcontext(EventLines())
    if shown != "normal" or not can_draw(environ):
        return nullcontext(PlainScreen(shown))
    from pathfinder.cli.screen.live import LiveScreen
    from pathfinder.cli.screen.terminal import Terminal

    sys.stdout.flush()
    return LiveScreen(Terminal.open(sys.stdout.fileno()), wishes, clock, environ)


def can_draw(environ: Mapping[str, str]) -> bool:
    """Whether standard output is a terminal that something can be drawn on."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return (
        sys.stdout.isatty()
        and encoding == "utf8"
        and environ.get("TERM", "") not in ("", "dumb")
        and environ.get("CI", "").lower() in _NO
    )


class PlainScreen:
    """Hears events and says them in words, in the language of the question."""

    def __init__(self, detail: Detail = "normal") -> None:
        self._detail = detail
        self._speak: Tongue = "en"
        self._limits = Limits()
        self._silent: frozenset[str] = frozenset()
        """Engines that were told of as not answering."""
        self._called: dict[HypothesisId, str] = {}
        """The verdicts that stand, as they were told."""
        self._judged: dict[HypothesisId, str] = {}
        """Those of the iteration under way, told when it is closed."""
        self._brought = Counter[str]()
        """What the Explorers of the iteration under way came back with."""

    def emit(self, event: Event) -> None:
        """A few lines, or none for what would only be noise."""
        if isinstance(event, RunStarted):
            self._speak = event.language or tongue(event.question)
            self._limits = event.limits or self._limits
        if self._detail == "quiet" and not isinstance(event, RunEnded):
            return
        # Rich is loaded once a run begins, and not for the commands that only look.
        from pathfinder.cli.screen.cells import cut_line

        for said in self._said(event):
            if isinstance(event, RunEnded | Waiting | SchemaRefused):
                line(said)
            else:
                typer.echo(cut_line(said, columns()))

    def _said(self, event: Event) -> Iterator[str]:
        say = WORDS[self._speak]
        match event:
            case RunStarted():
                sentence = say.goes_on if event.iteration else say.begins
                yield sentence.format(question=event.question, number=event.iteration)
            case QuestionSplit():
                yield say.split.format(count=len(event.parts))
                yield from (f"  - {part}" for part in event.parts)
            case PhaseEntered():
                self._silent = frozenset() if event.phase == "SELECT" else self._silent
                if self._detail == "all" or event.phase == "EXPLORE":
                    most = self._limits.max_iterations
                    place = say.iteration.format(number=event.iteration, most=most)
                    yield f"[{place}] {say.phases[event.phase]}"
            case ExplorerSent() | ExplorerDoing() | ExplorerReturned():
                yield from self._explorer(event)
            case HypothesisRaised():
                self._brought["claims"] += 1
                # Claims of pages are counted; an idea of the agents' or of the user's own is told.
                if self._detail == "all" or event.hypothesis.startswith(IDEA):
                    yield f"  + {say.raised.format(name=event.hypothesis, summary=event.summary)}"
            case StrengthMoved():
                if self._detail == "all":
                    steps = {"before": hundredths(event.before), "after": hundredths(event.after)}
                    yield f"  {say.moved.format(name=event.hypothesis, **steps)}"
            case VerdictGiven():
                yield from self._verdict(event)
            case StatusMoved():
                statuses, because = STATUS[self._speak], worded(event.because, self._speak)
                before, after = statuses[event.before], f"{statuses[event.after]} {because}".rstrip()
                yield f"  {say.became.format(name=event.hypothesis, before=before, after=after)}"
            case ConflictSettled():
                yield "  " + say.settled.format(
                    one=event.first,
                    other=event.second,
                    type=RESOLUTION[self._speak][event.type],
                    resolution=event.resolution,
                )
            case FailureTold():
                told = event.failure
                yield "  ! " + say.failure.format(
                    kind=words(self._speak).failure_kinds[told.kind],
                    what=retold(told.what, self._speak),
                    reason=retold(told.reason, self._speak),
                )
            case Reflected() | DriftActed() | LessonKept() | RuleLearned():
                yield from self._remembered(event)
            case CallPaid():
                if self._detail == "all":
                    yield f"  {money(event.usd_micros)}"
            case Waiting():
                reason = retold(event.reason, self._speak)
                yield f"  ~ {say.waiting.format(seconds=round(event.seconds), reason=reason)}"
            case EngineHeard():
                # Many queries wait for one engine: it is told of once, until it answers or is left out.
                again = event.state == "waiting" and event.engine in self._silent
                if not again or self._detail == "all":
                    yield f"  ~ {engine_line(event, say)}"
                others = self._silent - {event.engine}
                self._silent = others if event.state == "back" else others | {event.engine}
            case SchemaRefused():
                reason = retold(event.reason, self._speak)
                yield f"  ~ {say.schema_refused.format(call=event.call, reason=reason)}"
            case IterationClosed():
                spent = money(event.spent_usd_micros)
                counted = say.closed.format(
                    observations=event.observations, hypotheses=event.hypotheses, cost=spent
                )
                brought = say.brought.format_map({**dict.fromkeys(_BROUGHT, 0), **self._brought})
                yield f"[{event.iteration}] {brought}"
                yield f"  {counted}"
                if self._judged:
                    yield f"  {say.judged.format(verdicts=self._verdicts())}"
                self._brought.clear()
                self._judged.clear()
            case Standing():
                yield from summary_lines(event, self._speak)
            case FindingClassified():
                if self._detail == "all":
                    called = Message(f"finding-class-{event.finding_class}").to(self._speak)
                    yield f"  {event.hypothesis}: {called}: {worded(event.because, self._speak)}"
            case BudgetChanged():
                yield f"  {say.budget_changed.format(budget=money(event.budget_usd_micros))}"
            case RunEnded():
                yield f"{say.statuses[event.status]}: {retold(event.reason, self._speak)}"
            case _:
                assert_never(event)

    def _verdict(self, event: VerdictGiven) -> Iterator[str]:
        """What a person follows is where a claim stands, not that it was looked at once more."""
        name = event.hypothesis
        called = verdict_words(event.verdict.tag, event.verdict.side, self._speak)
        undecided = name not in self._called and event.verdict.tag == "Uncertain"
        if not (undecided or self._called.get(name) == called):
            self._judged[name] = called
        self._called[name] = called
        if self._detail == "all":
            yield f"  {WORDS[self._speak].verdict.format(name=name, called=called)}"

    def _verdicts(self) -> str:
        """The claims that are called otherwise than before, verdict by verdict."""
        by_verdict: dict[str, list[HypothesisId]] = {}
        for name, called in self._judged.items():
            by_verdict.setdefault(called, []).append(name)
        return "; ".join(f"{called} ({', '.join(names)})" for called, names in by_verdict.items())

    def _remembered(self, event: Reflected | DriftActed | LessonKept | RuleLearned) -> Iterator[str]:
        """How the research thinks about itself: for those who want to know, and in the log for all."""
        if self._detail != "all":
            return
        say = WORDS[self._speak]
        match event:
            case Reflected():
                tool = tool_name(event.tool, self._speak)
                yield f"  {say.thinking.format(tool=tool, because=event.because)}"
                if event.reflection:
                    yield f"    {event.reflection}"
            case DriftActed():
                turn = event.turn
                by_rule = f" {say.by_rule.format(rule=turn.rule)}" if turn.rule else ""
                yield f"  ~ {say.turned.format(reason=turn.reason, change=turn.change)}{by_rule}"
            case LessonKept():
                told = event.lesson
                rest = {"lesson": told.lesson, "adjustment": told.adjustment}
                yield f"  {say.lesson.format(reason=told.reason, **rest)}"
            case RuleLearned():
                rule = event.rule
                counts = {"applied": rule.applied_count, "success": rule.success_count}
                said = (
                    say.learned.format(rule=rule.rule, confidence=rule.confidence)
                    if event.new
                    else say.followed.format(rule=rule.rule, **counts)
                )
                yield f"  {said}"
            case _:
                assert_never(event)

    def _explorer(self, event: ExplorerSent | ExplorerDoing | ExplorerReturned) -> Iterator[str]:
        say = WORDS[self._speak]
        match event:
            case ExplorerSent():
                if self._detail == "all":
                    about = retold(event.about or event.iid, self._speak)
                    reason = retold(event.reason, self._speak)
                    yield f"  > {event.iid} {say.sent.format(about=about, reason=reason)}"
            case ExplorerDoing():
                if self._detail == "all":
                    yield f"    {event.iid} {say.doing[event.doing].format(what=event.what)}"
            case ExplorerReturned():
                if event.status == "failure":
                    done = say.failed.format(why=retold(event.reason, self._speak))
                elif event.observations:
                    done = say.done.format(quotes=event.observations, claims=event.claims)
                else:
                    done = say.done_empty
                self._brought["explorers"] += 1
                self._brought["quotes"] += event.observations
                if self._detail == "all" or event.status == "failure":
                    yield f"  < {event.iid} {done}"
            case _:
                assert_never(event)


class EventLines:
    """Hears events and writes each as one JSON object."""

    def emit(self, event: Event) -> None:
        """One line of NDJSON."""
        typer.echo(json.dumps(event.model_dump(mode="json")))
