"""A model of the kind that runs at home: malformed, off-schema, cut and empty answers, and quotes of its own.

A run on it ends with what it found, an answer that is bound to quotes, and a list of what was lost.
"""

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import SecretStr

from pathfinder.adapters.models.openai_compatible.attempt import ChatAttempt
from pathfinder.adapters.models.openai_compatible.registry import providers
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.models.settings import DEFAULT_SEATS, ClaudeSettings, Connection
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import Answering, RunConfig
from pathfinder.running import research
from tests.fakes.fast_clock import FastClock
from tests.standin import Nature, Standin, faults
from tests.standin.answers import answer
from tests.standin.bill import LITTLE_THINKING
from tests.standin.material import material
from tests.standin.message import digest
from tests.worlds import QUESTION, world

NOT_JSON, WRONG_LABEL, CUT, WRONG_QUOTE, EMPTY = 0.10, 0.10, 0.05, 0.15, 0.05
MODEL = "custom:weak"


class Weak:
    """Answers as the stand-in does, now and then with a label of its own or a quote that is on no page."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._asked = Counter[str]()
        self.labels = self.quotes = 0

    def __call__(self, body: dict[str, Any]) -> Any:
        asked, name = material(body), digest(body)
        self._asked[name] += 1
        chance = Random(f"weak {self._seed} {name} {self._asked[name]}")
        value = answer(asked)
        facts = value.get("facts", []) if asked.title == "Reading" else []
        for fact in facts:
            if chance.random() < WRONG_QUOTE:
                self.quotes += 1
                fact["quote"] = f"Experts agree that {' '.join(reversed(fact['quote'].split()))}"[:900]
        if facts and chance.random() < WRONG_LABEL:
            self.labels += 1
            facts[0]["kind"] = "banana"
        return value


def run(api: Standin, home: Path) -> RunEnd:
    custom = providers()["custom"]
    where = Connection(key=SecretStr(api.key), base_url=f"{api.base_url}/v1", provider="custom")
    seats = {name: seat.model_copy(update={"model": MODEL}) for name, seat in DEFAULT_SEATS.items()}
    prices = listed_prices().with_free(MODEL)
    clock = FastClock()
    attempt = ChatAttempt(custom, where, ClaudeSettings(seats=seats), prices, clock=clock)
    pages = world()
    engine = Deps(
        attempt,
        PageSources(ScriptedSearch(pages), ScriptedFetch(pages)),
        clock=clock,
        rng=Random(1),
        close=attempt.close,
    )
    options = RunConfig(
        limits=Limits(max_iterations=2, budget_usd_micros=0),
        parallel=3,
        answer=Answering(),
    )
    return asyncio.run(research(QUESTION, engine, options, home=home))


def nature(answering: Any = None) -> Nature:
    return Nature(models=("weak",), thinking=LITTLE_THINKING, answering=answering)


def weakly(seed: int, home: Path) -> tuple[Weak, Standin, RunEnd]:
    weak = Weak(seed)
    with Standin(nature=nature(weak), seed=seed) as api:
        api.fail(
            replace(faults.malformed(times=None), share=NOT_JSON),
            replace(faults.cut(times=None), share=CUT),
            replace(faults.empty(times=None), share=EMPTY),
        )
        return weak, api, run(api, home)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_weak_model_finishes_a_run_with_an_honest_answer_and_says_what_was_lost(
    tmp_path: Path, seed: int
) -> None:
    weak, _, end = weakly(seed, tmp_path)
    assert end.error is None
    assert end.graph.run.status == "completed"
    assert end.answer is not None
    assert weak.quotes
    # No quote that stands on no page has become an observation.
    told = [observation.quote for observation in end.graph.observations.values()]
    assert told
    assert not any("Experts agree" in (quote or "") for quote in told)
    reasons = [(failure.kind, failure.reason) for failure in end.graph.failures]
    assert any(kind == "unverified" for kind, _ in reasons), reasons[:5]
    counted = sum("could not be read and counts as asserted" in reason for _, reason in reasons)
    assert 0 < counted <= weak.labels
    assert verify(Sessions(tmp_path, Disk()).resolve(), Disk()) == ()


@pytest.mark.soak
@pytest.mark.slow
def test_how_many_calls_a_fact_takes_a_weak_model(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """At most 1.5 times as many, over many runs: a single one differs from the next by a tenth."""
    with Standin(nature=nature()) as strong:
        best = run(strong, tmp_path / "strong")
    calls = facts = 0
    seeds = 80 if request.config.getoption("--soak") else 48
    for seed in range(1, seeds + 1):
        _, api, end = weakly(seed, tmp_path / f"weak{seed}")
        calls, facts = calls + len(api.requests), facts + len(end.graph.observations)
    ratio = calls / facts / (len(strong.requests) / len(best.graph.observations))
    print(f"{seeds} runs: {calls} calls, {facts} facts, {ratio:.3f} times as many a fact")  # noqa: T201  (the figure)
    assert ratio <= 1.5
