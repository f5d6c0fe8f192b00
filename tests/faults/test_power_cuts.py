"""The power goes after any call: what was confirmed is on the disk, however little else is."""

import shutil
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeVar

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.protocols.errors import PathfinderError
from tests.faults.power import Op, Recorder, Survival, after_cut, build
from tests.faults.recovery import assert_still_whole
from tests.faults.scripted import Told, short_session

T = TypeVar("T")
SURVIVALS: tuple[Survival, ...] = ("nothing", "everything", "something")


class Marked(list[T]):
    """A list that knows after which call each of its items came."""

    def __init__(self, ops: list[Op]) -> None:
        super().__init__()
        self._ops = ops
        self._marks: list[int] = []

    def append(self, item: T) -> None:
        super().append(item)
        self._marks.append(len(self._ops))

    def by(self, place: int) -> list[T]:
        """The items that were there by then."""
        return self[: sum(mark <= place for mark in self._marks)]


class Recorded:
    """A short session on a recording disk, and what had been confirmed at each of its calls."""

    def __init__(self, base: Path, deaf_to: Literal["nothing", "files", "folders"] = "nothing") -> None:
        self.recorder = Recorder(base, deaf_to)
        ops = self.recorder.ops
        lists: Any = {1: Marked(ops), 2: Marked(ops)}
        self._entries, self._pages, self._graphs = lists, Marked[Any](ops), Marked[Any](ops)
        told = Told(entries=lists, pages=self._pages, graphs=self._graphs)
        base.mkdir()
        self.session = short_session(base / ".research", Disk(self.recorder), told)

    def told_by(self, place: int, root: Path) -> Told:
        graphs = self._graphs.by(place)
        session = Session(root / "sessions" / self.session.id) if graphs else None
        entries = {iteration: known.by(place) for iteration, known in self._entries.items()}
        return Told(session=session, entries=entries, pages=self._pages.by(place), graphs=graphs)


def cut(run: Recorded, place: int, survival: Survival, rng: Random, folder: Path) -> None:
    """Cut the power, and see whether the session comes back."""
    nodes = after_cut(run.recorder, run.recorder.ops[:place], survival, rng)
    build(nodes, nodes[0], folder)
    root = folder / ".research"
    assert_still_whole(root, run.told_by(place, root), f"after call {place}, {survival} survived")


@pytest.mark.slow
@pytest.mark.soak
def test_what_was_confirmed_survives_a_power_cut_after_any_call(
    quick_folder: Path, pytestconfig: pytest.Config
) -> None:
    soak, seed = pytestconfig.getoption("--soak"), pytestconfig.getoption("--seed")
    run = Recorded(quick_folder / "live")
    places = range(len(run.recorder.ops) + 1)
    assert len(places) > 100
    rng = Random(seed)
    states = [(place, survival) for place in places for survival in SURVIVALS]
    if soak:
        states = [(rng.choice(places), rng.choice(SURVIVALS)) for _ in range(soak)]
    for number, (place, survival) in enumerate(states):
        folder = quick_folder / f"cut-{number}"
        cut(run, place, survival, Random(seed * 1_000_000 + number), folder)
        shutil.rmtree(folder)


@pytest.mark.slow
@pytest.mark.parametrize("deaf_to", ["files", "folders"])
def test_a_forgotten_sync_would_be_noticed(deaf_to: Literal["files", "folders"], quick_folder: Path) -> None:
    run = Recorded(quick_folder / "live", deaf_to)
    broken = 0
    for place in range(0, len(run.recorder.ops), 5):
        for survival in SURVIVALS[:2]:
            try:
                cut(run, place, survival, Random(place), quick_folder / f"cut-{place}-{survival}")
            except (AssertionError, PathfinderError):
                broken += 1
    assert broken > 5
