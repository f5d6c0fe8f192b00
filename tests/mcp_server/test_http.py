"""Over HTTP: a token, and nothing for a page in a browser that reaches this machine by another name."""

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.mcp_server.served import KEYLESS, TOKEN, Served

pytestmark = pytest.mark.slow

PING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
HEADERS = {
    "Authorization": f"Bearer {TOKEN}",
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Served(tmp_path_factory.mktemp("http"), KEYLESS).http() as (url, _):
        yield url


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer another"}, 401),
        ({"Authorization": f"Bearer {TOKEN}é"}, 401),
        ({"Host": "pages.example"}, 421),
        ({"Origin": "https://pages.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_a_request_that_is_not_the_users_is_refused(url: str, changed: dict[str, str], status: int) -> None:
    headers = {name.encode(): value.encode() for name, value in {**HEADERS, **changed}.items()}
    assert httpx2.post(url, json=PING, headers=headers).status_code == status


def test_it_listens_on_this_machine_only(url: str) -> None:
    assert url.startswith("http://127.0.0.1:")


def test_the_token_is_made_up_and_told_where_nobody_gave_one(tmp_path: Path) -> None:
    class Tokenless(Served):
        @property
        def environ(self) -> dict[str, str]:
            return {**super().environ, "PATHFINDER_MCP_TOKEN": ""}

    with Tokenless(tmp_path, KEYLESS).http() as (_, server):
        assert server.stderr is not None
        token = server.stderr.readline().split()[-1]
    assert len(token) > 40
