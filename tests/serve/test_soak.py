"""The HTTP API against its own description: schemathesis draws requests, right and wrong ones."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks

from pathfinder.processes import Commands
from pathfinder.serve.actions import Actions
from pathfinder.serve.api import ROOT, Api
from pathfinder.serve.shelf import Shelf
from tests.serve.served import QUESTION, Served, served

pytestmark = [pytest.mark.slow, pytest.mark.soak]
OPERATIONS = [(one.method, one.path) for one in Api(Actions(Shelf(Path()), Commands({}))).operations()]
PROCESSES = {"/forecast", "/plan", "/sessions", "/sessions/{session}/resume", "/sessions/{session}/ask"}
"""They start a command, which takes a second: a soak draws a tenth of them."""
IN_TEST, IN_TEST_PROCESSES = 3, 1
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("soak")) as one:
        yield one
        one.process.send_signal(signal.SIGINT)
        _, said = one.process.communicate(timeout=60)
        assert said.splitlines() == ["Ctrl-C ends the server; runs that it started go on."]


@pytest.fixture(scope="module")
def session(server: Served) -> str:
    """A session that is there, since a drawn name never is."""
    found: str = server.json("POST", "/sessions", {"question": QUESTION, "documents": "."})["session"]
    server.until_ended(found)
    return found


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=[f"{m} {p}" for m, p in OPERATIONS])
def test_what_is_drawn_from_the_description_is_answered_as_described(
    server: Served, session: str, method: str, path: str, pytestconfig: pytest.Config
) -> None:
    soak = pytestconfig.getoption("--soak")
    least, part = (IN_TEST_PROCESSES, 10) if path in PROCESSES else (IN_TEST, 1)
    count = max(least, (soak or 0) // part)
    described = schemathesis.openapi.from_dict(server.json("GET", "/openapi.json"))
    operation = described[ROOT + path][method]
    drawn = st.one_of(
        *(operation.as_strategy(generation_mode=mode) for mode in GenerationMode if mode.is_positive or soak)
    )

    @seed(pytestconfig.getoption("--seed"))
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=drawn, real=st.integers(0, 3))
    def answered(case: Any, real: int) -> None:
        if real and "{session}" in path and method != "DELETE":
            case.path_parameters["session"] = session
        case.headers = {**dict(case.headers or {}), "Authorization": f"Bearer {server.token}"}
        answer = case.call(base_url=server.address, timeout=120)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
            assert answer.json()["error"]

    answered()
