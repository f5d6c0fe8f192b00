"""What the tests of the way out share."""

from collections.abc import Iterator

import pytest

from tests.web import WORKERS


@pytest.fixture(scope="session", autouse=True)
def _parsing() -> Iterator[None]:
    """The process that parses is ended with the tests."""
    yield
    WORKERS.close()
