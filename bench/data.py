"""Where the public data sets are, and what to say where one is absent. None is part of this repository."""

import os
from pathlib import Path

VARIABLE = "PATHFINDER_DATA"
BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
HOW_TO_GET_IT = {
    "scifact": "data.tar.gz of allenai/scifact: corpus.jsonl, claims_train.jsonl, claims_dev.jsonl",
    "healthver": "healthver_dev.csv and healthver_test.csv of sarrouti/HealthVer",
    "climate-fever": "the climate-fever set of tdiggelm, one claim a line as claims.jsonl",
    "drbench": "DR0005, DR0007, DR0009 and DR0015 of ServiceNow/drbench, each with task.json and files/",
    "ramdocs": "RAMDocs of HanNight/RAMDocs, one question a line as questions.jsonl",
}


class LeftOut(Exception):
    """Something a benchmark needs is not here; the sentence says what, and how to get it."""


def data_root() -> Path:
    """The folder of all data sets: named by the variable, or beside the repository."""
    named = os.environ.get(VARIABLE)  # noqa: TID251  (a benchmark has no settings; this is the one place)
    return Path(named) if named else BESIDE


def data_folder(name: str, files: tuple[str, ...], root: Path | None = None) -> Path:
    """The folder of one data set, with all its files."""
    found = (root or data_root()) / name
    if not all((found / file).is_file() for file in files):
        raise LeftOut(
            f"{name} is not here: get {HOW_TO_GET_IT[name]}, put it into a folder named {name}, "
            f"and name the folder around it with {VARIABLE}."
        )
    return found
