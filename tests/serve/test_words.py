"""Both languages say everything, with the same places to fill in."""

import re
from dataclasses import fields

import pytest

from pathfinder.serve.words import EN, KO


@pytest.mark.parametrize("name", [one.name for one in fields(EN)])
def test_every_word_is_there_in_korean_too(name: str) -> None:
    english, korean = getattr(EN, name), getattr(KO, name)
    assert english != korean
    if isinstance(english, str):
        assert set(re.findall(r"\{\w*\}", english)) == set(re.findall(r"\{\w*\}", korean))
    else:
        assert [key for key, _ in english] == [key for key, _ in korean]
