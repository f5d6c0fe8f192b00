"""Chat exports and other records with one JSON value a line. Only the worker imports this."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from pathfinder.adapters.documents.hiding import says_something
from pathfinder.adapters.documents.layout import Piece, laid_out
from pathfinder.adapters.documents.parsing import Parsed, Unreadable, cleaned, decoded
from pathfinder.adapters.documents.rows import CELLS, MOST_ROWS
from pathfinder.locales.catalogue import Message

_TEXTS = ("message", "text", "content", "body")
_SPEAKERS = ("user", "username", "user_name", "author", "sender", "from", "name", "role")
_TIMES = ("ts", "timestamp", "create_at", "created_at", "date", "time", "datetime")
_DELETED = ("delete_at", "deleted_at", "deleted", "is_deleted")
_MOST_FIELDS = 100
_DEEPEST = 6
_FIRST_SECOND, _LAST_SECOND = 10**8, 10**11
"""Numbers between these are seconds since 1970; a thousand times as much are milliseconds."""


def read_chat(content: bytes, most: int, charset: str) -> Parsed:
    """The text of an export, a line of it for each message or record."""
    text, hidden = cleaned(decoded(content, charset or None))
    chat = _Chat(text.split("\n"))
    laid = laid_out(chat.pieces(), most)
    if chat.broken and not chat.read:
        raise Unreadable(Message("document-no-json-lines"))
    return Parsed.laid(laid, hidden=hidden + chat.hidden, unread="; ".join(chat.unread()))


class _Chat:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self.read = self.broken = self.hidden = 0

    def pieces(self) -> Iterator[Piece]:
        for number, line in enumerate(self._lines, start=1):
            if self.read >= MOST_ROWS:
                return
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                self.broken += 1
                continue
            self.read += 1
            said = "\n".join(self._said(value, 0))
            if said:
                yield Piece(said, "line", number)

    def unread(self) -> Iterator[str]:
        if self.read >= MOST_ROWS:
            yield Message("document-first-rows", rows=MOST_ROWS)
        if self.broken:
            yield Message("document-lines-not-json", count=self.broken)

    def _said(self, value: object, depth: int) -> Iterator[str]:
        """A message as `who (when): what`; any other record as `name: value | name: value`."""
        if not isinstance(value, dict) or depth > _DEEPEST:
            yield from _plain(value)
            return
        inner = next((value[key] for key in ("post", "messages") if key in value), None)
        if isinstance(inner, list):
            for one in inner[:MOST_ROWS]:
                yield from self._said(one, depth + 1)
            return
        if isinstance(inner, dict):
            value = inner
        words = next((text for key in _TEXTS if (text := _words(value.get(key)))), "")
        if any(value.get(key) for key in _DELETED):
            self.hidden += says_something(words)
        elif words:
            speaker = next((name for key in _SPEAKERS if (name := _name(value.get(key)))), "")
            when = next((time for key in _TIMES if (time := _time(value.get(key)))), "")
            who = f"{speaker} ({when})" if speaker and when else speaker or when
            yield f"{who}: {words}" if who else words
        else:
            fields = ((key, " ".join(_plain(field))) for key, field in [*value.items()][:_MOST_FIELDS])
            told = CELLS.join(f"{key}: {field}" for key, field in fields if field)
            if told:
                yield told


def _words(value: object) -> str:
    """The text of a message; some exports keep it as a list of pieces."""
    if isinstance(value, str):
        return value.strip()
    pieces = value if isinstance(value, list) else []
    texts = (one.get("text") if isinstance(one, dict) else one for one in pieces)
    return "".join(text for text in texts if isinstance(text, str)).strip()


def _name(value: object) -> str:
    if isinstance(value, Mapping):
        return next((name for key in ("name", "username", "id") if (name := _name(value.get(key)))), "")
    return value.strip() if isinstance(value, str) else ""


def _time(value: object) -> str:
    """A time as the export writes it; numbers are seconds or milliseconds since 1970."""
    if isinstance(value, str) and not value.replace(".", "", 1).isdigit():
        return value.strip()
    try:
        seconds = float(value) if isinstance(value, str | int | float) else 0.0
    except (ValueError, OverflowError):
        return ""
    seconds = seconds / 1_000 if seconds >= _LAST_SECOND else seconds
    if not _FIRST_SECOND < seconds < _LAST_SECOND:
        return ""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _plain(value: object) -> Iterator[str]:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        text = str(value).strip()
        if text:
            yield text
    elif value is not None:
        yield json.dumps(value, ensure_ascii=False)
