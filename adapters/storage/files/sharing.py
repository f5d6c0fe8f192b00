"""A session for other people: its evidence without the machine and the person that found it.

Only the record, its pages and the views made from it are shared. Notes of the user, paths of the machine and
keys give way to a mark. A page that changes by this gets a new hash, its quotes are moved along with it, and
the archives are folded anew, so that what is shared verifies by itself.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from pathfinder.adapters.masking import Masking
from pathfinder.adapters.storage.files.archive import Archive, archive_bytes, archive_numbers, read_archive
from pathfinder.adapters.storage.files.backup import Member, members
from pathfinder.adapters.storage.files.control import LASTING, read_command
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.pages import FilePages, source_path, text_path
from pathfinder.adapters.storage.files.views import Render
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.graph_file import graph_bytes, read_graph
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.planning.steering import USER
from pathfinder.protocols.text.queries import normalize

KEY = "[key]"
_WRITTEN = ("thesis.md",)
"""Made by a command, not from the record alone, and shared as they are but for the marks."""
_KEYS = re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}|\b(?:ghp|gho|xox[abp])[-_][A-Za-z0-9-]{12,}")
_REST: Final = r"""[^\s"'<>|:;,()\[\]{}]*"""
"""What may follow in a path."""
_START: Final = r"(?<![\w./~-])(?:file:/*(?=/))?"
"""Where a path begins: not inside an address or a longer path."""
_HOMES: Final = re.compile(rf"{_START}(?:/(?:home|Users)/|/root(?=/)|~/|[A-Za-z]:\\Users\\){_REST}\w")
"""Folders of people on any machine."""

_WORD = re.compile(r"[^\W\d_]+")
_SHORT_NOTE = 8
"""A note of fewer bytes may be a part of many words."""


class Replacement(NamedTuple):
    """A piece of a text that gives way to a mark."""

    start: int
    end: int
    mark: str


class Redaction:
    """Finds paths and keys in texts."""

    def __init__(self, paths: Iterable[str], secrets: Iterable[str]) -> None:
        forms = {form for path in paths if len(path) > 1 for form in (path, quote(path))}
        # The longer first: a folder in the home folder is one path, not a path and a rest.
        ordered = sorted(forms, key=lambda path: (-len(path), path))
        # `/root` and the like may be a part of an address; a longer path is one wherever it stands.
        known = [
            re.escape(path) if path.count("/") > 1 else rf"{_START}{re.escape(path)}(?!\w)"
            for path in ordered
        ]
        self._known: Final = re.compile(rf"(?:{'|'.join(known)})(?:{_REST}\w)?" if known else r"(?!)")
        self._secrets: Final = Masking(secrets, KEY, short=False)
        self._paths: Final[dict[str, str]] = {}
        """Every path found so far, and its mark: what was different stays different."""

    def cuts(self, text: str, *, homes: bool = True) -> list[Replacement]:
        """What has to go, in order, without overlaps. `homes`: folders of people on other machines too."""
        found = [
            Replacement(*place.span(), self._paths.setdefault(place[0], f"[path {len(self._paths) + 1}]"))
            for pattern in ((self._known, _HOMES) if homes else (self._known,))
            for place in pattern.finditer(text)
        ]
        found += [Replacement(*place.span(), KEY) for place in _KEYS.finditer(text)]
        found += [Replacement(start, end, KEY) for start, end in self._secrets.spans(text)]
        cuts: list[Replacement] = []
        for cut in sorted(found):
            if cuts and cut.start < cuts[-1].end:
                cuts[-1] = cuts[-1]._replace(end=max(cut.end, cuts[-1].end))
            else:
                cuts.append(cut)
        return cuts

    def of(self, text: str) -> str:
        """The text without them."""
        return without(text, 0, self.cuts(text))


def without(text: str, offset: int, cuts: Iterable[Replacement]) -> str:
    """A piece of a text, from an offset on, with marks in place of what is cut out of the whole."""
    kept: list[str] = []
    done, end = offset, offset + len(text)
    for cut in cuts:
        if cut.end > offset and cut.start < end:
            kept += [text[done - offset : max(cut.start - offset, 0)], cut.mark]
            done = cut.end
    return "".join([*kept, text[done - offset :]]) if done < end else "".join(kept)


class Moved(NamedTuple):
    """A page whose text changes."""

    name: PageHash
    """The new one."""
    cuts: tuple[Replacement, ...]

    def moved(self, offset: int) -> int:
        """Where a place of the old text is in the new one."""
        for cut in reversed(self.cuts):
            if cut.start <= offset:
                shrunk = sum(known.end - known.start - len(known.mark) for known in self.cuts if known < cut)
                return cut.start - shrunk + (0 if offset < cut.end else len(cut.mark) + offset - cut.end)
        return offset


class _Sharing:
    """Redacts everything of one session in the same way."""

    def __init__(self, session: Session, disk: Disk, redaction: Redaction) -> None:
        self._session, self._disk, self._redaction = session, disk, redaction
        self.graph = read_graph(disk.read(session.graph), str(session.graph))
        texts = dict.fromkeys(_notes(self.graph, session, disk))
        marks = {_form(text): f"[note {at}]" for at, text in enumerate(texts, start=1)}
        self._notes = {note: mark for note, mark in marks.items() if note and note not in _words().labels}
        self.sources = FilePages(session, disk).sources()
        self._pages: dict[str, Moved] = {}
        private = {note for note in self._notes if any(mark.isalpha() for mark in note)}
        taken, left = set[str](), _words_in(self.graph.question)
        for name, source in self.sources.items():
            text = self.text(name)
            private -= _standing(private, text)
            cuts = redaction.cuts(text, homes=source.url.startswith("file:"))
            shown = without(text, 0, cuts)
            if cuts:
                self._pages[name] = Moved(PageHash(sha256(shown.encode()).hexdigest()), tuple(cuts))
                taken |= _words_in(" ".join(text[cut.start : cut.end] for cut in cuts))
            left |= _words_in(shown)
        # What stands on a page or in the question is nobody's secret, and may be any word.
        private -= _standing(private, self.graph.question)
        taken |= {word for note in private for word in _words_in(note)}
        written = map(_pattern, sorted(private, key=len, reverse=True))
        self._private = re.compile("|".join(written) or r"(?!)", re.IGNORECASE)
        self._taken = {word: f"[word {at}]" for at, word in enumerate(sorted(taken - left), start=1)}
        """Words that others could know from a path or a note only; a concept or a query may hold one."""

    def text(self, page: PageHash) -> str:
        """The text of a page as it is; nothing, if the session came without it."""
        path = text_path(self._session, page)
        return "" if self._disk.stat(path) is None else FilePages(self._session, self._disk).text(page)

    def redacted_text(self, page: PageHash) -> bytes:
        """The text of a page as it is shared."""
        known = self._pages.get(page)
        return without(self.text(page), 0, known.cuts if known else ()).encode()

    def name(self, page: str) -> str:
        """The name of a page as it is shared."""
        return self._pages[page].name if page in self._pages else page

    def string(self, text: str) -> str:
        """A text without notes, paths and keys."""
        if text in self._pages:
            return self.name(text)
        if (mark := self._notes.get(_form(text))) is not None:
            return mark
        text = self._private.sub(lambda found: self._notes.get(_form(found[0]), "[note]"), text)
        text = self._redaction.of(text)
        if not self._taken or "://" in text or _form(text) in _words().labels:
            return text
        return _WORD.sub(lambda found: self._taken.get(found[0].casefold(), found[0]), text)

    def value(self, written: Any, page: str = "") -> Any:  # noqa: ANN401  (any JSON value)
        """Any JSON value of the record. `page`: the one that it tells of."""
        match written:
            case str():
                return self.string(written)
            case list():
                return [self.value(inner, page) for inner in written]
            case dict():
                about = written["page"] if isinstance(written.get("page"), str) else page
                fields = _words().fields
                made = {
                    key if key in fields else self.string(key): self.value(
                        inner, key if key in self._pages else about
                    )
                    for key, inner in written.items()
                }
                if isinstance(made.get("query"), str) and "normalized" in made:
                    made["normalized"] = normalize(made["query"])
                known = self._pages.get(about)
                return made if known is None else made | _moved(written, known)
            case _:
                return written

    def json(self, data: bytes, page: str = "") -> bytes:
        """The same, for a file."""
        return json.dumps(self.value(json.loads(data), page), ensure_ascii=False).encode()


def _moved(written: Mapping[str, Any], page: Moved) -> dict[str, Any]:
    """Quote and places of an observation or a source, as they are on the page that is shared."""
    made: dict[str, Any] = {}
    if isinstance(written.get("quote"), str) and isinstance(written.get("offset"), int):
        made["quote"] = without(written["quote"], written["offset"], page.cuts)
        made["offset"] = page.moved(written["offset"])
    if isinstance(written.get("page_starts"), list):
        made["page_starts"] = [page.moved(start) for start in written["page_starts"]]
    return made


def _form(text: str) -> str:
    return " ".join(text.split()).casefold()


def _words_in(text: str) -> set[str]:
    """Its words, but for the shortest."""
    return {word.casefold() for word in _WORD.findall(text) if len(word) > 2}


def _standing(notes: Collection[str], text: str) -> set[str]:
    """Those of the notes that stand in a text."""
    folded = _form(text) if notes else ""
    return {note for note in notes if note in folded}


def _pattern(note: str) -> str:
    """Where a note stands in a longer text; a short one has to be a word of its own."""
    words = r"\s+".join(map(re.escape, note.split()))
    return words if len(note.encode()) >= _SHORT_NOTE else rf"(?<!\w){words}(?!\w)"


class _Words(NamedTuple):
    """Words of the record's own form, which are no text."""

    fields: frozenset[str]
    labels: frozenset[str]


@cache
def _words() -> _Words:
    fields, labels = set[str](), set[str]()

    def look(schema: Any) -> None:  # noqa: ANN401  (any JSON value)
        match schema:
            case list():
                for inner in schema:
                    look(inner)
            case dict():
                fields.update(schema.get("properties", ()))
                labels.update(
                    _form(str(label)) for label in (*schema.get("enum", ()), schema.get("const", ""))
                )
                for inner in schema.values():
                    look(inner)
            case _:
                pass

    look([CogniGraph.model_json_schema(), Archive.model_json_schema()])
    return _Words(frozenset(fields), frozenset(labels))


def _notes(graph: CogniGraph, session: Session, disk: Disk) -> Iterator[str]:
    """Everything that the user has written for the session, but for the question."""
    for line in (disk.read_if_there(session.control) or b"").splitlines():
        command = read_command(line)
        if command is not None and command.kind in LASTING:
            yield command.text
    yield from (known.keyword for known in graph.unexplored if known.origin == USER)
    yield from (known.summary for known in graph.hypotheses.values() if known.reasoning_tool == USER)


class Shared(NamedTuple):
    """What is packed for others."""

    question: str
    members: tuple[Member, ...]


def shared(session: Session, disk: Disk, redaction: Redaction, render: Render, *, texts: bool) -> Shared:
    """The record, the sources of its pages and its views; with `texts` the pages and papers as well."""
    sharing = _Sharing(session, disk, redaction)
    record = _record(session, disk, sharing)
    graph = read_graph(record["cognigraph.json"], "cognigraph.json")
    files: dict[str, Callable[[], bytes]] = {name: _given(data) for name, data in record.items()}
    for name, text in render(graph):
        files[name] = _given(text.encode(errors="replace"))
    for name in _WRITTEN:
        if (data := disk.read_if_there(session.folder / name)) is not None:
            files[name] = _given(sharing.string(data.decode(errors="replace")).encode())
    for page in sharing.sources:
        source = sharing.json(disk.read(source_path(session, page)), page)
        files[f"pages/{sharing.name(page)}.json"] = _given(
            Source.model_validate_json(source).model_dump_json(indent=1).encode() + b"\n"
        )
        if texts and disk.stat(text_path(session, page)) is not None:
            files[f"pages/{sharing.name(page)}.txt"] = partial(sharing.redacted_text, page)
    if texts:
        files |= {
            member.name: member.read for member in members(session, disk) if member.name.startswith("papers/")
        }
    return Shared(graph.question, tuple(Member(name, files[name]) for name in sorted(files)))


def _record(session: Session, disk: Disk, sharing: _Sharing) -> dict[str, bytes]:
    """Start, archives and graph, in one piece again."""
    graph = read_graph(sharing.json(disk.read(session.start)), str(session.start))
    made = {"archival/start.json": graph_bytes(graph)}
    for number in archive_numbers(session, disk):
        path = session.archive(number)
        edits = read_archive(sharing.json(disk.read(path)), str(path)).edits
        graph = apply(graph, edits)
        made[f"archival/{path.name}"] = archive_bytes(graph, edits)
    last = read_graph(sharing.json(disk.read(session.graph)), str(session.graph))
    made["cognigraph.json"] = graph_bytes(last)
    return made


def _given(data: bytes) -> Callable[[], bytes]:
    return lambda: data
