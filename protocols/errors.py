"""Every error Pathfinder raises on purpose, by who has to act.

    PathfinderError
    ├── UserError                 the person at the keyboard can mend it          exit 2
    │   └── GraphFileRefused      a graph file that cannot be trusted             exit 6
    ├── RunError                  the run cannot go on                            exit 1
    │   ├── EditRefused           an edit would break the graph: a bug, never data
    │   └── ReplayDiverged        a journaled step was asked again with other input
    └── ResearchError             one piece of research failed; the rest goes on  exit 1
        ├── SourceUnreachable     a page could not be read
        └── SearchFailed          an engine gave no answer

What a model got wrong is not an error: it comes back as the value `Unable` (calls.py).
"""

from typing import ClassVar


class PathfinderError(Exception):
    """Its text is one sentence for a person: what is wrong, and what to do."""

    exit_code: ClassVar[int] = 1
    retryable: ClassVar[bool] = False


class UserError(PathfinderError):
    """Something the user gave is wrong."""

    exit_code = 2


class GraphFileRefused(UserError):
    """A graph file is cut, damaged or newer than this program; it is left as it is."""

    exit_code = 6

    def __init__(self, file: str, place: str, problem: str) -> None:
        where = f"{file}, {place}" if place else file
        super().__init__(f"{where}: {problem}. The file was not changed.")
        self.file, self.place, self.problem = file, place, problem


class RunError(PathfinderError):
    """The run stops here; what was saved stays saved."""


class EditRefused(RunError):
    """An edit does not fit the graph it is applied to."""


class ReplayDiverged(RunError):
    """A step key was found in the journal with another digest of its input."""

    def __init__(self, step: str) -> None:
        super().__init__(
            f"Step {step} was recorded with different input, so this session cannot be continued "
            "by this version; run the version that began it, or start a new session."
        )


class ResearchError(PathfinderError):
    """One search, page or Explorer failed; it is recorded and the run goes on."""


class SourceUnreachable(ResearchError):
    """A page could not be read. The Explorer tries another."""

    retryable = True


class SearchFailed(ResearchError):
    """A search engine gave no usable answer. The next engine is asked."""

    retryable = True
