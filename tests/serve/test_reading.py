"""The answer of a session with more sources or iterations than are shown at once."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import lxml.html  # type: ignore[import-untyped]  # it ships no types
import pytest

from bench.growing_on_disk import LongSession
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.answering import store_answer
from pathfinder.processes import Commands
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.serve.actions import Actions
from pathfinder.serve.app import application
from pathfinder.serve.guard import Keys
from pathfinder.serve.reading import MOST_SOURCES, Chosen, answer
from pathfinder.serve.screens import Page
from pathfinder.serve.shelf import MOST_ITERATIONS, Shelf
from tests.browser.material import full_report
from tests.large_session import large_answer
from tests.serve.asgi import got

LAST = MOST_SOURCES + 4


@cache
def many_sources() -> JudgeReport:
    """The sources that are cited come behind as many others as the page lists."""
    known = full_report()
    others = [
        known.sources[0].model_copy(update={"number": number, "page": f"{number:064x}", "observations": ()})
        for number in range(1, MOST_SOURCES + 1)
    ]
    cited = [one.model_copy(update={"number": one.number + MOST_SOURCES}) for one in known.sources]
    quotes = [
        one.model_copy(update={"source": one.source and one.source + MOST_SOURCES})
        for one in known.observations
    ]
    return full_report(sources=(*others, *cited), observations=tuple(quotes))


def opened(**wanted: str) -> lxml.html.HtmlElement:
    page = answer(Page("en", "key", "20261118-120000-roofs", "answer"), many_sources(), Chosen(**wanted))
    return lxml.html.document_fromstring(page)


@pytest.mark.parametrize("wanted", [{}, {"all": "1"}, {"verdict": "confirmed"}, {"source": str(LAST)}])
def test_a_link_to_a_source_leads_to_where_it_is_listed(wanted: dict[str, str]) -> None:
    page = opened(**wanted)
    links = [link for link in page.xpath("//a/@href") if "#source-" in link]
    assert links
    for link in links:
        query, _, anchor = link.partition("#")
        shown = page if not query else opened(**{name: one for name, [one] in parse_qs(query[1:]).items()})
        assert shown.xpath(f"//*[@id='{anchor}']"), link


def test_more_sources_keeps_what_the_findings_are_filtered_by() -> None:
    part = many_sources().metadata.parts[0].id
    [more] = [
        link
        for link in opened(part=part, verdict="confirmed").xpath("//a/@href")
        if link.startswith("?") and link.endswith("#sources")
    ]
    assert parse_qs(urlsplit(more).query) == {"part": [part], "verdict": ["confirmed"], "all": ["1"]}


def test_a_source_that_is_chosen_among_all_stays_chosen_and_all_stay_listed() -> None:
    [form] = [one for one in opened(all="1").forms if one.get("id") == "filters"]
    form.fields["source"] = str(LAST)
    page = opened(**dict(form.form_values()))
    [form] = [one for one in page.forms if one.get("id") == "filters"]
    assert dict(form.form_values()) == {"part": "", "verdict": "", "source": str(LAST), "all": "1"}
    assert len(page.xpath("//*[starts-with(@id, 'source-')]")) == LAST
    assert 0 < len(page.find_class("finding")) < len(opened().find_class("finding"))


def test_the_timeline_of_a_long_session_is_made_on_request(tmp_path: Path) -> None:
    LongSession().run(tmp_path, MOST_ITERATIONS + 1)
    shelf = Shelf(tmp_path)
    [line] = shelf.sessions.lines()
    session = shelf.session(line.id)

    def shown(*, whole: bool) -> lxml.html.HtmlElement:
        page = Page("en", "key", session.id, "answer")
        chosen = Chosen(all="1" if whole else "")
        return lxml.html.document_fromstring(answer(page, shelf.report(session, whole=whole), chosen))

    [link] = shown(whole=False).xpath("//*[@id='timeline']//a/@href")
    assert link == "?all=1#timeline"
    whole = shown(whole=True)
    assert len(whole.xpath("//*[@class='timeline']/li")) == MOST_ITERATIONS + 1
    assert whole.xpath("//*[@id='timeline']//p/a") == []
    # The graph has a screen of its own.
    assert not whole.xpath("//*[@id='picture']")


def test_before_an_iteration_is_closed_there_is_no_answer_and_no_word_of_missing_evidence(
    tmp_path: Path,
) -> None:
    session = Sessions(tmp_path, Disk()).create("Do roofs cool?", datetime(2026, 1, 2, tzinfo=UTC))
    actions = Actions(Shelf(tmp_path), Commands({}), ())
    app = application(actions, Keys("a-token"), frozenset({"127.0.0.1:8421"}), "cookie")
    headers = {"host": "127.0.0.1:8421", "authorization": "Bearer a-token"}
    page = lxml.html.document_fromstring(got(app, "GET", f"/sessions/{session.id}/answer", headers).body)
    told = page.find(".//main").text_content()
    assert "Do roofs cool?" in told
    assert "No iteration is finished yet" in told
    assert "evidence" not in told
    assert page.xpath(f"//main//a[@href='/sessions/{session.id}/live']")


def test_a_document_without_an_address_of_the_web_leads_to_its_stored_page() -> None:
    first, *others = full_report().sources
    report = full_report(sources=(first.model_copy(update={"url": "file:notes/roofs.md"}), *others))
    page = answer(Page("en", "key", "20261118-120000-roofs", "answer"), report, Chosen())
    [link] = lxml.html.document_fromstring(page).xpath("//a[text()='file:notes/roofs.md']/@href")
    assert link == f"page/{first.page}"  # /sessions/ID/page/NAME, beside /sessions/ID/answer.


def test_the_answer_of_a_run_that_goes_on_says_of_when_it_is() -> None:
    page = Page("en", "key", "20261118-120000-roofs", "answer")
    quiet, told = (answer(page, full_report(), Chosen(), goes_on=goes_on) for goes_on in (False, True))
    assert "The run goes on" in told
    assert "The run goes on" not in quiet


def test_the_library_is_searched_by_the_words_of_answers_and_not_by_names_in_their_files(
    tmp_path: Path,
) -> None:
    shelf = Shelf(tmp_path)
    shelf.sessions.create("Do roofs cool?", datetime(2026, 1, 2, tzinfo=UTC))
    session = shelf.sessions.create("Does rain fall?", datetime(2026, 1, 3, tzinfo=UTC))
    kept = large_answer()
    store_answer(session.folder, Disk(), kept)

    def found(words: str) -> list[str]:
        return [row.line.question for row in shelf.rows(words)[0]]

    text = kept.answer[0].text
    assert found(text.upper()) == ["Does rain fall?"]
    assert found("ROOFS") == ["Do roofs cool?"]
    assert found("page_tokens") == []
    assert found("") == ["Does rain fall?", "Do roofs cool?"]
