"""Word, PowerPoint and Excel files. Which of them a package is, its own list of contents tells."""

from collections.abc import Callable, Mapping
from zipfile import ZipFile

from pathfinder.adapters.documents.package import DAMAGE, DAMAGED, member, opened, refuse_entities
from pathfinder.adapters.documents.parsing import Parsed, Unreadable
from pathfinder.locales.catalogue import Message

_CONTENTS = "[Content_Types].xml"
MISSING = "document-office-packages"


def read_office(content: bytes, most: int, _charset: str) -> Parsed:
    """The text of an office file."""
    package = opened(content)
    if _CONTENTS not in package.namelist():
        raise Unreadable(Message("document-zip-not-office"))
    refuse_entities(package)
    read = _reader(member(package, _CONTENTS))
    try:
        return read(content, package, most)
    except DAMAGE as error:
        raise Unreadable(Message(DAMAGED)) from error
    except ImportError as error:
        # Once the packages are installed, the file is tried again.
        raise Unreadable(Message(MISSING), passing=True) from error


def _reader(contents: bytes) -> Callable[[bytes, ZipFile, int], Parsed]:
    known: Mapping[bytes, Callable[[bytes, ZipFile, int], Parsed]] = {
        b"wordprocessingml.document.main+xml": _word,
        b"presentationml.presentation.main+xml": _slides,
        b"presentationml.slideshow.main+xml": _slides,
        b"ms-powerpoint.presentation.macroEnabled.main+xml": _slides,
        b"spreadsheetml.sheet.main+xml": _sheets,
        b"ms-excel.sheet.macroEnabled.main+xml": _sheets,
    }
    found = next((read for type_, read in known.items() if type_ in contents), None)
    if found is None:
        raise Unreadable(Message("document-office-kind-unknown"))
    return found


def _word(content: bytes, _package: ZipFile, most: int) -> Parsed:
    from pathfinder.adapters.documents.word import read_word

    return read_word(content, most)


def _slides(content: bytes, _package: ZipFile, most: int) -> Parsed:
    from pathfinder.adapters.documents.slides import read_slides

    return read_slides(content, most)


def _sheets(content: bytes, package: ZipFile, most: int) -> Parsed:
    from pathfinder.adapters.documents.sheets import read_sheets

    return read_sheets(content, package, most)
