"""A run as plain lines or as NDJSON, one per event; and the choice between these and the live screen."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Literal, assert_never

import typer

from pathfinder.cli.screen.key_commands import KeyCommands
from pathfinder.cli.screen.output import columns, line, money
from pathfinder.cli.screen.words import engine_line, speaker
from pathfinder.locales.catalogue import Message, said, translator
from pathfinder.protocols.calls import events
from pathfinder.protocols.calls.ports import EventSink
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.planning.memory_words import tool_name
from pathfinder.protocols.text.rounding import hundredths
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
_NO = {"", "0", "false", "no"}
"""What CI says where it means that there is none."""


def screen_for(
    shown: Shown, wishes: KeyCommands, clock: Callable[[], float], environ: Mapping[str, str]
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
    """Prints events as sentences, in the language of the question."""

    def __init__(self, detail: Detail = "normal") -> None:
        self._detail = detail
        self._speak: Tongue = "en"
        self._limits = Limits()
        self._silent: frozenset[str] = frozenset()
        """Engines that were reported as not answering."""
        self._called: dict[HypothesisId, str] = {}
        """The verdicts as they were printed last."""
        self._judged: dict[HypothesisId, str] = {}
        """Those of the iteration under way, printed when it is closed."""
        self._brought = Counter[str]()
        """What the Explorers of the iteration under way came back with."""
        self._observations = 0
        """At the end of the iteration before."""

    def emit(self, event: events.Event) -> None:
        """A few lines, or none for what would only be noise."""
        if isinstance(event, events.RunStarted):
            self._speak = event.language or tongue(event.question)
            self._limits = event.limits or self._limits
        if self._detail == "quiet" and not isinstance(event, events.RunEnded):
            return
        # Rich is loaded once a run begins, and not for the commands that only look.
        from pathfinder.cli.screen.cells import cut_line

        for told in self._said(event):
            if isinstance(event, events.RunEnded | events.Waiting | events.SchemaRefused):
                line(told)
            else:
                typer.echo(cut_line(told, columns()))

    def _said(self, event: events.Event) -> Iterator[str]:
        say = speaker(self._speak)
        match event:
            case events.RunStarted():
                sentence = "screen-goes-on" if event.iteration else "screen-begins"
                self._observations = event.observations
                yield say(sentence, question=event.question, number=event.iteration)
            case events.QuestionSplit():
                yield say("screen-split", count=len(event.parts))
                yield from (f"  - {part}" for part in event.parts)
            case events.PhaseEntered():
                self._silent = frozenset() if event.phase == "SELECT" else self._silent
                if self._detail == "all" or event.phase == "EXPLORE":
                    most = self._limits.max_iterations
                    place = say("screen-iteration", number=event.iteration, most=most)
                    yield f"[{place}] {say(f'phase-{event.phase}')}"
            case events.ExplorerSent() | events.ExplorerDoing() | events.ExplorerReturned():
                yield from self._explorer(event)
            case events.HypothesisRaised():
                self._brought["claims"] += 1
                # Claims of pages are counted; an idea of the agents' or of the user's own is told.
                if self._detail == "all" or event.hypothesis.startswith(IDEA):
                    yield f"  + {say('screen-raised', name=event.hypothesis, summary=event.summary)}"
            case events.StrengthMoved():
                if self._detail == "all":
                    steps = {"before": hundredths(event.before), "after": hundredths(event.after)}
                    yield f"  {say('screen-moved', name=event.hypothesis, **steps)}"
            case events.VerdictGiven():
                yield from self._verdict(event)
            case events.StatusMoved():
                statuses, because = STATUS[self._speak], worded(event.because, self._speak)
                before, after = statuses[event.before], f"{statuses[event.after]} {because}".rstrip()
                yield f"  {say('screen-became', name=event.hypothesis, before=before, after=after)}"
            case events.ConflictSettled():
                yield "  " + say(
                    "screen-settled",
                    one=event.first,
                    other=event.second,
                    type=RESOLUTION[self._speak][event.type],
                    resolution=event.resolution,
                )
            case events.FailureTold():
                told = event.failure
                yield "  ! " + say(
                    "screen-failure",
                    kind=translator(self._speak)(f"thesis-failure-kinds-{told.kind}"),
                    what=said(told.what, self._speak),
                    reason=said(told.reason, self._speak),
                )
            case events.Reflected() | events.DriftActed() | events.LessonKept() | events.RuleLearned():
                yield from self._remembered(event)
            case events.CallPaid():
                if self._detail == "all":
                    yield f"  {money(event.usd_micros)}"
            case events.Waiting():
                reason = said(event.reason, self._speak)
                yield f"  ~ {say('screen-waiting', seconds=round(event.seconds), reason=reason)}"
            case events.EngineStateChanged():
                # Many queries wait for one engine: it is told of once, until it answers or is left out.
                again = event.state == "waiting" and event.engine in self._silent
                if not again or self._detail == "all":
                    yield f"  ~ {engine_line(event, say)}"
                others = self._silent - {event.engine}
                self._silent = others if event.state == "back" else others | {event.engine}
            case events.SchemaRefused():
                reason = said(event.reason, self._speak)
                yield f"  ~ {say('screen-schema-refused', call=event.call, reason=reason)}"
            case events.IterationClosed():
                spent = money(event.spent_usd_micros)
                counted = say(
                    "screen-closed", observations=event.observations, hypotheses=event.hypotheses, cost=spent
                )
                brought = say(
                    "screen-brought",
                    explorers=self._brought["explorers"],
                    facts=event.observations - self._observations,
                    claims=self._brought["claims"],
                )
                self._observations = event.observations
                yield f"[{event.iteration}] {brought}"
                yield f"  {counted}"
                if self._judged:
                    yield f"  {say('screen-judged', verdicts=self._verdicts())}"
                self._brought.clear()
                self._judged.clear()
            case events.Standing():
                yield from summary_lines(event, self._speak)
            case events.FindingClassified():
                if self._detail == "all":
                    called = Message(f"finding-class-{event.finding_class}").to(self._speak)
                    yield f"  {event.hypothesis}: {called}: {worded(event.because, self._speak)}"
            case events.BudgetChanged():
                yield f"  {say('screen-budget-changed', budget=money(event.budget_usd_micros))}"
            case events.RunEnded():
                yield f"{say(f'run-status-{event.status}')}: {said(event.reason, self._speak)}"
            case _:
                assert_never(event)

    def _verdict(self, event: events.VerdictGiven) -> Iterator[str]:
        """What a person follows is where a claim stands, not that it was looked at once more."""
        name = event.hypothesis
        called = verdict_words(event.verdict.tag, event.verdict.side, self._speak)
        undecided = name not in self._called and event.verdict.tag == "Uncertain"
        if not (undecided or self._called.get(name) == called):
            self._judged[name] = called
        self._called[name] = called
        if self._detail == "all":
            yield f"  {speaker(self._speak)('screen-verdict', name=name, called=called)}"

    def _verdicts(self) -> str:
        """The claims that are called otherwise than before, verdict by verdict."""
        by_verdict: dict[str, list[HypothesisId]] = {}
        for name, called in self._judged.items():
            by_verdict.setdefault(called, []).append(name)
        return "; ".join(f"{', '.join(names)} {called}" for called, names in by_verdict.items())

    def _remembered(
        self, event: events.Reflected | events.DriftActed | events.LessonKept | events.RuleLearned
    ) -> Iterator[str]:
        """How the research thinks about itself: for those who want to know, and in the log for all."""
        if self._detail != "all":
            return
        say = speaker(self._speak)
        match event:
            case events.Reflected():
                tool = tool_name(event.tool, self._speak)
                yield f"  {say('screen-thinking', tool=tool, because=event.because)}"
                if event.reflection:
                    yield f"    {event.reflection}"
            case events.DriftActed():
                turn = event.turn
                by_rule = f" {say('screen-by-rule', rule=turn.rule)}" if turn.rule else ""
                yield f"  ~ {say('screen-turned', reason=turn.reason, change=turn.change)}{by_rule}"
            case events.LessonKept():
                told = event.lesson
                rest = {"lesson": told.lesson, "adjustment": told.adjustment}
                yield f"  {say('screen-lesson', reason=told.reason, **rest)}"
            case events.RuleLearned():
                rule = event.rule
                counts = {"applied": rule.applied_count, "success": rule.success_count}
                said = (
                    say("screen-learned", rule=rule.rule, confidence=rule.confidence)
                    if event.new
                    else say("screen-followed", rule=rule.rule, **counts)
                )
                yield f"  {said}"
            case _:
                assert_never(event)

    def _explorer(
        self, event: events.ExplorerSent | events.ExplorerDoing | events.ExplorerReturned
    ) -> Iterator[str]:
        say = speaker(self._speak)
        match event:
            case events.ExplorerSent():
                if self._detail == "all":
                    about = said(event.about or event.iid, self._speak)
                    reason = said(event.reason, self._speak)
                    yield f"  > {event.iid} {say('screen-sent', about=about, reason=reason)}"
            case events.ExplorerDoing():
                if self._detail == "all":
                    yield f"    {event.iid} {say(f'doing-{event.doing}', what=event.what)}"
            case events.ExplorerReturned():
                if event.status == "failure":
                    done = say("screen-failed", why=said(event.reason, self._speak))
                elif event.observations:
                    done = say("screen-done", quotes=event.observations, claims=event.claims)
                else:
                    done = say("screen-done-empty")
                self._brought["explorers"] += 1
                if self._detail == "all" or event.status == "failure":
                    yield f"  < {event.iid} {done}"
            case _:
                assert_never(event)


class EventLines:
    """Prints each event as one JSON object."""

    def emit(self, event: events.Event) -> None:
        """One line of NDJSON."""
        typer.echo(json.dumps(event.model_dump(mode="json")))
