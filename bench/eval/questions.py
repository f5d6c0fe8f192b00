"""What the plain agent and the graders are asked. Their prompts are the Markdown files in `prompts/`."""

from importlib.resources import files
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from pathfinder.adapters.models.settings import ClaudeSettings, Seat
from pathfinder.prompts.library import prompts, read
from pathfinder.protocols.calls.asks import Ask, Role
from pathfinder.protocols.frozen import Frozen

Stated = Literal["full", "part", "no"]
Faithful = Literal["faithful", "partly", "not"]
Right = Literal["right", "partly", "wrong", "open"]
"""What the documents say of a claim."""
Side = Literal["SUPPORTED", "REFUTED", "DISPUTED", "OPEN"]
WRITER: Role = "writer"
GRADER: Role = "judge"
"""The seats: the plain agent has the Writer's model, the graders have the Judge's."""
PLAIN = "eval.plain"
Number = Annotated[int, Field(ge=1)]


class PlainTurn(Frozen):
    """Notes while files are to come, the report after the last of them."""

    notes: str
    report: str


class FactMark(Frozen):
    """Whether an answer states a fact, and in which of its words."""

    number: Number
    words: str = Field(max_length=400)
    stated: Stated


class FactMarks(Frozen):
    marks: tuple[FactMark, ...]


class StatementMark(Frozen):
    """Whether the cited sources carry a statement."""

    number: Number
    why: str = Field(max_length=300)
    verdict: Faithful


class StatementMarks(Frozen):
    marks: tuple[StatementMark, ...]


class ClaimMark(Frozen):
    """What the sources, taken together, say of a claim."""

    number: Number
    why: str = Field(max_length=300)
    verdict: Right


class ClaimMarks(Frozen):
    marks: tuple[ClaimMark, ...]


class SideTaken(Frozen):
    """Where an answer stands on a claim."""

    words: str = Field(max_length=400)
    side: Side


class AskPlain(Ask[PlainTurn]):
    role: ClassVar[Role] = WRITER
    name = PLAIN
    answer = PlainTurn
    question: str
    files: str
    notes: str
    to_come: str


class AskFacts(Ask[FactMarks]):
    role: ClassVar[Role] = GRADER
    name = "eval.facts"
    answer = FactMarks
    report: str
    facts: tuple[str, ...]


class AskStatements(Ask[StatementMarks]):
    role: ClassVar[Role] = GRADER
    name = "eval.statements"
    answer = StatementMarks
    statements: tuple[str, ...]
    sources: str


class AskClaims(Ask[ClaimMarks]):
    role: ClassVar[Role] = GRADER
    name = "eval.claims"
    answer = ClaimMarks
    question: str
    claims: tuple[str, ...]
    sources: str


class AskSide(Ask[SideTaken]):
    role: ClassVar[Role] = GRADER
    name = "eval.side"
    answer = SideTaken
    report: str
    claim: str


def settings(writer: Seat, grader: Seat) -> ClaudeSettings:
    """Seats and prompts for these questions, which are no questions of the product."""
    folder = files(__package__).joinpath("prompts")
    own = {
        name: read(name, folder.joinpath(f"{name}.md").read_text(encoding="utf-8"))
        for name in (ask.name for ask in (AskPlain, AskFacts, AskStatements, AskClaims, AskSide))
    }
    return ClaudeSettings(seats={WRITER: writer, GRADER: grader}, prompts={**prompts(), **own})
