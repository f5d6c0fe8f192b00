"""A model of the kind that runs at home: malformed, off-schema, cut and empty answers, and quotes of its own.

A run on it ends with what it found, an answer that is bound to quotes, and a list of what was lost.
"""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import SecretStr

from pathfinder.adapters.claude.prices import listed_prices
from pathfinder.adapters.claude.settings import DEFAULT_SEATS, ClaudeSettings, Connection
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.sessions import Sessions
from pathfinder.adapters.files.verify import verify
from pathfinder.adapters.openai_compatible.attempt import ChatAttempt
from pathfinder.adapters.openai_compatible.registry import providers
from pathfinder.adapters.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.memory import Limits
from pathfinder.running import research
from pathfinder.wiring import Answering, Engine, Options
from tests.fakes.fast_clock import FastClock
from tests.standin import Nature, Standin, faults
from tests.standin.answers import answer
from tests.standin.bill import LITTLE_THINKING
from tests.standin.material import material
from tests.worlds import QUESTION, world

NOT_JSON, WRONG_LABEL, CUT, WRONG_QUOTE, EMPTY = 0.10, 0.10, 0.05, 0.15, 0.05
MODEL = "custom:weak"


class Weak:
    """Answers as the stand-in does, now and then with a label of its own or a quote that is on no page."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self.labels = self.quotes = 0

    def __call__(self, body: dict[str, Any]) -> Any:
        asked = material(body)
        value = answer(asked)
        facts = value.get("facts", []) if asked.title == "Reading" else []
        for fact in facts:
            if self._rng.random() < WRONG_QUOTE:
                self.quotes += 1
                fact["quote"] = f"Experts agree that {' '.join(reversed(fact['quote'].split()))}"[:900]
        if facts and self._rng.random() < WRONG_LABEL:
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
    engine = Engine(attempt, ScriptedSearch(pages), ScriptedFetch(pages), close=attempt.close)
    options = Options(
        limits=Limits(max_iterations=2, budget_usd_micros=0),
        parallel=3,
        clock=clock,
        rng=Random(1),
        answer=Answering(),
    )
    return asyncio.run(research(QUESTION, engine, options, home=home))


def nature(answering: Any = None) -> Nature:
    return Nature(models=("weak",), thinking=LITTLE_THINKING, answering=answering)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_weak_model_finishes_a_run_with_an_honest_answer_and_says_what_was_lost(
    tmp_path: Path, seed: int
) -> None:
    with Standin(nature=nature()) as strong:
        best = run(strong, tmp_path / "strong")
    weak = Weak(seed)
    with Standin(nature=nature(weak)) as api:
        api.fail(
            replace(faults.malformed(times=None), share=NOT_JSON),
            replace(faults.cut(times=None), share=CUT),
            replace(faults.empty(times=None), share=EMPTY),
        )
        end = run(api, tmp_path / "weak")
    assert end.error is None
    assert end.graph.run.status == "completed"
    assert end.answer is not None
    assert weak.quotes
    assert weak.labels
    # No quote that stands on no page has become an observation.
    told = [observation.quote for observation in end.graph.observations.values()]
    assert told
    assert not any("Experts agree" in (quote or "") for quote in told)
    lost = [failure for failure in end.graph.failures if failure.kind == "unverified"]
    assert lost, [failure.reason for failure in end.graph.failures][:5]
    facts = {"strong": len(best.graph.observations), "weak": len(end.graph.observations)}
    calls = {"strong": len(strong.requests), "weak": len(api.requests)}
    per_fact = {name: calls[name] / facts[name] for name in calls}
    # The aim is 1.5. With a repair for 25 answers in 100 and 15 quotes in 100 lost, 1.47 is the least.
    assert per_fact["weak"] <= 1.75 * per_fact["strong"], (calls, facts)
    assert verify(Sessions(tmp_path / "weak", Disk()).resolve(), Disk()) == ()
