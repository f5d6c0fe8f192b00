"""The record of a page is what code can tell of it, from its address and its text."""

from pathfinder.protocols.rules.records import source_record
from pathfinder.protocols.rules.sources import default_table

TEXT = " ".join(f"Satz {n} handelt von Wärme im Boden und von Rohren in der Tiefe." for n in range(30))


def test_a_paper_on_a_host_of_works_speaks_for_itself() -> None:
    record = source_record("https://arxiv.org/pdf/2401.00001v2", TEXT, default_table(), title="On loops")
    assert (record.type, record.authority, record.title) == ("paper", 0.9, "On loops")
    assert record.publisher is None
    assert record.work == source_record("https://arxiv.org/abs/2401.00001", TEXT, default_table()).work
    assert record.signature is not None
    assert record.rules_version


def test_pages_of_one_publisher_name_it() -> None:
    record = source_record("https://www.bbc.co.uk/news/1", "땅속 열은 따뜻하다", default_table())
    assert (record.type, record.publisher, record.language) == ("news", "bbc.com", "ko")


def test_a_local_file_has_no_publisher_and_no_authority_to_speak_of() -> None:
    record = source_record("file:notes/loops.md", "short", default_table())
    assert (record.type, record.authority, record.publisher, record.signature) == ("unknown", 0.2, None, None)


def test_what_a_page_says_of_itself_is_kept_when_it_is_given() -> None:
    record = source_record(
        "https://www.journal.example/a",
        TEXT,
        default_table(),
        author="Oh Yun-seo",
        date="2031-04-05",
        doi="10.5555/Tide.7",
        canonical="http://m.journal.example/original/",
        retracted="withdrawn by the journal",
    )
    assert (record.author, record.date, record.doi) == ("Oh Yun-seo", "2031-04-05", "10.5555/Tide.7")
    assert record.work == "doi:10.5555/tide.7"
    assert record.canonical == "https://journal.example/original"
    assert (record.retracted, record.weight) == ("withdrawn by the journal", 0.0)


def test_a_canonical_address_that_cannot_be_read_joins_nothing() -> None:
    assert source_record("file:a.md", TEXT, default_table(), canonical="the other one").canonical is None


def test_the_user_says_what_kind_of_source_it_is() -> None:
    record = source_record("file:a.md", TEXT, default_table(), source_type="official")
    assert (record.type, record.authority) == ("official", 0.85)
