"""The config: every setting a user can make, with its type, its default and what it means.

The reference page (docs/config.md) and the file that `config init` writes are made from these types.
"""

from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, field_validator

from pathfinder.adapters.claude.settings import DEFAULT_SEATS, Effort, Seat
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.rules.depth import Depth
from pathfinder.protocols.rules.frameworks import Framework
from pathfinder.protocols.rules.sources import SourceEntry, SourceTable, default_table

SearchEngine = Literal["claude", "exa", "hybrid", "academic", "searxng", "local"]
AcademicSource = Literal["arxiv", "semantic_scholar", "pubmed", "openalex", "crossref"]
ReportLanguage = Literal["auto", "ko", "en"]

HttpAddress = Annotated[str, Field(pattern=r"^https?://[^\s/?#@]+(/[^\s?#]*)?$")]
"""Without a name, a password or a query in it: the config is no place for secrets."""
VariableName = Annotated[str, Field(pattern=r"^[A-Z_][A-Z0-9_]*$")]
"""Where a key is found. The key itself never stands in a file."""
Domain = Annotated[str, Field(pattern=r"^[^\s/:@]+\.[^\s/:@]+$")]


class Section(Frozen):
    """A part of the config; the sentence under a field is its line in the reference."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ClaudeSearch(Section):
    enabled: bool = True
    """Whether Claude's own web search may be used."""
    max_uses: int = Field(default=3, ge=1, le=20)
    """Searches in one call, at most."""


class ExaSearch(Section):
    enabled: bool = True
    """Whether Exa may be used; it needs a key."""
    api_key_env: VariableName = "EXA_API_KEY"
    """Name of the environment variable that holds the key; never the key itself."""
    search_type: Literal["auto", "neural", "fast", "deep"] = "auto"
    """How Exa searches. `keyword` no longer exists there and is read as auto, with a warning."""
    results_per_query: int = Field(default=10, ge=1, le=100)
    """Results asked for."""
    include_contents: bool = True
    """Take the text of pages from Exa instead of fetching them."""
    base_url: HttpAddress = "https://api.exa.ai"
    """Where Exa is."""


class SearxngSearch(Section):
    base_url: HttpAddress | None = None
    """Address of your own instance; none: not used."""


class Domains(Section):
    allow: tuple[Domain, ...] = ()
    """Only pages under these domains, if there are any."""
    block: tuple[Domain, ...] = ()
    """No page under these."""


class SearchSection(Section):
    engine: SearchEngine | None = None
    """Where to search: claude, exa, hybrid (both), academic, searxng or local; null: what there is."""
    fallback: bool = True
    """Whether another engine is asked when one fails."""
    fetch_content: bool = True
    """Whether pages are read; otherwise only what the engine itself tells of them."""
    claude: ClaudeSearch = ClaudeSearch()
    exa: ExaSearch = ExaSearch()
    searxng: SearxngSearch = SearxngSearch()
    domains: Domains = Domains()


class Arxiv(Section):
    enabled: bool = True
    """Whether arXiv is asked."""
    categories: tuple[str, ...] = ()
    """Only these, such as cs.AI; all if there is none."""
    base_url: HttpAddress = "https://export.arxiv.org/api/query"
    """Where it is."""
    seconds_between: float = Field(default=3.0, ge=0)
    """Time between two requests, at least; arXiv asks for three seconds."""


class SemanticScholar(Section):
    enabled: bool = True
    """Whether Semantic Scholar is asked."""
    api_key_env: VariableName = "S2_API_KEY"
    """Name of the environment variable that holds a key; without one it is slower."""
    include_tldr: bool = True
    """Ask for the one-sentence summary."""
    include_citations: bool = True
    """Ask how often a paper is cited."""
    base_url: HttpAddress = "https://api.semanticscholar.org/graph/v1"
    """Where it is."""
    seconds_between: float = Field(default=1.0, ge=0)
    """Time between two requests, at least."""


class Pubmed(Section):
    enabled: bool = False
    """Whether PubMed is asked; for medicine."""
    base_url: HttpAddress = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    """Where it is."""
    seconds_between: float = Field(default=0.34, ge=0)
    """Time between two requests, at least."""


class Openalex(Section):
    enabled: bool = True
    """Whether OpenAlex is asked."""
    base_url: HttpAddress = "https://api.openalex.org"
    """Where it is."""
    seconds_between: float = Field(default=0.1, ge=0)
    """Time between two requests, at least."""


class Crossref(Section):
    enabled: bool = True
    """Whether Crossref is asked."""
    base_url: HttpAddress = "https://api.crossref.org"
    """Where it is."""
    seconds_between: float = Field(default=0.2, ge=0)
    """Time between two requests, at least."""


class AcademicSection(Section):
    enabled: bool = True
    """Whether papers are searched for."""
    sources: tuple[AcademicSource, ...] = ("arxiv", "semantic_scholar", "pubmed", "openalex", "crossref")
    """Who is asked, in this order."""
    auto_download_pdf: bool = True
    """Whether free PDF files are kept."""
    pdf_storage_path: str | None = None
    """A folder for them; null: papers/ of the session."""
    max_papers_per_query: int = Field(default=5, ge=1, le=50)
    """Papers of one query, at most."""
    arxiv: Arxiv = Arxiv()
    semantic_scholar: SemanticScholar = SemanticScholar()
    pubmed: Pubmed = Pubmed()
    openalex: Openalex = Openalex()
    crossref: Crossref = Crossref()


class ResearchSection(Section):
    parallel_count: int = Field(default=5, ge=1, le=10)
    """Explorers at once (`--parallel`)."""
    max_iterations: int = Field(default=100, ge=1)
    """A run ends after so many (`--iterations`)."""
    budget_usd: float = Field(default=10.0, ge=0)
    """A session costs no more than this, in dollars (`--budget`)."""
    max_minutes: int | None = Field(default=None, ge=1)
    """A run ends after so many minutes (`--max-minutes`); null: no such end."""
    thinking_framework: Framework = "scientific"
    """How the lead thinks: scientific, first_principles, occam or falsification."""
    search_depth: Depth = "medium"
    """How far an Explorer goes: shallow (one turn of 3 pages), medium (three of 5), deep (three of 10)."""
    auto_stop: bool = False
    """Whether a run ends when nothing new comes in any more, instead of only saying so."""
    language: ReportLanguage = "auto"
    """Of reports (`--lang`): ko, en, or that of the question."""


class RoleModel(Section):
    """Who answers for one role; what is not said stays as it is usually."""

    name: str = Field(min_length=1)
    """The model, by the name its provider gives it."""
    effort: Effort | None = "medium"
    """How hard it thinks: low, medium, high, xhigh or max; null: not sent, the server decides."""
    max_tokens: int = Field(default=4_000, ge=64, le=64_000)
    """Room for thinking and answer together."""

    @classmethod
    def usual(cls, role: str) -> Self:
        """The seat that ships with the product."""
        seat = DEFAULT_SEATS[role]
        return cls(name=seat.model, effort=seat.effort, max_tokens=seat.max_tokens)

    def seat(self) -> Seat:
        """As the adapter knows it."""
        return Seat(model=self.name, effort=self.effort, max_tokens=self.max_tokens)


class ModelPrice(Section):
    """What a model costs, in dollars per million tokens."""

    input: Decimal = Field(ge=0)
    """Of the question."""
    output: Decimal = Field(ge=0)
    """Of the answer."""


class ModelsSection(Section):
    all: str | None = None
    """One model for all roles (`--model`); `embedded` needs no key; null: as the roles say."""
    lead: RoleModel = RoleModel.usual("lead")
    judge: RoleModel = RoleModel.usual("judge")
    counter_reviewer: RoleModel = RoleModel.usual("counter_reviewer")
    thinker: RoleModel = RoleModel.usual("thinker")
    writer: RoleModel = RoleModel.usual("writer")
    explorer: RoleModel = RoleModel.usual("explorer")
    explorer_choose: RoleModel = RoleModel.usual("explorer.choose")
    prices: dict[str, ModelPrice] = Field(default_factory=dict)
    """Prices of your own, by the model's name (`--price`): {"input": 3, "output": 15}."""

    def seats(self) -> dict[str, Seat]:
        """By role or call, as the adapter asks for them; one model for all keeps efforts and rooms."""
        roles: dict[str, RoleModel] = {
            "lead": self.lead,
            "judge": self.judge,
            "counter_reviewer": self.counter_reviewer,
            "thinker": self.thinker,
            "writer": self.writer,
            "explorer": self.explorer,
            "explorer.choose": self.explorer_choose,
        }
        known = {name: role.seat() for name, role in roles.items()}
        if self.all is None:
            return known
        return {name: seat.model_copy(update={"model": self.all}) for name, seat in known.items()}


class FetchSection(Section):
    allow_private: bool = False
    """Whether pages on this machine and in private networks may be read."""
    timeout_seconds: float = Field(default=20.0, gt=0, le=300)
    """A page that takes longer is given up."""
    max_bytes: int = Field(default=10_000_000, ge=10_000, le=200_000_000)
    """A page that is larger is given up."""
    max_redirects: int = Field(default=5, ge=0, le=20)
    """How often a page may send on to another."""
    respect_robots: bool = True
    """Whether robots.txt is heeded."""


class Config(Section):
    """All of it. A value that is not set here is the default."""

    search: SearchSection = SearchSection()
    academic: AcademicSection = AcademicSection()
    research: ResearchSection = ResearchSection()
    models: ModelsSection = ModelsSection()
    sources: tuple[SourceEntry, ...] = ()
    """Your own table of sites, before the built-in one: {"place": "kier.re.kr", "type": "official"}."""
    fetch: FetchSection = FetchSection()

    @field_validator("sources")
    @classmethod
    def _places(cls, entries: tuple[SourceEntry, ...]) -> tuple[SourceEntry, ...]:
        default_table().extended(entries)
        return entries

    def source_table(self) -> SourceTable:
        """The table that ships with Pathfinder, with the user's entries before it."""
        return default_table().extended(self.sources)
