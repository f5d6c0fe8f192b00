"""A server started with an option that `research` does not take says so then, not at each research."""

from pathlib import Path

import pytest

from tests.cli.shell import Inside


@pytest.mark.parametrize("server", ["mcp", "serve"])
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--nonsense",), "No such option: --nonsense"),
        (("--iterations", "x"), "'--iterations'"),
        (("and", "more"), "unexpected extra"),
    ],
)
def test_an_option_that_research_does_not_take_is_a_usage_error(
    tmp_path: Path, server: str, words: tuple[str, ...], why: str
) -> None:
    ran = Inside(tmp_path)(server, "--", *words)
    assert ran.returncode == 2
    assert why in ran.stderr
    assert "pathfinder research" in ran.stderr
