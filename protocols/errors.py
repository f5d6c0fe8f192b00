"""Every error Pathfinder raises on purpose, by who has to act.

    PathfinderError
    ├── UserError                 the person at the keyboard can mend it          exit 2
    │   ├── GraphFileRefused      a graph file that cannot be trusted             exit 6
    │   ├── SessionRefused        no such session, or it cannot be opened         exit 6
    │   └── SessionLocked         another process owns the session                exit 6
    ├── RunError                  the run cannot go on; what is saved stays       exit 1
    │   ├── EditRefused           an edit would break the graph: a bug, never data
    │   ├── ReplayDiverged        a journaled step was asked again with other input
    │   ├── EnginesChanged        a half-done iteration was begun with other engines  exit 2
    │   ├── StorageFailed         a file could not be written                     exit 6
    │   ├── BudgetExceeded        the next call does not fit the cap              exit 4
    │   │   └── SharedBudgetExceeded  nor will it fit for others under the same cap
    │   ├── Interrupted           the user paused or stopped the run              exit 3
    │   └── ProviderFailed        the model cannot be had                         exit 5
    │       ├── KeyRefused        the key is missing, wrong or not allowed
    │       └── PriceUnknown      a model without a price under a budget      exit 2
    └── ResearchError             one piece of research failed; the rest goes on  exit 1
        ├── AttemptFailed         one attempt at a call; a retry may help
        │   ├── CallRefused       the server refuses the call, now and later
        │   ├── ServerAbsent      nobody answers at the server's address
        │   └── CallNotProcessed          it waited for a batch, and was not done
        ├── SourceUnreachable     a page could not be read
        └── SearchFailed          an engine gave no answer

What a model got wrong is not an error: it comes back as the value `Unable` (calls.py).
"""

from typing import ClassVar, Literal

from pathfinder.locales.catalogue import Message

FailureKind = Literal[
    "blocked", "rate_limited", "empty", "unverified", "given_up", "unreadable", "unreachable", "refused"
]
"""How one piece of research failed, as the record keeps it."""


class PathfinderError(Exception):
    """Its text is one sentence for a person, a `Message`: what is wrong, and what to do."""

    exit_code: ClassVar[int] = 1
    retryable: ClassVar[bool] = False


class UserError(PathfinderError):
    """Something the user gave is wrong."""

    exit_code = 2


class GraphFileRefused(UserError):
    """A graph file is cut, damaged or newer than this program; it is left as it is."""

    exit_code = 6

    def __init__(self, file: str, place: str, problem: str) -> None:
        super().__init__(
            Message("graph-file-refused-at", file=file, place=place, problem=problem)
            if place
            else Message("graph-file-refused", file=file, problem=problem)
        )
        self.file, self.place, self.problem = file, place, problem


class SessionRefused(UserError):
    """The session asked for is not there or cannot be used."""

    exit_code = 6


class SessionLocked(UserError):
    """Another process owns the session."""

    exit_code = 6

    def __init__(self, session: str, pid: int | None) -> None:
        super().__init__(
            Message("session-locked-by", session=session, pid=str(pid))
            if pid
            else Message("session-locked", session=session)
        )
        self.pid = pid


class RunError(PathfinderError):
    """The run stops here; what was saved stays saved."""


class EditRefused(RunError):
    """An edit does not fit the graph it is applied to."""


class ReplayDiverged(RunError):
    """A step key was found in the journal with another digest of its input."""

    def __init__(self, step: str) -> None:
        super().__init__(Message("step-recorded-otherwise", step=step))


class EnginesChanged(RunError):
    """An iteration that is half done was begun with other search engines."""

    exit_code = 2


class StorageFailed(RunError):
    """A file could not be read or written."""

    exit_code = 6


class BudgetExceeded(RunError):
    """The next call does not fit under the cap, and no open hold will make room for it."""

    exit_code = 4


class SharedBudgetExceeded(BudgetExceeded):
    """The cap that several sessions share refused it: the others will be refused as well."""


class Interrupted(RunError):
    """The user paused or stopped the run; `resume` goes on where it was."""

    exit_code = 3

    def __init__(self, why: str, kind: Literal["pause", "stop", "done"] = "pause") -> None:
        super().__init__(why)
        self.kind: Literal["pause", "stop", "done"] = kind


class ProviderFailed(RunError):
    """The model cannot be had at all; the run pauses."""

    exit_code = 5


class KeyRefused(ProviderFailed):
    """The key is missing, wrong, or may not use this model."""


class PriceUnknown(ProviderFailed):
    """A model has no known price, so no budget could hold; the user says what it costs."""

    exit_code = 2


class ResearchError(PathfinderError):
    """One search, page or Explorer failed; it is recorded and the run goes on."""


class AttemptFailed(ResearchError):
    """One attempt at a call failed; `maybe_paid` says that the provider may charge for it all the same, and
    `paid_usd_micros` how much, where it has said so.
    """

    def __init__(
        self,
        why: str,
        *,
        retryable: bool,
        wait_seconds: float | None = None,
        maybe_paid: bool = False,
        paid_usd_micros: int | None = None,
    ) -> None:
        super().__init__(why)
        self.helps = retryable
        self.wait_seconds = wait_seconds
        self.maybe_paid = maybe_paid
        self.paid_usd_micros = paid_usd_micros


class CallRefused(AttemptFailed):
    """The server understood the call and will not answer it, however often it is sent: an unknown model, a
    form it does not take. `advice` says what the user can do, as the end of a sentence.
    """

    def __init__(self, why: str, *, advice: str = "", maybe_paid: bool = False) -> None:
        super().__init__(why, retryable=False, maybe_paid=maybe_paid)
        self.advice = advice


class ServerAbsent(AttemptFailed):
    """No connection could be made: nobody listens, the name is unknown, or the line is dead."""

    def __init__(self, why: str) -> None:
        super().__init__(why, retryable=True)


class ServerSilent(AttemptFailed):
    """The server took the connection and did not answer in time."""

    def __init__(self, *, maybe_paid: bool) -> None:
        super().__init__(Message("model-silent"), retryable=True, maybe_paid=maybe_paid)


class CallNotProcessed(AttemptFailed):
    """A call that was to wait for a batch and came back undone and unpaid: the server is well."""

    def __init__(self, why: str) -> None:
        super().__init__(why, retryable=True)


class SourceUnreachable(ResearchError):
    """A page could not be read. The Explorer tries another; `kind` is how the failure ledger calls it."""

    retryable = True

    def __init__(self, why: str, kind: FailureKind = "unreachable") -> None:
        super().__init__(why)
        self.kind = kind


class SearchFailed(ResearchError):
    """No engine gave an answer; `failed` says of each which it is, why, and of what kind that is."""

    retryable = True

    def __init__(self, why: str = "", failed: tuple[tuple[str, str, FailureKind], ...] = ()) -> None:
        super().__init__(why)
        self.failed = failed
