"""Small servers on loopback that answer a few addresses as servers of models of other kinds do."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass
class Answering:
    """Where it listens, and what it was asked."""

    base_url: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def answering(pages: Mapping[str, Any], otherwise: int = 404) -> Iterator[Answering]:
    """A server with these pages: JSON, text as it is, or a number as that status. All else is an error."""
    known: Answering

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            path = self.path.partition("?")[0]
            known.asked.append(f"{self.command} {path}")
            page = pages.get(path)
            status = page if isinstance(page, int) else otherwise if page is None else 200
            found = page if status == 200 else {"error": "not here"}
            body = (found if isinstance(found, str) else json.dumps(found)).encode()
            self.send_response(status)
            self.send_header("content-type", "text/html" if isinstance(page, str) else "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = _answer

        def log_message(self, format: str, *_: Any) -> None:
            del format

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    known = Answering(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield known
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=10)
