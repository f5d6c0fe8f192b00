"""Messages keep their id when a rule cleans or shortens them, and lenses have a name in each language."""

from typing import get_args

import pytest

from pathfinder.locales.catalogue import Message, said
from pathfinder.protocols.calls.targets import Lens
from pathfinder.protocols.planning.memory_words import lens_name
from pathfinder.protocols.text.sanitize import one_line


def test_a_message_on_one_line_can_still_be_said_in_korean() -> None:
    message = Message("page-hash-wrong", page="ab\u202e\ncd")
    line = one_line(message, 200)
    assert line == "ab cd is not the hash of a page."
    assert said(line, "ko") == said(Message("page-hash-wrong", page="ab cd"), "ko") != line


@pytest.mark.parametrize("lens", get_args(Lens))
def test_a_lens_has_a_name_in_each_language(lens: Lens) -> None:
    assert lens_name(lens, "en") != lens_name(lens, "ko")
