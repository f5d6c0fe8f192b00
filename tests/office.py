"""Documents of the kinds that people have, made by the libraries that write them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from email.message import EmailMessage
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from docx import Document
from docx.document import Document as WordDocument
from openpyxl import Workbook
from pptx import Presentation
from pptx.presentation import Presentation as Deck

COSTS: Sequence[Sequence[object]] = (
    ("Item", "Price (EUR)", "Bought"),
    ("Tide gate", 41_000, "2031"),
    ("Pump", 300.5, "2032"),
)


def a_word_file(fill: Callable[[WordDocument], None]) -> bytes:
    document = Document()
    fill(document)
    return _saved(document.save)


def a_deck(*slides: tuple[str, str], fill: Callable[[Deck], None] = lambda _: None) -> bytes:
    """Slides of a title and a text each."""
    deck = Presentation()
    for title, text in slides:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = text
    fill(deck)
    return _saved(deck.save)


def a_workbook(
    sheets: Mapping[str, Iterable[Sequence[object]]], fill: Callable[[Workbook], None] = lambda _: None
) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    fill(book)
    return _saved(book.save)


def a_mail(subject: str, text: str, html: str = "", attached: Sequence[str] = ()) -> bytes:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = subject, "Ada <ada@bay.example>", "board@bay.example"
    mail["Date"] = "Mon, 05 May 2031 09:30:00 +0200"
    mail.set_content(text)
    if html:
        mail.add_alternative(html, subtype="html")
    for name in attached:
        mail.add_attachment(b"\0\1", maintype="application", subtype="octet-stream", filename=name)
    return mail.as_bytes()


def a_mailbox(*mails: bytes) -> bytes:
    return b"".join(b"From ada@bay.example Mon May  5 09:30:00 2031\n" + mail + b"\n\n" for mail in mails)


def an_epub(*chapters: tuple[str, str], extra: Mapping[str, str] | None = None) -> bytes:
    """A book of chapters with a title and a text each."""
    names = [f"c{number}.xhtml" for number, _ in enumerate(chapters)]
    items = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in names)
    spine = "".join(f'<itemref idref="{name}"/>' for name in names)
    files = {
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        "OPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The bay</dc:title></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
        **{
            f"OPS/{name}": '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">'
            f"<head><title>{title}</title></head><body><h1>{title}</h1>{text}</body></html>"
            for name, (title, text) in zip(names, chapters, strict=True)
        },
        **(extra or {}),
    }
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as package:
        package.writestr("mimetype", "application/epub+zip", compress_type=ZIP_STORED)
        for name, text in files.items():
            package.writestr(name, text)
    return written.getvalue()


def with_part(package: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The package with one of its parts changed, or added if there is none of that name."""
    written = BytesIO()
    with ZipFile(BytesIO(package)) as before, ZipFile(written, "w", ZIP_DEFLATED) as after:
        for known in before.namelist():
            if known != name:
                after.writestr(known, before.read(known))
        after.writestr(name, change(before.read(name) if name in before.namelist() else b""))
    return written.getvalue()


def _saved(save: Callable[[BytesIO], None]) -> bytes:
    written = BytesIO()
    save(written)
    return written.getvalue()
