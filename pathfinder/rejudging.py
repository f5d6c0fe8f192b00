"""A session's judgement once more, by another model: what would it have said of the same evidence?

The session is not changed. The Judge's questions are made anew from its record: the challenge to each finding
on which investigators agree, and the facets of each pair of claims that were called the same or opposed.
Verdicts are worked out from the new answers by the same rules. The calls have a journal of their own, in
`rejudged/` of the session's folder, so that asking the same model again costs nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, TypeVar

from pathfinder.adapters.metering.attempts import Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.outcomes import digest
from pathfinder.adapters.metering.pipeline import MeteredModel
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.system import SystemClock
from pathfinder.agents.counter_reviewer import ReviewBatch, challenge_question, kept_review, reviews
from pathfinder.agents.fanout import fan_out
from pathfinder.agents.judge import batches
from pathfinder.protocols.calls.asks import Answered, Ask, Unable
from pathfinder.protocols.calls.comparison import CandidatePair
from pathfinder.protocols.calls.explorer_reports import ClaimRef
from pathfinder.protocols.calls.ports import Attempt
from pathfinder.protocols.calls.questions import LabelPairs
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge
from pathfinder.protocols.ids import HypothesisId, Iid, order
from pathfinder.protocols.judging.classification import classify, record
from pathfinder.protocols.judging.facets import pair_label, relation
from pathfinder.protocols.judging.verdicts import verdict
from pathfinder.protocols.judging.wording import worded
from pathfinder.reports.markdown.summary import tongue_of

A = TypeVar("A", bound=Frozen)
Label = Literal["same", "opposes", "related", "separate", "narrower", "wider"]

AT_ONCE = 5
# A pair names one claim by the report it came in; here both are hypotheses, and nobody is shown the name.
_NOBODY = Iid("WEB-LENS1-S1-I1-R1.0")


class RejudgedFinding(Frozen):
    """A finding then and now."""

    hypothesis: HypothesisId
    summary: str
    review_then: str = ""
    review_now: str = ""
    verdict_then: str = ""
    verdict_now: str = ""
    because: str = ""
    """Why it is that now; or why there is no answer."""


class PairAgain(Frozen):
    """Two claims then and now."""

    first: HypothesisId
    second: HypothesisId
    then: Label
    now: Label | None = None
    """None: no answer on this pair."""


@dataclass(frozen=True)
class Rejudged:
    """Both judgements side by side."""

    findings: tuple[RejudgedFinding, ...]
    pairs: tuple[PairAgain, ...]
    spent_usd_micros: int
    unable: tuple[str, ...] = field(default=())


async def rejudge(
    session: Session, graph: CogniGraph, attempt: Attempt, budget_usd_micros: int, disk: Disk | None = None
) -> Rejudged:
    """Ask the Judge's questions of `graph` again; BudgetExceeded or ProviderFailed end it, what was answered
    stays in its journal.
    """
    files = disk or Disk()
    own = Session(session.folder / "rejudged")
    for folder in (own.folder, own.journals):
        files.make_folder(folder)
    with SessionLock.take(own, files):
        journal = FileJournal.open(own, 1, files)
        ledger = CapLedger(budget_usd_micros)
        meter = Meter(journal, ledger, NoLimit(), SystemClock(), Random())
        questions = _Rejudging(graph, MeteredModel(attempt, meter), attempt)
        try:
            await questions.model.charge_in_flight()
            findings = await questions.findings()
            pairs = await questions.pairs()
        finally:
            await journal.close()
    return Rejudged(findings, pairs, ledger.spent_usd_micros, tuple(questions.unable))


@dataclass
class _Rejudging:
    graph: CogniGraph
    model: MeteredModel
    attempt: Attempt
    unable: list[str] = field(default_factory=list)

    async def findings(self) -> tuple[RejudgedFinding, ...]:
        """Every living finding with a verdict; those that are agreed on are challenged anew."""
        names = [
            name
            for name, finding in sorted(self.graph.findings.items(), key=lambda item: order(item[0]))
            if finding.verdict is not None and self.graph.hypotheses[name].merged_into is None
        ]
        return tuple(await fan_out(names, self._finding, AT_ONCE))

    async def _finding(self, name: HypothesisId) -> RejudgedFinding:
        finding = self.graph.findings[name]
        told = RejudgedFinding(
            hypothesis=name,
            summary=claim_text(self.graph, name),
            review_then=finding.review.verdict if finding.review else "",
            verdict_then=_named(finding.verdict),
        )
        plain = finding.model_copy(update={"review": None})
        ruling = classify(self.graph, name, plain)
        if ruling.finding_class != "AGREED":
            now = verdict(self.graph, name, plain, challenged=True)
            return told.model_copy(
                update={"verdict_now": _named(now), "because": worded(now.because, tongue_of(self.graph))}
            )
        agreed = record(plain, ruling, iteration=self.graph.iteration, round_=2)
        graph = self.graph.model_copy(update={"findings": {**self.graph.findings, name: agreed}})
        batch = ReviewBatch((name,))
        answer = await self._ask(challenge_question(graph, batch, ""), name)
        if isinstance(answer, Unable):
            self.unable.append(f"{name}: {answer.reason}")
            return told.model_copy(update={"because": answer.reason})
        draft = reviews(batch, answer.value).get(name)
        if draft is None:
            reason = "the reviewer left this claim out"
            self.unable.append(f"{name}: {reason}")
            return told.model_copy(update={"because": reason})
        reviewed: Finding = agreed.model_copy(update={"review": kept_review(graph, batch, draft)})
        now = verdict(self.graph, name, reviewed, challenged=True)
        return told.model_copy(
            update={
                "review_now": reviewed.review.verdict if reviewed.review else "",
                "verdict_now": _named(now),
                "because": draft.challenge,
            }
        )

    async def pairs(self) -> tuple[PairAgain, ...]:
        """Every pair the record calls the same or opposed."""
        known = _known_pairs(self.graph)
        asked = [self._candidate(one) for one in known]
        groups = batches(asked)

        async def one(group: tuple[CandidatePair, ...]) -> list[Label | None]:
            answer = await self._ask(LabelPairs(pairs=group, question=self.graph.question), "pairs")
            if isinstance(answer, Unable):
                self.unable.append(f"{len(group)} pairs: {answer.reason}")
                return [None] * len(group)
            labels = {
                label.pair: pair_label(relation(label.facets)) for label in reversed(answer.value.labels)
            }
            return [labels.get(number) for number in range(1, len(group) + 1)]

        labels = [label for group in await fan_out(groups, one, AT_ONCE) for label in group]
        return tuple(
            pair.model_copy(update={"now": label}) for pair, label in zip(known, labels, strict=True)
        )

    def _candidate(self, pair: PairAgain) -> CandidatePair:
        return CandidatePair(
            claim=ClaimRef(iid=_NOBODY, key="c1"),
            summary=self.graph.hypotheses[pair.first].summary,
            other=pair.second,
            other_summary=self.graph.hypotheses[pair.second].summary,
            similarity=1.0,
        )

    async def _ask(self, ask: Ask[A], item: str) -> Answered[A] | Unable:
        """The item names question and model too: other evidence is another question, not a contradiction."""
        named = f"{item}-{digest(ask, self.attempt)[:16]}"
        step = Step(iteration=self.graph.iteration, phase="REJUDGE", call=ask.name, item=named)
        return await self.model.answer(ask, step)


def _known_pairs(graph: CogniGraph) -> Sequence[PairAgain]:
    merged = [
        PairAgain(first=name, second=known.merged_into, then="same")
        for name, known in graph.hypotheses.items()
        if known.merged_into is not None
    ]
    opposed = [
        PairAgain(first=edge.first, second=edge.second, then="opposes")
        for edge in graph.edges
        if isinstance(edge, ConflictEdge)
    ]
    return sorted((*merged, *opposed), key=lambda pair: (order(pair.first), order(pair.second)))


def _named(given: Verdict | None) -> str:
    if given is None:
        return ""
    return f"{given.tag} ({given.side})" if given.side else given.tag
