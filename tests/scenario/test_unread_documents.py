"""Documents that cannot be read, and notes on the search over them, reach the failure ledger."""

import asyncio
from pathlib import Path

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.system import SystemClock
from pathfinder.assembly import _look
from pathfinder.failure_lists import unread_documents
from pathfinder.locales.catalogue import said
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.types import CogniGraph


def test_a_note_on_the_search_is_listed_beside_documents_that_cannot_be_read(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "good.md").write_text("Tea lowered blood pressure by 1.5 mmHg.\n", encoding="utf-8")
    (docs / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing more")
    folder = Folder(docs, default_table(), SystemClock())
    folder._notes.append("another process is making the index")
    lines = asyncio.run(_look(folder, None))
    folder.close()

    told = list(unread_documents(CogniGraph(question="Why?"), lines))

    assert [(str(what), str(reason)) for _, what, reason in told][:1] == [
        ("search over the documents", "another process is making the index")
    ]
    assert said(told[0][1], "ko") == "문서 검색"
    assert "broken.pdf" in [str(what) for _, what, _ in told]
