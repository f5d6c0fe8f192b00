"""Who is measured: how each is installed, started and given its provider."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bench.peers.measure import Command, When
from bench.peers.provider import Call, Provider, Trouble, words
from tests.standin import Fault, Nature, Standin, drop, status, too_many

ROOT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENTS = ROOT / "build" / "peers"
DRIVERS = Path(__file__).resolve().parent / "drivers"
DOCUMENTS = 60
ITERATIONS = 2
KEPT = ("PATH", "HOME", "LANG", "TMPDIR")


class Host(Protocol):
    """A provider of models, as a measurement sees it."""

    def calls(self) -> list[Call]:
        """Every request to a model so far."""
        ...

    def environ(self) -> dict[str, str]:
        """What tells a process to use it."""
        ...


class Contestant(Protocol):
    """A tool that answers questions."""

    @property
    def name(self) -> str:
        """What the tables call it."""
        ...

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        ...

    @property
    def cold(self) -> Sequence[str]:
        """Arguments of its interpreter that only load it."""
        ...

    def host(self, latency_s: float, trouble: Trouble) -> AbstractContextManager[Host]:
        """Its provider, running."""
        ...

    def command(self, questions: Sequence[str], host: Host, folder: Path, trouble: Trouble) -> Command:
        """How these questions are asked."""
        ...

    def again(self, command: Command) -> Command:
        """What its user would type after it was killed."""
        ...

    def bare(self) -> dict[str, str]:
        """The environment without a provider."""
        ...

    def reports(self, said: str, folder: Path) -> list[str]:
        """The reports that came out; one that begins with ! is an error."""
        ...


@dataclass(frozen=True)
class PeerHost:
    """The provider of the peers."""

    provider: Provider

    def calls(self) -> list[Call]:
        """Every request to a model so far."""
        return list(self.provider.calls)

    def environ(self) -> dict[str, str]:
        """OpenAI's variables, and those of two search engines."""
        url = self.provider.url
        return {
            "OPENAI_API_KEY": "stand-in",
            "OPENAI_BASE_URL": f"{url}/v1",
            "OPENAI_API_BASE": f"{url}/v1",
            "TAVILY_API_KEY": "stand-in",
            "STANDIN": url,
            "RETRIEVER": "searx",
            "SEARX_URL": url,
            "FAST_LLM": "openai:gpt-4o-mini",
            "SMART_LLM": "openai:gpt-4.1",
            "STRATEGIC_LLM": "openai:gpt-4.1",
            "EMBEDDING": "openai:text-embedding-3-small",
            "LANGCHAIN_TRACING_V2": "false",
        }


@dataclass(frozen=True)
class Peer:
    """A tool from PyPI in an environment of its own, run by a driver of ours."""

    name: str
    package: str
    """With its version."""
    module: str
    driver: str
    arguments: tuple[str, ...] = ()

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return ENVIRONMENTS / self.package.partition("==")[0] / "bin" / "python"

    @property
    def cold(self) -> Sequence[str]:
        """Imports what its driver imports."""
        return ("-c", f"import {self.module}")

    def install(self) -> None:
        """Make its environment, once."""
        done = self.python.parent.parent / f".{self.package}"
        if done.exists():
            return
        print(f"Installing {self.package} ...", flush=True)
        uv = str(Path(sys.executable).with_name("uv"))
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.python.parent.parent], check=True)
        subprocess.run([uv, "pip", "install", "-q", "--python", self.python, self.package], check=True)
        done.touch()

    @contextmanager
    def host(self, latency_s: float, trouble: Trouble) -> Iterator[Host]:
        """OpenAI's API, SearXNG and Tavily on one loopback port."""
        with Provider(latency_s, trouble) as provider:
            yield PeerHost(provider)

    def bare(self) -> dict[str, str]:
        """The environment without a provider."""
        return _environ()

    def again(self, command: Command) -> Command:
        """The same: none of them resumes by itself."""
        return command

    def command(self, questions: Sequence[str], host: Host, folder: Path, trouble: Trouble) -> Command:
        """The driver, all questions at once."""
        words = (str(self.python), str(DRIVERS / self.driver), *self.arguments, *questions)
        return Command(words, _environ() | host.environ(), folder)

    def reports(self, said: str, folder: Path) -> list[str]:
        """What the driver printed last."""
        _, found, told = f"\n{said}".rpartition("\nREPORTS ")
        return list(json.loads(told.splitlines()[0])) if found else []


@dataclass(frozen=True)
class OurHost:
    """The stand-in Messages API of our tests."""

    api: Standin

    def calls(self) -> list[Call]:
        """Every request to a model so far."""
        return [
            Call(request.at, request.done, request.status, *request.tokens) for request in self.api.requests
        ]

    def environ(self) -> dict[str, str]:
        """The variables of the Anthropic SDK."""
        return {"ANTHROPIC_API_KEY": self.api.key, "ANTHROPIC_BASE_URL": self.api.base_url}


@dataclass(frozen=True)
class Ours:
    """Pathfinder by its command line, over a folder with the peers' pages."""

    name: str = "pathfinder"

    @property
    def python(self) -> Path:
        """The interpreter of this environment."""
        return Path(sys.executable)

    @property
    def cold(self) -> Sequence[str]:
        """Loads all that a run needs, the SDK too."""
        return (
            "-c",
            "import anthropic, pathfinder.cli.commands.research, pathfinder.adapters.models.attempt",
        )

    @contextmanager
    def host(self, latency_s: float, trouble: Trouble) -> Iterator[Host]:
        """Anthropic's API on a loopback port; the trouble begins at its call."""
        with Standin(nature=Nature(latency_seconds=latency_s)) as api:
            fault = _fault(trouble)
            watch = When(
                lambda: len(api.requests) >= trouble.after, lambda: api.fail(fault) if fault else None
            )
            watch.start()
            try:
                yield OurHost(api)
            finally:
                watch.stop()

    def bare(self) -> dict[str, str]:
        """The environment without a provider."""
        return _environ()

    def again(self, command: Command) -> Command:
        """`resume` goes on with the session that was killed."""
        python, module, name, *_ = command.words
        return Command((python, module, name, "resume"), command.environ, command.folder)

    def command(self, questions: Sequence[str], host: Host, folder: Path, trouble: Trouble) -> Command:
        """`research` for one question, `batch` for several."""
        docs = folder / "pages"
        docs.mkdir()
        if trouble.kind == "no results":
            (docs / "other.txt").write_text("Nothing here speaks of the matter.", encoding="utf-8")
        else:
            for number in range(DOCUMENTS):
                (docs / f"page-{number}.txt").write_text("\n\n".join(words(number)), encoding="utf-8")
        common = ["--docs", str(docs), "--iterations", str(ITERATIONS), "--allow-remote"]
        if len(questions) == 1:
            asked = ["research", *questions, "--no-input", *common]
        else:
            (folder / "questions.txt").write_text("\n".join(questions) + "\n", encoding="utf-8")
            asked = ["batch", "questions.txt", "--sessions", str(len(questions)), *common]
        environ = _environ() | host.environ() | {"PATHFINDER_HOME": str(folder / "home")}
        return Command((str(self.python), "-m", "pathfinder", *asked), environ, folder)

    def reports(self, said: str, folder: Path) -> list[str]:
        """The interim reports that the sessions wrote."""
        return [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("RESEARCH_REPORT.md"))]


def _fault(trouble: Trouble) -> Fault | None:
    match trouble.kind:
        case "429":
            return too_many(trouble.retry_after, trouble.times)
        case "529":
            return status(529, "overloaded_error", trouble.times)
        case "cut":
            return drop(trouble.times)
        case _:
            return None


def _environ() -> dict[str, str]:
    environ = os.environ  # noqa: TID251  (a child needs its PATH)
    return {name: environ[name] for name in KEPT if name in environ}


PEERS = (
    Peer(
        "gpt-researcher",
        "gpt-researcher==0.15.1",
        "gpt_researcher",
        "gpt_researcher_run.py",
        ("research_report",),
    ),
    Peer(
        "gpt-researcher, deep", "gpt-researcher==0.15.1", "gpt_researcher", "gpt_researcher_run.py", ("deep",)
    ),
    Peer(
        "open_deep_research",
        "open-deep-research==0.0.16",
        "open_deep_research.deep_researcher",
        "open_deep_research_run.py",
    ),
)
EVERYBODY: tuple[Contestant, ...] = (Ours(), *PEERS)
