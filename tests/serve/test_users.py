"""Several users of one server: each has a token and a home, and nobody sees what is another's."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.processes import Commands
from pathfinder.protocols.errors import UserError
from pathfinder.serve.actions import Actions
from pathfinder.serve.app import application
from pathfinder.serve.guard import Guards, Keys
from pathfinder.serve.server import Place
from pathfinder.serve.shelf import Shelf
from pathfinder.serve.users import read_users
from tests.serve.asgi import got
from tests.serve.served import Served, served

ANA, BEN = "token-of-ana-with-forty-three-characters-xx", "token-of-ben-with-forty-three-characters-xx"
HOST = "127.0.0.1:8421"


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def entry(name: str, token: str, home: str | None = None) -> dict[str, str]:
    return {"name": name, "token_sha256": digest(token), "home": home or name}


def written(folder: Path, *users: dict[str, str]) -> Path:
    path = folder / "users.json"
    path.write_text(json.dumps({"users": users}), encoding="utf-8")
    return path


@pytest.fixture
def app(tmp_path: Path) -> Guards:
    known = [Keys(f"secret {digest(token)}", digest(token)) for token in (ANA, BEN)]
    guards = []
    for name, keys in zip(("ana", "ben"), known, strict=True):
        home = tmp_path / name
        Sessions(home, Disk()).create(f"A question of {name}?", datetime(2026, 1, 2, tzinfo=UTC))
        actions = Actions(Shelf(home), Commands({}))
        hosts = Place("127.0.0.1", 8421).hosts(8421)
        guards.append(application(actions, keys, hosts, "pathfinder_8421", known))
    return Guards(guards)


def test_each_sees_their_own_sessions_only(app: Guards) -> None:
    for token, own, other in ((ANA, "ana", "ben"), (BEN, "ben", "ana")):
        entered = got(
            app,
            "POST",
            "/login",
            {"host": HOST, "origin": f"http://{HOST}"},
            f"token={token}".encode(),
        )
        cookie = entered.headers["set-cookie"].partition(";")[0]
        for proof in ({"authorization": f"Bearer {token}"}, {"cookie": cookie}):
            body = got(app, "GET", "/", {"host": HOST, **proof}).body
            assert f"A question of {own}?" in body
            assert f"A question of {other}?" not in body
            told = json.loads(got(app, "GET", "/api/v1/sessions", {"host": HOST, **proof}).body)["sessions"]
            assert [one["question"] for one in told] == [f"A question of {own}?"]
        foreign = f"/api/v1/sessions/20260102-000000-a-question-of-{other}"
        assert got(app, "GET", foreign, {"host": HOST, "cookie": cookie}).status == 404


def test_neither_a_hash_nor_what_is_made_of_it_opens_anything(app: Guards) -> None:
    for wrong in (digest(ANA), "", "secret", f"secret {digest(ANA)}"):
        assert got(app, "GET", "/", {"host": HOST, "authorization": f"Bearer {wrong}"}).status == 401
        made = {"host": HOST, "cookie": f"pathfinder_8421={Keys(digest(ANA)).cookie}"}
        assert got(app, "GET", "/", made).status == 401


def test_a_form_of_one_user_is_refused_from_another(app: Guards, tmp_path: Path) -> None:
    ana, ben = (Keys(f"secret {digest(token)}", digest(token)) for token in (ANA, BEN))
    (session,) = (path.name for path in (tmp_path / "ben" / "sessions").iterdir())
    headers = {"host": HOST, "origin": f"http://{HOST}", "cookie": f"pathfinder_8421={ben.cookie}"}
    place = f"/sessions/{session}/note"
    assert got(app, "POST", place, headers, f"key={ana.form}&text=x".encode()).status == 403
    assert got(app, "POST", place, headers, f"key={ben.form}&text=x".encode()).status == 303


@pytest.mark.parametrize(
    ("users", "said"),
    [
        ((), "users"),
        (({"name": "ana", "token_sha256": "short", "home": "a"},), "token_sha256"),
        ((entry("ana", ANA), entry("ben", ANA)), "same token"),
        ((entry("ana", ANA, "h"), entry("ben", BEN, "./h")), "same home"),
        ((entry("ana", ANA, "h"), entry("ana", BEN, "i")), "same name"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_sentence(
    tmp_path: Path, users: tuple[dict[str, str], ...], said: str
) -> None:
    with pytest.raises(UserError, match=said):
        read_users(written(tmp_path, *users))
    with pytest.raises(UserError, match="cannot be read"):
        read_users(tmp_path / "none.json")


@pytest.mark.slow
def test_a_research_is_in_the_home_of_who_asked(tmp_path: Path) -> None:
    path = written(tmp_path, entry("ana", ANA), entry("ben", BEN))
    with served(tmp_path / "many", None, "--users", str(path)) as one:
        assert one.token == ""
        session = asked(one, ANA, "POST", "/sessions", {"question": "Q?", "documents": "."})["session"]
        assert [path.name for path in (tmp_path / "ana" / "sessions").iterdir()] == [session]
        assert asked(one, BEN, "GET", "/sessions") == {"sessions": []}
        one.token = ANA
        one.until_ended(session)


def asked(one: Served, token: str, method: str, path: str, body: object = None) -> Any:
    line = HTTPConnection("127.0.0.1", one.port, timeout=60)
    headers = {"Authorization": f"Bearer {token}"}
    line.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
    told = json.loads(line.getresponse().read())
    line.close()
    return told
