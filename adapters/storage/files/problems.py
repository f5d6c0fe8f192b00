"""What can be wrong with a session on disk, by name."""

from typing import Literal, NamedTuple

Kind = Literal[
    "graph_missing",
    "graph_unreadable",
    "graph_newer",
    "graph_breach",
    "graph_differs",
    "graph_behind",
    "start_missing",
    "start_unreadable",
    "archive_missing",
    "archive_unreadable",
    "archive_newer",
    "archive_misnumbered",
    "archive_refused",
    "archive_digest",
    "archive_ahead",
    "chain_missing",
    "chain_broken",
    "saved_differs",
    "save_unfinished",
    "page_missing",
    "page_altered",
    "source_missing",
    "source_unreadable",
    "source_differs",
    "quote_differs",
    "strength_differs",
    "ids_gap",
    "journal_unreadable",
    "journal_torn",
    "journal_diverged",
    "journal_misplaced",
    "control_unreadable",
    "loose_permissions",
    "not_a_file",
    "leftover",
    "lock_stale",
]

HARMLESS: frozenset[Kind] = frozenset(
    {"archive_ahead", "save_unfinished", "journal_torn", "control_unreadable", "leftover", "lock_stale"}
)
"""What a killed process may leave behind: nothing is lost, and the next run clears it away."""


class Problem(NamedTuple):
    """One thing that is wrong."""

    kind: Kind
    where: str
    """The file, seen from the session's folder, and the place in it."""
    sentence: str

    @property
    def harmless(self) -> bool:
        """Whether the record is whole all the same."""
        return self.kind in HARMLESS
