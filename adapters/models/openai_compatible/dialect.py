"""What a server understands of the Chat Completions API: by the registry or a test, less what it refuses."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pathfinder.adapters.models.anthropic.dialect import OF_THE_SCHEMA, Dialect

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class ChatDialects:
    """A schema is refused call by call: first `json_object` takes its place, then nothing. From then on the
    schema stands in the prompt.
    """

    def __init__(self, first: Dialect, tested: Mapping[str, Dialect]) -> None:
        self._first = first
        self._known = dict(tested)
        """By model."""
        self._lowered: dict[tuple[str, str], Dialect] = {}
        """By model and call."""
        self._why: dict[tuple[str, str], str] = {}
        """In which words the schema of a call was refused, as long as nobody was told."""

    @property
    def largest(self) -> Dialect:
        """The form with the longest requests."""
        return self._first._replace(schema=True, told=True)

    async def of(self, client: "AsyncOpenAI", model: str, call: str) -> Dialect:  # noqa: ARG002  (nobody is asked)
        """What to speak with a model in a call."""
        return self._lowered.get((model, call)) or self._known.get(model, self._first)

    def refused(self, model: str, call: str, dialect: Dialect, why: str) -> Dialect | None:
        """What to speak after a request was refused as malformed; None if nothing more can be left out."""
        if (dialect.schema or dialect.object) and OF_THE_SCHEMA.search(why):
            self._why.setdefault((model, call), why)
            plainer = _lower(dialect)
            self._lowered[model, call] = plainer
            return plainer
        if dialect.effort and "effort" in why:
            plainer = dialect._replace(effort=False)
        elif not dialect.told or dialect == (plainest := _plainest(dialect)):
            # What enforces schemas says what it does not take.
            return None
        else:
            plainer = plainest
        self._known[model] = plainer
        self._lowered = {known: one for known, one in self._lowered.items() if known[0] != model}
        return plainer

    def told(self, model: str, call: str) -> str:
        """Why the schema of a call is not sent any more; empty if it is, or if that was said before."""
        why = self._why.get((model, call), "")
        if why:
            self._why[model, call] = ""
        return why

    def ignored(self, model: str, dialect: Dialect) -> None:
        """The answer was no plain JSON although `response_format` asked for it; it is left out."""
        if dialect.told and (dialect.schema or dialect.object):
            self._known[model] = _lower(dialect)


def _lower(dialect: Dialect) -> Dialect:
    return dialect._replace(schema=False, told=True, object=dialect.schema)


def _plainest(dialect: Dialect) -> Dialect:
    return dialect._replace(schema=False, told=True, object=False, effort=False)
