"""What is taken for a file of questions."""

from pathlib import Path

import pytest

from pathfinder.cli.settings.batch_setup import MOST_BYTES, questions_in
from pathfinder.protocols.errors import UserError


def test_a_file_without_an_end_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    endless = tmp_path / "endless.txt"
    with endless.open("wb") as file:
        file.truncate(3_000_000_000)
    for path in (str(endless), "/dev/zero"):
        with pytest.raises(UserError, match=f"larger than {MOST_BYTES // 1_000_000} MB"):
            questions_in(path)
