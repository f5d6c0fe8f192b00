"""kill -9 in the middle of a batch, again and again: every question has exactly one result in the end."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.batches import Batches
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.batch_results import Results
from pathfinder.batch_state import standings, to_do
from pathfinder.batching import BatchRun
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.batch import QuestionEnd
from pathfinder.protocols.calls.batch import Batch, Terms, Wanted
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from tests.fakes.fixed_clock import FixedClock
from tests.kills.killed import PAGES, BilledModel, in_child

IN_TEST, IN_SOAK = (40, 8), (1_000, 100)
"""Questions, and kills."""


def _batch(home: Path, count: int) -> Batch:
    Sessions(home, Disk()).make_root()
    asked = tuple(
        Wanted(number=n, question=f"Do ground loops pay off in town {n}?") for n in range(1, count + 1)
    )
    terms = Terms(limits=Limits(max_iterations=1), parallel=1, quick=True, at_once=8)
    return Batches(home, Disk()).create(asked, terms, "towns.txt", FixedClock().now())


def _life(home: Path) -> None:
    """One process: go on with the batch until it is done, or until it dies."""
    batch = Batches(home, Disk()).load()
    model = BilledModel(home.parent / "bill", 0.001)
    engine = Deps(model, PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)), name="scripted")
    run = BatchRun(batch, engine, RunConfig(), home, Disk())
    known = standings(batch, home, Disk())
    results = Results(batch, known, (), Batches(home, Disk()).place(batch))

    def ended(end: QuestionEnd) -> None:
        results.take(end.wanted.number, end.state, end.reason, end.graph)

    with run:
        asyncio.run(run.run(to_do(known), lambda *_: None, ended))
    results.write()


@pytest.mark.soak
@pytest.mark.slow
def test_every_question_has_one_result_however_often_the_batch_is_killed(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    questions, kills = IN_SOAK if request.config.getoption("--soak") else IN_TEST
    home, chance = tmp_path / "home", Random(request.config.getoption("--seed"))
    batch = _batch(home, questions)
    died = 0
    for _ in range(kills):
        died += in_child(lambda: _life(home), kill_after_s=chance.uniform(0.05, 2.0)) != 0
    assert died, "no kill fell into a run; the test shows nothing"
    assert in_child(lambda: _life(home)) == 0
    place = Batches(home, Disk()).place(batch)
    rows = [json.loads(row) for row in (place.folder / "results.jsonl").read_text("utf-8").splitlines()]
    assert [row["number"] for row in rows] == list(range(1, questions + 1))
    assert {row["state"] for row in rows} == {"done"}
    assert len({row["session"] for row in rows}) == questions
    # What begins with a dot is a session that was never finished being made; no list shows it.
    made = [folder for folder in (home / "sessions").iterdir() if not folder.name.startswith(".")]
    assert len(made) == questions
    for line in Sessions(home, Disk()).lines():
        session = Sessions(home, Disk()).resolve(line.id)
        assert verify(session, Disk()) == ()
        assert (session.folder / "report.html").exists()
        journal = FileJournal.open(session, 1, Disk())
        done = Counter(entry.step for entry in journal.entries if entry.kind == "done")
        assert not [step for step, times in done.items() if times > 1]
