"""The config: every setting a user can make, with its type, its default and what it means.

The reference page (docs/config.md) and the file that `config init` writes are made from these types.
"""

from decimal import Decimal
from typing import Literal

from pydantic import ConfigDict, Field, field_validator

from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.adapters.models.settings import (
    MOST_ROOM,
    PRESETS,
    QUICK_PRESET,
    USUAL_PRESET,
    Effort,
    Preset,
    Seat,
)
from pathfinder.adapters.search.settings import AcademicSettings, SearchSettings
from pathfinder.agents.writer import PAGE_TOKENS
from pathfinder.protocols.calls.questions import AnswerLength
from pathfinder.protocols.evidence.sources import SourceEntry, SourceTable, default_table
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.planning.answered import StopWhen
from pathfinder.protocols.planning.depth import Depth
from pathfinder.protocols.planning.frameworks import Framework

MOST_USD = 1_000_000
MOST_PRICE_USD = 1_000_000
"""For a million tokens. What is larger is a slip, and no whole number of micro-dollars."""
ReportLanguage = Literal["auto", "ko", "en"]


class Section(Frozen):
    """A part of the config; the sentence under a field is its line in the reference."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ResearchSection(Section):
    parallel_count: int = Field(default=5, ge=1, le=10)
    """Explorers at once (`--parallel`)."""
    max_iterations: int = Field(default=100, ge=1)
    """A run ends after so many (`--iterations`)."""
    budget_usd: float = Field(default=10.0, ge=0, le=MOST_USD)
    """A session costs no more than this, in dollars (`--budget`)."""
    max_minutes: int | None = Field(default=None, ge=1)
    """A run ends after so many minutes (`--max-minutes`); null: no such end."""
    thinking_framework: Framework = "scientific"
    """How the lead thinks: scientific, first_principles, occam or falsification."""
    search_depth: Depth = "medium"
    """How far an Explorer goes: shallow (one turn of 3 pages), medium (one of 15), deep (three of 15)."""
    explorer_seconds: float = Field(default=1_200.0, gt=0, le=86_400)
    """An Explorer that takes longer is cut short; what it has found by then counts (`--explorer-seconds`)."""
    auto_stop: bool = False
    """The older way to say `stop_when: saturated`."""
    stop_when: StopWhen | None = None
    """What ends a run by itself (`--until`): limit, saturated or answered; null: depends on who watches."""
    answer_length: AnswerLength = "normal"
    """Of the answer (`--length`), in words: short 500 to 800, normal 1,300 to 1,800, full 2,000 to 2,600."""
    answer_page_tokens: int = Field(default=PAGE_TOKENS, ge=2_000, le=900_000)
    """Tokens of pages that the Writer has in view; of what does not fit it sees passages, then facts."""
    language: ReportLanguage = "auto"
    """Of reports (`--lang`): ko, en, or that of the question."""


class RoleModel(Section):
    """Who answers for one role, or for one call; what is not said stays as the preset has it."""

    name: str | None = Field(default=None, min_length=1)
    """The model, by its provider's name for it or as PROVIDER:MODEL; null: as the preset says."""
    effort: Effort | Literal["preset"] | None = "preset"
    """How hard it thinks: low, medium, high, xhigh or max; null: not sent, the server decides."""
    max_tokens: int | None = Field(default=None, ge=64, le=MOST_ROOM)
    """Room for thinking and answer together (null: by preset); a cut answer gets twice as much, once."""

    def over(self, seat: Seat) -> Seat:
        """The seat with what is said here."""
        said: dict[str, object] = {"model": self.name, "max_tokens": self.max_tokens}
        given = {name: value for name, value in said.items() if value is not None}
        if self.effort != "preset":
            given["effort"] = self.effort
        return seat.model_copy(update=given)


class ModelPrice(Section):
    """What a model costs, in dollars per million tokens."""

    input: Decimal = Field(ge=0, le=MOST_PRICE_USD)
    """Of the question."""
    output: Decimal = Field(ge=0, le=MOST_PRICE_USD)
    """Of the answer."""


class ModelsSection(Section):
    all: str | None = None
    """One model for all calls (`--model`); `reading-list`: no model; null: as preset and roles say."""
    preset: Preset | None = None
    """Which models answer (`--preset`): economy, balanced, best; null: balanced, with --quick economy."""
    lead: RoleModel = RoleModel()
    lead_decompose: RoleModel = RoleModel()
    lead_brief: RoleModel = RoleModel()
    explorer: RoleModel = RoleModel()
    explorer_choose: RoleModel = RoleModel()
    explorer_read: RoleModel = RoleModel()
    explorer_conclude: RoleModel = RoleModel()
    judge: RoleModel = RoleModel()
    judge_facets: RoleModel = RoleModel()
    judge_audit: RoleModel = RoleModel()
    judge_resolution: RoleModel = RoleModel()
    counter_reviewer: RoleModel = RoleModel()
    thinker: RoleModel = RoleModel()
    writer: RoleModel = RoleModel()
    writer_answer: RoleModel = RoleModel()
    writer_edit: RoleModel = RoleModel()
    writer_check: RoleModel = RoleModel()
    prices: dict[str, ModelPrice] = Field(default_factory=dict)
    """Prices of your own, by the model's name (`--price`): {"input": 3, "output": 15}."""
    calls_at_once: int | None = Field(default=None, ge=1, le=64)
    """Calls in flight at once, at most; null: as many as the server takes, up to 64."""
    connect_seconds: float = Field(default=2.5, gt=0, le=60)
    """A server that has not taken the connection by then counts as not there."""
    first_seconds: float = Field(default=120.0, gt=0, le=86_400)
    """A server of your own that says nothing at all is given up after so long; a slow start needs more."""
    silence_seconds: float = Field(default=600.0, gt=0, le=86_400)
    """A call is given up after so long without a byte; a slow model on your own machine may need more."""
    answer_seconds: float = Field(default=1_200.0, gt=0, le=86_400)
    """A call is given up when its whole answer takes longer, however it comes in."""

    def seats(self, *, quick: bool = False) -> dict[str, Seat]:
        """By role or call: the preset, then what is said of the role, then what is said of the call.

        One model for all keeps efforts and rooms.
        """
        preset = self.preset or (QUICK_PRESET if quick else USUAL_PRESET)
        known = {}
        for name, seat in PRESETS[preset].items():
            role = name.partition(".")[0]
            said = {role: getattr(self, role), name: getattr(self, name.replace(".", "_"))}
            for one in said.values():
                seat = one.over(seat)
            known[name] = seat if self.all is None else seat.model_copy(update={"model": self.all})
        return known


class FetchSection(Section):
    html_bytes: int = Field(default=10_000_000, ge=10_000, le=500_000_000)
    """A page that is larger is given up."""
    pdf_bytes: int = Field(default=50_000_000, ge=10_000, le=500_000_000)
    """The same for a PDF."""
    whole_seconds: float = Field(default=60.0, gt=0, le=600)
    """A page that takes longer, with all its redirects, is given up."""
    redirects: int = Field(default=5, ge=0, le=20)
    """How often a page may send on to another."""
    pace_seconds: float = Field(default=1.0, ge=0, le=60)
    """Between two requests to one host."""
    parallel_per_host: int = Field(default=2, ge=1, le=10)
    """Requests to one host at once."""
    allow_private: tuple[str, ...] = ()
    """Private places that may be read all the same: "10.0.0.0/8", "10.1.2.3:9200", "wiki.intern:8443"."""
    proxy: str = ""
    """`http://host:port` of a proxy for everything; none is taken from the environment."""
    ca_file: str = ""
    """Certificates to trust in place of the built-in ones."""
    contact: str = ""
    """How the owner of a site can reach you; sent along with every request."""

    def settings(self) -> FetchSettings:
        """As the adapter knows them."""
        return FetchSettings(
            html_bytes=self.html_bytes,
            pdf_bytes=self.pdf_bytes,
            whole_seconds=self.whole_seconds,
            redirects=self.redirects,
            # No pause at all is no rate.
            pace_seconds=max(0.001, self.pace_seconds),
            parallel_per_host=self.parallel_per_host,
            allow=self.allow_private,
            proxy=self.proxy,
            ca_file=self.ca_file,
            contact=self.contact,
        )


class TraceSection(Section):
    endpoint: str = Field(default="", pattern=r"^(https?://\S+)?$")
    """Base address of an OpenTelemetry collector (`--trace`), such as http://localhost:4318; empty: none."""
    content: bool = False
    """Whether spans name the question, queries, page addresses and reasons of failures as well."""


class Config(Section):
    """All of it. A value that is not set here is the default."""

    search: SearchSettings = SearchSettings()
    academic: AcademicSettings = AcademicSettings()
    research: ResearchSection = ResearchSection()
    models: ModelsSection = ModelsSection()
    sources: tuple[SourceEntry, ...] = ()
    """Your own table of sites, before the built-in one: {"place": "kier.re.kr", "type": "official"}."""
    fetch: FetchSection = FetchSection()
    prompts: str = ""
    """A folder of prompts of your own, in place of ours (`--prompts`); empty: ours (docs/prompts.md)."""
    trace: TraceSection = TraceSection()

    @field_validator("sources")
    @classmethod
    def _places(cls, entries: tuple[SourceEntry, ...]) -> tuple[SourceEntry, ...]:
        default_table().extended(entries)
        return entries

    def source_table(self) -> SourceTable:
        """The table that ships with Pathfinder, with the user's entries before it."""
        return default_table().extended(self.sources)


MEANINGS: dict[str, str] = {
    "search.engine": "claude, exa, hybrid, academic, searxng, mcp:NAME or local, or several joined with +; "
    "null: what keys and documents make possible.",
    "search.fallback": "Whether another engine is asked when one fails.",
    "search.fetch_content": "Read the pages found; otherwise only what the engine itself says of them.",
    "search.claude.enabled": "Whether Claude's own web search may be used.",
    "search.claude.max_uses": "Searches in one call, at most.",
    "search.exa.enabled": "Whether Exa may be used; it needs a key.",
    "search.exa.search_type": "How Exa searches: auto, lite, deep, neural or fast. "
    "`keyword` no longer exists there and is read as auto, with a warning.",
    "search.exa.results_per_query": "Results asked for.",
    "search.exa.include_contents": "Ask for highlights of each page beside its address.",
    "search.exa.credit_usd": "Dollars on your Exa account; `pathfinder cost` takes off what was paid here.",
    "search.searxng.base_url": "Address of an instance of your own; null: not used.",
    "search.mcp": "MCP servers to search with `--engine mcp:NAME`, by name: "
    '{"wiki": {"command": ["/usr/bin/wiki-mcp"]}} or {"wiki": {"url": "http://127.0.0.1:8000/mcp"}}; '
    "searching.md has the other fields.",
    "search.domains.allow": "Only pages under these domains, if there are any.",
    "search.domains.block": "No page under these.",
    "academic.enabled": "true: papers are searched for beside any engine of the web; false: never; "
    "null: if search.engine or --engine names academic. With documents alone nothing leaves the machine.",
    "academic.sources": "Who is asked, in this order.",
    "academic.auto_download_pdf": "Whether free PDF files are kept.",
    "academic.pdf_storage_path": "A folder for them; empty: papers/ of the session.",
    "academic.max_papers_per_query": "Papers of one query, at most.",
    "academic.arxiv.categories": "Only papers of these, such as cs.AI; none: all.",
    "academic.semantic_scholar.include_tldr": "Ask for the summary in one sentence.",
    "academic.semantic_scholar.include_citations": "Ask how often a paper is cited.",
}
"""What the settings mean whose types belong to adapters."""
COMMON_MEANINGS: dict[str, str] = {
    "enabled": "Whether it is asked.",
    "api_key_env": "Name of the environment variable that holds the key; never the key itself.",
    "base_url": "Where it is.",
    "rate": "Requests a second, at most.",
}
"""The same for keys that several of them have."""
