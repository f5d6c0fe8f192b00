"""What a user may say about search engines: the keys of `search` and `academic` in the config."""

import re
from datetime import date
from typing import Annotated, Literal, NewType

from pydantic import AfterValidator, Field, model_validator

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.text.urls import canonical_url, read

BuiltIn = Literal["claude", "exa", "hybrid", "academic", "searxng", "local"]
McpEngine = NewType("McpEngine", str)
"""`mcp:NAME`: an MCP server of the config."""
EngineName = BuiltIn | McpEngine
PaperSource = Literal["arxiv", "semantic_scholar", "pubmed", "openalex", "crossref"]
ExaType = Literal["auto", "lite", "deep", "neural", "fast", "keyword"]

ENGINES: tuple[BuiltIn, ...] = ("claude", "exa", "hybrid", "academic", "searxng", "local")

MCP = "mcp:"
_MCP_NAME = "[a-z0-9][a-z0-9_-]{0,39}"
_MCP_ENGINE = re.compile(MCP + _MCP_NAME)
_DOMAIN = re.compile(r"[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?")


def _base_url(written: str) -> str:
    if canonical_url(written) is None:
        raise ValueError("a base URL is a plain http or https address, such as https://api.example.org")
    return written.rstrip("/")


def _domain(written: str) -> str:
    address = read(f"https://{written.strip().lower().removeprefix('*.').strip('.')}")
    if address is None or address.path != "/" or address.port is not None or address.query:
        raise ValueError(f"{written!r} is not a domain; write it like example.org")
    if not _DOMAIN.fullmatch(address.host):
        raise ValueError(f"{written!r} is not a domain; write it like example.org")
    return address.host


def _engine(written: str) -> str:
    engines_of(written)
    return written


BaseUrl = Annotated[str, AfterValidator(_base_url)]
Domain = Annotated[str, AfterValidator(_domain)]
VariableName = Annotated[str, Field(pattern="^[A-Za-z_][A-Za-z0-9_]*$")]
Rate = Annotated[float, Field(gt=0, le=1_000)]
"""Requests a second, at most; 0.33 is one in three seconds."""


def engines_of(written: str) -> tuple[EngineName, ...]:
    """The engines of `hybrid+academic`, each once; ValueError that names what is none of them."""
    known: dict[str, EngineName] = {name: name for name in ENGINES}
    parts = [part.strip().lower() for part in written.split("+")]
    known |= {part: McpEngine(part) for part in parts if _MCP_ENGINE.fullmatch(part)}
    unknown = [part for part in parts if part not in known]
    if unknown:
        raise ValueError(
            f"{unknown[0]!r} is not a search engine; choose from {', '.join(ENGINES)}, or mcp:NAME for an "
            "MCP server of the config, or combine with +"
        )
    return tuple(dict.fromkeys(known[part] for part in parts))


class ClaudeSearchSettings(Frozen):
    """Claude's own web search: the model only searches, the pages are read by us."""

    enabled: bool = True
    max_uses: int = Field(default=1, ge=1, le=10)


class ExaSettings(Frozen):
    """Exa. `keyword` no longer exists there: it is read as auto, with a warning."""

    enabled: bool = True
    api_key_env: VariableName = "EXA_API_KEY"
    search_type: ExaType = "auto"
    results_per_query: int = Field(default=10, ge=1, le=100)
    include_contents: bool = True
    """Highlights of each page beside its address."""
    base_url: BaseUrl = "https://api.exa.ai"
    credit_usd: float | None = Field(default=None, ge=0)
    """What was on the account when it was last looked at; `cost` takes off what sessions here paid."""
    rate: Rate = 10


class SearxngSettings(Frozen):
    """An instance of one's own; without an address it is not used."""

    base_url: BaseUrl | None = None
    rate: Rate = 5


class McpSettings(Frozen):
    """An MCP server that is searched: a program to start, or an address of Streamable HTTP."""

    command: tuple[Annotated[str, Field(min_length=1)], ...] = ()
    """The program, by its full path or a name on PATH, and its arguments; it runs in the root folder."""
    url: BaseUrl | None = None
    search_tool: str = Field(default="search", min_length=1)
    query_argument: str = ""
    """The argument of the search tool that takes the query; empty: `query`, or the only one it requires."""
    fetch_tool: str | None = None
    """The tool that gives the text of a result; None: `fetch` if there is one; empty: pages are fetched."""
    fetch_argument: str = ""
    """It gets the field of the result with its name, or else the address; empty: `id`, or the only one."""
    results_at: str = ""
    """Where the list of results is, such as `data.items`; empty: the first list of objects."""
    title_at: tuple[str, ...] = ("title", "name")
    url_at: tuple[str, ...] = ("url", "link")
    text_at: tuple[str, ...] = ("text", "snippet", "content", "description")
    """Where a result has its title, address and text; the first that is there counts."""
    seconds: float = Field(default=30.0, gt=0, le=600)
    """The most that one answer may take."""
    rate: Rate = 5

    @model_validator(mode="after")
    def _one_way(self) -> "McpSettings":
        if bool(self.command) == bool(self.url):
            raise ValueError("an MCP server has either a command or a url")
        if self.command and "/" in self.command[0] and not self.command[0].startswith("/"):
            raise ValueError("the program of an MCP server is named by its full path, or by a name on PATH")
        return self


class DomainSettings(Frozen):
    """Where results may come from: only from these, or from all but these."""

    allow: tuple[Domain, ...] = ()
    block: tuple[Domain, ...] = ()


class SearchSettings(Frozen):
    """`search` in the config."""

    engine: Annotated[str, AfterValidator(_engine)] | None = None
    """One engine, or several joined with +; None: what keys and documents make possible."""
    fallback: bool = True
    fetch_content: bool = True
    """Read the pages found; otherwise only what the engine itself says of them."""
    claude: ClaudeSearchSettings = ClaudeSearchSettings()
    exa: ExaSettings = ExaSettings()
    searxng: SearxngSettings = SearxngSettings()
    mcp: dict[Annotated[str, Field(pattern=f"^{_MCP_NAME}$")], McpSettings] = Field(default_factory=dict)
    """MCP servers by name; `mcp:NAME` is the engine."""
    domains: DomainSettings = DomainSettings()


class ArxivSettings(Frozen):
    """arXiv asks for one request in three seconds."""

    enabled: bool = True
    categories: tuple[Annotated[str, Field(pattern=r"^[A-Za-z-]+(\.[A-Za-z-]+)?$")], ...] = ()
    """Only papers of these; none: all."""
    base_url: BaseUrl = "https://export.arxiv.org"
    rate: Rate = 1 / 3


class SemanticScholarSettings(Frozen):
    """Semantic Scholar; a key is optional and buys a rate of one's own."""

    enabled: bool = True
    api_key_env: VariableName = "S2_API_KEY"
    include_tldr: bool = True
    include_citations: bool = True
    base_url: BaseUrl = "https://api.semanticscholar.org"
    rate: Rate = 1


class PubmedSettings(Frozen):
    """PubMed, off unless the question is a medical one; three requests a second without a key."""

    enabled: bool = False
    api_key_env: VariableName = "NCBI_API_KEY"
    base_url: BaseUrl = "https://eutils.ncbi.nlm.nih.gov"
    rate: Rate = 3


class OpenalexSettings(Frozen):
    """OpenAlex."""

    enabled: bool = True
    api_key_env: VariableName = "OPENALEX_API_KEY"
    base_url: BaseUrl = "https://api.openalex.org"
    rate: Rate = 5


class CrossrefSettings(Frozen):
    """Crossref: DOIs, and which of them were retracted."""

    enabled: bool = True
    base_url: BaseUrl = "https://api.crossref.org"
    rate: Rate = 3


class AcademicSettings(Frozen):
    """`academic` in the config."""

    enabled: bool | None = None
    """True: papers are searched for beside any engine of the web; None: if `academic` is named."""
    sources: tuple[PaperSource, ...] = ("arxiv", "semantic_scholar", "pubmed", "openalex", "crossref")
    auto_download_pdf: bool = True
    pdf_storage_path: str = ""
    """A folder for the PDFs; empty: `papers` in the session's own folder."""
    max_papers_per_query: int = Field(default=5, ge=1, le=50)
    arxiv: ArxivSettings = ArxivSettings()
    semantic_scholar: SemanticScholarSettings = SemanticScholarSettings()
    pubmed: PubmedSettings = PubmedSettings()
    openalex: OpenalexSettings = OpenalexSettings()
    crossref: CrossrefSettings = CrossrefSettings()

    @property
    def active(self) -> tuple[PaperSource, ...]:
        """The sources that are named and switched on, in their order."""
        return tuple(
            name
            for name in dict.fromkeys(self.sources)
            if self.enabled is not False and getattr(self, name).enabled
        )


class Scope(Frozen):
    """What results of this run must fit, whichever engine finds them."""

    since: date | None = None
    until: date | None = None
    allow: tuple[Domain, ...] = ()
    block: tuple[Domain, ...] = ()

    @model_validator(mode="after")
    def _in_order(self) -> "Scope":
        if self.since and self.until and self.since > self.until:
            raise ValueError("the first day of the range comes after the last")
        return self

    def admits(self, url: str) -> bool:
        """Whether an address is inside the allow-list and outside the block-list."""
        address = read(url)
        if address is None:
            return False
        if any(_under(address.host, domain) for domain in self.block):
            return False
        return not self.allow or any(_under(address.host, domain) for domain in self.allow)


def _under(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")
