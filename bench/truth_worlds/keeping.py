"""Tallies kept on disk world by world, so that a long measurement goes on where it stopped.

They are kept under a digest of the code they were measured with: after a change nothing old is read.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

from pydantic import TypeAdapter

from bench.truth_worlds.compare import Rows
from bench.truth_worlds.parameters import Recipe
from bench.truth_worlds.world import World, make

ROOT = Path(__file__).resolve().parents[2]
MEASURED = ("bench/truth_worlds", "protocols", "agents", "orchestrator", "adapters/models/scripted")
_ROWS = TypeAdapter(Rows)


def digest() -> str:
    """A mark of all code that has a say in the figures."""
    code = hashlib.sha256()
    for folder in MEASURED:
        for path in sorted((ROOT / folder).rglob("*.py")):
            code.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return code.hexdigest()[:12]


def kept(
    folder: Path,
    recipe: Recipe,
    seeds: Iterable[int],
    accuracy: float,
    measure: Callable[[World, float], Rows],
) -> list[Rows]:
    """The rows of each world, measured where they are not on disk yet."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for seed in seeds:
        path = folder / f"{recipe.name.replace(' ', '_')}-{accuracy}-{seed}-{measure.__name__}.json"
        if not path.exists():
            rows = measure(make(seed, recipe), accuracy)
            written = json.dumps({name: asdict(tally) for name, tally in rows.items()})
            path.write_text(written, encoding="utf-8")
            print(path.stem, flush=True)
        found.append(_ROWS.validate_json(path.read_text(encoding="utf-8")))
    return found
