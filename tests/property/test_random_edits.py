"""A thousand random edits of a session's record: `verify` must see every one of them."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.frames import HEADER, frame, read_log
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.protocols.graph.edits import AddFailure, SetFinding, SetRun
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.memory import Failure, Run, Spend
from pathfinder.protocols.ids import HypothesisId
from tests.faults.scripted import ITERATIONS, a_session

EDITS, SEED = 1_000, 20261118
PARTS = 4
"""The edits are spread over tests, so that they can run beside each other."""


def a_record(root: Path) -> Session:
    """A session with spend, failures and findings in its archives."""
    spent = SetRun(run=Run(status="running", spend=Spend(total_usd_micros=41_000)))
    failed = AddFailure(failure=Failure(iteration=0, kind="refused", what="a page", reason="it is gone"))
    judged = SetFinding(hypothesis=HypothesisId("hyp_A1"), finding=Finding())
    first, second = ITERATIONS
    return a_session(root, iterations=((*first, spent, failed, judged), second))


def files_of(session: Session) -> list[Path]:
    """The record: graph, start, archives, chain, journals, pages with their sources."""
    folders = (session.archival, session.journals, session.pages)
    inner = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return sorted([session.graph, *inner])


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [leaf for key, inner in items for leaf in leaves(inner, (*path, key))]
    return found or [path]


def other_value(value: Any, rng: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + rng.choice((-1, 1, 7, 1000))
    if isinstance(value, str):
        place = rng.randrange(len(value) + 1)
        return value[:place] + rng.choice(("x", "7", " not", "é")) + value[place:]
    return rng.choice((0, "x", True))


def edited_json(data: bytes, rng: Random) -> bytes:
    """One value changed, taken out or put in twice, in the way the program writes."""
    content = json.loads(data)
    *parents, last = rng.choice([leaf for leaf in leaves(content) if leaf])
    place = content
    for key in parents:
        place = place[key]
    match rng.randrange(4):
        case 0 if isinstance(place, dict):
            del place[last]
        case 1 if isinstance(place, list):
            place.append(place[last])
        case _:
            place[last] = other_value(place[last], rng)
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def edited_journal(data: bytes, rng: Random) -> bytes:
    """Records changed, taken out or added, each with a right checksum."""
    entries = [entry.model_dump(mode="json") for entry in read_log(data, "log").entries]
    match rng.randrange(4):
        case 0:
            entries.pop(rng.randrange(len(entries)))
        case 1:
            entries.append(rng.choice(entries))
        case 2:
            entries = []
        case _:
            entry = rng.choice(entries)
            entry["usd_micros" if "usd_micros" in entry else "outcome"] = rng.randrange(1, 10**6)
    frames = (frame(json.dumps(entry).encode(), at) for at, entry in enumerate(entries))
    return HEADER + b"".join(frames)


def edited_bytes(data: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(data))
    match rng.randrange(3):
        case 0:
            return data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1 :]
        case 1:
            return data[:place]
        case _:
            return data[:place] + bytes([rng.randrange(256)]) + data[place:]


def edit(path: Path, data: bytes, rng: Random) -> tuple[str, bytes | None]:
    """What is done to a file, and what it becomes; None when it is deleted."""
    if rng.random() < 0.05:
        return "deleted", None
    if path.name == "log" and rng.random() < 0.7:
        return "journal", edited_journal(data, rng)
    if path.suffix == ".json" and rng.random() < 0.8:
        return "json", edited_json(data, rng)
    return "bytes", edited_bytes(data, rng)


@pytest.mark.parametrize("part", range(PARTS))
def test_verify_misses_no_edit(part: int, tmp_path: Path) -> None:
    session = a_record(tmp_path / ".research")
    assert verify(session, Disk()) == ()
    rng, done, missed = Random(SEED + part), Counter[str](), []
    paths = files_of(session)
    while done.total() < EDITS // PARTS:
        path = rng.choice(paths)
        before = path.read_bytes()
        kind, after = edit(path, before, rng)
        if after == before:
            continue
        done[kind] += 1
        if after is None:
            path.unlink()
        else:
            path.write_bytes(after)
        if not any(not problem.harmless for problem in verify(session, Disk())):
            missed.append((kind, path.relative_to(session.folder).as_posix()))
        path.unlink(missing_ok=True)
        path.touch(0o600)
        path.write_bytes(before)

    assert missed == []
    assert set(done) == {"deleted", "journal", "json", "bytes"}
    assert verify(session, Disk()) == ()
