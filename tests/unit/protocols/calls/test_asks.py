"""Which questions can be asked again with less where an answer had too little room."""

import pytest

from pathfinder.protocols.calls.questions import WriteAnswer, WrittenAnswer
from tests.asks import an_ask


@pytest.mark.parametrize(
    ("name", "can_shrink"),
    [("explorer.read", True), ("writer.answer", True), ("writer.edit", False), ("lead.decompose", False)],
)
def test_a_page_and_the_pages_of_a_draft_can_be_shown_in_part(name: str, can_shrink: bool) -> None:
    assert an_ask(name).can_shrink is can_shrink


def test_a_revision_is_shown_what_its_draft_was_shown() -> None:
    draft = an_ask("writer.answer")
    assert isinstance(draft, WriteAnswer)
    revision = draft.model_copy(update={"draft": WrittenAnswer(title="It pays off", answer="Yes.")})
    assert not revision.can_shrink
