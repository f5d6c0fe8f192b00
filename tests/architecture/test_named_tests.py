"""A document that names a test as the guard of a promise names one that is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILE = re.compile(r"`(tests/[\w/]+(?:\.py)?)(?:::test_\w+)?`")
NAMED = re.compile(r"`(tests/[\w/]+\.py)` \((`test_\w+`(?:, `test_\w+`)*)\)")
ONE = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/security-findings.md", "docs/first-use.md"])
def test_every_test_that_is_named_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    files = FILE.findall(text)
    assert files
    assert [name for name in files if not (ROOT / name).exists()] == []
    for name, tests in (*NAMED.findall(text), *ONE.findall(text)):
        source = (ROOT / name).read_text(encoding="utf-8")
        assert [one for one in re.findall(r"test_\w+", tests) if f"def {one}(" not in source] == [], name
