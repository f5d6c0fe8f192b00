"""Options of `research` that a server is started with, for every research that it starts."""

from collections.abc import Sequence

from pathfinder.cli.lazily import loaded


def research_options(words: Sequence[str] | None) -> tuple[str, ...]:
    """The options as they are; a usage error at the start of the server if `research` has no such option."""
    from pathfinder.cli.main import Pathfinder

    given = tuple(words or ())
    with loaded("research", Pathfinder.later["research"]).make_context(
        "pathfinder research", [*given, "--", "Why?"]
    ):
        return given
