"""`backup --share`: every file of the bundle is searched for what must not leave, and the bundle verifies."""

import tarfile
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from tests.cli.shell import Inside
from tests.golden import FOLDER

pytestmark = pytest.mark.slow

QUESTION = "Does straw mulch lower soil temperature in the gardens of Velm?"
KEY = "exa-canary-key-Zq8Xv1Lm5Tn9Rb2W"
DOCUMENTS = {
    "trial.md": """# A trial of straw mulch in Velm

According to {docs}/canary-raw/table.csv straw mulch lowered soil temperature by 3.1 °C in July.
In winter straw mulch raised soil temperature by 1.2 °C (~/canary-short/winter.txt).
""",
    "office.md": """# Advice of the Soil Office

In summer straw mulch lowers soil temperature by about three degrees, as /home/canary-kim/notes.md says.
See file:///home/canary-kim/other%20notes.md and C:\\Users\\canary-lee\\soil.txt for the gardens of Velm.
""",
    "blog.txt": """Straw in my garden

Straw mulch lowers soil temperature on hot days, and {key} opens the logger of the gardens of Velm.
""",
}
NOTES = {
    "--hint": "Acme canary-hint wants this by Friday",
    "--keyword": "canary-keyword warehouse of Acme",
    "--hypothesis": "canary-claim: Acme straw lowers soil temperature in Velm",
}
CANARIES = ("canary", "Acme", KEY, KEY[3:15], "by Friday")


@pytest.fixture
def shell(tmp_path: Path) -> Inside:
    folder = tmp_path / "canary-project"
    folder.mkdir()
    docs = folder / "docs"
    docs.mkdir()
    for name, text in DOCUMENTS.items():
        (docs / name).write_text(text.replace("{docs}", str(docs)).replace("{key}", KEY), encoding="utf-8")
    shell = Inside(folder)
    # Keys of one and of four letters are no reason to change every word that holds them.
    shell.environ |= {"EXA_API_KEY": KEY, "S2_API_KEY": "a", "NCBI_API_KEY": "mulch"}
    return shell


def unpacked(path: Path) -> dict[str, str]:
    with tarfile.open(path) as archive:
        files = {info.name: archive.extractfile(info) for info in archive}
        return {name: file.read().decode() for name, file in files.items() if file is not None}


@pytest.mark.parametrize("texts", [[], ["--with-texts"]], ids=["quotes", "texts"])
def test_the_bundle_holds_no_note_path_or_key_and_verifies(
    tmp_path: Path, shell: Inside, texts: list[str]
) -> None:
    briefly = ("--parallel", "2", "--quick", "-q", "--model", "embedded")
    begun = shell("research", QUESTION, "--docs", "docs", "--iterations", "1", *briefly)
    assert begun.returncode == 0, begun.stderr
    for flag, text in NOTES.items():
        said = (text,) if flag == "--hint" else (flag, text)
        assert shell("note", *said).returncode == 0
    assert shell("resume", "--iterations", "3", *briefly).returncode == 0
    assert shell("thesis", "--plain").returncode == 0
    session = Sessions(shell.folder / ".research", Disk()).resolve()
    Disk().write(session.folder / "canary-of-mine.txt", b"canary of mine")
    record = session.graph.read_text(encoding="utf-8")
    for planted in ("canary-keyword", "canary-claim", "canary-raw", "canary-kim"):
        assert planted in record, "otherwise there is nothing to take out"
    assert shell("verify").returncode == 0
    before = record

    shared = shell("backup", "--share", *texts, "--out", str(tmp_path / "shared.tar.gz"))
    assert shared.returncode == 0, shared.stderr
    files = unpacked(tmp_path / "shared.tar.gz")
    for name, text in files.items():
        for word in (*CANARIES, str(tmp_path)):
            assert word not in name
            assert word not in text, (name, word, text[max(0, text.find(word) - 80) : text.find(word) + 40])
    assert "[path " in files["cognigraph.json"]
    assert "straw mulch lowered soil temperature by 3.1" in files["cognigraph.json"].lower()
    assert any(name.endswith(".txt") for name in files) == bool(texts)
    assert session.graph.read_text(encoding="utf-8") == before, "the session itself is left as it is"

    elsewhere = Inside(tmp_path / "elsewhere")
    elsewhere.folder.mkdir()
    again = elsewhere("restore", str(tmp_path / "shared.tar.gz"))
    assert (again.returncode, again.stderr) == (0, "")
    assert "the record is whole" in again.stdout
    if texts:
        assert elsewhere("verify").returncode == 0
        assert elsewhere("backup", "--share", "--out", "twice.tar.gz").returncode == 0


def test_the_raw_files_of_an_older_program_stay_here(tmp_path: Path) -> None:
    shell = Inside(tmp_path)
    assert shell("migrate", str(FOLDER / "v5")).returncode == 0
    assert shell("backup", "--share", "--out", "shared.tar.gz").returncode == 0
    assert not [name for name in unpacked(tmp_path / "shared.tar.gz") if name.startswith("migrated")]
