"""Who is let in: host, token, origin, and what leaves with every answer."""

import json
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.processes import Commands
from pathfinder.serve.actions import Actions
from pathfinder.serve.app import application
from pathfinder.serve.guard import Guard, Keys
from pathfinder.serve.server import Place, kept_token
from pathfinder.serve.shelf import Shelf
from tests.serve.asgi import Got, got

TOKEN = "a-token-for-tests-of-forty-three-characters"
HOST = "127.0.0.1:8421"
OWN = f"http://{HOST}"
COOKIE = {"cookie": f"pathfinder_8421={Keys(TOKEN).cookie}"}
BEARER = {"authorization": f"Bearer {TOKEN}"}
HTML = {"accept": "text/html"}
OTHERS = (
    "null",
    "http://evil.example",
    "http://127.0.0.1:8422",
    "http://127.0.0.1:8421.evil.example",
    "file://",
    "",
)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Sessions(tmp_path / ".research", Disk()).create("Do roofs cool?", datetime(2026, 1, 2, tzinfo=UTC))


@pytest.fixture
def app(tmp_path: Path, session: Session) -> Guard:  # noqa: ARG001  (it is there to be found)
    actions = Actions(Shelf(tmp_path / ".research"), Commands({}), (tmp_path / "docs",))
    return application(actions, Keys(TOKEN), Place("127.0.0.1", 8421).hosts(8421), "pathfinder_8421")


def ask(app: Guard, method: str, path: str, *headers: dict[str, str], **form: str) -> Got:
    known = {"host": HOST}
    for some in headers:
        known |= some
    return got(app, method, path, known, urlencode(form).encode())


@pytest.mark.parametrize(
    "path",
    ["/", "/new", "/sessions/{id}/live", "/sessions/{id}/events", "/sessions/{id}/answer", "/api/v1/sessions",
     "/api/v1/sessions/{id}/events", "/api/v1/openapi.json", "/lang/ko", "/nowhere"],
)  # fmt: skip
def test_nothing_is_shown_without_the_token(app: Guard, session: Session, path: str) -> None:
    place = path.format(id=session.id)
    assert ask(app, "GET", place).status == 401
    asked = ask(app, "GET", place, HTML)
    assert (asked.status, asked.headers["location"], asked.body) == (303, "/login", "")
    wrong = {"authorization": "Bearer wrong", "cookie": "pathfinder_8421=wrong"}
    assert ask(app, "GET", place, wrong).status == 401
    assert ask(app, "GET", f"{place}?token={TOKEN}").status == 401


def test_the_token_opens_by_header_or_is_exchanged_for_a_cookie(app: Guard) -> None:
    assert ask(app, "GET", "/", BEARER).status == 200
    entered = ask(app, "POST", "/login", {"origin": OWN}, token=TOKEN)
    set_cookie = entered.headers["set-cookie"]
    assert (entered.status, entered.headers["location"]) == (303, "/")
    assert "HttpOnly" in set_cookie
    assert "SameSite=strict" in set_cookie
    assert TOKEN not in set_cookie
    assert ask(app, "GET", "/", {"cookie": set_cookie.partition(";")[0]}).status == 200
    refused = ask(app, "POST", "/login", {"origin": OWN}, token="wrong")
    assert refused.status == 403
    assert "set-cookie" not in refused.headers


def test_programs_are_refused_in_json(app: Guard, session: Session) -> None:
    place = f"/api/v1/sessions/{session.id}"
    for told in (
        ask(app, "GET", place),
        ask(app, "GET", place, BEARER, {"host": "evil.example"}),
        ask(app, "POST", f"{place}/note", COOKIE, {"origin": "null"}),
        ask(app, "GET", "/api/v1/nothing", BEARER),
        ask(app, "POST", place, BEARER),
    ):
        assert told.status >= 400
        assert list(json.loads(told.body)) == ["error"]


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8421", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:8421", ""],
)
def test_another_host_name_is_refused_even_with_the_token(app: Guard, host: str) -> None:
    for path in ("/", "/login", "/static/app.js", "/api/v1/sessions"):
        assert ask(app, "GET", path, BEARER, COOKIE, {"host": host}).status == 421


@pytest.mark.parametrize("origin", OTHERS)
def test_a_change_from_another_origin_is_refused(app: Guard, session: Session, origin: str) -> None:
    form = {"key": Keys(TOKEN).form, "kind": "note", "text": "x"}
    place = f"/sessions/{session.id}/note"
    assert ask(app, "POST", place, COOKIE, {"origin": origin}, **form).status == 403
    assert ask(app, "POST", place, BEARER, {"origin": origin}, **form).status == 403
    assert ask(app, "POST", "/login", {"origin": origin}, token=TOKEN).status == 403
    assert not session.control.exists()


def test_a_form_needs_its_key_and_the_origin(app: Guard, session: Session) -> None:
    place, note = f"/sessions/{session.id}/note", {"kind": "note", "text": "look at clay"}
    assert ask(app, "POST", place, COOKIE, key=Keys(TOKEN).form, **note).status == 403
    assert ask(app, "POST", place, COOKIE, {"origin": OWN}, **note).status == 403
    assert ask(app, "POST", place, COOKIE, {"origin": OWN}, key="wrong", **note).status == 403
    assert not session.control.exists()
    assert ask(app, "POST", place, COOKIE, {"origin": OWN}, key=Keys(TOKEN).form, **note).status == 303
    assert b"look at clay" in session.control.read_bytes()


def test_every_answer_forbids_what_a_page_does_not_need(app: Guard) -> None:
    for path in ("/", "/login", "/nowhere", "/static/app.js", "/api/v1/sessions"):
        for headers in (BEARER, {}):
            policy = ask(app, "GET", path, headers).headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert "require-trusted-types-for 'script'" in policy


@pytest.mark.parametrize(
    "name",
    [
        "../..",
        "..%2f..",
        ".",
        "%2e%2e",
        "20260102",
        "sessions",
        "../sessions",
        "\0",
        "serve-token",
        "current",
    ],
)
def test_no_name_leads_out_of_the_sessions(app: Guard, session: Session, name: str) -> None:
    (session.folder.parent.parent / "serve-token").write_text(TOKEN, encoding="utf-8")
    own = f"/sessions/{session.id}"
    for path in (
        f"/sessions/{name}/answer",
        f"{own}/page/{name}",
        f"{own}/quote/{name}",
        f"/static/{name}",
        f"/api/v1{own}/pages/{name}",
    ):
        told = ask(app, "GET", path, BEARER)
        assert told.status == 404
        assert TOKEN not in told.body


def test_an_address_that_does_not_exist_is_answered_with_a_page(app: Guard) -> None:
    told = ask(app, "GET", "/nowhere", BEARER)
    assert (told.status, "There is nothing here." in told.body, "<nav" in told.body) == (404, True, True)
    told = ask(app, "GET", "/api/v1/nowhere", BEARER)
    assert (told.status, "error" in json.loads(told.body)) == (404, True)


@pytest.mark.parametrize("folder", ["..", "../.research", "/etc", "link", "missing", "a\0b"])
def test_documents_lie_inside_the_folders_that_were_named(
    app: Guard, tmp_path: Path, session: Session, folder: str
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "link").symlink_to("/etc")
    form = {"key": Keys(TOKEN).form, "question": "Q?", "documents": "0", "subfolder": folder}
    for path in ("/new", "/plan", "/start"):
        assert ask(app, "POST", path, COOKIE, {"origin": OWN}, **form).status == 400
    assert [one.name for one in session.folder.parent.iterdir()] == [session.id]


def test_the_token_is_kept_in_a_private_file(tmp_path: Path) -> None:
    home = tmp_path / ".research"
    token = kept_token(home)
    assert kept_token(home) == token
    assert len(token) >= 43
    assert (home / "serve-token").stat().st_mode & 0o777 == 0o600


def test_a_page_holds_no_token_and_a_long_request_is_refused(app: Guard) -> None:
    for path in ("/", "/new", "/login"):
        assert TOKEN not in ask(app, "GET", path, BEARER).body
    assert ask(app, "POST", "/new", COOKIE, {"origin": OWN}, question="x" * 70_000).status == 413


def test_a_session_goes_to_the_trash_and_not_while_it_runs(app: Guard, session: Session) -> None:
    from pathfinder.adapters.storage.files.lock import SessionLock

    send = {"origin": OWN}
    place, form = f"/sessions/{session.id}/delete", {"key": Keys(TOKEN).form}
    with SessionLock.take(session, Disk()):
        assert ask(app, "POST", place, COOKIE, send, **form).status == 409
    assert ask(app, "POST", place, COOKIE, send, **form).status == 303
    assert not session.folder.exists()
    assert (session.folder.parent.parent / "trash" / session.id).is_dir()


def test_both_languages_have_every_word(app: Guard) -> None:
    korean = ask(app, "GET", "/new", BEARER, {"accept-language": "ko-KR,ko;q=0.9"}).body
    assert '<html lang="ko">' in korean
    assert "새 질문" in korean
    chosen = ask(
        app, "GET", "/new", BEARER, {"cookie": "pathfinder_language=en", "accept-language": "ko"}
    ).body
    assert '<html lang="en">' in chosen
