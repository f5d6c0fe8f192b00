"""What the screen of a run shows, computed from its events. Nothing here draws."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from pathfinder.protocols.calls import events
from pathfinder.protocols.calls.targets import ConflictTarget, Target
from pathfinder.protocols.graph.memory import Failure, Limits
from pathfinder.protocols.ids import HypothesisId, Iid, investigator, order
from pathfinder.reports.markdown.summary import Tongue, tongue

MOST_ROWS = 8
"""Hypotheses on the screen: the five in focus and a few that moved."""


@dataclass(frozen=True)
class ExplorerSeen:
    """One Explorer of the iteration under way."""

    iid: Iid
    target: Target
    about: str
    doing: events.Doing | None = None
    what: str = ""
    back: events.ExplorerReturned | None = None


@dataclass(frozen=True)
class HypothesisSeen:
    """One hypothesis, with its last move."""

    now: events.HypothesisNow
    moving: bool = False
    """It moved in the iteration under way; before that the move of the last one is shown."""

    @property
    def lively(self) -> bool:
        """Something happened to it lately."""
        return self.now.new or self.now.moved != 0


@dataclass(frozen=True)
class Scene:
    """All that the screen shows of the run."""

    question: str = ""
    speak: Tongue = "en"
    engine: str = ""
    limits: Limits = field(default_factory=Limits)
    iteration: int = 1
    """The one under way, as people count."""
    closed: int = 0
    phase: events.Phase | None = None
    explorers: tuple[ExplorerSeen, ...] = ()
    hypotheses: dict[HypothesisId, HypothesisSeen] = field(default_factory=dict)
    settled: events.ConflictSettled | None = None
    answered: int = 0
    parts: int = 0
    spent_usd_micros: int = 0
    failures: int = 0
    failure: Failure | None = None
    ended: events.RunEnded | None = None

    @property
    def latest_round(self) -> tuple[ExplorerSeen, ...]:
        """Those sent out last: the Judge sends some out again within an iteration."""
        rounds = [investigator(seen.iid).place[:2] for seen in self.explorers]
        return tuple(seen for seen, at in zip(self.explorers, rounds, strict=True) if at == max(rounds))

    @property
    def conflicts(self) -> tuple[ConflictTarget, ...]:
        """The pairs that an Explorer is out to settle."""
        return tuple(
            seen.target
            for seen in self.explorers
            if isinstance(seen.target, ConflictTarget) and seen.back is None
        )

    def rows(self, most: int = MOST_ROWS) -> tuple[HypothesisSeen, ...]:
        """The five in focus in their order, then what moved most."""
        focus = [known for known in self.hypotheses.values() if known.now.active]
        others = [known for known in self.hypotheses.values() if not known.now.active and known.lively]
        others.sort(key=lambda k: (-abs(k.now.moved), -k.now.strength, order(k.now.hypothesis)))
        return tuple((focus + others)[:most])


def heard(scene: Scene, event: events.Event) -> Scene:
    """The scene after an event."""
    match event:
        case events.RunStarted():
            return replace(
                scene,
                question=event.question,
                speak=event.language or tongue(event.question),
                engine=event.engine,
                limits=event.limits or scene.limits,
                iteration=event.iteration + 1,
                closed=event.iteration,
                spent_usd_micros=event.spent_usd_micros,
            )
        case events.QuestionSplit():
            return replace(scene, parts=len(event.parts))
        case events.PhaseEntered():
            fresh = event.phase == "SELECT"
            return replace(
                scene,
                iteration=event.iteration,
                phase=event.phase,
                explorers=() if fresh else scene.explorers,
                hypotheses=_settle_down(scene) if fresh else scene.hypotheses,
            )
        case events.ExplorerSent() | events.ExplorerDoing() | events.ExplorerReturned():
            return replace(scene, explorers=_explorers(scene.explorers, event))
        case (
            events.HypothesisRaised() | events.StrengthMoved() | events.StatusMoved() | events.VerdictGiven()
        ):
            return replace(scene, hypotheses=scene.hypotheses | _hypothesis(scene, event))
        case events.ConflictSettled():
            return replace(scene, settled=event)
        case events.FailureTold():
            return replace(scene, failures=scene.failures + 1, failure=event.failure)
        case events.CallPaid():
            return replace(scene, spent_usd_micros=scene.spent_usd_micros + event.usd_micros)
        case events.IterationClosed():
            return replace(scene, closed=event.iteration, spent_usd_micros=event.spent_usd_micros)
        case events.Standing():
            return replace(
                scene,
                hypotheses=_standing(scene, event),
                answered=event.answered,
                parts=event.parts,
            )
        case events.BudgetChanged():
            limits = scene.limits.model_copy(update={"budget_usd_micros": event.budget_usd_micros})
            return replace(scene, limits=limits)
        case events.RunEnded():
            return replace(scene, ended=event)
        case (
            events.FindingClassified()
            | events.Waiting()
            | events.EngineStateChanged()
            | events.SchemaRefused()
        ):
            return scene
        case events.Reflected() | events.DriftActed() | events.LessonKept() | events.RuleLearned():
            return scene
        case _:
            assert_never(event)


def _standing(scene: Scene, event: events.Standing) -> dict[HypothesisId, HypothesisSeen]:
    """Hypotheses of the last standing, in its order; of the others only the text is kept."""
    told = {known.hypothesis: HypothesisSeen(known) for known in event.hypotheses}
    quiet = {"moved": 0.0, "new": False, "active": False}
    rest = {
        name: HypothesisSeen(known.now.model_copy(update=quiet))
        for name, known in scene.hypotheses.items()
        if name not in told
    }
    return told | rest


def _settle_down(scene: Scene) -> dict[HypothesisId, HypothesisSeen]:
    """An iteration begins: what moved until now is the last move."""
    return {name: replace(known, moving=False) for name, known in scene.hypotheses.items()}


def _explorers(
    seen: tuple[ExplorerSeen, ...],
    event: events.ExplorerSent | events.ExplorerDoing | events.ExplorerReturned,
) -> tuple[ExplorerSeen, ...]:
    match event:
        case events.ExplorerSent():
            return (*seen, ExplorerSeen(iid=event.iid, target=event.target, about=event.about))
        case events.ExplorerDoing():
            return tuple(
                replace(one, doing=event.doing, what=event.what) if one.iid == event.iid else one
                for one in seen
            )
        case events.ExplorerReturned():
            return tuple(replace(one, back=event) if one.iid == event.iid else one for one in seen)
        case _:
            assert_never(event)


def _hypothesis(
    scene: Scene,
    event: events.HypothesisRaised | events.StrengthMoved | events.StatusMoved | events.VerdictGiven,
) -> dict[HypothesisId, HypothesisSeen]:
    """What an event changes; a hypothesis of no standing is shown once its strength is known."""
    name, seen = event.hypothesis, scene.hypotheses.get(event.hypothesis)
    match event:
        case events.HypothesisRaised():
            raised = events.HypothesisNow(
                hypothesis=name,
                summary=event.summary,
                strength=event.strength,
                new=True,
                active=False,
                status="unvisited",
            )
            return {name: HypothesisSeen(raised)}
        case events.StrengthMoved():
            known = seen or HypothesisSeen(
                events.HypothesisNow(
                    hypothesis=name, summary="", strength=event.before, active=False, status="tested"
                )
            )
            before = known.now.moved if known.moving else 0.0
            update = {"strength": event.after, "moved": round(before + event.after - event.before, 6)}
            return {name: HypothesisSeen(known.now.model_copy(update=update), moving=True)}
        case events.StatusMoved():
            return _updated(seen, {"status": event.after})
        case events.VerdictGiven():
            return _updated(seen, {"tag": event.verdict.tag, "side": event.verdict.side, "reader": None})
        case _:
            assert_never(event)


def _updated(seen: HypothesisSeen | None, update: Mapping[str, object]) -> dict[HypothesisId, HypothesisSeen]:
    if seen is None:
        return {}
    return {seen.now.hypothesis: replace(seen, now=seen.now.model_copy(update=update))}
