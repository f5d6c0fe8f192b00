"""report.html in a real Chromium: quiet, closed, by keyboard, at two widths, in both themes, on paper."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from pathfinder.reports.content.judge_assembly import ReportContext, judge_report
from pathfinder.reports.html import html_report
from tests.browser.chromium import Tab, chromium, program
from tests.browser.hostile import hostile, naughty
from tests.browser.material import full_report, reworded, texts_in, written
from tests.large_session import large_answer, large_graph

pytestmark = pytest.mark.slow

# What the script itself changes as one scrolls, the mark in the contents and the canvas, is left out.
SKELETON = """[...document.querySelectorAll('body, head *, main, main *:not(#picture-canvas *)')].map(one => {
  let depth = 0;
  for (let up = one; up; up = up.parentElement) depth += 1;
  return depth + one.tagName + [...one.attributes].map(known => known.name).join();
})"""
FOCUS = "(one => one.id || (one.closest('details') || {}).id || one.className)(document.activeElement)"
ROW = "document.activeElement.tagName + ' ' + document.activeElement.parentElement.id"
GRAPH = "document.getElementById('picture-canvas')._cyreg.cy"


@pytest.fixture(scope="module")
def browser() -> Iterator[Tab]:
    path = program()
    if path is None:
        pytest.skip("there is no Chromium on this machine, so nobody saw the HTML report in a browser")
    with chromium(path) as tab:
        yield tab


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    return {name: written(folder, f"{name}.html", html_report(full_report(name))) for name in ("en", "ko")}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_page_is_quiet_asks_for_nothing_and_fits(
    browser: Tab, pages: dict[str, Path], tmp_path: Path, language: str, width: int, dark: bool
) -> None:
    browser.open(pages[language], width=width, dark=dark)
    browser.value("for (const one of document.querySelectorAll('details')) one.open = true; 1")
    _scroll_through(browser)
    assert browser.complaints == []
    assert browser.requests == [pages[language].as_uri()]
    assert browser.value("document.documentElement.scrollWidth") <= width
    words = "[document.querySelector('.brand'), ...document.querySelectorAll('#switches button')]"
    lines = "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize)"
    assert max(browser.value(f"{words}.map({lines})")) < 3, "no word of the header is broken"
    seen = browser.value("getComputedStyle(document.body).backgroundColor")
    assert seen == ("rgb(18, 21, 25)" if dark else "rgb(246, 246, 243)")
    picture = tmp_path / "page.png"
    browser.screenshot(picture)
    # A blank picture of this size is a tenth of that.
    assert picture.stat().st_size > 12_000


def _scroll_through(tab: Tab) -> None:
    for name in ("findings", "conflicts", "picture", "timeline", "sources", "metadata"):
        tab.value(f"document.getElementById('{name}').scrollIntoView(); 1")
        tab.settle()
    tab.wait_for("!!document.getElementById('picture-canvas').dataset.drawn")


def test_everything_can_be_reached_by_keyboard(browser: Tab, pages: dict[str, Path]) -> None:
    browser.open(pages["en"])
    browser.press("Tab")
    assert browser.value("document.activeElement.className") == "skip"
    assert browser.value("document.activeElement.getBoundingClientRect().top") >= 0
    browser.press("Enter")
    assert browser.value("location.hash") == "#answer"
    browser.press("/")
    assert browser.value("document.activeElement.id") == "find"
    browser.press("ArrowDown")
    assert browser.value(ROW) == "SUMMARY hyp_A1"
    browser.press("ArrowDown")
    assert browser.value(ROW) == "SUMMARY hyp_A2"
    browser.press("Enter")
    assert browser.value("document.getElementById('hyp_A2').open") is True
    browser.press("ArrowLeft")
    assert browser.value("document.getElementById('hyp_A2').open") is False
    browser.press("ArrowRight")
    assert browser.value("document.getElementById('hyp_A2').open") is True
    browser.press("End")
    assert browser.value(ROW) == "SUMMARY hyp_A5"
    browser.press("Home")
    assert browser.value(ROW) == "SUMMARY hyp_A1"
    assert browser.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    browser.press("ArrowUp")
    assert browser.value("document.activeElement.id") == "find"


def test_tab_goes_through_the_whole_page_and_never_sticks(browser: Tab, pages: dict[str, Path]) -> None:
    browser.open(pages["en"])
    seen: list[str] = []
    for _ in range(400):
        browser.press("Tab")
        if browser.value("document.activeElement === document.body"):
            break
        seen.append(browser.value(FOCUS))
    for name in ("theme", "find", "open-all", "hyp_A1", "picture-find", "picture-canvas", "source-1"):
        assert name in seen, name
    assert browser.value("document.activeElement === document.body")


def test_search_and_verdicts_narrow_the_findings(browser: Tab, pages: dict[str, Path]) -> None:
    shown = (
        "[...document.querySelectorAll('#findings .finding')].filter(x => x.checkVisibility()).map(x => x.id)"
    )
    browser.open(pages["en"])
    assert len(browser.value(shown)) == 7
    browser.press("/")
    browser.type("inversion")
    assert browser.value(shown) == ["hyp_B1"]
    assert browser.value("document.getElementById('found').textContent") == "1 shown"
    browser.press("Escape")
    assert len(browser.value(shown)) == 7
    browser.value("document.querySelector('[data-show=confirmed]').click(); 1")
    assert browser.value(shown) == ["hyp_A1", "hyp_A2"]
    # A link to what is hidden shows it.
    browser.value("location.hash = 'hyp_A6'; 1")
    browser.wait_for("document.getElementById('hyp_A6').checkVisibility()")


def test_a_citation_leads_to_the_quote_in_its_finding(browser: Tab, pages: dict[str, Path]) -> None:
    browser.open(pages["en"])
    browser.value("document.querySelector('.conclusion .cite').click(); 1")
    browser.wait_for("document.getElementById('hyp_A1').open")
    mark = "document.getElementById('hyp_A1.obs_1').querySelector('mark')"
    assert browser.value(f"{mark}.checkVisibility()") is True
    assert browser.value(f"{mark}.getBoundingClientRect().top < innerHeight") is True


def test_the_switch_turns_the_theme_and_the_picture_with_it(browser: Tab, pages: dict[str, Path]) -> None:
    browser.open(pages["en"])
    _scroll_through(browser)
    paint = f"{GRAPH}.$id('hyp_A1').style('color')"
    background = "getComputedStyle(document.body).backgroundColor"
    before = browser.value(f"[{background}, {paint}]")
    browser.value("document.getElementById('theme').click(); 1")
    after = browser.value(f"[{background}, {paint}]")
    assert before[0] != after[0]
    assert before[1] != after[1]
    browser.value("document.getElementById('theme').click(); 1")
    assert browser.value(f"[{background}, {paint}]") == before


def test_the_picture_can_be_moved_filtered_and_searched(browser: Tab, pages: dict[str, Path]) -> None:
    visible = f"{GRAPH}.nodes(':visible').map(node => node.id())"
    browser.open(pages["en"])
    _scroll_through(browser)
    assert len(browser.value(visible)) == 12
    assert browser.value(f"{GRAPH}.edges(':visible').length") == 4
    browser.value("document.getElementById('picture-canvas').focus(); 1")
    pan, zoom = browser.value(f"{GRAPH}.pan().x"), browser.value(f"{GRAPH}.zoom()")
    browser.press("ArrowLeft")
    assert browser.value(f"{GRAPH}.pan().x") == pytest.approx(pan + 60)
    browser.press("+")
    assert browser.value(f"{GRAPH}.zoom()") > zoom
    for value, gone in (("confirmed", "hyp_A1"), ("B", "hyp_B1"), ("observation", "obs_1")):
        browser.value(f"document.querySelector('[data-filter][value={value}]').click(); 1")
        assert gone not in browser.value(visible), value
        browser.value(f"document.querySelector('[data-filter][value={value}]').click(); 1")
        assert gone in browser.value(visible), value
    browser.value("document.querySelector('[data-filter][value=CONFLICTS]').click(); 1")
    assert browser.value(f"{GRAPH}.edges(':visible').length") == 3
    browser.value("document.getElementById('picture-find').focus(); 1")
    browser.type("hyp_B1")
    assert browser.value("[...document.querySelectorAll('#picked button')].map(x => x.textContent)") == [
        "hyp_B1 a claim"
    ]
    browser.value("document.querySelector('#picked button').click(); 1")
    assert browser.value("document.querySelector('#picked a').hash") == "#hyp_B1"
    assert browser.complaints == []


def test_on_paper_a_finding_is_a_line_unless_the_reader_has_opened_it(
    browser: Tab, pages: dict[str, Path]
) -> None:
    browser.open(pages["en"])
    behind = ("0.90 × 0.5 × 0.1", "What each investigator said last")
    closed = _printed(browser)
    assert not [part for part in behind if part in " ".join(closed)]
    browser.value("document.querySelectorAll('#findings details').forEach((one) => { one.open = true; }); 1")
    everything = " ".join(_printed(browser))
    assert [part for part in behind if part not in everything] == []


def test_a_large_report_prints_on_four_pages_and_its_appendix_only_when_it_is_open(
    browser: Tab, tmp_path: Path
) -> None:
    report = judge_report(large_graph(), ReportContext(session="large", answer=large_answer(), language="en"))
    assert report.answer is not None
    browser.open(written(tmp_path, "large.html", html_report(report)))
    sheets = _printed(browser)
    assert 2 <= len(sheets) <= 4
    assert report.answer.title in sheets[0]
    assert f"[{report.answer.sources[-1].number}]" in sheets[-1]
    assert "https://journal.site1.example/articles/1/measuring_calls" in "".join(sheets)
    assert not any("Appendix" in text or "Investigation metadata" in text for text in sheets)
    browser.value("document.getElementById('appendix').open = true; 1")
    longer = _printed(browser)
    body = next(number for number, text in enumerate(longer) if "Appendix" in text)
    assert 2 <= body <= 4
    assert len(longer) <= 14
    assert any("Investigation metadata" in text for text in longer[body:])


def test_behind_a_written_answer_everything_is_folded_and_opens_where_it_is_asked_for(
    browser: Tab, tmp_path: Path
) -> None:
    report = judge_report(large_graph(), ReportContext(session="large", answer=large_answer(), language="en"))
    path = written(tmp_path, "folded.html", html_report(report))
    rows = "[...document.querySelectorAll('main .finding, main .source')]"
    seen = f"{rows}.filter(x => x.checkVisibility()).length"
    first, last = (report.findings[place].id for place in (0, -1))
    browser.open(path)
    assert browser.value(seen) == 0
    browser.value("document.querySelector('.contents a[href=\"#findings\"]').click(); 1")
    browser.wait_for(f"{seen} === {len(report.findings)}")
    browser.open(path)
    browser.press("/")
    browser.wait_for("document.activeElement.id === 'find' && document.activeElement.checkVisibility()")
    for name in (first, last):
        browser.open(path)
        browser.value(f"location.hash = '{name}'; 1")
        browser.wait_for(f"document.getElementById('{name}').open && {seen} > 0")
    assert browser.complaints == []


def _printed(browser: Tab) -> list[str]:
    """The text of each sheet."""
    document = pypdfium2.PdfDocument(browser.pdf())
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def test_hostile_text_is_text_to_the_browser_too(browser: Tab, tmp_path: Path) -> None:
    report = full_report()
    names = count()
    calm = reworded(report, lambda: f"words {next(names)}")
    browser.open(written(tmp_path, "calm.html", html_report(calm)))
    shape = browser.value(SKELETON)
    strings = [*naughty(), *hostile()]
    step = texts_in(report)
    for start in range(0, len(strings), step):
        turn = iter((strings[start:] + strings[:start]) * 2)
        page = html_report(reworded(report, lambda turn=turn: next(turn)))  # type: ignore[misc]  # bound now
        path = written(tmp_path, f"{start}.html", page)
        browser.open(path)
        assert browser.value(SKELETON) == shape
        _scroll_through(browser)
        assert browser.value("window.broken === undefined")
        assert browser.complaints == []
        assert browser.requests == [path.as_uri()]


SLIPPED = (
    "<script>window.broken = 1</script>"
    "<p id='slip' onclick='window.broken = 2' style='display:none'>x</p>"
    "<style>main { display: none }</style>"
    "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' onerror='window.broken = 3'>"
    "<a id='run' href='javascript:window.broken=4'>x</a>"
    "<form id='form' action='https://outside.example/'></form>"
    "<iframe src='https://outside.example/'></iframe>"
)


def test_what_should_slip_in_all_the_same_can_neither_run_nor_call_out(browser: Tab, tmp_path: Path) -> None:
    page = html_report(full_report()).replace("</main>", f"{SLIPPED}</main>")
    path = written(tmp_path, "slipped.html", page)
    browser.open(path)
    browser.value("for (const name of ['slip', 'run']) document.getElementById(name).click(); 1")
    browser.value("document.getElementById('form').requestSubmit(); 1")
    browser.settle()
    assert browser.value("window.broken === undefined")
    assert browser.value("document.querySelector('main').checkVisibility()") is True
    assert browser.value("document.getElementById('slip').checkVisibility()") is True
    assert browser.value("document.querySelector('img').naturalWidth") == 0
    assert browser.value("location.href") == path.as_uri()
    assert browser.value("fetch('data:text/plain,x').then(() => 'sent', () => 'refused')") == "refused"
    markup = "try { document.body.innerHTML = '<b>x</b>'; 'taken' } catch (refused) { 'refused' }"
    assert browser.value(markup) == "refused"
    # The browser itself says what it refused: script, handler, style, picture, link, form and frame.
    assert len(browser.complaints) >= 6
