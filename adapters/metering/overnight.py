"""Calls that may wait: of all sessions together, submitted to the provider as one batch at half the price.

The names of the requests are on disk before a batch is submitted, and its id after. A process that dies
between the two leaves a submission of which nobody knows whether it arrived; the next one asks the provider
for its batches and looks for those names. So no request is ever submitted twice, and the answer to one that
was is collected by whoever asks for it again, in this process or in the next.

A call takes the same way as any other, past the throttle: `ModelAttempt.deferred` sends it through here, and
`Wire.batches` is the side of the provider (ADR 44). A `sent` entry that has a `custom_id` is taken up on
resuming, not charged.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic_core import to_json

from pathfinder.adapters.metering.fair_line import WHOSE
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.ports import Clock, TurnByTurn
from pathfinder.protocols.errors import (
    AttemptFailed,
    CallNotProcessed,
    CallRefused,
    Interrupted,
    ProviderFailed,
)
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import StepKey

A = TypeVar("A", bound=Frozen)
T = TypeVar("T")
D = TypeVar("D")

MOST_REQUESTS, MOST_BYTES = 10_000, 64_000_000
"""Of one batch; providers take more."""
SKEW = timedelta(minutes=10)
"""By how much the provider's clock may be behind ours."""

Params = Mapping[str, Any]
"""A request as the provider takes it."""


class BatchPace(NamedTuple):
    """How long is waited for what, in seconds."""

    quiet: float = 10.0
    """A batch is submitted when no call has joined it for so long."""
    longest: float = 120.0
    """However many join, it is submitted after this."""
    poll: float = 60.0
    """Between two looks at a batch."""
    look: float = 5.0
    """Who waits looks this often whether the user asked to stop."""
    arrival: float = 60.0
    """A submission that was on its way when its process died is there after this, or never."""


class Candidate(NamedTuple):
    """A batch of the provider's that may be one of ours."""

    batch: str
    certain: bool
    """It carries our mark; otherwise only the names in its results tell."""


class Batches(Protocol):
    """The batches of one provider. Failures are those of single calls."""

    @property
    def provider(self) -> str: ...

    async def submit(self, requests: Mapping[str, Params], mark: str) -> str:
        """The id of a new batch. AttemptFailed with `maybe_paid` if nobody knows whether there is one."""
        ...

    async def ended(self, batch: str) -> bool: ...

    async def results(self, batch: str) -> Mapping[str, Any]:
        """By the names of the requests: what came back, or the exception it came to."""
        ...

    async def cancel(self, batch: str) -> None:
        """What was not begun is not done and not paid for; the batch ends soon after."""
        ...

    async def made_since(self, then: datetime, mark: str, size: int) -> Sequence[Candidate]:
        """The batches of so many requests that were made since then."""
        ...


class Submission(Frozen):
    """What was, or was about to be, submitted together."""

    mark: str
    at: datetime
    rooms: dict[str, int]
    """How long each answer may be, by the names of the requests."""
    batch: str = ""
    """The provider's id; empty: nobody knows whether there is one."""
    lost: bool = False
    """It never arrived."""


class SubmissionLog(Protocol):
    """Where submissions are kept."""

    @property
    def submissions(self) -> Sequence[Submission]: ...

    async def write(self, submission: Submission) -> None:
        """Durable when it returns; of one mark the last counts."""
        ...


@dataclass(eq=False)
class _Bundle:
    """Calls that go together, from the first that joins to the results."""

    requests: dict[str, Params] = field(default_factory=dict)
    size: int = 0
    task: asyncio.Task[Mapping[str, Any]] | None = None


class Overnight:
    """Collects the calls of a batch of questions. One for all its sessions; close it when the run ends."""

    def __init__(
        self,
        name: str,
        log: SubmissionLog,
        clock: Clock,
        by: datetime | None = None,
        pace: BatchPace | None = None,
    ) -> None:
        """`name`: of the batch of questions. `by`: from then on calls go the usual way, at the usual price,
        and what is still out is called back.
        """
        self._name = name
        self._log = log
        self._clock = clock
        self._by = by
        self._pace = pace or BatchPace()
        self._stopped = False
        self._joining: dict[str, _Bundle] = {}
        self._known = {submission.mark: submission for submission in log.submissions}
        self._followed: dict[str, asyncio.Task[Mapping[str, Any]]] = {}
        self._marks = {
            name: submission.mark
            for submission in self._known.values()
            if not submission.lost
            for name in submission.rooms
        }
        self._refused: set[str] = set()
        """Providers that take no batches."""
        self._tasks: set[asyncio.Task[Mapping[str, Any]]] = set()

    def custom_id(self, step: StepKey, attempt: int, digest: str) -> str:
        """The name of a request: the same whenever this attempt is made, and that of no other."""
        said = "\n".join((self._name, WHOSE.get(), step, str(attempt), digest))
        return f"pf-{sha256(said.encode()).hexdigest()[:48]}"

    def takes(self, provider: str) -> bool:
        """Whether calls wait at this moment."""
        return not self._late() and not self._stopped and provider not in self._refused

    def room(self, custom_id: str) -> int:
        """How long the answer to a request that was submitted may be; 0 if none was."""
        mark = self._marks.get(custom_id)
        return 0 if mark is None else self._known[mark].rooms[custom_id]

    def stop(self) -> None:
        """The user asked to stop: nothing is submitted from now on. What is out stays out."""
        self._stopped = True

    async def close(self) -> None:
        """Let go of everything. What is out is collected by the next process."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def result(
        self, batches: Batches, custom_id: str, params: Params | None, gate: Callable[[], None]
    ) -> Any:  # noqa: ANN401  (what came back, in the provider's form)
        """What a request came to: submitted with others, or collected if it was submitted before.

        `params` None only collects. CallNotProcessed if it was not submitted, or came back undone.
        ProviderFailed if the provider cannot be asked for it any more: it may still be out, and whoever asks
        again gets it.
        """
        if custom_id in self._marks:
            return _result_of(custom_id, await self._wait(self._following(batches, custom_id), gate))
        if params is None:
            raise CallNotProcessed(Message("batch-not-submitted"))
        bundle = self._join(batches, custom_id, params)
        assert bundle.task is not None
        try:
            return _result_of(custom_id, await self._wait(bundle.task, gate))
        finally:
            # Who leaves before the batch does takes its request along.
            bundle.requests.pop(custom_id, None)

    def _begun(self, work: Coroutine[Any, Any, Mapping[str, Any]]) -> "asyncio.Task[Mapping[str, Any]]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._over)
        return task

    def _over(self, task: "asyncio.Task[Mapping[str, Any]]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Everybody who waited for it may have left.
            task.exception()

    def _late(self) -> bool:
        return self._by is not None and self._clock.now() >= self._by

    async def _wait(
        self, task: "asyncio.Task[Mapping[str, Any]]", gate: Callable[[], None]
    ) -> Mapping[str, Any]:
        while not task.done():
            await asyncio.wait((task,), timeout=self._pace.look)
            if not task.done():
                gate()
                if self._stopped:
                    # Whoever has no gate either: hours may pass before the batch ends.
                    raise Interrupted(Message("paused-by-user"))
        return task.result()

    def _join(self, batches: Batches, custom_id: str, params: Params) -> _Bundle:
        bundle = self._joining.get(batches.provider)
        if bundle is None:
            bundle = self._joining[batches.provider] = _Bundle()
            bundle.task = self._begun(self._collected(batches, bundle))
        bundle.requests[custom_id] = params
        bundle.size += len(to_json(params))
        if len(bundle.requests) >= MOST_REQUESTS or bundle.size >= MOST_BYTES:
            del self._joining[batches.provider]
        return bundle

    async def _collected(self, batches: Batches, bundle: _Bundle) -> Mapping[str, Any]:
        """The whole life of a bundle, from its first call to its results."""
        began = self._clock.monotonic()
        while self._joining.get(batches.provider) is bundle:
            joined = len(bundle.requests)
            await self._clock.sleep(self._pace.quiet)
            quiet = len(bundle.requests) <= joined
            if quiet or self._clock.monotonic() - began >= self._pace.longest:
                break
        if self._joining.get(batches.provider) is bundle:
            del self._joining[batches.provider]
        requests, bundle.requests = bundle.requests, {}
        if not requests:
            return {}
        if not self.takes(batches.provider):
            raise CallNotProcessed(Message("batch-submits-no-more"))
        return await self._ended(batches, await self._submitted(batches, requests))

    async def _submitted(self, batches: Batches, requests: Mapping[str, Params]) -> Submission:
        """Submit a batch, known before and after; whatever the provider raises if there surely is none."""
        rooms = {name: int(params.get("max_tokens", 0)) for name, params in requests.items()}
        mark = sha256("\n".join(sorted(requests)).encode()).hexdigest()[:32]
        submission = Submission(mark=mark, at=self._clock.now(), rooms=rooms)
        await self._keep(submission)
        try:
            batch = await batches.submit(requests, mark)
        except AttemptFailed as failure:
            if failure.maybe_paid:
                # It is looked for later on: the provider is in trouble now.
                return submission
            await self._keep(submission.model_copy(update={"lost": True}))
            if isinstance(failure, CallRefused):
                self._refused.add(batches.provider)
                raise CallNotProcessed(Message("batch-not-supported", reason=failure)) from None
            raise
        submission = submission.model_copy(update={"batch": batch})
        await self._keep(submission)
        return submission

    async def _keep(self, submission: Submission) -> None:
        await self._log.write(submission)
        self._known[submission.mark] = submission
        for name in submission.rooms:
            if submission.lost:
                self._marks.pop(name, None)
            else:
                self._marks[name] = submission.mark

    def _following(self, batches: Batches, custom_id: str) -> "asyncio.Task[Mapping[str, Any]]":
        """The results of a submission that was made before."""
        mark = self._marks[custom_id]
        if mark not in self._followed:
            self._followed[mark] = self._begun(self._ended(batches, self._known[mark]))
        return self._followed[mark]

    async def _ended(self, batches: Batches, submission: Submission) -> Mapping[str, Any]:
        """The results of a batch, however long it takes; called back when it is late."""
        batch = submission.batch or await self._found(batches, submission)
        called_back = False
        while not await self._asked(batches.ended, batch, default=False):
            if self._late() and not called_back:
                await self._asked(batches.cancel, batch, default=None)
                called_back = True
            await self._pause()
        while (results := await self._asked(batches.results, batch, default=None)) is None:
            await self._pause()
        return results

    async def _found(self, batches: Batches, submission: Submission) -> str:
        """The batch of a submission that may not have arrived; CallNotProcessed if there is none."""
        rest = timedelta(seconds=self._pace.arrival) - (self._clock.now() - submission.at)
        await self._clock.sleep(max(0.0, rest.total_seconds()))
        others: set[str] = set()
        while True:
            found = await self._asked(
                lambda mark: batches.made_since(submission.at - SKEW, mark, len(submission.rooms)),
                submission.mark,
                default=None,
            )
            known = others.union(one.batch for one in self._known.values())
            may_be = [one for one in found or () if one.batch not in known]
            for batch, certain in may_be:
                if not certain:
                    # Whose it is, only its results tell.
                    if not await self._asked(batches.ended, batch, default=False):
                        continue
                    results = await self._asked(batches.results, batch, default=None)
                    if results is None:
                        continue
                    if submission.rooms.keys().isdisjoint(results):
                        others.add(batch)
                        continue
                await self._keep(submission.model_copy(update={"batch": batch}))
                return batch
            if found is not None and others.issuperset(one.batch for one in may_be):
                await self._keep(submission.model_copy(update={"lost": True}))
                raise CallNotProcessed(Message("batch-did-not-arrive"))
            if self._late():
                raise AttemptFailed(Message("batch-arrival-unknown"), retryable=True, maybe_paid=True)
            await self._pause()

    async def _asked(self, ask: Callable[[str], Awaitable[T]], what: str, default: D) -> T | D:
        """An answer of the provider, or the default while it does not give one; ProviderFailed if it never
        will.
        """
        try:
            return await ask(what)
        except AttemptFailed as failure:
            if not failure.helps:
                raise ProviderFailed(Message("batch-status-unknown", batch=what, reason=failure)) from None
            return default

    async def _pause(self) -> None:
        """Until the next look, or until it is late."""
        left = self._pace.poll
        if self._by is not None and not self._late():
            left = min(left, (self._by - self._clock.now()).total_seconds())
        await self._clock.sleep(left)


@dataclass(eq=False)
class Deferral:
    """How one attempt waits. It may send more than once, in plainer words: each time has its own name."""

    overnight: Overnight
    custom_id: str
    gate: Callable[[], None]
    collects: bool = False
    """It was submitted before; nothing is sent."""
    _sent: int = field(default=0, init=False)

    def open(self, batches: Batches | None) -> bool:
        """Whether calls to this provider wait."""
        return batches is not None and (self.collects or self.overnight.takes(batches.provider))

    async def result(self, batches: Batches, params: Params) -> Any:  # noqa: ANN401  (what came back, in the provider's form)
        """See `Overnight.result`."""
        self._sent += 1
        name = self.custom_id if self._sent == 1 else f"{self.custom_id}-{self._sent}"
        return await self.overnight.result(batches, name, None if self.collects else params, self.gate)


@runtime_checkable
class Deferrable(Protocol):
    """What an `Attempt` offers besides if its calls may wait for a batch."""

    @property
    def may_wait(self) -> bool:
        """Whether any of its providers has batches, as far as anybody knows."""
        ...

    def deferred(self, ask: Ask[A], deferral: Deferral) -> TurnByTurn | None:
        """The same attempt at half the price, made by way of a batch; None if this call cannot wait."""
        ...


def _result_of(custom_id: str, results: Mapping[str, Any]) -> Any:  # noqa: ANN401  (what came back, in the provider's form)
    found = results.get(custom_id, CallNotProcessed(Message("batch-without-result")))
    if isinstance(found, Exception):
        raise found
    return found
