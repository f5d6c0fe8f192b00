"""Documents that a browser or a program sends: bounded, and stored in a new folder under the home.

Nothing here reads what is in them. They are parsed by the limited process that reads every folder of
documents (`adapters/documents/workers.py`).
"""

import re
import unicodedata
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from pathlib import Path, PurePosixPath
from secrets import token_hex

from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import UPLOADS, Sessions
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.errors import UserError

MOST_FILES = 20
MOST_BYTES = 50_000_000
"""Of all files of a request together."""
MOST_FIELDS = 40
MOST_FIELD_BYTES = 64_000
_LONGEST_NAME_BYTES = 120
_LONGEST_SUFFIX = 12
_ODD = re.compile(r"[^\w .()+-]")


class BadUpload(UserError):
    """What was sent is not a form with files, or more than is taken."""


async def received(request: Request) -> FormData:
    """The fields and files of a form; the caller closes it. BadUpload if there is too much of it."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise BadUpload("Send the documents as a form with files (multipart/form-data).")
    parser = MultiPartParser(
        request.headers,
        _bounded(request.stream()),
        max_files=MOST_FILES,
        max_fields=MOST_FIELDS,
        max_part_size=MOST_FIELD_BYTES,
    )
    try:
        return await parser.parse()
    except (MultiPartException, KeyError):
        raise BadUpload(
            f"The form cannot be read, or it is too large: at most {MOST_FILES} files "
            f"and {MOST_BYTES // 1_000_000} MB in all."
        ) from None


async def _bounded(stream: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    seen = 0
    async for some in stream:
        seen += len(some)
        if seen > MOST_BYTES + MOST_FIELDS * MOST_FIELD_BYTES:
            raise MultiPartException("too large")
        yield some


def files_of(form: FormData) -> list[UploadFile]:
    """The files of a form. A browser sends an empty one where nothing was chosen."""
    return [file for _, file in form.multi_items() if isinstance(file, UploadFile) and file.filename]


async def store(home: Path, files: Sequence[UploadFile]) -> Path:
    """Write the files into a new folder under the home."""
    if not files:
        raise BadUpload("The form holds no file.")
    if sum(file.size or 0 for file in files) > MOST_BYTES:
        raise BadUpload(f"The documents are larger than {MOST_BYTES // 1_000_000} MB in all.")
    disk = Disk()
    sessions = Sessions(home, disk)
    sessions.make_root()
    folder = home / UPLOADS / token_hex(8)
    disk.make_folder(folder.parent)
    sessions.forget_uploads(SystemClock().now().timestamp())
    disk.make_folder(folder)
    for name, file in zip(safe_names([file.filename or "" for file in files]), files, strict=True):
        disk.write(folder / name, await file.read(), durable=False)
    return folder


def safe_names(given: Sequence[str]) -> Iterator[str]:
    """Names for files, each once, without anything that means a place or a hidden file."""
    taken: set[str] = set()
    for name in given:
        safe = _safe_name(name)
        path, number = PurePosixPath(safe), 2
        while safe.casefold() in taken:
            safe, number = f"{path.stem}-{number}{path.suffix}", number + 1
        taken.add(safe.casefold())
        yield safe


def _safe_name(given: str) -> str:
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", given))[-1]
    clean = PurePosixPath(_ODD.sub("_", last).strip(" .") or "document")
    suffix = clean.suffix if len(clean.suffix) <= _LONGEST_SUFFIX else ""
    stem = clean.name.removesuffix(suffix).encode()[:_LONGEST_NAME_BYTES].decode(errors="ignore").strip(" .")
    return f"{stem or 'document'}{suffix}"


def upload_named(home: Path, name: str) -> Path | None:
    """The folder of an earlier upload; None if there is none of this name."""
    root = home.resolve() / UPLOADS
    found = (root / name).resolve() if "\0" not in name else root
    return found if found.parent == root and found.is_dir() else None
