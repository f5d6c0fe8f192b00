"""Text out of bytes: encodings, front matter, pages, and a plain reason where there is none."""

import pytest

from pathfinder.adapters.documents.parsing import Unreadable, parsed, unwrapped

KOREAN = "수문은 겨울 홍수를 절반으로 줄였다."


@pytest.mark.parametrize(
    "content",
    [
        KOREAN.encode(),
        b"\xef\xbb\xbf" + KOREAN.encode(),
        KOREAN.encode("utf-16"),
        b"\xfe\xff" + KOREAN.encode("utf-16-be"),
        KOREAN.encode("cp949"),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16 little", "utf-16 big", "cp949"],
)
def test_korean_is_read_in_the_encodings_it_comes_in(content: bytes) -> None:
    assert parsed("text", content, 1_000).text == KOREAN


def test_western_text_is_not_taken_for_korean() -> None:
    with pytest.raises(Unreadable, match="encoding"):
        parsed("text", "Größe, Höhe, Länge über alles, très élevé".encode("latin-1"), 1_000)


def test_a_page_that_declares_its_encoding_is_read_by_it() -> None:
    korean = f"<html><head><meta charset='euc-kr'></head><body><p>{KOREAN}</p></body></html>"
    western = "<html><head><meta charset='iso-8859-1'></head><body><p>Größe und Höhe</p></body></html>"
    assert parsed("html", korean.encode("euc-kr"), 1_000).text == KOREAN
    assert parsed("html", western.encode("latin-1"), 1_000).text == "Größe und Höhe"


def test_an_article_comes_without_what_surrounds_it_and_with_its_title() -> None:
    page = (
        "<html><head><title>Tide gates | The Bay</title></head><body><nav><a href='/'>Home</a></nav><article>"
        "<h1>Tide gates</h1><p>The gates held in the winter of 2031, the harbour board said on Monday.</p>"
        "<p>A second gate is planned for the northern arm of the bay.</p></article>"
        "<footer>All rights reserved</footer><script>var x = 'evil'</script></body></html>"
    )
    found = parsed("html", page.encode(), 1_000)
    assert "The gates held" in found.text
    assert not any(word in found.text for word in ("Home", "rights", "evil"))
    assert found.title == "Tide gates"


@pytest.mark.parametrize(
    "text",
    [
        "---\nA line across the page, then text.\n---\nMore.",
        "---\nurl: https://a.example/\nno end",
        "text first\n---\nurl: https://a.example/\n---\n",
        "----\nurl: https://a.example/\n----\n",
    ],
)
def test_what_is_not_front_matter_at_the_very_top_stays_text(text: str) -> None:
    found = parsed("text", text.encode(), 1_000)
    assert (found.text, found.front) == (text, {})


def test_front_matter_is_cut_with_all_its_lines_and_only_known_keys_are_kept() -> None:
    lines = (
        "---",
        "URL: 'https://a.example/b'",
        "tags:",
        "  - tide",
        "# note",
        "date: 2031-04-05",
        "---",
        "",
    )
    text = "\r\n".join((*lines, "# Tides", ""))
    found = parsed("text", text.encode(), 1_000)
    assert (found.text, found.title) == ("# Tides\n", "Tides")
    assert found.front == {"url": "https://a.example/b", "date": "2031-04-05"}


def test_text_beyond_the_limit_is_cut_and_that_is_told() -> None:
    found = parsed("text", b"a" * 11, 10)
    assert (found.text, found.cut) == ("a" * 10, True)


def test_lines_that_only_the_paper_broke_are_joined() -> None:
    page = (
        "Tide gates\nThe gates held back most of the water in the cold\n"
        "winter of 2031 and the board counted fewer\nfloods.\n- first item"
    )
    assert unwrapped(page) == (
        "Tide gates\nThe gates held back most of the water in the cold winter of 2031 and the board counted"
        " fewer floods.\n- first item"
    )


@pytest.mark.parametrize(
    "page", ["<!-- only a comment -->", "<!DOCTYPE html>", "<!doctype html><!-- x -->", "<?x?>"]
)
def test_a_page_of_comments_is_empty_and_its_worker_lives_on(page: str) -> None:
    with pytest.raises(Unreadable) as told:
        parsed("html", page.encode(), 1_000)
    assert told.value.empty


def test_a_short_list_of_a_page_stays() -> None:
    items = "".join(f"<li>Gates of type {number} do not work in ice.\n" for number in range(4))
    before, after = "A gate keeps the tide out. " * 20, "Another gate lets it in. " * 10
    page = f"<html><body><p>{before}</p><p>There are limits:</p><ol>{items}</ol><p>{after}</p></body></html>"
    text = parsed("html", page.encode(), 10_000).text
    assert all(f"Gates of type {number} do not work in ice." in text for number in range(4))
