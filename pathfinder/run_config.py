"""Everything a run needs to know from flags, config files and the environment, in one frozen value.

The command line makes it in `cli/settings/run_setup.py`; a program makes its own. What a run needs to have,
its ports, is `Deps` (`pathfinder/assembly.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from pathfinder.adapters.models.anthropic.dialect import Dialect
from pathfinder.adapters.models.anthropic.servers import Catalogue
from pathfinder.adapters.models.openai_compatible.registry import ANTHROPIC as MESSAGES
from pathfinder.adapters.models.openai_compatible.registry import reference
from pathfinder.adapters.models.settings import Seat
from pathfinder.adapters.search.settings import AcademicSettings, SearchSettings
from pathfinder.agents.writer import PAGE_TOKENS
from pathfinder.config import Config, FetchSection, ModelsSection, TraceSection
from pathfinder.credentials import is_reachable, secrets
from pathfinder.protocols.calls.questions import AnswerLength
from pathfinder.protocols.evidence.sources import SourceEntry
from pathfinder.protocols.graph.memory import Limits, ReportLanguage
from pathfinder.protocols.graph.types import SourceType, SubQuestion
from pathfinder.protocols.planning.answered import StopWhen
from pathfinder.protocols.planning.depth import Depth
from pathfinder.protocols.planning.frameworks import Framework
from pathfinder.protocols.planning.switches import EVERYTHING, Switches

HOME = Path(".research")
EMBEDDED, READING_LIST = "embedded", "reading-list"
"""Names of no model at all: runs then give a reading list. The first is the older name."""


@dataclass(frozen=True)
class Answering:
    """How an answer is to be written."""

    length: AnswerLength = "normal"
    page_tokens: int = PAGE_TOKENS
    """Tokens of pages that the Writer has in view."""
    as_kept: bool = False
    """Whether an answer that is kept already will do, whatever its length."""


class Server(NamedTuple):
    """What was found out about a provider before the run."""

    context_tokens: int = 0
    """What its models take at most; 0: not known."""
    models: Catalogue | None = None
    """The models it lists, if it was asked."""
    tested: Mapping[str, Dialect] = {}
    """What tests have shown of its models."""


@dataclass(frozen=True)
class RunConfig:
    """Everything a run needs to know."""

    # How the run goes.
    limits: Limits = field(default_factory=Limits)
    parallel: int = 5
    """Explorers at the same time."""
    stop_when: StopWhen = "limit"
    """What ends the run by itself, beside its limits."""
    attended: bool = True
    """Somebody watches it at a terminal; otherwise it also ends when three iterations brought nothing."""
    quick: bool = False
    """No round 3: nothing is challenged, no Explorer is sent again, the answer is not revised; and cheaper
    models, where nobody named others."""
    depth: Depth = "medium"
    """How far an Explorer goes."""
    framework: Framework = "scientific"
    """How the lead is to think."""
    explorer_seconds: float = 1_200
    """Wall time of one Explorer; what it has found by then counts, and the cut is recorded."""
    language: ReportLanguage = ""
    """Of what people read; empty: that of the question."""
    answer: Answering | None = None
    """How the answer is to be written when the run ends; None: no answer is written."""
    plan: tuple[SubQuestion, ...] = ()
    """The question in parts, as the user approved them; for the first iteration."""
    switches: Switches = EVERYTHING
    """What is left out, for measurements; a session that is resumed within an iteration keeps them."""

    # Where pages come from.
    docs: Path | None = None
    """A folder of documents."""
    docs_as: SourceType | None = None
    """What kind of source the documents are; unknown otherwise, which is worth little."""
    trust_front_matter: bool = False
    """Documents say themselves where they come from."""
    source_table: Path | None = None
    """A file that says which site is what kind of source, before `source_entries`."""
    source_entries: tuple[SourceEntry, ...] = ()
    """The same from the config, before the built-in table."""
    since: date | None = None
    until: date | None = None
    """Only pages from these days, where an engine can tell."""
    search: SearchSettings = field(default_factory=SearchSettings)
    academic: AcademicSettings = field(default_factory=AcademicSettings)
    fetch: FetchSection = field(default_factory=FetchSection)

    # Who answers.
    models: ModelsSection = field(default_factory=ModelsSection)
    prices: tuple[str, ...] = ()
    """`MODEL=INPUT,OUTPUT` in dollars per million tokens, over those in `models`."""
    prompts: str = ""
    """A folder of the user's own prompts; empty: ours."""
    servers: Mapping[str, Server] = field(default_factory=dict)
    """What is known of each provider."""
    rate: int | None = None
    """Model calls per minute, at most; None: no limit."""

    # This machine.
    home: Path = HOME
    """The folder of sessions."""
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Keys and addresses of providers and engines."""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """What must never be written to the log."""
    trace: TraceSection = field(default_factory=TraceSection)
    """Where traces are sent."""

    @classmethod
    def from_settings(cls, settings: Config, **given: Any) -> "RunConfig":  # noqa: ANN401  (each is a field's own type)
        """A run by the settings; `given` are fields that the settings do not decide."""
        wanted = settings.research
        config = cls(
            limits=Limits(
                max_iterations=wanted.max_iterations,
                budget_usd_micros=round(wanted.budget_usd * 1_000_000),
                max_minutes=wanted.max_minutes,
            ),
            parallel=wanted.parallel_count,
            depth=wanted.search_depth,
            framework=wanted.thinking_framework,
            explorer_seconds=wanted.explorer_seconds,
            language="" if wanted.language == "auto" else wanted.language,
            answer=Answering(wanted.answer_length, wanted.answer_page_tokens),
            source_entries=settings.sources,
            search=settings.search,
            academic=settings.academic,
            fetch=settings.fetch,
            models=settings.models,
            prompts=settings.prompts,
            trace=settings.trace,
            secrets=secrets(given.get("environ", {}), settings),
        )
        return replace(config, **given)

    @property
    def seats(self) -> dict[str, Seat]:
        """Which model answers which call."""
        return self.models.seats(quick=self.quick)

    @property
    def model_names(self) -> tuple[str, ...]:
        """The models of all seats."""
        return tuple(sorted({seat.model for seat in self.seats.values()}))

    @property
    def providers(self) -> tuple[str, ...]:
        """The providers of these models."""
        return tuple(sorted({reference(name).provider for name in self.model_names}))

    @property
    def without_model(self) -> bool:
        """Whether no model is asked: the user said so, or none can be reached."""
        if self.models.all is not None:
            return self.models.all in (EMBEDDED, READING_LIST)
        return not is_reachable(self.environ) and self.providers == (MESSAGES,)

    def server(self, provider: str) -> Server:
        """What is known of a provider."""
        return self.servers.get(provider, Server())
