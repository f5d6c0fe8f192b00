"""What screens and API can do: each is a command of the command line, or a line in a control file."""

import asyncio
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from pathfinder.adapters.search.settings import EngineName
from pathfinder.adapters.storage.files.control import send
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.system import SystemClock
from pathfinder.config import MOST_USD
from pathfinder.locales.catalogue import Message
from pathfinder.processes import Commands
from pathfinder.protocols.calls.ports import Command
from pathfinder.protocols.errors import SessionRefused, UserError
from pathfinder.protocols.frozen import Frozen
from pathfinder.running import start
from pathfinder.serve.fleet_screen import Fleet
from pathfinder.serve.shelf import ERRORS, Shelf
from pathfinder.serve.uploads import upload_named

PLAN = "serve-plan.txt"
"""In the folder of a session: the parts that were approved."""
LONGEST_TEXT = 1_000
_STARTING_S = 10.0


class Wish(Frozen):
    """A question and how it is to be researched."""

    question: Annotated[str, Field(min_length=1, max_length=4_000)]
    documents: str | None = Field(default=None, max_length=1_000)
    """A folder inside one that the server may read, or the name of an upload."""
    allow_remote: bool = False
    """With documents: web engines and a remote model may be used."""
    engines: tuple[EngineName, ...] = Field(default=(), max_length=6)
    """Where to search, beside the documents; empty: as the settings say."""
    preset: Literal["economy", "balanced", "best"] | None = None
    budget_usd: Annotated[float, Field(ge=0)] | None = None
    max_minutes: Annotated[int, Field(ge=1)] | None = None


class Start(Wish):
    """The same with the plan that was approved."""

    plan: tuple[Annotated[str, Field(max_length=500)], ...] = Field(default=(), max_length=9)
    """Parts of the question; empty: the lead takes it apart."""
    session: str | None = None
    """The session that the plan was made in."""


class Note(Frozen):
    """Something the session is told; it counts from the next iteration on."""

    kind: Literal["note", "keyword", "hypothesis"] = "note"
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class Resume(Frozen):
    """How a session goes on."""

    budget_usd: Annotated[float, Field(ge=0)] | None = None
    """A new budget; left out, the session keeps its own."""


class Budget(Frozen):
    """A new budget for a run that goes on."""

    budget_usd: Annotated[float, Field(ge=0, le=MOST_USD)]


class Question(Frozen):
    """A further question."""

    question: Annotated[str, Field(min_length=1, max_length=4_000)]


@dataclass
class Actions:
    """Changes sessions of one folder."""

    shelf: Shelf
    commands: Commands
    folders: tuple[Path, ...] = ()
    """Documents lie in these folders only."""
    options: tuple[str, ...] = ()
    """Further options of `research`, for every research."""
    engines: tuple[EngineName, ...] = ()
    """Those that can be used here."""
    ending: Callable[[], bool] = lambda: False
    """Whether the server is being stopped: streams end then."""
    fleet: Fleet | None = None
    """The fleet that is shown too."""
    _started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    async def forecast(self, wish: Wish) -> dict[str, Any]:
        """What it would cost. Nothing is written or sent."""
        words = self._words(wish)
        return await self.commands.data("research", *words, "--dry-run", "--", _line(wish.question))

    async def plan(self, wish: Wish) -> dict[str, Any]:
        """A new session with the parts that the lead proposes; one call to the model."""
        words = self._words(wish)
        return await self.commands.data("research", *words, "--plan", "--new", "--", _line(wish.question))

    async def start(self, wish: Start) -> Session:
        """Start the run as a process of its own."""
        words, question = self._words(wish), _line(wish.question)
        if not question:
            raise UserError(Message("question-empty"))
        if wish.session is None:
            session = await asyncio.to_thread(start, question, SystemClock(), home=self.shelf.home)
        else:
            session = self.shelf.session(wish.session)
        parts = [part for part in map(_line, wish.plan) if part]
        if parts:
            plan = session.folder / PLAN
            Disk().write(plan, "\n".join(parts).encode(errors="replace"), durable=False)
            words = (*words, f"--plan-file={plan}")
        await self._detached(session, "research", *words, f"--session={session.id}", "--", question)
        return session

    async def resume(self, session: Session, wish: Resume) -> None:
        """Go on with a session."""
        if self.shelf.running(session) is not None:
            raise SessionRefused(Message("session-running", session=session.id))
        words = () if wish.budget_usd is None else (f"--budget={_dollars(wish.budget_usd)}",)
        await self._detached(session, "resume", "--json", *words, f"--session={session.id}")

    async def ask(self, session: Session, asked: Question) -> dict[str, Any]:
        """The answer to a further question; one call to the model, on the session's budget."""
        return await self.commands.data(
            "ask", "--json", f"--session={session.id}", "--", _line(asked.question)
        )

    def note(self, session: Session, note: Note) -> None:
        """Leave the session a note, as `pathfinder note` does."""
        text = _line(note.text)[:LONGEST_TEXT]
        if not text:
            raise UserError(Message("note-empty"))
        send(session, Command(kind=note.kind, text=text), Disk())

    def ask_to(self, session: Session, kind: Literal["pause", "stop"]) -> None:
        """Ask the running session to pause or stop, as the commands do."""
        if self.shelf.running(session) is None:
            raise UserError(Message("session-not-running", session=session.id))
        send(session, Command(kind=kind), Disk())

    async def change_budget(self, session: Session, wanted: Budget) -> None:
        """Give the running session another budget, as `pathfinder budget` does."""
        if self.shelf.running(session) is None:
            raise UserError(Message("budget-session-not-running", session=session.id))
        spent = await asyncio.to_thread(self.shelf.spent, session)
        if round(wanted.budget_usd * 1_000_000) < spent:
            raise UserError(
                Message("budget-below-spent", session=session.id, spent=f"${spent / 1_000_000:.2f}")
            )
        await self.commands.text("budget", f"--session={session.id}", "--", _dollars(wanted.budget_usd))

    def discard(self, session: Session) -> None:
        """Move a session to the trash."""
        self.shelf.sessions.discard(session)

    def _words(self, wish: Wish) -> tuple[str, ...]:
        words = ["--no-input", "--json", *self.options]
        if wish.documents is not None:
            words.append(f"--docs={self._documents(wish.documents)}")
        if wish.allow_remote:
            words.append("--allow-remote")
        if missing := [name for name in wish.engines if name not in self.engines]:
            raise UserError(Message("serve-engine-unusable", engine=missing[0]))
        if wish.engines:
            words.append(f"--engine={'+'.join(wish.engines)}")
        if wish.preset is not None:
            words.append(f"--preset={wish.preset}")
        if wish.budget_usd is not None:
            words.append(f"--budget={_dollars(wish.budget_usd)}")
        if wish.max_minutes is not None:
            words.append(f"--max-minutes={wish.max_minutes}")
        return tuple(words)

    def _documents(self, wanted: str) -> Path:
        """A folder inside a permitted one, links resolved, or an upload."""
        if (uploaded := upload_named(self.shelf.home, wanted)) is not None:
            return uploaded
        if "\0" not in wanted:
            for root in self.folders:
                found = (root / wanted).resolve()
                if found.is_relative_to(root) and found.is_dir():
                    return found
        raise UserError(Message("serve-docs-outside"))

    async def _detached(self, session: Session, *words: str) -> None:
        """Start a process and wait until it owns the session, or ended."""
        for known in self._started:
            known.poll()
        self._started = [known for known in self._started if known.returncode is None]
        process = self.commands.detached(session.folder / ERRORS, *words)
        self._started.append(process)
        for _ in range(round(_STARTING_S / 0.1)):
            if process.poll() is not None or self.shelf.running(session) is not None:
                break
            await asyncio.sleep(0.1)


def _line(text: str) -> str:
    return " ".join(text.split())


def _dollars(amount: float) -> str:
    if not isfinite(amount):
        raise UserError(Message("serve-budget-wrong"))
    return f"{amount:.6f}"
