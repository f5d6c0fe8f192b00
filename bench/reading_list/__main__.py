"""`python -m bench.reading_list FOLDER`: is a sentence that answers among the first five passages?

The same is asked of `recall` on the session, which finds words in the stored pages: it must not do better.
"""

import asyncio
import re
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.recall import recall
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.assembly import assemble
from pathfinder.reading import list_of
from pathfinder.run_config import RunConfig
from pathfinder.running import research

FILES = (
    "tuned_1.toml",
    "tuned_2.toml",
    "tuned_3.toml",
    "fresh.toml",
    "held_out.toml",
    "second_held_out.toml",
    "third_held_out.toml",
    "fourth_held_out.toml",
)
FIRST = 5
_LINK_TARGET = re.compile(r"\]\([^)]*\)")
_MARKS = re.compile(r"[\s*_`\"'“”‘’\[\]]+")


class Places(NamedTuple):
    """Where a sentence that answers stands; None: nowhere."""

    exact: int | None
    """The sentence that was chosen for the pair, among the passages."""
    any: int | None
    """That one, or another one that answers as well."""
    recalled: int | None
    """Any of them, among what `recall` finds."""


def places_of(docs: Path, question: str, answers: Sequence[str], home: Path) -> Places:
    """Ask one question. The first of `answers` is the sentence of the pair."""
    engine = assemble(RunConfig(docs=docs, home=home))
    end = asyncio.run(research(question, engine, RunConfig(stop_when="dry"), home=home / "sessions"))
    passages = [passage.quote for part in list_of(end.graph).parts for passage in part.passages]
    found = recall(Sessions(home / "sessions", Disk()).resolve(), question, Disk())
    return Places(
        _place(passages, answers[:1]),
        _place(passages, answers),
        _place((known.text for known in found), answers),
    )


def main(folder: Path) -> int:
    """Run every pair whose documents are there."""
    asked = 0
    with TemporaryDirectory() as home:
        for name in FILES:
            pairs = tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))["pair"]
            rows: list[Places] = []
            for pair in pairs:
                docs = folder / pair["docs"]
                if docs.is_dir():
                    answers = (pair["answer"], *pair.get("also", ()))
                    rows.append(places_of(docs, pair["question"], answers, Path(home)))
                    shown = " ".join(f"{place or '-':>3}" for place in rows[-1])
                    print(f"{shown}  {pair['docs']:<12} {pair['question']}")
            asked += len(rows)
            exact, either, recalled = (sum(_first(row[at]) for row in rows) for at in range(3))
            better = sum(_first(row.recalled) and not _first(row.any) for row in rows)
            print(
                f"{name}: {either} of {len(rows)} among the first {FIRST} ({exact} with the sentence of the "
                f"pair); recall {recalled}, and alone {better}"
            )
    return 0 if asked else 1


def _first(place: int | None) -> bool:
    return place is not None and place <= FIRST


def _place(texts: Iterable[str], answers: Sequence[str]) -> int | None:
    wanted = [_bare(answer) for answer in answers]
    found = (place for place, text in enumerate(texts, start=1) if any(one in _bare(text) for one in wanted))
    return next(found, None)


def _bare(text: str) -> str:
    return _MARKS.sub("", _LINK_TARGET.sub("]", text)).casefold()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
