"""Many sessions in one process: all end, one budget holds, and a fault costs its own question only."""

import asyncio
import json
import resource
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any, TypeVar

import pytest

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.batches import Batches, session_name
from pathfinder.adapters.storage.files.control import send
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.batch_results import Results
from pathfinder.batch_state import standings, to_do
from pathfinder.batching import BatchRun
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.batch import Ended
from pathfinder.protocols.calls.asks import Ask, Reply
from pathfinder.protocols.calls.batch import Batch, Terms, Twin, Wanted
from pathfinder.protocols.calls.ports import Command
from pathfinder.protocols.calls.questions import Decompose
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import (
    AttemptFailed,
    KeyRefused,
    PathfinderError,
    ProviderFailed,
    SessionLocked,
    StorageFailed,
)
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from tests.fakes.fixed_clock import FixedClock
from tests.worlds import respond, world

A = TypeVar("A", bound=Frozen)
PRICE = 1_000
PAGES = world()


class _Provider(ScriptedModel):
    """Answers every question, keeps its own bill, and fails where it is told to.

    It knows whose call it is by the question of the whole research, which only the first call carries; later
    calls of the same session are known by the task they run in.
    """

    def __init__(
        self, fault: Callable[[str], PathfinderError | None] = lambda _: None, *, others: int = 0
    ) -> None:
        """`others`: how many questions run beside the one that fails."""
        super().__init__(respond=respond, price_usd_micros=PRICE)
        self._fault = fault
        self._others = others
        self.bill = 0
        self._ended = 0
        self._moved = asyncio.Event()
        self.flying = 0
        self.most_flying = 0

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        asked = ask.question if isinstance(ask, Decompose) else ""
        error = self._fault(asked) if asked else None
        if error is not None:
            await self._another_answered()
            raise error
        self.bill += PRICE
        self._moved.set()
        self.flying += 1
        self.most_flying = max(self.most_flying, self.flying)
        try:
            await asyncio.sleep(0)
            return await super().reply(ask, step)
        finally:
            self.flying -= 1

    def end(self) -> None:
        """A question is over; whoever runs the batch tells it."""
        self._ended += 1
        self._moved.set()

    async def _another_answered(self) -> None:
        """A clock that jumps could make an outage of minutes out of one question's failures, while the
        others still wait for the disk: between two failures another question is answered or ends.
        """
        if self._ended < self._others:
            self._moved.clear()
            await self._moved.wait()


def _questions(count: int) -> tuple[Wanted, ...]:
    return tuple(
        Wanted(number=n, question=f"Do ground loops pay off in town {n}?") for n in range(1, count + 1)
    )


def _begun(home: Path, questions: tuple[Wanted, ...], **terms: Any) -> Batch:
    Sessions(home, Disk()).make_root()
    usual = {"limits": Limits(max_iterations=1), "parallel": 1, "quick": True, "at_once": 8}
    return Batches(home, Disk()).create(
        questions, Terms.model_validate(usual | terms), "towns.txt", FixedClock().now()
    )


def _run(batch: Batch, home: Path, provider: _Provider, *, failed_only: bool = False) -> list[Ended]:
    engine = Deps(
        provider,
        PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)),
        name="scripted",
        clock=FixedClock(),
    )
    options = RunConfig()
    run = BatchRun(batch, engine, options, home, Disk())
    ended: list[Ended] = []

    def took(end: Ended) -> None:
        ended.append(end)
        provider.end()

    todo = to_do(standings(batch, home, Disk()), failed_only=failed_only)
    with run:
        asyncio.run(run.run(todo, lambda *_: None, took))
    return ended


def _states(batch: Batch, home: Path) -> Counter[str]:
    return Counter(one.state for one in standings(batch, home, Disk()))


@pytest.mark.soak
def test_hundreds_of_sessions_at_once_all_end_and_the_bill_is_the_batchs(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    many = 1_000 if request.config.getoption("--soak") else 100
    home, provider = tmp_path / "home", _Provider()
    batch = _begun(home, _questions(many), at_once=many)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ended = _run(batch, home, provider)
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(  # noqa: T201  (the figure that a soak is run for)
        f"{many} sessions at once: {more / many:.0f} kB of memory more for each"
    )
    assert _states(batch, home) == {"done": many}
    assert provider.most_flying > many / 4
    spent = sum(end.graph.run.spend.total_usd_micros for end in ended if end.graph is not None)
    assert spent == provider.bill
    for one in (batch.questions[0], batch.questions[-1]):
        assert verify(Session(home / "sessions" / session_name(batch, one)), Disk()) == ()


def test_the_budget_of_the_whole_holds_to_the_cent(tmp_path: Path) -> None:
    home, provider = tmp_path / "home", _Provider()
    batch = _begun(home, _questions(12), at_once=4, budget_usd_micros=50 * PRICE)
    _run(batch, home, provider)
    assert provider.bill <= 50 * PRICE
    assert provider.bill >= 40 * PRICE  # what is left is kept for closing reports, or under one call
    assert _states(batch, home)["budget"] >= 1
    assert _states(batch, home)["waiting"] >= 1  # nothing begins once the budget refused one
    _run(_without_budget(batch), home, provider)
    assert _states(batch, home) == {"done": 12}


def test_a_question_that_has_used_up_its_own_share_leaves_the_batch_going(tmp_path: Path) -> None:
    home, provider = tmp_path / "home", _Provider()
    first, *others = _questions(4)
    poor = first.model_copy(update={"budget_usd_micros": 3 * PRICE})
    batch = _begun(home, (poor, *others), at_once=1, budget_usd_micros=1_000 * PRICE)
    ended = _run(batch, home, provider)
    assert _states(batch, home) == {"budget": 1, "done": 3}
    assert ended[0].reason.endswith("go on with a higher --each, or `budget` on its line of the file.")


def test_a_session_that_cannot_be_read_still_counts_under_the_budget_of_all(tmp_path: Path) -> None:
    home, provider = tmp_path / "home", _Provider()
    batch = _begun(home, _questions(3), at_once=1, budget_usd_micros=1_000 * PRICE)
    _run(batch, home, provider)
    session = Session(home / "sessions" / session_name(batch, batch.questions[1]))
    session.graph.write_bytes(b"no graph")
    engine = Deps(provider, PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)))
    with BatchRun(batch, engine, RunConfig(), home, Disk()) as run:
        assert run.spent_usd_micros == provider.bill
    journal = session.journal(1)
    journal.write_bytes(b"no journal either" + journal.read_bytes())
    with (
        pytest.raises(StorageFailed, match="Nobody knows what session"),
        BatchRun(batch, engine, RunConfig(), home, Disk()),
    ):
        pass
    with BatchRun(_without_budget(batch), engine, RunConfig(), home, Disk()):
        pass


def _without_budget(batch: Batch) -> Batch:
    terms = batch.terms.model_copy(update={"budget_usd_micros": None})
    return batch.model_copy(update={"terms": terms})


def test_what_a_batch_has_cost_is_read_under_its_lock(tmp_path: Path) -> None:
    home, provider = tmp_path / "home", _Provider()
    batch = _begun(home, _questions(2), budget_usd_micros=1_000 * PRICE)
    engine = Deps(provider, PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)))
    late = BatchRun(batch, engine, RunConfig(), home, Disk())
    _run(batch, home, provider)
    with late, pytest.raises(SessionLocked), BatchRun(batch, engine, RunConfig(), home, Disk()):
        pass
    with late:
        assert late.spent_usd_micros == provider.bill > 0


def test_a_session_is_told_of_before_its_first_call(tmp_path: Path) -> None:
    home, batch = tmp_path / "home", _begun(tmp_path / "home", _questions(2), at_once=1)
    told: list[str] = []

    def asked(question: str) -> None:
        told.append(f"call {question}")

    engine = Deps(
        _Provider(asked), PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)), clock=FixedClock()
    )

    def begun(wanted: Wanted, session: Session) -> None:
        assert session.graph.exists()
        told.append(f"begun {wanted.question}")

    with BatchRun(batch, engine, RunConfig(), home, Disk(), begun) as run:
        asyncio.run(run.run(batch.questions, lambda *_: None, lambda _: None))
    first, second = (wanted.question for wanted in batch.questions)
    assert told == [f"begun {first}", f"call {first}", f"begun {second}", f"call {second}"]


def test_a_report_that_cannot_be_made_costs_its_own_question_and_no_other(tmp_path: Path) -> None:
    home, batch = tmp_path / "home", _begun(tmp_path / "home", _questions(3), at_once=1)
    engine = Deps(
        _Provider(),
        PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)),
        name="scripted",
        clock=FixedClock(),
    )
    run = BatchRun(batch, engine, RunConfig(), home, Disk())

    def ended(end: Ended) -> None:
        if end.wanted.number == 1:
            raise ValueError("a fault in the report")

    with run:
        ends = asyncio.run(run.run(batch.questions, lambda *_: None, ended))
    assert _states(batch, home) == {"done": 3}
    assert "a fault in the report" in ends[0].reason


_FAULTS: dict[str, Callable[[], PathfinderError]] = {
    "overloaded": lambda: AttemptFailed("HTTP 529", retryable=True),
    "refused": lambda: AttemptFailed("HTTP 400", retryable=False),
    "cut": lambda: AttemptFailed("the answer was cut off", retryable=True, maybe_paid=True),
    "down": lambda: ProviderFailed("the provider is down"),
    "disk": lambda: StorageFailed("no space is left"),
}


@pytest.mark.parametrize("name", sorted(_FAULTS))
def test_a_fault_costs_its_own_question_and_no_other(tmp_path: Path, name: str) -> None:
    home = tmp_path / "home"
    provider = _Provider(lambda asked: _FAULTS[name]() if "town 3?" in asked else None, others=5)
    batch = _begun(home, _questions(6), at_once=6)
    ended = {end.wanted.number: end for end in _run(batch, home, provider)}
    assert {number: end.state for number, end in ended.items() if number != 3} == dict.fromkeys(
        (1, 2, 4, 5, 6), "done"
    )
    alone = _begun(tmp_path / "alone", _questions(1))
    [calm] = _run(alone, tmp_path / "alone", _Provider())
    assert calm.graph is not None
    first = ended[1].graph
    assert first is not None
    assert first.observations == calm.graph.observations
    if ended[3].state != "done":
        _run(batch, home, _Provider(), failed_only=name != "disk")
    assert _states(batch, home) == {"done": 6}


def test_a_bug_in_one_question_is_told_and_costs_no_other(tmp_path: Path) -> None:
    def broken(asked: str) -> PathfinderError | None:
        if "town 2?" in asked:
            raise ZeroDivisionError("a fault of ours")
        return None

    home = tmp_path / "home"
    batch = _begun(home, _questions(4), at_once=2)
    ended = {end.wanted.number: end for end in _run(batch, home, _Provider(broken))}
    assert "ZeroDivisionError" in ended[2].reason
    assert {ended[number].state for number in (1, 3, 4)} == {"done"}


def test_a_refused_key_begins_no_further_question(tmp_path: Path) -> None:
    home = tmp_path / "home"
    batch = _begun(home, _questions(9), at_once=1)
    _run(batch, home, _Provider(lambda _: KeyRefused("The key is wrong.")))
    assert _states(batch, home) == {"failed": 1, "waiting": 8}


def test_an_outage_begins_no_further_question_and_a_retry_takes_up_what_failed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    batch = _begun(home, _questions(9), at_once=1)
    _run(batch, home, _Provider(lambda _: ProviderFailed("down")))
    assert _states(batch, home) == {"failed": 3, "waiting": 6}
    _run(batch, home, _Provider(), failed_only=True)
    assert _states(batch, home) == {"done": 3, "waiting": 6}
    _run(batch, home, _Provider())
    assert _states(batch, home) == {"done": 9}


def test_results_have_one_row_for_every_question_and_can_be_made_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    questions = (*_questions(2), Wanted(number=3, question="Do ground loops pay off in town 1"))
    batch = _begun(home, questions)
    repeat = Twin(number=3, of=1, similarity=1.0, same=True)
    known = standings(batch, home, Disk(), (repeat,))
    place = Batches(home, Disk()).place(batch)
    results = Results(batch, known, (repeat,), place)
    engine = Deps(
        _Provider(),
        PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)),
        name="scripted",
        clock=FixedClock(),
    )
    run = BatchRun(batch, engine, RunConfig(), home, Disk())

    def took(end: Ended) -> None:
        results.take(end.wanted.number, end.state, end.reason, end.graph)

    with run:
        asyncio.run(run.run(to_do(known), lambda *_: None, took))
    results.write()
    rows = [json.loads(row) for row in (place.folder / "results.jsonl").read_text("utf-8").splitlines()]
    assert [(row["number"], row["state"], row["same_as"]) for row in rows] == [
        (1, "done", None),
        (2, "done", None),
        (3, "same", 1),
    ]
    assert rows[0]["observations"] > 0
    assert rows[0]["cost_usd"] > 0
    assert (home / "sessions" / rows[0]["session"] / "report.html").exists()
    written = {
        name: (place.folder / name).read_bytes() for name in ("results.jsonl", "results.csv", "index.html")
    }
    Results(batch, standings(batch, home, Disk(), (repeat,)), (repeat,), place).write()
    assert {name: (place.folder / name).read_bytes() for name in written} == written
    page = unescape(written["index.html"].decode())
    assert f"../../sessions/{rows[0]['session']}/report.html" in page
    assert "default-src 'none'" in page
    assert "<script" not in page


def test_a_kill_over_a_report_of_a_finished_question_leaves_nothing_behind(tmp_path: Path) -> None:
    home, provider = tmp_path / "home", _Provider()
    batch = _begun(home, _questions(1))
    _run(batch, home, provider)
    session = Session(home / "sessions" / session_name(batch, batch.questions[0]))
    left = session.folder / ".report.html.99-1.tmp"
    left.write_bytes(b"<html>")
    left.chmod(0o600)
    assert [problem.kind for problem in verify(session, Disk())] == ["leftover"]
    _run(batch, home, provider)
    Results(batch, standings(batch, home, Disk()), (), Batches(home, Disk()).place(batch))
    assert verify(session, Disk()) == ()
    assert (session.folder / "report.html").read_bytes().endswith(b"</html>\n")


def test_a_kill_over_the_results_leaves_nothing_behind_in_the_folder_of_the_batch(tmp_path: Path) -> None:
    home, batch = tmp_path / "home", _begun(tmp_path / "home", _questions(1))
    folder = Batches(home, Disk()).place(batch).folder
    left = folder / ".results.jsonl.99-1.tmp"
    left.write_bytes(b"{")
    _run(batch, home, _Provider())
    assert not left.exists()


def test_a_kill_before_the_report_of_a_resumed_question_does_not_leave_its_earlier_report(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    (question,) = _questions(1)
    poor = question.model_copy(update={"budget_usd_micros": 3 * PRICE})
    batch = _begun(home, (poor,))
    place = Batches(home, Disk()).place(batch)
    results = Results(batch, standings(batch, home, Disk()), (), place)
    [first] = _run(batch, home, _Provider())
    results.take(1, first.state, first.reason, first.graph)
    report = home / "sessions" / session_name(batch, poor) / "report.html"
    earlier = report.read_bytes()
    batch = batch.model_copy(update={"questions": (question,)})
    [then] = _run(batch, home, _Provider())  # and dies before the report is written
    assert (first.state, then.state) == ("budget", "done")
    assert report.read_bytes() == earlier
    results = Results(batch, standings(batch, home, Disk()), (), place)
    made = report.read_bytes()
    results.take(1, then.state, then.reason, then.graph)
    assert made == report.read_bytes() != earlier


def test_another_terminal_can_end_a_running_batch_and_it_goes_on_later(tmp_path: Path) -> None:
    class Slow(_Provider):
        async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
            await asyncio.sleep(0.02)
            return await super().reply(ask, step)

    home = tmp_path / "home"
    batch = _begun(home, _questions(12), at_once=1)
    place = Batches(home, Disk()).place(batch)
    run = BatchRun(
        batch,
        Deps(Slow(), PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)), clock=FixedClock()),
        RunConfig(),
        home,
        Disk(),
    )

    def ended(_: Ended) -> None:
        if not run.doors.closed:
            send(place, Command(kind="pause"), Disk())

    with run:
        asyncio.run(run.run(to_do(standings(batch, home, Disk())), lambda *_: None, ended))
    assert 0 < _states(batch, home)["done"] < 12
    _run(batch, home, _Provider())
    assert _states(batch, home) == {"done": 12}
