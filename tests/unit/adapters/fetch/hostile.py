"""Servers that mean harm, one answer each, and the process that fetches from all of them and is measured.

`python -m tests.unit.adapters.fetch.hostile PORT NAME...` prints one JSON line: what became of each, and how
far its memory went beyond where it stood after a harmless page.
"""

import asyncio
import gzip
import json
import re
import sys
import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain, repeat
from pathlib import Path
from time import perf_counter

from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.protocols.errors import SourceUnreachable
from tests.web import WORKERS, Dns, a_fetch, answer, article, path_of

HTML_BYTES, PDF_BYTES = 1_000_000, 2_000_000
WHOLE_SECONDS = 1.5
SLOW = re.compile("drip|silent|continues|robots-silent")
"""Those that would have us wait are met with little patience."""
AT_ONCE = 8

Writes = Callable[[str], Iterable[bytes | float]]
"""What a server writes for a path; a number is a pause in seconds."""

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
UPGRADE = b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"
GOOD = article("<p>The gates held in the winter of 2031, the harbour board said on Monday.</p>")
FINE = [answer(body=GOOD)]
DEEP = article("<div>" * 20_000 + "<p>The gates held in winter.</p>" + "</div>" * 20_000)
MB = 1 << 20


@lru_cache
def zeros(megabytes: int, wbits: int) -> bytes:
    """So many megabytes of nothing, compressed."""
    packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
    return b"".join((*(packer.compress(bytes(MB)) for _ in range(megabytes)), packer.flush()))


def coded(name: str, body: bytes) -> list[bytes]:
    head = OK + f"Content-Encoding: {name}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    return [head, body]


def lengthless(*body: bytes | float | Iterable[bytes | float]) -> Iterable[bytes | float]:
    yield OK + b"\r\n"
    for piece in body:
        yield from (piece,) if isinstance(piece, bytes | float) else piece


def chunked(chunks: Iterable[bytes | float], head: bytes = b"") -> Iterable[bytes | float]:
    yield OK + head + b"Transfer-Encoding: chunked\r\n\r\n"
    for chunk in chunks:
        yield chunk if isinstance(chunk, float) else f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n"


def endless(piece: bytes, pause: float = 0.0) -> Iterable[bytes | float]:
    for _ in range(1_000_000):
        yield piece
        if pause:
            yield pause


def redirect(location: str, status: int = 302) -> list[bytes]:
    return [answer(status, location=location)]


def step(path: str) -> int:
    return int(path.rpartition("-")[2]) if path.rpartition("-")[2].isdigit() else 0


PDF_HEAD = b"%PDF-1.7\n"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(500)

HOSTILE: Mapping[str, Writes] = {
    # Compression.
    "gzip-bomb": lambda _: coded("gzip", zeros(64, 31)),
    "x-gzip-bomb": lambda _: coded("x-gzip", zeros(64, 31)),
    "gzip-bomb-upper-case": lambda _: coded("GZIP", zeros(64, 31)),
    "gzip-bomb-of-ten-members": lambda _: coded("gzip", zeros(64, 31) * 10),
    "gzip-bomb-in-chunks": lambda _: chunked([zeros(64, 31)] * 3, head=b"Content-Encoding: gzip\r\n"),
    "gzip-bomb-behind-a-page": lambda _: coded("gzip", gzip.compress(GOOD) + zeros(64, 31)),
    "gzip-bomb-as-pdf": lambda _: coded("gzip", gzip.compress(PDF_HEAD) + zeros(64, 31)),
    "deflate-bomb": lambda _: coded("deflate", zeros(64, 15)),
    "raw-deflate-bomb": lambda _: coded("deflate", zeros(64, -15)),
    "gzip-in-gzip": lambda _: coded("gzip, gzip", gzip.compress(zeros(64, 31))),
    "gzip-in-gzip-in-gzip-told-once": lambda _: coded("gzip", gzip.compress(gzip.compress(zeros(64, 31)))),
    "many-codings": lambda _: coded(", ".join(["gzip"] * 50), zeros(8, 31)),
    "brotli": lambda _: coded("br", bytes(2_000)),
    "zstd": lambda _: coded("zstd", b"\x28\xb5\x2f\xfd" + bytes(2_000)),
    "compress": lambda _: coded("compress", b"\x1f\x9d" + bytes(2_000)),
    "unknown-coding": lambda _: coded("x-evil", GOOD),
    "ten-thousand-empty-members": lambda _: coded("gzip", gzip.compress(b"") * 10_000),
    "gzip-cut": lambda _: coded("gzip", gzip.compress(GOOD * 50)[:-30]),
    "gzip-wrong-checksum": lambda _: coded("gzip", gzip.compress(GOOD)[:-8] + bytes(8)),
    "gzip-that-is-none": lambda _: coded("gzip", GOOD),
    "deflate-that-is-none": lambda _: coded("deflate", b"\xff" * 5_000),
    "gzip-name-without-end": lambda _: coded("gzip", b"\x1f\x8b\x08\x08" + bytes(6) + b"a" * 3_000_000),
    # Bodies without end, and lengths that lie.
    "endless-body": lambda _: lengthless(repeat(b"x" * 65_536, 2_000)),
    "endless-chunks": lambda _: chunked(repeat(b"<p>more</p>" * 6_000, 2_000)),
    "endless-crumbs": lambda _: [CHUNKED, *repeat(b"1\r\nx\r\n" * 10_000, 40)],
    "endless-pdf": lambda _: lengthless(PDF_HEAD, repeat(b"x" * 65_536, 2_000)),
    "too-large": lambda _: [answer(body=b"<p>word</p>" * 200_000)],
    "length-too-large": lambda _: [OK + b"Content-Length: 100000\r\n\r\n" + GOOD],
    "length-of-a-terabyte": lambda _: [OK + b"Content-Length: 1099511627776\r\n\r\n", *repeat(b"x" * MB, 20)],
    "length-negative": lambda _: [OK + b"Content-Length: -5\r\n\r\n" + GOOD],
    "length-no-number": lambda _: [OK + b"Content-Length: 0x10\r\n\r\n" + GOOD],
    "two-lengths": lambda _: [OK + b"Content-Length: 10\r\nContent-Length: 20\r\n\r\n" + GOOD],
    "chunk-of-a-terabyte": lambda _: [
        CHUNKED + b"ffffffffff\r\n", *repeat(b"x" * MB, 20)
    ],
    "chunk-size-without-end": lambda _: [CHUNKED, *repeat(b"0" * 65_536, 50)],
    "chunk-size-no-number": lambda _: [CHUNKED + b"zz\r\n" + GOOD],
    "chunk-extension-flood": lambda _: [
        CHUNKED + b"5;", *repeat(b"a=b;" * 16_000, 50)
    ],
    "trailers-without-end": lambda _: [
        CHUNKED + b"0\r\n", *repeat(b"X-T: y\r\n" * 8_000, 50)
    ],
    "unknown-transfer-coding": lambda _: [
        OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    ],
    # Time.
    "drip-body": lambda _: lengthless(endless(b"x", 0.05)),
    "drip-chunks": lambda _: chunked(endless(b"x", 0.05)),
    "drip-headers": lambda _: chain([b"HTTP/1.1 200 OK\r\n"], endless(b"X-A: b\r\n", 0.1)),
    "silent": lambda _: [60.0],
    "silent-after-status": lambda _: [b"HTTP/1.1 200 OK\r\n", 60.0],
    "silent-after-headers": lambda _: lengthless(60.0),
    "silent-in-the-middle": lambda _: lengthless(GOOD, 60.0),
    "continues-without-end": lambda _: endless(b"HTTP/1.1 100 Continue\r\n\r\n", 0.01),
    # Headers.
    "header-flood": lambda _: [b"HTTP/1.1 200 OK\r\n", *repeat(b"X-Flood: " + b"y" * 60_000 + b"\r\n", 200)],
    "header-line-without-end": lambda _: [b"HTTP/1.1 200 OK\r\nX-Long: ", *repeat(b"y" * 65_536, 100)],
    "headers-in-thousands": lambda _: [OK + b"X-N: y\r\n" * 6_000 + b"\r\n" + GOOD],
    "headers-over-the-limit": lambda _: [OK + b"X-Long: " + b"y" * 70_000 + b"\r\n\r\n" + GOOD],
    "header-without-colon": lambda _: [OK + b"nonsense\r\n\r\n" + GOOD],
    "header-with-nul": lambda _: [OK + b"X-Nul: a\0b\r\n\r\n" + GOOD],
    "status-line-without-end": lambda _: [b"HTTP/1.1 200 ", *repeat(b"O" * 65_536, 50)],
    "no-http-at-all": lambda _: [b"SSH-2.0-OpenSSH_9.6\r\n" * 100],
    "status-000": lambda _: [b"HTTP/1.1 000 X\r\n\r\n"],
    "status-999": lambda _: [answer(999, GOOD)],
    "switching-protocols": lambda _: [UPGRADE + b"hello"],
    "nothing": lambda _: [],
    "password": lambda _: [answer(401, GOOD, www_authenticate='Basic realm="x"')],
    # Redirects.
    "redirect-to-itself": lambda _: redirect("/"),
    "redirect-back-and-forth": lambda path: redirect("/b" if path == "/" else "/"),
    "redirect-ever-on": lambda path: redirect(f"/n-{step(path) + 1}"),
    "redirect-to-nowhere": lambda _: redirect(""),
    "redirect-to-ftp": lambda _: redirect("ftp://a.example/x"),
    "redirect-to-javascript": lambda _: redirect("javascript:alert(1)"),
    "redirect-to-a-file": lambda _: redirect("file:///etc/passwd"),
    "redirect-with-a-password": lambda _: redirect("http://me:secret@b.example/"),
    "redirect-to-a-novel": lambda _: redirect("/" + "x" * 20_000),
    # Kinds.
    "picture-called-html": lambda _: [answer(body=PNG)],
    "page-called-pdf": lambda _: [answer(body=GOOD, content_type="application/pdf")],
    "program": lambda _: [answer(body=b"\x7fELF" + bytes(4_000))],
    "archive-called-pdf": lambda _: [
        answer(body=b"PK\x03\x04" + bytes(4_000), content_type="application/pdf")
    ],
    "damaged-pdf": lambda _: [answer(body=PDF_HEAD + b"nonsense" * 500, content_type="application/pdf")],
    "data": lambda _: [answer(body=b'{"a": 1}', content_type="application/json")],
    "empty": lambda _: [answer(body=b"")],
    "only-scripts": lambda _: [answer(body=b"<html><script>var a = 'evil words here';</script></html>")],
    "utf-7": lambda _: [
        answer(body=b"<p>+ADw-script+AD4-</p>" + b"\xff" * 50, content_type="text/html; charset=utf-7")
    ],
    # robots.txt as a weapon.
    "robots-without-end": lambda path: (
        lengthless(repeat(b"User-agent: *\nDisallow: /\n" * 2_000, 400)) if "robots" in path else FINE
    ),
    "robots-bomb": lambda path: coded("gzip", zeros(64, 31)) if "robots" in path else [answer(500)],
    "robots-broken": lambda path: [answer(500)] if "robots" in path else FINE,
    "robots-silent": lambda path: [60.0] if "robots" in path else FINE,
    "robots-in-circles": lambda path: redirect("/robots.txt") if "robots" in path else FINE,
}  # fmt: skip

HARMLESS: Mapping[str, Writes] = {
    # Odd, but every browser reads them.
    "length-too-small": lambda _: [answer(body=GOOD) + b"x" * 5_000],
    "padding-after-gzip": lambda _: coded("gzip", gzip.compress(GOOD) + bytes(500)),
    "gzip-in-two-members": lambda _: coded("gzip", gzip.compress(GOOD[:100]) + gzip.compress(GOOD[100:])),
    "raw-deflate": lambda _: coded("deflate", zlib.compress(GOOD)[2:-4]),
    "deep": lambda _: [answer(body=DEEP)],
    "half-closed": lambda _: lengthless(GOOD),
    "picture-robots": lambda path: [answer(body=PNG)] if "robots" in path else FINE,
}  # fmt: skip


async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
    """Answer as the host that is asked does."""
    lines = head.decode("latin-1").split("\r\n")
    host = next(line.split(": ")[1] for line in lines if line.lower().startswith("host:"))
    name, path = host.partition(".")[0], path_of(head)
    if path == "/robots.txt" and "robots" not in name:
        writer.write(answer(404))
        return
    for piece in ({**HOSTILE, **HARMLESS}[name])(path):
        if isinstance(piece, float):
            await asyncio.sleep(piece)
        else:
            writer.write(piece)
            await writer.drain()


async def fetch_all(port: int, names: Iterable[str]) -> AsyncIterator[tuple[str, dict[str, str | float]]]:
    patient = FetchSettings(
        html_bytes=HTML_BYTES,
        pdf_bytes=PDF_BYTES,
        ratio_from_bytes=100_000,
        pace_seconds=0.001,
        allow=(f"127.0.0.1:{port}",),
    )
    hasty = replace(
        patient,
        connect_seconds=1.0,
        first_byte_seconds=0.5,
        whole_seconds=WHOLE_SECONDS,
        floor_after_seconds=0.5,
    )
    waiting = list(names)
    dns = Dns({f"{name}.example": [["127.0.0.1"]] for name in waiting})
    fetches = {True: a_fetch(hasty, dns=dns), False: a_fetch(patient, dns=dns)}

    async def one(name: str) -> tuple[str, dict[str, str | float]]:
        begun = perf_counter()
        try:
            await fetches[SLOW.match(name) is not None].page(f"http://{name}.example:{port}/")
            became = "read"
        except SourceUnreachable as error:
            became = f"{error.kind}: {error}"
        return name, {"became": became, "seconds": perf_counter() - begun}

    while waiting:
        batch, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
        for done in [asyncio.create_task(one(name)) for name in batch]:
            yield await done
    WORKERS.close()


def peak_kb() -> int:
    """The most memory this process ever had. Not ru_maxrss, which a child inherits from its parent."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(found[1]) if found else sys.maxsize


async def main(port: int, names: list[str]) -> None:
    became: dict[str, object] = {}
    before = 0
    async for _ in fetch_all(port, ["half-closed"]):
        before = peak_kb()
    async for name, outcome in fetch_all(port, names):
        became[name] = outcome
    peak = peak_kb() - before
    sys.stdout.write(json.dumps({"became": became, "peak_kb": peak}))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2:]))
