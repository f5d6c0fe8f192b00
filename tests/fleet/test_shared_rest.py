"""Whole workers, as `pathfinder worker` starts them: who is told to come back later holds all of them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.cli.test_batch import PAGES
from tests.postgres import Server
from tests.standin import Nature, Standin
from tests.standin.faults import too_many

REST_S = 8.0
UNDERWAY_S = 2.0
"""What the other worker had let go before the answer that says so was in the database."""


def _until(holds: Callable[[], bool], seconds: float = 120) -> None:
    over = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < over, "it did not come to pass"
        time.sleep(0.05)


@pytest.mark.slow
def test_a_429_that_one_worker_is_answered_holds_every_worker(postgres: Server, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    asked = "".join(f"Do ground loops cut the heating bill in town {n}?\n" for n in range(1, 5))
    (tmp_path / "asked.txt").write_text(asked, encoding="utf-8")
    url = postgres.database()
    with Standin(nature=Nature(latency_seconds=0.3)) as api:
        env = {
            **os.environ,  # noqa: TID251  (a child needs its PATH)
            "PATHFINDER_HOME": str(tmp_path / "home"),
            "PATHFINDER_DATABASE": url,
            "ANTHROPIC_API_KEY": api.key,
            "ANTHROPIC_BASE_URL": api.base_url,
        }

        def run(*words: str) -> str:
            command = [sys.executable, "-m", "pathfinder", *words]
            ran = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert ran.returncode == 0, ran.stderr
            return ran.stdout

        run("fleet", "up", "--rate", "240")
        # One model for every call: a rest is of a model.
        words = ("--docs", "docs", "--allow-remote", "--quick", "--iterations", "2", "--budget", "20")
        run("fleet", "submit", "asked.txt", *words)
        command = [sys.executable, "-m", "pathfinder", "worker", "--slots", "2"]
        workers = [
            subprocess.Popen(command, env=env, cwd=tmp_path, stdout=subprocess.DEVNULL) for _ in range(2)
        ]

        def at_work() -> set[object]:
            with psycopg.connect(url, options="-c search_path=pathfinder") as connection:
                found = connection.execute("SELECT worker, state, reason FROM job").fetchall()
            assert not [one for one in found if one[1] == "failed"], found
            return {worker for worker, state, _ in found if state == "running"}

        try:
            _until(lambda: len(at_work()) == 2 and len(api.requests) >= 10)
            api.fail(too_many(REST_S))
            _until(lambda: any(one.status == 429 for one in api.requests))
            assert len(at_work()) == 2, "both had something to do while nobody called"
            _until(lambda: api.requests[-1].status != 429 and _after(api) > 8)
        finally:
            for worker in workers:
                worker.send_signal(signal.SIGTERM)
            ended = [worker.wait(timeout=60) for worker in workers]
        assert ended == [0, 0]
        [refused] = [one for one in api.requests if one.status == 429]
        quiet = [one.at - refused.at for one in api.requests if UNDERWAY_S < one.at - refused.at < REST_S]
        assert quiet == [], f"somebody called while all were to rest: {quiet}"
        states = json.loads(run("fleet", "status", "--json"))["questions"]
        assert {one["state"] for one in states} <= {"waiting", "running", "done"}


def _after(api: Standin) -> int:
    """Calls since the one that was refused."""
    return next((n for n, one in enumerate(reversed(api.requests)) if one.status == 429), 0)
