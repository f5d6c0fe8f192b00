"""A running session hears what others ask, once and in order, whatever else stands in the file."""

import errno
import os
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.control import FileControl, send
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.protocols.calls.ports import Command, Control
from pathfinder.protocols.errors import StorageFailed

PAUSE, STOP = Command(kind="pause"), Command(kind="stop")


def note(text: str) -> Command:
    return Command(kind="note", text=text)


def said(control: Control) -> tuple[Command, ...]:
    return tuple(heard.command for heard in control.commands())


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path)


def test_commands_are_heard_once_and_in_order(session: Session) -> None:
    control: Control = FileControl(session, Disk())
    assert said(control) == ()
    send(session, note("줄\n바꿈 \u2028 끝"), Disk())
    send(session, PAUSE, Disk())
    assert said(control) == (note("줄\n바꿈 \u2028 끝"), PAUSE)
    assert said(control) == ()
    send(session, STOP, Disk())
    assert said(control) == (STOP,)
    assert session.control.stat().st_mode & 0o777 == 0o600


def test_a_line_that_is_still_being_written_is_heard_when_it_is_whole(session: Session) -> None:
    control = FileControl(session, Disk())
    with session.control.open("ab", buffering=0) as file:
        file.write(b'{"kind": "pau')
        assert said(control) == ()
        file.write(b'se", "text": ""}\n')
    assert said(control) == (PAUSE,)


def test_half_a_line_of_an_interrupted_sender_costs_only_itself(session: Session) -> None:
    control = FileControl(session, Disk())
    session.control.write_bytes(b'{"kind": "pau')
    send(session, STOP, Disk())
    assert said(control) == (STOP,)


def test_what_is_no_command_is_passed_over(session: Session) -> None:
    control = FileControl(session, Disk())
    session.control.write_bytes(b'hello\n\n{"kind": "shutdown"}\n[]\n\xff\xfe\n{"kind": "stop", "more": 1}\n')
    send(session, PAUSE, Disk())
    assert said(control) == (PAUSE,)


def test_a_stop_meant_for_an_earlier_run_is_old_but_a_note_is_still_heard(session: Session) -> None:
    send(session, STOP, Disk())
    send(session, note("look at Norway"), Disk())
    control = FileControl(session, Disk())
    assert said(control) == (note("look at Norway"),)
    # Nobody has kept it yet: a run that was killed here would hear it again.
    assert said(FileControl(session, Disk())) == (note("look at Norway"),)
    control.confirm(session.control.stat().st_size)
    assert said(FileControl(session, Disk())) == ()


def test_an_emptied_file_is_read_from_its_beginning(session: Session) -> None:
    control = FileControl(session, Disk())
    for _ in range(3):
        send(session, PAUSE, Disk())
    control.commands()
    session.control.write_bytes(b"")
    assert said(control) == ()
    send(session, STOP, Disk())
    assert said(control) == (STOP,)


def test_what_could_not_be_noted_as_heard_is_heard_again(session: Session) -> None:
    class Full(Syscalls):
        full = True

        def replace(self, old: Path, new: Path) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            super().replace(old, new)

    calls = Full()
    control = FileControl(session, Disk(calls))
    send(session, note("look at Norway"), Disk())
    assert said(control) == (note("look at Norway"),)
    with pytest.raises(StorageFailed):
        control.confirm(session.control.stat().st_size)
    assert said(FileControl(session, Disk())) == (note("look at Norway"),)
    calls.full = False
    control.confirm(session.control.stat().st_size)
    assert said(FileControl(session, Disk())) == ()


def test_only_what_came_before_a_place_is_confirmed(session: Session) -> None:
    for text in ("first", "second", "third"):
        send(session, note(text), Disk())
    control = FileControl(session, Disk())
    places = [heard.place for heard in control.commands()]
    assert places == sorted(set(places))
    control.confirm(places[1])
    assert said(FileControl(session, Disk())) == (note("third"),)


def test_a_place_of_a_file_that_was_emptied_since_confirms_nothing(session: Session) -> None:
    send(session, note("first"), Disk())
    control = FileControl(session, Disk())
    place = control.commands()[0].place
    session.control.write_bytes(b"")
    send(session, note("2"), Disk())
    control.commands()
    control.confirm(place)
    assert said(FileControl(session, Disk())) == (note("2"),)


def test_a_budget_is_for_the_run_that_goes_on_only(session: Session) -> None:
    budget = Command(kind="budget", usd_micros=5_000_000)
    control = FileControl(session, Disk())
    send(session, budget, Disk())
    assert said(control) == (budget,)
    assert said(FileControl(session, Disk())) == ()
