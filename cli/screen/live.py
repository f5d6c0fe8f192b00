"""The live screen: hears events, draws them at most eight times a second, and passes on what keys ask for.

It runs in a thread of its own, so that it draws and listens while the run computes.
"""

import os
import signal
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from threading import Event as Flag
from threading import Lock, RLock, Thread, current_thread, main_thread
from types import FrameType, TracebackType
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from pathfinder.cli.screen.canvas import Canvas
from pathfinder.cli.screen.cells import cut_line, harmless
from pathfinder.cli.screen.key_commands import KeyCommands
from pathfinder.cli.screen.keys import Key, Keys
from pathfinder.cli.screen.lines import PlainScreen
from pathfinder.cli.screen.panels import Prompt, Wait, note_line, picture
from pathfinder.cli.screen.rules import padded_rule
from pathfinder.cli.screen.terminal import Size, Terminal
from pathfinder.cli.screen.words import HANGUL, Say, speaker
from pathfinder.locales.catalogue import said, text_of
from pathfinder.protocols.calls.events import (
    EngineStateChanged,
    Event,
    PhaseEntered,
    RunEnded,
    SchemaRefused,
    Standing,
    Waiting,
)
from pathfinder.protocols.calls.ports import Command
from pathfinder.protocols.errors import PathfinderError
from pathfinder.reports.content.scene import Scene, heard
from pathfinder.reports.markdown.summary import summary_lines

FRAME_S = 1 / 8
MOST_NOTE = 1_000
"""Characters of a note, as the `note` command takes them."""
THESIS_S = 30.0
"""How long the end of a run waits for a thesis that is being written."""

_Handler = Callable[[int, FrameType | None], object] | int | None


class Painter:
    """Styled lines as the bytes a terminal understands; with NO_COLOR they keep weight and lose colour."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._console = Console(
            file=StringIO(), force_terminal=True, width=10_000, legacy_windows=False, _environ=environ
        )

    def __call__(self, lines: Sequence[Text]) -> list[str]:
        return [self._line(line) for line in lines]

    def _line(self, line: Text) -> str:
        with self._console.capture() as painted:
            self._console.print(line, end="", no_wrap=True, overflow="ignore", crop=False, highlight=False)
        return painted.get()


class _Frame(NamedTuple):
    """What a drawing was made of."""

    scene: Scene
    prompt: Prompt
    size: Size
    second: int

    def looks_like(self, other: "_Frame") -> bool:
        """Scenes are made anew by every event, so the same one is the same object."""
        return self.scene is other.scene and self[1:] == other[1:]


class LiveScreen:
    """An `EventSink` and a context manager; the terminal is given back however the block is left."""

    def __init__(
        self,
        terminal: Terminal,
        wishes: KeyCommands,
        clock: Callable[[], float],
        environ: Mapping[str, str],
    ) -> None:
        self._terminal = terminal
        self._wishes = wishes
        self._clock = clock
        self._painter = Painter(environ)
        self._canvas = Canvas(terminal.write)
        self._keys = Keys()
        self._scene = Scene()
        self._prompt = Prompt()
        self._above: list[str] = []
        """Lines that wait to be printed above the live area, uncut."""
        self._summary: tuple[str, ...] = ()
        self._began = clock()
        self._last: _Frame | None = None
        self._telling = Lock()
        """For scene, prompt and waiting lines; held for a moment only."""
        self._drawing = RLock()
        """For the terminal. Never taken while `_telling` is held: a signal may come in between."""
        self._again = False
        self._over = Flag()
        self._plain = PlainScreen()
        """Takes over should the screen's thread come to grief: the run is worth more than its picture."""
        self._thread = Thread(target=self._watch, name="screen", daemon=True)
        self._writer: Thread | None = None
        self._handlers: dict[int, _Handler] = {}

    def __enter__(self) -> "LiveScreen":
        if current_thread() is main_thread():
            self._handle(signal.SIGTSTP, self._stop)
            self._handle(signal.SIGCONT, self._go_on)
            for number in (signal.SIGTERM, signal.SIGHUP):
                self._handle(number, self._die)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._writer is not None and kind is None:
                self._writer.join(THESIS_S)
        finally:
            self._end()

    def _end(self) -> None:
        """Give everything back; a Ctrl-C too many must not keep us from it."""
        if self._handlers:
            self._handle(signal.SIGINT, signal.SIG_IGN)
        self._over.set()
        self._terminal.wake()
        self._thread.join()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._terminal.close()

    def emit(self, event: Event) -> None:
        """Remember what an event changes; it is seen at the next frame."""
        if self._thread.ident is not None and not self._thread.is_alive():
            self._plain.emit(event)
        with self._telling:
            self._scene = heard(self._scene, event)
            if isinstance(event, Waiting):
                until_s = self._clock() - self._began + event.seconds
                reason = said(event.reason, self._scene.speak)
                self._prompt = replace(self._prompt, waiting=Wait(until_s, reason))
            if isinstance(event, SchemaRefused):
                reason = said(event.reason, self._scene.speak)
                told = speaker(self._scene.speak)("screen-schema-refused", call=event.call, reason=reason)
                self._above.append(f"~ {told}")
            if isinstance(event, EngineStateChanged):
                until_s = self._clock() - self._began + event.seconds
                self._prompt = self._prompt.hears(event, until_s)
            if isinstance(event, PhaseEntered) and event.phase == "SELECT":
                self._prompt = replace(self._prompt, engines={})
            if isinstance(event, Standing) and self._scene.closed == event.iteration:
                self._summary = summary_lines(event, self._scene.speak)
                self._above += [*self._summary, ""]
            elif isinstance(event, RunEnded) and event.status == "completed":
                say = speaker(self._scene.speak)
                self._above.append(
                    f"{say(f'run-status-{event.status}')}: {said(event.reason, self._scene.speak)}"
                )

    def _watch(self) -> None:
        """The screen's own thread."""
        try:
            while not self._over.is_set():
                self._frame()
                for key in self._keys.feed(self._terminal.wait(FRAME_S)):
                    self._press(key)
        finally:
            with self._drawing:
                self._leave()

    def _frame(self) -> None:
        """Draw, if there is something new to see."""
        if not self._terminal.foreground():
            return
        with self._telling:
            scene, prompt, above, summary = self._scene, self._prompt, self._above, self._summary
            self._above = []
        with self._drawing:
            if self._again or not self._terminal.taken:
                self._again, self._last = False, None
                self._terminal.take()
                self._canvas.forget()
            size, elapsed_s = self._terminal.size(), self._clock() - self._began
            if self._last is not None and self._last.size != size:
                self._canvas.clear_screen()
                above = [*summary, "", *(line for line in above if line and line not in summary)]
            frame = _Frame(scene, prompt, size, int(elapsed_s))
            if above or self._last is None or not frame.looks_like(self._last):
                lines = self._painter(picture(scene, prompt, size.columns, size.rows, elapsed_s))
                cursor = _cursor(prompt, speaker(scene.speak), size)
                self._canvas.draw(lines, cursor, printed(above, summary, size.columns))
            self._last = frame

    def _leave(self) -> None:
        """The live area goes, what was printed stays, the terminal is as it was."""
        with self._telling:
            above, summary, self._above = self._above, self._summary, []
        if self._terminal.foreground():
            self._canvas.wipe()
            columns = (self._last.size if self._last else self._terminal.size()).columns
            for line in printed(above, summary, columns):
                self._terminal.write(f"{line}\r\n")
        self._terminal.give_back()

    def _press(self, key: Key) -> None:
        if self._prompt.note is not None:
            self._type(self._prompt.note, key)
            return
        if key.kind != "text":
            return
        say = speaker(self._scene.speak)
        match HANGUL.get(key.text, key.text.lower()):
            case "s":
                self._ask("pause", say("screen-pausing"))
            case "q":
                self._ask("stop", say("screen-stopping"))
            case "t":
                self._write_thesis(say)
            case "n":
                self._show(Prompt(note=""))
            case "?":
                self._show(replace(self._prompt, help=not self._prompt.help))
            case _:
                pass

    def _ask(self, kind: Literal["pause", "stop"], answer: str) -> None:
        self._say(self._sent(Command(kind=kind)) or answer)

    def _type(self, note: str, key: Key) -> None:
        """One more key of a note."""
        match key.kind:
            case "text" | "paste":
                self._show(Prompt(note=_typed(note, key.text)))
            case "erase":
                self._show(Prompt(note=note[:-1]))
            case "clear":
                self._show(Prompt(note=""))
            case "escape":
                self._show(Prompt(note=None))
            case "enter":
                text = harmless(note)[:MOST_NOTE]
                self._show(Prompt(note=None))
                if text:
                    self._note(text)

    def _note(self, text: str) -> None:
        refused = self._sent(Command(kind="note", text=text))
        if refused:
            self._say(refused)
            return
        with self._telling:
            self._above.append(speaker(self._scene.speak)("screen-noted", text=text))

    def _sent(self, command: Command) -> str:
        """Pass a wish on; why it could not be, or nothing."""
        try:
            self._wishes.send(command)
        except PathfinderError as error:
            return text_of(error)
        return ""

    def _write_thesis(self, say: Say) -> None:
        if self._scene.closed == 0:
            self._say(say("screen-thesis-early"))
        elif self._writer is None or not self._writer.is_alive():
            self._say(say("screen-thesis-begun"))
            self._writer = Thread(target=self._written, name="thesis", daemon=True)
            self._writer.start()

    def _written(self) -> None:
        try:
            told = speaker(self._scene.speak)("screen-thesis-done", path=self._wishes.thesis())
        except PathfinderError as error:
            told = text_of(error)
        self._say("")
        with self._telling:
            self._above.append(told)

    def _say(self, notice: str) -> None:
        with self._telling:
            self._prompt = replace(self._prompt, notice=notice)

    def _show(self, prompt: Prompt) -> None:
        with self._telling:
            self._prompt = replace(prompt, waiting=self._prompt.waiting)

    def _handle(self, number: int, handler: _Handler) -> None:
        before = signal.signal(number, handler)
        self._handlers.setdefault(number, signal.SIG_DFL if before is None else before)

    def _stop(self, number: int, _: FrameType | None) -> None:
        """Ctrl-Z: the shell gets its terminal as it knows it, then we stand still like everybody."""
        with self._drawing:
            if self._terminal.taken and self._terminal.foreground():
                self._canvas.wipe()
                self._terminal.give_back()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            signal.signal(number, self._stop)
            self._again = True

    def _go_on(self, _number: int, _: FrameType | None) -> None:
        """Back in the foreground: the terminal is set and drawn anew."""
        self._again = True

    def _die(self, number: int, _: FrameType | None) -> None:
        """A signal that ends the process does so, after the terminal is given back.

        While the run is under way it hears SIGTERM itself and ends at a safe point.
        """
        with self._drawing:
            self._leave()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)


def printed(lines: Sequence[str], summary: Sequence[str], columns: int) -> list[str]:
    """Lines for above the live area; a summary begins with a rule, so that the eye finds it."""
    first = summary[0] if summary else None
    width = max(1, columns - 1)
    return [padded_rule(line, width) if line == first else cut_line(line, width) for line in lines]


def _typed(note: str, text: str) -> str:
    """The note with more text; syllables that come in parts are put together."""
    plain = "".join(mark if mark.isprintable() else " " for mark in text)
    return unicodedata.normalize("NFC", note + plain)[:MOST_NOTE]


def _cursor(prompt: Prompt, say: Say, size: Size) -> int | None:
    """Where the user types: an input method shows unfinished syllables at the cursor."""
    if prompt.note is None:
        return None
    return cell_len(note_line(prompt.note, say, size.columns - 1))
