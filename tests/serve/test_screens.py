"""The screens in a real Chromium: from a question to its citations, reloads, kills, hostile texts."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest

from tests.browser.chromium import Tab, chromium, program
from tests.browser.hostile import hostile, naughty
from tests.serve.served import QUESTION, Served, served, until
from tests.standin import Nature, Standin

pytestmark = pytest.mark.slow
SCREENS = ("live", "answer", "graph", "ask", "compare")
READY = "document.readyState === 'complete'"


@pytest.fixture(scope="module")
def browser() -> Iterator[Tab]:
    path = program()
    if path is None:
        pytest.skip("there is no Chromium on this machine, so nobody saw the screens in a browser")
    with chromium(path) as tab:
        yield tab


@pytest.fixture(scope="module")
def api() -> Iterator[Standin]:
    with Standin(nature=Nature(latency_seconds=0.4)) as one:
        yield one


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, api: Standin) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served"), api) as one:
        yield one


def click(tab: Tab, selector: str) -> None:
    """A real click in the middle of an element."""
    found = f"document.querySelector({json.dumps(selector)})"
    until(tab, f"{READY} && {found}")
    tab.value(f"{found}.scrollIntoView({{block: 'center'}}); 1")
    place = tab.value(
        f"(box => [box.x + box.width / 2, box.y + box.height / 2])({found}.getClientRects()[0])"
    )
    for kind in ("mousePressed", "mouseReleased"):
        tab.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)


def fill(tab: Tab, selector: str, text: str) -> None:
    """Type into a field, in place of what is there."""
    found = f"document.querySelector({json.dumps(selector)})"
    until(tab, f"{READY} && {found}")
    tab.value(f"{found}.focus(); {found}.select(); 1")
    tab.type(text)


def test_from_a_question_to_its_citations(browser: Tab, server: Served) -> None:
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


def test_two_tabs_on_one_run_see_the_same(browser: Tab, api: Standin, tmp_path: Path) -> None:
    shown = (
        "[document.getElementById('live').dataset.position, ...['parts', 'claims', 'facts', 'failures']"
        ".map(name => document.getElementById(`piece-${name}`).innerText)]"
    )
    with served(tmp_path / "tabs", api) as one:
        wish = {"question": QUESTION, "documents": ".", "allow_remote": True, "budget_usd": 4}
        session = one.json("POST", "/sessions", wish)["session"]
        live = f"{one.address}/sessions/{session}/live"
        one.let_in(browser)
        browser.open(live)
        other = browser.another()
        browser.open(live)  # The cookie is that of the browser.

        def same() -> list[str]:
            """What both show, as soon as they are at the same position."""
            nonlocal other
            for _ in range(200):
                here = browser.value(shown)
                other = browser.switch(other)
                there: list[str] = browser.value(shown)
                if here[0] == there[0]:
                    assert here == there
                    return there
            raise AssertionError("the two never were at the same position")

        until(browser, "document.querySelectorAll('.fact-list li').length > 2")
        same()
        # What one asks for, the other shows.
        fill(browser, "#budget [name=budget]", "6")
        click(browser, "#budget button")
        other = browser.switch(other)
        until(browser, "document.querySelector('#piece-meters').innerText.includes('$6.00')")
        before = int(same()[0].partition(".")[0])
        for _ in range(2):
            browser.open(live)
            other = browser.switch(other)
        assert int(same()[0].partition(".")[0]) >= before
        one.json("POST", f"/sessions/{session}/stop")
        one.until_ended(session)
        for _ in range(2):
            browser.open(live)
            other = browser.switch(other)
        assert len(same()[3]) > 100
        assert browser.complaints == []
        browser.call("Page.close")
        browser.switch(other)


@pytest.mark.parametrize("width", [1300, 800, 360])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_screen_fits_and_is_quiet(browser: Tab, server: Served, width: int, dark: bool) -> None:
    (session,) = server.sessions()
    server.let_in(browser)
    for path in ("/", "/new", *(f"/sessions/{session}/{name}" for name in (*SCREENS, "quote/obs_1"))):
        browser.open(server.address + path, width=width, dark=dark)
        browser.settle()
        assert browser.value("document.documentElement.scrollWidth") <= width, path
        assert browser.complaints == [], path
        assert all(url.startswith(server.address) for url in browser.requests), path


def test_every_screen_reads_without_a_script(browser: Tab, server: Served) -> None:
    (session,) = server.sessions()
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


def test_findings_are_filtered_without_a_script(browser: Tab, server: Served) -> None:
    (session,) = server.sessions()
    server.let_in(browser)
    browser.open(f"{server.address}/sessions/{session}/answer")
    listed = "[...document.querySelectorAll('.finding')].map(one => one.id)"
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
    browser.value(f"document.querySelector('#filters [name=source]').value = '{number}'; 1")
    click(browser, "#filters button")
    until(browser, f"location.search.includes('source={number}') && {READY}")
    assert browser.value(listed) == under[number]
    assert f"{len(under[number])} of {len(every)}" in browser.value(
        "document.querySelector('#filters').innerText"
    )
    assert browser.complaints == []


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
        click(browser, ".main-action")
        until(browser, "document.getElementById('live')")
        (session,) = one.sessions()
        assert one.until_ended(session)["observations"] >= 1
        browser.open(f"{one.address}/sessions/{session}/answer")
        assert "4.2 degrees" in browser.value("document.querySelector('main').innerText")
        assert browser.complaints == []


def test_claims_that_conflict_are_joined_by_a_line(browser: Tab, server: Served) -> None:
    (session,) = server.sessions()
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


TEXTS = {
    "question", "summary", "text", "title", "author", "date", "site", "reason", "what", "basis", "as_of",
    "conditions", "because", "about", "parts", "url", "source_url", "resolution", "note", "detail", "engine",
    "query", "sure", "lead", "done_when", "not_found", "publisher", "work", "header", "written_by",
}  # fmt: skip
"""Keys of graph, answer and log whose values are words of models, pages or people."""


def poisoned(known: Any, pool: Iterator[str], inside: bool = False) -> Any:
    """The same with every text replaced; names and numbers stay."""
    if isinstance(known, dict):
        return {key: poisoned(value, pool, key in TEXTS) for key, value in known.items()}
    if isinstance(known, list):
        return [poisoned(value, pool, inside) for value in known]
    if isinstance(known, str) and inside and not known.startswith(("sq_", "hyp_", "obs_")):
        return next(pool).encode(errors="replace").decode()
    return known


def test_hostile_texts_run_no_script_on_any_screen(browser: Tab, server: Served) -> None:
    (session,) = server.sessions()
    server.let_in(browser)
    folder = server.home / "sessions" / session
    texts = [*hostile(300), *naughty()]
    pool = cycle(texts)
    opened = shown = 0
    for turn in range(3):
        graph = poisoned(json.loads((folder / "cognigraph.json").read_text(encoding="utf-8")), pool)
        # One page whose whole text is hostile, and every quote on it.
        page = "\n".join(text.encode(errors="replace").decode() for text in texts)
        name = sha256(page.encode()).hexdigest()
        (folder / "pages" / f"{name}.txt").write_bytes(page.encode())
        graph["sources"][name] = next(iter(graph["sources"].values()))
        place = 0
        for number, seen in enumerate(graph["observations"].values()):
            quote = page.split("\n")[(turn * 100 + number) % 400]
            place = page.find(quote)
            seen |= {"page": name, "quote": quote or "x", "offset": max(0, place)}
        (folder / "cognigraph.json").write_text(json.dumps(graph, indent=1), encoding="utf-8")
        kept = folder / "answer.json"
        kept.write_text(
            json.dumps(poisoned(json.loads(kept.read_text(encoding="utf-8")), pool)), encoding="utf-8"
        )
        rows = [json.loads(row) for row in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]
        told = "".join(json.dumps(poisoned(row, pool)) + "\n" for row in rows)
        (folder / "log.jsonl").write_text(told, encoding="utf-8")
        (folder / "serve-errors.txt").write_text(next(pool), encoding="utf-8", errors="replace")
        paths = [
            *(f"/sessions/{session}/{screen}" for screen in SCREENS),
            "/",
            "/?q=%22%3E%3Cscript%3Ewindow.broken%3D1",
        ]
        paths += [f"/sessions/{session}/quote/obs_{n}" for n in (1, 2, 3)]
        paths += [f"/sessions/{session}/compare?with={session}", f"/sessions/{session}/page/{name}"]
        for path in paths:
            browser.open(server.address + path)
            browser.settle()
            assert browser.value("document.querySelector('[role=alert]:not([hidden])') === null"), path
            shown += browser.value("document.documentElement.textContent.includes('window.broken')")
            assert browser.value("document.querySelector('main').innerText.length") > 20, path
            assert browser.value(
                "window.broken === undefined && !document.querySelector('[onerror], [onload]')"
            ), path
            assert browser.complaints == [], path
            assert all(url.startswith(server.address) for url in browser.requests), path
            opened += 1
        browser.open(f"{server.address}/sessions/{session}/live")
        until(browser, "Number(document.getElementById('live').dataset.updates || 0) > 0")
        assert browser.value("window.broken === undefined")
    assert opened == 36
    assert shown >= 18  # Not every string of the two lists holds the payload.


def test_fifty_watch_one_session(server: Served) -> None:
    (session,) = server.sessions()
    heard: list[bytes] = []

    def watch() -> None:
        from http.client import HTTPConnection

        line = HTTPConnection("127.0.0.1", server.port, timeout=60)
        line.request(
            "GET", f"/sessions/{session}/events", headers={"Authorization": f"Bearer {server.token}"}
        )
        answer = line.getresponse()
        for _ in range(6):
            heard.append(answer.readline())
        line.close()

    began = monotonic()
    watchers = [Thread(target=watch) for _ in range(50)]
    for one in watchers:
        one.start()
    for one in watchers:
        one.join()
    assert sum(row.startswith(b"event: pieces") for row in heard) == 50
    assert monotonic() - began < 20
