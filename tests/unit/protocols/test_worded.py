"""A stored text that is a message keeps its id and fields, and comes back as a message."""

import copy
import json
import pickle

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.frozen import Worded
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.ids import StepKey

WHAT = Message("failed-search", query="ice cores")
WHY = Message("document-unreadable", url="a.pdf", reason=Message("document-empty"))


def failure() -> Failure:
    return Failure(iteration=1, kind="empty", what=WHAT, reason=WHY)


def in_korean(text: str) -> str:
    assert isinstance(text, Message)
    return text.to("ko")


def test_a_message_comes_back_from_a_file_in_every_language() -> None:
    stored = failure().model_dump_json()
    again = Failure.model_validate_json(stored)
    assert (again.what, again.reason) == (str(WHAT), str(WHY))
    assert in_korean(again.reason) == WHY.to("ko") == "a.pdf를 읽지 못했습니다: 글이 들어 있지 않습니다"
    assert again.model_dump_json() == stored


def test_a_plain_text_adds_no_key() -> None:
    plain = Failure(iteration=1, kind="empty", what="search x", reason="nothing")
    assert "messages" not in plain.model_dump()
    assert not isinstance(Failure.model_validate_json(plain.model_dump_json()).reason, Message)


def test_a_message_equals_its_text_and_can_be_a_key() -> None:
    plain = Failure(iteration=1, kind="empty", what=str(WHAT), reason=str(WHY))
    assert plain == failure()
    assert len({plain, failure()}) == 1
    assert plain != Unable(reason="x")


def test_a_copy_with_another_text_has_no_message_of_the_old_one() -> None:
    changed = failure().model_copy(update={"reason": "something else"})
    assert set(changed.messages) == {"what"}


def test_a_list_of_texts_keeps_its_messages_too() -> None:
    entry = Entry(kind="done", step=StepKey("1/x"), digest="d", lost=("plain", WHAT))
    again = Entry.model_validate_json(entry.model_dump_json())
    assert not isinstance(again.lost[0], Message)
    assert in_korean(again.lost[1]) == WHAT.to("ko")


def test_a_record_of_another_version_is_said_as_it_was_stored() -> None:
    again = Failure.model_validate(
        json.loads(failure().model_dump_json())
        | {"messages": {"reason": {"id": "gone", "fields": {}}, "no_field": {"id": "x"}}}
    )
    assert in_korean(again.reason) == str(WHY)


def test_messages_can_be_copied_and_sent_to_other_processes() -> None:
    for again in (copy.deepcopy(WHY), pickle.loads(pickle.dumps(WHY))):
        assert in_korean(again) == WHY.to("ko")


def test_a_value_with_nothing_to_say_is_a_worded_one_as_well() -> None:
    assert Worded().model_dump() == {}
