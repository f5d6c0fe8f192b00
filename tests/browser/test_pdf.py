"""report.pdf by a real Chromium."""

import stat
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from pathfinder.adapters.printing import pdf_of
from pathfinder.protocols.errors import UserError
from pathfinder.reports.content.judge_assembly import ReportContext, judge_report
from pathfinder.reports.html.document import brief_page, printed
from pathfinder.reports.markdown.brief import brief
from tests.browser.chromium import program
from tests.large_session import large_answer, large_graph

pytestmark = pytest.mark.slow
REPORT = judge_report(large_graph(), ReportContext(session="large", answer=large_answer(), language="ko"))


def sheets(page: str) -> list[str]:
    """The text of each printed page."""
    if program() is None:
        pytest.skip("there is no Chromium on this machine, so nobody printed a PDF")
    document = pypdfium2.PdfDocument(pdf_of(page))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def test_a_large_report_is_two_to_four_pages_and_longer_with_its_appendix() -> None:
    told = REPORT.answer
    assert told is not None
    made = sheets(printed(REPORT, appendix=False))
    assert 2 <= len(made) <= 4
    assert told.title in made[0]
    assert f"[{told.sources[-1].number}]" in made[-1]
    assert f"1 / {len(made)}" in made[0]
    assert len(sheets(printed(REPORT, appendix=True))) > len(made)


def test_without_a_written_answer_the_record_is_an_appendix_too() -> None:
    report = judge_report(large_graph(), ReportContext(session="large", language="en"))
    made = sheets(printed(report, appendix=False))
    assert len(made) <= 6
    assert "37 more sources" in made[-1]
    assert len(sheets(printed(report, appendix=True))) > len(made)


def test_a_brief_is_one_page() -> None:
    assert REPORT.answer is not None
    assert len(sheets(brief_page(REPORT, brief(REPORT.answer, "ko")))) == 1


def test_without_a_browser_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match=r"none of them is on the PATH: install one"):
        pdf_of("<p>x</p>")
    broken = tmp_path / "chrome"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(stat.S_IRWXU)
    with pytest.raises(UserError, match=r"chrome printed no PDF; open the html format"):
        pdf_of("<p>x</p>")
