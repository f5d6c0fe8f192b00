"""Text out of one file. Only the worker imports this, inside its limits."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import NamedTuple, assert_never

from pathfinder.adapters.documents.front_matter import KEYS, split
from pathfinder.adapters.documents.hiding import Page, Tag, without_hidden, without_invisible
from pathfinder.adapters.documents.kinds import Kind
from pathfinder.adapters.documents.layout import LaidOutText, Piece, laid_out
from pathfinder.adapters.documents.markup import said_of_itself
from pathfinder.locales.catalogue import Message


class Unreadable(Exception):
    """There is no text to be had from this file; the text of the error says why."""

    def __init__(self, why: str, *, empty: bool = False, passing: bool = False) -> None:
        """`empty`: it was read and holds no text. `passing`: another try may go better."""
        super().__init__(why)
        self.empty = empty
        self.passing = passing


class Parsed(NamedTuple):
    """One document as text."""

    text: str
    title: str
    date: str
    front: Mapping[str, str]
    cut: bool
    """There was more text than is read."""
    author: str = ""
    canonical: str = ""
    """What a web page names as its original, as it stands there."""
    hidden: int = 0
    """Pieces of text that its readers do not see; they are not in `text`."""
    page_starts: tuple[int, ...] = ()
    """Where each page, slide, row or other place begins in `text`."""
    places: tuple[dict[str, object], ...] = ()
    """What these places are called, where they are not pages: the fields of a `PlaceRun` each."""
    unread: str = ""
    """What else of the file was not read, in a sentence."""
    scanned: int = 0
    """Pages of a PDF that are pictures; their words are what a machine read there."""
    links: tuple[tuple[str, str], ...] = ()
    """References and their anchors, as they stand there."""
    said: Mapping[str, object] = {}
    """What the markup of a web page says of it: the fields of a `SelfDescription`."""

    @classmethod
    def laid(
        cls,
        out: LaidOutText,
        title: str = "",
        date: str = "",
        *,
        author: str = "",
        hidden: int = 0,
        unread: str = "",
    ) -> "Parsed":
        """A document of many places."""
        return cls(
            out.text,
            title,
            date,
            {},
            cut=out.cut,
            author=author,
            hidden=hidden,
            page_starts=out.starts,
            places=out.runs,
            unread=unread,
        )


NOTHING_SEEN = "document-no-visible-text"
LONGEST_TITLE = 200
MOST_LINKS = 500
MOST_REFERENCE = 4_096
MOST_PAINTED = 300_000
"""Pieces of text in a PDF of which it is asked whether anybody sees them; there the reading ends."""
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{1,40})""", re.IGNORECASE)
_KOREAN_CHARSETS = frozenset({"euc-kr", "euckr", "ks_c_5601-1987", "ksc5601", "cp949", "windows-949", "uhc"})
_ESCAPED_CHARSETS = frozenset({"iso-2022-jp", "iso-2022-kr", "hz", "hz-gb-2312"})
"""Encodings whose every byte is ASCII: read as UTF-8 they would be no error, only gibberish."""
_NOT_FOR_PAGES = frozenset({"utf-7", "utf7", "punycode", "idna", "unicode_escape", "raw_unicode_escape"})
"""Names that Python knows and no honest page uses; some of them take very long."""
_BLOCKS = (
    "//*[contains(' address article blockquote br caption dd div dl dt figcaption h1 h2 h3 h4 h5 h6 hr li "
    "main ol p pre section table td th tr ul ', concat(' ', name(), ' '))]"
)
"""Elements whose text stands on lines of its own."""
_TAG = re.compile(r"<[^>]*>")
_HANGUL = re.compile("[가-힣]")
_HYPHEN_AT_END = re.compile("(?:\x02|\ufffe|\xad)\n?")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_LIST_ITEM = re.compile(r"\s*(?:[-*•·▪○●]|\(?\d{1,3}[.)])\s")


def parsed(kind: Kind, content: bytes, most_characters: int, charset: str = "") -> Parsed:
    """The text of a file of a known kind; Unreadable with the reason if there is none.

    `charset` is what a server declared; it counts before what the page says.
    """
    found = _reader(kind)(content, most_characters, charset)
    if not found.text.strip():
        raise Unreadable(Message("document-empty" if not found.hidden else NOTHING_SEEN), empty=True)
    cut = found.cut or len(found.text) > most_characters
    return found._replace(
        text=found.text[:most_characters],
        title=_one_line(found.title),
        author=_one_line(found.author),
        cut=cut,
    )


def _reader(kind: Kind) -> Callable[[bytes, int, str], Parsed]:
    """What reads files of a kind; the modules for the rarer kinds are loaded when one is met."""
    match kind:
        case "text":
            return _text
        case "html":
            return _html
        case "pdf":
            return _pdf
        case "office":
            from pathfinder.adapters.documents.office import read_office

            return read_office
        case "table":
            from pathfinder.adapters.documents.sheets import read_table

            return read_table
        case "epub":
            from pathfinder.adapters.documents.books import read_book

            return read_book
        case "mail":
            from pathfinder.adapters.documents.mails import read_mail

            return read_mail
        case "chat":
            from pathfinder.adapters.documents.chats import read_chat

            return read_chat
        case _:
            assert_never(kind)


def decoded(content: bytes, declared: str | None = None) -> str:
    """Bytes as text: UTF-8 or UTF-16 as they say, what the page declares, or Korean CP949 that looks it."""
    declared = None if declared is None or declared.lower() in _NOT_FOR_PAGES else declared
    if content.startswith(b"\xef\xbb\xbf"):
        content = content[3:]
    elif content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _lines(_or_unreadable(content, "utf-16", Message("document-utf16-broken")))
    escaped = declared is not None and declared.lower() in _ESCAPED_CHARSETS
    for encoding in (declared, "utf-8") if escaped else ("utf-8", declared):
        if encoding is not None and encoding.lower() not in _KOREAN_CHARSETS:
            try:
                return _lines(content.decode(encoding))
            except (LookupError, UnicodeError):
                pass
    if declared is not None and (nearly := _nearly(content, declared)):
        return _lines(nearly)
    text = _or_unreadable(content, "cp949", Message("document-encoding-none"))
    if not _looks_korean(text):
        raise Unreadable(Message("document-encoding-unknown"))
    return _lines(text)


def _nearly(content: bytes, declared: str) -> str:
    """Text in the encoding that was declared, but for a few damaged letters; nothing if there are many."""
    encoding = "cp949" if declared.lower() in _KOREAN_CHARSETS else declared
    try:
        text = content.decode(encoding, errors="replace")
    except (LookupError, UnicodeError):
        return ""
    return text if text.count("\ufffd") <= 2 + len(text) // 500 else ""


def _or_unreadable(content: bytes, encoding: str, reason: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise Unreadable(reason) from error


def _looks_korean(text: str) -> bool:
    """Hangul and little else beside ASCII: Western text read as CP949 becomes a jumble of Chinese signs."""
    foreign = sum(not letter.isascii() and unicodedata.category(letter)[0] == "L" for letter in text)
    return foreign > 0 and len(_HANGUL.findall(text)) >= 0.8 * foreign


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _clean(text: str) -> str:
    """Without what no file can hold and no reader sees."""
    return _CONTROLS.sub("", text)


def cleaned(text: str) -> tuple[str, int]:
    """Without what no file can hold and no reader sees, and how many messages were spelled in that."""
    seen, hidden = without_invisible(text)
    return _clean(seen), hidden


def _one_line(title: str) -> str:
    return " ".join(title.split())[:LONGEST_TITLE]


def _text(content: bytes, most: int, charset: str) -> Parsed:
    text, hidden = without_invisible(decoded(content, charset or None))
    if "\0" in text:
        raise Unreadable(Message("document-not-text"))
    front, body = split(text)
    return Parsed(body, _first_line(body), date="", front=front, cut=len(body) > most, hidden=hidden)


def _first_line(text: str) -> str:
    """The first heading or line that says something."""
    lines = (line.strip("#=*-_ \t") for line in text[:5_000].splitlines())
    return next((line for line in lines if any(map(str.isalnum, line))), "")


def _html(content: bytes, most: int, charset: str) -> Parsed:
    from trafilatura import bare_extraction

    tree, source, hidden = _tree(content, charset)
    front = _meta(tree)
    said = said_of_itself(tree)
    hidden += without_hidden(tree)
    canonical = next((link.get("href", "") for link in tree.xpath('//link[@rel="canonical"]')), "")
    links = _links(tree)
    title = str(tree.findtext(".//title") or "")
    # Without `favor_recall` lists of short items are taken for navigation.
    found = bare_extraction(tree, with_metadata=True, include_comments=False, favor_recall=True)
    text = "" if found is None or isinstance(found, dict) else str(found.text or "")
    date = "" if found is None or isinstance(found, dict) else str(found.date or "")
    named = "" if found is None or isinstance(found, dict) else str(found.title or "")
    author = "" if found is None or isinstance(found, dict) else str(found.author or "")
    if not text.strip():
        text = _all_text(tree)
    # Each line is a paragraph of the page; no sentence goes on over its end.
    text = re.sub(r"\n+", "\n\n", _clean(text)).strip()
    if not text.strip() and any(map(str.isalnum, _TAG.sub("", source))):
        raise Unreadable(Message("document-no-text-in-markup"))
    return Parsed(
        text,
        named or title or _first_line(text),
        date,
        front,
        cut=len(text) > most,
        author=author,
        canonical=canonical[:MOST_REFERENCE],
        hidden=hidden,
        links=links,
        said={**said, "byline": bool(author) or said["byline"]},
    )


def _tree(content: bytes, charset: str) -> tuple[Page, str, int]:
    """A page as elements and as characters, and how many messages were spelled in invisible characters."""
    from lxml import html as tags  # type: ignore[import-untyped]  # the package ships no types
    from lxml.etree import ParserError  # type: ignore[import-untyped]  # the same

    declared = _CHARSET.search(content[:4_096])
    source = decoded(content, charset or (declared[1].decode("ascii") if declared else None))
    source, hidden = without_invisible(source)
    if not source.strip():
        raise Unreadable(Message("document-empty"), empty=True)
    # A tree from characters: what the page declares about its bytes was dealt with above.
    try:
        tree = tags.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", _clean(source)))
    except ParserError:  # Only a comment, or a doctype.
        raise Unreadable(Message("document-empty"), empty=True) from None
    return tree, source, hidden


def whole_page(content: bytes, charset: str) -> tuple[str, int]:
    """Every word of HTML that a reader sees, and how many pieces of text it hides."""
    try:
        tree, _, hidden = _tree(content, charset)
    except Unreadable as error:
        if error.empty:
            return "", 0
        raise
    hidden += without_hidden(tree)
    return _all_text(tree), hidden


def _links(tree: Tag) -> tuple[tuple[str, str], ...]:
    """What a reader of the page could click on, in the order it stands there."""
    found = []
    for link in tree.xpath("//a[@href]")[:MOST_LINKS]:
        reference, anchor = link.get("href", ""), _one_line("".join(link.itertext()))
        if anchor and len(reference) <= MOST_REFERENCE:
            found.append((reference, anchor))
    return tuple(found)


def _meta(tree: Tag) -> Mapping[str, str]:
    """Our own meta lines, taken out of the page: nothing else may find a date or a title in them."""
    found: dict[str, str] = {}
    for line in tree.xpath('//meta[starts-with(@name, "pathfinder:")]'):
        key, value = line.get("name", "").removeprefix("pathfinder:").lower(), line.get("content", "").strip()
        if key in KEYS and value:
            found.setdefault(key, value)
        line.drop_tree()
    return found


def _all_text(tree: Page) -> str:
    """Every word of a page in which no article was found, without what is not meant to be read."""
    for element in tree.xpath("//script|//style|//nav|//footer|//head|//noscript|//template"):
        if element.getparent() is not None:
            element.drop_tree()
    for element in tree.xpath(_BLOCKS):
        element.text = f"\n{element.text or ''}"
        element.tail = f"\n{element.tail or ''}"
    lines = (" ".join(line.split()) for line in "".join(tree.itertext()).split("\n"))
    return "\n".join(line for line in lines if line)


def _pdf(content: bytes, most: int, _charset: str) -> Parsed:
    import pypdfium2  # type: ignore[import-untyped]  # the package ships no types

    from pathfinder.adapters.documents.pdf_hiding import take_out_hidden
    from pathfinder.adapters.documents.pdf_letters import Letters

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise Unreadable(Message("document-encrypted")) from error
        raise Unreadable(Message("document-pdf-damaged")) from error
    try:
        pages, length, unread, hidden, scanned, looked_at = list[str](), 0, 0, 0, 0, 0
        count, letters = len(document), Letters(content)
        for number in range(count):
            try:
                page = document[number]
                unseen = take_out_hidden(page.raw)
                words = letters.words(page.get_textpage())
            except pypdfium2.PdfiumError:
                unread += 1
                pages.append("")
                continue
            words, invisible = without_invisible(_clean(_HYPHEN_AT_END.sub("", _lines(words))))
            hidden += invisible + unseen.pieces
            scanned += unseen.scanned
            looked_at += unseen.looked_at
            pages.append(unwrapped(words).strip())
            length += len(pages[-1])
            if length > most or looked_at > MOST_PAINTED:
                break
        title = str(document.get_metadata_dict(skip_empty=True).get("Title", ""))
    except pypdfium2.PdfiumError as error:
        raise Unreadable(Message("document-pdf-damaged")) from error
    text, starts, *_ = laid_out((Piece(page, "page", number) for number, page in enumerate(pages, 1)), most)
    if not text.strip():
        if unread or not count:
            raise Unreadable(Message("document-pdf-no-page-readable"))
        reason = Message("document-pdf-scan", pages=_pages(count))
        raise Unreadable(reason, empty=True)
    named = title if any(map(str.isalnum, title)) and title.lower() not in ("untitled", "anonymous") else ""
    return Parsed(
        text,
        named or _first_line(text),
        "",
        {},
        cut=length > most or looked_at > MOST_PAINTED,
        hidden=hidden,
        page_starts=starts,
        scanned=scanned,
    )


def _pages(count: int) -> str:
    return "page holds" if count == 1 else f"{count} pages hold"


def unwrapped(page: str) -> str:
    """Lines that were broken only because the paper ended, joined; short lines stay lines."""
    lines = [line.strip() for line in page.split("\n")]
    widest = sorted(map(len, lines))[-max(1, len(lines) // 4)]
    return "\n".join(
        line for _, block in groupby(lines, key=bool) for line in _joined(list(block), full=0.75 * widest)
    )


def _joined(lines: Iterable[str], full: float) -> Iterable[str]:
    """A line that fills the page goes on in the next one."""
    held, last = "", 0
    for line in lines:
        if held and (last < full or _LIST_ITEM.match(line)):
            yield held
            held = ""
        held, last = f"{held} {line}" if held else line, len(line)
    yield held
