"""Whether the record tells one story: the archives lead to the graph, and the graph rests on the pages."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from pathfinder.adapters.storage.files.archive import Archive, archive_numbers, digest, read_archive
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.pages import FilePages, source_path, text_path
from pathfinder.adapters.storage.files.problems import Kind, Problem
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.errors import EditRefused, GraphFileRefused, StorageFailed
from pathfinder.protocols.evidence.records import same_page
from pathfinder.protocols.evidence.strength import strength
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Observation
from pathfinder.protocols.graph_file import read_graph
from pathfinder.protocols.ids import ObservationId, PageHash, number, order

_SHOWN = 20
"""How many differences between two graphs are listed one by one."""


class RecordCheck:
    """Reads everything, changes nothing, and collects what is wrong."""

    def __init__(self, session: Session, disk: Disk, *, owned: bool) -> None:
        self._session = session
        self._disk = disk
        self._owned = owned
        self.problems: list[Problem] = []

    def run(self) -> CogniGraph | None:
        """Check graph, archives and pages; the graph is given back if one can be had at all."""
        graph, sound = self._graph()
        start = self._start()
        if graph is not None and not self._owned:
            self._ahead(graph.iteration)
        folded = self._folded(start, graph) if start else None
        if graph is not None and folded is not None:
            self._compare(graph, folded)
        known = graph or folded
        if known is not None:
            self._ids(start, known)
            self._pages(known)
            if sound or graph is None:
                self._strengths(start, known)
        return known

    def _graph(self) -> tuple[CogniGraph | None, bool]:
        """The graph as far as it can be read, and whether it keeps every invariant."""
        where = self._session.graph.name
        written = self._read(where, "graph_missing", "graph_unreadable")
        if written is None:
            return None, False
        try:
            return read_graph(written, where), True
        except GraphFileRefused as error:
            if error.place == "format" and "newer" in error.problem:
                self._say("graph_newer", f"{where} format", text_of(error))
                return None, False
            return self._broken(written, error), False

    def _broken(self, written: bytes, error: GraphFileRefused) -> CogniGraph | None:
        """A refused graph, if only its links are broken; then each broken one is named."""
        where = self._session.graph.name
        try:
            graph = CogniGraph.model_validate_json(written)
        except ValidationError:
            graph = None
        found = list(breaches(graph)) if graph else []
        if (error.place, error.problem) not in found:
            self._say("graph_unreadable", f"{where} {error.place}".strip(), text_of(error))
            return None
        for breach in found:
            self._say(
                "graph_breach", f"{where} {breach.place}", f"In {where}, {breach.place}: {breach.problem}."
            )
        return graph

    def _start(self) -> CogniGraph | None:
        where = "archival/start.json"
        written = self._read(where, "start_missing", "start_unreadable")
        if written is None:
            return None
        try:
            return read_graph(written, where)
        except GraphFileRefused as error:
            self._say("start_unreadable", f"{where} {error.place}".strip(), text_of(error))
            return None

    def _folded(self, start: CogniGraph, graph: CogniGraph | None) -> CogniGraph | None:
        """What the archives lead to; None if one of them cannot be used."""
        there = archive_numbers(self._session, self._disk)
        last = graph.iteration if graph else max(there, default=start.iteration)
        now: CogniGraph | None = start
        for iteration in range(start.iteration + 1, last + 1):
            archive = self._archive(iteration)
            now = self._applied(now, archive) if now and archive else None
        return now

    def _ahead(self, last: int) -> None:
        there = archive_numbers(self._session, self._disk)
        for iteration in (known for known in there if known > last):
            where = _archive_name(iteration)
            if max(there) == last + 1:
                self._say("archive_ahead", where, Message("problem-archive-ahead", name=where))
            else:
                self._say("graph_behind", where, Message("problem-archive-newer", name=where))

    def _archive(self, iteration: int) -> Archive | None:
        where = _archive_name(iteration)
        written = self._read(where, "archive_missing", "archive_unreadable")
        if written is None:
            return None
        try:
            archive = read_archive(written, where)
        except GraphFileRefused as error:
            newer = error.place == "format" and "newer" in error.problem
            kind: Kind = "archive_newer" if newer else "archive_unreadable"
            self._say(kind, f"{where} {error.place}".strip(), text_of(error))
            return None
        if archive.iteration != iteration:
            self._say(
                "archive_misnumbered",
                where,
                Message("problem-archive-misnumbered", name=where, iteration=archive.iteration),
            )
            return None
        return archive

    def _applied(self, graph: CogniGraph, archive: Archive) -> CogniGraph | None:
        where = _archive_name(archive.iteration)
        try:
            after = apply(graph, archive.edits)
        except EditRefused as error:
            self._say("archive_refused", where, Message("problem-edit-refused", name=where, reason=error))
            return None
        if after.iteration != archive.iteration:
            self._say(
                "archive_misnumbered",
                where,
                Message("problem-edits-end-elsewhere", name=where, iteration=after.iteration),
            )
        elif digest(after) != archive.digest:
            self._say(
                "archive_digest",
                where,
                Message("problem-edits-lead-elsewhere", name=where),
            )
        return after

    def _compare(self, graph: CogniGraph, folded: CogniGraph) -> None:
        where = self._session.graph.name
        one, other = (known.model_dump(mode="json", exclude={"run", "format"}) for known in (graph, folded))
        places = list(_differences(one, other, ""))
        for place in places[:_SHOWN]:
            self._say(
                "graph_differs", f"{where} {place}", Message("problem-graph-differs", place=place, name=where)
            )
        if len(places) > _SHOWN:
            more = len(places) - _SHOWN
            self._say("graph_differs", where, Message("problem-graph-differs-more", name=where, count=more))

    def _ids(self, start: CogniGraph | None, graph: CogniGraph) -> None:
        """Ids are given one after another, from the highest that the start had."""
        known = {*start.observations, *start.hypotheses} if start else set()
        given: dict[str, set[int]] = defaultdict(set)
        for name in (*graph.observations, *graph.hypotheses):
            given[order(name)[0]].add(number(name))
        for kind, numbers in sorted(given.items()):
            first = max((number(name) for name in known if order(name)[0] == kind), default=0) + 1
            for missing in sorted(set(range(first, max(numbers) + 1)) - numbers):
                name = f"{kind}{missing}"
                where = f"{self._session.graph.name} {name}"
                self._say("ids_gap", where, Message("problem-id-gap", name=name))

    def _strengths(self, start: CogniGraph | None, graph: CogniGraph) -> None:
        """What was rejected before it came here keeps the strength it came with."""
        kept = {name for name, known in (start.hypotheses if start else {}).items() if not known.alive}
        for name, hypothesis in graph.hypotheses.items():
            if hypothesis.merged_into is not None or name in kept:
                continue
            now = strength(graph, name)
            if now != hypothesis.strength:
                where = f"{self._session.graph.name} hypotheses.{name}.strength"
                told = Message("problem-strength-differs", name=name, strength=hypothesis.strength, now=now)
                self._say("strength_differs", where, told)

    def _pages(self, graph: CogniGraph) -> None:
        quoted: dict[PageHash, list[tuple[ObservationId, Observation]]] = defaultdict(list)
        for name, observation in graph.observations.items():
            if observation.verified and observation.page is not None:
                quoted[observation.page].append((name, observation))
        for page in graph.sources.keys() | quoted.keys():
            text = self._text(page)
            self._source(page, graph)
            for name, observation in quoted[page] if text is not None else ():
                self._quote(name, observation, text or "")

    def _text(self, page: PageHash) -> str | None:
        path = text_path(self._session, page)
        where = f"pages/{path.name}"
        if self._disk.stat(path) is None:
            self._say("page_missing", where, Message("problem-page-missing", name=where))
            return None
        try:
            return FilePages(self._session, self._disk).text(page)
        except StorageFailed as error:
            self._say("page_altered", where, text_of(error))
            return None

    def _source(self, page: PageHash, graph: CogniGraph) -> None:
        path = source_path(self._session, page)
        where = f"pages/{path.name}"
        if self._disk.stat(path) is None:
            self._say("source_missing", where, Message("problem-source-missing", name=where))
            return
        try:
            stored = FilePages(self._session, self._disk).source(page)
        except StorageFailed as error:
            self._say("source_unreadable", where, text_of(error))
            return
        known = graph.sources.get(page)
        if known is None or known.url != stored.url:
            return  # One text at two addresses: the graph cites the one its Explorer read.
        if not same_page(stored, known):
            self._say("source_differs", where, Message("problem-source-differs", name=where))

    def _quote(self, name: ObservationId, observation: Observation, text: str) -> None:
        quote, offset = observation.quote or "", observation.offset or 0
        if text[offset : offset + len(quote)] != quote:
            where = f"{self._session.graph.name} observations.{name}"
            self._say("quote_differs", where, Message("problem-quote-differs", name=name, offset=offset))

    def _read(self, where: str, missing: Kind, unreadable: Kind) -> bytes | None:
        try:
            written = self._disk.read_if_there(self._session.folder / where)
        except StorageFailed as error:
            self._say(unreadable, where, text_of(error))
            return None
        if written is None:
            self._say(missing, where, Message("problem-record-missing", name=where))
        return written

    def _say(self, kind: Kind, where: str, sentence: str) -> None:
        self.problems.append(Problem(kind, where, sentence))


def _archive_name(iteration: int) -> str:
    return f"archival/iteration_{iteration:03}.json"


def _differences(one: object, other: object, place: str) -> Iterator[str]:
    """Where two JSON values differ, as deep as can be said."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted(one.keys() | other.keys()):
            there = f"{place}.{key}" if place else str(key)
            if key not in one or key not in other:
                yield there
            else:
                yield from _differences(one[key], other[key], there)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _differences(left, right, f"{place}[{index}]")
    elif one != other:
        yield place
