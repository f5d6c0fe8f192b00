"""What all catalogues of papers share: they cost nothing, and an answer is a list of papers."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic, Protocol, TypeVar, runtime_checkable

from pydantic import SecretStr

from pathfinder.adapters.search.reading import LONGEST_TITLE, result, text
from pathfinder.adapters.search.scoping import Scoped, scoped
from pathfinder.adapters.search.settings import Scope
from pathfinder.adapters.search.wire import Wire
from pathfinder.protocols.calls.ports import SearchAnswer, SearchResult
from pathfinder.protocols.evidence.works import works_of
from pathfinder.protocols.graph.papers import Paper

MOST_ASKED = 20


class CatalogueSettings(Protocol):
    """What every catalogue is set by."""

    @property
    def base_url(self) -> str: ...
    @property
    def rate(self) -> float: ...


@runtime_checkable
class TakesKey(Protocol):
    """Settings of a catalogue that a key may be given for."""

    @property
    def api_key_env(self) -> str: ...


S = TypeVar("S", bound=CatalogueSettings)


class Catalogue(ABC, Generic[S]):
    """A `SearchEngine` over papers."""

    name: ClassVar[str]
    remote = True

    def __init__(
        self, settings: S, scope: Scope | None = None, most: int = 5, *, key: SecretStr | None = None
    ) -> None:
        self._settings = settings
        self._scope = scope or Scope()
        self._most = min(most, MOST_ASKED)
        self._key = key.get_secret_value() if key is not None else ""
        self._wire = Wire(
            self.name,
            settings.base_url,
            settings.rate,
            headers=self._headers(),
            key=self._key,
            variable=_variable(settings),
        )

    def _headers(self) -> Mapping[str, str]:
        """What every request carries besides."""
        return {}

    @property
    def engine(self) -> str:
        """The catalogue's name."""
        return self.name

    def worst_usd_micros(self, query: str) -> int:  # noqa: ARG002  (whatever is asked)
        """Nothing."""
        return 0

    async def find(self, query: str) -> SearchAnswer:
        """The papers it finds, inside the scope."""
        asked = scoped(query, self._scope)
        found = await self._papers(asked)
        return SearchAnswer(results=asked.in_scope(found)[: self._most])

    async def close(self) -> None:
        """Let go of the connections."""
        await self._wire.close()

    @abstractmethod
    async def _papers(self, asked: Scoped) -> list[SearchResult | None]: ...


def _variable(settings: object) -> str:
    """The environment variable of the key, if the catalogue takes one."""
    return settings.api_key_env if isinstance(settings, TakesKey) else ""


def paper_result(url: object, title: object, paper: Paper) -> SearchResult | None:
    """A result that is a paper; nothing without an address and a title."""
    known = result(url, title, paper.summary or paper.abstract)
    if known is None or not text(title, LONGEST_TITLE):
        return None
    return known.model_copy(update={"paper": paper})


def doi_of(written: object) -> str | None:
    """A DOI without what stands before it, or nothing."""
    if not isinstance(written, str):
        return None
    plain = written.strip()
    for start in ("https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "doi:"):
        plain = plain.removeprefix(start)
    return plain if works_of(None, plain) else None


def doi_address(doi: str | None) -> str | None:
    """Where a DOI leads."""
    return None if doi is None else f"https://doi.org/{doi}"
