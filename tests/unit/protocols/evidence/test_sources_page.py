"""docs/sources.md says what real addresses get; every row of its tables is checked."""

from urllib.parse import urlsplit

import pytest

from pathfinder.protocols.evidence.source_classes import SourceClass, classify
from pathfinder.protocols.evidence.sources import default_table
from tests.source_pages import SAYS
from tools.farm import ROOT

HEADER = "| address | the page says | type | trust | decided by | who speaks |"
EVIDENCE = {"user": "user", "table": "table", "pattern": "pattern", "page": "page", "none": "nothing"}


def rows() -> list[tuple[str, ...]]:
    """The cells of every row that names an address."""
    lines = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8").splitlines()
    cells = (tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in lines if "| `http" in line)
    return [*cells]


def written(found: SourceClass) -> tuple[str, ...]:
    decided = EVIDENCE[found.evidence] + (", self-described" if found.self_described else "")
    speaker = "each work" if found.host_of_works else str(found.publisher)
    if found.thread is not None:
        speaker = found.thread.removeprefix("thread:")
    return (found.type, f"{found.authority:g}", decided, speaker)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]} {row[1]}")
def test_every_row_of_the_page_is_what_the_rules_give(row: tuple[str, ...]) -> None:
    address, said, *promised = row
    assert written(classify(address.strip("`"), default_table(), SAYS[said])) == tuple(promised)


def test_the_page_shows_sixty_hosts_of_every_type() -> None:
    text = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
    assert HEADER in text
    assert len({urlsplit(row[0].strip("`")).hostname for row in rows()}) >= 60
    assert {row[2] for row in rows()} == {"paper", "official", "news", "blog", "forum", "unknown"}
