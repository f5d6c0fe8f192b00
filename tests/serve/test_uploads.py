"""Uploaded documents: where they are stored, under which names, and how much is taken."""

import json
from pathlib import Path

import pytest

from pathfinder.processes import Commands
from pathfinder.serve import uploads
from pathfinder.serve.actions import Actions
from pathfinder.serve.app import application
from pathfinder.serve.guard import Guard, Keys
from pathfinder.serve.server import Place
from pathfinder.serve.shelf import Shelf
from pathfinder.serve.uploads import safe_names, upload_named
from tests.serve.asgi import Got, got

TOKEN = "a-token-for-tests-of-forty-three-characters"
HOST = "127.0.0.1:8421"
HOSTILE = (
    "../../escape.md",
    "..\\..\\escape.md",
    "/etc/passwd",
    ".bashrc",
    "..",
    ".",
    "a\0b.md",
    "con<script>.md",
    "line\nbreak.md",
    "한글 문서.pdf",
    "x" * 5_000 + ".md",
    "",
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / ".research"


@pytest.fixture
def app(home: Path) -> Guard:
    actions = Actions(Shelf(home), Commands({}), engines=("academic",))
    return application(actions, Keys(TOKEN), Place("127.0.0.1", 8421).hosts(8421), "pathfinder_8421")


def sent(app: Guard, path: str, files: list[tuple[str, bytes]], **fields: str) -> Got:
    """A form with files, as a browser sends it."""
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{text}' for name, text in fields.items()]
    body = b"".join(b"--edge\r\n" + part.encode() + b"\r\n" for part in parts)
    for name, data in files:
        head = f'Content-Disposition: form-data; name="files"; filename="{name}"\r\n'
        body += b"--edge\r\n" + head.encode() + b"Content-Type: text/markdown\r\n\r\n" + data + b"\r\n"
    headers = {
        "host": HOST,
        "authorization": f"Bearer {TOKEN}",
        "content-type": "multipart/form-data; boundary=edge",
    }
    return got(app, "POST", path, headers, body + b"--edge--\r\n")


def test_files_are_stored_in_a_new_folder_under_the_home(app: Guard, home: Path, tmp_path: Path) -> None:
    answer = sent(app, "/api/v1/documents", [("../../a.md", b"one"), ("a.md", b"\r\n\0two"), ("나.md", b"")])
    assert answer.status == 201
    told = json.loads(answer.body)
    assert told["files"] == ["a-2.md", "a.md", "나.md"]
    folder = home / "uploads" / told["documents"]
    assert [(folder / name).read_bytes() for name in told["files"]] == [b"\r\n\0two", b"one", b""]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".research"]
    again = json.loads(sent(app, "/api/v1/documents", [("a.md", b"one")]).body)
    assert again["documents"] != told["documents"]


def test_a_name_never_means_a_place_or_a_hidden_file() -> None:
    names = list(safe_names(HOSTILE))
    assert len(set(names)) == len(HOSTILE)
    for name in names:
        assert name == Path(name).name
        assert not name.startswith(".")
        assert name.isprintable()
        assert len(name.encode()) < 200
    assert "한글 문서.pdf" in names


def test_more_than_is_taken_is_refused_and_nothing_stays(
    app: Guard, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [(f"{number}.md", b"x") for number in range(uploads.MOST_FILES + 1)]
    assert sent(app, "/api/v1/documents", many).status == 422
    monkeypatch.setattr(uploads, "MOST_BYTES", 1_000)
    assert sent(app, "/api/v1/documents", [("a.md", b"x" * 600), ("b.md", b"x" * 600)]).status == 422
    assert sent(app, "/api/v1/documents", [("a.md", b"x" * 4_000_000)]).status == 422
    assert sent(app, "/api/v1/documents", []).status == 422
    assert not (home / "uploads").exists()


def test_a_form_without_the_key_of_the_page_stores_nothing(app: Guard, home: Path) -> None:
    assert sent(app, "/new", [("a.md", b"x")], question="Q?", key="wrong").status == 403
    assert not (home / "uploads").exists()
    sent(app, "/new", [("a.md", b"x")], question="Q?", key=Keys(TOKEN).form)
    assert len(list((home / "uploads").iterdir())) == 1


@pytest.mark.parametrize("name", ["", ".", "..", "../sessions", "none", "a\0b", "/", "one/inner"])
def test_only_a_whole_upload_can_be_named(home: Path, name: str) -> None:
    (home / "uploads" / "one" / "inner").mkdir(parents=True)
    (home / "sessions").mkdir()
    assert upload_named(home, name) is None
    assert upload_named(home, "one") == (home / "uploads" / "one").resolve()


def test_a_link_in_place_of_the_folder_leads_nowhere(app: Guard, home: Path, tmp_path: Path) -> None:
    (tmp_path / "outside" / "one").mkdir(parents=True)
    home.mkdir()
    (home / "uploads").symlink_to(tmp_path / "outside")
    assert upload_named(home, "one") is None
    assert sent(app, "/api/v1/documents", [("a.md", b"x")]).status == 400
    assert [path.name for path in (tmp_path / "outside").iterdir()] == ["one"]


def test_an_engine_that_cannot_be_used_is_refused(app: Guard) -> None:
    headers = {"host": HOST, "authorization": f"Bearer {TOKEN}"}
    assert json.loads(got(app, "GET", "/api/v1/engines", headers).body) == {"engines": ["academic"]}
    form = got(app, "GET", "/new", headers).body
    assert 'name="engine-academic"' in form
    assert 'name="engine-exa"' not in form
    body = json.dumps({"question": "Q?", "engines": ["exa"]}).encode()
    refused = got(app, "POST", "/api/v1/forecast", headers, body)
    assert (refused.status, "engine exa" in json.loads(refused.body)["error"]) == (400, True)
