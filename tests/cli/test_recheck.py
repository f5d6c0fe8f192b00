"""`recheck` over real pages on loopback: same, changed, dead, and quotes that no longer stand."""

import asyncio
import json
from pathlib import Path
from threading import Thread

import pytest
from aiohttp import web

from tests.cli.shell import Inside, Shell

pytestmark = pytest.mark.slow

FACTS = {
    "same": "Straw mulch lowers soil temperature by three degrees in July in the gardens of Velm.",
    "moved": "Beds under straw mulch lost water half as fast as bare beds did in the same summer.",
    "lost": "On hot days straw mulch lowered soil temperature by two degrees in the school gardens of Velm.",
    "dead": "In winter straw mulch raised soil temperature because it kept the frost out of Velm.",
}


class Site:
    """A site whose pages a test rewrites between two looks."""

    def __init__(self) -> None:
        self.pages = dict(FACTS)
        self.base = ""
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(10)

    async def _start(self) -> None:
        app = web.Application()
        app.router.add_get("/search", self._found)
        app.router.add_get("/{name}", self._page)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.base = f"http://{host}:{port}"

    async def _found(self, _: web.Request) -> web.Response:
        results = [
            {"url": f"{self.base}/{name}", "title": name, "content": text} for name, text in FACTS.items()
        ]
        return web.json_response({"query": "", "results": results, "unresponsive_engines": []})

    async def _page(self, request: web.Request) -> web.Response:
        text = self.pages.get(request.match_info["name"])
        if text is None:
            raise web.HTTPNotFound
        body = f"<html><head><title>Mulch</title></head><body><article><h1>Mulch</h1><p>{text}</p>"
        return web.Response(text=f"{body}</article></body></html>", content_type="text/html")

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


def test_a_sessions_pages_are_looked_at_again(tmp_path: Path) -> None:
    site = Site()
    try:
        shell = Shell(tmp_path, None)
        config = {
            "search": {"engine": "searxng", "searxng": {"base_url": site.base, "rate": 100}},
            "fetch": {"allow_private": [site.base.removeprefix("http://")], "pace_seconds": 0},
        }
        (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
        given = ("--config", "config.json")
        question = "Does straw mulch lower soil temperature in the gardens of Velm?"
        done = shell(
            "research", question, *given, "--iterations", "1", "--quick", "--quiet", "--parallel", "2"
        )
        assert done.returncode == 0, done.stderr
        status = json.loads(shell("status", "--json").stdout)
        assert status["search"][0]["engine"] == "searxng"
        assert status["search"][0]["searches"] > 0

        site.pages["moved"] += " A second trial is under way in another garden of the town, they say."
        site.pages["lost"] = "This page was rewritten from top to bottom, and says nothing of that any more."
        del site.pages["dead"]
        record = (tmp_path / ".research" / "current" / "cognigraph.json").read_bytes()
        second = shell("recheck", *given, "--json")
        rows = {row["url"].rsplit("/", 1)[1]: row for row in json.loads(second.stdout)["sources"]}
        seen = {name: (row["standing"], row["holds"]) for name, row in rows.items()}
        wanted = {
            "same": ("same", True),
            "moved": ("changed", True),
            "lost": ("changed", False),
            "dead": ("dead", False),
        }
        assert seen == wanted
        assert second.returncode == 1
        assert (tmp_path / ".research" / "current" / "cognigraph.json").read_bytes() == record
        assert (tmp_path / ".research" / "current" / "recheck.json").exists()
    finally:
        site.close()


def test_documents_with_an_address_of_their_own_are_looked_for_in_their_folder(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in FACTS.items():
        front = f"---\nurl: https://velm.example.org/{name}\n---\n"
        (docs / f"{name}.md").write_text(f"{front}# Mulch\n\n{text}\n", encoding="utf-8")
    # Another document with the same address does not make the first one look changed.
    twin = "---\nurl: https://velm.example.org/same\n---\n# Elsewhere\n\nA note on boats and their sails.\n"
    (docs / "also.md").write_text(twin, encoding="utf-8")
    shell = Inside(tmp_path, None)
    question = "Does straw mulch lower soil temperature in the gardens of Velm?"
    given = ("--docs", str(docs), "--trust-front-matter", "--iterations", "1", "--quick", "--quiet")
    assert shell("research", question, *given).returncode == 0
    first = shell("recheck")
    assert first.returncode == 0, first.stdout
    assert "Only the documents were looked at" in first.stdout

    lost = "---\nurl: https://velm.example.org/lost\n---\n# Mulch\n\nRewritten from top to bottom, of late.\n"
    (docs / "lost.md").write_text(lost, encoding="utf-8")
    (docs / "dead.md").unlink()
    # A test that dials any other machine fails, so this also shows that nobody was asked.
    second = shell("recheck", "--json")
    rows = {row["url"].rsplit("/", 1)[1]: row for row in json.loads(second.stdout)["sources"]}
    seen = {name: row["standing"] for name, row in rows.items()}
    assert seen == {"same": "same", "moved": "same", "lost": "changed", "dead": "dead"}
    assert not rows["lost"]["holds"]
    assert "no longer among the documents" in rows["dead"]["reason"]
