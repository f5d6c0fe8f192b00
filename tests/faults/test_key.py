"""The key is nowhere: not on disk, not on the screen, not in a log, not in a child's environment."""

import base64
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pathfinder.adapters.documents.workers import Limits, Text, Workers, command
from tests.keys import KEY
from tests.mulch import DOCUMENTS, QUESTION
from tests.standin import Standin, drop, faults, malformed
from tools.farm import ROOT

BRIEFLY = ("--iterations", "1", "--parallel", "1", "--quick", "-v")


def forms(key: str) -> list[bytes]:
    """The key as it stands, as hexadecimal digits, and in base64 at each of its three offsets."""
    plain = key.encode()
    coded = [base64.b64encode(b"x" * shift + plain)[4:-4] for shift in range(3)]
    return [plain, plain[:16], plain[-16:], plain.hex().encode(), *coded]


@pytest.mark.slow
@pytest.mark.parametrize("key", [KEY, "sk-ant-api03-wrong-canary-77aa"], ids=["right", "wrong"])
def test_a_whole_run_leaves_no_trace_of_the_key(tmp_path: Path, key: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in DOCUMENTS.items():
        (docs / name).write_text(text, encoding="utf-8")
    with Standin() as api:
        api.fail(drop(), malformed(), faults.Fault("status", status=500, message=f"bad header: Bearer {key}"))
        # A message is cut at 300 characters, in the middle of the key.
        api.fail(faults.Fault("status", status=500, message=f"{'x' * 260} {key}"))
        environ = {
            **os.environ,  # noqa: TID251  (the child's environment is what is looked at)
            "ANTHROPIC_API_KEY": key,
            "ANTHROPIC_BASE_URL": api.base_url,
            "ANTHROPIC_LOG": "debug",
            "PATHFINDER_HOME": str(tmp_path / "home"),
            "TMPDIR": str(tmp_path),
        }
        ran = subprocess.run(
            [sys.executable, "-m", "pathfinder", "research", QUESTION, "--docs", str(docs), *BRIEFLY],
            cwd=ROOT,
            env=environ,
            capture_output=True,
            timeout=300,
            check=False,
        )
    assert ran.returncode == (0 if key == KEY else 5), ran.stderr.decode()
    # The SDK's own log, asked for above, tells of errors in full.
    assert b"Traceback" not in ran.stdout
    left = b"\n".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    parts = [key[at : at + 8].encode() for at in range(len(key) - 7)]
    assert (b"x" * 200 in left) == (key == KEY), "what the server said was written down"
    for form in (*forms(key), *parts):
        assert form not in ran.stdout + ran.stderr + left


@pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="other processes cannot be looked at here"
)
def test_processes_that_read_documents_are_not_given_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    limits = Limits(workers=1)
    with Workers(limits, command(limits)) as workers:
        assert isinstance(workers.read("text", b"A few words."), Text)
        mine = os.getpid()
        children = [
            entry
            for entry in Path("/proc").glob("[0-9]*")
            # Whatever its state: on a busy machine it may be running.
            if (entry / "stat").exists()
            and re.search(rf"\) \w {mine} ", (entry / "stat").read_text(encoding="utf-8"))
        ]
        assert children
        for child in children:
            assert KEY.encode() not in (child / "environ").read_bytes() + (child / "cmdline").read_bytes()
