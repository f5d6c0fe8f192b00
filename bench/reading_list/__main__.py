"""`python -m bench.reading_list FOLDER`: is the sentence that answers among the first five passages?"""

import asyncio
import re
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from pathfinder.adapters.system import SystemClock
from pathfinder.cli.engines import Asked, engine_for
from pathfinder.reading import list_of
from pathfinder.running import research
from pathfinder.wiring import Options

PAIRS = Path(__file__).with_name("pairs.toml")
FIRST = 5
_LINK_TARGET = re.compile(r"\]\([^)]*\)")
_MARKS = re.compile(r"[\s*_`\"'“”‘’\[\]]+")


def place_of(docs: Path, question: str, answer: str, home: Path) -> int | None:
    """The place of the answer among the passages of all parts; None if it is not listed."""
    engine = engine_for({}, Asked(docs=docs), SystemClock(), home)
    end = asyncio.run(research(question, engine, Options(stop_when="dry"), home=home / "sessions"))
    passages = (passage for part in list_of(end.graph).parts for passage in part.passages)
    found = (place for place, one in enumerate(passages, start=1) if _bare(answer) in _bare(one.quote))
    return next(found, None)


def main(folder: Path) -> int:
    """Run every pair whose documents are there."""
    pairs = tomllib.loads(PAIRS.read_text(encoding="utf-8"))["pair"]
    right = asked = 0
    with TemporaryDirectory() as home:
        for pair in pairs:
            docs = folder / pair["docs"]
            if not docs.is_dir():
                continue
            place = place_of(docs, pair["question"], pair["answer"], Path(home))
            asked += 1
            right += place is not None and place <= FIRST
            print(f"{place or '-':>3}  {pair['docs']:<12} {pair['question']}")
    print(f"{right} of {asked} among the first {FIRST}")
    return 0 if asked else 1


def _bare(text: str) -> str:
    return _MARKS.sub("", _LINK_TARGET.sub("]", text)).casefold()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
