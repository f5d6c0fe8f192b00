"""Hostile texts on every screen, and pages of other sites, in a real browser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from threading import Thread
from typing import Any

import pytest

from tests.browser.chromium import Tab, chromium, program
from tests.browser.hostile import hostile, naughty
from tests.serve.served import Finished, until

pytestmark = pytest.mark.slow
SCREENS = ("live", "answer", "graph", "ask", "compare")

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


def test_hostile_texts_run_no_script_on_any_screen(browser: Tab, spoilt: Finished) -> None:
    server, session = spoilt
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
            if path.endswith("/answer"):
                assert browser.value("document.querySelector('main.answered') !== null"), "it was written"
            opened += 1
        browser.open(f"{server.address}/sessions/{session}/live")
        until(browser, "Number(document.getElementById('live').dataset.updates || 0) > 0")
        assert browser.value("window.broken === undefined")
    assert opened == 36
    assert shown >= 18  # Not every string of the two lists holds the payload.


def test_a_page_of_another_site_can_do_nothing(finished: Finished) -> None:
    """A page from elsewhere, in the browser that is let in; and a name that was rebound to this machine."""
    path = program()
    if path is None:
        pytest.skip("there is no Chromium on this machine, so nobody tried this in a browser")
    server, session = finished
    control = server.home / "sessions" / session / "control"
    before = control.read_bytes()
    with chromium(path, "--host-resolver-rules=MAP evil.example 127.0.0.1") as tab, evil_site() as evil:
        server.let_in(tab)
        # The same host on another port is the same site, so the cookie comes along: the Origin tells.
        for site in (f"http://127.0.0.1:{evil}", f"http://evil.example:{evil}"):
            tab.open(f"{site}/?{server.address}&{session}")
            until(tab, "document.title === 'done'")
            assert json.loads(tab.value("document.body.dataset.got")) == []
            for form in ("delete", "note", "stop"):
                tab.open(f"{site}/?{server.address}&{session}")
                until(tab, "document.title === 'done'")
                tab.value(f"document.getElementById('{form}').submit(); 1")
                until(tab, "document.body.innerText.includes('has to come from')")
        # Rebound: for the browser this is the origin of the other site, and it asks us by its name.
        tab.open(f"http://evil.example:{server.port}/")
        assert "not served here" in tab.value("document.body.innerText")
        assert "Library" not in tab.value("document.documentElement.innerHTML")
    assert control.read_bytes() == before, "nobody was heard"
    assert server.sessions() == [session]


EVIL = """<!doctype html><title>wait</title><body>
<script>
const [to, session] = location.search.slice(1).split("&"), got = [];
for (const what of ["delete", "note", "stop"]) {
  const form = Object.assign(document.createElement("form"), {id: what, method: "post"});
  form.action = `${to}/sessions/${session}/${what}`;
  form.innerHTML = "<input name=kind value=note><input name=text value=x><input name=key value=x>";
  document.body.append(form);
}
const read = async (path, how) => {
  const answer = await fetch(to + path, {credentials: "include", ...how});
  if (answer.type !== "opaque") got.push(path, await answer.text());
};
const streamed = (path) => new Promise((done) => {
  const source = new EventSource(to + path, {withCredentials: true});
  source.onmessage = source.onopen = () => { got.push(path); done(); };
  source.onerror = () => { source.close(); done(); };
});
Promise.allSettled([
  read("/api/v1/sessions"), read("/"), read("/", {mode: "no-cors"}),
  read(`/api/v1/sessions/${session}`, {method: "DELETE"}),
  read(`/api/v1/sessions/${session}/note`, {method: "POST", body: '{"text": "x"}'}),
  streamed(`/sessions/${session}/events`), streamed(`/api/v1/sessions/${session}/events`),
]).then(() => { document.body.dataset.got = JSON.stringify(got); document.title = "done"; });
</script>"""


@contextmanager
def evil_site() -> Iterator[int]:
    """A site on another port of this machine; its port."""

    class Evil(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(EVIL.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Evil) as site:
        serving = Thread(target=site.serve_forever, daemon=True)
        serving.start()
        yield site.server_port
        site.shutdown()
