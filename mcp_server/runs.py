"""Researches that clients start: what they may choose, the plan, the detached run, and where it stands."""

import asyncio
import json
import subprocess
from collections.abc import Coroutine, Hashable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import owner
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.mcp_server.commands import Commands
from pathfinder.protocols.errors import PathfinderError

T = TypeVar("T")
PATIENCE_S = 40.0
"""How long a call waits for a model. Clients give a call up after about 60 seconds."""
ERRORS = "mcp-errors.txt"
"""In the folder of a session: what its detached process wrote to stderr."""
_STARTING_S = 10.0
_LONGEST_ERROR = 2_000


@dataclass(frozen=True)
class Permissions:
    """What clients may choose, set by whoever started the server."""

    budget_usd: float
    """The most that one research may cost."""
    total_usd: float
    """The most that all calls to this server may cost together."""
    folders: tuple[Path, ...] = ()
    """Documents lie in these folders only."""
    research: tuple[str, ...] = ()
    """Further options of `pathfinder research`, for every research."""

    def documents(self, wanted: str) -> Path:
        """A folder of documents; ToolError if it is not inside a permitted one, links resolved."""
        for root in self.folders:
            found = (root / wanted).resolve()
            if found.is_relative_to(root) and found.is_dir():
                return found
        known = ", ".join(map(str, self.folders)) or "none; whoever starts the server names them with --docs"
        raise ToolError(f"The documents are not inside a folder that this server may read ({known}).")


class Plan(NamedTuple):
    """A session that is planned and not started."""

    key: Hashable
    session: str
    options: tuple[str, ...]
    question: str
    told: dict[str, Any]
    """Plan and forecast as `research --plan --json` prints them."""


class Pending(Generic[T]):
    """Commands that may take longer than a client waits: the next call with the same key gets the result."""

    def __init__(self, patience: float = PATIENCE_S) -> None:
        self._patience = patience
        self._tasks: dict[Hashable, asyncio.Task[T]] = {}

    def __contains__(self, key: Hashable) -> bool:
        return key in self._tasks

    def begin(self, key: Hashable, command: Coroutine[None, None, T]) -> None:
        """Run a command. It goes on when the client gives up."""
        self._tasks[key] = asyncio.create_task(command)

    async def result(self, key: Hashable) -> T | None:
        """What the command gave; None if it takes longer."""
        task = self._tasks[key]
        done, _ = await asyncio.wait({task}, timeout=self._patience)
        if not done:
            return None
        if task.exception() is not None:
            self.forget(key)
        return task.result()

    def forget(self, key: Hashable) -> None:
        """The next call with this key begins anew."""
        self._tasks.pop(key, None)


@dataclass
class _Account:
    """What a session had cost before this server used it, and what it may cost in all while it runs."""

    before: int
    granted: int


@dataclass
class Runs:
    """The sessions of one folder, and what this server spends on them."""

    sessions: Sessions
    commands: Commands
    permissions: Permissions
    plans: Pending[Plan] = field(default_factory=Pending)
    answers: Pending[str] = field(default_factory=Pending)
    _paying: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Plans and answers are paid for one after the other: each sees what the one before it left."""
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Runs start one after the other: what one may cost is reserved once it owns its session."""
    _discarded: int = 0
    """What plans cost that were not approved."""
    _accounts: dict[str, _Account] = field(default_factory=dict)
    _started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def session(self, name: str) -> Session:
        """The session with this id, or the only one whose id begins so."""
        try:
            return self.sessions.resolve(name)
        except PathfinderError as error:
            raise ToolError(str(error)) from None

    def running(self, session: Session) -> bool:
        """Whether a process owns the session."""
        for process in self._started:
            process.poll()
        return owner(session, Disk()) is not None

    async def plan(self, question: str, budget_usd: float | None, documents: str | None) -> Plan | None:
        """The plan of a research. Called again with the same arguments it gives the same plan.

        None if the model needs longer than a client waits: then it is there at a later call.
        """
        most = self.permissions.budget_usd
        if budget_usd is not None and budget_usd > most:
            raise ToolError(f"One research may cost at most ${most:.2f} here; ask for less.")
        key = (question, budget_usd, documents)
        if key not in self.plans:
            docs = () if documents is None else (f"--docs={self.permissions.documents(documents)}",)
            self.plans.begin(
                key, self._planned(key, question, most if budget_usd is None else budget_usd, docs)
            )
        return await self.plans.result(key)

    async def _planned(self, key: Hashable, question: str, wanted: float, docs: tuple[str, ...]) -> Plan:
        async with self._paying:
            granted = min(_micros(wanted), self._left()) / 1_000_000
            options = (*self.permissions.research, *docs, f"--budget={granted}", "--no-input", "--json")
            told = await self.commands.data("research", *options, "--plan", "--new", "--", question)
            self._accounts[told["session"]] = _Account(0, 0)
        return Plan(key, told["session"], options, question, told)

    async def start(self, plan: Plan) -> Session:
        """Start the run of a plan as a process of its own, and wait until it owns its session."""
        session = self.session(plan.session)
        granted = _micros(plan.told["budget_usd"])
        async with self._starting:
            if granted > self._left() + _spent(session):
                await self.discard(plan)
                raise ToolError("Another research has taken the money. Call again for a new forecast.")
            self.plans.forget(plan.key)
            words = ("research", *plan.options, f"--session={session.id}", "--", plan.question)
            await self._run(session, granted, words)
        return session

    async def resume(self, session: Session) -> None:
        """Go on with a research of a client as a process of its own, within what it may cost."""
        if not (session.folder / ERRORS).exists():
            raise ToolError(
                f"No client started this research. `pathfinder resume --session={session.id}` goes on."
            )
        if self.running(session):
            return
        async with self._starting:
            most = min(_budget(session), _micros(self.permissions.budget_usd))
            granted = min(most, self._left() + _spent(session))
            budget = f"--budget={granted / 1_000_000}"
            await self._run(session, granted, ("resume", budget, "--json", f"--session={session.id}"))

    async def _run(self, session: Session, granted: int, words: tuple[str, ...]) -> None:
        account = self._accounts.setdefault(session.id, _Account(_spent(session), 0))
        account.granted = granted - account.before
        process = self.commands.detached(session.folder / ERRORS, *words)
        self._started.append(process)
        for _ in range(round(_STARTING_S / 0.1)):
            if process.poll() is not None or self.running(session):
                break
            await asyncio.sleep(0.1)
        if process.poll():
            raise ToolError(self.errors(session) or f"The run ended with exit code {process.returncode}.")

    async def discard(self, plan: Plan) -> None:
        """Delete the session of a plan that was not approved; what planning cost stays on the account."""
        self.plans.forget(plan.key)
        self._discarded += _spent(self.session(plan.session))
        del self._accounts[plan.session]
        await self.commands.text("sessions", "remove", "--yes", "--", plan.session)

    async def ask(self, session: Session, question: str) -> str | None:
        """The answer to a further question; it counts towards what the server may spend. None: it goes on."""
        key = (session.id, question)
        if key not in self.answers:
            self.answers.begin(key, self._answered(session, question))
        answer = await self.answers.result(key)
        if answer is not None:
            self.answers.forget(key)
        return answer

    async def _answered(self, session: Session, question: str) -> str:
        async with self._paying:
            self._left()
            self._accounts.setdefault(session.id, _Account(_spent(session), 0))
            return await self.commands.text("ask", f"--session={session.id}", "--", question)

    def errors(self, session: Session) -> str:
        """The end of what the detached process wrote to stderr."""
        try:
            written = (session.folder / ERRORS).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        return written.strip()[-_LONGEST_ERROR:]

    def _left(self) -> int:
        """What may still be spent, in millionths of a dollar; a running session counts in full."""
        used = self._discarded
        for name, account in self._accounts.items():
            try:
                session = self.sessions.resolve(name)
                spent = _spent(session) - account.before
                used += max(spent, account.granted) if self.running(session) else spent
            except PathfinderError:
                used += account.granted
        total = _micros(self.permissions.total_usd)
        if total - used <= 0 < total:
            raise ToolError(
                f"This server may spend ${self.permissions.total_usd:.2f}, and that is spent or reserved."
            )
        return max(total - used, 0)


def _spent(session: Session) -> int:
    run = glance(session, Disk()).run
    return run.spend.total_usd_micros + run.open_usd_micros


def _budget(session: Session) -> int:
    return glance(session, Disk()).run.limits.budget_usd_micros


def _micros(usd: float) -> int:
    return round(usd * 1_000_000)


class Progress(NamedTuple):
    """How far a run is: calls that are done, and the phase."""

    calls: int
    phase: str


@dataclass
class Log:
    """Follows the log of a session, from its beginning."""

    path: Path
    _read: int = 0
    _calls: int = 0
    _phase: str = ""

    def progress(self) -> Progress:
        """How far the run is by now."""
        for event in self._new():
            match event:
                case {"event": "call_done"}:
                    self._calls += 1
                case {"event": "phase_entered", "iteration": int(number), "phase": str(phase)}:
                    self._phase = f"iteration {number}, {phase}"
                case _:
                    pass
        return Progress(self._calls, self._phase)

    def _new(self) -> Iterator[object]:
        try:
            with self.path.open("rb") as log:
                log.seek(self._read)
                data = log.read()
        except OSError:
            return
        whole = data.rfind(b"\n") + 1
        self._read += whole
        for line in data[:whole].splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                continue
