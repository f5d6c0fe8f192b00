"""The HTTP API: the examples of its page as they are written, its description, and what it refuses."""

import json
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.serve.served import Served, served
from tools.farm import ROOT

pytestmark = pytest.mark.slow
EXAMPLES = re.findall(r"^curl .+$", (ROOT / "docs" / "serve.md").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("api")) as one:
        yield one


def test_the_examples_of_the_page_work_in_their_order(server: Served) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl on this machine, so nobody ran the examples of docs/serve.md")
    environ = server.shell.environ | {"SERVER": server.address, "TOKEN": server.token, "SESSION": ""}
    told: dict[str, str] = {}
    (server.shell.folder / "README.md").write_text("Roofs.\n", encoding="utf-8")
    for line in EXAMPLES:
        refused = line.endswith("/stop") or "/budget -d" in line
        if refused:
            server.until_ended(environ["SESSION"])  # Whether it still runs would be chance.
        command = line.replace("curl -sS", "curl -sS --max-time 110 -w '\\n%{http_code}'", 1)
        done = subprocess.run(
            ["bash", "-c", command],
            env=environ,
            capture_output=True,
            text=True,
            check=False,
            cwd=server.shell.folder,
        )
        body, _, code = done.stdout.rpartition("\n")
        assert code in (("400",) if refused else ("200", "201", "202")), (line, done)
        told[line] = body
        if line.partition(" -d ")[0].endswith("/api/v1/sessions"):
            environ["SESSION"] = json.loads(body)["session"]
    assert len(told) == len(EXAMPLES) >= 14
    whole, rest = (body for line, body in told.items() if "/events" in line)
    ids = re.findall(r"^id: (\S+)$", whole, re.MULTILINE)
    assert "event: run_ended" in whole
    assert "event: facts" in whole
    assert list(map(int, ids)) == sorted(map(int, ids))
    cut = re.findall(r"^id: (\S+)$", rest, re.MULTILINE)
    assert 0 < len(cut) < len(ids)
    assert cut == ids[len(ids) - len(cut) :]
    trashed = json.loads(told[EXAMPLES[-1]])["sessions"]
    assert [one["question"] for one in trashed] == ["Do tidal-glass roofs attract lightning?"]


def test_the_description_names_every_address_and_resolves(server: Served) -> None:
    described = server.json("GET", "/openapi.json")
    operations = [(method, path) for path, known in described["paths"].items() for method in known]
    assert len(operations) == 21
    text = json.dumps(described)
    for name in re.findall(r'"#/components/schemas/(\w+)"', text):
        assert name in described["components"]["schemas"]
    for method, path in operations:
        asked = re.sub(r"\{\w+\}", "none", path)
        status, body = server.call(method.upper(), asked, {} if method == "post" else None)
        assert status in (200, 404, 422), (method, asked, body)
        assert status == 200 or "error" in json.loads(body)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "question"),
        ({"question": ""}, "question"),
        ({"question": "Q?", "budget_usd": -1}, "budget_usd"),
        ({"question": "Q?", "preset": "x"}, "preset"),
        ({"question": "Q?", "documents": "../.."}, "documents"),
        ({"question": "Q?", "settings": {}}, "settings"),
        ({"question": "Q\0?"}, "character"),
        ([], "body"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(server: Served, body: object, said: str) -> None:
    status, answer = server.call("POST", "/api/v1/forecast", body)
    assert status in (400, 422)
    assert said in json.loads(answer)["error"]


def test_a_key_of_the_environment_is_on_no_page(tmp_path: Path) -> None:
    with served(tmp_path / "keyed") as one:
        one.kill()
        one.shell.environ["EXA_API_KEY"] = "exa-secret-of-the-environment"
        one.start()
        for path in ("/", "/new", "/api/v1/sessions", "/api/v1/openapi.json"):
            assert b"exa-secret" not in one.call("GET", path)[1]


def test_it_ends_quietly_while_somebody_watches(tmp_path: Path) -> None:
    with served(tmp_path / "ended") as one:
        session = one.json("POST", "/sessions", {"question": "Q?", "documents": "."})["session"]
        watching = HTTPConnection("127.0.0.1", one.port, timeout=60)
        headers = {"Authorization": f"Bearer {one.token}"}
        watching.request("GET", f"/sessions/{session}/events", headers=headers)
        with closing(watching), watching.getresponse() as stream:
            assert stream.readline() == b"retry: 1000\n"
            one.process.send_signal(signal.SIGINT)
            _, said = one.process.communicate(timeout=30)
        assert one.process.returncode == 0
        assert said.splitlines() == ["Ctrl-C ends the server; runs that it started go on."]
