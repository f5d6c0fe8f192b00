"""What holds for every test: no network but loopback, no keys, and how many examples hypothesis draws."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from tests.keys import KEY
from tests.network import REFUSED, refuse_the_outside

MOST_SCANNED_BYTES = 20_000_000
CONFIG = "XDG_CONFIG_HOME"
_NUMBERS = count(1)
SECRETS = (
    *("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "EXA_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"),
    *("OPENROUTER_API_KEY", "DEEPSEEK_API_KEY", "GROQ_API_KEY", "MISTRAL_API_KEY"),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--soak N` and `--seed S`, the two numbers that `make soak` prints."""
    group = parser.getgroup("soak")
    group.addoption("--soak", type=int, default=None, metavar="N", help="draw N examples per property")
    group.addoption("--seed", type=int, default=1, metavar="S", help="seed of a soak (default 1)")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Close the network, take the keys away and choose the hypothesis profile, before any test is read."""
    sys.addaudithook(refuse_the_outside)
    # Under `nohup` it would be ignored in every program that a test starts.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    environment = pytest.MonkeyPatch()
    config.add_cleanup(environment.undo)
    for name in SECRETS:
        environment.delenv(name, raising=False)
    own = TemporaryDirectory(prefix="pathfinder-config-")
    config.add_cleanup(own.cleanup)
    environment.setenv(CONFIG, own.name)
    _choose_profile(config)


def _choose_profile(config: pytest.Config) -> None:
    examples: int | None = config.getoption("--soak")
    # No deadline and no example database: a verdict must not hang on the machine or on earlier runs.
    settings.register_profile("ci", derandomize=True, deadline=None, database=None, print_blob=True)
    if examples is None:
        settings.load_profile("ci")
        return
    settings.register_profile(
        "soak",
        max_examples=examples,
        deadline=None,
        database=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("soak")
    # The hypothesis plugin reads its own option in its own pytest_configure, which runs after this one.
    config.option.hypothesis_seed = str(config.getoption("--seed"))


@pytest.fixture
def refused() -> list[str]:
    """For a test that means to be refused: the connections that were, of all tests so far."""
    return REFUSED


@pytest.fixture(autouse=True)
def _nothing_leaves(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test in which anything tried to connect to the outside has failed, whatever became of the error."""
    before = len(REFUSED)
    yield
    if len(REFUSED) > before and "refused" not in request.fixturenames:
        pytest.fail(f"it tried to leave this machine: {'; '.join(REFUSED[before:])}")


@pytest.fixture(autouse=True)
def _own_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test allows holds for no other. The configuration of whoever runs the tests is left alone."""
    whole = Path(os.environ[CONFIG])  # noqa: TID251  (set above)
    monkeypatch.setenv(CONFIG, str(whole / f"test-{next(_NUMBERS)}"))


@pytest.fixture(scope="session", autouse=True)
def _no_key_on_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """After all tests: the key that they called the stand-in with is in no file that any of them left."""
    yield
    left = [path for path in tmp_path_factory.getbasetemp().rglob("*") if _holds_key(path)]
    assert not left, f"the key stands in {left[:5]}"


def _holds_key(path: Path) -> bool:
    try:
        # Files of this size are what tests of limits make; nothing of a session is.
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST_SCANNED_BYTES:
            return False
        return KEY.encode() in path.read_bytes()
    except OSError:
        # A test took the right to read it away, and nobody gave it back.
        return False


@pytest.fixture(scope="session", autouse=True)
def _threads_untraced() -> None:
    """Coverage is measured in the main thread, where the rules are tested.

    Python 3.11 may refuse to install its tracer in two threads that start at the same moment, and the one
    that loses dies before it has done anything.
    """
    threading.settrace(None)


@pytest.fixture(scope="session")
def postgres() -> Iterator[object]:
    """A real PostgreSQL (`tests/postgres.py`); where it does not run, the tests that need it say so."""
    from contextlib import ExitStack

    from tests.postgres import CannotRun, running

    with ExitStack() as stack:
        try:
            server = stack.enter_context(running())
        except CannotRun as error:
            pytest.skip(f"PostgreSQL does not run here: {error}")
        yield server
