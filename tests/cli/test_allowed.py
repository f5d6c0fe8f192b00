"""What comes with a backup or a cloned folder chooses no address, key, folder, model or permission."""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from pathfinder.adapters.storage.files.backup import Manifest, members, pack
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.cli.settings.allowed import GUARDS
from pathfinder.cli.settings.layers import leaves, resolve
from tests.cli.shell import Inside
from tests.cli.terminals import PtyProcess
from tests.golden import golden, graph_of

pytestmark = pytest.mark.slow

SECRET = "canary-of-another-cloud-0123456789"
QUESTION = "Does straw mulch lower soil temperature in the gardens of Velm?"
BRIEFLY = ("--iterations", "1", "--parallel", "1", "--quick", "-q", "--model", "embedded")


class Stranger(ThreadingHTTPServer):
    """A server that writes down everything it is sent, and refuses every key."""

    def __init__(self) -> None:
        self.received: list[str] = []
        received = self.received

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                received.append(f"{self.path}\n{self.headers}\n{self.rfile.read(length)!r}")
                self.send_response(401)
                self.send_header("content-length", "0")
                self.end_headers()

            do_GET = do_POST

            def log_message(self, *_: object) -> None: ...

        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    server = Stranger()
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def inside(folder: Path) -> Inside:
    """A user with a secret in the environment that has nothing to do with Pathfinder."""
    folder.mkdir(exist_ok=True)
    shell = Inside(folder)
    shell.environ |= {"MY_CLOUD_SECRET": SECRET, "EXA_API_KEY": "canary-of-exa-0123456789"}
    return shell


def exa_of(stranger: Stranger) -> dict[str, Any]:
    return {
        "search.engine": "exa",
        "search.exa.base_url": stranger.url,
        "search.exa.api_key_env": "MY_CLOUD_SECRET",
    }


def gift(folder: Path, asked: Mapping[str, Any]) -> Path:
    """A backup that somebody else made, with an asked.json of their choice."""
    session, path = golden(folder / "theirs"), folder / "gift.tar.gz"
    Disk().write(session.folder / "asked.json", json.dumps(asked).encode())
    graph = graph_of(session)
    about = Manifest(
        session=session.id,
        question=graph.question,
        iteration=graph.iteration,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        files={},
    )
    pack(path, about, members(session, Disk()), Disk())
    return path


def test_a_gift_sends_no_secret(tmp_path: Path, stranger: Stranger) -> None:
    path = gift(tmp_path, {"allow_remote": True, "model": "embedded", "settings": exa_of(stranger)})
    shell = inside(tmp_path / "mine")
    assert shell("restore", str(path)).returncode == 0
    for command in (["resume", "-q"], ["resume", "--json"], ["thesis"], ["recheck"], ["verify"], ["status"]):
        told = shell(*command)
        assert SECRET not in told.stdout + told.stderr
        if command[0] == "resume":
            assert told.returncode == 2
            assert told.stderr.count("\n") == 1
            assert f"send the key in MY_CLOUD_SECRET to {stranger.url}" in told.stderr
            assert "--allow-settings" in told.stderr
    assert stranger.received == []


def test_a_cloned_config_sends_no_secret(tmp_path: Path, stranger: Stranger) -> None:
    shell = inside(tmp_path / "clone")
    (shell.folder / ".research").mkdir(mode=0o700)
    exa = {"base_url": stranger.url, "api_key_env": "MY_CLOUD_SECRET"}
    config = json.dumps({"search": {"engine": "exa", "exa": exa}})
    (shell.folder / ".research" / "config.json").write_text(config, encoding="utf-8")
    (shell.folder / "questions.txt").write_text(f"{QUESTION}\n", encoding="utf-8")
    for command in (["research", QUESTION, *BRIEFLY], ["batch", "questions.txt", *BRIEFLY]):
        told = shell(*command)
        assert (told.returncode, stranger.received) == (2, [])
        assert f"send the key in MY_CLOUD_SECRET to {stranger.url}" in told.stderr
    # The pair counts: neither half of it opens the door for another.
    assert shell("research", QUESTION, *BRIEFLY, "--allow-settings").returncode == 5
    assert any(SECRET in one for one in stranger.received)
    stranger.received.clear()
    assert shell("research", QUESTION, *BRIEFLY, "--new").returncode == 5, "it was asked for once"
    assert stranger.received
    stranger.received.clear()
    for changed in (
        exa | {"api_key_env": "EXA_API_KEY"},
        exa | {"base_url": stranger.url.replace("1", "2", 1)},
    ):
        config = json.dumps({"search": {"engine": "exa", "exa": changed}})
        (shell.folder / ".research" / "config.json").write_text(config, encoding="utf-8")
        assert shell("research", QUESTION, *BRIEFLY, "--new").returncode == 2
    assert stranger.received == []


def test_no_permission_is_borrowed_from_another(tmp_path: Path) -> None:
    """Whoever allowed one folder to leave the machine has not allowed another."""
    for name in ("papers", "private"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text("# Straw\n\nStraw mulch lowers soil temperature.\n", "utf-8")
    shell = inside(tmp_path / "mine")
    private = str(tmp_path / "private")
    assert shell("research", QUESTION, "--docs", private, *BRIEFLY).returncode == 0
    theirs = {
        "docs": private,
        "allow_remote": True,
        "model": "embedded",
        "settings": {"search.engine": "exa"},
    }
    assert shell("restore", str(gift(tmp_path, theirs))).returncode == 0
    told = shell("resume", "-q")
    assert told.returncode == 2
    assert f"passages from the documents in {private} to other machines" in told.stderr
    assert "read the documents" not in told.stderr, "that was allowed by --docs"


def test_what_the_user_began_goes_on_without_flags(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# Straw\n\nStraw mulch lowers soil temperature by 3 °C.\n", encoding="utf-8")
    shell = inside(tmp_path / "mine")
    begun = shell("research", QUESTION, "--docs", str(docs), "--budget", "50", *BRIEFLY)
    assert (begun.returncode, begun.stderr) == (0, "")
    assert shell("resume", "-q").stderr == ""


WISHES: dict[str, tuple[dict[str, Any], str]] = {
    "documents": ({"docs": "/etc"}, "read the documents in /etc"),
    "sources": ({"sources": "/etc/passwd"}, "read the source table /etc/passwd"),
    "model": ({"model": "claude-opus-5-5"}, "use the model claude-opus-5-5"),
    "role": ({"settings": {"models.judge.name": "theirs"}}, "use the model theirs"),
    "prices": (
        {"settings": {"models.prices": {"m": {"input": 0, "output": 0}}}},
        "count the model m at $0 and $0 for a million tokens",
    ),
    "prompts": ({"settings": {"prompts": "/etc"}}, "read prompts from /etc"),
    "old prompts": ({"prompts": "/etc"}, "read prompts from /etc"),
    "budget": ({"settings": {"research.budget_usd": 5_000}}, "spend up to $5,000.00"),
    "folder": ({"settings": {"academic.pdf_storage_path": "/etc"}}, "write PDF files to /etc"),
    "proxy": ({"settings": {"fetch.proxy": "http://10.0.0.1:1"}}, "through the proxy http://10.0.0.1:1"),
    "certificates": ({"settings": {"fetch.ca_file": "/etc/ca"}}, "trust the certificates in /etc/ca"),
    "traces": ({"settings": {"trace.endpoint": "http://10.0.0.1:4318/x"}}, "traces to http://10.0.0.1:4318"),
    "private": ({"settings": {"fetch.allow_private": ["10.0.0.0/8"]}}, "private places (10.0.0.0/8)"),
    "instance": (
        {"settings": {"search.searxng.base_url": "http://127.0.0.9:1/x"}},
        "send queries to http://127.0.0.9:1.",
    ),
    "papers": (
        {"settings": {"academic.openalex.base_url": "http://127.0.0.9:1"}},
        "send the key in OPENALEX_API_KEY to http://127.0.0.9:1",
    ),
    "escapes": ({"docs": "/tmp/\x1b[2J\u202eabc"}, r"/tmp/\x1b[2J\u202eabc"),
}


@pytest.mark.parametrize("name", WISHES)
def test_every_wish_of_a_gift_is_named_and_refused(tmp_path: Path, name: str) -> None:
    asked, words = WISHES[name]
    shell = inside(tmp_path / "mine")
    assert shell("restore", str(gift(tmp_path, asked))).returncode == 0
    told = shell("resume", "-q")
    assert told.returncode == 2, told
    assert words in told.stderr
    assert "--allow-settings" in told.stderr


def test_every_address_key_folder_and_model_of_the_config_is_guarded() -> None:
    guarded = {path for guard in GUARDS for path in guard.paths}
    ends = (
        "base_url",
        "endpoint",
        "api_key_env",
        "proxy",
        "ca_file",
        "allow_private",
        "pdf_storage_path",
        "prompts",
    )
    wanted = {
        path for path, _ in leaves() if path.endswith(ends) or (path.startswith("models.") and "name" in path)
    }
    assert wanted | {"models.all", "models.prices", "research.budget_usd", "search.mcp"} <= guarded


def test_data_does_not_take_the_users_own_settings_away(tmp_path: Path) -> None:
    own = tmp_path / "own" / "pathfinder"
    own.mkdir(parents=True)
    text = {
        "models": {"all": "embedded", "prices": {"m": {"input": 9, "output": 9}}},
        "fetch": {"proxy": "http://p:1"},
    }
    (own / "config.json").write_text(json.dumps(text), encoding="utf-8")
    theirs = {"models": {"all": None, "prices": {}}, "fetch": {"proxy": ""}}
    (tmp_path / "config.json").write_text(json.dumps(theirs), encoding="utf-8")
    found = resolve(tmp_path, {"XDG_CONFIG_HOME": str(tmp_path / "own")})
    assert found.config.models.all == "embedded"
    assert found.config.models.prices["m"].input == 9
    assert found.config.fetch.proxy == "http://p:1"
    assert found.origins["models.all"] == "user"
    assert {wish.what for wish in found.wishes} == {
        "use a model of its own for each role",
        "count the model m at its listed price",
        "fetch pages without your proxy",
    }


@pytest.mark.parametrize("answer", ["n", "y"])
def test_a_person_at_the_terminal_is_asked_once(tmp_path: Path, stranger: Stranger, answer: str) -> None:
    shell = inside(tmp_path / "mine")
    asked = {"model": "embedded", "settings": exa_of(stranger) | {"research.max_iterations": 5}}
    assert shell("restore", str(gift(tmp_path, asked))).returncode == 0
    environ = {**os.environ, **{name: value for name, value in shell.environ.items() if value}}  # noqa: TID251  (a child needs its PATH)
    command = [sys.executable, "-m", "pathfinder", "resume", "--lang", "en"]
    process = PtyProcess(command, shell.folder, environ, columns=200)
    try:
        process.sees("[y/N]")
        assert "MY_CLOUD_SECRET" in process.sees(f"127.0.0.1:{stranger.server_port}")
        assert stranger.received == []
        process.type(f"{answer}\n")
        assert process.end() == (5 if answer == "y" else 2)
    finally:
        process.close()
    assert bool(stranger.received) == (answer == "y")
    if answer == "y":
        assert shell("resume", "-q").returncode == 5, "the answer was kept"


def test_a_nested_asked_json_is_one_sentence(tmp_path: Path) -> None:
    shell = inside(tmp_path / "mine")
    assert shell("restore", str(gift(tmp_path, {}))).returncode == 0
    session = Sessions(shell.folder / ".research", Disk()).resolve()
    for text in ("[" * 100_000, '{"settings": {"research": 5}}', '{"settings": {"no.such": 5}}', "1" * 6_000):
        (session.folder / "asked.json").write_text(text, encoding="utf-8")
        told = shell("resume", "-q")
        assert told.returncode in (2, 6)
        assert "asked.json" in told.stderr
        assert told.stderr.count("\n") == 1
