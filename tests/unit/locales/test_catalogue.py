"""Messages: every language has every id with the same fields, and a new language is a new folder."""

import re
import shutil
from pathlib import Path

import pytest

from pathfinder.locales.catalogue import Catalogue, Message, _sources, catalogue, languages, said

ROOT = Path(__file__).resolve().parents[3]
HELP = "help-"
"""English help is in the code (tests/unit/cli/test_help.py)."""
FIELD = re.compile(r"\$([a-zA-Z][\w-]*)")


def fields_of(text: str) -> frozenset[str]:
    return frozenset(FIELD.findall(text))


def test_english_and_korean_are_complete() -> None:
    assert {"en", "ko"} <= set(languages())
    assert set(catalogue("en")) == {id for id in catalogue("ko") if not id.startswith(HELP)}


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_a_message_takes_the_same_fields_in_every_language(language: str) -> None:
    english = _sources(ROOT / "locales" / "en")
    other = _sources(ROOT / "locales" / language)
    differing = {
        id: (sorted(fields_of(english[id])), sorted(fields_of(text)))
        for id, text in other.items()
        if not id.startswith(("-", HELP)) and not fields_of(text) <= fields_of(english[id])
    }
    assert not differing


@pytest.mark.parametrize("language", languages())
def test_every_message_is_one_that_fluent_can_read(language: str) -> None:
    one = catalogue(language)
    for id in one:
        assert one._with(id).has_message(id), id


def test_a_message_is_its_english_text_and_can_be_said_in_korean() -> None:
    one = Message("pages", count=3)
    assert one == "3 pages"
    assert Message("pages", count=1) == "1 page"
    assert one.to("ko") == "3쪽"
    assert said("data of a user", "ko") == "data of a user"


def test_a_field_that_is_a_message_is_said_in_the_same_language() -> None:
    outer = Catalogue("ko", {"outer": "outer = 남은 것: { $what }\n"})
    assert outer.format("outer", {"what": Message("pages", count=2)}) == "남은 것: 2쪽"


def test_a_korean_particle_follows_the_sound_before_it() -> None:
    one = Catalogue("ko", {"read": 'read = { JOSA($name, "을/를") } 읽음\n'})
    assert one.format("read", {"name": "논문"}) == "논문을 읽음"
    assert one.format("read", {"name": "커피"}) == "커피를 읽음"


def test_a_field_is_shown_as_it_is() -> None:
    one = Catalogue("en", {"line": "line = The file { $name }\n"})
    assert one.format("line", {"name": "{ $x } -term *[a]\u200b"}) == "The file { $x } -term *[a]\u200b"


def test_an_unknown_id_and_a_missing_field_fail_where_they_are_written() -> None:
    with pytest.raises(KeyError):
        Message("no-such-message")
    with pytest.raises(KeyError):
        Message("pages")


def test_a_new_language_is_a_new_folder(tmp_path: Path) -> None:
    """A machine-made third language: every text of the English files in capitals."""
    shutil.copytree(ROOT / "locales" / "en", tmp_path / "xx")
    for path in (tmp_path / "xx").glob("*.ftl"):
        text = re.sub(r"\bpages?\b(?! =)", "SEITEN", path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
    third = Catalogue("xx", _sources(tmp_path / "xx"))
    assert third.format("pages", {"count": 2}) == "2 SEITEN"
