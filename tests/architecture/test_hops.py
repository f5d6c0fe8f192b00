"""Counts our modules on the call stack between `pathfinder research` and the first model call."""

import sys
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import FrameType

from tests.cli.shell import Inside
from tests.standin import Standin

MOST_HOPS = 12
"""Modules from the command to the adapter that sends the first call, both included."""
OURS = "pathfinder."
FIRST, LAST, SENDS = "pathfinder.cli.commands.", "pathfinder.adapters.models.attempt", "turn"


class Tracer:
    """Keeps the modules on the stack when a model is first asked, and those that have run by then."""

    def __init__(self) -> None:
        self.stack: list[str] = []
        self.ran: dict[str, None] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        name = frame.f_globals.get("__name__", "")
        if self.stack or event != "call" or not name.startswith(OURS):
            return
        if not frame.f_code.co_flags & CO_OPTIMIZED:  # The body of a module or a class, which runs on import.
            return
        if not on_import(frame):
            self.ran.setdefault(name)
        if name == LAST and frame.f_code.co_name == SENDS:
            self.stack = modules_above(frame)


def on_import(frame: FrameType | None) -> bool:
    """Whether a module is being loaded, and this runs for its constants and types."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__", "").startswith(OURS):
            return True
        frame = frame.f_back
    return False


def modules_above(frame: FrameType | None) -> list[str]:
    """Our modules, outermost first; one that calls itself counts once."""
    found: list[str] = []
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name.startswith(OURS) and name not in found:
            found.insert(0, name)
        frame = frame.f_back
    return found


def first_call(folder: Path) -> Tracer:
    """A run on a stand-in, watched until the first call is sent."""
    (folder / "docs").mkdir()
    (folder / "docs" / "tea.md").write_text(
        "# Tea\n\nTea lowered blood pressure by 1.5 mmHg.\n", encoding="utf-8"
    )
    tracer = Tracer()
    with Standin() as api:
        shell = Inside(folder, api)
        sys.setprofile(tracer)
        try:
            shell(
                "research", "Does tea lower blood pressure?", "--docs", "docs", "--quick", "--iterations", "1"
            )
        finally:
            sys.setprofile(None)
    return tracer


def test_few_modules_lie_between_the_command_and_the_first_call(tmp_path: Path) -> None:
    stack = first_call(tmp_path).stack
    begin = next(number for number, name in enumerate(stack) if name.startswith(FIRST))
    assert len(stack[begin:]) <= MOST_HOPS, stack[begin:]


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        known = first_call(Path(folder))
    sys.stdout.write(f"{len(known.stack)} on the stack:\n" + "\n".join(f"  {name}" for name in known.stack))
    packages = ("pathfinder.cli.", "pathfinder.orchestrator.", "pathfinder.agents.")
    wiring = [name for name in known.ran if name.startswith(packages) or name.count(".") == 1]
    sys.stdout.write(f"\n{len(wiring)} modules of cli, pathfinder, orchestrator and agents ran before it:\n")
    sys.stdout.write("\n".join(f"  {name}" for name in wiring) + "\n")
