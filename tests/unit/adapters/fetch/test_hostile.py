"""Servers that mean harm cost a page, and never memory, time or the run."""

import asyncio
import json
import re
import sys
from typing import Any

import pytest

from tests.unit.adapters.fetch.hostile import HARMLESS, HOSTILE, PDF_BYTES, SLOW, WHOLE_SECONDS, serve, zeros
from tests.web import serving

REASONS = (
    # The first that fits the name of a case tells what must be said about it.
    ("redirect-(to-itself|back|ever)|robots-in-circles", "sent on more than 5 times"),
    ("redirect", "no web address"),
    ("robots-(without|broken)", "robots.txt of"),
    ("robots-bomb", "HTTP 500"),
    ("drip|silent|continues|crumbs", "too slow"),
    ("bomb", "larger than|more than 100 times"),
    ("told-once", "gzip archives"),
    ("gzip-in-gzip|codings?$|brotli|zstd|compress", "not asked for|Transfer-Encoding"),
    ("members", "only an attack"),
    ("-cut|name-without-end", "broke off"),
    ("checksum|that-is-none", "damaged"),
    ("endless|too-large$|terabyte", "larger than|broke off"),
    ("headers-", "more headers"),
    ("status-999|password", "HTTP (999|401)"),
    ("length|chunk|trailers|header|status|http|switching|^nothing", "did not speak HTTP"),
    ("called|program|^data", "not text that is read"),
    ("", "gave no text"),
)


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What a process of its own made of all of them; the servers are in this one."""
    for megabytes, wbits in ((64, 31), (64, 15), (64, -15), (8, 31)):
        # Made before anybody asks: a server that is busy making its answer would only be slow.
        zeros(megabytes, wbits)

    async def go() -> bytes:
        async with serving(serve) as port:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.unit.adapters.fetch.hostile",
                str(port),
                *HOSTILE,
                *HARMLESS,
                stdout=asyncio.subprocess.PIPE,
            )
            out, _ = await process.communicate()
            return out

    found: dict[str, Any] = json.loads(asyncio.run(go()))
    return found


def test_there_are_many_of_them() -> None:
    assert len(HOSTILE) >= 60


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_answer_is_one_page_less(told: dict[str, Any], name: str) -> None:
    became = told["became"][name]
    expected = next(words for cases, words in REASONS if re.search(cases, name))
    assert re.search(expected, became["became"]), became
    if SLOW.match(name):
        # Nothing here is in a hurry: it shows that there is an end, where the server knows none.
        assert became["seconds"] < WHOLE_SECONDS + 20


@pytest.mark.parametrize("name", HARMLESS)
def test_an_odd_answer_is_read_all_the_same(told: dict[str, Any], name: str) -> None:
    assert told["became"][name]["became"] == "read"


def test_memory_stays_within_the_largest_page_and_a_little(told: dict[str, Any]) -> None:
    assert told["peak_kb"] < (PDF_BYTES + 32_000_000) / 1_000
