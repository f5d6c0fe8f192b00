"""Mail: one message, or a mailbox of them. Only the worker imports this."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

from pathfinder.adapters.documents.layout import BETWEEN, Piece, laid_out
from pathfinder.adapters.documents.parsing import Parsed, Unreadable, cleaned, decoded, whole_page
from pathfinder.locales.catalogue import Message

_HEADERS = ("Subject", "From", "To", "Cc", "Date")
_SEPARATOR = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n")
_MOST_NAMED = 5
_FAULTS = (AttributeError, LookupError, TypeError, ValueError)
"""What the standard library raises over headers and parts that break their own rules."""


def read_mail(content: bytes, most: int, _charset: str) -> Parsed:
    """The text of a mail, or of every mail of a mailbox."""
    separators = list(_SEPARATOR.finditer(content)) if content.startswith(b"From ") else []
    if not separators:
        mail = _Mail(content)
        return Parsed(
            mail.text,
            mail.subject,
            mail.date,
            {},
            cut=False,
            hidden=mail.hidden,
            unread=_unread(mail.attached),
        )
    ends = [found.start() for found in separators[1:]] + [len(content)]
    box = _Mailbox([content[found.end() : end] for found, end in zip(separators, ends, strict=True)])
    laid = laid_out(box.pieces(), most)
    unread = "; ".join(part for part in (box.unread, _unread(box.attached)) if part)
    return Parsed.laid(laid, hidden=box.hidden, unread=unread)


class _Mailbox:
    def __init__(self, mails: list[bytes]) -> None:
        self._mails = mails
        self.hidden = self.broken = 0
        self.attached: list[str] = []

    @property
    def unread(self) -> str:
        return Message("document-mails-unreadable", count=self.broken) if self.broken else ""

    def pieces(self) -> Iterator[Piece]:
        """Every mail in order; `>From` at the beginning of a line is what a mailbox makes of `From`."""
        for number, content in enumerate(self._mails, start=1):
            try:
                mail = _Mail(re.sub(rb"(?m)^>(>*From )", rb"\1", content))
            except Unreadable:
                self.broken += 1
                continue
            self.hidden += mail.hidden
            self.attached += mail.attached
            yield Piece(mail.text, "message", number, mail.subject)


class _Mail:
    """One mail: what its reader sees first, its headers and its body."""

    def __init__(self, content: bytes) -> None:
        self.hidden = 0
        message = message_from_bytes(content, policy=policy.default)
        if not message.keys():
            raise Unreadable(Message("document-mail-without-headers"))
        headers = {name: _header(message, name) for name in _HEADERS}
        self.subject = headers["Subject"]
        self.date = _day(headers["Date"])
        head = "\n".join(f"{name}: {value}" for name, value in headers.items() if value)
        self.text = BETWEEN.join(part for part in (head, self._body(message)) if part)
        self.attached = [_attachment_name(part) for part in _attachments(message)]

    def _body(self, message: EmailMessage) -> str:
        """The part that a mail program shows: HTML before plain text, without what HTML hides."""
        try:
            part = message.get_body(("html", "plain"))
            written = None if part is None else part.get_payload(decode=True)
        except _FAULTS as error:
            raise Unreadable(Message("document-mail-parts-unclear")) from error
        if part is None or not isinstance(written, bytes):
            return ""
        charset = part.get_content_charset("")
        if part.get_content_type() == "text/html":
            text, hidden = whole_page(written, charset)
        else:
            text, hidden = cleaned(decoded(written, charset or None))
        self.hidden += hidden
        return text.strip()


def _header(message: EmailMessage, name: str) -> str:
    try:
        found = message.get(name, "")
    except _FAULTS:
        return ""
    text, _ = cleaned(str(found))
    return " ".join(text.split())


def _day(written: str) -> str:
    try:
        return parsedate_to_datetime(written).date().isoformat()
    except (ValueError, TypeError):
        return ""


def _attachments(message: EmailMessage) -> Iterator[EmailMessage]:
    try:
        yield from message.iter_attachments()
    except _FAULTS:
        return


def _attachment_name(part: EmailMessage) -> str:
    try:
        name = part.get_filename() or part.get_content_type()
    except _FAULTS:
        name = "one without a name"
    return " ".join(cleaned(name)[0].split())[:80]


def _unread(attached: list[str]) -> str:
    """Attachments are not read; they are documents of their own once they are saved."""
    if not attached:
        return ""
    named = ", ".join(attached[:_MOST_NAMED]) + (", …" if len(attached) > _MOST_NAMED else "")
    return Message("document-attachments", count=len(attached), names=named)
