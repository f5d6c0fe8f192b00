"""Files that are ZIP packages of XML: what they unpack to is bounded, and declares no entities."""

import struct
import zlib
from io import BytesIO
from zipfile import BadZipFile, LargeZipFile, ZipFile

from pathfinder.adapters.documents.parsing import Unreadable
from pathfinder.locales.catalogue import Message

MOST_UNPACKED = 200_000_000
"""Bytes of all members together. `zipfile` gives no more of a member than its header declares."""
MOST_MEMBERS = 20_000
DAMAGE = (BadZipFile, LargeZipFile, zlib.error, struct.error, EOFError, KeyError, NotImplementedError)
"""What is raised over a package that is cut off, or lies about what it holds."""
DAMAGED = "document-damaged-package"


def opened(content: bytes) -> ZipFile:
    """The package; Unreadable if it is damaged, locked, or a bomb."""
    try:
        package = ZipFile(BytesIO(content))
    except (*DAMAGE, OSError, ValueError) as error:
        raise Unreadable(Message(DAMAGED)) from error
    members = package.infolist()
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        raise Unreadable(Message("document-unpacks-too-large", bytes=MOST_UNPACKED, files=MOST_MEMBERS))
    if any(member.flag_bits & 1 for member in members):
        raise Unreadable(Message("document-encrypted"))
    return package


def member(package: ZipFile, name: str) -> bytes:
    """The bytes of one member; Unreadable if there is none or it is damaged."""
    try:
        return package.read(name)
    except DAMAGE as error:
        raise Unreadable(Message(DAMAGED)) from error


def refuse_entities(package: ZipFile) -> None:
    """Unreadable if a part of an office file declares a document type, which the standard forbids.

    No entity can then be expanded or fetched, whatever parser reads the part. Zero bytes are left out of the
    comparison, so that UTF-16 hides nothing.
    """
    for name in package.namelist():
        if name.lower().endswith((".xml", ".rels", ".vml")):
            written = member(package, name).replace(b"\0", b"")
            if b"<!DOCTYPE" in written or b"<!ENTITY" in written:
                raise Unreadable(Message("document-xml-entities"))
