"""Faults are tried by the hundred, so they are tried in memory where the machine has a folder there."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

IN_MEMORY = Path("/dev/shm")


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """An empty folder on the fastest file system there is."""
    if not IN_MEMORY.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        yield Path(folder)
