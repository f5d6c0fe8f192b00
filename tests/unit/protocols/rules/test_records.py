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
