"""The documents of DRBench, where they are on this machine, give the text of their plain twins."""

import pytest

from bench.bench_documents import LEAST, TASKS, compared
from bench.data import LeftOut, data_folder


@pytest.mark.slow
def test_every_document_gives_the_words_of_its_twin() -> None:
    try:
        root = data_folder("drbench", tuple(f"{task}/task.json" for task in TASKS))
    except LeftOut as missing:
        pytest.skip(str(missing))
    rows = list(compared(root))
    assert len(rows) > 100
    assert [row for row in rows if row.recall < LEAST] == []
