"""kill -9 around the submission and collection of batches: nothing is submitted twice, lost or paid twice.

The provider is the stand-in in a process of its own, which keeps a book of what came in and what it cost. Now
and then it takes a batch in and answers with an error all the same, or loses one.
"""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import SecretStr

from pathfinder.adapters.metering.overnight import Batches as ProviderBatches
from pathfinder.adapters.metering.overnight import BatchPace, Params
from pathfinder.adapters.models.anthropic.batches import MessageBatches
from pathfinder.adapters.models.anthropic.sending import MessagesWire
from pathfinder.adapters.models.attempt import ClaudeAttempt, ModelAttempt, connect
from pathfinder.adapters.models.governor import Governor
from pathfinder.adapters.models.openai_compatible.attempt import ChatAttempt, ChatWire
from pathfinder.adapters.models.openai_compatible.attempt import connect as connect_chat
from pathfinder.adapters.models.openai_compatible.batches import ChatBatches
from pathfinder.adapters.models.openai_compatible.registry import listed_prices as registry_prices
from pathfinder.adapters.models.openai_compatible.registry import providers
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.models.settings import DEFAULT_SEATS as SEATS
from pathfinder.adapters.models.settings import ClaudeSettings, Connection
from pathfinder.adapters.storage.files.batches import Batches
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import all_journaled
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.adapters.system import SystemClock
from pathfinder.batch_state import standings, to_do
from pathfinder.batching import BatchRun
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.batch import Batch, Terms, Wanted
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import Answering, RunConfig
from tests.keys import KEY
from tests.kills.killed import PAGES, DyingCalls, die, in_child
from tests.standin import Standin

IN_TEST, IN_SOAK = 12, 200
"""Kills."""
QUESTIONS = 3
QUICKLY = BatchPace(quiet=0.02, longest=0.2, poll=0.01, look=0.02, arrival=0.15)
POINTS = ("submit before", "submit during", "submit after", "ended before", "results before", "results after")
DISK = ("log before", "log after", "disk before", "disk after")


class Fate:
    """When this process dies: at the n-th passage of one point; `seconds` after a submission left."""

    def __init__(self, point: str, at: int, seconds: float = 0.004) -> None:
        self.point = point
        self.seconds = seconds
        self._left = at

    def pass_by(self, point: str) -> None:
        if point == self.point:
            self._left -= 1
            if self._left == 0:
                die()


class DyingBatches:
    """The batches of a provider; around its requests the process may die."""

    def __init__(self, batches: ProviderBatches, fate: Fate) -> None:
        self._batches = batches
        self._fate = fate
        self.provider = batches.provider
        self.cancel, self.made_since = batches.cancel, batches.made_since

    async def submit(self, requests: Mapping[str, Params], mark: str) -> str:
        self._fate.pass_by("submit before")
        # It leaves, in one request or two, and the process dies at some moment before the answer is read.
        asyncio.get_running_loop().call_later(self._fate.seconds, self._fate.pass_by, "submit during")
        made = await self._batches.submit(requests, mark)
        self._fate.pass_by("submit after")
        return made

    async def ended(self, batch: str) -> bool:
        self._fate.pass_by("ended before")
        return await self._batches.ended(batch)

    async def results(self, batch: str) -> Mapping[str, Any]:
        self._fate.pass_by("results before")
        got = await self._batches.results(batch)
        self._fate.pass_by("results after")
        return got


class DyingMessages(MessagesWire):
    fate: Fate

    @property
    def batches(self) -> ProviderBatches:
        return DyingBatches(MessageBatches(self.client, self._connection), self.fate)


class DyingChat(ChatWire):
    fate: Fate

    @property
    def batches(self) -> ProviderBatches:
        return DyingBatches(ChatBatches(self.client, self._provider, self._connection), self.fate)


def dying_claude(url: str, fate: Fate) -> ModelAttempt[Any]:
    where = Connection(key=SecretStr(KEY), base_url=url)
    attempt = ClaudeAttempt(where)
    wire = DyingMessages(where, connect, Governor(SystemClock()))
    attempt._wire, wire.fate = wire, fate
    return attempt


def dying_openai(url: str, fate: Fate) -> ModelAttempt[Any]:
    where = Connection(key=SecretStr(KEY), base_url=f"{url}/v1", provider="openai")
    openai = providers()["openai"]
    seats = {name: seat.model_copy(update={"model": "openai:gpt-6-luna"}) for name, seat in SEATS.items()}
    prices = listed_prices()
    prices = prices.model_copy(update={"model": prices.model + registry_prices()})
    attempt = ChatAttempt(openai, where, ClaudeSettings(seats=seats), prices)
    wire = DyingChat(openai, where, partial(connect_chat, openai), Governor(SystemClock()))
    attempt._wire, wire.fate = wire, fate
    return attempt


ADAPTERS = {"claude": dying_claude, "openai": dying_openai}


class LogDies(Syscalls):
    """Dies before or after the log of submissions is written to."""

    def __init__(self, fate: Fate) -> None:
        self._fate = fate
        self._logs: set[int] = set()

    def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
        file = super().open(path, flags, mode)
        if path.name == "submissions":
            self._logs.add(file)
        return file

    def write(self, file: int, data: bytes) -> int:
        if file not in self._logs:
            return super().write(file, data)
        self._fate.pass_by("log before")
        written = super().write(file, data)
        self._fate.pass_by("log after")
        return written

    def close(self, file: int) -> None:
        self._logs.discard(file)
        super().close(file)


@contextmanager
def provider(book: Path, chance: Random) -> Iterator[str]:
    """The address of a stand-in that outlives whoever is killed."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        with Standin() as api:
            api.batches.book = book
            api.batches.seconds = 0.02
            drawn = chance.choices(["", "taken", "lost"], [0.9, 0.06, 0.04], k=100_000)
            api.batches.fail_next = drawn
            os.write(writing, api.base_url.encode())
            while True:
                signal.pause()
    try:
        os.close(writing)
        yield os.read(reading, 1_000).decode()
    finally:
        os.close(reading)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def a_batch(home: Path) -> Batch:
    Sessions(home, Disk()).make_root()
    asked = tuple(
        Wanted(number=n, question=f"Do ground loops pay off in town {n}?") for n in range(1, QUESTIONS + 1)
    )
    terms = Terms(limits=Limits(max_iterations=1), parallel=2, quick=True, at_once=QUESTIONS, overnight=True)
    return Batches(home, Disk()).create(asked, terms, "towns.txt", SystemClock().now())


def life(home: Path, adapter: str, url: str, fate: Fate, disk: Disk) -> None:
    """One process: go on with the batch until it is done, or until it dies."""
    batch = Batches(home, Disk()).load()
    attempt = ADAPTERS[adapter](url, fate)
    engine = Deps(
        attempt, PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)), rng=Random(1), close=attempt.close
    )
    options = RunConfig(answer=Answering())
    run = BatchRun(batch, engine, options, home, disk, pace=QUICKLY)
    with run:
        asyncio.run(run.run(to_do(standings(batch, home, Disk())), lambda *_: None, lambda _: None))


def drawn_life(home: Path, adapter: str, url: str, chance: Random) -> bool:
    """Whether this one died."""
    point = chance.choice((*POINTS, *DISK))
    fate = Fate(point, chance.randint(1, 3), chance.uniform(0.001, 0.015))
    calls: Syscalls | None = None
    if point in ("disk before", "disk after"):
        calls = DyingCalls(chance.randint(100, 1_500), before=point == "disk before")
    elif point in DISK:
        calls = LogDies(fate)
    return in_child(lambda: life(home, adapter, url, fate, Disk(calls))) != 0


def check(home: Path, batch: Batch) -> tuple[int, int]:
    """One result each, every step once, nothing charged blindly; the custom ids, and what it cost."""
    assert {one.state for one in standings(batch, home, Disk())} == {"done"}
    spent, names = 0, 0
    for line in Sessions(home, Disk()).lines():
        session = Sessions(home, Disk()).resolve(line.id)
        assert verify(session, Disk()) == ()
        entries = all_journaled(session, Disk())
        assert not [entry for entry in entries if entry.kind == "charged"]
        sent = [entry for entry in entries if entry.kind == "sent"]
        ended = {(entry.step, entry.attempt) for entry in entries if entry.kind != "sent"}
        assert {(entry.step, entry.attempt) for entry in sent} <= ended
        assert len({(entry.step, entry.attempt) for entry in sent}) == len(sent)
        done = Counter(entry.step for entry in entries if entry.kind == "done")
        assert max(done.values()) == 1
        spent += sum(entry.usd_micros for entry in entries if entry.kind != "sent")
        names += len({entry.custom_id for entry in sent})
    return names, spent


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_nothing_is_submitted_twice_lost_or_paid_twice(
    tmp_path: Path, request: pytest.FixtureRequest, adapter: str
) -> None:
    wanted = IN_SOAK if request.config.getoption("--soak") else IN_TEST
    chance, died, rounds, lives = Random(request.config.getoption("--seed")), 0, 0, 0
    spent = names = 0
    book = tmp_path / "book"
    with provider(book, chance) as url:
        while died < wanted:
            rounds += 1
            home = tmp_path / f"home{rounds}"
            batch = a_batch(home)
            while died < wanted and {one.state for one in standings(batch, home, Disk())} != {"done"}:
                lives += 1
                died += drawn_life(home, adapter, url, chance)
            assert in_child(partial(life, home, adapter, url, Fate("", 0), Disk())) == 0
            more_names, more_spent = check(home, batch)
            names, spent = names + more_names, spent + more_spent
    lines = book.read_text("utf-8").split()
    submitted = Counter(line for line in lines if line.startswith("pf-"))
    paid = [int(line) for line in lines if not line.startswith("pf-")]
    twice = [name for name, times in submitted.items() if times > 1]
    print(  # noqa: T201  (what a soak has shown)
        f"{adapter}: {died} kills in {lives} lives over {rounds} batches of questions: "
        f"{len(submitted)} requests, {len(twice)} submitted twice; "
        f"paid {sum(paid)}, on record {spent} micro-dollars"
    )
    assert twice == []
    assert names >= len(submitted)
    assert len(paid) == len(submitted)
    assert sum(paid) == spent
