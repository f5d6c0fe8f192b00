"""What the end of a log says of engines that do not answer."""

from pathlib import Path

from pathfinder.adapters.storage.files.log import SessionLog
from pathfinder.adapters.storage.files.silence import unanswered
from pathfinder.protocols.calls.events import PhaseEntered
from tests.fakes.fixed_clock import FixedClock


def test_engines_are_told_of_from_their_first_silence_until_they_answer_or_the_iteration_ends(
    tmp_path: Path,
) -> None:
    path = tmp_path / "log.jsonl"
    log = SessionLog(path, FixedClock())

    def note(kind: str, engine: str, reason: str = "HTTP 503") -> None:
        log.note(f"call_{kind}", {"engine": engine, "reason": reason})

    assert unanswered(tmp_path / "none") == ()
    for kind, engine in (("waiting", "exa"), ("waiting", "arxiv"), ("waiting", "crossref"), ("waiting", "")):
        note(kind, engine)
    note("back", "crossref")
    note("resting", "exa", "no route")
    note("waiting", "exa", "later")
    path.write_bytes(path.read_bytes() + b'{"event": "call_back", "eng')
    told = [(known.engine, known.state, known.reason) for known in unanswered(path)]
    assert told == [("exa", "resting", "no route"), ("arxiv", "waiting", "HTTP 503")]
    path.write_bytes(path.read_bytes() + b"\n")
    log.emit(PhaseEntered(iteration=2, phase="SELECT"))
    assert unanswered(path) == ()
    log.close()
