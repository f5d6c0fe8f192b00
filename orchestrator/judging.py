"""Rounds 2 to 4: findings are classified, challenged, looked into again, and judged.

    round 2  every finding that got evidence gets its class
    round 3  unless all is plainly agreed: what is agreed is challenged (Track A) while Explorers go out again
             for the rest (Track B), twice at most; what was agreed last is challenged once more
    round 4  every finding under judgement gets its verdict

The order of these steps is here; what they decide is in the rules.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pathfinder.agents.counter_reviewer import (
    ReviewBatch,
    challenge_question,
    checked_points,
    kept_review,
    observations,
    review_batches,
    reviews,
)
from pathfinder.agents.fanout import fan_out
from pathfinder.agents.lead import BriefContext
from pathfinder.agents.missions import mission_views, send_again
from pathfinder.orchestrator.exploring import send
from pathfinder.orchestrator.iteration_state import CONTEXT_TOKENS, Iteration
from pathfinder.orchestrator.merging import MergedReports, merge_reports, settle_conflicts
from pathfinder.protocols.calls.asks import Answered, Unable
from pathfinder.protocols.calls.explorer_reports import ExplorerReport
from pathfinder.protocols.calls.questions import ChallengeClaims, ClaimReview, ClaimReviews, WriteBriefs
from pathfinder.protocols.calls.targets import HypothesisTarget, Target
from pathfinder.protocols.evidence.identity import surviving
from pathfinder.protocols.evidence.status import restrengthen
from pathfinder.protocols.graph.edits import SetAudit, SetFinding, SetSelection
from pathfinder.protocols.graph.judgement import Finding, Stance
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judging.auditing import discounts_of
from pathfinder.protocols.judging.auditing import touched as discount_touched
from pathfinder.protocols.judging.classification import (
    Ruling,
    current,
    current_ruling,
    needs_round_three,
    reclassify,
    record,
    to_challenge,
)
from pathfinder.protocols.judging.merge import Caveat, in_place
from pathfinder.protocols.judging.respawn import AvailableExplorers, Respawn, plan
from pathfinder.protocols.judging.reviewing import merged as merged_with
from pathfinder.protocols.judging.reviewing import reworded, struck_links
from pathfinder.protocols.judging.stances import with_stances
from pathfinder.protocols.judging.verdicts import judged, unjudged, verdict
from pathfinder.protocols.planning.closing import Outcome
from pathfinder.protocols.planning.context import context
from pathfinder.protocols.planning.priority import ranked
from pathfinder.protocols.planning.selection import mode
from pathfinder.protocols.text.languages import language

Pass = Literal[1, 2]
UNREAD = Reason(kind="unread")
TURNS_AGAIN = 1
"""Turns of an Explorer that is sent out again: it has one point to settle."""


class ReviewedBatch(NamedTuple):
    """A batch of claims and what the counter-reviewer said of them."""

    batch: ReviewBatch
    answer: ClaimReviews


class JudgingResult(NamedTuple):
    """What the Explorers of an iteration came to, all rounds together."""

    outcomes: tuple[Outcome, ...]
    changed: set[HypothesisId]
    """The hypotheses whose evidence or conflicts changed."""
    looked_at: frozenset[HypothesisId] = frozenset()
    """The hypotheses that an Explorer concluded on."""


async def judge(
    iteration: Iteration, reports: Sequence[ExplorerReport], first: MergedReports
) -> JudgingResult:
    """All rounds of judging on what round 1 brought."""
    iteration.enter("JUDGE")
    session = JudgingSession(iteration)
    in_order = in_place(reports)
    await session.take_in([(report.target, report) for report in in_order], first)
    session.classify()
    examined = needs_round_three(session.findings().values(), quick=iteration.deps.inputs.quick)
    if examined:
        await session.examine(1)
        if any(current(finding) == "DISAGREED" for finding in session.findings().values()):
            await session.examine(2)
        await session.challenge_the_rest()
    iteration.enter("VERDICT")
    session.decide(challenged=examined)
    return JudgingResult(session.outcomes(), session.changed(), frozenset(session.concluded_on()))


@dataclass
class JudgingSession:
    """The findings of one iteration under judgement."""

    iteration: Iteration
    looked: list[tuple[Target, ExplorerReport]] = field(default_factory=list)
    """Who looked at what: a re-spawn looked at the finding it was sent for, wherever it once came from."""
    merges: list[MergedReports] = field(default_factory=list)
    names: set[HypothesisId] = field(default_factory=set)
    settled: set[HypothesisId] = field(default_factory=set)
    silent: list[tuple[str, str]] = field(default_factory=list)
    """Answers that could not be read in round 3; recorded in order once both tracks have finished."""
    last_pass: Pass = 1

    @property
    def graph(self) -> CogniGraph:
        return self.iteration.graph

    def findings(self) -> dict[HypothesisId, Finding]:
        """The findings under judgement as they stand, by id."""
        names = sorted(self.names, key=order)
        return {name: self.graph.findings.get(name, Finding()) for name in names}

    def changed(self) -> set[HypothesisId]:
        """The hypotheses whose evidence or conflicts changed in this iteration."""
        evidence = {edge.hypothesis for edge in self.graph.evidence_of(self.graph.iteration)}
        return evidence | self._survivors(self.settled)

    def outcomes(self) -> tuple[Outcome, ...]:
        """How each Explorer ended. It brought something if it found a quote that was new."""
        brought = {
            iid
            for merged in self.merges
            for (iid, _), name in merged.merged.observed.items()
            if self.graph.observations[name].created_at == self.graph.iteration
        }
        return tuple(
            Outcome(target=target, ran=report.status != "failure", brought=report.iid in brought)
            for target, report in self.looked
        )

    def concluded_on(self) -> set[HypothesisId]:
        """The hypotheses that an Explorer of this iteration assessed."""
        return self._survivors(name for merged in self.merges for name in merged.merged.stances)

    async def take_in(self, looked: Sequence[tuple[Target, ExplorerReport]], merged: MergedReports) -> None:
        """Take in what Explorers brought: their resolutions, their stances, and who is under judgement."""
        self.looked += looked
        self.merges.append(merged)
        reports = [report for _, report in looked]
        self.settled |= merged.weakened | await settle_conflicts(self.iteration, reports, merged.merged)
        stances: dict[HypothesisId, tuple[Stance, ...]] = {}
        for name, held in merged.merged.stances.items():
            # A claim that was merged away since is judged as what it was merged into.
            meant = surviving(self.graph, name) or name
            stances[meant] = (*stances.get(meant, ()), *held)
        self.names = self._survivors(self.names) | self.changed() | stances.keys()
        for name, held in stances.items():
            self._set(name, with_stances(self.graph.findings.get(name, Finding()), held))
        self._qualify(merged.merged.caveats)

    def _qualify(self, caveats: Sequence[Caveat]) -> None:
        """What limits a claim is kept with its finding and shown with its verdict."""
        for name, observation in caveats:
            meant = surviving(self.graph, name) or name
            if meant in self.graph.findings:
                # Its verdict is given anew, with the caveat; a claim nobody has judged is not judged for it.
                self.names.add(meant)
            finding = self.graph.findings.get(meant, Finding())
            limits = tuple(sorted({*finding.qualified_by, observation}, key=order))
            self._set(meant, finding.model_copy(update={"qualified_by": limits}))

    def classify(self) -> None:
        """Round 2: every finding that got evidence gets its class."""
        for name, finding in self.findings().items():
            ruling = current_ruling(self.graph, name, finding)
            self._set(name, record(finding, ruling, iteration=self.graph.iteration, round_=2))

    async def examine(self, pass_: Pass) -> None:
        """Round 3, one pass: both tracks at the same time, then every finding gets its class anew."""
        self.last_pass = pass_
        findings, graph = self.findings(), self.graph
        alive = {name: known for name, known in findings.items() if graph.hypotheses[name].alive}
        track = plan(graph, alive, self._fleet(), pass_)
        agreed = to_challenge(graph, findings)
        self.iteration.do(track.edits())
        for mission in track.missions:
            finding = self.graph.findings[mission.finding]
            self._set(mission.finding, finding.model_copy(update={"looks": finding.looks + 1}))
        reviewed: list[ReviewedBatch] = []
        brought: list[ExplorerReport] = []

        async def challenge() -> None:
            reviewed.extend(await self._reviews(agreed, pass_))

        async def go_again() -> None:
            brought.extend(await self._sent_again(track.missions, pass_))

        await _together([challenge, go_again])
        self._keep(reviewed)
        if brought:
            merged = await merge_reports(self.iteration, brought, round_=3, pass_=pass_)
            missions = zip(track.missions, brought, strict=True)
            looked = [(HypothesisTarget(hypothesis=mission.finding), report) for mission, report in missions]
            await self.take_in(looked, merged)
        failed = {
            mission.finding
            for mission, report in zip(track.missions, brought, strict=True)
            if report.status == "failure"
        }
        self._reclassify(pass_, unable=failed | set(track.exhausted))
        if track.carried:
            selection = self.graph.selection.model_copy(update={"carried": track.carried})
            self.iteration.do([SetSelection(selection=selection)])

    async def challenge_the_rest(self) -> None:
        """What became AGREED in the last pass is challenged too, before it can be confirmed."""
        agreed = to_challenge(self.graph, self.findings())
        if agreed:
            self._keep(await self._reviews(agreed, self.last_pass, again=True))
            self._reclassify(self.last_pass)

    def decide(self, *, challenged: bool) -> None:
        """Round 4: every finding under judgement gets its verdict; unreadable answers leave none."""
        unread = self._survivors({name for merged in self.merges for name in merged.unread})
        for name, finding in self.findings().items():
            given = (
                unjudged(finding, UNREAD)
                if name in unread
                else judged(finding, verdict(self.graph, name, finding, challenged=challenged))
            )
            self._set(name, given)

    async def _reviews(
        self, names: Sequence[HypothesisId], pass_: Pass, *, again: bool = False
    ) -> list[ReviewedBatch]:
        """Track A: the claims in batches, and the audit points nobody has checked.

        A reviewer that stays silent leaves its claims unreviewed.
        """
        graph = self.graph
        unchecked = [place for place, point in enumerate(graph.audit) if point.upheld is None]
        batches = review_batches(graph, names, unchecked)

        async def one(numbered: tuple[int, ReviewBatch]) -> Answered[ClaimReviews] | Unable:
            number, batch = numbered
            ask = challenge_question(graph, batch, self.iteration.deps.inputs.today)
            item = f"batch{number}.again" if again else f"batch{number}"
            step = self.iteration.step("JUDGE", ask.name, item, round_=3, pass_=pass_)
            return await self.iteration.deps.model.answer(ask, step)

        answers = await fan_out(list(enumerate(batches, start=1)), one, self.iteration.deps.inputs.parallel)
        found: list[ReviewedBatch] = []
        for batch, answer in zip(batches, answers, strict=True):
            if isinstance(answer, Unable):
                self.silent.append((f"{ChallengeClaims.name} {' '.join(batch.names)}".strip(), answer.reason))
            else:
                found.append(ReviewedBatch(batch, answer.value))
        return found

    async def _sent_again(self, missions: Sequence[Respawn], pass_: Pass) -> list[ExplorerReport]:
        """Track B: the lead briefs the missions, and they go out together."""
        if not missions:
            return []
        deps, graph = self.iteration.deps, self.graph
        ask = WriteBriefs(
            context=context(graph, ranked(graph), CONTEXT_TOKENS),
            slots=mission_views(graph, missions),
            mode=mode(graph),
            issues=graph.health.issues,
            language=language(graph.question),
        )
        answer = await deps.model.answer(ask, self.iteration.step("JUDGE", ask.name, round_=3, pass_=pass_))
        if isinstance(answer, Unable):
            self.silent.append((f"{ask.name} in round 3", answer.reason))
        written = None if isinstance(answer, Unable) else answer.value
        shown = ask.context.active + ask.context.hypotheses
        brief_context = BriefContext(
            deps.sources.engine, deps.local, shown, deps.similarity, deps.inputs.switches
        )
        briefs = send_again(graph, missions, written, brief_context, pass_).briefs
        return await send(self.iteration, briefs, turns=TURNS_AGAIN)

    def _reclassify(self, pass_: Pass, unable: Iterable[HypothesisId] = ()) -> None:
        out_of_reach = set(unable)
        for name, finding in self.findings().items():
            ruling: Ruling = reclassify(self.graph, name, finding, unable=name in out_of_reach)
            at = self.graph.iteration
            self._set(name, record(finding, ruling, iteration=at, round_=3, pass_=pass_))

    def _keep(self, reviewed: Sequence[ReviewedBatch]) -> None:
        """The reviews take effect: links struck, wordings amended, duplicates merged, facts discounted."""
        for what, reason in sorted(self.silent):
            self.iteration.fail("unreadable", what, reason)
        self.silent.clear()
        touched: set[HypothesisId] = set()
        for batch, answer in reviewed:
            for name, draft in reviews(batch, answer).items():
                # A review before this one may have merged it away; a rejected claim is judged too.
                if self.graph.hypotheses[name].merged_into is None:
                    touched |= self._review(batch, name, draft)
            self._check_audit(batch, answer)
        self.names = self._survivors(self.names)
        self.iteration.do(restrengthen(self.graph, self._survivors(touched), "JUDGE"))

    def _review(self, batch: ReviewBatch, name: HypothesisId, draft: ClaimReview) -> set[HypothesisId]:
        graph = self.graph
        kept = kept_review(graph, batch, draft)
        self._set(name, graph.findings[name].model_copy(update={"review": kept}))
        self.iteration.do(
            struck_links(graph, name, observations(batch.labels, draft.strike), draft.challenge)
        )
        self.iteration.do(reworded(self.graph, name, kept.amended, draft.condition, draft.challenge))
        if draft.same_as is not None:
            self.iteration.do(merged_with(self.graph, name, draft.same_as))
        return {name}

    def _check_audit(self, batch: ReviewBatch, answer: ClaimReviews) -> None:
        points = checked_points(self.graph, batch, answer)
        if points == self.graph.audit:
            return
        self.iteration.do([SetAudit(points=points)])
        discounted = discounts_of(self.graph, points)
        changed = discount_touched(self.graph, discounted)
        self.iteration.do(discounted)
        self.iteration.do(restrengthen(self.graph, changed, "JUDGE"))
        self.settled |= changed

    def _set(self, name: HypothesisId, finding: Finding) -> None:
        if self.graph.findings.get(name) != finding:
            self.iteration.do([SetFinding(hypothesis=name, finding=finding)])

    def _fleet(self) -> AvailableExplorers:
        deps = self.iteration.deps
        return AvailableExplorers(
            explorers=deps.inputs.parallel, strategies=("LOCAL",) if deps.local else ("WEB", "ACADEMIC")
        )

    def _survivors(self, names: Iterable[HypothesisId]) -> set[HypothesisId]:
        """A claim that was merged away is judged as what it was merged into."""
        return {surviving(self.graph, name) or name for name in names}


async def _together(tracks: Sequence[Callable[[], Awaitable[None]]]) -> None:
    async def one(track: Callable[[], Awaitable[None]]) -> None:
        await track()

    await fan_out(tracks, one, len(tracks))
