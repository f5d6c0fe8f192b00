"""The screens in a real Chromium: from a question to its citations, reloads, kills, hostile texts."""

import json
from pathlib import Path

import pytest

from tests.browser.chromium import Tab
from tests.serve.served import ENDLESS, QUESTION, READY, Finished, Served, click, fill, served, until
from tests.standin import Standin

pytestmark = pytest.mark.slow
SCREENS = ("live", "answer", "graph", "ask", "compare")


def test_from_a_question_to_its_citations(browser: Tab, api: Standin, tmp_path: Path) -> None:
    with served(tmp_path / "served", api, *ENDLESS) as server:
        asked_and_read(browser, server)


def asked_and_read(browser: Tab, server: Served) -> None:
    server.let_in(browser)
    assert "session" in browser.value("document.querySelector('main').innerText")
    # The question, the forecast, the plan: nothing is spent before the plan is asked for.
    click(browser, ".bar a[href='/new']")
    until(browser, "document.querySelector('[name=question]')")
    fill(browser, "[name=question]", QUESTION)
    fill(browser, "[name=budget]", "4")
    click(browser, "[name=remote]")
    click(browser, "main form button")
    until(browser, "document.querySelector('[name=plan]')")
    assert "$4.00" in browser.value("document.querySelector('.forecast').innerText")
    assert server.sessions() == []
    click(browser, "[formaction='/plan']")
    until(browser, "document.querySelector('[name=session]')")
    assert QUESTION in browser.value("document.querySelector('[name=plan]').value")
    fill(browser, "[name=plan]", "How much cooler at noon?\nHow much cooler at night?")
    click(browser, ".main-action")
    until(browser, "document.getElementById('live')")
    (session,) = server.sessions()

    # It moves by itself.
    until(browser, "document.querySelectorAll('.fact-list li').length > 2")
    assert "at noon?" in browser.value("document.getElementById('piece-parts').innerText")
    assert browser.complaints == []

    # A reload in the middle of the run shows at least what was there.
    before = browser.value("document.querySelectorAll('.fact-list li').length")
    browser.open(f"{server.address}/sessions/{session}/live")
    assert browser.value("document.querySelectorAll('.fact-list li').length") >= before

    # The server is killed: the run goes on, and the page finds the next server by itself.
    pid = server.json("GET", f"/sessions/{session}")["running"]
    updates = "Number(document.getElementById('live').dataset.updates || 0)"
    until(browser, f"{updates} > 0")
    seen = browser.value(updates)
    server.kill()
    until(browser, "!document.getElementById('lost').hidden")
    server.start()
    until(browser, f"document.getElementById('lost').hidden && {updates} > {seen}")
    assert pid
    assert server.json("GET", f"/sessions/{session}")["running"]
    browser.complaints.clear()  # A lost connection is one.

    # Steering: a higher budget, a note by hand, then a stop.
    fill(browser, "#budget [name=budget]", "6")
    click(browser, "#budget button")
    until(browser, "document.querySelector('.said')")
    until(browser, "document.querySelector('#piece-meters').innerText.includes('$6.00')")
    assert server.json("GET", f"/sessions/{session}")["budget_usd"] == 6
    assert server.call("POST", f"/api/v1/sessions/{session}/budget", {"budget_usd": 0})[0] == 400
    browser.open(f"{server.address}/sessions/{session}/live")
    fill(browser, "#steer [name=text]", "look at the night")
    click(browser, "#steer button")
    until(browser, "document.querySelector('.said')")
    assert b"look at the night" in (server.home / "sessions" / session / "control").read_bytes()
    until(browser, f"{READY} && document.querySelectorAll('.claims li').length > 0")
    until(browser, "document.querySelector('#piece-meters').innerText.includes('iteration 2')")
    click(browser, "[action$='/stop'] button")
    until(browser, "document.querySelector('.said')")
    server.until_ended(session)
    until(browser, "document.querySelector('[action$=\"/resume\"]')")

    # The answer, and a citation in its page.
    click(browser, ".bar a[href$='/answer']")
    until(browser, f"{READY} && document.querySelector('.answer a.cite')")
    label = browser.value("document.querySelector('.answer a.cite').textContent")
    click(browser, ".answer a.cite")
    until(browser, "!document.getElementById('panel').hidden")
    quote = server.json("GET", f"/sessions/{session}/quotes/{label}")
    assert browser.value("document.querySelector('#panel #quote').textContent") == quote["quote"]
    assert quote["quote"] in quote["text"]
    browser.press("Escape")
    until(browser, "document.getElementById('panel').hidden")
    assert browser.complaints == []

    # The quote shows under the pointer, and under the keyboard.
    words = "getComputedStyle(document.querySelector('.answer a.cite'), '::after').content"
    shown = quote["quote"].partition("\n")[0][:40]
    browser.open(f"{server.address}/sessions/{session}/answer")
    assert browser.value(words) == "none"
    place = browser.value(
        "(box => [box.x + box.width / 2, box.y + box.height / 2])"
        "(document.querySelector('.answer a.cite').getClientRects()[0])"
    )
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=place[0], y=place[1])
    until(browser, f"{words}.includes({json.dumps(shown)})")
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=0, y=0)
    until(browser, f"{words} === 'none'")
    browser.press("Tab")
    browser.value("document.querySelector('.answer a.cite').focus(); 1")
    until(browser, f"{words}.includes({json.dumps(shown)})")

    # A further question, answered from the pages.
    click(browser, ".bar a[href$='/ask']")
    until(browser, f"{READY} && document.querySelector('[name=question]')")
    fill(browser, "[name=question]", "What about humid nights?")
    click(browser, "main form button")
    until(browser, f"{READY} && document.querySelector('section.answer .cite')")

    # The library finds it by a word, and puts it into the trash.
    browser.open(f"{server.address}/?q=cooler")
    assert browser.value("document.querySelectorAll('.session').length") == 1
    browser.open(f"{server.address}/?q=nothing-like-it")
    assert browser.value("document.querySelectorAll('.session').length") == 0


@pytest.mark.parametrize("width", [1300, 800, 360])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_screen_fits_and_is_quiet(browser: Tab, finished: Finished, width: int, dark: bool) -> None:
    server, session = finished
    server.let_in(browser)
    for path in ("/", "/new", *(f"/sessions/{session}/{name}" for name in (*SCREENS, "quote/obs_1"))):
        browser.open(server.address + path, width=width, dark=dark)
        browser.settle()
        assert browser.value("document.documentElement.scrollWidth") <= width, path
        assert browser.complaints == [], path
        assert all(url.startswith(server.address) for url in browser.requests), path


def test_a_run_that_begins_under_an_open_page_can_be_given_another_budget(
    browser: Tab, finished: Finished
) -> None:
    server, session = finished
    server.let_in(browser)
    browser.open(f"{server.address}/sessions/{session}/live")
    seen = "getComputedStyle(document.getElementById('budget')).display !== 'none'"
    assert not browser.value(seen), "what does not run is resumed with a budget"
    browser.value("document.querySelector(\"[action$='/resume']\").remove(); 1")
    assert browser.value(seen)


def test_every_screen_reads_without_a_script(browser: Tab, finished: Finished) -> None:
    server, session = finished
    server.let_in(browser)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        for name, wanted in (
            ("live", ".fact-list q"),
            ("answer", ".answer .cite"),
            ("graph", ".node"),
            ("quote/obs_1", "mark"),
        ):
            browser.open(f"{server.address}/sessions/{session}/{name}")
            root = browser.call("DOM.getDocument")["root"]["nodeId"]
            assert browser.call("DOM.querySelector", nodeId=root, selector=wanted)["nodeId"], name
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


def test_findings_are_filtered_without_a_script(browser: Tab, finished: Finished) -> None:
    server, session = finished
    server.let_in(browser)
    browser.open(f"{server.address}/sessions/{session}/answer")
    listed = "[...document.querySelectorAll('.finding[id]')].map(one => one.id)"
    options = (
        "[...document.querySelectorAll('#filters [name=%s] option')].map(one => one.value).filter(Boolean)"
    )
    every = browser.value(listed)
    assert len(every) > 1

    def kept(query: str) -> list[str]:
        browser.open(f"{server.address}/sessions/{session}/answer?{query}")
        found: list[str] = browser.value(listed)
        return found

    # Every claim has one verdict; a claim has evidence from the sources under which it is listed.
    by_verdict = [
        name for verdict in browser.value(options % "verdict") for name in kept(f"verdict={verdict}")
    ]
    assert sorted(by_verdict) == sorted(every)
    claims = {one["id"]: one for one in server.json("GET", f"/sessions/{session}/claims")["claims"]}
    browser.open(f"{server.address}/sessions/{session}/answer")
    under = {number: kept(f"source={number}") for number in browser.value(options % "source")[:4]}
    for names in under.values():
        assert set.intersection(*({seen["page"] for seen in claims[name]["evidence"]} for name in names))
    assert any(set(names) < set(every) for names in under.values())
    assert kept("source=none&part=%3Cscript%3E&verdict=x") == every

    # The form, by hand.
    browser.open(f"{server.address}/sessions/{session}/answer")
    number = next(number for number, names in under.items() if len(names) < len(every))
    click(browser, "#findings > summary")
    browser.value(f"document.querySelector('#filters [name=source]').value = '{number}'; 1")
    click(browser, "#filters button")
    until(browser, f"location.search.includes('source={number}') && {READY}")
    assert browser.value(listed) == under[number]
    assert f"{len(under[number])} of {len(every)}" in browser.value(
        "document.querySelector('#filters').innerText"
    )
    assert browser.complaints == []


@pytest.mark.parametrize("width", [1300, 360])
def test_the_quote_is_seen_when_its_page_opens(browser: Tab, finished: Finished, width: int) -> None:
    server, session = finished
    server.let_in(browser)
    browser.open(f"{server.address}/sessions/{session}/answer", width=width)
    cite = "document.querySelectorAll('.answer a.cite')"
    count = browser.value(f"{cite}.length")
    assert count > 3
    box = "(one => one.getBoundingClientRect())"
    shown = (
        "(([quote, text]) => quote.top >= Math.max(0, text.top) && "
        "quote.top + 20 <= Math.min(text.bottom, innerHeight))"
        f"(['#quote', '.stored'].map(one => {box}(document.querySelector(`#panel ${{one}}`))))"
    )
    for number in range(0, count, max(1, count // 12)):
        browser.value("document.getElementById('panel').replaceChildren(); 1")
        browser.value(f"{cite}[{number}].click(); 1")
        until(browser, "document.querySelector('#panel #quote')")
        browser.settle()
        assert browser.value(shown), browser.value("document.querySelector('#quote').textContent")


def test_without_a_model_it_is_a_reading_list(browser: Tab, tmp_path: Path) -> None:
    with served(tmp_path / "keyless") as one:
        session = one.json("POST", "/sessions", {"question": QUESTION, "documents": "."})["session"]
        one.let_in(browser)
        browser.open(f"{one.address}/sessions/{session}/live")
        one.until_ended(session)
        browser.open(f"{one.address}/sessions/{session}/answer")
        click(browser, ".passages a.cite")
        until(browser, "!document.getElementById('panel').hidden")
        assert browser.value("document.querySelector('#panel #quote').textContent.length") > 20
        assert browser.complaints == []
        browser.open(f"{one.address}/")
        click(browser, "[action$='/delete'] button")
        until(browser, "document.querySelector('.said')")
        assert one.sessions() == []


def test_uploaded_documents_are_searched(browser: Tab, tmp_path: Path) -> None:
    page = tmp_path / "지붕 노트.md"
    page.write_text("# Roofs\n\nHouses under tidal-glass roofs are 4.2 degrees cooler at noon.\n", "utf-8")
    with served(tmp_path / "uploading") as one:
        one.let_in(browser)
        click(browser, ".bar a[href='/new']")
        fill(browser, "[name=question]", QUESTION)
        root = browser.call("DOM.getDocument")["root"]["nodeId"]
        field = browser.call("DOM.querySelector", nodeId=root, selector="[name=files]")["nodeId"]
        browser.call("DOM.setFileInputFiles", nodeId=field, files=[str(page)])
        click(browser, "main form button")
        until(browser, "document.querySelector('[name=plan]')")
        (folder,) = (one.home / "uploads").iterdir()
        (stored,) = folder.iterdir()
        assert (stored.name, stored.read_bytes()) == (page.name, page.read_bytes())
        assert (folder.stat().st_mode | stored.stat().st_mode) & 0o077 == 0
        # Back to change the question: what was entered and uploaded is still there.
        click(browser, "[name=change]")
        until(browser, f"{READY} && document.querySelector('[name=upload][type=checkbox]')")
        assert browser.value("document.querySelector('[name=question]').value") == QUESTION
        assert browser.value("document.querySelector('[name=upload]').value") == folder.name
        fill(browser, "[name=question]", f"{QUESTION} And at night?")
        click(browser, "main form .main-action")
        until(browser, "document.querySelector('[name=plan]')")
        assert "And at night?" in browser.value("document.querySelector('.asked').innerText")
        assert list((one.home / "uploads").iterdir()) == [folder]
        click(browser, ".main-action")
        until(browser, "document.getElementById('live')")
        (session,) = one.sessions()
        assert one.until_ended(session)["observations"] >= 1
        browser.open(f"{one.address}/sessions/{session}/answer")
        assert "4.2 degrees" in browser.value("document.querySelector('main').innerText")
        assert browser.complaints == []


def test_claims_that_conflict_are_joined_by_a_line(browser: Tab, spoilt: Finished) -> None:
    server, session = spoilt
    path = server.home / "sessions" / session / "cognigraph.json"
    graph = json.loads(path.read_text(encoding="utf-8"))
    first, second, third = list(graph["hypotheses"])[:3]
    shared = {"type": "CONFLICTS", "weight": 1.0, "created_at": 0}
    graph["edges"] += [
        shared | {"from": first, "to": second},
        shared | {"from": first, "to": third, "resolved": True, "resolution": "They differ in scope."},
    ]
    path.write_text(json.dumps(graph, indent=1), encoding="utf-8")
    server.let_in(browser)
    browser.open(f"{server.address}/sessions/{session}/graph")
    until(browser, "document.querySelectorAll('#wires path').length === 2")
    assert browser.value("document.querySelectorAll('#wires .settled').length") == 1
    words = browser.value(f"document.querySelector('#node-{second} .rival').innerText")
    assert graph["hypotheses"][first]["summary"][:40] in words
